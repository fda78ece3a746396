"""G: trade fairs, levies, Constantinople and Venice."""

import pytest

from paxren_env.games.pax_renaissance.actions import CITY
from paxren_env.games.pax_renaissance.constants import BORDER_NAMES, CITY_NAMES
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

EAST = ["PREN058", "PREN059", "PREN060", "PREN061", "PREN062", "PREN063"]
WEST = ["PREN001", "PREN002", "PREN003", "PREN004", "PREN005", "PREN006"]
MICHELANGELO = "PREN131X"
INDIA_ARMADA, ALMEIDA_ARMADA = "PREN014", "PREN018"
PARLIAMENT = "PREN215P"
DALMATIANS = "PREN113X"
GONFALONIER, FERRARA, RIMINI = "PREN024", "PREN055", "PREN143X"

# Every city along the route of Tana is taken: no levies.
NO_LEVIES = {
    "tana": "gold rook", "caffa": "gold rook", "trebizond": "gold rook",
    "buda": "gold rook", "varna": "gold rook",
    "constantinople_1": "gold rook", "constantinople_2": "gold rook",
    "constantinople_3": "gold rook", "modon": "gold rook", "rhodes": "red rook",
    "cairo": "red rook", "cyprus": "red rook",
}  # fmt: skip
# The same along the route of the Spice Islands.
NO_WESTERN_LEVIES = {
    "toledo": "gold rook", "granada": "gold rook", "spice_islands": "gold rook",
    "london": "gold rook", "bordeaux": "gold rook", "paris": "gold rook", "bruges": "gold rook",
    "lyon": "gold rook", "vienna": "gold rook", "lubeck": "gold rook", "nurnberg": "red rook",
}  # fmt: skip


def row(codes, florins):
    """A market row with florins on its first card."""
    return [[codes[0], florins], *([code, 0] for code in codes[1:])]


def fair(players, florins=0, side="east", **rest):
    """Player 0 holds the fair of this side."""
    market = {"east": row(EAST, 0), "west": row(WEST, 0)}
    market[side] = row({"east": EAST, "west": WEST}[side], florins)
    position = game(players, market=market, **rest)
    return position, changes(position.to_dict(), take(position, f"hold the {side} fair"))


# --- profits and subsidy --------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "china"), [(2, 1), (3, 2), (4, 2)])
def test_g_china_adds_one_florin_for_two_players_and_two_for_more(players, china):
    _, change = fair([{}] * players, 3, cities=NO_LEVIES)
    assert change == {
        "market.east.0": [None, 3 + china - 1],  # nobody on the way: all but the subsidy is left
        "discard": [EAST[0]],
        "0.florins": 1,
    }


def test_g_an_empty_card_with_two_players_brings_only_the_subsidy():
    """EX18: and no levies."""
    position, change = fair([{}, {}], 0)
    assert change == {"market.east.0": [None, 0], "discard": [EAST[0]], "0.florins": 1}
    assert position.decision == "main"


def test_g_an_empty_card_with_three_players_sends_one_florin_travelling():
    position, change = fair([{}, {}, {}], 0)
    assert change == {"market.east.0": [None, 0], "discard": [EAST[0]], "0.florins": 1}
    assert position.decision == "levy"


def promo(florins, players):
    return fair(
        [{"west": [PARLIAMENT]}, *[{}] * (players - 1)], florins,
        options={"map": "age_of_reformation"},
    )  # fmt: skip


def test_g_reformation_parliament_takes_two_florins_of_subsidy():
    _, change = promo(1, 2)
    assert change["0.florins"] == 2
    position, change = promo(0, 2)  # only one is there
    assert change["0.florins"] == 1
    assert position.decision == "main"


def test_g_a_comet_is_lost_without_effect():
    market = {"west": row(["COMET3", *WEST[1:]], 0)}
    position = game([{}, {}], market=market)
    assert changes(position.to_dict(), take(position, "hold the West fair")) == {
        "market.west.0": [None, 0], "discard": ["COMET3"], "0.florins": 1,
    }  # fmt: skip
    assert position.decision == "main"


