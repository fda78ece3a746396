"""Ask for memory before it is needed: a machine instruction that Numba has no name for."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from paxren_env.core.jit import interpreted_as, rule

CACHE_LINE = 64  # bytes
READ, WRITE, STAYS, DATA = 0, 1, 3, 1  # the arguments of LLVM's prefetch


def _prefetch_maker(access: int) -> Any:
    """Ask for the cache line of memory[i, k], to be read or written, while the program goes on."""

    @intrinsic
    def prefetch_byte(_typing: Any, memory: Any, i: Any, k: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(memory)(context, builder, arguments[0])
            byte = cgutils.get_item_pointer(context, builder, memory, array, arguments[1:])
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte.type, number, number, number])
            prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            builder.call(prefetch, [byte, number(access), number(STAYS), number(DATA)])
            return context.get_dummy_value()

        return types.void(memory, types.intp, types.intp), generate

    return prefetch_byte


_prefetch_to_read, _prefetch_to_write = _prefetch_maker(READ), _prefetch_maker(WRITE)


def _ask_for_nothing(memory: Any, i: int, *size: int) -> None:
    """There is nothing to gain."""


@interpreted_as(_ask_for_nothing)
@rule
def prefetch_row(memory, i: int):
    """Every cache line of a row of bytes comes nearer while the program goes on."""
    for k in range(0, memory.shape[1], CACHE_LINE):
        _prefetch_to_read(memory, i, k)


@interpreted_as(_ask_for_nothing)
@rule
def prefetch_to_write(memory, i: int, size: int):
    """So do the first bytes of one that will be written."""
    for k in range(0, min(size, memory.shape[1]), CACHE_LINE):
        _prefetch_to_write(memory, i, k)
