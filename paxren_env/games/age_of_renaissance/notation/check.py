"""What the rules can reach: bounds for every field, and what holds of pieces, cards and flags.

Every position that is loaded is checked here, whether it was written in words or is a saved row: no
store of a rule may wrap or go past the end of its array afterwards.
"""

from typing import Any

import numpy as np

from paxren_env.core.constants import NONE, RUNNING, TERMINATED
from paxren_env.core.notation import fail
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.invariants import (
    NOTE_SIZE,
    RELIEF_STAGES,
    broken_flags,
    broken_in_province,
    broken_of_player,
    broken_order,
    note_start,
)
from paxren_env.games.age_of_renaissance.notation.names import SHIP_NAMES
from paxren_env.games.age_of_renaissance.options import MAX_START_CASH, MAX_TURNS
from paxren_env.games.age_of_renaissance.queries import is_live, num_live
from paxren_env.games.age_of_renaissance.rules.s6_score import rank
from paxren_env.games.age_of_renaissance.rules.s26_cards import count_in, epoch_of
from paxren_env.games.age_of_renaissance.state import STACK_DEPTH, State

MOST_CASH = 10**6  # a game brings some thousands
MOST_TURNS = MAX_TURNS  # 6.4: a game lasts 58 turns at most, and a loaded one may go on for as many
# Each tie costs both sides a Misery space: 25 to begin with, and what they can improve in 58 turns
# (one a turn, 8 once) bring 91 more, which must fit into a byte.
MOST_TIES = 127 - 91

FLAG = (0, 1)
SEATS = (0, (1 << c.MAX_PLAYERS) - 1)
_SEAT, _PROVINCE = (NONE, c.MAX_PLAYERS - 1), (NONE, c.NUM_PROVINCES - 1)
_ADVANCES = (0, (1 << c.NUM_ADVANCES) - 1)
BOUNDS: dict[str, tuple[Any, Any]] = {
    "num_players": (c.MIN_PLAYERS, c.MAX_PLAYERS), "options": (0, 2 * c.OPEN_HANDS - 1),
    "stack_size": (0, STACK_DEPTH), "turn": (0, MOST_TURNS), "turn_player": _SEAT,
    "max_turns": (0, 0), "winner": FLAG, "status": (RUNNING, TERMINATED),
    "last_epoch": (1, c.NUM_EPOCHS), "turn_limit": (0, MAX_TURNS),
    "start_cash": (0, MAX_START_CASH), "start_markers": (0, c.MARKERS - 1),
    "start_misery": (0, c.LAST_SPACE), "start_advances": _ADVANCES,
    "phase": (0, c.FINAL_CARD_PLAY), "epoch": (1, c.NUM_EPOCHS), "order": _SEAT,
    "tie_order": _SEAT, "capital": (NONE, c.NUM_CAPITALS - 1), "choice_rank": (0, c.MAX_PLAYERS),
    "cash": (0, MOST_CASH), "written_cash": (0, MOST_CASH),
    "bid": (-c.TOKEN_BID_LIMIT, c.TOKEN_BID_LIMIT), "bids_secret": FLAG,
    "returned": (NONE, c.NUM_FACES - 1), "stock": (0, c.TOKENS), "expansion": (0, c.TOKENS),
    "mat": (0, c.MARKERS), "misery": (0, c.CHAOS), "fell": (0, c.MAX_PLAYERS),
    "relief": (0, RELIEF_STAGES), "ship": (0, len(SHIP_NAMES) - 1), "advances": _ADVANCES,
    "bought": _ADVANCES, "hand_size": (0, c.NUM_CARDS), "renaissance_used": SEATS,
    "cathedral_used": SEATS, "card_bought": SEATS, "expansion_cards": (0, c.MAX_PLAYERS),
    "ruler": SEATS, "papal": (NONE, len(c.CATEGORY_NAMES) - 1), "strife": FLAG, "crusades": FLAG,
    "civil_war": _SEAT, "military": _SEAT, "num_leaders": (0, c.NUM_LEADERS),
    "leader_owner": _SEAT, "patrons": SEATS, "doubled": FLAG, "mongols": FLAG, "armor_void": FLAG,
    "papal_void": FLAG, "falls": (0, c.MAX_PLAYERS), "just_fell": (0, 0), "last_turn": FLAG,
    "ending": (0, (1 << len(c.ENDING_NAMES)) - 1), "place": (0, c.NUM_PLACES - 1),
    "index": (0, c.NUM_CARDS - 1), "stamp": (0, c.NUM_STAMPS - 1), "known": SEATS,
    "pile_size": (0, c.NUM_CARDS), "old": (0, c.TOKENS), "new": (0, c.TOKENS), "marker": _SEAT,
    "marker_kind": (0, len(c.MARKER_NAMES) - 1), "landed": (0, c.TOKENS),
    "sigma": (-c.MAX_CONDITION, c.MAX_CONDITION), "war_by": _SEAT, "war_against": _SEAT,
    "war_ties": (0, MOST_TIES), "attack_by": _SEAT, "attack_province": _PROVINCE,
    "attack_held_by": _SEAT,
}  # fmt: skip

