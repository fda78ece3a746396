"""O2, O3, O8: the table of the bot, cell by cell."""

import pytest

from paxren_env.games.pax_renaissance.actions import AGENT, CITY, NO, OP, SPACE, YES
from tests.games.pax_renaissance.positions import row
from tests.games.pax_renaissance.solo import (
    COMMERCE,
    FAIR,
    LAST_RESORT,
    MAIN,
    OVERRIDE,
    PRESTIGE,
    SALE,
    SECONDARY,
    START,
    TRIGGER,
    bishop_on,
    borders,
    bot_turn,
    cards_of,
    cities,
    deeds,
    florins,
    human_turn,
    in_words,
    kings,
    passes,
    path,
    pawns,
    read_row,
    repressed,
    republics,
    said,
    shop,
)

pytestmark = pytest.mark.interpreted

ZIONIST_STATE = "PREN168X"  # Mamluk: green pirates are red bishops and units; Reformist
# Cards by what they are used for here.
THE_BOLD = "PREN028"  # France: conspiracy, two gold knights
CROMWELL = "PREN026"  # England: reformation, two red knights; Reformist
CRUSADE = "PREN029"  # Holy Land Crusade, Mamluk: crusade, two gold knights; Catholic
ANTIPOPE = "PREN004"  # France: reformation, red bishop; Reformist
MARY = "PREN048"  # queen: France, England, Portugal, HRE; Law
CATHERINE = "PREN162X"  # queen: France, Aragon, HRE; no prestige
ELEPHANT = "PREN002"  # The West: apostasy Reformist/Catholic, gold bishop; no prestige
BARBAROSSA = "PREN062"  # Papal States: apostasy Reformist/Islamic, green pirate; no prestige
KAPPELER, HERMETICISM = "PREN145X", "PREN136X"  # red text: Imperial, Holy
RED_SEA_FLEET = "PREN127X"  # Mamluk: red text Globalization; own pawn; repress rook
CAXTON = "PREN147X"  # England: own pawn, no one-shot; Law
ACADEMIA = "PREN103X"  # Hungary: Discovery; counts as a Republic for Renaissance
VOTE_WEST, VOTE_EAST = "PREN150X", "PREN165X"  # Catalan Pactists, Transylvanian Saxons
BEHEAD = "PREN088"  # Cem Anti-Hostage, Ottoman: behead, siege; no prestige
SIEGE = "PREN144X"  # Mons Meg, England: siege
REPRESS = "PREN051"  # Kingmaker, England: repress a rook, siege
SHIFT = "PREN105X"  # Franco-Ottoman Navy, Aragon: trade shift to Novgorod, gold pirate; Discovery
FREE_WEST = "PREN134X"  # Mining Engineer: free West ops; Catholic
REFORMIST_WEST, ISLAMIC_EAST = "PREN005", "PREN061"

PLAYER_KINGS = {"west": kings("england", "aragon")}


def trigger(number, bot=None, human=None, actions=2, **rest):
    """Whether the trigger of a row holds for the bot."""
    return read_row(human_turn(bot, human, **rest), number, actions)[0]


def override(number, bot=None, human=None, **rest):
    return read_row(human_turn(bot, human, **rest), number)[1]


def performed(g):
    """The ops that were performed, one after the other."""
    return [in_words(action) for action in g.history if OP <= action < CITY]


# --- triggers -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("bot", "human", "holds"),
    [
        ({}, {}, False),
        ({}, {"west": kings("england")}, False),
        ({}, {"west": kings("england", "france")}, True),
        ({"east": kings("hungary")}, {"west": kings("england", "france")}, False),
        ({"east": kings("hungary")}, {"west": kings("england", "france", "aragon")}, True),
        ({}, {"west": republics("england", "france")}, False),
        ({}, {"west": [{"card": "SQ_england", "vassals": ["SQ_france"]}]}, True),
        ({"west": kings("england", "france")}, {}, False),
    ],
)
def test_o8_row_1_the_player_has_two_kingdoms_more_vassals_included(bot, human, holds):
    assert trigger(1, bot, human) == holds


@pytest.mark.parametrize(
    ("bot", "human", "holds"),
    [
        ({}, {}, False),
        ({}, {"west": republics("england")}, True),
        ({"east": republics("hungary")}, {"west": republics("england")}, False),
        ({"east": republics("hungary")}, {"west": republics("england", "france")}, True),
        ({}, {"west": kings("england")}, False),
    ],
)
def test_o8_row_2_the_bot_has_fewer_republics(bot, human, holds):
    assert trigger(2, bot, human) == holds


def test_o8_row_2_academia_is_no_republic_outside_the_renaissance_victory():
    """RULINGS AB: counts_as_republic is for L6, 'not a Republic for anything else'."""
    assert not trigger(2, {}, {"east": [ACADEMIA]})
    assert trigger(2, {"east": [ACADEMIA]}, {"west": republics("england")})


@pytest.mark.parametrize(
    ("board", "holds"),
    [
        ({"venice": "gold knight"}, True),
        ({"venice": "gold knight", "cairo": "green rook"}, False),
        ({"paris": "gold knight", "buda": "gold knight"}, False),  # not in theocracies
        ({"venice": "green knight"}, False),  # no believer there
        ({"cairo": "green rook", "cyprus": "green rook", "venice": "gold knight"}, True),
    ],
)
def test_o8_row_3_a_religion_has_more_believers_in_its_theocracies_than_all_others(board, holds):
    assert trigger(3, cities=board) == holds


def test_o8_row_3_more_than_the_other_two_together():
    tokens = {"cairo": "green rook", "cyprus": "green rook", "venice": "gold knight"}
    religions = {"england": "reformist"}
    assert trigger(3, cities=tokens, religions=religions)
    assert not trigger(3, cities={**tokens, "london": "red rook"}, religions=religions)


def test_hole_12_row_3_pirates_on_the_borders_of_theocracies_are_believers():
    board = {"cities": {"venice": "gold knight"}}
    assert trigger(3, **board)
    assert not trigger(3, **board, borders={"mamluk-ottoman": ["green pirate"]})


def test_hole_12_row_3_the_abilities_of_l3_count_too():
    """Zionist State: a green pirate is a red unit beside Reformist Aragon."""
    board = {"religions": {"aragon": "reformist"}, "borders": {"aragon-portugal": ["green pirate"]}}
    assert read_row(human_turn({}, {"east": [ZIONIST_STATE]}, **board), 3)[0]
    assert not read_row(human_turn({}, {}, **board), 3)[0]


@pytest.mark.parametrize(
    ("bishops", "holds"),
    [
        ((), False),
        (("green",), True),
        (("green", "gold"), False),
        (("green", "green", "gold"), True),
        (("green", "green", "gold", "red"), False),
    ],
)
def test_o8_row_4_a_religion_has_more_bishops_than_all_others(bishops, holds):
    thrones = ("ottoman", "mamluk", "england", "france")
    placed = {throne: {"bishop": b} for throne, b in zip(thrones, bishops, strict=False)}
    assert trigger(4, thrones=placed) == holds


def test_o8_dominance_is_not_supremacy():
    """Each row has its own dominant religion."""
    board = {"cities": {"venice": "gold knight"}, "thrones": {"ottoman": {"bishop": "green"}}}
    g = human_turn(**board)
    assert read_row(g, 3)[2] != read_row(g, 4)[2]
    assert read_row(g, 3)[0] and read_row(g, 4)[0]


@pytest.mark.parametrize(
    ("human", "bot", "holds"),
    [
        ((), (), False),
        (("england-france",), (), False),
        (("england-france", "aragon-france"), (), True),
        (("england-france", "aragon-france"), ("mamluk-ottoman",), False),
    ],
)
def test_o8_row_5_the_player_has_two_concessions_more(human, bot, holds):
    assert trigger(5, borders=pawns(human, bot)) == holds


def test_o8_row_5_patrons_are_no_concessions():
    """Sahn-i Seman counts them only for the Globalization victory."""
    human = {"east": ["PREN102X"], "west": ["PREN131X", "PREN132X"]}
    assert not trigger(5, {}, human)


def test_o8_row_6_two_actions_are_left():
    assert trigger(6, actions=2) and not trigger(6, actions=1)


@pytest.mark.parametrize(
    ("actions", "coins", "holds"), [(1, 9, True), (2, 3, False), (2, 2, True), (2, 0, True)]
)
def test_o8_row_7_one_action_is_left_or_fewer_than_three_florins(actions, coins, holds):
    assert trigger(7, {"florins": coins}, actions=actions) == holds


# --- overrides ------------------------------------------------------------------------------------
def test_o8_override_of_row_1_is_an_active_imperial_square():
    assert override(1, victories=["imperial"])
    assert not override(1, victories=["holy", "renaissance", "globalization"])


LAW, DISCOVERY, ISLAMIC = {"west": [CAXTON]}, {"west": ["PREN139X"]}, {"east": [ISLAMIC_EAST]}


@pytest.mark.parametrize(
    ("number", "victory", "card"),
    [(2, "renaissance", LAW), (5, "globalization", DISCOVERY)],
)
def test_o8_override_of_rows_2_and_5_unless_the_bot_leads_in_prestige(number, victory, card):
    assert override(number, victories=[victory])  # none on both sides
    assert override(number, {}, card, victories=[victory])
    assert not override(number, card, {}, victories=[victory])
    others = {"holy", "imperial", "renaissance", "globalization"} - {victory}
    assert not override(number, {}, card, victories=sorted(others))


SUPREME_ISLAM = {"thrones": {"mamluk": {"bishop": "green"}}, "cities": {"cairo": "green rook"}}


@pytest.mark.parametrize("number", [3, 4])
def test_o8_override_of_rows_3_and_4_unless_the_bot_leads_in_the_supreme_religion(number):
    assert override(number, victories=["holy"], **SUPREME_ISLAM)
    assert override(number, {}, ISLAMIC, victories=["holy"], **SUPREME_ISLAM)
    assert not override(number, ISLAMIC, {}, victories=["holy"], **SUPREME_ISLAM)
    catholic = {"west": ["PREN134X"]}
    assert override(number, catholic, {}, victories=["holy"], **SUPREME_ISLAM)
    assert not override(number, {}, ISLAMIC, victories=["imperial"], **SUPREME_ISLAM)


def test_hole_11_without_a_supreme_religion_the_dominant_one_of_the_row_is_compared():
    board = {"cities": {"venice": "gold knight"}, "thrones": {"ottoman": {"bishop": "green"}}}
    catholic = {"west": ["PREN134X"]}
    assert not override(3, catholic, {}, victories=["holy"], **board)
    assert override(4, catholic, {}, victories=["holy"], **board)
    assert not override(4, ISLAMIC, {}, victories=["holy"], **board)
    assert override(3, ISLAMIC, {}, victories=["holy"], **board)


@pytest.mark.parametrize("number", [6, 7])
def test_o8_rows_6_and_7_have_no_override(number):
    assert not override(number, victories=["holy", "imperial", "renaissance", "globalization"])


# --- row 1, main: remove a Kingdom of the player, or acquire one ----------------------------------
def test_o8_row_1_main_by_a_coronation():
    bot = {"florins": 1}
    g = bot_turn(bot, PLAYER_KINGS, market=shop(west={1: MARY}), cities={"paris": "gold knight"})
    assert path(g) == [(1, MAIN)] and deeds(g) == ["buy west 1", f"play {MARY}"]
    assert cards_of(g, 1) == ["SQ_france", MARY] and florins(g) == 0


def test_o8_row_1_main_by_a_civil_war():
    human = {"west": kings("france", "aragon")}
    board = {"cities": {"paris": "gold knight"}, "market": shop(west={1: THE_BOLD})}
    g = bot_turn({"florins": 1}, human, **board)
    assert path(g) == [(1, MAIN)]
    assert set(cards_of(g, 1)) == {THE_BOLD, "SQ_france"} and cards_of(g, 0) == ["SQ_aragon"]


def test_o8_row_1_main_by_a_religious_war():
    board = {"cities": {"london": "gold rook"}, "market": shop(west={1: CROMWELL})}
    g = bot_turn({"florins": 1}, PLAYER_KINGS, **board)
    assert path(g) == [(1, MAIN)] and g.to_dict()["religions"]["england"] == "reformist"
    assert set(cards_of(g, 1)) == {CROMWELL, "SQ_england"}


def test_o8_row_1_main_by_an_apostasy():
    human = {"west": [*kings("papal_states", "england"), REFORMIST_WEST]}
    g = bot_turn({"florins": 1}, human, market=shop(west={1: ELEPHANT}))
    assert path(g) == [(1, MAIN)]
    assert cards_of(g, 0) == ["SQ_england"] and cards_of(g, 1) == [ELEPHANT]


def test_o8_row_1_main_by_a_vote():
    human = {"west": kings("england"), "east": kings("ottoman")}
    g = bot_turn({"west": [VOTE_WEST]}, human, borders=pawns(bot=("england-france",)))
    assert path(g)[0] == (1, MAIN) and deeds(g)[0] == "ops west"
    assert set(cards_of(g, 1)) == {VOTE_WEST, "SQ_england"} and cards_of(g, 0) == ["SQ_ottoman"]


