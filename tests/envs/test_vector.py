"""VectorEnv of every game: many games, each the same as if it were played alone."""

import copy
import pickle
from types import SimpleNamespace

import numpy as np
import pytest

from paxren_env import make_game
from paxren_env.core.constants import TERMINATED
from paxren_env.core.entries import expand
from paxren_env.core.errors import IllegalAction
from paxren_env.core.spec import find
from paxren_env.envs.vector import VectorEnv, mix
from tests.support.games import CHANCE_GAMES, CUT, CUT_GAMES, GAMES, SHORT, TOY

pytestmark = pytest.mark.interpreted


def make(game, num_envs, num_players=None, **options):
    """Short games."""
    return VectorEnv(num_envs, num_players, game=game, **{**SHORT.get(game, {}), **options})


def alone(game, num_players, seed, **options):
    """The same game as a Game."""
    return make_game(game, num_players, seed, **{**SHORT.get(game, {}), **options})


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


def fewest(game):
    """The smallest table without an automaton."""
    return max(2, find(game).min_players)


@pytest.mark.parametrize("game", GAMES)
def test_a_slot_plays_the_games_of_its_seeds(game):
    """Step by step what Game does: masks, observations, seats, rewards, final observations."""
    games = make(game, 2, 3, seed=5)
    number = [0, 0]
    twins = [alone(game, 3, mix(5, slot, 0)) for slot in range(2)]
    empty = [0] * (find(game).max_players - 3)
    ended = 0
    for actions, obs, masks, rewards, dones, seats in play(games, 110):
        for slot, twin in enumerate(twins):
            twin.step(int(actions[slot]))
            assert dones[slot] == twin.is_over + twin.is_truncated
            assert rewards[slot].tolist() == [*twin.returns, *empty]
            if twin.is_over:
                for seat in range(3):
                    final = twin.observe(seat)["observation"]
                    assert (games.final_obs[slot, seat] == final).all()
                assert not games.final_obs[slot, 3:].any() and not games.final_out[slot]
                number[slot] += 1
                ended += 1
                twin = twins[slot] = alone(game, 3, mix(5, slot, number[slot]))
            assert seats[slot] == twin.deciding_player
            seen = twin.observe(twin.deciding_player)
            assert (obs[slot] == seen["observation"]).all()
            assert (masks[slot] == seen["action_mask"]).all()
            assert games.seed_of(slot) == twin.seed
            assert games.game(slot).to_bytes() == twin.to_bytes()
    assert ended >= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_game_pays_at_its_end_only(game):
    games = make(game, 3, fewest(game), seed=1)
    ended = 0
    for _, _, _, rewards, dones, _ in play(games, 60):
        assert not rewards[dones == 0].any()
        ended += np.count_nonzero(dones == TERMINATED)
        if find(game).is_zero_sum:
            assert rewards.sum(axis=1) == pytest.approx(0, abs=1e-6)
    assert ended or game != TOY


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_depend_on_the_number_of_slots_or_threads(game):
    few = make(game, 2, [3, 4], seed=9)
    many = make(game, 5, [3, 4, 3, 3, 4], seed=9, threads=3)
    for one, other in zip(play(few, 40), play(many, 40), strict=True):
        for mine, theirs in zip(one, other, strict=True):
            assert (mine == theirs[:2]).all()
    assert (few.states == many.states[:2]).all()
    many.close()


def test_slots_and_games_have_seeds_of_their_own():
    seeds = {mix(seed, slot, game) for seed in range(5) for slot in range(20) for game in range(20)}
    assert len(seeds) == 5 * 20 * 20
    games = make(TOY, 3, seed=4)
    games.reset()
    assert games.seed_of(2) == mix(4, 2, 0)
    assert len({row.tobytes() for row in games.states}) == 3


