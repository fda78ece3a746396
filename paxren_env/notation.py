"""Position notation: a whole position as a dict that JSON can hold, and back.

`to_dict` writes every position exactly, what is pending too. `from_dict` also takes positions
written by hand, with much left out, and refuses what cannot be, saying what and where.
"""

from collections import Counter
from typing import Any, NoReturn

import numpy as np

from paxren_env import constants as c
from paxren_env import engine
from paxren_env import pending as p
from paxren_env._view import View
from paxren_env.options import DEFAULTS, check_options, read_options, write_options
from paxren_env.state import (
    DECK_CAPACITY,
    HAND_CAPACITY,
    STACK_DEPTH,
    TABLEAU_CAPACITY,
    State,
    new_states,
)
from paxren_env.tables import (
    BANK_SET,
    BORDER_SEA,
    CARD_CODES,
    CARD_KIND,
    CARD_SET,
    CARD_SIDE,
    CITY_EMPORIUM,
    ROUTE_LENGTH,
    ROUTE_WIDTH,
    START_EMPORIUM,
    START_RELIGION,
    TOKEN_SUPPLY,
)

Position = dict[str, Any]

FACE_NAMES = ("king", "republic")
MAX_FLORINS = 30000
MAX_TURN = 32767
MAX_TOKENS = 10  # of one kind on one square

# Anywhere a token can lie, in the order of the spots.
SPOT_NAMES = (
    *c.CITY_NAMES,
    *c.BORDER_NAMES,
    *(f"repressed on {empire}" for empire in c.EMPIRE_NAMES),
    *CARD_CODES,
)
FLAGS = (False, True)

# --- frames and their arguments: every value of an argument in the order of its ids --------------
CARD = ("card", CARD_CODES)
EMPIRE = ("empire", c.EMPIRE_NAMES)
SIDE = ("side", c.SIDE_NAMES)
COLOUR = ("colour", c.COLOUR_NAMES)
BORDER = ("border", c.BORDER_NAMES)
TOKEN = ("token", c.TOKEN_NAMES)
AGENT = ("agent", c.AGENT_NAMES)
SPOT = ("spot", SPOT_NAMES)
PICKED = ("picked", FLAGS)
SERF_EMPIRE = ("serf_empire", c.LOCATION_NAMES)
OPTIONAL = ("serf_empire",)

ARGUMENTS: dict[str, tuple[tuple[str, tuple[Any, ...]], ...]] = {
    "place token": (TOKEN, SPOT, SERF_EMPIRE),
    "regime change": (EMPIRE, ("cause", c.CAUSE_NAMES)),
    "voyage": (("emporium", c.CITY_NAMES), ("next_stop", tuple(range(ROUTE_WIDTH)))),
    "suitor": (("queen", CARD_CODES),),
    "place_agent": (AGENT, PICKED),
    "serf_empire": (AGENT, BORDER),
    "pacify": (EMPIRE,),
    "casualty": (("attackers", FLAGS),),
    "place_survivor": (TOKEN, ("is_agent", FLAGS)),
    "concession": (EMPIRE,),
    "emancipate": (EMPIRE, PICKED),
    "place_freed": (EMPIRE, TOKEN),
    "golden_liberty": (EMPIRE,),
    "op_card": (SIDE, ("performed", FLAGS)),
    "op": (CARD, ("borrowed", FLAGS)),
    "inquisitor_from": (COLOUR,),
    "inquisitor_to": (("from", CARD_CODES),),
    "commerce": (SIDE,),
    "behead": (CARD,),
    "tax": (CARD,),
    "tax_empire": (CARD, BORDER),
    "tax_response": (BORDER, EMPIRE),
    "levy": (EMPIRE,),
    "repress": (CARD,),
    "vote": (SIDE,),
    "corsair_from": (CARD, COLOUR),
    "corsair_to": (CARD, COLOUR, ("from", c.BORDER_NAMES)),
    "siege": (CARD,),
    "campaign": (CARD,),
    "fire_one_shot": (CARD,),
    "other_side": (SIDE,),
    "source": (TOKEN, SPOT),
}
FRAMES = {
    **dict(enumerate(p.STEP_NAMES)),
    **dict(enumerate(p.DECISION_NAMES, p.FIRST_DECISION)),
}
FRAME_IDS = {name: frame for frame, name in FRAMES.items()}

# Frames that read registers of the resolution under way.
NEED_CARD = ("announce", "place agents", "one_shot", "war_empire", "agent", "place_agent",
             "serf_empire")  # fmt: skip
NEED_WAR = ("battle", "after battle", "place survivors", "casualty", "survivor",
            "place_survivor", "hospitaller", "war_empire")  # fmt: skip


# --- writing ---------------------------------------------------------------------------------------
def to_dict(states: np.ndarray, viewer: int | None = None) -> Position:
    """The position as a dict; with a viewer, without what that seat may not know."""
    s = View(states, 0)
    players = range(s.num_players)
    hides = viewer is not None
    if viewer is not None and viewer not in players:
        raise ValueError(f"viewer is a seat from 0 to {s.num_players - 1}, not {viewer!r}")
    closed = hides and not s.options & c.OPEN_HANDS
    position: Position = {
        "options": read_options(s),
        "turn": write_turn(s),
        "first_player": s.first_player,
        "players": [write_player(s, seat, closed and seat != viewer) for seat in players],
        "thrones": write_thrones(s),
        "market": {side: write_row(s, i) for i, side in enumerate(c.SIDE_NAMES)},
        "decks": {side: write_deck(s, i, hides) for i, side in enumerate(c.SIDE_NAMES)},
        "discard": [write_card(s, card) for card in cards_at(s, c.DISCARDED)],
        "religions": {name: c.RELIGION_NAMES[s.religion[i]] for i, name in empires()},
        "emporia": {
            side: c.CITY_NAMES[s.open_emporium[i]] for i, side in enumerate(c.SIDE_NAMES)
        },
        "cities": {
            c.CITY_NAMES[city]: c.TOKEN_NAMES[token]
            for city, token in enumerate(s.city)
            if token != c.NONE
        },
        "borders": write_borders(s),
        "victories": [c.VICTORY_NAMES[i] for i in np.flatnonzero(s.active)],
        "pending": [write_frame(frame) for frame in s.stack[: s.stack_size].tolist()],
        "resolution": write_resolution(s),
    }
    if s.status != c.RUNNING:
        position["result"] = write_result(s)
    if hides:
        position["viewer"] = viewer
    return position


