"""B10: battles: who fights, who dies, what becomes of the survivors."""

import pytest

from paxren_env.games.pax_renaissance.actions import (
    AGENT,
    BORDER,
    CARD,
    CITY,
    PAWN_AT,
    PIRATE_AT,
    REPRESSED,
)
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

BLACK_SHEEP, GRANDE, ST_GEORGE = "PREN068", "PREN089", "PREN166X"  # Byzantium, conspiracy
BORGIA = "PREN009"  # The West, conspiracy, a gold bishop
GOTHS, ZUPY, FLANDERS, ZWARTE_HOOP = "PREN081", "PREN070", "PREN036", "PREN020"  # revolts
BONFIRE = "PREN010"  # Papal States, revolt, a red bishop
SLAVE_SOLDIERS, CROMWELL, LUTHER = "PREN065", "PREN026", "PREN052"  # religious wars
KAYSAR, ZIONISTS, JESUITS = "PREN210P", "PREN168X", "PREN008"  # the same
RIMINI, LAST_KNIGHT = "PREN143X", "PREN022"  # conspiracies
TEUTONS, KLEPHTS = "PREN025", "PREN080"
KINGMAKER = "PREN051"  # England, conspiracy, a red and a gold rook
CONSENT = "PREN159X"  # The West, revolt, no agents
CIRCASSIANS = "PREN164X"
PLAY_AND_FIGHT = ("play", "let")


SECTIONS = {
    "cities": CITY,
    "pirates": PIRATE_AT,
    "pawns": PAWN_AT,
    "agents": AGENT,
    "repressed": REPRESSED,
}


def attackers(position):
    """Everybody who may be picked as a casualty."""
    assert position.decision == "casualty"
    found = {name: legal(position, section) for name, section in SECTIONS.items()}
    return {name: tokens for name, tokens in found.items() if tokens}


# --- which tokens can attack: a test for every column of the table --------------------------------
def test_b10_in_a_campaign_only_the_kings_knights_attack_and_the_ruling_class_defends():
    position = game(
        [{"florins": 3, "east": ["SQ_byzantium"]}, {}],
        cities={
            "tana": "green knight", "caffa": "gold knight", "trebizond": "red knight",
            "buda": "gold knight", "varna": "red rook",
            "vienna": "gold knight", "cairo": "green knight", "rhodes": "red knight",
        },
        borders={
            "byzantium-hungary": ["green pirate"], "hungary-ottoman": ["pawn 0"],
            "holy_roman_empire-hungary": ["pawn 1"],
        },
        thrones={"hungary": {"repressed": {"green knight": 1, "red rook": 1, "pawn 0": 1}}},
    )  # fmt: skip
    words = ("East ops", "use", "campaign", "campaign against Hungary for 3 florins")
    assert changes(position.to_dict(), take(position, *words)) == {
        "cities.buda": None, "cities.varna": None,
        "0.florins": 0, "0.east": [{"card": "SQ_byzantium", "used": True}],
    }  # fmt: skip
    assert attackers(position) == {"cities": {"tana", "caffa", "trebizond"}}


def test_b10_rooks_of_the_campaigning_king_stay_at_home():
    position = game(
        [{"florins": 9, "east": ["SQ_byzantium"]}, {}],
        cities={"tana": "green rook", "caffa": "gold knight"},
    )
    take(position, "East ops", "use", "campaign")
    assert "campaign against Hungary for 1 florin" in names(position)


@pytest.mark.parametrize(
    ("card", "agent"),
    [(BLACK_SHEEP, "green knight"), (GRANDE, "gold rook"), (ST_GEORGE, "own pawn")],
)
def test_b10_in_a_conspiracy_agents_pirates_and_repressed_nobles_attack(card, agent):
    position = game(
        [{"hand": [card]}, {}],
        cities={
            "caffa": "gold knight", "trebizond": "red rook",
            "buda": "gold knight", "cairo": "green knight", "rhodes": "green knight",
        },
        borders={"byzantium-hungary": ["green pirate"], "byzantium-mamluk": ["pawn 0"]},
        thrones={
            "byzantium": {
                "repressed": {"green knight": 1, "red rook": 1, "pawn 0": 1, "pawn 1": 1}
            },
            "hungary": {"repressed": {"red rook": 1}},
        },
    )  # fmt: skip
    assert changes(position.to_dict(), take(position, *PLAY_AND_FIGHT)) == {
        "cities.caffa": None, "cities.trebizond": None, "0.hand": [], "0.east": [card],
    }  # fmt: skip
    assert attackers(position) == {
        "pirates": {"byzantium-hungary"},
        "agents": {agent},
        "repressed": {"green knight", "red rook"},
    }


