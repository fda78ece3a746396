"""Ask for memory before it is needed: a machine instruction that Numba has no name for."""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from paxren_env.core.jit import interpreted_as, rule

CACHE_LINE = 64  # bytes
READ, STAYS, DATA = 0, 3, 1  # the arguments of LLVM's prefetch


@intrinsic
def _prefetch_byte(_typing: Any, memory: Any, i: Any, k: Any) -> Any:
    """The cache line of memory[i, k] comes nearer while the program goes on."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(memory)(context, builder, arguments[0])
        byte = cgutils.get_item_pointer(context, builder, memory, array, arguments[1:])
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte.type, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(prefetch, [byte, number(READ), number(STAYS), number(DATA)])
        return context.get_dummy_value()

    return types.void(memory, types.intp, types.intp), generate


def _ask_for_nothing(memory: Any, i: int) -> None:
    """There is nothing to gain."""


@interpreted_as(_ask_for_nothing)
@rule
def prefetch_row(memory, i: int):
    """Every cache line of a row of bytes comes nearer while the program goes on."""
    for k in range(0, memory.shape[1], CACHE_LINE):
        _prefetch_byte(memory, i, k)
