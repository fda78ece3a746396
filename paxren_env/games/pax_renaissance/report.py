"""Who is how close to which victory: the numbers behind Game.victory_report."""

import numpy as np

from paxren_env.core.jit import entry
from paxren_env.core.record import row
from paxren_env.games.pax_renaissance.constants import (
    AGE_OF_REFORMATION,
    BYZANTINE,
    GLOBALIZATION,
    HOLY,
    IMPERIAL,
    MAX_PLAYERS,
    NUM_RELIGIONS,
    NUM_VICTORY_SQUARES,
    PATRON,
    RELIGION_NAMES,
    RENAISSANCE,
    SOLO_GAME,
    VICTORY_NAMES,
)
from paxren_env.games.pax_renaissance.rules.l_victory import (
    declaration_cost,
    holy_bishops,
    holy_units,
    margin,
    meets,
    prestige,
    ruling_religion,
    score,
    supreme_religion,
    victory_religion,
)

CONDITIONS = {
    HOLY: ("prestige of the supreme religion",),
    IMPERIAL: ("Kings",),
    GLOBALIZATION: ("Discovery prestige", "concessions"),
    RENAISSANCE: ("Republics", "Law prestige"),
    BYZANTINE: ("Kings", "prestige of the religion with most theocracies"),
}


@entry
def count_victories(states, i, scores, margins, costs, met, religions, patron):
    """Fill the arrays: what every victory compares, by how much, at which price, who meets it."""
    s = row(states, i)
    religions[0, 0] = supreme_religion(s)
    religions[0, 1] = ruling_religion(s)
    for religion in range(NUM_RELIGIONS):
        religions[1, religion] = holy_bishops(s, religion)
        religions[2, religion] = holy_units(s, religion)
    for player in range(s.num_players):
        patron[player] = prestige(s, player, PATRON)
    for victory in range(NUM_VICTORY_SQUARES):
        costs[victory] = declaration_cost(s, victory)
        religion = victory_religion(s, victory)
        for part in range(2):
            margins[victory, part] = margin(s, victory, part)
            for player in range(s.num_players):
                scores[victory, part, player] = score(s, player, victory, part, religion)
        for player in range(s.num_players):
            met[victory, player] = meets(s, player, victory)


def victory_report(game):
    """For each victory and player what is met and what is missing, in numbers.

    {"imperial": {"active": True, "actions": 1, "players": [{"met": False, "conditions": [
    {"what": "Kings", "have": 2, "need": 4, "missing": 2}]}, ...]}, ..., "patron": {...}}
    """
    scores = np.zeros((NUM_VICTORY_SQUARES, 2, MAX_PLAYERS), np.int64)
    margins = np.zeros((NUM_VICTORY_SQUARES, 2), np.int64)
    costs = np.zeros(NUM_VICTORY_SQUARES, np.int64)
    met = np.zeros((NUM_VICTORY_SQUARES, MAX_PLAYERS), np.int64)
    religions = np.zeros((3, NUM_RELIGIONS), np.int64)
    patron = np.zeros(MAX_PLAYERS, np.int64)
    count_victories(game.states, 0, scores, margins, costs, met, religions, patron)
    state = game.states[0]
    report = {}
    for victory, conditions in CONDITIONS.items():
        if victory == BYZANTINE and state["map"] != AGE_OF_REFORMATION:
            continue
        report[VICTORY_NAMES[victory]] = {
            "active": bool(state["active"][victory]),
            "actions": int(costs[victory]),
            "players": [
                {
                    "met": bool(met[victory, player]),
                    "conditions": [
                        _condition(
                            what, state, scores[victory, part], margins[victory, part], player
                        )
                        for part, what in enumerate(conditions)
                    ],
                }
                for player in range(state["num_players"])
            ],
        }
    _add_religions(report, religions)
    report["patron"] = {"players": _patron(state, patron)}
    return report


def _condition(what, state, scores, margin, player):
    """One comparison: what the player has, and needs to outdo the strongest opponent."""
    others = [
        scores[other]
        for other in range(state["num_players"])
        if other != player and not state["eliminated"][other]
    ]
    have, need = int(scores[player]), int(max(others, default=-margin) + margin)
    return {"what": what, "have": have, "need": need, "missing": max(0, need - have)}


def _add_religions(report, religions):
    """Which religion the holy and the Byzantine victory ask for, and what supremacy rests on."""
    supreme, ruling = (int(religion) for religion in religions[0, :2])
    report["holy"]["religion"] = RELIGION_NAMES[supreme] if supreme >= 0 else None
    for name, counts in (("bishops", religions[1]), ("units", religions[2])):
        report["holy"][name] = {RELIGION_NAMES[i]: int(n) for i, n in enumerate(counts)}
    if "byzantine" in report:
        report["byzantine"]["religion"] = RELIGION_NAMES[ruling] if ruling >= 0 else None


def _patron(state, patron):
    """L2a: who would win if the market could not be refilled now: prestige, then florins.

    O6b: in the solo game that is the bot, whatever they have.
    """
    seats = [p for p in range(state["num_players"]) if not state["eliminated"][p]]
    if state["solo"] & SOLO_GAME:
        seats = [int(state["bot"]) - 1]
    ranks = {p: (int(patron[p]), int(state["florins"][p])) for p in seats}
    best = max(ranks.values())
    return [
        {
            "leads": ranks.get(player) == best,
            "patron": int(patron[player]),
            "florins": int(state["florins"][player]),
        }
        for player in range(state["num_players"])
    ]
