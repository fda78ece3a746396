"""What may be owed: the rest of the setup, of the round or of the winter, as the phase leaves it.

A rule relies on what it acts on: the card that is drawn, the armies that march, the seat whose turn
it is. Whoever asks sees to it, so frames from outside are looked at in the same way.
"""

from collections.abc import Callable, Sequence

import numpy as np

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.notation import fail
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein.rules.a_actions import can_march, is_target
from paxren_env.games.wallenstein.rules.ec_court import can_take, has_favour_county
from paxren_env.games.wallenstein.rules.lk_landsknechte import has_benefit
from paxren_env.games.wallenstein.rules.m_map import first_box, has_option, num_counties
from paxren_env.games.wallenstein.rules.r_order import tied_bidders
from paxren_env.games.wallenstein.rules.s_setup import num_groups, num_unseen
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import ADJACENT, FAVOUR_KIND

Frame = Sequence[int]  # kind, player and three arguments; what is left out at the end is NONE
WITH_COUNTY = (c.REMOVE_MARKER, c.FREE_BUILDING, c.FREE_ARMIES)  # EC3: favours that ask where


def check_pending(s: State) -> None:
    """The frames are what the phase still owes, and what the top ones need is there."""
    PHASES[s.phase](s, s.stack[: s.stack_size].tolist())


def frames_of(s: State, kind: int) -> list[list[int]]:
    """The frames of this kind that are pending."""
    return [frame for frame in s.stack[: s.stack_size].tolist() if frame[0] == kind]


def refuse(i: int, problem: str) -> None:
    fail(f"pending[{i}]", problem)


def is_like(owed: list[list[int]], *expected: Frame) -> bool:
    """The frames are these."""
    padded = [[*frame, *[NONE] * (5 - len(frame))] for frame in expected]
    return owed == padded


def top_of(s: State, owed: list[list[int]], *rest: Frame) -> list[list[int]]:
    """What stands on the frames that the phase begins with; refused without them."""
    if len(owed) < len(rest) or not is_like(owed[: len(rest)], *rest):
        refuse(0, f"this is not the rest of the phase {c.PHASE_NAMES[s.phase]}")
    return owed[len(rest) :]


def descending(kind: int, first: int, last: int) -> list[Frame]:
    """Draws of chance for all places from the first down to the last, which comes next."""
    return [(kind, CHANCE, place) for place in range(first, last - 1, -1)]


# --- the setup ------------------------------------------------------------------------------------
def check_setup(s: State, owed: list[list[int]]) -> None:
    """S: the draft, the fill of the tower, the events of the first year."""
    if is_like(owed[:2], (f.NEW_ROUND, NONE), (f.OPEN_EVENTS, NONE)):
        above = owed[2:]
        if is_like(above, (f.EMPTY_TRAY, NONE), (f.FILL, CHANCE)):
            return
        if above and is_like(above[:1], (f.FILL_TOWER, NONE)):
            check_drafting(s, above[1:])
        elif above:
            refuse(2, "this is not the rest of the setup")
        return
    check_opening(s, top_of(s, owed, (f.NEW_ROUND, NONE)), 1)


def check_opening(s: State, above: list[list[int]], begin: int) -> None:
    """S4: events are opened slot by slot."""
    opened = int((s.event_open != NONE).sum())
    if not above or not is_like(above, *descending(f.OPEN_EVENT, c.OPEN_EVENTS - 1, opened)):
        refuse(begin, f"{opened} events are open, the others are drawn next")


def drafter(s: State) -> int:
    return int((s.draft_first + s.draft_turn) % s.num_players)


def check_drafting(s: State, owed: list[list[int]]) -> None:
    """S2: whose turn it is, and what he is asked; nothing of it with a line-up."""
    if has_option(s, c.LINEUP):
        if owed:
            refuse(3, "there is no draft with a line-up")
        return
    above = owed[1:]
    if not is_like(owed[:1], (f.DRAFT_TURN, NONE)) or not is_draft_turn(s, above):
        refuse(3, "this is no turn of the draft with these open cards")
    cards_drawn = any(frame[0] in (f.COUNTY_CARD, f.FIRST_DRAFTER) for frame in above)
    if cards_drawn and num_unseen(s) < 2:
        fail("draft.unseen", "a card is drawn, so there are two of them at least")