@pytest.mark.parametrize(("card", "agent"), [(GOTHS, "red rook"), (ZUPY, "gold knight")])
def test_b10_in_a_revolt_agents_pirates_own_concessions_and_all_serfs_attack(card, agent):
    empire, city = ("byzantium", "caffa") if card == GOTHS else ("hungary", "varna")
    other = {"byzantium": "hungary", "hungary": "byzantium"}[empire]
    position = game(
        [{"hand": [card]}, {}],
        cities={city: "gold rook", "cairo": "green knight", "vienna": "gold knight"},
        borders={
            "byzantium-hungary": ["green pirate"], "byzantium-mamluk": ["pawn 0"],
            "hungary-ottoman": ["pawn 0"], "holy_roman_empire-hungary": ["pawn 1"],
        },
        thrones={
            empire: {"repressed": {"green knight": 1, "pawn 0": 1, "pawn 1": 2}},
            other: {"repressed": {"pawn 1": 1}},
        },
    )  # fmt: skip
    take(position, *PLAY_AND_FIGHT)
    own = "byzantium-mamluk" if card == GOTHS else "hungary-ottoman"
    assert attackers(position) == {
        "pirates": {"byzantium-hungary"},
        "pawns": {own},
        "agents": {agent},
        "repressed": {"pawn 0", "pawn 1"},
    }
    assert city not in position.to_dict()["cities"]


@pytest.mark.parametrize(("card", "agent"), [(FLANDERS, "own pawn"), (ZWARTE_HOOP, "green pirate")])
def test_b10_pawns_and_pirates_of_the_card_fight_in_a_revolt(card, agent):
    position = game(
        [{"hand": [card]}, {}],
        cities={"paris": "gold knight"},
        borders={"england-france": ["red pirate"], "aragon-france": ["pawn 1"]},
    )
    take(position, *PLAY_AND_FIGHT)
    assert attackers(position) == {"pirates": {"england-france"}, "agents": {agent}}


@pytest.mark.parametrize(
    ("card", "place"), [(BORGIA, ("fight in Aragon",)), (BONFIRE, ())], ids=["conspiracy", "revolt"]
)
def test_b10_bishops_of_the_card_do_not_fight_in_civil_wars(card, place):
    position = game([{"hand": [card]}, {}], cities={"valencia": "red rook", "venice": "red rook"})
    change = changes(position.to_dict(), take(position, *PLAY_AND_FIGHT, *place))
    assert change == {"0.hand": [], "0.west": [card]}
    assert position.decision == "place_agent"


def test_b10_in_a_religious_war_believers_near_and_far_attack_and_heretics_defend():
    position = game(
        [{"hand": [CROMWELL]}, {}],
        cities={
            "london": "red rook", "bordeaux": "gold knight",
            "paris": "red knight", "bruges": "red rook", "lyon": "gold knight",
            "toledo": "red knight", "valencia": "red knight", "vienna": "red knight",
        },
        borders={"england-france": ["red pirate"], "england-portugal": ["green pirate"]},
        thrones={"england": {"repressed": {"red knight": 1, "red rook": 1, "pawn 0": 1}}},
    )  # fmt: skip
    assert changes(position.to_dict(), take(position, *PLAY_AND_FIGHT)) == {
        "cities.bordeaux": None, "borders.england-portugal": None,
        "0.hand": [], "0.west": [CROMWELL],
    }  # fmt: skip
    assert attackers(position) == {
        "cities": {"london", "paris", "toledo", "valencia"},
        "pirates": {"england-france"},
        "agents": {"red knight"},
    }


def test_b10_in_a_religious_war_no_concession_and_no_serf_fights():
    position = game(
        [{"hand": [SLAVE_SOLDIERS]}, {}],
        cities={"cyprus": "gold rook", "cairo": "green rook"},
        borders={"byzantium-mamluk": ["pawn 0"], "mamluk-ottoman": ["pawn 1"]},
        thrones={"mamluk": {"repressed": {"green knight": 1, "pawn 0": 2}}},
    )
    take(position, *PLAY_AND_FIGHT)
    assert attackers(position) == {"cities": {"cairo"}, "agents": {"green knight"}}


