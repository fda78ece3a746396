"""F1: the inquisitor moves a bishop."""

import pytest

from paxren_env.games.pax_renaissance.actions import CARD, OPS, REPRESSED
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

INQUISITOR = "PREN005"  # Reformed Theology: The West, Reformist
ANTIPOPE = "PREN004"  # France, Reformist inquisitor
ENGLISH = "PREN034"  # Merchants of the Staple
IMPERIAL = "PREN038"  # Bundschuh Revolt: Holy Roman Empire
ARAGONESE = "PREN040"  # Sindicat Remença
HUNGARIAN = "PREN070"  # Zupy Krakowskie Company
EASTERN_HRE = "PREN109X"  # Brotherhood of St. Mark: an East card of the Holy Roman Empire
THE_EAST = "PREN069"  # Bashi-bazouk
THRONE_OF_ENGLAND = {"england": {"bishop": "red"}}


def red(card, **rest):
    """The card with a red bishop on it."""
    return {"card": card, "bishop": "red", **rest}


def picked_up(origin, mine, other=None, **rest):
    """Antipope has picked up the red bishop from this card; he stands alone in the other tableau.

    It is his owner's turn, so that nothing of the tableau looked at is his.
    """
    turn = {"player": 1}
    g = game([mine, {"west": [ANTIPOPE], **(other or {})}], turn=turn, **rest)
    return take(g, "West ops", "use Antipope", "Reformist", f"from {origin}")


def to(game):
    """Where the bishop may go."""
    return legal(game, CARD)


# --- which bishop ---------------------------------------------------------------------------------
def test_f1_any_bishop_of_the_colour_wherever_it_is():
    thrones = {
        "hungary": {"bishop": "red"},
        "portugal": {"queens": [red("PREN046")]},
        "mamluk": {"bishop": "green"},
    }
    mine = {"west": [INQUISITOR, {"card": ENGLISH, "bishop": "gold"}]}
    other = {"west": [red(ARAGONESE)], "east": [HUNGARIAN]}
    g = take(game([mine, other], thrones=thrones), "West ops", "use Reformed", "Reformist")
    assert legal(g, CARD) == {ARAGONESE, "SQ_hungary", "PREN046"}


def test_f1_needs_a_bishop_of_its_colour():
    mine = {"west": [INQUISITOR, {"card": ENGLISH, "bishop": "gold"}]}
    assert legal(game([mine, {}]), OPS) == set()


def test_f1_needs_a_destination():
    """A bishop in a throne with no card of that Location anywhere stays."""
    thrones = {"hungary": {"bishop": "red"}}
    assert legal(game([{"west": [ANTIPOPE]}, {}], thrones=thrones), OPS) == set()
    g = game([{"west": [ANTIPOPE]}, {"east": [HUNGARIAN]}], thrones=thrones)
    assert legal(g, OPS) == {"west"}


def test_f1_each_op_is_for_one_colour():
    """Papal Legate to Persia has a Catholic and a Reformist inquisitor."""
    mine = {"east": ["PREN099X", {"card": THE_EAST, "bishop": "gold"}]}
    g = take(game([mine, {}]), "East ops", "use Papal Legate")
    assert names(g) == {"Catholic inquisitor"}


# --- where to: Location ---------------------------------------------------------------------------
def test_f1_to_a_matching_location_in_any_tableau_or_throne():
    mine = {"west": [red(ENGLISH)]}
    other = {"west": [ANTIPOPE, IMPERIAL, "PREN144X", "PREN023"]}  # Mons Meg, Spanish Tercio
    g = picked_up("Merchants", mine, other)
    assert to(g) == {"SQ_england", "PREN144X", "PREN023"}
    before = g.to_dict()
    take(g, "to Mons Meg")
    after = changes(before, g)
    assert after["0.west"] == [ENGLISH]
    assert after["1.west"][2] == red("PREN144X")


def test_f1_the_region_is_a_joker_for_every_empire_in_it():
    mine = {"east": [red(THE_EAST)]}
    other = {"west": [ANTIPOPE], "east": [HUNGARIAN, EASTERN_HRE, "PREN163X"]}
    g = picked_up("Bashi-bazouk", mine, other)
    eastern = {"SQ_hungary", "SQ_ottoman", "SQ_byzantium", "SQ_mamluk"}
    assert to(g) == eastern | {HUNGARIAN, "PREN163X"}


def test_f1_ex34_a_crossover_card_lies_in_the_east_and_matches_the_west():
    """Its bishop reaches HRE and The-West cards, and its neighbours in the East row."""
    mine = {"east": [HUNGARIAN, red(EASTERN_HRE), "PREN080"]}  # Greek Klephts: Ottoman
    other = {"west": [ANTIPOPE, IMPERIAL, "PREN023"], "east": [THE_EAST, "PREN071"]}
    g = picked_up("Brotherhood", mine, other)
    assert to(g) == {HUNGARIAN, "PREN080", IMPERIAL, "PREN023", "SQ_holy_roman_empire"}


