"""The options of a game as fields of a form, and a filled-in form as options.

The fields are those of the command line. Text that is not one of a few words is never a field:
it might be the path of a file.
"""

import argparse
from collections.abc import Iterator
from typing import Any

from paxren_env.core.spec import GameSpec

CHOICE, SEVERAL, NUMBER, FLAG = "choice", "several", "number", "flag"
Field = dict[str, Any]
Options = dict[str, Any]


def fields(spec: GameSpec) -> list[Field]:
    """The options that can be chosen: name, label, kind, help, default, and for words which."""
    return [_field(action, kind) for action, kind in _offered(spec)]


def _offered(spec: GameSpec) -> Iterator[tuple[argparse.Action, str]]:
    for action in _parser(spec)._actions:
        kind = _kind(action)
        if kind:
            yield action, kind


def _parser(spec: GameSpec) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    add = getattr(spec.module("options"), "add_arguments", None)
    if add is not None:
        add(parser)
    return parser


def _kind(action: argparse.Action) -> str:
    """What the browser shows for it; "" for what cannot be asked there."""
    if action.choices is not None:
        return CHOICE if action.nargs is None else SEVERAL
    if action.nargs == 0 and action.const is True:
        return FLAG
    return NUMBER if action.type is int else ""


def _field(action: argparse.Action, kind: str) -> Field:
    field = {
        "name": action.dest,
        "label": action.dest.replace("_", " "),
        "kind": kind,
        "help": "" if kind == SEVERAL else action.help or "",
        "default": action.default,
    }
    if action.choices is not None:
        field["choices"] = list(action.choices)
    return field


# --- filled in ------------------------------------------------------------------------------------
def options_from(spec: GameSpec, given: Any) -> Options:
    """The options that a filled-in form means; a ValueError says what is wrong with it."""
    if not isinstance(given, dict):
        raise ValueError("options are an object of names and values")
    known = {action.dest: (action, kind) for action, kind in _offered(spec)}
    values = {action.dest: action.default for action in _parser(spec)._actions}
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"there is no option {name!r}; there are: {', '.join(known)}")
        values[name] = _checked(name, *known[name], value)
    chosen = getattr(spec.module("options"), "chosen_options", None)
    return {} if chosen is None else chosen(argparse.Namespace(**values))


def _checked(name: str, action: argparse.Action, kind: str, value: Any) -> Any:
    if value is None:
        return action.default
    if kind == FLAG and isinstance(value, bool):
        return value
    if kind == NUMBER and type(value) is int:
        return value
    allowed = list(action.choices or ())
    if kind == CHOICE and value in allowed:
        return value
    if kind == SEVERAL and isinstance(value, list) and all(one in allowed for one in value):
        return [one for one in allowed if one in value]
    raise ValueError(f"option {name!r} cannot be {value!r}")


def check_foreign_options(spec: GameSpec, options: Any) -> None:
    """Options of a file that somebody sent: no text among them but the words that a game knows.

    Some game may take text for the path of a file.
    """
    if not isinstance(options, dict):
        raise ValueError("options are an object of names and values")
    defaults = spec.module("options").DEFAULTS
    words = {word for field in fields(spec) for word in field.get("choices", ())}
    words |= {value for value in defaults.values() if isinstance(value, str)}
    for name, value in options.items():
        if isinstance(value, str) and value not in words:
            raise ValueError(f"option {name!r} cannot be {value!r} in a file that was sent")
