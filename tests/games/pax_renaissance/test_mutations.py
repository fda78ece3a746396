"""Positions that once corrupted the record: refused, each with its place."""

import copy
import random

import pytest

from paxren_env import Game
from paxren_env.core.jit import INTERPRETED
from paxren_env.games.pax_renaissance.actions import BUY, FAIR
from paxren_env.games.pax_renaissance.constants import (
    COMET,
    MOST_TURNS,
    NO_TURN_LIMIT,
    NUM_CARDS,
    QUEEN,
)
from paxren_env.games.pax_renaissance.notation.check import MOST_FLORINS, MOST_FRAMES
from paxren_env.games.pax_renaissance.state import HAND_CAPACITY, STACK_DEPTH
from paxren_env.games.pax_renaissance.tables import CARD_CODES, CARD_KIND, CARD_SET, CARD_SIDE
from tests.games.pax_renaissance.positions import game, row, square, take
from tests.games.pax_renaissance.stacked import Stacked, choose
from tests.support.mutations import seal, try_all

pytestmark = pytest.mark.interpreted

UNLIMITED = "PREN042"
PLAIN = [
    code
    for card, code in enumerate(CARD_CODES[:NUM_CARDS])
    if CARD_KIND[card] != COMET and CARD_SET[card] != 2 and code != UNLIMITED
]
MARKET = {"east": [["PREN026", 0], *[[None, 0]] * 5]}
TURN = {"frame": "turn", "player": 0}


def table(first=None, **parts):
    """Two players, and a card to hold a fair with."""
    return {"players": [first or {"florins": 3}, {}], "market": copy.deepcopy(MARKET), **parts}


def refused(position, message):
    with pytest.raises(ValueError, match=r".") as error:
        Game.from_dict(position)
    assert message in str(error.value)


# --- hands and tableaux ---------------------------------------------------------------------------
def collector(cards, market=1):
    """Somebody without a hand limit holds so many cards, and so many more are for sale."""
    sold = PLAIN[cards : cards + market]
    cells = row("PREN026" if "PREN026" not in PLAIN[:cards] else None, *sold)
    rows = {"east": [*cells, *[[None, 0]] * (6 - len(cells))]}
    hand = [code for code in PLAIN[:cards] if code not in sold]
    side = ("east", "west")[CARD_SIDE[CARD_CODES.index(UNLIMITED)]]
    return table({"florins": 9, "hand": hand, side: [UNLIMITED]}, market=rows)


def test_a_hand_that_the_next_purchase_would_overrun_is_refused():
    """It went on in the hand of the neighbour."""
    refused(collector(HAND_CAPACITY), f"players[0].hand: {HAND_CAPACITY} cards, and")


def test_a_hand_that_can_hold_all_there_is_may_be_filled():
    one = Game.from_dict(collector(HAND_CAPACITY - 2))
    one.step(BUY + 1)
    assert one.states["hand_size"][0].tolist() == [HAND_CAPACITY - 1, 0, 0, 0]
    assert not one.states["hand"][0, 1].any()


def test_a_row_of_more_cards_than_a_tableau_holds_is_refused():
    cards = [card for card in range(NUM_CARDS) if CARD_CODES[card] != "PREN026"]
    west = [CARD_CODES[card] for card in cards if (CARD_SIDE[card], CARD_KIND[card]) == (1, 0)]
    queens = [CARD_CODES[card] for card in cards if CARD_KIND[card] == QUEEN]
    options = {"map": "age_of_reformation"}
    crowd = {"west": west[:75], "old_maids": queens}
    refused(table(crowd, options=options), "players[0].west: up to")
    assert Game.from_dict(table({"west": west[:40], "old_maids": queens}, options=options))


