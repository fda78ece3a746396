"""The compiled half of the contract: the rules that a game gives to the house.

The body of a hook is what happens in games that give no rule of their own. Hooks that must be
given have no body. Numbers of a game (`num_actions` ...) are hooks too: `register` makes their
rules from the game's spec.
"""

from paxren_env.core.constants import NONE, RUNNING, TRUNCATED, Player
from paxren_env.core.jit import hook, required_hook
from paxren_env.core.observation import EVERY_SECTION
from paxren_env.core.record import State


# --- numbers: made from the spec ------------------------------------------------------------------
@required_hook
def num_actions(s: State) -> int:
    """How many actions the line has."""
    return 0


@required_hook
def observation_size(s: State) -> int:
    """How many entries an observation has."""
    return 0


@required_hook
def num_terms(s: State) -> int:
    """How many terms the evaluation has."""
    return 0


@required_hook
def max_players(s: State) -> int:
    """How many seats the record has room for."""
    return 0


@required_hook
def first_decision(s: State) -> int:
    """Frames from this id on are decisions, those below are steps."""
    return 0


@required_hook
def max_outcome(s: State) -> int:
    """How many numbers an outcome of chance may have; 0 if nothing in play is random."""
    return 0


@required_hook
def max_log(s: State) -> int:
    """How many numbers one step may write to its log."""
    return 0


@required_hook
def sections_by_seat(s: State) -> int:
    """Those that depend on whose observation it is, as bits."""
    return 0


@required_hook
def new_rows(s: State, count: int):
    """An array of records of this game, not yet written."""
    return 0


@required_hook
def clear_row(s: State):
    """Zero all but the options."""


@hook
def seed_chance(s: State, rng):
    """Begin the game's own stream of chance; made for every record with the field `chance`."""


# --- playing --------------------------------------------------------------------------------------
@required_hook
def set_up(s: State, rng):
    """Put everything in its place; only the options are in the record yet, the rest is 0."""


@required_hook
def run_step(s: State):
    """Run the step on top of the stack; a frame that it does not know makes the status BROKEN."""


@required_hook
def mark_legal(s: State, mask):
    """Mark every legal answer to the decision on top; an unknown frame is BROKEN."""


@required_hook
def answer(s: State, action: int):
    """Apply a legal answer to the decision on top; an unknown frame is BROKEN."""


@required_hook
def reason(s: State, action: int) -> int:
    """The number of the reason why this is no legal answer to the decision on top; LEGAL if it is.

    Asked only for actions of the segments that the decision takes. Nothing changes.
    """
    return 0


@hook
def tidy(s: State):
    """State-based checks before every frame."""


@hook
def refresh(s: State):
    """Bring the derived fields of a position up to date that was written from outside."""


@hook
def is_out(s: State, player: Player) -> bool:
    """The seat has left the game before its end."""
    return False


@hook
def payoff(s: State, player: Player) -> float:
    """What the seat gets: winners share 1, losers share -1; 0 if all are tied or it was cut.

    Who is out has lost its part already, and it counts towards what the losers share.
    """
    if is_out(s, player):
        return -1.0 / (s.num_players - 1)
    if s.status == RUNNING:
        return 0.0
    survivors = 0
    winners = 0
    for other in range(s.num_players):
        survivors += 0 if is_out(s, other) else 1
        winners += s.winner[other]
    paid = (s.num_players - survivors) / (s.num_players - 1)
    if s.status == TRUNCATED or winners == survivors:
        return paid / survivors
    return 1.0 / winners if s.winner[player] else -(1.0 - paid) / (survivors - winners)


@hook
def decision_limit(s: State) -> int:
    """The game is cut after so many answers, forced ones not counted; 0: never.

    Whoever steps the game counts them: the record must not tell how many were forced.
    """
    return 0


@hook
def cut(s: State):
    """End the game undecided where a player is asked."""
    s.status = TRUNCATED


# --- chance ---------------------------------------------------------------------------------------
@hook
def roll(s: State, outcome) -> int:
    """Draw the outcome of the chance frame on top into the array; how many numbers it has.

    Nothing but the field `chance` changes.
    """
    return 0


@hook
def settle(s: State, outcome, length: int):
    """Drop the chance frame and apply its outcome, rolled or given from outside."""


@hook
def is_outcome(s: State, outcome, length: int) -> bool:
    """The chance frame on top can have this outcome."""
    return False


# --- what the game plays by itself ----------------------------------------------------------------
@hook
def is_own_turn(s: State) -> bool:
    """The step on top is a turn that the game plays by itself, as an automaton: see play_own."""
    return False


@hook
def play_own(s: State, log, size: int) -> int:
    """The automaton thinks or acts once; it writes to the log, whose new size is returned."""
    return size


@hook
def is_own(s: State) -> bool:
    """The decision on top is answered by the game's automaton."""
    return False


@hook
def own_answer(s: State, mask) -> int:
    """The automaton's answer."""
    return NONE


@hook
def sit_down(s: State, player: Player, policy: int):
    """One of the game's own policies takes a seat, before the setup."""


# --- seeing ---------------------------------------------------------------------------------------
@required_hook
def write_observation(s: State, viewer: Player, everything: bool, obs):
    """The int8 vector of a seat; `everything` is the privileged view for critics."""


@hook
def rewrite_observation(s: State, viewer: Player, everything: bool, sections: int, obs):
    """These sections (bits) of the same vector anew; the others stand. All, if it has none."""
    write_observation(s, viewer, everything, obs)


@hook
def keep_what_is_read(s: State, kept):
    """Copy all that the sections read; made from the layout if it has any: see core.changes."""


@hook
def changed_sections(s: State, kept) -> int:
    """The sections that read what has changed since it was kept, as bits."""
    return EVERY_SECTION


@required_hook
def deal_hidden(s: State, viewer: Player, rng):
    """Redraw all that the viewer cannot know, `chance` too: equal views become equal rows."""


@hook
def veil(s: State, viewer: Player, rng):
    """What greedy and look-ahead may not know is redrawn before they try answers."""
    deal_hidden(s, viewer, rng)


# --- judging --------------------------------------------------------------------------------------
@required_hook
def new_scratch(s: State):
    """The arrays that the evaluation works in."""


@required_hook
def write_terms(s: State, scratch, terms):
    """terms[seat, term]: the weighted terms of the evaluation for every seat."""


@hook
def is_complete(s: State, player: Player) -> bool:
    """Greedy has finished an action of the player, who is asked again: its look-ahead ends."""
    return False


# --- checked play ---------------------------------------------------------------------------------
@hook
def broken_invariant(s: State, mask, note) -> int:
    """The number of the first invariant that does not hold; 0 if all do."""
    return 0


@hook
def note_start(s: State, note):
    """Write down at the start of checked play what the invariants compare with."""


@hook
def note_before(s: State, action: int, note):
    """Write down, before an answer, what the invariants after it compare with."""


@hook
def lively(s: State, mask, rng) -> int:
    """A random legal answer with a taste for rare events; NONE for any."""
    return NONE