# --- the voyage -----------------------------------------------------------------------------------
def test_g_concessions_along_the_route_are_paid_in_order():
    borders = {"byzantium-hungary": ["pawn 1"], "hungary-ottoman": ["pawn 2"],
               "mamluk-ottoman": ["pawn 0"]}  # fmt: skip
    _, change = fair([{}, {}, {}], 1, cities=NO_LEVIES, borders=borders)
    assert change == {
        "market.east.0": [None, 0], "discard": [EAST[0]],
        "0.florins": 1, "1.florins": 1, "2.florins": 1,
    }  # fmt: skip


def test_g_the_voyage_ends_at_the_border_that_takes_the_last_florin():
    """EX21: Hungary gets no levy."""
    position, _ = fair([{}, {}], 1, borders={
        "byzantium-hungary": ["pawn 0"], "mamluk-ottoman": ["pawn 1"],
    })  # fmt: skip
    take(position, "levy a green knight in Tana")
    table = position.to_dict()
    assert table["cities"] == {"tana": "green knight"}
    assert [player["florins"] for player in table["players"]] == [2, 0]
    assert position.decision == "main"


def test_g_a_pirate_sends_a_florin_to_china():
    """EX17."""
    position, change = fair([{}, {}], 2, "west", borders={
        "hungary-ottoman": ["pawn 1"], "ottoman-papal_states": ["gold pirate"],
        "aragon-papal_states": ["pawn 0"],
    })  # fmt: skip
    assert change["0.florins"] == 1
    words = ("in Caffa", "in Varna", "in Rhodes")
    assert changes(position.to_dict(), take(position, *words)) == {
        "cities.caffa": "gold knight", "cities.varna": "red knight", "cities.rhodes": "gold rook",
        "1.florins": 1,
    }  # fmt: skip
    assert position.decision == "main"


def test_g_a_protected_concession_is_paid_and_the_pirate_beside_it_is_not():
    """EX46."""
    _, change = fair(
        [{}, {"east": [DALMATIANS]}], 2, cities=NO_LEVIES,
        borders={"byzantium-hungary": ["pawn 1", "gold pirate"]},
    )  # fmt: skip
    assert change == {
        "market.east.0": [None, 1], "discard": [EAST[0]], "0.florins": 1, "1.florins": 1,
    }  # fmt: skip


def test_g_land_borders_and_borders_off_the_route_are_not_paid():
    borders = {"byzantium-mamluk": ["pawn 1"], "holy_roman_empire-hungary": ["pawn 1"],
               "ottoman-papal_states": ["pawn 1"]}  # fmt: skip
    _, change = fair([{}, {}], 5, cities=NO_LEVIES, borders=borders)
    assert change["market.east.0"] == [None, 5]
    assert "1.florins" not in change


def test_g_without_concessions_every_unsaturated_empire_gets_a_levy_and_florins_stay():
    """EX19."""
    position, _ = fair([{}, {}], 1)
    words = ("in Tana", "in Buda", "in Modon", "in Cyprus")
    assert changes(position.to_dict(), take(position, *words)) == {
        "market.east.0": [None, 1],
        "cities.tana": "green knight", "cities.buda": "gold knight", "cities.modon": "red rook",
        "cities.cyprus": "gold rook",
    }  # fmt: skip
    assert position.decision == "main"


def test_g_florins_left_in_the_gap_can_be_taken_by_commerce():
    market = {"east": [[None, 2], *([code, 0] for code in EAST[1:])]}
    position = game([{"east": ["PREN087"]}, {}], market=market)
    words = ("East ops", "use", "East commerce", "take a florin from East 0")
    change = changes(position.to_dict(), take(position, *words))
    assert (change["market.east.0"], change["0.florins"]) == ([None, 1], 1)


