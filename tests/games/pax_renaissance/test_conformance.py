"""The conformance runner is honest: whatever it cannot load, read or follow is unexplained.

The recorded game here is a short one of our own, written in the recording's words.
"""

import copy
import json
import lzma
import re
from types import SimpleNamespace

import pytest

from paxren_env import Game
from paxren_env.core.jit import INTERPRETED
from paxren_env.games.pax_renaissance.actions import BUY, FAIR, PLAY
from paxren_env.games.pax_renaissance.constants import NUM_COLUMNS, SIDE_NAMES
from paxren_env.games.pax_renaissance.rules import d_turn, g_trade_fair
from tests.games.pax_renaissance import conformance, recorded
from tests.games.pax_renaissance import known_differences as known
from tests.games.pax_renaissance.positions import game, take

pytestmark = pytest.mark.interpreted

RELIGIONS = {"gold": "catholic", "green": "islamic", "red": "reformist"}
# Every city along the route of Tana is taken: no levies.
NO_LEVIES = {
    "tana": "gold rook", "caffa": "gold rook", "trebizond": "gold rook",
    "buda": "gold rook", "varna": "gold rook",
    "constantinople_1": "gold rook", "constantinople_2": "gold rook",
    "constantinople_3": "gold rook", "modon": "gold rook", "rhodes": "red rook",
    "cairo": "red rook", "cyprus": "red rook",
}  # fmt: skip
EMPORIA = ("tana", "novgorod", "timbuktu", "trebizond", "spice_islands", "red_sea")


def camel(name):
    return re.sub(r"_([a-z0-9])", lambda m: m[1].upper(), name)


def token(words, banks):
    kind, rest = words.split()
    if kind == "pawn":
        return f"pawn_{banks[int(rest)]}"
    return f"{rest}_{RELIGIONS[kind]}"


def snapshot(game):
    """A position without tableaux as the recording writes it."""
    d = game.to_dict()
    banks = [player["bank"] for player in d["players"]]
    return {
        "players": {
            p["bank"]: {
                "florins": p["florins"],
                "hand": p.get("hand", []),
                "west": [],
                "east": [],
                "oldMaids": [],
            }
            for p in d["players"]
        },
        "thrones": {camel(empire): {} for empire in d["thrones"]},
        "cities": {camel(city): token(t, banks) for city, t in d["cities"].items()},
        "busted": [camel(city) for city in EMPORIA if city not in d["emporia"].values()],
        "borders": {
            "border_" + "_".join(camel(e) for e in border.split("-")): [token(t, banks) for t in ts]
            for border, ts in d["borders"].items()
        },
        "religions": {camel(e): religion for e, religion in d["religions"].items()},
        "market": {side: [[c[0], c[1], *c[2:]] for c in d["market"][side]] for side in SIDE_NAMES},
        "victory": {f"Victory{v}": False for v in ("Holy", "Imperial", "Globalization")},
        "deckWest": d["decks"]["west"],
        "deckEast": d["decks"]["east"],
        "discard": d["discard"],
    }


def choice_of(game, action):
    market = game.to_dict()["market"]
    if action >= FAIR:
        return {"do": "tradeFair", "region": SIDE_NAMES[action - FAIR], "emporium": "x"}
    side, column = divmod(action - BUY, 6)
    card = market[SIDE_NAMES[side]][column][0]
    return {"do": "purchase", "card": card, "row": SIDE_NAMES[side], "cost": column}


def decision(game, number, choices, chosen, left):
    banks = [player["bank"] for player in game.to_dict()["players"]]
    who = banks[game.turn_player]
    return {
        "t": "d",
        "n": number,
        "turn": 1,
        "turnPlayer": who,
        "player": who,
        "type": "PLAYER_ACTION",
        "turnState": {"actionsLeft": left, "done": []},
        "ctx": {},
        "choices": choices,
        "chosen": chosen,
        "state": snapshot(game),
    }


@pytest.fixture(scope="module")
def lines():
    """One purchase, then the position after it as the start of a second action."""
    game = Game(seed=3, auto_forced=False)
    banks = [player["bank"] for player in game.to_dict()["players"]]
    setup = {
        "t": "setup",
        "options": {"map": "default", "extendedGame": False},
        "seating": banks,
        "turnOrder": [banks[game.turn_player]],
        "state": snapshot(game),
    }
    legal = game.legal_actions()
    choices = [choice_of(game, action) for action in legal]
    bought = next(i for i, action in enumerate(legal) if action < FAIR)
    first = decision(game, 0, choices, bought, left=2)
    game.step(legal[bought])
    second = decision(game, 1, [{"pass": True}], 0, left=1)
    end = {"t": "end", "victory": "patron", "winners": [], "state": second["state"]}
    return [setup, first, second, end]