def test_b10_rook_agents_fight_in_a_religious_war():
    position = game([{"hand": [LUTHER]}, {}], cities={"vienna": "gold rook"})
    assert attackers(take(position, *PLAY_AND_FIGHT)) == {"agents": {"red rook"}}


def test_b10_pirate_agents_fight_in_a_religious_war():
    position = game(
        [{"hand": [KAYSAR]}, {}],
        options={"map": "age_of_reformation"},
        cities={"venice": "gold rook"},
        borders={"aragon-papal_states": ["green pirate"]},
    )
    take(position, *PLAY_AND_FIGHT)
    assert attackers(position) == {
        "pirates": {"aragon-papal_states"}, "agents": {"green pirate"},
    }  # fmt: skip


def test_b10_pawn_agents_do_not_fight_in_a_religious_war():
    position = game(
        [{"hand": [ZIONISTS]}, {}], cities={"cairo": "green rook", "caffa": "red knight"}
    )
    assert changes(position.to_dict(), take(position, *PLAY_AND_FIGHT)) == {
        "cities.cairo": None, "cities.caffa": None, "0.hand": [], "0.east": [ZIONISTS],
    }  # fmt: skip
    assert position.decision == "place_agent"
    assert legal(position, BORDER) == {"byzantium-mamluk", "mamluk-ottoman"}


def test_b10_bishop_agents_do_not_fight_in_a_religious_war():
    position = game(
        [{"hand": [JESUITS]}, {}], cities={"algiers": "green rook", "valencia": "gold knight"}
    )
    assert changes(position.to_dict(), take(position, *PLAY_AND_FIGHT)) == {
        "cities.algiers": None, "cities.valencia": None, "0.hand": [], "0.west": [JESUITS],
    }  # fmt: skip
    assert position.decision == "place_agent"


def test_b10_a_protected_concession_and_the_pirate_beside_it_both_join_a_revolt():
    position = game(
        [{"hand": [FLANDERS], "east": ["PREN113X"]}, {}],
        cities={"paris": "gold knight"},
        borders={"england-france": ["pawn 0", "red pirate"]},
    )
    take(position, *PLAY_AND_FIGHT)
    assert attackers(position) == {
        "pirates": {"england-france"}, "pawns": {"england-france"}, "agents": {"own pawn"},
    }  # fmt: skip
    take(position, "kill the Fugger pawn on the England-France border")
    assert position.to_dict()["borders"] == {"england-france": ["red pirate"]}


# --- the procedure --------------------------------------------------------------------------------
def test_b10_more_attackers_kill_all_defenders_and_lose_as_many():
    position = game(
        [{"hand": [LAST_KNIGHT]}, {}],
        cities={"vienna": "gold rook"},
        borders={"france-holy_roman_empire": ["gold pirate"]},
    )
    words = (*PLAY_AND_FIGHT, "lose the red knight (agent)", "place no concession")
    assert changes(position.to_dict(), take(position, *words)) == {
        "thrones.holy_roman_empire": None, "cities.vienna": None,
        "0.hand": [], "0.west": [LAST_KNIGHT, "SQ_holy_roman_empire"],
    }  # fmt: skip


def test_b10_equal_numbers_all_die_and_nothing_changes_hands():
    position = game(
        [{"hand": [LAST_KNIGHT]}, {}],
        cities={"vienna": "gold rook", "lubeck": "red rook"},
        borders={"france-holy_roman_empire": ["gold pirate"]},
    )
    assert changes(position.to_dict(), take(position, *PLAY_AND_FIGHT)) == {
        "cities.vienna": None, "cities.lubeck": None, "borders.france-holy_roman_empire": None,
        "0.hand": [], "0.west": [LAST_KNIGHT],
    }  # fmt: skip
    assert position.decision == "main"


def test_b10_fewer_attackers_all_die_and_the_attacker_picks_as_many_defenders():
    position = game(
        [{"hand": [LAST_KNIGHT]}, {}],
        cities={"vienna": "gold rook", "lubeck": "gold rook", "nurnberg": "red knight"},
    )
    take(position, *PLAY_AND_FIGHT)
    assert legal(position, CITY) == {"vienna", "lubeck", "nurnberg"}
    take(position, "kill the gold rook in Lübeck")
    table = position.to_dict()
    assert table["cities"] == {"vienna": "gold rook", "nurnberg": "red knight"}
    assert "holy_roman_empire" in table["thrones"]
    assert position.decision == "main"


