"""An optional shortcut through Numba: rules are only linked, never optimised by themselves.

Numba optimises and makes machine code for every rule with all that it calls, again and again on
the way up, though nobody calls a rule from Python. That is most of the time of a cold compile.
Here only the entries, which contain all the rules they call, are finished.

It relies on Numba's internals. Where they are not as expected, or with PAXREN_FAST_COMPILE=0,
plain Numba compiles the same code, only slower.
"""

import contextlib
import ctypes
import functools
import os
from collections.abc import Iterator
from typing import Any

from paxren_env.core.cache import say

SWITCH = "PAXREN_FAST_COMPILE"


@functools.cache
def is_on() -> bool:
    """Whether the shortcut is wanted, and Numba has all that it needs."""
    if os.environ.get(SWITCH, "1") == "0":
        return False
    missing = missing_internals()
    if missing:
        say(f"Numba has no {missing}: compiling without the shortcut, which takes longer")
    return not missing


def missing_internals() -> str:
    """The first part of Numba that is not where the shortcut expects it; empty if all are."""
    try:
        from numba import _dynfunc
        from numba.core.codegen import CPUCodeLibrary
        from numba.core.cpu import CPUContext
        from numba.core.registry import cpu_target
    except ImportError as error:
        return str(error.name)
    expected = {
        CPUCodeLibrary: ("finalize", "_get_module_for_linking"),
        CPUContext: ("get_executable",),
        _dynfunc: ("make_function",),
    }
    for owner, names in expected.items():
        for name in names:
            if not hasattr(owner, name):
                return f"{owner.__name__}.{name}"
    library = cpu_target.target_context.codegen().create_library("probe")
    for name in ("_linking_libraries", "_final_module", "_reload_init", "_finalized"):
        if not hasattr(library, name):
            return f"CPUCodeLibrary.{name}"
    return ""


def rule_options() -> dict[str, bool]:
    """Options of Numba for rules: Python calls them as plain Python, and needs no wrappers."""
    return {"no_cpython_wrapper": True, "no_cfunc_wrapper": True} if is_on() else {}


@contextlib.contextmanager
def rules_only_linked(rules: set[str], entry: str) -> Iterator[None]:
    """While the entry of this name is compiled: each of these rules is linked into it, once."""
    if not is_on():
        yield
        return
    from numba import _dynfunc
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.cpu import CPUContext

    finalize, get_executable = CPUCodeLibrary.finalize, CPUContext.get_executable

    def finish(library: Any) -> None:
        if library.name in rules:
            library._finalized = True  # its parts are linked where it is linked
        elif library.name == entry:
            _link_as_one(library, rules)
            finalize(library)
        else:
            finalize(library)

    def make_callable(context: Any, library: Any, description: Any, environment: Any) -> Any:
        if library.name not in rules:
            return get_executable(context, library, description, environment)
        name, module = description.qualname, description.lookup_module()
        return _dynfunc.make_function(module, name, "a rule", _refuse(), environment, (library,))

    CPUCodeLibrary.finalize, CPUContext.get_executable = finish, make_callable
    try:
        yield
    finally:
        CPUCodeLibrary.finalize, CPUContext.get_executable = finalize, get_executable


def _link_as_one(library: Any, rules: set[str]) -> None:
    """Link all that the entry needs, and make it internal: nobody outside calls it there.

    So LLVM may inline, specialise and drop the rules, as it may not with what others could call.
    """
    module = library._final_module
    own = {function.name for function in module.functions if not function.is_declaration}
    for part in _all_parts(library, rules):
        library._reload_init.update(part._reload_init)
        module.link_in(part._final_module, preserve=True)
    library._linking_libraries = []
    for function in module.functions:
        if not function.is_declaration and function.name not in own:
            function.linkage = "internal"


def _all_parts(library: Any, rules: set[str]) -> list[Any]:
    """The libraries that the entry needs, and those that its rules need, each once."""
    found: dict[Any, None] = {}
    waiting = list(reversed(library._linking_libraries))
    while waiting:
        part = waiting.pop()
        if part not in found:
            found[part] = None
            if part.name in rules:
                waiting += reversed(part._linking_libraries)
    return list(found)


def _refuse() -> int | None:
    """What Python gets when it calls a rule, for which there is no machine code: a TypeError."""
    return ctypes.cast(ctypes.pythonapi.PyErr_BadArgument, ctypes.c_void_p).value