def run(lines, folder, capsys):
    """The counts by type, and the exit status."""
    with lzma.open(folder / "game.jsonl.xz", "wt") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    status = conformance.main([str(folder), "--json", str(folder / "counts.json")])
    capsys.readouterr()
    return json.loads((folder / "counts.json").read_text()), status


def test_an_equal_game_is_equal(lines, tmp_path, capsys):
    counts, _ = run(lines, tmp_path, capsys)
    # The second action's choices and the end are made up, so they must not count as equal.
    assert counts["total"] == {"cases": 4, "equal": 2, "explained": 0, "unexplained": 2}


@pytest.mark.parametrize("what", ["choice left out", "choice made up", "florin lost", "card moved"])
def test_every_difference_is_unexplained(lines, tmp_path, capsys, what):
    broken = copy.deepcopy(lines)
    if what == "choice left out":
        del broken[1]["choices"][-1]
    elif what == "choice made up":
        broken[1]["choices"].append({"do": "sell", "card": "PREN021", "from": "hand", "value": 2})
    elif what == "florin lost":
        broken[2]["state"]["market"]["east"][0][1] += 1
    else:
        broken[2]["state"]["deckWest"].reverse()
    counts, status = run(broken, tmp_path, capsys)
    assert status == 1
    assert counts["total"]["equal"] == 1
    assert counts["total"]["unexplained"] == 3


@pytest.mark.parametrize("what", ["unknown type", "unknown card", "unknown choice"])
def test_what_cannot_be_read_counts_as_unexplained(lines, tmp_path, capsys, what):
    broken = copy.deepcopy(lines)
    if what == "unknown type":
        broken.insert(2, {**broken[1], "type": "SOMETHING_NEW", "n": 7})
        expected = {"cases": 5, "equal": 1}
    elif what == "unknown card":
        broken[1]["state"]["market"]["east"][1][0] = "PREN999"
        expected = {"cases": 4, "equal": 0}
    else:
        broken[1]["choices"][0] = {"do": "dance"}
        expected = {"cases": 4, "equal": 0}
    counts, status = run(broken, tmp_path, capsys)
    assert status == 1
    assert {key: counts["total"][key] for key in expected} == expected
    assert counts["total"]["explained"] == 0


def test_a_recording_that_breaks_off_is_noticed(lines, tmp_path, capsys):
    counts, status = run(lines[:2], tmp_path, capsys)
    assert status == 1
    assert counts["total"] == {"cases": 2, "equal": 1, "explained": 0, "unexplained": 1}


def test_an_empty_folder_is_an_error(tmp_path, capsys):
    with pytest.raises(SystemExit):
        conformance.main([str(tmp_path)])
    assert "no recorded games" in capsys.readouterr().err


# --- known differences excuse what they name, and nothing else ------------------------------------
def action(position, *lines):
    return SimpleNamespace(game=position, lines=list(lines), notes=set())


def test_a_declaration_for_one_action_is_not_excused_as_a_passed_action():
    """D 9 is about declarations that cost two actions: as with Kappeler Milchsuppe."""
    line = {"type": "PLAYER_ACTION", "turnState": {"actionsLeft": 1}}
    for cards, reason in (([], None), (["PREN145X"], known.PASSED_ACTION)):
        banker = {"west": ["SQ_england", "SQ_france", *cards]}
        position = game([banker, {}, {}], victories=["imperial"])
        assert known.choices(action(position), line, {("declare", "imperial")}, set()) == reason


def test_a_full_city_is_not_excused_as_one_that_is_not_full():
    """D 24: displacing in a city "that is not full"."""
    missing = {("green rook", "constantinople_1", "")}
    for taken, reason in (((1, 2, 3), None), ((1, 2), known.FULL_CITY)):
        position = game([{}, {}], cities={f"constantinople_{i}": "green knight" for i in taken})
        line = {
            "type": "PLACE_AGENT",
            "ctx": {},
            "choices": [{"agent": "rook_islamic", "at": "constantinople1", "cost": 1}],
            "state": {"cities": {f"constantinople{i}": "knight_islamic" for i in taken}},
        }
        assert known.choices(action(position), line, missing, set()) == reason


