"""How good a position is for each seat, from the terms that a game writes."""

import numpy as np

from paxren_env.core.constants import Player
from paxren_env.core.hooks import max_players, new_scratch, num_terms, write_terms
from paxren_env.core.jit import allocating_rule, rule
from paxren_env.core.record import State


@allocating_rule
def new_sheet(s: State):
    """What the evaluation writes to: the game's scratch, and the terms of every seat."""
    return new_scratch(s), np.zeros((max_players(s), num_terms(s)), np.float64)


@rule
def compare(s: State, sheet, player: Player, out):
    """How much more of every term the player has than the others on average."""
    scratch, terms = sheet
    write_terms(s, scratch, terms)
    for term in range(num_terms(s)):
        total = 0.0
        for other in range(s.num_players):
            total += terms[other, term]
        mine = terms[player, term]
        out[term] = mine - (total - mine) / (s.num_players - 1)


@rule
def evaluate(s: State, sheet, values):
    """The value of the position for every seat; they add up to 0."""
    scratch, terms = sheet
    write_terms(s, scratch, terms)
    values[:] = 0.0
    total = 0.0
    for player in range(s.num_players):
        for term in range(num_terms(s)):
            values[player] += terms[player, term]
        total += values[player]
    for player in range(s.num_players):
        values[player] -= (total - values[player]) / (s.num_players - 1)
