"""O2, O4a: what the bot keeps in mind during its turn: fields of the record, blank outside it."""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.constants import NONE
from paxren_env.games.pax_renaissance.state import NUM_FEATS, State

BEGIN = 0  # the place before the search: the test of victory
ROW, CELL, FAITH, HALVES = 0, 1, 2, 3  # of a feat; no halves: there is none


@rule
def clear_search(s: State):
    """O1: no search is under way: equal positions shall have equal bytes."""
    s.bot_place = BEGIN
    s.bot_faith = NONE
    s.bot_tried = 0
    s.bot_overriding = 0
    s.bot_feats[:] = 0


@rule
def keep_feat(s: State, row: int, cell: int, faith: int, halves: int):
    """O4a: an action reaches these halves of the goal of a cell."""
    for i in range(NUM_FEATS):
        if s.bot_feats[i, HALVES] == 0:
            s.bot_feats[i, ROW] = row
            s.bot_feats[i, CELL] = cell
            s.bot_feats[i, FAITH] = faith
            s.bot_feats[i, HALVES] = halves
            return
