"""VectorEnv: N games stepped by one compiled call.

A game that ends is replaced at once by the next one of its slot. Seats may be played by
compiled policies inside that call, so that only learners are asked.
"""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from paxren_env.core.calls import advance, apply, begin, take_forced
from paxren_env.core.chance import splitmix
from paxren_env.core.changes import new_copy
from paxren_env.core.constants import BROKEN, NONE, RUNNING, Player
from paxren_env.core.entries import gather, padded, room
from paxren_env.core.errors import BrokenGame, IllegalAction
from paxren_env.core.game import Game
from paxren_env.core.hooks import (
    changed_sections,
    keep_what_is_read,
    max_players,
    observation_size,
    payoff,
    rewrite_observation,
    sections_by_seat,
    sit_down,
    write_observation,
)
from paxren_env.core.jit import bare, entry, rule
from paxren_env.core.log import new_log
from paxren_env.core.options import check_seat, check_seed, whole_number
from paxren_env.core.policies import LEARNER, choose
from paxren_env.core.prefetch import prefetch_row, prefetch_to_write
from paxren_env.core.record import State, row, view
from paxren_env.core.running import cut_if_due, is_choice, seats_out
from paxren_env.core.spec import GameSpec, find
from paxren_env.core.stack import deciding_player

# observations, masks, rewards, dones, seats
Batch = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]
Opponents = str | Sequence[str | None]
# Instead of an action: nothing happens in the slot; its next game begins; what was said stands.
WAIT, DEAL, HOLD = -1, -2, -3
NOW, NEXT = 0, 1  # the game of a slot, and the one after it
# What VectorEnv shows of its buffers, each of which has the same name with an underscore.
SHOWN = (
    "games", "learner_seats", "masks", "obs", "num_entries", "rewards", "dones", "seats",
    "final_obs", "final_out",
)  # fmt: skip
PLAIN, ENTRIES = "plain", "index"  # forms of an observation: see core.entries
OWNED = ("obs", "masks", "rewards", "dones", "seats")  # what `buffers` may name
# Handing games and their memory to another thread takes as long as stepping hundreds of them.
GAMES_PER_THREAD = 1024
# Bytes: an observation begins with the turn and the pending decision, which most steps change.
ALWAYS_WRITTEN = 640


# --- the compiled loop ----------------------------------------------------------------------------
@rule
def apply_counted(s: State, action: int, answers, mask, log):
    """Apply a choice; a game with a limit is cut where that is reached."""
    answers[0] += is_choice(s, mask)
    apply(s, action, mask, log)
    cut_if_due(s, mask, answers[0])


@rule
def play_policies(s: State, policies, rng, answers, mask, log):
    """Let compiled policies answer until a learner is asked or the game is over."""
    while s.status == RUNNING and policies[deciding_player(s)] != LEARNER:
        action = choose(policies[deciding_player(s)], s, mask, rng)
        apply_counted(s, action, answers, mask, log)


@rule
def begin_game(s: State, policies, rng, answers, mask, log):
    """Begin a game, and play it until a learner is asked."""
    begin(s, rng)
    answers[0] = 0
    take_forced(s, advance(s, mask), mask, log, 0)
    play_policies(s, policies, rng, answers, mask, log)


@rule
def take_seats(s: State, policies):
    """The next game's policies take their seats; a game plays its own ones itself."""
    for player in range(max_players(s)):
        policies[NOW, player] = policies[NEXT, player]
        if policies[NOW, player] != LEARNER:
            sit_down(s, player, policies[NOW, player])


@rule
def pay(s: State, were_out: int, rewards):
    """What each seat gets now; those who were out before have paid."""
    rewards[:] = 0
    if s.status == RUNNING and seats_out(s) == were_out:
        return
    for player in range(s.num_players):
        if not were_out >> player & 1:
            rewards[player] = payoff(s, player)


@rule
def write_final(s: State, final_obs):
    """What every seat sees at the end."""
    for player in range(s.num_players):
        write_observation(s, player, False, final_obs[player])


