"""Search on top of a trained policy, compiled: make_agent("search:PATH,sims=32").

Gumbel search (Danihelka et al. 2022) over determinizations. The answers that the policy likes best
are the candidates; sequential halving spreads the simulations over them evenly, drops the worse
half by log P + sigma(Q), and goes on with the rest. Every simulation redraws what the searching
player cannot know and rolls dice anew; the k-th simulations of all candidates share their
redrawing, so that no candidate is luckier than another. Below the root the deciding player takes
the answer whose visits lag furthest behind the improved policy, softmax(log P + sigma(Q)), where Q
is the value of its own seat (max^n). At a leaf the policy plays `depth` answers on, then the
network values the position.
"""

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from agents.mcts import (
    MAX_DEPTH,
    NO_NODE,
    ROOT,
    add_child,
    backup,
    clear_tree,
    find_child,
    is_expanded,
    root_visits,
    tree_dtype,
    write_payoffs,
)
from agents.network import layers_of, new_desk, policy_of, value_of
from agents.policy import Weights, input_scale, read_weights
from agents.rollout import determinize_into
from paxren_env import DEFAULT_GAME
from paxren_env.core.calls import advance, apply
from paxren_env.core.chance import splitmix
from paxren_env.core.constants import NONE, RUNNING, Player
from paxren_env.core.game import Game
from paxren_env.core.hooks import max_players, new_rows, num_actions
from paxren_env.core.jit import allocating_entry, allocating_rule, rule
from paxren_env.core.log import new_log_for
from paxren_env.core.record import State, row, view
from paxren_env.core.spec import find
from paxren_env.core.stack import deciding_player

LEAST_PRIOR = 1e-30  # what the logarithm is taken of
LEAST = -1e30  # below every logit


# --- leaves ---------------------------------------------------------------------------------------
@allocating_rule
def evaluate_seats(s: State, layers, desk, values):
    """The network's value of the position for every seat, from its own view; they add up to 0.

    The network has learned to value positions in which the viewer decides. So the value of whoever
    decides counts as it is, and those of the others are shifted; of two players none is needed.
    """
    values[:] = 0.0
    decider = deciding_player(s)
    total = 0.0
    for seat in range(s.num_players):
        if seat == decider or s.num_players > 2:
            values[seat] = value_of(s, seat, layers, desk)
            total += values[seat]
    for seat in range(s.num_players):
        if seat != decider:
            values[seat] -= total / (s.num_players - 1)


@allocating_rule
def play_policy(s: State, depth: int, mask, log, layers, desk):
    """Play the policy's favourite for so many decisions, or to the end of the game."""
    for _ in range(depth):
        if s.status != RUNNING:
            return
        policy_of(s, deciding_player(s), mask, layers, desk)
        best = NONE
        for action in range(num_actions(s)):
            if mask[action] and (best == NONE or desk.logits[action] > desk.logits[best]):
                best = action
        apply(s, best, mask, log)


# --- the tree -------------------------------------------------------------------------------------
@allocating_rule
def expand(s: State, tree, size, node: int, mask, layers, desk):
    """Add a child for every legal answer without one; the priors are the network's policy."""
    policy_of(s, deciding_player(s), mask, layers, desk)
    highest, total = LEAST, 0.0
    for action in range(num_actions(s)):
        if mask[action]:
            highest = max(highest, desk.logits[action])
    for action in range(num_actions(s)):
        if mask[action]:
            desk.logits[action] = np.exp(desk.logits[action] - highest)
            total += desk.logits[action]
    for action in range(num_actions(s)):
        if mask[action] and find_child(tree, node, action) == NO_NODE and size[0] < len(tree):
            add_child(tree, size, node, action, desk.logits[action] / total)


@rule
def improved_logit(tree, node: int, child: int, player: Player, weight: float) -> float:
    """log P + sigma(Q), where sigma(Q) is Q times the weight; without visits Q is the parent's."""
    valued = child if tree[child].visits else node
    q = tree[valued].value[player] / max(1, tree[valued].visits)
    # np.maximum keeps what is not a number: a broken network must not look like a dull one.
    return np.log(np.maximum(tree[child].prior, LEAST_PRIOR)) + weight * q