def test_o8_row_1_main_by_a_beheading():
    human = {"west": kings("england"), "east": kings("ottoman")}
    g = bot_turn({"east": [BEHEAD]}, human)
    assert path(g)[0] == (1, MAIN) and deeds(g)[0] == "ops east"
    assert cards_of(g, 0) == ["SQ_england"]
    assert cards_of(g, 1) == []  # F3: who kills a King dies too


def test_o8_row_1_main_by_a_campaign_that_costs_the_last_florin():
    """7.2."""
    human = {"west": kings("england", "france"), "east": kings("ottoman")}
    g = bot_turn({"florins": 1, "east": kings("hungary")}, human, cities={"buda": "gold knight"})
    assert path(g)[0] == (1, MAIN) and deeds(g)[0] == "ops east"
    assert len(cards_of(g, 1)) == 2


def test_hole_10_row_1_the_bullets_order_the_ops():
    """Vote before behead before campaign, whatever their sides and places in the tableau."""
    human = {"west": kings("england", "france"), "east": kings("ottoman")}
    board = {"borders": pawns(bot=("england-portugal",)), "cities": {"buda": "gold knight"}}
    hungary = kings("hungary")
    for west, east, op in (
        ([VOTE_WEST], [*hungary, BEHEAD], "vote:west"),
        ([], [*hungary, BEHEAD], "behead"),
        ([], hungary, "campaign"),
    ):
        g = bot_turn({"florins": 1, "west": west, "east": east}, human, **board)
        assert path(g)[0] == (1, MAIN) and performed(g)[0] == op


def test_hole_10_then_the_east():
    """Either side could besiege a Kingdom of the player."""
    human = {"west": kings("england"), "east": kings("ottoman")}
    board = {"cities": {"london": "gold rook", "modon": "red rook"}}
    g = bot_turn({"west": [SIEGE], "east": ["PREN090"]}, human, **board)
    assert path(g)[0] == (1, SECONDARY) and deeds(g)[0] == "ops east"
    assert cities(g) == {"london": "gold rook"}


def test_hole_10_an_op_prepares_a_campaign():
    """The knight of Buda meets one defender everywhere; Modon is besieged first, then he wins."""
    human = {"west": kings("england", "france"), "east": kings("ottoman")}
    tokens = {"buda": "gold knight", "modon": "red rook", "vienna": "gold rook",
              "tana": "green knight", "venice": "gold knight", "cairo": "green rook"}  # fmt: skip
    bot = {"florins": 1, "east": kings("hungary")}
    g = bot_turn({**bot, "east": [*bot["east"], "PREN090"]}, human, cities=tokens)
    assert path(g)[0] == (1, MAIN) and performed(g) == ["siege", "campaign"]
    assert "SQ_ottoman" in cards_of(g, 1) and "SQ_ottoman" not in cards_of(g, 0)
    g = bot_turn(bot, human, cities=tokens)
    assert (1, MAIN) not in path(g) and performed(g) == []


def test_hole_9_the_card_that_acts_is_the_first_from_the_left():
    """Who kills a King dies too: outermost in the West, next to the board in the East."""
    human = {"west": kings("england"), "east": kings("ottoman")}
    g = bot_turn({"west": ["PREN006", "PREN128X"]}, human)
    assert performed(g) == ["behead"] and cards_of(g, 0) == ["SQ_ottoman"]
    assert cards_of(g, 1) == ["PREN006"]
    g = bot_turn({"east": [BEHEAD, "PREN058"]}, human)
    assert performed(g) == ["behead"] and cards_of(g, 0) == ["SQ_england"]
    assert cards_of(g, 1) == ["PREN058"]


def test_5_2_row_1_a_purchase_is_tried_before_ops():
    human = {"west": kings("france", "england")}
    board = {"borders": pawns(bot=("england-portugal",)), "cities": {"paris": "gold knight"}}
    bot = {"florins": 1, "west": [VOTE_WEST]}
    g = bot_turn(bot, human, market=shop(west={1: THE_BOLD}), **board)
    assert path(g) == [(1, MAIN)] and deeds(g) == ["buy west 1", f"play {THE_BOLD}"]
    g = bot_turn({**bot, "florins": 0}, human, market=shop(west={1: THE_BOLD}), **board)
    assert deeds(g)[0] == "ops west"


def test_5_2_no_purchase_with_one_action():
    """After the vote The Bold could weaken France, but he takes both actions."""
    human = {"west": kings("england", "france")}
    bot = {"florins": 1, "west": [VOTE_WEST]}
    board = {"cities": FULL_FRANCE, "market": shop(west={1: THE_BOLD})}
    g = bot_turn(bot, human, borders=pawns(bot=("england-portugal",)), **board)
    assert path(g) == [(1, MAIN), (7, FAIR)] and deeds(g) == ["ops west", "fair east"]
    g = bot_turn(bot, human, **board)  # without a vote he is bought
    assert path(g) == [(1, SECONDARY)] and deeds(g) == ["buy west 1", f"play {THE_BOLD}"]


def test_5_2_the_market_is_scanned_from_left_to_right_the_east_first():
    """Hole 9: by column, the East before the West."""
    human = {"west": kings("france", "england"), "east": kings("ottoman")}
    goths = "PREN088"  # Ottoman: conspiracy, two rooks
    for east, west, bought in ((2, 1, THE_BOLD), (1, 2, goths), (1, 1, goths), (2, 2, goths)):
        market = shop(east={east: goths}, west={west: THE_BOLD})
        g = bot_turn({"florins": 2}, human, market=market)
        assert path(g) == [(1, MAIN)] and deeds(g)[1] == f"play {bought}"


def test_5_1_a_kingdom_in_its_throne_is_a_target_too_if_it_can_be_acquired():
    """The Bold fights in France: against one defender he wins, against three he does not."""
    board = {"cities": {"paris": "gold knight"}, "market": shop(west={1: THE_BOLD})}
    g = bot_turn({"florins": 1}, PLAYER_KINGS, **board)
    assert path(g) == [(1, MAIN)] and "SQ_france" in cards_of(g, 1)
    board = {"cities": {"paris": "gold knight", "lyon": "gold knight", "bruges": "gold rook"}}
    g = bot_turn({"florins": 1}, PLAYER_KINGS, market=shop(west={1: THE_BOLD}), **board)
    assert not any(deed.startswith("buy") for deed in deeds(g))


def test_o9_a_card_of_a_region_fights_where_it_wins_against_the_fewest():
    """Janissaries: Ottoman has no defender, Hungary one, Byzantium and Mamluk have two."""
    human = {"east": kings("hungary", "ottoman", "byzantium")}
    tokens = {"buda": "gold knight", "tana": "green knight", "caffa": "gold knight",
              "cairo": "green rook", "cyprus": "green rook"}  # fmt: skip
    g = bot_turn({"florins": 1}, human, market=shop(east={1: "PREN067"}), cities=tokens)
    assert path(g) == [(1, MAIN)] and "SQ_ottoman" in cards_of(g, 1)
    tokens |= {"modon": "red rook", "rhodes": "gold rook"}
    g = bot_turn({"florins": 1}, human, market=shop(east={1: "PREN067"}), cities=tokens)
    assert path(g) == [(1, MAIN)] and "SQ_hungary" in cards_of(g, 1)


# --- row 1, secondary: weaken a Kingdom of the player ---------------------------------------------
FULL_FRANCE = {"paris": "gold knight", "lyon": "gold knight", "bruges": "gold rook"}


def test_o8_row_1_secondary_by_a_civil_war_that_is_lost():
    human = {"west": kings("france", "aragon")}
    g = bot_turn({"florins": 1}, human, market=shop(west={1: THE_BOLD}), cities=FULL_FRANCE)
    assert path(g) == [(1, SECONDARY)] and deeds(g) == ["buy west 1", f"play {THE_BOLD}"]
    assert len(cities(g)) == 1 and cards_of(g, 0) == ["SQ_france", "SQ_aragon"]


def test_o8_row_1_secondary_by_a_religious_war_that_is_not_victorious():
    """OX3, the printed example, but the card goes to the West."""
    human = {"west": kings("england"), "east": kings("mamluk")}
    heretics = {"cairo": "green rook", "cyprus": "green rook"}
    g = bot_turn({"florins": 1}, human, market=shop(west={1: CRUSADE}), cities=heretics)
    assert path(g) == [(1, SECONDARY)] and deeds(g) == ["buy west 1", f"play {CRUSADE}"]
    assert cities(g) == {} and "SQ_mamluk" in cards_of(g, 0)
    assert g.to_dict()["religions"]["mamluk"] == "islamic"
    assert g.to_dict()["players"][1]["west"] == [CRUSADE]


def test_ox3_variation_without_a_heretic_the_crusade_is_not_bought_for_row_1():
    human = {"west": kings("england"), "east": kings("mamluk")}
    for tokens in ({}, {"cairo": "gold rook", "cyprus": "gold rook"}):
        g = bot_turn({"florins": 1}, human, market=shop(west={1: CRUSADE}), cities=tokens)
        assert all(number != 1 for number, _ in path(g))


def test_o8_row_1_secondary_by_siege():
    g = bot_turn({"west": [SIEGE]}, PLAYER_KINGS, cities={"london": "gold rook"})
    assert path(g)[0] == (1, SECONDARY) and deeds(g)[0] == "ops west"
    assert cities(g) == {} and repressed(g, "england") == {}


def test_o8_row_1_secondary_by_repress_which_stands_before_siege():
    g = bot_turn({"west": [REPRESS]}, PLAYER_KINGS, cities={"london": "gold rook"})
    assert path(g)[0] == (1, SECONDARY)
    assert cities(g) == {} and repressed(g, "england") == {"gold rook": 1}


def test_o8_row_1_secondary_only_kingdoms_of_the_player_are_weakened():
    """London stands in no Kingdom of his."""
    human = {"west": kings("france", "aragon")}
    g = bot_turn({"west": [SIEGE]}, human, cities={"london": "gold rook"})
    assert path(g)[0] == (7, FAIR) and cities(g)["london"] == "gold rook"


def test_o8_row_1_secondary_leaves_republics_alone():
    """The siege of a Republic is for row 2, and for no row if the bot has a Republic as well."""
    human = {"west": [*kings("france", "aragon"), *republics("england")]}
    tokens = {"london": "gold rook"}
    g = bot_turn({"west": [SIEGE]}, human, cities=tokens)
    assert path(g)[0] == (2, SECONDARY) and cities(g) == {}
    g = bot_turn({"west": [SIEGE], "east": republics("byzantium")}, human, cities=tokens)
    assert path(g)[0] == (7, FAIR) and cities(g) == tokens


TIMBUKTU_OPEN = {"emporia": {"east": "timbuktu"}, "cities": {"timbuktu": "green rook"}}


def test_o8_row_1_secondary_by_a_trade_shift():
    """4.1: the disk that moves to Timbuktu represses the rook there."""
    human = {"west": kings("england", "aragon")}
    g = bot_turn({"florins": 1}, human, market=shop(east={1: SHIFT}), **TIMBUKTU_OPEN)
    assert path(g) == [(1, SECONDARY)] and deeds(g) == ["buy east 1", f"play {SHIFT}"]
    assert cities(g) == {} and repressed(g, "aragon") == {"green rook": 1}
    human = {"west": kings("england", "france")}  # Aragon is not his
    g = bot_turn({"florins": 1}, human, market=shop(east={1: SHIFT}), **TIMBUKTU_OPEN)
    assert path(g) == [(6, MAIN)]


# --- row 1, prestige ------------------------------------------------------------------------------
def test_o8_row_1_prestige_red_text_for_imperial():
    for card in (KAPPELER, "PREN154X"):
        g = bot_turn({"florins": 1}, PLAYER_KINGS, market=shop(west={1: card}))
        assert path(g) == [(1, PRESTIGE)] and cards_of(g, 1) == [card]


def test_o3a_the_prestige_cell_costs_at_most_one_florin_net():
    """Hole 4: the price less the florins on the card."""
    for column, on_it, bought in ((1, 0, True), (2, 0, False), (2, 1, True), (3, 1, False)):
        market = shop(west={column: (KAPPELER, on_it)})
        g = bot_turn({"florins": 5}, PLAYER_KINGS, market=market)
        assert (path(g)[0] == (1, PRESTIGE)) == bought
        assert (KAPPELER in cards_of(g, 1)) == bought


def test_o3a_the_prestige_cell_of_an_override_row_has_no_limit():
    board = {"market": shop(west={4: KAPPELER}), "victories": ["imperial"]}
    g = bot_turn({"florins": 4}, PLAYER_KINGS, **board)
    assert path(g) == [(1, PRESTIGE)] and passes(g) == [OVERRIDE] and florins(g) == 0


def test_o3a_an_active_square_of_another_row_is_no_override():
    board = {"market": shop(west={4: KAPPELER}), "victories": ["holy"]}
    g = bot_turn({"florins": 4}, PLAYER_KINGS, **board)
    assert path(g)[0][0] == 7 and KAPPELER not in cards_of(g, 1)


