"""Information-set Monte Carlo tree search, compiled: make_agent("mcts:sims=400").

Every simulation redraws what the searching player cannot know (a determinization) and walks one
shared tree of answers, so the search never knows more than the player does; dice are rolled anew
too. At every node the deciding player maximises the value of its own seat (max^n), by PUCT:
Q + c * P * sqrt(N) / (1 + n). A leaf gets the evaluation that greedy uses, optionally after some
random answers; the priors P are a softmax of that evaluation one step ahead. With `network=PATH` a
trained policy gives both values and priors.
"""

import time
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from agents.rollout import determinize_into, play_random
from paxren_env import DEFAULT_GAME
from paxren_env.core.calls import advance, apply
from paxren_env.core.chance import new_rng, splitmix
from paxren_env.core.constants import NONE, RUNNING, Player
from paxren_env.core.engine import new_states
from paxren_env.core.evaluating import evaluate, new_sheet
from paxren_env.core.game import Game
from paxren_env.core.hooks import (
    max_players,
    new_rows,
    num_actions,
    payoff,
    veil,
    write_observation,
)
from paxren_env.core.jit import allocating_entry, allocating_rule, entry, rule
from paxren_env.core.log import new_log, new_log_for
from paxren_env.core.record import State, copy_into, row
from paxren_env.core.spec import find
from paxren_env.core.stack import deciding_player

if TYPE_CHECKING:
    from agents.policy import Evaluator

ROOT = 0
NO_NODE = -1
LEAF, VEILED, TRIAL = 0, 1, 2  # rows of copies: the path walked, what its end looks like, an answer
MAX_DEPTH = 64  # nodes on a path, the root among them
MS_CHUNK = 32  # simulations between two looks at the clock
LEAF_BATCH = 16  # leaves that a network evaluates at once
DEFAULTS = {"exploration": 1.0, "sharp": 4.0}  # where the game does not say better
DEFAULT_SCALE = 5 / 12  # of `MCTS.scale`, as a part of what the evaluation gives for a won game


