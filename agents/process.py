"""Agents in any language: `process:COMMAND` asks a program over its standard input and output.

    python -m agents.arena process:./my_agent random --games 20
    python -m agents.arena "process:node my_agent.js --fast,seconds=2" greedy

One line of JSON goes to the program for every choice, one line comes back; docs/processes.md has
the protocol. What the program is shown is what its seat may see, no more.
"""

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from paxren_env import DEFAULT_GAME
from paxren_env.core.game import Game
from paxren_env.core.spec import find

PROTOCOL = 1
LONGEST_LINE = 1_000_000  # bytes of an answer
SHOWN_OF_STDERR = 300  # characters of the program's own complaint
PATIENCE = 1.0  # seconds to end by itself when its input is closed


class ProgramError(RuntimeError):
    """The program crashed, answered nonsense or took too long: it forfeits the game."""


class ProcessAgent:
    """A program that is asked about one game at a time.

    It is started with the first question, and again after it has failed: one lost game costs no
    other. `seconds` is its time for an answer, `start_seconds` for its first words.
    """

    program: "Program | None" = None

    def __init__(
        self,
        command: str,
        seconds: float = 10.0,
        start_seconds: float = 30.0,
        game: str = DEFAULT_GAME,
    ) -> None:
        for name, value in (("seconds", seconds), ("start_seconds", start_seconds)):
            if not 0 < value <= 86_400:
                raise ValueError(f"{name} is more than 0 and at most a day, not {value}")
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"the command {command!r} cannot be read: {error}") from None
        if not self.command:
            raise ValueError("process: needs a command, as process:./my_agent")
        self.seconds, self.start_seconds = seconds, start_seconds
        self.spec = find(game)
        self.number = 0  # of the last question

    def act(self, observation: np.ndarray, mask: np.ndarray, games: Sequence[Game]) -> np.ndarray:
        """The program's action (N,) in each game: see `Agent.act`. Without one, a ProgramError."""
        answers = [self._choose(*one) for one in zip(observation, mask, games)]
        return np.array(answers, np.int64)

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.close()
            self.program = None

    def __del__(self) -> None:
        self.close()

    def _choose(self, observation: np.ndarray, mask: np.ndarray, game: Game) -> int:
        try:
            if self.program is None:
                self.program = Program(self.command)
                self._greet(self.program)
            self.number += 1
            question = question_of(observation, mask, game)
            sent = {"type": "choose", "id": self.number, "seconds": self.seconds, **question}
            said = self.program.ask(sent, self.seconds)
            return read_answer(said, self.number, mask)
        except ProgramError as error:
            complaint = ""
            if self.program is not None:
                complaint = self.program.complaint()
                self.program.kill()
                self.program = None
            raise ProgramError(f"{shlex.join(self.command)} {error}{complaint}") from None

    def _greet(self, program: "Program") -> None:
        sent = {
            "type": "hello",
            "protocol": PROTOCOL,
            "game": self.spec.name,
            "num_actions": self.spec.num_actions,
            "observation_size": self.spec.observation_size,
        }
        said = program.ask(sent, self.start_seconds)
        if said.get("type") != "ready":
            raise ProgramError(f'said {_short(said)} to hello, not {{"type": "ready"}}')


# --- what is asked and answered -------------------------------------------------------------------
def question_of(observation: np.ndarray, mask: np.ndarray, game: Game) -> dict[str, Any]:
    """All that the deciding seat may know, in words and in numbers."""
    text = game.spec.module("text")
    seat = game.deciding_player
    names = text.action_names(game)
    return {
        "seat": seat,
        "num_players": game.num_players,
        "turn": game.turn,
        "legal": [{"action": a, "words": names[a]} for a in np.flatnonzero(mask).tolist()],
        "question": text.decision_text(game),
        "table": text.table(game, seat),
        "observation": observation.tolist(),
    }


def read_answer(said: dict[str, Any], number: int, mask: np.ndarray) -> int:
    """The action of {"id": 7, "action": 12}; a ProgramError says what is wrong with it."""
    if said.get("id") != number:
        raise ProgramError(f"answered question {said.get('id')!r}, not {number}")
    action = said.get("action")
    if type(action) is not int:
        raise ProgramError(f'answered {_short(said)}, without a whole number as "action"')
    if not 0 <= action < len(mask) or not mask[action]:
        legal = ", ".join(str(a) for a in np.flatnonzero(mask).tolist())
        raise ProgramError(f"answered {action}, which is not legal; legal are {legal}"[:1000])
    return action


def _short(said: Any) -> str:
    text = json.dumps(said)
    return text if len(text) <= 100 else text[:97] + "..."


# --- the program ----------------------------------------------------------------------------------
class Program:
    """A running program, asked one question at a time."""

    def __init__(self, command: list[str]) -> None:
        self.stderr = tempfile.TemporaryFile()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.stderr,
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:
            self.stderr.close()
            raise ProgramError(f"cannot be started: {error}") from None

    def ask(self, sent: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one line, wait for one line."""
        lines: queue.Queue[bytes] = queue.Queue()
        # In a thread of its own: a program that neither reads nor writes must not stop us.
        threading.Thread(target=self._exchange, args=(sent, lines), daemon=True).start()
        try:
            line = lines.get(timeout=seconds)
        except queue.Empty:
            raise ProgramError(f"did not answer within {seconds:g} seconds") from None
        if not line:
            raise ProgramError(f"ended{_status(self.process)}")
        if len(line) == LONGEST_LINE:
            raise ProgramError(f"answered with a line of over {LONGEST_LINE:,} bytes")
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            raise ProgramError(f"answered {line[:100]!r}, which is not JSON") from None
        if not isinstance(said, dict):
            raise ProgramError(f"answered {_short(said)}, not an object")
        return said

    def _exchange(self, sent: dict[str, Any], lines: "queue.Queue[bytes]") -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        line = b""
        with contextlib.suppress(OSError, ValueError):  # it has ended
            self.process.stdin.write(json.dumps(sent).encode() + b"\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline(LONGEST_LINE)
        lines.put(line)

    def complaint(self) -> str:
        """The end of what it wrote to its standard error."""
        self.stderr.seek(0)
        said = self.stderr.read().decode(errors="replace").strip()
        return f"; it says: {said[-SHOWN_OF_STDERR:]}" if said else ""

    def close(self) -> None:
        """Close its input, after which it should end; then it is killed."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        self.kill()

    def kill(self) -> None:
        """End it at once, with all it has started."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.stderr):
            with contextlib.suppress(OSError):
                pipe.close()  # type: ignore[union-attr]


def _status(process: "subprocess.Popen[bytes]") -> str:
    with contextlib.suppress(subprocess.TimeoutExpired):
        return f" with exit status {process.wait(PATIENCE)}"
    return " its output"