def test_o8_row_1_buys_no_prestige():
    """Michelangelo, a patron, is bought by row 6."""
    g = bot_turn({"florins": 1}, PLAYER_KINGS, market=shop(west={1: "PREN131X"}))
    assert path(g) == [(6, MAIN)]


# --- row 2, main: remove or acquire a Republic ----------------------------------------------------
def test_o8_row_2_main_by_a_civil_war():
    human = {"west": republics("france")}
    board = {"cities": {"paris": "gold knight"}, "market": shop(west={1: THE_BOLD})}
    g = bot_turn({"florins": 1}, human, **board)
    assert path(g) == [(2, MAIN)] and "SQ_france" in cards_of(g, 1) and cards_of(g, 0) == []


def test_o8_row_2_main_by_a_civil_war_in_a_kingdom_of_the_bot():
    """B11: a strawman makes it a Republic."""
    bot = {"florins": 1, "west": kings("france")}
    g = bot_turn(bot, {"west": republics("england")}, market=shop(west={1: THE_BOLD}))
    assert path(g) == [(2, MAIN)]
    assert {"card": "SQ_france", "face": "republic"} in g.to_dict()["players"][1]["west"]


def test_o8_row_2_main_by_a_religious_war():
    board = {"cities": {"london": "gold rook"}, "market": shop(west={1: CROMWELL})}
    g = bot_turn({"florins": 1}, {"west": republics("england")}, **board)
    assert path(g) == [(2, MAIN)] and cards_of(g, 0) == []


def test_o8_row_2_main_by_a_vote():
    board = {"borders": pawns(bot=("england-france",))}
    g = bot_turn({"west": [VOTE_WEST]}, {"west": republics("england")}, **board)
    assert path(g)[0] == (2, MAIN) and "SQ_england" in cards_of(g, 1)


def test_o8_row_2_main_by_a_vote_in_a_kingdom_of_the_bot():
    bot = {"west": [VOTE_WEST, *kings("england")]}
    board = {"borders": pawns(bot=("england-france",))}
    g = bot_turn(bot, {"east": republics("hungary")}, **board)
    assert path(g)[0] == (2, MAIN)
    assert {"card": "SQ_england", "face": "republic"} in g.to_dict()["players"][1]["west"]


def test_o8_row_2_main_by_a_beheading():
    g = bot_turn({"east": [BEHEAD]}, {"east": republics("ottoman")})
    assert path(g)[0] == (2, MAIN) and cards_of(g, 0) == [] and cards_of(g, 1) == []


def test_o8_row_2_main_by_a_campaign():
    bot = {"florins": 1, "east": kings("hungary")}
    g = bot_turn(bot, {"east": republics("ottoman")}, cities={"buda": "gold knight"})
    assert path(g)[0] == (2, MAIN) and cards_of(g, 1) == ["SQ_hungary", "SQ_ottoman"]


def test_hole_10_row_2_the_bullets_order_the_ops():
    """Vote before behead before campaign, whatever their sides and places in the tableau."""
    human = {"west": republics("england"), "east": republics("ottoman")}
    board = {"borders": pawns(bot=("england-portugal",)), "cities": {"buda": "gold knight"}}
    hungary = kings("hungary")
    for west, east, op in (
        ([VOTE_WEST], [*hungary, BEHEAD], "vote:west"),
        ([], [*hungary, BEHEAD], "behead"),
        ([], hungary, "campaign"),
    ):
        g = bot_turn({"florins": 1, "west": west, "east": east}, human, **board)
        assert path(g)[0] == (2, MAIN) and performed(g)[0] == op


def test_o8_row_2_main_by_an_apostasy():
    human = {"east": republics("ottoman"), "west": [REFORMIST_WEST]}
    g = bot_turn({"florins": 1}, human, market=shop(east={1: BARBAROSSA}))
    assert path(g) == [(2, MAIN)] and cards_of(g, 0) == [] and cards_of(g, 1) == [BARBAROSSA]


def test_o9_row_2_a_strawman_war_succeeds_too_and_the_fewest_defenders_decide():
    """Dithmarschen: the own England has none, the Republic France of the player has one."""
    bot = {"florins": 1, "west": kings("england")}
    board = {
        "borders": {**pawns(bot=("aragon-france",)), "england-france": ["gold pirate"]},
        "cities": {"paris": "gold knight"},
        "market": shop(west={1: "PREN041"}),
    }
    g = bot_turn(bot, {"west": republics("france")}, **board)
    assert path(g) == [(2, MAIN)]
    assert {"card": "SQ_england", "face": "republic"} in g.to_dict()["players"][1]["west"]
    assert cards_of(g, 0) == ["SQ_france"]


# --- row 2, secondary and prestige ----------------------------------------------------------------
def test_o8_row_2_secondary_by_a_law_card_whatever_it_costs():
    g = bot_turn({"florins": 3}, {"west": republics("france")}, market=shop(west={3: CAXTON}))
    assert path(g) == [(2, SECONDARY)] and cards_of(g, 1) == [CAXTON] and florins(g) == 0


def test_o8_row_2_secondary_by_a_lost_war():
    board = {"market": shop(west={1: THE_BOLD}), "cities": FULL_FRANCE}
    g = bot_turn({"florins": 1}, {"west": republics("france")}, **board)
    assert path(g) == [(2, SECONDARY)] and len(cities(g)) == 1


def test_o8_row_2_secondary_by_a_lost_religious_war():
    board = {"market": shop(west={1: CROMWELL})}
    tokens = {"london": "gold rook", "bordeaux": "gold knight"}
    g = bot_turn({"florins": 1}, {"west": republics("england")}, cities=tokens, **board)
    assert path(g) == [(2, SECONDARY)] and cities(g) == {}


def test_o8_row_2_secondary_by_repress_and_by_siege():
    for card, kept in ((REPRESS, {"gold rook": 1}), (SIEGE, {})):
        g = bot_turn(
            {"west": [card]}, {"west": republics("england")}, cities={"london": "gold rook"}
        )
        assert path(g)[0] == (2, SECONDARY)
        assert cities(g) == {} and repressed(g, "england") == kept


def test_o8_row_2_secondary_leaves_kingdoms_alone():
    """London stands in a Kingdom, the Republic is empty."""
    human = {"west": [*kings("england"), *republics("france")]}
    g = bot_turn({"west": [SIEGE]}, human, cities={"london": "gold rook"})
    assert path(g)[0] == (7, FAIR) and cities(g) == {"london": "gold rook"}


def test_o8_row_2_secondary_by_a_trade_shift():
    """4.1: the disk that moves to Timbuktu represses the rook there."""
    for squares, expected in (
        (republics("aragon"), (2, SECONDARY)),
        (republics("france"), (6, MAIN)),
        ([*republics("france"), *kings("aragon")], (6, MAIN)),
    ):
        board = {"market": shop(east={1: SHIFT}), **TIMBUKTU_OPEN}
        g = bot_turn({"florins": 1}, {"west": squares}, **board)
        assert path(g) == [expected] and cards_of(g, 1) == [SHIFT]


@pytest.mark.parametrize(("number", "squares"), [(1, kings), (2, republics)])
def test_o8_rows_1_and_2_secondary_one_of_them_is_weaker_whatever_the_others_are(number, squares):
    """Conquistadors: Trebizond is busted, but both knights of the card must go to Portugal."""
    human = {"east": squares("byzantium"), "west": squares("portugal")}
    board = {"cities": {"trebizond": "red rook"}, "market": shop(west={1: "PREN021"})}
    g = bot_turn({"florins": 1, "east": [ACADEMIA]}, human, **board)
    assert path(g) == [(number, SECONDARY)] and repressed(g, "byzantium") == {"red rook": 1}
    assert list(cities(g).values()) == ["gold knight", "gold knight"]


def test_o8_row_2_has_no_red_text():
    market = shop(east={1: RED_SEA_FLEET})
    g = bot_turn({"florins": 1}, {"west": republics("england")}, market=market)
    assert path(g)[0] == (7, FAIR) and cards_of(g, 1) == []


def test_o8_row_2_prestige_law():
    """Repressing, for free, earns the florin for Caxton: too late for the secondary objective."""
    bot = {"west": [FREE_WEST, REPRESS]}
    human = {"west": republics("england")}
    board = {"cities": {"london": "gold rook"}, "market": shop(west={1: CAXTON})}
    g = bot_turn(bot, human, **board)
    assert path(g) == [(2, SECONDARY), (2, PRESTIGE)] and CAXTON in cards_of(g, 1)
    board["market"] = shop(west={2: CAXTON})  # O3a: more than one florin
    g = bot_turn({"florins": 1, **bot}, human, **board)
    assert path(g) == [(2, SECONDARY), (6, MAIN)] and CAXTON in cards_of(g, 1)
    g = bot_turn({"florins": 1, **bot}, human, **board, victories=["renaissance"])
    assert path(g) == [(2, SECONDARY), (2, PRESTIGE)] and passes(g) == [OVERRIDE, OVERRIDE]


# --- row 3, main: fewer tokens of the dominant religion in theocracies, or more of others ---------
GOLD = {"venice": "gold knight"}  # Catholics dominate
GREEN = {"cairo": "green rook"}  # Muslims dominate


def test_o8_row_3_main_by_a_civil_war():
    """Damascus Coffee: the rook of Cairo dies with the agent."""
    g = bot_turn({"florins": 1}, cities=GREEN, market=shop(east={1: "PREN082"}))
    assert path(g) == [(3, MAIN)] and cities(g) == {}


def test_o8_row_3_main_by_a_religious_war():
    g = bot_turn({"florins": 1}, cities=GREEN, market=shop(west={1: CRUSADE}))
    assert path(g) == [(3, MAIN)] and g.to_dict()["religions"]["mamluk"] == "catholic"
    assert list(cities(g).values()) == ["gold knight"]


def test_o8_row_3_main_by_repress():
    g = bot_turn({"east": [RED_SEA_FLEET]}, cities=GREEN)
    assert path(g)[0] == (3, MAIN) and repressed(g, "mamluk") == {"green rook": 1}
    assert cities(g) == {}


def test_o8_row_3_main_by_siege():
    g = bot_turn({"west": ["PREN055"]}, cities=GOLD)
    assert path(g)[0] == (3, MAIN) and "venice" not in cities(g)


def test_o8_row_3_main_by_a_tax_whose_levy_is_no_believer():
    """Circassian Mamluks tax the bot's own concession: gold rook in Cyprus."""
    board = {"cities": GREEN, "borders": pawns(bot=("mamluk-ottoman",))}
    g = bot_turn({"florins": 2, "east": ["PREN164X"]}, **board)
    assert path(g)[0] == (3, MAIN) and deeds(g)[0] == "ops east"
    assert cities(g) == {"cairo": "green rook", "cyprus": "gold rook"}


def test_hole_10_a_tax_by_the_second_empire_of_the_border_if_the_first_does_not_serve():
    """Bashi-bazouk taxes the bot itself: a levy of Ottoman is no goal, one of Mamluk is."""
    board = {"cities": {"cairo": "green rook"}, "borders": pawns(bot=("mamluk-ottoman",))}
    g = bot_turn({"florins": 2, "east": ["PREN069"]}, **board)
    assert path(g)[0] == (3, MAIN) and deeds(g)[0] == "ops east"
    assert cities(g)["cyprus"] == "gold rook"


def test_hole_10_row_3_the_bullets_order_the_ops():
    """Repress before siege before tax."""
    board = {"cities": GREEN, "borders": pawns(bot=("mamluk-ottoman",))}
    for cards, op in (
        (["PREN065", RED_SEA_FLEET], "repress"),  # tax or siege, repress or tax
        (["PREN065"], "siege"),
        (["PREN164X"], "tax"),
    ):
        g = bot_turn({"florins": 2, "east": cards}, **board)
        assert path(g)[0] == (3, MAIN) and performed(g)[0] == op


def test_hole_10_ops_that_are_not_named_serve_too():
    """Row 3 by a corsair: the gold pirate comes to the Papal States. Row 4 by a vote (B11f)."""
    pirate = {"aragon-portugal": ["gold pirate"]}
    g = bot_turn({"west": ["PREN013"]}, cities=GREEN, borders=pirate)
    assert path(g)[0] == (3, MAIN) and performed(g) == ["corsair:catholic"]
    assert borders(g) in (
        {"aragon-papal_states": ["gold pirate"]},
        {"ottoman-papal_states": ["gold pirate"]},
    )
    human = {"west": [{"card": "SQ_england", "bishop": "green"}]}
    g = bot_turn({"west": [VOTE_WEST]}, human, borders=pawns(bot=("england-portugal",)))
    assert path(g)[0] == (4, MAIN) and performed(g) == ["vote:west"]
    assert "SQ_england" in cards_of(g, 1) and bishop_on(g, "SQ_england") is None


def test_o8_row_3_main_by_agents_of_another_religion():
    """Mamluk Slave Soldiers, no jihad: their green knight goes to a city of Mamluk."""
    g = bot_turn({"florins": 1}, cities=GOLD, market=shop(east={1: "PREN065"}))
    assert path(g) == [(3, MAIN)]
    assert sorted(cities(g).values()) == ["gold knight", "green knight"]


