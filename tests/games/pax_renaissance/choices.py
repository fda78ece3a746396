"""One vocabulary for the choices of a recorded decision and for our answers to it.

A choice is a key: a tuple of words. One recorded decision may take several of ours; a key then
stands for the whole sequence of answers.
"""

from paxren_env.games.pax_renaissance.actions import (
    ACTIVATE,
    AGENT,
    APOSTATIZE,
    BORDER,
    BUY,
    CARD,
    CITY,
    DECLARE,
    EMPIRE,
    FAIR,
    NO,
    OP,
    OPS,
    PAWN_AT,
    PIRATE_AT,
    PLAY,
    REPRESSED,
    REVOLT,
    SELL,
    SPACE,
    YES,
)
from paxren_env.games.pax_renaissance.constants import (
    AGENT_NAMES,
    APOSTASY_NAMES,
    BORDER_NAMES,
    CITY_NAMES,
    COLOUR_NAMES,
    CONSTANTINOPLE,
    EMPIRE_NAMES,
    MAMLUK,
    OP_NAMES,
    OWN_PAWN,
    SIDE_NAMES,
    TOKEN_NAMES,
    VICTORY_NAMES,
)
from paxren_env.games.pax_renaissance.tables import CARD_CODES, LEVY
from tests.games.pax_renaissance.recorded import VICTORIES, place, snake

PASS = ("pass",)

# Which of our decisions answer a recorded one ...
GROUPS = {
    "PLAYER_ACTION": ("main",),
    "FREE_ACTION": ("main",),
    "ABILITY_ACTION_SELECT_TRADE_FAIR": ("main",),
    "ABILITY_ACTION_SELECT_APOSTASY": ("main",),
    "TABLEAU_OPS_SELECT_WEST": ("op_card",),
    "TABLEAU_OPS_SELECT_EAST": ("op_card",),
    "TABLEAU_OPS_SELECT_EAST_AND_WEST": ("main", "op_card", "other_side"),
    "ABILITY_OPPONENTS_PUPRLE_OP": ("borrow",),
    "TABLEAU_OP_COMMERCE": ("commerce",),
    "TABLEAU_OP_INQUISITOR": ("inquisitor_from",),
    "TABLEAU_OP_BEHEAD": ("behead",),
    "TABLEAU_OP_TAX": ("tax",),
    "TABLEAU_OP_TAX_PAY_OR_REPRESS": ("tax_response",),
    "TABLEAU_OP_REPRESS": ("repress",),
    "TABLEAU_OP_SIEGE": ("siege",),
    "TABLEAU_OP_VOTE": ("vote",),
    "TABLEAU_OP_CAMPAIGN": ("campaign",),
    "TABLEAU_OP_CORSAIR": ("corsair_from",),
    "PLACE_LEVY_SELECT_CITY": ("levy",),
    "ANNOUNCE_ONE_SHOT": ("one_shot", "suitor", "fire_one_shot"),
    "CORONATION_ONE_SHOT": ("suitor",),
    "PLACE_AGENT": ("agent", "place_agent", "concession"),
    "SELECT_TOKEN": ("source",),
    "BISHOP_PACIFICATION": ("pacify",),
    "BATTLE_LOCATION": ("war_empire",),
    "BATTLE_CASUALTIES": ("casualty",),
    "BATTLE_PLACE_ATTACKERS": ("survivor",),
    "BATTLE_RECONFIGURE_CONSTANTINOPLE": ("arrange",),
    "REGIME_CHANGE_EMANCIPATION": ("emancipate", "emancipate_west"),
    "REGIME_CHANGE_GOLDEN_LIBERTY": ("golden_liberty",),
    "FLIP_VICTORY_CARD": ("activate",),
    "DISCARD_DOWN_TO_HAND_LIMT": ("discard",),
    "REMOVE_TOKEN_FROM_CITY": ("drop",),
}

# ... and which of ours go on within one recorded decision.
GOES_ON = {
    "agent": ("place_agent",),
    "place_agent": ("serf_empire",),
    "op_card": ("op",),
    "borrow": ("op",),
    "inquisitor_from": ("inquisitor_to",),
    "tax": ("tax_empire",),
    "corsair_from": ("corsair_to",),
    "survivor": ("place_survivor",),
    "emancipate": ("place_freed",),
    "emancipate_west": ("emancipate",),
}
BOTH_SIDES = {"main": ("op_card",), "op_card": ("op", "other_side"), "other_side": ("op_card",)}


