"""Training in stretches: from a policy file, by CPU time, with an end where the steps get small."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from agents.policy import completion_of, read_weights  # noqa: E402
from paxren_env.core.greedy import AS_GREEDY  # noqa: E402
from paxren_env.core.spec import find  # noqa: E402
from tests.support.games import TOY  # noqa: E402
from tests.support.positions import changes_of, positions_of  # noqa: E402
from train import ppo, run, sparse  # noqa: E402

pytestmark = pytest.mark.interpreted

TOY_GAME = find(TOY)
SMALL = {"game": TOY, "tables": 6, "batch_size": 24, "minibatch_size": 24, "width": 8, "hidden": 8,
         "warm_value": 0, "league_every": 1, "threads": 1, "save_every": 1}  # fmt: skip


def small(folder, **settings):
    """A run of a second."""
    return ppo.Settings(run=str(folder), **(SMALL | settings))


def weights_of(network):
    return {name: tensor.clone() for name, tensor in network.state_dict().items()}


def equal(one, other):
    return one.keys() == other.keys() and all(torch.equal(one[name], other[name]) for name in one)


# --- beginning with a policy file -----------------------------------------------------------------
def test_a_run_begins_with_the_network_of_a_policy_file(tmp_path):
    ppo.train(small(tmp_path / "first", updates=2, seed=1))
    policy = tmp_path / "first" / "policy.npz"
    begun = ppo.train(small(tmp_path / "next", updates=0, seed=2, init=str(policy)))
    saved = run.tensors(read_weights(policy, TOY_GAME))
    assert equal(weights_of(begun.network), saved) and equal(weights_of(begun.average), saved)
    policy.unlink()
    resumed = ppo.main(["--resume", str(tmp_path / "next"), "--updates", "1"])
    assert resumed == 0, "what was resumed has its own network, and needs the file no more"


def test_a_policy_that_reads_no_changes_plays_on_as_it_did(tmp_path):
    """The layers that it lacks have no say in the beginning, and then learn."""
    torch.manual_seed(0)
    before = ppo.Network(TOY_GAME, 8, 8, 1.0)
    before.save(tmp_path / "policy.npz")
    settings = {"answers": 4, "init": str(tmp_path / "policy.npz")}
    begun = ppo.train(small(tmp_path / "run", updates=0, **settings))
    before.load_state_dict(run.tensors(read_weights(tmp_path / "policy.npz", TOY_GAME)))
    obs, masks, outlook, games = positions_of(TOY_GAME)
    seen = sparse.see(obs, masks, outlook, changes_of(games, masks))

    @torch.no_grad()
    def difference():
        """Of probabilities; heads are one product, so the last digits depend on how many."""
        policies = (network(seen, np.arange(len(obs)))[0].softmax(1) for network in networks)
        return float(torch.sub(*policies).abs().max())

    networks = begun.network, before
    assert difference() < 1e-6
    begun.one_update()
    before.load_state_dict({n: begun.network.state_dict()[n] for n in before.state_dict()})
    assert difference() > 1e-5


def test_a_policy_may_go_on_to_look_ahead_as_greedy_does_but_not_back(tmp_path, capsys):
    older, newer = tmp_path / "older.npz", tmp_path / "newer"
    ppo.Network(TOY_GAME, 8, 8, 1.0).save(older)
    begun = ppo.train(small(newer, updates=1, completion=AS_GREEDY, init=str(older)))
    assert begun.workers[0].tables.completion == AS_GREEDY
    assert completion_of(read_weights(newer / "policy.npz", TOY_GAME)) == AS_GREEDY
    resumed, _ = ppo.parse(["--resume", str(newer), "--updates", "2"])
    assert ppo.train(resumed, resume=True).network.layers().completion == AS_GREEDY
    for what in ("init", "frozen"):
        words = {"run": tmp_path / "run", what: newer / "policy.npz", "updates": 1} | SMALL
        given = [str(w) for name, value in words.items() for w in (run.flag(name), value)]
        assert ppo.main(given) == 1
        assert "looks ahead with --completion 2" in capsys.readouterr().err


def test_a_frozen_policy_must_see_what_its_agent_sees(tmp_path):
    ppo.Network(TOY_GAME, 8, 8, 1.0).save(tmp_path / "older.npz")
    with pytest.raises(run.RunError, match="looks ahead with --completion 1"):
        ppo.train(small(tmp_path / "run", completion=2, frozen=str(tmp_path / "older.npz")))


@pytest.mark.parametrize("what", ["nothing", "text", "other game", "wider", "not finite"])
def test_a_policy_file_that_does_not_fit_is_named_and_nothing_changes(tmp_path, what, capsys):
    folder, policy = tmp_path / "run", tmp_path / "policy.npz"
    ppo.train(small(folder, updates=1))
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    width = 16 if what == "wider" else 8
    network = ppo.Network(find("pax_renaissance" if what == "other game" else TOY), width, 8, 1.0)
    network.save(policy)
    if what == "nothing":
        policy.unlink()
    elif what == "text":
        policy.write_text("something else")
    elif what == "not finite":
        with np.load(policy) as file:
            arrays = dict(file)
        np.savez(policy, **(arrays | {"value.bias": np.array([np.nan], np.float16)}))
    words = {"run": folder, "init": policy, "updates": 1} | SMALL
    assert ppo.main([str(w) for name, value in words.items() for w in (run.flag(name), value)]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("error: ") and "policy.npz" in said
    assert what != "wider" or said.endswith("is one of --width 16 --hidden 8 --answers 0")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


# --- how long -------------------------------------------------------------------------------------
def test_a_run_ends_when_its_cpu_minutes_are_spent(tmp_path):
    ppo.train(small(tmp_path, cpu_minutes=1e-9))
    assert json.loads((tmp_path / "settings.json").read_text())["cpu_minutes"] == 1e-9
    trainer = ppo.Trainer(small(tmp_path))
    run.load_checkpoint(trainer)
    assert trainer.update == 1, "the time is looked at between updates"
    settings, _ = ppo.parse(["--resume", str(tmp_path), "--cpu-minutes", "1e-9"])
    assert ppo.train(settings, resume=True).update == 1, "they count from the beginning of the run"


# --- the learning rate ----------------------------------------------------------------------------
def rates(trainer, updates):
    """The learning rate of each update."""
    found = []
    for _ in range(updates):
        trainer.one_update()
        (group,) = trainer.optimizer.param_groups
        found.append(group["lr"] / trainer.settings.learning_rate)
    return found


def test_the_learning_rate_falls_in_the_last_updates(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, updates=6, anneal=4))
    assert rates(trainer, 6) == [1.0, 1.0, 1.0, 0.75, 0.5, 0.25]
    assert rates(ppo.Trainer(small(tmp_path, updates=3)), 3) == [1.0, 1.0, 1.0]


def test_a_run_that_anneals_is_resumed_bit_for_bit(tmp_path):
    settings = {"updates": 5, "anneal": 4, "average": 3}
    through = ppo.Trainer(small(tmp_path, **settings))
    for _ in range(5):
        through.one_update()
    before = ppo.Trainer(small(tmp_path, **settings))
    for _ in range(3):
        before.one_update()
    run.save_checkpoint(before)
    resumed = ppo.Trainer(small(tmp_path, **settings))
    run.load_checkpoint(resumed)
    assert rates(resumed, 2) == [0.5, 0.25]
    assert equal(weights_of(resumed.network), weights_of(through.network))
    assert equal(weights_of(resumed.average), weights_of(through.average))


def test_a_run_goes_on_at_the_full_rate_and_anneals_at_its_new_end(tmp_path):
    ppo.train(small(tmp_path, updates=2, anneal=2))
    words = ["--resume", str(tmp_path), "--updates", "6", "--anneal", "2"]
    settings, _ = ppo.parse(words)
    trainer = ppo.Trainer(settings)
    run.load_checkpoint(trainer)
    assert rates(trainer, 4) == [1.0, 1.0, 1.0, 0.5]


# --- the mean of the latest networks --------------------------------------------------------------
def test_what_plays_is_the_mean_of_the_latest_networks(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, average=3))
    seen = []
    for _ in range(3):
        trainer.one_update()
        seen.append(weights_of(trainer.network))
    for name, mean in trainer.average.state_dict().items():
        expected = torch.stack([weights[name] for weights in seen]).mean(0)
        assert torch.allclose(mean, expected, atol=1e-6)
    before = weights_of(trainer.average)
    trainer.one_update()
    for name, mean in trainer.average.state_dict().items():
        now = trainer.network.state_dict()[name]
        assert torch.allclose(mean, before[name] * 2 / 3 + now / 3, atol=1e-6)
    run.save_checkpoint(trainer)
    saved = read_weights(tmp_path / "policy.npz", TOY_GAME)
    half = trainer.average.half_precision()
    assert all(np.array_equal(saved[name], half[name].astype(np.float32)) for name in half)
    assert not equal(weights_of(trainer.average), weights_of(trainer.network))


def test_the_mean_of_one_network_is_the_network(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, average=1))
    for _ in range(2):
        trainer.one_update()
    assert equal(weights_of(trainer.average), weights_of(trainer.network))


def test_a_checkpoint_without_a_mean_goes_on_with_its_network(tmp_path):
    trainer = ppo.train(small(tmp_path, updates=2, average=2))
    with np.load(tmp_path / "checkpoint.npz") as file:
        arrays = {name: a for name, a in file.items() if not name.startswith("average.")}
    np.savez(tmp_path / "checkpoint.npz", **arrays)
    resumed = ppo.Trainer(small(tmp_path, average=2))
    run.load_checkpoint(resumed)
    assert equal(weights_of(resumed.average), weights_of(trainer.network))


# --- tables with options --------------------------------------------------------------------------
def test_tables_may_have_options_of_the_game(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, players="2,3:rounds=2,3", tables=7, workers=2))
    tables = [worker.tables for worker in trainer.workers]
    players = [int(n) for part in tables for n in part.players]
    rounds = [int(n) for part in tables for n in part.games.states["rounds"]]
    assert players == [2, 3, 3, 2, 3, 3, 2] and rounds == [4, 2, 4, 4, 2, 4, 4]
    trainer.one_update()
    run.save_checkpoint(trainer)
    other = ppo.Trainer(small(tmp_path, players="2,3,3", tables=7, workers=2))
    with pytest.raises(run.RunError, match="not in play at a table of these settings"):
        run.load_checkpoint(other)


@pytest.mark.parametrize("players", [
    "2:", "2:rounds", "2:rounds=x", "2:rounds=0", "2:rounds=2=3", "2:colour=3",
    "2:auto_chance=false", "9:rounds=2",
])  # fmt: skip
def test_tables_that_the_game_has_not_are_refused(tmp_path, players):
    with pytest.raises(ValueError, match="--players is like "):
        small(tmp_path, players=players)
