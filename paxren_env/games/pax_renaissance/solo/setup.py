"""O: the banks of the solo game."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.constants import (
    BOT,
    FIRST_FLORINS,
    FUGGER,
    HUMAN,
    MAX_PLAYERS,
    NONE,
    NUM_BANKS,
    PAWN,
    PROMO_SET,
)
from paxren_env.games.pax_renaissance.state import State
from paxren_env.games.pax_renaissance.tables import BANK_BORDER, BANK_SET


@rule
def deal_solo_banks(s: State):
    """O: the player is Fugger and begins; the bot has all other first concessions."""
    s.bank[:] = NONE
    s.bank[HUMAN] = FUGGER
    for bank in range(NUM_BANKS):
        if BANK_SET[bank] == PROMO_SET:
            continue
        owner = HUMAN if bank == FUGGER else BOT
        if s.bank[owner] == NONE:
            s.bank[owner] = bank
        s.pawn[BANK_BORDER[bank]] = owner
        s.supply[PAWN + owner] -= 1
    for player in range(s.num_players, MAX_PLAYERS):
        s.supply[PAWN + player] = 0
    s.first_player = HUMAN
    s.florins[HUMAN] = FIRST_FLORINS
    s.florins[BOT] = FIRST_FLORINS + 1
