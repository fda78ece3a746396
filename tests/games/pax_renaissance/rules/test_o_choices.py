"""O4, O5, O9: what the bot pays, and how it answers what actions ask of it."""

import pytest

from paxren_env.games.pax_renaissance.actions import ARRANGE
from tests.games.pax_renaissance.positions import row
from tests.games.pax_renaissance.solo import (
    FAIR,
    MAIN,
    SALE,
    SECONDARY,
    START,
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
    path,
    pawns,
    ranks_of_borders,
    repressed,
    said,
    shop,
)

pytestmark = pytest.mark.interpreted

THE_BOLD = "PREN028"  # France: conspiracy, two gold knights; no prestige
CORNISH_TIN = "PREN149X"  # England: revolt, own pawn; Law
CAXTON = "PREN147X"  # England: own pawn, no one-shot; Law
MARY_ROSE = "PREN153X"  # England: red pirate, no one-shot; Discovery
ACADEMIA = "PREN103X"  # Hungary: no agents, no one-shot; Discovery
MARY = "PREN048"  # queen: France, England, Portugal, HRE; Law
SANTIAGO = "PREN049"  # Portugal: conspiracy, two gold rooks; Catholic
WELSER = "PREN141X"  # Portugal: trade shift to the Spice Islands, own pawn; Discovery
CONQUISTADORS = "PREN021"  # Portugal: the same shift, two gold knights; Discovery
PENCE = "PREN007"  # The West: apostasy Reformist/Catholic, gold bishop; Catholic
CONSENT = "PREN159X"  # The West: revolt, no agents; Law
REFORMIST, CATHOLIC = "PREN005", "PREN134X"
ENGLAND = {"london": "gold rook", "bordeaux": "gold knight"}  # too many for a revolt


def pay_for(card, column=1, side="west", **rest):
    """The bot has just the florins to buy the card, and what else is said."""
    return {"market": shop(**{side: {column: card}}), **rest}


def answer(g, *words):
    """Answer as the player."""
    for word in words:
        (action,) = [a for a in g.legal_actions() if in_words(a) == word]
        g.step(action)
    return g


# --- 7.1: paying to repress, and when taxed -------------------------------------------------------
def tin(coins, concessions, **rest):
    """The bot buys Cornish Tin by row 6 and places its pawn."""
    parts = {"cities": ENGLAND, "borders": concessions, **pay_for(CORNISH_TIN), **rest}
    g = bot_turn({"florins": coins}, **parts)
    assert CORNISH_TIN in cards_of(g, 1)
    return g


def test_7_1_the_bot_pays_to_repress_a_concession_of_the_player():
    g = tin(3, pawns(("england-france",)))
    assert path(g) == [(6, MAIN)]
    assert borders(g) == {"england-france": ["pawn 1"]} and repressed(g, "england") == {"pawn 0": 1}
    assert florins(g) == 1


def test_7_1_but_not_with_its_last_florin():
    g = tin(2, pawns(("england-france",)))
    assert borders(g) == {"england-france": ["pawn 0"], "england-portugal": ["pawn 1"]}
    assert florins(g) == 1


def test_7_1_unless_it_is_the_only_way_to_place_a_concession():
    g = tin(2, {**pawns(("england-france",)), "england-portugal": ["gold pirate"]})
    assert borders(g)["england-france"] == ["pawn 1"] and florins(g) == 0
    assert repressed(g, "england") == {"pawn 0": 1}


def test_7_1_unless_it_reaches_the_main_objective():
    """Row 5: one concession less for the player."""
    g = tin(2, pawns(("england-france", "hungary-ottoman")))
    assert path(g) == [(5, MAIN)] and florins(g) == 0
    assert borders(g) == {"england-france": ["pawn 1"], "hungary-ottoman": ["pawn 0"]}


def test_7_1_the_last_florin_reaches_the_main_objective_where_nothing_else_does():
    """Row 5: the other border holds a pirate."""
    board = {**pawns(("england-france", "hungary-ottoman")), "england-portugal": ["gold pirate"]}
    g = tin(2, board)
    assert path(g) == [(5, MAIN)] and borders(g)["england-france"] == ["pawn 1"]


def test_7_1_without_a_florin_the_empty_border():
    g = tin(1, pawns(("england-france",)))
    assert borders(g) == {"england-france": ["pawn 0"], "england-portugal": ["pawn 1"]}


def taxed(coins):
    """OX8: the player's Duke of Milan taxes the bot's concession in Aragon."""
    human = {"west": ["PREN032"]}
    board = {"borders": pawns(bot=("aragon-papal_states",))}
    g = human_turn({"florins": coins}, human, **board)
    return answer(g, "ops west", "PREN032", "tax", "aragon-papal_states")


def test_7_1_t8_taxed_the_bot_pays_with_two_florins():
    g = taxed(2)
    assert florins(g) == 1 and borders(g) == {"aragon-papal_states": ["pawn 1"]}
    assert cities(g) == {"algiers": "green rook"}  # 7.6: rook before knight


@pytest.mark.parametrize("coins", [0, 1])
def test_7_1_t8_taxed_the_bot_keeps_its_last_florin(coins):
    g = taxed(coins)
    assert florins(g) == coins and borders(g) == {}
    assert repressed(g, "aragon") == {"pawn 1": 1}
    assert cities(g) == {"algiers": "green rook"}  # the levy is placed in any case


# --- 7.2 ------------------------------------------------------------------------------------------
def test_7_2_the_last_florin_may_buy_a_card():
    g = bot_turn({"florins": 3}, **pay_for(ACADEMIA, 3, "east"))
    assert path(g) == [(6, MAIN)] and florins(g) == 0


def test_7_2_the_last_florins_may_pay_a_campaign():
    human = {"west": kings("england", "france", "aragon")}
    tokens = {"buda": "gold knight", "varna": "red knight"}
    g = bot_turn({"florins": 2, "east": kings("hungary")}, human, cities=tokens)
    assert path(g)[0] == (1, MAIN) and len(cards_of(g, 1)) == 2
    g = bot_turn({"florins": 1, "east": kings("hungary")}, human, cities=tokens)
    assert path(g)[0][0] == 7  # all knights must be paid


# --- 7.3: pawns and pirates -----------------------------------------------------------------------
def test_7_3_a_pawn_goes_farthest_upstream():
    """On the route from Trebizond England-Portugal comes before England-France."""
    assert borders(tin(5, {})) == {"england-portugal": ["pawn 1"]}


def test_7_3_a_pawn_of_a_card_without_a_one_shot_is_placed_too():
    g = bot_turn({"florins": 1}, **pay_for(CAXTON))
    assert path(g) == [(6, MAIN)] and borders(g) == {"england-portugal": ["pawn 1"]}


def test_7_3_a_pawn_never_displaces_one_of_its_own():
    g = tin(5, pawns(bot=("england-portugal",)))
    assert borders(g) == {"england-portugal": ["pawn 1"], "england-france": ["pawn 1"]}
    g = tin(5, pawns(bot=("england-portugal", "england-france")))
    assert repressed(g, "england") == {} and len(borders(g)) == 2


def test_7_3_a_pirate_kills_a_concession_of_the_player_for_nothing():
    g = bot_turn({"florins": 1}, borders=pawns(("england-france",)), **pay_for(MARY_ROSE))
    assert path(g) == [(6, MAIN)]
    assert borders(g) == {"england-france": ["red pirate"]} and repressed(g, "england") == {}


def test_7_3_a_pirate_else_goes_upstream_but_not_onto_an_own_concession():
    g = bot_turn({"florins": 1}, **pay_for(MARY_ROSE))
    assert borders(g) == {"england-portugal": ["red pirate"]}
    own = pawns(bot=("england-portugal",))
    g = bot_turn({"florins": 1}, borders=own, **pay_for(MARY_ROSE))
    assert borders(g) == {**own, "england-france": ["red pirate"]}
    own = pawns(bot=("england-portugal", "england-france"))
    g = bot_turn({"florins": 1}, borders=own, **pay_for(MARY_ROSE))
    assert borders(g) == own and MARY_ROSE in cards_of(g, 1)


def test_7_3_a_concession_that_pirates_cannot_kill_does_not_attract_them():
    """The player has the Dalmatian Merchant Marine: upstream instead."""
    concession = pawns(("england-france",))
    g = bot_turn({"florins": 1}, {"east": ["PREN113X"]}, borders=concession, **pay_for(MARY_ROSE))
    assert path(g) == [(6, MAIN)]
    assert borders(g) == {**concession, "england-portugal": ["red pirate"]}


def test_7_3_a_pirate_is_placed_beside_an_own_concession_that_it_does_not_kill():
    """Mary Rose; the bot has the Dalmatian Merchant Marine, and both sea borders of England."""
    own = pawns(bot=("england-portugal", "england-france"))
    bot = {"florins": 1, "east": ["PREN113X"]}
    g = bot_turn(bot, borders=own, market=shop(west={1: "PREN153X"}))
    assert path(g) == [(6, MAIN)] and borders(g)["england-portugal"] == ["pawn 1", "red pirate"]
    free = pawns(bot=("england-portugal",))
    g = bot_turn(bot, borders=free, market=shop(west={1: "PREN153X"}))
    assert borders(g)["england-france"] == ["red pirate"]  # a free border comes first


