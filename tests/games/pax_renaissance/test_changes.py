"""What an answer changed, in words: every kind of change, and nothing that is hidden."""

import random

import pytest

from paxren_env import Game
from paxren_env.core.record import view
from paxren_env.games.pax_renaissance import constants, tables
from paxren_env.games.pax_renaissance.text.changes import changes

pytestmark = pytest.mark.interpreted

HIDDEN = (constants.IN_BOX, constants.IN_DECK, constants.IN_HAND)


def position(me=None, **rest):
    players = [{"bank": "medici", **(me or {})}, {"bank": "fugger"}]
    turn = {"did_something": True}
    return view(Game.from_dict({"players": players, "turn": turn, **rest}).states, 0)


def told(before, after):
    return changes(position(**before), position(**after))


CARLOTTA = {"card": "SQ_ottoman", "queens": ["PREN077"]}
CASES = {
    "money gained": ({}, {"me": {"florins": 3}}, ["Medici +3 florins"]),
    "money lost": ({"me": {"florins": 1}}, {}, ["Medici −1 florin"]),
    "a token comes": ({}, {"cities": {"london": "gold rook"}}, ["gold rook in London"]),
    "a token goes": ({"cities": {"cairo": "red rook"}}, {}, ["red rook gone from Cairo"]),
    "one token for another": (
        {"cities": {"london": "gold rook"}},
        {"cities": {"london": "red knight"}},
        ["gold rook gone from London", "red knight in London"],
    ),
    "a concession": (
        {},
        {"borders": {"england-france": ["pawn 1"]}},
        ["Fugger pawn on the England-France border"],
    ),
    "a pirate": (
        {"borders": {"england-france": ["green pirate"]}},
        {},
        ["green pirate gone from the England-France border"],
    ),
    "a bishop": (
        {"me": {"east": ["PREN058"]}},
        {"me": {"east": [{"card": "PREN058", "bishop": "gold"}]}},
        ["gold bishop on The Grim"],
    ),
    "repressed": (
        {},
        {"thrones": {"england": {"repressed": {"gold knight": 2}}}},
        ["2 × gold knight repressed in England"],
    ),
    "freed": (
        {"thrones": {"england": {"repressed": {"gold knight": 1}}}},
        {},
        ["gold knight no longer repressed in England"],
    ),
    "a theocracy": ({}, {"religions": {"england": "reformist"}}, ["England now Reformist"]),
    "a trade shift": ({}, {"emporia": {"west": "red_sea"}}, ["West route now from the Red Sea"]),
    "a King": ({}, {"me": {"west": ["SQ_england"]}}, ["England now a King of Medici"]),
    "a Republic": (
        {"me": {"west": ["SQ_england"]}},
        {"me": {"west": [{"card": "SQ_england", "face": "republic"}]}},
        ["England now a Republic of Medici"],
    ),
    "a vassal": (
        {"me": {"east": ["SQ_ottoman"]}},
        {"me": {"east": [{"card": "SQ_ottoman", "vassals": ["SQ_mamluk"]}]}},
        ["Mamluk now a vassal of Ottoman (Medici)"],
    ),
    "back in the throne": ({"me": {"west": ["SQ_england"]}}, {}, ["England now in its throne"]),
    "a wedding": (
        {"me": {"hand": ["PREN077"], "east": ["SQ_ottoman"]}},
        {"me": {"east": [CARLOTTA]}},
        ["Hürrem Sultan Roxelana Queen of Ottoman"],
    ),
    "an old maid": (
        {"me": {"hand": ["PREN077"]}},
        {"me": {"old_maids": ["PREN077"]}},
        ["Hürrem Sultan Roxelana an old maid of Medici"],
    ),
    "a discard": ({"me": {"east": ["PREN058"]}}, {"discard": ["PREN058"]}, ["The Grim discarded"]),
    "a card played": ({"me": {"hand": ["PREN058"]}}, {"me": {"east": ["PREN058"]}}, []),
    "a purchase": (
        {"market": {"east": [["PREN061", 0], ["PREN058", 0], *[[None, 0]] * 4]}},
        {"me": {"hand": ["PREN058"]}},
        [],
    ),
    "a comet": ({}, {"victories": ["holy"]}, ["the holy victory now active"]),
}


@pytest.mark.parametrize("case", CASES)
def test_a_change_in_words(case):
    before, after, words = CASES[case]
    assert told(before, after) == words


def test_a_queen_who_waits_for_her_suitor_is_not_yet_an_old_maid():
    game = Game.from_dict(
        {
            "options": {"auto_forced": False},
            "players": [{"bank": "medici", "hand": ["PREN077"]}, {"bank": "fugger"}],
        }
    )
    before = game.states.copy()
    game.step(game.parse_action("play"))
    assert game.decision == "suitor"
    assert changes(view(before, 0), view(game.states, 0)) == []


def test_bankruptcy_is_told():
    game = Game(num_players=3, seed=1, bankruptcy=True)
    after = game.states.copy()
    after["eliminated"][0, 0] = 1
    name = tables.BANK_TITLES[game.states["bank"][0, 0]]
    assert changes(view(game.states, 0), view(after, 0)) == [f"{name} bankrupt"]


@pytest.mark.parametrize("seed", range(4))
def test_no_change_is_told_of_what_stays_and_nothing_hidden_is_named(seed):
    game, rng = Game(num_players=2 + seed % 3, seed=seed, auto_forced=False), random.Random(seed)
    while not game.is_over:
        before = game.states.copy()
        assert changes(view(before, 0), view(before, 0)) == []
        game.step(rng.choice(game.legal_actions()))
        words = changes(view(before, 0), view(game.states, 0))
        places = game.states["place"][0]
        for card in range(constants.NUM_CARDS):
            if places[card] in HIDDEN:
                name = tables.CARD_NAMES[card]
                assert not any(word.startswith(name) for word in words), (name, words)
