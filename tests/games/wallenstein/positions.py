"""Positions in few lines, and moves by their names."""

from typing import Any

from paxren_env.core.constants import CHANCE
from paxren_env.core.record import view
from paxren_env.games.wallenstein import Game
from paxren_env.games.wallenstein import constants as c
from paxren_env.games.wallenstein import frames as f
from tests.games.wallenstein.recorded import action_of, choice_name
from tests.support.reasons import agree

IN_TOWER = 6  # cubes of every colour that wait there, so that a tray may show more than was thrown


def county(owner: int, armies: int = 3, **parts: Any) -> dict[str, Any]:
    """A county of a seat."""
    return {"owner": owner, "armies": armies, **parts}


def game(num_players: int = 4, options: dict[str, Any] | None = None, **parts: Any) -> Game:
    """A game from a position; every answer and every roll is asked for."""
    asked = {"num_players": num_players, "auto_forced": False, "auto_chance": False}
    seats = [dict(seat) for seat in parts.pop("players", [])]
    seats += [{} for _ in range(num_players - len(seats))]
    for seat in seats:
        seat.setdefault("tower", IN_TOWER)
    parts.setdefault("peasants", {"tower": IN_TOWER})
    position = {"options": {**asked, **(options or {})}, "players": seats, **parts}
    return Game.from_dict(position)


def acting(
    action: str,
    where: str = "Anhalt",
    tile: str | None = None,
    event: int | None = None,
    seats: list[dict[str, Any]] | None = None,
    counties: dict[str, Any] | None = None,
    players: int = 4,
    **parts: Any,
) -> Game:
    """Seat 0 performs an action in a county; it stops where somebody or chance is asked.

    Seat 0 holds the tile, or sits on a position whose tile does not matter to it.
    """
    first = c.TILE_NAMES.index(tile or quiet_tile(action))
    seats = [dict(seat) for seat in seats or []]
    seats += [{} for _ in range(players - len(seats))]
    free = [place for place in range(c.NUM_TILES) if place != first]
    for number, seat in enumerate(seats):
        seat.setdefault("position", 1 + (first if number == 0 else free[number - 1]))
    seats[0].setdefault("boxes", {})
    seats[0]["boxes"] = {action: where, **seats[0]["boxes"]}
    others = [name for name in c.ACTION_NAMES if name != action]
    cards = [action, *others[: c.OPEN_ACTIONS - 1]]
    board = {where: county(0)}
    board.update(counties or {})
    return game(
        players,
        phase="actions",
        players=seats,
        counties=board,
        action_cards=cards,
        events={"in_force": event},
        **parts,
    )


def quiet_tile(action: str) -> str:
    """A tile that does nothing for this action."""
    return "grain" if action != "grain" else "thaler"


# --- moves ----------------------------------------------------------------------------------------
def record(position: Game) -> Any:
    """The record."""
    return view(position.states, 0)


def legal(position: Game) -> list[str]:
    """The legal answers in words; the reasons of the others must agree with them."""
    agree(position)
    frame = f.frames.first_decision + position.decision_id
    return [choice_name(frame, action) for action in position.legal_actions()]


def take(position: Game, *choices: str) -> Game:
    """Give these answers."""
    for choice in choices:
        position.step(action_of(choice))
    return position


def throw(position: Game, **tray: int) -> Game:
    """The pending throw shows these cubes: s0=3, s1=1, p=1; all others stay in the tower."""
    assert position.deciding_player == CHANCE and position.decision in ("throw", "fill")
    s = record(position)
    cubes = s.tower.astype(int) + s.tray + s.thrown
    fallen = [0] * c.NUM_COLOURS
    for colour, number in tray.items():
        fallen[c.PEASANTS if colour == "p" else int(colour[1:])] = number
    position.step((*(int(n) - fallen[i] for i, n in enumerate(cubes)), *fallen))
    return position


def land(position: Game, name: str) -> list[Any]:
    """Owner, armies, buildings, markers of a county."""
    s, i = record(position), c.COUNTY_NAMES.index(name)
    return [int(s.owner[i]), int(s.armies[i]), int(s.buildings[i]), int(s.markers[i])]


def thrown(position: Game) -> list[int]:
    """The cubes on their way into the tower."""
    return record(position).thrown.tolist()


def roll_until_asked(position: Game) -> Game:
    """Let chance fall as it may until a seat is asked."""
    while not position.is_over and position.deciding_player == CHANCE:
        position.roll()
    return position
