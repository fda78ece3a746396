"""Sealed Bids: a toy game with secret bids, hidden goals and dice. See RULES.md."""

from itertools import product
from typing import Any

import numpy as np

from paxren_env.core.constants import TERMINATED
from paxren_env.core.spec import GameSpec, register
from tests.support.sealed_bids import (
    actions,
    determinize,
    evaluate,
    flow,
    frames,
    invariants,
    observe,
    reasons,
    rules,
)
from tests.support.sealed_bids.state import FIELDS, MAX_PLAYERS, NUM_FACES, OPTION_FIELDS

__all__ = ["SPEC", "Game"]


def ending(states: np.ndarray) -> str | None:
    """The game ends in one way only, if it is not cut."""
    return "rounds" if states["status"][0] == TERMINATED else None


def chance_outcomes(game: Any) -> list[tuple[tuple[int, ...], float]]:
    """R4: every throw of two dice, with its probability."""
    throws = product(range(1, NUM_FACES + 1), repeat=rules.NUM_DICE)
    return [(throw, 1 / NUM_FACES**rules.NUM_DICE) for throw in throws]


SPEC: GameSpec = register(
    GameSpec(
        name="sealed_bids",
        title="Sealed Bids",
        package=__name__,
        fields=FIELDS,
        option_fields=OPTION_FIELDS,
        min_players=2,
        max_players=MAX_PLAYERS,
        default_players=3,
        line=actions.line,
        frames=frames.frames,
        reasons=reasons.reasons,
        layout=observe.layout,
        term_names=evaluate.TERM_NAMES,
        win_term=evaluate.WIN,
        rules={
            "set_up": rules.set_up,
            "run_step": flow.run_step,
            "mark_legal": flow.mark_legal,
            "answer": flow.answer,
            "reason": flow.reason,
            "roll": rules.roll,
            "is_outcome": rules.is_outcome,
            "settle": rules.settle,
            "write_observation": observe.write_observation,
            "deal_hidden": determinize.deal_hidden,
            "new_scratch": evaluate.new_scratch,
            "write_terms": evaluate.write_terms,
            "broken_invariant": invariants.broken_invariant,
            "note_start": invariants.note_start,
            "note_before": invariants.note_before,
            "lively": invariants.lively,
        },
        gym_id="SealedBids-v0",
        aec_id="paxren/sealed_bids_v0",
        magic=b"SEALED1\n",
        max_outcome=rules.NUM_DICE,
        has_simultaneous_plans=True,
        ending=ending,
        chance_outcomes=chance_outcomes,
    )
)

from tests.support.sealed_bids.game import Game  # noqa: E402 (it needs the spec)
