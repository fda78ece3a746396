"""Positions of whole games, throws and draws among them: exact there and back, and mutants of
them are refused with their place or can be played with all invariants."""

import random

import pytest

from paxren_env.core.jit import INTERPRETED
from paxren_env.games.wallenstein import Game
from paxren_env.games.wallenstein import constants as c
from tests.games.wallenstein.positions import acting, county, game
from tests.support.games import play_on
from tests.support.mutations import try_all

pytestmark = pytest.mark.interpreted

MODULES = {"emperors_court": True, "landsknechte": True, "military_leaders": True}
ASKED = {"auto_chance": False}  # every draw and every throw is a position of its own
TABLES = [
    {"num_players": 3, **ASKED},
    {"num_players": 5, "setup": "lineup", **MODULES, **ASKED},
    {"num_players": 4, "emperors_court": True, "military_leaders": True, "auto_forced": False},
    {"num_players": 3, "setup": "lineup", "tower": "batch", "landsknechte": True, **ASKED},
    {"num_players": 4, "max_decisions": 150, **MODULES},
    {"num_players": 3, "setup": "lineup", "max_decisions": 75},
    {"num_players": 3, "max_turns": 4, "statues_each_winter": True, "military_leaders": True},
]
EVERY = 23 if INTERPRETED else 5
LIMIT = 60 if INTERPRETED else 20_000


def whole_game(seed, options):
    """The game at every so-many-th of its events, and at its end."""
    one, rng, found, number = Game(seed=seed, **options), random.Random(seed), [], 0
    while not one.is_over:
        if number % EVERY == seed % EVERY:
            found.append(one.clone())
        play_on(one, rng)
        number += 1
    return [*found, one]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_every_position_of_a_game_is_accepted(options):
    for one in whole_game(1, options):
        for twin in (Game.from_dict(one.to_dict()), Game.from_bytes(one.to_bytes())):
            assert twin.states.tobytes() == one.states.tobytes()
            assert one.is_over or twin.legal_actions() == one.legal_actions()


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_mutants_of_whole_games_are_refused_or_playable(options):
    games = whole_game(2, options)
    count = try_all(games, 9 if INTERPRETED else 12, 5, LIMIT, to_the_end=25)
    assert count["position refused"] > 20 and count["bytes refused"] > 10, count


# --- what was accepted once, and could not be played ----------------------------------------------
LAND = {"Anhalt": county(0), "Kursachsen": county(1)}
ROUND = ["end of the round", "perform"]
OPENING = [
    {"frame": "plan", "seat": 0},
    *({"frame": "open tile", "place": n} for n in (4, 3, 2, 1)),
]


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"pending": [{"frame": "open event", "slot": 2}]}, r"pending\[0\]"),
        ({"pending": ["draw bidder"]}, r"pending\[0\]"),
        ({"pending": [*ROUND, {"frame": "resolve attack", "player": 0, "county": "Trier"},
                      "throw"]}, r"pending\[0\]"),
        ({"phase": "order", "pending": ["draw bidder"], "players": [{"bid": "money 1"}]},
         "no two seats"),
        ({"phase": "order", "pending": ["next bidder", {"frame": "position", "player": 1}],
          "players": [{"bid": "money 1"}]}, "not the next to choose"),
        ({"phase": "winter", "pending": ["score"]}, "season: spring has no phase winter"),
        ({"players": [{"grain": 19}]}, r"players\[0\]\.grain"),
        ({"players": [{"vp": 10_001}]}, r"players\[0\]\.vp"),
        ({"players": [{"thrown": 2}]}, r"players\.thrown"),
        ({"players": [{"level": 1}]}, r"players\[0\]\.level"),
        ({"players": [{"bid": "money 1"}]}, r"players\[0\]\.bid: the bid comes before the boxes"),
        ({"players": [{"boxes": {"grain": "Anhalt"}}]}, "no card can lie there yet"),
        ({"events": {"open": [0, 1, 2, None]}}, "3 events are open, not 4"),
        ({"events": {"unused": [9, 10]}}, r"events\.unused: 2 of them, not 8"),
        ({"tiles": ["thaler"]}, "tiles: 5 of them"),
        ({"tiles": [], "action_cards": list(c.ACTION_NAMES[:6]), "pending": OPENING},
         "action_cards: 5 of them"),
        ({"tiles": ["thaler"], "action_cards": [], "pending": OPENING}, "action_cards: 5 of them"),
        ({"action_cards": ["palace", "palace"]}, "the same one twice"),
        ({"counties": {"Anhalt": county(0, 0)}}, r"counties\.Anhalt\.armies"),
        ({"counties": {"Anhalt": county(0, markers=42)}}, r"counties\.Anhalt\.markers"),
        ({"counties": {"Anhalt": county(0, gained=True)}}, r"counties\.Anhalt\.gained"),
        ({"phase": "end", "pending": ["score"]}, "the game is over, but there is no result"),
        ({"phase": "end", "result": "truncated"}, "no option cuts the game"),
        ({"phase": "draft", "draft": {"open": ["Anhalt", "Trier"]}, "players": [{"groups": [2]}]},
         r"players\[0\]\.groups"),
        ({"phase": "draft", "draft": {"open": ["Anhalt", None]}}, "no turn of the draft"),
        ({"phase": "draft", "draft": {"open": ["Anhalt", "Trier"], "unseen": ["Mark"]}},
         "in two places, or in none"),
    ],
)  # fmt: skip
def test_what_cannot_go_on_is_refused(parts, told):
    with pytest.raises(ValueError, match=told):
        game(**{"counties": LAND, **parts})


def test_a_seat_acts_only_in_its_own_county_and_turn():
    asked = acting("combat_A", counties=LAND).to_dict()
    assert Game.from_dict(asked).decision == "combat target"
    for wrong in (
        {"frame": "combat target", "player": 1, "county": "Kursachsen", "action": "combat_A"},
        {"frame": "combat target", "player": 0, "county": "Kursachsen", "action": "combat_A"},
        {"frame": "combat target", "player": 0, "county": "Anhalt", "action": "combat_B"},
        {"frame": "how many", "player": 0, "county": "Anhalt", "target": "Tirol",
         "action": "combat_A"},
        {"frame": "move target", "player": 0, "county": "Anhalt"},
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"pending\[2\]: player 0 cannot be asked that"):
            Game.from_dict({**asked, "pending": [*asked["pending"][:2], wrong]})
