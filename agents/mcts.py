"""Information-set Monte Carlo tree search, compiled: make_agent("mcts:sims=400").

Every simulation deals the hidden cards anew, as the searching player might imagine them, and
walks one shared tree of answers: so the search never knows more than the player does. At every
node each player wants the most for its own seat (max^n). New nodes are judged by the evaluation
that greedy uses, optionally after some random answers, and its preference for each answer, one
step ahead, is the prior of the search. With `network=PATH` a trained checkpoint does both.
"""

import time
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from paxren_env.core.chance import new_rng, splitmix
from paxren_env.core.engine import MAX_FORCED, new_log
from paxren_env.core.evaluating import evaluate, new_sheet
from paxren_env.core.game import Game
from paxren_env.core.greedy import look_ahead, new_outlook
from paxren_env.core.hooks import deal_hidden, write_observation
from paxren_env.core.jit import allocating_entry, entry, rule
from paxren_env.core.record import State, copy_into, row
from paxren_env.core.returns import write_payoffs
from paxren_env.core.running import advance, apply, random_legal
from paxren_env.core.stack import deciding_player
from paxren_env.games.pax_renaissance.actions import NUM_ACTIONS
from paxren_env.games.pax_renaissance.constants import MAX_PLAYERS, NONE, RUNNING, Player
from paxren_env.games.pax_renaissance.observe import OBS_SIZE
from paxren_env.games.pax_renaissance.state import STATE, new_states

if TYPE_CHECKING:
    from agents.policy import Evaluator

ROOT = 0
NO_NODE = -1
MAX_DEPTH = 64  # answers from the root to a leaf
MS_CHUNK = 32  # simulations between two looks at the clock
LEAF_BATCH = 16  # leaves a network judges at once

TREE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", "i2"),  # the answer that leads here
                ("child", "i4"),  # the first one
                ("sibling", "i4"),  # the next one
                ("visits", "i4"),
                ("prior", "f4"),
                ("value", "f4", MAX_PLAYERS),  # sums, by seat
            ],
            align=True,
        ),
    )
)


# --- leaves ---------------------------------------------------------------------------------------
@rule
def judge(s: State, scale: float, sheet, values):
    """What the position is worth to every seat, between -1 and 1."""
    if s.status != RUNNING:
        write_payoffs(s, values)
        return
    evaluate(s, sheet, values)
    for player in range(s.num_players):
        values[player] = np.tanh(values[player] / scale)


@rule
def play_out(s: State, mask, log, rng, depth: int):
    """Some random answers before the position is judged."""
    for _ in range(depth):
        if s.status != RUNNING:
            return
        apply(s, random_legal(mask, rng), mask, log)


# --- the tree -------------------------------------------------------------------------------------
@rule
def find_child(tree, node: int, action: int) -> int:
    """The node of an answer; NO_NODE if it was never met."""
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
def share_priors(tree, first: int, last: int):
    """The priors of new siblings add up to 1."""
    total = 0.0
    for node in range(first, last):
        total += tree[node].prior
    for node in range(first, last):
        tree[node].prior /= total


@rule
def expand(tree, size, node: int, games, masks, log, sheet, values, scale: float, sharp: float):
    """Add every legal answer that has no node yet; its prior is how good it looks at once."""
    s = row(games, 0)
    player = deciding_player(s)
    first = size[0]
    for action in range(NUM_ACTIONS):
        if not masks[0, action] or find_child(tree, node, action) != NO_NODE:
            continue
        if size[0] == len(tree):
            break
        copy_into(games, 1, s)
        apply(row(games, 1), action, masks[1], log)
        judge(row(games, 1), scale, sheet, values)
        add_child(tree, size, node, action, np.exp(sharp * values[player]))
    share_priors(tree, first, size[0])


@rule
def is_complete(tree, node: int, mask) -> bool:
    """Every legal answer has its node."""
    for action in range(NUM_ACTIONS):
        if mask[action] and find_child(tree, node, action) == NO_NODE:
            return False
    return True


@rule
def select(tree, node: int, mask, player: Player, exploration: float) -> int:
    """The legal answer with the best sum of worth and curiosity; NO_NODE if none has a node."""
    visits = 1
    child = tree[node].child
    while child != NO_NODE:
        if mask[tree[child].action]:
            visits += tree[child].visits
        child = tree[child].sibling
    hope = tree[node].value[player] / max(1, tree[node].visits)
    best, best_worth = NO_NODE, -1e30
    child = tree[node].child
    while child != NO_NODE:
        if mask[tree[child].action]:
            tried = tree[child].visits
            worth = tree[child].value[player] / tried if tried else hope
            worth += exploration * tree[child].prior * np.sqrt(visits) / (1 + tried)
            if worth > best_worth:
                best, best_worth = child, worth
        child = tree[child].sibling
    return best


