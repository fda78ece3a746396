"""The certificate: a learner that meets nothing but the frozen policy, and what it wins."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from agents.base import make_agent  # noqa: E402
from agents.policy import read_weights, tables_of  # noqa: E402
from paxren_env import DEFAULT_GAME  # noqa: E402
from paxren_env.core.greedy import AS_GREEDY, AT_ONCE  # noqa: E402
from paxren_env.core.spec import find  # noqa: E402
from tests.support.games import TOY  # noqa: E402
from tests.support.positions import positions_of  # noqa: E402
from train import best_response, ppo, sparse  # noqa: E402
from train.best_response import learner_settings, main, make_parser, prepare  # noqa: E402

pytestmark = pytest.mark.interpreted

SPEC = find(TOY)
SMALL: dict[str, Any] = {
    "game": TOY, "tables": 12, "batch_size": 96, "minibatch_size": 48, "width": 16,
    "hidden": 16, "warm_value": 1, "threads": 1, "workers": 2, "updates": 2,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def make_policy(path: Path, trust: float = 4.0, **settings) -> Path:
    """A policy file with the settings of its training beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(3)
    ppo.Network(SPEC, 16, 16, trust, completion=settings.get("completion", AT_ONCE)).save(path)
    path.with_name("settings.json").write_text(json.dumps(SMALL | settings))
    return path


def certificate(path: str = "p/certificate.json") -> dict:
    return json.loads(Path(path).read_text())


def words(*more: str, players: str = "2", games: int = 8) -> list[str]:
    usual = ["--players", players, "--games", str(games), "--processes", "1", "--run", "r"]
    return ["p/policy.npz", *usual, *more]


def settings_for(*more: str) -> ppo.Settings:
    options = make_parser().parse_args(words(*more))
    spec = prepare(options)
    return learner_settings(options, "2", options.checkpoint, spec)


def prepared(*arguments: str) -> list[int]:
    """The tables that are asked for."""
    options = make_parser().parse_args([*arguments, "--run", "r"])
    prepare(options)
    return options.players


# --- the tables -----------------------------------------------------------------------------------
def test_it_is_certified_at_the_tables_it_learned_at():
    policy = make_policy(Path("p/policy.npz"))
    assert prepared(str(policy)) == [2, 3, 4], "the file does not say"
    ppo.Network(SPEC, 16, 16, 1.0).save(policy, [4, 2, 4])
    assert prepared(str(policy)) == [2, 4]
    assert prepared(str(policy), "--players", "3") == [3]


def test_a_run_says_at_which_tables_its_policy_learned(tmp_path: Path):
    ppo.train(ppo.Settings(**(SMALL | {"updates": 1, "players": "3,2,3", "run": str(tmp_path)})))
    assert tables_of(tmp_path / "policy.npz", SPEC) == [2, 3]


def test_one_who_only_plays_alone_has_nobody_to_be_certified_against():
    policy = Path("alone.npz")
    ppo.Network(find(DEFAULT_GAME), 8, 8, 1.0).save(policy, [1])
    Path("alone_settings.json").write_text('{"updates": 1}')
    with pytest.raises(ValueError, match="learned to play alone"):
        prepared(str(policy))


# --- the learner ----------------------------------------------------------------------------------
def test_the_learner_meets_nothing_but_the_frozen_policy():
    policy = make_policy(Path("p/policy.npz"))
    settings = replace(settings_for("--updates", "3"), league_every=1)
    trainer = ppo.train(settings)
    assert {kind.split("/")[0] for kind in trainer.won} == {"past"}
    frozen = read_weights(policy, SPEC)
    assert len(trainer.league) == 1
    for name, weight in trainer.league[0].items():
        assert np.array_equal(weight.numpy(), frozen[name])
    learned = trainer.network.state_dict()
    assert any(not np.array_equal(learned[name].numpy(), frozen[name]) for name in frozen)


