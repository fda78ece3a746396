"""The observation: complete, from the viewer's side, and without anything hidden."""

import csv
import functools
import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from paxren_env import Game
from paxren_env.core.engine import look
from paxren_env.games import pax_renaissance
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance import observe as o
from paxren_env.games.pax_renaissance.frames import (
    DECISION_NAMES,
    FIRST_DECISION,
    OPS_SO_FAR,
    frames,
)
from paxren_env.games.pax_renaissance.notation import Position
from paxren_env.games.pax_renaissance.tables import CARD_CODES
from tests.games.pax_renaissance.positions import game as table
from tests.games.pax_renaissance.positions import square, strings, take, used
from tests.games.pax_renaissance.stacked import Stacked, choose

pytestmark = pytest.mark.interpreted

FRAME_IDS = {row.name: row.id for row in frames.rows}
ARGUMENTS = {row.name: row.about for row in frames.rows}
OPTIONS = (
    {"num_players": 2},
    {"num_players": 3, "astrology": True, "extended": True},
    {"num_players": 4, "map": "1550", "limited_cards": True},
    {"num_players": 4, "open_hands": True},
    {"num_players": 3, "map": "age_of_reformation", "bankruptcy": True},
    {"num_players": 2, "ruleset": "2021", "strawman_campaign": True},
    {"num_players": 3, "ruleset": "1e"},
    {"num_players": 1},
)


def positions(options, seed=0, every=5, most=150):
    """Positions along a random game, and its end."""
    game = Game(seed=seed, **options)
    rng = np.random.default_rng(seed)
    for number in range(most):
        if number % every == 0 or game.is_over:
            yield game
        if game.is_over:
            return
        game.step(int(rng.choice(game.legal_actions())))


def seen(game, viewer, all_hands=0):
    observation = np.empty(o.OBS_SIZE, np.int8)
    look(game.states, 0, viewer, all_hands, observation)
    return observation


def test_the_documented_table_is_the_layout():
    page = Path(pax_renaissance.__file__).with_name("OBSERVATION.md").read_text()
    assert o.layout.table() in page
    assert f"{o.OBS_SIZE} entries" in page


def test_it_has_at_most_a_few_thousand_entries_without_gaps():
    assert o.OBS_SIZE <= 5100
    assert sum(part.stop - part.start for part in o.layout.slices.values()) == o.OBS_SIZE
    assert len(o.layout.slices) == len(o.layout.parts), "two parts have the same name"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_entries_stay_within_their_documented_values(options):
    for game in positions(options):
        for viewer in range(game.num_players):
            observation = seen(game, viewer)
            wrong = np.flatnonzero((observation < o.layout.low) | (observation > o.layout.high))
            assert not wrong.size, next(
                n for n, part in o.layout.slices.items() if wrong[0] < part.stop
            )


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_what_is_hidden_does_not_show(options):
    """Games that a seat cannot tell apart look the same to it, and allow it the same."""
    changed = 0
    for game in positions(options, seed=3, every=11):
        for viewer in range(game.num_players):
            other = game.determinize(viewer, seed=99)
            changed += other.to_bytes() != game.to_bytes()
            assert (seen(other, viewer) == seen(game, viewer)).all()
            if viewer == game.deciding_player:
                marked = Game.from_bytes(other.to_bytes()).legal_mask()
                assert (marked == game.legal_mask()).all()
    assert changed, "nothing was hidden: the test proves nothing"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_positions_that_differ_for_the_viewer_look_different(options):
    """Complete: an observation says as much as the written position without its secrets."""
    positions_by_look: dict[bytes, str] = {}
    for game in positions(options, seed=5, every=3):
        for viewer in range(game.num_players):
            written = json.dumps([viewer, game.to_dict(viewer=viewer)], sort_keys=True)
            first = positions_by_look.setdefault(seen(game, viewer).tobytes(), written)
            assert first == written
    assert len(positions_by_look) > 20


def test_the_pending_decision_is_shown_to_every_seat():
    for game in positions({"num_players": 3}, seed=1, every=1):
        if game.is_over:
            continue
        for viewer in range(3):
            parts = o.layout.unpack(seen(game, viewer))
            assert DECISION_NAMES[parts["decision"].argmax()] == game.decision
            decides = (game.deciding_player - viewer) % 3
            assert parts["deciding_player"].tolist() == [int(seat == decides) for seat in range(4)]


def test_every_argument_of_a_decision_is_shown():
    """A decision with an argument that is not listed would look like one without."""
    for seed in range(3):
        for game in positions({"num_players": 4, "auto_forced": False}, seed=seed, every=1):
            if game.is_over:
                continue
            top = game.states["stack"][0, game.states["stack_size"][0] - 1]
            kinds = o.ARGUMENTS[top[0] - FIRST_DECISION]
            assert not ((top[2:] != c.NONE) & (kinds == 0)).any(), game.decision


# --- every part, worked out from the written position ---------------------------------------------
DATA = Path(pax_renaissance.__file__).with_name("data")


