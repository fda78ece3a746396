"""Does everything happen? Random play from stacked positions, with the rules being watched.

Only as plain Python, where rule functions can be wrapped. The table of counts is printed.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from paxren_env import Game
from paxren_env.core.jit import INTERPRETED
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.queries import is_vassal, owns_in_tableau
from paxren_env.games.pax_renaissance.rules import b10_battle as b10
from paxren_env.games.pax_renaissance.rules import b11_regime_change as b11
from paxren_env.games.pax_renaissance.rules import e2_play as e2
from paxren_env.games.pax_renaissance.rules import e3_sell as e3
from paxren_env.games.pax_renaissance.rules import e4_ops as e4
from paxren_env.games.pax_renaissance.rules import i_coronation as coronation
from paxren_env.games.pax_renaissance.tables import (
    ABILITY_NAMES,
    CARD_ONE_SHOT,
)
from tests.games.pax_renaissance.stacked import Stacked, choose

Event = tuple[str, ...]

GAMES = 160  # at least
MOST_GAMES = 1500  # until everything was seen
ANSWERS = 130  # per game
WARS = (*c.ONE_SHOT_NAMES[:5], "campaign")
PLACES = ("throne", "opponent", "opponent's vassal", "own", "own vassal")
CASUALTIES = {
    line.CITY: "knight or rook",
    line.PAWN_AT: "pawn",
    line.PIRATE_AT: "pirate",
    line.AGENT: "agent",
    line.REPRESSED: "repressed",
}


# --- what must occur ------------------------------------------------------------------------------
def wanted() -> Iterator[Event]:
    """Every event that the rules allow, and that therefore must be seen."""
    yield from (("one-shot", name) for name in c.ONE_SHOT_NAMES)
    yield from (("battle", war, result) for war in WARS for result in ("won", "tied", "lost"))
    # A campaign needs an attacker; in other wars bishops may come alone.
    yield from (("battle", war, "nobody attacks") for war in WARS[:5])
    for cause in (*WARS, "coronation", "vote"):
        for place in PLACES:
            if cause == "vote" and ("vassal" in place or place == "throne"):
                continue  # F6
            if cause == "campaign" and place.startswith("own"):
                continue  # F9: never against oneself
            yield "regime change", cause, place
    yield from (("asked", name) for name in p.DECISION_NAMES)
    yield from (("op", name) for name in c.OP_NAMES)
    yield from (("ability", name) for name in ABILITY_NAMES)
    yield from (("casualty", kind) for kind in CASUALTIES.values())
    yield from (("survivor", kind) for kind in ("agent", "repressed"))


# --- play -----------------------------------------------------------------------------------------
def play(seed: int, seen: Counter[Event]) -> None:
    game = Stacked(seed).game()
    rng = random.Random(seed)
    for _ in range(ANSWERS):
        if game.is_over:
            break
        action = choose(game, rng)
        note_answer(game, action, seen)
        game.step(action)


def note_answer(game: Game, action: int, seen: Counter[Event]) -> None:
    """Count what the position and the answer show by themselves."""
    decision = str(game.decision)
    seen["asked", decision] += 1
    if decision == "main":
        for ability, name in enumerate(ABILITY_NAMES):
            seen["ability", name] += int(game.states["ability"][0, :, ability].any())
        if line.DECLARE <= action < line.ACTIVATE:
            seen["declared", c.VICTORY_NAMES[action - line.DECLARE]] += 1
    elif decision == "casualty":
        seen["casualty", CASUALTIES[max(start for start in CASUALTIES if start <= action)]] += 1
    elif decision == "survivor":
        seen["survivor", "agent" if action < line.REPRESSED else "repressed"] += 1


# --- the watched rules ----------------------------------------------------------------------------
def watch(monkeypatch: pytest.MonkeyPatch, seen: Counter[Event]) -> None:
    """Wrap the rules that carry out what is to be counted."""

    def before(module: Any, name: str, note: Any) -> None:
        original = getattr(module, name)

        def watched(s: Any, *arguments: Any) -> Any:
            event = note(s, *arguments)
            if event:
                seen[event] += 1
            return original(s, *arguments)

        monkeypatch.setattr(module, name, watched)

    begin = e2.begin_one_shot
    before(e2, "begin_one_shot", lambda s, player: ("one-shot", one_shot_name(s)))
    monkeypatch.setattr(e3, "begin_one_shot", begin)
    before(e3, "begin_one_shot", lambda s, player: ("fired by Machiavellianism", one_shot_name(s)))
    before(coronation, "do_coronation", crowned)
    before(b10, "fight", battle)
    before(b11, "change_regime", regime_change)
    before(e4, "do_op", lambda s, player, card, op: ("op", c.OP_NAMES[op]))


def one_shot_name(s: Any) -> str:
    return c.ONE_SHOT_NAMES[CARD_ONE_SHOT[s.card]]


def crowned(s: Any, player: int, queen: int, empire: int) -> Event:
    return ("one-shot", "coronation") if empire >= 0 else ("old maid", "by choice")


def battle(s: Any, player: int) -> Event:
    """The result by numbers alone; mustering twice changes nothing."""
    b10.muster_fighters(s, player)
    attackers, defenders = b10.num_attackers(s, player), b10.num_defenders(s)
    if attackers == 0:
        result = "nobody attacks"
    elif attackers == defenders:
        result = "tied"
    else:
        result = "won" if attackers > defenders else "lost"
    return "battle", c.CAUSE_NAMES[s.war], result


def regime_change(s: Any, player: int, empire: int, cause: int) -> Event:
    square = c.SQUARE + empire
    if s.place[square] == c.IN_THRONE:
        place = "throne"
    else:
        owner = "own" if owns_in_tableau(s, player, square) else "opponent"
        possessive = "own" if owner == "own" else "opponent's"
        place = f"{possessive} vassal" if is_vassal(s, square) else owner
    return "regime change", c.CAUSE_NAMES[cause], place


def table(seen: Counter[Event]) -> str:
    """The counts, an event a line; what must occur is there with a 0."""
    events = sorted({*seen, *wanted()})
    return "\n".join(f"{seen[event]:7} {': '.join(event)}" for event in events)


if INTERPRETED:

    @pytest.mark.interpreted
    @pytest.mark.slow
    def test_everything_the_rules_know_of_happens(
        monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        seen: Counter[Event] = Counter()
        watch(monkeypatch, seen)
        for seed in range(MOST_GAMES):
            play(seed, seen)
            if seed >= GAMES and all(seen[event] for event in wanted()):
                break
        with capsys.disabled():
            print("\n" + table(seen))
        assert [event for event in wanted() if not seen[event]] == []
