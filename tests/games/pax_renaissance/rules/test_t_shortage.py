"""T: what happens when the pool has no token of the kind."""

import pytest

from paxren_env.games.pax_renaissance.actions import CARD, CITY, EMPIRE, NO, PAWN_AT, PIRATE_AT
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

MILCHSUPPE = "PREN145X"  # Holy Roman Empire, a gold knight, no one-shot
GUTENBERG = "PREN043"  # Holy Roman Empire, a pawn, no one-shot
SCOTTISH = "PREN017"  # England, a red pirate, no one-shot
ANTIPOPE = "PREN004"  # France, a red bishop
LUTHER = "PREN052"  # Holy Roman Empire, reformation, two red rooks
TEUTONS = "PREN025"  # Holy Roman Empire, conspiracy, two gold knights
GONFALONIER = "PREN024"  # Papal States, two gold knights
TAXER = "PREN072"  # Ottoman, tax

# All ten gold knights: in cities, so that none is repressed.
TEN_GOLD_KNIGHTS = {
    city: "gold knight"
    for city in ("london", "bordeaux", "paris", "bruges", "lyon",
                 "buda", "varna", "caffa", "toledo", "granada")
}  # fmt: skip
SEVEN_RED_ROOKS = {
    city: "red rook" for city in ("london", "bordeaux", "paris", "bruges", "lyon", "buda", "varna")
}
ALL_BORDERS_WITHOUT_HRE = (
    "aragon-france", "aragon-papal_states", "aragon-portugal", "byzantium-hungary",
    "byzantium-mamluk", "england-france", "england-portugal", "hungary-ottoman",
    "mamluk-ottoman", "ottoman-papal_states",
)  # fmt: skip
TEN_PAWNS = {border: ["pawn 0"] for border in ALL_BORDERS_WITHOUT_HRE}


# --- 1-3: when, who and from where ----------------------------------------------------------------
def test_t1_with_one_left_in_the_pool_nobody_is_asked():
    cities = dict(list(TEN_GOLD_KNIGHTS.items())[1:])
    position = game([{"hand": [MILCHSUPPE]}, {}], cities=cities)
    assert changes(position.to_dict(), take(position, "play", "in Vienna")) == {
        "cities.vienna": "gold knight", "0.hand": [], "0.west": [MILCHSUPPE],
    }  # fmt: skip
    assert position.decision == "main"


def test_t3_repressed_tokens_of_the_kind_come_first():
    cities = dict(list(TEN_GOLD_KNIGHTS.items())[2:])
    thrones = {"mamluk": {"repressed": {"gold knight": 1}},
               "aragon": {"repressed": {"gold knight": 1, "red knight": 1}}}  # fmt: skip
    position = game([{"hand": [MILCHSUPPE]}, {}], cities=cities, thrones=thrones)
    take(position, "play", "in Vienna")
    assert position.decision == "source"
    assert legal(position, EMPIRE) == {"mamluk", "aragon"}
    assert len(names(position)) == 2
    assert changes(position.to_dict(), take(position, "repressed in Aragon")) == {
        "thrones.aragon": {"repressed": {"red knight": 1}}, "cities.vienna": "gold knight",
    }  # fmt: skip


def test_t3_without_repressed_ones_any_in_play_is_moved():
    position = game([{"hand": [MILCHSUPPE]}, {}], cities=TEN_GOLD_KNIGHTS)
    take(position, "play", "in Vienna")
    assert legal(position, CITY) == set(TEN_GOLD_KNIGHTS)
    assert changes(position.to_dict(), take(position, "from Toledo")) == {
        "cities.toledo": None, "cities.vienna": "gold knight",
    }  # fmt: skip


