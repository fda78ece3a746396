"""The trainers: advantages along each seat's own decisions, legal sampling, whole checkpoints."""

import csv
import itertools
import json
import signal
import subprocess
import sys
import time
from collections import deque
from dataclasses import asdict, fields
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from agents.base import make_agent  # noqa: E402
from agents.policy import load_evaluator  # noqa: E402
from paxren_env.core.greedy import COMPLETIONS, look_ahead, new_outlook, no_changes  # noqa: E402
from paxren_env.core.policies import GREEDY, LEARNER, answers  # noqa: E402
from paxren_env.core.spec import find  # noqa: E402
from tests.support.games import GAMES, TOY  # noqa: E402
from tests.support.positions import changes_of, positions_of  # noqa: E402
from train import evaluate as evaluation  # noqa: E402
from train import main as whole_job  # noqa: E402
from train import ppo, run, sparse  # noqa: E402
from train.rollout import RolloutBuffer  # noqa: E402
from train.tables import PAST, Tables  # noqa: E402

ROOT = Path(__file__).parents[2]
CHECKPOINT = ROOT / "train" / "checkpoints" / "ppo.npz"
PAX = find("pax_renaissance")
interpreted = pytest.mark.interpreted
every_game = pytest.mark.parametrize(
    "game", [pytest.param(name, marks=interpreted) if name == TOY else name for name in GAMES]
)
SMALL = {"tables": 12, "batch_size": 96, "minibatch_size": 48, "width": 16, "hidden": 16,
         "warm_value": 1, "league": 3, "league_every": 1, "threads": 1,
         "greedy": 0.2, "past": 0.2, "random": 0.2, "seed": 4}  # fmt: skip


def small(folder, **settings):
    """A run of a few seconds."""
    return ppo.Settings(run=str(folder), **(SMALL | settings))


# --- advantages -----------------------------------------------------------------------------------
def decide(decisions, seat, value, slot=0):
    nothing = np.zeros((1, PAX.observation_size), np.int8)
    seen = sparse.see(nothing, np.ones((1, PAX.num_actions), np.int8), outlook_of(PAX, 1))
    decisions.add(np.array([slot]), np.array([seat]), seen, 0, 0.0, value)


def outlook_of(spec, count):
    return new_outlook(spec.num_actions, spec.num_terms, count)


def pay(decisions, rewards=(0, 0, 0, 0), done=0, slot=0):
    """What the seats of one table got; nothing happens at the others."""
    got, dones = np.zeros_like(decisions.last, np.float32), np.zeros(len(decisions.last), np.int8)
    got[slot], dones[slot] = rewards, done
    decisions.add_rewards(got, dones)


def first_half(decisions):
    """Seats 0, 1 and 0 again decide at a table of three."""
    for seat, value in ((0, 0.1), (1, 0.2), (0, 0.3)):
        decide(decisions, seat, value)
        pay(decisions)


def second_half(decisions):
    """Seat 2 decides, and with that the game ends: seat 0 wins."""
    decide(decisions, 2, -0.1)
    pay(decisions, (1, -0.5, -0.5, 0), done=1)


@interpreted
def test_advantages_go_along_the_decisions_of_each_seat():
    decisions = RolloutBuffer(PAX, 1, 10)
    first_half(decisions)
    second_half(decisions)
    rows, advantages = decisions.advantages(gamma=0.9, gae_lambda=0.5)
    assert rows.tolist() == [0, 1, 2, 3]
    # Seat 0: 1 - 0.3 at the end; before 0.9 * 0.3 - 0.1 and 0.9 * 0.5 of that. The others lost
    # without deciding again.
    expected = [0.17 + 0.45 * 0.7, -0.5 - 0.2, 1 - 0.3, -0.5 + 0.1]
    assert advantages == pytest.approx(expected, abs=1e-6)


@interpreted
def test_a_decision_waits_for_what_follows_it_in_the_next_batch():
    decisions = RolloutBuffer(PAX, 1, 10)
    first_half(decisions)
    rows, advantages = decisions.advantages(gamma=0.9, gae_lambda=0.5)
    assert rows.tolist() == [0], "only seat 0 decided again"
    assert advantages == pytest.approx([0.9 * 0.3 - 0.1], abs=1e-6)
    decisions.drop_closed()
    second_half(decisions)
    rows, advantages = decisions.advantages(gamma=0.9, gae_lambda=0.5)
    assert advantages == pytest.approx([-0.7, 0.7, -0.4], abs=1e-6)
    decisions.drop_closed()
    assert decisions.size == 0


@interpreted
def test_a_payment_counts_for_the_decision_before_it():
    """Seat 1 goes bankrupt by what seat 0 does, and pays at once."""
    decisions = RolloutBuffer(PAX, 1, 10)
    decide(decisions, 1, 0.0)
    pay(decisions)
    decide(decisions, 0, 0.0)
    pay(decisions, (0, -0.5, 0, 0))
    decide(decisions, 0, 0.25)
    pay(decisions, (1, 0, -0.5, 0), done=1)
    _, advantages = decisions.advantages(gamma=1.0, gae_lambda=0.0)
    assert advantages == pytest.approx([-0.5, 0.25, 0.75])


@interpreted
def test_the_next_game_of_a_table_is_another_one():
    decisions = RolloutBuffer(PAX, 1, 10)
    decide(decisions, 0, 0.5)
    pay(decisions, (-1, 1, 0, 0), done=1)
    decide(decisions, 0, 0.5)
    rows, advantages = decisions.advantages(gamma=1.0, gae_lambda=1.0)
    assert rows.tolist() == [0] and advantages == pytest.approx([-1.5])


@interpreted
def test_tables_side_by_side_have_advantages_of_their_own():
    decisions = RolloutBuffer(PAX, 2, 10)
    decide(decisions, 0, 0.1, slot=0)
    decide(decisions, 0, 0.6, slot=1)
    pay(decisions, (-1, 1, 0, 0), done=1, slot=1)  # while the first table plays on
    decide(decisions, 0, 0.2, slot=1)
    decide(decisions, 0, 0.4, slot=0)
    pay(decisions, (1, -1, 0, 0), done=1, slot=0)
    rows, advantages = decisions.advantages(gamma=1.0, gae_lambda=1.0)
    assert rows.tolist() == [0, 1, 3], "the next game of the second table is open"
    assert advantages == pytest.approx([1 - 0.1, -1 - 0.6, 1 - 0.4], abs=1e-6)