def test_o8_row_3_main_by_agents_of_a_card_without_a_one_shot():
    """The Timar System: a green rook into the East, of which only Mamluk is a theocracy."""
    g = bot_turn({"florins": 1}, cities=GOLD, market=shop(east={1: "PREN084"}))
    assert path(g) == [(3, MAIN)]
    assert {"cairo", "cyprus"} & set(cities(g)) and "green rook" in cities(g).values()


def test_o8_row_3_main_agents_of_the_dominant_religion_do_not_serve():
    """The Timar System again, while Islam dominates."""
    g = bot_turn({"florins": 1}, cities=GREEN, market=shop(east={1: "PREN084"}))
    assert not any(deed.startswith("buy") for deed in deeds(g))


@pytest.mark.parametrize(
    ("card", "tokens", "serves"),
    [
        ("PREN013", {"cairo": "green rook"}, True),  # gold pirate, Aragon: next to Papal States
        ("PREN013", {"venice": "gold knight"}, False),  # of the dominant religion
        ("PREN017", {"cairo": "green rook"}, False),  # red pirate, England: no theocracy is near
    ],
)
def test_o8_row_3_main_by_a_pirate_agent(card, tokens, serves):
    g = bot_turn({"florins": 1}, cities=tokens, market=shop(west={1: card}))
    assert ((3, MAIN) in path(g)) == serves == (card in cards_of(g, 1))
    assert (borders(g) == {"aragon-papal_states": ["gold pirate"]}) == serves


def test_o8_row_3_main_by_an_apostasy_that_discards_the_zionist_state():
    """Papal Elephant: then the green pirate beside Reformist Aragon is a red unit no more."""
    board = {
        "religions": {"aragon": "reformist"},
        "borders": {"aragon-portugal": ["green pirate"]},
        "thrones": {"england": {"bishop": "gold"}},  # as many as the pirate counts for: no row 4
    }
    human = {"east": [ZIONIST_STATE], "west": ["PREN134X"]}  # Reformist and Catholic: guilty
    g = bot_turn({"florins": 1}, human, market=shop(west={1: "PREN002"}), **board)
    assert path(g) == [(3, MAIN)] and ZIONIST_STATE not in cards_of(g, 0)


def test_o8_row_3_main_by_a_trade_shift():
    """4.1; the gold pirate finds no border for itself, so it is for the one-shot."""
    board = {"religions": {"aragon": "islamic"}, "market": shop(east={1: SHIFT}), **TIMBUKTU_OPEN}
    own = pawns(bot=("aragon-papal_states", "aragon-portugal"))
    g = bot_turn({"florins": 1}, borders=own, **board)
    assert path(g) == [(3, MAIN)] and deeds(g) == ["buy east 1", f"play {SHIFT}"]
    assert cities(g) == {} and repressed(g, "aragon") == {"green rook": 1} and borders(g) == own


def test_o8_row_3_main_by_a_trade_fair():
    """The East fair with a voyage levies the gold rook of Cyprus."""
    g = bot_turn({}, cities=GREEN, market=shop(east={0: 1}))
    assert path(g)[0] == (3, MAIN) and deeds(g)[0] == "fair east"
    assert cities(g)["cyprus"] == "gold rook"


def test_o8_row_3_main_by_the_other_fair_if_the_better_one_does_not_serve():
    """The West pays two florins, the East one; but only the East finds room in a theocracy."""
    board = {"borders": pawns(bot=("aragon-portugal",)), "market": shop(east={0: 1}, west={0: 3})}
    venice = {"venice": "green rook"}  # full, and no believer
    g = bot_turn({}, cities=venice, **board)  # no religion is dominant
    assert path(g)[0] == (7, FAIR) and deeds(g)[0] == "fair west"
    g = bot_turn({}, cities={**venice, **GREEN}, **board)
    assert path(g) == [(3, MAIN), (7, FAIR)] and deeds(g) == ["fair east", "fair west"]
    assert cities(g)["cyprus"] == "gold rook" and florins(g) == 3
    g = bot_turn({}, cities=GREEN, **board)  # in Venice there is room for the West
    assert path(g)[0] == (3, MAIN) and deeds(g)[0] == "fair west"


def test_o8_row_3_main_no_fair_without_such_a_levy():
    """Only a believer would come: Cairo and the Red Sea are green, Cyprus is taken."""
    board = {"cities": {"cyprus": "green rook"}, "market": shop(east={0: 1})}
    g = bot_turn({}, **board)
    assert path(g)[0][0] == 7


# --- row 3, secondary: fewer theocracies of the dominant religion, or more of others --------------
def test_o8_row_3_secondary_by_a_religious_war():
    """The red knights of Germany win France for the Reformation and stay at home."""
    tokens = {**GREEN, "nurnberg": "red knight", "vienna": "red knight", "paris": "gold knight"}
    g = bot_turn({"florins": 1}, cities=tokens, market=shop(west={1: ANTIPOPE}))
    assert path(g) == [(3, SECONDARY)] and g.to_dict()["religions"]["france"] == "reformist"


def test_o8_row_3_secondary_by_a_vote_with_golden_liberty():
    """Hole 19: vote is an op. An empty Catholic theocracy of the player becomes medieval."""
    board = {
        "religions": {"aragon": "catholic"},
        "cities": {"valencia": "gold knight"},
        "borders": pawns(bot=("ottoman-papal_states",)),
    }
    g = bot_turn({"west": [VOTE_WEST]}, {"west": kings("papal_states")}, **board)
    assert path(g)[0] == (3, SECONDARY) and deeds(g)[0] == "ops west"
    assert g.to_dict()["religions"]["papal_states"] == "medieval"
    assert "SQ_papal_states" in cards_of(g, 1)


def test_o8_row_3_secondary_by_prestige_that_equals_the_players():
    """Dervishes bring the bot to one Islamic prestige."""
    board = {"cities": GREEN, "market": shop(east={2: "PREN060"})}
    g = bot_turn({"florins": 2}, {"east": ["PREN115X"]}, **board)
    assert path(g) == [(3, SECONDARY)] and "PREN060" in cards_of(g, 1)
    g = bot_turn({"florins": 2}, {"east": ["PREN115X", "PREN118X"]}, **board)
    assert (3, SECONDARY) not in path(g)  # one is fewer than two


def test_o8_row_3_secondary_after_dominance_ended():
    """Hole 6: the siege of Venice leaves no Catholic believer; still Catholics are the target."""
    bot = {"west": ["PREN055"], "east": [VOTE_EAST]}
    board = {"religions": {"hungary": "catholic"}, "borders": pawns(bot=("byzantium-hungary",))}
    g = bot_turn(bot, {"east": kings("hungary")}, cities=GOLD, **board)
    assert path(g) == [(3, MAIN), (3, SECONDARY)] and performed(g) == ["siege", "vote:east"]
    assert cities(g) == {} and g.to_dict()["religions"]["hungary"] == "medieval"


# --- row 3, prestige ------------------------------------------------------------------------------
@pytest.mark.parametrize("card", [HERMETICISM, "PREN137X", "PREN155X", "PREN156X"])
def test_o8_row_3_prestige_red_text_for_holy(card):
    g = bot_turn({"florins": 1}, cities=GREEN, market=shop(west={1: card}))
    assert path(g) == [(3, PRESTIGE)] and cards_of(g, 1) == [card]


def test_o8_row_3_prestige_red_text_comes_before_dominant_prestige():
    human = {"east": ["PREN115X", "PREN118X"]}
    market = shop(east={1: "PREN060"}, west={1: HERMETICISM})
    g = bot_turn({"florins": 1}, human, cities=GREEN, market=market)
    assert path(g) == [(3, PRESTIGE)] and cards_of(g, 1) == [HERMETICISM]
    g = bot_turn({"florins": 1}, human, cities=GREEN, market=shop(east={1: "PREN060"}))
    assert path(g) == [(3, PRESTIGE)] and cards_of(g, 1) == ["PREN060"]


# --- row 4, main: kill a bishop of the dominant religion, or acquire another ----------------------
GREEN_BISHOP = {"thrones": {"ottoman": {"bishop": "green"}}}


def bishop(card, colour="green"):
    return {"card": card, "bishop": colour}


def test_o8_row_4_main_by_a_beheading():
    """OX4: the targets are the Locations with a green bishop."""
    human = {"east": [bishop("PREN063")]}
    g = bot_turn({"east": [BEHEAD]}, human)
    assert path(g)[0] == (4, MAIN) and deeds(g)[0] == "ops east"
    assert cards_of(g, 0) == [] and cards_of(g, 1) == [BEHEAD]


def test_5_7_bishops_in_the_bots_own_tableau_are_the_first_targets():
    human = {"east": [bishop("PREN063")]}
    g = bot_turn({"east": [BEHEAD, bishop("PREN090")]}, human)
    assert path(g)[0] == (4, MAIN)
    assert cards_of(g, 0) == ["PREN063"] and "PREN090" not in cards_of(g, 1)


def test_5_7_from_left_to_right():
    """Hole 9: the outermost East card is the last one."""
    human = {"east": [bishop("PREN116X"), bishop("PREN063")]}
    g = bot_turn({"east": [BEHEAD]}, human)
    assert cards_of(g, 0) == ["PREN063"]


def test_5_7_from_left_to_right_in_the_west():
    """Hole 9: the outermost West card is the first one, and all West cards before the East."""
    behead = "PREN003"  # Grand Inquisitor, Portugal
    west, east = [bishop("PREN019"), bishop("PREN035")], [bishop("PREN122X")]
    g = bot_turn({"west": [behead]}, {"west": west, "east": east})
    assert path(g)[0] == (4, MAIN) and cards_of(g, 0) == ["PREN019", "PREN122X"]
    g = bot_turn({"west": [behead]}, {"west": west[:1], "east": east})
    assert cards_of(g, 0) == ["PREN122X"]
    g = bot_turn({"west": [behead, *west], "east": east})
    assert performed(g) == ["behead"] and "PREN035" not in cards_of(g, 1)
    assert "sell PREN035" not in deeds(g)


def test_5_7_the_target_comes_before_the_card_that_acts():
    """Cem, leftmost, could behead the player's bishop; but Vlad finds one of the bot's own."""
    bot = {"east": [BEHEAD, "PREN085", bishop("PREN086")]}
    g = bot_turn(bot, {"east": [bishop("PREN063")]})
    assert path(g)[0] == (4, MAIN) and performed(g) == ["behead"]
    assert cards_of(g, 1) == [BEHEAD, "PREN085"] and cards_of(g, 0) == ["PREN063"]


def test_hole_10_row_4_the_bullets_order_the_ops():
    """Behead before inquisitor: the Grand Inquisitor could do either."""
    human = {"west": [bishop("PREN034", "gold"), bishop("PREN035"), bishop("PREN038")]}
    for card, op in (("PREN003", "behead"), ("PREN140X", "inquisitor:catholic")):
        g = bot_turn({"west": [card]}, human)
        assert path(g)[0] == (4, MAIN) and performed(g)[0] == op


def test_o8_row_4_main_by_an_inquisitor():
    """Diet of Worms: the gold bishop joins a green one, both die."""
    human = {"west": [bishop("PREN034", "gold"), bishop("PREN035"), bishop("PREN038")]}
    g = bot_turn({"west": ["PREN140X"]}, human)
    assert path(g)[0] == (4, MAIN) and deeds(g)[0] == "ops west"
    assert [bishop_on(g, card) for card in ("PREN034", "PREN035", "PREN038")] == [
        None,
        None,
        "green",
    ]


def test_hole_10_an_inquisitors_bishop_is_looked_for_first_and_then_where_it_goes():
    """The bot's gold bishop to the player's England, not the player's to the bot's Portugal."""
    bot = {"west": [bishop("PREN034", "gold"), "PREN140X", bishop("PREN019")]}
    human = {
        "west": [bishop("PREN035", "gold"), "PREN038", bishop("PREN017")],
        "east": [bishop("PREN063")],
    }
    g = bot_turn(bot, human)
    assert path(g)[0] == (4, MAIN) and performed(g) == ["inquisitor:catholic"]
    assert bishop_on(g, "PREN034") is None and bishop_on(g, "PREN017") is None
    assert bishop_on(g, "PREN035") == "gold" and bishop_on(g, "PREN019") == "green"


def test_o8_row_4_main_by_a_card_with_a_bishop_of_another_religion():
    g = bot_turn({"florins": 2}, market=shop(west={2: "PREN156X"}), **GREEN_BISHOP)
    assert path(g) == [(4, MAIN)] and bishop_on(g, "PREN156X") == "gold"


def test_o8_row_4_main_by_a_pirate_that_counts_as_a_bishop():
    """L3, Zionist State: Tersâne-i Âmire brings a green pirate, which is a red bishop."""
    card = "PREN107X"
    board = {"thrones": {"england": {"bishop": "gold"}}, "market": shop(east={2: card})}
    g = bot_turn({"florins": 2}, {"east": [ZIONIST_STATE]}, **board)
    assert path(g) == [(4, MAIN)] and card in cards_of(g, 1)
    g = bot_turn({"florins": 2}, **board)
    assert (4, MAIN) not in path(g)


