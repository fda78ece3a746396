"""Wallenstein, 2nd edition: 3 to 5 princes of the Thirty Years' War, secret plans, a dice tower."""

from typing import Any

import numpy as np

from paxren_env.core.constants import TERMINATED
from paxren_env.core.record import view
from paxren_env.core.spec import GameSpec, register
from paxren_env.games.wallenstein import (
    actions,
    determinize,
    evaluate,
    flow,
    frames,
    invariants,
    observe,
    reasons,
)
from paxren_env.games.wallenstein.constants import MAX_PLAYERS, MIN_PLAYERS, NUM_COUNTIES
from paxren_env.games.wallenstein.options import remarks
from paxren_env.games.wallenstein.rules.r_round import cut
from paxren_env.games.wallenstein.rules.s_setup import set_up
from paxren_env.games.wallenstein.rules.t_tower import OUTCOME_SIZE
from paxren_env.games.wallenstein.rules.v_victory import decision_limit, payoff
from paxren_env.games.wallenstein.state import FIELDS, OPTION_FIELDS

__all__ = ["SPEC", "Game"]


def chance_outcomes(game: Any) -> list[tuple[tuple[int, ...], float]] | None:
    """RNG: every draw is uniform; throws of the tower are too many to list."""
    bits = int(flow.possible_outcomes(view(game.states, 0)))
    found = [number for number in range(NUM_COUNTIES) if bits >> number & 1]
    return [((number,), 1 / len(found)) for number in found] or None


def ending(states: np.ndarray) -> str | None:
    """V: what decided the game: points, Thalers, or neither."""
    s = view(states, 0)
    if s.status != TERMINATED:
        return None
    first = np.flatnonzero(s.vp[: s.num_players] == s.vp[: s.num_players].max())
    if len(first) == 1:
        return "points"
    return "thalers" if s.winner.sum() == 1 else "shared"


SPEC: GameSpec = register(
    GameSpec(
        name="wallenstein",
        title="Wallenstein",
        package=__name__,
        fields=FIELDS,
        option_fields=OPTION_FIELDS,
        min_players=MIN_PLAYERS,
        max_players=MAX_PLAYERS,
        default_players=4,
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
            "roll": flow.roll,
            "settle": flow.settle,
            "is_outcome": flow.is_outcome,
            "payoff": payoff,
            "decision_limit": decision_limit,
            "cut": cut,
            "write_observation": observe.write_observation,
            "deal_hidden": determinize.deal_hidden,
            "veil": evaluate.veil,
            "new_scratch": evaluate.new_scratch,
            "write_terms": evaluate.write_terms,
            "is_complete": evaluate.is_complete,
            "broken_invariant": invariants.broken_invariant,
            "note_before": invariants.note_before,
            "lively": invariants.lively,
        },
        gym_id="Wallenstein-v0",
        aec_id="paxren/wallenstein_v0",
        magic=b"WALLEN1\n",
        max_outcome=OUTCOME_SIZE,
        max_log=1024,
        has_simultaneous_plans=True,
        search={"scale": 15.0, "sharp": 40.0, "exploration": 0.3},
        ending=ending,
        remarks=remarks,
        chance_outcomes=chance_outcomes,
    )
)

from paxren_env.games.wallenstein.game import Game  # noqa: E402 (it needs the spec)
