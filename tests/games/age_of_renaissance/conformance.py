"""Replay recorded games: force their chance, make their choices, compare every line.

    python -m tests.games.age_of_renaissance.conformance DIR [--json FILE] [--show N]

A case is one line of a recorded game: decision type, player, legal choices and the whole position.
After a difference the game is left, since all that follows depends on it: unexplained.
No difference is known, so none is explained.
"""

import argparse
import json
import lzma
from pathlib import Path
from typing import Any

from paxren_env.core.constants import CHANCE
from paxren_env.core.errors import IllegalAction
from paxren_env.games.age_of_renaissance import Game
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
        players = options.pop("players")
        self.game = Game(players, seed=0, auto_chance=False, **options)

    def feed(self, events: list[dict[str, Any]]) -> str:
        """Give chance its recorded outcomes; says what went wrong with them, if anything."""
        waiting = [event for event in events if event["kind"] != "draw"]
        while self.game.deciding_player == CHANCE:
            if not waiting:
                return f"{self.game.decision}: no recorded outcome"
            event = waiting.pop(0)
            try:
                self.game.step(outcome_of(self.game, event))
            except IllegalAction as error:
                return f"{event}: {error}"
        return f"recorded outcomes not used: {waiting}" if waiting else ""

    def answer(self, line: dict[str, Any]) -> str:
        """Make the recorded choice."""
        self.game.step(CHOICES.index(line["choices"][line["chosen"]]))
        return self.feed(line["chance"])

    def compare(self, line: dict[str, Any]) -> list[str]:
        """Our position against a recorded line."""
        game = self.game
        found = differences(position(game), line["state"])
        if game.is_over != (line["t"] == "end"):
            return [*found, "the game is over" if game.is_over else "the game is not over"]
        ours: dict[str, Any]
        if game.is_over:
            ours = {
                "why": (game.ending or "").split(", "),
                "ranks": [seat["rank"] for seat in game.scores()],
                "winners": game.winners,
                "turns": game.turn,
            }
        else:
            ours = {
                "type": TYPES[str(game.decision)],
                "player": game.deciding_player,
                "choices": [CHOICES[action] for action in game.legal_actions()],
            }
        return found + differences(ours, {key: line[key] for key in ours}, "decision")


def replay(path: Path) -> dict[str, Any]:
    """The result of one recorded game."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        setup, *rest = [json.loads(line) for line in lines]
    recorded = Replay(setup["options"])
    result: dict[str, Any] = {"game": path.name, "cases": len(rest), "equal": 0, "explained": 0}
    result["findings"] = []
    problem = recorded.feed(setup["chance"])
    for i, line in enumerate(rest):
        found = ([problem] if problem else []) + recorded.compare(line)
        if found:
            kind = line.get("type", "end")
            result["findings"].append({"line": i, "type": kind, "differences": found})
            break
        result["equal"] += 1
        if line["t"] == "d":
            problem = recorded.answer(line)
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
    parser.add_argument(
        "--show", type=int, default=3, help="how many differences per game to print"
    )
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
