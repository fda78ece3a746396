"""O: the bot at a table of two, as a policy that answers through the action line."""

from paxren_env import pending as p
from paxren_env._jit import allocating_rule, rule
from paxren_env.actions import BUY, DECLARE, NUM_ACTIONS, PLAY, YES
from paxren_env.bot.places import BEGIN
from paxren_env.bot.purchases import gains_empire, hurts_enough
from paxren_env.bot.trials import faith_of, new_trial, new_trials, settle
from paxren_env.bot.turn import applies, next_plan
from paxren_env.constants import NONE, Player
from paxren_env.dispatch import answer
from paxren_env.pending import drop_frame, owe, top
from paxren_env.rows import copy_into
from paxren_env.rows import row as game_row
from paxren_env.rules.o_choices import bot_choice, first_legal
from paxren_env.rules.o_market import comet_for_sale, victory_at_hand
from paxren_env.rules.o_table import CONCESSIONS, MONEY, NUM_ROWS, gain
from paxren_env.state import State
from paxren_env.tables import CARD_ONE_SHOT


@allocating_rule
def bot_policy(s: State, mask) -> int:
    """O: what the bot would answer at a table of two; it remembers nothing between answers."""
    player = top(s, 1)
    games, masks = new_trials()
    if top(s, 0) == p.MAIN:
        return policy_action(s, player, mask, games, masks)
    row = current_row(s, player)
    if is_planned(top(s, 0)):
        chosen = try_answers(s, player, row, mask, games, masks)
        if chosen != NONE:
            return chosen
    return bot_choice(s, player, row, faith_of(s, row), mask)


@rule
def is_planned(frame: int) -> bool:
    """Decisions that a script would answer."""
    if frame == p.ONE_SHOT or frame == p.WAR_EMPIRE or frame == p.OP_CARD or frame == p.PICK_OP:
        return True
    is_target = p.INQUISITOR_FROM <= frame <= p.PICK_CAMPAIGN
    is_rule = frame == p.PICK_COMMERCE or frame == p.TAX_RESPONSE or frame == p.PLACE_LEVY
    return is_target and not is_rule


@rule
def current_row(s: State, player: Player) -> int:
    """O2: the row that the table gives now."""
    for reading in range(2):
        for row in range(1, NUM_ROWS + 1):
            if applies(s, player, reading, row, 0):
                return row
    return MONEY


@rule
def policy_action(s: State, player: Player, mask, games, masks) -> int:
    """O1: declare, activate and declare, play what was bought, or begin a plan."""
    victory = victory_at_hand(s, player)
    if victory != NONE:
        if s.active[victory]:
            return DECLARE + victory
        return BUY + comet_for_sale(s, player)
    if s.hand_size[player] > 0:
        return PLAY + int(s.hand[player, 0])
    copy_into(games, 0, s)
    trial = game_row(games, 0)
    trial.bot = player + 1
    while trial.stack_size > 0:
        drop_frame(trial)
    owe(trial, p.BOT_TURN, player, BEGIN, 0, 0)
    if next_plan(trial, player, games, masks) != NONE and mask[trial.script[0]]:
        return int(trial.script[0])
    return first_legal(mask)


@rule
def try_answers(s: State, player: Player, row: int, mask, games, masks) -> int:
    """O3: the answer that reaches a goal of the row, or a war or shift worth while; or NONE."""
    faith = faith_of(s, row)
    for cell in range(2):
        for action in range(NUM_ACTIONS):
            if mask[action] and row <= CONCESSIONS:
                try_answer(s, player, action, games, masks)
                if gain(s, game_row(games, 1), player, row, cell, faith):
                    return action
    if top(s, 0) == p.ONE_SHOT or top(s, 0) == p.WAR_EMPIRE:
        one_shot = int(CARD_ONE_SHOT[s.card])
        for action in range(YES, NUM_ACTIONS):
            if mask[action]:
                try_answer(s, player, action, games, masks)
                if gains_empire(s, player, games) or hurts_enough(s, player, one_shot, 0, games):
                    return action
    return NONE


@rule
def try_answer(s: State, player: Player, action: int, games, masks):
    """Game 1 is the game after this answer and all that follows it."""
    trial = new_trial(s, games)
    answer(trial, action)
    settle(trial, player, masks[1])