def is_draft_turn(s: State, above: list[list[int]]) -> bool:
    """S2: the frames fit the open cards, their slots empty from the first on that is dealt."""
    player, slots = drafter(s), (s.draft_open == NONE).tolist()
    if not any(slots):
        return is_draft_question(s, above, player)
    if above and above[0][0] == f.ARMY_GROUP:
        slot = slots.index(True)
        taken = (f.ARMY_GROUP, player, above[0][2])
        deals: list[Frame] = [(f.COUNTY_CARD, CHANCE, slot)]
        return sum(slots) == 1 and is_like(above, taken, *deals)
    deals = [(f.COUNTY_CARD, CHANCE, 1)]
    if slots[0]:
        deals = [(f.DEAL_COUNTY, NONE, 1), (f.COUNTY_CARD, CHANCE, 0)]
    if slots == [True, False]:
        return False
    refreshed: Frame = (f.DRAFT_CARD, player)
    if is_like(above, refreshed, *deals):
        return True
    first = [(f.DEAL_COUNTY, NONE, 1), (f.DEAL_COUNTY, NONE, 0), (f.FIRST_DRAFTER, CHANCE)]
    is_first = all(slots) and s.first_player == NONE and is_like(above, *first)
    return s.draft_turn == 0 and (is_first or is_like(above, *deals))


def is_draft_question(s: State, above: list[list[int]], player: int) -> bool:
    """S2.3: a card, then its group, then the leader."""
    if not above:
        return True
    if s.draft_turn == s.num_players * num_groups(s) or len(above) > 1:
        return False
    county = above[0][2]
    if above[0][0] == f.LEADER_HERE:
        if not has_option(s, c.MILITARY_LEADERS) or s.leader[player] != NONE:
            return False
        return is_like(above, (f.LEADER_HERE, player, county)) and s.owner[county] == player
    return (
        is_like(above, (f.DRAFT_CARD, player))
        or is_like(above, (f.COUNTY_CARD, CHANCE, NONE, player))
        or is_like(above, (f.ARMY_GROUP, player, county))
    )


# --- planning and order ---------------------------------------------------------------------------
def planner(s: State) -> int:
    """R3: the seat that plans, or plans next; the number of seats if all have planned."""
    frame = s.stack[s.stack_size - 1].tolist()
    if frame[0] == f.PLAN:
        return int(frame[2])
    if frame[0] in (f.BID, f.COURT_BOX, f.ACTION_BOX):
        return int(frame[1])
    return 0 if s.stack[0, 0] == f.PLAN else int(s.num_players)


def check_planning(s: State, owed: list[list[int]]) -> None:
    """R1-R4: cards are opened, seats plan, the event is drawn."""
    if len(owed) > 1:
        check_layout(s, owed)
        return
    kind, player, a, *_ = owed[0]
    box = a if kind in (f.COURT_BOX, f.ACTION_BOX) else NONE
    is_court = box < c.FIRST_ACTION_BOX
    if kind in (f.COURT_BOX, f.ACTION_BOX):
        if box < first_box(s) or is_court != (kind == f.COURT_BOX):
            refuse(0, "this mat has no such box")
    if kind == f.PLAN and not 0 <= a <= s.num_players:
        refuse(0, f"there is no seat {a}")
    single = (f.BID, f.COURT_BOX, f.ACTION_BOX, f.PLAN, f.DRAW_EVENT, f.REVEAL_BIDS)
    if kind not in single or not is_like(owed, (kind, player, *owed[0][2:3])):
        refuse(0, "this is not the rest of the phase planning")


def check_layout(s: State, owed: list[list[int]]) -> None:
    """R1, R2, EC1: action cards, then tiles, then favours."""
    court = c.OPEN_FAVOURS if has_option(s, c.EMPERORS_COURT) else 0
    cards, tiles = int((s.action_at != NONE).sum()), int((s.tile_at != NONE).sum())
    favours = court - int((s.favour_open != NONE).sum())
    draws: list[Frame] = [(f.OPEN_FAVOUR, CHANCE)] * favours
    if tiles < c.NUM_TILES:
        draws += descending(f.OPEN_TILE, c.NUM_TILES - 2, tiles)
    if cards < c.OPEN_ACTIONS:
        draws += descending(f.OPEN_ACTION, c.OPEN_ACTIONS - 1, cards)
    if not draws or not is_like(owed, (f.PLAN, NONE, 0), *draws):
        refuse(0, "the frames do not fit the action cards, tiles and favours that are open")


