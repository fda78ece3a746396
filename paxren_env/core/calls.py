"""The rules of a game, compiled once: what entries call instead of `core.running`.

An entry contains all the rules that it calls, and compiling them takes seconds. So the rules are
compiled once for each game, as one function (`play`), and every entry calls that from outside, by
its address: then an entry costs a fraction of a second, in this process and in those that load it.

Interpreted, and where array bounds are checked (an error cannot leave such a function), the names
below are those of `core.running`.
"""

from typing import Any

from llvmlite import ir
from numba import carray
from numba.core import cgutils, config, types
from numba.extending import intrinsic

from paxren_env.core import running
from paxren_env.core.hooks import num_actions, own_answer
from paxren_env.core.jit import INTERPRETED, export, interpreted_as, rule, symbol_of
from paxren_env.core.record import State

IS_EXPORTED = not INTERPRETED and not config.BOUNDSCHECK

(
    BEGIN, ADVANCE, TAKE_FORCED, TAKE_NEXT, GIVE, APPLY, TAKE_ROLL, APPLY_OUTCOME, OWN_ANSWER,
) = range(9)  # fmt: skip


def play(record, what, number, mask_data, log_data, log_length, size, rng_data, outcome_data):
    """One of the rules of `core.running`; the arguments that it does not take are blank."""
    s = carray(record, (1,))[0]
    mask = carray(mask_data, (num_actions(s),))
    log = carray(log_data, (2, log_length))
    if what == APPLY:
        return running.apply(s, number, mask, log)
    if what == ADVANCE:
        return running.advance(s, mask)
    if what == TAKE_FORCED:
        return running.take_forced(s, number, mask, log, size)
    if what == TAKE_NEXT:
        return running.take_next(s, number, mask, log, size)
    if what == GIVE:
        return running.give(s, number, log, size)
    if what == TAKE_ROLL:
        return running.take_roll(s, log, size)
    if what == APPLY_OUTCOME:
        return running.apply_outcome(s, carray(outcome_data, (number,)), number, log, size)
    if what == OWN_ANSWER:
        return own_answer(s, mask)
    running.begin(s, carray(rng_data, (1,)))
    return 0


def signature_of(record: types.Type) -> Any:
    """The types of `play` for a game."""
    number = types.int64
    return number(
        types.CPointer(record), number, number, types.CPointer(types.int8),
        types.CPointer(types.int16), number, number, types.CPointer(types.uint64),
        types.CPointer(types.int16),
    )  # fmt: skip


if IS_EXPORTED:
    export(play, signature_of)

    @intrinsic
    def _call(_typing: Any, s, what, number, mask, log, size, rng, outcome):
        """Call `play` of the record's game; None for an array that is not needed."""
        if not isinstance(s, types.Record):
            return None
        symbol = symbol_of(s)
        wide = types.int64
        signature = wide(s, wide, wide, mask, log, wide, rng, outcome)

        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            record, what_, number_, mask_, log_, size_, rng_, outcome_ = arguments
            byte = ir.IntType(8).as_pointer()
            int64 = ir.IntType(64)

            def data(kind: Any, value: Any) -> Any:
                if isinstance(kind, types.NoneType):
                    return ir.Constant(byte, None)
                array = context.make_array(kind)(context, builder, value)
                return builder.bitcast(array.data, byte)

            length = ir.Constant(int64, 0)
            if not isinstance(log, types.NoneType):
                shape = context.make_array(log)(context, builder, log_).shape
                length = builder.extract_value(shape, 1)
            passed = [
                builder.bitcast(record, byte), what_, number_, data(mask, mask_), data(log, log_),
                length, size_, data(rng, rng_), data(outcome, outcome_),
            ]  # fmt: skip
            kind = ir.FunctionType(int64, [value.type for value in passed])
            function = cgutils.get_or_insert_function(builder.module, kind, symbol)
            return builder.call(function, passed)

        return signature, generate

    @interpreted_as(running.begin)
    @rule
    def begin(s: State, rng):
        """Set up a new game by its options."""
        _call(s, BEGIN, 0, None, None, 0, rng, None)

    @interpreted_as(running.advance)
    @rule
    def advance(s: State, mask) -> int:
        return _call(s, ADVANCE, 0, mask, None, 0, None, None)

    @interpreted_as(running.take_forced)
    @rule
    def take_forced(s: State, only: int, mask, log, size: int) -> int:
        return _call(s, TAKE_FORCED, only, mask, log, size, None, None)

    @interpreted_as(running.take_next)
    @rule
    def take_next(s: State, only: int, mask, log, size: int) -> int:
        return _call(s, TAKE_NEXT, only, mask, log, size, None, None)

    @interpreted_as(running.give)
    @rule
    def give(s: State, action: int, log, size: int) -> int:
        return _call(s, GIVE, action, None, log, size, None, None)

    @interpreted_as(running.apply)
    @rule
    def apply(s: State, action: int, mask, log) -> int:
        return _call(s, APPLY, action, mask, log, 0, None, None)

    @interpreted_as(running.take_roll)
    @rule
    def take_roll(s: State, log, size: int) -> int:
        return _call(s, TAKE_ROLL, 0, None, log, size, None, None)

    @interpreted_as(running.apply_outcome)
    @rule
    def apply_outcome(s: State, outcome, length: int, log, size: int) -> int:
        return _call(s, APPLY_OUTCOME, length, None, log, size, None, outcome)

    @interpreted_as(own_answer)
    @rule
    def own_answer_of(s: State, mask) -> int:
        """The answer of the game's automaton."""
        return _call(s, OWN_ANSWER, 0, mask, None, 0, None, None)

else:
    begin = running.begin
    advance = running.advance
    take_forced = running.take_forced
    take_next = running.take_next
    give = running.give
    apply = running.apply
    take_roll = running.take_roll
    apply_outcome = running.apply_outcome
    own_answer_of = own_answer
