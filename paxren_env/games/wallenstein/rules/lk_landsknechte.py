"""LK: Landsknechte (module 2)."""

from paxren_env.core.constants import NONE
from paxren_env.core.jit import rule
from paxren_env.core.reasons import LEGAL
from paxren_env.core.stack import ask, owe
from paxren_env.games.wallenstein.actions import BENEFIT
from paxren_env.games.wallenstein.constants import (
    BENEFIT_ARMIES,
    BENEFIT_GRAIN,
    BENEFIT_THALERS,
    LANDSKNECHTE_PHASE,
    NUM_BENEFITS,
    REGIONS_FOR_LANDSKNECHTE,
    Player,
)
from paxren_env.games.wallenstein.frames import HIRE_LANDSKNECHTE, PICK_BENEFIT
from paxren_env.games.wallenstein.reasons import NO_BENEFIT
from paxren_env.games.wallenstein.rules.m_map import num_regions
from paxren_env.games.wallenstein.state import State


@rule
def hire(s: State, turn: int):
    """LK: in turn order, counties in four regions raise the level and give one benefit."""
    if turn == s.num_players:
        return
    s.phase = LANDSKNECHTE_PHASE
    owe(s, HIRE_LANDSKNECHTE, NONE, turn + 1, NONE, NONE)
    player = int(s.order[turn])
    if num_regions(s, player) >= REGIONS_FOR_LANDSKNECHTE:
        s.level[player] += 1
        if has_benefit(s, int(s.level[player])):
            ask(s, PICK_BENEFIT, player, int(s.level[player]), NONE)


@rule
def has_benefit(s: State, level: int) -> bool:
    """LK: a data file may leave a card without any benefit."""
    for benefit in range(NUM_BENEFITS):
        if s.landsknechte[level - 1, benefit] > 0:
            return True
    return False


@rule
def mark_benefit(s: State, level: int, mask):
    """DT9: what the card of the level offers."""
    for benefit in range(NUM_BENEFITS):
        mask[BENEFIT + benefit] = s.landsknechte[level - 1, benefit] > 0


@rule
def why_not_benefit(s: State, level: int, benefit: int) -> int:
    """DT9: what the card of the level offers."""
    return LEGAL if s.landsknechte[level - 1, benefit] > 0 else NO_BENEFIT


@rule
def do_benefit(s: State, player: Player, benefit: int, level: int):
    """LK: Thalers, armies into the tray, grain or victory points."""
    amount = int(s.landsknechte[level - 1, benefit])
    if benefit == BENEFIT_THALERS:
        s.thalers[player] += amount
    elif benefit == BENEFIT_ARMIES:
        armies_to_tray(s, player, amount)
    elif benefit == BENEFIT_GRAIN:
        s.grain[player] += amount
    else:
        s.vp[player] += amount


@rule
def armies_to_tray(s: State, player: Player, number: int):
    """LK, EC3: cubes from the supply into the tray, as many as there are."""
    number = min(number, int(s.supply[player]))
    s.supply[player] -= number
    s.tray[player] += number
