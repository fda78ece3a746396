"""The kinds of tables that long checked play goes through.

A game lists its own in tests/games/NAME/variants.py; one without such a file is played with the
options of `tests.support.games`.
"""

import importlib
import importlib.util
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.support import games


@dataclass(frozen=True)
class Variant:
    """Options that stay, and options whose every combination is played in turn."""

    fixed: Mapping[str, Any]
    varied: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    label: str = ""  # how it is called, if not by what is fixed

    @property
    def name(self) -> str:
        return self.label or games.variant_id(dict(self.fixed))

    @property
    def combinations(self) -> int:
        return math.prod(len(values) for values in self.varied.values())

    def options(self, number: int) -> dict[str, Any]:
        """Of game `number`: the first varied option changes with every game."""
        chosen = dict(self.fixed)
        for name, values in self.varied.items():
            number, place = divmod(number, len(values))
            chosen[name] = values[place]
        return chosen


def variants_of(game: str) -> list[Variant]:
    """Every kind of table of a game."""
    module = f"tests.games.{game}.variants"
    if importlib.util.find_spec(module):
        return list(importlib.import_module(module).VARIANTS)
    return [Variant(options) for options in games.VARIANTS.get(game, [{}])]
