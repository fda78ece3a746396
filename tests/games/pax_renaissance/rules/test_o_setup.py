"""O: the solo game: setup, options, difficulty, and how it is won."""

from typing import Any

import pytest

from paxren_env import Game
from paxren_env.games.pax_renaissance.actions import DECLARE, FAIR, NO
from paxren_env.games.pax_renaissance.constants import DEFAULT_SOLO_TOP_CARDS, VICTORY_NAMES
from paxren_env.games.pax_renaissance.solo.places import WON
from tests.games.pax_renaissance.positions import legal, row, take
from tests.games.pax_renaissance.solo import (
    bot_turn,
    deeds,
    florins,
    human_turn,
    kings,
    path,
    pawns,
    republics,
    shop,
)

pytestmark = pytest.mark.interpreted

SEEDS = (1, 2, 3)
KAPPELER = "PREN145X"  # red text: declaring Imperial costs two actions
RED_SEA_FLEET = "PREN127X"  # the same for Globalization
COMETS = {"COMET1", "COMET2", "COMET3", "COMET4"}


# --- OX1: setup -----------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", SEEDS)
def test_ob_the_player_is_fugger_with_3_florins_and_moves_first(seed):
    """OX1."""
    g = Game(num_players=1, seed=seed)
    player = g.to_dict()["players"][0]
    assert player["bank"] == "fugger" and player["florins"] == 3
    assert g.turn_player == 0 and g.deciding_player == 0 and g.decision == "main"
    assert g.history == [] and g.notes == []


@pytest.mark.parametrize("seed", SEEDS)
def test_ob_the_bot_has_4_florins_and_the_three_other_first_concessions(seed):
    """OX1."""
    g = Game(num_players=1, seed=seed)
    table = g.to_dict()
    assert table["borders"] == {
        "france-holy_roman_empire": ["pawn 0"],
        "aragon-papal_states": ["pawn 1"],
        "mamluk-ottoman": ["pawn 1"],
        "england-portugal": ["pawn 1"],
    }
    bot = table["players"][1]
    assert bot["florins"] == 4 and bot["bank"] != "fugger"
    assert bot["hand"] == bot["east"] == bot["west"] == []


@pytest.mark.parametrize("name", ["1550", "age_of_reformation"])
def test_ob_other_maps_keep_the_banks_of_the_solo_game(name):
    table = Game(num_players=1, seed=1, map=name).to_dict()
    assert [player["florins"] for player in table["players"]] == [3, 4]
    owners = sorted(tokens for tokens in table["borders"].values())
    assert owners == [["pawn 0"], ["pawn 1"], ["pawn 1"], ["pawn 1"]]


def test_hole_1_the_bot_has_10_pawns_of_one_colour_and_7_in_reserve():
    supply = Game(num_players=1, seed=1).states["supply"][0]
    pawns_left = dict(zip(("0", "1", "2", "3"), supply[6:10].tolist(), strict=True))
    assert pawns_left == {"0": 9, "1": 7, "2": 0, "3": 0}


@pytest.mark.parametrize("seed", SEEDS)
def test_ob_each_deck_is_8_cards_on_2_comets_and_8_cards(seed):
    """OX1: 12 are left of each deck; the top 2 and the market have no comet."""
    table = Game(num_players=1, seed=seed).to_dict()
    for side, comets in (("east", {"COMET1", "COMET2"}), ("west", {"COMET3", "COMET4"})):
        deck = table["decks"][side]
        assert len(deck) == 12
        top, bottom = split(deck, 2)
        assert not set(top) & COMETS
        assert len(bottom) == 10 and set(bottom) & COMETS == comets
        market = [card for card, _ in table["market"][side]]
        assert len(market) == 6 and not set(market) & COMETS
        assert all(florins == 0 for _, florins in table["market"][side])


def split(deck, top):
    """The cards drawn first, and the rest; a deck is written with the next card first."""
    g = Game(num_players=1, seed=SEEDS[0])
    before = g.to_dict()["decks"]["east"]
    g.step(FAIR)
    g.step(NO)
    drawn_first = before[0] not in g.to_dict()["decks"]["east"]
    return (deck[:top], deck[top:]) if drawn_first else (deck[-top:], deck[:-top])