def test_agents_of_a_fired_one_shot_are_not_excused():
    """D 4: "declining its one-shot, or its one-shot being impossible"."""
    sale = {"type": "PLAYER_ACTION", "chosen": 0, "choices": [{"do": "sell", "card": "PREN007"}]}
    placing = {"type": "PLACE_AGENT", "ctx": {"card": "PREN007"}}
    for occurs, reason in ((True, None), (False, known.SOLD_AGENTS)):
        choices = [{"oneShot": "x", "occurs": occurs}]
        fire = {"type": "ANNOUNCE_ONE_SHOT", "chosen": 0, "choices": choices}
        lines = (sale, fire, placing)
        assert known.lost(action(game([{}, {}]), *lines), placing) == reason


SEATS = recorded.Seats(
    {"seating": ["fugger", "medici"], "turnOrder": ["fugger"], "options": {"map": "default"}}
)


def sold_agents(sold="PREN007", owns="PREN135X", occurs=False, **ctx):
    """What excuses the placing of a sold card's agents where the recording names no card."""
    sale = {
        "type": "PLAYER_ACTION",
        "chosen": 0,
        "choices": [{"do": "sell", "card": sold}],
        "turnPlayer": "fugger",
        "state": {"players": {"fugger": {"west": [{"id": owns}]}}},
    }
    fire = {"type": "ANNOUNCE_ONE_SHOT", "chosen": 0, "choices": [{"occurs": occurs}]}
    placing = {"type": "PLACE_AGENT", "ctx": {"agents": ["bishop_catholic"], **ctx}}
    replayed = action(game([{}, {}]), sale, fire, placing)
    replayed.seats = SEATS
    return known.lost(replayed, placing)


def test_agents_without_a_card_are_excused_only_if_the_sold_card_has_them():
    """D 4: after a sale with Machiavellianism whose one-shot was declined or impossible."""
    assert sold_agents() == known.SOLD_AGENTS
    assert sold_agents(sold="PREN041", agents=["pawn_fugger"]) == known.SOLD_AGENTS
    assert sold_agents(occurs=True) is None
    assert sold_agents(owns="PREN131X") is None
    assert sold_agents(source="REGIME_CHANGE_CONCESSION") is None
    assert sold_agents(card="PREN001") is None
    for agents in ([], ["bishop_islamic"], ["bishop_catholic"] * 2, ["pawn_fugger"]):
        assert sold_agents(agents=agents) is None
    assert sold_agents(sold="PREN041", agents=["pawn_medici"]) is None


PODESTA = "PREN097X"
FREE_FAIR = {"do": "ability", "card": PODESTA, "ability": "SA_FREE_TRADE_FAIR", "free": True}
PASS = {"pass": True}


def free_fair_to_come():
    """A game of our own in the recording's words: the last action is passed for a free fair."""
    banker = {"florins": 2, "west": [PODESTA], "bank": "fugger"}
    turn = {"actions_left": 1, "did_something": True}
    position = game([banker, {"bank": "medici"}], turn=turn)
    choices = [choice_of(position, move) for move in position.legal_actions() if BUY <= move < PLAY]
    choices += [{"do": "sell", "card": PODESTA}, FREE_FAIR, PASS]
    passing = decision(position, 0, choices, len(choices) - 1, left=1)
    passing["state"]["players"]["fugger"]["west"] = [{"id": PODESTA}]
    free = {**passing, "n": 1, "type": "FREE_ACTION", "choices": [FREE_FAIR, PASS], "chosen": 1}
    free["turnState"] = {"actionsLeft": 0, "done": []}
    setup = {
        "t": "setup",
        "options": {"map": "default"},
        "seating": ["fugger", "medici"],
        "turnOrder": ["fugger"],
        "state": passing["state"],
    }
    return [setup, passing, free]


def test_an_action_passed_for_a_free_one_is_excused(tmp_path, capsys):
    counts, _ = run(free_fair_to_come(), tmp_path, capsys)
    outcomes = {"cases": 2, "equal": 0, "explained": 1, "unexplained": 1}  # it breaks off there
    assert counts["by_type"]["POSITION"] == outcomes
    for kind in ("PLAYER_ACTION", "FREE_ACTION"):
        assert counts["by_type"][kind] == {"cases": 1, "equal": 1, "explained": 0, "unexplained": 0}


