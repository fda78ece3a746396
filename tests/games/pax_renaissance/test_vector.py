"""PaxVectorEnv: many games, each the same as if it were played alone."""

import copy
import pickle

import numpy as np
import pytest

from paxren_env import Game
from paxren_env.core.errors import IllegalAction
from paxren_env.envs.vector import PaxVectorEnv, mix
from paxren_env.games.pax_renaissance.observe import OBS_SIZE, unpack
from tests.games.pax_renaissance.positions import ruin

pytestmark = pytest.mark.interpreted


def answers(masks, number):
    """A legal action of every game, depending on its own mask and the number of the step only."""
    chosen = []
    for mask in masks:
        legal = np.flatnonzero(mask)
        chosen.append(legal[(number * 7919 + 13) % len(legal)])
    return np.array(chosen)


def play(games, steps):
    """The answers of so many steps, each with all it returned."""
    obs, masks = games.reset()
    for number in range(steps):
        actions = answers(masks, number)
        obs, masks, rewards, dones, seats = games.step(actions)
        yield actions, obs, masks, rewards, dones, seats


def test_a_slot_plays_the_games_of_its_seeds():
    """Step by step what Game does: masks, observations, seats, rewards, final observations."""
    games = PaxVectorEnv(2, 3, seed=5, max_turns=15)
    number = [0, 0]
    twins = [Game(num_players=3, seed=mix(5, slot, 0), max_turns=15) for slot in range(2)]
    ended = 0
    for actions, obs, masks, rewards, dones, seats in play(games, 130):
        for slot, twin in enumerate(twins):
            twin.step(int(actions[slot]))
            assert dones[slot] == twin.is_over + twin.is_truncated
            assert rewards[slot].tolist() == [*twin.returns, 0]
            if twin.is_over:
                for seat in range(3):
                    final = twin.observe(seat)["observation"]
                    assert (games.final_obs[slot, seat] == final).all()
                number[slot] += 1
                ended += 1
                twin = twins[slot] = Game(
                    num_players=3, seed=mix(5, slot, number[slot]), max_turns=15
                )
            assert seats[slot] == twin.deciding_player
            seen = twin.observe(twin.deciding_player)
            assert (obs[slot] == seen["observation"]).all()
            assert (masks[slot] == seen["action_mask"]).all()
    assert ended >= 3


def test_a_game_that_is_won_pays_the_winners():
    games = PaxVectorEnv(2, 2, seed=1)
    paid = 0
    for _, _, _, rewards, dones, _ in play(games, 140):
        for slot in np.flatnonzero(dones == 1):
            winners = unpack(games.final_obs[slot, 0])["winner"]
            if winners.sum() == 1:
                assert sorted(rewards[slot].tolist()) == [-1, 0, 0, 1]
                assert rewards[slot].argmax() == winners.argmax()
                paid += 1
        assert not rewards[dones == 0].any()
    assert paid


def test_games_do_not_depend_on_the_number_of_slots_or_threads():
    few = PaxVectorEnv(2, [2, 4], seed=9, max_turns=20)
    many = PaxVectorEnv(5, [2, 4, 3, 2, 2], seed=9, max_turns=20, threads=3)
    for one, other in zip(play(few, 60), play(many, 60), strict=True):
        for mine, theirs in zip(one, other, strict=True):
            assert (mine == theirs[:2]).all()
    assert (few.states == many.states[:2]).all()
    many.close()


def test_slots_and_games_have_seeds_of_their_own():
    seeds = {mix(seed, slot, game) for seed in range(5) for slot in range(20) for game in range(20)}
    assert len(seeds) == 5 * 20 * 20
    games = PaxVectorEnv(3, 2, seed=4)
    games.reset()
    assert games.seed_of(2) == mix(4, 2, 0)
    assert len({row.tobytes() for row in games.states}) == 3