def test_o8_row_4_main_by_a_bishop_of_a_card_whose_one_shot_is_not_wanted():
    """Jesuits without a crusade."""
    g = bot_turn({"florins": 1}, market=shop(west={1: "PREN008"}), **GREEN_BISHOP)
    assert path(g) == [(4, MAIN)] and bishop_on(g, "PREN008") == "gold"


@pytest.mark.parametrize(
    ("card", "tokens", "concessions"),
    [
        ("PREN010", {**GOLD, **GREEN}, ("aragon-papal_states",)),  # a revolt: one against Venice
        (ANTIPOPE, {**FULL_FRANCE, "nurnberg": "red knight"}, ()),  # a reformation: one against 3
    ],
)
def test_7_8_a_card_whose_agents_reach_the_goal_is_not_bought_for_its_one_shot(
    card, tokens, concessions
):
    """Row 4 by a red bishop; the war would fail (O5h) and does not occur."""
    board = {"cities": tokens, "borders": pawns(bot=concessions), **GREEN_BISHOP}
    g = bot_turn({"florins": 1}, market=shop(west={1: card}), **board)
    assert path(g) == [(4, MAIN)] and said(g)[:3] == ["buy west 1", f"play {card}", "no"]
    assert cities(g) == tokens and borders(g) == board["borders"]
    assert cards_of(g, 1) == [card] and bishop_on(g, card) == "red"


def test_7_8_but_its_one_shot_occurs_if_it_gains_an_empire():
    """The same card and goal, France with one defender: the reformation wins."""
    tokens = {"paris": "gold knight", "nurnberg": "red knight", "vienna": "red knight"}
    g = bot_turn({"florins": 1}, market=shop(west={1: ANTIPOPE}), cities=tokens, **GREEN_BISHOP)
    assert path(g) == [(4, MAIN)] and said(g)[2] == "yes"
    assert "SQ_france" in cards_of(g, 1) and bishop_on(g, ANTIPOPE) == "red"


def test_o8_row_4_main_a_bishop_of_the_dominant_religion_does_not_serve():
    """Sahkulu's Revolt has a green bishop; only its prestige serves, in the next cell."""
    g = bot_turn({"florins": 1}, market=shop(east={1: "PREN115X"}), **GREEN_BISHOP)
    assert path(g) == [(4, SECONDARY)]


def test_o8_row_4_main_by_an_apostasy():
    human = {"west": [bishop(REFORMIST_WEST)], "east": ["PREN115X"]}
    g = bot_turn({"florins": 1}, human, market=shop(east={1: BARBAROSSA}))
    assert path(g) == [(4, MAIN)] and cards_of(g, 0) == []


def test_o8_row_4_main_by_a_sale():
    g = bot_turn({"west": [bishop("PREN034"), "PREN147X"]})
    assert path(g)[0] == (4, MAIN) and deeds(g)[0] == "sell PREN034"
    assert cards_of(g, 1) == ["PREN147X"] and florins(g) >= 2


MAMLUKS = "PREN164X"  # Circassian Mamluks: patrons are green bishops for holy victories


def test_hole_17_row_4_a_square_is_not_sold_for_the_bishop_on_it():
    """With Corvinus, a patron, one that counts as a green bishop would go; nor are they sold."""
    bot = {"east": [bishop("SQ_hungary"), MAMLUKS]}
    assert trigger(4, bot)
    g = bot_turn(bot)
    assert path(g) == [(7, FAIR), (7, SALE)] and bishop_on(g, "SQ_hungary") == "green"


def test_o8_row_4_main_no_queen_is_sold_for_the_bishop_on_her():
    """E3: she goes only with her King."""
    bot = {"west": [{"card": "SQ_england", "queens": [bishop(MARY)]}]}
    assert trigger(4, bot)
    g = bot_turn(bot)
    assert deeds(g) == ["fair east", "fair west"] and set(cards_of(g, 1)) == {"SQ_england", MARY}


def test_o8_row_4_main_only_a_bishop_of_the_dominant_religion_is_sold():
    bot = {"west": [bishop("PREN034", "gold")]}
    human = {"west": [bishop("PREN035"), bishop("PREN038")]}
    g = bot_turn(bot, human)
    assert all(number != 4 for number, _ in path(g))


def test_o8_row_4_main_by_a_war_that_takes_the_square_with_the_bishop():
    """4.1: the bullets are only a reminder; 5.2: the one-shot reaches the goal (B9: it is shed)."""
    human = {"west": [bishop("SQ_france")]}
    board = {"cities": {"paris": "gold knight"}, "market": shop(west={1: THE_BOLD})}
    g = bot_turn({"florins": 1}, human, **board)
    assert path(g) == [(4, MAIN)] and "SQ_france" in cards_of(g, 1)


# --- row 4, secondary and prestige ----------------------------------------------------------------
def test_o8_row_4_secondary_by_a_religious_war():
    board = {"cities": {"london": "gold rook"}, "market": shop(west={1: CROMWELL})}
    g = bot_turn({"florins": 1}, **board, **GREEN_BISHOP)
    assert path(g) == [(4, SECONDARY)] and g.to_dict()["religions"]["england"] == "reformist"


def test_o8_row_4_secondary_by_a_vote_with_golden_liberty():
    """OX4: the targets are the Islamic theocracies."""
    board = {**GREEN_BISHOP, "borders": pawns(bot=("byzantium-mamluk",))}
    g = bot_turn({"east": [VOTE_EAST]}, {"east": kings("mamluk")}, **board)
    assert path(g)[0] == (4, SECONDARY) and deeds(g)[0] == "ops east"
    assert g.to_dict()["religions"]["mamluk"] == "medieval"


def test_o8_row_4_secondary_by_dominant_prestige_whatever_it_costs():
    """The Handsome: Islamic."""
    g = bot_turn({"florins": 3}, market=shop(east={3: "PREN071"}), **GREEN_BISHOP)
    assert path(g) == [(4, SECONDARY)] and cards_of(g, 1) == ["PREN071"]


def test_o8_row_4_secondary_by_dominant_prestige_however_far_the_player_leads():
    """Row 3 would want as much as the player has."""
    human = {"east": [ISLAMIC_EAST, "PREN058"]}
    board = {"market": shop(east={1: "PREN060"}), **GREEN_BISHOP}
    g = bot_turn({"florins": 1}, human, **board)
    assert path(g) == [(4, SECONDARY)] and "PREN060" in cards_of(g, 1)


def test_o8_row_4_secondary_after_dominance_ended():
    """Hole 6: the beheading leaves no bishop; still the Islamic theocracy is the target."""
    human = {"west": [bishop("PREN035")], "east": kings("mamluk")}
    bot = {"west": ["PREN003"], "east": [VOTE_EAST]}
    g = bot_turn(bot, human, borders=pawns(bot=("byzantium-mamluk",)))
    assert path(g) == [(4, MAIN), (4, SECONDARY)] and performed(g) == ["behead", "vote:east"]
    assert g.to_dict()["religions"]["mamluk"] == "medieval"


@pytest.mark.parametrize("card", [HERMETICISM, "PREN137X", "PREN155X"])
def test_o8_row_4_prestige_red_text_for_holy(card):
    g = bot_turn({"florins": 1}, market=shop(west={1: card}), **GREEN_BISHOP)
    assert path(g) == [(4, PRESTIGE)] and cards_of(g, 1) == [card]


def test_o8_row_4_prestige_of_the_dominant_religion():
    """The free vote comes with the florin of the Staple: too late for the secondary objective."""
    bot = {"west": [FREE_WEST, VOTE_WEST, "PREN034"]}
    board = {
        "thrones": {"england": {"bishop": "gold"}},
        "borders": pawns(bot=("ottoman-papal_states",)),
    }
    for column, cell in ((1, (4, PRESTIGE)), (2, (6, MAIN))):  # O3a: at most one florin
        market = shop(west={0: 1, column: "PREN049"})  # Order of Santiago: Catholic
        coins = {"florins": column - 1}
        g = bot_turn({**bot, **coins}, {"west": kings("papal_states")}, market=market, **board)
        assert path(g) == [(4, SECONDARY), cell] and "PREN049" in cards_of(g, 1)


# --- row 5, main: fewer concessions of the player, or more of the bot -----------------------------
TWO = {"borders": pawns(("england-france", "france-holy_roman_empire"))}


def number_of(g, seat):
    return sum(f"pawn {seat}" in tokens for tokens in borders(g).values())


def test_o8_row_5_main_by_a_coronation():
    board = {"cities": {"valencia": "gold knight"}, "market": shop(west={1: CATHERINE})}
    g = bot_turn({"florins": 1}, **TWO, **board)
    assert path(g) == [(5, MAIN)] and cards_of(g, 1) == ["SQ_aragon", CATHERINE]
    assert number_of(g, 1) == 1 and number_of(g, 0) == 2


def test_o8_row_5_main_by_a_civil_war():
    g = bot_turn({"florins": 1}, **TWO, market=shop(west={1: THE_BOLD}))
    assert path(g) == [(5, MAIN)] and "SQ_france" in cards_of(g, 1)
    assert borders(g)["aragon-france"] == ["pawn 1"]


def test_o8_row_5_main_by_a_religious_war():
    board = {"cities": {"london": "gold rook"}, "market": shop(west={1: CROMWELL})}
    g = bot_turn({"florins": 1}, **TWO, **board)
    assert path(g) == [(5, MAIN)] and borders(g)["england-portugal"] == ["pawn 1"]


@pytest.mark.parametrize(
    ("card", "side"), [("PREN042", "west"), ("PREN015", "west"), ("PREN072", "east")]
)
def test_o8_row_5_main_by_a_pawn_agent(card, side):
    """Without one-shot, with a trade shift, with a revolt."""
    g = bot_turn({"florins": 2}, **TWO, market=shop(**{side: {1: card}}))
    assert path(g) == [(5, MAIN)] and card in cards_of(g, 1)
    assert number_of(g, 1) > 0 or number_of(g, 0) < 2


@pytest.mark.parametrize(
    ("card", "side"), [("PREN106X", "east"), ("PREN020", "west"), ("PREN139X", "west")]
)
def test_o8_row_5_main_by_a_pirate_agent_that_kills(card, side):
    tokens = {"cities": FULL_FRANCE}
    g = bot_turn({"florins": 1}, **TWO, **tokens, market=shop(**{side: {1: card}}))
    assert path(g) == [(5, MAIN)] and number_of(g, 0) == 1


def test_o8_row_5_main_by_an_apostasy_whose_bishop_silences_what_protects_a_concession():
    """Hole 14: the bishop of the card that died goes onto the Dalmatian Merchant Marine."""
    both = {"hungary-ottoman": ["pawn 0", "gold pirate"], "england-france": ["pawn 0"]}
    bot = {"florins": 1, "west": ["PREN005"]}
    human = {"east": ["PREN113X"]}
    g = bot_turn(bot, human, market=shop(east={1: "PREN060"}), borders=both)
    assert path(g) == [(5, MAIN)] and borders(g)["hungary-ottoman"] == ["gold pirate"]


def test_o8_row_5_main_by_a_corsair():
    """Venetian Navy: the gold pirate kills the concession next to it."""
    board = {"borders": {**pawns(("aragon-papal_states", "england-france")),
                         "ottoman-papal_states": ["gold pirate"]},
             "cities": {"cairo": "green rook"}}  # fmt: skip
    g = bot_turn({"west": ["PREN140X"]}, **board)  # no religion is dominant: not row 3
    assert path(g)[0] == (5, MAIN) and deeds(g)[0] == "ops west"
    assert borders(g)["aragon-papal_states"] == ["gold pirate"]
    assert "ottoman-papal_states" not in borders(g)


def test_o8_row_5_main_by_repress():
    """Genoese Fleet, Aragon."""
    board = {"borders": pawns(("aragon-papal_states", "england-france"))}
    g = bot_turn({"west": ["PREN013"]}, **board)
    assert path(g)[0] == (5, MAIN) and repressed(g, "aragon") == {"pawn 0": 1}
    assert number_of(g, 0) == 1


def test_o8_row_5_main_by_a_vote():
    """The regime change brings a concession."""
    board = {"borders": pawns(("aragon-france", "france-holy_roman_empire", "hungary-ottoman"),
                              ("england-portugal",))}  # fmt: skip
    g = bot_turn({"west": [VOTE_WEST]}, {"west": kings("england")}, **board)
    assert path(g)[0] == (5, MAIN) and borders(g)["england-france"] == ["pawn 1"]


def test_o8_row_5_main_by_a_tax_the_player_cannot_pay():
    """Duke of Milan, Aragon: without a florin the concession is repressed."""
    board = {"borders": pawns(("aragon-papal_states", "england-france"))}
    g = bot_turn({"west": ["PREN032"]}, {"florins": 0}, **board)
    assert deeds(g)[0] == "ops west" and path(g)[0] == (5, MAIN)


