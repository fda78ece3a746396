"""Why an answer is not legal, in words: the rule and what is missing."""

import pytest

from paxren_env.core.checking import LIVELY
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.record import view
from paxren_env.games.pax_renaissance import SPEC
from paxren_env.games.pax_renaissance import actions as line
from paxren_env.games.pax_renaissance.constants import EMPIRE_NAMES, RULESET_NAMES
from paxren_env.games.pax_renaissance.constants import WEST as WEST_SIDE
from paxren_env.games.pax_renaissance.text import seat_words
from tests.games.pax_renaissance.positions import ENTITIES, game, row, take, used
from tests.games.pax_renaissance.rules.test_ab_abilities import COUPLE, CRYPTOGRAPHY, ISABELLA
from tests.games.pax_renaissance.rules.test_e2_agents import KINGMAKER
from tests.games.pax_renaissance.stacked import Stacked
from tests.support.reasons import check_game, new_counts

pytestmark = pytest.mark.interpreted

EAST = ["PREN058", "PREN059", "PREN060", "PREN061", "PREN062", "PREN063"]
WEST = ["PREN001", "PREN002", "PREN003", "PREN004", "PREN005", "PREN006"]
FRANCE = {"west": ["SQ_france"], "florins": 9}
PARIS = {"paris": "gold knight"}


def why(position, start, name):
    return position.why_not(start + ENTITIES[start].index(name))


def named(position):
    """The bank of seat 0."""
    return seat_words(view(position.states, 0), 0)


def asked(position, decision, *arguments):
    """The same table, where seat 0 is asked this."""
    frame = [SPEC.frames.by_name()[decision].id, 0, *arguments, -1, -1]
    position.states["stack"][0, position.states["stack_size"][0] - 1] = frame[:5]
    position._mask[:] = 0
    return position


# --- the turn -------------------------------------------------------------------------------------
def test_e1_money_a_full_hand_and_the_end_of_the_row():
    market = {"east": row(*EAST), "west": row(*WEST[:3], None, *WEST[4:])}
    position = game([{"florins": 2}, {}], market=market)
    bank = named(position)
    assert why(position, line.BUY, "west 2") is None
    assert why(position, line.BUY, "east 3") == f"E1: costs 3 florins, {bank} has 2 florins"
    assert why(position, line.BUY, "west 3") == "E1: no card lies at West 3"
    assert why(position, line.BUY, "east 0") == "E1: the card at East 0 is for the trade fair"
    full = game([{"florins": 9, "hand": WEST[:2]}, {}], market={"east": row(*EAST)})
    told = f"E1: {named(full)} holds 2 cards, which is the hand limit"
    assert why(full, line.BUY, "east 2") == told


def test_e1_usury():
    market = {"east": row(*EAST), "west": row(*WEST)}
    position = game([{"florins": 9}, {}], market=market)
    position.step(line.BUY + 3)
    assert str(why(position, line.BUY, "east 2")).startswith("E1: florins were laid on ")


def test_d1_something_must_be_done_and_ops_once_a_turn():
    position = game([FRANCE, {}], cities=PARIS)
    assert why(position, line.NO, "no") == f"D1: {named(position)} has done nothing yet this turn"
    assert why(position, line.OPS, "east") == "E4: no card there has a legal op"
    assert "AB: no card lets" in str(why(position, line.OPS, "east then west"))
    position.states["ops_done"][0, WEST_SIDE] = 1
    position._mask[line.OPS + WEST_SIDE] = 0
    assert why(position, line.OPS, "west") == "D1: these ops were activated this turn already"


def test_e2_e3_cards_of_others():
    position = game([{"hand": [WEST[0]]}, {"west": [WEST[1]]}])
    bank = named(position)
    assert why(position, line.PLAY, WEST[0]) is None
    assert str(why(position, line.PLAY, WEST[1])).startswith(f"E2: {bank} does not hold ")
    assert str(why(position, line.SELL, WEST[1])).endswith("neither in hand nor in the tableau")


def test_a_reason_does_not_tell_what_others_hold():
    """The card of another hand and one in the deck are the same to whoever asks."""
    position = game([{}, {"hand": [WEST[1]]}])
    held, elsewhere = (line.SELL + ENTITIES[line.SELL].index(code) for code in (WEST[1], "PREN050"))
    told = [str(position.why_not(action)).partition(" has ")[0] for action in (held, elsewhere)]
    assert told[0] == told[1]


def test_l_victories_that_are_not_won():
    position = game([{"west": ["SQ_france"]}, {}], victories=["imperial"])
    bank = named(position)
    assert why(position, line.DECLARE, "imperial") == (
        f"L4: Imperial: {bank} has 1 of the 3 Kings it needs"
    )
    assert why(position, line.DECLARE, "holy") == "L2: the holy victory is not active"


# --- ops ------------------------------------------------------------------------------------------
def test_f9_no_neighbour():
    players = [FRANCE, {"west": ["SQ_england"]}]
    position = take(game(players, cities=PARIS), "West ops", "use France", "campaign")
    assert why(position, line.EMPIRE, "england") is None
    assert why(position, line.EMPIRE, "ottoman") == "F9: Ottoman is not adjacent to France"
    assert why(position, line.CITY, "paris") == (
        "you are asked something else: choose the empire that France campaigns against"
    )


def test_f9_without_a_knight():
    position = asked(game([FRANCE, {}]), "campaign", ENTITIES[line.CARD].index("SQ_france"))
    assert why(position, line.EMPIRE, "england") == "F9: no knight in France"


def test_g4_where_the_levy_goes():
    position = asked(game([{}, {}], cities=PARIS), "levy", EMPIRE_NAMES.index("france"))
    assert why(position, line.CITY, "london") == "B12: London is not in France"
    assert why(position, line.CITY, "paris") == "G4: a gold knight is in Paris"
    assert why(position, line.EMPIRE, "france") == (
        "you are asked something else: place the levy in France"
    )


def test_e2_an_agent_that_was_picked():
    """Kingmaker has two kinds of agents: whoever picks one of them places it."""
    position = take(game([{"hand": [KINGMAKER]}, {}]), "play", "do not let")
    assert why(position, line.NO, "no") is None
    take(position, "place the gold rook next")
    assert why(position, line.NO, "no") == "E2.2: the agent was picked and must be placed"
    assert why(position, line.CITY, "london") is None
    assert why(position, line.BORDER, "england-france") == "E2.2: a gold rook is placed in a city"


def test_ab_a_card_that_has_acted_is_not_borrowed():
    other = {"west": [used("PREN054"), COUPLE]}
    position = take(game([{"west": [CRYPTOGRAPHY]}, other]), "sell Cryptography")
    assert why(position, line.CARD, "PREN054") == "E4: Maréchaussée has acted this turn"
    assert why(position, line.CARD, ISABELLA) is None


# --- rare positions -------------------------------------------------------------------------------
@pytest.mark.parametrize("ruleset", RULESET_NAMES)
def test_reasons_and_masks_agree_in_stacked_positions(ruleset):
    """Where more happens in a turn than in most games."""
    counts, legal = new_counts(SPEC.name)
    for seed in range(4 if INTERPRETED else 60):
        check_game(Stacked(seed, (ruleset,)).game(), seed, LIVELY, 60, counts, legal)
    assert counts[:, 1:].sum() > counts[:, 0].sum()
