"""The options of a game: checked, written into its record, read back, and on the command line."""

import argparse
from typing import Any

from paxren_env.core.options import check_count, check_one_of, with_defaults
from paxren_env.games.pax_renaissance.constants import (
    BOT,
    DEFAULT_MAX_TURNS,
    DEFAULT_SOLO_TOP_CARDS,
    MAP_NAMES,
    MAX_PLAYERS,
    MAX_SOLO_TOP_CARDS,
    MOST_TURNS,
    NO_TURN_LIMIT,
    OPTION_NAMES,
    RULESET_NAMES,
    SOLO_FLORINS_NAMES,
    SOLO_GAME,
    SOLO_REFUSES,
    SOLO_SEARCH_NAMES,
    SOLO_SWEEPS,
)
from paxren_env.games.pax_renaissance.state import State

DEFAULTS: dict[str, Any] = {
    "num_players": 2,
    "map": MAP_NAMES[0],
    "ruleset": RULESET_NAMES[0],
    "max_turns": DEFAULT_MAX_TURNS,
    "bot_seat": None,
    "solo_top_cards": DEFAULT_SOLO_TOP_CARDS,
    "solo_florins": SOLO_FLORINS_NAMES[0],
    "solo_search": SOLO_SEARCH_NAMES[0],
    **{name: name == "auto_forced" for name in OPTION_NAMES},
}
VARIANTS = tuple(name for name in OPTION_NAMES if name != "auto_forced")
NOT_SOLO = ("bankruptcy", "extended")  # part O says nothing of them


def check_options(options: dict[str, Any]) -> dict[str, Any]:
    """All options by name, the missing ones as usual; a bad one is a ValueError saying which."""
    checked = with_defaults(options, DEFAULTS)
    checked["num_players"] = check_count("num_players", checked["num_players"], 1, MAX_PLAYERS)
    checked["max_turns"] = check_count("max_turns", checked["max_turns"], 1, MOST_TURNS, True)
    check_one_of("map", checked["map"], MAP_NAMES)
    check_one_of("ruleset", checked["ruleset"], RULESET_NAMES)
    for name in OPTION_NAMES:
        check_one_of(name, checked[name], (False, True))
    _check_bot(checked)
    _check_solo(checked)
    return checked


def _check_bot(checked: dict[str, Any]) -> None:
    """O: at a table of two the engine may play a seat, as it does in the solo game."""
    checked["bot_seat"] = check_count("bot_seat", checked["bot_seat"], 0, 1, True)
    if checked["bot_seat"] is not None and checked["num_players"] != 2:
        raise ValueError("option 'bot_seat' is one of tables of 2 players")


def _check_solo(checked: dict[str, Any]) -> None:
    """O: the solo game is one of v1.4, and only it has options of its own."""
    top = check_count("solo_top_cards", checked["solo_top_cards"], 0, MAX_SOLO_TOP_CARDS)
    checked["solo_top_cards"] = top
    check_one_of("solo_florins", checked["solo_florins"], SOLO_FLORINS_NAMES)
    check_one_of("solo_search", checked["solo_search"], SOLO_SEARCH_NAMES)
    if checked["num_players"] > 1:
        for name in ("solo_top_cards", "solo_florins", "solo_search"):
            if checked[name] != DEFAULTS[name]:
                raise ValueError(f"option {name!r} is one of the solo game (num_players=1)")
        return
    if checked["ruleset"] != RULESET_NAMES[0]:
        raise ValueError(f"the solo game has ruleset {RULESET_NAMES[0]!r}")
    for name in NOT_SOLO:
        if checked[name]:
            raise ValueError(f"the solo game has no option {name!r}")


def write_options(s: State, options: dict[str, Any]) -> None:
    """Put checked options into a record."""
    is_solo = options["num_players"] == 1
    s.num_players = 2 if is_solo else options["num_players"]
    bot_seat = BOT if is_solo else options["bot_seat"]
    s.bot = 0 if bot_seat is None else 1 + bot_seat
    s.solo = 0
    s.solo_top_cards = options["solo_top_cards"] if is_solo else 0
    if is_solo:
        s.solo = SOLO_GAME
        s.solo |= SOLO_REFUSES * SOLO_FLORINS_NAMES.index(options["solo_florins"])
        s.solo |= SOLO_SWEEPS * SOLO_SEARCH_NAMES.index(options["solo_search"])
    s.map = MAP_NAMES.index(options["map"])
    s.ruleset = RULESET_NAMES.index(options["ruleset"])
    s.max_turns = NO_TURN_LIMIT if options["max_turns"] is None else options["max_turns"]
    s.options = sum(1 << bit for bit, name in enumerate(OPTION_NAMES) if options[name])


def read_options(s: State) -> dict[str, Any]:
    """The options a record was made with."""
    is_solo = bool(s.solo & SOLO_GAME)
    return {
        "num_players": 1 if is_solo else int(s.num_players),
        "map": MAP_NAMES[s.map],
        "ruleset": RULESET_NAMES[s.ruleset],
        "max_turns": None if s.max_turns == NO_TURN_LIMIT else int(s.max_turns),
        "bot_seat": None if is_solo or not s.bot else int(s.bot) - 1,
        "solo_top_cards": int(s.solo_top_cards) if is_solo else DEFAULTS["solo_top_cards"],
        "solo_florins": SOLO_FLORINS_NAMES[bool(s.solo & SOLO_REFUSES)],
        "solo_search": SOLO_SEARCH_NAMES[bool(s.solo & SOLO_SWEEPS)],
        **{name: bool(s.options >> bit & 1) for bit, name in enumerate(OPTION_NAMES)},
    }


# --- on the command line --------------------------------------------------------------------------
def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What kind of game it is."""
    group = parser.add_argument_group("the game")
    group.add_argument("--map", choices=MAP_NAMES, default=MAP_NAMES[0])
    group.add_argument("--ruleset", choices=RULESET_NAMES, default=RULESET_NAMES[0])
    group.add_argument("--max-turns", type=int, metavar="N", help="cut it there (200)")
    group.add_argument(
        "--top-cards",
        type=int,
        metavar="N",
        help=f"alone: cards above the comets, more is easier ({DEFAULT_SOLO_TOP_CARDS})",
    )
    group.add_argument(
        "--variants",
        nargs="+",
        choices=VARIANTS,
        default=[],
        metavar="NAME",
        help=", ".join(VARIANTS),
    )


def chosen_options(namespace: argparse.Namespace) -> dict[str, Any]:
    """The options of a game that differ from the usual."""
    chosen: dict[str, Any] = dict.fromkeys(namespace.variants, True)
    if namespace.map != MAP_NAMES[0]:
        chosen["map"] = namespace.map
    if namespace.ruleset != RULESET_NAMES[0]:
        chosen["ruleset"] = namespace.ruleset
    if namespace.max_turns is not None:
        chosen["max_turns"] = namespace.max_turns
    if namespace.top_cards is not None:
        chosen["solo_top_cards"] = namespace.top_cards
    return chosen
