"""E2: play a card: where it goes, and when its one-shot may occur."""

import pytest

from paxren_env.games.pax_renaissance.actions import EMPIRE
from tests.games.pax_renaissance.positions import changes, game, legal, names, take

pytestmark = pytest.mark.interpreted

BROTHERHOOD = "PREN109X"  # East banner, Holy Roman Empire, a gold knight
HOLY_LAND = "PREN029"  # West banner, Mamluk, crusade, two gold knights
PODESTA = "PREN097X"
CONSENT = "PREN159X"  # The West, revolt, no agents
RUSZENIE, SAXONS = "PREN083", "PREN165X"  # Hungary, conspiracy
CRUSADE, JIHAD, REFORMATION = "PREN008", "PREN058", "PREN004"  # Aragon, Ottoman, France
TRENT = "PREN157X"  # The West, crusade, a gold bishop
QIZILBASH = "PREN061"  # The East, jihad
WANGARA, NOVGOROD_PAWN, RED_SEA_PAWN = "PREN087", "PREN015", "PREN127X"
INDIA_ARMADA, ADVENTURERS, GOLD_COAST = "PREN014", "PREN016", "PREN019"
DERVISHES = "PREN060"  # Islamic; Reformist/Islamic apostasy; a green bishop
ELEPHANT = "PREN002"  # no religion; Reformist/Catholic apostasy
REFORMED = "PREN005"  # Reformist
ISABELLA = "PREN044"
OCCURS = "let the"


def may_occur(position):
    """Whether the one-shot of the only card in hand is offered."""
    take(position, "play")
    return position.decision == "one_shot"


# --- where a card goes ----------------------------------------------------------------------------
def test_e2_a_card_goes_outermost_on_the_side_of_its_banner_whatever_its_location():
    position = game([{"hand": [BROTHERHOOD], "east": ["PREN101X"]}, {}])
    assert changes(position.to_dict(), take(position, "play", "do not place")) == {
        "0.hand": [], "0.east": ["PREN101X", BROTHERHOOD],
    }  # fmt: skip
    position = game([{"hand": [HOLY_LAND], "west": ["PREN131X"]}, {}])
    assert changes(position.to_dict(), take(position, "play", "do not place")) == {
        "0.hand": [], "0.west": ["PREN131X", HOLY_LAND],
    }  # fmt: skip


def test_e2_its_ability_is_active_before_its_agents_are_placed():
    """EX20: Gonfalonier's own knights use the slot it opens."""
    position = take(game([{"hand": ["PREN024"]}, {}]), "play")
    assert {"place the gold knight in Venice", "place the gold knight in Venice (second slot)"} < (
        names(position)
    )


# --- the table of preconditions -------------------------------------------------------------------
@pytest.mark.parametrize("card", [CONSENT, RUSZENIE])
def test_e2_civil_wars_are_offered_whatever_the_table(card):
    assert may_occur(game([{"hand": [card]}, {}]))


BELIEVERS = {CRUSADE: "gold", JIHAD: "green", REFORMATION: "red"}
CITY = {CRUSADE: "valencia", JIHAD: "modon", REFORMATION: "paris"}
BORDER = {
    CRUSADE: "aragon-papal_states", JIHAD: "hungary-ottoman", REFORMATION: "england-france",
}  # fmt: skip
NEXT_DOOR = {CRUSADE: "toledo", JIHAD: "buda", REFORMATION: "london"}
HERETIC = {"gold": "green", "green": "red", "red": "gold"}
religious = pytest.mark.parametrize("card", [CRUSADE, JIHAD, REFORMATION])


@religious
@pytest.mark.parametrize("kind", ["knight", "rook"])
def test_e2_a_religious_war_needs_a_heretic_in_a_city(card, kind):
    believer = BELIEVERS[card]
    heretic = f"{HERETIC[believer]} {kind}"
    assert may_occur(game([{"hand": [card]}, {}], cities={CITY[card]: heretic}))
    assert not may_occur(game([{"hand": [card]}, {}], cities={CITY[card]: f"{believer} {kind}"}))
    assert not may_occur(game([{"hand": [card]}, {}], cities={NEXT_DOOR[card]: heretic}))


@religious
def test_e2_a_religious_war_may_be_against_a_heretic_pirate(card):
    believer = BELIEVERS[card]
    border = BORDER[card]
    heretic = {border: [f"{HERETIC[believer]} pirate"]}
    assert may_occur(game([{"hand": [card]}, {}], borders=heretic))
    same = {border: [f"{believer} pirate"]}
    assert not may_occur(game([{"hand": [card]}, {}], borders=same))


@religious
def test_e2_pawns_and_repressed_tokens_are_no_heretics(card):
    location = {CRUSADE: "aragon", JIHAD: "ottoman", REFORMATION: "france"}[card]
    heretic = f"{HERETIC[BELIEVERS[card]]} rook"
    position = game(
        [{"hand": [card]}, {}],
        borders={BORDER[card]: ["pawn 1"]},
        thrones={location: {"repressed": {heretic: 1}}},
    )
    assert not may_occur(position)