AFAR = ("byzantium-hungary", "byzantium-mamluk", "hungary-ottoman")  # out of the West's reach


def test_o8_row_5_main_by_a_siege_that_makes_room_for_the_concession_of_a_vote():
    """England's other border is the pirate's; without the siege a vote brings nothing."""
    board = {"borders": {**pawns(AFAR, ("england-portugal",)), "england-france": ["gold pirate"]}}
    human = {"west": kings("england")}
    g = bot_turn({"west": [VOTE_WEST, SIEGE]}, human, **board)
    assert path(g)[0] == (5, MAIN) and performed(g) == ["siege", "vote:west"]
    assert borders(g) == pawns(AFAR, ("england-portugal", "england-france"))
    g = bot_turn({"west": [VOTE_WEST]}, human, **board)
    assert (5, MAIN) not in path(g) and performed(g) == []


def test_hole_10_row_5_the_bullets_order_the_ops():
    """Corsair before repress before vote before tax."""
    human = ("aragon-papal_states", "byzantium-hungary", "byzantium-mamluk")
    pirate = {"ottoman-papal_states": ["gold pirate"]}
    board = {"borders": {**pawns(human, ("england-portugal",)), **pirate}, "cities": GREEN}
    cards = ["PREN032", VOTE_WEST, "PREN013", "PREN140X"]
    for number, op in enumerate(("tax", "vote:west", "repress", "corsair:catholic"), 1):
        g = bot_turn({"west": cards[:number]}, {"west": kings("england")}, **board)
        assert path(g)[0] == (5, MAIN) and performed(g)[0] == op


def test_hole_10_row_5_siege_stands_between_corsair_and_repress():
    """Each prepares a vote: two make room in England, a florin pays for Aragon."""
    pirate = {"england-france": ["red pirate"]}
    board = {
        "borders": {**pawns((*AFAR, "mamluk-ottoman"), ("england-portugal", "aragon-portugal")),
                    **pirate},
        "cities": {"lubeck": "gold rook"},
    }  # fmt: skip
    aragon = {"card": "SQ_aragon", "repressed": {"gold knight": 2}}
    cards = [aragon, VOTE_WEST, "PREN154X", SIEGE, "PREN017"]
    for number, op in ((3, "repress"), (4, "siege"), (5, "corsair:reformist")):
        g = bot_turn({"florins": 1, "west": cards[:number]}, {"west": kings("england")}, **board)
        assert path(g)[0] == (5, MAIN) and performed(g)[:2] == [op, "vote:west"]


def test_o8_row_5_has_no_secondary_objective():
    """The West could repress as well; and free ops earn the florin for The Bold."""
    human = ("aragon-papal_states", "byzantium-mamluk", "england-france", "hungary-ottoman")
    g = bot_turn({"west": ["PREN013"], "east": ["PREN116X"]}, borders=pawns(human))
    assert path(g) == [(5, MAIN), (7, FAIR)] and performed(g) == ["repress"]
    market = shop(west={1: THE_BOLD})
    g = bot_turn({"west": [FREE_WEST, "PREN013"]}, borders=pawns(human), market=market)
    assert path(g) == [(5, MAIN), (7, FAIR), (7, SALE)]
    assert deeds(g) == ["ops west", "fair east", "sell PREN013"]


# --- row 5, prestige ------------------------------------------------------------------------------
def test_o8_row_5_prestige_red_text_for_globalization():
    """Red Sea Fleet, whose pawn finds no border here."""
    board = {"borders": {**pawns(("england-france", "aragon-france", "france-holy_roman_empire"),
                                 ("byzantium-mamluk",)),
                         "mamluk-ottoman": ["gold pirate"]}}  # fmt: skip
    g = bot_turn({"florins": 1}, **board, market=shop(east={1: RED_SEA_FLEET}))
    assert path(g) == [(5, PRESTIGE)] and cards_of(g, 1) == [RED_SEA_FLEET]


def test_o8_row_5_prestige_discovery():
    """Sahn-i Seman Medrese; there is no secondary objective."""
    g = bot_turn({"florins": 1}, **TWO, market=shop(east={1: "PREN102X"}))
    assert path(g) == [(5, PRESTIGE)] and cards_of(g, 1) == ["PREN102X"]
    g = bot_turn({"florins": 2}, **TWO, market=shop(east={2: "PREN102X"}))
    assert path(g) == [(6, MAIN)]  # not for two florins; row 6 takes it all the same
    board = {"market": shop(east={2: "PREN102X"}), "victories": ["globalization"]}
    g = bot_turn({"florins": 2}, **TWO, **board)
    assert path(g) == [(5, PRESTIGE)] and passes(g) == [OVERRIDE]


def test_o3a_a_row_chosen_as_an_override_row_stays_one():
    """The free vote takes Portugal, and with it the lead in Discovery; three florins all the same.

    Row 6 would buy Artistic Geometry in the second column.
    """
    bot = {"florins": 5, "west": [VOTE_WEST, FREE_WEST]}
    board = {
        "market": shop(west={2: "PREN132X"}, east={3: "PREN102X"}),
        "borders": pawns(("aragon-france", "hungary-ottoman", "ottoman-papal_states"),
                         ("england-portugal",)),
        "victories": ["globalization"],
    }  # fmt: skip
    g = bot_turn(bot, {"west": kings("portugal")}, **board)
    assert path(g) == [(5, MAIN), (5, PRESTIGE)] and passes(g) == [OVERRIDE, OVERRIDE]
    assert deeds(g) == ["ops west", "buy east 3", "play PREN102X"] and florins(g) == 2


# --- row 6 ----------------------------------------------------------------------------------------
def test_ox2_the_first_turn_of_the_bot():
    market = {
        "east": row("PREN109X", RED_SEA_FLEET, ACADEMIA, "PREN087", "PREN121X", "PREN122X"),
        "west": row("PREN133X", KAPPELER, CRUSADE, "PREN013", "PREN017", "PREN019"),
    }
    concessions = pawns(
        ("france-holy_roman_empire",), ("aragon-papal_states", "mamluk-ottoman", "england-portugal")
    )
    g = bot_turn({"florins": 4}, {"florins": 4}, market=market, cities=START, borders=concessions)
    assert path(g) == [(6, MAIN)] and deeds(g) == ["buy east 2", f"play {ACADEMIA}"]
    assert florins(g) == 2 and g.to_dict()["players"][1]["east"] == [ACADEMIA]
    assert g.to_dict()["market"]["east"][:2] == [["PREN109X", 1], [RED_SEA_FLEET, 1]]
    assert g.turn_player == 0 and borders(g) == concessions and cities(g) == START


def test_o8_row_6_the_leftmost_card_with_any_prestige():
    market = shop(east={1: "PREN084", 3: ACADEMIA}, west={2: CAXTON, 3: "PREN130X"})
    g = bot_turn({"florins": 5}, market=market)
    assert path(g) == [(6, MAIN)] and cards_of(g, 1) == [CAXTON]


def test_o8_row_6_patron_is_prestige_too():
    g = bot_turn({"florins": 5}, market=shop(west={1: "PREN130X"}))
    assert path(g) == [(6, MAIN)] and cards_of(g, 1) == ["PREN130X"]


def test_7_2_row_6_spends_the_last_florin():
    g = bot_turn({"florins": 2}, market=shop(east={2: ACADEMIA}))
    assert path(g) == [(6, MAIN)] and florins(g) == 0
    g = bot_turn({"florins": 1}, market=shop(east={2: ACADEMIA}))
    assert path(g)[0][0] == 7


# --- row 7 ----------------------------------------------------------------------------------------
def test_o8_row_7_a_fair_then_commerce():
    """Merchants of the Staple take a florin from the West."""
    g = bot_turn({"west": ["PREN034"]}, market=shop(west={0: "PREN135X", 2: ("PREN133X", 1)}))
    assert path(g) == [(7, FAIR), (7, COMMERCE)]
    assert deeds(g) == ["fair east", "ops west"] and florins(g) == 2
    assert cards_of(g, 1) == ["PREN034"]


def test_o8_row_7_a_fair_then_a_sale_if_there_is_no_commerce():
    g = bot_turn({"west": ["PREN034"]})  # no florin in the West
    assert path(g) == [(7, FAIR), (7, SALE)]
    assert deeds(g) == ["fair east", "sell PREN034"] and florins(g) == 3


def test_o8_row_7_only_cards_without_prestige_or_with_patron_alone_are_sold():
    """First one without prestige, else one with Patron only."""
    for cards, sold in (
        (["PREN130X", "PREN034"], "PREN034"),
        (["PREN034", "PREN130X"], "PREN034"),
        (["PREN130X", CAXTON], "PREN130X"),
        (["PREN024"], None),  # Gonfalonier: Patron and Law
        ([CAXTON], None),
    ):
        g = bot_turn({"west": cards})
        assert deeds(g)[0] == "fair east"
        assert deeds(g)[1] == (f"sell {sold}" if sold else "fair west")


def test_hole_5_row_7_the_other_fair_if_an_action_remains():
    g = bot_turn({})
    assert deeds(g) == ["fair east", "fair west"] and florins(g) == 2


def test_hole_5_row_7_is_used_when_row_6_fails_although_the_bot_is_rich():
    g = bot_turn({"florins": 9})
    assert deeds(g) == ["fair east", "fair west"] and passes(g)[0] == LAST_RESORT
    assert path(g)[0] == (7, FAIR)


def test_o8_row_7_with_one_action_left():
    """After the siege of row 1 a fair follows, however rich the bot is."""
    board = {"cities": {"london": "gold rook"}, "market": shop(east={1: ACADEMIA})}
    g = bot_turn({"florins": 9, "west": [SIEGE]}, PLAYER_KINGS, **board)
    assert path(g) == [(1, SECONDARY), (7, FAIR)]
    assert deeds(g) == ["ops west", "fair east"]  # a purchase takes both actions


# --- through the row and down the table -----------------------------------------------------------
def test_o2c_after_one_action_the_search_goes_on_to_the_right():
    """West ops vote (main), then East ops siege another Kingdom (secondary)."""
    human = {"west": kings("england"), "east": kings("ottoman", "hungary")}
    bot = {"west": [VOTE_WEST], "east": ["PREN090"]}  # Duke of Athens, Ottoman: siege
    board = {"borders": pawns(bot=("england-france",)), "cities": {"modon": "red rook"}}
    g = bot_turn(bot, human, **board)
    assert path(g) == [(1, MAIN), (1, SECONDARY)] and deeds(g) == ["ops west", "ops east"]
    assert cities(g) == {}


def test_o2c_after_one_action_lower_rows_are_tested_on_the_state_of_then():
    """Hole 6: row 1 by a vote, then row 3 by the East."""
    human = {"west": kings("england"), "east": kings("ottoman")}
    board = {"borders": pawns(bot=("england-france",)), "cities": {"cairo": "green rook"}}
    g = bot_turn({"west": [VOTE_WEST], "east": [RED_SEA_FLEET]}, human, **board)
    assert path(g) == [(1, MAIN), (3, MAIN)] and deeds(g) == ["ops west", "ops east"]


def test_o2c_a_row_above_that_becomes_triggered_is_not_read_again():
    """Row 5: the bot's Republic votes for a King and a concession. Now it has fewer Republics, and
    Vlad could behead the player's; but row 2 has been passed."""
    bot = {"west": [VOTE_WEST, *republics("england")], "east": ["PREN085"]}
    human = {"east": republics("hungary")}
    board = {"borders": pawns(("byzantium-mamluk", "hungary-ottoman", "mamluk-ottoman"),
                              ("england-portugal",))}  # fmt: skip
    g = bot_turn(bot, human, **board)
    assert path(g) == [(5, MAIN), (7, FAIR)] and deeds(g) == ["ops west", "fair east"]
    assert read_row(g, 2)[0] and cards_of(g, 0) == ["SQ_hungary"]
    bot["west"] = [VOTE_WEST, *kings("england")]  # with row 2 triggered from the start:
    assert "SQ_hungary" not in cards_of(bot_turn(bot, human), 0)


def test_o2d_a_row_without_any_means_gives_way_to_the_next():
    """Rows 1 and 2 hold; only row 2 has a means."""
    human = {"west": [*kings("england", "aragon"), *republics("france")]}
    g = bot_turn({"florins": 1}, human, market=shop(west={1: CAXTON}))
    assert path(g) == [(2, SECONDARY)]


def test_o2b_the_first_row_whose_trigger_holds():
    """Rows 1 and 5 could both use The Bold."""
    human = {"west": kings("france", "aragon")}
    board = {"borders": pawns(("england-portugal", "mamluk-ottoman"))}
    g = bot_turn({"florins": 1}, human, market=shop(west={1: THE_BOLD}), **board)
    assert path(g) == [(1, MAIN)]


