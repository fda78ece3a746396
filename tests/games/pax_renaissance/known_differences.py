"""The known differences between the recording and our rules, each matched as narrowly as possible.

Every name is followed by its source: R for a section of the rulings, D for an entry of the list
of deviations that comes with the recorded games.
"""

from collections import Counter

from paxren_env import Game
from paxren_env.core.jit import entry
from paxren_env.core.record import row
from paxren_env.games.pax_renaissance.actions import NO, YES
from paxren_env.games.pax_renaissance.constants import APOSTASY, CITY_NAMES, TOKEN_NAMES
from paxren_env.games.pax_renaissance.queries import is_full, token_of
from paxren_env.games.pax_renaissance.report import victory_report
from paxren_env.games.pax_renaissance.tables import CARD_AGENTS, CARD_CODES, CARD_ONE_SHOT
from tests.games.pax_renaissance.choices import PASS, our_choices, their_choice
from tests.games.pax_renaissance.recorded import place

HAND_LIMIT = "hand limit also when the ability is lost by other ways than silencing (R S3.1, D 3)"
SOLD_AGENTS = "Machiavellianism places no agents without the one-shot (R E3, D 4)"
BISHOP_SOURCE = "a bishop may be taken from any card (R T3, D 5)"
SEQUENTIAL = "East and West ops are run one side after the other (R E4, D 6)"
CRYPTOGRAPHY = "Cryptography's op may be declined (R E3, D 7)"
ADJACENCY = "every card of a column is adjacent to the whole next column (R F1, D 8)"
SPENT_ACTION = "an action passed for a free one is not spent before it (R D1)"
PASSED_ACTION = "a passed action does not pay for a declaration (R L2, D 9)"
SERF_REGION = "a displaced pawn stays in the card's region (R B13, D 11)"
HOSPITALLER = "gold rooks may join a crusade, or not (R K1, D 14)"
FIRED_APOSTASY = "a fired apostasy need not hit anyone (R E2.1, D 15)"
PAID_TWIN = "the free price applies automatically (R D1, D 22)"
FULL_CITY = "a city is displaced in only when it is full (R G4, D 24)"
OWN_OCCUPANT = "the token about to be displaced is no source (R T5, D 25)"
PARIS = "Paris levies a green rook in Islamic France (R 0.3, D 26)"
CASUALTIES_FIRST = "casualties are picked before the map changes (R K2, R BGA 13)"

MACHIAVELLIANISM = "PREN135X"
MULTI_SLOT = {name for name in CITY_NAMES if name.startswith(("constantinople", "venice"))}
RELIGIOUS_WARS = {f"{war}_ONE_SHOT" for war in ("CRUSADE", "JIHAD", "REFORMATION")}
CLOSING_SLOTS = {"venice_2", "kyiv"}  # gone once the empire has another religion


# --- positions ------------------------------------------------------------------------------------
def position_not_settled(game):
    """A hand over the limit: the recording enforces it only when a bishop silences the ability."""
    return HAND_LIMIT if game.decision == "discard" else None


# --- on the way -----------------------------------------------------------------------------------
def before(action, line):
    """Answer a decision of ours that the recording never asks."""
    game = action.game
    if game.is_over:
        return
    if game.decision == "hospitaller":
        action.unasked = HOSPITALLER
        game.step(YES)  # there gold rooks always join
    elif game.decision == "fire_one_shot" and line.get("type") != "ANNOUNCE_ONE_SHOT":
        if CARD_ONE_SHOT[sold_card(action)] == APOSTASY:
            action.unasked = FIRED_APOSTASY
            game.step(NO)


def sold_card(action):
    """The card a main action sells; -1 if it does not sell."""
    main = action.lines[0]
    choice = main["choices"][main["chosen"]]
    return CARD_CODES.index(place(choice["card"])) if choice.get("do") == "sell" else -1


def is_paid_twin(line):
    """The recorded player chose to pay for what is free."""
    choice = line["choices"][line["chosen"]]
    if choice.get("do") == "tradeFair":
        free = "SA_FREE_TRADE_FAIR"
    elif choice.get("do") == "ops":
        free = f"SA_FREE_{choice['region'].upper()}ERN_OPS"
    else:
        return False
    return any(other.get("ability") == free for other in line["choices"])


def is_idle(line):
    """The recording asks although only passing is possible; ours does not ask."""
    return line["choices"] == [{"pass": True}]