# --- florins, turns, the stack --------------------------------------------------------------------
def test_florins_that_would_wrap_are_refused():
    """30,000 in hand and 30,000 on a card were -5,537 after the purchase."""
    market = {"east": row("PREN026", ("PREN059", 30_000), *[None] * 4)}
    refused(table({"florins": 30_000}), "players[0].florins: expected a whole number from 0 to")
    refused(table(market=market), "market.east[1][1]: expected a whole number from 0 to")
    half = MOST_FLORINS // 2 + 1
    market["east"][1][1] = half
    refused(table({"florins": half}, market=market), f"florins: {2 * half} in all, at most")


def test_a_turn_that_would_wrap_is_refused():
    unlimited = {"max_turns": None}
    refused(table(turn={"number": 32_767}, options=unlimited), "turn.number: 32767, but the game")
    refused(table(turn={"number": 200}), "turn.number: 200, but the game is cut after 200")
    assert Game.from_dict(table(turn={"number": 199})).turn == 199


def test_a_game_without_a_limit_is_cut_where_the_record_can_count_no_further():
    one = game([{}, {}], turn={"number": MOST_TURNS - 1}, options={"max_turns": None})
    assert one.states["max_turns"][0] == NO_TURN_LIMIT
    while not one.is_over:
        one.step(FAIR if FAIR in one.legal_actions() else one.legal_actions()[0])
    assert one.is_truncated and one.turn == MOST_TURNS


def test_a_stack_without_room_for_what_follows_is_refused():
    discards = [{"frame": "discard", "player": 0}] * (STACK_DEPTH - 1)
    refused(table(pending=[TURN, *discards]), f"pending: {STACK_DEPTH} frames, at most")
    first = {"hand": PLAIN[:3]}
    full = [TURN, *[{"frame": "drop", "player": 0, "city": "venice"}] * (MOST_FRAMES - 1)]
    refused(table(first, pending=full), "pending: no room for the discards of player 0")


# --- what frames rely on --------------------------------------------------------------------------
def war(**registers):
    """Casualties of a conspiracy in England are picked."""
    pending = [TURN, {"frame": "casualty", "player": 0, "attackers": True}]
    resolution = {"war": "conspiracy", "war_empire": "england", "deaths_left": 1, **registers}
    repressed = {"england": {"repressed": {"gold knight": 1, "red rook": 1}}}
    return table(pending=pending, resolution=resolution, thrones=repressed)


def test_fighters_that_are_not_there_are_refused():
    """The square had -1 of them once one was dead."""
    message = "pending[1]: resolution.fighters are not all repressed there"
    refused(war(fighters={"gold knight": 2}), message)
    refused(war(fighters={"green knight": 1}), message)
    one = Game.from_dict(war(fighters={"gold knight": 1, "red rook": 1}))
    assert len(one.legal_actions()) == 2