@cache
def tree_dtype(max_players: int) -> np.dtype:
    """The type of a node. The children of a node are a linked list."""
    fields = [
        ("action", "i2"),  # the answer that leads here
        ("child", "i4"),  # the first one
        ("sibling", "i4"),  # the next child of the same parent
        ("visits", "i4"),  # n
        ("prior", "f4"),  # P
        ("value", "f4", (max_players,)),  # sums by seat: Q is value / visits
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


# --- leaves ---------------------------------------------------------------------------------------
@rule
def evaluate_leaf(s: State, scale: float, luck, sheet, values):
    """The value of the position for every seat, from -1 to 1, without the luck of the deal."""
    if s.status != RUNNING:
        write_payoffs(s, values)
        return
    evaluate(s, sheet, values)
    for player in range(s.num_players):
        values[player] = np.tanh((values[player] - luck[player]) / scale)


@rule
def measure_luck(s: State, roots, luck, sheet, values):
    """How much better a determinization of the root is for every seat than those so far on average.

    What was dealt at the root is no merit of an answer: taken off the leaves, it is a control
    variate. roots (max_players + 1,): the sums of the evaluations, and at the end their number.
    """
    luck[:] = 0.0
    if s.status != RUNNING:
        return
    evaluate(s, sheet, values)
    number = max_players(s)  # rules count no index from the end: see core.indexing
    roots[number] += 1.0
    for player in range(s.num_players):
        roots[player] += values[player]
        luck[player] = values[player] - roots[player] / roots[number]


@rule
def write_payoffs(s: State, values):
    """The payoff of every seat; 0 for seats that are not in play."""
    values[:] = 0
    for player in range(s.num_players):
        values[player] = payoff(s, player)


# --- the tree -------------------------------------------------------------------------------------
def clear_tree(tree: np.ndarray, size: np.ndarray) -> None:
    """Only the root is left, without visits."""
    tree[ROOT].child = NO_NODE
    tree[ROOT].visits = 0
    tree[ROOT].value[:] = 0
    size[0] = 1


def root_visits(tree: np.ndarray, actions: Iterable[int]) -> dict[int, int]:
    """The visits of these answers at the root."""
    children = {action: find_child(tree, ROOT, action) for action in actions}
    return {
        action: 0 if child == NO_NODE else int(tree[child].visits)
        for action, child in children.items()
    }


@rule
def find_child(tree, node: int, action: int) -> int:
    """The child for an answer; NO_NODE if it has none yet."""
    child = tree[node].child
    while child != NO_NODE and tree[child].action != action:
        child = tree[child].sibling
    return child


@rule
def add_child(tree, size, node: int, action: int, prior: float):
    """A new node in front of its siblings."""
    new = size[0]
    size[0] += 1
    tree[new].action = action
    tree[new].child = NO_NODE
    tree[new].sibling = tree[node].child
    tree[new].visits = 0
    tree[new].prior = prior
    tree[new].value[:] = 0.0
    tree[node].child = new


@rule
def normalize_priors(tree, first: int, last: int):
    """The priors of new siblings add up to 1."""
    total = 0.0
    for node in range(first, last):
        total += tree[node].prior
    for node in range(first, last):
        tree[node].prior /= total


@allocating_rule
def expand(tree, size, node: int, games, masks, rng, log, sheet, values, luck, scale, sharp):
    """Add a child for every legal answer without one; the prior is from its evaluation.

    As greedy does, it looks ahead on a veiled copy: a prior hangs on no single throw of the dice.
    """
    s, veiled = row(games, LEAF), row(games, VEILED)
    player = deciding_player(s)
    copy_into(games, VEILED, s)
    veil(veiled, player, rng)
    first = size[0]
    for action in range(num_actions(s)):
        if not masks[0, action] or find_child(tree, node, action) != NO_NODE:
            continue
        if size[0] == len(tree):
            break
        copy_into(games, TRIAL, veiled)
        apply(row(games, TRIAL), action, masks[1], log)
        evaluate_leaf(row(games, TRIAL), scale, luck, sheet, values)
        add_child(tree, size, node, action, np.exp(sharp * values[player]))
    normalize_priors(tree, first, size[0])


@rule
def is_expanded(s: State, tree, node: int, mask) -> bool:
    """Every legal answer has its child; in another determinization others may be legal."""
    for action in range(num_actions(s)):
        if mask[action] and find_child(tree, node, action) == NO_NODE:
            return False
    return True


@rule
def select(tree, node: int, mask, player: Player, exploration: float) -> int:
    """The legal child with the highest PUCT score; NO_NODE if there is none.

    Q + c * P * sqrt(N) / (1 + n), where N counts the visits of legal children, plus 1.
    """
    visits = 1
    child = tree[node].child
    while child != NO_NODE:
        if mask[tree[child].action]:
            visits += tree[child].visits
        child = tree[child].sibling
    # First-play urgency: a child without visits has the Q of its parent.
    first_play = tree[node].value[player] / max(1, tree[node].visits)
    best, best_score = NO_NODE, -1e30
    child = tree[node].child
    while child != NO_NODE:
        if mask[tree[child].action]:
            n = tree[child].visits
            score = tree[child].value[player] / n if n else first_play
            score += exploration * tree[child].prior * np.sqrt(visits) / (1 + n)
            if score > best_score:
                best, best_score = child, score
        child = tree[child].sibling
    return best


@rule
def backup(s: State, tree, path, length: int, values):
    """Add the value of a leaf to every node on its path."""
    for step in range(length):
        tree[path[step]].visits += 1
        for seat in range(max_players(s)):
            tree[path[step]].value[seat] += values[seat]


@allocating_entry
def search(states, i, player, sims, depth, exploration, scale, sharp, rng, tree, size, roots):
    """Run so many simulations of game i for the player; the tree keeps what it holds and grows.

    rng (1,) uint64; tree (nodes,) of `tree_dtype`; size (1,): how many of the nodes are in use;
    roots (max_players + 1,): see `measure_luck`.
    """
    root = row(states, i)
    games = new_rows(root, 3)
    masks = np.zeros((2, num_actions(root)), np.int8)
    log = new_log_for(root)
    path = np.zeros(MAX_DEPTH, np.int64)
    sheet = new_sheet(root)
    values, luck = np.zeros(max_players(root)), np.zeros(max_players(root))
    for _ in range(sims):
        determinize_into(root, player, rng, games, LEAF)
        s = row(games, LEAF)
        advance(s, masks[0])
        measure_luck(s, roots, luck, sheet, values)
        node, length = ROOT, 1
        while s.status == RUNNING and length < MAX_DEPTH:
            is_leaf = tree[node].child == NO_NODE
            if is_leaf or not is_expanded(s, tree, node, masks[0]):
                expand(tree, size, node, games, masks, rng, log, sheet, values, luck, scale, sharp)
                if is_leaf and node != ROOT:
                    break
            child = select(tree, node, masks[0], deciding_player(s), exploration)
            if child == NO_NODE:  # the tree is full
                break
            apply(s, int(tree[child].action), masks[0], log)
            node = child
            path[length] = node
            length += 1
        play_random(s, depth, rng, masks[0], log)
        evaluate_leaf(s, scale, luck, sheet, values)
        backup(s, tree, path, length, values)


# --- with a network: leaves are collected, evaluated outside in a batch, and backed up ------------
@entry
def walk(states, i, player, exploration, rng, tree, games, k, mask, log, path, obs, values):
    """One path from the root to a leaf, which is left in row k of `games`; returns its length.

    The length is negative if the game is over there: then values (max_players,) are the payoffs,
    else obs (max_players, observation_size) is what each seat sees. A virtual loss on the path
    keeps the next walks of the batch off it until `expand_and_backup`.
    """
    determinize_into(row(states, i), player, rng, games, k)
    s = row(games, k)
    advance(s, mask)
    node, length = ROOT, 1
    while s.status == RUNNING and length < MAX_DEPTH and is_expanded(s, tree, node, mask):
        node = select(tree, node, mask, deciding_player(s), exploration)
        apply(s, int(tree[node].action), mask, log)
        path[length] = node
        length += 1
    add_virtual_loss(s, tree, path, length, 1)
    if s.status != RUNNING:
        write_payoffs(s, values)
        return -length
    for seat in range(s.num_players):
        write_observation(s, seat, False, obs[seat])
    return length


@rule
def add_virtual_loss(s: State, tree, path, length: int, loss: int):
    """Count a lost visit for every seat on the path; with loss -1 it is taken back."""
    for step in range(length):
        tree[path[step]].visits += loss
        for seat in range(max_players(s)):
            tree[path[step]].value[seat] -= loss


@entry
def expand_and_backup(states, k, tree, size, mask, logits, path, length, values):
    """Take back the virtual loss, expand the leaf in row k by the logits, back up its values.

    mask and logits are (num_actions,), of the player who decides at the leaf.
    """
    s = row(states, k)
    add_virtual_loss(s, tree, path, length, -1)
    if s.status == RUNNING:
        node = path[length - 1]
        highest = -1e30
        for action in range(num_actions(s)):
            if mask[action]:
                highest = max(highest, logits[action])
        first = size[0]
        for action in range(num_actions(s)):
            if mask[action] and find_child(tree, node, action) == NO_NODE and size[0] < len(tree):
                add_child(tree, size, node, action, np.exp(logits[action] - highest))
        normalize_priors(tree, first, size[0])
    backup(s, tree, path, length, values)


# --- the agent ------------------------------------------------------------------------------------
class MCTS:
    """Search agent: `sims` simulations a decision, or `ms` milliseconds if that is given.

    `exploration` is c of PUCT. `depth` random answers are played before a leaf is evaluated. Values
    are tanh(evaluation / scale), priors softmax(sharp * value). `nodes` bounds the memory of the
    tree. `network` is the file of a policy, `game` the name of the game that is searched.
    Without a number, exploration, scale and sharp are what suits the game (`GameSpec.search`).
    """

    def __init__(
        self,
        sims: int = 400,
        ms: float = 0.0,
        depth: int = 0,
        exploration: float | None = None,
        scale: float | None = None,
        sharp: float | None = None,
        nodes: int = 200_000,
        network: str = "",
        seed: int = 0,
        game: str = DEFAULT_GAME,
    ):
        self.spec = find(game)
        least = self.spec.num_actions
        if sims < 1 or nodes < least or ms < 0 or depth < 0:
            raise ValueError(f"mcts needs sims >= 1, nodes >= {least}, ms >= 0, depth >= 0")
        self.sims, self.ms, self.depth = int(sims), float(ms), int(depth)
        self.seed = int(seed)
        own = {} if network else self.spec.search  # a network has values of its own
        usual = {**DEFAULTS, "scale": DEFAULT_SCALE * self.spec.win_term, **own}
        self.exploration = float(usual["exploration"] if exploration is None else exploration)
        self.scale = float(usual["scale"] if scale is None else scale)
        self.sharp = float(usual["sharp"] if sharp is None else sharp)
        self.tree = np.zeros(int(nodes), tree_dtype(self.spec.max_players))
        self.size = np.zeros(1, np.int64)
        self.roots = np.zeros(self.spec.max_players + 1)
        self.evaluator: Evaluator | None = None
        if network:
            from agents.policy import load_evaluator

            self.evaluator = load_evaluator(network, self.spec)

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        """The most visited action (N,) of each game: see `Agent.act`."""
        answers = [self.choose(game, seen) for game, seen in zip(games, observation)]
        return np.array(answers, np.int64)

    def choose(self, game: Game, observation: np.ndarray) -> int:
        """The most visited action; of equals the one of the highest Q, then the lowest.

        Where answers look alike to the evaluation, simulations are spread evenly: many are equal.
        """
        visits = self.visits(game, observation)
        seat = game.deciding_player

        def rank(action: int) -> tuple[int, float, int]:
            number = visits[action]
            value = self.tree[find_child(self.tree, ROOT, action)].value[seat] if number else 0.0
            return number, float(value) / max(1, number), -action

        return max(visits, key=rank)

    def visits(self, game: Game, observation: np.ndarray) -> dict[int, int]:
        """The visits of every legal action at the root after a new search.

        observation (observation_size,) is what the deciding player sees: the result depends on it
        and on the seed, on nothing hidden.
        """
        if game.spec is not self.spec:
            raise ValueError(f"this search was made for {self.spec.name}, not {game.spec.name}")
        rng = new_rng(splitmix(self.seed) ^ zlib.crc32(observation.tobytes()))
        clear_tree(self.tree, self.size)
        self.roots[:] = 0
        done, began = 0, time.perf_counter()
        while done < self.sims if not self.ms else time.perf_counter() - began < self.ms / 1000:
            number = MS_CHUNK if self.ms else self.sims
            if self.evaluator is None:
                self._search(game, number, rng)
            else:
                number = min(LEAF_BATCH, number - done) if not self.ms else LEAF_BATCH
                self._search_with_network(game, number, rng)
            done += number
        return root_visits(self.tree, game.legal_actions())

    def _search(self, game: Game, number: int, rng: np.ndarray) -> None:
        search(
            game.states, 0, game.deciding_player, number, self.depth, self.exploration,
            self.scale, self.sharp, rng, self.tree, self.size, self.roots,
        )  # fmt: skip

    def _search_with_network(self, game: Game, number: int, rng: np.ndarray) -> None:
        """A batch of walks, one evaluation of all their leaves, then their backups."""
        spec, seats = self.spec, game.num_players
        games, log = new_states(spec.record, number), new_log(spec.max_log)
        masks = np.zeros((number, spec.num_actions), np.int8)
        paths = np.zeros((number, MAX_DEPTH), np.int64)
        obs = np.zeros((number, spec.max_players, spec.observation_size), np.int8)
        values = np.zeros((number, spec.max_players), np.float64)
        lengths = [
            walk(
                game.states, 0, game.deciding_player, self.exploration, rng, self.tree, games, k,
                masks[k], log, paths[k], obs[k], values[k],
            )
            for k in range(number)
        ]  # fmt: skip
        is_over = np.array(lengths) < 0
        logits, evaluated = self._evaluate(games, is_over, masks, obs[:, :seats])
        values[~is_over, :seats] = evaluated[~is_over]
        deciders = np.where(
            is_over, 0, games["stack"][np.arange(number), games["stack_size"] - 1, 1]
        )
        for k, length in enumerate(lengths):
            expand_and_backup(
                games, k, self.tree, self.size, masks[k], logits[k, deciders[k]], paths[k],
                abs(length), values[k],
            )  # fmt: skip

    def _evaluate(
        self, games: np.ndarray, is_over: np.ndarray, masks: np.ndarray, obs: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Logits (N, seats, num_actions) and values (N, seats) from the side of every seat.

        obs is (N, seats, observation_size), masks (N, num_actions).
        """
        assert self.evaluator is not None
        number, seats, size = obs.shape
        viewers = np.tile(np.arange(seats), number)
        viewers[np.repeat(is_over, seats)] = NONE
        each = np.repeat(masks, seats, axis=0)
        logits, values = self.evaluator.ask(
            np.repeat(games, seats), viewers, obs.reshape(-1, size), each
        )
        return (
            np.asarray(logits, np.float64).reshape(number, seats, -1),
            np.asarray(values, np.float64).reshape(number, seats),
        )
