"""K3: apostasy. When one may occur stands in E2; agents after it in E2.2."""

import pytest

from paxren_env.games.pax_renaissance.actions import APOSTATIZE, CARD
from tests.games.pax_renaissance.positions import changes, game, legal, take

pytestmark = pytest.mark.interpreted

ORATORY = "PREN129X"  # Catholic; an apostasy of choice as an action
SWERVE = "PREN155X"  # immune
LUTHER, REFORMED, CROMWELL = "PREN052", "PREN005", "PREN026"  # Reformist
JESUITS, TRENT = "PREN008", "PREN157X"  # Catholic
GRIM, HANDSOME, QIZILBASH = "PREN058", "PREN071", "PREN061"  # Islamic
TWELVERS = "PREN167X"  # Mamluk, Islamic, Islamic-Reformist apostasy, a green bishop
PLAIN = "PREN022"  # no religion
JOANNA, SITTI, SOPHIA, ELZBIETA = "PREN046", "PREN078", "PREN076", "PREN075"
ISLAMIC_REFORMIST = "call the Islamic-Reformist apostasy"
CATHOLIC_REFORMIST = "call the Catholic-Reformist apostasy"
CATHOLIC_ISLAMIC = "call the Catholic-Islamic apostasy"


def apostasy(words, *others, **mine):
    """Player 0 calls it by Oratory's action, which is Catholic itself."""
    west = mine.pop("west", [])
    position = game([{"west": [ORATORY, *west], **mine}, *others])
    return changes(position.to_dict(), take(position, words))


GUILTY = {"west": [REFORMED], "east": [QIZILBASH]}
LOST = {"discard": [REFORMED, QIZILBASH], "1.west": [], "1.east": []}


# --- 1, 2: who is guilty --------------------------------------------------------------------------
def test_k3_who_shows_both_religions_loses_every_card_that_shows_one():
    other = {"west": [REFORMED, PLAIN, CROMWELL], "east": [GRIM, QIZILBASH]}
    assert apostasy(ISLAMIC_REFORMIST, other) == {
        "discard": [REFORMED, CROMWELL, GRIM, QIZILBASH], "1.west": [PLAIN], "1.east": [],
    }  # fmt: skip


def test_k3_who_shows_only_one_of_them_loses_nothing():
    one_religion = {"west": [LUTHER, CROMWELL]}
    assert apostasy(ISLAMIC_REFORMIST, GUILTY, one_religion) == LOST


def test_k3_the_third_religion_is_left_alone():
    other = {"west": [REFORMED, JESUITS], "east": [QIZILBASH]}
    assert apostasy(ISLAMIC_REFORMIST, other) == {**LOST, "1.west": [JESUITS]}


def test_k3_the_immune_skip_it():
    immune = {"west": [LUTHER, SWERVE], "east": [GRIM]}
    assert apostasy(ISLAMIC_REFORMIST, GUILTY, immune) == LOST


def test_k3_a_silenced_immunity_does_not_help():
    silenced = {"west": [LUTHER, {"card": SWERVE, "bishop": "gold"}], "east": [GRIM]}
    assert apostasy(ISLAMIC_REFORMIST, silenced) == {
        "discard": [LUTHER, GRIM],
        "1.west": [{"card": SWERVE, "bishop": "gold"}],
        "1.east": [],
    }


def test_k3_silenced_cards_count_and_are_lost_with_their_bishops():
    other = {"west": [{"card": REFORMED, "bishop": "gold"}], "east": [QIZILBASH]}
    assert apostasy(ISLAMIC_REFORMIST, other) == LOST


def test_k3_old_maids_hands_and_thrones_do_not_count():
    other = {"hand": [LUTHER], "old_maids": [SOPHIA], "east": [GRIM]}
    position = game([{"west": [ORATORY]}, other], thrones={"hungary": {"queens": [SITTI]}})
    assert legal(position, APOSTATIZE) == set()


def test_k3_the_caller_may_be_guilty_too():
    assert apostasy(CATHOLIC_REFORMIST, {}, west=[REFORMED, PLAIN]) == {
        "discard": [REFORMED, ORATORY], "0.west": [PLAIN],
    }  # fmt: skip


def test_k3_all_guilty_players_lose_at_once():
    third = {"west": [LUTHER], "east": [GRIM]}
    assert apostasy(ISLAMIC_REFORMIST, GUILTY, third) == {
        "discard": [REFORMED, LUTHER, GRIM, QIZILBASH],
        "1.west": [], "1.east": [], "2.west": [], "2.east": [],
    }  # fmt: skip


# --- 3: what is lost ------------------------------------------------------------------------------
def test_k3_a_square_with_an_icon_goes_to_its_throne_with_all_but_its_vassals():
    king = {"bishop": "red", "repressed": {"pawn 0": 1}, "queens": [{"card": "PREN079"}]}
    vassal = {"repressed": {"pawn 1": 1}, "queens": [ELZBIETA]}
    column = {"card": "SQ_ottoman", **king, "vassals": [{"card": "SQ_hungary", **vassal}]}
    assert apostasy(ISLAMIC_REFORMIST, {"east": [column], "west": [LUTHER]}) == {
        "thrones.ottoman": {**king, "queens": ["PREN079"]},
        "thrones.hungary": vassal,
        "discard": [LUTHER],
        "1.east": [],
        "1.west": [],
    }