def check_order(s: State, owed: list[list[int]]) -> None:
    """R5: the highest bidder without a position chooses; of tied ones the next is drawn."""
    tied = int(tied_bidders(s))
    if is_like(owed, (f.NEXT_BIDDER, NONE)):
        return
    if is_like(owed, (f.DRAW_BIDDER, CHANCE)):
        if tied.bit_count() < 2:
            refuse(0, "no two seats without a position have bid the same")
        return
    player = owed[-1][1]
    if not is_like(owed, (f.NEXT_BIDDER, NONE), (f.TAKE_POSITION, player)):
        refuse(0, "this is not the rest of the phase order")
    if not tied >> player & 1:
        refuse(1, f"player {player} is not the next to choose")


# --- the turns ------------------------------------------------------------------------------------
def rest_of_round(s: State, court: bool, hire: bool) -> list[Frame]:
    """R: what the round owes under its actions; with what comes before them, if they are."""
    rest: list[Frame] = [(f.END_ROUND, NONE)]
    if has_option(s, c.MILITARY_LEADERS):
        rest.append((f.MOVE_LEADERS, NONE, 0))
    rest.append((f.PERFORM, NONE))
    if court and has_option(s, c.EMPERORS_COURT):
        rest.append((f.CONVERT, NONE))
    if hire and has_option(s, c.LANDSKNECHTE):
        rest.append((f.HIRE_LANDSKNECHTE, NONE, 0))
    return rest


def caller(s: State, frame: list[int], kind: int, order: np.ndarray, i: int) -> int:
    """The seat that a step has called last; NONE if it has called none."""
    turn = frame[2]
    if not is_like([frame], (kind, NONE, turn)) or not 0 <= turn <= s.num_players:
        refuse(i, "this is not the step of the phase")
    return int(order[turn - 1]) if turn else NONE


def check_asked(
    s: State, owed: list[list[int]], rest: list[Frame], kind: int, order: np.ndarray
) -> tuple[int, list[list[int]]]:
    """Steps that go through the seats: the seat called last, and what it is asked."""
    above = top_of(s, owed, *rest)
    if not above:
        refuse(len(rest), "the step of the phase is missing")
    player = caller(s, above[0], kind, order, len(rest))
    if above[1:] and (player == NONE or len(above) > 2 or above[1][1] != player):
        refuse(len(rest) + 1, "it is not this seat's turn")
    return player, above[1:]


def check_leaders_placed(s: State, owed: list[list[int]]) -> None:
    """ML2: only in the first spring, and with a line-up."""
    if not has_option(s, c.MILITARY_LEADERS) or not has_option(s, c.LINEUP) or s.turn:
        fail("phase", "leaders are placed in the first spring of a line-up with leaders")
    rest = rest_of_round(s, court=True, hire=True)
    player, asked = check_asked(s, owed, rest, f.PLACE_LEADERS, s.order)
    check_place(s, player, asked, len(rest) + 1)


def check_place(s: State, player: int, asked: list[list[int]], i: int) -> None:
    """DT8: the leader is off the board and there is a county for it."""
    if not asked:
        return
    can_place = s.leader[player] == NONE and num_counties(s, player) > 0
    if not is_like(asked, (f.LEADER_PLACE, player)) or not can_place:
        refuse(i, f"player {player} cannot place a leader")


def check_hiring(s: State, owed: list[list[int]]) -> None:
    """LK: a benefit of the level just reached."""
    if not has_option(s, c.LANDSKNECHTE):
        fail("phase", "there are no Landsknechte in this game")
    rest = rest_of_round(s, court=True, hire=False)
    player, asked = check_asked(s, owed, rest, f.HIRE_LANDSKNECHTE, s.order)
    level = int(s.level[player])
    if asked and not (
        is_like(asked, (f.PICK_BENEFIT, player, level)) and level and has_benefit(s, level)
    ):
        refuse(len(rest) + 1, f"player {player} has no such benefit")