def test_e2_a_region_fights_only_where_heretics_are():
    """EX43."""
    cities = {"granada": "green rook", "paris": "gold knight", "cairo": "green rook"}
    position = game([{"hand": [TRENT]}, {}], cities=cities)
    assert may_occur(position)
    assert legal(take(position, OCCURS), EMPIRE) == {"portugal"}


def test_e2_a_region_has_no_war_without_heretics_in_it():
    assert not may_occur(game([{"hand": [QIZILBASH]}, {}], cities={"paris": "gold knight"}))


def test_e2_a_region_may_have_its_civil_war_anywhere_in_it():
    position = game([{"hand": [CONSENT]}, {}])
    take(position, "play", OCCURS)
    assert legal(position, EMPIRE) == {
        "england", "france", "holy_roman_empire", "portugal", "aragon", "papal_states",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("card", "side", "emporium"),
    [
        (WANGARA, "east", "timbuktu"),
        (NOVGOROD_PAWN, "east", "novgorod"),
        (RED_SEA_PAWN, "west", "red_sea"),
    ],
)
def test_e2_a_trade_shift_needs_a_disk_on_its_emporium(card, side, emporium):
    assert may_occur(game([{"hand": [card]}, {}]))
    assert not may_occur(game([{"hand": [card]}, {}], emporia={side: emporium}))


SPICE = pytest.mark.parametrize("card", [INDIA_ARMADA, GOLD_COAST], ids=["discovery", "none"])


@SPICE
def test_e2_the_spice_islands_need_discovery_besides_the_card_itself(card):
    assert not may_occur(game([{"hand": [card]}, {}]))
    assert may_occur(game([{"hand": [card], "west": [ADVENTURERS]}, {}]))
    assert may_occur(game([{"hand": [card], "west": ["SQ_portugal"]}, {}]))


@SPICE
def test_e2_discovery_in_hand_or_with_others_does_not_open_the_spice_islands(card):
    position = game([{"hand": [card, ADVENTURERS]}, {"west": ["SQ_portugal"]}])
    take(position, "play India" if card == INDIA_ARMADA else "play Gold Coast")
    assert position.decision != "one_shot"


@SPICE
def test_e2_open_spice_islands_are_not_opened_again(card):
    position = game(
        [{"hand": [card], "west": [ADVENTURERS]}, {}], emporia={"west": "spice_islands"}
    )
    assert not may_occur(position)


def test_e2_a_silenced_discovery_card_still_opens_the_spice_islands():
    silenced = {"card": ADVENTURERS, "bishop": "red"}
    assert may_occur(game([{"hand": [GOLD_COAST], "west": [silenced]}, {}]))


def test_e2_a_coronation_needs_a_suitor_else_she_is_an_old_maid():
    others = {"west": ["SQ_portugal", "SQ_aragon", "SQ_france", "SQ_holy_roman_empire"]}
    position = game([{"hand": [ISABELLA]}, others])
    assert changes(position.to_dict(), take(position, "play")) == {
        "0.hand": [], "0.old_maids": [ISABELLA],
    }  # fmt: skip
    assert position.decision == "main"


def test_e2_a_coronation_may_be_refused():
    position = game([{"hand": [ISABELLA]}, {}])
    words = ("play", "keep her as an old maid")
    assert changes(position.to_dict(), take(position, *words)) == {
        "0.hand": [], "0.old_maids": [ISABELLA],
    }  # fmt: skip


def test_e2_an_apostasy_must_hit_someone():
    assert not may_occur(game([{"hand": [DERVISHES]}, {}]))
    assert not may_occur(game([{"hand": [ELEPHANT]}, {"west": [REFORMED]}, {"west": [TRENT]}]))
    assert may_occur(game([{"hand": [ELEPHANT]}, {"west": [REFORMED, TRENT]}, {}]))


def test_e2_the_card_just_played_counts_for_its_apostasy():
    assert may_occur(game([{"hand": [DERVISHES], "west": [REFORMED]}, {}]))


def test_e2_an_apostasy_that_hits_only_the_immune_is_not_offered():
    immune = {"west": [REFORMED, TRENT, "PREN155X"]}
    assert not may_occur(game([{"hand": [ELEPHANT]}, immune]))


# --- declining ------------------------------------------------------------------------------------
def test_e2_a_one_shot_may_be_declined_and_the_agents_placed_all_the_same():
    position = game([{"hand": [RUSZENIE]}, {"east": ["SQ_hungary"]}], cities={"buda": "red rook"})
    words = ("play", "do not let", "place the gold rook in Varna")
    assert changes(position.to_dict(), take(position, *words)) == {
        "cities.varna": "gold rook", "0.hand": [], "0.east": [RUSZENIE],
    }  # fmt: skip


def test_e2_a_card_without_one_shot_asks_for_none():
    assert not may_occur(game([{"hand": [PODESTA]}, {}]))
