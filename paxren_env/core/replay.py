"""Replays: a whole game as one small JSON file that proves itself.

The game, seed, options, who played, every event, and a chain of hashes: one tag for what stands
above the answers, then one for each answer. A tag depends on all answers so far and on what was
legal after them, so a file that was changed or cut breaks at a step that can be named; so does a
game that today's rules play differently. The seal closes the chain over the result.
"""

import contextlib
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from paxren_env.core import viewer
from paxren_env.core.errors import IllegalAction
from paxren_env.core.files import atomic_write
from paxren_env.core.game import Game
from paxren_env.core.log import Event
from paxren_env.core.spec import find

FORMAT = "paxren replay 2"
KEYS = ("format", "game", "seed", "options", "agents", "result", "error", "actions", "chain",
        "seal")  # fmt: skip
# The first format knew one game only, and had another word for the ending of a game.
FORMAT_1 = "paxren replay 1"
GAME_1 = "pax_renaissance"
ENDING_1 = "victory"
TAG = 4  # hexadecimal digits of each step in the chain


class BadReplay(ValueError):  # noqa: N818 (the name says it)
    """A file that is no replay, or breaks at a step (0: what stands above the answers)."""

    def __init__(self, step: int, why: str) -> None:
        super().__init__(f"the replay breaks at step {step}: {why}")
        self.step = step


@dataclass
class Replay:
    """A game that was played: begin() and the actions give it back."""

    game: str
    seed: int
    options: dict[str, Any]
    agents: list[str]  # by seat
    actions: list[Event]  # every event, forced answers and outcomes of chance too
    result: dict[str, Any] | None  # None: it was not played to its end
    error: str | None = None  # why not
    format: str = FORMAT

    def begin(self) -> Game:
        """The game before its first answer."""
        return find(self.game).module("game").Game(seed=self.seed, **self.options)

    def _repr_html_(self) -> str:
        """In a notebook: the table, and a slider over its positions."""
        return viewer.replay_page(self)

    @property
    def head(self) -> list[Any]:
        """What stands above the events."""
        game = [] if self.format == FORMAT_1 else [self.game]
        return [*game, self.seed, self.options, self.agents]


# --- writing --------------------------------------------------------------------------------------
def save_replay(
    path: str | Path, game: Game, agents: Sequence[str], error: str | None = None
) -> None:
    """Write the game so far; whole or not at all."""
    write_replay(path, replay_text(game, agents, error))


def write_replay(path: str | Path, text: str) -> None:
    with atomic_write(Path(path)) as written:
        written.write_text(text, encoding="utf-8")


def replay_text(game: Game, agents: Sequence[str], error: str | None = None) -> str:
    """The file's text, a line for each part."""
    if game.seed is None:
        raise ValueError("a game that began from a position has no seed to replay it from")
    if len(agents) != game.num_players:
        raise ValueError(f"{len(agents)} agents for {game.num_players} seats")
    replay = Replay(
        game.spec.name,
        game.seed,
        game.options,
        list(agents),
        game.history.copy(),
        result_of(game),
        error,
    )
    links = list(chain(replay))
    parts = {
        **vars(replay),
        "chain": "".join(link.hex()[:TAG] for link in links),
        "seal": seal(replay, links[-1]),
    }
    lines = [f"{json.dumps(key)}: {json.dumps(parts[key])}" for key in KEYS]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def result_of(game: Game, format_: str = FORMAT) -> dict[str, Any] | None:
    """How the game ended; None while it goes on."""
    if not game.is_over:
        return None
    ending = ENDING_1 if format_ == FORMAT_1 else "ending"
    return {
        ending: "truncated" if game.is_truncated else game.ending,
        "winners": game.winners,
        "returns": [round(float(value), 6) for value in game.returns],
    }


# --- the chain ------------------------------------------------------------------------------------
def chain(replay: Replay) -> Iterator[bytes]:
    """A link for the head and one for each answer; a BadReplay where the rules refuse one."""
    link = linked(b"", _canonical(replay.head))
    yield link
    game = replay.begin()
    known = 0
    while True:
        for index in range(known, len(game.history)):
            _check_answer(game, replay.actions, index)
            last = index == len(game.history) - 1
            link = linked(link, _event_bytes(game.history[index]), standing(game) if last else b"")
            yield link
        known = len(game.history)
        if known == len(replay.actions):
            _check_result(game, replay)
            return
        try:
            game.step(replay.actions[known])
        except (IllegalAction, TypeError) as error:
            raise BadReplay(known + 1, str(error)) from error


def _event_bytes(event: Event) -> bytes:
    return b"%d" % event if isinstance(event, int) else _canonical(list(event))


def linked(link: bytes, *parts: bytes) -> bytes:
    return hashlib.blake2b(b"|".join((link, *parts)), digest_size=16).digest()