@pytest.mark.parametrize(
    ("side", "emporium", "borders"),
    [
        ("east", "tana", ["byzantium-hungary", "hungary-ottoman", "mamluk-ottoman"]),
        ("east", "timbuktu", ["aragon-papal_states", "ottoman-papal_states", "mamluk-ottoman"]),
        (
            "east", "novgorod",
            ["france-holy_roman_empire", "england-france", "england-portugal", "aragon-portugal",
             "aragon-papal_states", "ottoman-papal_states", "mamluk-ottoman"],
        ),
        (
            "west", "trebizond",
            ["byzantium-hungary", "hungary-ottoman", "ottoman-papal_states",
             "aragon-papal_states", "aragon-portugal", "england-portugal", "england-france",
             "france-holy_roman_empire"],
        ),
        (
            "west", "red_sea",
            ["mamluk-ottoman", "ottoman-papal_states", "aragon-papal_states", "aragon-portugal",
             "england-portugal", "england-france", "france-holy_roman_empire"],
        ),
        (
            "west", "spice_islands",
            ["england-portugal", "england-france", "france-holy_roman_empire"],
        ),
    ],
)  # fmt: skip
def test_g_each_emporium_has_its_route(side, emporium, borders):
    def paid(occupied):
        """What all concessions together earn."""
        pawns = {border: [f"pawn {1 + i % 2}"] for i, border in enumerate(occupied)}
        position, _ = fair([{}, {}, {}], 9, side, emporia={side: emporium}, borders=pawns)
        while position.decision == "levy":
            position.step(position.legal_actions()[0])
        return sum(player["florins"] for player in position.to_dict()["players"][1:])

    assert paid(BORDER_NAMES) == paid(borders) == len(borders)
    assert paid(set(BORDER_NAMES) - set(borders)) == 0


ORDERS = {
    ("east", "tana"): ["byzantium", "hungary", "ottoman", "mamluk"],
    ("east", "timbuktu"): ["aragon", "papal_states", "ottoman", "mamluk"],
    ("east", "novgorod"): ["holy_roman_empire", "france", "england", "portugal", "aragon",
                           "papal_states", "ottoman", "mamluk"],
    ("west", "trebizond"): ["byzantium", "hungary", "ottoman", "papal_states", "aragon",
                            "portugal", "england", "france", "holy_roman_empire"],
    ("west", "red_sea"): ["mamluk", "ottoman", "papal_states", "aragon", "portugal", "england",
                          "france", "holy_roman_empire"],
    ("west", "spice_islands"): ["portugal", "england", "france", "holy_roman_empire"],
}  # fmt: skip


@pytest.mark.parametrize(("side", "emporium"), ORDERS)
def test_g_levies_follow_the_route_to_its_arrowhead(side, emporium):
    position, _ = fair([{}, {}], 1, side, emporia={side: emporium})
    visited = []
    while position.decision == "levy":
        visited.append(position.to_dict()["pending"][-1]["empire"])
        position.step(position.legal_actions()[0])
    assert visited == ORDERS[side, emporium]


# --- multipliers ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("cards", "share"),
    [
        ([], 1),
        ([MICHELANGELO], 2),
        ([INDIA_ARMADA], 2),
        ([INDIA_ARMADA, ALMEIDA_ARMADA], 4),
        ([MICHELANGELO, ALMEIDA_ARMADA], 4),
        ([MICHELANGELO, INDIA_ARMADA, ALMEIDA_ARMADA], 8),
        ([{"card": MICHELANGELO, "bishop": "gold"}], 1),
    ],
    ids=["1", "michelangelo", "armada", "both armadas", "michelangelo+armada", "all", "silenced"],
)
def test_g_multipliers_in_a_fair_of_the_spice_islands(cards, share):
    _, change = fair(
        [{}, {"west": cards}], 20, "west", cities=NO_WESTERN_LEVIES,
        emporia={"west": "spice_islands"}, borders={"england-france": ["pawn 1"]},
    )  # fmt: skip
    assert change == {
        "market.west.0": [None, 20 - share], "discard": [WEST[0]],
        "0.florins": 1, "1.florins": share,
    }  # fmt: skip


@pytest.mark.parametrize(("cards", "share"), [([MICHELANGELO], 2), ([INDIA_ARMADA], 1)])
def test_g_only_michelangelo_doubles_in_other_fairs(cards, share):
    _, change = fair(
        [{}, {"west": cards}], 5, cities=NO_LEVIES, borders={"hungary-ottoman": ["pawn 1"]}
    )
    assert change["1.florins"] == share


def test_g_a_multiplied_share_is_limited_by_what_is_left():
    _, change = fair(
        [{}, {"west": [MICHELANGELO]}], 1, cities=NO_LEVIES,
        borders={"hungary-ottoman": ["pawn 1"]},
    )  # fmt: skip
    assert (change["1.florins"], change["market.east.0"]) == (1, [None, 0])


