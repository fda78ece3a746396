"""What the rules can reach: bounds for every field, and what the parts of a position need.

Every position that is loaded is checked here, whether it was written in words or is a saved row: no
rule may read past the end of a table, wait for an outcome that cannot come, or break an invariant.
"""

from typing import Any

import numpy as np

from paxren_env.core.constants import NONE, RUNNING, TERMINATED, TRUNCATED
from paxren_env.core.notation import fail
from paxren_env.core.record import view
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein.invariants import (
    FOOD_TRACK_END,
    are_cards_single,
    are_cubes_conserved,
    are_hidden_cards_own,
    blanks_are_left,
    is_in_round,
)
from paxren_env.games.wallenstein.notation.pending import check_pending, drafter, frames_of, planner
from paxren_env.games.wallenstein.options import LARGEST_DENOMINATOR, LARGEST_LIMIT, MOST
from paxren_env.games.wallenstein.rules.m_map import first_box, has_option, is_in_game
from paxren_env.games.wallenstein.rules.ml_leaders import statues_left
from paxren_env.games.wallenstein.rules.r_planning import can_bid_nothing, is_county, is_money
from paxren_env.games.wallenstein.rules.s_setup import num_groups
from paxren_env.games.wallenstein.state import STACK_DEPTH, State
from paxren_env.games.wallenstein.tables import FAVOUR_KIND

LARGEST_OPTIONS = 2 * c.OWN_DATA - 1
SEASONS = len(c.SEASON_NAMES)
ROUNDS = c.WINTER  # of a year
# Thalers, grain or points at the start, and what a season may add to them: far more than it does.
MOST_AMOUNT, MOST_PER_SEASON = 10_000, 500
LARGEST_AMOUNT = MOST_AMOUNT + 2 * SEASONS * MOST_PER_SEASON
# M3: as many as the box holds; a county gets at most one in every round of the year.
MOST_MARKERS = 42
MOST_COLLECTED = 6  # A3: grain of a county, with the tile
FLAG = (0, 1)
_COUNTY, _SEAT, _CARD = (NONE, c.NUM_COUNTIES - 1), (NONE, c.MAX_PLAYERS - 1), (NONE, c.VOID)
_CUBES, _TIMES = (0, c.ARMIES_PER_SEAT), (0, c.NUM_STATUES)

BOUNDS: dict[str, tuple[Any, Any]] = {
    "num_players": (c.MIN_PLAYERS, c.MAX_PLAYERS), "options": (0, LARGEST_OPTIONS),
    "stack_size": (0, STACK_DEPTH), "turn": (0, 2 * SEASONS), "turn_player": _SEAT,
    "max_turns": (0, LARGEST_LIMIT), "max_decisions": (0, LARGEST_LIMIT), "first_player": _SEAT,
    "tower_stick": (0, LARGEST_DENOMINATOR), "tower_dislodge": (0, LARGEST_DENOMINATOR),
    "favour_amount": (0, MOST), "landsknechte": (0, MOST), "lineup": _COUNTY,
    "year": (0, c.LAST_YEAR), "season": (0, c.WINTER), "phase": (0, c.END_PHASE),
    "action_place": (NONE, c.NUM_ACTION_CARDS - 1), "turn_index": (0, c.MAX_PLAYERS),
    "owner": _SEAT, "armies": _CUBES, "buildings": (0, (1 << c.NUM_BUILDINGS) - 1),
    "markers": (0, MOST_MARKERS), "gained": FLAG,
    "supply": _CUBES, "tower": _CUBES, "tray": _CUBES, "thrown": _CUBES,
    "thalers": (0, LARGEST_AMOUNT), "grain": (0, LARGEST_AMOUNT), "vp": (0, LARGEST_AMOUNT),
    "event_open": (NONE, c.NUM_EVENTS - 1), "event": (NONE, c.NUM_EVENTS - 1),
    "events_unused": (0, (1 << c.NUM_EVENTS) - 1), "action_at": (NONE, c.NUM_ACTION_CARDS - 1),
    "tile_at": (NONE, c.NUM_TILES - 1), "position": (NONE, c.NUM_TILES - 1), "order": _SEAT,
    "bids_shown": FLAG, "bid": _CARD, "plan": _CARD, "shown": FLAG,
    "draft_first": (0, c.MAX_PLAYERS - 1), "draft_turn": (0, c.NUM_COUNTIES),
    "draft_open": _COUNTY, "draft_last": _COUNTY, "draft_groups": (0, c.MOST_GROUPS),
    "draft_unseen": FLAG, "draft_under": _COUNTY,
    "revolts": (0, 3), "extra_peasants": (0, 3), "drawn": _COUNTY,
    "hall": (0, c.NUM_COURTIERS), "favour_open": (NONE, c.NUM_FAVOURS - 1),
    "favours_unused": (0, (1 << c.NUM_FAVOURS) - 1), "protected": (0, 3),
    "keeps_marker_card": _SEAT, "court_order": _SEAT, "level": (0, c.NUM_LEVELS),
    "leader": _COUNTY, "statues": _TIMES, "trophies": _TIMES,
}  # fmt: skip


