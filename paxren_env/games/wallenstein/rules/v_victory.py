"""V: the end, the ranking, what each seat gets."""

from paxren_env.core.constants import TERMINATED, TRUNCATED
from paxren_env.core.jit import rule
from paxren_env.games.wallenstein.constants import END_PHASE, REWARD_BY_RANK, Player
from paxren_env.games.wallenstein.rules.m_map import has_option
from paxren_env.games.wallenstein.state import State


@rule
def is_ahead(s: State, player: Player, other: Player) -> bool:
    """V: more victory points; tied, more Thalers."""
    if s.vp[player] != s.vp[other]:
        return s.vp[player] > s.vp[other]
    return s.thalers[player] > s.thalers[other]


@rule
def num_ahead(s: State, player: Player) -> int:
    """V: seats that rank before the player."""
    count = 0
    for other in range(s.num_players):
        if is_ahead(s, other, player):
            count += 1
    return count


@rule
def end_game(s: State):
    """V: whoever has nobody ahead wins; a full tie is shared."""
    s.phase = END_PHASE
    s.status = TERMINATED
    for player in range(s.num_players):
        s.winner[player] = num_ahead(s, player) == 0


@rule
def cut_game(s: State) -> bool:
    """OP: with `max_turns` the game ends undecided after so many rounds, winters counted."""
    if s.max_turns > 0 and s.turn >= s.max_turns:
        s.status = TRUNCATED
        s.phase = END_PHASE
    return s.status == TRUNCATED


@rule
def decision_limit(s: State) -> int:
    """OP: `max_decisions`; the answers are counted outside, for in planning they would tell."""
    return int(s.max_decisions)


@rule
def payoff(s: State, player: Player) -> float:
    """V: winners share +1 and the others -1, or the values of the places; 0 without an end."""
    if s.status != TERMINATED:
        return 0.0
    if has_option(s, REWARD_BY_RANK):
        return place_value(s, player)
    winners = 0
    for seat in range(s.num_players):
        winners += int(s.winner[seat])
    if winners == s.num_players:
        return 0.0
    if s.winner[player]:
        return 1.0 / winners
    return -1.0 / (s.num_players - winners)


@rule
def place_value(s: State, player: Player) -> float:
    """V: +1 to -1 in equal steps; tied players share the mean of their places."""
    tied = 0
    for other in range(s.num_players):
        if not is_ahead(s, other, player) and not is_ahead(s, player, other):
            tied += 1
    place = num_ahead(s, player) + (tied - 1) / 2
    return 1.0 - 2.0 * place / (s.num_players - 1)