# Where an invariant of section 11 is broken, and what it says.
BROKEN = {
    1: ("players", "not 36 tokens and 25 markers for each"),
    3: ("players.cash", "less than nothing"),
    4: ("provinces", "a marker lies beside tokens, or has no owner"),
    5: ("provinces", "more pieces than the market, or a marker on a satellite"),
    7: ("provinces", "a piece lies where its owner may not enter"),
    8: ("provinces", "new pieces are only there in Expansion"),
    9: ("players", "a player in Chaos has no cards and no tokens to expand with"),
    10: ("players.ship", "does not fit the advances"),
    11: ("players.advances", "an advance without what it needs"),
    12: ("order", "does not name every seat once"),
    13: ("conditions", "too many, or gold without ivory"),
    14: ("leaders", "more patrons than slots"),
    15: ("ruler", "more than one"),
    22: ("epoch", "after the last one, or no card is left and this is not the last turn"),
}


def highest_of(name: str) -> int:
    """The most that a position may say of a field."""
    return int(BOUNDS[name][1])


def check_row(states: np.ndarray) -> None:
    """A saved row within its bounds: what a position needs to be written from it."""
    row = states[0]
    players = int(row["num_players"])
    for name in ("marker", "order", "war_by", "war_against", "attack_by"):
        if np.any(row[name] >= players):
            fail(name, f"there are {players} seats")
    if np.any((row["marker"] == NONE) != (row["marker_kind"] == c.NO_MARKER)):
        fail("marker_kind", "a marker without an owner")
    if row["attack_by"] >= 0 and row["attack_province"] < 0:
        fail("attack_province", "missing")


def check_table(s: State) -> None:
    """Section 11, and all that rules rely on beside what is owed."""
    check_invariants(s)
    check_seats(s)
    check_falls(s)
    check_time(s)
    check_cards(s)
    check_leaders(s)
    check_war(s)
    if s.status != RUNNING:
        check_result(s)


def check_invariants(s: State) -> None:
    note = np.zeros(NOTE_SIZE, np.int64)
    note_start(s, note)
    for player in range(s.num_players):
        refuse(broken_of_player(s, player, note), f"players[{player}]")
    for province in range(c.NUM_PROVINCES):
        refuse(broken_in_province(s, province), f"{t.PROVINCE_NAMES[province]}")
    refuse(broken_order(s))
    refuse(broken_flags(s))


def refuse(broken: int, where: str = "") -> None:
    if broken:
        place, problem = BROKEN[int(broken)]
        fail(f"{place} ({where})" if where else place, problem)


# --- seats ----------------------------------------------------------------------------------------
def check_seats(s: State) -> None:
    """Sets of seats name those at the table; nobody uses the Cathedral against himself."""
    everybody = (1 << s.num_players) - 1
    for name in ("renaissance_used", "card_bought", "ruler"):
        if int(getattr(s, name)) & ~everybody:
            fail(name, f"there are {s.num_players} seats")
    for seat in range(s.num_players):
        where = f"players[{seat}]"
        if int(s.cathedral_used[seat]) & ~(everybody & ~(1 << seat)):
            fail(f"{where}.cathedral_used", "names others at the table")
        if int(s.bought[seat]) & ~int(s.advances[seat]):
            fail(f"{where}.bought", "names advances that he does not own")
    if int(s.card_bought).bit_count() != s.expansion_cards:
        fail("expansion_cards", f"{int(s.card_bought).bit_count()} seats bought one")
    if s.papal != NONE and s.papal not in c.PAPAL_CATEGORIES:
        fail("papal", f"{c.CATEGORY_NAMES[s.papal]} is never banned")
    if s.doubled and not s.mongols:
        fail("doubled", "only after Mongol Armies")
    if s.phase != c.SET_UP:
        check_capitals(s)


def check_capitals(s: State) -> None:
    """3.6: every capital in play has its owner, and everybody chose in his turn."""
    seats = list(range(s.num_players))
    if sorted(s.capital[: s.num_players]) != seats:
        fail("players.capital", "not one capital in play for each")
    if sorted(s.choice_rank[: s.num_players] - 1) != seats:
        fail("players.choice_rank", "not from 1 on, one for each")