# --- our answers ----------------------------------------------------------------------------------
def our_choices(game, kind):
    """Every complete answer of ours to a recorded decision: key -> list of actions."""
    goes_on = BOTH_SIDES if kind == "TABLEAU_OPS_SELECT_EAST_AND_WEST" else GOES_ON
    found = {}
    for steps in sequences(game, kind, goes_on):
        key = WORDS[kind](game, steps)
        if key is not None:
            found.setdefault(key, [step.action for step in steps])
    return found


class Step:
    """One answer of ours: to which decision, with which arguments, in which game."""

    def __init__(self, game, action):
        row = game.states[0]
        self.decision = game.decision
        self.frame = [int(x) for x in row["stack"][row["stack_size"] - 1]]
        self.row = row.copy()
        self.action = action


def sequences(game, kind, goes_on):
    """Our answers, each followed by those that belong to the same recorded decision."""
    for action in game.legal_actions():
        if game.decision == "main" and kind.endswith("EAST_AND_WEST"):
            if action not in (OPS + 2, OPS + 3):
                continue
        step = Step(game, action)
        if game.decision not in goes_on:
            yield [step]
            continue
        after = game.clone()
        after.step(action)
        belongs = not after.is_over and after.decision in goes_on[game.decision]
        if belongs and (action != NO or after.decision == "other_side"):
            for rest in sequences(after, kind, goes_on):
                yield [step, *rest]
        else:
            yield [step]