@pytest.mark.parametrize("game", GAMES)
def test_reset_goes_on_and_with_a_seed_begins_again(game):
    games = make(game, 2, seed=3)

    def begun(seed=None):
        games.reset(seed=seed)
        return games.states.tobytes()

    first, second = begun(), begun()
    assert first != second
    assert begun(3) == first and begun() == second and begun(4) != first


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_names_its_slot_and_changes_nothing(game):
    games = make(game, 3, seed=2)
    _, masks = games.reset()
    actions = answers(masks, 0)
    held = ("states", "masks", "obs", "rewards", "dones", "seats", "games")
    before = [getattr(games, name).tobytes() for name in held]
    for wrong in (int(np.flatnonzero(masks[2] == 0)[0]), -1, 10**6):
        bad = actions.copy()
        bad[2] = wrong
        with pytest.raises(IllegalAction, match=f"slot 2: action {wrong} ") as error:
            games.step(bad)
        assert error.value.reason == games.game(2).why_not(wrong)
        assert [getattr(games, name).tobytes() for name in held] == before
    games.step(actions)


@pytest.mark.parametrize("actions", [[0], [[0, 0]], [0.0, 1.0], "ab", None], ids=str)
def test_actions_are_one_whole_number_for_each_game(actions):
    games = make(TOY, 2)
    games.reset()
    with pytest.raises(ValueError, match="2 whole numbers"):
        games.step(actions)


def test_every_game_may_have_options_of_its_own():
    games = VectorEnv(3, np.array([2, 3, 4]), game=TOY, rounds=[1, 2, 3])
    games.reset()
    assert games.states["num_players"].tolist() == [2, 3, 4]
    assert games.states["rounds"].tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match="'rounds' has 2 values for 3 games"):
        VectorEnv(3, game=TOY, rounds=[1, 2])
    for game in GAMES:
        with pytest.raises(ValueError, match="unknown option 'colour'"):
            make(game, 3, colour="red")
    with pytest.raises(ValueError, match="there is no game 'chess'"):
        VectorEnv(3, game="chess")


@pytest.mark.parametrize("game", CHANCE_GAMES)
def test_only_a_game_is_told_what_chance_shall_do(game):
    with pytest.raises(ValueError, match="'auto_chance': only a Game"):
        make(game, 2, auto_chance=False)


def test_buffers_are_reused_unless_copies_are_wanted():
    for copied in (False, True):
        games = make(TOY, 2, copy=copied)
        obs, masks = games.reset()
        before = obs.copy()
        after, *_ = games.step(answers(masks, 0))
        assert (after is obs) != copied
        assert (before == obs).all() == copied


# --- opponents ------------------------------------------------------------------------------------
@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_only_the_learner_is_asked_when_opponents_play(game, opponents):
    games = make(game, 3, 3, seed=6, opponents=opponents, seat=1)
    ended = 0
    for _, _, masks, _, dones, seats in play(games, 12 if opponents == "greedy" else 40):
        assert (seats == 1).all() and masks.any(axis=1).all()
        ended += np.count_nonzero(dones)
    assert ended or opponents == "greedy"


@pytest.mark.parametrize("game", GAMES)
def test_a_random_seat_is_another_one_each_game(game):
    games = make(game, 8, 4, seed=6, opponents="random", seat="random")
    seen = set()
    for _, _, _, _, _, seats in play(games, 30):
        assert (seats == games.learner_seats).all()
        seen |= set(seats.tolist())
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize("game", GAMES)
def test_opponents_and_seats_that_do_not_exist_are_refused(game):
    with pytest.raises(ValueError, match=r"unknown policy 'clever'.*random"):
        make(game, 1, 3, opponents="clever")
    with pytest.raises(ValueError, match=r"seat is 0\.\.2 or 'random', not 3"):
        make(game, 1, 3, opponents="random", seat=3)
    with pytest.raises(ValueError, match="1 opponents at a table of 3 players"):
        make(game, 1, 3, opponents=["random"])
    with pytest.raises(ValueError, match="unknown policy 'clever'"):
        make(game, 2, [3, 4], opponents=["random", "random", "clever"])
    with pytest.raises(ValueError, match="opponents are a name or a list of names, not 5"):
        make(game, 1, 3, opponents=5)
    with pytest.raises(ValueError, match=r"seat is .* not None"):
        make(game, 1, 3, opponents="random", seat=None)
    with pytest.raises(ValueError, match="without opponents every seat is asked"):
        make(game, 1, 3, seat=1)