def test_f1_a_location_leads_from_one_side_of_a_tableau_to_the_other():
    mine = {"east": [red(EASTERN_HRE)], "west": [IMPERIAL]}
    assert IMPERIAL in to(picked_up("Brotherhood", mine))


def test_f1_a_crowned_queen_is_where_her_husband_is():
    mine = {"west": [red(ARAGONESE)]}
    aragon = {"card": "SQ_aragon", "queens": ["PREN045"]}
    g = picked_up("Sindicat", mine, {"west": [ANTIPOPE, aragon]})
    assert to(g) == {"SQ_aragon", "PREN045"}
    g = picked_up("Sindicat", mine, thrones={"aragon": {"queens": ["PREN045"]}})
    assert to(g) == {"SQ_aragon", "PREN045"}


def test_f1_never_to_old_maids_hands_or_boards():
    mine = {"west": [red(ENGLISH)], "old_maids": ["PREN047"], "hand": ["PREN144X"]}
    assert to(picked_up("Merchants", mine)) == {"SQ_england"}


# --- where to: the next column --------------------------------------------------------------------
def test_f1_to_neighbouring_columns_of_the_same_side():
    mine = {"west": [ARAGONESE, "PREN003", red(ENGLISH), IMPERIAL, "PREN039"], "east": [HUNGARIAN]}
    assert to(picked_up("Merchants", mine)) == {"PREN003", IMPERIAL, "SQ_england"}


def test_f1_the_board_separates_east_and_west():
    mine = {"west": [red(ENGLISH)], "east": [HUNGARIAN]}
    assert to(picked_up("Merchants", mine)) == {"SQ_england"}


def test_f1_another_players_columns_are_no_neighbours():
    mine = {"west": [red(ENGLISH)]}
    assert to(picked_up("Merchants", mine, {"west": [ANTIPOPE, ARAGONESE]})) == {"SQ_england"}


SUZERAIN = {
    "card": "SQ_hungary",
    "queens": ["PREN076"],
    "vassals": [
        {"card": "SQ_ottoman", "queens": ["PREN077"]},
        {"card": "SQ_france", "queens": ["PREN151X"]},
    ],
}
COLUMN = {"SQ_hungary", "PREN076", "SQ_ottoman", "PREN077", "SQ_france", "PREN151X"}


@pytest.mark.parametrize("origin", sorted(COLUMN))
def test_f1_all_cards_of_a_column_are_adjacent_to_each_other(origin):
    """King, queens, vassals and the vassals' queens; and all of them to the next column."""
    column = with_bishop(SUZERAIN, origin)
    mine = {"east": ["PREN082", "PREN168X", column, "PREN065"]}  # all Mamluk
    g = game([mine, {"west": [ANTIPOPE]}], turn={"player": 1})
    take(g, "West ops", "use Antipope", "Reformist")
    g.step(g.legal_actions()[0])  # the only bishop
    near = COLUMN - {origin} | {"PREN168X", "PREN065"}
    away = {"PREN004"} if origin in ("SQ_france", "PREN151X") else set()
    assert to(g) == near | away


def test_f1_every_card_of_a_column_can_be_entered_from_the_next():
    mine = {"east": ["PREN082", red("PREN168X"), SUZERAIN]}
    assert to(picked_up("Zionist", mine)) == COLUMN | {"PREN082", "SQ_mamluk"}


def with_bishop(square, card):
    """The same column with a red bishop on one of its cards."""
    if isinstance(square, str):
        return red(square) if square == card else square
    column = {**square, **({"bishop": "red"} if square["card"] == card else {})}
    for key in ("queens", "vassals"):
        if key in square:
            column[key] = [with_bishop(each, card) for each in square[key]]
    return column


# --- thrones --------------------------------------------------------------------------------------
def test_f1_from_a_throne_only_by_location_and_to_no_other_throne():
    g = picked_up("England", {"west": [ENGLISH, "PREN023", ARAGONESE]}, thrones=THRONE_OF_ENGLAND)
    assert to(g) == {ENGLISH, "PREN023"}


def test_f1_between_king_and_queen_of_the_same_throne():
    thrones = {"england": {"bishop": "red", "queens": ["PREN045"]}}
    g = picked_up("England", {}, thrones=thrones)
    assert to(g) == {"PREN045"}
    before = g.to_dict()
    take(g, "to Anne")
    assert changes(before, g) == {"thrones.england": {"queens": [red("PREN045")]}}


# --- entering a card ------------------------------------------------------------------------------
def test_f1_diet_of_worms_both_bishops_die():
    mine = {"west": [red(ENGLISH), {"card": "PREN144X", "bishop": "gold"}]}
    g = picked_up("Merchants", mine)
    before = g.to_dict()
    take(g, "to Mons Meg")
    assert changes(before, g) == {"0.west": [ENGLISH, "PREN144X"]}


