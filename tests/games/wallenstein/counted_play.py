"""Random play, step by step, that checks every invariant and counts what happened.

Compiled like the game itself, so that a million decisions take seconds. Each name of WANTED must
be seen: a rule that never acted was not tested by random play.
"""

from paxren_env.core.checking import LIVELY
from paxren_env.core.constants import CHANCE, NONE, RUNNING
from paxren_env.core.hooks import (
    broken_invariant,
    first_decision,
    lively,
    mark_legal,
    note_before,
    run_step,
)
from paxren_env.core.jit import entry, rule
from paxren_env.core.masks import NO_CHOICE, only_legal, random_legal
from paxren_env.core.record import copy_into, row
from paxren_env.core.running import give, take_roll
from paxren_env.core.stack import drop_frame, top
from paxren_env.games.wallenstein import actions as line_of
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein.actions import COUNTY, FAVOUR, NUM_ACTIONS, NUMBER, YES
from paxren_env.games.wallenstein.rules.m_map import event_effect, has_building, has_tile
from paxren_env.games.wallenstein.rules.r_planning import is_county
from paxren_env.games.wallenstein.rules.w_winter import buildings_in_region
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import (
    GRAIN,
    LANDSKNECHTE_CARDS,
    NEIGHBOURS,
    NUM_NEIGHBOURS,
    TAX,
)

names: list[str] = []


def count(*new: str) -> int:
    """Names that stand one after the other; the place of the first."""
    names.extend(new)
    return len(names) - len(new)


# --- what is counted ------------------------------------------------------------------------------
FRAME = count(*(f"frame: {row.name}" for row in f.frames.rows))
ANSWER = count(*(f"answer: {action}" for action in range(NUM_ACTIONS)))
DONE = count(*(f"action done: {name}" for name in c.ACTION_NAMES))
SKIPPED = count(*(f"action skipped: {name}" for name in c.ACTION_NAMES))
LED = count(*(f"leader helps: {name}" for name in c.ACTION_NAMES[:8]))
EVENT = count(*(f"event acts: {event}" for event in range(c.NUM_EVENTS)))
TILE = count(*(f"tile acts: {name}" for name in c.TILE_NAMES))
TAKEN = count(*(f"favour taken: {number + 1}" for number in range(c.NUM_FAVOURS)))
USED = count(*(f"favour used in a county: {number + 1}" for number in range(c.NUM_FAVOURS)))
BENEFIT = count(*(f"benefit: {i // 4 + 1} {c.BENEFIT_NAMES[i % 4]}" for i in range(12)))
BLANK_BOX, MADE_VOID, VOID_BOX = (
    count(f"a box: {what}") for what in ("blank", "becomes void", "void when revealed")
)
PLAYER_WINS, PLAYER_TIES, PEASANTS_ALONE, NOTHING_FELL, PLAYER_LOSES, ABSORBED = (
    count(f"against a player: {result}")
    for result in ("won", "tied", "peasants alone", "0:0", "lost", "peasants absorb all")
)
WITH_MARKER = count("against a player: peasants stay out")
THIRD_COLOUR = count("a third colour stays in the tray")
NEUTRAL_TAKEN, NEUTRAL_REPELS = count("neutral county taken"), count("neutral county repels")
HELD, LOST = count("revolt held"), count("revolt lost")
WINTER_HELD, WINTER_LOST = count("winter revolt held"), count("winter revolt lost")
OWN_MOVE = count("combat: a plain move")
RAZED = count("buildings razed")
CONQUERED_BUILDING, CONQUERED_MARKER = count("buildings conquered"), count("markers conquered")
REVOLTS = count(*(f"revolts in winter: {number}" for number in range(4)))
ALONE = count(*(f"majority: {name}" for name in c.BUILDING_NAMES))
SHARED = count(*(f"majority shared: {name}" for name in c.BUILDING_NAMES))
CONVERTED_ARMIES, CONVERTED_CUBES = count("armies converted"), count("cubes converted")
CANCELLED = count("event cancelled")
KEPT, PARRIED = count("favour 4 kept"), count("marker parried")
SETTLED = count("favour 12 takes a neutral county")
SAFE = count("protected from combat A", "protected from combat B")
STATUE, NO_STATUE, TROPHY = count("statue left"), count("no statue left"), count("trophy taken")
LEADER_LOST, LEADER_BACK = count("leader lost"), count("leader returns")
STATUES_SCORED = count("statues scored")
NUM_NAMES = len(names)

