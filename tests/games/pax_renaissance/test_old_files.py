"""Files of version 0.1 load and go on as they would have: see fixtures/README.md."""

import ast
import base64
import hashlib
import json
import lzma
import random
from pathlib import Path

import pytest

from agents.base import make_agent
from paxren_env import Game
from paxren_env.core.checking import LIVELY
from paxren_env.core.game import CHECKSUM_SIZE, LAYOUT_SIZE
from paxren_env.core.jit import INTERPRETED
from paxren_env.core.replay import read_replay
from paxren_env.games.pax_renaissance import saved
from paxren_env.games.pax_renaissance.frames import BOT_TURN
from paxren_env.games.pax_renaissance.solo.search import HALVES
from tests.support import checked_play

pytestmark = pytest.mark.interpreted

FIXTURES = Path(__file__).parent / "fixtures"
FILES = json.loads(lzma.decompress((FIXTURES / "old_files.json.xz").read_bytes()))
GAMES = FILES["games"]
every_game = pytest.mark.parametrize("name", GAMES)


def old_bytes(name: str) -> bytes:
    return base64.b64decode(GAMES[name]["saved"])


def play_on(game: Game, expected: dict) -> dict:
    """Always the legal action number 7 * step, counted around, as long as the old game went on."""
    step = 0
    while len(game.history) < len(expected["history"]):
        legal = game.legal_actions()
        game.step(legal[7 * step % len(legal)])
        step += 1
    return {
        "history": game.history,
        "notes": [list(note) for note in game.notes],
        "end": [game.deciding_player, game.decision, game.victory, game.winners],
        "returns": game.returns.round(6).tolist(),
        "florins": [player["florins"] for player in game.to_dict()["players"]],
        "legal": game.legal_actions(),
    }


@every_game
def test_a_saved_game_goes_on_as_it_would_have(name):
    expected = GAMES[name]["then"]
    assert play_on(Game.from_bytes(old_bytes(name)), expected) == expected


@every_game
def test_a_position_goes_on_as_it_would_have(name):
    expected = GAMES[name]["then"]
    assert play_on(Game.from_dict(GAMES[name]["position"]), expected) == expected


@every_game
def test_saved_game_and_position_are_the_same_game_and_are_saved_again(name):
    game, again = Game.from_bytes(old_bytes(name)), Game.from_dict(GAMES[name]["position"])
    assert game.states.tobytes() == again.states.tobytes()
    for copy in (Game.from_bytes(game.to_bytes()), Game.from_dict(game.to_dict())):
        assert copy.states.tobytes() == game.states.tobytes()


def test_the_layout_of_the_old_record_is_known_by_its_hash():
    layout = repr((saved.PACKED_FIELDS, saved.PACKED_RECORD.itemsize))
    assert hashlib.sha256(layout.encode()).digest()[:8] == saved.PACKED_LAYOUT


def test_the_packed_search_of_the_bot_is_unpacked():
    """What the names of the moments say: who is asked, religion, override row, feats."""
    rows = {name: saved.convert(old_bytes(name)[16:-16]) for name in GAMES if name[0] == "("}
    assert len(rows) > 30
    for name, states in rows.items():
        who, faith, is_override, num_feats = ast.literal_eval(name)
        assert states["stack"][0, 0].tolist() == [BOT_TURN, states["bot"][0] - 1, -1, -1, -1]
        assert (who == "thinks") == (states["stack_size"][0] == 1)
        assert states["bot_faith"][0] == faith - 1
        assert (states["bot_overriding"][0] != 0) == is_override
        assert (states["bot_feats"][0, :, HALVES] != 0).sum() == num_feats


def test_a_damaged_saved_game_is_refused_as_ever():
    good = old_bytes(next(iter(GAMES)))
    for bad, message in (
        (good[:-1], "cut short, 3357 of 3358 bytes"),
        (good + b"x", "too long, 3359 for 3358 bytes"),
        (good[:99] + bytes([good[99] ^ 1]) + good[100:], "damaged, the checksum does not fit"),
    ):
        with pytest.raises(ValueError, match=message):
            Game.from_bytes(bad)


def crafted(saved_game: bytes, rng: random.Random) -> bytes:
    """Other bytes in the old row, with a checksum that fits; more of them in its stack."""
    body = bytearray(saved_game[:-CHECKSUM_SIZE])
    row = len(Game.spec.magic) + LAYOUT_SIZE
    fields = saved.PACKED_RECORD.fields
    assert fields is not None
    stack = row + fields["stack"][1]
    for _ in range(rng.choice((1, 2, 6))):
        place = stack + rng.randrange(10) if rng.random() < 0.5 else rng.randrange(row, len(body))
        body[place] = rng.randrange(256)
    return bytes(body) + hashlib.sha256(body).digest()[:CHECKSUM_SIZE]


def test_a_crafted_row_of_the_old_record_is_refused_or_can_be_played():
    rng = random.Random(7)
    refused = 0
    for name in GAMES:
        for _ in range(6):
            try:
                game = Game.from_bytes(crafted(old_bytes(name), rng))
            except ValueError as error:
                refused += str(error).startswith("saved game: ")
                continue
            checked_play.play_on(game, 1, LIVELY, limit=40)
    assert refused > 2 * len(GAMES)


@pytest.mark.parametrize("name", FILES["replays"])
def test_a_replay_is_read_and_every_step_of_it_checked(name):
    text = FILES["replays"][name]
    replay = read_replay(text)
    assert replay.game == "pax_renaissance"
    assert replay.actions == json.loads(text)["actions"]
    game = Game.replay(seed=replay.seed, options=replay.options, actions=replay.actions)
    assert game.is_over and game.victory == replay.result["victory"]


@pytest.mark.parametrize("number", [0] if INTERPRETED else [0, 1])
def test_a_policy_plays_as_it_did(number):
    agent = make_agent(f"policy:{FIXTURES / 'old_policy.npz'}")
    game = Game(2 + number, seed=number, max_turns=20)
    while not game.is_over:
        seen = game.observe(game.deciding_player)
        action = agent.act(seen["observation"][None], seen["action_mask"][None], [game])
        game.step(int(action[0]))
    assert game.history == FILES["policy"][number]
