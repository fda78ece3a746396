"""The record as a class that editors and mypy know: python -m paxren_env.core.typed_state GAME

A rule gets one row as `s`; what fields that has, no checker can see in a numpy type. So a class
with the same names is generated from them into `typed_state.py` of the game, and a test keeps it
true. Nothing imports it at run time.
"""

import sys
from pathlib import Path

from paxren_env.core.spec import GameSpec, find

HEADER = '''"""The fields of the record, for editors and mypy. Generated: see core/typed_state.py."""

from typing import Any, Protocol


class State(Protocol):
    """One game, as a rule gets it."""

'''


def typed_state(spec: GameSpec) -> str:
    """The source of the class: numbers are ints, all others are arrays."""
    lines = []
    for name in spec.record.names or ():
        kind, shape = spec.record[name].base.str[1:], spec.record[name].shape
        is_number = shape == ()
        size = "" if is_number else f"[{', '.join(str(n) for n in shape)}]"
        lines.append(f"    {name}: {'int' if is_number else 'Any'}  # {kind}{size}")
    return HEADER + "\n".join(lines) + "\n"


def typed_state_file(spec: GameSpec) -> Path:
    return spec.folder / "typed_state.py"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    spec = find(sys.argv[1])
    typed_state_file(spec).write_text(typed_state(spec), encoding="utf-8")


if __name__ == "__main__":
    main()