def test_the_frozen_policy_plays_as_its_agent_does():
    policy = make_policy(Path("p/policy.npz"), trust=0.5)
    trainer = ppo.Trainer(settings_for())
    trainer.join_frozen(str(policy))
    trainer.workers[0].past.load_state_dict(trainer.league[0])
    worker = trainer.workers[0]
    assert worker.past_is_sharp
    obs, masks, outlook, games = positions_of(SPEC, 24)
    seen = sparse.see(obs, masks, outlook)
    layers = worker.past.layers()
    choices, *_ = worker.decide(layers, seen, np.arange(24), worker.past_is_sharp)
    actions = seen.legal[seen.legal_starts[:-1] + choices]
    agent = make_agent(f"policy:{policy}", game=TOY)
    assert (actions == agent.act(obs, masks, games)).all()


def test_the_learner_looks_ahead_as_the_policy_does():
    make_policy(Path("p/policy.npz"))
    assert settings_for().completion == AT_ONCE
    make_policy(Path("p/policy.npz"), completion=AS_GREEDY)
    assert settings_for().completion == AS_GREEDY


def test_usually_the_past_draws_its_answers():
    assert not ppo.Trainer(ppo.Settings(**SMALL)).workers[0].past_is_sharp


def test_a_learner_may_begin_with_the_policy_itself():
    policy = make_policy(Path("p/policy.npz"), trust=1.5)
    assert main(words("--from-policy", "--updates", "0")) == 0
    begun = read_weights("r/2_players/policy.npz", SPEC)
    assert all(np.array_equal(begun[n], w) for n, w in read_weights(policy, SPEC).items())
    (row,) = certificate()["results"]
    assert row["learner"] == "from the policy" and row["multiple"] is None
    assert row["win_rate"] == 0.5 and row["gain"] == 0, "it plays against itself"


def test_it_trains_with_the_settings_of_the_policy():
    make_policy(Path("p/policy.npz"), ent_coef=0.25, anneal=2, greedy=0.9, init="older.npz")
    settings = settings_for("--multiple", "3")
    assert (settings.ent_coef, settings.updates, settings.anneal) == (0.25, 6, 6)
    assert settings.shares == (0, 1, 0, 0) and settings.init == ""
    assert (settings.width, settings.hidden, settings.players) == (16, 16, "2")


# --- the budget -----------------------------------------------------------------------------------
def test_the_budget_is_what_the_curve_of_the_run_says_first():
    policy = make_policy(Path("p/policy.npz"), updates=1_000_000, cpu_minutes=7.0)
    assert settings_for("--multiple", "0.5").cpu_minutes == 3.5
    policy.with_name("curve.csv").write_text("update,minutes\n1,0.1\n40,4.2\n")
    settings = settings_for("--multiple", "0.5")
    assert (settings.updates, settings.cpu_minutes) == (20, 1e6)
    assert settings_for("--cpu-minutes", "2").cpu_minutes == 2


def test_a_named_policy_has_settings_of_its_own_name():
    make_policy(Path("p/one.npz"), updates=11)
    Path("p/one_settings.json").write_text(json.dumps(SMALL | {"updates": 5}))
    Path("p/curve.csv").write_text("update\n99\n")
    assert best_response.training_settings(Path("p/one.npz"), TOY)["updates"] == 5
    assert main(["p/one.npz", *words()[1:], "--updates", "0"]) == 0
    assert certificate("p/one_certificate.json")["game"] == TOY


# --- the certificate ------------------------------------------------------------------------------
def test_a_learner_that_trusts_greedy_beats_a_policy_that_does_the_opposite():
    make_policy(Path("p/policy.npz"), trust=-4.0)
    assert main(words(players="2,3", games=60)) == 0
    two, three = certificate()["results"]
    assert (two["players"], three["players"]) == (2, 3)
    assert (two["budget"], two["trained_updates"], two["multiple"]) == ({"updates": 2}, 2, 1.0)
    for row, share in ((two, 1 / 2), (three, 1 / 3)):
        assert row["equal_share"] == pytest.approx(share)
        assert row["gain"] == pytest.approx(row["win_rate"] - share)
        low, high = row["gain_ci95"]
        assert 0 < low < row["gain"] < high
    page = Path("p/certificate.md").read_text().splitlines()
    assert len(page) == 4 and f"{100 * two['gain']:+.1f} points" in page[2]


