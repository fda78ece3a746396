"""Age of Renaissance: 3 to 6 trading powers expand, bid, advance and keep Misery at bay."""

import numpy as np

from paxren_env.core.spec import GameSpec, register
from paxren_env.games.age_of_renaissance import (
    actions,
    chances,
    determinize,
    evaluate,
    flow,
    frames,
    invariants,
    observe,
    reasons,
)
from paxren_env.games.age_of_renaissance.constants import ENDING_NAMES, MAX_PLAYERS, MIN_PLAYERS
from paxren_env.games.age_of_renaissance.rules.s3_setup import set_up
from paxren_env.games.age_of_renaissance.rules.s6_score import payoff
from paxren_env.games.age_of_renaissance.rules.s75_chance import is_outcome, roll
from paxren_env.games.age_of_renaissance.state import FIELDS, OPTION_FIELDS

__all__ = ["SPEC", "Game"]


def ending(states: np.ndarray) -> str | None:
    """Why the game ended (6.1); several reasons may hold at once."""
    if states["status"][0] == 0:
        return None
    reasons = int(states["ending"][0])
    return ", ".join(name for i, name in enumerate(ENDING_NAMES) if reasons >> i & 1) or None


SPEC: GameSpec = register(
    GameSpec(
        name="age_of_renaissance",
        title="Age of Renaissance",
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
            "tidy": flow.tidy,
            "payoff": payoff,
            "roll": roll,
            "settle": flow.settle,
            "is_outcome": is_outcome,
            "write_observation": observe.write_observation,
            "deal_hidden": determinize.deal_hidden,
            "new_scratch": evaluate.new_scratch,
            "write_terms": evaluate.write_terms,
            "is_complete": evaluate.is_complete,
            "broken_invariant": invariants.broken_invariant,
            "note_start": invariants.note_start,
            "note_before": invariants.note_before,
            "lively": invariants.lively,
        },
        gym_id="AgeOfRenaissance-v0",
        aec_id="paxren/age_of_renaissance_v0",
        magic=b"AGEREN1\n",
        max_outcome=72,
        max_log=1024,
        has_hidden_information=True,
        has_simultaneous_plans=True,
        is_zero_sum=True,
        # A dollar counts from the first to the last: differences of answers are small beside leads.
        search={"scale": 20.0, "sharp": 60.0, "exploration": 0.2},
        ending=ending,
        chance_outcomes=chances.chance_outcomes,
    )
)

from paxren_env.games.age_of_renaissance.game import Game  # noqa: E402 (it needs the spec)
