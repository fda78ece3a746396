"""Recorded games in our own words: names, positions and choices of the recording translated."""

import json
import lzma
import re
from functools import cache

from paxren_env.games.pax_renaissance.constants import SIDE_NAMES, VICTORY_NAMES

COLOURS = {"catholic": "gold", "islamic": "green", "reformist": "red"}
MAPS = {"default": "1460", "1550": "1550", "ageOfReformation": "age_of_reformation"}
OPTIONS = {
    "extendedGame": "extended",
    "limitedCardSet": "limited_cards",
    "strawmanCampaign": "strawman_campaign",
}
EMPORIA = {
    "east": ("tana", "novgorod", "timbuktu"),
    "west": ("trebizond", "spice_islands", "red_sea"),
}
VICTORIES = {f"Victory{name.title()}": name for name in VICTORY_NAMES}
VICTORIES["VictoryAgeOfByzantine"] = "byzantine"


def read(path):
    """The lines of one recorded game."""
    with lzma.open(path, "rt") as file:
        return [json.loads(line) for line in file]


@cache
def snake(name):
    """constantinople1 -> constantinople_1, spiceIslands -> spice_islands."""
    if name == "kviv":
        return "kyiv"
    return re.sub(r"(?<=[a-z])([A-Z0-9])", lambda m: "_" + m[1].lower(), name)


@cache
def place(name):
    """A city, border, square or card by our name."""
    if name.startswith("border_"):
        return "-".join(snake(empire) for empire in name.split("_")[1:])
    if name.startswith("SQ_"):
        return "SQ_" + snake(name[3:])
    if name.startswith(("PREN", "COMET")):
        return name
    return snake(name)


class Seats:
    """The seats of one recorded game: players are named by bank there, by seat here."""

    def __init__(self, setup):
        self.banks = setup["seating"]
        self.options = {
            "num_players": len(self.banks),
            "map": MAPS[setup["options"]["map"]],
            "auto_forced": False,
            "max_turns": None,
        }
        for theirs, ours in OPTIONS.items():
            self.options[ours] = bool(setup["options"].get(theirs, False))
        self.first_player = self.banks.index(setup["turnOrder"][0])

    def seat(self, bank):
        return self.banks.index(bank)

    def token(self, name):
        """knight_catholic -> gold knight, pawn_fugger -> pawn 0."""
        kind, whose = name.split("_")
        if kind == "pawn":
            return f"pawn {self.seat(whose)}"
        return f"{COLOURS[whose]} {kind}"

    # --- positions --------------------------------------------------------------------------
    def position(self, state):
        """A recorded snapshot as a position of ours, without turn and pending decisions."""
        return {
            "options": dict(self.options),
            "first_player": self.first_player,
            "players": [self.player(bank, state["players"][bank]) for bank in self.banks],
            "thrones": {snake(e): self.square(t, None) for e, t in state["thrones"].items()},
            "market": {side: [self.cell(c) for c in state["market"][side]] for side in SIDE_NAMES},
            "decks": {side: state["deck" + side.title()] for side in SIDE_NAMES},
            "discard": sorted(state["discard"]),
            "religions": {snake(e): r for e, r in state["religions"].items()},
            "emporia": self.emporia(state["busted"]),
            "cities": {snake(c): self.token(t) for c, t in state["cities"].items()},
            "borders": {
                place(b): sorted(self.token(t) for t in tokens)
                for b, tokens in state["borders"].items()
            },
            "victories": sorted(VICTORIES[v] for v, active in state["victory"].items() if active),
        }

    def player(self, bank, player):
        return {
            "bank": bank,
            "florins": player["florins"],
            "hand": sorted(player["hand"]),
            "old_maids": sorted(card["id"] for card in player["oldMaids"]),
            "east": [self.card(card) for card in player["east"]],
            "west": [self.card(card) for card in reversed(player["west"])],
        }

    def card(self, card):
        """A card or square of a tableau, with all that lies on it."""
        if card["id"].startswith("SQ_"):
            return {"card": place(card["id"]), **self.square(card, card["side"])}
        written = {"card": card["id"]}
        for token in card.get("tokens", ()):
            written["bishop"] = self.token(token).split()[0]
        if card.get("used"):
            written["used"] = True
        return written

    def square(self, square, face):
        written = {}
        if face:
            written["face"] = face
        if square.get("used"):
            written["used"] = True
        repressed = {}
        for name in square.get("tokens", ()):
            token = self.token(name)
            if token.endswith("bishop"):
                written["bishop"] = token.split()[0]
            else:
                repressed[token] = repressed.get(token, 0) + 1
        if repressed:
            written["repressed"] = repressed
        for key in ("queens", "vassals"):
            if square.get(key):
                written[key] = [self.card(card) for card in square[key]]
        return written

    def cell(self, cell):
        return [cell[0], cell[1], *(["paid"] if len(cell) > 2 else [])]

    def emporia(self, busted):
        closed = {snake(city) for city in busted}
        return {
            side: next(city for city in cities if city not in closed)
            for side, cities in EMPORIA.items()
        }


# --- comparing positions --------------------------------------------------------------------------
def normal(position):
    """A position with everything in a fixed order and defaults left out, for comparison."""
    position = dict(position)
    position["players"] = [normal_player(player) for player in position["players"]]
    position["thrones"] = {e: normal_card(t) for e, t in position.get("thrones", {}).items()}
    position["borders"] = {b: sorted(t) for b, t in position.get("borders", {}).items() if t}
    position["discard"] = sorted(position.get("discard", []))
    position["victories"] = sorted(position.get("victories", []))
    position["market"] = {s: [list(c) for c in row] for s, row in position["market"].items()}
    return position


def normal_player(player):
    return {
        "bank": player["bank"],
        "florins": player["florins"],
        "hand": sorted(player.get("hand", [])),
        "old_maids": sorted(player.get("old_maids", [])),
        "east": [normal_card(card) for card in player.get("east", [])],
        "west": [normal_card(card) for card in player.get("west", [])],
    }


def normal_card(card):
    if isinstance(card, str):
        card = {"card": card}
    card = {key: value for key, value in card.items() if value not in (False, None, {}, [])}
    if card.get("face") == "king":
        del card["face"]
    for key in ("queens", "vassals"):
        if key in card:
            card[key] = sorted((normal_card(c) for c in card[key]), key=lambda c: c["card"])
    return card


FIELDS = (
    "players", "thrones", "market", "decks", "discard", "religions", "emporia", "cities",
    "borders", "victories",
)  # fmt: skip


def differences(ours, theirs):
    """Where two normal positions differ: a list of (path, ours, theirs)."""
    found = []
    for field in FIELDS:
        compare(field, ours[field], theirs[field], found)
    return found


def compare(path, ours, theirs, found):
    """Collect the smallest differing parts of two JSON values."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted({*ours, *theirs}):
            compare(f"{path}.{key}", ours.get(key), theirs.get(key), found)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for i, (one, other) in enumerate(zip(ours, theirs)):
            compare(f"{path}[{i}]", one, other, found)
    elif ours != theirs:
        found.append((path, ours, theirs))
