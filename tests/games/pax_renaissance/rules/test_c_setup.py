"""C: setup, over many seeds."""

import pytest

from paxren_env import Game
from paxren_env.games.pax_renaissance.constants import COMET, TOKEN_NAMES
from paxren_env.games.pax_renaissance.tables import CARD_CODES, CARD_KIND, CARD_SIDE

pytestmark = pytest.mark.interpreted

SEEDS = range(25)
PLAYERS = (2, 3, 4)
START_BORDERS = {
    "fugger": "france-holy_roman_empire",
    "medici": "aragon-papal_states",
    "coeur": "mamluk-ottoman",
    "marchionni": "england-portugal",
}
ORDER = ("fugger", "marchionni", "medici", "coeur")  # along the white route
COMETS = {"east": {"COMET1", "COMET2"}, "west": {"COMET3", "COMET4"}}
IS_COMET = {code: CARD_KIND[card] == COMET for card, code in enumerate(CARD_CODES[:177])}
SIDE = {code: ("east", "west")[CARD_SIDE[card]] for card, code in enumerate(CARD_CODES[:177])}

every_table = pytest.mark.parametrize("players", PLAYERS)


def setups(players, **options):
    """The table of every seed at the beginning."""
    return [Game(players, seed=seed, **options).to_dict() for seed in SEEDS]


# --- the map --------------------------------------------------------------------------------------
@every_table
def test_c1_papal_states_and_mamluk_begin_as_theocracies(players):
    for table in setups(players):
        theocracies = {e: r for e, r in table["religions"].items() if r != "medieval"}
        assert theocracies == {"papal_states": "catholic", "mamluk": "islamic"}


@every_table
def test_c1_tana_and_trebizond_are_open(players):
    for table in setups(players):
        assert table["emporia"] == {"east": "tana", "west": "trebizond"}


@every_table
def test_c4_the_capitals_hold_the_token_printed_on_them(players):
    for table in setups(players):
        assert table["cities"] == {
            "london": "gold rook", "paris": "gold knight", "vienna": "gold rook",
            "buda": "gold knight", "tana": "green knight", "toledo": "gold knight",
            "valencia": "gold knight", "venice": "gold knight",
            "constantinople_1": "green rook", "constantinople_2": "green knight",
            "constantinople_3": "green knight", "cairo": "green rook",
        }  # fmt: skip


@every_table
def test_c6_every_square_sits_in_its_throne_with_nothing_on_it(players):
    for table in setups(players):
        assert len(table["thrones"]) == 10
        assert all(square == {} for square in table["thrones"].values())
        assert table["victories"] == [] and table["discard"] == []


# --- the banks ------------------------------------------------------------------------------------
@every_table
def test_c2_each_player_has_a_bank_and_a_concession_on_its_border(players):
    for table in setups(players):
        banks = [player["bank"] for player in table["players"]]
        assert len(set(banks)) == players
        assert table["borders"] == {
            START_BORDERS[bank]: [f"pawn {seat}"] for seat, bank in enumerate(banks)
        }


@every_table
def test_c2_every_bank_is_dealt_to_every_seat_sooner_or_later(players):
    tables = [Game(players, seed=seed).to_dict() for seed in range(80)]
    for seat in range(players):
        assert {table["players"][seat]["bank"] for table in tables} == set(START_BORDERS)


@every_table
def test_c7_whose_concession_is_farthest_along_the_white_route_begins(players):
    for table in setups(players):
        banks = [player["bank"] for player in table["players"]]
        first = min(range(players), key=lambda seat: ORDER.index(banks[seat]))
        assert table["first_player"] == table["turn"]["player"] == first


@every_table
def test_c8_the_first_player_has_three_florins_and_each_next_one_more(players):
    for table in setups(players):
        first = table["first_player"]
        florins = [table["players"][(first + i) % players]["florins"] for i in range(players)]
        assert florins == [3, 4, 5, 6][:players]


@every_table
def test_c2_hands_and_tableaux_are_empty(players):
    for table in setups(players):
        for player in table["players"]:
            assert [player[key] for key in ("hand", "old_maids", "east", "west")] == [[]] * 4


# --- decks and market -----------------------------------------------------------------------------
@every_table
def test_c5_decks_hold_fourteen_and_four_a_player_less_the_market(players):
    for table in setups(players):
        for side in ("east", "west"):
            assert len(table["decks"][side]) == 14 + 4 * players - 6


@every_table
def test_c5_the_comets_are_in_the_bottom_fourteen(players):
    for table in setups(players):
        for side, comets in COMETS.items():
            deck = table["decks"][side]
            assert comets <= set(deck[-14:])
            assert not comets & set(deck[:-14])


def test_c5_a_comet_may_be_anywhere_in_the_bottom_fourteen():
    places = set()
    for seed in range(150):
        deck = Game(2, seed=seed).to_dict()["decks"]["east"][-14:]
        places |= {i for i, code in enumerate(deck) if IS_COMET[code]}
    assert places == set(range(14))


@every_table
def test_c5_each_deck_and_row_holds_different_cards_of_its_side(players):
    for table in setups(players):
        for side in ("east", "west"):
            dealt = [*table["decks"][side], *(cell[0] for cell in table["market"][side])]
            assert len(set(dealt)) == 14 + 4 * players
            assert {SIDE[code] for code in dealt} == {side}
            assert not any(code.endswith("P") for code in dealt)


def test_c5_every_base_card_is_dealt_sooner_or_later():
    dealt = set()
    for seed in range(60):
        table = Game(4, seed=seed).to_dict()
        for side in ("east", "west"):
            dealt |= {*table["decks"][side], *(cell[0] for cell in table["market"][side])}
    assert len(dealt) == 168
    assert sum(SIDE[code] == "east" for code in dealt) == 74


@every_table
def test_c6_the_market_holds_twelve_cards_no_comet_no_florins(players):
    for table in setups(players):
        cells = [*table["market"]["east"], *table["market"]["west"]]
        assert len(cells) == 12
        assert all(not IS_COMET[code] and florins == 0 for code, florins in cells)


# --- the pool -------------------------------------------------------------------------------------
@every_table
def test_c3_the_pool_is_the_supply_less_what_is_on_the_map(players):
    game = Game(players, seed=1)
    supply = dict(zip(TOKEN_NAMES, game.states["supply"][0].tolist()))
    pawns = {f"pawn {seat}": 9 if seat < players else 0 for seat in range(4)}
    assert supply == {
        "gold knight": 10 - 5, "green knight": 7 - 3, "red knight": 7,
        "gold rook": 10 - 2, "green rook": 7 - 2, "red rook": 7,
        **pawns,
        "gold pirate": 6, "green pirate": 4, "red pirate": 3,
        "gold bishop": 5, "green bishop": 5, "red bishop": 5,
    }  # fmt: skip


@every_table
def test_c7_the_first_player_may_hold_both_fairs_and_must_act(players):
    for seed in SEEDS:
        game = Game(players, seed=seed)
        names = {game.action_name(action) for action in game.legal_actions()}
        assert {"hold the East fair", "hold the West fair"} <= names
        assert "end the turn" not in names