# What never happens: numbers above the largest stack seen, favours without a county, benefits that
# no card offers, combat that is skipped for want of money.
NEVER = {
    *(f"answer: {NUMBER + n - 1}" for n in range(22, 62)),
    *(
        f"favour used in a county: {number + 1}"
        for number in range(c.NUM_FAVOURS)
        if number + 1 not in (4, 7, 12, 17, 21)
    ),
    *(names[BENEFIT + i] for i in range(12) if LANDSKNECHTE_CARDS[i // 4, i % 4] == 0),
    "action skipped: grain",
    "action skipped: taxes",
}
WANTED = [name for name in names if name not in NEVER]


# --- the loop -------------------------------------------------------------------------------------
@entry
def play_counted(states, i, before, rng, mask, log, note, seen, bias):
    """Play game i to its end; 0, or minus the number of the invariant that broke.

    `before` is an array of one game. `seen` counts by the places above.
    """
    s = row(states, i)
    old = row(before, 0)
    while s.status == RUNNING:
        frame = top(s, 0)
        if frame < first_decision(s):
            copy_into(before, 0, s)
            seen[FRAME + frame] += 1
            run_step(s)
            count_step(old, s, frame, seen)
            continue
        if top(s, 1) == CHANCE:
            mask[:] = 0
        else:
            mark_legal(s, mask)
            if only_legal(s, mask) == NO_CHOICE:
                drop_frame(s)
                continue
        broken = broken_invariant(s, mask, note)
        if broken:
            return -broken
        seen[FRAME + frame] += 1
        copy_into(before, 0, s)
        if top(s, 1) == CHANCE:
            note_before(s, NONE, note)
            take_roll(s, log, 0)
        else:
            count_question(s, frame, mask, seen)
            action = picked(s, mask, rng, bias)
            seen[ANSWER + action] += 1
            note_before(s, action, note)
            give(s, action, log, 0)
            count_answer(old, s, frame, action, seen)
    mask[:] = 0
    return -broken_invariant(s, mask, note)


@rule
def picked(s: State, mask, rng, bias: int) -> int:
    """Any legal answer, or one that seeks rare events."""
    action = lively(s, mask, rng) if bias == LIVELY else NONE
    return random_legal(s, mask, rng) if action == NONE else action


# --- steps ----------------------------------------------------------------------------------------
@rule
def count_step(old: State, s: State, frame: int, seen):
    """What one step of the engine did."""
    if frame == f.PERFORM:
        if s.turn_player != NONE and s.turn_index == old.turn_index + 1:
            count_box(old, s, int(s.turn_player), int(old.action_at[s.action_place]), seen)
    elif frame == f.RESOLVE_ATTACK:
        count_battle(old, s, int(old.stack[old.stack_size - 1, 1]), frame_county(old), seen)
        count_loss(old, s, frame_county(old), seen)
    elif frame == f.RESOLVE_REVOLT:
        count_revolt(old, s, frame_county(old), seen)
        count_loss(old, s, frame_county(old), seen)
    elif frame == f.CONVERT:
        for player in range(s.num_players):
            seen[CONVERTED_CUBES] += s.tray[player] < old.tray[player]
        seen[CONVERTED_ARMIES] += s.armies.sum() < old.armies.sum()
    elif frame == f.SCORE:
        count_score(old, s, seen)
    elif frame == f.END_ROUND and s.season == c.WINTER:
        for player in range(s.num_players):
            seen[REVOLTS + int(s.revolts[player])] += 1


@rule
def frame_county(s: State) -> int:
    """The county that the frame on top is about."""
    return int(s.stack[s.stack_size - 1, 2])


@rule
def count_box(old: State, s: State, player: int, action: int, seen):
    """R6: an action is done or skipped; events, tiles and leaders act in it."""
    card = int(old.plan[player, c.FIRST_ACTION_BOX + action])
    seen[BLANK_BOX] += card == c.BLANK
    seen[VOID_BOX] += card == c.VOID
    if not is_county(card):
        return
    # A battle or a question may follow: then something is owed beside the next box.
    done = s.stack_size > old.stack_size
    done |= s.buildings[card] != old.buildings[card] or s.armies[card] != old.armies[card]
    done |= s.grain[player] != old.grain[player] or s.thalers[player] != old.thalers[player]
    if not done:
        seen[SKIPPED + action] += 1
        return
    seen[DONE + action] += 1
    if action < c.COMBAT_A:
        seen[LED + action] += s.leader[player] == card or old.leader[player] == card
    count_modifiers(old, s, player, action, card, seen)
    seen[PARRIED] += s.keeps_marker_card == NONE and old.keeps_marker_card != NONE


@rule
def count_modifiers(old: State, s: State, player: int, action: int, county: int, seen):
    """M5, R2: what the event and the tile change."""
    effect = event_effect(old)
    acts = effect == c.POST_REMOVES_MARKER and s.markers[county] < old.markers[county]
    if action == c.TAXES:
        seen[TILE + c.THALER_TILE] += has_tile(old, player, c.THALER_TILE)
        acts |= effect == c.TAX_AT_MOST and TAX[county] > 5
        acts |= effect == c.TAX_AT_LEAST and TAX[county] < 6
    elif action == c.GRAIN:
        seen[TILE + c.GRAIN_TILE] += has_tile(old, player, c.GRAIN_TILE)
        acts |= effect == c.GRAIN_AT_LEAST and GRAIN[county] < 4
        acts |= effect == c.GRAIN_AT_MOST and GRAIN[county] > 3
    elif action == c.DEPLOY_5 or action == c.DEPLOY_3:
        seen[TILE + c.SIX_ARMIES_TILE] += action == c.DEPLOY_5 and has_tile(
            old, player, c.SIX_ARMIES_TILE
        )
        acts |= effect == c.FEWER_ARMIES
    if acts:
        seen[EVENT + int(old.event)] += 1


@rule
def count_battle(old: State, s: State, attacker: int, county: int, seen):
    """B2: who won, and why."""
    a, peasants = int(old.tray[attacker]), int(old.tray[c.PEASANTS])
    owner = int(old.owner[county])
    for colour in range(s.num_players):
        if colour != attacker and colour != owner:
            seen[THIRD_COLOUR] += old.tray[colour] > 0 and s.tray[colour] == old.tray[colour]
    if owner == NONE:
        seen[NEUTRAL_TAKEN if s.owner[county] == attacker else NEUTRAL_REPELS] += 1
        return
    d = int(old.tray[owner])
    allies = peasants if old.markers[county] == 0 else 0
    seen[WITH_MARKER] += old.markers[county] > 0 and peasants > 0 and s.tray[c.PEASANTS] > 0
    if s.owner[county] == attacker:
        seen[PLAYER_WINS] += 1
        seen[CONQUERED_BUILDING] += s.buildings[county] > 0
        seen[CONQUERED_MARKER] += s.markers[county] > 0
    elif s.owner[county] == NONE:
        seen[PLAYER_TIES] += a == d + allies and a > 0
        seen[PEASANTS_ALONE] += a < d + allies
        seen[NOTHING_FELL] += a == 0 and d == 0 and allies == 0
    else:
        seen[PLAYER_LOSES] += 1
        seen[ABSORBED] += a > 0 and a <= allies


@rule
def count_revolt(old: State, s: State, county: int, seen):
    """B2: held or lost."""
    is_lost = s.owner[county] == NONE
    if s.season == c.WINTER:
        seen[WINTER_LOST if is_lost else WINTER_HELD] += 1
    else:
        seen[LOST if is_lost else HELD] += 1
        seen[PARRIED] += s.keeps_marker_card == NONE and old.keeps_marker_card != NONE


@rule
def count_loss(old: State, s: State, county: int, seen):
    """R6, ML5: what goes with a county."""
    owner = int(old.owner[county])
    if owner == NONE or s.owner[county] == owner:
        return
    seen[RAZED] += old.buildings[county] > 0 and s.buildings[county] == 0
    seen[LEADER_LOST] += old.leader[owner] == county
    for box in range(c.NUM_BOXES):
        seen[MADE_VOID] += s.plan[owner, box] != old.plan[owner, box]


@rule
def count_score(old: State, s: State, seen):
    """W4: majorities; ML7: statues."""
    for region in range(c.NUM_REGIONS):
        for building in range(c.NUM_BUILDINGS):
            most, tied = 0, 0
            for player in range(s.num_players):
                number = buildings_in_region(s, player, region, building)
                if number > most:
                    most, tied = number, 0
                tied += number == most
            if most > 0:
                seen[(ALONE if tied == 1 else SHARED) + building] += 1
    if s.year == c.LAST_YEAR:
        seen[STATUES_SCORED] += s.statues.sum() + s.trophies.sum()


# --- answers --------------------------------------------------------------------------------------
@rule
def count_question(s: State, frame: int, mask, seen):
    """EC3, M5: counties that may not be attacked."""
    if frame != f.COMBAT_TARGET:
        return
    player, county, action = top(s, 1), top(s, 2), top(s, 3)
    for i in range(NUM_NEIGHBOURS[county]):
        other = int(NEIGHBOURS[county, i])
        owner = int(s.owner[other])
        if owner == NONE or owner == player or mask[COUNTY + other]:
            continue
        if event_effect(s) == c.CHURCH_PEACE and has_building(s, other, c.CHURCH):
            seen[EVENT + int(s.event)] += 1
        else:
            seen[SAFE + action - c.COMBAT_A] += 1


@rule
def count_answer(old: State, s: State, frame: int, action: int, seen):
    """What one answer did."""
    player, a, b = int(old.stack[old.stack_size - 1, 1]), frame_county(old), second_county(old)
    if frame == f.HOW_MANY:
        count_march(old, s, player, b, seen)
    elif frame == f.TAKE_FAVOUR and action >= FAVOUR:
        seen[TAKEN + int(old.favour_open[action - FAVOUR])] += 1
        seen[KEPT] += s.keeps_marker_card != NONE and old.keeps_marker_card == NONE
    elif frame == f.FAVOUR_COUNTY:
        seen[USED + a] += 1
        seen[SETTLED] += old.owner[action - COUNTY] == NONE
    elif frame == f.CANCEL:
        seen[CANCELLED] += action == YES
    elif frame == f.PICK_BENEFIT:
        seen[BENEFIT + 4 * (a - 1) + action - line_of.BENEFIT] += 1
    elif frame == f.LEADER_MOVES or frame == f.LEADER_PLACE:
        seen[TROPHY] += s.trophies.sum() > old.trophies.sum()
        seen[LEADER_BACK] += frame == f.LEADER_PLACE and s.phase == c.LEADERS_RETURN_PHASE
        if frame == f.LEADER_MOVES:
            left = s.statues[a, player] > old.statues[a, player]
            seen[STATUE if left else NO_STATUE] += 1


@rule
def second_county(s: State) -> int:
    """The second thing that the frame on top is about."""
    return int(s.stack[s.stack_size - 1, 3])


@rule
def count_march(old: State, s: State, player: int, target: int, seen):
    """B1: the bonus cubes that go into the tower."""
    owner = int(old.owner[target])
    if owner == player:
        seen[OWN_MOVE] += 1
        return
    attack_tile = has_tile(old, player, c.ATTACK_TILE)
    seen[TILE + c.ATTACK_TILE] += attack_tile and s.supply[player] < old.supply[player]
    if owner == NONE:
        if event_effect(old) == c.NEUTRAL_PEASANTS and s.thrown[c.PEASANTS] == 2:
            seen[EVENT + int(old.event)] += 1
        return
    palace = event_effect(old) == c.PALACE_DEFENDS and has_building(old, target, c.PALACE)
    more = int(old.supply[owner]) - int(s.supply[owner])
    shield = int(has_tile(old, owner, c.DEFEND_TILE))
    seen[TILE + c.DEFEND_TILE] += shield == 1 and more > 0
    if palace and more > shield:
        seen[EVENT + int(old.event)] += 1
