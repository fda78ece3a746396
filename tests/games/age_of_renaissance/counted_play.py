"""Random play, frame by frame, that checks every invariant and counts what happened.

Compiled like the game itself, so that a million decisions take seconds. What an advance does is
found by going without it: now and then a copy of the game in which nobody owns some advance gets
the same event, and if it ends up elsewhere or has other choices, the advance had an effect.
"""

from collections.abc import Iterator

import numpy as np

from paxren_env.core.chance import draw
from paxren_env.core.checking import BROKE_DOWN, LIVELY
from paxren_env.core.constants import BROKEN, CHANCE, NONE, RUNNING
from paxren_env.core.hooks import lively, note_before, roll, run_step, settle, tidy
from paxren_env.core.jit import entry, rule
from paxren_env.core.masks import NO_CHOICE, only_legal, random_legal
from paxren_env.core.record import State, copy_into, row
from paxren_env.core.stack import drop_frame, top
from paxren_env.games.age_of_renaissance import actions as line
from paxren_env.games.age_of_renaissance import constants as c
from paxren_env.games.age_of_renaissance import frames as f
from paxren_env.games.age_of_renaissance import tables as t
from paxren_env.games.age_of_renaissance.flow import answer, mark_legal
from paxren_env.games.age_of_renaissance.invariants import broken_invariant

NUM_FRAMES = f.frames.size
FIRST_DECISION = f.frames.first_decision
TRIED = 8  # every so many events are tried without an advance
# What is counted beside frames, answers and advances.
NAMES = (
    "attack won by the coloured die", "attack won by black over white", "attack lost",
    "attack won on a military tie", "capital taken", "chaos", "several fall together",
    "war won", "war won on a tie", "war tied", "war goes on in a later turn",
    "a box overseas is entered", "America is entered", "ocean-going ship", "a token in Area V",
    "epoch 2", "epoch 3", "relief 1", "relief 2", "relief 3", "leader rebate", "patron",
    "Final Card Play", "ending by deck", "ending by advances", "ending by limit",
    "ending by elimination", "double condition", "joint gold and ivory", "negative bid",
    "a hand of 8", "a full Mat", "two defenders",
)  # fmt: skip
PLACE = {name: i for i, name in enumerate(NAMES)}
(
    BY_COLOURED, BY_BLACK, ATTACK_LOST, BY_MILITARY, CAPITAL_TAKEN, FELL, FELL_TOGETHER,
    WAR_WON, WAR_WON_TIE, WAR_TIED, LONG_WAR, BOX, AMERICA, OCEAN_SHIP, IN_AREA_V,
    SECOND_EPOCH, THIRD_EPOCH, RELIEF_1, RELIEF_2, RELIEF_3, REBATE, PATRON,
    FINAL, END_DECK, END_ADVANCES, END_LIMIT,
    END_ELIMINATION, DOUBLE, JOINT, NEGATIVE,
    BIG_HAND, NO_MARKERS, TWO_DEFENDERS,
) = range(len(NAMES))  # fmt: skip