@pytest.mark.parametrize(
    ("square", "side", "face", "is_lost"),
    [
        ("ottoman", "east", "king", True),
        ("ottoman", "east", "republic", True),
        ("mamluk", "east", "king", False),
        ("mamluk", "east", "republic", True),
        ("papal_states", "west", "king", True),
        ("papal_states", "west", "republic", False),
        ("hungary", "east", "king", False),
    ],
)
def test_k3_squares_count_by_their_visible_face(square, side, face, is_lost):
    other = {"west": [TRENT, "PREN003"], "east": [GRIM, QIZILBASH]}
    column = {"card": f"SQ_{square}", "face": face}
    other[side] = [column, *other[side]]
    change = apostasy(CATHOLIC_ISLAMIC, other)
    assert (f"thrones.{square}" in change) == is_lost
    if not is_lost:
        left = column if face == "republic" else f"SQ_{square}"
        assert change[f"1.{side}"] == [left]


def test_k3_a_queen_with_an_icon_takes_her_king_along_still_married():
    """EX42."""
    couple = {"card": "SQ_portugal", "queens": [JOANNA], "vassals": ["SQ_aragon"]}
    assert apostasy(CATHOLIC_REFORMIST, {"west": [couple, LUTHER, PLAIN]}) == {
        "thrones.portugal": {"queens": [JOANNA]},
        "thrones.aragon": {},
        "discard": [LUTHER],
        "1.west": [PLAIN],
    }


def test_k3_a_king_with_an_icon_takes_his_queens_along():
    couple = {"card": "SQ_ottoman", "queens": ["PREN079"]}
    assert apostasy(ISLAMIC_REFORMIST, {"east": [couple], "west": [LUTHER]}) == {
        "thrones.ottoman": {"queens": ["PREN079"]},
        "discard": [LUTHER],
        "1.east": [],
        "1.west": [],
    }


def test_k3_a_vassal_with_an_icon_goes_alone():
    """EX41."""
    column = {"card": "SQ_holy_roman_empire", "vassals": ["SQ_ottoman", "SQ_hungary"]}
    assert apostasy(ISLAMIC_REFORMIST, {"west": [column, LUTHER]}) == {
        "thrones.ottoman": {},
        "discard": [LUTHER],
        "1.west": [{"card": "SQ_holy_roman_empire", "vassals": ["SQ_hungary"]}],
    }


def test_k3_a_vassals_queen_with_an_icon_takes_only_the_vassal_along():
    vassal = {"card": "SQ_hungary", "queens": [SITTI]}
    column = {"card": "SQ_byzantium", "queens": [ELZBIETA], "vassals": [vassal]}
    assert apostasy(ISLAMIC_REFORMIST, {"east": [column], "west": [LUTHER]}) == {
        "thrones.hungary": {"queens": [SITTI]},
        "discard": [LUTHER],
        "1.east": [{"card": "SQ_byzantium", "queens": [ELZBIETA]}],
        "1.west": [],
    }


def test_k3_both_a_suzerain_and_its_vassal_may_be_hit():
    papal = {"card": "SQ_papal_states", "vassals": [{"card": "SQ_ottoman", "bishop": "red"}]}
    assert apostasy(CATHOLIC_ISLAMIC, {"west": [papal]}) == {
        "thrones.papal_states": {}, "thrones.ottoman": {"bishop": "red"}, "1.west": [],
    }  # fmt: skip


# --- 4: the card that launches it -----------------------------------------------------------------
def test_k3_the_launching_card_may_die_and_its_agents_are_placed_all_the_same():
    """EX29."""
    player = {"hand": [TWELVERS], "west": [LUTHER], "east": [GRIM, HANDSOME]}
    ottoman = {"card": "SQ_ottoman", "vassals": ["SQ_byzantium"]}
    second = {"west": [REFORMED, CROMWELL], "east": ["PREN066", ottoman]}
    third = {"west": ["PREN004"]}
    position = game([player, second, third])
    assert changes(position.to_dict(), take(position, "play", "let")) == {
        "thrones.ottoman": {}, "thrones.byzantium": {},
        "discard": [REFORMED, CROMWELL, LUTHER, GRIM, HANDSOME, TWELVERS],
        "0.hand": [], "0.west": [], "1.west": [], "1.east": ["PREN066"], "0.east": [],
    }  # fmt: skip
    assert position.decision == "place_agent"
    assert legal(position, CARD) == {"SQ_mamluk"}


def test_k3_a_surviving_card_may_carry_its_own_bishop():
    position = game([{"hand": [TWELVERS]}, GUILTY])
    take(position, "play", "let")
    assert legal(position, CARD) == {TWELVERS, "SQ_mamluk"}


# --- 5: Oratory -----------------------------------------------------------------------------------
def test_k3_oratorys_action_places_no_agents():
    position = game([{"west": [ORATORY]}, GUILTY])
    assert take(position, ISLAMIC_REFORMIST).decision == "main"


def test_k3_a_silenced_oratory_has_no_action():
    position = game([{"west": [{"card": ORATORY, "bishop": "red"}]}, GUILTY])
    assert legal(position, APOSTATIZE) == set()