@rule
def step_slot(
    states, i: int, auto_reset: bool, actions, policies, rngs, answers, masks,
    rewards, dones, seats, final_obs, final_out, log,
) -> int:  # fmt: skip
    """Answer the pending decision of game i, or deal; replace it if it ends: then 1 is returned."""
    s = row(states, i)
    ended = 0
    if actions[i] != DEAL:
        were_out = seats_out(s)
        apply_counted(s, actions[i], answers[i], masks[i], log)
        play_policies(s, policies[i, NOW], rngs[i], answers[i], masks[i], log)
        pay(s, were_out, rewards[i])
        dones[i] = s.status
        if s.status != RUNNING:
            ended = 1
            write_final(s, final_obs[i])
            final_out[i] = seats_out(s)
    if actions[i] == DEAL or (auto_reset and s.status != RUNNING):
        take_seats(s, policies[i])
        rngs[i, NOW] = rngs[i, NEXT]
        begin_game(s, policies[i, NOW], rngs[i], answers[i], masks[i], log)
        if s.status == BROKEN:
            dones[i] = BROKEN
            ended = 1
    seats[i] = deciding_player(s)
    return ended


@rule
def is_idle(i: int, actions, rewards, dones) -> bool:
    """Nothing happens in the slot."""
    if actions[i] == WAIT:
        dones[i] = RUNNING
        rewards[i] = 0
    return actions[i] == WAIT or actions[i] == HOLD


@rule
def see_again(s: State, kept, had_seat: Player, seat: Player, obs):
    """Bring an observation up to date: `had_seat` saw it when what it reads was kept."""
    sections = changed_sections(s, kept)
    if seat != had_seat:
        sections |= sections_by_seat(s)
    rewrite_observation(s, seat, False, sections, obs)


@entry
def step_batch(
    memory, states, start, stop, auto_reset, actions, policies, rngs, answers,
    masks, obs, rewards, dones, seats, final_obs, final_out, log, stands, kept,
):  # fmt: skip
    """Step games start..stop, and write what those see who decide next; how many ended.

    `stands` says that nobody else writes to `obs`: then only what has changed is written.
    """
    ended = 0
    for i in range(start, stop):
        if i + 1 < stop:
            prefetch_row(memory, i + 1)  # near when its turn comes
        if is_idle(i, actions, rewards, dones):
            continue
        had_seat = seats[i]
        prefetch_to_write(obs, i, ALWAYS_WRITTEN)
        if stands:
            keep_what_is_read(row(states, i), kept)
        has_ended = step_slot(
            states, i, auto_reset != 0, actions, policies, rngs, answers, masks,
            rewards, dones, seats, final_obs, final_out, log,
        )  # fmt: skip
        ended += has_ended
        if seats[i] != NONE:
            if has_ended or actions[i] == DEAL or not stands:
                write_observation(row(states, i), seats[i], False, obs[i])
            else:
                see_again(row(states, i), kept, had_seat, seats[i], obs[i])
    return ended


@entry
def step_batch_entries(
    memory, states, start, stop, auto_reset, actions, policies, rngs, answers,
    masks, obs, rewards, dones, seats, final_obs, final_out, log, counts, scratch,
):  # fmt: skip
    """The same, with observations as lists of entries."""
    ended = 0
    for i in range(start, stop):
        if i + 1 < stop:
            prefetch_row(memory, i + 1)
        if is_idle(i, actions, rewards, dones):
            continue
        ended += step_slot(
            states, i, auto_reset != 0, actions, policies, rngs, answers, masks,
            rewards, dones, seats, final_obs, final_out, log,
        )  # fmt: skip
        if seats[i] != NONE:
            s = row(states, i)
            # One vector for all games stays in the fastest cache.
            write_observation(s, seats[i], False, scratch[: observation_size(s)])
            counts[i] = gather(scratch, obs[i])
    return ended


@entry
def first_illegal(actions, masks, seats, auto_reset):
    """The first slot whose action is not legal; NONE if all are. Games that are over may wait."""
    for i in range(len(actions)):
        if seats[i] == NONE and actions[i] == WAIT and not auto_reset:
            continue
        if actions[i] < 0 or actions[i] >= masks.shape[1] or not masks[i, actions[i]]:
            return i
    return NONE


# --- seeds ----------------------------------------------------------------------------------------
def mix(seed: int, slot: int, game: int) -> int:
    """The seed of a slot's game: Game(seed=mix(seed, i, k)) deals the same one."""
    return splitmix(slot_seed(splitmix(seed), slot) + game)


def slot_seed(mixed: int, slot: int) -> int:
    """What the seeds of a slot's games have in common; the environment's own seed is mixed."""
    return splitmix(mixed + slot)