def test_reset_goes_on_and_with_a_seed_begins_again():
    games = PaxVectorEnv(2, 2, seed=3)
    first = games.reset()[0].copy()
    second = games.reset()[0].copy()
    assert (first != second).any()
    assert (games.reset(seed=3)[0] == first).all()
    assert (games.reset()[0] == second).all()
    assert (games.reset(seed=4)[0] != first).any()


def test_an_illegal_action_names_its_slot_and_changes_nothing():
    games = PaxVectorEnv(3, 2, seed=2)
    _, masks = games.reset()
    actions = answers(masks, 0)
    held = ("states", "masks", "obs", "rewards", "dones", "seats", "games")
    before = [getattr(games, name).tobytes() for name in held]
    for wrong in (int(np.flatnonzero(masks[2] == 0)[0]), -1, 10**6):
        bad = actions.copy()
        bad[2] = wrong
        with pytest.raises(IllegalAction, match=f"slot 2: action {wrong} "):
            games.step(bad)
        assert [getattr(games, name).tobytes() for name in held] == before
    games.step(actions)


@pytest.mark.parametrize("actions", [[0], [[0, 0]], [0.0, 1.0], "ab", None], ids=str)
def test_actions_are_one_whole_number_for_each_game(actions):
    games = PaxVectorEnv(2, 2)
    games.reset()
    with pytest.raises(ValueError, match="2 whole numbers"):
        games.step(actions)


def test_every_game_may_have_options_of_its_own():
    games = PaxVectorEnv(3, np.array([2, 3, 4]), map=["1460", "1550", "1460"], open_hands=True)
    obs, _ = games.reset()
    parts = [unpack(row) for row in obs]
    assert [part["num_players"].argmax() + 2 for part in parts] == [2, 3, 4]
    assert [part["map"].argmax() for part in parts] == [0, 1, 0]
    with pytest.raises(ValueError, match="'map' has 2 values for 3 games"):
        PaxVectorEnv(3, map=["1460", "1550"])
    with pytest.raises(ValueError, match="unknown option 'colour'"):
        PaxVectorEnv(3, colour="red")


def test_buffers_are_reused_unless_copies_are_wanted():
    for copied in (False, True):
        games = PaxVectorEnv(2, 2, copy=copied)
        obs, masks = games.reset()
        before = obs.copy()
        after, *_ = games.step(answers(masks, 0))
        assert (after is obs) != copied
        assert (before == obs).all() == copied


def test_only_the_learner_is_asked_when_opponents_play():
    games = PaxVectorEnv(4, 3, seed=6, opponents="random", seat=1, max_turns=12)
    ended = 0
    for _, _, masks, _, dones, seats in play(games, 40):
        assert (seats == 1).all() and masks.any(axis=1).all()
        ended += np.count_nonzero(dones)
    assert ended


def test_a_random_seat_is_another_one_each_game():
    games = PaxVectorEnv(8, 4, seed=6, opponents="random", seat="random", max_turns=8)
    seen = set()
    for _, _, _, _, _, seats in play(games, 30):
        assert (seats == games.learner_seats).all()
        seen |= set(seats.tolist())
    assert seen == {0, 1, 2, 3}


def test_opponents_and_seats_that_do_not_exist_are_refused():
    with pytest.raises(ValueError, match=r"unknown policy 'clever'.*random"):
        PaxVectorEnv(1, 2, opponents="clever")
    with pytest.raises(ValueError, match=r"seat is 0\.\.1 or 'random', not 2"):
        PaxVectorEnv(1, 2, opponents="random", seat=2)
    with pytest.raises(ValueError, match="1 opponents at a table of 3 players"):
        PaxVectorEnv(1, 3, opponents=["random"])
    with pytest.raises(ValueError, match="4 opponents at a table of 4 players"):
        PaxVectorEnv(1, 4, opponents=["random"] * 4)
    with pytest.raises(ValueError, match="unknown policy 'clever'"):
        PaxVectorEnv(2, [2, 3], opponents=["random", "clever"])
    with pytest.raises(ValueError, match="opponents are a name or a list of names, not 5"):
        PaxVectorEnv(1, 2, opponents=5)
    with pytest.raises(ValueError, match=r"seat is .* not None"):
        PaxVectorEnv(1, 2, opponents="random", seat=None)
    with pytest.raises(ValueError, match="without opponents every seat is asked"):
        PaxVectorEnv(1, 2, seat=1)


