"""GameSpec: the Python half of the contract, and `register`, which checks all of it.

A game is a package with a SPEC. What it says in words, positions and pictures stands in modules
of the package that are imported when they are needed: see MODULES.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from paxren_env.core import chance, changes
from paxren_env.core.frames import DECISION, Frames
from paxren_env.core.jit import HOOKS, add_game, inlined_rule
from paxren_env.core.line import ActionLine
from paxren_env.core.observation import Layout
from paxren_env.core.policies import FIRST_OWN_POLICY, POLICY_NAMES
from paxren_env.core.reasons import Reasons
from paxren_env.core.record import (
    COMMON_FIELDS,
    VISIBILITIES,
    Field,
    clear_maker,
    make_record,
    rows_maker,
    visibility,
)

# The hooks whose rules are made from the spec.
DERIVED_HOOKS = (
    "num_actions", "observation_size", "num_terms", "max_players", "first_decision", "max_outcome",
    "max_log", "sections_by_seat", "keep_what_is_read", "changed_sections", "new_rows", "clear_row",
    "seed_chance",
)  # fmt: skip
# The modules of a game's package, with what they must define.
MODULES = {
    "draw": ("WORDS_ONLY", "svg"),
    "options": ("DEFAULTS", "check_options", "read_options", "write_options"),
    "notation": ("from_dict", "to_dict"),
    "text": (
        "REASON_WORDS",
        "action_names",
        "answer_words",
        "decision_text",
        "plain_name",
        "seat_words",
        "table",
    ),
}
Options = dict[str, Any]


def every_seat(options: Options) -> list[int]:
    """All seats are asked."""
    return list(range(options["num_players"]))


def no_ending(states: np.ndarray) -> str | None:
    """The game has one kind of end only."""
    return None


def no_remarks(options: Options) -> dict[str, bool]:
    """There is nothing to be said of a game with these options."""
    return {}


def never(options: Options) -> bool:
    return False


def any_table(policy: str, num_players: int) -> None:
    """A policy of the house plays at every table."""


def not_listed(game: Any) -> None:
    """The outcomes of chance cannot be listed."""


@dataclass(frozen=True)
class EarlierRecord:
    """A record of an earlier version whose saved games still load."""

    size: int
    convert: Callable[[bytes], np.ndarray]


@dataclass(frozen=True)
class GameSpec:
    """All that the house must know of a game."""

    name: str  # of its package, and after --game
    title: str
    package: str  # where its modules are
    fields: Sequence[Field]  # of the record
    option_fields: tuple[str, ...]  # those that hold options: setting up keeps them
    min_players: int
    max_players: int
    default_players: int
    line: ActionLine
    frames: Frames
    reasons: Reasons  # why actions are not legal
    layout: Layout
    term_names: tuple[str, ...]  # of the evaluation
    win_term: float  # what the evaluation gives for a won game
    rules: Mapping[str, Callable[..., Any]]  # by the name of the hook
    gym_id: str
    aec_id: str
    magic: bytes  # how saved games begin
    max_outcome: int = 0  # the most numbers an outcome of chance has; 0: nothing is random in play
    max_log: int = 256  # numbers that one step may write to its log
    own_policies: tuple[str, ...] = ()  # seats that the game plays by itself
    # --- what kind of game it is, as OpenSpiel's GameType says it
    has_hidden_information: bool = True
    has_simultaneous_plans: bool = False
    is_zero_sum: bool = True
    # --- small questions, asked from Python
    ending: Callable[[np.ndarray], str | None] = no_ending  # how game 0 of these states ended
    asked_seats: Callable[[Options], list[int]] = every_seat  # who is ever asked
    can_leave: Callable[[Options], bool] = never  # a seat may be out before the end
    remarks: Callable[[Options], dict[str, bool]] = no_remarks  # what `info` says of such games
    check_table: Callable[[str, int], None] = any_table  # a policy's name, the number of players
    seat_policies: Callable[[Sequence[str]], Options] = (
        lambda names: {}
    )  # options for these players
    chance_outcomes: Callable[[Any], list[tuple[tuple[int, ...], float]] | None] = not_listed
    earlier_records: Mapping[bytes, "EarlierRecord"] = field(default_factory=dict)  # by layout
    # What suits its evaluation: `scale`, `sharp`, `exploration` of agents.mcts without a network.
    search: Mapping[str, float] = field(default_factory=dict)
    training_players: str = ""  # table sizes to train on, in turns; "": every one of two or more

    def __post_init__(self) -> None:
        if not self.training_players:
            first = min(max(2, self.min_players), self.max_players)
            sizes = ",".join(str(n) for n in range(first, self.max_players + 1))
            object.__setattr__(self, "training_players", sizes)

    @cached_property
    def record(self) -> np.dtype:
        return make_record(self.fields)

    @cached_property
    def folder(self) -> Path:
        return Path(inspect.getfile(import_module(self.package))).parent

    @cached_property
    def visibility(self) -> dict[str, str]:
        return visibility(self.fields)

    @cached_property
    def num_actions(self) -> int:
        return self.line.size

    @cached_property
    def answer_kinds(self) -> np.ndarray:
        """[decision, action]: 1 where the decision takes actions of this segment."""
        table = np.zeros((len(self.frames.decisions), self.num_actions), np.uint8)
        for number, row in enumerate(self.frames.decisions):
            for segment in self.line.segments:
                if segment.name in row.answers:
                    table[number, segment.start : segment.start + segment.size] = 1
        return table

    @cached_property
    def observation_size(self) -> int:
        return self.layout.size

    @property
    def num_terms(self) -> int:
        return len(self.term_names)

    @property
    def has_chance(self) -> bool:
        """Something in play is random."""
        return "chance" in (self.record.names or ())

    @property
    def policy_names(self) -> tuple[str, ...]:
        """The policies of the house and the game's own, by their ids."""
        return (*POLICY_NAMES, *self.own_policies)

    def module(self, name: str) -> ModuleType:
        """A module of the game's package, loaded when it is first asked for."""
        return import_module(f"{self.package}.{name}")

    def policy_id(self, name: str) -> int:
        """The id of a policy by its name."""
        if name not in self.policy_names[1:]:
            known = ", ".join(self.policy_names[1:])
            raise ValueError(f"unknown policy {name!r}; there are: {known}")
        return self.policy_names.index(name)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is the same one; in another process, what its package has."""
        return _spec_of, (self.package,)

    def is_own_policy(self, policy: int) -> bool:
        return policy >= FIRST_OWN_POLICY


def _spec_of(package: str) -> GameSpec:
    return import_module(package).SPEC


# --- registration ---------------------------------------------------------------------------------
SPECS: dict[str, GameSpec] = {}  # the games imported so far


def register(spec: GameSpec) -> GameSpec:
    """Check that a game keeps the contract, and make its rules known to the hooks."""
    _check_numbers(spec)
    _check_answers(spec)
    _check_rules(spec)
    rules = {**_derived_rules(spec), **spec.rules}
    add_game(spec.record, spec.name, spec.folder, rules)
    SPECS[spec.name] = spec
    return spec


def find(name: str) -> GameSpec:
    """The spec of a game by its name; a ValueError says which there are."""
    if name not in SPECS:
        if name not in game_names():
            known = ", ".join(game_names())
            raise ValueError(f"there is no game {name!r}; there are: {known}")
        import_module(f"{GAMES_PACKAGE}.{name}")
    return SPECS[name]


GAMES_PACKAGE = "paxren_env.games"


def game_names() -> list[str]:
    """Every game of the house, without importing any, and those registered from elsewhere."""
    folder = Path(__file__).parent.parent / "games"
    shipped = {path.parent.name for path in folder.glob("*/__init__.py")}
    return sorted(shipped | set(SPECS))


def _check_numbers(spec: GameSpec) -> None:
    needed = (*COMMON_FIELDS, *spec.option_fields)
    missing = [name for name in needed if name not in (spec.record.names or ())]
    if missing:
        raise ValueError(f"{spec.name}: its record has no field {', '.join(missing)}")
    for name, seen_by in spec.visibility.items():
        if seen_by not in VISIBILITIES:
            raise ValueError(f"{spec.name}: field {name} is seen by {seen_by!r}?")
    if spec.record["winner"].shape != (spec.max_players,):
        raise ValueError(f"{spec.name}: winner has no place for each of {spec.max_players} seats")
    if not spec.min_players <= spec.default_players <= spec.max_players:
        allowed = f"{spec.min_players} to {spec.max_players}"
        raise ValueError(f"{spec.name}: default_players is {spec.default_players}, not {allowed}")
    if spec.has_chance != (spec.max_outcome > 0):
        raise ValueError(f"{spec.name}: the field chance and max_outcome go together")
    if len(spec.magic) != MAGIC_SIZE:
        raise ValueError(f"{spec.name}: magic has {len(spec.magic)} bytes, not {MAGIC_SIZE}")


MAGIC_SIZE = 8


def _check_answers(spec: GameSpec) -> None:
    """Every decision of a seat says which segments of the line it takes."""
    known = {segment.name for segment in spec.line.segments}
    for row in spec.frames.decisions:
        unknown = [name for name in row.answers if name not in known]
        if unknown:
            raise ValueError(f"{spec.name}: {row.name!r} takes {unknown[0]!r}: no such segment")
        if row.what == DECISION and not row.answers:
            raise ValueError(f"{spec.name}: {row.name!r} does not say which segments it takes")


def _check_rules(spec: GameSpec) -> None:
    """Every rule is for a hook and has its parameters; none that must be given is missing."""
    for name, rule in spec.rules.items():
        if name not in HOOKS or name in DERIVED_HOOKS:
            raise ValueError(f"{spec.name}: there is no hook {name}")
        given = tuple(inspect.signature(getattr(rule, "py_func", rule)).parameters)
        if given != HOOKS[name].parameters:
            expected = ", ".join(HOOKS[name].parameters)
            raise ValueError(f"{spec.name}: {name} takes ({expected}), not ({', '.join(given)})")
    needed = {name for name, hook in HOOKS.items() if hook.is_required} - set(DERIVED_HOOKS)
    if spec.has_chance:
        needed |= {"roll", "settle", "is_outcome"}
    if spec.layout.sections:
        needed.add("rewrite_observation")
    missing = sorted(needed - set(spec.rules))
    if missing:
        raise ValueError(f"{spec.name}: it gives no rule for {', '.join(missing)}")


def _derived_rules(spec: GameSpec) -> dict[str, Any]:
    sections = spec.layout.sections if changes.is_on() else []
    rules = {
        "num_actions": _number(spec.num_actions),
        "observation_size": _number(spec.observation_size),
        "num_terms": _number(spec.num_terms),
        "max_players": _number(spec.max_players),
        "first_decision": _number(spec.frames.first_decision),
        "max_outcome": _number(spec.max_outcome),
        "max_log": _number(spec.max_log),
        "sections_by_seat": _number(spec.layout.sections_by_seat),
        "new_rows": rows_maker(spec.record),
        "clear_row": clear_maker(spec.record, spec.option_fields),
    }
    if sections:
        rules["keep_what_is_read"] = changes.keep_maker(spec.record, sections)
        rules["changed_sections"] = changes.changes_maker(spec.record, sections)
    if spec.has_chance:
        rules["seed_chance"] = chance.seed_chance
    return rules


def _number(value: int) -> Any:
    @inlined_rule
    def number(s) -> int:
        return value

    return number
