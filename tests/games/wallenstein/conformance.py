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

from paxren_env.core.constants import CHANCE
from paxren_env.core.record import view
from paxren_env.games.wallenstein import Game
from paxren_env.games.wallenstein.constants import NUM_ACTION_CARDS, NUM_TILES
from tests.games.wallenstein import recorded as r

# Outcomes with one possibility are recorded, but nothing is drawn for them and nothing is asked.
SINGLE_KINDS = ("bid_turn", "revolt_county", "county")
LAST_OF_ROUND = {"tile": NUM_TILES, "action": NUM_ACTION_CARDS}  # the last of so many


class Replay:
    """One game played along a recording."""

    def __init__(self, options: dict[str, Any], seed: int, forced_chance: bool) -> None:
        self.auto_forced = options["auto_forced"]
        self.forced_chance = forced_chance
        if forced_chance:
            options = {**options, "auto_forced": False, "auto_chance": False}
        self.game = Game(seed=seed, **options)
        self.queue: list[Any] = []
        self.seen: Counter[str] = Counter()
        self.forced: list[list[Any]] = []  # answers that nobody was asked for
        self.length = 0  # of the history, when the last answer was given

    @property
    def s(self) -> Any:
        """The record."""
        return view(self.game.states, 0)

    @property
    def frame(self) -> tuple[int, ...]:
        """What is pending."""
        return tuple(int(v) for v in self.s.stack[self.s.stack_size - 1])

    def advance(self, chance: list[Any]) -> None:
        """Up to the next question that is really asked: what the engine does, is done here."""
        self.queue = [o for o in chance if not self.is_last_of_round(o[0])]
        self.forced = []
        while self.forced_chance and not self.game.is_over:
            if self.game.deciding_player == CHANCE:
                self.game.step(self.next_outcome(r.CHANCE_KINDS[self.frame[0]]))
            elif self.auto_forced and len(self.game.legal_actions()) == 1:
                action = self.game.legal_actions()[0]
                self.forced.append([*self.pending(), r.choice_name(self.frame[0], action)])
                self.game.step(action)
            else:
                break
        if self.forced_chance and any(kind not in SINGLE_KINDS for kind, _ in self.queue):
            raise ValueError(f"chance left over: {self.queue}")

    def is_last_of_round(self, kind: str) -> bool:
        """The fifth tile and the tenth action card of a round are known without a draw."""
        self.seen[kind] += 1
        return kind in LAST_OF_ROUND and self.seen[kind] % LAST_OF_ROUND[kind] == 0

    def next_outcome(self, kind: str) -> tuple[int, ...]:
        """The next recorded outcome that the pending chance can have."""
        listed = None if kind in ("throw", "fill") else self.game.chance_outcomes()
        while self.queue:
            found, value = self.queue.pop(0)
            numbers = r.outcome_numbers(found, value)
            if found == kind and (listed is None or numbers in [o for o, _ in listed]):
                return numbers
            if found not in SINGLE_KINDS:
                raise ValueError(f"{found} {value} recorded, {kind} expected")
        raise ValueError(f"no outcome for {kind}")

    def pending(self) -> list[Any]:
        """The type of the decision and who decides."""
        return [r.TYPES.get(self.frame[0]), self.frame[1]]

    def choices(self) -> list[str]:
        """The legal choices in the words of the recording."""
        return [r.choice_name(self.frame[0], action) for action in self.game.legal_actions()]

    def forced_differences(self, forced: list[list[Any]]) -> list[str]:
        """Answers taken by the engine: told by their choice, or by type, player and choice."""
        if self.forced_chance:
            return [] if self.forced == forced else [f"forced: {forced}, found {self.forced}"]
        taken = [event for event in self.game.history[self.length :] if isinstance(event, int)]
        expected = [r.action_of(choice) for _, _, choice in forced]
        return [] if taken == expected else [f"forced: {expected} recorded, {taken} found"]

    def choose(self, choice: int) -> None:
        """Take the choice with this index."""
        self.length = len(self.game.history) + 1
        self.game.step(self.game.legal_actions()[choice])


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
    frame = game.frame
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
    returns = game.game.returns.tolist()
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
        told += game.forced_differences(forced)
        if not score.add(where, told):
            return
        for stop in stops.get(line["n"], []):
            compare_determinized(game, stop, score)
        chance, forced = line["chance"], line["forced"]
        game.choose(line["chosen"])


def compare_determinized(game: Replay, line: dict[str, Any], score: Score) -> None:
    """A position as one seat imagines it."""
    imagined = view(game.game.determinize(line["viewer"], line["seed"]).states, 0)
    expected = {**r.position(game.s), **{key: line[key] for key in ("bids", "boxes", "x")}}
    told = differences(expected, r.position(imagined), True)
    pending = (
        r.TYPES[int(imagined.stack[imagined.stack_size - 1, 0])],
        int(imagined.stack[imagined.stack_size - 1, 1]),
    )
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