def empires() -> enumerate:
    return enumerate(c.EMPIRE_NAMES)


def cards_at(s: State, place: int, owner: int = c.NONE) -> list[int]:
    """The cards (no squares) in some place, by id."""
    found = (s.place[: c.NUM_CARDS] == place) & (s.owner[: c.NUM_CARDS] == owner)
    return np.flatnonzero(found).tolist()


def write_turn(s: State) -> Position:
    return {
        "number": s.turn,
        "player": s.turn_player,
        "actions_left": s.actions_left,
        "did_something": bool(s.did_something),
        "ops_done": [side for i, side in enumerate(c.SIDE_NAMES) if s.ops_done[i]],
        "free_fair_used": bool(s.free_fair_used),
    }


def write_player(s: State, seat: int, hidden: bool) -> Position:
    hand = s.hand[seat, : s.hand_size[seat]].tolist()
    by_side = {side: 0 for side in c.SIDE_NAMES}
    for card in hand:
        by_side[c.SIDE_NAMES[CARD_SIDE[card]]] += 1
    return {
        "bank": c.BANK_NAMES[s.bank[seat]],
        "florins": int(s.florins[seat]),
        "hand": {"hidden": by_side} if hidden else [CARD_CODES[card] for card in hand],
        "old_maids": [CARD_CODES[card] for card in cards_at(s, c.OLD_MAID, seat)],
        "eliminated": bool(s.eliminated[seat]),
        "east": write_tableau(s, seat, c.EAST),
        "west": write_tableau(s, seat, c.WEST),
    }


def write_tableau(s: State, seat: int, side: int) -> list[Any]:
    """The columns of a row, from the board outwards."""
    row = s.tableau[seat, side, : s.tableau_size[seat, side]].tolist()
    return [write_column(s, card, row) for card in row if s.under[card] == c.NONE]


def write_column(s: State, card: int, row: list[int]) -> Any:
    """A card with all that is tucked under it."""
    tucked = [other for other in row if s.under[other] == card]
    parts = write_parts(s, card)
    for key, is_vassal in (("queens", False), ("vassals", True)):
        found = [write_column(s, o, row) for o in tucked if (o >= c.SQUARE) == is_vassal]
        if found:
            parts[key] = found
    return {"card": CARD_CODES[card], **parts} if parts else CARD_CODES[card]


def write_card(s: State, card: int) -> Any:
    """A card and its marks; only its code if it has none."""
    return write_column(s, card, [])


def write_parts(s: State, card: int) -> Position:
    """What is on a card, and the face of a square."""
    parts: Position = {}
    if card >= c.SQUARE and s.republic[card - c.SQUARE]:
        parts["face"] = FACE_NAMES[1]
    if s.bishop[card] != c.NONE:
        parts["bishop"] = c.COLOUR_NAMES[s.bishop[card]]
    if s.op_used[card]:
        parts["used"] = True
    if card >= c.SQUARE and s.repressed[card - c.SQUARE].any():
        parts["repressed"] = write_counts(s.repressed[card - c.SQUARE], c.TOKEN_NAMES)
    return parts


def write_counts(counts: np.ndarray, names: tuple[str, ...]) -> dict[str, int]:
    return {names[i]: int(number) for i, number in enumerate(counts) if number}


def write_thrones(s: State) -> Position:
    thrones: Position = {}
    for empire, name in empires():
        if s.place[c.SQUARE + empire] == c.IN_THRONE:
            thrones[name] = write_parts(s, c.SQUARE + empire)
            queens = [q for q in cards_at(s, c.IN_THRONE) if s.under[q] == c.SQUARE + empire]
            if queens:
                thrones[name]["queens"] = [write_card(s, queen) for queen in queens]
    return thrones


def write_row(s: State, side: int) -> list[list[Any]]:
    cells = []
    for slot in range(side * c.NUM_COLUMNS, (side + 1) * c.NUM_COLUMNS):
        card = s.market[slot]
        cell = [None if card == c.NONE else CARD_CODES[card], int(s.market_florins[slot])]
        cells.append([*cell, "paid"] if s.market_paid[slot] else cell)
    return cells


def write_deck(s: State, side: int, hidden: bool) -> Any:
    """The cards of a deck, the top one first."""
    cards = [CARD_CODES[card] for card in s.deck[side, : s.deck_size[side]][::-1]]
    if not hidden:
        return cards
    if cards and s.options & c.ASTROLOGY:
        return {"top": cards[0], "hidden": len(cards) - 1}
    return {"hidden": len(cards)}


def write_borders(s: State) -> Position:
    borders: Position = {}
    for border, name in enumerate(c.BORDER_NAMES):
        tokens = []
        if s.pawn[border] != c.NONE:
            tokens.append(c.TOKEN_NAMES[c.PAWN + s.pawn[border]])
        if s.pirate[border] != c.NONE:
            tokens.append(c.TOKEN_NAMES[c.PIRATE + s.pirate[border]])
        if tokens:
            borders[name] = tokens
    return borders