# --- the golden rule ------------------------------------------------------------------------------
def test_o4a_the_second_action_does_not_put_back_a_removed_token():
    """The West fair pays more, but would levy a gold knight for Venice again."""
    religions = {"aragon": "catholic"}
    tokens = {**GOLD, "valencia": "gold knight", "algiers": "gold rook", **GREEN}
    board = {"borders": pawns(bot=("aragon-papal_states",)), "market": shop(west={0: 9})}
    g = bot_turn({}, cities=tokens, religions=religions, **board)
    assert deeds(g)[0] == "fair west" and cities(g)["venice"] == "gold knight"
    g = bot_turn({"west": ["PREN055"]}, cities=tokens, religions=religions, **board)
    assert path(g)[0] == (3, MAIN) and deeds(g)[0] == "ops west"
    assert deeds(g)[1] == "fair east" and "venice" not in cities(g)


def test_o4a_also_when_the_first_action_ended_the_dominance():
    board = {"borders": pawns(bot=("aragon-papal_states",)), "market": shop(west={0: 9})}
    g = bot_turn({"west": ["PREN055"]}, cities=GOLD, **board)
    assert path(g)[0] == (3, MAIN) and deeds(g)[0] == "ops west"
    assert "fair west" not in deeds(g) and "venice" not in cities(g)


def test_o4a_ops_that_would_undo_are_not_performed():
    """Row 5 by a tax that the player cannot pay, but his levy in Hungary would be a Catholic."""
    bot = {"west": ["PREN055"], "east": ["PREN070"]}
    board = {"cities": GOLD, "borders": pawns(("hungary-ottoman", "england-france"))}
    g = bot_turn(bot, **board)  # a medieval Hungary has no believers
    assert path(g) == [(3, MAIN), (5, MAIN)] and performed(g) == ["siege", "tax"]
    g = bot_turn(bot, **board, religions={"hungary": "catholic"})
    assert path(g) == [(3, MAIN), (7, FAIR)] and performed(g) == ["siege"]
    assert borders(g) == board["borders"] and cities(g) == {}


def test_hole_20_the_strength_of_all_kingdoms_of_the_player_counts():
    """After the siege of London the East fair, which pays more, would strengthen Byzantium."""
    board = {"cities": {"london": "gold rook"}, "market": shop(east={0: 5})}
    board["borders"] = pawns(bot=("mamluk-ottoman",))
    human = {"west": kings("england"), "east": kings("mamluk", "byzantium")}
    g = bot_turn({"west": [SIEGE]}, human, **board)
    assert path(g) == [(1, SECONDARY), (7, FAIR)] and deeds(g) == ["ops west", "fair west"]
    assert cities(g) == {}
    human = {"west": kings("england", "aragon")}  # no Kingdom of his is on the way
    g = bot_turn({"west": [SIEGE]}, human, **board)
    assert path(g) == [(1, SECONDARY), (7, FAIR)] and deeds(g) == ["ops west", "fair east"]


def test_hole_20_what_free_ops_achieved_stands_beside_what_the_first_action_did():
    """Venice besieged by free ops stays empty, though another action came in between."""
    g = bot_turn(
        {"west": ["PREN134X", "PREN055"], "east": ["PREN116X"]},
        borders=pawns(
            ("hungary-ottoman", "england-france", "byzantium-mamluk"), ("aragon-papal_states",)
        ),
        cities={"venice": "gold knight"},
        market=shop(west={0: 9}),
    )
    assert deeds(g) == ["ops west", "ops east", "fair east"]
    assert "venice" not in cities(g)


def test_hole_20_nor_is_undone_what_the_first_action_did_after_free_ops():
    """The East fair is the richer one, but it would bring a Muslim back to Cairo."""
    bot = {"west": ["PREN134X", "PREN144X"], "east": ["PREN127X"]}
    human = {"west": kings("england", "aragon")}
    tokens = {"london": "gold rook", "cairo": "green rook", "cyprus": "gold rook"}
    g = bot_turn(bot, human, cities=tokens, market=shop(east={0: 9}))
    assert path(g)[:2] == [(1, SECONDARY), (3, MAIN)]
    assert deeds(g) == ["ops west", "ops east", "fair west"] and "cairo" not in cities(g)


def test_hole_20_no_sale_undoes_what_free_ops_achieved():
    """Without the Dalmatian Merchant Marine the concession beside the pirate would be lost."""
    bot = {"west": ["PREN134X", "PREN150X"], "east": ["PREN113X"]}
    human = ("aragon-france", "france-holy_roman_empire", "byzantium-mamluk", "mamluk-ottoman")
    both = {"hungary-ottoman": ["pawn 1", "gold pirate"]}
    concessions = {**pawns(human, ("england-portugal",)), **both}
    g = bot_turn(bot, {"west": kings("england")}, borders=concessions)
    assert path(g)[0] == (5, MAIN) and deeds(g) == ["ops west", "fair east", "fair west"]
    assert "PREN113X" in cards_of(g, 1)


def test_hole_20_nor_does_a_card_bought_for_its_prestige_undo_anything():
    """Fewer Catholic believers: the crusade that would bring another is not fought."""
    board = {
        "cities": {"venice": "gold knight", "valencia": "gold knight", "cairo": "green rook"},
        "religions": {"aragon": "catholic"},
        "market": shop(west={1: "PREN029"}),
    }
    g = bot_turn({"florins": 1, "west": ["PREN134X", "PREN055"]}, **board)
    assert deeds(g) == ["ops west", "buy west 1", "play PREN029"]
    assert path(g) == [(3, MAIN), (3, SECONDARY)]
    assert cities(g) == {"valencia": "gold knight", "cairo": "green rook"}


def test_hole_20_the_half_of_the_goal_that_was_not_bettered_may_get_worse():
    """A tax brought a gold rook to Cyprus; the East fair then levies a Muslim for the Red Sea."""
    board = {
        "cities": GREEN,
        "emporia": {"west": "red_sea"},
        "borders": pawns(bot=("mamluk-ottoman",)),
        "market": shop(east={0: 9}),
    }
    g = bot_turn({"florins": 2, "east": ["PREN164X"]}, **board)
    assert path(g) == [(3, MAIN), (7, FAIR)] and deeds(g) == ["ops east", "fair east"]
    assert cities(g)["cyprus"] == "gold rook" and cities(g)["red_sea"] == "green rook"


def test_hole_20_a_kingdom_gained_is_not_given_up_but_one_had_before_may_be():
    """Row 2 by a vote that makes the bot's Portugal a Republic: after a beheading, which took a
    Kingdom from the player; not after a campaign, which brought the bot one from its throne."""
    bot = {"florins": 1, "west": [VOTE_WEST, *kings("portugal")], "east": kings("hungary")}
    human = {
        "west": kings("france", "aragon", "papal_states"),
        "east": [*kings("ottoman"), *republics("byzantium")],
    }
    board = {"borders": pawns(bot=("england-portugal",)), "cities": {"buda": "gold knight"}}
    g = bot_turn({**bot, "east": [BEHEAD, *bot["east"]]}, human, **board)
    assert path(g) == [(1, MAIN), (2, MAIN)] and performed(g) == ["behead", "vote:west"]
    g = bot_turn(bot, human, **board)
    assert path(g) == [(1, MAIN), (7, FAIR)] and performed(g) == ["campaign"]
    assert "SQ_holy_roman_empire" in cards_of(g, 1)


def test_hole_20_the_bot_passes_if_all_that_is_left_would_undo_the_first_action():
    """Both fairs would levy a green rook for Mamluk; Beylerbey has Law and is not sold."""
    board = {
        "cities": {"cairo": "green rook", "red_sea": "green rook", "cyprus": "gold rook"},
        "emporia": {"west": "red_sea"},
        "market": shop(east={0: 9}, west={0: 9}),
    }
    g = bot_turn({"east": ["PREN125X"]}, **board)
    assert path(g) == [(3, MAIN)] and deeds(g) == ["ops east"]
    assert g.turn_player == 0 and len(cities(g)) == 2


# --- hole 3: the override search ------------------------------------------------------------------
OVERRIDDEN = {
    "human": {"west": kings("england", "aragon"), "florins": 3},
    "borders": pawns(("aragon-france", "hungary-ottoman", "ottoman-papal_states")),
    "victories": ["globalization"],
}


def test_o2a_an_override_row_comes_before_a_triggered_row_above_it():
    """Rows 1 and 5 are triggered; Globalization is active."""
    market = shop(east={1: "PREN102X"}, west={1: KAPPELER})
    g = bot_turn({"florins": 1}, market=market, **OVERRIDDEN)
    assert path(g) == [(5, PRESTIGE)] and passes(g) == [OVERRIDE]
    g = bot_turn({"florins": 1}, market=market, **{**OVERRIDDEN, "victories": ["holy"]})
    assert path(g) == [(1, PRESTIGE)] and passes(g) == [TRIGGER]


@pytest.mark.parametrize(("search", "first"), [("twice", (1, PRESTIGE)), ("once", (7, FAIR))])
def test_hole_3_after_an_override_row_without_means(search, first):
    """Twice: all rows again by trigger alone. Once: only downwards from the override row."""
    g = bot_turn(
        {"florins": 1},
        market=shop(west={1: KAPPELER}),
        options={"solo_search": search},
        **OVERRIDDEN,
    )
    assert path(g)[0] == first


def test_hole_3_once_the_rows_above_the_override_row_are_not_read_either_when_nothing_helps():
    """With three florins row 7 is only the last resort."""
    board = {"market": shop(west={1: KAPPELER}), "options": {"solo_search": "once"}}
    g = bot_turn({"florins": 3}, **board, **OVERRIDDEN)
    assert path(g)[0] == (7, FAIR) and passes(g)[0] == LAST_RESORT


@pytest.mark.parametrize("search", ["once", "twice"])
def test_hole_3_the_search_goes_on_below_the_override_row(search):
    """Row 1 overrides and has no means; row 2 follows by its trigger and is no override row."""
    human = {"west": [*kings("england", "aragon"), *republics("france")]}
    board = {"market": shop(west={3: CAXTON}), "options": {"solo_search": search}}
    g = bot_turn({"florins": 3}, human, victories=["imperial"], **board)
    assert path(g) == [(2, SECONDARY)] and passes(g) == [TRIGGER]


@pytest.mark.parametrize("search", ["once", "twice"])
def test_hole_3_an_override_row_below_another_is_one_too(search):
    """3.4: the override test applies to the continued search: rows 1 and 5, no limit of florins."""
    board = {**OVERRIDDEN, "market": shop(east={3: "PREN102X"})}
    board |= {"victories": ["imperial", "globalization"], "options": {"solo_search": search}}
    g = bot_turn({"florins": 3}, **board)
    assert path(g) == [(5, PRESTIGE)] and passes(g) == [OVERRIDE]


def test_hole_3_a_row_already_tried_is_skipped():
    """Row 1 overrides: a vote in the East. The table is read again, and the West could vote too."""
    human = {"west": kings("england", "aragon", "france"), "east": kings("ottoman")}
    bot = {"west": [VOTE_WEST], "east": [VOTE_EAST]}
    board = {"borders": pawns(bot=("england-portugal", "mamluk-ottoman"))}
    g = bot_turn(bot, human, victories=["imperial"], **board)
    assert path(g) == [(1, MAIN), (7, FAIR)] and passes(g) == [OVERRIDE, TRIGGER]
    assert deeds(g) == ["ops east", "fair east"] and read_row(g, 1)[0]


def test_hole_3_once_without_an_override_row_the_table_is_read_from_the_top():
    g = bot_turn(
        {"florins": 1},
        PLAYER_KINGS,
        market=shop(west={1: KAPPELER}),
        victories=["renaissance"],
        options={"solo_search": "once"},
    )
    assert path(g) == [(1, PRESTIGE)] and passes(g) == [TRIGGER]


@pytest.mark.parametrize("victories", [[], ["globalization"]])
def test_hole_3_once_without_override_goes_down_past_a_row_without_means(victories):
    """Rows 1 and 2 are triggered, neither overrides; only row 2 has a means."""
    human = {"west": [*kings("england", "aragon"), *republics("france")]}
    board = {"market": shop(west={3: CAXTON}), "options": {"solo_search": "once"}}
    g = bot_turn({"florins": 3}, human, victories=victories, **board)
    assert path(g) == [(2, SECONDARY)] and passes(g) == [TRIGGER]


@pytest.mark.parametrize("search", ["once", "twice"])
def test_o3a_a_row_below_the_override_row_has_the_limit_of_one_florin(search):
    """Row 1 overrides; row 5 was not chosen as an override row."""
    board = {**OVERRIDDEN, "victories": ["imperial"], "options": {"solo_search": search}}
    g = bot_turn({"florins": 2}, market=shop(east={2: "PREN102X"}), **board)
    assert path(g) == [(6, MAIN)] and passes(g) == [TRIGGER]
    g = bot_turn({"florins": 2}, market=shop(east={1: "PREN102X"}), **board)
    assert path(g) == [(5, PRESTIGE)] and passes(g) == [TRIGGER]


