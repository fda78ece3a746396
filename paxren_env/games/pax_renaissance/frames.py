"""What is owed: a stack of frames in the record, the top one last.

A frame is a decision, asked of a player, or a step, run by the engine. A rule never calls
upward: it pushes what must follow and returns, so what shall happen first is pushed last.
"""

from paxren_env.core.jit import rule
from paxren_env.games.pax_renaissance.constants import NONE, Player
from paxren_env.games.pax_renaissance.state import State

# --- steps: run by the engine; their three arguments ----------------------------------------------
STEP_NAMES = (
    "turn",  # D1: another action, or the end of the turn
    "end turn",  # D2
    "announce",  # E2: a card was played; may its one-shot occur?
    "place agents",  # E2.2
    "place token",  # T: token, spot, empire of the serf displaced there
    "battle",  # B10
    "after battle",  # B10: the battle is won
    "place survivors",  # B10c
    "regime change",  # B11: empire, cause
    "voyage",  # G: city of the emporium, next stop
    "apostasy",  # K3: the religion left out
    "bot",  # O1: where its search stands, the rows it tried, what its first action achieved
)
(
    TURN,
    END_TURN,
    ANNOUNCE,
    PLACE_AGENTS,
    PLACE_TOKEN,
    BATTLE,
    AFTER_BATTLE,
    PLACE_SURVIVORS,
    REGIME_CHANGE,
    VOYAGE,
    RESOLVE_APOSTASY,
    BOT_TURN,
) = range(12)

# --- decisions: asked of a player; their arguments ------------------------------------------------
FIRST_DECISION = 16
DECISION_NAMES = (
    "main",  # D1
    "activate",  # L1: which victory square
    "one_shot",  # E2.1: does it occur?
    "war_empire",  # B12: where a region's card fights
    "suitor",  # I: whose queen, or old maid: queen
    "agent",  # E2.2: which agent next
    "place_agent",  # E2.2: agent, 1 if picked before
    "serf_empire",  # B13d: agent, border
    "pacify",  # F1b: empire of the square
    "casualty",  # B10b: 1 to pick attackers, 0 defenders
    "survivor",  # B10c: which survivor next
    "place_survivor",  # B10c: token, 1 if it is an agent
    "arrange",  # K2a
    "concession",  # B11c: empire, cause of the regime change
    "emancipate",  # B11d: empire, 1 if picked before
    "place_freed",  # B11d: empire, token
    "emancipate_west",  # Enclosure: which empire next
    "golden_liberty",  # B11e: empire
    "op_card",  # E4: side (2 for both, in 2021), bits: 1 an op was performed, 2 one was borrowed
    "op",  # E4: card, 1 if borrowed (Cryptography)
    "inquisitor_from",  # F1: colour
    "inquisitor_to",  # F1: from card
    "commerce",  # F2: side
    "behead",  # F3: acting card
    "tax",  # F4: acting card
    "tax_empire",  # F4: acting card, border
    "tax_response",  # F4: border, empire
    "levy",  # G4: empire
    "repress",  # F5: acting card
    "vote",  # F6: side
    "corsair_from",  # F7: acting card, colour
    "corsair_to",  # F7: acting card, colour, from border
    "siege",  # F8: acting card
    "campaign",  # F9: acting card
    "hospitaller",  # K1: do adjacent gold rooks fight?
    "borrow",  # E3: Cryptography, whose op
    "fire_one_shot",  # E3: Machiavellianism: sold card
    "other_side",  # E4: side to run next
    "discard",  # S3: down to the hand limit
    "source",  # T: token, spot it goes to
    "drop",  # V: which token of a city that lost a slot goes: its first slot
)
(
    MAIN,
    ACTIVATE_SQUARE,
    ONE_SHOT,
    WAR_EMPIRE,
    SUITOR,
    PICK_AGENT,
    PLACE_AGENT,
    SERF_EMPIRE,
    PACIFY,
    CASUALTY,
    SURVIVOR,
    PLACE_SURVIVOR,
    ARRANGE_SLOTS,
    CONCESSION,
    EMANCIPATE,
    PLACE_FREED,
    EMANCIPATE_WEST,
    GOLDEN_LIBERTY,
    OP_CARD,
    PICK_OP,
    INQUISITOR_FROM,
    INQUISITOR_TO,
    PICK_COMMERCE,
    PICK_BEHEAD,
    PICK_TAX,
    TAX_EMPIRE,
    TAX_RESPONSE,
    PLACE_LEVY,
    PICK_REPRESS,
    PICK_VOTE,
    CORSAIR_FROM,
    CORSAIR_TO,
    PICK_SIEGE,
    PICK_CAMPAIGN,
    HOSPITALLER,
    BORROW_OP,
    FIRE_ONE_SHOT,
    OTHER_SIDE,
    DISCARD_CARD,
    TOKEN_SOURCE,
    DROP_TOKEN,
) = range(FIRST_DECISION, FIRST_DECISION + 41)
NUM_DECISIONS = 41


@rule
def owe(s: State, frame: int, player: Player, a: int, b: int, c: int):
    """Push a frame with its three arguments."""
    size = s.stack_size
    s.stack[size, 0] = frame
    s.stack[size, 1] = player
    s.stack[size, 2] = a
    s.stack[size, 3] = b
    s.stack[size, 4] = c
    s.stack_size = size + 1


@rule
def ask(s: State, decision: int, player: Player, a: int, b: int):
    """Owe a decision of the player."""
    owe(s, decision, player, a, b, NONE)


@rule
def drop_frame(s: State):
    """Pop the top frame and wipe it, so that equal positions have equal bytes."""
    s.stack_size -= 1
    for i in range(5):
        s.stack[s.stack_size, i] = 0


@rule
def top(s: State, i: int) -> int:
    """Field i of the top frame: 0 its kind, 1 the player, 2-4 the arguments."""
    return int(s.stack[s.stack_size - 1, i])


@rule
def deciding_player(s: State) -> Player:
    """Who must answer now; nobody once the game is over."""
    if s.stack_size == 0:
        return NONE
    return int(s.stack[s.stack_size - 1, 1])