def test_one_learner_may_play_at_tables_of_all_sizes():
    make_policy(Path("p/policy.npz"))
    assert main(words("--mixed", players="2,4")) == 0
    assert [row["trained_at"] for row in certificate()["results"]] == ["2,4", "2,4"]
    assert Path("r/2_4_players/policy.npz").exists()


def test_what_the_certificate_has_is_not_done_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    make_policy(Path("p/policy.npz"))
    assert main(words()) == 0
    before = certificate()
    monkeypatch.setattr(best_response, "train", None)  # to call it would be an error
    assert main(words()) == 0 and certificate() == before
    assert "the certificate has it" in capsys.readouterr().out


def test_a_learner_goes_on_where_it_was_stopped():
    make_policy(Path("p/policy.npz"))
    assert main(words("--updates", "1")) == 0
    assert main(words("--updates", "3")) == 0
    stopped = read_weights("r/2_players/policy.npz", SPEC)
    assert not Path("r/2_players.1").exists(), "it is the same run"
    assert main(words("--updates", "3", "--games", "10", "--run", "s")) == 0
    straight = read_weights("s/2_players/policy.npz", SPEC)
    assert all(np.array_equal(straight[name], weight) for name, weight in stopped.items())


def test_ctrl_c_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def pressed(*_, resume):
        raise KeyboardInterrupt("--resume r/2_players")

    make_policy(Path("p/policy.npz"))
    monkeypatch.setattr(best_response, "train", pressed)
    assert main(words()) == 130
    assert "the same command goes on" in capsys.readouterr().out


def test_a_certificate_of_another_policy_does_not_count():
    make_policy(Path("p/policy.npz"))
    assert main(words("--updates", "0")) == 0
    make_policy(Path("p/policy.npz"), trust=1.0)
    with pytest.raises(SystemExit):
        main(words("--updates", "0"))  # its learners trained against the other one
    assert main([*words("--updates", "0"), "--run", "other"]) == 0
    assert len(certificate()["results"]) == 1


# --- what is refused ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--players", "1"], "--players is like 2,3,4"),
        (["--players", "2,9"], "--players is like 2,3,4"),
        (["--multiple", "0"], "--multiple is more than 0"),
        (["--games", "0"], "at least 1"),
        (["--updates", "-1"], "--updates is at least 0"),
        (["--game", "chess"], "there is no game 'chess'"),
        (["--run", "p/settings.json"], "is no folder that can be written to"),
    ],
)
def test_a_bad_command_says_why_and_leaves_nothing(
    more: list[str], message: str, capsys: pytest.CaptureFixture[str]
):
    make_policy(Path("p/policy.npz"))
    with pytest.raises(SystemExit) as left:
        main([*words(), *more])
    assert left.value.code == 2 and message in capsys.readouterr().err
    assert not Path("r").exists() and not Path("p/certificate.json").exists()


def test_without_a_budget_one_must_be_given(capsys: pytest.CaptureFixture[str]):
    policy = make_policy(Path("p/policy.npz"))
    policy.with_name("settings.json").unlink()
    with pytest.raises(SystemExit):
        main(words())
    assert "give --updates or --cpu-minutes" in capsys.readouterr().err


def test_what_is_no_policy_is_refused(capsys: pytest.CaptureFixture[str]):
    Path("p").mkdir()
    for content in (None, b"nothing"):
        if content:
            Path("p/policy.npz").write_bytes(content)
        with pytest.raises(SystemExit) as left:
            main(words())
        assert left.value.code == 2
    Path("p/certificate.json").write_text("[]")
    make_policy(Path("p/policy.npz"))
    with pytest.raises(SystemExit):
        main(words("--updates", "0"))
    assert "is no certificate" in capsys.readouterr().err
