"""Expert iteration: some decisions are searched, and the network learns what the search made of
its policy. On the toy game; searches of real games are in tests/agents/test_search.py."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from paxren_env.core.spec import find  # noqa: E402
from tests.support.games import TOY  # noqa: E402
from tests.support.positions import changes_of, positions_of  # noqa: E402
from train import ppo, run, sparse  # noqa: E402

pytestmark = pytest.mark.interpreted

SMALL = {"game": TOY, "tables": 8, "batch_size": 64, "minibatch_size": 32, "width": 8, "hidden": 8,
         "answers": 4, "update_epochs": 2, "warm_value": 0, "threads": 1, "search": 0.5,
         "search_sims": 4, "search_depth": 1}  # fmt: skip


def small(folder, **settings):
    """A run of a second."""
    return ppo.Settings(run=str(folder), **(SMALL | settings))


def decisions_of(trainer):
    """What all workers have seen after a batch."""
    trainer.play()
    return [worker.buffer.seen for worker in trainer.workers]


def sums_of(seen):
    """The sum of the improved policy of each decision: 1 if it was searched, else 0."""
    return np.add.reduceat(seen.improved, seen.legal_starts[:-1])


def test_the_given_share_of_the_decisions_is_searched(tmp_path):
    for share in (0.25, 1.0):
        settings = small(tmp_path, search=share, batch_size=1024)
        sums = np.concatenate([sums_of(seen) for seen in decisions_of(ppo.Trainer(settings))])
        assert np.isclose(sums, 0).sum() + np.isclose(sums, 1, atol=1e-5).sum() == len(sums)
        assert (sums > 0.5).mean() == pytest.approx(share, abs=0.05)


def test_without_a_search_nothing_is_searched(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, search=0.0))
    assert all(worker.search is None for worker in trainer.workers)
    assert all((seen.improved == 0).all() for seen in decisions_of(trainer))


def test_the_search_uses_the_network_of_this_update(tmp_path):
    """With one simulation and one candidate the improved policy is the network's own."""
    trainer = ppo.Trainer(small(tmp_path, search=1.0, search_sims=1))
    for worker in trainer.workers:
        worker.search.candidates = 1
    for _ in range(2):
        trainer.one_update()
    (seen, _) = decisions_of(trainer)
    last = np.arange(len(seen) - 8, len(seen))  # those before were kept from the last batch
    with torch.no_grad():
        expected = trainer.network(seen, last)[0].softmax(1).numpy()
    assert sparse.improved_policies(seen, last) == pytest.approx(expected, abs=1e-5)


def test_improved_policies_are_learned(tmp_path):
    """Policies come nearer to what searches made of them, if that weighs more than advantages."""
    settings = small(tmp_path, search=1.0, search_coef=10.0, batch_size=256, learning_rate=0.01)
    trainer = ppo.Trainer(settings)
    seen, _ = decisions_of(trainer)
    rows = np.arange(len(seen))
    wanted = torch.from_numpy(sparse.improved_policies(seen, rows))

    def distance():
        with torch.no_grad():
            logits, _ = trainer.network(seen, rows)
        return -(wanted * logits.log_softmax(1).clamp(min=-1e9)).sum(1).mean().item()

    before = distance()
    for _ in range(4):
        trainer.learn()
    assert distance() < before - 0.01


def test_improved_policies_have_a_column_for_each_legal_answer():
    spec = find(TOY)
    obs, masks, outlook, games = positions_of(spec)
    seen = sparse.see(obs, masks, outlook, changes_of(games, masks))
    number = len(obs)
    searched = np.arange(number) % 3 == 0
    rng = np.random.default_rng(0)
    for i in np.flatnonzero(searched):
        answers = slice(*seen.legal_starts[i : i + 2])
        drawn = rng.random(answers.stop - answers.start)
        seen.improved[answers] = drawn / drawn.sum()
    policies = sparse.improved_policies(seen, np.arange(number)[::-1])
    assert policies.sum(1) == pytest.approx(searched[::-1].astype(float), abs=1e-6)
    for i in range(number):
        answers = slice(*seen.legal_starts[i : i + 2])
        shown = policies[number - 1 - i]
        assert np.array_equal(shown[: answers.stop - answers.start], seen.improved[answers])
        assert (shown[answers.stop - answers.start :] == 0).all()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_with_searches_is_resumed_bit_for_bit(tmp_path, threads):
    straight = ppo.Trainer(small(tmp_path / "a"))
    stopped = ppo.Trainer(small(tmp_path / "b"))
    stopped.settings.run = str(tmp_path)
    for _ in range(2):
        straight.one_update()
        stopped.one_update()
    run.save_checkpoint(stopped)
    resumed = ppo.Trainer(small(tmp_path, threads=threads))
    run.load_checkpoint(resumed)
    assert straight.one_update() == resumed.one_update()
    one, other = straight.network.state_dict(), resumed.network.state_dict()
    assert all(torch.equal(one[name], other[name]) for name in one)