def test_ob_the_rest_is_as_for_two_players():
    solo, two = Game(num_players=1, seed=5).to_dict(), Game(num_players=2, seed=5).to_dict()
    for part in ("cities", "religions", "emporia", "thrones", "victories", "discard"):
        assert solo[part] == two[part]


def test_oa_the_fair_adds_one_florin_as_with_two_players():
    g = human_turn(human={}, market=shop())
    g.step(FAIR)
    assert florins(g, 0) == 1 and g.to_dict()["market"]["east"][0] == [None, 0]


@pytest.mark.parametrize(("crowns", "enough"), [(2, False), (3, True)])
def test_oa_the_imperial_margin_is_three_as_with_two_players(crowns, enough):
    human = {"west": kings("england", "france", "aragon")[:crowns]}
    assert bool(legal(human_turn(human=human, victories=["imperial"]), DECLARE)) == enough


# --- difficulty -----------------------------------------------------------------------------------
@pytest.mark.parametrize("top", [6, 7, 8, 12])
def test_difficulty_is_the_number_of_cards_on_top_of_the_comets(top):
    table = Game(num_players=1, seed=4, solo_top_cards=top).to_dict()
    for side in ("east", "west"):
        assert len(table["decks"][side]) == top + 10 - 6
        market = {card for card, _ in table["market"][side]}
        assert not market & COMETS


def test_difficulty_with_fewer_than_6_on_top_a_comet_can_be_in_the_opening_market():
    markets = [
        {card for side in ("east", "west") for card, _ in table["market"][side]}
        for table in (Game(num_players=1, seed=s, solo_top_cards=0).to_dict() for s in range(5))
    ]
    assert any(market & COMETS for market in markets)


# --- options --------------------------------------------------------------------------------------
def test_options_of_the_solo_game_and_their_defaults():
    options = Game(num_players=1, seed=1).options
    assert options["num_players"] == 1 and options["solo_top_cards"] == 8
    assert (options["solo_florins"], options["solo_search"]) == ("skip", "twice")
    assert DEFAULT_SOLO_TOP_CARDS == 8
    chosen = {"solo_top_cards": 10, "solo_florins": "refuse", "solo_search": "once"}
    options = Game(num_players=1, seed=1, **chosen).options
    assert {name: options[name] for name in chosen} == chosen


def test_options_survive_a_position():
    g = Game(num_players=1, seed=1, solo_florins="refuse", solo_search="once", solo_top_cards=9)
    assert Game.from_dict(g.to_dict()).options == g.options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"solo_top_cards": -1}, "option 'solo_top_cards' is a whole number from 0"),
        ({"solo_top_cards": "8"}, "option 'solo_top_cards' is a whole number"),
        ({"solo_top_cards": True}, "option 'solo_top_cards' is a whole number"),
        ({"solo_florins": "pay"}, "option 'solo_florins' is one of 'skip', 'refuse', not 'pay'"),
        ({"solo_search": 2}, "option 'solo_search' is one of 'twice', 'once', not 2"),
        ({"ruleset": "2021"}, "the solo game has ruleset 'v1.4'"),
        ({"ruleset": "1e"}, "the solo game has ruleset 'v1.4'"),
        ({"bankruptcy": True}, "the solo game has no option 'bankruptcy'"),
        ({"extended": True}, "the solo game has no option 'extended'"),
    ],
)
def test_bad_options_of_the_solo_game_are_refused_by_name(options, message):
    with pytest.raises(ValueError, match=r"option|solo") as error:
        Game(num_players=1, seed=1, **options)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "options", [{"solo_top_cards": 9}, {"solo_florins": "refuse"}, {"solo_search": "once"}]
)
def test_solo_options_are_refused_with_more_players(options):
    (name,) = options
    with pytest.raises(ValueError, match=name):
        Game(num_players=2, seed=1, **options)


# --- 1.4: how the player wins ---------------------------------------------------------------------
def test_o6a_the_player_wins_by_declaring():
    g = human_turn(human={"west": kings("england", "france", "aragon")}, victories=["imperial"])
    take(g, "declare the imperial victory")
    assert g.is_over and g.winners == [0] and g.victory == "imperial"
    assert g.returns.tolist() == [1, -1]


