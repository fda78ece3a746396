"""Stacked positions: as full of things that can happen as a position can be.

Ordinary random games seldom get there: royal couples, vassals, large hands and a crowded map.
"""

import random
from collections import Counter
from typing import Any

from paxren_env import Game
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance import constants as c
from paxren_env.games.pax_renaissance.tables import (
    BORDER_EMPIRES,
    BORDER_SEA,
    CARD_CODES,
    CARD_KIND,
    CARD_ONE_SHOT,
    CARD_SET,
    CARD_SIDE,
    CARD_SUITORS,
    CITY_EMPIRE,
    CITY_EMPORIUM,
    CITY_FIRST,
    LEVY,
    TOKEN_SUPPLY,
)

UNLIMITED = ("PREN042", "PREN043", "PREN146X", "PREN147X")  # one for each seat: large hands
# Rarely seen, so put where they matter: these in tableaux ...
IN_TABLEAUX = (
    "PREN006",  # Star Chamber
    "PREN012",  # Knights Hospitaller
    "PREN024",  # Gonfalonier
    "PREN130X",  # Cryptography
    "PREN135X",  # Machiavellianism
    "PREN161X",  # Enclosure
)
# ... and those in hands: agents of two kinds, a region's pawn; all religious wars as well.
IN_HANDS = ("PREN041", "PREN051", "PREN110X")
RULESETS = ("v1.4", "v1.4", "v1.4", "2021")
VOTER = "PREN083"  # Pospolite Ruszenie: an East vote
SOLD = tuple(CARD_CODES.index(code) for code in ("PREN130X", "PREN161X"))  # for their effects