def test_7_3_a_pawn_represses_also_a_concession_that_pirates_cannot_kill():
    concession = pawns(("england-france",))
    human = {"east": ["PREN113X"]}
    g = bot_turn({"florins": 3}, human, borders=concession, **pay_for(CAXTON))
    assert borders(g) == {"england-france": ["pawn 1"]} and repressed(g, "england") == {"pawn 0": 1}


def test_7_3_survivors_go_upstream_too():
    """Cornish Tin wins England with its pawn; the other border is for the concession."""
    g = bot_turn({"florins": 1}, {"west": kings("england", "aragon")}, **pay_for(CORNISH_TIN))
    assert path(g) == [(1, MAIN)] and "SQ_england" in cards_of(g, 1)
    placed = [word for word in said(g) if word in ("england-portugal", "england-france")]
    assert placed == ["england-portugal", "england-france"]


def test_7_3_both_pawns_of_a_card_are_placed_the_most_upstream_first():
    """Phocoean Alum, Ottoman: Hungary-Ottoman, then Mamluk-Ottoman (East) before the Papal one."""
    rivals = pawns(("england-france", "france-holy_roman_empire"))
    g = bot_turn({"florins": 1}, borders=rivals, **pay_for("PREN112X", 1, "east"))
    assert path(g) == [(5, MAIN)]
    assert borders(g) == {
        **rivals, "hungary-ottoman": ["pawn 1"], "mamluk-ottoman": ["pawn 1"],
    }  # fmt: skip


def order(**rest):
    """The borders from upstream to downstream."""
    ranks = ranks_of_borders(human_turn(**rest))
    return sorted(ranks, key=ranks.__getitem__)


def test_hole_8_upstream_is_the_smaller_distance_from_an_open_emporium():
    """Tana and Trebizond; the land borders, on no route, are last."""
    ranks = order()
    assert ranks[:9] == [
        "byzantium-hungary",
        "hungary-ottoman",
        "mamluk-ottoman",  # third on the East route
        "ottoman-papal_states",  # third on the West route
        "aragon-papal_states",
        "aragon-portugal",
        "england-portugal",
        "england-france",
        "france-holy_roman_empire",
    ]


def test_hole_8_the_east_breaks_ties():
    """Timbuktu and the Red Sea: Aragon-Papal is first on the one, Mamluk-Ottoman on the other."""
    ranks = order(emporia={"east": "timbuktu", "west": "red_sea"})
    assert ranks[:3] == ["aragon-papal_states", "mamluk-ottoman", "ottoman-papal_states"]
    ranks = order(emporia={"east": "tana", "west": "spice_islands"})
    assert ranks[:4] == [
        "byzantium-hungary", "england-portugal", "hungary-ottoman", "england-france",
    ]  # fmt: skip


def test_7_3_regime_change_concessions_follow_the_same_rule():
    """The Bold takes France: first the player's border, else upstream, land borders last."""
    human = {"west": kings("france", "aragon")}
    g = bot_turn({"florins": 3}, human, borders=pawns(("aragon-france",)), **pay_for(THE_BOLD))
    assert borders(g) == {"aragon-france": ["pawn 1"]} and florins(g) == 1
    assert repressed(g, "france") == {"pawn 0": 1}
    g = bot_turn({"florins": 3}, human, **pay_for(THE_BOLD))
    assert borders(g) == {"england-france": ["pawn 1"]}
    g = bot_turn({"florins": 2}, human, borders=pawns(("aragon-france",)), **pay_for(THE_BOLD))
    assert borders(g)["england-france"] == ["pawn 1"] and florins(g) == 1


# --- 7.4: knights and rooks -----------------------------------------------------------------------
GONFALONIER = "PREN024"  # Papal States: two gold knights, no one-shot; Patron, Law


def test_7_4_knights_and_rooks_stay_away_from_empires_that_are_not_the_bots():
    for human in ({}, {"west": kings("papal_states")}):
        g = bot_turn({"florins": 1}, human, **pay_for(GONFALONIER))
        assert path(g) == [(6, MAIN)] and cities(g) == {}


def test_7_4_knights_and_rooks_go_to_empires_of_the_bot():
    g = bot_turn({"florins": 1, "west": kings("papal_states")}, **pay_for(GONFALONIER))
    assert path(g) == [(6, MAIN)]
    assert cities(g) == {"venice": "gold knight", "venice_2": "gold knight"}


def test_7_4_also_after_a_one_shot_that_does_not_occur():
    """Santiago: no strawman war in Portugal, the rooks go there."""
    tokens = {"toledo": "gold knight"}
    bot = {"florins": 1, "west": kings("portugal")}
    g = bot_turn(bot, cities=tokens, **pay_for(SANTIAGO))
    assert cities(g) == {"toledo": "gold knight", "granada": "gold rook"}
    assert "SQ_portugal" in g.to_dict()["players"][1]["west"]  # still a King
    g = bot_turn({"florins": 1}, cities={**tokens, "granada": "green rook"}, **pay_for(SANTIAGO))
    assert cities(g) == {**tokens, "granada": "green rook"}


def test_7_4_or_where_they_help_the_main_objective():
    """Row 3, Catholics dominate: the green rook goes to Mamluk, not to Hungary of the bot."""
    bot = {"florins": 1, "east": kings("hungary")}
    g = bot_turn(bot, cities={"venice": "gold knight"}, **pay_for("PREN084", 1, "east"))
    assert path(g) == [(3, MAIN)]
    assert set(cities(g)) & {"cairo", "cyprus"} and len(cities(g)) == 2


def test_7_4_agents_displace_nobody_in_own_empires():
    """Santiago, with florins to spare: one rook finds a city, the other none."""
    tokens = {"toledo": "red knight"}
    bot = {"florins": 3, "west": kings("portugal")}
    g = bot_turn(bot, cities=tokens, **pay_for(SANTIAGO))
    assert path(g) == [(6, MAIN)] and cities(g) == {**tokens, "granada": "gold rook"}
    assert florins(g) == 2 and repressed(g, "portugal") == {}


def test_7_4_agents_displace_a_believer_in_row_3():
    """The Timar System: the gold knight of Catholic Buda gives way, although Varna is free."""
    board = {"cities": {"buda": "gold knight"}, "religions": {"hungary": "catholic"}}
    g = bot_turn({"florins": 2}, **board, **pay_for("PREN084", 1, "east"))
    assert path(g) == [(3, MAIN)] and cities(g) == {"buda": "green rook"}
    assert repressed(g, "hungary") == {"gold knight": 1} and florins(g) == 0
    g = bot_turn({"florins": 1}, **board, **pay_for("PREN084", 1, "east"))
    assert path(g) == [(3, MAIN)] and cities(g)["buda"] == "gold knight"
    assert "green rook" in cities(g).values()  # without a florin a free city


def test_7_4_row_3_a_free_city_comes_before_a_token_that_is_no_believer():
    """Gold in Islamic Mamluk is no believer: the green rook of The Timar System goes elsewhere."""
    for taken, free in (("cyprus", "cairo"), ("cairo", "cyprus")):
        board = {"cities": {"venice": "gold knight", taken: "gold rook"}}
        g = bot_turn({"florins": 2}, **board, **pay_for("PREN084", 1, "east"))
        assert path(g) == [(3, MAIN)] and florins(g) == 1
        assert cities(g) == {**board["cities"], free: "green rook"}


def test_7_4_row_3_strangers_are_not_displaced():
    """Gonfalonier against Islam: a red knight is in Venice, who has a second slot for one only."""
    board = {"cities": {"cairo": "green rook", "venice": "red knight"}}
    g = bot_turn({"florins": 3}, **board, **pay_for(GONFALONIER))
    assert path(g) == [(3, MAIN)] and florins(g) == 2
    assert cities(g) == {**board["cities"], "venice_2": "gold knight"}


def test_7_4_row_3_agents_displace_another_token_of_the_dominant_colour_if_no_city_is_free():
    """Gold rooks in Islamic Mamluk are no believers; the green rook of The Timar System is one."""
    board = {"cities": {"venice": "gold knight", "cairo": "gold rook", "cyprus": "gold rook"}}
    g = bot_turn({"florins": 2}, **board, **pay_for("PREN084", 1, "east"))
    assert path(g) == [(3, MAIN)] and florins(g) == 0
    assert repressed(g, "mamluk") == {"gold rook": 1} and "green rook" in cities(g).values()