def test_g_the_conveners_multiplier_does_not_touch_the_subsidy():
    _, change = fair([{"west": [MICHELANGELO]}, {}], 5, cities=NO_LEVIES)
    assert change["0.florins"] == 1


# --- levies ---------------------------------------------------------------------------------------
def test_g_a_saturated_empire_gets_no_levy():
    """EX22: Hungary is full; of Ottoman only the first slot of Constantinople is free."""
    cities = {
        "buda": "gold knight", "varna": "red knight", "constantinople_2": "green knight",
        "constantinople_3": "green knight", "modon": "red rook", "rhodes": "gold rook",
    }  # fmt: skip
    position, _ = fair(
        [{}, {}], 2, cities=cities,
        borders={"byzantium-hungary": ["pawn 0"], "mamluk-ottoman": ["pawn 1"]},
    )  # fmt: skip
    take(position, "in Tana")
    assert names(position) == {"levy a green rook in Constantinople (slot 1)"}
    take(position, "levy")
    table = position.to_dict()
    assert [player["florins"] for player in table["players"]] == [2, 1]
    assert position.decision == "main"


def test_g_a_levy_must_be_placed_and_busted_emporia_are_no_cities():
    position, _ = fair([{}, {}], 1, "east", emporia={"west": "red_sea"})
    assert names(position) == {"levy a green knight in Tana", "levy a gold knight in Caffa"}


def test_g_the_emporium_itself_may_get_the_levy():
    position, _ = fair([{}, {}], 1, "east", emporia={"east": "timbuktu"})
    assert "timbuktu" in legal(position, CITY)


LEVIES = {  # medieval, catholic, islamic, reformist
    "london": ("gold rook", "gold knight", "green rook", "red knight"),
    "bordeaux": ("gold knight", "gold knight", "green rook", "red knight"),
    "paris": ("gold knight", "gold knight", "green rook", "red knight"),
    "bruges": ("gold rook", "gold rook", "green rook", "red rook"),
    "lyon": ("gold knight", "gold knight", "green rook", "red knight"),
    "vienna": ("gold rook", "gold knight", "green knight", "red knight"),
    "lubeck": ("gold rook", "gold rook", "green rook", "red rook"),
    "nurnberg": ("red knight", "gold rook", "green rook", "red knight"),
    "novgorod": ("red rook", "gold rook", "green rook", "red rook"),
    "buda": ("gold knight", "gold knight", "green knight", "red rook"),
    "varna": ("red knight", "gold rook", "green rook", "red rook"),
    "tana": ("green knight", "gold rook", "green knight", "red rook"),
    "caffa": ("gold knight", "gold knight", "green rook", "red rook"),
    "trebizond": ("red rook", "gold rook", "green knight", "red knight"),
    "toledo": ("gold knight", "gold knight", "green rook", "red rook"),
    "granada": ("green rook", "gold rook", "green knight", "red rook"),
    "spice_islands": ("gold rook", "gold rook", "green rook", "red rook"),
    "valencia": ("gold knight", "gold knight", "green rook", "red rook"),
    "algiers": ("green rook", "gold rook", "green knight", "red rook"),
    "timbuktu": ("green rook", "gold rook", "green knight", "red rook"),
    "venice": ("gold knight", "gold knight", "green rook", "red rook"),
    "venice_2": ("gold knight", "gold knight", None, None),
    "constantinople_1": ("green rook", "gold rook", "green rook", "red rook"),
    "constantinople_2": ("green knight", "gold knight", "green rook", "red knight"),
    "constantinople_3": ("green knight", "gold knight", "green knight", "red knight"),
    "modon": ("red rook", "gold rook", "green rook", "red rook"),
    "rhodes": ("gold rook", "gold knight", "green rook", "red rook"),
    "cairo": ("green rook", "gold rook", "green rook", "red knight"),
    "cyprus": ("gold rook", "gold rook", "gold rook", "red knight"),
    "red_sea": ("green rook", "gold rook", "green rook", "red knight"),
}
CITIES = {
    "england": ("london", "bordeaux"),
    "france": ("paris", "bruges", "lyon"),
    "holy_roman_empire": ("vienna", "lubeck", "nurnberg", "novgorod"),
    "hungary": ("buda", "varna"),
    "byzantium": ("tana", "caffa", "trebizond"),
    "portugal": ("toledo", "granada", "spice_islands"),
    "aragon": ("valencia", "algiers", "timbuktu"),
    "papal_states": ("venice", "venice_2"),
    "ottoman": ("constantinople_1", "constantinople_2", "constantinople_3", "modon", "rhodes"),
    "mamluk": ("cairo", "cyprus", "red_sea"),
}
EMPORIA = {
    "holy_roman_empire": {"east": "novgorod"},
    "portugal": {"west": "spice_islands"},
    "aragon": {"east": "timbuktu"},
    "mamluk": {"west": "red_sea"},
}


