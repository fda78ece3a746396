"""An optional shortcut through Numba: compiling without work whose result nobody reads.

While it compiles, Python's garbage collector looks again and again at objects that all stay; Numba
tells listeners of every lock that it takes, as many as rules call each other; it asks for the name
of the record, all fields in it, before every pass; and it compares its flags option by option.

It relies on Numba's internals. Where they are not as expected, or with PAXREN_LEAN_COMPILE=0, Numba
compiles the same code, only slower.
"""

import contextlib
import functools
import gc
import os
from collections.abc import Iterator
from typing import Any

SWITCH = "PAXREN_LEAN_COMPILE"
LOCKS = ("numba:compiler_lock", "numba:llvm_lock")  # kinds of events


@functools.cache
def is_on() -> bool:
    """Whether the shortcut is wanted, and Numba has what it needs."""
    if os.environ.get(SWITCH, "1") == "0":
        return False
    try:
        from numba.core import event
        from numba.core.targetconfig import TargetConfig
    except ImportError:
        return False
    return hasattr(event, "broadcast") and hasattr(TargetConfig(), "_values")


@contextlib.contextmanager
def lean() -> Iterator[None]:
    """While something is compiled."""
    if not is_on():
        yield
        return
    with _without_garbage_collection(), _without_events_of_locks(), _quick_names(), _quick_flags():
        yield


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def replaced(owner: Any, **members: Any) -> Iterator[None]:
    """While these members are others."""
    before = {name: getattr(owner, name) for name in members}
    for name, member in members.items():
        setattr(owner, name, member)
    try:
        yield
    finally:
        for name, member in before.items():
            setattr(owner, name, member)


def _without_events_of_locks() -> Any:
    """Who listens to its locks only measures how long Numba waits for them."""
    from numba.core import event

    broadcast = event.broadcast

    def tell(happened: Any) -> None:
        if happened.kind not in LOCKS:
            broadcast(happened)

    return replaced(event, broadcast=tell)


def _quick_names() -> Any:
    from numba.core.types import Record

    return replaced(Record, __repr__=functools.cache(Record.__repr__))


def _quick_flags() -> Any:
    """Flags that are set alike are alike: so they need not be compared by all options."""
    from numba.core.targetconfig import TargetConfig

    are_equal = TargetConfig.__eq__

    @functools.cache
    def hash_of(kind: Any) -> int:
        """Numba's own takes the names of the options, and so is the same for all of a kind."""
        return hash(tuple(sorted(kind.options)))

    def are_alike(one: Any, other: Any) -> Any:
        if isinstance(other, TargetConfig) and one._values == other._values:
            return True
        return are_equal(one, other)

    return replaced(TargetConfig, __eq__=are_alike, __hash__=lambda flags: hash_of(flags.__class__))