def test_7_4_row_3_of_two_kinds_of_agents_the_one_that_serves():
    """Transylvanian Plot, Islamic Hungary: the red knight displaces, the green one stays away."""
    tokens = {"buda": "green rook", "varna": "green rook"}
    board = {"cities": tokens, "religions": {"hungary": "islamic"}}
    g = bot_turn({"florins": 2}, **board, **pay_for("PREN110X", 1, "east"))
    assert path(g) == [(3, MAIN)] and sorted(cities(g).values()) == ["green rook", "red knight"]
    assert repressed(g, "hungary") == {"green rook": 1} and florins(g) == 0


def test_7_4_row_3_the_kind_that_serves_comes_before_the_other():
    """Transylvanian Plot, Islamic Hungary of the bot: the only free city is for the red knight."""
    board = {"cities": {"buda": "green rook"}, "religions": {"hungary": "islamic"}}
    bot = {"florins": 1, "east": kings("hungary")}
    g = bot_turn(bot, **board, **pay_for("PREN110X", 1, "east"))
    assert path(g) == [(3, MAIN)]
    assert cities(g) == {"buda": "green rook", "varna": "red knight"}


def test_7_4_row_3_or_both_kinds_if_both_serve():
    board = {"cities": {"venice": "gold knight"}, "religions": {"hungary": "reformist"}}
    bot = {"florins": 1, "east": kings("hungary")}
    g = bot_turn(bot, **board, **pay_for("PREN110X", 1, "east"))
    assert path(g) == [(3, MAIN)] and len(cities(g)) == 3
    assert {cities(g)["buda"], cities(g)["varna"]} == {"green knight", "red knight"}


def test_7_4_row_3_also_when_the_first_agent_has_ended_the_dominance():
    """Gonfalonier against Islam, which has one believer: both knights."""
    g = bot_turn({"florins": 1}, cities={"cairo": "green rook"}, **pay_for(GONFALONIER))
    assert path(g) == [(3, MAIN)]
    assert cities(g) == {
        "cairo": "green rook", "venice": "gold knight", "venice_2": "gold knight",
    }  # fmt: skip


def test_7_4_row_3_the_second_agent_displaces_believers_of_the_religion_that_was_dominant():
    """Holy Land Crusade, Mamluk, two green believers against one gold: none stays."""
    board = {
        "cities": {"cairo": "green rook", "red_sea": "green rook", "venice": "gold knight"},
        "emporia": {"west": "red_sea"},
    }
    g = bot_turn({"florins": 3}, **board, **pay_for("PREN029"))
    assert path(g) == [(3, MAIN)] and set(cities(g)) == {"cairo", "red_sea", "venice"}
    assert repressed(g, "mamluk") == {"green rook": 2} and florins(g) == 0


# --- 7.5: bishops ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("card", "side", "colour"),
    [
        ("PREN156X", "west", "gold"),  # Humanism: no one-shot
        ("PREN008", "west", "gold"),  # Jesuits: a crusade that cannot occur
        ("PREN009", "west", "gold"),  # House of Borgia: a conspiracy without attackers
        ("PREN060", "east", "green"),  # Dervishes: an apostasy that hits nobody
    ],
)
def test_7_5_a_bishop_goes_onto_the_card_just_played(card, side, colour):
    human = {"west": ["PREN034", *kings("france")], "east": ["PREN072"]}
    g = bot_turn({"florins": 1}, human, **pay_for(card, 1, side))
    assert path(g) == [(6, MAIN)] and bishop_on(g, card) == colour


def test_7_5_also_after_a_war():
    """Cromwell has none; Star Chamber wins England and keeps its red bishop."""
    tokens = {"london": "gold rook", "bordeaux": "red knight", "paris": "red knight"}
    g = bot_turn({"florins": 1}, cities=tokens, **pay_for("PREN006"))
    assert path(g) == [(6, MAIN)] and "SQ_england" in cards_of(g, 1)
    assert bishop_on(g, "PREN006") == "red"


# --- 7.6: levies ----------------------------------------------------------------------------------
SOLO_PAWNS = pawns(
    ("france-holy_roman_empire",), ("aragon-papal_states", "mamluk-ottoman", "england-portugal")
)


def test_ox6_7_6_of_two_new_colours_the_rook_comes_before_the_knight():
    """The West fair from Trebizond: red rook in Trebizond, not the gold knight of Caffa."""
    g = bot_turn({}, cities=START, borders=SOLO_PAWNS, market=shop(west={0: 3}))
    assert deeds(g)[0] == "fair west"
    assert cities(g)["trebizond"] == "red rook" and "caffa" not in cities(g)


def test_ox6_7_6_never_a_believer_of_the_theocracy_if_possible():
    """Islamic Mamluk: the gold rook of Cyprus, not the green one of the open Red Sea.

    With a gold rook in Cairo gold is no new colour, and green would be one.
    """
    board = {"borders": SOLO_PAWNS, "emporia": {"west": "red_sea"}, "market": shop(west={0: 3})}
    for tokens in (START, {"cairo": "gold rook"}):
        g = bot_turn({}, cities=tokens, **board)
        assert deeds(g)[0] == "fair west"
        assert cities(g)["cyprus"] == "gold rook" and "red_sea" not in cities(g)


def test_7_6_a_new_colour_comes_before_a_rook():
    """HRE from Novgorod: the red knight of Nürnberg, not the gold rook of Lübeck."""
    tokens = {"vienna": "gold rook", "novgorod": "gold knight", "paris": "red knight"}
    board = {"emporia": {"east": "novgorod"}, "market": shop(east={0: 1})}
    g = bot_turn({}, cities=tokens, **board)
    assert deeds(g)[0] == "fair east"
    assert cities(g)["nurnberg"] == "red knight" and "lubeck" not in cities(g)


def test_7_6_a_believer_where_there_is_no_other():
    """Venice: the only slot of the Catholic Papal States."""
    board = {"emporia": {"east": "timbuktu"}, "market": shop(east={0: 1})}
    tokens = {"cairo": "green rook", "cyprus": "green rook", "valencia": "gold knight"}
    g = bot_turn({}, cities={**tokens, "algiers": "gold rook"}, **board)
    assert "fair east" in deeds(g) and cities(g)["venice"] == "gold knight"


# --- 7.7: coronations -----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tokens", "empire"),
    [
        ({}, "france"),  # the first on her list
        ({"bordeaux": "gold knight"}, "england"),
        ({"paris": "gold knight", "bordeaux": "gold knight"}, "france"),
        ({"paris": "gold rook", "lyon": "gold rook", "bordeaux": "red knight"}, "england"),
        ({"paris": "gold knight", "toledo": "gold knight", "granada": "red knight"}, "portugal"),
    ],
)
def test_7_7_the_kingdom_with_the_most_knights_then_the_first_of_the_list(tokens, empire):
    """Mary the Rich: France, England, Portugal, HRE."""
    g = bot_turn({"florins": 1}, cities=tokens, **pay_for(MARY))
    assert path(g) == [(6, MAIN)] and set(cards_of(g, 1)) == {f"SQ_{empire}", MARY}


def test_7_7_only_available_kingdoms():
    """France is the player's; in England sits another queen."""
    board = {"thrones": {"england": {"queens": ["PREN047"]}}}
    tokens = {"paris": "gold knight", "bordeaux": "gold knight"}
    human = {"west": kings("france")}
    g = bot_turn({"florins": 1}, human, cities=tokens, **board, **pay_for(MARY))
    assert set(cards_of(g, 1)) == {"SQ_portugal", MARY}


THEFT = "PREN104X"  # queen: Hungary; Catholic


def test_7_7_old_maids_may_be_bought():
    g = bot_turn({"florins": 1}, {"east": kings("hungary")}, **pay_for(THEFT, 1, "east"))
    assert path(g) == [(6, MAIN)] and cards_of(g, 1) == []
    assert g.to_dict()["players"][1]["old_maids"] == [THEFT]


def test_hole_18_a_strawman_coronation_where_every_suitor_is_the_bots_own():
    g = bot_turn({"florins": 1, "east": kings("hungary")}, **pay_for(THEFT, 1, "east"))
    assert path(g) == [(6, MAIN)] and cards_of(g, 1) == ["SQ_hungary", THEFT]
    assert g.to_dict()["players"][1]["old_maids"] == []
    assert borders(g) == {"byzantium-hungary": ["pawn 1"]}  # B11i: a concession is offered


def test_hole_18_a_kingdom_to_be_gained_comes_before_a_king_of_its_own_with_more_knights():
    """Row 1: France with its two knights is the bot's; the Holy Roman Empire is to be had."""
    bot, human = kings("france"), {"west": kings("england", "aragon", "portugal")}
    tokens = {"paris": "gold knight", "lyon": "gold knight"}
    g = bot_turn({"florins": 1, "west": bot}, human, cities=tokens, **pay_for(MARY))
    assert path(g) == [(1, MAIN)]
    assert set(cards_of(g, 1)) == {"SQ_france", "SQ_holy_roman_empire", MARY}
    g = bot_turn({"florins": 1, "west": bot}, cities=tokens, **pay_for(MARY))
    assert path(g) == [(6, MAIN)] and set(cards_of(g, 1)) == {"SQ_france", "SQ_england", MARY}