def test_smaller_tables_need_fewer_of_the_opponents():
    games = PaxVectorEnv(3, [2, 3, 4], opponents=["random", "greedy", "random"], max_turns=4)
    for _, _, _, _, _, seats in play(games, 10):
        assert (seats == 0).all()


def test_an_option_may_be_an_array_of_one_number():
    assert PaxVectorEnv(2, np.array(3)).states["num_players"].tolist() == [3, 3]


def test_a_game_is_to_be_begun_before_it_is_played():
    for auto_reset in (True, False):
        games = PaxVectorEnv(2, 2, auto_reset=auto_reset)
        with pytest.raises(IllegalAction, match="no game is going on"):
            games.step([0, 0])
    with pytest.raises(IllegalAction, match="no game is going on"):
        PaxVectorEnv(2, 2).step([-1, -1])


@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_that_ends_before_the_learner_is_asked_is_left_out(threads):
    """It has a number all the same: seed_of is the seed of the game in play."""
    games = PaxVectorEnv(
        6, 4, seed=3, opponents="random", seat=2, max_turns=2, auto_reset=True, threads=threads
    )
    number, ended, left_out = games.games.copy(), 0, 0
    for _, obs, masks, _, dones, seats in play(games, 12):
        assert (seats == 2).all() and masks.any(axis=1).all()
        ended += np.count_nonzero(dones)
        left_out += int((games.games - number).sum()) - np.count_nonzero(dones)
        number = games.games.copy()
        for slot in np.flatnonzero(dones):
            assert unpack(games.final_obs[slot, 2])["status"].tolist() == [0, 1]
            dealt = Game(num_players=4, seed=games.seed_of(slot), max_turns=2)
            decks = games.states["deck"][slot]
            assert dealt.states["bank"][0].tolist() == games.states["bank"][slot].tolist()
            assert dealt.states["deck"][0, :, :12].tolist() == decks[:, :12].tolist()
            assert unpack(obs[slot])["status"].sum() == 0
    games.close()
    assert ended and left_out > 0


def test_a_bankrupt_seat_pays_at_once_and_only_once():
    games = PaxVectorEnv(1, 3, seed=1, bankruptcy=True, max_turns=6, auto_reset=False)
    _, masks = games.reset()
    poor = (int(games.seats[0]) + 1) % 3
    ruin(games.states, poor)
    paid = []
    while games.seats[0] != -1:
        _, masks, rewards, _, _ = games.step(answers(masks, 0))
        paid.append(rewards[0].copy())
    assert paid[0].tolist() == [-0.5 * (seat == poor) for seat in range(4)]
    assert not any(rewards[poor] for rewards in paid[1:])
    assert sum(rewards.sum() for rewards in paid) == pytest.approx(0)


def test_a_reset_leaves_nothing_of_the_game_before():
    games = PaxVectorEnv(1, 2, seed=1, auto_reset=False)
    _, masks = games.reset()
    while games.seats[0] != -1:
        _, masks, *_ = games.step(answers(masks, 3))
    assert games.dones[0] == 1 and games.rewards.any()
    games.reset()
    assert games.dones[0] == 0 and not games.rewards.any()


def test_without_auto_reset_a_game_stays_over():
    games = PaxVectorEnv(1, 2, max_turns=2, auto_reset=False)
    _, masks = games.reset()
    dones = np.zeros(1)
    while not dones[0]:
        _, masks, _, dones, seats = games.step(answers(masks, 0))
    assert dones[0] == 2 and seats[0] == -1 and not masks.any()
    with pytest.raises(IllegalAction, match="no game is going on"):
        games.step([0])