def check_court(s: State, owed: list[list[int]]) -> None:
    """EC2: conversions, then favours."""
    if not has_option(s, c.EMPERORS_COURT):
        fail("phase", "there is no Emperor's Court in this game")
    rest = rest_of_round(s, court=False, hire=False)
    if is_like(owed, *rest, (f.CONVERT, NONE)):
        if (s.court_order != NONE).any():
            fail("court.order", "it is fixed after the conversions")
        return
    if sorted(s.court_order[: s.num_players].tolist()) != list(range(s.num_players)):
        fail("court.order", "expected every seat once")
    player, asked = check_asked(s, owed, rest, f.GRANT_FAVOURS, s.court_order)
    if asked and not is_favour_question(s, player, asked):
        refuse(len(rest) + 1, f"player {player} cannot be asked that")


def is_favour_question(s: State, player: int, asked: list[list[int]]) -> bool:
    """DT10-DT12: a favour that can be paid, or what one that was taken asks."""
    kind, _, favour, *_ = asked[0]
    if kind == f.TAKE_FAVOUR:
        payable = any(can_take(s, player, slot) for slot in range(c.OPEN_FAVOURS))
        return payable and is_like(asked, (f.TAKE_FAVOUR, player))
    if kind == f.CANCEL:
        return is_like(asked, (f.CANCEL, player))
    if not is_like(asked, (f.FAVOUR_COUNTY, player, favour)):
        return False
    is_taken = favour not in s.favour_open and not s.favours_unused >> favour & 1
    asks = FAVOUR_KIND[favour] in WITH_COUNTY
    return bool(is_taken and asks and has_favour_county(s, player, favour))


# --- the actions ----------------------------------------------------------------------------------
def action_under_way(s: State) -> int:
    return int(s.action_at[s.action_place])


def check_actions(s: State, owed: list[list[int]]) -> None:
    """R6: the next seat is called, or the one called last acts in the county of its box."""
    rest = rest_of_round(s, court=False, hire=False)
    above, i = top_of(s, owed, *rest), len(rest)
    if not above:
        return
    if above[0][0] == f.OPEN_ACTION:
        if not is_like(above, (f.OPEN_ACTION, CHANCE, s.action_place + c.OPEN_ACTIONS - 1)):
            refuse(i, "this is not the next action card")
        if s.turn_index or not 0 < s.action_place <= c.OPEN_ACTIONS - 1:
            fail("action_place", "no action card is opened there")
        return
    if s.turn_index == 0:
        fail("turn_index", "somebody acts, so a seat was called")
    county = int(s.plan[s.turn_player, c.FIRST_ACTION_BOX + action_under_way(s)])
    if not 0 <= county < c.NUM_COUNTIES or s.owner[county] != s.turn_player:
        fail(f"players[{s.turn_player}].boxes", "the seat that acts has no own county there")
    if not is_action(s, above, s.turn_player, county):
        refuse(i, f"player {s.turn_player} cannot be asked that in {c.COUNTY_NAMES[county]}")


def is_action(s: State, above: list[list[int]], player: int, county: int) -> bool:
    """A7-A9, B: what an action in the county may lead to."""
    action, kind = action_under_way(s), above[0][0]
    if kind == f.RESOLVE_REVOLT:
        return action in (c.GRAIN, c.TAXES) and is_revolt(s, above, player, county)
    if kind == f.RESOLVE_ATTACK:
        return action >= c.COMBAT_A and is_attack(s, above, player, county)
    if not can_march(s, player, action, county) or action < c.DEPLOY_1:
        return False
    if kind == f.HOW_MANY:
        target = above[0][3]
        can_go = ADJACENT[county, target] and is_target(s, player, action, target)
        return bool(can_go) and is_like(above, (f.HOW_MANY, player, county, target, action))
    if action == c.DEPLOY_1:
        return is_like(above, (f.MOVE_TARGET, player, county))
    return is_like(above, (f.COMBAT_TARGET, player, county, action))


def is_attack(s: State, above: list[list[int]], player: int, county: int) -> bool:
    """B1: armies of the county are on their way into a neighbour that is not own."""
    target = above[0][2]
    resolves: Frame = (f.RESOLVE_ATTACK, player, target)
    is_fought = is_like(above, resolves, (f.THROW, CHANCE)) and s.thrown[player] > 0
    return bool(is_fought and ADJACENT[county, target] and s.owner[target] != player)