def write_frame(frame: list[int]) -> Position:
    """A frame with its arguments by name."""
    name = FRAMES[frame[0]]
    written: Position = {"frame": name, "player": frame[1]}
    for (key, values), value in zip(ARGUMENTS.get(name, ()), frame[2:], strict=False):
        if value != c.NONE:
            written[key] = values[value]
    return written


def write_resolution(s: State) -> Position:
    """The registers that are not as usual."""
    registers: Position = {}
    if s.card != c.NONE:
        registers["card"] = CARD_CODES[s.card]
    if s.agents.any():
        registers["agents"] = write_counts(s.agents, c.AGENT_NAMES)
    if s.sibling[0] != c.NONE:
        registers["sibling"] = [SPOT_NAMES[spot] for spot in s.sibling if spot != c.NONE]
    if s.war != c.NONE:
        registers["war"] = c.CAUSE_NAMES[s.war]
    if s.war_empire != c.NONE:
        registers["war_empire"] = c.EMPIRE_NAMES[s.war_empire]
    if s.war_king != c.NONE:
        registers["war_king"] = CARD_CODES[s.war_king]
    if s.fighters.any():
        registers["fighters"] = write_counts(s.fighters, c.TOKEN_NAMES)
    for key in ("agents_required", "war_rooks"):
        if getattr(s, key):
            registers[key] = True
    for key in ("deaths_left", "fair_profit"):
        if getattr(s, key):
            registers[key] = getattr(s, key)
    return registers


def write_result(s: State) -> Position:
    return {
        "status": c.STATUS_NAMES[s.status],
        "victory": None if s.victory == c.NONE else c.VICTORY_NAMES[s.victory],
        "winners": np.flatnonzero(s.winner).tolist(),
    }


# --- reading: small checks, each naming the place ----------------------------------------------
def fail(where: str, problem: str) -> NoReturn:
    """Refuse a position."""
    raise ValueError(f"{where}: {problem}")


def check_keys(value: Any, where: str, known: tuple[str, ...]) -> dict[str, Any]:
    """A dict without unknown keys."""
    if not isinstance(value, dict):
        fail(where, f"expected a dict, not {value!r}")
    for key in value:
        if key not in known:
            fail(f"{where}.{key}", f"unknown key; the keys are {', '.join(known)}")
    return value


def check_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        fail(where, f"expected a list, not {value!r}")
    return list(value)