def test_without_auto_reset_games_that_are_over_wait_while_others_go_on():
    games = PaxVectorEnv(3, 2, seed=2, max_turns=[3, 40, 40], auto_reset=False)
    _, masks = games.reset()
    ended_at = {}
    for number in range(20):
        waiting = games.seats == -1
        over = [games.states[slot].tobytes() for slot in np.flatnonzero(waiting)]
        actions = np.array([-1 if not mask.any() else answers([mask], 0)[0] for mask in masks])
        _, masks, rewards, dones, _ = games.step(actions)
        assert [games.states[slot].tobytes() for slot in np.flatnonzero(waiting)] == over
        assert not dones[waiting].any() and not rewards[waiting].any()
        ended_at |= {slot: number for slot in np.flatnonzero(dones)}
    assert list(ended_at) == [0] and (games.seats[1:] != -1).all()
    with pytest.raises(IllegalAction, match="slot 1: action -1"):
        games.step([-1, -1, -1])
    others = games.states[1:].tobytes()
    obs, masks = games.reset(slots=[0])
    assert games.states[1:].tobytes() == others and masks[0].any()
    assert games.seed_of(0) == mix(2, 0, 1) and games.seed_of(1) == mix(2, 1, 0)
    assert (obs[0] == games.game(0).observe(games.seats[0])["observation"]).all()


@pytest.mark.parametrize("slots", [[3], [-1], [0, 0]], ids=str)
def test_slots_that_do_not_exist_are_refused(slots):
    games = PaxVectorEnv(3, 2)
    games.reset()
    with pytest.raises(ValueError, match=r"slots are different numbers 0\.\.2"):
        games.reset(slots=slots)
    with pytest.raises(ValueError, match="a seed is for all slots"):
        games.reset(seed=1, slots=[0])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_a_copy_of_the_environment_plays_on_alike_and_alone(twin_of, threads):
    games = PaxVectorEnv(3, 3, seed=4, opponents="random", max_turns=9, threads=threads)
    for _ in play(games, 10):
        pass
    twin = twin_of(games)
    assert twin.states.tobytes() == games.states.tobytes()
    for number in range(40):
        actions = answers(games.masks, number)
        mine, theirs = games.step(actions), twin.step(actions)
        assert all((one == other).all() for one, other in zip(mine, theirs, strict=True))
    before = twin.states.tobytes()
    games.step(answers(games.masks, 0))
    assert twin.states.tobytes() == before
    games.close()
    twin.close()


def test_every_game_may_have_the_learner_elsewhere():
    games = PaxVectorEnv(3, 3, opponents="random", seat=[2, 0, 1], max_turns=9)
    for _, _, _, _, _, seats in play(games, 20):
        assert seats.tolist() == games.learner_seats.tolist() == [2, 0, 1]
    with pytest.raises(ValueError, match="'seat' has 2 values for 3 games"):
        PaxVectorEnv(3, 3, opponents="random", seat=[0, 1])


def test_the_copy_of_a_slot_is_its_game():
    games = PaxVectorEnv(2, 2, seed=1)
    games.reset()
    with pytest.raises(IndexError):
        games.game(2)
    game = games.game(-1)
    assert game.to_bytes() == Game(num_players=2, seed=mix(1, 1, 0)).to_bytes()
    game.step(game.legal_actions()[0])
    assert games.states[1].tobytes() != game.states.tobytes()


def test_final_observations_of_absent_seats_are_empty():
    games = PaxVectorEnv(1, 2, max_turns=3)
    for _, _, _, _, dones, _ in play(games, 12):
        if dones[0]:
            assert games.final_obs.shape == (1, 4, OBS_SIZE)
            assert games.final_obs[0, :2].any(axis=1).all() and not games.final_obs[0, 2:].any()
            return
    pytest.fail("no game ended")