@rule
def imagine(states, i: int, player: Player, rng, games, k: int, mask):
    """Copy the game and deal what the player cannot see anew."""
    copy_into(games, k, row(states, i))
    deal_hidden(row(games, k), player, rng)
    advance(row(games, k), mask)


@rule
def back_up(tree, path, length: int, values):
    """Add a judgement to every node on the way."""
    for step in range(length):
        tree[path[step]].visits += 1
        for seat in range(MAX_PLAYERS):
            tree[path[step]].value[seat] += values[seat]


@allocating_entry
def search(states, i, player, sims, depth, exploration, scale, sharp, rng, tree, size):
    """So many more simulations from game i; the tree grows on."""
    games = np.empty(2, STATE)
    masks = np.zeros((2, NUM_ACTIONS), np.int8)
    log = np.zeros(MAX_FORCED, np.int16)
    path = np.zeros(MAX_DEPTH, np.int64)
    sheet = new_sheet()
    values = np.zeros(MAX_PLAYERS, np.float64)
    for _ in range(sims):
        imagine(states, i, player, rng, games, 0, masks[0])
        s = row(games, 0)
        node, length = ROOT, 1
        while s.status == RUNNING and length < MAX_DEPTH:
            is_leaf = tree[node].child == NO_NODE
            if is_leaf or not is_complete(tree, node, masks[0]):
                expand(tree, size, node, games, masks, log, sheet, values, scale, sharp)
                if is_leaf and node != ROOT:
                    break
            child = select(tree, node, masks[0], deciding_player(s), exploration)
            if child == NO_NODE:  # the tree is full
                break
            apply(s, int(tree[child].action), masks[0], log)
            node = child
            path[length] = node
            length += 1
        play_out(s, masks[0], log, rng, depth)
        judge(s, scale, sheet, values)
        back_up(tree, path, length, values)


# --- with a network: leaves are collected, judged outside, and backed up --------------------------
@entry
def walk(states, i, player, exploration, rng, tree, games, k, mask, log, path, obs, values):
    """One way down to a leaf, game k; its length. On the way every node counts as a loss until
    the judgement comes, so that the next walks look elsewhere. `obs` gets what each seat sees."""
    imagine(states, i, player, rng, games, k, mask)
    s = row(games, k)
    node, length = ROOT, 1
    while s.status == RUNNING and length < MAX_DEPTH and is_complete(tree, node, mask):
        node = select(tree, node, mask, deciding_player(s), exploration)
        apply(s, int(tree[node].action), mask, log)
        path[length] = node
        length += 1
    lend(tree, path, length, 1)
    if s.status != RUNNING:
        write_payoffs(s, values)
        return -length
    for seat in range(s.num_players):
        write_observation(s, seat, False, obs[seat])
    return length


@rule
def lend(tree, path, length: int, loss: int):
    """Count a loss for everybody on the way, or take it back."""
    for step in range(length):
        tree[path[step]].visits += loss
        for seat in range(MAX_PLAYERS):
            tree[path[step]].value[seat] -= loss


@entry
def settle(tree, size, mask, logits, path, length, is_over, values):
    """Take the lent loss back, add the leaf's answers with their priors, back up its value."""
    lend(tree, path, length, -1)
    if not is_over:
        node = path[length - 1]
        highest = -1e30
        for action in range(NUM_ACTIONS):
            if mask[action]:
                highest = max(highest, logits[action])
        first = size[0]
        for action in range(NUM_ACTIONS):
            if mask[action] and find_child(tree, node, action) == NO_NODE and size[0] < len(tree):
                add_child(tree, size, node, action, np.exp(logits[action] - highest))
        share_priors(tree, first, size[0])
    back_up(tree, path, length, values)


