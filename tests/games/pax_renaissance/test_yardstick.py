"""48 whole games are played as they were before the house was rebuilt: see fixtures/README.md."""

import hashlib
import json
import random
from pathlib import Path

import pytest

from paxren_env import Game

pytestmark = pytest.mark.interpreted

GAMES = json.loads((Path(__file__).parent / "fixtures" / "yardstick.json").read_text())


def hash_of_game(number: int, seed: int, options: dict) -> tuple[int, str]:
    """Random answers; what is hashed is all that anybody sees on the way, and how it ends."""
    rng = random.Random(number)
    game = Game(seed=seed, **options)
    digest = hashlib.sha256()
    while not game.is_over:
        seat = game.deciding_player
        seen = game.observe(seat)
        digest.update(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        digest.update(repr((seat, game.decision, game.returns.tolist())).encode())
        game.step(rng.choice(game.legal_actions()))
    end = (game.history, game.winners, game.victory, game.returns.tolist())
    digest.update(repr(end).encode())
    return len(game.history), digest.hexdigest()


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_game_is_played_as_it_was(number):
    game = GAMES[number]
    played = hash_of_game(number, game["seed"], game["options"])
    assert played == (game["answers"], game["sha256"])