# --- ops ------------------------------------------------------------------------------------------
def test_5_6_the_side_performs_the_op_it_needs_and_every_commerce_op_of_that_side():
    """Mons Meg besieges London; the Staple takes a florin, face down first; the East rests."""
    bot = {"west": [SIEGE, "PREN034", "PREN022"], "east": ["PREN070"]}
    market = shop(west={0: 1, 2: ("PREN135X", 1)}, east={1: ("PREN084", 1)})
    tokens = {"london": "gold rook", "bordeaux": "gold knight", "vienna": "gold rook"}
    g = bot_turn(bot, PLAYER_KINGS, cities=tokens, market=market)
    assert path(g)[0] == (1, SECONDARY) and deeds(g)[0] == "ops west"
    assert performed(g) == ["siege", "commerce:west"]  # hole 10: first as things are
    assert len({"london", "bordeaux"} & set(cities(g))) == 1  # one siege
    assert cities(g)["vienna"] == "gold rook"  # The Last Knight does nothing
    assert spaces(g) == ["west 0"]
    assert ["PREN084", 1] in g.to_dict()["market"]["east"]


def spaces(g):
    """The spaces of the market from which commerce took a florin."""
    return [in_words(action) for action in g.history if SPACE <= action < AGENT]


def test_o9_commerce_takes_from_the_leftmost_face_up_card_if_the_face_down_one_has_none():
    market = shop(west={2: ("PREN135X", 1), 4: ("PREN023", 3)})
    g = bot_turn({"west": ["PREN034"]}, market=market)
    assert spaces(g) == ["west 2"]
    market = shop(west={0: 1, 2: ("PREN135X", 1), 4: ("PREN023", 3)}, east={0: 9})
    g = bot_turn({"west": ["PREN034"]}, market=market)
    assert deeds(g) == ["fair east", "ops west"] and spaces(g) == ["west 0"]


def test_o9_of_the_ops_of_a_card_not_needed_commerce_is_performed():
    """The Hidden could also move the red bishop, but there is no reason to."""
    human = {"west": [bishop("PREN041", "red")]}
    board = {"thrones": {"france": {"bishop": "gold"}}, "market": shop(west={0: 1}, east={0: 9})}
    g = bot_turn({"west": ["PREN037"]}, human, **board)
    assert path(g) == [(7, FAIR), (7, COMMERCE)] and performed(g) == ["commerce:west"]


def test_5_6_a_set_of_ops_is_performed_where_one_alone_does_not_reach_the_goal():
    """Row 1: Michelangelo doubles the player's vote; first he is beheaded, then France votes."""
    human = {"west": [*kings("france"), "PREN131X"], "east": kings("ottoman")}
    bot = {"west": ["PREN003", VOTE_WEST]}  # Grand Inquisitor, Portugal: behead
    concessions = pawns(("france-holy_roman_empire",), ("england-france", "aragon-france"))
    g = bot_turn(bot, human, borders=concessions)
    assert path(g)[0] == (1, MAIN) and deeds(g)[0] == "ops west"
    assert "SQ_france" in cards_of(g, 1) and "PREN131X" not in cards_of(g, 0)


def test_5_6_commerce_may_come_first_where_it_pays_for_the_op():
    """Bosnian Silver takes the florin that the campaign of Hungary costs."""
    human = {"west": kings("england", "france", "aragon")}
    bot = {"east": ["PREN072", *kings("hungary")]}
    board = {"cities": {"buda": "gold knight"}, "market": shop(east={2: ("PREN084", 1)})}
    g = bot_turn(bot, human, **board)
    assert path(g)[0] == (1, MAIN) and deeds(g)[0] == "ops east" and spaces(g) == ["east 2"]
    assert len(cards_of(g, 1)) == 3


def test_hole_10_one_op_after_commerce_is_fewer_than_two_ops():
    """The Grand Hetman could repress the rook of Varna for the florin, which Silver takes too."""
    human = {"west": kings("england", "france", "aragon")}
    bot = {"east": [*kings("hungary"), "PREN119X", "PREN072"]}
    tokens = {"buda": "gold knight", "varna": "gold rook"}
    g = bot_turn(bot, human, cities=tokens, market=shop(east={2: ("PREN084", 1)}))
    assert path(g)[0] == (1, MAIN) and performed(g) == ["commerce:east", "campaign"]
    g = bot_turn(bot, human, cities=tokens)
    assert path(g)[0] == (1, MAIN) and performed(g) == ["repress", "campaign"]


def test_5_6_an_inquisitor_frees_the_card_that_votes():
    """The Venetian Navy takes the bishop off the Pactists: that is a set of ops too."""
    human = {"west": kings("england"), "east": kings("ottoman")}
    bot = {"west": [{"card": VOTE_WEST, "bishop": "gold"}, "PREN140X"]}
    g = bot_turn(bot, human, borders=pawns(bot=("england-france",)))
    assert path(g)[0] == (1, MAIN) and performed(g) == ["inquisitor:catholic", "vote:west"]
    assert "SQ_england" in cards_of(g, 1) and bishop_on(g, VOTE_WEST) is None


@pytest.mark.parametrize("idle", [[], ["PREN144X"]])
def test_5_6_a_king_gained_by_a_vote_campaigns_in_the_same_ops(idle):
    """Row 2: England comes by a vote, and takes the Republic of France; no card lies beside it."""
    human = {"west": [*kings("england"), *republics("france")], "east": republics("hungary")}
    board = {"borders": pawns(bot=("england-portugal",)), "cities": {"london": "gold knight"}}
    g = bot_turn({"florins": 1, "west": [VOTE_WEST, *idle]}, human, **board)
    assert path(g)[0] == (2, MAIN) and performed(g) == ["vote:west", "campaign"]
    assert {"SQ_england", "SQ_france"} <= set(cards_of(g, 1)) and florins(g) == 1  # and a fair


VOTE_AND_TRADE = ["PREN149X", "PREN040"]  # Cornish Tin, Sindicat Remença: vote, commerce
DEAR_ENGLAND = {
    "west": [{"card": "SQ_england", "repressed": {"gold knight": 1}}], "east": kings("ottoman"),
}  # fmt: skip


@pytest.mark.parametrize("trader", ["PREN034", VOTE_AND_TRADE[1]])
def test_5_6_the_card_that_must_vote_does_not_trade(trader):
    """Cornish Tin could do both; the other card brings the florin of the repressed knight."""
    board = {"borders": pawns(bot=("england-france",)), "market": shop(west={0: 5})}
    g = bot_turn({"west": [VOTE_AND_TRADE[0], trader]}, DEAR_ENGLAND, **board)
    assert path(g)[0] == (1, MAIN) and performed(g)[:2] == ["commerce:west", "vote:west"]
    assert "SQ_england" in cards_of(g, 1)
    g = bot_turn({"west": VOTE_AND_TRADE[:1]}, DEAR_ENGLAND, **board)
    assert (1, MAIN) not in path(g)


def test_5_6_a_card_that_is_freed_trades_before_the_vote():
    """The Venetian Navy frees the Staple, whose florin pays for the vote of the Pactists."""
    board = {"borders": pawns(bot=("england-france",)), "market": shop(west={0: 5})}
    bot = {"west": [{"card": "PREN034", "bishop": "gold"}, "PREN140X", VOTE_WEST]}
    g = bot_turn(bot, DEAR_ENGLAND, **board)
    assert path(g)[0] == (1, MAIN)
    assert performed(g) == ["inquisitor:catholic", "commerce:west", "vote:west"]


def test_5_6_of_two_ops_the_card_that_votes_last_does_not_trade():
    """Cornish Tin votes when Michelangelo is beheaded; the Staple pays for the knight."""
    france = {"card": "SQ_france", "repressed": {"gold knight": 1}}
    human = {"west": [france, "PREN131X"], "east": kings("ottoman")}
    concessions = pawns(("france-holy_roman_empire",), ("england-france", "aragon-france"))
    bot = {"west": ["PREN003", VOTE_AND_TRADE[0], "PREN034"]}
    g = bot_turn(bot, human, borders=concessions, market=shop(west={0: 5}))
    assert path(g)[0] == (1, MAIN)
    assert performed(g)[:3] == ["behead", "commerce:west", "vote:west"]


def test_5_6_of_two_votes_neither_card_trades():
    """Row 2: one wins England as a Kingdom, the other votes again for a Republic."""
    human = {"west": [*DEAR_ENGLAND["west"], *republics("france")]}
    board = {"borders": pawns(bot=("england-portugal",)), "market": shop(west={0: 5})}
    g = bot_turn({"west": [*VOTE_AND_TRADE, "PREN034"]}, human, **board)
    assert path(g)[0] == (2, MAIN)
    assert performed(g)[:3] == ["commerce:west", "vote:west", "vote:west"]
    assert {"card": "SQ_england", "face": "republic"} in g.to_dict()["players"][1]["west"]


def test_5_6_a_card_with_nothing_to_vote_on_trades_for_the_campaign():
    """Mons Meg clears London; the florin of Cornish Tin pays for the army of Portugal."""
    human = {"west": kings("england", "france", "aragon")}
    tokens = {"toledo": "gold knight", "london": "gold rook", "valencia": "gold knight",
              "paris": "gold rook", "cairo": "green rook", "venice": "gold knight"}  # fmt: skip
    bot = {"west": [*kings("portugal"), SIEGE, VOTE_AND_TRADE[0]]}
    g = bot_turn(bot, human, cities=tokens, market=shop(west={0: 1}))
    assert path(g)[0] == (1, MAIN) and performed(g) == ["siege", "commerce:west", "campaign"]


def test_o8_row_3_main_by_a_tax_the_player_answers_in_the_middle_of_the_turn():
    """His concession in Mamluk: he pays or not, and places the levy; then the bot goes on."""
    board = {"cities": GREEN, "borders": pawns(("mamluk-ottoman",))}
    for answer, coins in ((YES, 1), (NO, 2)):
        g = bot_turn({"east": ["PREN164X"]}, {"florins": 2}, **board)
        assert g.turn_player == 1 and g.deciding_player == 0 and g.decision == "tax_response"
        g.step(answer)
        assert g.decision == "levy" and g.deciding_player == 0
        g.step(g.legal_actions()[0])
        assert cities(g)["cyprus"] == "gold rook" and florins(g, 0) == coins
        assert g.turn_player == 0 and path(g) == [(3, MAIN), (7, FAIR)]


def test_1_3_the_bot_is_deterministic():
    human = {"west": kings("england"), "east": kings("ottoman")}
    parts = {"borders": pawns(bot=("england-france",)), "cities": START}
    first, second = (bot_turn({"west": [VOTE_WEST]}, human, **parts) for _ in range(2))
    assert first.history == second.history and first.to_dict() == second.to_dict()


def test_4_2_the_campaign_is_used_only_in_the_main_cells_of_rows_1_and_2():
    """Row 5: a campaign would bring a concession; it is not named there."""
    bot = {"florins": 1, "east": kings("hungary")}
    g = bot_turn(bot, cities={"buda": "gold knight"}, **TWO)
    assert path(g)[0] == (7, FAIR) and "SQ_ottoman" not in cards_of(g, 1)


def test_o8_row_7_commerce_with_both_sides_equal_is_the_east():
    """Hole 10: then East."""
    bot = {"east": ["PREN070"], "west": ["PREN034"]}
    market = shop(east={2: ("PREN084", 1)}, west={2: ("PREN135X", 1)})
    g = bot_turn(bot, market=market)
    assert deeds(g) == ["fair east", "ops east"]


def test_o8_row_7_commerce_activates_the_side_with_more_commerce_ops():
    bot = {"east": ["PREN070"], "west": ["PREN034", "PREN040"]}
    market = shop(east={2: ("PREN084", 2)}, west={2: ("PREN135X", 2)})
    g = bot_turn(bot, market=market)
    assert path(g) == [(7, FAIR), (7, COMMERCE)] and deeds(g) == ["fair east", "ops west"]


# --- OX4 ------------------------------------------------------------------------------------------
def test_ox4_green_bishops_dominate_and_the_secondary_targets_are_islamic_theocracies():
    """Nothing serves the main cell; a vote in Catholic Papal States is no goal, in Mamluk it is."""
    human = {"east": kings("mamluk"), "west": republics("papal_states")}
    bot = {"east": [VOTE_EAST, *republics("hungary")], "west": [VOTE_WEST]}
    board = {**GREEN_BISHOP, "borders": pawns(bot=("byzantium-mamluk", "ottoman-papal_states"))}
    g = bot_turn(bot, human, **board)
    assert path(g)[0] == (4, SECONDARY) and deeds(g)[0] == "ops east"
    assert g.to_dict()["religions"]["mamluk"] == "medieval"
    assert g.to_dict()["religions"]["papal_states"] == "catholic"


def test_ox4_green_bishops_dominate_and_the_main_targets_are_their_locations():
    """Beheading in Ottoman kills the bishop; at a Location without one it does not serve."""
    human = {"east": [bishop("PREN063"), "PREN116X"]}
    assert path(bot_turn({"east": [BEHEAD]}, human))[0] == (4, MAIN)
    human = {"east": [bishop("PREN065"), "PREN116X"]}  # the bishop is in Mamluk
    assert path(bot_turn({"east": [BEHEAD]}, human))[0] == (7, FAIR)
