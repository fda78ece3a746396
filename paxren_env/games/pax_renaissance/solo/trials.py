"""O3, O4: scripts of answers, and copies of the game on which they are tried out."""

import numpy as np

from paxren_env.core.hooks import answer
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.record import copy_into
from paxren_env.core.record import row as game_row
from paxren_env.core.running import OWN_NEXT, advance
from paxren_env.core.stack import top
from paxren_env.games.pax_renaissance import frames as p
from paxren_env.games.pax_renaissance.actions import ACTIVATE, BUY, NUM_ACTIONS, PLAY, YES
from paxren_env.games.pax_renaissance.constants import NONE, RUNNING, Player
from paxren_env.games.pax_renaissance.rules.d_turn import do_main
from paxren_env.games.pax_renaissance.solo.choices import bot_choice, first_legal
from paxren_env.games.pax_renaissance.solo.market import bot_purchase
from paxren_env.games.pax_renaissance.solo.places import row_of_turn
from paxren_env.games.pax_renaissance.solo.search import CELL, FAITH, HALVES, NUM_FEATS, ROW
from paxren_env.games.pax_renaissance.solo.table import (
    BELIEVERS,
    BISHOPS,
    dominant_religion,
    gain,
    takes_back,
)
from paxren_env.games.pax_renaissance.state import STATE, State

TRIALS = 7  # copies of the game in use at once
MOST_ANSWERS = 200  # of one action


# --- the script
@rule
def begin_script(s: State):
    """Forget what was planned before."""
    s.script[:] = 0
    s.script_size = 0
    s.script_next = 0


@rule
def plan(s: State, action: int):
    """Add an answer to the script."""
    s.script[s.script_size] = action
    s.script_size += 1


@rule
def plan_only(s: State, action: int):
    """A script of one action."""
    begin_script(s)
    plan(s, action)


@rule
def has_action(s: State) -> bool:
    """The next answer of the script is one of the turn's actions."""
    if s.script_next >= s.script_size:
        return False
    return BUY <= s.script[s.script_next] < ACTIVATE


@rule
def act(s: State, player: Player) -> int:
    """O4: carry out the next action of the script."""
    action = int(s.script[s.script_next])
    s.script_next += 1
    if BUY <= action < PLAY:
        bot_purchase(s, player, action - BUY)
    else:
        do_main(s, player, action)
    return action


@rule
def bot_answer(s: State, player: Player, mask) -> int:
    """O5: the scripted answer if that is what is asked, else the one of the rules."""
    if s.script_next < s.script_size:
        action = int(s.script[s.script_next])
        # A scripted yes or no is about the one-shot, and no word on anything else.
        if mask[action] and (action > YES or top(s, 0) == p.ONE_SHOT):
            s.script_next += 1
            return action
    return bot_choice(s, player, row_of_turn(s), int(s.bot_faith), mask)


@rule
def own_answer(s: State, mask) -> int:
    """O5: the bot's answer in the game itself, not on trial."""
    action = bot_answer(s, top(s, 1), mask)
    forget_answers(s)
    return action


@rule
def forget_answers(s: State):
    """What was answered leaves the script: equal positions shall have equal bytes."""
    given, size = int(s.script_next), int(s.script_size)
    for i in range(size):
        s.script[i] = s.script[i + given] if i + given < size else 0
    s.script_size = size - given
    s.script_next = 0


# --- trying things out
@allocating_rule
def new_trials():
    """Copies of a game to try things out on, and their masks."""
    return np.empty(TRIALS, STATE), np.zeros((TRIALS, NUM_ACTIONS), np.int8)


@rule
def expected_answer(s: State, player: Player, mask) -> int:
    """The bot's own answer; the other player is expected to pay, else to take the first one."""
    if top(s, 1) == player:
        return bot_answer(s, player, mask)
    return YES if mask[YES] else first_legal(mask)


@rule
def play_through(s: State, player: Player, mask):
    """Let everything happen until the bot must think again, or somebody else has the turn."""
    for _ in range(MOST_ANSWERS):
        only = advance(s, mask)
        if s.status != RUNNING:
            return
        if only == OWN_NEXT:
            if not has_action(s):
                return
            act(s, player)
        elif top(s, 0) == p.MAIN:
            return
        else:
            answer(s, expected_answer(s, player, mask))


@rule
def new_trial(s: State, games) -> State:
    """Game 1 becomes a copy of s with an empty script."""
    copy_into(games, 1, s)
    begin_script(game_row(games, 1))
    return game_row(games, 1)


@rule
def undoes(s: State, after: State, player: Player) -> bool:
    """O4, golden rule: an action takes back what one before it achieved."""
    for i in range(NUM_FEATS):
        if takes_back_feat(s, after, player, i):
            return True
    return False


@rule
def takes_back_feat(s: State, after: State, player: Player, i: int) -> bool:
    """O4a: the same for one of them."""
    halves = int(s.bot_feats[i, HALVES])
    if halves == 0:
        return False
    row, cell, faith = int(s.bot_feats[i, ROW]), int(s.bot_feats[i, CELL]), s.bot_feats[i, FAITH]
    return takes_back(s, after, player, row, cell, int(faith), halves)


@rule
def faith_of(s: State, row: int) -> int:
    """O8: the dominant religion of rows 3 and 4."""
    return dominant_religion(s, row) if row == BELIEVERS or row == BISHOPS else NONE


@rule
def fulfils(s: State, player: Player, row: int, cell: int, faith: int, games) -> bool:
    """O3b: game 1 reached the goal of the cell, and nothing was undone."""
    after = game_row(games, 1)
    if undoes(s, after, player):
        return False
    return gain(s, after, player, row, cell, faith) != 0


@rule
def adopt(s: State, games):
    """Make the script of game 1 that of the real game."""
    trial = game_row(games, 1)
    begin_script(s)
    for i in range(trial.script_size):
        plan(s, int(trial.script[i]))