def main_words(game, steps):
    action = steps[0].action
    row = steps[0].row
    if action == NO:
        return PASS
    if action < PLAY:
        slot = action - BUY
        return ("buy", SIDE_NAMES[slot // 6], CARD_CODES[row["market"][slot]])
    if action < SELL:
        return ("play", CARD_CODES[action - PLAY])
    if action < OPS:
        return ("sell", CARD_CODES[action - SELL])
    if action < FAIR:
        return ("ops", (*SIDE_NAMES, "both", "both")[action - OPS])
    if action < DECLARE:
        return ("fair", SIDE_NAMES[action - FAIR])
    if action < ACTIVATE:
        return ("declare", VICTORY_NAMES[action - DECLARE])
    if action < REVOLT:
        return ("apostasy", "?")  # which one is a recorded decision of its own
    return ("revolt",)


def fair_words(game, steps):
    key = main_words(game, steps)
    return key if key[0] == "fair" else None


def apostasy_words(game, steps):
    if not APOSTATIZE <= steps[0].action < REVOLT:
        return None
    return ("apostasy", APOSTASY_NAMES[steps[0].action - APOSTATIZE])


def op_words(game, steps):
    last = steps[-1]
    if last.action in (NO, YES):
        return PASS
    return (CARD_CODES[last.frame[2]], OP_NAMES[last.action - OP])


def commerce_words(game, steps):
    slot = steps[0].action - SPACE
    return (SIDE_NAMES[slot // 6], str(slot % 6))


def inquisitor_words(game, steps):
    return tuple(CARD_CODES[step.action - CARD] for step in steps)


def card_words(game, steps):
    return (CARD_CODES[steps[0].action - CARD],)


def empire_words(game, steps):
    return PASS if steps[0].action == NO else (EMPIRE_NAMES[steps[0].action - EMPIRE],)


def tax_words(game, steps):
    border = steps[0].action - PAWN_AT
    if len(steps) > 1:
        empire = steps[1].action - EMPIRE
    else:
        after = game.clone()
        after.step(steps[0].action)
        row = after.states[0]
        empire = row["stack"][row["stack_size"] - 1][3]
    return (BORDER_NAMES[border], EMPIRE_NAMES[empire])


def yes_no_words(game, steps):
    return ("yes",) if steps[0].action == YES else ("no",)


def spot(row, action):
    """The token an action names, and where it is."""
    if action >= PIRATE_AT:
        border = action - PIRATE_AT
        return (f"{COLOUR_NAMES[row['pirate'][border]]} pirate", BORDER_NAMES[border])
    if action >= PAWN_AT:
        border = action - PAWN_AT
        return (f"pawn {row['pawn'][border]}", BORDER_NAMES[border])
    city = action - CITY
    return (TOKEN_NAMES[row["city"][city]], CITY_NAMES[city])


def token_words(game, steps):
    return spot(steps[0].row, steps[0].action)


def corsair_words(game, steps):
    return (BORDER_NAMES[steps[0].action - PIRATE_AT], BORDER_NAMES[steps[1].action - BORDER])


def levy_words(game, steps):
    city = steps[0].action - CITY
    row = steps[0].row
    token = LEVY[row["map"], city, row["religion"][steps[0].frame[2]]]
    return (TOKEN_NAMES[token], CITY_NAMES[city])


def announce_words(game, steps):
    return ("no",) if steps[0].action == NO else ("yes",)


def suitor_words(game, steps):
    return None if steps[0].action == NO else empire_words(game, steps)


def agent_name(agent, player):
    return f"pawn {player}" if agent == OWN_PAWN else AGENT_NAMES[agent]


def agent_words(game, steps):
    """Agent, place, and for a region's card the empire that a displaced pawn enters."""
    if steps[-1].action == NO:
        return PASS
    step = next(step for step in steps if step.decision in ("place_agent", "concession"))
    player = step.frame[1]
    agent = OWN_PAWN if step.decision == "concession" else step.frame[2]
    if step.action >= BORDER:
        where = BORDER_NAMES[step.action - BORDER]
    elif step.action >= CITY:
        where = CITY_NAMES[step.action - CITY]
    else:
        where = CARD_CODES[step.action - CARD]
    serf = ""
    if steps[-1].decision == "serf_empire":
        serf = EMPIRE_NAMES[steps[-1].action - EMPIRE]
    return (agent_name(agent, player), where, serf)


def source_words(game, steps):
    step = steps[0]
    token = TOKEN_NAMES[step.frame[2]]
    if step.action < CARD:
        return (token, "SQ_" + EMPIRE_NAMES[step.action - EMPIRE])
    if step.action < OP:
        return (token, CARD_CODES[step.action - CARD])
    return spot(step.row, step.action)


def pacify_words(game, steps):
    return PASS if steps[0].action == NO else (TOKEN_NAMES[steps[0].action - REPRESSED],)


def casualty_words(game, steps):
    step = steps[0]
    if step.action >= REPRESSED:
        campaign = step.row["war"] == 8
        home = MAMLUK if campaign else step.row["war_empire"]
        return (TOKEN_NAMES[step.action - REPRESSED], "SQ_" + EMPIRE_NAMES[home])
    if step.action >= AGENT:
        return (agent_name(step.action - AGENT, step.frame[1]), "agent")
    return spot(step.row, step.action)


def survivor_words(game, steps):
    first, last = steps
    if first.action >= REPRESSED:
        token, origin = TOKEN_NAMES[first.action - REPRESSED], "repressed"
    else:
        token, origin = agent_name(first.action - AGENT, first.frame[1]), "agent"
    return (token, origin, freed_place(last.action))


def freed_place(action):
    if action >= BORDER:
        return BORDER_NAMES[action - BORDER]
    return CITY_NAMES[action - CITY]


def emancipate_words(game, steps):
    if steps[0].action == NO:
        return PASS
    last = steps[-1]
    return (
        TOKEN_NAMES[last.frame[3]],
        EMPIRE_NAMES[last.frame[2]],
        freed_place(last.action),
    )


def arrange_words(game, steps):
    after = game.clone()
    after.step(steps[0].action)
    tokens = after.states[0]["city"][CONSTANTINOPLE : CONSTANTINOPLE + 3]
    return tuple("" if token < 0 else TOKEN_NAMES[token] for token in tokens)


def activate_words(game, steps):
    return (VICTORY_NAMES[steps[0].action - ACTIVATE],)


WORDS = {
    "PLAYER_ACTION": main_words,
    "FREE_ACTION": main_words,
    "ABILITY_ACTION_SELECT_TRADE_FAIR": fair_words,
    "ABILITY_ACTION_SELECT_APOSTASY": apostasy_words,
    "TABLEAU_OPS_SELECT_WEST": op_words,
    "TABLEAU_OPS_SELECT_EAST": op_words,
    "TABLEAU_OPS_SELECT_EAST_AND_WEST": op_words,
    "ABILITY_OPPONENTS_PUPRLE_OP": op_words,
    "TABLEAU_OP_COMMERCE": commerce_words,
    "TABLEAU_OP_INQUISITOR": inquisitor_words,
    "TABLEAU_OP_BEHEAD": card_words,
    "TABLEAU_OP_TAX": tax_words,
    "TABLEAU_OP_TAX_PAY_OR_REPRESS": yes_no_words,
    "TABLEAU_OP_REPRESS": token_words,
    "TABLEAU_OP_SIEGE": token_words,
    "TABLEAU_OP_VOTE": empire_words,
    "TABLEAU_OP_CAMPAIGN": empire_words,
    "TABLEAU_OP_CORSAIR": corsair_words,
    "PLACE_LEVY_SELECT_CITY": levy_words,
    "ANNOUNCE_ONE_SHOT": announce_words,
    "CORONATION_ONE_SHOT": suitor_words,
    "PLACE_AGENT": agent_words,
    "SELECT_TOKEN": source_words,
    "BISHOP_PACIFICATION": pacify_words,
    "BATTLE_LOCATION": empire_words,
    "BATTLE_CASUALTIES": casualty_words,
    "BATTLE_PLACE_ATTACKERS": survivor_words,
    "BATTLE_RECONFIGURE_CONSTANTINOPLE": arrange_words,
    "REGIME_CHANGE_EMANCIPATION": emancipate_words,
    "REGIME_CHANGE_GOLDEN_LIBERTY": yes_no_words,
    "FLIP_VICTORY_CARD": activate_words,
    "DISCARD_DOWN_TO_HAND_LIMT": card_words,
    "REMOVE_TOKEN_FROM_CITY": token_words,
}


# --- recorded choices -----------------------------------------------------------------------------
ABILITIES = {
    "SA_FREE_EASTERN_OPS": ("ops", "east"),
    "SA_FREE_WESTERN_OPS": ("ops", "west"),
    "SA_EAST_AND_WEST_OPS_IN_ONE_ACTION": ("ops", "both"),
    "SA_DISCARD_TO_LAUNCH_PEASANT_REVOLT": ("revolt",),
}


def their_choice(seats, line, choice):
    """The keys a recorded choice stands for; several where the next decision tells them apart."""
    if "pass" in choice:
        return [their_pass(seats, line)]
    if choice.get("do") == "ability" and choice["ability"] not in ABILITIES:
        return their_ability(line, choice)
    return [THEIR_WORDS[line["type"]](seats, line, choice)]


def their_pass(seats, line):
    if line["type"] != "BATTLE_RECONFIGURE_CONSTANTINOPLE":
        return PASS
    cities = line["state"]["cities"]
    slots = [cities.get(f"constantinople{i}") for i in (1, 2, 3)]
    return tuple(seats.token(token) if token else "" for token in slots)


def their_ability(line, choice):
    """Oratory's pairs and Podestà's fairs are picked in a decision of their own."""
    if choice["ability"] == "SA_FREE_TRADE_FAIR":
        market = line["state"]["market"]
        return [("fair", side) for side in SIDE_NAMES if market[side][0][0]]
    if choice["ability"] == "SA_PERFORM_APOSTASY_AS_AN_ACTION":
        return [("apostasy", "?")]
    raise ValueError(f"unknown ability {choice['ability']}")


def their_main(seats, line, choice):
    what = choice["do"]
    if what == "ability":
        return ABILITIES[choice["ability"]]
    if what == "purchase":
        return ("buy", choice["row"], choice["card"])
    if what in ("play", "sell"):
        return (what, place(choice["card"]))
    if what == "tradeFair":
        return ("fair", choice["region"])
    if what == "ops":
        return ("ops", "both" if choice["region"] == "eastAndWest" else choice["region"])
    if what == "declareVictory":
        return ("declare", VICTORIES[choice["card"]])
    raise ValueError(f"unknown choice {choice}")


OPS_WORDS = {
    "INQUISITOR": "inquisitor",
    "CORSAIR": "corsair",
    "VOTE": "vote",
    "COMMERCE": "commerce",
}


def their_op(seats, line, choice):
    """INQUISITOR_OP_CATHOLIC -> inquisitor:catholic; REPRESS_OP_PAWN_ROOK -> repress."""
    kind, _, detail = choice["op"].partition("_OP")
    name = kind.lower()
    if kind in OPS_WORDS:
        name += ":" + detail.strip("_").lower()
    return (place(choice["card"]), name)


def their_agent(seats, line, choice):
    where = place(choice.get("at") or choice["on"])
    return (seats.token(choice["agent"]), where, snake(choice.get("repressTo") or ""))


def their_casualty(seats, line, choice):
    if "eliminateAgent" in choice:
        return (seats.token(choice["eliminateAgent"]), "agent")
    return (seats.token(choice["eliminate"]), place(choice["at"]))


def their_survivor(seats, line, choice):
    if "placeAgent" in choice:
        return (seats.token(choice["placeAgent"]), "agent", place(choice["at"]))
    return (seats.token(choice["placeRepressed"]), "repressed", place(choice["at"]))


def their_arrangement(seats, line, choice):
    slots = choice["reconfigure"]
    names = [slots.get(f"constantinople{i}") for i in (1, 2, 3)]
    return tuple(seats.token(name) if name else "" for name in names)


def their_apostasy(seats, line, choice):
    """APOSTASY_REFORMIST_CATHOLIC_ONE_SHOT -> catholic+reformist."""
    pair = choice["apostasy"].split("_")[1:3]
    return ("apostasy", "+".join(sorted(name.lower() for name in pair)))


def yes_no(value):
    return ("yes",) if value else ("no",)


def their_space(seats, line, choice):
    return tuple(choice["takeFlorinFrom"].split("_"))


def their_freed(seats, line, choice):
    empire = place(choice["from"]).removeprefix("SQ_")
    return (seats.token(choice["emancipate"]), empire, place(choice["to"]))


def their_killed(seats, line, choice):
    return (seats.token(choice["kill"]),) if choice["kill"] else PASS


THEIR_WORDS = {
    "PLAYER_ACTION": their_main,
    "FREE_ACTION": their_main,
    "ABILITY_ACTION_SELECT_TRADE_FAIR": their_main,
    "ABILITY_ACTION_SELECT_APOSTASY": their_apostasy,
    "TABLEAU_OPS_SELECT_WEST": their_op,
    "TABLEAU_OPS_SELECT_EAST": their_op,
    "TABLEAU_OPS_SELECT_EAST_AND_WEST": their_op,
    "ABILITY_OPPONENTS_PUPRLE_OP": their_op,
    "TABLEAU_OP_COMMERCE": their_space,
    "TABLEAU_OP_INQUISITOR": lambda s, d, c: (place(c["from"]), place(c["to"])),
    "TABLEAU_OP_BEHEAD": lambda s, d, c: (place(c["behead"]),),
    "TABLEAU_OP_TAX": lambda s, d, c: (place(c["at"]), snake(c["empire"])),
    "TABLEAU_OP_TAX_PAY_OR_REPRESS": lambda s, d, c: yes_no(c["pay"]),
    "TABLEAU_OP_REPRESS": lambda s, d, c: (s.token(c["repress"]), place(c["at"])),
    "TABLEAU_OP_SIEGE": lambda s, d, c: (s.token(c["kill"]), place(c["at"])),
    "TABLEAU_OP_VOTE": lambda s, d, c: (snake(c["vote"]),),
    "TABLEAU_OP_CAMPAIGN": lambda s, d, c: (snake(c["attack"]),),
    "TABLEAU_OP_CORSAIR": lambda s, d, c: (place(c["from"]), place(c["to"])),
    "PLACE_LEVY_SELECT_CITY": lambda s, d, c: (s.token(c["levy"]), place(c["at"])),
    "ANNOUNCE_ONE_SHOT": lambda s, d, c: yes_no(c["occurs"]),
    "CORONATION_ONE_SHOT": lambda s, d, c: (place(c["king"]).removeprefix("SQ_"),),
    "PLACE_AGENT": their_agent,
    "SELECT_TOKEN": lambda s, d, c: (s.token(c["take"]), place(c["from"])),
    "BISHOP_PACIFICATION": their_killed,
    "BATTLE_LOCATION": lambda s, d, c: (snake(c["empire"]),),
    "BATTLE_CASUALTIES": their_casualty,
    "BATTLE_PLACE_ATTACKERS": their_survivor,
    "BATTLE_RECONFIGURE_CONSTANTINOPLE": their_arrangement,
    "REGIME_CHANGE_EMANCIPATION": their_freed,
    "REGIME_CHANGE_GOLDEN_LIBERTY": lambda s, d, c: yes_no(c["makeMedieval"]),
    "FLIP_VICTORY_CARD": lambda s, d, c: (VICTORIES[c["activate"]],),
    "DISCARD_DOWN_TO_HAND_LIMT": lambda s, d, c: (place(c["discard"]),),
    "REMOVE_TOKEN_FROM_CITY": lambda s, d, c: (s.token(c["remove"]), place(c["at"])),
}