# --- the network ----------------------------------------------------------------------------------
def some_positions(number=16, spec=PAX, **options):
    return positions_of(spec, number, **options)


def asked(network, obs, masks, outlook, changes=None):
    """Logits of the whole action line, -inf for what is illegal, and values."""
    seen = sparse.see(obs, masks, outlook, changes)
    with torch.no_grad():
        short, values = network(seen, np.arange(len(obs)))
    logits = np.full(masks.shape, -np.inf, np.float32)
    logits[masks != 0] = short[~short.isinf()].numpy()
    return logits, values.numpy()


@every_game
@pytest.mark.parametrize("answers", [0, 8])
def test_the_policy_file_plays_as_the_network_does(tmp_path, game, answers):
    spec = find(game)
    torch.manual_seed(0)
    network = ppo.Network(spec, 32, 32, 1.0, answers)
    torch.nn.init.normal_(network.policy.weight)
    torch.nn.init.normal_(network.weigh.weight)
    if answers:
        torch.nn.init.normal_(network.weigh_changes.weight)
    obs, masks, outlook, games = some_positions(spec=spec)
    changes = changes_of(games, masks) if answers else None
    network.save(tmp_path / "policy.npz")
    logits, values = load_evaluator(tmp_path / "policy.npz", spec)(obs, masks, outlook, changes)
    expected, expected_values = asked(network, obs, masks, outlook, changes)
    assert np.allclose(logits[masks == 1], expected[masks == 1], atol=0.1)
    assert np.allclose(values, expected_values, atol=0.01)
    assert (np.abs(values) <= 1).all()
    best = np.where(masks == 1, logits, -np.inf).argmax(axis=1)
    agent = make_agent(f"policy:{tmp_path / 'policy.npz'}", game=game)
    assert (agent.act(obs, masks, games) == best).all()
    drawing = make_agent(f"policy:{tmp_path / 'policy.npz'},temperature=5.0", game=game)
    drawn = drawing.act(obs, masks, games)
    assert masks[np.arange(len(obs)), drawn].all()
    assert (drawing.act(obs[3:5], masks[3:5], games[3:5]) == drawn[3:5]).all()


def test_a_network_that_trusts_greedy_begins_as_greedy():
    network = ppo.Network(PAX, 32, 32, 4.0)
    torch.nn.init.zeros_(network.policy.weight)
    torch.nn.init.zeros_(network.policy.bias)
    torch.nn.init.zeros_(network.weigh.weight)
    obs, masks, outlook, games = some_positions(32)
    logits, values = asked(network, obs, masks, outlook)
    best = logits.argmax(axis=1)
    worth = np.where(masks == 1, outlook[:, :-1].sum(axis=2), -np.inf)
    seats = np.arange(len(games))
    greedy = answers(GREEDY, games, masks, seed=0)
    assert np.allclose(worth[seats, best], worth[seats, greedy], atol=1e-4)
    assert np.corrcoef(values, outlook[:, -1].sum(axis=1))[0, 1] > 0.5


@interpreted
def test_a_network_that_trusts_nobody_begins_without_an_opinion():
    network = ppo.Network(PAX, 32, 32, 0.0)
    obs, masks, outlook, _ = some_positions()
    chances = torch.from_numpy(asked(network, obs, masks, outlook)[0]).softmax(1).numpy()
    number = masks.sum(axis=1)
    assert np.allclose(chances.max(axis=1), 1 / number, rtol=0.5)


def arrays_of(path):
    with np.load(path) as file:
        return dict(file)


@pytest.mark.parametrize("content", ["text", "nothing", "half", "array", "other arrays"])
def test_a_file_that_is_no_policy_is_named(tmp_path, content):
    file = tmp_path / "other.npz"
    ppo.Network(PAX, 8, 8, 1.0).save(file)
    arrays = arrays_of(file)
    if content == "text":
        file.write_text("something else")
    elif content == "nothing":
        file.write_bytes(b"")
    elif content == "half":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    elif content == "array":
        with file.open("wb") as opened:
            np.save(opened, arrays["middle.bias"])
    else:
        np.savez(file, **{name: arrays[name] for name in arrays if name != "terms.weight"})
    with pytest.raises(ValueError, match=r"other\.npz is no policy"):
        make_agent(f"policy:{file}")


def test_a_policy_that_does_not_fit_is_named(tmp_path):
    with pytest.raises(ValueError, match="there is no file"):
        make_agent("policy:nowhere.npz")
    ppo.Network(PAX, 8, 8, 1.0).save(tmp_path / "old.npz")
    arrays = arrays_of(tmp_path / "old.npz")
    np.savez(tmp_path / "old.npz", **(arrays | {"embed.weight": arrays["embed.weight"][1:]}))
    with pytest.raises(ValueError, match=r"old\.npz was trained on another version"):
        make_agent(f"policy:{tmp_path / 'old.npz'}")


@interpreted
def test_a_policy_of_another_game_is_refused(tmp_path):
    ppo.Network(find(TOY), 8, 8, 1.0).save(tmp_path / "policy.npz")
    assert str(arrays_of(tmp_path / "policy.npz")["game"]) == TOY
    with pytest.raises(ValueError, match=f"a policy for the game {TOY}"):
        make_agent(f"policy:{tmp_path / 'policy.npz'}", game=PAX.name)


@interpreted
def test_the_checkpoint_in_the_repository_plays():
    obs, masks, _, games = some_positions()
    chosen = make_agent(f"policy:{CHECKPOINT}").act(obs, masks, games)
    assert masks[np.arange(len(obs)), chosen].all()