# --- 7.8: one-shots of cards not bought for them --------------------------------------------------
def test_7_8_a_civil_war_occurs_if_it_acquires_a_kingdom():
    g = bot_turn({"florins": 1}, cities={"toledo": "gold knight"}, **pay_for(SANTIAGO))
    assert path(g) == [(6, MAIN)] and set(cards_of(g, 1)) == {SANTIAGO, "SQ_portugal"}


def test_7_8_a_civil_war_does_not_occur_if_it_fails():
    tokens = {"toledo": "gold knight", "granada": "green rook"}
    g = bot_turn({"florins": 1}, cities=tokens, **pay_for(SANTIAGO))
    assert path(g) == [(6, MAIN)] and cards_of(g, 1) == [SANTIAGO] and cities(g) == tokens


def test_7_8_a_religious_war_occurs_if_it_acquires_a_kingdom():
    """Cromwell by row 6."""
    g = bot_turn({"florins": 1}, cities={"london": "gold rook"}, **pay_for("PREN026"))
    assert path(g) == [(6, MAIN)] and "SQ_england" in cards_of(g, 1)
    g = bot_turn({"florins": 1}, cities=ENGLAND, **pay_for("PREN026"))
    assert path(g) == [(6, MAIN)] and cities(g) == ENGLAND and cards_of(g, 1) == ["PREN026"]


@pytest.mark.parametrize(
    ("tokens", "empire"),
    [
        ({**ENGLAND, "valencia": "gold knight"}, "aragon"),
        ({"london": "gold rook", "valencia": "gold knight", "algiers": "green rook"}, "england"),
    ],
)
def test_7_8_a_region_war_goes_where_it_wins_against_the_fewest(tokens, empire):
    """Serfs win England or Aragon, where two resist or one."""
    thrones = {name: {"repressed": {"pawn 0": 3}} for name in ("england", "aragon")}
    g = bot_turn({"florins": 1}, cities=tokens, thrones=thrones, **pay_for(CONSENT))
    assert path(g) == [(6, MAIN)] and set(cards_of(g, 1)) == {CONSENT, f"SQ_{empire}"}


def test_7_8_a_region_war_is_not_fought_where_it_fails_against_fewer():
    """Two serfs win Aragon (1), but not England (0) where nobody rises."""
    thrones = {"aragon": {"repressed": {"pawn 0": 2}}}
    tokens = {"valencia": "gold knight"}
    g = bot_turn({"florins": 1}, cities=tokens, thrones=thrones, **pay_for(CONSENT))
    assert path(g) == [(6, MAIN)] and set(cards_of(g, 1)) == {CONSENT, "SQ_aragon"}


def test_o9_a_war_that_succeeds_comes_before_a_smaller_one_that_fails():
    """Row 3: a serf and the knight of Venice would kill each other; three serfs win Aragon."""
    thrones = {
        "aragon": {"repressed": {"pawn 1": 3}}, "papal_states": {"repressed": {"pawn 1": 1}},
    }  # fmt: skip
    board = {
        "cities": {"venice": "gold knight", "valencia": "gold knight", "algiers": "gold rook"},
        "religions": {"aragon": "catholic"},
    }
    g = bot_turn({"florins": 1}, thrones=thrones, **board, **pay_for(CONSENT))
    assert path(g) == [(3, MAIN)] and set(cards_of(g, 1)) == {CONSENT, "SQ_aragon"}
    assert cities(g) == {"venice": "gold knight"}
    thrones["aragon"]["repressed"]["pawn 1"] = 2  # both fail
    g = bot_turn({"florins": 1}, thrones=thrones, **board, **pay_for(CONSENT))
    assert path(g) == [(3, MAIN)] and cards_of(g, 1) == [CONSENT]
    assert "venice" not in cities(g) and "valencia" in cities(g)


def test_7_8_a_trade_shift_that_hurts_the_player_occurs():
    """To the Spice Islands: Ottoman-Papal is on no route then."""
    bot = {"florins": 1, "east": [ACADEMIA]}
    g = bot_turn(bot, borders=pawns(("ottoman-papal_states",)), **pay_for(WELSER))
    assert path(g) == [(6, MAIN)] and g.to_dict()["emporia"]["west"] == "spice_islands"


def test_7_8_a_trade_shift_that_hurts_the_bot_more_does_not_occur():
    bot = {"florins": 1, "east": [ACADEMIA]}
    own = pawns(bot=("ottoman-papal_states", "aragon-papal_states"))
    g = bot_turn(bot, borders=own, **pay_for(WELSER))
    assert path(g) == [(6, MAIN)] and g.to_dict()["emporia"]["west"] == "trebizond"
    assert sum(tokens == ["pawn 1"] for tokens in borders(g).values()) == 3  # 7.3: always placed


def test_7_8_an_apostasy_that_hurts_the_player_more_occurs():
    g = bot_turn({"florins": 1}, {"west": [REFORMIST, CATHOLIC]}, **pay_for(PENCE))
    assert path(g) == [(6, MAIN)] and cards_of(g, 0) == [] and cards_of(g, 1) == [PENCE]
    assert bishop_on(g, PENCE) == "gold"


def test_7_8_an_apostasy_that_hurts_the_bot_more_does_not_occur():
    g = bot_turn({"florins": 1, "west": [REFORMIST]}, {"west": [CATHOLIC]}, **pay_for(PENCE))
    assert path(g) == [(6, MAIN)] and cards_of(g, 1) == [REFORMIST, PENCE]
    assert cards_of(g, 0) == [CATHOLIC] and bishop_on(g, PENCE) == "gold"


def test_7_8_an_apostasy_that_hurts_both_alike_occurs():
    bot, human = {"florins": 1, "west": [REFORMIST]}, {"west": ["PREN011", CATHOLIC]}
    g = bot_turn(bot, human, **pay_for(PENCE))
    assert path(g) == [(6, MAIN)] and cards_of(g, 0) == [] and cards_of(g, 1) == []


def test_7_8_the_launching_card_counts_as_a_loss():
    """The bot would lose three cards with Peter's Pence, the player two."""
    bot, human = {"florins": 1, "west": [REFORMIST, "PREN004"]}, {"west": ["PREN011", CATHOLIC]}
    g = bot_turn(bot, human, **pay_for(PENCE))
    assert path(g) == [(6, MAIN)] and len(cards_of(g, 1)) == 3 and len(cards_of(g, 0)) == 2
    g = bot_turn(bot, {"west": [*human["west"], "PREN160X"]}, **pay_for(PENCE))
    assert path(g) == [(6, MAIN)] and cards_of(g, 1) == cards_of(g, 0) == []


def test_7_8_a_card_bought_for_agents_keeps_its_goal():
    """Row 4, green bishops: Peter's Pence brings a gold one.

    Its apostasy would hurt the player alone, but kill the gold bishop that he has.
    """
    east = [{"card": "PREN072", "bishop": "green"}, {"card": "PREN073", "bishop": "green"}]
    west = [REFORMIST, {"card": CATHOLIC, "bishop": "gold"}]
    g = bot_turn({"florins": 1}, {"west": west, "east": east}, **pay_for(PENCE))
    assert path(g) == [(4, MAIN)] and bishop_on(g, PENCE) == "gold"
    assert len(cards_of(g, 0)) == 4 and bishop_on(g, CATHOLIC) == "gold"
    west[1] = CATHOLIC  # now the goal is reached all the same
    g = bot_turn({"florins": 1}, {"west": west, "east": east}, **pay_for(PENCE))
    assert path(g) == [(4, MAIN)] and bishop_on(g, PENCE) == "gold"
    assert set(cards_of(g, 0)) == {"PREN072", "PREN073"}


def test_7_8_a_trade_shift_that_costs_the_bot_one_and_the_player_none_does_not_occur():
    """Welser: its own pawn, on the new route, makes up for nothing."""
    bot = {"florins": 1, "east": [ACADEMIA]}
    g = bot_turn(bot, borders=pawns(bot=("ottoman-papal_states",)), **pay_for(WELSER))
    assert path(g) == [(6, MAIN)] and g.to_dict()["emporia"]["west"] == "trebizond"
    assert borders(g)["aragon-portugal"] == ["pawn 1"]


@pytest.mark.parametrize(
    ("human", "bot"),
    [
        ((), ("england-portugal", "mamluk-ottoman")),  # on a route before and after
        ((), ("aragon-france", "byzantium-mamluk")),  # on none, before and after
        (("ottoman-papal_states",), ("aragon-papal_states",)),  # one each
        (("ottoman-papal_states", "england-france"), ("aragon-papal_states", "hungary-ottoman")),
    ],
)
def test_7_8_a_trade_shift_hurts_by_concessions_on_a_route_before_and_on_none_after(human, bot):
    """To the Spice Islands, with Tana open: neither the bot nor anybody loses more."""
    cards = {"florins": 1, "east": [ACADEMIA]}
    g = bot_turn(cards, borders=pawns(human, bot), **pay_for(WELSER))
    assert path(g) == [(6, MAIN)] and g.to_dict()["emporia"]["west"] == "spice_islands"


