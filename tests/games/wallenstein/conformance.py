"""Replay recorded games: python -m tests.games.wallenstein.conformance DIR [--json FILE] [--show N]

Every game is played twice: by its seed (positions, legal choices and the random state must agree on
every line) and by its outcomes (chance is told what to give; all but the random state must agree).
`determinize.jsonl.xz` holds positions as one seat imagines them.
"""

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from paxren_env.core.chance import new_rng
from paxren_env.core.constants import AUTO_FORCED, CHANCE, RUNNING
from paxren_env.core.record import row
from paxren_env.core.stack import top
from paxren_env.games.wallenstein import frames as f
from paxren_env.games.wallenstein.actions import NUM_ACTIONS
from paxren_env.games.wallenstein.constants import NUM_ACTION_CARDS, NUM_TILES
from paxren_env.games.wallenstein.determinize import deal_hidden
from paxren_env.games.wallenstein.flow import answer, is_outcome, mark_legal, roll, run_step, settle
from paxren_env.games.wallenstein.options import check_options, write_options
from paxren_env.games.wallenstein.rules.s_setup import set_up
from paxren_env.games.wallenstein.rules.v_victory import payoff
from paxren_env.games.wallenstein.state import RECORD
from tests.games.wallenstein import recorded as r

# Outcomes with one possibility are recorded, but nothing is drawn for them and nothing is asked.
SINGLE_KINDS = ("bid_turn", "revolt_county", "county")
LAST_OF_ROUND = {"tile": NUM_TILES, "action": NUM_ACTION_CARDS}  # the last of so many


class Replay:
    """One game played along a recording."""

    def __init__(self, options: dict[str, Any], seed: int, forced_chance: bool) -> None:
        self.states = np.zeros(1, RECORD)
        self.s = row(self.states, 0)
        self.forced_chance = forced_chance
        self.queue: list[Any] = []
        self.seen: Counter[str] = Counter()
        self.mask = np.zeros(NUM_ACTIONS, np.uint8)
        self.taken: list[list[Any]] = []  # forced answers
        write_options(self.s, check_options(options))
        self.s.chance[0] = new_rng(seed)[0]
        set_up(self.s, self.s.chance)

    def advance(self, chance: list[Any]) -> None:
        """Up to the next question that is really asked."""
        self.queue, self.taken = [o for o in chance if not self.is_last_of_round(o[0])], []
        while self.s.status == RUNNING:
            if top(self.s, 1) == CHANCE:
                self.settle()
            elif top(self.s, 0) < f.frames.first_decision:
                run_step(self.s)
            else:
                mark_legal(self.s, self.mask)
                legal = np.flatnonzero(self.mask)
                if len(legal) > 1 or not self.s.options & AUTO_FORCED:
                    break
                self.take(int(legal[0]))
        if self.forced_chance and any(kind not in SINGLE_KINDS for kind, _ in self.queue):
            raise ValueError(f"chance left over: {self.queue}")

    def is_last_of_round(self, kind: str) -> bool:
        """The fifth tile and the tenth action card of a round are known without a draw."""
        self.seen[kind] += 1
        return kind in LAST_OF_ROUND and self.seen[kind] % LAST_OF_ROUND[kind] == 0

    def take(self, action: int) -> None:
        """A forced answer."""
        frame, player = top(self.s, 0), top(self.s, 1)
        self.taken.append([r.TYPES[frame], player, r.choice_name(frame, action)])
        answer(self.s, action)

    def settle(self) -> None:
        """Chance: from the stream, or the next outcome of the recording that fits."""
        outcome = np.zeros(12, np.int16)
        kind = r.CHANCE_KINDS[top(self.s, 0)]
        if not self.forced_chance:
            length = roll(self.s, outcome)
        else:
            while True:
                if not self.queue:
                    raise ValueError(f"no outcome for {kind}")
                found, value = self.queue.pop(0)
                numbers = r.outcome_numbers(found, value)
                length = len(numbers)
                outcome[:length] = numbers
                if found == kind and is_outcome(self.s, outcome, length):
                    break
                if found not in SINGLE_KINDS:
                    raise ValueError(f"{found} {value} recorded, {kind} expected")
        settle(self.s, outcome, length)

    def choices(self) -> list[str]:
        """The legal choices in the words of the recording."""
        return [r.choice_name(top(self.s, 0), int(i)) for i in np.flatnonzero(self.mask)]

    def choose(self, choice: int) -> None:
        """Take the choice with this index."""
        answer(self.s, int(np.flatnonzero(self.mask)[choice]))


def differences(expected: dict[str, Any], found: dict[str, Any], with_x: bool) -> list[str]:
    """The keys of two positions that differ."""
    keys = sorted({*expected, *found} - (set() if with_x else {"x"}))
    modules = ("court", "levels", "leaders", "statues", "trophies", "draft", "winter")
    told = []
    for key in keys:
        a, b = expected.get(key), found.get(key)
        if a != b and not (key in modules and not a and b is None):
            told.append(f"{key}: {a} recorded, {b} found")
    return told