def test_b10_without_attackers_nothing_happens():
    position = game([{"hand": [CONSENT]}, {}], cities={"paris": "gold knight"})
    words = (*PLAY_AND_FIGHT, "fight in France")
    assert changes(position.to_dict(), take(position, *words)) == {
        "0.hand": [], "0.west": [CONSENT],
    }  # fmt: skip
    assert position.decision == "main"


def test_b10_without_attackers_and_defenders_nothing_happens():
    position = game([{"hand": [CONSENT]}, {}])
    words = (*PLAY_AND_FIGHT, "fight in France")
    assert changes(position.to_dict(), take(position, *words)) == {
        "0.hand": [], "0.west": [CONSENT],
    }  # fmt: skip
    assert position.decision == "main"


def test_b10_the_bishop_is_placed_after_a_lost_battle_too():
    position = game(
        [{"hand": [BONFIRE]}, {}],
        cities={"venice": "gold knight"},
        borders={"aragon-papal_states": ["pawn 0"]},
    )
    take(position, *PLAY_AND_FIGHT)
    table = position.to_dict()
    assert (table["cities"], table["borders"]) == ({}, {})
    assert position.decision == "place_agent"
    assert names(position) == {
        "put the red bishop on Bonfire of the Vanities",
        "put the red bishop on the Papal States",
    }


# --- casualties that are alike, and those that are not --------------------------------------------
def test_b10_equal_agents_and_equal_repressed_tokens_are_one_choice():
    position = game(
        [{"hand": [TEUTONS]}, {}],
        cities={"vienna": "gold rook"},
        thrones={"holy_roman_empire": {"repressed": {"gold rook": 3, "red rook": 1}}},
    )
    take(position, *PLAY_AND_FIGHT)
    assert attackers(position) == {
        "agents": {"gold knight"}, "repressed": {"gold rook", "red rook"},
    }  # fmt: skip


def test_b10_pirates_on_different_borders_are_different_choices():
    position = game(
        [{"hand": [KLEPHTS]}, {}],
        cities={"rhodes": "gold rook"},
        borders={"hungary-ottoman": ["green pirate"], "mamluk-ottoman": ["green pirate"]},
    )
    take(position, *PLAY_AND_FIGHT, "kill the green pirate on the Hungary-Ottoman border")
    assert position.to_dict()["borders"] == {"mamluk-ottoman": ["green pirate"]}


def test_b10_concessions_on_different_borders_are_different_choices():
    position = game(
        [{"hand": [FLANDERS]}, {}],
        cities={"paris": "gold rook"},
        borders={"england-france": ["pawn 0"], "aragon-france": ["pawn 0"]},
    )
    take(position, *PLAY_AND_FIGHT)
    assert attackers(position) == {
        "pawns": {"england-france", "aragon-france"}, "agents": {"own pawn"},
    }  # fmt: skip


def test_b10_equal_knights_in_different_cities_are_different_choices():
    position = game(
        [{"hand": [CROMWELL]}, {}],
        cities={"london": "gold rook", "paris": "red knight", "lyon": "red knight"},
    )
    assert attackers(take(position, *PLAY_AND_FIGHT))["cities"] == {"paris", "lyon"}


def test_b10_the_slots_of_constantinople_are_different_choices():
    position = game(
        [{"hand": [KLEPHTS]}, {}],
        cities={
            "constantinople_1": "green rook", "constantinople_2": "green knight",
            "constantinople_3": "green knight",
        },
    )  # fmt: skip
    take(position, *PLAY_AND_FIGHT)
    assert legal(position, CITY) == {
        "constantinople_1", "constantinople_2", "constantinople_3",
    }  # fmt: skip


# --- survivors ------------------------------------------------------------------------------------
def test_b10_survivors_from_the_map_stay_where_they_were():
    position = game(
        [{"hand": [CROMWELL]}, {}],
        cities={"london": "gold rook", "paris": "red knight"},
        borders={"england-france": ["red pirate"]},
    )
    take(position, *PLAY_AND_FIGHT, "lose the red knight (agent)")
    take(position, "place the surviving red knight next", "place the red knight in London")
    table = position.to_dict()
    assert table["cities"] == {"london": "red knight", "paris": "red knight"}
    assert table["borders"] == {"england-france": ["red pirate"]}