def rows(name):
    with open(DATA / f"{name}.csv", encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


CARDS = {row["code"]: row for row in rows("cards")}
QUEENS = [code for code, card in CARDS.items() if card["kind"] == "queen"]
SQUARES = [f"SQ_{name}" for name in c.EMPIRE_NAMES]
FACES = rows("squares")
ROUTE_SIDES = {row["emporium"]: row["side"] for row in rows("routes")}
CITY_EMPIRES = {row["id"]: row["empire"] for row in rows("cities")}
TOKENS = {row["id"]: int(row["supply"]) for row in rows("tokens")}
ABILITIES = [row["name"] for row in rows("abilities")]
IMMUNE = "immune_to_silencing"
BELIEFS = dict(zip(c.COLOUR_NAMES, c.RELIGION_NAMES))
SLOTS = [(side, column) for side in c.SIDE_NAMES for column in range(c.NUM_COLUMNS)]


def split(cell, by=" | "):
    return cell.split(by) if cell else []


def hot(names, *found):
    """1 for each name that was found."""
    return [int(name in found) for name in names]


def numbers(names, found):
    """How often each name was found, as far as an entry can say it."""
    return [min(127, found.get(name, 0)) for name in names]


@functools.cache
def prints(*codes):
    """How often each feature is printed on these cards; squares print nothing."""
    found: Counter[str] = Counter()
    for card in (CARDS[code] for code in codes if code in CARDS):
        found.update([card["kind"], f"banner {card['deck']}", f"location {card['location']}"])
        found.update([f"one-shot {card['one_shot'].partition(':')[0]}"])
        found.update(f"agent {agent}" for agent in split(card["agents"], " + "))
        ops = ["repress" if op.startswith("repress:") else op for op in split(card["ops"])]
        found.update(f"op {op}" for op in ops)
        for column in ("prestige", "suitors"):
            found.update(f"{column.rstrip('s')} {name}" for name in split(card[column]))
    return numbers(o.PRINT_NAMES, found)


class Piece(NamedTuple):
    """A card or square in a tableau, or one in a throne."""

    code: str
    seat: int | None
    column: int  # 0 in a throne, negative in the West
    under: str | None
    marks: Position


def pieces(position: Position) -> Iterator[Piece]:
    for seat, player in enumerate(position["players"]):
        for side, sign in (("east", 1), ("west", -1)):
            for column, described in enumerate(player[side], 1):
                yield from column_of(described, seat, sign * column)
    for empire, marks in position["thrones"].items():
        yield from column_of({"card": f"SQ_{empire}", **marks}, None, 0)


def column_of(described: Any, seat: int | None, column: int, under: str | None = None) -> Any:
    marks = described if isinstance(described, dict) else {"card": described}
    code = marks["card"]
    yield Piece(code, seat, column, under, marks)
    for tucked in marks.get("queens", []) + marks.get("vassals", []):
        yield from column_of(tucked, seat, column, code)


def abilities(code):
    return split(CARDS[code]["abilities"]) if code in CARDS else []


def couple(piece: Piece) -> str | None:
    """I: a queen and her King share their bishops."""
    return piece.under if piece.code in QUEENS else piece.code


class Written:
    """The written position, as a seat must see it."""

    def __init__(self, game: Game, viewer: int) -> None:
        self.position = game.to_dict()
        self.viewer = viewer
        self.players = self.position["players"]
        n = len(self.players)
        self.seats = [(viewer + away) % n if away < n else None for away in range(4)]
        pawns = [f"pawn {away if seat is None else seat}" for away, seat in enumerate(self.seats)]
        self.tokens = (*c.TOKEN_NAMES[: c.PAWN], *pawns, *c.TOKEN_NAMES[c.PIRATE :])
        self.pieces = list(pieces(self.position))
        self.frames = self.position["pending"]

    def parts(self) -> dict[str, Any]:
        return {
            **self.options(), **self.turn(), **self.decision(), **self.owed(), **self.resolution(),
            **self.market(), **self.hands(), **self.marks(), **self.squares(), **self.map(),
            **self.banks(), **self.faces(), **self.end(),
        }  # fmt: skip

    def by_seat(self, number, blank):
        """Something of each seat; absent seats read 0."""
        return [blank if seat is None else number(seat) for seat in self.seats]

    def options(self):
        options = self.position["options"]
        return {
            "seat": hot(range(4), self.viewer),
            "num_players": hot((2, 3, 4), len(self.players)),
            "map": hot(c.MAP_NAMES, options["map"]),
            "ruleset": hot(c.RULESET_NAMES, options["ruleset"]),
            "options": [int(options[name]) for name in c.OPTION_NAMES],
            "solo": [
                int(options["num_players"] == 1),
                int(options["solo_florins"] == "refuse"),
                int(options["solo_search"] == "once"),
            ],
        }

    def turn(self):
        turn, limit = self.position["turn"], self.position["options"]["max_turns"]
        left = 127 if limit is None else min(127, max(0, limit - turn["number"]))
        return {
            "first_player": hot(self.seats, self.position["first_player"]),
            "turn_player": hot(self.seats, turn["player"]),
            "turn": [min(127, turn["number"])],
            "turns_left": [left],
            "actions_left": [turn["actions_left"]],
            "did_something": [int(turn["did_something"])],
            "ops_done": hot(c.SIDE_NAMES, *turn["ops_done"]),
            "free_fair_used": [int(turn["free_fair_used"])],
        }

    def decision(self):
        asked = self.frames[-1] if self.frames else {"frame": None, "player": -1}
        flags = [asked.get(key) for key in ("picked", "attackers", "is_agent", "borrowed")]
        so_far = OPS_SO_FAR.index(asked.get("so_far", "nothing"))
        acting = {self.position["resolution"].get("card")}
        acting |= {asked.get(key) for key in ("card", "queen", "from")}
        meant = {*acting, asked.get("spot"), asked.get("city"), asked.get("border")}
        place = (asked.get("spot") or "").removeprefix("repressed on ")
        sides = c.SIDE_NAMES if asked.get("side") == "both" else [asked.get("side")]
        return {
            "deciding_player": hot(self.seats, asked["player"]),
            "decision": hot(DECISION_NAMES, asked["frame"]),
            "about_card": hot(CARD_CODES, *meant),
            "about_print": prints(*sorted(acting & CARDS.keys())),
            "about_empire": hot(c.EMPIRE_NAMES, asked.get("empire"), place),
            "about_side": hot(c.SIDE_NAMES, *sides),
            "about_city": hot(c.CITY_NAMES, *meant),
            "about_border": hot(c.BORDER_NAMES, *meant),
            "about_token": hot(self.tokens, asked.get("token")),
            "about_agent": hot(c.AGENT_NAMES, asked.get("agent")),
            "about_colour": hot(c.COLOUR_NAMES, asked.get("colour")),
            "about_cause": hot(c.CAUSE_NAMES, asked.get("cause")),
            "about_bits": [flags.count(True) + so_far],
        }

    def waiting(self, key, *names):
        """What the frames of these kinds say below the decision."""
        return [frame.get(key) for frame in self.frames[:-1] if frame["frame"] in names]

    def owed(self):
        kinds = Counter(FRAME_IDS[frame["frame"]] for frame in self.frames[:-1])
        empires = self.waiting("empire", "emancipate", "golden_liberty")
        ops = self.waiting("side", "op_card")
        left_out = [c.APOSTASY_NAMES.index(pair) for pair in self.waiting("between", "apostasy")]
        return {
            "owed": numbers(range(frames.size), kinds),
            "voyage": hot(c.SIDE_NAMES, *map(ROUTE_SIDES.get, self.waiting("emporium", "voyage"))),
            "voyage_stop": [sum(self.waiting("next_stop", "voyage"))],
            "regime_empire": hot(c.EMPIRE_NAMES, *self.waiting("empire", "regime change")),
            "regime_cause": hot(c.CAUSE_NAMES, *self.waiting("cause", "regime change")),
            "ops_side": hot(c.SIDE_NAMES, *(c.SIDE_NAMES if "both" in ops else ops)),
            "ops_borrowed": [int("borrowed" in str(self.waiting("so_far", "op_card")))],
            "owed_empire": hot(
                c.EMPIRE_NAMES, *empires, *self.waiting("serf_empire", "place token")
            ),
            "owed_colour": hot(range(3), *left_out),
        }

    def resolution(self):
        registers = self.position["resolution"]
        return {
            "agents": numbers(c.AGENT_NAMES, registers.get("agents", {})),
            "agents_required": [int(registers.get("agents_required", False))],
            "sibling_city": hot(c.CITY_NAMES, *registers.get("sibling", [])),
            "sibling_border": hot(c.BORDER_NAMES, *registers.get("sibling", [])),
            "war": hot(c.CAUSE_NAMES, registers.get("war")),
            "war_empire": hot(c.EMPIRE_NAMES, registers.get("war_empire")),
            "war_king": hot(SQUARES, registers.get("war_king")),
            "war_rooks": [int(registers.get("war_rooks", False))],
            "deaths_left": [registers.get("deaths_left", 0)],
            "fighters": numbers(self.tokens[: c.NUM_REPRESSED], registers.get("fighters", {})),
            "fair_profit": [min(127, registers.get("fair_profit", 0))],
        }

    def market(self):
        cells = {slot: self.position["market"][slot[0]][slot[1]] for slot in SLOTS}
        columns = {
            cell[0]: column + 1 if side == "east" else -column - 1
            for (side, column), cell in cells.items()
        }
        decks = [self.position["decks"][side] for side in c.SIDE_NAMES]
        if self.position["options"]["astrology"]:
            columns |= {deck[0]: top for deck, top in zip(decks, (7, -7)) if deck}
        return {
            "market": numbers(CARDS, columns),
            "market_print": [prints(cell[0]) for cell in cells.values()],
            "market_florins": [min(127, cell[1]) for cell in cells.values()],
            "market_usury": [int("paid" in cell[2:]) for cell in cells.values()],
            "deck_size": [len(deck) for deck in decks],
            "discarded": hot(CARDS, *strings(self.position["discard"])),
        }

    def seen_hand(self, seat):
        is_open = self.position["options"]["open_hands"]
        return self.players[seat]["hand"] if is_open or seat == self.viewer else []

    def hands(self):
        def sides(seat):
            return Counter(CARDS[code]["deck"] for code in self.players[seat]["hand"])

        def cards(seat):
            tableau = [piece.code for piece in self.pieces if piece.seat == seat]
            held = [*self.players[seat]["old_maids"], *self.seen_hand(seat)]
            return hot(CARD_CODES, *tableau, *held)

        shown = [self.seen_hand(seat) for seat in self.seats if seat is not None]
        return {
            "hand": hot(CARDS, *itertools.chain(*shown)),
            "hand_print": prints(*self.players[self.viewer]["hand"]),
            "hand_size": self.by_seat(lambda seat: numbers(c.SIDE_NAMES, sides(seat)), [0] * 2),
            "owner": self.by_seat(cards, [0] * c.NUM_PIECES),
        }

    def silenced(self):
        """S: the cards and couples with a bishop, unless a card makes its owner immune."""
        bishops = {couple(piece) for piece in self.pieces if "bishop" in piece.marks}
        immune = {piece.seat for piece in self.pieces if IMMUNE in abilities(piece.code)}
        mine = [piece for piece in self.pieces if piece.seat not in {None, *immune}]
        return [piece.code for piece in mine if couple(piece) in bishops]

    def marks(self):
        def with_bishop(colour):
            return [piece.code for piece in self.pieces if piece.marks.get("bishop") == colour]

        acted = [piece.code for piece in self.pieces if "used" in piece.marks]
        return {
            "column": numbers(CARD_CODES, {piece.code: piece.column for piece in self.pieces}),
            "bishop": [hot(CARD_CODES, *with_bishop(colour)) for colour in c.COLOUR_NAMES],
            "used": hot(CARD_CODES, *acted),
            "silenced": hot(CARD_CODES, *self.silenced()),
        }

    def squares(self):
        place = {piece.code: piece for piece in self.pieces}
        faces = {square: place[square].marks.get("face", "king") for square in SQUARES}
        tokens = self.tokens[: c.NUM_REPRESSED]

        def with_face(face, seat):
            return [int(place[sq].seat == seat and faces[sq] == face) for sq in SQUARES]

        def under(code):
            return hot(SQUARES, place[code].under if code in place else None)

        blank = [0] * c.NUM_EMPIRES
        maids = itertools.chain(*(player["old_maids"] for player in self.players))
        return {
            "king_of": [under(queen) for queen in QUEENS],
            "old_maid": hot(QUEENS, *maids),
            "suzerain": [under(vassal) for vassal in SQUARES],
            "throne": hot(c.EMPIRE_NAMES, *self.position["thrones"]),
            "kings": self.by_seat(lambda seat: with_face("king", seat), blank),
            "republics": self.by_seat(lambda seat: with_face("republic", seat), blank),
            "repressed": [numbers(tokens, place[sq].marks.get("repressed", {})) for sq in SQUARES],
        }

    def map(self):
        religions, cities = self.position["religions"], self.position["cities"]
        borders = {name: self.position["borders"].get(name, []) for name in c.BORDER_NAMES}
        units = [(CITY_EMPIRES[city], token) for city, token in cities.items()]
        units += [
            (empire, t) for name in borders for empire in name.split("-") for t in borders[name]
        ]
        pawns = self.tokens[c.PAWN : c.PIRATE]
        pirates = self.tokens[c.PIRATE : c.BISHOP]
        return {
            "religion": [
                [int(religions[empire] == religion) for empire in c.EMPIRE_NAMES]
                for religion in BELIEFS.values()
            ],
            "city": [
                [int(cities.get(city) == token) for city in c.CITY_NAMES]
                for token in c.TOKEN_NAMES[: c.PAWN]
            ],
            "pawn": [[int(pawn in borders[name]) for name in borders] for pawn in pawns],
            "pirate": [[int(pirate in borders[name]) for name in borders] for pirate in pirates],
            "emporium": hot(c.CITY_NAMES, *self.position["emporia"].values()),
            "believers": [
                sum(token.startswith(colour) and religions[e] == belief for e, token in units)
                for colour, belief in BELIEFS.items()
            ],
            "supply": self.supply(),
        }

    def supply(self):
        left = Counter(TOKENS)
        left.subtract(self.position["cities"].values())
        left.subtract(itertools.chain(*self.position["borders"].values()))
        for piece in self.pieces:
            left.subtract(piece.marks.get("repressed", {}))
            left.subtract([f"{piece.marks.get('bishop')} bishop"])
        absent = [f"pawn {away}" for away, seat in enumerate(self.seats) if seat is None]
        return [0 if token in absent else left[token] for token in self.tokens]

    def banks(self):
        def of(key):
            return lambda seat: min(127, int(self.players[seat][key]))

        def bank(seat):
            return hot(c.BANK_NAMES, self.players[seat]["bank"])

        return {
            "florins": self.by_seat(of("florins"), 0),
            "bank": self.by_seat(bank, [0] * c.NUM_BANKS),
            "eliminated": self.by_seat(of("eliminated"), 0),
        }

    def prestige_on(self, piece):
        if piece.code in CARDS:
            return split(CARDS[piece.code]["prestige"])
        empire, face = piece.code.removeprefix("SQ_"), piece.marks.get("face", "king")
        editions = ("base", self.position["options"]["map"])
        religions = ("", self.position["religions"][empire])
        return [
            split(row["prestige"])
            for row in FACES
            if (row["empire"], row["face"]) == (empire, face)
            and row["edition"] in editions
            and row["religion"] in religions
        ][-1]

    def faces(self):
        silenced = self.silenced()

        def prestige(seat):
            mine = [self.prestige_on(piece) for piece in self.pieces if piece.seat == seat]
            return Counter(itertools.chain(*mine))

        def with_old_maids(seat):
            maids = [split(CARDS[code]["prestige"]) for code in self.players[seat]["old_maids"]]
            return prestige(seat) + Counter(itertools.chain(*maids))

        def ability(seat):
            mine = [piece.code for piece in self.pieces if piece.seat == seat]
            active = [abilities(code) for code in mine if code not in silenced]
            return Counter(itertools.chain(*active))

        def table(names, found):
            return self.by_seat(lambda seat: numbers(names, found(seat)), [0] * len(names))

        return {
            "prestige": table(c.PRESTIGE_NAMES, prestige),
            "victory_prestige": table(c.PRESTIGE_NAMES, with_old_maids),
            "ability": table(ABILITIES, ability),
        }

    def end(self):
        result = self.position.get("result", {"status": None, "victory": None, "winners": []})
        return {
            "active": hot(c.VICTORY_NAMES[:5], *self.position["victories"]),
            "status": hot(c.STATUS_NAMES[1:3], result["status"]),
            "victory": hot(c.VICTORY_NAMES, result["victory"]),
            "winner": hot(self.seats, *result["winners"]),
        }


# --- positions where everything is shown ----------------------------------------------------------
CROWDED: Position = {
    "players": [
        {
            "florins": 500,
            "hand": ["PREN028", "PREN045"],
            "east": [used("PREN083"), square("hungary", face="republic")],
            "west": [
                "PREN041",
                {"card": "PREN025", "bishop": "red"},
                square("england", bishop="gold", queens=["PREN047"], vassals=["SQ_france"]),
            ],
        },
        {
            "florins": 1,
            "hand": ["PREN080"],
            "old_maids": ["PREN044", "PREN078"],
            "west": ["PREN003"],
        },
        {"eliminated": True, "east": [square("mamluk")]},
        {"florins": 2},
    ],
    "options": {"ruleset": "2021", "bankruptcy": True, "auto_forced": False},
    "turn": {
        "number": 140,
        "player": 1,
        "actions_left": 1,
        "did_something": True,
        "ops_done": ["west"],
        "free_fair_used": True,
    },
    "first_player": 2,
    "market": {"east": [["PREN059", 300, "paid"], ["COMET1", 2], *[[None, 0]] * 4]},
    "discard": ["PREN004"],
    "thrones": {
        "portugal": {
            "bishop": "green",
            "used": True,
            "queens": [{"card": "PREN046", "bishop": "green", "used": True}],
            "repressed": {"gold rook": 1, "pawn 0": 2, "pawn 1": 1},
        }
    },
    "cities": {"paris": "gold knight", "vienna": "red rook"},
    "borders": {
        "aragon-papal_states": ["pawn 0", "gold pirate"],
        "england-france": ["pawn 1"],
        "ottoman-papal_states": ["green pirate"],
    },
    "victories": ["imperial"],
    "pending": [
        {"frame": "turn"},
        {"frame": "voyage", "emporium": "trebizond", "next_stop": 1},
        {"frame": "levy", "empire": "byzantium"},
    ],
    "resolution": {
        "card": "PREN028",
        "agents": {"gold knight": 2},
        "agents_required": True,
        "sibling": ["paris", "england-portugal"],
        "war": "campaign",
        "war_empire": "aragon",
        "war_king": "SQ_england",
        "war_rooks": True,
        "deaths_left": 3,
        "fighters": {"gold knight": 1, "pawn 1": 2},
        "fair_profit": 300,
    },
}
SAMPLES: dict[str, Any] = {
    "agent": "gold knight",
    "attackers": True,
    "between": "catholic+islamic",
    "border": "england-france",
    "borrowed": True,
    "card": "PREN003",
    "cause": "vote",
    "city": "venice",
    "colour": "green",
    "emporium": "trebizond",
    "empire": "portugal",
    "is_agent": True,
    "next_stop": 5,
    "picked": True,
    "queen": "PREN044",
    "serf_empire": "mamluk",
    "side": "west",
    "so_far": "performed and borrowed",
    "spot": "england-portugal",
    "token": "pawn 1",
}
ORIGINS = {"inquisitor_to": "PREN025", "corsair_to": "ottoman-papal_states"}
# The first and the last of each kind.
SPOTS = (
    "london", "red_sea", "aragon-france", "ottoman-papal_states",
    "repressed on england", "repressed on mamluk", "COMET1", "SQ_mamluk",
)  # fmt: skip
REGIONS = c.LOCATION_NAMES[c.NUM_EMPIRES :]
MORE_OPTIONS = (
    {"num_players": 2, "max_turns": None},
    {"num_players": 1, "solo_florins": "refuse", "solo_search": "once"},
)
ONLY_FIRST = ("turn", "end turn", "bot", "main")


def frame(name: str, **arguments: Any) -> Position:
    """A frame of this kind with all its arguments."""
    samples = {**SAMPLES, "from": ORIGINS.get(name), **arguments}
    keys = [kind.label for kind in ARGUMENTS[name]]
    return {"frame": name, "player": 1, **{key: samples[key] for key in keys}}


@functools.cache
def crowded_table() -> Game:
    return Game.from_dict(CROWDED)


def crowded(*frames: Position) -> Game:
    """The crowded table with these frames on its turn, the decision last.

    They are put there as they are: not all of them could be asked at one table.
    """
    game = crowded_table().clone()
    for depth, asked in enumerate(frames, 1):
        arguments = ARGUMENTS[asked["frame"]]
        values = [kind.values.index(asked[kind.label]) for kind in arguments] + [c.NONE] * 3
        game.states["stack"][0, depth] = FRAME_IDS[asked["frame"]], asked["player"], *values[:3]
    game.states["stack_size"] = 1 + len(frames)
    return game


def crowded_games() -> Iterator[Game]:
    """Every decision, and every frame below one."""
    for name in frames.by_name():
        if name in DECISION_NAMES and name != "main":
            yield crowded(frame(name))
        if name not in ONLY_FIRST:
            yield crowded(frame(name), frame("pacify"))
    yield crowded(frame("op_card", side="both"))
    yield crowded(frame("op_card", side="both"), frame("pacify"))
    yield crowded(frame("behead", card="PREN028"))  # acts and is resolved
    for spot in SPOTS:
        yield crowded(frame("source", spot=spot))
    for region in REGIONS:
        yield crowded(frame("place token", serf_empire=region), frame("source"))


def stacked_games(seed: int, most: int = 60) -> Iterator[Game]:
    """Positions where much happens, each as it was asked."""
    game, rng = Stacked(seed).game(), random.Random(seed)
    for _ in range(most):
        yield game
        if game.is_over:
            return
        game.step(choose(game, rng))


def many_games() -> Iterator[Game]:
    yield from crowded_games()
    for seed in range(8):
        yield from stacked_games(seed)
    for options in OPTIONS + MORE_OPTIONS:
        yield from positions(options, seed=2)


def test_every_part_says_what_the_written_position_says():
    filled = set()
    for number, game in enumerate(many_games()):
        viewer = number % game.num_players
        parts, expected = o.layout.unpack(seen(game, viewer)), Written(game, viewer).parts()
        assert expected.keys() == o.layout.slices.keys()
        for name, part in parts.items():
            assert part.tolist() == expected[name], (name, viewer, game.to_dict())
        filled |= {name for name, part in parts.items() if part.any()}
    assert filled == o.layout.slices.keys(), "a part that is always 0 proves nothing"


# --- one change at a time -------------------------------------------------------------------------
# What is told of the frames below a decision; all else there follows from what is shown.
TOLD_BELOW = {
    "op_card": ("side",),
    "voyage": ("next_stop",),
    "regime change": ("empire", "cause"),
    "emancipate": ("empire",),
    "golden_liberty": ("empire",),
    "place token": ("serf_empire",),
    "apostasy": ("between",),
}


@pytest.mark.parametrize("name", [name for name in DECISION_NAMES if ARGUMENTS[name]])
def test_every_value_of_an_argument_looks_different(name):
    for key, values in ((kind.label, kind.values) for kind in ARGUMENTS[name]):
        looks = [seen(crowded(frame(name, **{key: value})), 0).tobytes() for value in values]
        assert len(set(looks)) == len(values), key


@pytest.mark.parametrize("name", TOLD_BELOW)
def test_every_value_that_waits_below_a_decision_looks_different(name):
    for key, values in ((kind.label, kind.values) for kind in ARGUMENTS[name]):
        if key in TOLD_BELOW[name]:
            places = [value for value in values if value not in REGIONS]
            games = [crowded(frame(name, **{key: value}), frame("pacify")) for value in places]
            assert len({seen(game, 0).tobytes() for game in games}) == len(places), key


REGISTERS: dict[str, tuple[str, ...]] = {
    "card": CARD_CODES,
    "war": c.CAUSE_NAMES,
    "war_empire": c.EMPIRE_NAMES,
    "war_king": CARD_CODES,
}
Edit = tuple[str, tuple[Any, ...], Any]  # the kind of the change, where, the new value


def next_one(names, name):
    """The name after this one; the first after nothing and after the last."""
    return names[(names.index(name) + 1) % len(names) if name in names else 0]


def more(number: int) -> int:
    """Another number, and small enough to be told from it."""
    return (number + 1) % 100


def edits(position: Position) -> Iterator[Edit]:
    """Much that could be different, one thing at a time; some of it cannot be."""
    used_up = set(strings(position))
    free = [code for code, card in CARDS.items() if card["location"] and code not in used_up]
    yield from edits_of_the_turn(position)
    yield from edits_of_the_resolution(position["resolution"])
    yield from edits_of_the_map(position)
    for side, column in SLOTS:
        at = ("market", side, column)
        card, florins, *paid = position["market"][side][column]
        yield "market card", at, [free[0], florins, *paid]
        yield "market florins", at, [card, more(florins), *paid]
        yield "usury", at, [card, florins, *([] if paid else ["paid"])]
    for side, deck in position["decks"].items():
        yield "order of a deck", ("decks", side), deck[::-1]
        yield "size of a deck", ("decks", side), deck[1:]
    yield "discard", ("discard",), [*position["discard"], free[0]]
    yield "discard", ("discard",), position["discard"][1:]
    for seat, player in enumerate(position["players"]):
        yield from edits_of_a_player(("players", seat), player, free)
    for empire, marks in position["thrones"].items():
        yield from edits_of_marks("throne", ("thrones", empire), marks)


def edits_of_the_turn(position: Position) -> Iterator[Edit]:
    seats = range(len(position["players"]))
    yield "first player", ("first_player",), next_one(seats, position["first_player"])
    for key in ("turn", "options"):
        for name, value in position[key].items():
            if isinstance(value, bool):
                yield key, (key, name), not value
    turn, ruleset = position["turn"], position["options"]["ruleset"]
    yield "turn", ("turn", "number"), more(turn["number"])
    yield "turn", ("turn", "player"), next_one(seats, turn["player"])
    yield "turn", ("turn", "actions_left"), next_one(range(3), turn["actions_left"])
    yield "turn", ("turn", "ops_done"), sorted(set(c.SIDE_NAMES) - set(turn["ops_done"]))
    yield "options", ("options", "ruleset"), next_one(c.RULESET_NAMES, ruleset)


def edits_of_the_resolution(registers: Position) -> Iterator[Edit]:
    for name, value in registers.items():
        at = ("resolution", name)
        if isinstance(value, bool):
            yield "flag of the resolution", at, not value
        elif isinstance(value, int):
            yield "number of the resolution", at, more(value)
        elif name in REGISTERS:
            yield "word of the resolution", at, next_one(REGISTERS[name], value)
        else:
            yield "list of the resolution", at, None


def edits_of_the_map(position: Position) -> Iterator[Edit]:
    for city in c.CITY_NAMES:
        token = position["cities"].get(city)
        yield "city", ("cities", city), next_one(c.TOKEN_NAMES[: c.PAWN], token)
        if token:
            yield "city", ("cities", city), None
    for border in c.BORDER_NAMES:
        tokens = position["borders"].get(border, [])
        yield "border", ("borders", border), tokens[1:] or ["pawn 1"]
        yield "border", ("borders", border), [*tokens, "red pirate"]
    for empire, religion in position["religions"].items():
        yield "religion", ("religions", empire), next_one(c.RELIGION_NAMES, religion)
    for side, city in position["emporia"].items():
        for other in ROUTE_SIDES.keys() - {city}:
            yield "emporium", ("emporia", side), other
    for victory in c.VICTORY_NAMES[:4]:
        yield "victories", ("victories",), sorted({victory} ^ set(position["victories"]))


def edits_of_a_player(at: tuple[Any, ...], player: Position, free: list[str]) -> Iterator[Edit]:
    yield "florins", (*at, "florins"), more(player["florins"])
    yield "bank", (*at, "bank"), next_one(c.BANK_NAMES[:4], player["bank"])
    yield "eliminated", (*at, "eliminated"), not player["eliminated"]
    yield "hand", (*at, "hand"), player["hand"][1:] or free[:1]
    for code in player["hand"]:
        twins = [card for card in free if CARDS[card]["deck"] == CARDS[code]["deck"]]
        held = [twins[0] if card == code else card for card in player["hand"]]
        yield "hand", (*at, "hand"), held
    yield "old maids", (*at, "old_maids"), player["old_maids"][1:] or QUEENS[:1]
    for side in c.SIDE_NAMES:
        yield "order of a row", (*at, side), player[side][::-1]
        for column, described in enumerate(player[side]):
            marks = described if isinstance(described, dict) else {"card": described}
            yield from edits_of_marks("tableau", (*at, side, column), marks)
            for key in ("queens", "vassals"):
                if key in marks:
                    yield key, (*at, side, column, key), None
            if marks["card"] in SQUARES:
                face = next_one(("king", "republic"), marks.get("face", "king"))
                yield "face", (*at, side, column), {**marks, "face": face}


def edits_of_marks(where: str, at: tuple[Any, ...], marks: Position) -> Iterator[Edit]:
    colour = next_one(c.COLOUR_NAMES, marks.get("bishop"))
    yield f"bishop in a {where}", at, {**marks, "bishop": colour}
    yield f"used in a {where}", at, {**marks, "used": not marks.get("used", False)}
    repressed = marks.get("repressed", {})
    for token in ("gold knight", "red rook", "pawn 1"):
        number = repressed.get(token, 0) + 1
        yield f"repressed in a {where}", at, {**marks, "repressed": {**repressed, token: number}}


def edited(position: Position, where: tuple[Any, ...], value: Any) -> Game | None:
    """The game with this one thing different, unless such a position is refused."""
    copy = json.loads(json.dumps(position))
    part = copy
    for key in where[:-1]:
        part = part[key]
    part[where[-1]] = value
    if value is None:
        del part[where[-1]]
    try:
        return Game.from_dict(copy)
    except ValueError:
        return None


def test_a_seat_sees_every_change_that_it_may_know_of_and_no_other():
    shown, hidden = Counter(), Counter()
    for game in (crowded_table(), *(list(stacked_games(seed))[-1] for seed in range(3))):
        position = game.to_dict()
        views = [(game.to_dict(viewer=seat), seen(game, seat)) for seat in range(game.num_players)]
        for kind, where, value in edits(position):
            shown[kind] += 0
            other = edited(position, where, value)
            if other is None:
                continue
            for viewer, (view, observation) in enumerate(views):
                differs = other.to_dict(viewer=viewer) != view
                assert (seen(other, viewer) != observation).any() == differs, (kind, where, value)
                shown[kind] += differs
                hidden[kind] += not differs
    assert shown.pop("order of a deck") == 0 and hidden["order of a deck"] > 5
    assert min(shown.values()) > 5, "a change that is always refused proves nothing"
    assert hidden["hand"] > 5


def test_the_side_whose_ops_go_on_is_shown_when_both_were_activated():
    tableau = {"east": [used("PREN059"), "PREN058"], "west": [used("PREN143X"), "PREN132X"]}
    games = [
        table(
            [tableau, {"west": [{"card": "PREN021", "bishop": "green"}]}],
            turn={"ops_done": ["east", "west"], "actions_left": 0},
            pending=[
                {"frame": "turn"},
                {"frame": "op_card", "side": side, "so_far": "performed"},
                {"frame": "inquisitor_from", "colour": "green"},
            ],
        )
        for side in c.SIDE_NAMES
    ]
    assert [game.decision for game in games] == ["inquisitor_from"] * 2
    for viewer in range(2):
        assert (seen(games[0], viewer) != seen(games[1], viewer)).any()


def place_a_pawn(*answers: str) -> Game:
    """Play a region's pawn without a reserve of pawns, up to the choice of its source."""
    game = table(
        [{"florins": 3, "hand": ["PREN041"]}, {}],
        thrones={"ottoman": {"repressed": {"pawn 0": 10}}},
        borders={"england-portugal": ["pawn 1"]},
    )
    take(game, "play Peasant Republic of Dithmarschen", "do not let it occur", *answers)
    assert game.decision == "source"
    return game


def test_the_empire_of_a_serf_is_shown_while_the_pawn_has_no_source():
    displace = "place a concession on the England-Portugal border, repressing the Medici pawn"
    games = [
        place_a_pawn(f"{displace} for 1 florin", f"make the Medici pawn a serf in {empire}")
        for empire in ("England", "Portugal")
    ]
    for viewer in range(2):
        assert (seen(games[0], viewer) != seen(games[1], viewer)).any()


def test_a_region_is_no_empire_where_a_serf_will_go():
    """The frame names the card's region where nobody is displaced."""
    game = place_a_pawn("place a concession on the Aragon-France border")
    assert game.to_dict()["pending"][-2]["serf_empire"] == "the_west"
    parts = o.layout.unpack(seen(game, 0))
    assert not parts["owed_empire"].any() and not parts["owed_colour"].any()


def test_after_its_last_turn_a_written_game_has_no_turns_left():
    late = crowded_table().clone()
    late.states["turn"] = 300  # such a position is refused
    observation = seen(late, 0)
    assert o.layout.unpack(observation)["turns_left"] == 0
    assert (observation >= o.layout.low).all() and (observation <= o.layout.high).all()


# --- hands, market, masks -------------------------------------------------------------------------
def test_other_hands_show_only_their_sides_unless_they_are_open():
    for options in ({"num_players": 2}, {"num_players": 2, "open_hands": True}):
        shown = 0
        for game in positions(options, seed=4):
            hands = [player["hand"] for player in game.to_dict()["players"]]
            parts, every = (
                o.layout.unpack(seen(game, 0)),
                o.layout.unpack(seen(game, 0, all_hands=1)),
            )
            assert parts["hand_size"].sum(axis=1).tolist()[:2] == [len(hand) for hand in hands]
            assert every["hand"].sum() == len(hands[0]) + len(hands[1])
            theirs = [CARD_CODES.index(code) for code in hands[1]]
            shown += int(parts["hand"][theirs].sum() + parts["owner"][1][theirs].sum())
            assert every["owner"][1][theirs].all()
        assert (shown > 0) == bool(options.get("open_hands"))


def test_market_cards_are_told_by_column_and_row():
    game = Game(num_players=2, seed=8)
    parts = o.layout.unpack(seen(game, 0))
    for side, sign in (("east", 1), ("west", -1)):
        for column, (code, _) in enumerate(game.to_dict()["market"][side]):
            assert parts["market"][CARD_CODES.index(code)] == sign * (column + 1)
    assert np.count_nonzero(parts["market"]) == c.NUM_SLOTS


def test_astrology_shows_the_top_of_each_deck():
    game = Game(num_players=2, seed=8, astrology=True)
    parts = o.layout.unpack(seen(game, 1))
    decks = game.to_dict()["decks"]
    assert parts["market"][CARD_CODES.index(decks["east"][0])] == 7
    assert parts["market"][CARD_CODES.index(decks["west"][0])] == -7


def test_a_mask_is_only_for_the_deciding_seat():
    game = Game(num_players=3, seed=1)
    for seat in range(3):
        mask = game.observe(seat)["action_mask"]
        assert mask.any() == (seat == game.deciding_player)