class Score:
    """Cases compared."""

    def __init__(self) -> None:
        self.cases = self.equal = 0
        self.unexplained: list[str] = []

    def add(self, where: str, told: list[str]) -> bool:
        """One case; whether it is equal."""
        self.cases += 1
        self.equal += not told
        if told:
            self.unexplained.append(f"{where}: {'; '.join(told)}")
        return not told

    def as_dict(self) -> dict[str, int]:
        """The counts, as the reports give them."""
        return {
            "cases": self.cases,
            "equal": self.equal,
            "explained": 0,
            "unexplained": len(self.unexplained),
        }


def compare_line(game: Replay, line: dict[str, Any], with_x: bool) -> list[str]:
    """A decision: who, what about, the legal choices and the position."""
    frame = tuple(int(v) for v in game.s.stack[game.s.stack_size - 1])
    told = []
    for name, expected, found in (
        ("type", line["type"], r.TYPES.get(frame[0])),
        ("player", line["player"], frame[1]),
        ("ctx", line["ctx"], r.context(frame, game.s)),
        ("choices", line["choices"], game.choices()),
    ):
        if expected != found:
            told.append(f"{name}: {expected} recorded, {found} found")
    return told + differences(line["state"], r.position(game.s), with_x)


def compare_end(game: Replay, line: dict[str, Any], with_x: bool) -> list[str]:
    """The end: the position and what everybody gets."""
    told = differences(line["state"], r.position(game.s), with_x)
    returns = [payoff(game.s, player) for player in range(game.s.num_players)]
    if not np.allclose(returns, line["returns"]):
        told.append(f"returns: {line['returns']} recorded, {returns} found")
    return told


def replay(path: Path, forced_chance: bool, score: Score, stops: dict[int, Any]) -> None:
    """Play one recording and compare every line; `stops` are called at their decisions."""
    lines = r.lines(path)
    setup = next(lines)
    options = {k: tuple(v) if isinstance(v, list) else v for k, v in setup["options"].items()}
    game = Replay(options, setup["seed"], forced_chance)
    chance, forced = setup["chance"], setup["forced"]
    for line in lines:
        where = f"{path.name} {'outcomes' if forced_chance else 'seed'} {line.get('n', 'end')}"
        try:
            game.advance(chance)
        except ValueError as problem:
            score.add(where, [str(problem)])
            return
        if line["t"] == "end":
            score.add(where, compare_end(game, line, not forced_chance))
            return
        told = compare_line(game, line, not forced_chance)
        if game.taken != forced:
            told.append(f"forced: {forced} recorded, {game.taken} found")
        if not score.add(where, told):
            return
        for stop in stops.get(line["n"], []):
            compare_determinized(game, stop, score)
        chance, forced = line["chance"], line["forced"]
        game.choose(line["chosen"])


def compare_determinized(game: Replay, line: dict[str, Any], score: Score) -> None:
    """A position as one seat imagines it."""
    before = r.position(game.s)
    states = game.states.copy()
    s = row(states, 0)
    deal_hidden(s, line["viewer"], new_rng(line["seed"]))
    expected = {**before, **{key: line[key] for key in ("bids", "boxes", "x")}}
    told = differences(expected, r.position(s), True)
    pending = (r.TYPES[top(s, 0)], top(s, 1))
    if pending != (line["type"], line["player"]):
        told.append(f"pending: {(line['type'], line['player'])} recorded, {pending} found")
    score.add(f"determinize {line['file']} {line['n']} viewer {line['viewer']}", told)


def run(folder: Path) -> dict[str, Score]:
    """All files of a folder."""
    scores = {name: Score() for name in ("seed", "outcomes", "determinize")}
    stops: dict[str, dict[int, list[Any]]] = {}
    determinize = folder / "determinize.jsonl.xz"
    for line in r.lines(determinize) if determinize.exists() else ():
        stops.setdefault(line["file"], {}).setdefault(line["n"], []).append(line)
    for path in r.games(folder):
        before = len(scores["seed"].unexplained)
        imagined = Score()
        replay(path, False, scores["seed"], {})
        replay(path, True, scores["outcomes"], {})
        if len(scores["seed"].unexplained) == before:
            replay_stops(path, stops.get(path.name, {}), imagined)
        scores["determinize"].cases += imagined.cases
        scores["determinize"].equal += imagined.equal
        scores["determinize"].unexplained += imagined.unexplained
    return scores


def replay_stops(path: Path, stops: dict[int, list[Any]], score: Score) -> None:
    """The imagined positions of one game, which is played by its seed again."""
    both = Score()
    replay(path, False, both, stops)
    imagined = sum(len(found) for found in stops.values())
    score.cases = imagined
    score.unexplained = [told for told in both.unexplained if told.startswith("determinize")]
    score.equal = imagined - len(score.unexplained)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="replay recorded games of Wallenstein")
    parser.add_argument("folder", type=Path, nargs="?", default=r.DEFAULT_FOLDER)
    parser.add_argument("--json", type=Path, help="write the counts to this file")
    parser.add_argument("--show", type=int, default=10, help="differences to print")
    arguments = parser.parse_args()
    scores = run(arguments.folder)
    report: dict[str, Any] = {name: score.as_dict() for name, score in scores.items()}
    report["total"] = {
        key: sum(counts[key] for counts in report.values())
        for key in ("cases", "equal", "explained", "unexplained")
    }
    told = [line for score in scores.values() for line in score.unexplained]
    for line in told[: arguments.show]:
        print(line)
    print(json.dumps(report, indent=1))
    if arguments.json:
        arguments.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