# --- the agent ------------------------------------------------------------------------------------
class MCTS:
    """Search agent: `sims` simulations a decision, or `ms` milliseconds if that is given.

    `depth` random answers are played before a leaf is judged; `scale` and `sharp` shape the
    evaluation and the priors; `nodes` bounds the memory of the tree.
    """

    def __init__(
        self,
        sims: int = 400,
        ms: float = 0.0,
        depth: int = 0,
        exploration: float = 1.0,
        scale: float = 25.0,
        sharp: float = 4.0,
        nodes: int = 200_000,
        network: str = "",
        seed: int = 0,
    ):
        if sims < 1 or nodes < NUM_ACTIONS or ms < 0 or depth < 0:
            raise ValueError(f"mcts needs sims >= 1, nodes >= {NUM_ACTIONS}, ms >= 0, depth >= 0")
        self.sims, self.ms, self.depth = int(sims), float(ms), int(depth)
        self.exploration, self.scale = float(exploration), float(scale)
        self.sharp, self.seed = float(sharp), int(seed)
        self.tree = np.zeros(int(nodes), TREE)
        self.size = np.zeros(1, np.int64)
        self.evaluator: Evaluator | None = None
        if network:
            from agents.policy import load_evaluator

            self.evaluator = load_evaluator(network)

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        """The answer that was tried most, for every game."""
        answers = [self.choose(game, seen) for game, seen in zip(games, observation)]
        return np.array(answers, np.int64)

    def choose(self, game: Game, observation: np.ndarray) -> int:
        visits = self.visits(game, observation)
        return max(visits, key=lambda action: (visits[action], -action))

    def visits(self, game: Game, observation: np.ndarray) -> dict[int, int]:
        """How often the search tried every legal answer.

        What it does depends on what the player sees and on the seed, on nothing hidden.
        """
        rng = new_rng(splitmix(self.seed) ^ zlib.crc32(observation.tobytes()))
        self.tree[ROOT].child = NO_NODE
        self.tree[ROOT].visits = 0
        self.tree[ROOT].value[:] = 0
        self.size[0] = 1
        done, began = 0, time.perf_counter()
        while done < self.sims if not self.ms else time.perf_counter() - began < self.ms / 1000:
            number = MS_CHUNK if self.ms else self.sims
            if self.evaluator is None:
                self._search(game, number, rng)
            else:
                number = min(LEAF_BATCH, number - done) if not self.ms else LEAF_BATCH
                self._search_with_network(game, number, rng)
            done += number
        return {action: self._tried(action) for action in game.legal_actions()}

    def _search(self, game: Game, number: int, rng: np.ndarray) -> None:
        search(
            game.states, 0, game.deciding_player, number, self.depth, self.exploration,
            self.scale, self.sharp, rng, self.tree, self.size,
        )  # fmt: skip

    def _tried(self, action: int) -> int:
        child = int(self.tree[ROOT].child)
        while child != NO_NODE and self.tree[child].action != action:
            child = int(self.tree[child].sibling)
        return int(self.tree[child].visits) if child != NO_NODE else 0

    def _search_with_network(self, game: Game, number: int, rng: np.ndarray) -> None:
        """A batch of walks, one judgement of all their leaves, then the way back up."""
        assert self.evaluator is not None
        seats, games, log = game.num_players, new_states(number), new_log()
        masks = np.zeros((number, NUM_ACTIONS), np.int8)
        paths = np.zeros((number, MAX_DEPTH), np.int64)
        obs = np.zeros((number, MAX_PLAYERS, OBS_SIZE), np.int8)
        values = np.zeros((number, MAX_PLAYERS), np.float64)
        lengths = [
            walk(
                game.states, 0, game.deciding_player, self.exploration, rng, self.tree, games, k,
                masks[k], log, paths[k], obs[k], values[k],
            )
            for k in range(number)
        ]  # fmt: skip
        viewers = np.tile(np.arange(seats), number)
        viewers[np.repeat(np.array(lengths) < 0, seats)] = NONE
        outlook = new_outlook(number * seats)
        each = np.repeat(masks, seats, axis=0)
        look_ahead(np.repeat(games, seats), viewers, each, outlook)
        logits, judged = self.evaluator(obs[:, :seats].reshape(-1, OBS_SIZE), each, outlook)
        logits = np.asarray(logits, np.float64).reshape(number, seats, NUM_ACTIONS)
        judged = np.asarray(judged, np.float64).reshape(number, seats)
        for k, length in enumerate(lengths):
            is_over = length < 0
            if not is_over:
                values[k, :seats] = judged[k]
            decider = 0 if is_over else int(games["stack"][k, games["stack_size"][k] - 1, 1])
            settle(
                self.tree, self.size, masks[k], logits[k, decider], paths[k], abs(length),
                is_over, values[k],
            )  # fmt: skip
