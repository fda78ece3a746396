"""3: what may be owed before the first turn, and what has been answered so far."""

import numpy as np

from paxren_env.core.constants import NONE
from paxren_env.core.notation import fail
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.queries import capital_of
from paxren_env.games.age_of_renaissance.rules.s3_setup import CARDS_DEALT
from paxren_env.games.age_of_renaissance.rules.s26_cards import card_in_hand
from paxren_env.games.age_of_renaissance.rules.s72_bids import bid_limit, num_of_rank
from paxren_env.games.age_of_renaissance.state import State

RUNS = ("capital bid", "return card")


def check_set_up(s: State, names: list[str], stack: list[list[int]]) -> None:
    """The seats are asked in turn, and what the earlier ones answered is there."""
    for run in RUNS:
        seats = [frame[1] for frame, name in zip(stack, names) if name in (run, f"{run} digit")]
        if seats[::-1] != list(range(s.num_players - len(seats), s.num_players)):
            fail("pending", f"{run}: not every seat in turn")
    check_map(s)
    check_deal(s, names, stack)
    check_capital_bids(s, names)
    if names[0] == "capital choices":
        check_ties(s, names, stack)
    elif names[0] == "start turn":
        check_choices(s, names, stack)
    elif np.any(s.choice_rank) or np.any(s.capital != NONE):
        fail("players", "nobody has chosen a capital yet")


def check_map(s: State) -> None:
    """3.6: nothing lies on the map but the markers on capitals that were chosen."""
    expected = np.full(c.NUM_PROVINCES, NONE)
    for seat in range(s.num_players):
        if s.capital[seat] >= 0:
            expected[capital_of(s, seat)] = seat
    kinds = np.where(expected == NONE, c.NO_MARKER, c.OLD_MARKER)
    if np.any(s.marker != expected) or np.any(s.marker_kind != kinds):
        fail("players.markers", "only on the capitals chosen")
    if np.any(s.old) or np.any(s.new) or np.any(s.expansion):
        fail("players.old", "no tokens before turn 1")


def check_deal(s: State, names: list[str], stack: list[list[int]]) -> None:
    """3.3: three cards each, of which one is given back when all have chosen."""
    is_choosing = "cards returned" in names
    seats = [frame[1] for frame, name in zip(stack, names) if name == "return card"]
    is_dealt = names[-1] != "shuffle" or not is_choosing
    expected = (CARDS_DEALT if is_choosing else CARDS_DEALT - 1) if is_dealt else 0
    shuffled = [c.FOR_DEAL if is_choosing else c.FOR_PILE]
    if names[-1] == "shuffle" and (stack[-1][2] not in shuffled or "capital bid digit" in names):
        fail("pending", "this is not shuffled now")
    if names[-1] == "shuffle" and names.count("capital bid") != s.num_players:
        fail("pending", "nobody has bid before the pile is shuffled")
    if not is_dealt and len(seats) != s.num_players:
        fail("pending", "nobody has given back a card before the deal")
    for seat in range(s.num_players):
        where = f"players[{seat}]"
        if s.hand_size[seat] != expected:
            fail(f"{where}.hand", f"{s.hand_size[seat]} cards, not {expected}")
        has_answered = not is_choosing or (is_dealt and seat not in seats)
        if has_answered != (s.returned[seat] != NONE):
            fail(f"{where}.returned", "missing, or too early")
        if is_choosing and has_answered and card_in_hand(s, seat, int(s.returned[seat])) == NONE:
            fail(f"{where}.returned", f"{t.FACE_NAMES[s.returned[seat]]} is not in his hand")
    if s.epoch != 1 or s.num_leaders or np.any(s.military != NONE) or s.war_by != NONE:
        fail("position", "cards have been played in the set-up")


def check_capital_bids(s: State, names: list[str]) -> None:
    """3.5: who has bid can pay it; the others have not bid yet."""
    waiting = names.count("capital bid") + names.count("capital bid digit")
    is_bidding = names[0] == "bids in"
    for seat in range(s.num_players):
        has_bid = not is_bidding or seat < s.num_players - waiting
        limit = c.CAPITAL_BID_LIMIT if not is_bidding else bid_limit(s, seat)
        if not 0 <= s.bid[seat] <= (limit if has_bid else 0):
            fail(f"players[{seat}].bid", f"{s.bid[seat]}")


def check_ties(s: State, names: list[str], stack: list[list[int]]) -> None:
    """3.5: every group that shares a rank is drawn for, the highest first."""
    ranks = s.choice_rank[: s.num_players]
    if any(int((ranks < rank).sum()) != rank - 1 for rank in ranks):
        fail("players.choice_rank", "ranks are not those of bids")
    groups = [[rank, n] for rank in range(s.num_players, 0, -1) if (n := num_of_rank(s, rank)) > 1]
    if [frame[2:4] for frame in stack[1:]] != groups:
        fail("pending", "ties are not those of choice_rank")
    if np.any(s.capital != NONE):
        fail("players.capital", "nobody has chosen yet")


def check_choices(s: State, names: list[str], stack: list[list[int]]) -> None:
    """3.6: in the order of the ranks; who is not asked any more has chosen."""
    seats = [frame[1] for frame, name in zip(stack, names) if name == "choose capital"]
    by_rank = sorted(range(s.num_players), key=lambda seat: -int(s.choice_rank[seat]))
    if sorted(s.choice_rank[: s.num_players].tolist()) != list(range(1, s.num_players + 1)):
        fail("players.choice_rank", "not from 1 on, one for each")
    if seats != by_rank[: len(seats)]:
        fail("pending", "capitals are not chosen in the order of choice_rank")
    if ("start markers" in names) != (s.start_markers > 0):
        fail("pending", "start markers: not as the options say")
    chosen = [int(s.capital[seat]) for seat in range(s.num_players) if seat not in seats]
    if any(s.capital[seat] != NONE for seat in seats):
        fail("players.capital", "one is asked who has chosen")
    if len(set(chosen)) < len(chosen) or any(not 0 <= n < s.num_players for n in chosen):
        fail("players.capital", "not a capital in play for each who has chosen")