@rule
def value_weight(tree, node: int, c_visit: float, c_scale: float) -> float:
    """The weight of Q in sigma(Q): it grows with the visits of the most visited child."""
    most = 0
    child = tree[node].child
    while child != NO_NODE:
        most = max(most, tree[child].visits)
        child = tree[child].sibling
    return (c_visit + most) * c_scale


@rule
def scale_of(tree, node: int, mask, player: Player, weight: float):
    """What turns improved logits of the legal children into shares: the highest, and the sum."""
    highest, total = LEAST, 0.0
    child = tree[node].child
    while child != NO_NODE:
        if mask[tree[child].action]:
            logit = improved_logit(tree, node, child, player, weight)
            if logit > highest:
                total, highest = total * np.exp(highest - logit), logit
            total += np.exp(logit - highest)
        child = tree[child].sibling
    return highest, total


@rule
def select_improved(tree, node: int, mask, player: Player, weight: float) -> int:
    """The legal child whose visits lag furthest behind the improved policy; NO_NODE if none."""
    highest, total = scale_of(tree, node, mask, player, weight)
    best, most = NO_NODE, LEAST
    visits = tree[node].visits
    child = tree[node].child
    while child != NO_NODE:
        if mask[tree[child].action]:
            share = np.exp(improved_logit(tree, node, child, player, weight) - highest) / total
            lag = share - tree[child].visits / max(1, visits)
            if lag > most:
                best, most = child, lag
        child = tree[child].sibling
    return best


# --- one simulation -------------------------------------------------------------------------------
class Tools(NamedTuple):
    """What a simulation works with."""

    layers: Any  # of the network
    desk: Any  # that it works on
    games: Any  # one row: the path walked
    mask: np.ndarray
    log: np.ndarray
    path: np.ndarray  # nodes from the root on
    values: np.ndarray  # of the leaf, by seat
    rng: np.ndarray
    c_visit: float
    c_scale: float
    depth: int


@allocating_rule
def new_tools(root: State, layers, c_visit: float, c_scale: float, depth: int):
    return Tools(
        layers, new_desk(root, layers), new_rows(root, 1), np.zeros(num_actions(root), np.int8),
        new_log_for(root), np.zeros(MAX_DEPTH, np.int64), np.zeros(max_players(root)),
        np.zeros(1, np.uint64), c_visit, c_scale, depth,
    )  # fmt: skip


@rule
def redraw(root: State, player: Player, seed, tools):
    """The path begins at the root, with all redrawn that the player cannot know."""
    tools.rng[0] = seed
    determinize_into(root, player, tools.rng, tools.games, 0)
    advance(row(tools.games, 0), tools.mask)


@allocating_rule
def open_root(root: State, player: Player, seed, tree, size, tools):
    """The root gets its children, and the network's values as a first visit."""
    redraw(root, player, seed, tools)
    s = row(tools.games, 0)
    expand(s, tree, size, ROOT, tools.mask, tools.layers, tools.desk)
    evaluate_seats(s, tools.layers, tools.desk, tools.values)
    tools.path[0] = ROOT
    backup(s, tree, tools.path, 1, tools.values)


@allocating_rule
def simulate(root: State, player: Player, first: int, seed, tree, size, tools):
    """Walk from the answer of a child of the root to a leaf, and back up the values of it."""
    redraw(root, player, seed, tools)
    s, mask = row(tools.games, 0), tools.mask
    node, length = first, 1
    while True:
        apply(s, int(tree[node].action), mask, tools.log)
        tools.path[length] = node
        length += 1
        # A node gets its children when it is visited again: looking ahead costs most of the time.
        if s.status != RUNNING or tree[node].visits == 0 or length == MAX_DEPTH:
            break
        if not is_expanded(s, tree, node, mask):
            expand(s, tree, size, node, mask, tools.layers, tools.desk)
        weight = value_weight(tree, node, tools.c_visit, tools.c_scale)
        child = select_improved(tree, node, mask, deciding_player(s), weight)
        if child == NO_NODE:  # the tree is full
            break
        node = child
    play_policy(s, tools.depth, mask, tools.log, tools.layers, tools.desk)
    if s.status == RUNNING:
        evaluate_seats(s, tools.layers, tools.desk, tools.values)
    else:
        write_payoffs(s, tools.values)
    backup(s, tree, tools.path, length, tools.values)


