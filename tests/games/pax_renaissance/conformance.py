"""Compare the engine with recorded games of another implementation.

Every main action of a recorded game is replayed on its own: the position is loaded, its legal
choices and those of every decision that follows are compared with the recorded ones, and so is
the position it leads to. A difference is explained only by a named entry of EXPLANATIONS.

A case is one recorded decision, or one resulting position. What cannot be loaded, read or
followed is unexplained, never skipped. The exit status is 1 while anything is unexplained.

python -m tests.games.pax_renaissance.conformance DIR [--json FILE] [--show N]
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from paxren_env import Game
from tests.games.pax_renaissance import known_differences as known
from tests.games.pax_renaissance import recorded
from tests.games.pax_renaissance.choices import GROUPS, our_choices, their_choice

POSITION = "POSITION"
MAIN_TYPES = ("PLAYER_ACTION", "FREE_ACTION")
SPLIT_ABILITIES = (
    "SA_FREE_TRADE_FAIR",
    "SA_PERFORM_APOSTASY_AS_AN_ACTION",
    "SA_EAST_AND_WEST_OPS_IN_ONE_ACTION",
)


@dataclass
class Tally:
    """Counts by decision type, and the first unexplained cases in words."""

    show: int = 0
    by_type: dict = field(default_factory=lambda: defaultdict(Counter))
    reasons: Counter = field(default_factory=Counter)

    def count(self, kind, verdict, reason, where, detail=""):
        self.by_type[kind]["cases"] += 1
        self.by_type[kind][verdict] += 1
        if verdict != "equal":
            self.reasons[f"{verdict}: {reason}"] += 1
        if verdict == "unexplained" and self.show > 0:
            self.show -= 1
            print(f"{where}\n  {reason}\n{detail}\n")

    def total(self):
        total = Counter(cases=0, equal=0, explained=0, unexplained=0)
        for counts in self.by_type.values():
            total.update(counts)
        return dict(total)

    def as_json(self):
        verdicts = ("cases", "equal", "explained", "unexplained")
        by_type = {k: {v: c[v] for v in verdicts} for k, c in sorted(self.by_type.items())}
        return {"total": self.total(), "by_type": by_type}


class Action:
    """One recorded main action, replayed from its position: decisions, then what they led to."""

    def __init__(self, seats, lines, following, tally, where):
        self.seats = seats
        self.lines = lines
        self.following = following  # the line whose state is the outcome
        self.tally = tally
        self.where = where
        self.game = None
        self.lost = None  # why the replay no longer follows: (verdict, reason)
        self.notes = set()  # known differences met on the way, for the outcome
        self.unasked = None  # a real choice of ours that the recording never offered

    def run(self):
        self.load()
        for line in self.lines:
            if self.lost:
                self.tally.count(line["type"], *self.lost, self.place(line))
            else:
                self.decide(line)
        self.compare_outcome()

    def place(self, line):
        return f"{self.where} line {line.get('n', 'end')} {line.get('type', '')}"

    def lose(self, verdict, reason):
        self.lost = (verdict, reason)

    # --- loading ------------------------------------------------------------------------------
    def load(self):
        line = self.lines[0]
        position = self.seats.position(line["state"])
        position["turn"] = turn_of(self.seats, line)
        try:
            self.game = Game.from_dict(position)
        except ValueError as error:
            self.lose("unexplained", f"position refused: {error}")
            return
        if self.game.decision != "main":
            reason = known.position_not_settled(self.game)
            verdict = "explained" if reason else "unexplained"
            self.lose(verdict, reason or f"position asks for {self.game.decision}")

    # --- one recorded decision -------------------------------------------------------------------
    def decide(self, line):
        kind = line["type"]
        known.before(self, line)
        self.take_single_answers(kind)
        self.take_other_single_answers(line)
        if not self.is_asked(line):
            self.cannot_follow(line)
            return
        try:
            theirs = [their_choice(self.seats, line, choice) for choice in line["choices"]]
        except (KeyError, ValueError) as error:
            self.lose("unexplained", f"choice not understood: {error!r}")
            self.tally.count(kind, *self.lost, self.place(line))
            return
        ours = our_choices(self.game, kind)
        if kind == "PLACE_AGENT":
            theirs = [[known.same_serf(ours, key) for key in keys] for keys in theirs]
        missing = {key for keys in theirs for key in keys} - set(ours)
        extra = set(ours) - {key for keys in theirs for key in keys}
        self.judge(line, missing, extra)
        self.follow(line, theirs[line["chosen"]], ours)

    def is_asked(self, line):
        """We are asked what the recording was asked."""
        if self.game.is_over or self.game.decision not in GROUPS.get(line["type"], ()):
            return False
        # Only the first ops of East and West together are still ours to announce.
        is_main = self.game.decision == "main"
        return not (
            is_main and line["type"].endswith("EAST_AND_WEST") and line is not self.lines[1]
        )

    def judge(self, line, missing, extra):
        """Count the decision: equal, or explained by a known difference, or not."""
        kind = line["type"]
        if not missing and not extra:
            self.count_equal(kind, line)
            return
        reason = known.choices(self, line, missing, extra)
        verdict = "explained" if reason else "unexplained"
        detail = f"  recorded only: {sorted(missing)}\n  ours only: {sorted(extra)}"
        self.tally.count(kind, verdict, reason or f"{kind} choices", self.place(line), detail)

    def count_equal(self, kind, line):
        """Equal, unless a choice that only we offer was answered for the recording just before."""
        verdict = "explained" if self.unasked else "equal"
        self.tally.count(kind, verdict, self.unasked or "", self.place(line))
        self.unasked = None

    def follow(self, line, keys, ours):
        """Take the recorded choice, unless only the next recorded decision says which of ours."""
        if is_deferred(self, line):
            return
        key = keys[0]
        if key not in ours:
            reason = known.choices(self, line, {key}, set())
            self.lose("explained" if reason else "unexplained", reason or "choice not offered")
            return
        if known.is_paid_twin(line):
            self.notes.add(known.PAID_TWIN)
        for action in ours[key]:
            self.game.step(action)

    def take_single_answers(self, kind):
        """Decisions of ours with one answer and no recorded counterpart are taken silently."""
        while not self.game.is_over and self.game.decision not in (*GROUPS.get(kind, ()), "main"):
            legal = self.game.legal_actions()
            if len(legal) > 1:
                return
            self.game.step(legal[0])

    def take_other_single_answers(self, line):
        """The same kind of decision, but a forced one that the recording did not ask."""
        kind = line["type"]
        while not self.game.is_over and self.game.decision in GROUPS.get(kind, ()):
            legal = self.game.legal_actions()
            if len(legal) > 1 or self.game.decision == "main":
                return
            theirs = {key for choice in line["choices"] for key in self.read(line, choice)}
            if theirs & set(our_choices(self.game, kind)):
                return
            self.game.step(legal[0])
            self.take_single_answers(kind)

    def read(self, line, choice):
        try:
            return their_choice(self.seats, line, choice)
        except (KeyError, ValueError):
            return []

    def cannot_follow(self, line):
        """We are not asked what the recording was asked."""
        if known.is_idle(line):
            self.tally.count(line["type"], "equal", "", self.place(line))
            return
        reason = known.lost(self, line)
        pending = "nothing" if self.game.is_over else self.game.decision
        verdict = "explained" if reason else "unexplained"
        reason = reason or f"recorded {line['type']}, ours asks {pending}"
        self.tally.count(line["type"], verdict, reason, self.place(line))
        if line["choices"][line["chosen"]] != {"pass": True}:
            self.lose(verdict, reason)

    # --- the outcome ------------------------------------------------------------------------------
    def compare_outcome(self):
        if self.following["state"] is None:
            self.lose("unexplained", "the recording breaks off")
        if self.lost:
            self.tally.count(POSITION, *self.lost, self.place(self.following))
            return
        known.before(self, self.following)
        self.take_single_answers("PLAYER_ACTION")
        if known.PAID_TWIN in self.notes and self.in_earlier_turn():
            self.game.step(0)
        found = self.find_differences()
        if not found:
            self.count_equal(POSITION, self.following)
            return
        reason = known.outcome(self, found)
        verdict = "explained" if reason else "unexplained"
        detail = "\n".join(f"  {path}: ours {ours}, recorded {it}" for path, ours, it in found[:12])
        where = (
            self.place(self.lines[0]) + f" -> {self.lines[0]['choices'][self.lines[0]['chosen']]}"
        )
        self.tally.count(POSITION, verdict, reason or "position differs", where, detail)

    def in_earlier_turn(self):
        """We may still act while the recording has gone on to the next turn."""
        if self.game.is_over or self.game.decision != "main":
            return False
        ended = self.following["t"] == "end"
        return ended or self.following["turn"] != self.lines[0]["turn"]

    def find_differences(self):
        ours = self.game.to_dict()
        theirs = self.seats.position(self.following["state"])
        found = recorded.differences(recorded.normal(ours), recorded.normal(theirs))
        if self.following["t"] == "end":
            recorded.compare("result", result_of(self.game), their_result(self), found)
            return found
        if self.game.is_over or self.game.decision != "main":
            pending = "nothing" if self.game.is_over else self.game.decision
            return [*found, ("pending", pending, self.following["type"])]
        turn = turn_of(self.seats, self.following)
        for key in ("player", "actions_left", "ops_done", "free_fair_used"):
            recorded.compare(f"turn.{key}", ours["turn"][key], turn[key], found)
        return found


def is_deferred(action, line):
    """The recording splits what is one decision of ours; the second half says what to answer."""
    choice = line["choices"][line["chosen"]]
    if line["type"] == "ANNOUNCE_ONE_SHOT":
        return choice["occurs"] and action.game.decision == "suitor"
    if line["type"] not in MAIN_TYPES:
        return False
    if choice.get("pass"):  # the free actions of the turn are asked for separately there
        return action.following.get("type") == "FREE_ACTION"
    if choice["do"] == "ability":
        return choice["ability"] in SPLIT_ABILITIES
    return choice.get("region") == "eastAndWest"


def turn_of(seats, line):
    """The turn of a recorded main decision as a position of ours writes it."""
    done = line["turnState"]["done"]
    both = "TABLEAU_OPS_SELECT_EAST_AND_WEST" in done
    return {
        "number": line["turn"] - 1,
        "player": seats.seat(line["turnPlayer"]),
        "actions_left": line["turnState"]["actionsLeft"],
        "did_something": {"pass": True} in line["choices"],
        "ops_done": [
            side
            for side in ("east", "west")
            if both or f"TABLEAU_OPS_SELECT_{side.upper()}" in done
        ],
        "free_fair_used": "TRADE_FAIR_FREE" in done,
    }


def result_of(game):
    return {"victory": game.victory, "winners": sorted(game.winners)}


def their_result(action):
    line = action.following
    victory = line["victory"]
    if victory.startswith("holy"):
        victory = "holy"
    elif victory == "ageOfByzantine":
        victory = "byzantine"
    return {"victory": victory, "winners": sorted(action.seats.seat(b) for b in line["winners"])}


def replay(path, tally):
    """All main actions of one recorded game."""
    lines = recorded.read(path)
    seats = recorded.Seats(lines[0])
    starts = [i for i, line in enumerate(lines) if line.get("type") in MAIN_TYPES]
    if lines[-1]["t"] != "end":  # the last outcome is missing
        lines.append({"t": "end", "state": None})
    for start, stop in zip(starts, [*starts[1:], len(lines) - 1]):
        Action(seats, lines[start:stop], lines[stop], tally, path.name).run()


def print_table(tally):
    print(f"{'decision type':<40}{'cases':>8}{'equal':>8}{'explained':>11}{'unexplained':>13}")
    rows = [*sorted(tally.by_type.items()), ("total", tally.total())]
    for kind, counts in rows:
        numbers = [counts.get(v, 0) for v in ("cases", "equal", "explained", "unexplained")]
        print("{:<40}{:>8}{:>8}{:>11}{:>13}".format(kind, *numbers))
    for reason, number in tally.reasons.most_common():
        print(f"{number:>8}  {reason}")


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folder", type=Path, help="folder with *.jsonl.xz games")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the counts there")
    parser.add_argument(
        "--show", type=int, default=0, metavar="N", help="print N unexplained cases"
    )
    options = parser.parse_args(arguments)
    paths = sorted(options.folder.glob("*.jsonl.xz"))
    if not paths:
        parser.error(f"no recorded games (*.jsonl.xz) in {options.folder}")
    tally = Tally(show=options.show)
    for number, path in enumerate(paths, 1):
        print(f"\r{number}/{len(paths)} {path.name:<40}", end="", file=sys.stderr, flush=True)
        replay(path, tally)
    print(file=sys.stderr)
    print_table(tally)
    if options.json:
        options.json.write_text(json.dumps(tally.as_json(), indent=1) + "\n")
    return 1 if tally.total()["unexplained"] else 0


if __name__ == "__main__":
    sys.exit(main())