class Stacked:
    """A position in the middle of everything: full tableaux, large hands, a crowded map."""

    def __init__(self, seed: int, rulesets: tuple[str, ...] = RULESETS) -> None:
        self.rng = random.Random(seed)
        self.map = self.rng.choice(("1460", "1550", "age_of_reformation", "age_of_reformation"))
        self.ruleset = self.rng.choice(rulesets)
        self.num_players = self.rng.randint(2, 4)
        self.left = [int(n) for n in TOKEN_SUPPLY]
        self.cards = [code for code in CARD_CODES[: c.NUM_CARDS] if self.is_dealt(code)]
        self.rng.shuffle(self.cards)
        self.cards.sort(key=lambda code: self.is_rare(code) and self.chance(50), reverse=True)
        self.religions = [self.rng.choice((-1, -1, 0, 1, 2)) for _ in range(c.NUM_EMPIRES)]
        # Promo: a full Constantinople, about to lose a slot by seat 0's vote.
        self.voted = self.map == "age_of_reformation" and self.chance(50)
        if self.voted:
            self.cards.remove(VOTER)
            self.religions[c.OTTOMAN] = self.rng.choice((0, 1, 2))

    def is_dealt(self, code: str) -> bool:
        card = CARD_CODES.index(code)
        if CARD_KIND[card] == c.COMET or code in UNLIMITED + IN_TABLEAUX:
            return False
        return CARD_SET[card] != c.PROMO_SET or self.map == "age_of_reformation"

    def is_rare(self, code: str) -> bool:
        one_shot = CARD_ONE_SHOT[CARD_CODES.index(code)]
        return code in IN_HANDS or c.CRUSADE <= one_shot <= c.REFORMATION

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def token(self, *kinds: int) -> str | None:
        """A token of one of the kinds, taken from the pool; None if there is none of it."""
        kind = self.rng.choice(kinds)
        if self.left[kind] == 0:
            return None
        self.left[kind] -= 1
        return c.TOKEN_NAMES[kind]

    def draw(self, number: int, queens: bool) -> list[str]:
        """The next cards that are (or are not) queens."""
        kind = c.QUEEN if queens else c.TABLEAU_CARD
        found = [code for code in self.cards if CARD_KIND[CARD_CODES.index(code)] == kind]
        self.cards = [code for code in self.cards if code not in found[:number]]
        return found[:number]

    def square(self, empire: int) -> dict[str, Any]:
        """A square with repressed tokens, now and then a bishop."""
        square: dict[str, Any] = {"card": CARD_CODES[c.SQUARE + empire]}
        bishop = self.bishop() if self.chance(12) else None
        if bishop:
            square["bishop"] = bishop
        tokens = [self.token(*range(6), *self.pawns()) for _ in range(self.rng.randrange(4))]
        if any(tokens):
            square["repressed"] = dict(Counter(token for token in tokens if token))
        return square

    def bishop(self) -> str | None:
        token = self.token(*range(c.BISHOP, c.NUM_TOKENS))
        return token.split()[0] if token else None

    def pawns(self) -> range:
        return range(c.PAWN, c.PAWN + self.num_players)

    def players(self) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        """Who has what, and the squares left in their thrones."""
        seats: list[dict[str, Any]] = []
        rare = [code for code in IN_TABLEAUX if self.chance(60)]
        for seat in range(self.num_players):
            hand = self.draw(2, queens=True) + self.draw(8, queens=False)
            tableau = [*self.draw(6, queens=False), UNLIMITED[seat]]
            if self.voted and seat == 0:
                tableau.append(VOTER)
            tableau += rare[seat :: self.num_players]
            self.rng.shuffle(tableau)
            sides: list[list[Any]] = [[], []]
            for code in tableau:
                bishop = self.bishop() if self.chance(8) and code not in UNLIMITED else None
                card = {"card": code, "bishop": bishop} if bishop else code
                sides[CARD_SIDE[CARD_CODES.index(code)]].append(card)
            florins = self.rng.randrange(9)
            seats.append({"florins": florins, "hand": hand, "east": sides[0], "west": sides[1]})
        return seats, self.deal_squares(seats)

    def deal_squares(self, seats: list[dict[str, Any]]) -> dict[str, Any]:
        """Columns, vassals, Republics, couples; the rest in thrones."""
        thrones: dict[str, Any] = {}
        kings: list[list[dict[str, Any]]] = [[] for _ in seats]
        for empire in self.rng.sample(range(c.NUM_EMPIRES), c.NUM_EMPIRES):
            square = self.square(empire)
            seat = self.rng.randrange(self.num_players)
            is_voted = self.voted and empire == c.OTTOMAN
            if self.chance(35) and not is_voted:
                del square["card"]
                thrones[c.EMPIRE_NAMES[empire]] = square
            elif kings[seat] and self.chance(60) and not is_voted:
                kings[seat][0].setdefault("vassals", []).append(square)
            else:
                side = c.SIDE_NAMES[CARD_SIDE[c.SQUARE + empire]]
                seats[seat][side].append(square)
                if self.chance(25):
                    square["face"] = "republic"
                else:
                    self.marry(square, empire)
                    kings[seat].append(square)
        return thrones

    def marry(self, square: dict[str, Any], empire: int) -> None:
        for code in self.cards:
            card = CARD_CODES.index(code)
            if CARD_KIND[card] == c.QUEEN and CARD_SUITORS[card] >> empire & 1 and self.chance(30):
                self.cards.remove(code)
                square["queens"] = [code]
                return

    def cities(self) -> dict[str, str]:
        open_emporia = {c.TANA, c.RED_SEA if self.map == "age_of_reformation" else c.TREBIZOND}
        tokens = {}
        for city in range(c.NUM_CITIES):
            religion = self.religions[CITY_EMPIRE[city]]
            is_slot = LEVY[c.MAP_NAMES.index(self.map), city, religion] != c.NONE
            is_open = CITY_EMPORIUM[city] == c.NONE or city in open_emporia
            likely = 100 if self.voted and CITY_FIRST[city] == c.CONSTANTINOPLE else 55
            if is_slot and is_open and city != c.VENICE_2 and self.chance(likely):
                tokens[c.CITY_NAMES[city]] = self.token(*range(6))
        return {city: token for city, token in tokens.items() if token}

    def borders(self) -> dict[str, list[str]]:
        tokens = {}
        for border in range(c.NUM_BORDERS):
            if self.voted and c.OTTOMAN in BORDER_EMPIRES[border]:
                tokens[c.BORDER_NAMES[border]] = self.token(c.PAWN)
            elif BORDER_SEA[border] and self.chance(40):
                tokens[c.BORDER_NAMES[border]] = self.token(*range(c.PIRATE, c.BISHOP))
            elif self.chance(60):
                tokens[c.BORDER_NAMES[border]] = self.token(*self.pawns())
        return {border: [token] for border, token in tokens.items() if token}

    def game(self) -> Game:
        seats, thrones = self.players()
        market, decks = {}, {}
        for side, name in enumerate(c.SIDE_NAMES):
            cards = [code for code in self.cards if CARD_SIDE[CARD_CODES.index(code)] == side]
            cards.insert(self.rng.randrange(1, 6), f"COMET{2 * side + 1}")
            row = [[code, self.rng.randrange(3)] for code in cards[: c.NUM_COLUMNS]]
            market[name] = row + [[None, 0]] * (c.NUM_COLUMNS - len(row))
            decks[name] = cards[c.NUM_COLUMNS :][:22]  # what one hand can take in all
        religions = {c.EMPIRE_NAMES[e]: c.RELIGION_NAMES[r] for e, r in enumerate(self.religions)}
        return Game.from_dict(
            {
                "options": {"map": self.map, "ruleset": self.ruleset, "auto_forced": False},
                "players": seats,
                "thrones": thrones,
                "market": market,
                "decks": decks,
                "religions": religions,
                "cities": self.cities(),
                "borders": self.borders(),
            }
        )


def choose(game: Game, rng: random.Random) -> int:
    """Plays and ops rather than anything else, yes rather than no, sales now and then."""
    legal = game.legal_actions()
    for start, end, percent in (
        (line.REVOLT, line.EMPIRE, 30),
        (line.APOSTATIZE, line.REVOLT, 10),
        (line.OPS, line.FAIR, 45),
        (line.PLAY, line.SELL, 60),
    ):
        found = [action for action in legal if start <= action < end]
        if game.decision == "main" and found and rng.randrange(100) < percent:
            return rng.choice(found)
    sales = [action for action in legal if action - line.SELL in SOLD]
    if game.decision == "main" and sales and rng.randrange(100) < 10:
        return rng.choice(sales)
    declined = 35 if game.decision == "one_shot" else 10
    lively = [action for action in legal if action != line.NO]
    return rng.choice(lively if lively and rng.randrange(100) >= declined else legal)
