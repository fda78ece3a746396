"""The trainers: advantages along each seat's own decisions, legal sampling, whole checkpoints."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from agents.base import make_agent  # noqa: E402
from agents.policy import load_evaluator  # noqa: E402
from paxren_env.actions import NUM_ACTIONS  # noqa: E402
from paxren_env.builtin import answers  # noqa: E402
from paxren_env.greedy import look_ahead, new_outlook  # noqa: E402
from paxren_env.observe import OBS_SIZE  # noqa: E402
from paxren_env.policies import GREEDY  # noqa: E402
from paxren_env.vector import PaxVectorEnv  # noqa: E402
from train import evaluate as evaluation  # noqa: E402
from train import ppo  # noqa: E402


# --- advantages -----------------------------------------------------------------------------------
def decide(decisions, seat, value, slot=0):
    nothing, legal = np.zeros((1, OBS_SIZE), np.int8), np.ones((1, NUM_ACTIONS), np.int8)
    seen = nothing, legal, new_outlook(1)
    decisions.add(np.array([slot]), np.array([seat]), *seen, 0, 0.0, value)


def pay(decisions, rewards=(0, 0, 0, 0), done=0):
    decisions.pay(np.array([rewards], np.float32), np.array([done], np.int8))


def first_half(decisions):
    """Seats 0, 1 and 0 again decide at a table of three."""
    for seat, value in ((0, 0.1), (1, 0.2), (0, 0.3)):
        decide(decisions, seat, value)
        pay(decisions)


def second_half(decisions):
    """Seat 2 decides, and with that the game ends: seat 0 wins."""
    decide(decisions, 2, -0.1)
    pay(decisions, (1, -0.5, -0.5, 0), done=1)


def test_advantages_go_along_the_decisions_of_each_seat():
    decisions = ppo.Decisions(1, 10)
    first_half(decisions)
    second_half(decisions)
    rows, advantages = decisions.advantages(discount=0.9, trace=0.5)
    assert rows.tolist() == [0, 1, 2, 3]
    # Seat 0: 1 - 0.3 at the end; before 0.9 * 0.3 - 0.1 and 0.9 * 0.5 of that. The others lost
    # without deciding again.
    expected = [0.17 + 0.45 * 0.7, -0.5 - 0.2, 1 - 0.3, -0.5 + 0.1]
    assert advantages == pytest.approx(expected, abs=1e-6)


def test_a_decision_waits_for_what_follows_it_in_the_next_batch():
    decisions = ppo.Decisions(1, 10)
    first_half(decisions)
    rows, advantages = decisions.advantages(discount=0.9, trace=0.5)
    assert rows.tolist() == [0], "only seat 0 decided again"
    assert advantages == pytest.approx([0.9 * 0.3 - 0.1], abs=1e-6)
    decisions.drop_closed()
    second_half(decisions)
    rows, advantages = decisions.advantages(discount=0.9, trace=0.5)
    assert advantages == pytest.approx([-0.7, 0.7, -0.4], abs=1e-6)
    decisions.drop_closed()
    assert decisions.size == 0


def test_a_payment_counts_for_the_decision_before_it():
    """Seat 1 goes bankrupt by what seat 0 does, and pays at once."""
    decisions = ppo.Decisions(1, 10)
    decide(decisions, 1, 0.0)
    pay(decisions)
    decide(decisions, 0, 0.0)
    pay(decisions, (0, -0.5, 0, 0))
    decide(decisions, 0, 0.25)
    pay(decisions, (1, 0, -0.5, 0), done=1)
    _, advantages = decisions.advantages(discount=1.0, trace=0.0)
    assert advantages == pytest.approx([-0.5, 0.25, 0.75])


def test_the_next_game_of_a_table_is_another_one():
    decisions = ppo.Decisions(1, 10)
    decide(decisions, 0, 0.5)
    pay(decisions, (-1, 1, 0, 0), done=1)
    decide(decisions, 0, 0.5)
    rows, advantages = decisions.advantages(discount=1.0, trace=1.0)
    assert rows.tolist() == [0] and advantages == pytest.approx([-1.5])


# --- the network ----------------------------------------------------------------------------------
def some_positions(number=16):
    """Positions of random games: observations, masks, outlooks and the games themselves."""
    vector = PaxVectorEnv(number, np.resize([2, 3, 4], number), seed=3, copy=True)
    obs, masks = vector.reset()
    rng = np.random.default_rng(0)
    for _ in range(60):
        obs, masks, *_ = vector.step((masks * rng.random(masks.shape)).argmax(axis=1))
    outlook = new_outlook(number)
    look_ahead(vector.states, vector.seats, masks, outlook)
    return obs, masks, outlook, [vector.game(slot) for slot in range(number)]


def test_sampling_is_never_illegal_and_follows_the_probabilities():
    generator = torch.Generator().manual_seed(1)
    masks = np.zeros((4000, NUM_ACTIONS), np.int8)
    masks[:, [3, 70]] = 1
    logits = torch.full((4000, NUM_ACTIONS), 50.0)  # what is illegal looks best
    logits[:, 3], logits[:, 70] = -40.0, -40.0 + float(np.log(3))
    actions = ppo.sample(ppo.log_probabilities(logits, masks), generator)
    assert set(actions.tolist()) == {3, 70}
    assert (actions == 70).float().mean().item() == pytest.approx(0.75, abs=0.03)


def test_the_policy_file_plays_as_the_network_does(tmp_path):
    torch.manual_seed(0)
    network = ppo.Network(32, 32, 1.0)
    torch.nn.init.normal_(network.policy.weight)
    torch.nn.init.normal_(network.weigh.weight)
    obs, masks, outlook, games = some_positions()
    ppo.save_policy(network, tmp_path / "policy.npz")
    logits, values = load_evaluator(tmp_path / "policy.npz")(obs, masks, outlook)
    with torch.no_grad():
        expected, expected_values = network(obs, masks, outlook)
    assert np.allclose(logits, expected.numpy(), atol=0.1)
    assert np.allclose(values, expected_values.numpy(), atol=0.01)
    assert (np.abs(values) <= 1).all()
    best = np.where(masks == 1, logits, -np.inf).argmax(axis=1)
    agent = make_agent(f"policy:{tmp_path / 'policy.npz'}")
    assert (agent.act(obs, masks, games) == best).all()
    drawing = make_agent(f"policy:{tmp_path / 'policy.npz'},temperature=5.0")
    drawn = drawing.act(obs, masks, games)
    assert masks[np.arange(len(obs)), drawn].all()
    assert (drawing.act(obs[3:5], masks[3:5], games[3:5]) == drawn[3:5]).all()


def test_a_network_that_trusts_greedy_begins_as_greedy():
    network = ppo.Network(32, 32, 4.0)
    torch.nn.init.zeros_(network.policy.weight)
    torch.nn.init.zeros_(network.policy.bias)
    torch.nn.init.zeros_(network.weigh.weight)
    obs, masks, outlook, games = some_positions(32)
    with torch.no_grad():
        logits, values = network(obs, masks, outlook)
    best = ppo.log_probabilities(logits, masks).argmax(1).numpy()
    worth = np.where(masks == 1, outlook[:, :-1].sum(axis=2), -np.inf)
    seats = np.arange(len(games))
    greedy = answers(GREEDY, games, masks, seed=0)
    assert np.allclose(worth[seats, best], worth[seats, greedy], atol=1e-4)
    assert np.corrcoef(values.numpy(), outlook[:, -1].sum(axis=1))[0, 1] > 0.5


def test_a_network_that_trusts_nobody_begins_without_an_opinion():
    network = ppo.Network(32, 32, 0.0)
    obs, masks, outlook, _ = some_positions()
    with torch.no_grad():
        chances = ppo.log_probabilities(network(obs, masks, outlook)[0], masks).exp().numpy()
    number = masks.sum(axis=1)
    assert np.allclose(chances.max(axis=1), 1 / number, rtol=0.5)


def test_a_file_that_is_no_policy_is_named(tmp_path):
    (tmp_path / "other.npz").write_text("something else")
    with pytest.raises(ValueError, match=r"other\.npz is no policy"):
        make_agent(f"policy:{tmp_path / 'other.npz'}")
    with pytest.raises(ValueError, match="there is no file"):
        make_agent("policy:nowhere.npz")


# --- runs -----------------------------------------------------------------------------------------
def small(folder, **settings):
    """A run of a few seconds."""
    chosen = {"tables": 12, "batch": 96, "minibatch": 48, "width": 16, "hidden": 16,
              "warm_value": 1, "league": 3, "league_every": 1, "threads": 1,
              "greedy": 0.2, "past": 0.2, "random": 0.2, "seed": 4}  # fmt: skip
    return ppo.Settings(run=str(folder), **(chosen | settings))


def same(one, other):
    """Equal to the last bit, in all that decides how a run goes on."""
    a, b = one.network.state_dict(), other.network.state_dict()
    assert all(torch.equal(a[name], b[name]) for name in a)
    mine, theirs = one.decisions.state(), other.decisions.state()
    assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
    mine, theirs = one.tables.state(), other.tables.state()
    assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
    assert torch.equal(one.generator.get_state(), other.generator.get_state())
    assert len(one.league) == len(other.league) and one.won == other.won


@pytest.mark.parametrize("cut", [1, 4])  # while only the value is trained, and after it
def test_a_resumed_run_goes_on_bit_for_bit(tmp_path, cut):
    through = ppo.Trainer(small(tmp_path))
    for _ in range(6):
        through.one_update()
    before = ppo.Trainer(small(tmp_path))
    for _ in range(cut):
        before.one_update()
    before.save()
    resumed = ppo.Trainer(small(tmp_path))
    resumed.load()
    same(before, resumed)
    for _ in range(6 - cut):
        resumed.one_update()
    same(through, resumed)


def test_a_kill_while_saving_leaves_the_checkpoint_before(tmp_path, monkeypatch):
    trainer = ppo.Trainer(small(tmp_path))
    trainer.one_update()
    trainer.save()
    before = (tmp_path / "checkpoint.pt").read_bytes()
    trainer.one_update()

    def killed(checkpoint, path):
        path.write_bytes(before[: len(before) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(torch, "save", killed)
    with pytest.raises(KeyboardInterrupt):
        trainer.save()
    assert (tmp_path / "checkpoint.pt").read_bytes() == before
    again = ppo.Trainer(small(tmp_path))
    again.load()
    assert again.update == 1


def test_a_run_writes_what_it_promises_and_can_be_resumed(tmp_path, capsys):
    settings = small(tmp_path, updates=3, save_every=2)
    ppo.train(settings)
    assert "update    3" in capsys.readouterr().out
    for name in ("checkpoint.pt", "policy.npz", "curve.csv", "settings.json"):
        assert (tmp_path / name).stat().st_size > 0
    assert list(tmp_path.glob("events.out.tfevents*"))
    assert ppo.main(["--resume", str(tmp_path), "--updates", "4"]) == 0
    lines = (tmp_path / "curve.csv").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == ["update", "1", "2", "3", "4"]


def test_a_resumed_run_keeps_its_settings(tmp_path, capsys):
    with pytest.raises(SystemExit):
        ppo.parse(["--resume", str(tmp_path), "--width", "64"])
    assert "width" in capsys.readouterr().err


def test_help_has_a_line_on_each_setting(capsys):
    with pytest.raises(SystemExit):
        ppo.parse(["--help"])
    text = capsys.readouterr().out
    assert all(f"--{f.name.replace('_', '-')}" in text for f in ppo.fields(ppo.Settings))
    assert all(f.metadata["help"] for f in ppo.fields(ppo.Settings))


def test_the_learner_has_a_seat_at_every_table(tmp_path):
    tables = ppo.Tables(small(tmp_path, tables=60, self_play=0.0, past=0.0, random=0.0, greedy=1))
    for slot, players in enumerate(tables.players):
        who = tables.who[slot, :players].tolist()
        assert sorted(who) == [ppo.LEARNER] + [GREEDY] * (players - 1)
        assert tables.opponent(slot) == GREEDY


def test_the_league_keeps_the_first_network_and_the_latest(tmp_path):
    trainer = ppo.Trainer(small(tmp_path, league=3))
    for number in range(6):
        torch.nn.init.constant_(trainer.network.value.bias, number)
        trainer.join_league()
    assert [int(one["value.bias"]) for one in trainer.league] == [0, 4, 5]


# --- evaluation, and the other trainer ------------------------------------------------------------
def test_evaluation_gives_a_rate_with_its_interval(tmp_path, capsys):
    ppo.save_policy(ppo.Network(16, 16, 1.0), tmp_path / "policy.npz")
    arguments = ["--against", "random", "--players", "2", "--games", "4", "--processes", "1"]
    assert evaluation.main([str(tmp_path), *arguments]) == 0
    assert "of 4 games (95 %:" in capsys.readouterr().out
    result = evaluation.evaluate("greedy", "random", 2, 8)
    assert result.games == 8 and result.low <= result.win_rate <= result.high
    assert result.win_rate > 0.5


@pytest.mark.filterwarnings("ignore")  # of the libraries
def test_maskable_ppo_learns_saves_and_loads(tmp_path):
    pytest.importorskip("sb3_contrib")
    from train import sb3

    envs = sb3.make_envs(2, "random", 2, seed=0)
    settings = {"n_steps": 128, "batch_size": 64, "n_epochs": 1}
    model = sb3.make_model(envs, 0, None, **settings)
    model.learn(512)
    model.save(tmp_path / "model.zip")
    agent = sb3.Sb3Agent(str(tmp_path / "model.zip"))
    obs, masks, *_ = some_positions()
    actions = agent.act(obs, masks, [])
    assert masks[np.arange(len(obs)), actions].all()
    expected, _ = model.predict(obs, action_masks=masks.astype(bool), deterministic=True)
    assert (actions == expected).all()
    assert 0 <= sb3.win_rate(model, "random", 2, games=2) <= 1