@every_game
def test_what_the_network_sees_ahead_holds_no_secrets(game):
    """What follows an answer is the same in every game that looks the same to the seat."""
    spec = find(game)
    for completion in COMPLETIONS:
        _, masks, outlook, games = some_positions(spec=spec, completion=completion)
        for i, true_game in enumerate(games):
            seat = np.array([true_game.deciding_player])
            imagined, seen = true_game.determinize(int(seat[0]), seed=9), outlook_of(spec, 1)
            look_ahead(imagined.states, seat, masks[i : i + 1], completion, seen, no_changes())
            legal = np.append(np.flatnonzero(masks[i]), spec.num_actions)
            assert np.array_equal(seen[0, legal], outlook[i, legal])


@interpreted
def test_the_curve_is_the_same_with_one_thread_as_with_many(tmp_path):
    """Four workers share one, two or four threads, and take turns in other ways each time."""
    trainers = [ppo.Trainer(small(tmp_path, game=TOY, workers=4, threads=n)) for n in (1, 2, 4)]
    for _ in range(3):
        losses = [trainer.one_update() for trainer in trainers]
        assert losses[0] == losses[1] == losses[2]
    same(trainers[0], trainers[1])
    same(trainers[0], trainers[2])


def test_the_curve_is_the_same_whoever_is_first(tmp_path, monkeypatch):
    """Of two workers in threads now the one, now the other is late."""
    calm, nervous = (ppo.Trainer(small(tmp_path, threads=2)) for _ in range(2))
    late = itertools.cycle([0.0, 0.02, 0.0, 0.0, 0.01])

    def wait_a_little(method):
        def waits(*arguments):
            time.sleep(next(late))
            return method(*arguments)

        return waits

    for _ in range(3):
        calm.one_update()
    for name in ("gradients", "losses"):
        monkeypatch.setattr(nervous, name, wait_a_little(getattr(nervous, name)))
    for worker in nervous.workers:
        monkeypatch.setattr(worker, "step", wait_a_little(worker.step))
    for _ in range(3):
        nervous.one_update()
    same(calm, nervous)


@interpreted
@pytest.mark.parametrize(("workers", "tables", "batch_size"), [(2, 12, 96), (3, 7, 20), (8, 3, 1)])
def test_the_workers_share_tables_and_batch(workers, tables, batch_size):
    settings = ppo.Settings(workers=workers, tables=tables, batch_size=batch_size)
    shares = settings.shares_of_workers
    assert len(shares) == min(workers, tables)
    assert np.array_equal(np.concatenate([sizes for sizes, _ in shares]), settings.sizes)
    assert sum(number for _, number in shares) == batch_size
    assert all(len(sizes) for sizes, _ in shares)


@interpreted
def test_no_worker_plays_the_games_of_another(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, game=TOY, players="2", workers=3))
    others = ppo.Trainer(small(tmp_path, game=TOY, players="2", workers=3, seed=SMALL["seed"] + 1))
    dealt = [
        worker.tables.games.seed_of(slot)
        for one in (trainer, others) for worker in one.workers for slot in range(4)
    ]  # fmt: skip
    assert len(set(dealt)) == len(dealt)


def test_a_worker_that_fails_ends_the_run(tmp_path, monkeypatch):
    trainer = ppo.Trainer(small(tmp_path, threads=2))

    def fails(*_):
        raise ZeroDivisionError("worker")

    monkeypatch.setattr(trainer.workers[1], "step", fails)
    with pytest.raises(ZeroDivisionError, match="worker"):
        trainer.one_update()


# --- learning -------------------------------------------------------------------------------------
def hand_made_batch(folder, rewards, ratio=1.0, **settings):
    """A trainer with a decision at each of 12 tables, which then ended with this reward.

    What was good is as many times likelier by now than when it was chosen; what was bad, less so.
    """
    chosen = {"update_epochs": 1, "minibatch_size": 12, "warm_value": 0}
    chosen |= {"vf_coef": 0.0, "ent_coef": 0.0, "workers": 1}
    trainer = ppo.Trainer(small(folder, **(chosen | settings)))
    obs, masks, outlook, _ = some_positions(12)
    choices, slots, seats = np.zeros(12, np.int64), np.arange(12), np.zeros(12, np.int64)
    seen = sparse.see(obs, masks, outlook)
    before = first_chances(trainer, seen)
    old = before - np.sign(rewards) * np.log(ratio)
    b = trainer.workers[0].buffer
    b.add(slots, seats, seen, choices, old, np.zeros(12))
    got = np.multiply.outer(rewards, [1.0, 0, 0, 0]).astype(np.float32)
    b.add_rewards(got, np.ones(12, np.int8))
    return trainer, lambda: first_chances(trainer, seen) - before


def first_chances(trainer, seen):
    """The logarithm of the probability of the first legal answer of each row."""
    with torch.no_grad():
        logits, _ = trainer.network(seen, np.arange(len(seen)))
    return logits.log_softmax(1)[:, 0].numpy()


MIXED = np.resize([1.0, -1.0], 12)


def test_ppo_makes_what_was_good_likelier_and_what_was_bad_less_so(tmp_path):
    trainer, change = hand_made_batch(tmp_path, MIXED)
    trainer.learn()
    assert (MIXED * change()).sum() > 0
    assert change()[MIXED > 0].mean() > 0 > change()[MIXED < 0].mean()


def test_ppo_lets_be_what_has_moved_far_enough(tmp_path):
    trainer, change = hand_made_batch(tmp_path, MIXED, ratio=1.5)
    trainer.learn()
    assert (change() == 0).all()


def test_ppo_brings_back_what_has_moved_the_wrong_way(tmp_path):
    trainer, change = hand_made_batch(tmp_path, MIXED, ratio=1 / 1.5)
    trainer.learn()
    assert (MIXED * 1.5**-MIXED * change()).sum() > 0, "what is likelier by now weighs more"


def test_the_entropy_bonus_keeps_the_policy_open(tmp_path):
    trainer, _ = hand_made_batch(tmp_path, np.ones(12), ent_coef=1.0, update_epochs=2)
    before = trainer.learn()["entropy"]
    assert trainer.learn()["entropy"] > before


def test_the_value_comes_nearer_to_what_was_paid(tmp_path):
    trainer, _ = hand_made_batch(tmp_path, MIXED, vf_coef=1.0, warm_value=9, update_epochs=2)
    first = trainer.learn()
    assert trainer.learn()["value_loss"] < first["value_loss"]
    assert trainer.network.policy.weight.grad is None, "only the value is trained yet"