def test_t3_pawns_come_from_the_players_own_only():
    borders = {**TEN_PAWNS, "holy_roman_empire-hungary": ["pawn 1"]}
    position = game([{"hand": [GUTENBERG]}, {}], borders=borders)
    take(position, "play", "on the France-Holy Roman Empire border")
    assert legal(position, PAWN_AT) == set(TEN_PAWNS)
    assert len(names(position)) == 10
    assert changes(position.to_dict(), take(position, "from the Byzantium-Mamluk border")) == {
        "borders.byzantium-mamluk": None, "borders.france-holy_roman_empire": ["pawn 0"],
    }  # fmt: skip


def test_t3_serfs_come_before_concessions():
    borders = {border: ["pawn 0"] for border in ALL_BORDERS_WITHOUT_HRE[:9]}
    thrones = {"england": {"repressed": {"pawn 0": 1}}}
    position = game([{"hand": [GUTENBERG]}, {}], borders=borders, thrones=thrones)
    take(position, "play", "on the France-Holy Roman Empire border")
    assert names(position) == {"take the Fugger pawn repressed in England"}


def test_t3_pirates_come_from_any_border():
    borders = {border: ["red pirate"] for border in
               ("hungary-ottoman", "mamluk-ottoman", "ottoman-papal_states")}  # fmt: skip
    position = game([{"hand": [SCOTTISH]}, {}], borders=borders)
    take(position, "play", "on the England-France border")
    assert legal(position, PIRATE_AT) == set(borders)
    assert changes(position.to_dict(), take(position, "from the Mamluk-Ottoman border")) == {
        "borders.mamluk-ottoman": None, "borders.england-france": ["red pirate"],
    }  # fmt: skip


def test_t3_bishops_come_from_any_card_or_throne():
    red = {"bishop": "red"}
    queen = {"card": "PREN046", **red}
    position = game(
        [{"hand": [ANTIPOPE], "west": [{"card": "PREN022", **red}]},
         {"west": [{"card": "SQ_england", **red}]}],
        thrones={"mamluk": red, "ottoman": red, "portugal": {"queens": [queen]}},
    )  # fmt: skip
    take(position, "play", "put the red bishop on France")
    assert legal(position, CARD) == {
        "PREN022", "SQ_england", "SQ_mamluk", "SQ_ottoman", "PREN046",
    }  # fmt: skip
    assert changes(position.to_dict(), take(position, "from Joanna")) == {
        "thrones.portugal": {"queens": ["PREN046"]}, "thrones.france": red,
    }  # fmt: skip


# --- 2: the player who places chooses -------------------------------------------------------------
def test_t2_the_taxed_owner_chooses_the_source_of_a_tax_levy():
    cities = {**SEVEN_RED_ROOKS, "rhodes": "gold rook", "constantinople_1": "green rook",
              "constantinople_2": "green rook", "constantinople_3": "green rook"}  # fmt: skip
    position = game(
        [{"east": [TAXER]}, {"florins": 1}], cities=cities, borders={"hungary-ottoman": ["pawn 1"]}
    )
    take(position, "East ops", "use", "tax", "tax the Medici pawn", "pay 1 florin", "in Modon")
    assert (position.decision, position.deciding_player) == ("source", 1)
    assert changes(position.to_dict(), take(position, "from Lyon")) == {
        "cities.lyon": None, "cities.modon": "red rook",
    }  # fmt: skip


def test_t2_the_convener_chooses_the_source_of_a_fair_levy():
    cities = {**SEVEN_RED_ROOKS, "tana": "green knight", "caffa": "gold knight"}
    position = game([{}, {}, {}], cities=cities)
    take(position, "hold the East fair", "levy a red rook in Trebizond")
    assert (position.decision, position.deciding_player) == ("source", 0)
    take(position, "from Varna")  # Hungary lies ahead: its empty city gets a levy
    assert position.decision == "levy"
    assert legal(position, CITY) == {"varna"}