def test_smaller_tables_need_fewer_of_the_opponents():
    games = make(TOY, 3, [2, 3, 4], opponents=["random", "greedy", "random"])
    for _, _, _, _, _, seats in play(games, 10):
        assert (seats == 0).all()


def test_every_game_may_have_the_learner_elsewhere():
    games = make(TOY, 3, 3, opponents="random", seat=[2, 0, 1])
    for _, _, _, _, _, seats in play(games, 20):
        assert seats.tolist() == games.learner_seats.tolist() == [2, 0, 1]
    with pytest.raises(ValueError, match="'seat' has 2 values for 3 games"):
        make(TOY, 3, 3, opponents="random", seat=[0, 1])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", CUT_GAMES)
def test_a_game_that_is_dealt_again_and_again_keeps_its_number(game, threads):
    """seed_of is the seed of the game in play, also after games that nobody was asked in."""
    games = make(
        game, 6, 4, **{**CUT[game], "seed": 3}, opponents="random", seat=2, threads=threads
    )
    ended = 0
    for _, _, masks, _, dones, seats in play(games, 30):
        assert (seats == 2).all() and masks.any(axis=1).all()
        ended += np.count_nonzero(dones)
        for slot in range(6):
            assert games.seed_of(slot) == mix(3, slot, int(games.games[slot]) - 1)
    games.close()
    assert ended


# --- without auto reset ---------------------------------------------------------------------------
def test_an_option_may_be_an_array_of_one_number():
    assert make(TOY, 2, np.array(3)).states["num_players"].tolist() == [3, 3]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_to_be_begun_before_it_is_played(game):
    for auto_reset in (True, False):
        games = make(game, 2, auto_reset=auto_reset)
        with pytest.raises(IllegalAction, match="no game is going on"):
            games.step([0, 0])
    with pytest.raises(IllegalAction, match="no game is going on"):
        make(game, 2).step([-1, -1])


@pytest.mark.parametrize("game", GAMES)
def test_without_auto_reset_a_game_stays_over_and_a_reset_leaves_nothing_of_it(game):
    games = make(game, 1, 3, auto_reset=False)
    _, masks = games.reset()
    dones = np.zeros(1)
    while not dones[0]:
        _, masks, _, dones, seats = games.step(answers(masks, 0))
    assert seats[0] == -1 and not masks.any()
    with pytest.raises(IllegalAction, match="no game is going on"):
        games.step([0])
    games.reset()
    assert games.dones[0] == 0 and not games.rewards.any() and games.seats[0] >= 0


def test_without_auto_reset_games_that_are_over_wait_while_others_go_on():
    games = VectorEnv(3, 2, seed=2, game=TOY, rounds=[1, 9, 9], auto_reset=False)
    _, masks = games.reset()
    ended_at = {}
    for number in range(9):
        waiting = games.seats == -1
        over = [games.states[slot].tobytes() for slot in np.flatnonzero(waiting)]
        actions = np.array([-1 if not mask.any() else mask.argmax() for mask in masks])
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
    games = make(TOY, 3)
    games.reset()
    with pytest.raises(ValueError, match=r"slots are different numbers 0\.\.2"):
        games.reset(slots=slots)
    with pytest.raises(ValueError, match="a seed is for all slots"):
        games.reset(seed=1, slots=[0])