def test_f1_two_bishops_meeting_on_a_square_pacify_nobody():
    serfs = {"pawn 1": 1}
    thrones = {"england": {"bishop": "green", "repressed": serfs}}
    g = picked_up("Merchants", {"west": [red(ENGLISH)]}, thrones=thrones)
    take(g, "to England")
    assert g.to_dict()["thrones"]["england"] == {"repressed": serfs}
    assert g.decision == "main"


def test_f1_king_and_queen_are_two_cards_for_bishops():
    """A bishop entering the King does not meet the one on his queen."""
    queen = {"card": "PREN045", "bishop": "gold"}
    mine = {"west": [red(ENGLISH), {"card": "SQ_england", "queens": [queen]}]}
    g = take(picked_up("Merchants", mine), "to England")
    west = g.to_dict()["players"][0]["west"]
    assert west == [ENGLISH, red("SQ_england", queens=[queen])]


def test_f1_a_bishop_entering_a_square_may_kill_one_repressed_token_of_any_kind():
    repressed = {"gold knight": 2, "green rook": 1, "pawn 0": 1, "pawn 1": 1}
    g = picked_up(
        "Merchants", {"west": [red(ENGLISH)]}, thrones={"england": {"repressed": repressed}}
    )
    take(g, "to England")
    assert g.deciding_player == 1
    assert legal(g, REPRESSED) == set(repressed)
    before = g.to_dict()
    take(g, "gold knight")
    left = {**repressed, "gold knight": 1}
    assert changes(before, g) == {"thrones.england": {"bishop": "red", "repressed": left}}
    assert g.decision == "main"  # exactly one, and for free


def test_f1_pacification_may_be_declined():
    g = picked_up(
        "Merchants", {"west": [red(ENGLISH)]}, thrones={"england": {"repressed": {"pawn 0": 1}}}
    )
    take(g, "to England", "kill nobody")
    assert g.to_dict()["thrones"]["england"] == {"bishop": "red", "repressed": {"pawn 0": 1}}


def test_f1_entering_the_king_from_his_own_queen_pacifies_too():
    england = {"card": "SQ_england", "queens": [red("PREN045")], "repressed": {"red rook": 1}}
    g = take(picked_up("Anne", {"west": [england]}), "to England", "kill the red rook")
    assert g.to_dict()["players"][0]["west"] == [red("SQ_england", queens=["PREN045"])]


def test_f1_a_queen_has_no_serfs_to_pacify():
    england = {"card": "SQ_england", "queens": ["PREN045"], "repressed": {"red rook": 1}}
    g = take(picked_up("Merchants", {"west": [england, red(ENGLISH)]}), "to Anne")
    assert g.decision == "main"
    assert g.to_dict()["players"][0]["west"][0]["repressed"] == {"red rook": 1}


def test_f1_ex07_three_moves_bring_a_bishop_onto_the_king_of_portugal():
    portugal = {"card": "SQ_portugal", "repressed": {"pawn 0": 1}}
    mine = {"florins": 5, "west": [ANTIPOPE, "PREN160X", "PREN011", portugal]}
    g = game([mine, {}], thrones=THRONE_OF_ENGLAND, cities={"toledo": "gold knight"})
    take(g, "West ops")
    assert "SQ_portugal" in legal(g, CARD)
    take(g, "use Antipope", "Reformist", "from England", "to Anabaptist")
    take(g, "use Jacques", "Reformist", "from Anabaptist")
    assert "SQ_portugal" in to(g)
    take(g, "to Portugal", "kill the Fugger pawn")
    assert "SQ_portugal" not in legal(g, CARD)  # silenced: no campaign
    assert g.to_dict()["players"][0]["west"][-1] == red("SQ_portugal")


def test_f1_ex08_silencing_gutenberg_makes_his_owner_discard_at_once():
    mine = {"hand": ["PREN013", "PREN017", "PREN020", "PREN022"], "west": ["PREN043"]}
    g = picked_up("Bundschuh", mine, {"west": [ANTIPOPE, red(IMPERIAL)]})
    take(g, "to Gutenberg")
    assert g.deciding_player == 0 and g.decision == "discard"
    assert legal(g, CARD) == set(mine["hand"])
    take(g, "discard Genoese", "discard The Last Knight")
    assert g.to_dict()["players"][0]["hand"] == ["PREN017", "PREN020"]
    assert g.deciding_player == 1


def test_f1_the_acting_card_may_free_itself():
    """A silenced inquisitor still acts, and may send away the bishop on itself."""
    g = game([{"west": [red("PREN006")]}, {}])  # Star Chamber: behead, Reformist inquisitor
    take(g, "West ops", "use Star Chamber", "Reformist", "from Star Chamber", "to England")
    assert g.to_dict()["players"][0]["west"] == [{"card": "PREN006", "used": True}]
    assert g.to_dict()["thrones"]["england"] == {"bishop": "red"}
