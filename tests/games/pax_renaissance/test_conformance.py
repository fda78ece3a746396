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
from paxren_env.games.pax_renaissance.actions import BUY, FAIR
from paxren_env.games.pax_renaissance.constants import SIDE_NAMES
from tests.games.pax_renaissance import conformance
from tests.games.pax_renaissance import known_differences as known
from tests.games.pax_renaissance.positions import game, take

pytestmark = pytest.mark.interpreted

RELIGIONS = {"gold": "catholic", "green": "islamic", "red": "reformist"}
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