# --- the root -------------------------------------------------------------------------------------
@rule
def candidate_score(tree, child: int, player: Player, noise, weight: float) -> float:
    return noise[tree[child].action] + improved_logit(tree, ROOT, child, player, weight)


@rule
def order_candidates(tree, player: Player, noise, weight: float, candidates, number: int):
    """Sort the first candidates by their scores, the highest first; equals stay in their order."""
    for k in range(1, number):
        moved = candidates[k]
        score = candidate_score(tree, moved, player, noise, weight)
        place = k
        while place > 0:
            before = candidates[place - 1]
            if candidate_score(tree, before, player, noise, weight) >= score:
                break
            candidates[place] = before
            place -= 1
        candidates[place] = moved


@rule
def write_improved(tree, mask, player: Player, weight: float, improved):
    """The improved policy of the root; 0 for answers that are not legal."""
    improved[:] = 0
    highest, total = scale_of(tree, ROOT, mask, player, weight)
    child = tree[ROOT].child
    while child != NO_NODE:
        logit = improved_logit(tree, ROOT, child, player, weight)
        improved[tree[child].action] = np.exp(logit - highest) / total
        child = tree[child].sibling


@rule
def rounds_of(left: int, number: int) -> int:
    """How often each of so many candidates is simulated until the worse half is dropped."""
    halvings = 1
    while 2**halvings < number:
        halvings += 1
    return max(1, left // (halvings * number))


@allocating_entry
def gumbel_search(
    states, i, player, layers, seeds, noise, most, c_visit, c_scale, depth, tree, size, improved
):  # fmt: skip
    """Search game i for the player, who decides there; returns the answer.

    seeds (sims + 1,): of the redrawings, at the end that of the root; noise (num_actions,) is added
    to the logits at the root, at most so many answers are candidates. tree (nodes,) of `tree_dtype`
    and size (1,) are as `clear_tree` leaves them; improved (num_actions,) becomes the improved
    policy.
    """
    root, sims = row(states, i), len(seeds) - 1
    tools = new_tools(root, layers, c_visit, c_scale, depth)
    open_root(root, player, seeds[sims], tree, size, tools)
    legal = tools.mask.copy()
    candidates = np.arange(ROOT + 1, size[0])
    order_candidates(tree, player, noise, 0.0, candidates, len(candidates))
    number, done = min(most, len(candidates)), 0
    while number > 1 and done < sims:
        for _ in range(rounds_of(sims - done, number)):
            for k in range(min(number, sims - done)):
                first = candidates[k]
                seed = seeds[tree[first].visits]
                simulate(root, player, first, seed, tree, size, tools)
                done += 1
        weight = value_weight(tree, ROOT, c_visit, c_scale)
        order_candidates(tree, player, noise, weight, candidates, number)
        number = (number + 1) // 2
    write_improved(tree, legal, player, value_weight(tree, ROOT, c_visit, c_scale), improved)
    return int(tree[candidates[0]].action)


# --- the agent ------------------------------------------------------------------------------------
class Search:
    """A trained policy that thinks ahead: `sims` simulations a decision, over few candidates.

    `path` is the file of the policy, as train/ppo.py wrote it, or its arrays (`Weights`).
    `candidates` answers at most, those the policy likes best, are searched at the root. A Q weighs
    c_scale * (c_visit + the visits of the most visited answer) against the logarithm of a prior.
    `depth` answers of the policy are played before a leaf is valued. `noise` scales Gumbel noise on
    the logits of the root: 0 to play as well as it can, 1 to explore without bias. `nodes` bounds
    the memory of the tree, `game` is the name of the game that is searched.
    """

    def __init__(
        self,
        path: str | Weights,
        sims: int = 32,
        candidates: int = 8,
        c_visit: float = 50.0,
        c_scale: float = 0.2,
        depth: int = 3,
        noise: float = 0.0,
        nodes: int = 100_000,
        seed: int = 0,
        game: str = DEFAULT_GAME,
    ) -> None:
        self.spec, self.path = find(game), path if isinstance(path, str) else "the trainer"
        least = self.spec.num_actions + 1
        if sims < 1 or candidates < 1 or depth < 0 or nodes < least:
            raise ValueError(f"search needs sims, candidates >= 1, depth >= 0, nodes >= {least}")
        if not all(0 <= number < np.inf for number in (c_visit, c_scale, noise)):
            raise ValueError("search needs c_visit, c_scale and noise from 0 on")
        self.use(path if isinstance(path, dict) else read_weights(path, self.spec))
        self.sims, self.candidates, self.depth = int(sims), int(candidates), int(depth)
        self.seed = int(seed)
        self.c_visit, self.c_scale, self.noise = float(c_visit), float(c_scale), float(noise)
        self.tree = np.zeros(int(nodes), tree_dtype(self.spec.max_players))
        self.size = np.zeros(1, np.int64)
        self.improved = np.zeros(self.spec.num_actions)

    def use(self, weights: Weights) -> None:
        """Search with this network from now on."""
        self.layers = layers_of(weights, input_scale(self.spec))

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        """The best candidate (N,) of each game: see `Agent.act`."""
        answers = [self.choose(game, seen) for game, seen in zip(games, observation)]
        return np.array(answers, np.int64)

    def choose(self, game: Game, observation: np.ndarray) -> int:
        """The best candidate; it depends on the observation and the seed, on nothing hidden."""
        if game.spec is not self.spec:
            raise ValueError(f"this search was made for {self.spec.name}, not {game.spec.name}")
        return self._search(game.states, 0, zlib.crc32(observation.tobytes()))

    def visits(self, game: Game, observation: np.ndarray) -> dict[int, int]:
        """The visits of every legal action at the root after a new search."""
        self.choose(game, observation)
        return root_visits(self.tree, game.legal_actions())

    def improved_policy(self, states: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """What a network should learn of N games in which a player decides (expert iteration).

        `states` (N,) are their records. Returns the improved policies (N, num_actions) and the
        values (N,) of the players who decide: the means of all simulations.

        >>> targets, values = search.improved_policy(vector.states, seed=update)
        """
        targets = np.zeros((len(states), self.spec.num_actions), np.float32)
        values = np.zeros(len(states), np.float32)
        for i in range(len(states)):
            self._search(states, i, splitmix(splitmix(seed) + i))
            targets[i] = self.improved
            root = self.tree[ROOT]
            values[i] = root.value[deciding_player(view(states, i))] / root.visits
        return targets, values

    def _search(self, states: np.ndarray, i: int, key: int) -> int:
        """A new search of game i; the key and the agent's seed decide all that is random."""
        base = splitmix(self.seed) ^ key
        seeds = np.array([splitmix(base + k) for k in range(self.sims + 1)], np.uint64)
        noise = np.zeros(self.spec.num_actions)
        if self.noise:
            noise = self.noise * np.random.default_rng(base).gumbel(size=len(noise))
        clear_tree(self.tree, self.size)
        answer = gumbel_search(
            states, i, deciding_player(view(states, i)), self.layers, seeds, noise,
            self.candidates, self.c_visit, self.c_scale, self.depth, self.tree, self.size,
            self.improved,
        )  # fmt: skip
        if not np.isfinite(self.improved).all():
            raise ValueError(f"the network of {self.path} gives numbers that are not finite")
        return int(answer)
