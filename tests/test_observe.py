"""The observation: complete, from the viewer's side, and without anything hidden."""

import json
from pathlib import Path

import numpy as np
import pytest

import paxren_env
from paxren_env import constants as c
from paxren_env import observe as o
from paxren_env.game import Game
from paxren_env.pending import DECISION_NAMES, FIRST_DECISION
from paxren_env.tables import CARD_CODES, QUEENS

pytestmark = pytest.mark.interpreted

OPTIONS = (
    {"num_players": 2},
    {"num_players": 3, "astrology": True, "extended": True},
    {"num_players": 4, "map": "1550", "limited_cards": True},
    {"num_players": 4, "open_hands": True},
    {"num_players": 3, "map": "age_of_reformation", "bankruptcy": True},
    {"num_players": 2, "ruleset": "2021", "strawman_campaign": True},
    {"num_players": 3, "ruleset": "1e"},
    {"num_players": 1},
)


def positions(options, seed=0, every=5, most=150):
    """Positions along a random game, and its end."""
    game = Game(seed=seed, **options)
    rng = np.random.default_rng(seed)
    for number in range(most):
        if number % every == 0 or game.is_over:
            yield game
        if game.is_over:
            return
        game.step(int(rng.choice(game.legal_actions())))


def seen(game, viewer, all_hands=0):
    observation = np.empty(o.OBS_SIZE, np.int8)
    o.look(game.states, 0, viewer, all_hands, observation)
    return observation


def test_the_documented_table_is_the_layout():
    page = Path(paxren_env.__file__).with_name("OBSERVATION.md").read_text()
    assert o.layout_table() in page
    assert f"{o.OBS_SIZE} entries" in page


def test_it_has_at_most_a_few_thousand_entries_without_gaps():
    assert o.OBS_SIZE <= 5100
    assert sum(part.stop - part.start for part in o.SLICES.values()) == o.OBS_SIZE
    assert len(o.SLICES) == len(o.LAYOUT), "two parts have the same name"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_entries_stay_within_their_documented_values(options):
    for game in positions(options):
        for viewer in range(game.num_players):
            observation = seen(game, viewer)
            wrong = np.flatnonzero((observation < o.LOW) | (observation > o.HIGH))
            assert not wrong.size, next(n for n, part in o.SLICES.items() if wrong[0] < part.stop)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_hidden_does_not_show(options):
    """Games that a seat cannot tell apart look the same to it, and allow it the same."""
    changed = 0
    for game in positions(options, seed=3, every=11):
        for viewer in range(game.num_players):
            other = game.determinize(viewer, seed=99)
            changed += other.to_bytes() != game.to_bytes()
            assert (seen(other, viewer) == seen(game, viewer)).all()
            if viewer == game.deciding_player:
                assert (other.legal_mask() == game.legal_mask()).all()
    assert changed, "nothing was hidden: the test proves nothing"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_positions_that_differ_for_the_viewer_look_different(options):
    """Complete: an observation says as much as the written position without its secrets."""
    positions_by_look: dict[bytes, str] = {}
    for game in positions(options, seed=5, every=3):
        for viewer in range(game.num_players):
            written = json.dumps([viewer, game.to_dict(viewer=viewer)], sort_keys=True)
            first = positions_by_look.setdefault(seen(game, viewer).tobytes(), written)
            assert first == written
    assert len(positions_by_look) > 20


def test_the_pending_decision_is_shown_to_every_seat():
    for game in positions({"num_players": 3}, seed=1, every=1):
        if game.is_over:
            continue
        for viewer in range(3):
            parts = o.unpack(seen(game, viewer))
            assert DECISION_NAMES[parts["decision"].argmax()] == game.decision
            decides = (game.deciding_player - viewer) % 3
            assert parts["deciding_player"].tolist() == [int(seat == decides) for seat in range(4)]


def test_every_argument_of_a_decision_is_shown():
    """A decision with an argument that is not listed would look like one without."""
    for seed in range(3):
        for game in positions({"num_players": 4, "auto_forced": False}, seed=seed, every=1):
            if game.is_over:
                continue
            top = game.states["stack"][0, game.states["stack_size"][0] - 1]
            kinds = o.ARGUMENTS[top[0] - FIRST_DECISION]
            assert not ((top[2:] != c.NONE) & (kinds == 0)).any(), game.decision