def test_7_8_holds_for_purchases_of_the_prestige_cells():
    """European Union (row 1): its shift to Novgorod costs nobody anything and occurs."""
    g = bot_turn({"florins": 1}, {"west": kings("england", "aragon")}, **pay_for("PREN154X"))
    assert path(g)[0][0] == 1 and g.to_dict()["emporia"]["east"] == "novgorod"


# --- hole 14 --------------------------------------------------------------------------------------
def test_hole_14_agents_that_must_be_placed_beat_7_4():
    """Conquistadors after their trade shift: both knights to Portugal, which is not the bot's."""
    bot = {"florins": 1, "east": [ACADEMIA]}
    g = bot_turn(bot, borders=pawns(("ottoman-papal_states",)), **pay_for(CONQUISTADORS))
    assert g.to_dict()["emporia"]["west"] == "spice_islands"
    assert list(cities(g).values()) == ["gold knight"] * 2
    assert set(cities(g)) <= {"toledo", "granada", "spice_islands"}


def test_hole_14_agents_that_must_be_placed_displace_nobody():
    """Conquistadors shift trade to weaken Byzantium, and leave Toledo alone."""
    human = {"east": kings("byzantium"), "west": kings("portugal")}
    tokens = {"trebizond": "red rook", "toledo": "green knight"}
    bot = {"florins": 3, "east": [ACADEMIA]}
    g = bot_turn(bot, human, cities=tokens, **pay_for(CONQUISTADORS))
    assert path(g) == [(1, SECONDARY)] and florins(g) == 2
    assert cities(g) == {
        "toledo": "green knight", "granada": "gold knight", "spice_islands": "gold knight",
    }  # fmt: skip


def died(human_cards, **rest):
    """Peter's Pence falls to its own apostasy; its gold bishop must be placed."""
    human = {"west": ["PREN011", CATHOLIC, *human_cards.get("west", [])],
             "east": human_cards.get("east", [])}  # fmt: skip
    g = bot_turn({"florins": 1, "west": [REFORMIST]}, human, **pay_for(PENCE), **rest)
    assert PENCE in g.to_dict()["discard"]
    return g


def test_hole_14_the_bishop_of_a_card_that_died_goes_to_the_first_matching_card_of_the_player():
    """Hole 9: from left to right, the outermost West card first."""
    g = died({"west": ["PREN034", "PREN040"]})
    assert bishop_on(g, "PREN040") == "gold" and bishop_on(g, "PREN034") is None


def test_hole_14_a_card_of_another_location_does_not_match():
    g = died({"west": ["PREN034", "PREN097X"], "east": ["PREN072"]})
    assert bishop_on(g, "PREN034") == "gold"  # Podestà of Venice is a West card of Mamluk


def test_hole_14_else_any_legal_card():
    g = died({})
    thrones = g.to_dict()["thrones"]
    assert [name for name, throne in thrones.items() if throne.get("bishop") == "gold"]


# --- hole 15 --------------------------------------------------------------------------------------
def test_hole_15_pirates_die_before_knights():
    human = {"west": kings("france", "aragon")}
    board = {"borders": {"england-france": ["gold pirate"]}, "cities": {"paris": "gold rook"}}
    g = bot_turn({"florins": 1}, human, **board, **pay_for(THE_BOLD))
    assert path(g) == [(1, MAIN)] and list(cities(g).values()) == ["gold knight"] * 2
    assert borders(g) == {"england-france": ["pawn 1"]}  # the concession took its border


def test_hole_15_rooks_die_before_knights():
    """Kingmaker, England: two rooks and a repressed knight against one."""
    human = {"west": [{"card": "SQ_england", "repressed": {"green knight": 1}}, *kings("aragon")]}
    g = bot_turn({"florins": 1}, human, cities={"london": "gold rook"}, **pay_for("PREN051"))
    assert path(g) == [(1, MAIN)] and "green knight" in cities(g).values()
    assert len(cities(g)) == 2


def test_hole_15_own_pawns_die_last():
    """Zupy Krakowskie, Hungary: the agent dies, not the concession."""
    human = {"west": kings("england"), "east": kings("hungary")}
    board = {"borders": pawns(bot=("hungary-ottoman",)), "cities": {"buda": "gold rook"}}
    g = bot_turn({"florins": 1}, human, **board, **pay_for("PREN070", 1, "east"))
    assert path(g) == [(1, MAIN)] and cities(g) == {}
    assert borders(g)["hungary-ottoman"] == ["pawn 1"]


def test_hole_15_a_lost_battle_kills_knights_before_rooks():
    human = {"west": kings("france", "aragon")}
    tokens = {"paris": "gold rook", "bruges": "gold knight", "lyon": "red knight"}
    g = bot_turn({"florins": 1}, human, cities=tokens, **pay_for(THE_BOLD))
    assert cities(g) == {"paris": "gold rook"}


def test_hole_15_serfs_of_the_player_die_first():
    """Arumer Zwarte Hoop, France: before the pirate of the card."""
    square = {"card": "SQ_france", "repressed": {"pawn 0": 1}}
    human = {"west": [square, *kings("aragon")]}
    g = bot_turn({"florins": 1}, human, cities={"paris": "gold rook"}, **pay_for("PREN020"))
    assert path(g) == [(1, MAIN)] and "SQ_france" in cards_of(g, 1)
    assert repressed(g, "france") == {} and cities(g) == {}
    assert sorted(borders(g).values()) == [["green pirate"], ["pawn 1"]]


def test_hole_15_pawn_agents_die_after_knights():
    """Bank of St. George, Byzantium: the knight that rises dies, the pawn of the card settles."""
    square = {"card": "SQ_byzantium", "repressed": {"green knight": 1}}
    human = {"west": kings("aragon"), "east": [square]}
    tokens = {"tana": "green knight"}
    g = bot_turn({"florins": 1}, human, cities=tokens, **pay_for("PREN166X", 1, "east"))
    assert path(g) == [(1, MAIN)] and "SQ_byzantium" in cards_of(g, 1)
    assert repressed(g, "byzantium") == {} and cities(g) == {}
    assert borders(g) == {"byzantium-hungary": ["pawn 1"], "byzantium-mamluk": ["pawn 1"]}


def test_hole_15_of_the_survivors_own_pawns_are_placed_first():
    """England has one border left: for the serf of the bot, not for the player's."""
    serfs = {"england": {"repressed": {"pawn 0": 2, "pawn 1": 1}}}
    tokens = {"london": "gold rook", "paris": "gold knight"}
    board = {"borders": pawns(bot=("england-france",)), "cities": tokens}
    g = bot_turn({"florins": 1}, thrones=serfs, **board, **pay_for(CONSENT))
    assert path(g) == [(6, MAIN)] and "SQ_england" in cards_of(g, 1)
    assert borders(g) == {"england-france": ["pawn 1"], "england-portugal": ["pawn 1"]}
    assert repressed(g, "england") == {"pawn 0": 1}  # the other one fell


def test_hole_15_in_row_3_believers_of_the_dominant_religion_die_first():
    """Jesuits, Aragon: of three gold knights two fall, the one of Catholic Venice among them."""
    knights = {"paris": "gold knight", "toledo": "gold knight", "venice": "gold knight"}
    heretics = {"valencia": "red knight", "algiers": "green rook"}
    g = bot_turn({"florins": 1}, cities={**knights, **heretics}, **pay_for("PREN008"))
    assert path(g) == [(3, MAIN)] and "SQ_aragon" in cards_of(g, 1)
    assert "venice" not in cities(g) and list(cities(g).values()) == ["gold knight"]


def test_hole_15_in_row_3_a_lost_battle_kills_believers_before_strangers():
    """Pospolite Ruszenie, Catholic Hungary: the gold rook falls, not the red knight."""
    board = {
        "cities": {"buda": "red knight", "varna": "gold rook"},
        "religions": {"hungary": "catholic"},
    }
    g = bot_turn({"florins": 1}, **board, **pay_for("PREN083", 1, "east"))
    assert path(g) == [(3, MAIN)] and cities(g) == {"buda": "red knight"}


def test_hole_15_in_row_3_strangers_that_would_settle_in_a_theocracy_die_last():
    """Wolf of Rimini: a gold knight of the card falls, the red rook that rises comes to Venice."""
    board = {
        "cities": {"venice": "gold knight"},
        "thrones": {"papal_states": {"repressed": {"red rook": 1}}},
    }
    g = bot_turn({"florins": 1}, **board, **pay_for("PREN143X"))
    assert path(g) == [(3, MAIN)] and sorted(cities(g).values()) == ["gold knight", "red rook"]