def check_row(states: np.ndarray) -> None:
    """A saved row within its bounds: what else its words need."""
    s = view(states, 0)
    for favour in range(c.NUM_FAVOURS):
        is_building = FAVOUR_KIND[favour] == c.FREE_BUILDING
        if is_building and s.favour_amount[favour] >= c.NUM_BUILDINGS:
            fail(f"favour_amount[{favour}]", f"{s.favour_amount[favour]} is no building")


def check_position(s: State) -> None:
    """All that the rules rely on, of a game that goes on or is over."""
    check_time(s)
    check_amounts(s)
    check_modules(s)
    if s.status != RUNNING:
        check_ended(s)
        return
    check_seating(s)
    check_cards_on_table(s)
    check_events(s)
    check_favours(s)
    check_pending(s)
    check_counties(s)
    check_thrown(s)
    check_plans(s)
    if s.phase == c.DRAFT_PHASE:
        check_draft(s)
    check_winter_parts(s)


def owes(s: State, kind: int) -> bool:
    """Such a frame is pending."""
    return bool(frames_of(s, kind))


# --- time and amounts -----------------------------------------------------------------------------
def check_time(s: State) -> None:
    """R, W: every phase has its seasons."""
    phase = c.PHASE_NAMES[s.phase]
    if s.status != RUNNING:
        return
    if s.phase == c.END_PHASE:
        fail("phase", "the game is over, but there is no result")
    if (s.season == c.WINTER) != (s.phase in (c.WINTER_PHASE, c.LEADERS_RETURN_PHASE)):
        fail("season", f"{c.SEASON_NAMES[s.season]} has no phase {phase}")
    if s.phase == c.DRAFT_PHASE and s.turn:
        fail("phase", "the draft is before the first spring")
    if s.max_turns and s.turn >= s.max_turns and s.phase != c.DRAFT_PHASE:
        fail("season", f"the game is cut after {s.max_turns} of them")
    if bool(s.bids_shown) != (c.ORDER_PHASE <= s.phase <= c.LEADERS_MOVE_PHASE):
        fail("bids_shown", f"not so in the phase {phase}")


def check_ended(s: State) -> None:
    """V: after the second winter, or cut by an option."""
    if s.phase != c.END_PHASE:
        fail("phase", "there is a result, so it is the end")
    if s.status == TERMINATED and (s.year, s.season) != (c.LAST_YEAR, c.WINTER):
        fail("result", "the game ends after the second winter")
    if s.status == TRUNCATED and not s.max_decisions and not (0 < s.max_turns <= s.turn):
        fail("result", "no option cuts the game there")
    if s.thrown.any():
        fail("players.thrown", "nothing is thrown when the game is over")
    for county in range(c.NUM_COUNTIES):
        if s.owner[county] != NONE and s.armies[county] == 0 and s.status == TERMINATED:
            fail(f"counties.{c.COUNTY_NAMES[county]}.armies", "expected one at least")


def check_amounts(s: State) -> None:
    """M3: no more than the seasons so far can have brought."""
    most = MOST_AMOUNT + s.turn * MOST_PER_SEASON
    for seat in range(s.num_players):
        for name in ("thalers", "grain", "vp"):
            amount = int(getattr(s, name)[seat])
            if amount > most:
                fail(f"players[{seat}].{name}", f"{amount}, at most {most}")
        if not has_option(s, c.EMPERORS_COURT | c.LANDSKNECHTE | c.MILITARY_LEADERS):
            check_grain(s, seat)
    most = MOST_MARKERS - ROUNDS + min(s.season, ROUNDS - 1) + 1
    for county in np.flatnonzero(s.markers > most).tolist():
        where = f"counties.{c.COUNTY_NAMES[county]}.markers"
        fail(where, f"{s.markers[county]}, at most {most} so early in the year")