@torch.no_grad()
def test_only_decisions_of_the_network_itself_are_learned_from(tmp_path):
    """Games against others have one learner: the rows of all other seats stay empty."""
    trainer = ppo.Trainer(small(tmp_path, self_play=0.0, tables=40, workers=1))
    worker = trainer.workers[0]
    who = worker.tables.who.copy()
    seats = worker.tables.games.seats.copy()
    networks = trainer.network.layers(), worker.past.layers()
    worker.step(worker.answer(*networks))
    learners = np.flatnonzero(who[np.arange(40), seats] == LEARNER)
    assert 0 < worker.buffer.size == len(learners) < 40
    for _ in range(30):
        worker.step(worker.answer(*networks))
        slots, decided = np.nonzero(worker.buffer.last != -1)
        assert (worker.tables.who[slots, decided] == LEARNER).all()
        if worker.buffer.size > 200:
            worker.buffer.drop_closed()


def test_without_a_league_there_is_no_past_to_play_against(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, league=0, past=1.0, tables=200))
    assert not any((worker.tables.who == PAST).any() for worker in trainer.workers)
    with pytest.raises(ValueError, match="one is more than 0"):
        small(tmp_path, league=0, self_play=0.0, greedy=0.0, random=0.0, past=1.0)


# --- runs -----------------------------------------------------------------------------------------
def same(one, other):
    """Equal to the last bit, in all that decides how a run goes on."""
    for network in ("network", "average"):
        a, b = getattr(one, network).state_dict(), getattr(other, network).state_dict()
        assert all(torch.equal(a[name], b[name]) for name in a)
    for my_worker, their_worker in zip(one.workers, other.workers, strict=True):
        mine, theirs = my_worker.buffer.state_dict(), their_worker.buffer.state_dict()
        assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
        mine, theirs = my_worker.tables.state_dict(), their_worker.tables.state_dict()
        assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
    assert torch.equal(one.generator.get_state(), other.generator.get_state())
    for mine, theirs in zip(one.league, other.league, strict=True):
        assert all(torch.equal(mine[name], theirs[name]) for name in mine)
    mine, theirs = one.optimizer.state_dict()["state"], other.optimizer.state_dict()["state"]
    assert mine.keys() == theirs.keys()
    assert all(torch.equal(mine[i][k], theirs[i][k]) for i in mine for k in mine[i])
    assert (one.update, one.steps, one.learned) == (other.update, other.steps, other.learned)
    assert one.won == other.won


@every_game
@pytest.mark.parametrize("cut", [1, 4])  # while only the value is trained, and after it
def test_a_resumed_run_goes_on_bit_for_bit(tmp_path, cut, game):
    """Even with another number of threads."""
    through = ppo.Trainer(small(tmp_path, game=game))
    for _ in range(6):
        through.one_update()
    before = ppo.Trainer(small(tmp_path, game=game))
    for _ in range(cut):
        before.one_update()
    run.save_checkpoint(before)
    resumed = ppo.Trainer(small(tmp_path, game=game, threads=2))
    run.load_checkpoint(resumed)
    same(before, resumed)
    for _ in range(6 - cut):
        resumed.one_update()
    same(through, resumed)


