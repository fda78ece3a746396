"""Reading what lies on the table and in the hands."""

from collections import Counter
from typing import Any

from paxren_env.core.notation import (
    check_flag,
    check_keys,
    check_list,
    check_number,
    fail,
    find_name,
    shown,
)
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.notation.check import MOST_FLORINS
from paxren_env.games.pax_renaissance.notation.names import (
    FACE_NAMES,
    Position,
    empires,
    find_card,
)
from paxren_env.games.pax_renaissance.options import DEFAULTS, check_options, write_options
from paxren_env.games.pax_renaissance.state import (
    DECK_CAPACITY,
    HAND_CAPACITY,
    TABLEAU_CAPACITY,
    State,
)
from paxren_env.games.pax_renaissance.tables import (
    BANK_SET,
    BORDER_SEA,
    CARD_CODES,
    CARD_KIND,
    CARD_SET,
    CARD_SIDE,
    CITY_EMPORIUM,
    START_EMPORIUM,
    START_RELIGION,
    TOKEN_SUPPLY,
)

MAX_TOKENS = 10  # of one kind on one square


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
    if len(players) < 2:
        fail("players", f"{len(players)} of them; the bot of the solo game is one too")
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
    s.florins[seat] = check_number(player.get("florins", 0), f"{where}.florins", 0, MOST_FLORINS)
    s.eliminated[seat] = check_flag(player.get("eliminated", False), f"{where}.eliminated")
    if s.eliminated[seat] and not s.options & c.BANKRUPTCY:
        fail(f"{where}.eliminated", "nobody is without the option bankruptcy")
    read_hand(reader, seat, player.get("hand", []), f"{where}.hand")
    for i, code in enumerate(check_list(player.get("old_maids", []), f"{where}.old_maids")):
        read_old_maid(reader, seat, code, f"{where}.old_maids[{i}]")
    for side, name in enumerate(c.SIDE_NAMES):
        for i, column in enumerate(check_list(player.get(name, []), f"{where}.{name}")):
            read_column(reader, seat, side, column, f"{where}.{name}[{i}]")


def read_bank(s: State, seat: int, value: Any, where: str) -> None:
    bank = find_name(value, where, c.BANK_NAMES, "bank")
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
    codes = check_list(value, where)
    if codes and reader.s.bot == seat + 1:
        fail(where, "the bot plays what it buys at once and has no hand")  # O4
    for i, code in enumerate(codes):
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
        colour = find_name(described["bishop"], f"{where}.bishop", c.COLOUR_NAMES, "colour")
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
    republic = find_name(described.get("face", "king"), f"{where}.face", FACE_NAMES, "face")
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
    described = value if isinstance(value, dict) else {"card": value}
    # What it is comes first: only squares have room for what may lie on one.
    square = find_card(described.get("card"), where)
    if CARD_KIND[square] != c.EMPIRE_SQUARE:
        fail(where, f"{CARD_CODES[square]} is no empire square")
    read_marks(reader, value, where, ("face", *SQUARE_KEYS))
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
        fail(where, f"expected [card, florins] or [card, florins, 'paid'], not {shown(value)}")
    s.market_florins[slot] = check_number(cell[1], f"{where}[1]", 0, MOST_FLORINS)
    if cell[0] is None:  # earlier versions left the mark behind: no card, no mark
        if cell[1] and slot % c.NUM_COLUMNS:
            fail(where, "florins without a card lie only in column 0")
        return
    s.market_paid[slot] = len(cell) == 3
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
        religion = find_name(value, f"religions.{name}", c.RELIGION_NAMES, "religion")
        s.religion[c.EMPIRE_NAMES.index(name)] = (
            c.MEDIEVAL if religion == c.NUM_RELIGIONS else religion
        )
    s.open_emporium[:] = START_EMPORIUM[s.map]
    emporia = check_keys(position.get("emporia", {}), "emporia", c.SIDE_NAMES)
    for name, value in emporia.items():
        city = find_name(value, f"emporia.{name}", c.CITY_NAMES, "city")
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
    token = find_name(value, where, c.TOKEN_NAMES, "token")
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
        token = find_name(name, f"{where}[{i}]", c.TOKEN_NAMES, "token")
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
    victory = find_name(value, where, c.VICTORY_NAMES[: c.NUM_VICTORY_SQUARES], "victory")
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