def check_number(value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        fail(where, f"expected a whole number from {low} to {high}, not {value!r}")
    return value


def check_flag(value: Any, where: str) -> bool:
    if type(value) is not bool:
        fail(where, f"expected true or false, not {value!r}")
    return value


def find(value: Any, where: str, values: tuple[Any, ...], what: str) -> int:
    """The id of a name."""
    for number, name in enumerate(values):
        if type(value) is type(name) and value == name:
            return number
    if len(values) > len(c.BORDER_NAMES):
        fail(where, f"unknown {what} {value!r}")
    fail(where, f"unknown {what} {value!r}; one of {', '.join(str(v) for v in values)}")


def find_card(value: Any, where: str) -> int:
    return find(value, where, CARD_CODES, "card")


class Reader:
    """One position being read: where each card was found, and the tokens met so far."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.places: dict[int, str] = {}
        self.tokens: Counter[int] = Counter()

    def put_card(self, card: int, where: str, place: int, owner: int = c.NONE) -> None:
        """Note where a card is; it can be only in one place, and must belong to the game."""
        code = CARD_CODES[card]
        if card in self.places:
            raise ValueError(f"card {code} is in two places: {self.places[card]} and {where}")
        if CARD_SET[card] == c.PROMO_SET and self.s.map != c.AGE_OF_REFORMATION:
            fail(where, f"{code} belongs to the map 'age_of_reformation'")
        if CARD_SET[card] == c.EXPANSION_SET and self.s.options & c.LIMITED_CARDS:
            fail(where, f"{code} is not in the game with the option limited_cards")
        self.places[card] = where
        self.s.place[card] = place
        self.s.owner[card] = owner

    def put_token(self, token: int, where: str, number: int = 1) -> None:
        """Note that tokens are in play; pawns only of those who play."""
        seat = token - c.PAWN
        if c.PAWN <= token < c.PIRATE and seat >= self.s.num_players:
            fail(where, f"there is no player {seat}")
        self.tokens[token] += number


# --- reading --------------------------------------------------------------------------------------
KEYS = ("options", "turn", "first_player", "players", "thrones", "market", "decks", "discard",
        "religions", "emporia", "cities", "borders", "victories", "pending", "resolution",
        "result")  # fmt: skip


def from_dict(position: Position) -> tuple[np.ndarray, np.ndarray]:
    """The game at this position and the mask of what is legal; ValueError if it cannot be."""
    if isinstance(position, dict) and "viewer" in position:
        fail("viewer", "a position as one player sees it hides cards and cannot be loaded")
    check_keys(position, "position", KEYS)
    states = new_states(1)
    s = View(states, 0)
    clear(s)
    read_table(Reader(s), position)
    read_turn(s, position)
    if "result" in position:
        read_result(s, position)
    else:
        read_pending(s, position)
    mask = engine.new_mask()
    settle(states, mask)
    return states, mask


def clear(s: State) -> None:
    """Blank where nothing is, as the setup leaves it."""
    for field in (s.bank, s.sibling, s.market, s.owner, s.under, s.bishop, s.pawn, s.pirate):
        field[:] = c.NONE
    s.city[:] = c.NONE
    s.card = s.war = s.war_empire = s.war_king = s.victory = c.NONE


def read_table(reader: Reader, position: Position) -> None:
    """All that lies on the table and in the hands."""
    s = reader.s
    if "players" not in position:
        fail("players", "missing")
    players = check_list(position["players"], "players")
    options = check_keys(position.get("options", {}), "options", tuple(DEFAULTS))
    try:
        write_options(s, check_options({"num_players": len(players), **options}))
    except ValueError as error:
        raise ValueError(f"options: {error}") from None
    if s.num_players != len(players):
        fail("players", f"{len(players)} of them, but num_players is {s.num_players}")
    s.first_player = check_number(
        position.get("first_player", 0), "first_player", 0, s.num_players - 1
    )
    read_map(reader, position)
    for seat, player in enumerate(players):
        read_player(reader, seat, player, f"players[{seat}]")
    give_banks(s)
    read_thrones(reader, position.get("thrones", {}))
    read_market(reader, position.get("market", {}))
    read_decks(reader, position.get("decks", {}))
    for i, card in enumerate(check_list(position.get("discard", []), "discard")):
        read_discarded(reader, card, f"discard[{i}]")
    count_supply(reader)


def read_player(reader: Reader, seat: int, value: Any, where: str) -> None:
    s = reader.s
    keys = ("bank", "florins", "hand", "old_maids", "eliminated", *c.SIDE_NAMES)
    player = check_keys(value, where, keys)
    if "bank" in player:
        read_bank(s, seat, player["bank"], f"{where}.bank")
    s.florins[seat] = check_number(player.get("florins", 0), f"{where}.florins", 0, MAX_FLORINS)
    s.eliminated[seat] = check_flag(player.get("eliminated", False), f"{where}.eliminated")
    read_hand(reader, seat, player.get("hand", []), f"{where}.hand")
    for i, code in enumerate(check_list(player.get("old_maids", []), f"{where}.old_maids")):
        read_old_maid(reader, seat, code, f"{where}.old_maids[{i}]")
    for side, name in enumerate(c.SIDE_NAMES):
        for i, column in enumerate(check_list(player.get(name, []), f"{where}.{name}")):
            read_column(reader, seat, side, column, f"{where}.{name}[{i}]")


def read_bank(s: State, seat: int, value: Any, where: str) -> None:
    bank = find(value, where, c.BANK_NAMES, "bank")
    if bank in s.bank:
        fail(where, f"{value} is the bank of player {s.bank.tolist().index(bank)} already")
    if BANK_SET[bank] == c.PROMO_SET and s.map != c.AGE_OF_REFORMATION:
        fail(where, f"{value} belongs to the map 'age_of_reformation'")
    s.bank[seat] = bank


def give_banks(s: State) -> None:
    """Whoever was given no bank gets the next one unused."""
    for seat in range(s.num_players):
        if s.bank[seat] == c.NONE:
            s.bank[seat] = next(bank for bank in range(c.NUM_BANKS) if bank not in s.bank)


def read_hand(reader: Reader, seat: int, value: Any, where: str) -> None:
    if isinstance(value, dict):
        fail(where, "hidden cards cannot be loaded")
    cards = []
    for i, code in enumerate(check_list(value, where)):
        card = find_card(code, f"{where}[{i}]")
        if CARD_KIND[card] not in (c.TABLEAU_CARD, c.QUEEN):
            fail(f"{where}[{i}]", f"a {c.CARD_KIND_NAMES[CARD_KIND[card]]} is never in a hand")
        reader.put_card(card, f"{where}[{i}]", c.IN_HAND, seat)
        cards.append(card)
    if len(cards) > HAND_CAPACITY:
        fail(where, f"{len(cards)} cards, at most {HAND_CAPACITY}")
    reader.s.hand[seat, : len(cards)] = sorted(cards)
    reader.s.hand_size[seat] = len(cards)


def read_old_maid(reader: Reader, seat: int, value: Any, where: str) -> None:
    if isinstance(value, dict):
        fail(where, "an old maid carries nothing; give only her code")
    card = find_card(value, where)
    if CARD_KIND[card] != c.QUEEN:
        fail(where, f"{value} is no queen")
    reader.put_card(card, where, c.OLD_MAID, seat)


def read_marks(reader: Reader, value: Any, where: str, extra: tuple[str, ...]) -> tuple[int, dict]:
    """A card and the dict that describes it; its bishop and its used op are noted."""
    described = value if isinstance(value, dict) else {"card": value}
    if "card" not in described:
        fail(where, "missing key card")
    card = find_card(described["card"], where)
    check_keys(described, where, ("card", "bishop", "used", *extra))
    put_marks(reader, card, described, where)
    return card, described


def put_marks(reader: Reader, card: int, described: dict, where: str) -> None:
    s = reader.s
    s.op_used[card] = check_flag(described.get("used", False), f"{where}.used")
    if "bishop" in described:
        colour = find(described["bishop"], f"{where}.bishop", c.COLOUR_NAMES, "colour")
        s.bishop[card] = colour
        reader.put_token(c.BISHOP + colour, f"{where}.bishop")
    if "repressed" in described:
        empire = card - c.SQUARE
        counts = read_counts(described["repressed"], f"{where}.repressed", c.TOKEN_NAMES[:10])
        for token, number in counts.items():
            s.repressed[empire, token] = number
            reader.put_token(token, f"{where}.repressed", number)


def read_counts(value: Any, where: str, names: tuple[str, ...]) -> dict[int, int]:
    check_keys(value, where, names)
    return {
        names.index(name): check_number(number, f"{where}.{name}", 1, MAX_TOKENS)
        for name, number in value.items()
    }


SQUARE_KEYS = ("repressed", "queens")


def append(s: State, seat: int, side: int, card: int) -> None:
    """The next card of a row."""
    if s.tableau_size[seat, side] == TABLEAU_CAPACITY:
        fail(f"players[{seat}].{c.SIDE_NAMES[side]}", f"more than {TABLEAU_CAPACITY} cards")
    s.tableau[seat, side, s.tableau_size[seat, side]] = card
    s.tableau_size[seat, side] += 1


def read_column(reader: Reader, seat: int, side: int, value: Any, where: str) -> None:
    """A card of a tableau, or a square with its queens and vassals."""
    code = value.get("card") if isinstance(value, dict) else value
    is_square = isinstance(code, str) and code.startswith("SQ_")
    extra = ("face", "vassals", *SQUARE_KEYS) if is_square else ()
    card, described = read_marks(reader, value, where, extra)
    if CARD_KIND[card] == c.QUEEN:
        fail(where, f"queen {code} needs a King; old maids are in old_maids")
    if CARD_KIND[card] == c.COMET:
        fail(where, "a comet is never in a tableau")
    if CARD_SIDE[card] != side:
        fail(where, f"{code} belongs to the {c.SIDE_NAMES[CARD_SIDE[card]]} row")
    reader.put_card(card, where, c.IN_TABLEAU, seat)
    append(reader.s, seat, side, card)
    if is_square:
        read_face(reader.s, card, described, where)
        read_queens(reader, card, described, where, seat, side)
        for i, vassal in enumerate(check_list(described.get("vassals", []), f"{where}.vassals")):
            read_vassal(reader, card, vassal, f"{where}.vassals[{i}]", seat, side)


def read_face(s: State, card: int, described: dict, where: str) -> None:
    republic = find(described.get("face", "king"), f"{where}.face", FACE_NAMES, "face")
    s.republic[card - c.SQUARE] = republic
    for key in ("queens", "vassals"):
        if republic and described.get(key):
            fail(f"{where}.{key}", "only a King has them, not a republic")


def read_vassal(
    reader: Reader, suzerain: int, value: Any, where: str, seat: int, side: int
) -> None:
    """VASSAL: a King under a King; a vassal has none of its own."""
    if isinstance(value, dict):
        if "vassals" in value:
            fail(f"{where}.vassals", "a vassal has no vassals")
        if value.get("face", "king") != "king":
            fail(f"{where}.face", "a vassal is a King")
    square, described = read_marks(reader, value, where, ("face", *SQUARE_KEYS))
    if CARD_KIND[square] != c.EMPIRE_SQUARE:
        fail(where, f"{CARD_CODES[square]} is no empire square")
    reader.put_card(square, where, c.IN_TABLEAU, seat)
    reader.s.under[square] = suzerain
    append(reader.s, seat, side, square)
    read_queens(reader, square, described, where, seat, side)


def read_queens(
    reader: Reader, king: int, described: dict, where: str, seat: int = c.NONE, side: int = c.NONE
) -> None:
    """Queens behind their King; in a throne without a seat."""
    for i, value in enumerate(check_list(described.get("queens", []), f"{where}.queens")):
        queen, _ = read_marks(reader, value, f"{where}.queens[{i}]", ())
        if CARD_KIND[queen] != c.QUEEN:
            fail(f"{where}.queens[{i}]", f"{CARD_CODES[queen]} is no queen")
        place = c.IN_THRONE if seat == c.NONE else c.IN_TABLEAU
        reader.put_card(queen, f"{where}.queens[{i}]", place, seat)
        reader.s.under[queen] = king
        if seat != c.NONE:
            append(reader.s, seat, side, queen)


def read_thrones(reader: Reader, value: Any) -> None:
    """Squares not in a tableau are in their thrones, named or not."""
    thrones = check_keys(value, "thrones", c.EMPIRE_NAMES)
    for empire, name in empires():
        square = c.SQUARE + empire
        where = f"thrones.{name}"
        if name in thrones:
            if isinstance(thrones[name], dict) and thrones[name].get("face") == "republic":
                fail(where, "a republic cannot sit in a throne")
            described = check_keys(thrones[name], where, ("bishop", "used", *SQUARE_KEYS))
            reader.put_card(square, where, c.IN_THRONE)
            put_marks(reader, square, described, where)
            read_queens(reader, square, described, where)
        elif square not in reader.places:
            reader.s.place[square] = c.IN_THRONE


def read_market(reader: Reader, value: Any) -> None:
    market = check_keys(value, "market", c.SIDE_NAMES)
    for side, name in enumerate(c.SIDE_NAMES):
        cells = check_list(market.get(name, [[None, 0]] * c.NUM_COLUMNS), f"market.{name}")
        if len(cells) != c.NUM_COLUMNS:
            fail(f"market.{name}", f"{len(cells)} cells, not {c.NUM_COLUMNS}")
        for column, cell in enumerate(cells):
            read_cell(reader, side * c.NUM_COLUMNS + column, cell, f"market.{name}[{column}]")


def read_cell(reader: Reader, slot: int, value: Any, where: str) -> None:
    """E1: a card, the florins on it, and whether usury keeps it from being bought."""
    s = reader.s
    cell = check_list(value, where)
    if len(cell) not in (2, 3) or (len(cell) == 3 and cell[2] != "paid"):
        fail(where, f"expected [card, florins] or [card, florins, 'paid'], not {value!r}")
    s.market_florins[slot] = check_number(cell[1], f"{where}[1]", 0, MAX_FLORINS)
    s.market_paid[slot] = len(cell) == 3
    if cell[0] is None:
        if cell[1] and slot % c.NUM_COLUMNS:
            fail(where, "florins without a card lie only in column 0")
        return
    card = find_card(cell[0], where)
    if card >= c.SQUARE:
        fail(where, "an empire square is never in the market")
    reader.put_card(card, where, c.IN_MARKET)
    s.market[slot] = card


def read_decks(reader: Reader, value: Any) -> None:
    decks = check_keys(value, "decks", c.SIDE_NAMES)
    for side, name in enumerate(c.SIDE_NAMES):
        where = f"decks.{name}"
        if isinstance(decks.get(name), dict):
            fail(where, "hidden cards cannot be loaded")
        codes = check_list(decks.get(name, []), where)
        if len(codes) > DECK_CAPACITY:
            fail(where, f"{len(codes)} cards, at most {DECK_CAPACITY}")
        for i, code in enumerate(codes):
            card = find_card(code, f"{where}[{i}]")
            if card >= c.SQUARE or CARD_SIDE[card] != side:
                fail(f"{where}[{i}]", f"{code} is not a card of the {name} deck")
            reader.put_card(card, f"{where}[{i}]", c.IN_DECK)
            reader.s.deck[side, len(codes) - 1 - i] = card
        reader.s.deck_size[side] = len(codes)


def read_discarded(reader: Reader, value: Any, where: str) -> None:
    if isinstance(value, dict) and "bishop" in value:
        fail(f"{where}.bishop", "no bishop lies on a discarded card")
    card, _ = read_marks(reader, value, where, ())
    if card >= c.SQUARE:
        fail(where, "an empire square is never discarded")
    reader.put_card(card, where, c.DISCARDED)


def read_map(reader: Reader, position: Position) -> None:
    """Religions, emporia, cities, borders and victory squares."""
    s = reader.s
    s.religion[:] = START_RELIGION[s.map]
    religions = check_keys(position.get("religions", {}), "religions", c.EMPIRE_NAMES)
    for name, value in religions.items():
        religion = find(value, f"religions.{name}", c.RELIGION_NAMES, "religion")
        s.religion[c.EMPIRE_NAMES.index(name)] = (
            c.MEDIEVAL if religion == c.NUM_RELIGIONS else religion
        )
    s.open_emporium[:] = START_EMPORIUM[s.map]
    emporia = check_keys(position.get("emporia", {}), "emporia", c.SIDE_NAMES)
    for name, value in emporia.items():
        city = find(value, f"emporia.{name}", c.CITY_NAMES, "city")
        if CITY_EMPORIUM[city] != c.SIDE_NAMES.index(name):
            fail(f"emporia.{name}", f"{value} is no emporium of the {name}")
        s.open_emporium[CITY_EMPORIUM[city]] = city
    for name, value in check_keys(position.get("cities", {}), "cities", c.CITY_NAMES).items():
        read_city(reader, c.CITY_NAMES.index(name), value, f"cities.{name}")
    for name, value in check_keys(position.get("borders", {}), "borders", c.BORDER_NAMES).items():
        read_border(reader, c.BORDER_NAMES.index(name), value, f"borders.{name}")
    for i, value in enumerate(check_list(position.get("victories", []), "victories")):
        read_victory(s, value, f"victories[{i}]")


def read_city(reader: Reader, city: int, value: Any, where: str) -> None:
    token = find(value, where, c.TOKEN_NAMES, "token")
    if token >= c.PAWN:
        fail(where, f"a {value} cannot be in a city")
    side = CITY_EMPORIUM[city]
    if side != c.NONE and reader.s.open_emporium[side] != city:
        fail(where, "no token lies on a busted emporium")
    reader.s.city[city] = token
    reader.put_token(token, where)


def read_border(reader: Reader, border: int, value: Any, where: str) -> None:
    s = reader.s
    for i, name in enumerate(check_list(value, where)):
        token = find(name, f"{where}[{i}]", c.TOKEN_NAMES, "token")
        if c.PAWN <= token < c.PIRATE and s.pawn[border] == c.NONE:
            s.pawn[border] = token - c.PAWN
        elif c.PIRATE <= token < c.BISHOP and s.pirate[border] == c.NONE:
            if not BORDER_SEA[border]:
                fail(f"{where}[{i}]", "pirates only on sea borders")
            s.pirate[border] = token - c.PIRATE
        else:
            fail(f"{where}[{i}]", "a border holds at most one pawn and one pirate")
        reader.put_token(token, f"{where}[{i}]")


def read_victory(s: State, value: Any, where: str) -> None:
    victory = find(value, where, c.VICTORY_NAMES[: c.NUM_VICTORY_SQUARES], "victory")
    if victory == c.BYZANTINE and s.map != c.AGE_OF_REFORMATION:
        fail(where, "byzantine belongs to the map 'age_of_reformation'")
    if s.active[victory]:
        fail(where, f"{value} twice")
    s.active[victory] = 1


def count_supply(reader: Reader) -> None:
    """T: what is not in play is in the pool, or in the reserve of a player's pawns."""
    for token, supply in enumerate(TOKEN_SUPPLY.tolist()):
        if reader.tokens[token] > supply:
            used = reader.tokens[token]
            raise ValueError(f"too many {c.TOKEN_NAMES[token]}s: {used} of {supply}")
        plays = not c.PAWN + reader.s.num_players <= token < c.PIRATE
        reader.s.supply[token] = supply - reader.tokens[token] if plays else 0


# --- reading: the turn and what is pending ------------------------------------------------------
def read_turn(s: State, position: Position) -> None:
    keys = ("number", "player", "actions_left", "did_something", "ops_done", "free_fair_used")
    turn = check_keys(position.get("turn", {}), "turn", keys)
    s.turn = check_number(turn.get("number", 0), "turn.number", 0, MAX_TURN)
    s.turn_player = check_number(turn.get("player", 0), "turn.player", 0, s.num_players - 1)
    if s.eliminated[s.turn_player]:
        fail("turn.player", f"player {s.turn_player} is eliminated")
    actions = turn.get("actions_left", c.ACTIONS_PER_TURN)
    s.actions_left = check_number(actions, "turn.actions_left", 0, c.ACTIONS_PER_TURN)
    # Whatever is pending beside the main choice, something led to it.
    did = len(position.get("pending") or ()) > 2
    s.did_something = check_flag(turn.get("did_something", did), "turn.did_something")
    s.free_fair_used = check_flag(turn.get("free_fair_used", False), "turn.free_fair_used")
    for i, side in enumerate(check_list(turn.get("ops_done", []), "turn.ops_done")):
        s.ops_done[find(side, f"turn.ops_done[{i}]", c.SIDE_NAMES, "side")] = 1
    read_resolution(s, position.get("resolution", {}))


def read_resolution(s: State, value: Any) -> None:
    where = "resolution"
    keys = ("card", "agents", "agents_required", "sibling", "war", "war_empire", "war_king",
            "war_rooks", "deaths_left", "fighters", "fair_profit")  # fmt: skip
    registers = check_keys(value, where, keys)
    names = {"card": CARD_CODES, "war": c.CAUSE_NAMES, "war_empire": c.EMPIRE_NAMES,
             "war_king": CARD_CODES}  # fmt: skip
    for key, values in names.items():
        if key in registers:
            setattr(s, key, find(registers[key], f"{where}.{key}", values, key))
    if s.war_king != c.NONE and s.war_king < c.SQUARE:
        fail(f"{where}.war_king", f"{registers['war_king']} is no empire square")
    for key in ("agents_required", "war_rooks"):
        setattr(s, key, check_flag(registers.get(key, False), f"{where}.{key}"))
    s.deaths_left = check_number(registers.get("deaths_left", 0), f"{where}.deaths_left", 0, 99)
    profit = registers.get("fair_profit", 0)
    s.fair_profit = check_number(profit, f"{where}.fair_profit", 0, MAX_FLORINS)
    for key, tokens in (("agents", c.AGENT_NAMES), ("fighters", c.TOKEN_NAMES[:10])):
        counts = read_counts(registers.get(key, {}), f"{where}.{key}", tokens)
        for token, number in counts.items():
            getattr(s, key)[token] = number
    spots = check_list(registers.get("sibling", []), f"{where}.sibling")
    if len(spots) > len(s.sibling):
        fail(f"{where}.sibling", f"{len(spots)} spots, at most {len(s.sibling)}")
    for i, spot in enumerate(spots):
        s.sibling[i] = find(spot, f"{where}.sibling[{i}]", SPOT_NAMES, "spot")


def read_pending(s: State, position: Position) -> None:
    """The stack of what is owed; by default the turn's player has the main choice."""
    default = [{"frame": name, "player": s.turn_player} for name in ("turn", "main")]
    frames = check_list(position.get("pending", default), "pending")
    if not frames:
        fail("pending", "nothing is owed, but the game has no result")
    if len(frames) > STACK_DEPTH:
        fail("pending", f"{len(frames)} frames, at most {STACK_DEPTH}")
    names = [read_frame(s, frame, f"pending[{i}]", i) for i, frame in enumerate(frames)]
    check_stack(s, names)
    s.stack_size = len(frames)


def read_frame(s: State, value: Any, where: str, depth: int) -> str:
    if not isinstance(value, dict) or "frame" not in value:
        fail(where, f"expected a dict with the key frame, not {value!r}")
    name = value["frame"]
    if not isinstance(name, str) or name not in FRAME_IDS:
        fail(f"{where}.frame", f"unknown frame {name!r}")
    arguments = ARGUMENTS.get(name, ())
    check_keys(value, where, ("frame", "player", *(key for key, _ in arguments)))
    s.stack[depth, 0] = FRAME_IDS[name]
    player = value.get("player", s.turn_player)
    s.stack[depth, 1] = check_number(player, f"{where}.player", 0, s.num_players - 1)
    s.stack[depth, 2:] = c.NONE
    for i, (key, values) in enumerate(arguments, 2):
        if key in value:
            s.stack[depth, i] = find(value[key], f"{where}.{key}", values, key)
        elif key not in OPTIONAL:
            fail(where, f"missing key {key}")
    return name


def check_stack(s: State, names: list[str]) -> None:
    """The turn is at the bottom, the main choice right on it, and what frames need is there."""
    if names[0] not in ("turn", "end turn"):
        fail("pending[0]", f"the first frame is 'turn' or 'end turn', not {names[0]!r}")
    for i, name in enumerate(names[1:], 1):
        where = f"pending[{i}]"
        if name in ("turn", "end turn"):
            fail(where, f"{name!r} is only the first frame")
        if name == "main" and (i != 1 or names[0] != "turn"):
            fail(where, "'main' stands only right on 'turn'")
        if name in NEED_CARD and s.card == c.NONE:
            fail("resolution.card", f"missing, but {where} needs it")
        if name in NEED_WAR:
            check_war(s, where, asked="war_empire" in names[i:])
        problem = frame_problem(s, name, *s.stack[i, 1:].tolist())
        if problem:
            fail(where, problem)


def check_war(s: State, where: str, asked: bool) -> None:
    """B10: which war, where, and whose campaign."""
    if s.war == c.NONE:
        fail("resolution.war", f"missing, but {where} needs it")
    if s.war_empire == c.NONE and not asked:
        fail("resolution.war_empire", f"missing, but {where} needs it")
    if s.war == c.BY_CAMPAIGN and s.war_king == c.NONE:
        fail("resolution.war_king", f"missing, but {where} needs it")


def frame_problem(s: State, name: str, player: int, a: int, b: int, origin: int) -> str:
    """Why the table does not fit this frame, or nothing: its rules rely on what they act on."""
    if name == "regime change" and b == c.BY_CAMPAIGN and s.war_king == c.NONE:
        return "a campaign needs resolution.war_king"
    if name == "regime change" and b == c.CORONATION:
        a = s.card
    if name == "suitor" or (name == "regime change" and b == c.CORONATION):
        if not (CARD_KIND[a] == c.QUEEN and s.place[a] == c.OLD_MAID and s.owner[a] == player):
            return f"the queen must be among the old maids of player {player}"
    if name in ("place token", "source") and not token_fits(a, b):
        return f"a {c.TOKEN_NAMES[a]} cannot be put there"
    if name == "voyage" and not 0 <= b <= ROUTE_LENGTH[a] > 0:
        return "no such stop on a route from there"
    if name == "inquisitor_to" and s.bishop[a] == c.NONE:
        return f"no bishop is on {CARD_CODES[a]}"
    if name == "corsair_to" and s.pirate[origin] != b:
        return f"no such pirate on {c.BORDER_NAMES[origin]}"
    if name == "tax_empire" and s.pawn[b] == c.NONE:
        return f"no pawn on {c.BORDER_NAMES[b]}"
    if name == "tax_response" and s.pawn[a] != player:
        return f"no pawn of player {player} on {c.BORDER_NAMES[a]}"
    if name == "place_freed" and not (b < c.NUM_REPRESSED and s.repressed[a, b] > 0):
        return f"no {c.TOKEN_NAMES[b]} is repressed there"
    if name == "place_agent" and s.agents[a] == 0:
        return f"resolution.agents has no {c.AGENT_NAMES[a]}"
    if name == "place_survivor" and not survives(s, player, a, b):
        return f"no {c.TOKEN_NAMES[a]} is among the survivors"
    return ""


def token_fits(token: int, spot: int) -> bool:
    """B8: knights and rooks in cities, pawns and pirates on borders, bishops on cards."""
    if spot < c.SPOT_BORDER:
        return token < c.PAWN
    if spot < c.SPOT_SQUARE:
        return c.PAWN <= token < c.BISHOP
    return token < c.NUM_REPRESSED if spot < c.SPOT_CARD else token >= c.BISHOP


def survives(s: State, player: int, token: int, is_agent: int) -> bool:
    """B10c: an agent of the card, or a repressed token that fought."""
    if not is_agent:
        return token < c.NUM_REPRESSED and bool(s.fighters[token] > 0)
    if c.PAWN <= token < c.PIRATE:
        return token == c.PAWN + player and bool(s.agents[c.OWN_PAWN] > 0)
    agent = token if token < c.PAWN else token - c.PIRATE + c.AGENT_PIRATE
    return bool(s.agents[agent] > 0)


def read_result(s: State, position: Position) -> None:
    result = check_keys(position["result"], "result", ("status", "victory", "winners"))
    if position.get("pending"):
        fail("pending", "nothing is owed when the game is over")
    status = find(result.get("status"), "result.status", c.STATUS_NAMES[1:], "status")
    s.status = status + 1
    winners = check_list(result.get("winners", []), "result.winners")
    if s.status == c.TRUNCATED and (winners or result.get("victory") is not None):
        fail("result", "nobody wins a truncated game")
    if s.status == c.TERMINATED:
        s.victory = find(result.get("victory"), "result.victory", c.VICTORY_NAMES, "victory")
        if not winners:
            fail("result.winners", "somebody wins a terminated game")
    for i, seat in enumerate(winners):
        s.winner[check_number(seat, f"result.winners[{i}]", 0, s.num_players - 1)] = 1


def copy_states(states: np.ndarray) -> np.ndarray:
    """A copy to the byte: NumPy's own leaves the gaps between fields to chance."""
    copies = new_states(len(states))
    copies.view(np.uint8)[:] = states.view(np.uint8)
    return copies


# --- bringing the derived fields up to date --------------------------------------------------------
def settle(states: np.ndarray, mask: np.ndarray) -> None:
    """Let the engine derive what follows from a position, and refuse what it would not leave so."""
    s = View(states, 0)
    probe = copy_states(states)
    has_choice = load_probe(probe, mask)
    check_map(s, View(probe, 0))
    if s.status != c.RUNNING:
        for field in ("ability", "prestige", "silenced", "column"):
            getattr(s, field)[:] = getattr(View(probe, 0), field)
        mask[:] = 0
        return
    if not has_choice and not s.did_something and s.actions_left > 0:
        fail("turn", f"player {s.turn_player} can do nothing; give cards, or did_something")
    load(states, mask)


def load_probe(states: np.ndarray, mask: np.ndarray) -> bool:
    """Load the position as if the main choice came now; whether it has more than to pass."""
    s = View(states, 0)
    s.status = c.RUNNING
    s.did_something = 1  # passing is legal: some answer there always is
    s.hand_size[:] = np.minimum(s.hand_size, c.HAND_LIMIT)  # no discards before it
    s.stack_size = 2
    s.stack[:2] = c.NONE
    s.stack[:2, 0] = p.TURN, p.MAIN
    s.stack[:2, 1] = s.turn_player
    engine.load(states, 0, mask)
    return bool(mask.sum() > 1)


def check_map(s: State, loaded: State) -> None:
    """S3: what the state checks would take off the map cannot have been on it."""
    for city in np.flatnonzero(s.city != loaded.city):
        if s.city[city] != c.NONE:
            fail(f"cities.{c.CITY_NAMES[city]}", "there is no such slot now")
    for border in np.flatnonzero(s.pawn != loaded.pawn):
        name = c.BORDER_NAMES[border]
        fail(f"borders.{name}", "a pawn without protection does not survive a pirate")


def load(states: np.ndarray, mask: np.ndarray) -> None:
    """Mark what is legal; discards are left to the state checks, which ask for them anew."""
    s = View(states, 0)
    while s.stack[s.stack_size - 1, 0] == p.DISCARD_CARD:
        s.stack_size -= 1
        s.stack[s.stack_size] = 0
    engine.load(states, 0, mask)
