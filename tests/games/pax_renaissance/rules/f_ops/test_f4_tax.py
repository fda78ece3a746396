"""F4: tax."""

import pytest

from paxren_env.games.pax_renaissance.actions import CARD, CITY, EMPIRE, NO, OPS, PAWN_AT, YES
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

CRUSADE = "PREN029"  # Holy Land Crusade: a West card of Mamluk: tax, siege
MILAN = "PREN032"  # Duke of Milan: Aragon: tax, siege
MARECHAUSSEE = "PREN054"  # The West: tax
BASHI_BAZOUK = "PREN069"  # The East: tax
HUNGARIAN = "PREN070"  # Zupy Krakowskie Company: Hungary: tax, repress, commerce
SWABIAN = "PREN022"  # The Last Knight: Holy Roman Empire: tax, siege


def taxed(florins=3, **rest):
    """EX11: Holy Land Crusade taxes Player 1's concession between Ottoman and Mamluk."""
    position = {"cities": {"cairo": "green rook"}, "borders": {"mamluk-ottoman": ["pawn 1"]}}
    g = game([{"west": [CRUSADE], "florins": 4}, {"florins": florins}], **{**position, **rest})
    return take(g, "West ops", "use Holy Land", "tax", "tax the Medici pawn")


# --- the owner's choice ---------------------------------------------------------------------------
def test_f4_ex11_the_owner_pays_china_and_places_the_levy():
    g = taxed()
    before = g.to_dict()
    assert g.deciding_player == 1
    assert names(g) == {"pay 1 florin", "let it be repressed"}
    take(g, "pay 1 florin")
    assert g.deciding_player == 1 and legal(g, CITY) == {"cyprus"}
    take(g, "levy a gold rook in Cyprus")
    assert changes(before, g) == {"1.florins": 2, "cities.cyprus": "gold rook"}
    assert g.deciding_player == 0 and g.decision == "main"


def test_f4_or_the_concession_is_repressed_for_free_and_the_levy_still_comes():
    g = taxed()
    before = g.to_dict()
    take(g, "let it be repressed", "Cyprus")
    assert changes(before, g) == {
        "borders.mamluk-ottoman": None,
        "thrones.mamluk": {"repressed": {"pawn 1": 1}},
        "cities.cyprus": "gold rook",
    }


def test_f4_without_florins_the_concession_is_repressed():
    g = taxed(florins=0)
    assert not g.legal_mask()[YES] and g.legal_mask()[NO]
    before = g.to_dict()
    take(g, "let it be repressed")
    assert g.deciding_player == 1  # who still places the levy
    take(g, "Cyprus")
    assert changes(before, g)["thrones.mamluk"] == {"repressed": {"pawn 1": 1}}
    assert "1.florins" not in changes(before, g)


def test_f4_the_serf_goes_onto_the_square_wherever_it_is():
    mamluk = {"card": "SQ_mamluk"}
    g = game(
        [{"west": [CRUSADE]}, {"east": [mamluk]}],
        borders={"mamluk-ottoman": ["pawn 1"]},
    )
    take(g, "West ops", "use Holy Land", "tax", "tax the Medici pawn", "let it", "Cairo")
    assert g.to_dict()["players"][1]["east"] == [{**mamluk, "repressed": {"pawn 1": 1}}]


def test_f4_the_levy_is_the_icon_of_the_chosen_slot_in_the_present_religion():
    for religion, icons in (
        ("medieval", {"Valencia": "gold knight", "Algiers": "green rook"}),
        ("islamic", {"Valencia": "green rook", "Algiers": "green knight"}),
        ("reformist", {"Valencia": "red rook", "Algiers": "red rook"}),
    ):
        g = game(
            [{"west": [MILAN]}, {"florins": 1}],
            borders={"aragon-france": ["pawn 1"]},
            religions={"aragon": religion},
        )
        take(g, "West ops", "use Duke of Milan", "tax", "tax the Medici pawn", "pay")
        assert names(g) == {f"levy a {token} in {city}" for city, token in icons.items()}


def test_f4_a_tax_on_oneself_is_legal():
    g = game([{"west": [MILAN], "florins": 1}, {}], borders={"aragon-france": ["pawn 0"]})
    before = g.to_dict()
    take(g, "West ops", "use Duke of Milan", "tax", "tax the Fugger pawn")
    assert g.deciding_player == 0
    take(g, "pay", "Algiers")
    after = changes(before, g)
    assert after["0.florins"] == 0 and after["cities.algiers"] == "green rook"


def test_f4_the_levy_shortage_is_the_owners_to_solve():
    """T2: no green rook in the pool; the taxed owner takes one from the map."""
    rooks = ["constantinople_1", "constantinople_2", "constantinople_3", "cyprus", "modon"]
    cities = {city: "green rook" for city in [*rooks, "rhodes", "caffa"]}  # all seven
    g = game(
        [{"west": [CRUSADE]}, {"florins": 2}],
        cities=cities,
        borders={"mamluk-ottoman": ["pawn 1"]},
    )
    take(g, "West ops", "use Holy Land", "tax", "tax the Medici pawn", "pay", "levy a green rook")
    assert g.deciding_player == 1 and g.decision == "source"
    take(g, "from Modon")
    after = g.to_dict()["cities"]
    assert after["cairo"] == "green rook" and "modon" not in after