def is_revolt(s: State, above: list[list[int]], player: int, county: int) -> bool:
    """B1: all armies of the county are on their way."""
    resolves: Frame = (f.RESOLVE_REVOLT, player, county)
    return is_like(above, resolves, (f.THROW, CHANCE)) and s.owner[county] == player


def check_leaders_move(s: State, owed: list[list[int]]) -> None:
    """ML4: the leader on the board moves to another county."""
    if is_like(owed, (f.END_ROUND, NONE)):
        return
    if not has_option(s, c.MILITARY_LEADERS):
        refuse(1, "there are no leaders in this game")
    player, asked = check_asked(s, owed, [(f.END_ROUND, NONE)], f.MOVE_LEADERS, s.order)
    if not asked:
        return
    can_move = s.leader[player] != NONE and num_counties(s, player) > 1
    if not can_move or not is_like(asked, (f.LEADER_MOVES, player, int(s.leader[player]))):
        refuse(2, f"player {player} has no such leader to move")


# --- winter ---------------------------------------------------------------------------------------
def check_winter(s: State, owed: list[list[int]]) -> None:
    """W: revolts in the order of fall; then the events of the second year."""
    if owed[0][0] == f.NEW_YEAR:
        rest: list[Frame] = [(f.NEW_YEAR, NONE)]
        if has_option(s, c.MILITARY_LEADERS):
            rest.append((f.RETURN_LEADERS, NONE, 0))
        if s.year == c.LAST_YEAR:
            fail("year", "no year follows the second")
        check_opening(s, top_of(s, owed, *rest), len(rest))
        return
    above = top_of(s, owed, (f.END_YEAR, NONE), (f.SCORE, NONE))
    if not above:
        return
    player = caller(s, above[0], f.WINTER_REVOLTS, s.order, 2)
    fights: Frame = (f.FIGHT_REVOLTS, player)
    if above[1:] and (player == NONE or not is_like(above[1:2], fights)):
        refuse(3, "it is not this seat's winter")
    if above[1:] and not is_winter_question(s, above[2:], player):
        refuse(4, f"player {player} cannot be asked that with the counties drawn")


def is_winter_question(s: State, above: list[list[int]], player: int) -> bool:
    """W3: counties are drawn, all before the first fight; then the seat chooses the next."""
    drawn = int((s.drawn != NONE).sum())
    if not above:
        return True
    if above[0][0] == f.NEXT_REVOLT:
        return drawn > 0 and is_like(above, (f.NEXT_REVOLT, player))
    if above[0][0] == f.RESOLVE_REVOLT:
        county = above[0][2]
        return county not in s.drawn and is_revolt(s, above, player, county)
    later = above[0][2]
    draws: list[Frame] = [
        (f.DRAW_REVOLTS, player, later),
        (f.REVOLT_COUNTY, CHANCE, player),
    ]
    most = min(len(s.drawn), num_counties(s, player))
    # The last county of a seat is no draw.
    return (
        is_like(above, *draws) and 0 <= later < most - drawn and num_counties(s, player) > drawn + 1
    )


def check_leaders_return(s: State, owed: list[list[int]]) -> None:
    """ML5: leaders lost come back between the years."""
    if not has_option(s, c.MILITARY_LEADERS) or s.year == c.LAST_YEAR:
        fail("phase", "leaders return after the first winter of a game with leaders")
    rest: list[Frame] = [(f.NEW_YEAR, NONE)]
    player, asked = check_asked(s, owed, rest, f.RETURN_LEADERS, s.order)
    check_place(s, player, asked, 2)


PHASES: dict[int, Callable[[State, list[list[int]]], None]] = {
    c.DRAFT_PHASE: check_setup,
    c.PLANNING_PHASE: check_planning,
    c.ORDER_PHASE: check_order,
    c.LEADERS_PLACED_PHASE: check_leaders_placed,
    c.LANDSKNECHTE_PHASE: check_hiring,
    c.COURT_PHASE: check_court,
    c.ACTIONS_PHASE: check_actions,
    c.LEADERS_MOVE_PHASE: check_leaders_move,
    c.WINTER_PHASE: check_winter,
    c.LEADERS_RETURN_PHASE: check_leaders_return,
}