# --- copies ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))])
def test_a_copy_of_the_environment_plays_on_alike_and_alone(twin_of, game, threads):
    games = make(game, 3, 3, seed=4, opponents="random", threads=threads)
    for _ in play(games, 5):
        pass
    twin = twin_of(games)
    assert twin.states.tobytes() == games.states.tobytes()
    for number in range(20):
        actions = answers(games.masks, number)
        mine, theirs = games.step(actions), twin.step(actions)
        assert all((one == other).all() for one, other in zip(mine, theirs, strict=True))
    before = twin.states.tobytes()
    games.step(answers(games.masks, 0))
    assert twin.states.tobytes() == before
    games.close()
    twin.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_copy_of_a_slot_is_its_game(game):
    games = make(game, 2, 3, seed=1)
    games.reset()
    with pytest.raises(IndexError):
        games.game(2)
    one = games.game(-1)
    assert one.to_bytes() == alone(game, 3, mix(1, 1, 0)).to_bytes()
    one.step(one.legal_actions()[0])
    assert games.states[1].tobytes() != one.states.tobytes()


# --- observations as lists of entries -------------------------------------------------------------
@pytest.mark.parametrize("game", GAMES)
def test_the_index_form_expands_to_the_plain_one(game):
    """Every step of the same games; with resets of single slots and a game that waits."""
    plain, listed = make(game, 3, 3, seed=5), make(game, 3, 3, seed=5, observation="index")
    for number, (one, two) in enumerate(zip(play(plain, 60), play(listed, 60))):
        _compare_forms(plain, listed)
        for left, right in zip(one[2:], two[2:]):
            assert (left == right).all()
        assert (plain.final_obs == listed.final_obs).all()
        if number == 30:
            plain.reset(slots=[1])
            listed.reset(slots=[1])
            _compare_forms(plain, listed)


def _compare_forms(plain, listed):
    size = plain.observation_size
    assert (expand(listed.obs, listed.num_entries, size) == plain.obs).all()
    for entries, count in zip(listed.obs, listed.num_entries):
        assert len(set(entries[0, :count].tolist())) == count  # each index once
        assert entries[1, :count].all()  # and no zeros


@pytest.mark.parametrize("game", GAMES)
def test_the_index_form_goes_on_after_a_copy_and_after_a_restore(game):
    listed = make(game, 2, 3, seed=5, observation="index")
    for _ in play(listed, 12):
        pass
    twin = pickle.loads(pickle.dumps(listed))
    other = make(game, 2, 3, seed=5, observation="index")
    other.restore([listed.game(slot) for slot in range(2)], listed.games)
    actions = answers(listed.masks, 12)
    for table in (other, twin):
        for count, one, two in zip(listed.num_entries, listed.obs, table.obs):
            assert (one[:, :count] == two[:, :count]).all()
        assert (table.num_entries == listed.num_entries).all()
    listed.step(actions), twin.step(actions), other.step(actions)
    _compare_forms(make_plain_of(listed), twin)


def make_plain_of(listed):
    """What `_compare_forms` reads of a table, in the plain form."""
    rows = expand(listed.obs, listed.num_entries, listed.observation_size)
    return SimpleNamespace(obs=rows, observation_size=listed.observation_size)


def test_another_form_is_refused():
    with pytest.raises(ValueError, match="observation is 'plain' or 'index', not 'sparse'"):
        make(TOY, 1, observation="sparse")


# --- threads --------------------------------------------------------------------------------------
def test_small_batches_stay_on_one_thread(monkeypatch):
    """Handing games over costs more than stepping a few of them."""
    assert len(make(TOY, 6, threads=3)._calls) == 3
    monkeypatch.setattr("paxren_env.envs.vector.GAMES_PER_THREAD", 512)
    for games, threads, used in (
        (64, 2, 1),
        (1023, 2, 1),
        (1024, 2, 2),
        (4096, 3, 3),
        (1100, 8, 2),
    ):
        assert len(make(TOY, games, threads=threads)._calls) == used