def check_grain(s: State, seat: int) -> None:
    """A3: without modules one collection in every round of the year so far."""
    box = c.FIRST_ACTION_BOX + c.GRAIN
    was_called = bool(s.shown[seat, box]) or s.status != RUNNING  # a cut game shows no boxes
    rounds = min(s.season, ROUNDS) + int(was_called and s.season < ROUNDS)
    if s.grain[seat] > min(FOOD_TRACK_END, MOST_COLLECTED * rounds):
        where = f"players[{seat}].grain"
        fail(where, f"{s.grain[seat]}, but it was collected {rounds} times at most")


# --- counties and cubes ---------------------------------------------------------------------------
def county_in_battle(s: State) -> int:
    """B1: the county whose armies were thrown; NONE if there is no fight."""
    fights = frames_of(s, f.RESOLVE_ATTACK) + frames_of(s, f.RESOLVE_REVOLT)
    return fights[0][2] if fights else NONE


def check_counties(s: State) -> None:
    """IN2: owned with an army at least, but where it fights; gained only after planning."""
    fought = county_in_battle(s)
    for county in range(c.NUM_COUNTIES):
        where = f"counties.{c.COUNTY_NAMES[county]}"
        if s.owner[county] == NONE:
            continue
        if (s.armies[county] == 0) != (county == fought):
            fail(f"{where}.armies", "armies are away where they fight, and nowhere else")
        if s.gained[county] and not c.COURT_PHASE <= s.phase <= c.LEADERS_MOVE_PHASE:
            fail(f"{where}.gained", "nothing was gained since planning")
        if s.phase == c.DRAFT_PHASE and (s.buildings[county] or s.markers[county]):
            fail(where, "nothing is built before the first round")
    is_new_year = s.year == c.LAST_YEAR and s.season == c.SPRING and s.phase == c.PLANNING_PHASE
    if is_new_year or owes(s, f.NEW_YEAR):
        check_new_year(s)


def check_new_year(s: State) -> None:
    """W6: markers, grain and levels are gone."""
    if s.markers.any():
        fail("counties", "there are no markers at the beginning of a year")
    if s.grain.any() or s.level.any():
        fail("players", "there is no grain and no level at the beginning of a year")


def check_thrown(s: State) -> None:
    """B1, S4: cubes are on their way only if they are thrown next, and only of those who fight."""
    if not are_cubes_conserved(s):
        fail("players.supply", "some cubes are missing, or there are too many")
    expected = np.zeros(c.NUM_COLOURS, bool)
    if owes(s, f.FILL):
        fill = [c.FILL_ARMIES] * s.num_players + [0] * (c.MAX_PLAYERS - s.num_players)
        if s.thrown.tolist() != [*fill, c.FILL_PEASANTS]:
            fail("players.thrown", "the fill is seven of every seat and ten peasants")
        return
    if owes(s, f.THROW):
        fought = county_in_battle(s)
        expected[[int(s.stack[s.stack_size - 2, 1]), c.PEASANTS]] = True
        if s.owner[fought] != NONE:
            expected[s.owner[fought]] = True
    if (s.thrown[~expected] > 0).any():
        fail("players.thrown", "only cubes of those who fight are thrown")
    is_filled = not owes(s, f.FILL_TOWER)
    if not is_filled and (
        (s.supply[: s.num_players] < c.FILL_ARMIES).any() or s.supply[c.PEASANTS] < c.FILL_PEASANTS
    ):
        fail("players.supply", "too few cubes to fill the tower")


# --- the table ------------------------------------------------------------------------------------
def check_seating(s: State) -> None:
    """R5: nobody sits anywhere before the order is chosen, everybody afterwards."""
    seats = s.position[: s.num_players]
    if s.phase > c.ORDER_PHASE and (seats == NONE).any():
        fail("players.position", "everybody has one in this phase")
    if s.phase < c.ORDER_PHASE and (seats != NONE).any():
        fail("players.position", "nobody has one in this phase")
    if s.phase == c.ORDER_PHASE and (s.bid[: s.num_players] == NONE).any():
        fail("players.bid", "everybody has bid")


