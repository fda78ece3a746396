"""The picture of full tables: nothing is left out, nothing lies over anything else."""

import pytest

from paxren_env.games.pax_renaissance import draw
from paxren_env.games.pax_renaissance.constants import (
    COLOUR_NAMES,
    EAST,
    NUM_BORDERS,
    NUM_EMPIRES,
    TOKEN_NAMES,
    WEST,
)
from paxren_env.games.pax_renaissance.tables import CARD_CODES, CARD_NAMES, EMPIRE_TITLES, QUEENS
from paxren_env.games.pax_renaissance.text.words import PRESTIGE_TITLES, border_words
from tests.games.pax_renaissance.positions import game, square, unused
from tests.support.pictures import things, words

pytestmark = pytest.mark.interpreted

EVERY_KIND = {name: 2 for name in TOKEN_NAMES[:8]}  # of a game of two players


def table(me=None, **rest):
    """Medici with this, Fugger with little."""
    players = [{"bank": "medici", "florins": 5, **(me or {})}, {"bank": "fugger", "florins": 3}]
    return game(players, **rest)


def cards_of(side, number):
    return list(unused(side, set()))[:number]


def names_of(codes):
    return {CARD_NAMES[CARD_CODES.index(code)] for code in codes}


def drawn(position, viewer=0):
    """The picture; no words lie over others."""
    svg = draw.svg(position, viewer)
    written = [one for one in words(svg) if one.text]
    for i, one in enumerate(written):
        over = [other.text for other in written[i + 1 :] if one.covers(other, slack=1.5)]
        assert not over, (one.text, over)
    return svg


def titles(svg):
    return [thing.title for thing in things(svg)]


def explained(svg, names):
    """Every card of these is a thing with its explanation."""
    found = titles(svg)
    return all(any(name in title and "(" in title for title in found) for name in names)


def test_the_map_has_every_empire_and_border_once():
    found = titles(drawn(table()))
    for empire in EMPIRE_TITLES[:NUM_EMPIRES]:
        assert sum(title.startswith(f"{empire}, ") for title in found) == 1
    for border in range(NUM_BORDERS):
        assert sum(title.startswith(border_words(border)) for title in found) == 1


@pytest.mark.parametrize("number", [1, 2, 4, 7, 10, 16])
def test_a_hand_is_shown_to_its_player_only(number):
    hand = cards_of(EAST, number)
    position = table({"hand": hand, "old_maids": ["PREN048"]})
    assert explained(drawn(position), names_of([*hand, "PREN048"]))
    for viewer in (1, None):
        svg = drawn(position, viewer)
        assert explained(svg, names_of(["PREN048"]))
        assert not any(name in svg for name in names_of(hand))
        assert svg.count("a card of the East deck in the hand of Medici") >= number


@pytest.mark.parametrize("number", [9, 16, 40])
def test_no_card_of_a_tableau_is_left_out(number):
    codes = cards_of(EAST, number)
    assert explained(drawn(table({"east": codes})), names_of(codes))


@pytest.mark.parametrize("empire", ["holy_roman_empire", "ottoman"])
def test_queens_in_a_throne_are_all_shown(empire):
    codes = [CARD_CODES[queen] for queen in QUEENS[:8]]
    queens = [{"card": code, "bishop": COLOUR_NAMES[i % 3]} for i, code in enumerate(codes)]
    throne = {"queens": queens, "repressed": EVERY_KIND}
    assert explained(drawn(table(thrones={empire: throne})), names_of(codes))


@pytest.mark.parametrize("others", [0, 9])
def test_a_vassal_names_its_suzerain(others):
    vassals = [
        square("holy_roman_empire", bishop="gold", repressed=EVERY_KIND),
        square("byzantium", queens=["PREN117X"], bishop="green", used=True),
    ]
    hungary = square("hungary", queens=["PREN075"], vassals=vassals, repressed=EVERY_KIND)
    svg = draw.svg(table({"east": [hungary, *cards_of(EAST, others)]}), 0)
    assert sum("vassal of Hun" in title for title in titles(svg)) == 2


def test_repressed_tokens_are_counted_by_kind():
    repressed = {"gold knight": 7, "red rook": 1, "pawn 0": 10}
    owned = square("england", repressed=repressed)
    svg = drawn(table({"west": [owned]}, thrones={"france": {"repressed": {"gold rook": 9}}}))
    assert {"7", "10", "9"} <= {one.text for one in words(svg)}
    found = titles(svg)
    assert "repressed: 7 gold knight" in found and "repressed: 9 gold rook" in found


def test_the_bankrupt_are_shown():
    players = [{"bank": bank, "florins": 3} for bank in ("medici", "fugger")]
    players.append({"bank": "marchionni", "florins": 0, "eliminated": True})
    assert drawn(game(players, options={"bankruptcy": True})).count("bankrupt") == 1
    assert "bankrupt" not in drawn(table())


def test_prestige_is_told():
    me = {"old_maids": [CARD_CODES[queen] for queen in QUEENS[:9]], "west": cards_of(WEST, 12)}
    svg = draw.svg(table(me), 0)
    assert any(f"1 {title}" in svg or f"2 {title}" in svg for title in PRESTIGE_TITLES)