@pytest.mark.parametrize("state", ["medieval", "catholic", "islamic", "reformist"])
@pytest.mark.parametrize("empire", CITIES)
def test_g_the_levy_is_the_icon_of_the_slot_in_the_state_of_the_empire(empire, state):
    column = ("medieval", "catholic", "islamic", "reformist").index(state)
    for city in CITIES[empire]:
        position = game(
            [{"west": [FERRARA]}, {}],
            religions={empire: state},
            emporia=EMPORIA.get(empire, {}),
            pending=[{"frame": "turn"}, {"frame": "levy", "empire": empire}],
        )
        token = LEVIES[city][column]
        assert (city in legal(position, CITY)) == (token is not None)
        if token is not None:
            position.step(CITY + CITY_NAMES.index(city))
            assert position.to_dict()["cities"] == {city: token}


# --- Constantinople and Venice --------------------------------------------------------------------
def levy_in(empire, players=({}, {}), **rest):
    pending = [{"frame": "turn"}, {"frame": "levy", "empire": empire}]
    return game(list(players), pending=pending, **rest)


def test_g4_constantinople_takes_levies_until_all_three_slots_are_filled():
    cities = {"modon": "red rook", "rhodes": "gold rook", "constantinople_1": "red knight"}
    position = levy_in("ottoman", cities=cities)
    assert legal(position, CITY) == {"constantinople_2", "constantinople_3"}
    cities |= {"constantinople_2": "red rook"}
    assert legal(levy_in("ottoman", cities=cities), CITY) == {"constantinople_3"}
    cities |= {"constantinople_3": "red rook"}
    assert levy_in("ottoman", cities=cities).decision == "main"


@pytest.mark.parametrize("card", [GONFALONIER, FERRARA, RIMINI])
@pytest.mark.parametrize("owner", [0, 1])
def test_g4_venice_has_a_second_slot_while_anybody_has_a_condottiere(card, owner):
    players = [{}, {}]
    players[owner] = {"west": [card]}
    cities = {"venice": "red rook"}
    assert legal(levy_in("papal_states", players, cities=cities), CITY) == {"venice_2"}


def test_g4_without_condottiere_or_with_a_silenced_one_venice_has_one_slot():
    cities = {"venice": "red rook"}
    assert levy_in("papal_states", cities=cities).decision == "main"
    silenced = {"west": [{"card": FERRARA, "bishop": "red"}]}
    assert levy_in("papal_states", [silenced, {}], cities=cities).decision == "main"


def test_g4_several_condottieri_open_no_third_slot():
    players = [{"west": [FERRARA, GONFALONIER]}, {"west": [RIMINI]}]
    cities = {"venice": "red rook", "venice_2": "gold knight"}
    assert levy_in("papal_states", players, cities=cities).decision == "main"


@pytest.mark.parametrize(
    ("state", "slots"),
    [
        ("medieval", {"venice", "venice_2"}),
        ("catholic", {"venice", "venice_2"}),
        ("islamic", {"venice"}),
        ("reformist", {"venice"}),
    ],
)
def test_g4_the_second_slot_of_venice_needs_a_gold_icon(state, slots):
    position = levy_in("papal_states", [{"west": [FERRARA]}, {}], religions={"papal_states": state})
    assert legal(position, CITY) == slots


def test_g4_any_token_may_stand_in_the_second_slot_of_venice():
    spokesman = "PREN033"  # Schwarzer Haufen, The West: a green knight
    position = game(
        [{"hand": [spokesman], "west": [FERRARA]}, {}], cities={"venice": "gold knight"}
    )
    take(position, "play", "do not let", "in Venice (second slot)")
    assert position.to_dict()["cities"] == {"venice": "gold knight", "venice_2": "green knight"}