def check_cards_on_table(s: State) -> None:
    """R1, R2: how many action cards and tiles are open."""
    cards, tiles = c.OPEN_ACTIONS, c.NUM_TILES
    if s.phase == c.ACTIONS_PHASE:
        is_opening = owes(s, f.OPEN_ACTION)
        cards = min(c.NUM_ACTION_CARDS, s.action_place + c.OPEN_ACTIONS - int(is_opening))
    elif s.phase == c.LEADERS_MOVE_PHASE:
        cards = c.NUM_ACTION_CARDS
    elif not is_in_round(s):
        cards = tiles = 0
    elif owes(s, f.OPEN_ACTION):
        cards, tiles = int((s.action_at != NONE).sum()), 0  # the frames say how far it is
    elif owes(s, f.OPEN_TILE):
        tiles = int((s.tile_at != NONE).sum())
    for name, cells, number in (("action_cards", s.action_at, cards), ("tiles", s.tile_at, tiles)):
        if (cells[:number] == NONE).any() or (cells[number:] != NONE).any():
            fail(name, f"{number} of them lie open in this phase")


def check_events(s: State) -> None:
    """IN9: one event less is open each round; the others are unused, or used up."""
    opened, unused = int((s.event_open != NONE).sum()), int(s.events_unused).bit_count()
    is_drawn = c.ORDER_PHASE <= s.phase <= c.LEADERS_MOVE_PHASE or owes(s, f.REVEAL_BIDS)
    expected = c.OPEN_EVENTS - s.season - int(is_drawn)
    left = c.NUM_EVENTS - c.OPEN_EVENTS * (s.year + 1)
    if s.phase == c.LEADERS_RETURN_PHASE:
        expected, left = c.OPEN_EVENTS, left - c.OPEN_EVENTS
    elif s.phase == c.DRAFT_PHASE or owes(s, f.NEW_YEAR):
        expected = opened if owes(s, f.OPEN_EVENT) else 0
        left = c.NUM_EVENTS - c.OPEN_EVENTS * int(s.phase != c.DRAFT_PHASE) - opened
    if opened != expected:
        fail("events.open", f"{opened} events are open, not {expected}")
    if unused != left:
        fail("events.unused", f"{unused} of them, not {left}")
    if s.event != NONE and (not is_drawn or s.event in s.event_open):
        fail("events.in_force", "no such event was drawn")


def check_favours(s: State) -> None:
    """EC1: distinct, sorted by number, enough for the rounds to come."""
    favours = [int(favour) for favour in s.favour_open if favour != NONE]
    if not has_option(s, c.EMPERORS_COURT):
        return
    if sorted(favours, reverse=True) != favours or len(set(favours)) < len(favours):
        fail("court.favours", "they are sorted by number, the highest first")
    is_early = owes(s, f.OPEN_ACTION) or owes(s, f.OPEN_TILE)
    if favours and (is_early or not c.PLANNING_PHASE <= s.phase <= c.COURT_PHASE):
        fail("court.favours", "none is open in this phase")
    kept = np.flatnonzero(FAVOUR_KIND[: c.NUM_FAVOURS] == c.REMOVE_MARKER).tolist()
    taken = favours + (kept if s.keeps_marker_card != NONE else [])
    if any(s.favours_unused >> favour & 1 for favour in taken):
        fail("court.unused", "a favour on the table is among them")
    has_gaps = (s.favour_open[: len(favours)] == NONE).any()
    if has_gaps and s.phase != c.COURT_PHASE:
        fail("court.favours", "none was taken yet")
    needed = c.OPEN_FAVOURS * rounds_to_open(s) - len(favours) * int(owes(s, f.OPEN_FAVOUR))
    if int(s.favours_unused).bit_count() < needed:
        fail("court.unused", f"too few for the rounds to come, which need {needed}")


def rounds_to_open(s: State) -> int:
    """Rounds whose favours are still to be drawn."""
    begun = s.year * ROUNDS + min(s.season + 1, ROUNDS)
    is_open = s.phase != c.DRAFT_PHASE and not owes(s, f.OPEN_FAVOUR)
    return 2 * ROUNDS - begun + int(not is_open)


