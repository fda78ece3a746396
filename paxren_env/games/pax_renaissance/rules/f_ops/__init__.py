"""F: the nine ops, one module each.

`*_targets` answers where an op may strike now; an op is legal if there is any target.
"""