SOUND = {"war": "campaign", "war_empire": "france", "war_king": "SQ_england"}
KING = {"west": [square("england")], "florins": 1}
FRAMES = {
    "a token that nobody has": (
        {"frame": "place token", "player": 0, "token": "pawn 3", "spot": "england-france"},
        "there is no player 3",
    ),
    "a displacement without a florin": (
        {"frame": "place token", "player": 1, "token": "gold rook", "spot": "london"},
        "it cannot displace what is there",
    ),
    "a serf of nowhere": (
        {"frame": "place token", "player": 0, "token": "pawn 0", "spot": "england-france"},
        "it cannot displace what is there",
    ),
    "a bishop on a card in the box": (
        {"frame": "place token", "player": 0, "token": "gold bishop", "spot": "PREN003"},
        "it cannot displace what is there",
    ),
    "a vote by apostasy": (
        {"frame": "regime change", "player": 0, "empire": "france", "cause": "apostasy"},
        "nothing of this kind changes a regime",
    ),
    "a campaign against oneself": (
        {"frame": "regime change", "player": 0, "empire": "england", "cause": "campaign"},
        "another war is fought",
    ),
    "the op of a card in the box": (
        {"frame": "op", "player": 0, "card": "PREN003", "borrowed": False},
        "PREN003 is not in such a tableau",
    ),
    "a King on his throne": (
        {"frame": "campaign", "player": 0, "card": "SQ_france"},
        "SQ_france is no King in a tableau",
    ),
    "a square for no comet": (
        {"frame": "activate", "player": 0},
        "no comet was bought for it",
    ),
    "a decision of whoever has not the turn": (
        {"frame": "suitor", "player": 1, "queen": "PREN044"},
        "player 0 has the turn",
    ),
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_that_finds_nothing_to_act_on_is_refused(name):
    frame, message = FRAMES[name]
    market = {"east": [["PREN026", 0], *[[f"COMET{i}", 0] for i in range(1, 5)], [None, 0]]}
    parts = {"cities": {"london": "red rook"}, "borders": {"england-france": ["pawn 1"]}}
    refused(
        table(KING, pending=[TURN, frame], resolution=SOUND, **{**parts, "market": market}), message
    )


@pytest.mark.parametrize(
    ("above", "below"), [("corsair_to", "corsair_to"), ("levy", "pacify"), ("main", "main")]
)
def test_frames_stand_only_on_what_asks_for_them(above, below):
    corsair = {"card": "PREN003", "colour": "green", "from": "ottoman-papal_states"}
    arguments = {
        "corsair_to": corsair,
        "levy": {"empire": "england"},
        "pacify": {"empire": "england"},
    }
    frames = [{"frame": name, "player": 0, **arguments.get(name, {})} for name in (below, above)]
    first = {"west": ["PREN003"]}
    borders = {"ottoman-papal_states": ["green pirate"]}
    refused(table(first, pending=[TURN, *frames], borders=borders), "pending[2]")


def test_a_fair_without_a_voyage_has_no_profit():
    refused(table(resolution={"fair_profit": 3}), "resolution.fair_profit: 3, but no voyage")


def test_nobody_plays_on_alone():
    """The next player was looked for without end."""
    out = [{"eliminated": True}, {"eliminated": True}]
    refused(
        {"players": out, "options": {"bankruptcy": True}, "market": MARKET}, "players: 0 of them"
    )


def test_marks_on_a_vassal_that_is_no_square_are_refused():
    """An IndexError, or a token on the square of another empire."""
    for code in ("PREN001", "COMET1", "PREN044"):
        vassal = {"card": code, "repressed": {"gold knight": 1}}
        first = {"west": [square("england", vassals=[vassal])]}
        refused(table(first), f"players[0].west[0].vassals[0]: {code} is no empire square")


# --- the mark of usury ----------------------------------------------------------------------------
def test_a_mark_that_an_earlier_version_left_behind_is_dropped():
    one = game([{"florins": 9, "west": ["PREN097X"]}, {}])
    take(one, "buy " + names_of_card(one, 1), "hold the east fair")
    marked = one.clone().states
    assert not marked["market_paid"][0, 0]
    marked["market_paid"][0, 0] = 1
    again = Game.from_bytes(seal(one, marked))
    assert again.states.tobytes() == one.states.tobytes()
    position = one.to_dict()
    position["market"]["east"][0] = [*position["market"]["east"][0], "paid"]
    assert Game.from_dict(position).states.tobytes() == one.states.tobytes()


def names_of_card(one, slot):
    """How a purchase is called."""
    return one.action_name(BUY + slot).removeprefix("buy ")


# --- by the thousand ------------------------------------------------------------------------------
@pytest.mark.parametrize("ruleset", ["v1.4", "2021", "1e"])
def test_mutants_of_stacked_positions_are_refused_or_can_be_played(ruleset):
    games = []
    for seed in range(20):
        one, rng = Stacked(seed, (ruleset,)).game(), random.Random(seed)
        for _ in range(rng.randrange(60)):
            if not one.is_over:
                one.step(choose(one, rng))
        games.append(one)
    count = try_all(games, 30, len(ruleset), 40 if INTERPRETED else 20_000, to_the_end=100)
    assert min(count.values()) > 5 and len(count) == 4, count