# --- which concessions ----------------------------------------------------------------------------
def test_f4_any_owners_concession_on_a_border_of_the_location():
    borders = {
        "aragon-france": ["pawn 0"],
        "aragon-papal_states": ["pawn 1"],
        "aragon-portugal": ["gold pirate"],
        "england-france": ["pawn 1"],
    }
    g = take(game([{"west": [MILAN]}, {}], borders=borders), "West ops", "use Duke", "tax")
    assert legal(g, PAWN_AT) == {"aragon-france", "aragon-papal_states"}


def test_f4_not_in_a_saturated_empire():
    """EX11: all cities occupied; the busted Red Sea does not count."""
    cities = {"cairo": "green rook", "cyprus": "gold rook"}
    borders = {"mamluk-ottoman": ["pawn 1"]}
    assert legal(game([{"west": [CRUSADE]}, {}], cities=cities, borders=borders), OPS) == {"west"}
    g = take(game([{"west": [CRUSADE]}, {}], cities=cities, borders=borders), "West ops")
    take(g, "use Holy Land")
    assert names(g) == {"siege"}
    open_red_sea = {"east": "tana", "west": "red_sea"}
    g = game([{"west": [CRUSADE]}, {}], cities=cities, borders=borders, emporia=open_red_sea)
    assert names(take(g, "West ops", "use Holy Land")) == {"tax", "siege"}


def test_f4_without_concessions_there_is_no_tax():
    g = game([{"west": [MARECHAUSSEE]}, {}], borders={"england-france": ["gold pirate"]})
    assert legal(g, OPS) == set()


def test_f4_a_concession_beside_a_pirate_can_be_taxed():
    g = game(
        [{"west": [MILAN]}, {"florins": 1, "east": ["PREN113X"]}],
        borders={"aragon-papal_states": ["pawn 1", "green pirate"]},
    )
    take(g, "West ops", "use Duke", "tax", "tax the Medici pawn", "let it be", "Valencia")
    assert g.to_dict()["borders"] == {"aragon-papal_states": ["green pirate"]}
    assert g.to_dict()["thrones"]["aragon"] == {"repressed": {"pawn 1": 1}}


# --- which empire taxes ---------------------------------------------------------------------------
def test_f4_ex33_a_regions_card_names_the_taxing_empire():
    borders = {"england-portugal": ["pawn 1"]}
    g = game([{"west": [MARECHAUSSEE]}, {"florins": 1}], borders=borders)
    take(g, "West ops", "use Mar", "tax", "tax the Medici pawn")
    assert g.deciding_player == 0 and legal(g, EMPIRE) == {"england", "portugal"}
    take(g, "tax it in Portugal", "let it be repressed")
    assert legal(g, CITY) == {"toledo", "granada"}
    assert g.to_dict()["thrones"]["portugal"] == {"repressed": {"pawn 1": 1}}


def test_f4_ex33_only_an_unsaturated_empire_of_the_region():
    cities = {"london": "gold rook", "bordeaux": "gold rook"}
    g = game(
        [{"west": [MARECHAUSSEE]}, {}],
        cities=cities,
        borders={"england-portugal": ["pawn 1"], "england-france": ["pawn 1"]},
    )
    take(g, "West ops", "use Mar", "tax", "England-Portugal")
    assert legal(g, EMPIRE) == {"portugal"}


def test_f4_ex33_a_border_between_the_regions_is_taxed_from_both_sides():
    mine = {"east": [HUNGARIAN, BASHI_BAZOUK], "west": [SWABIAN, MARECHAUSSEE]}
    borders = {"holy_roman_empire-hungary": ["pawn 1"]}
    for side, card, empires in (
        ("East", "Zupy", None),
        ("East", "Bashi", {"hungary"}),
        ("West", "The Last Knight", None),
        ("West", "Mar", {"holy_roman_empire"}),
    ):
        g = game([mine, {}], borders=borders)
        take(g, f"{side} ops", f"use {card}", "tax", "tax the Medici pawn")
        if empires:
            assert legal(g, EMPIRE) == empires
        else:
            assert g.decision == "tax_response"


def test_f4_a_card_taxes_once_but_another_may_tax_the_same_concession():
    mine = {"west": [MILAN, MARECHAUSSEE]}
    g = game([mine, {"florins": 5}], borders={"aragon-france": ["pawn 1"]})
    take(g, "West ops", "use Duke", "tax", "Medici", "pay", "Algiers")
    assert legal(g, CARD) == {MARECHAUSSEE}
    take(g, "use Mar", "tax", "Medici", "tax it in Aragon", "pay", "Valencia")
    assert g.to_dict()["players"][1]["florins"] == 3
