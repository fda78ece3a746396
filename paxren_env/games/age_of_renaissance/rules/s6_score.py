"""6.3: score, ranking, and the end itself."""

from paxren_env.core.constants import RUNNING, TERMINATED
from paxren_env.core.jit import rule
from paxren_env.core.stack import drop_frame
from paxren_env.games.age_of_renaissance.constants import BY_ELIMINATION, NUM_ADVANCES, Player
from paxren_env.games.age_of_renaissance.queries import has, is_live
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import COST, MISERY_VALUE


@rule
def list_prices(s: State, player: Player) -> int:
    """6.3: of all advances owned."""
    total = 0
    for advance in range(NUM_ADVANCES):
        if has(s, player, advance):
            total += int(COST[advance])
    return total


@rule
def score(s: State, player: Player) -> int:
    """6.3: list prices and cash, less the value of the Misery space."""
    return list_prices(s, player) + int(s.cash[player]) - int(MISERY_VALUE[s.misery[player]])


@rule
def is_ranked_above(s: State, player: Player, other: Player) -> bool:
    """6.3: live players by score, above those in Chaos; of these who fell later is above."""
    if is_live(s, player) and is_live(s, other):
        return score(s, player) > score(s, other)
    if is_live(s, player) != is_live(s, other):
        return is_live(s, player)
    return s.fell[player] > s.fell[other]


@rule
def rank(s: State, player: Player) -> int:
    """1 for the first; tied players share a rank."""
    above = 1
    for other in range(s.num_players):
        if is_ranked_above(s, other, player):
            above += 1
    return above


@rule
def payoff(s: State, player: Player) -> float:
    """10: players ranked below less players ranked above, over all others; only at the end."""
    if s.status == RUNNING:
        return 0.0
    balance = 0
    for other in range(s.num_players):
        if is_ranked_above(s, player, other):
            balance += 1
        elif is_ranked_above(s, other, player):
            balance -= 1
    return balance / (s.num_players - 1)


@rule
def end_game(s: State, reason: int):
    """The game is over: nothing is owed any more."""
    s.ending = reason
    s.status = TERMINATED
    while s.stack_size > 0:
        drop_frame(s)
    for player in range(s.num_players):
        s.winner[player] = 1 if rank(s, player) == 1 else 0


@rule
def end_by_elimination(s: State):
    """5.4: at once, without the rest of the turn and of the card."""
    end_game(s, BY_ELIMINATION)