def test_a_kill_while_saving_leaves_the_checkpoint_before(tmp_path, monkeypatch):
    trainer = ppo.Trainer(small(tmp_path))
    trainer.one_update()
    run.save_checkpoint(trainer)
    before = (tmp_path / "checkpoint.npz").read_bytes()
    trainer.one_update()

    def killed(file, **arrays):
        file.write(before[: len(before) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "savez", killed)
    with pytest.raises(KeyboardInterrupt):
        run.save_checkpoint(trainer)
    assert (tmp_path / "checkpoint.npz").read_bytes() == before
    again = ppo.Trainer(small(tmp_path))
    run.load_checkpoint(again)
    assert again.update == 1


@pytest.mark.slow
def test_a_killed_run_has_a_whole_checkpoint_to_go_on_from(tmp_path):
    settings = {f"--{name.replace('_', '-')}": str(value) for name, value in SMALL.items()}
    process = subprocess.Popen(
        [sys.executable, "-m", "train.ppo", "--run", tmp_path, "--save-every", "1",
         *(word for pair in settings.items() for word in pair)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with process:
        for line in process.stdout:
            if line.startswith("update    5"):
                process.kill()
    resumed = ppo.Trainer(small(tmp_path))
    run.load_checkpoint(resumed)
    through = ppo.Trainer(small(tmp_path))
    while through.update < resumed.update:
        through.one_update()
    assert resumed.update >= 4
    same(through, resumed)


@pytest.mark.parametrize("content", [b"", b"something else", "half", "of a wider network"])
def test_a_checkpoint_that_cannot_be_resumed_is_named(tmp_path, content, capsys):
    ppo.train(small(tmp_path, updates=1))
    file, settings = tmp_path / "checkpoint.npz", tmp_path / "settings.json"
    if content == "half":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    elif content == "of a wider network":
        settings.write_text(settings.read_text().replace('"width": 16', '"width": 8'))
    else:
        file.write_bytes(content)
    assert ppo.main(["--resume", str(tmp_path), "--updates", "2"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and f"{file} is no checkpoint that can be resumed" in said[0]


def test_settings_that_cannot_be_read_are_named(tmp_path, capsys):
    ppo.train(small(tmp_path, updates=1))
    (tmp_path / "settings.json").write_text("")
    assert "settings.json holds no settings" in refused(ppo.parse, ["--resume", tmp_path], capsys)


def test_a_second_run_in_the_folder_of_a_live_one_is_refused(tmp_path, capsys):
    ppo.train(small(tmp_path, updates=1))
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with run.alone_in(tmp_path):
        for arguments in (["--run", str(tmp_path)], ["--resume", str(tmp_path)]):
            assert ppo.main([*arguments, "--updates", "2"]) == 1
            assert "another run is going on" in capsys.readouterr().err
    assert before == {path: path.read_bytes() for path in tmp_path.iterdir()}


def test_a_full_disk_leaves_the_checkpoint_before_and_says_so(tmp_path, monkeypatch, capsys):
    ppo.train(small(tmp_path, updates=1))
    before = (tmp_path / "checkpoint.npz").read_bytes()

    def full(file, **arrays):
        file.write(b"the beginning")
        raise OSError("No space left on device")

    monkeypatch.setattr(np, "savez", full)
    assert ppo.main(["--resume", str(tmp_path), "--updates", "2"]) == 1
    assert "cannot save" in capsys.readouterr().err
    assert (tmp_path / "checkpoint.npz").read_bytes() == before
    assert not [name for name in names_in(tmp_path) if name.endswith(".checkpoint.npz")]


@every_game
def test_a_run_writes_what_it_promises_and_can_be_resumed(tmp_path, capsys, game):
    ppo.train(small(tmp_path, updates=3, save_every=2, game=game))
    assert "update    3" in capsys.readouterr().out
    for name in ("checkpoint.npz", "policy.npz", "curve.csv", "settings.json"):
        assert (tmp_path / name).stat().st_size > 0
    assert list(tmp_path.glob("events.out.tfevents*"))
    assert json.loads((tmp_path / "settings.json").read_text())["game"] == game
    assert ppo.main(["--resume", str(tmp_path), "--updates", "4"]) == 0
    lines = (tmp_path / "curve.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == ["update", "1", "2", "3", "4"]


def test_tensorboard_gets_each_update_once(tmp_path):
    events = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    ppo.train(small(tmp_path, updates=2))
    ppo.train(small(tmp_path, updates=4), resume=True)
    board = events.EventAccumulator(str(tmp_path))
    board.Reload()
    assert [point.step for point in board.Scalars("entropy")] == [1, 2, 3, 4]


@pytest.mark.parametrize(("tables", "batch_size"), [(64, 64), (12, 1)])
def test_open_decisions_do_not_fill_the_batch(tmp_path, tables, batch_size):
    trainer = ppo.Trainer(small(tmp_path, tables=tables, batch_size=batch_size, players="4"))
    for _ in range(5):
        steps, learned = trainer.steps, trainer.learned
        assert np.isfinite(list(trainer.one_update().values())).all()
        assert trainer.steps > steps and trainer.learned > learned


def names_in(folder):
    return {path.name for path in folder.iterdir()}


def test_a_new_run_moves_the_old_one_aside(tmp_path, capsys):
    folder = tmp_path / "ppo"
    for updates in (1, 2, 3):
        ppo.train(small(folder, updates=updates))
        (folder / "notes.txt").write_text("not of the run")
    assert "is now in" in capsys.readouterr().out
    assert names_in(tmp_path) == {"ppo", "ppo.1", "ppo.2"}
    for updates, name in ((1, "ppo.1"), (2, "ppo.2"), (3, "ppo")):
        trainer = ppo.Trainer(small(tmp_path / name))
        run.load_checkpoint(trainer)
        assert trainer.update == updates
        assert len((tmp_path / name / "curve.csv").read_text().splitlines()) == 1 + updates
        assert len(list((tmp_path / name).glob("events.out.tfevents*"))) == 1
    assert "policy.npz" in names_in(tmp_path / "ppo.1")
    assert "notes.txt" not in names_in(tmp_path / "ppo.1")


def test_a_run_that_cannot_begin_leaves_the_old_one_alone(tmp_path, monkeypatch):
    ppo.train(small(tmp_path / "ppo", updates=1))
    before = {path: path.read_bytes() for path in (tmp_path / "ppo").iterdir()}
    with pytest.raises(SystemExit):
        ppo.main(["--run", str(tmp_path / "ppo"), "--players", "5"])
    monkeypatch.setattr(ppo, "Tables", None)
    with pytest.raises(TypeError):
        ppo.train(small(tmp_path / "ppo"))
    assert before == {path: path.read_bytes() for path in (tmp_path / "ppo").iterdir()}
    assert names_in(tmp_path) == {"ppo"}


def test_ctrl_c_saves_the_update_in_play(tmp_path, capfd, monkeypatch):
    one_update = ppo.Trainer.one_update

    def interrupted(trainer):
        if trainer.update == 2:
            signal.raise_signal(signal.SIGINT)
        return one_update(trainer)

    ppo.train(small(tmp_path, updates=1, save_every=100))
    monkeypatch.setattr(ppo.Trainer, "one_update", interrupted)
    handler = signal.getsignal(signal.SIGINT)
    assert ppo.main(["--resume", str(tmp_path), "--updates", "9"]) == 130
    assert signal.getsignal(signal.SIGINT) is handler
    last = capfd.readouterr().out.splitlines()[-1]
    assert last == f"Stopped after update 3; go on: --resume {tmp_path}"
    trainer = ppo.Trainer(small(tmp_path))
    run.load_checkpoint(trainer)
    assert trainer.update == 3


def test_the_second_ctrl_c_stops_at_once(tmp_path, capfd, monkeypatch):
    def interrupted(trainer):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    ppo.train(small(tmp_path, updates=1))
    monkeypatch.setattr(ppo.Trainer, "one_update", interrupted)
    assert ppo.main(["--resume", str(tmp_path), "--updates", "9"]) == 130
    assert capfd.readouterr().out.splitlines()[-1] == "Stopped."


# --- settings -------------------------------------------------------------------------------------
def refused(main, arguments, capsys):
    """The one line with which a command refuses its arguments."""
    with pytest.raises(SystemExit) as stop:
        main([str(one) for one in arguments])
    assert stop.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


@interpreted
def test_a_resumed_run_keeps_its_settings(tmp_path, capsys):
    assert "width" in refused(ppo.parse, ["--resume", tmp_path, "--width", 64], capsys)


def test_a_run_of_before_the_names_of_today_goes_on(tmp_path):
    """Its settings have other names, and no game; its curve has another column."""
    settings = small(tmp_path, updates=1, learning_rate=1e-3, gamma=0.9, ent_coef=0.25)
    ppo.train(settings)
    file, curve = tmp_path / "settings.json", tmp_path / "curve.csv"
    saved = json.loads(file.read_text())
    assert saved.pop("game") == PAX.name
    old = {new: old for old, new in run.OLD_NAMES.items()}
    file.write_text(json.dumps({old.get(name, name): value for name, value in saved.items()}))
    assert {"rate", "discount", "trace", "clip", "entropy", "value", "gradient"} <= set(
        json.loads(file.read_text())
    )
    curve.write_text(curve.read_text().replace("explained_variance", "explained"))
    assert ppo.parse(["--resume", str(tmp_path)]) == (settings, True)
    assert ppo.main(["--resume", str(tmp_path), "--updates", "2"]) == 0
    with curve.open(newline="") as rows:
        assert all(row["explained_variance"] for row in csv.DictReader(rows))


@interpreted
def test_the_settings_beside_the_checkpoint_in_the_repository_are_read():
    """What has become a setting since then has its default."""
    saved = json.loads((CHECKPOINT.parent / "settings.json").read_text())
    settings = asdict(ppo.Settings(**run.read_settings(CHECKPOINT.parent / "settings.json")))
    assert settings | saved == settings


@interpreted
def test_the_usual_tables_are_those_of_the_game(tmp_path, capsys):
    assert ppo.Settings().players == "2,3,2,4" and ppo.Settings().game == PAX.name
    assert ppo.Settings(game=TOY).players == find(TOY).training_players
    toy = ["--run", tmp_path, "--game", TOY, "--players"]
    too_few, too_many = find(TOY).min_players - 1, find(TOY).max_players + 1
    for number in (too_few, too_many):
        assert "--players is like" in refused(ppo.main, [*toy, number], capsys)
    assert "there is no game 'chess'" in refused(ppo.main, ["--game", "chess"], capsys)


@interpreted
def test_a_checkpoint_of_before_there_were_workers_goes_on(tmp_path):
    """It has long rows for lists, and everything of one worker only."""
    new = ppo.Trainer(small(tmp_path, game=TOY, workers=1, answers=0))
    for _ in range(2):
        new.one_update()
    run.save_checkpoint(new)
    arrays, spec = arrays_of(tmp_path / "checkpoint.npz"), find(TOY)
    plain = json.loads(arrays.pop("json").tobytes())
    tables, rows = run.part_of(arrays, "tables.0"), run.part_of(arrays, "decisions.0")
    arrays = {n: a for n, a in arrays.items() if n.split(".")[0] not in ("tables", "decisions")}
    number = len(rows["choices"])
    obs, masks = (np.zeros((number, n), np.int8) for n in (spec.observation_size, spec.num_actions))
    outlook = outlook_of(spec, number).astype(np.float16)
    for i in range(number):
        entries, legal = (slice(*rows[n][i : i + 2]) for n in ("starts", "legal_starts"))
        obs[i, rows["entries"][entries]] = rows["amounts"][entries]
        masks[i, rows["legal"][legal]] = 1
        outlook[i, rows["legal"][legal]] = rows["after"][legal]
        outlook[i, -1] = rows["now"][i]
    actions = rows["legal"][rows["legal_starts"][:-1] + rows["choices"]].astype(np.int64)
    old = {"obs": obs, "masks": masks, "outlook": outlook, "actions": actions}
    old |= {name: rows[name] for name in ("log_probs", "values", "rewards", "next", "is_open")}
    decisions = {
        f"decisions.{name}": array for name, array in (old | {"last": rows["last"]}).items()
    }
    arrays |= decisions | {f"tables.{name}": array for name, array in tables.items()}
    text = json.dumps(plain | {"rng": plain["rng"][0]}).encode()
    np.savez(tmp_path / "checkpoint.npz", json=np.frombuffer(text, np.uint8), **arrays)
    again = ppo.Trainer(small(tmp_path, game=TOY, workers=1, answers=0))
    run.load_checkpoint(again)
    saved = again.workers[0].buffer.state_dict()
    for name in ("after", "now"):  # they were kept in half precision
        rows[name] = rows[name].astype(np.float16).astype(np.float32)
    assert number > 0 and all(np.array_equal(saved[name], rows[name]) for name in saved)
    assert again.one_update().keys() == new.one_update().keys() and again.update == 3


@interpreted
def test_settings_of_before_there_were_workers_have_one(tmp_path):
    (tmp_path / "settings.json").write_text('{"tables": 8}')
    found = run.read_settings(tmp_path / "settings.json")
    assert found == {"tables": 8, "workers": 1, "answers": 0}


def test_a_run_can_be_resumed_by_its_checkpoint(tmp_path):
    ppo.train(small(tmp_path, updates=1))
    settings, resume = ppo.parse(["--resume", str(tmp_path / "checkpoint.npz"), "--minutes", "3"])
    assert resume and settings == small(tmp_path, updates=1, minutes=3.0)


def test_a_checkpoint_keeps_the_cpu_time(tmp_path):
    trainer = ppo.Trainer(small(tmp_path))
    trainer.one_update()
    run.save_checkpoint(trainer)
    assert 0 < trainer.clock.cpu_seconds
    resumed = ppo.Trainer(small(tmp_path))
    run.load_checkpoint(resumed)
    assert resumed.clock.cpu_seconds == trainer.clock.cpu_seconds


@pytest.mark.parametrize(("name", "value"), [
    ("players", "5"), ("players", "2,x"), ("players", ""), ("tables", 0), ("minibatch-size", 0),
    ("save-every", 0), ("league-every", 0), ("threads", 0), ("seed", -1), ("update-epochs", 0),
    ("batch-size", 0), ("minutes", -1), ("minutes", "nan"), ("gamma", 1.5), ("greedy", -0.1),
    ("learning-rate", "inf"), ("learning-rate", "nan"), ("trust", 1e30), ("ent-coef", "inf"),
    ("workers", 0), ("average", 0), ("anneal", -1), ("cpu-minutes", "nan"),
])  # fmt: skip
def test_a_bad_setting_is_named(name, value, tmp_path, capsys):
    assert f"--{name} is " in refused(ppo.main, ["--run", tmp_path, f"--{name}", value], capsys)
    assert not names_in(tmp_path)


@interpreted
def test_somebody_must_play(capsys):
    shares = [
        word for name in ("self-play", "past", "greedy", "random") for word in (f"--{name}", 0)
    ]
    assert "one is more than 0" in refused(ppo.main, shares, capsys)


def test_a_run_is_a_folder(tmp_path, capsys):
    (tmp_path / "file").write_text("here")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert "is no folder" in refused(ppo.main, ["--run", folder], capsys)
    assert "there is no checkpoint" in refused(ppo.main, ["--resume", tmp_path], capsys)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc")
def test_a_folder_where_nobody_can_write_is_refused(capsys):
    """Not even root, whom every permission is given."""
    assert "/proc/run is no folder that" in refused(ppo.main, ["--run", "/proc/run"], capsys)


@pytest.mark.parametrize(
    ("parse", "what"), [(ppo.parse, "Self-play PPO"), (whole_job.main, "evaluate")]
)
def test_help_has_a_line_on_each_setting(parse, what, capsys):
    with pytest.raises(SystemExit):
        parse(["--help"])
    text = capsys.readouterr().out
    assert what in text.splitlines()[2]  # after the usage
    assert all(f"--{f.name.replace('_', '-')}" in text for f in fields(ppo.Settings))
    assert all(f.metadata["help"] for f in fields(ppo.Settings))


# --- progress -------------------------------------------------------------------------------------
def tables_of(s):
    return Tables(s.spec, s.sizes, s.shares, s.seed)


def test_the_win_rates_shown_are_of_the_tables_played(tmp_path):
    def kinds(**settings):
        return run.kinds_shown(small(tmp_path, **settings))

    assert kinds() == ["random/2", "greedy/2", "greedy/3", "greedy/4"]
    assert kinds(players="3") == ["random/3", "greedy/3"]
    assert kinds(tables=1) == ["random/2", "greedy/2"], "one table is played by two"
    assert kinds(players="1,2", greedy=0.0) == ["bot/1", "random/2"]
    row = {"update": 7, "steps_per_s": 1234.5, "vs_random_2": 0.99, "vs_greedy_2": 0.6}
    line = run.progress_line(row, ["random/2", "greedy/2", "greedy/4"], 1.25)
    assert line.endswith("won against random 99% (2p), greedy 60%/- (2/4p)  1.2 min left")


def test_a_win_rate_over_a_few_games_is_not_shown(tmp_path):
    trainer = ppo.Trainer(small(tmp_path))
    losses = {"entropy": 0.5, "explained_variance": 0.5}
    trainer.won = {"greedy/2": deque([1.0] * 19), "greedy/3": deque([1.0, 0.0] * 10)}
    row = run.curve_row(trainer, run.kinds_shown(trainer.settings), losses, 1.0)
    assert "vs_greedy_2" not in row and row["vs_greedy_3"] == 0.5


@interpreted
def test_the_time_left_ends_with_the_last_update(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, minutes=10.0, updates=20))
    trainer.update = 8
    assert run.minutes_left(trainer, first=4, minutes=1.0) == 3.0  # 12 updates more
    assert run.minutes_left(trainer, first=4, minutes=9.0) == 1.0
    assert run.minutes_left(trainer, first=4, minutes=11.0) == 0.0


def test_a_solo_run_is_won_against_the_bot(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, players="1"))
    while not trainer.won:
        trainer.one_update()
    assert set(trainer.won) == {"bot/1"}


@interpreted
def test_a_curve_of_other_columns_is_gone_on_with(tmp_path):
    path = tmp_path / "curve.csv"
    path.write_text("update,vs_past_2,entropy\n1,0.5,0.25\n2,0.5,0.25\n")
    run.begin_curve(path, ["greedy/3"], update=1)
    run.append_row(path, ["greedy/3"], {"update": 2, "vs_greedy_3": 0.75})
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["update"], row["entropy"], row["vs_greedy_3"]) for row in rows] == [
        ("1", "0.25", ""), ("2", "", "0.75"),
    ]  # fmt: skip


@interpreted
@pytest.mark.parametrize(("rewards", "share"), [
    ((1, -1, 0, 0), 1.0), ((-1, 1, 0, 0), 0.0), ((0.5, 0.5, -1, 0), 0.5), ((0, 0, 0, 0), 0.0),
    ((0.25, 1, -1.25, 0), 0.0),
])  # fmt: skip
def test_a_victory_is_the_highest_reward(tmp_path, rewards, share):
    """The second of three may get something too, where the game pays by rank."""
    tables = tables_of(small(tmp_path, tables=1, players="3", self_play=0.0))
    tables.who[0] = [LEARNER, GREEDY, GREEDY, GREEDY]
    tables.record_result(0, np.array(rewards, np.float32))
    assert tables.results == [("greedy/3", share)]


def test_the_learner_has_a_seat_at_every_table(tmp_path):
    against_greedy = {"self_play": 0.0, "past": 0.0, "random": 0.0, "greedy": 1}
    tables = tables_of(small(tmp_path, tables=60, **against_greedy))
    for slot, players in enumerate(tables.players):
        who = tables.who[slot, :players].tolist()
        assert sorted(who) == [LEARNER] + [GREEDY] * (players - 1)
        assert tables.opponent(slot) == GREEDY


@interpreted
def test_the_league_keeps_the_first_network_and_the_latest(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, league=3))
    for number in range(6):
        torch.nn.init.constant_(trainer.network.value.bias, number)
        trainer.join_league()
    assert [int(one["value.bias"]) for one in trainer.league] == [0, 4, 5]


# --- evaluation, and the other trainer ------------------------------------------------------------
def test_evaluation_gives_a_rate_with_its_interval(tmp_path, capsys):
    ppo.Network(PAX, 16, 16, 1.0).save(tmp_path / "policy.npz")
    arguments = ["--against", "random", "--players", "2", "--games", "4", "--processes", "1"]
    assert evaluation.main([str(tmp_path), *arguments]) == 0
    assert "of 4 games (95 %:" in capsys.readouterr().out
    result = evaluation.evaluate("greedy", "random", 2, 8)
    assert result.games == 8 and result.low <= result.win_rate <= result.high
    assert result.win_rate > 0.5


@every_game
def test_evaluation_is_of_any_game(tmp_path, capsys, game):
    spec = find(game)
    ppo.Network(spec, 16, 16, 1.0).save(tmp_path / "policy.npz")
    size = str(spec.default_players)
    arguments = ["--game", game, "--players", size, "--games", "1", "--processes", "1"]
    assert evaluation.main([str(tmp_path), "--against", "random", *arguments]) == 0
    assert f"{size} players: won" in capsys.readouterr().out


def test_the_solo_game_is_won_against_the_bot(capsys):
    arguments = ["random", "--players", "1", "--games", "2", "--processes", "1"]
    assert evaluation.main(arguments) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("against bot      alone: won") and "share" not in line


@interpreted
def test_an_agent_is_named_by_its_file(tmp_path):
    folder = str(tmp_path)
    assert evaluation.agent_name(folder) == f"policy:{folder}/policy.npz"
    assert evaluation.agent_name("a/policy.npz,seed=1") == "policy:a/policy.npz,seed=1"
    assert evaluation.agent_name("a/checkpoint.npz") == "policy:a/policy.npz"
    assert evaluation.agent_name("a/checkpoint.pt") == "policy:a/policy.npz"
    assert evaluation.agent_name("a/model.zip") == "train.sb3.Sb3Agent:a/model.zip"
    for name in ("greedy", "mcts:sims=50", "policy:a/policy.npz", "mcts:policy=a/policy.npz"):
        assert evaluation.agent_name(name) == name


@pytest.mark.parametrize(("arguments", "reason"), [
    (["greedy", "--games", 0], "at least 1"),
    (["greedy", "--players", 5], "from 1 to 4"),
    (["greedy", "--against", "bot", "--players", 3], "tables of 2 players"),
    (["greedy", "--against", "random", "nobody"], "'nobody' is not known"),
    (["nowhere/policy.npz"], "there is no file nowhere/policy.npz"),
    (["nowhere/checkpoint.pt"], "there is no file nowhere/policy.npz"),
    (["bot", "--players", 1], "are the same"),
])  # fmt: skip
def test_evaluation_says_what_is_wrong(arguments, reason, capsys):
    assert reason in refused(evaluation.main, arguments, capsys)


@pytest.mark.parametrize(("players", "updates"), [(3, 2), (1, 0)])
def test_the_whole_job_ends_with_a_report(players, updates, tmp_path, monkeypatch):
    asked = []

    def evaluate(agent, against, players, games, processes, game):
        asked.append((against, players))
        return evaluation.Result(against, players, games, 0.5, 0.25, 0.75)

    monkeypatch.setattr(whole_job, "evaluate", evaluate)
    small_run = ["--tables", 12, "--batch-size", 96, "--width", 16, "--hidden", 16, "--threads", 1]
    settings = ["--run", tmp_path, "--players", players, "--updates", updates, *small_run]
    assert whole_job.main([str(one) for one in settings]) == 0
    assert asked == ([("bot", 1)] if players == 1 else [("random", 3), ("greedy", 3)])
    assert f"{updates} updates" in (tmp_path / "report.md").read_text()
    assert (tmp_path / "curve.png").stat().st_size > 0


def test_the_smallest_and_the_largest_table_are_evaluated(tmp_path, monkeypatch):
    monkeypatch.setattr(whole_job, "evaluate", lambda agent, *match, **_: match[:2])
    trainer = ppo.Trainer(small(tmp_path))
    expected = [("random", 2), ("random", 4), ("greedy", 2), ("greedy", 4)]
    assert whole_job.evaluate_all(trainer) == expected


@every_game
@pytest.mark.filterwarnings("ignore")  # of the libraries
def test_maskable_ppo_learns_saves_and_loads(tmp_path, game):
    pytest.importorskip("sb3_contrib")
    from train import sb3

    spec = find(game)
    envs = sb3.make_envs(2, "random", spec.default_players, seed=0, game=game)
    settings = {"n_steps": 128, "batch_size": 64, "n_epochs": 1}
    model = sb3.make_model(envs, 0, None, **settings)
    model.learn(512)
    model.save(tmp_path / "model.zip")
    agent = sb3.Sb3Agent(str(tmp_path / "model.zip"))
    obs, masks, *_ = some_positions(spec=spec)
    actions = agent.act(obs, masks, [])
    assert masks[np.arange(len(obs)), actions].all()
    expected, _ = model.predict(obs, action_masks=masks.astype(bool), deterministic=True)
    assert (actions == expected).all()
    assert 0 <= sb3.win_rate(model, "random", spec.default_players, games=2, game=game) <= 1


@pytest.mark.parametrize(("arguments", "reason"), [
    (["--load", "nowhere.zip"], "there is no file nowhere.zip"),
    (["--players", 5], "num_players"), (["--opponents", "nobody"], "'nobody' is not known"),
    (["--games", 0], "--games is at least 1"), (["--envs", 0], "--envs is at least 1"),
    (["--load", "train/checkpoints/ppo.npz"], "is no model"),
])  # fmt: skip
def test_maskable_ppo_says_what_is_wrong(arguments, reason, tmp_path, capsys):
    sb3 = pytest.importorskip("train.sb3")
    line = refused(sb3.main, ["--run", tmp_path / "run", *arguments], capsys)
    assert reason in line and "zip.zip" not in line
    assert not names_in(tmp_path)


@pytest.mark.filterwarnings("ignore")  # of the libraries
def test_maskable_ppo_tells_how_far_it_is_and_keeps_what_it_learned(tmp_path, capsys, monkeypatch):
    sb3 = pytest.importorskip("train.sb3")
    monkeypatch.setattr(sb3, "TELL_EVERY", 0.0)
    run = ["--run", str(tmp_path), "--envs", "2", "--games", "2"]
    assert sb3.main([*run, "--steps", "600"]) == 0
    out = capsys.readouterr().out
    assert "2 of 1,024 steps" in out and "min left" in out and "won " in out

    def interrupted(model, path):
        monkeypatch.undo()
        raise KeyboardInterrupt

    monkeypatch.setattr(sb3, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(sb3, "save_model", interrupted)
    assert sb3.main([*run, "--steps", "600"]) == 130
    assert capsys.readouterr().out.splitlines()[-1] == "Stopped."
    assert {"model.zip", "model.1.zip"} <= names_in(tmp_path)