def check_falls(s: State) -> None:
    """5.4: who is in Chaos fell in one of the effects so far; two live players play on."""
    for seat in range(s.num_players):
        where = f"players[{seat}].fell"
        if is_live(s, seat) != (s.fell[seat] == 0) or s.fell[seat] > s.falls:
            fail(where, f"{s.fell[seat]} with Misery {s.misery[seat]} after {s.falls} falls")
        if not is_live(s, seat) and s.ruler >> seat & 1:
            fail("ruler", f"seat {seat} is in Chaos")
    if s.falls > s.num_players - num_live(s):
        fail("falls", f"{s.falls}, but {num_live(s)} of {s.num_players} are live")
    if s.status == RUNNING and num_live(s) < 2:
        fail("players", "one live player ends the game")


def check_time(s: State) -> None:
    """4.0.1: turns are counted from the first phase on; only a last turn has a Final Card Play."""
    if (s.turn == 0) != (s.phase == c.SET_UP):
        fail("turn", f"{s.turn} in phase {c.PHASE_NAMES[s.phase]}")
    is_final = s.phase == c.FINAL_CARD_PLAY
    if s.status == RUNNING and (s.ending != 0) != is_final:
        fail("ending", "known in Final Card Play, and not before")
    if is_final and not s.last_turn:
        fail("last_turn", "Final Card Play belongs to the last turn")
    if s.status == RUNNING and is_final and s.ending & c.BY_ELIMINATION:
        fail("ending", "nothing is played after an elimination")


# --- cards ----------------------------------------------------------------------------------------
def check_cards(s: State) -> None:
    for card in range(c.NUM_CARDS):
        place = int(s.place[card])
        where = f"cards ({t.FACE_NAMES[t.CARD_FACE[card]]})"
        if (place == c.FUTURE) and epoch_of(s, card) <= s.epoch:
            fail(where, "its epoch has begun")
        if place == c.RESERVE and not (t.IS_WITHHELD[card] and s.options & c.EURO_RESERVE):
            fail(where, "is no reserve card")
        if place == c.LEADER_QUEUE and card < c.FIRST_LEADER:
            fail(where, "is no Leader")
        if place < c.MAX_PLAYERS:
            check_stamp(s, card, where)
    if s.epoch > 1 and count_in(s, c.RESERVE):
        fail("reserve", "joins in epoch 1")
    if s.num_players <= 4 and s.phase != c.SET_UP and count_in(s, c.RESERVE):
        fail("reserve", "is in the pile with 3 and 4 players")


def check_stamp(s: State, card: int, where: str) -> None:
    """7.4: how a hand card came; `determinize` deals by it."""
    stamp = int(s.stamp[card])
    if stamp == c.NO_STAMP or (stamp > c.STAMP_1B and stamp - c.STAMP_2 + 2 > s.epoch):
        fail(where, f"cannot have come as {c.STAMP_NAMES[stamp]}")
    if stamp < c.STAMP_1B and t.IS_WITHHELD[card] and s.options & c.EURO_RESERVE:
        fail(where, f"a reserve card does not come as {c.STAMP_NAMES[stamp]}")


def check_leaders(s: State) -> None:
    """4.4.3: a Leader of the turn lies in the queue until the end of the Purchase Phase."""
    if count_in(s, c.LEADER_QUEUE) != s.num_leaders:
        fail("num_leaders", f"{s.num_leaders}, but {count_in(s, c.LEADER_QUEUE)} are named")
    if s.num_leaders and s.phase not in (c.PLAY_CARDS, c.PURCHASE):
        fail("leaders", "they leave at the end of the Purchase Phase")
    for number in range(c.NUM_LEADERS):
        if s.leader_owner[number] >= 0 and s.patrons[number] >> s.leader_owner[number] & 1:
            fail("leaders", "nobody is the patron of his own Leader")


def check_war(s: State) -> None:
    """5.3: one War of two live players, with its card."""
    if (s.war_by == NONE) != (s.war_against == NONE):
        fail("war", "two seats, or none")
    if s.war_by == NONE:
        if s.war_ties:
            fail("war_ties", "without a War")
    elif s.war_by == s.war_against or not (is_live(s, s.war_by) and is_live(s, s.war_against)):
        fail("war", "two live seats")


def check_result(s: State) -> None:
    """6.3: nothing is owed any more, and the first rank has won."""
    if s.stack_size:
        fail("pending", "the game is over")
    if s.ending == 0:
        fail("ending", "missing, but the game is over")
    for seat in range(s.num_players):
        if s.winner[seat] != (rank(s, seat) == 1):
            fail("winners", "not those who are first")
