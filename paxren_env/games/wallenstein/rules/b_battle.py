"""B: battles. What is thrown into the tower, and what the tray says afterwards."""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.stack import owe
from paxren_env.games.wallenstein.constants import (
    ATTACK_TILE,
    DEFEND_TILE,
    NEUTRAL_PEASANTS,
    PALACE,
    PALACE_DEFENDS,
    PEASANTS,
    WINTER,
    County,
    Player,
)
from paxren_env.games.wallenstein.frames import RESOLVE_ATTACK, RESOLVE_REVOLT, THROW
from paxren_env.games.wallenstein.rules.m_map import (
    event_amount,
    event_effect,
    has_building,
    has_tile,
)
from paxren_env.games.wallenstein.rules.r_cards import (
    add_marker,
    gain_county,
    lose_county,
    make_neutral,
)
from paxren_env.games.wallenstein.state import State
from paxren_env.games.wallenstein.tables import TILE_AMOUNT

ONE_PEASANT = 1  # B1: defends a neutral county


# --- B1: what is thrown ---------------------------------------------------------------------------
@rule
def throw_from_supply(s: State, colour: int, number: int):
    """B1: cubes from a supply into the tower, as many as there are."""
    number = min(number, int(s.supply[colour]))
    s.supply[colour] -= number
    s.thrown[colour] += number


@rule
def throw_armies(s: State, owner: Player, county: County):
    """B1: all armies of the county defend it."""
    s.thrown[owner] += s.armies[county]
    s.armies[county] = 0


@rule
def attack(s: State, attacker: Player, number: int, county: County):
    """B1: the armies moved, +1 by the tile, against the county."""
    s.thrown[attacker] += number
    if has_tile(s, attacker, ATTACK_TILE):
        throw_from_supply(s, attacker, int(TILE_AMOUNT[ATTACK_TILE]))
    defender = int(s.owner[county])
    if defender == NONE:
        peasants = event_amount(s) if event_effect(s) == NEUTRAL_PEASANTS else ONE_PEASANT
        throw_from_supply(s, PEASANTS, peasants)
    else:
        throw_defence(s, defender, county)
    owe(s, RESOLVE_ATTACK, attacker, county, NONE, NONE)
    owe(s, THROW, CHANCE, NONE, NONE, NONE)


@rule
def throw_defence(s: State, defender: Player, county: County):
    """B1: all armies, +1 by the tile, +1 by events 2, 3 for a palace."""
    throw_armies(s, defender, county)
    if has_tile(s, defender, DEFEND_TILE):
        throw_from_supply(s, defender, int(TILE_AMOUNT[DEFEND_TILE]))
    if event_effect(s) == PALACE_DEFENDS and has_building(s, county, PALACE):
        throw_from_supply(s, defender, event_amount(s))


@rule
def revolt(s: State, owner: Player, county: County, extra: int):
    """B1: peasants (markers, in winter some more) against all armies; no bonus counts."""
    throw_armies(s, owner, county)
    throw_from_supply(s, PEASANTS, int(s.markers[county]) + extra)
    owe(s, RESOLVE_REVOLT, owner, county, NONE, NONE)
    owe(s, THROW, CHANCE, NONE, NONE, NONE)


# --- B2: the result -------------------------------------------------------------------------------
@rule
def take_from_tray(s: State, colour: int) -> int:
    """B2: the cubes of a side leave the tray; they are still to be put somewhere."""
    number = int(s.tray[colour])
    s.tray[colour] = 0
    return number


@rule
def resolve_attack(s: State, attacker: Player, county: County):
    """B2: against a player or against a neutral county."""
    if s.owner[county] == NONE:
        resolve_neutral(s, attacker, county)
    else:
        resolve_battle(s, attacker, int(s.owner[county]), county)


@rule
def resolve_battle(s: State, attacker: Player, defender: Player, county: County):
    """B2: peasants fight for the defender unless the county has a marker."""
    a, d = take_from_tray(s, attacker), take_from_tray(s, defender)
    allies = take_from_tray(s, PEASANTS) if s.markers[county] == 0 else 0
    s.supply[PEASANTS] += allies
    if a > d + allies:
        lose_county(s, county)
        gain_county(s, attacker, county, a - d - allies)
        s.supply[attacker] += d + allies
        s.supply[defender] += d
    elif a == d + allies or d == 0:
        # A defence by peasants alone counts as a tie.
        make_neutral(s, county)
        s.supply[attacker] += a
        s.supply[defender] += d
    else:
        loss = max(0, a - allies)  # peasants absorb losses first
        s.armies[county] = d - loss
        s.supply[attacker] += a
        s.supply[defender] += loss


@rule
def resolve_neutral(s: State, attacker: Player, county: County):
    """B2: the attacker takes the neutral county, or it stays neutral."""
    a, peasants = take_from_tray(s, attacker), take_from_tray(s, PEASANTS)
    s.supply[PEASANTS] += peasants
    if a > peasants:
        gain_county(s, attacker, county, a - peasants)
        s.supply[attacker] += peasants
    else:
        s.supply[attacker] += a


@rule
def resolve_revolt(s: State, owner: Player, county: County):
    """B2: held with at least one army left (then a marker, not in winter), else lost."""
    d, peasants = take_from_tray(s, owner), take_from_tray(s, PEASANTS)
    s.supply[PEASANTS] += peasants
    if d > peasants:
        s.armies[county] = d - peasants
        s.supply[owner] += peasants
        if s.season != WINTER:
            add_marker(s, county)
    else:
        make_neutral(s, county)
        s.supply[owner] += d
