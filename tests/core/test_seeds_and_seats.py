"""A seed is one number of 64 bits, a seat one whole number: nothing else passes for one."""

import re

import numpy as np
import pytest

from agents import arena, make_agent
from paxren_env import make_game
from paxren_env.core.options import check_seat, check_seed
from paxren_env.envs.aec import RawEnv
from paxren_env.envs.gymnasium import GymVectorEnv, SingleEnv
from paxren_env.envs.vector import VectorEnv
from tests.support.games import GAMES, SHORT, TOY

pytestmark = pytest.mark.interpreted

LARGEST = 2**64 - 1
OUTSIDE = [2**64, 2**64 + 5, -1, -(2**63), 10**40]  # each was another seed once more
NO_NUMBERS = [1.0, True, np.True_, "1", [1]]  # 1.0 and True passed for 1
NO_SEATS = [1.0, True, np.True_, "1", None, -1, 3]


def short(game, kind, **options):
    return kind(game=game, **{**SHORT.get(game, {}), **options})


# --- seeds ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", OUTSIDE, ids=str)
def test_seed_of_more_than_64_bits_or_below_0_is_refused(seed):
    with pytest.raises(ValueError, match=rf"seed is from 0 to 2\*\*64 - 1, not {seed}"):
        check_seed(seed)


@pytest.mark.parametrize("seed", NO_NUMBERS, ids=repr)
def test_seed_that_is_no_whole_number_is_refused(seed):
    with pytest.raises(ValueError, match=re.escape(f"seed is a whole number, not {seed!r}")):
        check_seed(seed)


def test_seed_of_any_kind_of_whole_number_is_taken():
    seeds = [0, 7, LARGEST, np.int8(7), np.uint64(LARGEST)]
    assert [check_seed(seed) for seed in seeds] == [0, 7, LARGEST, 7, LARGEST]


@pytest.mark.parametrize("seed", [*OUTSIDE, *NO_NUMBERS], ids=repr)
@pytest.mark.parametrize("game", GAMES)
def test_every_door_refuses_such_a_seed(game, seed):
    whole, vector = make_game(game, seed=1), short(game, VectorEnv, num_envs=1)
    aec, single, many = (short(game, kind) for kind in (RawEnv, SingleEnv, GymVectorEnv))
    doors = [
        lambda: make_game(game, seed=seed),
        lambda: whole.determinize(0, seed),
        lambda: type(whole).replay(seed=seed, actions=[]),
        lambda: short(game, VectorEnv, num_envs=1, seed=seed),
        lambda: vector.reset(seed=seed),
        lambda: aec.reset(seed=seed),
        lambda: single.reset(seed=seed),
        lambda: many.reset(seed=seed),
        lambda: make_agent("random", seed=seed, game=game),
        lambda: arena.Match(("random",), 2, seed, game=game),
    ]
    for door in doors:
        with pytest.raises(ValueError, match="seed is"):
            door()


@pytest.mark.parametrize("game", GAMES)
def test_largest_seed_is_good_everywhere(game):
    assert make_game(game, seed=LARGEST).seed == LARGEST
    short(game, VectorEnv, num_envs=2, seed=LARGEST).reset()
    for kind in (RawEnv, SingleEnv, GymVectorEnv):
        short(game, kind).reset(seed=LARGEST)


def test_seeds_after_the_largest_one_begin_at_0_again():
    """What is hidden from an agent is redrawn by the seed of the game and the number of answers."""
    env = short(TOY, SingleEnv, opponents="rollout:sims=1,depth=0", num_players=2)
    env.reset(seed=0)
    env._table.seed_of = lambda slot: LARGEST
    while not env._is_over:
        env.step(int(env.action_masks().argmax()))


@pytest.mark.parametrize("seed", ["18446744073709551616", "-1"])
def test_command_lines_refuse_such_a_seed(seed, capsys):
    with pytest.raises(SystemExit) as stopped:
        arena.main(["random", f"--seed={seed}", "--games", "1"])
    assert stopped.value.code == 2
    assert f"seed is from 0 to 2**64 - 1, not {seed}" in capsys.readouterr().err


# --- seats ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", NO_SEATS, ids=repr)
def test_what_is_no_seat_is_refused(seat):
    with pytest.raises(ValueError, match=re.escape(f"player is a seat from 0 to 2, not {seat!r}")):
        check_seat("player", seat, 3)
    assert [check_seat("player", good, 3) for good in (0, 2, np.int8(1))] == [0, 2, 1]


@pytest.mark.parametrize("seat", NO_SEATS, ids=repr)
@pytest.mark.parametrize("game", GAMES)
def test_every_door_refuses_what_is_no_seat(game, seat):
    whole = make_game(game, 3, seed=1)
    doors = [
        lambda: whole.observe(seat),
        lambda: whole.determinize(seat, 1),
        lambda: short(game, VectorEnv, num_envs=1, num_players=3, opponents="random", seat=seat),
        lambda: short(game, VectorEnv, num_envs=1, num_players=3, seat=seat),
        lambda: short(game, SingleEnv, num_players=3, seat=seat),
        lambda: short(game, GymVectorEnv, num_players=3, seat=seat),
    ]
    if seat is not None:  # nobody in particular
        doors.append(lambda: whole.to_dict(seat))
    for door in doors:
        with pytest.raises(ValueError, match=r"seat"):
            door()


@pytest.mark.parametrize("seat", [0.0, False], ids=repr)
def test_seat_0_is_no_0_of_another_kind(seat):
    with pytest.raises(ValueError, match="none is the learner's"):
        short(TOY, VectorEnv, num_envs=1, seat=seat)


@pytest.mark.parametrize("slot", [1.0, True, "1"], ids=repr)
def test_slot_that_is_no_whole_number_is_refused(slot):
    games = short(TOY, VectorEnv, num_envs=2)
    games.reset()
    for door in (games.game, games.seed_of, lambda slot: games.reset(slots=[slot])):
        with pytest.raises(ValueError, match="a slot is a whole number"):
            door(slot)
    assert games.seed_of(-1) == games.seed_of(1)
