"""Does everything happen? Random play from stacked positions, with the rules being watched.

Only as plain Python, where rule functions can be wrapped. The table of counts is printed.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from paxren_env import Game
from paxren_env import actions as line
from paxren_env import constants as c
from paxren_env import pending as p
from paxren_env._jit import INTERPRETED
from paxren_env.queries import is_vassal, owns_in_tableau
from paxren_env.rules import b10_battle as b10
from paxren_env.rules import b11_regime_change as b11
from paxren_env.rules import e2_play as e2
from paxren_env.rules import e3_sell as e3
from paxren_env.rules import e4_ops as e4
from paxren_env.rules import i_coronation as coronation
from paxren_env.tables import (
    ABILITY_NAMES,
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

Event = tuple[str, ...]

GAMES = 160  # at least
MOST_GAMES = 1500  # until everything was seen
ANSWERS = 130  # per game
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
VOTER = "PREN083"  # Pospolite Ruszenie: an East vote
SOLD = tuple(CARD_CODES.index(code) for code in ("PREN130X", "PREN161X"))  # for their effects
WARS = (*c.ONE_SHOT_NAMES[:5], "campaign")
PLACES = ("throne", "opponent", "opponent's vassal", "own", "own vassal")
CASUALTIES = {
    line.CITY: "knight or rook",
    line.PAWN_AT: "pawn",
    line.PIRATE_AT: "pirate",
    line.AGENT: "agent",
    line.REPRESSED: "repressed",
}


# --- what must occur ------------------------------------------------------------------------------
def wanted() -> Iterator[Event]:
    """Every event that the rules allow, and that therefore must be seen."""
    yield from (("one-shot", name) for name in c.ONE_SHOT_NAMES)
    yield from (("battle", war, result) for war in WARS for result in ("won", "tied", "lost"))
    # A campaign needs an attacker; in other wars bishops may come alone.
    yield from (("battle", war, "nobody attacks") for war in WARS[:5])
    for cause in (*WARS, "coronation", "vote"):
        for place in PLACES:
            if cause == "vote" and ("vassal" in place or place == "throne"):
                continue  # F6
            if cause == "campaign" and place.startswith("own"):
                continue  # F9: never against oneself
            yield "regime change", cause, place
    yield from (("asked", name) for name in p.DECISION_NAMES)
    yield from (("op", name) for name in c.OP_NAMES)
    yield from (("ability", name) for name in ABILITY_NAMES)
    yield from (("casualty", kind) for kind in CASUALTIES.values())
    yield from (("survivor", kind) for kind in ("agent", "repressed"))


# --- stacked positions ----------------------------------------------------------------------------
class Stacked:
    """A position in the middle of everything: full tableaux, large hands, a crowded map."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.map = self.rng.choice(("1460", "1550", "age_of_reformation", "age_of_reformation"))
        self.ruleset = self.rng.choice(("v1.4", "v1.4", "v1.4", "2021"))
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
            decks[name] = cards[c.NUM_COLUMNS :][:30]
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


# --- play -----------------------------------------------------------------------------------------
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


def play(seed: int, seen: Counter[Event]) -> None:
    game = Stacked(seed).game()
    rng = random.Random(seed)
    for _ in range(ANSWERS):
        if game.is_over:
            break
        action = choose(game, rng)
        note_answer(game, action, seen)
        game.step(action)


def note_answer(game: Game, action: int, seen: Counter[Event]) -> None:
    """Count what the position and the answer show by themselves."""
    decision = str(game.decision)
    seen["asked", decision] += 1
    if decision == "main":
        for ability, name in enumerate(ABILITY_NAMES):
            seen["ability", name] += int(game.states["ability"][0, :, ability].any())
        if line.DECLARE <= action < line.ACTIVATE:
            seen["declared", c.VICTORY_NAMES[action - line.DECLARE]] += 1
    elif decision == "casualty":
        seen["casualty", CASUALTIES[max(start for start in CASUALTIES if start <= action)]] += 1
    elif decision == "survivor":
        seen["survivor", "agent" if action < line.REPRESSED else "repressed"] += 1


# --- the watched rules ----------------------------------------------------------------------------
def watch(monkeypatch: pytest.MonkeyPatch, seen: Counter[Event]) -> None:
    """Wrap the rules that carry out what is to be counted."""

    def before(module: Any, name: str, note: Any) -> None:
        original = getattr(module, name)

        def watched(s: Any, *arguments: Any) -> Any:
            event = note(s, *arguments)
            if event:
                seen[event] += 1
            return original(s, *arguments)

        monkeypatch.setattr(module, name, watched)

    begin = e2.begin_one_shot
    before(e2, "begin_one_shot", lambda s, player: ("one-shot", one_shot_name(s)))
    monkeypatch.setattr(e3, "begin_one_shot", begin)
    before(e3, "begin_one_shot", lambda s, player: ("fired by Machiavellianism", one_shot_name(s)))
    before(coronation, "do_coronation", crowned)
    before(b10, "fight", battle)
    before(b11, "change_regime", regime_change)
    before(e4, "do_op", lambda s, player, card, op: ("op", c.OP_NAMES[op]))


def one_shot_name(s: Any) -> str:
    return c.ONE_SHOT_NAMES[CARD_ONE_SHOT[s.card]]


def crowned(s: Any, player: int, queen: int, empire: int) -> Event:
    return ("one-shot", "coronation") if empire >= 0 else ("old maid", "by choice")


def battle(s: Any, player: int) -> Event:
    """The result by numbers alone; mustering twice changes nothing."""
    b10.muster_fighters(s, player)
    attackers, defenders = b10.num_attackers(s, player), b10.num_defenders(s)
    if attackers == 0:
        result = "nobody attacks"
    elif attackers == defenders:
        result = "tied"
    else:
        result = "won" if attackers > defenders else "lost"
    return "battle", c.CAUSE_NAMES[s.war], result


def regime_change(s: Any, player: int, empire: int, cause: int) -> Event:
    square = c.SQUARE + empire
    if s.place[square] == c.IN_THRONE:
        place = "throne"
    else:
        owner = "own" if owns_in_tableau(s, player, square) else "opponent"
        possessive = "own" if owner == "own" else "opponent's"
        place = f"{possessive} vassal" if is_vassal(s, square) else owner
    return "regime change", c.CAUSE_NAMES[cause], place


def table(seen: Counter[Event]) -> str:
    """The counts, an event a line; what must occur is there with a 0."""
    events = sorted({*seen, *wanted()})
    return "\n".join(f"{seen[event]:7} {': '.join(event)}" for event in events)


if INTERPRETED:

    @pytest.mark.interpreted
    @pytest.mark.slow
    def test_everything_the_rules_know_of_happens(monkeypatch, capsys):
        seen: Counter[Event] = Counter()
        watch(monkeypatch, seen)
        for seed in range(MOST_GAMES):
            play(seed, seen)
            if seed >= GAMES and all(seen[event] for event in wanted()):
                break
        with capsys.disabled():
            print("\n" + table(seen))
        assert [event for event in wanted() if not seen[event]] == []
