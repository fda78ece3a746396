"""Pax Renaissance, 2nd edition: 1 to 4 bankers who move kings, wars, religions and trade."""

import numpy as np

from paxren_env.core.jit import inlined_rule
from paxren_env.core.spec import GameSpec, Options, register
from paxren_env.games.pax_renaissance import (
    actions,
    determinize,
    evaluate,
    flow,
    frames,
    invariants,
    observe,
    reasons,
)
from paxren_env.games.pax_renaissance.constants import MAX_PLAYERS, NONE, VICTORY_NAMES, Player
from paxren_env.games.pax_renaissance.rules.c_setup import set_up
from paxren_env.games.pax_renaissance.rules.s_silencing import refresh
from paxren_env.games.pax_renaissance.saved import EARLIER_RECORDS
from paxren_env.games.pax_renaissance.solo import seat, trials, turn
from paxren_env.games.pax_renaissance.state import FIELDS, OPTION_FIELDS, State

__all__ = ["SPEC", "Game"]


@inlined_rule
def is_out(s: State, player: Player) -> bool:
    """G6: the player is bankrupt."""
    return s.eliminated[player] != 0


def ending(states: np.ndarray) -> str | None:
    """The name of the victory that ended the game."""
    victory = int(states["victory"][0])
    return None if victory == NONE else VICTORY_NAMES[victory]


def asked_seats(options: Options) -> list[int]:
    """Everybody but the bot."""
    return [player for player in range(options["num_players"]) if player != options["bot_seat"]]


def can_leave(options: Options) -> bool:
    return options["bankruptcy"]


SPEC: GameSpec = register(
    GameSpec(
        name="pax_renaissance",
        title="Pax Renaissance",
        package=__name__,
        fields=FIELDS,
        option_fields=OPTION_FIELDS,
        min_players=1,
        max_players=MAX_PLAYERS,
        default_players=2,
        line=actions.line,
        frames=frames.frames,
        reasons=reasons.reasons,
        layout=observe.layout,
        term_names=evaluate.TERM_NAMES,
        win_term=evaluate.WIN,
        rules={
            "set_up": set_up,
            "run_step": flow.run_step,
            "mark_legal": flow.mark_legal,
            "answer": flow.answer,
            "reason": flow.reason,
            "tidy": flow.tidy,
            "refresh": refresh,
            "is_out": is_out,
            "is_own_turn": seat.is_own_turn,
            "is_own": seat.is_own,
            "sit_down": seat.sit_down,
            "play_own": turn.play_own,
            "own_answer": trials.own_answer,
            "write_observation": observe.write_observation,
            "rewrite_observation": observe.rewrite_observation,
            "deal_hidden": determinize.deal_hidden,
            "veil": determinize.veil,
            "new_scratch": evaluate.new_scratch,
            "write_terms": evaluate.write_terms,
            "is_complete": evaluate.is_complete,
            "broken_invariant": invariants.broken_invariant,
            "note_start": invariants.note_start,
            "note_before": invariants.note_before,
            "lively": invariants.lively,
        },
        gym_id="PaxRenaissance-v0",
        aec_id="paxren/paxren_v0",
        magic=b"PAXREN1\n",
        own_policies=(seat.BOT_NAME,),
        ending=ending,
        asked_seats=asked_seats,
        can_leave=can_leave,
        check_table=seat.check_table,
        seat_policies=seat.seat_policies,
        earlier_records=EARLIER_RECORDS,
        training_players="2,3,2,4",
    )
)

from paxren_env.games.pax_renaissance.game import Game  # noqa: E402 (it needs the spec)
