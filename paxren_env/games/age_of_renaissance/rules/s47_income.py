"""4.7: phase 7, Income."""

from paxren_env.core.constants import CHANCE, NONE
from paxren_env.core.jit import rule
from paxren_env.core.stack import ask, owe
from paxren_env.games.age_of_renaissance.constants import (
    BASE_INCOME,
    ENLIGHTENMENT,
    FOR_JOINING,
    GOLD,
    INTEREST_AND_PROFIT,
    IVORY,
    MARKERS,
    MIDDLE_CLASS,
    MIDDLE_CLASS_INCOME,
    NO_MARKER,
    NOBODY,
    NUM_COMMODITIES,
    NUM_PROVINCES,
    OLD_MARKER,
    Commodity,
    Player,
)
from paxren_env.games.age_of_renaissance.frames import (
    DRAW,
    END_CHECK,
    MAJORITY,
    MARKET_DICE,
    RESERVE_JOINS,
    SHUFFLE,
)
from paxren_env.games.age_of_renaissance.queries import dominated, has, is_live, markers_on_map
from paxren_env.games.age_of_renaissance.rules.s26_cards import add_reserve, is_reserve_aside
from paxren_env.games.age_of_renaissance.rules.s54_misery import improve_misery
from paxren_env.games.age_of_renaissance.state import State
from paxren_env.games.age_of_renaissance.tables import COMMODITY_ROLLED

RESERVE_TURN = 2  # 3.3: with 5-6 players the reserve joins at its end
LAST_SHORTAGE = 3  # coloured die 1-3 Shortage, 4-6 Surplus


@rule
def start_income(s: State):
    """4.7.1-4.7.4: pieces are turned, cash comes in, Misery improves, then two rolls."""
    turn_pieces(s)
    for player in range(s.num_players):
        if is_live(s, player):
            take_income(s, player)
            if has(s, player, ENLIGHTENMENT):
                improve_misery(s, player, 1)
    for commodity in range(NUM_COMMODITIES):
        s.sigma[commodity] = 0
    owe(s, END_CHECK, NOBODY, NONE, NONE, NONE)
    owe(s, RESERVE_JOINS, NOBODY, NONE, NONE, NONE)
    ask(s, MARKET_DICE, CHANCE, 0, NONE)


@rule
def turn_pieces(s: State):
    """4.7.1: all new pieces become old."""
    for province in range(NUM_PROVINCES):
        if s.marker_kind[province] != NO_MARKER:
            s.marker_kind[province] = OLD_MARKER
        for player in range(s.num_players):
            s.old[player, province] += s.new[player, province]
            s.new[player, province] = 0


@rule
def income(s: State, player: Player) -> int:
    """2.4: by the number of players at the start and the own markers."""
    total = BASE_INCOME + s.num_players * min(markers_on_map(s, player), MARKERS)
    if has(s, player, MIDDLE_CLASS):
        total += MIDDLE_CLASS_INCOME
    return total


@rule
def take_income(s: State, player: Player):
    """4.7.2: with Interest & Profit the cash earns as much again, never more than the income."""
    total = income(s, player)
    if has(s, player, INTEREST_AND_PROFIT):
        total += min(int(s.cash[player]), income(s, player))
    s.cash[player] += total


# --- Shortages and Surpluses (4.7.4, 4.7.5) -------------------------------------------------------
@rule
def settle_market_dice(
    s: State, roll: int, first: Commodity, black: int, white: int, coloured: int
):
    """4.7.4: both rolls are made and netted before anything happens."""
    commodity = int(COMMODITY_ROLLED[black + white])
    change = 1 if coloured <= LAST_SHORTAGE else -1
    s.sigma[commodity] += change
    if commodity == GOLD:
        s.sigma[IVORY] += change
    if roll == 0:
        ask(s, MARKET_DICE, CHANCE, 1, commodity)
        return
    if commodity != first:
        owe_majorities(s, commodity)
    owe_majorities(s, first)


@rule
def owe_majorities(s: State, commodity: Commodity):
    """4.7.5: a double condition counts twice; gold before ivory."""
    if commodity == GOLD:
        for _ in range(abs(s.sigma[IVORY])):
            owe(s, MAJORITY, NOBODY, IVORY, NONE, NONE)
    for _ in range(abs(s.sigma[commodity])):
        owe(s, MAJORITY, NOBODY, commodity, NONE, NONE)


@rule
def majority_holder(s: State, commodity: Commodity) -> Player:
    """4.7.5: the live player with strictly more provinces than any other live one."""
    best, most, tied = NOBODY, 0, False
    for player in range(s.num_players):
        if is_live(s, player):
            provinces = dominated(s, player, commodity)
            if provinces > most:
                best, most, tied = player, provinces, False
            elif provinces == most:
                tied = True
    return NOBODY if tied else best


@rule
def majority_effect(s: State, commodity: Commodity):
    """4.7.5: a Shortage gives a card, a Surplus costs $1 per province."""
    player = majority_holder(s, commodity)
    if player == NOBODY:
        return
    if s.sigma[commodity] > 0:
        owe(s, DRAW, player, NONE, NONE, NONE)
    else:
        s.cash[player] -= min(int(s.cash[player]), dominated(s, player, commodity))


@rule
def reserve_joins(s: State):
    """4.7.6: after turn 2 with 5-6 players, unless it is in already."""
    if s.turn == RESERVE_TURN and is_reserve_aside(s):
        add_reserve(s)
        ask(s, SHUFFLE, CHANCE, FOR_JOINING, NONE)