def test_hole_15_in_row_3_the_repressed_that_would_be_strangers_die_after_a_pawn_agent():
    """Bank of St. George, Catholic Byzantium: else the rook would die before the pawn."""
    board = {
        "cities": {"tana": "gold knight"},
        "religions": {"byzantium": "catholic"},
        "thrones": {"byzantium": {"repressed": {"red rook": 1}}},
    }
    g = bot_turn({"florins": 1}, **board, **pay_for("PREN166X", 1, "east"))
    assert path(g) == [(3, MAIN)] and "SQ_byzantium" in cards_of(g, 1)
    assert list(cities(g).values()) == ["red rook"] and list(borders(g).values()) == [["pawn 1"]]


def test_hole_15_in_row_3_of_the_agents_those_of_the_dominant_religion_die_first():
    """Kingmaker, Reformist England: the red rook falls, the gold one settles."""
    board = {"cities": {"london": "red knight"}, "religions": {"england": "reformist"}}
    g = bot_turn({"florins": 1}, **board, **pay_for("PREN051"))
    assert path(g) == [(3, MAIN)] and "SQ_england" in cards_of(g, 1)
    assert list(cities(g).values()) == ["gold rook"]


def test_hole_15_in_row_3_strange_pirates_on_the_border_of_a_theocracy_die_last():
    """Santiago, bought for Catholic prestige, wins Portugal; its neighbour Aragon is Catholic."""
    board = {
        "cities": {"toledo": "gold knight", "venice": "gold knight"},
        "religions": {"aragon": "catholic"},
        "borders": {"aragon-portugal": ["green pirate"]},
    }
    g = bot_turn({"florins": 1}, **board, **pay_for(SANTIAGO))
    assert path(g) == [(3, SECONDARY)] and "SQ_portugal" in cards_of(g, 1)
    assert borders(g)["aragon-portugal"] == ["green pirate"]
    assert sorted(cities(g).values()) == ["gold knight", "gold rook"]


@pytest.mark.parametrize(
    ("card", "side", "heretic", "stranger", "neighbour", "dominant"),
    [
        # Safavids, Byzantium: Constantinople, medieval, gives its knight.
        ("PREN059", "east", ("caffa", "gold"), ("tana", "green"), "constantinople_2", "gold"),
        # Antipope, France: Aragon.
        ("PREN004", "west", ("lyon", "gold"), ("paris", "red"), "valencia", "gold"),
        # Man for All Seasons, England, against Islam: Portugal.
        ("PREN128X", "west", ("london", "red"), ("bordeaux", "gold"), "toledo", "green"),
    ],
)
def test_hole_15_in_row_3_strangers_in_the_theocracy_that_the_war_makes_die_last(
    card, side, heretic, stranger, neighbour, dominant
):
    home = {"gold": "venice", "green": "cairo"}[dominant]
    colour = stranger[1]
    tokens = {
        home: f"{dominant} rook",
        heretic[0]: f"{heretic[1]} rook",
        stranger[0]: f"{colour} knight",
        neighbour: f"{colour} knight",
    }
    g = bot_turn({"florins": 1}, cities=tokens, **pay_for(card, 1, side))
    assert path(g)[0][0] == 3 and len(cards_of(g, 1)) == 2  # the war is won
    assert cities(g) == {home: f"{dominant} rook", stranger[0]: f"{colour} knight"}


ZWARTE_HOOP = "PREN020"  # France: peasant revolt, green pirate; no prestige


@pytest.mark.parametrize("serfs", [1, 2])
def test_hole_15_in_row_3_a_strange_pirate_of_the_card_is_kept_and_placed_before_pawns(serfs):
    """The revolt wins Catholic France: a serf falls, and the pirate goes upstream before pawns."""
    board = {
        "cities": {"paris": "gold knight"},
        "religions": {"france": "catholic"},
        "thrones": {"france": {"repressed": {"pawn 1": serfs}}},
    }
    g = bot_turn({"florins": 1}, **board, **pay_for(ZWARTE_HOOP))
    assert path(g) == [(3, MAIN)] and "SQ_france" in cards_of(g, 1)
    assert borders(g)["england-france"] == ["green pirate"]
    assert list(borders(g).values()).count(["pawn 1"]) == serfs  # one fell, one comes with France


def test_hole_15_in_row_3_a_pirate_of_the_dominant_religion_dies_first():
    """The same revolt in Islamic France."""
    board = {
        "cities": {"paris": "green knight"},
        "religions": {"france": "islamic"},
        "thrones": {"france": {"repressed": {"pawn 1": 1}}},
    }
    g = bot_turn({"florins": 1}, **board, **pay_for(ZWARTE_HOOP))
    assert path(g) == [(3, MAIN)] and "SQ_france" in cards_of(g, 1)
    assert list(borders(g).values()) == [["pawn 1"], ["pawn 1"]]


@pytest.mark.parametrize("tokens", [{"paris": "gold knight"}, {}])
def test_hole_15_in_other_rows_pirates_die_first_and_pawns_are_placed_first(tokens):
    """Row 1, Catholic France of the player; nobody resists, or one."""
    france = {"card": "SQ_france", "repressed": {"pawn 1": 1}}
    board = {"cities": tokens, "religions": {"france": "catholic"}}
    human = {"west": [france, *kings("england")]}
    g = bot_turn({"florins": 1}, human, **board, **pay_for(ZWARTE_HOOP))
    assert path(g) == [(1, MAIN)] and "SQ_france" in cards_of(g, 1)
    assert borders(g)["england-france"] == ["pawn 1"]
    assert (["green pirate"] in borders(g).values()) == (not tokens)


def test_hole_15_rooks_die_before_knights_whether_agents_or_repressed():
    """Row 1, The Bold: of two knights of the card, a knight and a rook that rose the rook falls."""
    france = {"card": "SQ_france", "repressed": {"red knight": 1, "gold rook": 1}}
    human = {"west": [france, *kings("england")]}
    g = bot_turn({"florins": 1}, human, cities={"paris": "gold rook"}, **pay_for(THE_BOLD))
    assert path(g) == [(1, MAIN)] and repressed(g, "france") == {}
    assert sorted(cities(g).values()) == ["gold knight", "gold knight", "red knight"]


REBELS = [("red rook", "gold knight"), ("red knight", "gold rook")]


@pytest.mark.parametrize(("stranger", "believer"), REBELS)
def test_hole_15_in_row_3_strangers_are_the_first_survivors(stranger, believer):
    """La Serenissima: its rook dies, and Venice has one slot for the two that rose."""
    rebels = {"papal_states": {"repressed": {stranger: 1, believer: 1}}}
    board = {"cities": {"venice": "gold knight"}, "thrones": rebels}
    g = bot_turn({"florins": 1}, **board, **pay_for("PREN050"))
    assert path(g) == [(3, MAIN)] and cities(g) == {"venice": stranger}
    assert repressed(g, "papal_states").keys() <= {believer}


def test_hole_15_in_other_rows_survivors_are_placed_as_they_come():
    """Row 1, the same war: Pope Julius is the player's, and no religion matters."""
    pope = {"card": "SQ_papal_states", "repressed": {"gold knight": 1, "red rook": 1}}
    human = {"west": [pope, *kings("england")]}
    g = bot_turn({"florins": 1}, human, cities={"venice": "gold knight"}, **pay_for("PREN050"))
    assert path(g) == [(1, MAIN)] and cities(g) == {"venice": "gold knight"}


CATHOLIC_HUNGARY = {"religions": {"hungary": "catholic"}, "cities": {"buda": "gold knight"}}


def crowned(tokens, **board):
    """Theft of the Holy Crown wins Hungary, on whose square these tokens lie."""
    board["thrones"] = {"hungary": {"repressed": tokens}}
    g = bot_turn({"florins": 1}, **board, **pay_for(THEFT, 1, "east"))
    assert "SQ_hungary" in cards_of(g, 1)
    return g


@pytest.mark.parametrize(("stranger", "believer"), REBELS)
def test_hole_15_in_row_3_strangers_are_freed_first(stranger, believer):
    """Varna is the only city left, and Catholics dominate."""
    g = crowned({believer: 1, stranger: 1}, **CATHOLIC_HUNGARY)
    assert path(g) == [(3, MAIN)] and cities(g)["varna"] == stranger
    assert repressed(g, "hungary") == {believer: 1}


def test_hole_15_in_row_3_believers_of_the_dominant_religion_stay_repressed():
    g = crowned({"gold knight": 1}, **CATHOLIC_HUNGARY)
    assert path(g) == [(3, SECONDARY)] and cities(g) == {"buda": "gold knight"}
    g = crowned({"gold knight": 1}, religions={"hungary": "catholic"})  # nobody dominates
    assert path(g) == [(6, MAIN)] and list(cities(g).values()) == ["gold knight"]