def lost(action, line):
    """Why we are not asked what the recording was asked."""
    game = action.game
    if not game.is_over and game.decision == "discard":
        return HAND_LIMIT
    if line["type"] == "PLACE_AGENT" and places_sold_agents(action, line):
        return None if was_fired(action) else SOLD_AGENTS
    if line["type"] == "TABLEAU_OPS_SELECT_EAST_AND_WEST" and runs_both(action):
        return SEQUENTIAL
    return None


def places_sold_agents(action, line):
    """The agents are those of the card that was sold; its name may be missing."""
    sold, ctx = sold_card(action), line["ctx"]
    if sold < 0 or "card" in ctx:
        return sold >= 0 and ctx["card"] == CARD_CODES[sold]
    # Concessions and the agents of a one-shot have a source; those of a sale alone have none.
    if "source" in ctx or not has_machiavellianism(action):
        return False
    wanted = Counter(action.seats.token(name) for name in ctx["agents"])
    return wanted.total() > 0 and wanted <= printed_agents(sold, seller(action))


def seller(action):
    return action.seats.seat(action.lines[0]["turnPlayer"])


def has_machiavellianism(action):
    main = action.lines[0]
    player = main["state"]["players"][main["turnPlayer"]]
    return any(card["id"] == MACHIAVELLIANISM for card in player["west"])


def printed_agents(card, seat):
    """The tokens that the agents of a card become."""
    numbers = CARD_AGENTS[card].tolist()
    return Counter({TOKEN_NAMES[token_of(a, seat)]: n for a, n in enumerate(numbers) if n})


def was_fired(action):
    return any(
        line["choices"][line["chosen"]].get("occurs")
        for line in action.lines
        if line["type"] == "ANNOUNCE_ONE_SHOT"
    )


def runs_both(action):
    return any(line["type"] == "TABLEAU_OPS_SELECT_EAST_AND_WEST" for line in action.lines)


# --- choices --------------------------------------------------------------------------------------
def choices(action, line, missing, extra):
    """The known difference that explains choices only one side offers."""
    for difference in CHOICES.get(line["type"], ()):
        name = difference(action, line, missing, extra)
        if name:
            return name
    return None


def not_full(action, line, missing, extra):
    """The recording displaces tokens in a city of several slots that is not full."""
    if extra or not missing:
        return None
    paid = {place(c["at"]) for c in line["choices"] if "at" in c and "cost" in c}
    slots = MULTI_SLOT & paid
    excused = all(key[1] in slots and not is_city_full(action.game, key[1]) for key in missing)
    return FULL_CITY if excused else None


@entry
def _is_full(states, i, city):
    return is_full(row(states, i), city)


def is_city_full(game, name):
    return _is_full(game.states, 0, CITY_NAMES.index(name))


def outside_region(action, line, missing, extra):
    """The recording sends a pawn displaced by a region's card to either side of the border."""
    if extra or line["ctx"].get("card") != "PREN041":
        return None
    east = {"hungary", "byzantium", "ottoman", "mamluk"}
    return SERF_REGION if all(key[2] in east for key in missing) else None


def other_source(action, line, missing, extra):
    """The recording offers the occupant about to be displaced, and bishops on squares first."""
    goal = place(line["ctx"].get("toLocationId") or "")
    if any(key[1] != goal for key in missing):
        return None
    if any(not key[0].endswith("bishop") for key in extra):
        return None
    return BISHOP_SOURCE if extra else OWN_OCCUPANT


def not_optional(action, line, missing, extra):
    return CRYPTOGRAPHY if not missing and extra == {PASS} else None


def side_finished(action, line, missing, extra):
    """The recording still offers the side that we have left for the other one."""
    row = action.game.states[0]
    if extra or action.game.decision != "op_card":
        return None
    side = int(row["stack"][row["stack_size"] - 1][2])
    player = int(row["turn_player"])
    left = row["tableau"][player, 1 - side][: row["tableau_size"][player, 1 - side]]
    codes = {CARD_CODES[card] for card in left}
    return SEQUENTIAL if all(key[0] in codes for key in missing) else None


def next_column(action, line, missing, extra):
    """Ours adds moves between neighbouring columns with vassals in them."""
    if missing:
        return None
    columns = columns_of(line["state"])
    return ADJACENCY if all(is_vassal_move(columns, *key) for key in extra) else None


def next_column_ops(action, line, missing, extra):
    """... and so inquisitor ops that only such moves make legal."""
    if missing or not all(key[-1].startswith("inquisitor") for key in extra):
        return None
    return ADJACENCY if has_vassal_bishop(line["state"]) else None


def next_column_main(action, line, missing, extra):
    """... and so the ops of a side that has no other legal op."""
    if missing or not all(key[0] == "ops" for key in extra):
        return None
    return ADJACENCY if has_vassal_bishop(line["state"]) else None