BOT_AGAIN = {
    "turn": {"player": 1},
    "pending": [{"frame": "bot", "player": 1, "place": 0, "tried": 0, "achieved": 0}],
}


# --- W1 -------------------------------------------------------------------------------------------
THREE_KINGS = {"west": kings("england", "france", "aragon")}


def won(g, victory):
    """The bot has won so, before any action."""
    assert g.is_over and g.winners == [1] and g.victory == victory and deeds(g) == []
    assert g.notes == [(0, WON + VICTORY_NAMES.index(victory))]
    return True


def test_w1_the_bot_declares_an_active_victory_at_the_start_of_its_turn():
    assert won(bot_turn(THREE_KINGS, victories=["imperial"]), "imperial")


def test_w1_needs_an_active_square():
    g = bot_turn(THREE_KINGS, victories=["holy"])
    assert not g.is_over and path(g)


def test_w1_needs_the_conditions():
    g = bot_turn(THREE_KINGS, {"east": kings("hungary")}, victories=["imperial"])
    assert not g.is_over  # two more than the player are not three


def test_w1_renaissance():
    bot = {"west": [*republics("england"), "PREN043"]}  # 2 Law
    assert won(bot_turn(bot, victories=["renaissance"]), "renaissance")


def test_w1_globalization():
    board = {"borders": pawns(bot=("england-france", "aragon-france"))}
    g = bot_turn({"west": ["PREN139X"]}, victories=["globalization"], **board)
    assert won(g, "globalization")


def test_w1_holy():
    board = {"thrones": {"mamluk": {"bishop": "green"}}, "cities": {"cairo": "green rook"}}
    assert won(bot_turn({"east": ["PREN061"]}, victories=["holy"], **board), "holy")


def test_hole_13_w1_two_actions_pay_for_a_declaration_with_a_surcharge():
    human = {"west": [KAPPELER]}
    assert won(bot_turn(THREE_KINGS, human, victories=["imperial"]), "imperial")


def test_o6b_the_bot_never_declares_in_the_middle_of_its_turn():
    """It sells the card with the gold bishop, which makes Islam supreme, and an action is left."""
    bot = {"old_maids": ["PREN078"], "west": ["PREN097X", {"card": "PREN135X", "bishop": "gold"}]}
    board = {"thrones": {"mamluk": {"bishop": "green"}}, "cities": {"cairo": "green rook"}}
    g = bot_turn(bot, victories=["holy"], **board)
    assert "sell PREN135X" in deeds(g)
    assert not g.is_over and g.turn_player == 0
    assert won(Game.from_dict({**g.to_dict(), **BOT_AGAIN}), "holy")  # at the start of the next one


# --- W2 -------------------------------------------------------------------------------------------
COMET_AT_1 = shop(east={1: "COMET1"})


def test_w2_the_bot_buys_a_comet_and_declares():
    """OX7."""
    assert won(bot_turn({**THREE_KINGS, "florins": 1}, market=COMET_AT_1), "imperial")


def test_w2_the_byzantine_square_is_only_in_the_promo():
    """More Kings than the player, and more prestige in the religion with the most theocracies."""
    bot = {"florins": 1, "west": [*kings("england"), "PREN134X"]}
    board = {"religions": {"england": "catholic", "france": "catholic"}, "market": COMET_AT_1}
    assert won(bot_turn(bot, options={"map": "age_of_reformation"}, **board), "byzantine")
    assert not bot_turn(bot, **board).is_over


def test_w2_a_comet_that_lies_face_down_is_not_for_sale():
    g = bot_turn({**THREE_KINGS, "florins": 1}, market=shop(east={0: "COMET1"}))
    assert not g.is_over


def test_w2_needs_the_price_of_the_comet():
    g = bot_turn(THREE_KINGS, market=COMET_AT_1)
    assert not g.is_over
    g = bot_turn({**THREE_KINGS, "florins": 2}, market=shop(west={3: "COMET3"}))
    assert not g.is_over
    g = bot_turn({**THREE_KINGS, "florins": 3}, market=shop(west={3: "COMET3"}))
    assert won(g, "imperial")