def test_hole_15_in_row_3_others_are_freed_as_ever():
    """Gold in Islamic Hungary is no believer; in a medieval one it is nothing at all."""
    venice = {"cities": {"venice": "gold knight"}}
    for religion in ("islamic", "medieval"):
        serfs = {"gold knight": 1, "pawn 0": 1, "pawn 1": 1}
        g = crowned(serfs, religions={"hungary": religion}, **venice)
        assert path(g)[0][0] == 3 and repressed(g, "hungary") == {"pawn 0": 1}


def test_hole_15_the_slots_of_constantinople_stay_as_they_are():
    """The Grim makes Ottoman Islamic: the two knights could change slots."""
    tokens = {
        "constantinople_1": "green rook", "constantinople_2": "green knight",
        "constantinople_3": "green knight", "modon": "red rook",
    }  # fmt: skip
    g = bot_turn({"florins": 1}, cities=tokens, **pay_for("PREN058", 1, "east"))
    assert path(g) == [(6, MAIN)] and g.to_dict()["religions"]["ottoman"] == "islamic"
    assert ARRANGE in g.history  # it was asked
    assert cities(g) == {"constantinople_2": "green knight", "constantinople_3": "green knight"}


def test_hole_15_own_pawns_knights_and_rooks_are_emancipated_the_players_pawns_are_not():
    """Mary crowns France."""
    thrones = {"france": {"repressed": {"pawn 0": 1, "pawn 1": 1, "red rook": 1}}}
    tokens = {"lyon": "gold knight"}
    g = bot_turn({"florins": 1}, thrones=thrones, cities=tokens, **pay_for(MARY))
    assert "SQ_france" in cards_of(g, 1)
    assert repressed(g, "france") == {"pawn 0": 1}
    assert sorted(cities(g).values()) == ["gold knight", "red rook"]
    assert borders(g) == {"england-france": ["pawn 1"], "france-holy_roman_empire": ["pawn 1"]}


def test_hole_15_a_bishop_pacifies_only_pawns_of_the_player():
    square = {"card": "SQ_england", "repressed": {"pawn 0": 1, "pawn 1": 1, "gold rook": 1}}
    g = died({"west": [square]})
    assert bishop_on(g, "SQ_england") == "gold"
    assert repressed(g, "england") == {"pawn 1": 1, "gold rook": 1}
    square = {"card": "SQ_england", "repressed": {"pawn 1": 1, "gold rook": 1}}
    assert repressed(died({"west": [square]}), "england") == {"pawn 1": 1, "gold rook": 1}


def test_hole_15_golden_liberty_only_ends_a_theocracy_of_the_dominant_religion():
    """Row 1: the Papal States stay Catholic. (Rows 3 and 4: see the table.)"""
    human = {"west": kings("papal_states"), "east": kings("ottoman")}
    board = {"borders": pawns(bot=("aragon-papal_states",))}
    g = bot_turn({"west": ["PREN150X"]}, human, **board)
    assert path(g)[0] == (1, MAIN) and "SQ_papal_states" in cards_of(g, 1)
    assert g.to_dict()["religions"]["papal_states"] == "catholic"


def test_hole_15_in_row_4_golden_liberty_leaves_theocracies_of_other_religions_alone():
    """The vote takes the Papal States with the only green bishop; they stay Catholic."""
    human = {"west": [{"card": "SQ_papal_states", "bishop": "green"}]}
    board = {"borders": pawns(bot=("aragon-papal_states",))}
    g = bot_turn({"west": ["PREN150X"]}, human, **board)
    assert path(g)[0] == (4, MAIN) and "SQ_papal_states" in cards_of(g, 1)
    assert g.to_dict()["religions"]["papal_states"] == "catholic"


def test_hole_15_golden_liberty_although_the_vote_itself_has_ended_the_dominance():
    """Row 4, hole 6: with its square the only green bishop is lost; Mamluk is Islamic still."""
    human = {"east": [{"card": "SQ_mamluk", "bishop": "green"}]}
    board = {"borders": pawns(bot=("byzantium-mamluk",))}
    g = bot_turn({"east": ["PREN165X"]}, human, **board)
    assert path(g)[0] == (4, MAIN) and "SQ_mamluk" in cards_of(g, 1)
    assert bishop_on(g, "SQ_mamluk") is None
    assert g.to_dict()["religions"]["mamluk"] == "medieval"


# --- serfs, shortage, and what the player is expected to do ---------------------------------------
def test_o5_displaced_pawn_becomes_a_serf_of_the_player():
    """Dithmarschen, The West: of the two empires at the border one is the player's."""
    for empire in ("france", "holy_roman_empire"):
        board = {"cities": START, "borders": pawns(("france-holy_roman_empire",))}
        human = {"west": kings("england", empire)}  # England is far away
        g = bot_turn({"florins": 3, "east": kings("hungary")}, human, **board, **pay_for("PREN041"))
        assert path(g) == [(6, MAIN)] and borders(g) == {"france-holy_roman_empire": ["pawn 1"]}
        assert repressed(g, empire) == {"pawn 0": 1}


def test_o5_token_shortage_sources():
    """Gonfalonier needs two of ten gold knights, all in play: from empires of others."""
    bot = {"florins": 1, "west": kings("england", "papal_states")}
    homes = ("london", "bordeaux", "paris", "bruges", "lyon", "vienna", "lubeck", "nurnberg",
             "buda", "varna")  # fmt: skip
    g = bot_turn(bot, cities=dict.fromkeys(homes, "gold knight"), **pay_for(GONFALONIER))
    assert path(g) == [(6, MAIN)] and list(cities(g).values()) == ["gold knight"] * 10
    assert {"london", "bordeaux", "venice", "venice_2"} <= set(cities(g))


def test_o5_token_shortage_sources_of_repressed_tokens():
    """Five gold knights on England, the bot's, and five on Hungary."""
    england = {"card": "SQ_england", "repressed": {"gold knight": 5}}
    thrones = {"hungary": {"repressed": {"gold knight": 5}}}
    bot = {"florins": 1, "west": [england, *kings("papal_states")]}
    g = bot_turn(bot, thrones=thrones, **pay_for(GONFALONIER))
    assert cities(g) == {"venice": "gold knight", "venice_2": "gold knight"}
    assert repressed(g, "england") == {"gold knight": 5}
    assert repressed(g, "hungary") == {"gold knight": 3}


def test_o5_token_shortage_takes_the_own_pawn_farthest_downstream():
    """Gutenberg, Holy Roman Empire, when all ten are placed: the one that is on no route."""
    on_routes = order()[:9]
    placed = pawns(bot=(*on_routes, "holy_roman_empire-papal_states"))
    g = bot_turn({"florins": 1}, borders=placed, **pay_for("PREN043"))
    assert path(g) == [(6, MAIN)]
    assert borders(g) == pawns(bot=(*on_routes, "holy_roman_empire-hungary"))


def taxing(coins):
    """Row 5: the Duke of Milan can tax the player in Aragon."""
    board = {"borders": pawns(("aragon-papal_states", "england-france"))}
    return bot_turn({"west": ["PREN032"]}, {"florins": coins}, **board)


def test_o_the_player_is_expected_to_pay():
    """A concession that he can keep is not taxed."""
    assert path(taxing(0))[0] == (5, MAIN) and deeds(taxing(0))[0] == "ops west"
    g = taxing(1)
    assert path(g)[0][0] == 7 and "ops west" not in deeds(g) and g.turn_player == 0


def test_o_the_player_is_expected_to_give_the_first_answer():
    """Row 3 against Islam: his levy is expected in Cairo, green; if that is full, in Cyprus."""
    board = {"borders": pawns(("mamluk-ottoman",)), "emporia": {"west": "red_sea"}}
    tokens = {"red_sea": "green rook"}
    bot, human = {"east": ["PREN164X"]}, {"florins": 1}
    g = bot_turn(bot, human, cities=tokens, **board)
    assert "ops east" not in deeds(g) and g.turn_player == 0
    g = bot_turn(bot, human, cities={**tokens, "cairo": "green rook"}, **board)
    assert path(g) == [(3, MAIN)] and g.decision == "tax_response"


# --- hole 16: abilities ---------------------------------------------------------------------------
def test_hole_16_no_apostasy_as_an_action():
    """Oratory of Divine Love could hit the player."""
    human = {"west": [REFORMIST, CATHOLIC]}
    g = bot_turn({"west": ["PREN129X"]}, human)
    assert cards_of(g, 0) == [REFORMIST, CATHOLIC] and deeds(g) == ["fair east", "fair west"]


def test_hole_16_no_free_fair_after_both_actions():
    """Podestà of Venice."""
    g = bot_turn({"florins": 1, "west": ["PREN097X"]}, **pay_for(ACADEMIA, 1, "east"))
    assert deeds(g) == ["buy east 1", f"play {ACADEMIA}"]


def test_hole_16_no_free_ops_after_both_actions():
    """Mining Engineer; Mons Meg could besiege nobody of use, the Staple could trade."""
    bot = {"florins": 1, "west": [CATHOLIC, "PREN034"]}
    market = shop(east={1: ACADEMIA}, west={1: ("PREN135X", 2)})
    assert deeds(bot_turn(bot, market=market)) == ["buy east 1", f"play {ACADEMIA}"]


