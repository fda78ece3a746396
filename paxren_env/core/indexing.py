"""An optional shortcut through Numba: an index is never counted from the end.

For `a[-1]` Numba tests every index that might be below 0, before each access. No rule counts from
the end (a test plays all games with arrays that refuse it), so inside rules the test is left out.
Where array bounds are checked, an index below 0 is an error then.

It relies on Numba's internals. Where they are not as expected, or with PAXREN_PLAIN_INDEX=0, Numba
tests every index as it is used to.
"""

import contextlib
import functools
import os
from collections.abc import Iterator
from typing import Any

SWITCH = "PAXREN_PLAIN_INDEX"


@functools.cache
def is_on() -> bool:
    """Whether the shortcut is wanted, and Numba has what it needs."""
    if os.environ.get(SWITCH, "1") == "0":
        return False
    try:
        from numba.core.base import BaseContext
        from numba.np import arrayobj
    except ImportError:
        return False
    return hasattr(arrayobj, "fix_integer_index") and hasattr(BaseContext, "active_code_library")


@contextlib.contextmanager
def plain_indices(functions: set[str]) -> Iterator[None]:
    """While these functions are compiled. What they use of Numba's own counts as ever."""
    if not is_on():
        yield
        return
    from numba.core import types
    from numba.np import arrayobj

    fix_integer_index = arrayobj.fix_integer_index

    def take_as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if context.active_code_library.name in functions:
            return context.cast(builder, index, kind, types.intp)
        return fix_integer_index(context, builder, kind, index, size)

    arrayobj.fix_integer_index = take_as_it_is
    try:
        yield
    finally:
        arrayobj.fix_integer_index = fix_integer_index