def passed_action(action, line, missing, extra):
    """The recording lets a declaration of two actions be paid with one passed before."""
    if extra or line["turnState"]["actionsLeft"] != 1:
        return None
    if any(key[0] != "declare" for key in missing):
        return None
    report = victory_report(action.game)
    return PASSED_ACTION if all(report[key[1]]["actions"] == 2 for key in missing) else None


def columns_of(state):
    """card -> (bank, side, column, whether the column has vassals)."""
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


def has_vassal_bishop(state):
    """A bishop sits in a column with vassals, or next to one."""
    columns = columns_of(state)
    with_vassals = [where for where in columns.values() if where[3]]
    bishops = [where for card, where in columns.items() if bears_bishop(state, card)]
    return any(
        one[:2] == other[:2] and abs(one[2] - other[2]) <= 1
        for one in bishops
        for other in with_vassals
    )


def bears_bishop(state, code):
    def search(card):
        if place(card["id"]) == code:
            return any(token.startswith("bishop") for token in card.get("tokens", ()))
        return any(search(c) for c in (*card.get("queens", ()), *card.get("vassals", ())))

    return any(
        search(card)
        for player in state["players"].values()
        for side in ("west", "east")
        for card in player[side]
    )


def islamic_paris(action, line, missing, extra):
    if line["state"]["religions"]["france"] != "islamic":
        return None
    wrong, right = {("gold rook", "paris")}, {("green rook", "paris")}
    return PARIS if missing == wrong and extra <= right else None


def closing_slot(action, line, missing, extra):
    """The recording has lost the token of a slot that closes before casualties are picked."""
    if missing or line["ctx"].get("source") not in RELIGIOUS_WARS:
        return None
    return CASUALTIES_FIRST if {key[1] for key in extra} <= CLOSING_SLOTS else None


CHOICES = {
    "PLAYER_ACTION": (passed_action, next_column_main),
    "FREE_ACTION": (next_column_main,),
    "PLACE_AGENT": (not_full, outside_region),
    "SELECT_TOKEN": (other_source,),
    "ABILITY_OPPONENTS_PUPRLE_OP": (not_optional,),
    "TABLEAU_OPS_SELECT_EAST": (next_column_ops,),
    "TABLEAU_OPS_SELECT_WEST": (next_column_ops,),
    "TABLEAU_OPS_SELECT_EAST_AND_WEST": (side_finished, next_column_ops),
    "TABLEAU_OP_INQUISITOR": (next_column,),
    "PLACE_LEVY_SELECT_CITY": (islamic_paris,),
    "BATTLE_CASUALTIES": (closing_slot,),
}


# --- outcomes -------------------------------------------------------------------------------------
def outcome(action, found):
    """The known difference that explains where the positions differ."""
    paths = {path for path, _, _ in found}
    if PAID_TWIN in action.notes and paths <= {"turn.actions_left", "turn.free_fair_used"}:
        return PAID_TWIN
    if paths == {"turn.ops_done"} and runs_both(action):
        return SEQUENTIAL
    if found == [("turn.actions_left", 1, 0)]:
        return SPENT_ACTION if is_passed_for_free(action) else None
    if not action.game.is_over and action.game.decision == "discard":
        # Our turn goes on: marks, market and decks are not refreshed yet.
        later = all(
            p.startswith(("pending", "market", "decks")) or p.endswith(".used") for p in paths
        )
        return HAND_LIMIT if later else None
    if found == [("cities.paris", "green rook", "gold rook")]:
        return PARIS if action.following["state"]["religions"]["france"] == "islamic" else None
    return None


def is_passed_for_free(action):
    """The last action was passed, and with none left we offer the same free ones."""
    main, following = action.lines[0], action.following
    if main["choices"][main["chosen"]] != {"pass": True} or following.get("type") != "FREE_ACTION":
        return False
    if len(action.lines) > 1 or main["turnState"]["actionsLeft"] != 1:
        return False
    position = action.game.to_dict()
    spent = Game.from_dict({**position, "turn": {**position["turn"], "actions_left": 0}})
    theirs = [their_choice(action.seats, following, choice) for choice in following["choices"]]
    return set(our_choices(spent, "FREE_ACTION")) == {key for keys in theirs for key in keys}


def same_serf(ours, theirs):
    """Where only one empire can take a displaced pawn the recording may leave it out."""
    if len(theirs) != 3 or theirs[2] or theirs in ours:
        return theirs
    fitting = [key for key in ours if key[:2] == theirs[:2]]
    return fitting[0] if len(fitting) == 1 else theirs