def test_t2_the_conqueror_chooses_the_source_of_the_concession():
    borders = {b: t for b, t in TEN_PAWNS.items() if b != "hungary-ottoman"}
    borders |= {"holy_roman_empire-hungary": ["pawn 0"], "hungary-ottoman": ["pawn 1"]}
    position = game([{"florins": 1, "hand": ["PREN083"]}, {}], borders=borders)
    take(position, "play", "let", "place the surviving gold rook", "in Buda")
    take(position, "on the Hungary-Ottoman border, repressing the Medici pawn")
    assert (position.decision, position.deciding_player) == ("source", 0)
    assert legal(position, PAWN_AT) == set(borders) - {"hungary-ottoman"}
    take(position, "from the Aragon-France border")
    table = position.to_dict()
    assert table["borders"]["hungary-ottoman"] == ["pawn 0"]
    assert "aragon-france" not in table["borders"]
    assert table["players"][0]["east"][-1] == {"card": "SQ_hungary", "repressed": {"pawn 1": 1}}
    assert table["players"][0]["florins"] == 0


# --- 4: any such token, siblings too --------------------------------------------------------------
def test_t4_a_sibling_agent_already_placed_may_be_the_source():
    cities = dict(list(TEN_GOLD_KNIGHTS.items())[1:])
    position = game([{"hand": [GONFALONIER]}, {}], cities=cities)
    take(position, "play", "in Venice (second slot)", "place the gold knight in Venice")
    assert position.decision == "source"
    assert "venice_2" in legal(position, CITY)
    take(position, "take the gold knight from Venice (second slot)")
    assert position.to_dict()["cities"] == {**cities, "venice": "gold knight"}


# --- 5: before the occupant is repressed ----------------------------------------------------------
def test_t5_the_occupant_of_the_destination_is_no_source():
    cities = dict(list(TEN_GOLD_KNIGHTS.items())[1:])
    cities |= {"vienna": "gold knight", "lubeck": "red rook"}
    position = game([{"hand": [MILCHSUPPE], "florins": 2}, {}], cities=cities)
    take(position, "play", "in Vienna, repressing")
    assert position.decision == "source"
    assert legal(position, CITY) == set(list(TEN_GOLD_KNIGHTS)[1:])
    assert changes(position.to_dict(), take(position, "from Granada")) == {
        "cities.granada": None,
        "thrones.holy_roman_empire": {"repressed": {"gold knight": 1}},
        "0.florins": 1,
    }


def test_t5_ones_own_pawn_on_the_destination_is_no_source():
    borders = dict(list(TEN_PAWNS.items())[1:]) | {"france-holy_roman_empire": ["pawn 0"]}
    position = game([{"florins": 1, "hand": [GUTENBERG]}, {}], borders=borders)
    take(position, "play", "on the France-Holy Roman Empire border, repressing")
    assert legal(position, PAWN_AT) == set(borders) - {"france-holy_roman_empire"}


# --- 6: optional and mandatory placements ---------------------------------------------------------
def test_t6_an_optional_placement_may_be_declined():
    position = game([{"hand": [MILCHSUPPE]}, {}], cities=TEN_GOLD_KNIGHTS)
    take(position, "play")
    assert NO in position.legal_actions()
    assert changes(position.to_dict(), take(position, "do not place")) == {}


def test_t6_once_chosen_the_placement_goes_through():
    position = game([{"hand": [MILCHSUPPE]}, {}], cities=TEN_GOLD_KNIGHTS)
    take(position, "play", "in Vienna")
    assert NO not in position.legal_actions()


# --- 7: agents in battles -------------------------------------------------------------------------
def test_t7_agents_that_die_need_no_token():
    position = game(
        [{"hand": [LUTHER]}, {}],
        cities={**SEVEN_RED_ROOKS, "vienna": "gold rook", "lubeck": "gold rook"},
    )
    assert changes(position.to_dict(), take(position, "play", "let")) == {
        "cities.vienna": None, "cities.lubeck": None, "0.hand": [], "0.west": [LUTHER],
    }  # fmt: skip
    assert position.decision == "main"