# --- the environment ------------------------------------------------------------------------------
class VectorEnv:
    """N games, each waiting for the answer of its deciding player.

    A subclass has a `spec`, else `game` names one. Options (`num_players`, `max_turns` ...) are
    one value for all games, or one for each of them in an array or list. The arrays returned are
    read-only and reused by the next call, or with `copy` your own. With `opponents` (the name of
    a policy for all, or names clockwise from the learner, None for a seat that is asked too) the
    learner has the seat `seat`, or with "random" another each game; a list gives every game its
    own. Without `auto_reset` a game that is over waits: its seat is -1, and so is its action,
    until `reset(slots=...)` begins the next.

    With `observation="index"` the observations are lists of the entries that are not 0, which costs
    less memory: `obs[i, 0, :num_entries[i]]` are the indices into the plain vector, each once, and
    `obs[i, 1, :num_entries[i]]` the values there (`core.entries.expand` makes plain rows of
    them). What stands behind those is left over from before. `final_obs` is plain in any case.

    At most `threads` threads share the games, as far as each gets enough of them to gain time; the
    results do not depend on it.

    `buffers` holds arrays of yours, by the names obs, masks, rewards, dones, seats, that every call
    writes to: `torch.from_numpy` shares them without copying. A step writes only what has changed
    of an observation, unless the array is yours; so `states` is to be read only, and `restore` puts
    games into slots. `first_slot` is added to the numbers of the slots where games get their
    seeds, so that parts play the games of the whole: see `envs.parts`.
    """

    spec: GameSpec
    # --- read-only: for each of N games
    games: np.ndarray  # (N,) how many the slot has dealt
    learner_seats: np.ndarray  # (N,) only with opponents, else -1
    masks: np.ndarray  # (N, num_actions) 1 where an action is legal
    obs: np.ndarray  # (N, observation_size) what the deciding seat sees; (N, 2, ...) as entries
    num_entries: np.ndarray  # (N,) how many entries obs has, if it is given by entries
    rewards: np.ndarray  # (N, max_players) by seat
    dones: np.ndarray  # (N,) 1 if the game has just terminated, 2 truncated
    seats: np.ndarray  # (N,) who decides; -1 where no game is going on
    final_obs: np.ndarray  # (N, max_players, observation_size) of the game that ended last
    final_out: np.ndarray  # (N,) seats that had left before the end of it, as bits

    def __init__(
        self,
        num_envs: int,
        num_players: Any = None,
        seed: int = 0,
        *,
        opponents: Opponents | None = None,
        seat: Any = 0,
        threads: int = 1,
        copy: bool = False,
        auto_reset: bool = True,
        observation: str = PLAIN,
        buffers: Mapping[str, np.ndarray] | None = None,
        first_slot: int = 0,
        game: str | None = None,
        **options: Any,
    ) -> None:
        if game is not None:
            self.spec = find(game)
        if num_envs < 1 or threads < 1:
            raise ValueError("num_envs and threads are at least 1")
        self.num_envs, self.num_actions = num_envs, self.spec.num_actions
        self.observation_size = self.spec.observation_size
        self.copy, self._auto_reset = copy, auto_reset
        if observation not in (PLAIN, ENTRIES):
            raise ValueError(f"observation is {PLAIN!r} or {ENTRIES!r}, not {observation!r}")
        self.observation = observation
        self._first_slot = check_seed(first_slot)
        self._take_seed(seed)
        self._opponents = opponents
        self._seat_of = _for_each("seat", seat, num_envs)
        players = self.spec.max_players if num_players is None else num_players
        self._begin_tables({"num_players": players, **options})
        self._make_buffers()
        self._shared_masks: np.ndarray | None = None
        self._obs_stands = "obs" not in (buffers or {})  # nobody else can write to it
        self._take_buffers(buffers or {})
        self._threads = threads
        self._prepare_calls()
        self._seat_next_policies(range(num_envs))

    def _begin_tables(self, options: dict[str, Any]) -> None:
        """A record for each game with its options, and how many seats are asked there."""
        self.states, checked = _blank_states(self.spec, self.num_envs, options)
        self._seats_at = [len(self.spec.asked_seats(each)) for each in checked]
        if self._opponents is None:
            if any(isinstance(n, (bool, float)) or n != 0 for n in self._seat_of):
                raise ValueError("without opponents every seat is asked: none is the learner's")
        elif any(n < each["num_players"] for n, each in zip(self._seats_at, checked)):
            raise ValueError("with opponents every seat is a learner's or an opponent's")

    def _make_buffers(self) -> None:
        n, seats = self.num_envs, self.spec.max_players
        self._actions = np.zeros(n, np.int64)
        # Of this game and of the next one; in one array, for each costs time to hand over.
        self._policies = np.zeros((n, 2, seats), np.int64)
        self._rngs = np.zeros((n, 2), np.uint64)
        self._answers = np.zeros((n, 1), np.int64)  # given in the game, if it has a limit
        self._games = np.zeros(n, np.int64)
        self._learner_seats = np.full(n, NONE, np.int64)
        self._next_learner_seats = self._learner_seats.copy()
        self._masks = np.zeros((n, self.num_actions), np.int8)
        if self.observation == PLAIN:
            self._obs = np.zeros((n, self.observation_size), np.int8)
        else:  # memory that is never written to costs nothing
            self._obs = np.zeros((n, 2, room(self.observation_size)), np.int16)
        self._num_entries = np.zeros(n, np.int64)
        self._rewards = np.zeros((n, seats), np.float32)
        self._dones = np.zeros(n, np.int8)
        self._seats = np.full(n, NONE, np.int64)
        self._final_obs = np.zeros((n, seats, self.observation_size), np.int8)
        self._final_out = np.zeros(n, np.int64)

    def _take_buffers(self, buffers: Mapping[str, np.ndarray]) -> None:
        """Write to the caller's arrays; masks are copied there, for actions are checked by ours."""
        for name, array in buffers.items():
            if name not in OWNED:
                raise ValueError(f"buffers are {', '.join(OWNED)}, not {name!r}")
            own = getattr(self, f"_{name}")
            _check_buffer(name, array, own)
            if name == "masks":
                self._shared_masks = array
            else:
                setattr(self, f"_{name}", array)

    def _show_buffers(self) -> None:
        """Hand out the same memory, but read-only: actions are checked against these masks."""
        for name in SHOWN:
            shown = getattr(self, f"_{name}").view()
            shown.flags.writeable = False
            setattr(self, name, shown)

    def _prepare_calls(self) -> None:
        """The compiled calls, one for each thread, with their arguments."""
        self._show_buffers()
        n = self.num_envs
        threads = max(1, min(self._threads, n // GAMES_PER_THREAD))
        bounds = np.linspace(0, n, threads + 1).astype(int).tolist()
        self._calls = [self._arguments(start, stop) for start, stop in pairwise(bounds)]
        stepped = step_batch if self.observation == PLAIN else step_batch_entries
        self._step_batch = bare(stepped, *self._calls[0])
        self._checked = self._actions, self._masks, self._seats, int(self._auto_reset)
        self._first_illegal = bare(first_illegal, *self._checked)
        self._pool: ThreadPoolExecutor | None = None
        self._pool_owner = os.getpid()

    # --- copying
    def __getstate__(self) -> dict[str, Any]:
        """All but machine code and threads; the records to the byte, the game by its name."""
        unlike = (*SHOWN, "_calls", "_checked", "_step_batch", "_first_illegal", "_pool")
        kept = {name: value for name, value in self.__dict__.items() if name not in unlike}
        return {**kept, "states": self.states.tobytes(), "spec": self.spec.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.spec = find(state["spec"])
        self.states = np.frombuffer(bytearray(state["states"]), self.spec.record)
        self._prepare_calls()

    # --- playing
    def reset(
        self, seed: int | None = None, slots: Sequence[int] | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Begin the next game in every slot, or in these; with a seed, the first one of that."""
        begun = self._checked_slots(seed, slots)
        if seed is not None:
            self._take_seed(seed)
            self._games[:] = 0
            self._seat_next_policies(begun)
        self._actions[:] = WAIT
        self._actions[begun] = DEAL
        self._run()
        self._rewards[:], self._dones[:] = 0, RUNNING
        self._prepare_next_games(begun)
        self._share_masks()
        return self._outputs(self.obs, self.masks)

    def _checked_slots(self, seed: int | None, slots: Sequence[int] | None) -> list[int]:
        if slots is None:
            return list(range(self.num_envs))
        if seed is not None:
            raise ValueError("a seed is for all slots together")
        found = [whole_number("a slot", slot) for slot in slots]
        if len(set(found)) < len(found) or not all(0 <= slot < self.num_envs for slot in found):
            raise ValueError(f"slots are different numbers 0..{self.num_envs - 1}, not {slots!r}")
        return found

    def step(self, actions: Any) -> Batch:
        """One legal action for every game, from whoever was to decide in it.

        Returns observations and masks of those who decide next, rewards by seat, dones (1 if the
        game has just terminated, 2 truncated: then `final_obs` holds what each seat saw last), and
        who they are. Raises IllegalAction, and changes nothing, if any action is not legal.
        """
        self._accept_actions(actions)
        if self._run() and self._auto_reset:
            self._prepare_next_games(np.flatnonzero(self.dones).tolist())
        self._share_masks()
        return self._outputs(self.obs, self.masks, self.rewards, self.dones, self.seats)

    def _share_masks(self) -> None:
        if self._shared_masks is not None:
            self._shared_masks[:] = self._masks

    def restore(self, games: Sequence[Game], dealt: np.ndarray) -> None:
        """Go on with these games, one for each slot, of which each had dealt so many (`games`)."""
        self._games[:] = dealt - 1
        self.reset()  # deals, and prepares the games after those that are restored now
        for slot, game in enumerate(games):
            seat = game.deciding_player
            self.states[slot] = game.states[0]
            self._masks[slot], self._seats[slot] = game.legal_mask(), seat
            seen = np.zeros(padded(self.observation_size), np.int8)
            seen[: self.observation_size] = game.observe(seat)["observation"]
            if self.observation == PLAIN:
                self._obs[slot] = seen[: self.observation_size]
            else:
                self._num_entries[slot] = gather(seen, self._obs[slot])

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None and self._pool_owner == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def seed_of(self, slot: int) -> int:
        """The seed of the game that the slot is playing, for Game(seed=...)."""
        slot = self._slot(slot)
        return splitmix(self._slot_seeds[slot] + int(self._games[slot]) - 1)

    def game(self, slot: int) -> Game:
        """A copy of the slot's game: its texts, its position."""
        slot = self._slot(slot)
        states = self.states[slot : slot + 1]
        game = self.spec.module("game").Game._of(states, self._masks[slot])
        game._answers = int(self._answers[slot, 0])
        return game

    def _slot(self, slot: int) -> int:
        return range(self.num_envs)[whole_number("a slot", slot)]

    def _accept_actions(self, actions: Any) -> None:
        """Take over the actions if all of them are legal."""
        answers = np.asarray(actions)
        if answers.shape != (self.num_envs,) or answers.dtype.kind not in "iu":
            given = f"{answers.dtype} of shape {answers.shape}"
            raise ValueError(f"actions are {self.num_envs} whole numbers, not {given}")
        self._actions[:] = answers
        slot = self._first_illegal(*self._checked)
        if slot != NONE:
            is_over = self.seats[slot] == NONE
            reason = None if is_over else self.game(slot).why_not(answers[slot])
            told = "no game is going on there" if is_over else reason
            raise IllegalAction(f"slot {slot}: action {answers[slot]} is not legal: {told}", reason)

    def _arguments(self, start: int, stop: int) -> tuple[Any, ...]:
        """Of a compiled call for some of the games."""
        memory = self.states.view(np.uint8).reshape(self.num_envs, -1)
        log = new_log(self.spec.max_log)
        scratch = np.zeros(padded(self.observation_size), np.int8)
        kept = new_copy(self.spec.record, self.spec.layout.sections)
        plain, entries = (int(self._obs_stands), kept), (self._num_entries, scratch)
        return (
            memory, self.states, start, stop, int(self._auto_reset), self._actions,
            self._policies, self._rngs, self._answers, self._masks, self._obs, self._rewards,
            self._dones, self._seats, self._final_obs, self._final_out, log,
            *(plain if self.observation == PLAIN else entries),
        )  # fmt: skip

    def _run(self) -> int:
        """The compiled call, or one on each thread; how many games ended."""
        if len(self._calls) == 1:
            ended = self._step_batch(*self._calls[0])
        else:
            pool = self._own_pool()
            others = [pool.submit(self._step_batch, *call) for call in self._calls[1:]]
            ended = self._step_batch(*self._calls[0]) + sum(other.result() for other in others)
        if ended and (self.dones == BROKEN).any():
            slot = int(np.flatnonzero(self.dones == BROKEN)[0])
            raise BrokenGame(f"slot {slot}, seed {self.seed_of(slot)}: the rules broke down")
        return ended

    def _own_pool(self) -> ThreadPoolExecutor:
        """The threads of this process: a forked child has none of its parent's."""
        if self._pool is None or self._pool_owner != os.getpid():
            self._pool = ThreadPoolExecutor(len(self._calls) - 1)
            self._pool_owner = os.getpid()
        return self._pool

    def _outputs(self, *arrays: np.ndarray) -> Any:
        return tuple(array.copy() for array in arrays) if self.copy else arrays

    # --- what the next game of a slot will be
    def _prepare_next_games(self, slots: Sequence[int]) -> None:
        """These slots began a game: count it, and prepare the one after."""
        while slots:
            for slot in slots:
                self._games[slot] += 1
                self._learner_seats[slot] = self._next_learner_seats[slot]
            self._seat_next_policies(slots)
            # A game that was over before any learner was asked is left out.
            slots = [slot for slot in slots if self.seats[slot] == NONE]
            if slots:
                self._actions[:] = HOLD
                self._actions[slots] = DEAL
                self._run()

    def _take_seed(self, seed: int) -> None:
        """Mix it with the slots once: so a new game costs two steps of splitmix and not four."""
        mixed = splitmix(check_seed(seed))
        slots = range(self._first_slot, self._first_slot + self.num_envs)
        self._slot_seeds = [slot_seed(mixed, slot) for slot in slots]

    def _seat_next_policies(self, slots: Sequence[int]) -> None:
        """The seed, and who plays which seat, of the next game."""
        for slot in slots:
            seed = splitmix(self._slot_seeds[slot] + int(self._games[slot]))
            self._rngs[slot, NEXT] = splitmix(seed)
            if self._opponents is not None:
                self._seat_opponents(slot, seed, self._opponents)

    def _seat_opponents(self, slot: int, seed: int, opponents: Opponents) -> None:
        num_players = self._seats_at[slot]
        learner = _learner_seat(self._seat_of[slot], num_players, seed)
        policies = self._policies[slot, NEXT]
        policies[:] = LEARNER
        for distance, policy in enumerate(_policies(self.spec, opponents, num_players), 1):
            policies[(learner + distance) % num_players] = policy
        self._next_learner_seats[slot] = learner


def _check_buffer(name: str, array: Any, own: np.ndarray) -> None:
    """An array of the caller must be such as ours: compiled code writes to it unchecked."""
    wanted = f"a writeable array of {own.dtype} and shape {own.shape}, in C order"
    if not isinstance(array, np.ndarray) or array.shape != own.shape or array.dtype != own.dtype:
        kind = f"{array.dtype} {array.shape}" if isinstance(array, np.ndarray) else type(array)
        raise ValueError(f"buffer {name!r} is {wanted}, not {kind}")
    if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
        raise ValueError(f"buffer {name!r} is {wanted}")


def _blank_states(
    spec: GameSpec, num_envs: int, options: dict[str, Any]
) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """A record for each game with its own options in it, and the options."""
    module = spec.module("options")
    states = np.zeros(num_envs, spec.record)
    each = {name: _for_each(name, value, num_envs) for name, value in options.items()}
    checked = [
        module.check_options({name: each[name][i] for name in each}) for i in range(num_envs)
    ]
    for i in range(num_envs):
        check_auto_chance(checked[i])
        module.write_options(view(states, i), checked[i])
    return states, checked


def check_auto_chance(options: dict[str, Any]) -> None:
    """Environments ask players only."""
    if not options.get("auto_chance", True):
        raise ValueError("option 'auto_chance': only a Game can be told what chance shall do")


def _for_each(name: str, value: Any, num_envs: int) -> list[Any]:
    if isinstance(value, np.ndarray):
        value = value.tolist()  # of one number that is no list
    if isinstance(value, list | tuple):
        values = list(value)
        if len(values) != num_envs:
            raise ValueError(f"option {name!r} has {len(values)} values for {num_envs} games")
        return [value.item() if isinstance(value, np.generic) else value for value in values]
    return [value] * num_envs


def _learner_seat(seat: int | str, num_players: int, seed: int) -> Player:
    if seat == "random":
        return splitmix(seed + 1) % num_players
    try:
        return check_seat("seat", seat, num_players)
    except ValueError:
        raise ValueError(f"seat is 0..{num_players - 1} or 'random', not {seat!r}") from None


def _policies(spec: GameSpec, opponents: Opponents, num_players: int) -> list[int]:
    """The policies of the other seats, clockwise from the learner; smaller tables need fewer."""
    if isinstance(opponents, str):
        opponents = [opponents] * (num_players - 1)
    if not isinstance(opponents, list | tuple):
        raise ValueError(f"opponents are a name or a list of names, not {opponents!r}")
    if not num_players - 1 <= len(opponents) < spec.max_players:
        raise ValueError(f"{len(opponents)} opponents at a table of {num_players} players")
    named = [LEARNER if name is None else spec.policy_id(name) for name in opponents]
    for name in opponents[: num_players - 1]:
        if name is not None:
            spec.check_table(name, num_players)
    return named[: num_players - 1]