# --- plans ----------------------------------------------------------------------------------------
def check_plans(s: State) -> None:
    """R3, R6: what lies on the mats, and what of it is shown."""
    for seat in range(s.num_players):
        where = f"players[{seat}]"
        if s.phase == c.PLANNING_PHASE:
            asked_box = box_asked(s, seat)
        else:
            asked_box = c.NUM_BOXES if is_in_round(s) else NONE
        check_laid(s, seat, asked_box, where)
        check_bid(s, seat, where)
        if not are_cards_single(s, seat):
            fail(f"{where}.boxes", "a county card lies in two places")
        if not are_hidden_cards_own(s, seat):
            fail(f"{where}.boxes", "a hidden county card is not the seat's own")


def box_asked(s: State, seat: int) -> int:
    """R3: the next box of the seat; NONE before its bid, NUM_BOXES if it has planned."""
    now = planner(s)
    if seat != now:
        return c.NUM_BOXES if seat < now else NONE
    kind, _, box, *_ = s.stack[s.stack_size - 1].tolist()
    return int(box) if kind in (f.COURT_BOX, f.ACTION_BOX) else NONE


def check_laid(s: State, seat: int, asked_box: int, where: str) -> None:
    """R3: every box before the one asked is covered, none after it; R6: what is shown."""
    for box in range(c.NUM_BOXES):
        card, place = int(s.plan[seat, box]), f"{where}.boxes.{c.BOX_NAMES[box]}"
        is_covered = first_box(s) <= box < asked_box
        if (card != NONE) != is_covered:
            fail(place, "no card lies there" if is_covered else "no card can lie there yet")
        if card == NONE:
            continue
        is_void = card == c.VOID and s.phase > c.ORDER_PHASE
        is_tower = card == c.TOWER_CARD and box < c.FIRST_ACTION_BOX
        if not (is_county(card) or card == c.BLANK or is_void or is_tower):
            fail(place, "such a card does not lie there")
        if is_county(card) and not is_in_game(s, card):
            fail(place, "not in the game of three")
        if bool(s.shown[seat, box]) != (is_void or is_revealed(s, seat, box)):
            fail(
                f"{where}.shown",
                f"{c.BOX_NAMES[box]} is {'' if s.shown[seat, box] else 'not '}shown",
            )


def is_revealed(s: State, seat: int, box: int) -> bool:
    """EC2, R6: the court boxes all at once, an action box when its seat was called."""
    if s.phase == c.LEADERS_MOVE_PHASE:
        return True
    if box < c.FIRST_ACTION_BOX:
        return s.phase >= c.COURT_PHASE and not owes(s, f.CONVERT)
    if s.phase != c.ACTIONS_PHASE:
        return False
    action = box - c.FIRST_ACTION_BOX
    called = s.order[: s.turn_index] == seat
    is_under_way = s.action_at[s.action_place] == action
    return bool(action in s.action_at[: s.action_place] or (is_under_way and called.any()))


def check_bid(s: State, seat: int, where: str) -> None:
    """R3.1: a card that could be bid and paid; in planning, blanks as many as there are."""
    bid = int(s.bid[seat])
    if (bid != NONE) != (s.plan[seat, c.NUM_BOXES - 1] != NONE or box_is_asked(s, seat)):
        fail(f"{where}.bid", "the bid comes before the boxes")
    if bid == NONE:
        return
    if bid == c.VOID or (bid == c.TOWER_CARD and not has_option(s, c.EMPERORS_COURT)):
        fail(f"{where}.bid", "no such bid")
    if s.phase != c.PLANNING_PHASE:
        return
    if is_county(bid) and s.owner[bid] != seat:
        fail(f"{where}.bid", "not an own county")
    if is_money(bid) and s.thalers[seat] < bid - c.MONEY_CARD:
        fail(f"{where}.bid", "it cannot be paid")
    if bid == c.BLANK and not can_bid_nothing(s, seat):
        fail(f"{where}.bid", "there are enough cards for a bid")
    if not blanks_are_left(s, seat):
        fail(f"{where}.boxes", "more blanks than money and tower cards")


def box_is_asked(s: State, seat: int) -> bool:
    kind, player, *_ = s.stack[s.stack_size - 1].tolist()
    return player == seat and kind in (f.COURT_BOX, f.ACTION_BOX)