def test_b10_surviving_agents_and_repressed_go_to_empty_cities_only():
    position = game(
        [{"hand": [LAST_KNIGHT], "florins": 5}, {}],
        cities={"vienna": "gold rook"},
        thrones={"holy_roman_empire": {"repressed": {"gold rook": 2, "pawn 1": 1}}},
    )
    take(position, *PLAY_AND_FIGHT, "kill the gold rook repressed")
    assert names(position) == {
        "place the surviving red knight next",
        "free the gold rook (repressed in the Holy Roman Empire)",
    }
    take(position, "free the gold rook")
    assert legal(position, CITY) == {"vienna", "lubeck", "nurnberg"}  # Novgorod is busted
    take(position, "place the gold rook in Vienna", "place the surviving red knight next")
    assert legal(position, CITY) == {"lubeck", "nurnberg"}
    take(position, "place the red knight in Lübeck")
    table = position.to_dict()
    assert table["cities"] == {"vienna": "gold rook", "lubeck": "red knight"}
    assert table["players"][0]["west"][-1]["repressed"] == {"pawn 1": 1}
    assert table["players"][0]["florins"] == 5


def test_b10_surviving_pawns_go_to_empty_borders_and_keep_their_colour():
    position = game(
        [{"hand": [FLANDERS], "florins": 5}, {}],
        borders={"england-france": ["pawn 1"]},
        thrones={"france": {"repressed": {"pawn 1": 1, "gold rook": 1}}},
    )
    take(position, *PLAY_AND_FIGHT, "free the Medici pawn")
    assert legal(position, BORDER) == {"aragon-france", "france-holy_roman_empire"}
    take(position, "on the Aragon-France border", "place the surviving pawn next")
    assert legal(position, BORDER) == {"france-holy_roman_empire"}
    take(position, "on the France-Holy Roman Empire border")
    table = position.to_dict()
    assert table["borders"] == {
        "england-france": ["pawn 1"],
        "aragon-france": ["pawn 1"],
        "france-holy_roman_empire": ["pawn 0"],
    }
    assert table["players"][0]["west"][-1]["repressed"] == {"gold rook": 1}


def test_b10_surviving_pirates_go_to_empty_sea_borders_only():
    position = game([{"hand": [ZWARTE_HOOP]}, {}], borders={"england-france": ["pawn 1"]})
    take(position, *PLAY_AND_FIGHT, "place the surviving green pirate next")
    assert legal(position, BORDER) == {"france-holy_roman_empire"}
    take(position, "on the France-Holy Roman Empire border")
    assert position.to_dict()["borders"] == {
        "england-france": ["pawn 1"], "france-holy_roman_empire": ["green pirate"],
    }  # fmt: skip


def test_b10_pirates_without_room_are_eliminated():
    position = game(
        [{"hand": [ZWARTE_HOOP]}, {}],
        borders={"england-france": ["pawn 1"], "france-holy_roman_empire": ["pawn 1"]},
    )
    assert changes(position.to_dict(), take(position, *PLAY_AND_FIGHT)) == {
        "thrones.france": None, "0.hand": [], "0.west": [ZWARTE_HOOP, "SQ_france"],
    }  # fmt: skip
    assert position.decision == "concession"


def test_b10_pawns_without_room_are_repressed_for_free_and_serfs_stay():
    position = game(
        [{"hand": [FLANDERS], "florins": 1}, {}],
        borders={
            "england-france": ["pawn 1"], "aragon-france": ["pawn 1"],
            "france-holy_roman_empire": ["pawn 1"],
        },
        thrones={"france": {"repressed": {"pawn 1": 1}}},
    )  # fmt: skip
    assert changes(position.to_dict(), take(position, *PLAY_AND_FIGHT)) == {
        "thrones.france": None, "0.hand": [],
        "0.west": [
            FLANDERS, {"card": "SQ_france", "repressed": {"pawn 0": 1, "pawn 1": 1}}
        ],
    }  # fmt: skip


def rimini():
    """EX40: three survivors for the one slot of an Islamic Venice."""
    position = game(
        [{"hand": [RIMINI]}, {}],
        religions={"papal_states": "islamic"},
        thrones={"papal_states": {"repressed": {"red rook": 1}}},
    )
    return take(position, *PLAY_AND_FIGHT)


