"""Positions for tests, written in a few lines, and answers by name."""

from typing import Any

from paxren_env.core.constants import CHANCE
from paxren_env.games.age_of_renaissance import SPEC, Game
from tests.games.age_of_renaissance.recorded import CHOICES
from tests.support.reasons import agree

VENICE, GENOA, BARCELONA, PARIS, LONDON, HAMBURG = range(6)
SAIL = {"advances": "ANST", "ship": "ocean 1"}  # any coast, without a cap


def table(players: dict[int, dict[str, Any]] | None = None, count: int = 6, **rest: Any) -> Game:
    """A position: what the named seats have; chance is asked."""
    own = players or {}
    options = {"num_players": count, "auto_chance": False, **rest.pop("options", {})}
    seats = [{"cash": 0, **own.get(seat, {})} for seat in range(count)]
    return Game.from_dict({"turn": 2, "options": options, "players": seats, **rest})


def expansion(segment: int, players: dict[int, dict[str, Any]], **rest: Any) -> Game:
    return table(players, phase="expansion", segment=segment, **rest)


def playing(segment: int, players: dict[int, dict[str, Any]], **rest: Any) -> Game:
    return table(players, phase="play cards", segment=segment, **rest)


def purchase(segment: int, players: dict[int, dict[str, Any]], **rest: Any) -> Game:
    return table(players, phase="purchase", segment=segment, **rest)


# --- answers --------------------------------------------------------------------------------------
def choices(game: Game) -> list[str]:
    """The legal answers by name; the reasons of the others must agree with them."""
    agree(game)
    return [CHOICES[action] for action in game.legal_actions()]


def provinces(game: Game) -> set[str]:
    """The provinces among the legal answers."""
    return {name.split(":")[1] for name in choices(game) if name.startswith("province:")}


def do(game: Game, *answers: str | tuple[int, ...]) -> Game:
    """Answers by name, outcomes of chance as tuples."""
    for answer in answers:
        agree(game)
        game.step(CHOICES.index(answer) if isinstance(answer, str) else answer)
    return game


def bid(game: Game, amount: int) -> None:
    """Type a whole bid."""
    seat = game.deciding_player
    if game.decision == "bid sign":
        do(game, "MINUS" if amount < 0 else "PLUS")
    while game.deciding_player == seat and game.decision in ("bid digit", "capital bid digit"):
        left = game.to_dict()["pending"][-1]["left"]
        do(game, f"digit:{abs(amount) // 10 ** (left - 1) % 10}")


def pass_until(game: Game, decision: str, seat: int | None = None) -> Game:
    """Pass, and let dice fall as they like, until the seat is asked this."""
    while game.decision != decision or seat not in (None, game.deciding_player):
        if game.deciding_player == CHANCE:
            game.roll()
        else:
            do(game, "PASS" if "PASS" in choices(game) else choices(game)[0])
    return game


def seat(game: Game, number: int) -> dict[str, Any]:
    """All of one seat, Stock and Mat too."""
    own = game.to_dict()["players"][number]
    row = game.states[0]
    return {**own, "stock": int(row["stock"][number]), "mat": int(row["mat"][number])}


def slots(game: Game) -> list[int]:
    """The slot of every seat."""
    facts = SPEC.layout.unpack(game.observe(0)["observation"])["facts"]
    return facts[: game.num_players, 2].tolist()


# --- attacks --------------------------------------------------------------------------------------
def landings(attacker: int, province: str, tokens: int, players: Any, **rest: Any) -> list[str]:
    """What DT27 offers there with so many tokens; nothing if the province is not offered."""
    own = {**players.get(attacker, {}), "expansion": tokens}
    everyone = {**players, attacker: own}
    game = expansion(attacker, everyone, options={"auto_forced": False}, **rest)
    if f"province:{province}" not in choices(game):
        return []
    return choices(do(game, f"province:{province}"))


def attack_needs(attacker: int, province: str, players: Any, **rest: Any) -> int | None:
    """The smallest number of tokens with which an attack is offered."""
    placed = sum(players.get(attacker, {}).get("old", {}).values())
    for tokens in range(1, 37 - placed):
        if "ATTACK" in landings(attacker, province, tokens, players, **rest):
            return tokens
    return None


def record_game() -> Game:
    """London, with Written Record, is about to take Fez from Paris; both hold cards."""
    london = {**SAIL, "expansion": 9, "hand": ["stone", "wool"]}
    paris = {"markers": ["Fez"], "hand": ["fur", "metal", "timber"]}
    return expansion(LONDON, {LONDON: london, PARIS: paris})