def test_w2_is_impossible_with_a_surcharge():
    """OX7, hole 13: with Kappeler Milchsuppe in play three actions would be needed."""
    for bot, human in (
        ({**THREE_KINGS, "florins": 1}, {"west": [KAPPELER]}),
        ({"west": [*THREE_KINGS["west"], KAPPELER], "florins": 1}, {}),
    ):
        g = bot_turn(bot, human, market=COMET_AT_1)
        assert not g.is_over and "buy east 1" not in deeds(g)


def test_w2_needs_an_inactive_square_whose_conditions_are_met():
    g = bot_turn({"florins": 1, "west": kings("england")}, market=COMET_AT_1)
    assert not g.is_over


@pytest.mark.parametrize(
    ("bot", "board", "victory"),
    [
        ({"west": [*republics("england"), "PREN043"]}, {}, "renaissance"),
        (
            {"west": ["PREN139X"]},
            {"borders": pawns(bot=("england-france", "aragon-france"))},
            "globalization",
        ),
        (
            {"east": ["PREN061"]},
            {"thrones": {"mamluk": {"bishop": "green"}}, "cities": {"cairo": "green rook"}},
            "holy",
        ),
    ],
)
def test_w2_any_of_the_four_victories(bot, board, victory):
    assert won(bot_turn({**bot, "florins": 1}, market=COMET_AT_1, **board), victory)


def test_w2_a_comet_behind_a_loaded_card_costs_as_hole_7_says():
    market = shop(east={1: ("PREN084", 1), 2: "COMET1"})
    bot = {**THREE_KINGS, "florins": 1}
    assert won(bot_turn(bot, market=market), "imperial")
    g = bot_turn({**bot, "florins": 2}, market=market, options={"solo_florins": "refuse"})
    assert not g.is_over


def test_1_7_outside_w2_the_bot_never_buys_a_comet_but_its_fair_may_discard_one():
    g = bot_turn({"florins": 5}, market=shop(east={0: ("COMET2", 0), 1: "COMET1"}))
    assert not any(deed.startswith("buy") for deed in deeds(g))
    assert "fair east" in deeds(g) and "COMET2" in g.to_dict()["discard"]
    assert g.to_dict()["victories"] == []


# --- W3 -------------------------------------------------------------------------------------------
NO_DECKS: dict[str, Any] = {"decks": {"east": [], "west": []}}
FULL = {
    "east": row("PREN062", "PREN063", "PREN064", "PREN065", "PREN066", "PREN067"),
    "west": row("PREN012", "PREN013", "PREN015", "PREN017", "PREN019", "PREN020"),
}
PATRON = {"west": ["PREN131X", "PREN132X"], "florins": 9}


def test_w3_the_bot_wins_when_the_market_cannot_be_filled_after_the_players_turn():
    """OX9: although the player has more Patron prestige and more florins."""
    g = human_turn(human=PATRON, market=FULL, **NO_DECKS)
    g.step(FAIR)
    assert not g.is_over
    g.step(NO)
    assert g.is_over and g.winners == [1] and g.returns.tolist() == [-1, 1]


def test_w3_is_also_tested_after_the_turn_of_the_bot():
    g = bot_turn({}, PATRON, market=FULL, **NO_DECKS)  # poor: a fair leaves a gap
    assert "fair east" in deeds(g)
    assert g.is_over and g.winners == [1]


def test_w3_hole_2_both_decks_must_be_empty():
    """A gap of the East is filled from the West as long as that deck has a card."""
    decks = {"east": [], "west": ["PREN021", "PREN022", "PREN023", "PREN025"]}
    g = human_turn(human=PATRON, market=FULL, decks=decks)
    g.step(FAIR)
    g.step(NO)
    assert not g.is_over and g.turn_player == 0  # the bot has played too
    assert all(card is not None for card, _ in g.to_dict()["market"]["east"])


def test_w3_a_turn_that_leaves_no_gap_does_not_end_the_game():
    g = human_turn(human={"west": ["PREN034"]}, market=FULL, **NO_DECKS)
    take(g, "sell Merchants of the Staple")
    g.step(NO)
    assert "fair east" in deeds(g)  # it is the fair of the bot that ends it
    assert g.is_over and g.winners == [1]
