"""A critic that sees everything: what it sees, that it is learned, and that nobody plays by it."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from paxren_env.core import engine  # noqa: E402
from paxren_env.core.policies import stack_rows  # noqa: E402
from paxren_env.core.spec import find  # noqa: E402
from tests.support.games import GAMES, TOY  # noqa: E402
from tests.support.positions import positions_of  # noqa: E402
from train import ppo, run, sparse  # noqa: E402
from train.critic import Critic, see_everything  # noqa: E402

interpreted = pytest.mark.interpreted
every_game = pytest.mark.parametrize(
    "game", [pytest.param(name, marks=interpreted) if name == TOY else name for name in GAMES]
)
SMALL = {"game": TOY, "tables": 8, "batch_size": 64, "minibatch_size": 32, "width": 8, "hidden": 8,
         "answers": 4, "update_epochs": 2, "warm_value": 1, "threads": 1,
         "critic_width": 8}  # fmt: skip


def small(folder, **settings):
    """A run of a second."""
    return ppo.Settings(run=str(folder), **(SMALL | settings))


def seen_in(spec, games, masks, obs, outlook):
    seats = np.array([game.deciding_player for game in games])
    everything = see_everything(stack_rows(games), seats, obs)
    return sparse.see(obs, masks, outlook, everything=everything)


def dense(lists, size):
    """Lists as plain rows."""
    rows = np.zeros((len(lists.starts) - 1, size), np.int8)
    which = np.repeat(np.arange(len(rows)), np.diff(lists.starts))
    rows[which, lists.entries] = lists.amounts
    return rows


# --- what it sees ---------------------------------------------------------------------------------
@every_game
def test_the_critic_sees_what_others_hide(game):
    spec = find(game)
    obs, masks, outlook, games = positions_of(spec)
    seen = seen_in(spec, games, masks, obs, outlook)
    whole = dense(seen.everything, spec.observation_size)
    shown = np.zeros(spec.observation_size, np.int8)
    for i, position in enumerate(games):
        engine.look(position.states, 0, position.deciding_player, 1, shown)
        assert np.array_equal(whole[i], shown)
    assert (whole != obs).any(), "somebody hides something in these positions"
    assert np.array_equal(dense(seen, spec.observation_size), obs), "what plays sees as before"


@interpreted
def test_the_values_are_those_of_the_plain_network():
    """And the gradients, with memory and without."""
    spec = find(TOY)
    obs, masks, outlook, games = positions_of(spec)
    torch.manual_seed(0)
    critic, seen = Critic(spec, 8, 0.5), seen_in(spec, games, masks, obs, outlook)
    rows = np.arange(len(obs))[::-2].copy()
    whole = torch.from_numpy(dense(seen.everything, spec.observation_size) * critic.scale)[rows]
    now = torch.from_numpy(outlook[:, -1])[rows]
    x = torch.relu(critic.norm1(whole @ critic.embed.weight + critic.terms(now)))
    x = torch.relu(critic.norm2(critic.middle(x)))
    expected = torch.tanh(critic.value(x) + critic.value_of_terms(now)).squeeze(1)
    weights = list(critic.parameters())
    slopes = torch.autograd.grad(expected.square().sum(), weights)
    for memory in (None, critic.new_memory()):
        values = critic(seen, rows, memory)
        assert torch.allclose(values, expected, atol=1e-5)
        found = torch.autograd.grad(values.square().sum(), weights)
        assert all(torch.allclose(a, b, atol=1e-5) for a, b in zip(found, slopes))


@interpreted
def test_without_a_critic_nothing_hidden_is_kept(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, critic_width=0))
    trainer.play()
    assert all(len(worker.buffer.seen.whole_entries) == 0 for worker in trainer.workers)
    assert trainer.critic is None and trainer.learn()["critic_loss"] == 0


# --- learning -------------------------------------------------------------------------------------
def outputs(trainer, seen):
    with torch.no_grad():
        return trainer.network(seen, np.arange(len(seen)))


@interpreted
def test_what_plays_does_not_read_what_others_hide(tmp_path):
    trainer = ppo.Trainer(small(tmp_path))
    trainer.one_update()
    trainer.play()
    seen = trainer.workers[0].buffer.seen
    rows = np.arange(len(seen))
    with torch.no_grad():
        before, valued = outputs(trainer, seen), trainer.critic(seen, rows)
        seen.whole_amounts[:] += 1
        after, valued_after = outputs(trainer, seen), trainer.critic(seen, rows)
    assert all(torch.equal(a, b) for a, b in zip(before, after))
    assert not torch.equal(valued, valued_after)


@interpreted
def test_advantages_come_from_the_critic(tmp_path):
    """With a critic that expects the same of everything, whatever the network expects."""
    trainer = ppo.Trainer(small(tmp_path, gamma=1.0, gae_lambda=0.0, learning_rate=0.0))
    with torch.no_grad():
        for weight in trainer.critic.parameters():
            weight.zero_()
        trainer.critic.value.bias.fill_(float(np.arctanh(0.25)))
    trainer.play()
    trainer.learn()
    b = trainer.workers[0].buffer
    rows, advantages = b.advantages(1.0, 0.0)
    goes_on = b.next[rows] != -1
    assert 0 < goes_on.sum() < len(rows)
    assert advantages == pytest.approx(b.rewards[rows] - np.where(goes_on, 0, 0.25), abs=1e-6)


@interpreted
def test_critic_and_value_come_nearer_to_what_followed(tmp_path):
    """Of both, for searches and later runs read the network's own value."""
    settings = small(tmp_path, batch_size=256, learning_rate=0.01, warm_value=9, gae_lambda=1.0)
    trainer = ppo.Trainer(settings)
    trainer.play()
    losses = [trainer.learn() for _ in range(4)]
    for name in ("critic_loss", "value_loss"):
        assert losses[-1][name] < losses[0][name]
    assert trainer.network.policy.weight.grad is None, "only the values are trained yet"