def test_b10_a_knight_takes_the_scarce_room_and_the_rook_stays_repressed():
    position = rimini()
    take(position, "place the surviving gold knight next")
    assert names(position) == {"place the gold knight in Venice"}
    take(position, "place", "place no concession")
    table = position.to_dict()
    assert table["cities"] == {"venice": "gold knight"}
    assert table["players"][0]["west"] == [
        RIMINI, {"card": "SQ_papal_states", "repressed": {"gold knight": 1, "red rook": 1}},
    ]  # fmt: skip
    assert table["players"][0]["florins"] == 0
    assert position.decision == "main"  # nobody can be freed into a full empire


def test_b10_the_repressed_rook_takes_the_scarce_room_and_both_knights_are_repressed():
    position = take(rimini(), "free the red rook", "place the red rook in Venice")
    table = position.to_dict()
    assert table["cities"] == {"venice": "red rook"}
    assert table["players"][0]["west"][-1]["repressed"] == {"gold knight": 2}


def test_b10_unlike_agents_compete_for_the_scarce_room():
    england = {"england": {"repressed": {"green knight": 1}}}
    position = game([{"hand": [KINGMAKER]}, {}], thrones=england)
    take(position, *PLAY_AND_FIGHT)
    assert (legal(position, AGENT), legal(position, REPRESSED)) == (
        {"gold rook", "red rook"}, {"green knight"},
    )  # fmt: skip
    take(position, "free the green knight", "in London")
    take(position, "place the surviving red rook next", "in Bordeaux")
    table = position.to_dict()
    assert table["cities"] == {"london": "green knight", "bordeaux": "red rook"}
    assert table["players"][0]["west"] == [
        KINGMAKER, {"card": "SQ_england", "repressed": {"gold rook": 1}},
    ]  # fmt: skip


def test_b10_a_repressed_token_that_did_not_fight_is_not_a_survivor():
    position = game(
        [{"hand": [LAST_KNIGHT]}, {}],
        thrones={"holy_roman_empire": {"repressed": {"pawn 1": 1}}},
    )
    take(position, *PLAY_AND_FIGHT)
    assert names(position) == {"place the surviving red knight next"}


def test_b10_slave_soldiers_stay_repressed_after_a_victory_elsewhere():
    position = game(
        [{"florins": 2, "east": [CIRCASSIANS, "SQ_byzantium"]}, {}],
        cities={"caffa": "gold knight", "buda": "gold rook"},
        thrones={"mamluk": {"repressed": {"pawn 1": 1}}},
    )
    take(position, "East ops", "use Byzantium", "campaign", "campaign against Hungary for 2")
    assert attackers(position) == {"cities": {"caffa"}, "repressed": {"pawn 1"}}
    take(position, "kill the gold knight in Caffa")
    table = position.to_dict()
    assert table["thrones"]["mamluk"] == {"repressed": {"pawn 1": 1}}
    assert table["cities"] == {}
    assert position.decision == "concession"


def test_b10_slave_soldiers_are_placed_when_mamluk_itself_is_conquered():
    position = game(
        [{"florins": 3, "east": [CIRCASSIANS, "SQ_byzantium"]}, {}],
        cities={"caffa": "gold knight"},
        thrones={"mamluk": {"repressed": {"pawn 1": 1, "red rook": 1}}},
    )
    take(position, "East ops", "use Byzantium", "campaign", "campaign against Mamluk for 3")
    assert names(position) == {
        "free the Medici pawn (repressed in Mamluk)", "free the red rook (repressed in Mamluk)",
    }  # fmt: skip
    take(position, "free the red rook", "in Cairo", "free the Medici pawn", "Mamluk-Ottoman")
    table = position.to_dict()
    assert table["cities"] == {"caffa": "gold knight", "cairo": "red rook"}
    assert table["borders"] == {"mamluk-ottoman": ["pawn 1"]}
    assert position.decision == "concession"


def test_b10_the_bishop_is_placed_only_after_the_regime_change():
    position = game([{"hand": [BORGIA]}, {}], thrones={"aragon": {"repressed": {"red knight": 1}}})
    take(position, *PLAY_AND_FIGHT, "fight in Aragon", "free the red knight", "in Valencia")
    assert position.decision == "concession"
    take(position, "place no concession")
    assert position.decision == "place_agent"
    assert "SQ_aragon" in legal(position, CARD)
    assert "SQ_england" in legal(position, CARD)  # not tied to the war's empire
