"""The known differences between the recording and our rules, each matched as narrowly as possible.

Every name is followed by its source: R for a section of the rulings, D for an entry of the list
of deviations that comes with the recorded games.
"""

from paxren_env.actions import YES
from paxren_env.constants import CITY_NAMES
from tests.choices import PASS

HAND_LIMIT = "hand limit also when the ability is lost by other ways than silencing (R S3.1, D 3)"
SOLD_AGENTS = "Machiavellianism places no agents without the one-shot (R E3, D 4)"
BISHOP_SOURCE = "a bishop may be taken from any card (R T3, D 5)"
SEQUENTIAL = "East and West ops are run one side after the other (R E4, D 6)"
CRYPTOGRAPHY = "Cryptography's op may be declined (R E3, D 7)"
ADJACENCY = "every card of a column is adjacent to the whole next column (R F1, D 8)"
SERF_REGION = "a displaced pawn stays in the card's region (R B13, D 11)"
HOSPITALLER = "gold rooks may join a crusade, or not (R K1, D 14)"
FIRED_APOSTASY = "a fired apostasy need not hit anyone (R E2.1, D 15)"
PAID_TWIN = "the free price applies automatically (R D1, D 22)"
FULL_CITY = "a city is displaced in only when it is full (R G4, D 24)"
OWN_OCCUPANT = "the token about to be displaced is no source (R T5, D 25)"
PARIS = "Paris levies a green rook in Islamic France (R 0.3, D 26)"
SURVIVORS_FIRST = "casualties before the theocracy (R K2, R BGA 13)"

MULTI_SLOT = {name for name in CITY_NAMES if name.startswith(("constantinople", "venice"))}


# --- positions ----------------------------------------------------------------------------------------
def position_not_settled(game):
    """The position breaks a rule of ours that the recording does not know."""
    return HAND_LIMIT if game.decision == "discard" else None


# --- on the way ---------------------------------------------------------------------------------------
def before(action, line):
    """Answer a decision of ours that the recording never asks; the name of the difference."""
    game = action.game
    if not game.is_over and game.decision == "hospitaller":
        game.step(YES)
        return HOSPITALLER
    if game.decision == "fire_one_shot" and line.get("type") != "ANNOUNCE_ONE_SHOT":
        game.step(0)
        return FIRED_APOSTASY
    return None


def is_paid_twin(game, line):
    """The recorded player paid for what is free."""
    choice = line["choices"][line["chosen"]]
    twins = {
        "tradeFair": ("SA_FREE_TRADE_FAIR",),
        "ops": (f"SA_FREE_{choice.get('region', '').upper()}ERN_OPS",),
    }.get(choice.get("do"), ())
    return any(c.get("ability") in twins for c in line["choices"])


def is_idle(action, line):
    """The recording asks although only passing is possible; ours does not ask."""
    return line["choices"] == [{"pass": True}]


def lost(action, line):
    """Why we are not asked what the recording was asked."""
    game = action.game
    if not game.is_over and game.decision == "discard":
        return HAND_LIMIT
    if line["type"] == "PLACE_AGENT" and is_sale(action) and line["ctx"].get("card") is not None:
        return SOLD_AGENTS
    if line["type"] == "TABLEAU_OPS_SELECT_EAST_AND_WEST":
        return SEQUENTIAL
    return None


def is_sale(action):
    main = action.lines[0]
    return main["choices"][main["chosen"]].get("do") == "sell"


# --- choices ----------------------------------------------------------------------------------------------
def choices(action, line, missing, extra):
    """The known difference that explains choices only one side offers."""
    for difference in CHOICES.get(line["type"], ()):
        name = difference(action, line, missing, extra)
        if name:
            return name
    return None


def not_full(action, line, missing, extra):
    """The recording displaces tokens in cities with a free slot."""
    if extra or not all(len(key) == 3 and key[1] in MULTI_SLOT for key in missing):
        return None
    by_place = {c.get("at"): c for c in line["choices"]}
    taken = [c for at, c in by_place.items() if at and "cost" in c]
    return FULL_CITY if taken else None


def outside_region(action, line, missing, extra):
    """The recording sends a displaced pawn out of The West."""
    if line["ctx"].get("card") != "PREN041":
        return None
    return SERF_REGION if all(len(key) == 3 and key[2] for key in missing | extra) else None


def any_bishop(action, line, missing, extra):
    bishops = all(key[0].endswith("bishop") for key in extra)
    return BISHOP_SOURCE if not missing and bishops else None


def own_occupant(action, line, missing, extra):
    from tests.recorded import place

    goal = place(line["ctx"].get("toLocationId") or "")
    return OWN_OCCUPANT if not extra and {key[1] for key in missing} == {goal} else None


def optional(action, line, missing, extra):
    return CRYPTOGRAPHY if not missing and extra == {PASS} else None


def other_side_first(action, line, missing, extra):
    """Once both sides were begun the recording still offers the first one."""
    return SEQUENTIAL if not extra else None


def next_column(action, line, missing, extra):
    """Ours adds moves between neighbouring columns with vassals in them."""
    if missing:
        return None
    columns = columns_of(line["state"])
    return ADJACENCY if all(is_vassal_move(columns, *key) for key in extra) else None


def columns_of(state):
    """card -> (bank, side, column, whether the column has vassals)."""
    from tests.recorded import place

    found = {}

    def add(card, where):
        found[place(card["id"])] = where
        for tucked in (*card.get("queens", ()), *card.get("vassals", ())):
            add(tucked, where)

    for bank, player in state["players"].items():
        for side in ("west", "east"):
            for i, card in enumerate(player[side]):
                add(card, (bank, side, i, bool(card.get("vassals"))))
    return found


def is_vassal_move(columns, origin, target):
    if origin not in columns or target not in columns:
        return False
    one, other = columns[origin], columns[target]
    near = one[:2] == other[:2] and abs(one[2] - other[2]) <= 1
    return near and (one[3] or other[3])


def islamic_paris(action, line, missing, extra):
    if line["state"]["religions"]["france"] != "islamic":
        return None
    return PARIS if {key[1] for key in missing | extra} == {"paris"} else None


CHOICES = {
    "PLACE_AGENT": (not_full, outside_region),
    "SELECT_TOKEN": (own_occupant, any_bishop),
    "ABILITY_OPPONENTS_PUPRLE_OP": (optional,),
    "TABLEAU_OPS_SELECT_EAST_AND_WEST": (other_side_first,),
    "TABLEAU_OP_INQUISITOR": (next_column,),
    "PLACE_LEVY_SELECT_CITY": (islamic_paris,),
}


# --- outcomes ---------------------------------------------------------------------------------------------
def outcome(action, found):
    """The known difference that explains where the positions differ."""
    paths = {path for path, _, _ in found}
    if "free action paid for" in action.notes and paths <= {"turn.actions_left", "turn.free_fair_used"}:
        return PAID_TWIN
    if paths <= {"turn.ops_done"} and any(
        line["type"] == "TABLEAU_OPS_SELECT_EAST_AND_WEST" for line in action.lines
    ):
        return SEQUENTIAL
    if not action.game.is_over and action.game.decision == "discard":
        return HAND_LIMIT
    return None