# --- the draft ------------------------------------------------------------------------------------
def turns_to_come(s: State, seat: int) -> int:
    """S2: selections of the seat until the draft is over, one under way among them."""
    turns = range(s.draft_turn, s.num_players * num_groups(s))
    return sum((s.draft_first + turn) % s.num_players == seat for turn in turns)


def check_draft(s: State) -> None:
    """S2: every card is in one place, every seat has a group for each of its turns."""
    if has_option(s, c.LINEUP) or not owes(s, f.DRAFT_TURN):
        return
    for seat in range(s.num_players):
        left = turns_to_come(s, seat)
        left -= int(owes(s, f.LEADER_HERE) and seat == drafter(s))
        sizes = s.draft_groups[seat] * np.arange(c.FIRST_GROUP, c.FIRST_GROUP + c.NUM_GROUP_SIZES)
        if s.draft_groups[seat].sum() != left:
            fail(
                f"players[{seat}].groups", f"{s.draft_groups[seat].sum()} of them, but {left} turns"
            )
        if s.supply[seat] < sizes.sum() + c.FILL_ARMIES:
            fail(f"players[{seat}].supply", "too few cubes for the groups and the tower")
    places = [int(county) for county in (*s.draft_open, *s.draft_under) if county != NONE]
    places += np.flatnonzero(s.draft_unseen).tolist() + np.flatnonzero(s.owner != NONE).tolist()
    places += [frame[2] for frame in frames_of(s, f.ARMY_GROUP)]
    if sorted(places) != [county for county in range(c.NUM_COUNTIES) if is_in_game(s, county)]:
        fail("draft", "a county card is in two places, or in none")
    under = s.draft_under != NONE
    if under[int(under.sum()) :].any():
        fail("draft.under", "there is a gap")


# --- winter and modules ---------------------------------------------------------------------------
def check_winter_parts(s: State) -> None:
    """W3: the counties drawn are those of the seat that fights; revolts only in winter."""
    drawn = [int(county) for county in s.drawn if county != NONE]
    fighters = [
        frame[1] for frame in s.stack[: s.stack_size].tolist() if frame[0] == f.FIGHT_REVOLTS
    ]
    if drawn and (not fighters or any(s.owner[county] != fighters[0] for county in drawn)):
        fail("drawn", "they are counties of the seat that fights")
    if len(set(drawn)) < len(drawn):
        fail("drawn", "a county twice")
    if not owes(s, f.WINTER_REVOLTS) and (s.revolts.any() or s.extra_peasants.any()):
        fail("players.revolts", "nobody fights them now")


def check_modules(s: State) -> None:
    """EC, LK, ML: nothing of a module that is not in the game, or not yet."""
    for seat in range(s.num_players):
        where = f"players[{seat}]"
        is_protected = c.COURT_PHASE <= s.phase <= c.LEADERS_MOVE_PHASE
        if s.protected[seat] and s.status == RUNNING and not is_protected:
            fail(f"{where}.protected", "not in this phase")
        if s.level[seat] > most_level(s, seat):
            fail(f"{where}.level", f"{s.level[seat]}, at most {most_level(s, seat)} so early")
        if s.trophies[seat, seat]:
            fail(f"{where}.trophies", "an own statue is no trophy")
        if statues_left(s, seat) < 0:
            fail("statues", f"more than {c.NUM_STATUES} of seat {seat}")
    if not has_option(s, c.MILITARY_LEADERS) and (
        s.statues.any() or s.trophies.any() or (s.leader[: s.num_players] != NONE).any()
    ):
        fail("players.leader", "there are no leaders in this game")
    if not has_option(s, c.EMPERORS_COURT) and (s.hall.any() or s.protected.any()):
        fail("players.hall", "there is no Emperor's Court in this game")


def most_level(s: State, seat: int) -> int:
    """LK: one level for every round of the year in which the seat was called."""
    if not has_option(s, c.LANDSKNECHTE) or s.phase == c.DRAFT_PHASE:
        return 0
    called = s.phase > c.LANDSKNECHTE_PHASE
    if s.phase == c.LANDSKNECHTE_PHASE:
        turns = [
            int(frame[2]) for frame in s.stack[: s.stack_size] if frame[0] == f.HIRE_LANDSKNECHTE
        ]
        called = bool((s.order[: max(0, turns[0] if turns else 0)] == seat).any())
    return min(c.NUM_LEVELS, s.season + int(called))
