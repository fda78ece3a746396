"""CARDS: what is printed on cards and squares, in words."""

import csv

import pytest

from paxren_env.core.record import view
from paxren_env.core.telling import WIDTH
from paxren_env.games.pax_renaissance.constants import NUM_PIECES, SQUARE
from paxren_env.games.pax_renaissance.tables import CARD_CODES, DATA
from paxren_env.games.pax_renaissance.text.cards import cards_in_sight, find_pieces, piece_lines
from tests.games.pax_renaissance.positions import game
from tests.games.pax_renaissance.solo import shop

pytestmark = pytest.mark.interpreted


def text_of(code):
    return " ".join(line.strip() for line in piece_lines(CARD_CODES.index(code)))


def cards_csv():
    with open(DATA / "cards.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("PREN001", "Inquisition Pope (The West, West): one-shot crusade; agents gold bishop; "
         "ops Catholic inquisitor, behead; prestige Catholic; This card's behead op may only hit "
         "a card with a Western location that bears a red or a gold bishop"),
        ("PREN014", "India Armada (Portugal, West): one-shot trade shift to the Spice Islands; "
         "agents pawn; prestige Discovery; Each of your concessions earns double in a West trade "
         "fair that starts at the Spice Islands"),
        ("PREN002", "Papal Elephant (The West, West): one-shot Catholic-Reformist apostasy; "
         "agents gold bishop; ops Catholic inquisitor, tax"),
        ("PREN044", "Isabella of Castille (queen, suitors Portugal, Aragon, France, Holy Roman "
         "Empire, West): ops behead, repress a rook or a pawn; prestige Catholic"),
        ("COMET3", "Pope 'excommunicates' Halley's Comet of 1456 (comet, West): whoever buys it "
         "activates a victory"),
        ("SQ_england", "King Edward IV, House of York (England): ops campaign English Parliament "
         "(England): ops West commerce, West vote; prestige Law"),
    ],
)  # fmt: skip
def test_a_card_in_words(code, text):
    assert text_of(code) == text


def test_nothing_that_is_printed_is_left_out():
    """As many things of each kind as its row of the components has."""
    for card in cards_csv():
        parts = text_of(card["code"]).partition("): ")[2].split("; ")
        for column, word in (("agents", "agents "), ("ops", "ops "), ("prestige", "prestige ")):
            told = [part for part in parts if part.startswith(word)]
            printed = card[column].split(" + " if column == "agents" else " | ")
            number = len(printed) if card[column] else 0
            assert sum(len(part.split(", ")) for part in told) == number, card["name"]
        shots = [part for part in parts if part.startswith("one-shot ")]
        assert len(shots) == bool(card["one_shot"] and card["kind"] == "tableau")
        abilities = [part for part in parts if part[0].isupper()]
        assert len(abilities) == (card["abilities"].count("|") + 1 if card["abilities"] else 0)


def test_every_line_fits():
    for piece in range(NUM_PIECES):
        for map_ in range(3):
            lines = piece_lines(piece, map_)
            assert lines and all(len(line) <= WIDTH for line in lines)


def test_cards_are_found_by_a_part_of_their_name():
    assert find_pieces("GOTHS") == [CARD_CODES.index("PREN081")]
    assert find_pieces("england") == [SQUARE]
    assert len(find_pieces("comet")) == 2
    with pytest.raises(ValueError, match="no card is called 'Grand Inquisitr'; near it: Grand Inq"):
        find_pieces("Grand Inquisitr")


def test_a_seat_looks_at_the_market_at_all_tableaux_and_at_its_own_hand():
    players = [
        {"hand": ["PREN001"], "west": ["PREN002"]},
        {"hand": ["PREN003"], "east": ["PREN058"]},
    ]
    market = shop(east={0: "PREN059", 1: "PREN060"}, west={5: "PREN004"})
    table = game(players, market=market)
    found = [card for _, cards in cards_in_sight(view(table.states, 0), 0) for card in cards]
    seen = {CARD_CODES[card] for card in found}
    assert {"PREN001", "PREN002", "PREN058", "PREN059", "PREN060", "PREN004"} <= seen
    assert "PREN003" not in seen