@interpreted
def test_the_critic_leaves_the_gradients_of_the_network_alone(tmp_path):
    """A critic that is far off makes long gradients; those of the network are not cut for it."""
    one, other = (ppo.Trainer(small(tmp_path, update_epochs=1)) for _ in range(2))
    with torch.no_grad():
        one.play(), other.play()
    batches = []
    for trainer in (one, other):
        b = trainer.workers[0].buffer
        rows, advantages = b.advantages(1.0, 1.0)
        batches.append(ppo.Batch(trainer.workers[0], rows, advantages, advantages, trainer.critic))
    with torch.no_grad():
        other.critic.value.weight.mul_(100)
    for trainer, batch in zip((one, other), batches):
        part = np.arange(len(batch.rows))
        trainer.descend([trainer.gradients(batch, part, len(part))[0]])
    pairs = zip(one.network.parameters(), other.network.parameters())
    assert all(torch.equal(mine, theirs) for mine, theirs in pairs)


# --- runs -----------------------------------------------------------------------------------------
def same_weights(one, other):
    mine, theirs = one.parameters(), other.parameters()
    gathered = [t.optimizer.state_dict()["state"] for t in (one, other)]
    assert gathered[0].keys() == gathered[1].keys()
    assert all(torch.equal(a, b) for a, b in zip(mine, theirs, strict=True))
    for i, state in gathered[0].items():
        assert all(torch.equal(state[name], gathered[1][i][name]) for name in state)


@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_with_a_critic_is_resumed_bit_for_bit(tmp_path, threads, game):
    straight = ppo.Trainer(small(tmp_path / "a", game=game))
    stopped = ppo.Trainer(small(tmp_path, game=game))
    for _ in range(2):
        straight.one_update()
        stopped.one_update()
    run.save_checkpoint(stopped)
    resumed = ppo.Trainer(small(tmp_path, game=game, threads=threads))
    run.load_checkpoint(resumed)
    same_weights(stopped, resumed)
    assert straight.one_update() == resumed.one_update()
    same_weights(straight, resumed)


@interpreted
def test_the_policy_file_is_that_of_a_run_without_a_critic(tmp_path):
    files = []
    for width in (0, 8):
        run.save_checkpoint(ppo.Trainer(small(tmp_path, critic_width=width)))
        with np.load(tmp_path / "policy.npz") as file:
            files.append(dict(file))
    without, beside = files
    assert without.keys() == beside.keys()
    assert all(np.array_equal(without[name], beside[name]) for name in without)


@interpreted
@pytest.mark.parametrize(("name", "change"), [
    ("critic.value.bias", lambda _: np.full(1, np.nan, np.float32)),
    ("critic.value.bias", lambda _: np.zeros(7, np.float32)),
    ("critic.value.bias", lambda _: None),
    ("decisions.0.whole_entries", lambda a: a + np.uint16(60_000)),
    ("decisions.0.whole_starts", lambda a: a + 1),
    ("decisions.0.whole_amounts", lambda a: a[1:]),
])  # fmt: skip
def test_a_damaged_checkpoint_is_refused(tmp_path, name, change):
    trainer = ppo.Trainer(small(tmp_path))
    trainer.one_update()
    run.save_checkpoint(trainer)
    with np.load(tmp_path / run.CHECKPOINT) as file:
        arrays = dict(file)
    arrays[name] = change(arrays[name])
    kept = {key: array for key, array in arrays.items() if array is not None}
    np.savez(tmp_path / run.CHECKPOINT, **kept)
    with pytest.raises(run.RunError, match="is no checkpoint that can be resumed here"):
        run.load_checkpoint(ppo.Trainer(small(tmp_path)))


@interpreted
def test_a_critic_that_diverges_stops_the_run(tmp_path):
    trainer = ppo.Trainer(small(tmp_path))
    with torch.no_grad():
        trainer.critic.value.bias.fill_(np.nan)
    with pytest.raises(run.RunError, match=r"training diverged in update 1 \(the critic"):
        trainer.one_update()