def test_hole_16_no_revolt_as_an_action():
    """Elizabeth Báthory stays with her King."""
    square = {"card": "SQ_hungary", "queens": ["PREN095X"]}
    g = bot_turn({"east": [square]}, borders=pawns(bot=("byzantium-hungary",)))
    assert cards_of(g, 1) == ["SQ_hungary", "PREN095X"]
    assert deeds(g) == ["fair east", "fair west"]


def test_hole_16_one_side_at_a_time_in_spite_of_double_ops():
    """Transylvanian Plot; row 1: West ops for the vote, East ops for the siege, an action each."""
    human = {"west": kings("england"), "east": kings("hungary", "ottoman")}
    bot = {"west": ["PREN150X"], "east": ["PREN110X"]}
    board = {"borders": pawns(bot=("england-france",)), "cities": {"buda": "gold knight"}}
    g = bot_turn(bot, human, **board)
    assert deeds(g) == ["ops west", "ops east"]


def test_hole_16_no_borrowed_op_at_the_sale_of_cryptography():
    """The player's Cornish Tin could vote."""
    human = {"west": [CORNISH_TIN, *kings("england")]}
    board = {"borders": pawns(bot=("england-france",))}
    g = bot_turn({"west": ["PREN130X"]}, human, **board)
    assert deeds(g) == ["fair east", "sell PREN130X"] and path(g)[1] == (7, SALE)
    assert "SQ_england" in cards_of(g, 0)


def test_hole_16_no_one_shot_of_a_sold_card():
    """Machiavellianism; The Bold is sold first, being the leftmost."""
    g = bot_turn({"west": ["PREN135X", THE_BOLD]})
    assert deeds(g) == ["fair east", f"sell {THE_BOLD}"]
    assert cards_of(g, 1) == ["PREN135X"] and cities(g) == {}


def test_hole_16_no_emancipation_at_the_sale_of_enclosure():
    """Row 4: it is sold with its bishop, which Hermeticism keeps from silencing it."""
    bot = {"west": ["PREN136X", {"card": "PREN161X", "bishop": "red"}]}
    serfs = {"england": {"repressed": {"pawn 1": 1, "gold rook": 1}}}
    g = bot_turn(bot, thrones=serfs)
    assert path(g)[0] == (4, MAIN) and said(g)[:2] == ["sell PREN161X", "no"]
    assert repressed(g, "england") == {"pawn 1": 1, "gold rook": 1} and borders(g) == {}


def test_hole_16_hospitallers_join():
    """Man for all Seasons: only with the gold rooks of France the crusade wins England."""
    tokens = {"london": "red knight", "paris": "gold rook", "bruges": "gold rook"}
    g = bot_turn({"florins": 1, "west": ["PREN012"]}, cities=tokens, **pay_for("PREN128X"))
    assert path(g) == [(6, MAIN)] and "SQ_england" in cards_of(g, 1)
    assert list(cities(g).values()) == ["gold rook"]
    g = bot_turn({"florins": 1}, cities=tokens, **pay_for("PREN128X"))
    assert path(g) == [(6, MAIN)] and "SQ_england" not in cards_of(g, 1)


def test_hole_16_automatic_benefits_are_taken():
    """Star Chamber: Mary marries France out of the player's tableau (row 1)."""
    human = {"west": kings("england", "france", "aragon")}
    bot = {"florins": 1, "west": ["PREN006"]}
    g = bot_turn(bot, human, cities={"paris": "gold knight"}, **pay_for(MARY))
    assert path(g) == [(1, MAIN)] and "SQ_france" in cards_of(g, 1)


# --- hole 17: sales -------------------------------------------------------------------------------
def test_hole_17_squares_are_not_sold():
    g = bot_turn({"west": kings("england"), "east": kings("byzantium")})
    assert deeds(g) == ["fair east", "fair west"] and len(cards_of(g, 1)) == 2


def test_hole_17_of_several_cards_the_leftmost_is_sold():
    """The outermost West card, then towards the board, then the East outwards."""
    for west, east, sold in (
        (["PREN034", "PREN035"], ["PREN072"], "PREN035"),
        (["PREN035", "PREN034"], ["PREN072"], "PREN034"),
        ([], ["PREN074", "PREN072"], "PREN074"),
        ([], ["PREN072", "PREN074"], "PREN072"),
        (["PREN130X"], ["PREN072"], "PREN072"),  # without prestige first
    ):
        g = bot_turn({"west": west, "east": east})
        assert deeds(g)[1] == f"sell {sold}"


# --- OX5: fairs -----------------------------------------------------------------------------------
def test_ox5_equal_fairs_the_east():
    g = bot_turn({"florins": 4}, cities=START, borders=SOLO_PAWNS)
    assert deeds(g)[0] == "fair east" and path(g)[0] == (7, FAIR)


def test_ox5_the_fair_that_gives_the_bot_more():
    """West: subsidy, Aragon-Papal, England-Portugal; one florin for the player."""
    market = shop(west={0: 3})
    g = bot_turn({"florins": 4}, {"florins": 3}, cities=START, borders=SOLO_PAWNS, market=market)
    assert deeds(g) == ["fair west", "fair east"]
    assert florins(g) == 4 + 3 + 1 and florins(g, 0) == 3 + 1


def test_o9_of_fairs_that_give_the_bot_the_same_the_one_that_gives_the_player_less():
    """East: the player's concession on Mamluk-Ottoman earns a florin; West: nobody's."""
    board = {"borders": pawns(("mamluk-ottoman",)), "market": shop(east={0: 1})}
    assert deeds(bot_turn({}, **board))[0] == "fair west"


# --- OX10, hole 7: florins on face-up cards -------------------------------------------------------
LOADED = {
    "east": row("PREN109X", ("PREN084", 1), "PREN087", ACADEMIA, "PREN121X", "PREN122X"),
    "west": row("PREN133X", "PREN013", "PREN017", "PREN019", "PREN020", "PREN023"),
}


def test_ox10_hole_7_a_loaded_face_up_card_is_skipped_and_costs_nothing():
    g = bot_turn({"florins": 2}, market=LOADED)
    assert path(g) == [(6, MAIN)] and deeds(g) == ["buy east 3", f"play {ACADEMIA}"]
    assert florins(g) == 0
    assert g.to_dict()["market"]["east"][:3] == [["PREN109X", 1], ["PREN084", 1], ["PREN087", 1]]


def test_ox10_hole_7_or_the_card_behind_it_is_not_bought():
    for coins in (2, 9):
        g = bot_turn({"florins": coins}, market=LOADED, options={"solo_florins": "refuse"})
        assert ACADEMIA not in cards_of(g, 1) and path(g)[0][0] == 7


def test_hole_7_where_no_card_lies_the_florin_goes_to_china():
    """E1c: columns 1 and 2 are bare; the florins of West column 5 have nothing to do with it."""
    market = shop(east={3: ACADEMIA}, west={5: ("PREN023", 2)})
    assert florins(bot_turn({"florins": 4}, market=market)) == 1


@pytest.mark.parametrize("option", ["skip", "refuse"])
def test_hole_7_the_face_down_card_takes_florins_whatever_it_carries(option):
    options = {"solo_florins": option}
    g = bot_turn({"florins": 2}, market=shop(east={0: 4, 1: ACADEMIA}), options=options)
    assert path(g) == [(6, MAIN)] and florins(g) == 1
    assert g.to_dict()["market"]["east"][0] == ["PREN109X", 5]


@pytest.mark.parametrize("option", ["skip", "refuse"])
def test_hole_7_the_florins_on_the_bought_card_go_to_the_bot(option):
    market = shop(east={2: (ACADEMIA, 3)})
    g = bot_turn({"florins": 2}, market=market, options={"solo_florins": option})
    assert path(g) == [(6, MAIN)] and florins(g) == 3
    assert bot_turn({"florins": 1}, market=market).to_dict()["players"][1]["east"] == []


@pytest.mark.parametrize(("option", "bought"), [("skip", True), ("refuse", False)])
def test_hole_7_the_card_across_a_gap_may_be_loaded_too(option, bought):
    """E1c: the florin for an empty column would go to the other row."""
    market = shop(east={2: ACADEMIA}, west={1: ("PREN135X", 2)})
    g = bot_turn({"florins": 1}, market=market, options={"solo_florins": option})
    assert (cards_of(g, 1) == [ACADEMIA]) == bought
    if bought:
        assert florins(g) == 0 and g.to_dict()["market"]["west"][1] == ["PREN135X", 2]


def test_o4a_the_bot_has_no_hand():
    g = bot_turn({"florins": 1}, **pay_for(ACADEMIA, 1, "east"))
    assert g.to_dict()["players"][1]["hand"] == [] and cards_of(g, 1) == [ACADEMIA]
    assert said(g)[:2] == ["buy east 1", f"play {ACADEMIA}"]
