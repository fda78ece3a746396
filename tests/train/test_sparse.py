"""The layers over short lists are the plain network, forwards and backwards, to the last digits."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch.nn import functional  # noqa: E402

from paxren_env.core.hooks import is_complete  # noqa: E402
from paxren_env.core.record import view  # noqa: E402
from paxren_env.core.spec import find  # noqa: E402
from tests.support.games import GAMES, TOY  # noqa: E402
from tests.support.positions import changes_of, positions_of  # noqa: E402
from train import ppo, sparse  # noqa: E402
from train.rollout import RolloutBuffer  # noqa: E402

interpreted = pytest.mark.interpreted
every_game = pytest.mark.parametrize(
    "game", [pytest.param(name, marks=interpreted) if name == TOY else name for name in GAMES]
)


# --- lists ----------------------------------------------------------------------------------------
@every_game
def test_the_lists_hold_all_that_is_seen(game):
    obs, masks, outlook, _ = positions_of(find(game))
    seen = sparse.see(obs, masks, outlook)
    assert len(seen) == len(obs)
    for i in range(len(obs)):
        entries, legal = slice(*seen.starts[i : i + 2]), slice(*seen.legal_starts[i : i + 2])
        assert np.array_equal(seen.entries[entries], np.flatnonzero(obs[i]))
        assert np.array_equal(seen.amounts[entries], obs[i][obs[i] != 0])
        assert np.array_equal(seen.legal[legal], np.flatnonzero(masks[i]))
        assert np.array_equal(seen.after[legal], outlook[i, np.flatnonzero(masks[i])])
        assert np.array_equal(seen.now[i], outlook[i, -1])


def observations_after(played, action, viewer):
    """What the viewer sees after its answer, however hidden things lie; none if it must go on."""
    for seed in range(4):
        following = played.determinize(viewer, seed)
        following.step(action)
        if following.deciding_player == viewer and not is_complete(
            view(following.states, 0), viewer
        ):
            return
        yield following.observe(viewer)["observation"]


@every_game
def test_the_changes_are_what_the_viewer_sees_after_the_answer(game):
    """Compared where the answer completes the action, and nothing hidden turns up with it."""
    obs, masks, outlook, games = positions_of(find(game))
    seen = sparse.see(obs, masks, outlook, changes_of(games, masks))
    compared = 0
    for i, played in enumerate(games):
        for k in range(*seen.legal_starts[i : i + 2]):
            changed = slice(*seen.change_starts[k : k + 2])
            after = obs[i].copy()
            after[seen.changed[changed]] += seen.changed_by[changed]
            assert (seen.changed_by[changed] != 0).all()
            action = int(seen.legal[k])
            expected = list(observations_after(played, action, played.deciding_player))
            if expected and all(np.array_equal(expected[0], one) for one in expected):
                compared += 1
                assert np.array_equal(after, expected[0]), played.action_name(action)
    assert compared >= 5


@interpreted
@pytest.mark.parametrize("length", [1, 7, 8, 9, 24])
def test_lists_of_rows_of_any_length(length):
    rows = np.random.default_rng(length).integers(-1, 2, (5, length)).astype(np.int8)
    rows[1], rows[3] = 0, -128
    starts, places, amounts = sparse.index_lists(rows)
    again = np.zeros_like(rows)
    again[np.repeat(np.arange(5), np.diff(starts)), places] = amounts
    assert np.array_equal(again, rows) and (amounts != 0).all()


@interpreted
def test_rows_too_long_for_the_lists_are_refused():
    with pytest.raises(ValueError, match="at most 65536 long"):
        sparse.index_lists(np.zeros((1, 65537), np.int8))


@interpreted
def test_rows_are_cut_out_and_joined():
    obs, masks, outlook, games = positions_of(find(TOY))
    seen = sparse.see(obs, masks, outlook, changes_of(games, masks))

    def equal(one, other):
        return all(np.array_equal(a, b) for a, b in zip(vars(one).values(), vars(other).values()))

    number = len(obs)
    parts = [seen.first(3), seen.chosen(np.arange(3, 3)), seen.chosen(np.arange(3, number))]
    assert equal(sparse.joined(parts), seen)
    back = np.arange(number)[::-1]
    changes = changes_of(games[::-1], masks[back])
    assert equal(seen.chosen(back), sparse.see(obs[back], masks[back], outlook[back], changes))
    nobody = seen.chosen(np.arange(0))
    assert equal(sparse.joined([nobody, nobody]), nobody)


# --- the network ----------------------------------------------------------------------------------
def dense(changes, masks, size):
    """Changes as plain arrays (N, num_actions, observation_size)."""
    whole = np.zeros((*masks.shape, size), np.float32)
    for k, (i, action) in enumerate(zip(*np.nonzero(masks))):
        changed = slice(*changes.starts[k : k + 2])
        whole[i, action, changes.entries[changed]] = changes.amounts[changed]
    return whole


def plain(network, obs, masks, outlook, changes):
    """The same network in plain torch: all entries, all actions; log-probabilities and values."""
    now = torch.from_numpy(outlook[:, -1])
    x = torch.from_numpy(obs * network.scale) @ network.embed.weight + network.terms(now)
    x = functional.relu(network.norm1(x))
    x = functional.relu(network.norm2(network.middle(x)))
    illegal = torch.from_numpy(masks == 0)
    after = torch.from_numpy(outlook[:, :-1]).masked_fill(illegal[:, :, None], 0.0)
    logits = network.policy(x) + (network.weigh(x)[:, None] * after).sum(2)
    layer = torch.from_numpy(changes * network.scale) @ network.changes.weight
    layer = functional.relu(layer + network.context(x)[:, None])
    logits = logits + (layer * network.weigh_changes(x)[:, None]).sum(2)
    values = torch.tanh(network.value(x) + network.value_of_terms(now)).squeeze(1)
    return logits.masked_fill(illegal, -torch.inf).log_softmax(1), values


def lively_network(spec, width=24, hidden=20, answers=6):
    torch.manual_seed(1)
    network = ppo.Network(spec, width, hidden, 0.5, answers=answers)
    if answers:
        torch.nn.init.normal_(network.weigh_changes.weight, std=0.3)
        torch.nn.init.normal_(network.weigh_changes.bias)
    torch.nn.init.normal_(network.policy.weight, std=0.3)
    torch.nn.init.normal_(network.policy.bias)
    torch.nn.init.normal_(network.weigh.weight, std=0.1)
    return network


def on_the_action_line(log_probs, seen, num_actions):
    """Columns of legal answers as columns of all actions."""
    whole = torch.full((len(log_probs), num_actions), -torch.inf)
    for i in range(len(log_probs)):
        legal = seen.legal[seen.legal_starts[i] : seen.legal_starts[i + 1]].astype(np.int64)
        whole[i, legal] = log_probs[i, : len(legal)]
        assert (log_probs[i, len(legal) :] == -torch.inf).all()
    return whole


@every_game
def test_the_policy_is_that_of_the_plain_network(game):
    spec = find(game)
    network = lively_network(spec)
    obs, masks, outlook, games = positions_of(spec)
    changes = changes_of(games, masks)
    seen = sparse.see(obs, masks, outlook, changes)
    with torch.no_grad():
        logits, values = network(seen, np.arange(len(obs)))
        whole = dense(changes, masks, spec.observation_size)
        expected, expected_values = plain(network, obs, masks, outlook, whole)
    found = on_the_action_line(logits.log_softmax(1), seen, spec.num_actions)
    assert torch.equal(found.isinf(), expected.isinf())
    assert torch.allclose(found.exp(), expected.exp(), atol=1e-6)
    assert torch.allclose(values, expected_values, atol=1e-6)


def telling_rows(masks, outlook):
    """Positions whose answers differ most in what they lead to, one of them twice."""
    spread = [np.ptp(one[:-1][mask > 0], axis=0).max() for mask, one in zip(masks, outlook)]
    return np.argsort(spread)[[-1, -2, -3, -3, -4]]


@every_game
@pytest.mark.parametrize("has_memory", [False, True])
def test_the_gradients_are_those_of_the_plain_network(game, has_memory):
    """Of a loss in which every probability and every value has another weight."""
    spec = find(game)
    network = lively_network(spec)
    obs, masks, outlook, games = positions_of(spec)
    changes = changes_of(games, masks)
    seen, rows = sparse.see(obs, masks, outlook, changes), telling_rows(masks, outlook)
    memory = [one + 7.0 for one in network.new_memory()] if has_memory else None
    factors = torch.linspace(-1, 1, len(rows) * spec.num_actions).reshape(len(rows), -1)

    def gradients(log_probs, values):
        chances = log_probs.exp()
        entropy = -(chances * log_probs.clamp(min=-1e9)).sum()
        loss = (chances * factors).sum() + 0.3 * entropy + (values * factors[:, 0]).sum()
        return torch.autograd.grad(loss, list(network.parameters()))

    logits, values = network(seen, rows, memory)
    mine = on_the_action_line(logits.log_softmax(1), seen.chosen(rows), spec.num_actions)
    found = gradients(mine, values)
    whole = dense(changes, masks, spec.observation_size)[rows]
    expected = gradients(*plain(network, obs[rows], masks[rows], outlook[rows], whole))
    for (name, _), one, other in zip(network.named_parameters(), found, expected):
        assert torch.allclose(one, other, atol=1e-6, rtol=1e-4), name
        assert other.abs().max() > 1e-4, f"{name} has no gradient to compare"


# --- playing --------------------------------------------------------------------------------------
def decided(network, seen, rows, numbers, is_sharp=False):
    """What compiled code decides, and the log-probabilities and values of torch."""
    found = sparse.decide(network.layers(), seen, rows, numbers, is_sharp)
    with torch.no_grad():
        logits, values = network(seen, rows)
    return *found, logits.log_softmax(1).double().numpy(), values.numpy()


@every_game
@pytest.mark.parametrize("answers", [0, 6])
@pytest.mark.parametrize("is_sharp", [False, True])
def test_compiled_decisions_are_those_of_the_network(game, answers, is_sharp):
    spec = find(game)
    network = lively_network(spec, answers=answers)
    obs, masks, outlook, games = positions_of(spec)
    seen = sparse.see(obs, masks, outlook, changes_of(games, masks))
    rows = np.arange(len(obs))[::-1].copy()
    numbers = np.linspace(0.0, 0.99, len(obs), dtype=np.float32)
    choices, chosen, values, log_probs, expected = decided(network, seen, rows, numbers, is_sharp)
    at = np.arange(len(rows)), choices
    assert np.allclose(chosen, log_probs[at], atol=1e-5)
    assert np.allclose(values, expected, atol=1e-5)
    if is_sharp:
        assert np.allclose(log_probs[at], log_probs.max(1), atol=1e-5)
    else:  # the answer in whose part of the line from 0 to 1 the number lies
        upto = np.exp(log_probs).cumsum(1)
        assert (upto[at] > 1 - numbers - 1e-4).all()
        assert (upto[at] - np.exp(log_probs[at]) < 1 - numbers + 1e-4).all()
        assert len(set(choices.tolist())) > 1


@interpreted
def test_an_answer_without_probability_is_never_drawn():
    network, (obs, masks, outlook, _) = lively_network(find(TOY)), positions_of(find(TOY))
    seen = sparse.see(obs, masks, outlook)
    row = int(np.diff(seen.legal_starts).argmax())
    legal = seen.legal[slice(*seen.legal_starts[row : row + 2])].astype(np.int64)
    with torch.no_grad():
        network.policy.bias[legal[[0, -1]]] = -300.0
    numbers = np.array([0.0, 0.5, np.nextafter(np.float32(1), np.float32(0))], np.float32)
    choices, *_ = sparse.decide(network.layers(), seen, np.full(3, row), numbers)
    assert len(legal) > 2
    assert set(choices.tolist()) <= set(range(1, len(legal) - 1))


# --- lists that were read from a file -------------------------------------------------------------
@interpreted
@pytest.mark.parametrize(("name", "change"), [
    ("starts", lambda a: a[::-1].copy()),
    ("starts", lambda a: a + 1),
    ("starts", lambda a: a[:-1]),
    ("legal_starts", lambda a: np.where(a == a[1], -1, a)),
    ("legal_starts", lambda a: np.zeros_like(a)),
    ("entries", lambda a: a + np.uint16(1000)),
    ("entries", lambda a: a[:-1]),
    ("entries", lambda a: a.astype(np.int64)),
    ("amounts", lambda a: a[:-1]),
    ("legal", lambda a: a + np.uint16(1000)),
    ("after", lambda a: a[:, :-1]),
    ("now", lambda a: a.astype(np.float64)),
    ("now", lambda a: a[:-1]),
    ("change_starts", lambda a: a + 1),
    ("change_starts", lambda a: a[:-1]),
    ("changed", lambda a: a + np.uint16(1000)),
    ("changed", lambda a: a[:-1]),
    ("changed_by", lambda a: a.astype(np.int16)),
    ("choices", lambda a: a + 100),
    ("choices", lambda a: a - 1),
])  # fmt: skip
def test_lists_that_point_nowhere_are_refused(name, change):
    spec = find(TOY)
    obs, masks, outlook, games = positions_of(spec)
    buffer = RolloutBuffer(spec, len(obs), 2 * len(obs))
    slots, nothing = np.arange(len(obs)), np.zeros(len(obs))
    seen = sparse.see(obs, masks, outlook, changes_of(games, masks))
    buffer.add(slots, np.zeros(len(obs), np.int64), seen, nothing, nothing, nothing)
    saved = buffer.state_dict()
    other = RolloutBuffer(spec, len(obs), 2 * len(obs))
    with pytest.raises(ValueError, match=r"is .*, not|lists do not|are not (of|among)"):
        other.load_state_dict(saved | {name: change(saved[name])})
    assert other.size == 0 and len(other.seen) == 0
    other.load_state_dict(saved)
    assert other.size == len(obs)