def standing(game: Game) -> bytes:
    """Who may do what, who has got what: the same for every layout of the record."""
    returns = [round(float(value), 6) for value in game.returns]
    return _canonical([game.deciding_player, returns]) + np.packbits(game.legal_mask()).tobytes()


def seal(replay: Replay, last: bytes) -> str:
    return linked(last, _canonical([replay.result, replay.error, len(replay.actions)])).hex()


def _canonical(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _check_answer(game: Game, actions: list[Event], index: int) -> None:
    """Forced answers are in the file too."""
    if index >= len(actions):
        raise BadReplay(index + 1, "cut short, a forced answer is missing")
    if actions[index] != game.history[index]:
        raise BadReplay(index + 1, f"{actions[index]!r}, where only {game.history[index]} is legal")


def _check_result(game: Game, replay: Replay) -> None:
    if result_of(game, replay.format) != replay.result:
        short = replay.result is not None and not game.is_over
        why = "cut short, the game goes on there" if short else "the result is another one"
        raise BadReplay(len(replay.actions), why)


# --- reading --------------------------------------------------------------------------------------
def load_replay(path: str | Path) -> Replay:
    """Read a replay and play it through; a BadReplay says at which step it breaks."""
    return read_replay(Path(path).read_text(encoding="utf-8", errors="replace"))


def read_replay(text: str) -> Replay:
    """The replay in a file's text, every step of it checked."""
    try:
        return _read(text)
    except RecursionError:
        raise BadReplay(0, "something in it is nested too deeply") from None


def _read(text: str) -> Replay:
    parts = _parse(text)
    replay = Replay(**{key: parts[key] for key in Replay.__dataclass_fields__})
    replay.actions = [
        tuple(event) if isinstance(event, list) else event for event in replay.actions
    ]
    tags = parts["chain"]
    step = 0
    link = b""
    links = chain(replay)
    with contextlib.suppress(StopIteration):
        while True:
            link = next(links)
            tag = tags[step * TAG : (step + 1) * TAG]
            if tag != link.hex()[:TAG]:
                raise BadReplay(step, _why_broken(step, tag))
            step += 1
    if len(tags) != step * TAG:
        raise BadReplay(step, "cut short, the chain goes on there")
    if parts["seal"] != seal(replay, link):
        raise BadReplay(step - 1, "the seal does not fit; the file was changed or cut there")
    return replay


def _why_broken(step: int, tag: str) -> str:
    if len(tag) < TAG:
        return "cut short, the chain of hashes ends there"
    if step == 0:
        return "seed, options or agents were changed"
    return "the file was changed there, or the rules now play it differently"


def _parse(text: str) -> dict[str, Any]:
    """The parts of the file, each of the right type."""
    try:
        parts = json.loads(text)
    except ValueError:
        if not text.lstrip().startswith("{"):
            raise BadReplay(0, "this is no replay file") from None
        raise BadReplay(_whole_steps(text), "the file is cut short or damaged there") from None
    if not isinstance(parts, dict) or parts.get("format") not in (FORMAT, FORMAT_1):
        raise BadReplay(0, f'this is no replay file: its format is not "{FORMAT}"')
    if parts["format"] == FORMAT_1:
        parts = {"game": GAME_1, **parts}
    if sorted(parts) != sorted(KEYS):
        raise BadReplay(0, f"its parts are {', '.join(parts)}, not {', '.join(KEYS)}")
    _check_types(parts)
    return parts


def _check_types(parts: dict[str, Any]) -> None:
    kinds = {
        "game": str, "seed": int, "options": dict, "agents": list, "actions": list, "chain": str,
    }  # fmt: skip
    for key, kind in kinds.items():
        if type(parts[key]) is not kind:
            raise BadReplay(0, f"{key!r} is no {kind.__name__}")
    try:
        game_class = find(parts["game"]).module("game").Game
        game = game_class(seed=parts["seed"], **parts["options"])
    except (TypeError, ValueError) as error:
        raise BadReplay(0, str(error)) from error
    agents = parts["agents"]
    if len(agents) != game.num_players or not all(isinstance(name, str) for name in agents):
        raise BadReplay(0, f"'agents' are not the names of {game.num_players} players")


def _whole_steps(text: str) -> int:
    """How many answers a cut file still has, both in its list and in its chain."""
    answers = re.search(r'"actions": \[([-0-9, \[\]]*)', text)
    tags = re.search(r'"chain": "([0-9a-f]*)', text)
    if tags:
        return max(0, len(tags[1]) // TAG - 1)
    if not answers:
        return 0
    whole = re.sub(r"\[[-0-9, ]*\]", "0", answers[1]).partition("[")[0]  # an outcome is one event
    return whole.count(",")  # the last number may have lost digits
