"""Replay recorded games: force their chance, make their choices, compare every line.

    python -m tests.games.age_of_renaissance.conformance DIR [--json FILE] [--show N]

A case is one line of a recorded game: decision type, player, legal choices and the whole position.
After a difference that is explained by nothing the game is left, since all that follows depends on it.
"""

import argparse
import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np

from paxren_env.core.chance import splitmix
from paxren_env.core.constants import CHANCE, RUNNING
from paxren_env.core.record import row
from paxren_env.core.stack import drop_frame, top
from paxren_env.games.age_of_renaissance import flow
from paxren_env.games.age_of_renaissance.actions import NUM_ACTIONS
from paxren_env.games.age_of_renaissance.constants import ENDING_NAMES
from paxren_env.games.age_of_renaissance.frames import frames
from paxren_env.games.age_of_renaissance.options import check_options, write_options
from paxren_env.games.age_of_renaissance.rules.s3_setup import set_up
from paxren_env.games.age_of_renaissance.rules.s6_score import rank
from paxren_env.games.age_of_renaissance.rules.s75_chance import is_outcome
from paxren_env.games.age_of_renaissance.state import RECORD
from tests.games.age_of_renaissance.recorded import (
    CHOICES,
    TYPES,
    differences,
    outcome_of,
    position,
)

DEFAULT_FOLDER = Path(__file__).parents[4] / "shared" / "conformance" / "age_of_renaissance"


class Replay:
    """One game that takes its chance from a recording."""

    def __init__(self, options: dict[str, Any]) -> None:
        options = dict(options)
        options["num_players"] = options.pop("players")
        self.states = np.zeros(1, RECORD)
        self.s = row(self.states, 0)
        write_options(self.s, check_options(options))
        self.s.chance[0] = splitmix(0)
        self.mask = np.zeros(NUM_ACTIONS, np.uint8)
        self.forced: list[list[Any]] = []
        set_up(self.s, self.s.chance)

    def advance(self, events: list[dict[str, Any]]) -> str:
        """Run until a player has a real choice; says what went wrong with the chance, if anything."""
        s, waiting = self.s, [event for event in events if event["kind"] != "draw"]
        self.forced = []
        while True:
            flow.tidy(s)
            if s.status != RUNNING or s.stack_size == 0:
                break
            if top(s, 0) < frames.first_decision:
                flow.run_step(s)
            elif top(s, 1) == CHANCE:
                if not waiting:
                    return f"{frames.by_id()[top(s, 0)].name}: no recorded outcome"
                event = waiting.pop(0)
                outcome = outcome_of(s, event)
                if not is_outcome(s, outcome, len(outcome)):
                    return f"{frames.by_id()[top(s, 0)].name}: {event} is no outcome"
                flow.settle(s, outcome, len(outcome))
            else:
                flow.mark_legal(s, self.mask)
                legal = np.flatnonzero(self.mask)
                if len(legal) > 1:
                    break
                if len(legal) == 1:
                    self.forced.append([TYPES[top(s, 0)], top(s, 1), CHOICES[legal[0]]])
                    flow.answer(s, int(legal[0]))
                else:
                    drop_frame(s)
        return f"recorded outcomes not used: {waiting}" if waiting else ""

    def compare(self, line: dict[str, Any]) -> list[str]:
        """Our position against a recorded line."""
        s = self.s
        found = differences(position(s), line["state"])
        if line["t"] == "end":
            if s.status == RUNNING:
                return [*found, "the game is not over"]
            why = [name for i, name in enumerate(ENDING_NAMES) if s.ending >> i & 1]
            ranks = [rank(s, p) for p in range(s.num_players)]
            winners = [p for p in range(s.num_players) if s.winner[p]]
            ours = {"why": why, "ranks": ranks, "winners": winners, "turns": s.turn}
            theirs = {key: line[key] for key in ours}
            return found + differences(ours, theirs, "end")
        if s.status != RUNNING:
            return [*found, "the game is over"]
        ours = {
            "type": TYPES[top(s, 0)],
            "player": top(s, 1),
            "choices": [CHOICES[a] for a in np.flatnonzero(self.mask)],
        }
        return found + differences(ours, {key: line[key] for key in ours}, "decision")


def replay(path: Path) -> dict[str, Any]:
    """The result of one recorded game."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        setup, *rest = [json.loads(line) for line in lines]
    game = Replay(setup["options"])
    result: dict[str, Any] = {"game": path.name, "cases": len(rest), "equal": 0, "explained": 0}
    result["findings"] = []
    problem = game.advance(setup["chance"])
    for i, line in enumerate(rest):
        found = ([problem] if problem else []) + game.compare(line)
        if found:
            result["findings"].append({"line": i, "type": line.get("type", "end"), "differences": found})
            break
        result["equal"] += 1
        if line["t"] == "d":
            flow.answer(game.s, CHOICES.index(line["choices"][line["chosen"]]))
            problem = game.advance(line["chance"])
            if game.forced != line["forced"]:
                result.setdefault("forced", []).append([i, line["type"], game.forced, line["forced"]])
    result["unexplained"] = result["cases"] - result["equal"] - result["explained"]
    return result


def replay_all(folder: Path) -> dict[str, Any]:
    games = [replay(path) for path in sorted(folder.glob("*.jsonl.xz"))]
    keys = ("cases", "equal", "explained", "unexplained")
    return {"total": {key: sum(game[key] for game in games) for key in keys}, "games": games}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--json", type=Path, help="write the whole result here")
    parser.add_argument("--show", type=int, default=3, help="how many differences per game to print")
    arguments = parser.parse_args()
    result = replay_all(arguments.folder)
    for game in result["games"]:
        print(f"{game['game']:45} {game['equal']:5} of {game['cases']:5} equal")
        for finding in game["findings"]:
            print(f"   line {finding['line']} ({finding['type']})")
            for difference in finding["differences"][: arguments.show]:
                print(f"      {difference}")
    print(result["total"])
    if arguments.json:
        arguments.json.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