@pytest.mark.parametrize("what", ["two left", "no free action", "a florin more", "another choice"])
def test_a_passed_action_excuses_nothing_else(tmp_path, capsys, what):
    lines = json.loads(json.dumps(free_fair_to_come()))
    if what == "two left":
        lines[1]["turnState"]["actionsLeft"] = 2
    elif what == "no free action":
        lines[2]["type"] = "PLAYER_ACTION"
    elif what == "a florin more":
        lines[2]["state"]["players"]["fugger"]["florins"] += 1
    else:
        lines[2]["choices"].insert(0, {"do": "ops", "region": "west"})
    counts, status = run(lines, tmp_path, capsys)
    assert status == 1
    assert counts["by_type"]["POSITION"]["explained"] == 0
    assert counts["by_type"]["POSITION"]["unexplained"] == 2


def free_fair_after_a_purchase():
    """A fair whose card was paid on in the same turn, as the recording has it: no card, no mark."""
    banker = {"florins": 9, "west": [PODESTA], "bank": "fugger"}
    position = game([banker, {"bank": "medici"}], cities=NO_LEVIES)
    position.step(BUY + 1)
    bought = position.to_dict()["players"][0]["hand"][0]
    legal = [move for move in position.legal_actions() if BUY <= move < PLAY or move >= FAIR]
    choices = [choice_of(position, move) for move in legal]
    choices += [{"do": "sell", "card": PODESTA}, PASS]
    choices += [{"do": what, "card": bought} for what in ("play", "sell")]
    fair = decision(position, 0, choices, legal.index(FAIR), left=1)
    position.step(FAIR)
    after = decision(position, 1, [PASS], 0, left=1)
    after["turnState"]["done"] = ["TRADE_FAIR_FREE"]
    for line in (fair, after):
        line["state"]["players"]["fugger"]["west"] = [{"id": PODESTA}]
    after["state"]["market"]["east"][0] = after["state"]["market"]["east"][0][:2]
    return fair, after


def judged(fair, after):
    """How a recorded main action and its outcome are judged."""
    tally = conformance.Tally()
    conformance.Action(SEATS, [fair], after, tally, "fair").run()
    return tally.total()


def test_no_mark_of_usury_outlives_the_card_of_a_fair():
    total = {"cases": 2, "equal": 2, "explained": 0, "unexplained": 0}
    assert judged(*free_fair_after_a_purchase()) == total


if INTERPRETED:  # rules can be replaced only as plain Python

    def fair_that_leaves_the_mark(s, player, side):
        g_trade_fair.do_trade_fair(s, player, side)
        s.market_paid[side * NUM_COLUMNS] = 1

    def fair_that_loses_a_florin(s, player, side):
        g_trade_fair.do_trade_fair(s, player, side)
        s.florins[player] -= 1

    @pytest.mark.parametrize("wrong", [fair_that_leaves_the_mark, fair_that_loses_a_florin])
    def test_a_wrong_fair_is_noticed(monkeypatch, wrong):
        fair, after = free_fair_after_a_purchase()
        monkeypatch.setattr(d_turn, "do_trade_fair", wrong)
        assert judged(fair, after)["unexplained"] == 1

    def test_an_engine_without_free_fairs_is_noticed(monkeypatch, tmp_path, capsys):
        """What excuses a passed action is that the same free actions are left."""
        lines = free_fair_to_come()
        monkeypatch.setattr(d_turn, "fair_cost", lambda s, player: 1)
        counts, _ = run(lines, tmp_path, capsys)
        assert counts["by_type"]["POSITION"]["explained"] == 0
        assert counts["by_type"]["FREE_ACTION"]["equal"] == 0


def test_casualties_of_a_civil_war_are_not_excused_by_a_slot_that_closes():
    """BGA 13 is about theocracies: a conspiracy closes no slot."""
    extra = {("gold knight", "venice_2")}
    for war, reason in (("CONSPIRACY", None), ("JIHAD", known.CASUALTIES_FIRST)):
        line = {"type": "BATTLE_CASUALTIES", "ctx": {"source": f"{war}_ONE_SHOT"}}
        assert known.choices(action(game([{}, {}])), line, set(), extra) == reason


def test_a_wrong_price_is_not_excused_by_the_hand_limit():
    position = game([{"hand": ["PREN018", "PREN019", "PREN020"], "west": ["PREN043"]}, {}])
    take(position, "sell Gutenberg")
    assert position.decision == "discard"
    pending = ("pending", "discard", "PLAYER_ACTION")
    assert known.outcome(action(position), [pending]) == known.HAND_LIMIT
    price = ("players[0].florins", 0, 2)
    assert known.outcome(action(position), [price, pending]) is None