def test_t7_surviving_agents_do_need_one():
    position = game([{"hand": [LUTHER]}, {}], cities={**SEVEN_RED_ROOKS, "vienna": "gold rook"})
    take(position, "play", "let", "lose the red rook (agent)")
    take(position, "place the surviving red rook next", "place the red rook in Lübeck")
    assert position.decision == "source"
    assert NO not in position.legal_actions()
    take(position, "from London")
    assert position.to_dict()["cities"]["lubeck"] == "red rook"


def test_t7_excess_agents_that_become_repressed_do_need_one():
    cities = dict(list(TEN_GOLD_KNIGHTS.items())[:8])
    cities |= {"algiers": "gold knight"}
    thrones = {
        "holy_roman_empire": {"repressed": {"red rook": 3}},
        "mamluk": {"repressed": {"gold knight": 1}},
    }
    position = game([{"hand": [TEUTONS]}, {}], cities=cities, thrones=thrones)
    take(position, "play", "let")
    for city in ("Vienna", "Lübeck", "Nürnberg"):
        take(position, "free the red rook", f"in {city}")
    # Two agents without room, none in the pool; the second takes the token of the first.
    assert names(position) == {"take the gold knight repressed in Mamluk"}
    take(position, "take")
    assert names(position) == {"take the gold knight repressed in the Holy Roman Empire"}
    take(position, "take")
    table = position.to_dict()
    assert table["thrones"]["mamluk"] == {}
    assert table["players"][0]["west"][-1]["repressed"] == {"gold knight": 1}


# --- 8: side effects ------------------------------------------------------------------------------
def test_t8_a_stolen_bishop_unsilences_its_card_at_once():
    red = {"bishop": "red"}
    position = game(
        [{"hand": [ANTIPOPE], "west": [{"card": "PREN022", **red}]}, {}],
        thrones={"mamluk": red, "ottoman": red, "portugal": red, "england": red},
        cities={"vienna": "gold rook"},
    )
    assert "West ops" not in names(position)
    take(position, "play", "put the red bishop on France", "from The Last Knight")
    take(position, "West ops")
    assert legal(position, CARD) == {"PREN022", ANTIPOPE}


def test_t8_a_stolen_concession_is_lost_where_it_was():
    position = game([{"hand": [GUTENBERG]}, {}], borders=TEN_PAWNS)
    take(position, "play", "on the France-Holy Roman Empire border", "from the Aragon-France")
    assert "aragon-france" not in position.to_dict()["borders"]
    assert len(position.to_dict()["borders"]) == 10


def test_t8_room_that_a_shortage_makes_is_for_the_survivors_who_still_wait():
    """Luther, every city taken: the first rook is repressed for want of room, and its token comes
    from Vienna; the second has room there."""
    rooks = ("vienna", "lubeck", "nurnberg", "paris", "bruges", "lyon", "london")
    cities = {**dict.fromkeys(rooks, "red rook"), "buda": "red knight"}
    pirate = {"france-holy_roman_empire": ["gold pirate"]}
    position = game([{"hand": [LUTHER]}, {}], cities=cities, borders=pirate)
    take(position, "play", "let", "kill the red knight in Buda", "from Vienna")
    assert position.decision == "survivor"
    take(position, "place", "in Vienna")
    assert position.decision == "source"
    take(position, "repressed in the Holy Roman Empire")
    assert position.to_dict()["cities"]["vienna"] == "red rook"


def test_t8_also_for_the_repressed_who_fought():
    """The Teutonic Knights: the second knight has no room; its token comes from Vienna."""
    thrones = {"holy_roman_empire": {"repressed": {"red rook": 3}}}
    cities = dict(list(TEN_GOLD_KNIGHTS.items())[:9])
    position = game([{"hand": [TEUTONS]}, {}], cities=cities, thrones=thrones)
    take(position, "play", "let", "place the surviving gold knight next", "in Vienna")
    take(position, "free the red rook", "in Lübeck", "free the red rook", "in Nürnberg")
    assert position.decision == "source"
    take(position, "from Vienna")
    assert position.decision == "survivor"
    take(position, "free the red rook", "in Vienna")
    assert position.to_dict()["cities"]["vienna"] == "red rook"