def table_of_parts(game, viewer):
    """Some parts of the observation, worked out from the written position instead."""
    n = game.num_players
    position = game.to_dict()
    order = [position["players"][(viewer + seat) % n] for seat in range(n)]
    return {
        "florins": [min(127, player["florins"]) for player in order] + [0] * (4 - n),
        "market_florins": [
            min(127, cell[1]) for side in c.SIDE_NAMES for cell in position["market"][side]
        ],
        "active": [int(name in position["victories"]) for name in c.VICTORY_NAMES[:5]],
        "throne": [int(name in position["thrones"]) for name in c.EMPIRE_NAMES],
        "deck_size": [len(position["decks"][side]) for side in c.SIDE_NAMES],
        "hand": [int(code in order[0]["hand"]) for code in CARD_CODES[: c.NUM_CARDS]],
        "discarded": [int(code in position["discard"]) for code in CARD_CODES[: c.NUM_CARDS]],
        "city": [
            [int(position["cities"].get(city) == token) for city in c.CITY_NAMES]
            for token in c.TOKEN_NAMES[: c.PAWN]
        ],
        "pawn": [
            [
                int(seat < n and f"pawn {(viewer + seat) % n}" in position["borders"].get(name, []))
                for name in c.BORDER_NAMES
            ]
            for seat in range(4)
        ],
        "pirate": [
            [int(f"{colour} pirate" in position["borders"].get(b, [])) for b in c.BORDER_NAMES]
            for colour in c.COLOUR_NAMES
        ],
        "religion": [
            [int(position["religions"][empire] == religion) for empire in c.EMPIRE_NAMES]
            for religion in c.RELIGION_NAMES[:3]
        ],
        "old_maid": [
            int(any(CARD_CODES[queen] in player.get("old_maids", []) for player in order))
            for queen in QUEENS
        ],
    }


@pytest.mark.parametrize("options", OPTIONS[:3], ids=str)
def test_parts_say_what_the_written_position_says(options):
    for game in positions(options, seed=2):
        for viewer in range(game.num_players):
            parts = o.unpack(seen(game, viewer))
            for name, expected in table_of_parts(game, viewer).items():
                assert parts[name].tolist() == expected, name


def test_other_hands_show_only_their_sides_unless_they_are_open():
    for options in ({"num_players": 2}, {"num_players": 2, "open_hands": True}):
        shown = 0
        for game in positions(options, seed=4):
            hands = [player["hand"] for player in game.to_dict()["players"]]
            parts, every = o.unpack(seen(game, 0)), o.unpack(seen(game, 0, all_hands=1))
            assert parts["hand_size"].sum(axis=1).tolist()[:2] == [len(hand) for hand in hands]
            assert every["hand"].sum() == len(hands[0]) + len(hands[1])
            theirs = [CARD_CODES.index(code) for code in hands[1]]
            shown += int(parts["hand"][theirs].sum() + parts["owner"][1][theirs].sum())
            assert every["owner"][1][theirs].all()
        assert (shown > 0) == bool(options.get("open_hands"))


def test_market_cards_are_told_by_column_and_row():
    game = Game(num_players=2, seed=8)
    parts = o.unpack(seen(game, 0))
    for side, sign in (("east", 1), ("west", -1)):
        for column, (code, _) in enumerate(game.to_dict()["market"][side]):
            assert parts["market"][CARD_CODES.index(code)] == sign * (column + 1)
    assert np.count_nonzero(parts["market"]) == c.NUM_SLOTS


def test_astrology_shows_the_top_of_each_deck():
    game = Game(num_players=2, seed=8, astrology=True)
    parts = o.unpack(seen(game, 1))
    decks = game.to_dict()["decks"]
    assert parts["market"][CARD_CODES.index(decks["east"][0])] == 7
    assert parts["market"][CARD_CODES.index(decks["west"][0])] == -7


def test_a_mask_is_only_for_the_deciding_seat():
    game = Game(num_players=3, seed=1)
    for seat in range(3):
        mask = game.observe(seat)["action_mask"]
        assert mask.any() == (seat == game.deciding_player)