def new_counts() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Frames, answers by decision, effects of advances, and the rest by NAMES."""
    answers = np.zeros((NUM_FRAMES, line.NUM_ACTIONS), np.int64)
    return (
        np.zeros(NUM_FRAMES, np.int64),
        answers,
        np.zeros(c.NUM_ADVANCES, np.int64),
        np.zeros(len(NAMES), np.int64),
    )


@entry
def play_counted(
    states, memory, rng, mask, other_mask, outcome, note, bias, frames, answers, effects, seen
):  # fmt: skip
    """Play game 0 of three rows to its end; returns its decisions, or minus a broken invariant."""
    s = row(states, 0)
    decisions = 0
    while s.status == RUNNING:
        tidy(s)
        if s.status != RUNNING:
            break
        if s.stack_size == 0:
            return -BROKE_DOWN
        frame, player = top(s, 0), top(s, 1)
        action, length = NONE, 0
        if frame >= FIRST_DECISION:
            mask[:] = 0
            if player != CHANCE:
                mark_legal(s, mask)
                if only_legal(s, mask) == NO_CHOICE:
                    drop_frame(s)
                    continue
            broken = broken_invariant(s, mask, note)
            if broken or s.status == BROKEN:
                return -max(1, broken)
            note_before(s, NONE, note)
            if player == CHANCE:
                length = roll(s, outcome)
            else:
                action = picked(s, mask, rng, bias)
                answers[frame, action] += 1
                decisions += 1
        frames[frame] += 1
        copy_into(states, 2, s)
        if draw(rng, TRIED) == 0:
            advance = draw(rng, c.NUM_ADVANCES)
            copy_into(states, 1, s)
            without = row(states, 1)
            take_away(without, advance)
            if action != NONE:
                mark_legal(without, other_mask)
                effects[advance] += other_mask[action] != mask[action]
            happen(without, frame, action, outcome, length)
            happen(s, frame, action, outcome, length)
            for seat in range(s.num_players):
                without.advances[seat] = s.advances[seat]
            effects[advance] += differ(memory)
        else:
            happen(s, frame, action, outcome, length)
        count(row(states, 2), s, frame, action, outcome, seen)
    mask[:] = 0
    count_end(s, seen)
    broken = broken_invariant(s, mask, note)
    return -broken if broken else decisions


@rule
def picked(s: State, mask, rng, bias: int) -> int:
    """Any legal answer, or one that seeks rare events."""
    action = lively(s, mask, rng) if bias == LIVELY else NONE
    return random_legal(s, mask, rng) if action == NONE else action


@rule
def happen(s: State, frame: int, action: int, outcome, length: int):
    """An answer, the outcome of a roll, or a step."""
    if length > 0:
        settle(s, outcome, length)
    elif action != NONE:
        answer(s, action)
    else:
        run_step(s)


@rule
def take_away(s: State, advance: int):
    for player in range(s.num_players):
        s.advances[player] &= ~(1 << advance)


@rule
def differ(memory) -> int:
    """The first two games differ."""
    for i in range(memory.shape[1]):
        if memory[0, i] != memory[1, i]:
            return 1
    return 0


# --- what is counted ------------------------------------------------------------------------------
@rule
def count(old: State, s: State, frame: int, action: int, outcome, seen):
    """What one event did."""
    if frame == f.ATTACK_DICE:
        count_attack(old, s, outcome, seen)
    elif frame == f.WAR_DICE:
        is_over = s.war_by == NONE or s.stack_size > old.stack_size
        seen[WAR_TIED] += not is_over
        seen[WAR_WON] += is_over
        seen[WAR_WON_TIE] += is_over and outcome[0] == outcome[1]
    elif frame == f.START_TURN:
        seen[LONG_WAR] += s.war_by != NONE
    elif frame == f.PLAY_CARD and s.num_leaders > old.num_leaders:
        player = old.stack[old.stack_size - 1, 1]
        seen[REBATE] += s.cash[player] > old.cash[player]
    elif frame == f.BUY_ADVANCE:
        for number in range(c.NUM_LEADERS):
            seen[PATRON] += s.patrons[number] != old.patrons[number]
    elif frame == f.EXPAND_HOW:
        count_landing(old, s, seen)
    elif frame == f.TOKENS_REVEALED:
        for player in range(s.num_players):
            seen[NEGATIVE] += s.bid[player] < 0
    elif frame == f.MARKET_DICE:
        for commodity in range(c.NUM_COMMODITIES):
            seen[DOUBLE] += abs(s.sigma[commodity]) == 2
        seen[JOINT] += s.sigma[c.GOLD] != 0
    count_players(old, s, seen)
    seen[SECOND_EPOCH] += s.epoch == 2 and old.epoch == 1
    seen[THIRD_EPOCH] += s.epoch == 3 and old.epoch == 2
    seen[FINAL] += s.phase == c.FINAL_CARD_PLAY and old.phase != c.FINAL_CARD_PLAY


@rule
def count_attack(old: State, s: State, outcome, seen):
    """4.6.6: why an attack was won or lost."""
    player, province = int(old.attack_by), int(old.attack_province)
    defenders = 0
    for other in range(s.num_players):
        left = old.old[other, province] + old.new[other, province]
        if other != player and (left > 0 or old.marker[province] == other):
            defenders += 1
    seen[TWO_DEFENDERS] += defenders > 1
    won = s.marker[province] == player or s.new[player, province] > 0
    for owed in range(s.stack_size):
        won |= s.stack[owed, 0] == f.MARKER_DUE
    if not won:
        seen[ATTACK_LOST] += 1
        return
    seen[BY_BLACK] += outcome[1] > outcome[2]
    seen[BY_COLOURED] += outcome[1] < outcome[2]
    seen[BY_MILITARY] += outcome[1] == outcome[2] and outcome[0] == 1
    seen[CAPITAL_TAKEN] += t.PROVINCE_KIND[province] == c.CAPITAL


@rule
def count_landing(old: State, s: State, seen):
    """Where tokens were put."""
    province = int(old.stack[old.stack_size - 1, 2])
    area = t.AREA_OF[0, province]
    seen[IN_AREA_V] += area == c.AREA_V
    seen[BOX] += area >= c.FAR_EAST
    seen[AMERICA] += area == c.NEW_WORLD


@rule
def count_players(old: State, s: State, seen):
    """What befell the players."""
    fell = 0
    for player in range(s.num_players):
        fell += s.misery[player] == c.CHAOS and old.misery[player] != c.CHAOS
        seen[OCEAN_SHIP] += (
            t.SHIP_ROW[s.ship[player]] == c.OCEAN and s.ship[player] != old.ship[player]
        )
        if s.relief[player] > old.relief[player]:
            seen[RELIEF_1 + int(s.relief[player]) - 1] += 1
        seen[BIG_HAND] += s.hand_size[player] == 8 and old.hand_size[player] == 7
        seen[NO_MARKERS] += s.mat[player] == 0 and old.mat[player] > 0
    seen[FELL] += fell
    seen[FELL_TOGETHER] += fell > 1


@rule
def count_end(s: State, seen):
    seen[END_DECK] += s.ending & c.BY_DECK != 0
    seen[END_ADVANCES] += s.ending & c.BY_ADVANCES != 0
    seen[END_LIMIT] += s.ending & c.BY_LIMIT != 0
    seen[END_ELIMINATION] += s.ending & c.BY_ELIMINATION != 0


# --- what is missing ------------------------------------------------------------------------------
def missing(frames, answers, effects, seen) -> Iterator[str]:
    """Everything that must happen and did not."""
    for one in f.frames.rows:
        if not frames[one.id]:
            yield f"frame: {one.name}"
    for face, name in enumerate(t.FACE_NAMES):
        if not answers[f.PLAY_CARD, line.CARD + face]:
            yield f"card played: {name}"
    for advance, name in enumerate(t.ADVANCE_NAMES):
        if not answers[f.BUY_ADVANCE, line.ADVANCE + advance]:
            yield f"advance bought: {name}"
        if not effects[advance] and advance not in AT_PURCHASE:
            yield f"advance used: {name}"
    for action in range(line.NUM_ACTIONS):
        if not answers[:, action].any() and action not in NEVER:
            yield f"answer: {action}"
    yield from (f"event: {name}" for name, number in zip(NAMES, seen, strict=True) if not number)


# What these do happens when they are bought.
AT_PURCHASE = (c.HUMAN_BODY, c.SEAWORTHY_VESSELS)
# Ivory is named only together with gold, by its dual card.
NEVER: tuple[int, ...] = ()
