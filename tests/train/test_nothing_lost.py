"""Runs that diverge, are killed, run out of disk, or are resumed from a stranger's files."""

import base64
import errno
import io
import json
import os
import pickle
import resource
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from agents.policy import read_weights  # noqa: E402
from paxren_env.core.spec import find  # noqa: E402
from tests.support.games import TOY  # noqa: E402
from train import main as whole_job  # noqa: E402
from train import ppo, run  # noqa: E402

pytestmark = pytest.mark.interpreted

ROOT = Path(__file__).parents[2]
SMALL = {"game": TOY, "tables": 6, "batch_size": 24, "minibatch_size": 24, "width": 8, "hidden": 8,
         "warm_value": 0, "league_every": 1, "threads": 1, "save_every": 1}  # fmt: skip


def small(folder, **settings):
    """A run of a second."""
    return ppo.Settings(run=str(folder), **(SMALL | settings))


def words_of(folder, **settings):
    pairs = ({"run": folder} | SMALL | settings).items()
    return [str(word) for name, value in pairs for word in (run.flag(name), value)]


def trained(folder, updates=1, **settings):
    ppo.train(small(folder, updates=updates, **settings))
    return folder / "checkpoint.npz"


def resumed(folder, *words):
    """The exit status of going on with the run in this folder."""
    return ppo.main(["--resume", str(folder), *(str(word) for word in words)])


def update_of(folder):
    trainer = ppo.Trainer(small(folder))
    run.load_checkpoint(trainer)
    return trainer.update


# --- files from strangers -------------------------------------------------------------------------
class Evil:
    """Whoever unpickles it leaves a trace."""

    def __init__(self, trace):
        self.trace = trace

    def __reduce__(self):
        return Path.touch, (self.trace,)


def test_a_checkpoint_of_before_is_refused_and_runs_nothing(tmp_path, capsys):
    checkpoint = trained(tmp_path)
    checkpoint.unlink()
    torch.save({"network": Evil(tmp_path / "was_run")}, tmp_path / "checkpoint.pt")
    with pytest.raises(SystemExit):
        resumed(tmp_path)
    assert "checkpoint.pt is of an earlier version; reading it" in capsys.readouterr().err
    assert not (tmp_path / "was_run").exists()


@pytest.mark.parametrize("content", ["pickle", "torch", "objects"])
def test_a_checkpoint_runs_no_code(tmp_path, content, capsys):
    checkpoint, evil = trained(tmp_path), Evil(tmp_path / "was_run")
    if content == "pickle":
        checkpoint.write_bytes(pickle.dumps(evil))
    elif content == "torch":
        torch.save(evil, checkpoint)
    else:
        with np.load(checkpoint) as file:
            arrays = dict(file) | {"tables.who": np.array([evil], object)}
        np.savez(checkpoint, allow_pickle=True, **arrays)
    assert resumed(tmp_path, "--updates", 2) == 1
    assert "is no checkpoint that can be resumed here" in capsys.readouterr().err
    assert not (tmp_path / "was_run").exists()


def changed(checkpoint, name, change):
    with np.load(checkpoint) as file:
        arrays = dict(file)
    arrays[name] = change(arrays[name])
    with checkpoint.open("wb") as file:
        np.savez(file, **{name: array for name, array in arrays.items() if array is not None})


def other_json(**values):
    def change(array):
        return np.frombuffer(json.dumps(json.loads(array.tobytes()) | values).encode(), np.uint8)

    return change


def filled(value):
    return lambda array: np.full_like(array, value)


@pytest.mark.parametrize(("name", "change"), [
    ("network.value.bias", filled(np.nan)),
    ("network.value.bias", lambda _: np.zeros(7, np.float32)),
    ("network.value.bias", lambda _: None),
    ("average.value.bias", filled(np.inf)),
    ("average.value.bias", lambda _: np.zeros(7, np.float32)),
    ("league.0.value.bias", filled(np.inf)),
    ("league.0.value.bias", lambda _: np.zeros(7, np.float32)),
    ("optimizer.0.exp_avg", filled(np.nan)),
    ("optimizer.0.exp_avg", lambda _: np.zeros(3, np.float32)),
    ("generator.state", lambda a: a[:-1]),
    ("tables.0.rows", filled(7)),
    ("tables.0.rows", lambda a: a[:-1]),
    ("tables.0.rows", lambda a: np.roll(a, 1, axis=0)),  # games of other sizes of tables
    ("tables.0.games", lambda a: a.astype(np.float64)),
    ("tables.0.games", filled(-5)),
    ("tables.0.who", lambda a: a[:1]),
    ("decisions.1.next", filled(10_000)),
    ("decisions.1.last", filled(10_000)),
    ("decisions.1.last", filled(-2)),
    ("decisions.0.entries", lambda a: a[1:]),
    ("decisions.0.entries", filled(60_000)),
    ("decisions.0.choices", lambda a: np.resize(a, 10_000)),
    ("json", lambda _: None),
    ("json", lambda _: np.zeros(3, np.uint8)),
    ("json", lambda _: np.frombuffer(b"[" * 100_000, np.uint8)),
    ("json", other_json(counts=[1])),
    ("json", other_json(counts="abc")),
    ("json", other_json(rng=[{"bit_generator": "os.system"}] * 2)),
    ("json", other_json(rng=[])),
    ("json", other_json(seconds=[1])),
    ("json", other_json(won=5)),
])  # fmt: skip
def test_a_damaged_checkpoint_is_refused(tmp_path, name, change, capsys):
    checkpoint = trained(tmp_path, players="2,3")
    changed(checkpoint, name, change)
    capsys.readouterr()
    assert resumed(tmp_path, "--updates", 2) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1 and "is no checkpoint that can be resumed here" in said[0]


@pytest.mark.parametrize(("name", "value"), [
    ("tables", "many"), ("tables", 2.5), ("tables", True), ("learning_rate", float("inf")),
    ("learning_rate", "fast"), ("learning_rate", None), ("players", [2, 3]), ("game", 5),
    ("run_this", 1), ("width", {}),
])  # fmt: skip
def test_damaged_settings_are_refused(tmp_path, name, value, capsys):
    trained(tmp_path)
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {name: value}))
    with pytest.raises(SystemExit) as left:
        resumed(tmp_path)
    assert left.value.code == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert any(word in said for word in (run.flag(name), name, "no game"))


def test_settings_nested_too_deeply_are_refused(tmp_path, capsys):
    trained(tmp_path)
    (tmp_path / "settings.json").write_text('{"a":' * 100_000)
    with pytest.raises(SystemExit):
        resumed(tmp_path)
    assert "settings.json holds no settings" in capsys.readouterr().err


def test_settings_of_a_stranger_do_not_say_where_to_play(tmp_path):
    trained(tmp_path)
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"ray": "10.0.0.1:6379"}))
    settings, _ = ppo.parse(["--resume", str(tmp_path)])
    assert settings.ray == ""


@pytest.mark.parametrize("words", [["--actors", "2"], ["--stale", "1"]])
def test_actors_are_for_a_cluster(tmp_path, words, capsys):
    with pytest.raises(SystemExit):
        ppo.main([*words_of(tmp_path), *words])
    assert "--actors and --stale are for runs with --ray" in capsys.readouterr().err


# --- divergence -----------------------------------------------------------------------------------
def test_a_run_that_diverges_stops_and_keeps_the_last_good_checkpoint(
    tmp_path, monkeypatch, capsys
):
    trained(tmp_path, updates=2)
    files = (tmp_path / "checkpoint.npz", tmp_path / "policy.npz")
    before = [file.read_bytes() for file in files]
    descend = ppo.Trainer.descend

    def explode(trainer, gradients):
        descend(trainer, gradients)
        with torch.no_grad():
            trainer.network.value.bias.fill_(float("nan"))

    monkeypatch.setattr(ppo.Trainer, "descend", explode)
    capsys.readouterr()
    assert resumed(tmp_path, "--updates", 5) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("error: training diverged in update 3 (the network: ")
    assert [file.read_bytes() for file in files] == before
    assert update_of(tmp_path) == 2
    assert read_weights(tmp_path / "policy.npz", find(TOY))


@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
@pytest.mark.parametrize("settings", [{"learning_rate": 1e30}, {"vf_coef": 1e300}])
def test_settings_that_diverge_end_with_a_line(tmp_path, settings, capsys):
    status = ppo.main([*words_of(tmp_path, updates=3), *words_of(tmp_path, **settings)])
    said = capsys.readouterr().err.splitlines()
    assert status == 1 and len(said) == 1 and "training diverged in update" in said[0]


def test_weights_that_are_not_finite_are_not_saved(tmp_path):
    network = ppo.Network(find(TOY), 8, 8, 1.0)
    network.save(tmp_path / "policy.npz")
    before = (tmp_path / "policy.npz").read_bytes()
    for value in (float("nan"), float("inf"), 1e6):  # the last is too great for half precision
        with torch.no_grad():
            network.policy.bias[0] = value
        with pytest.raises(ValueError, match=r"policy\.bias holds weights that are not finite"):
            network.save(tmp_path / "policy.npz")
    assert (tmp_path / "policy.npz").read_bytes() == before


def test_a_checkpoint_that_is_not_finite_is_not_saved(tmp_path):
    checkpoint = trained(tmp_path)
    before = checkpoint.read_bytes()
    trainer = ppo.Trainer(small(tmp_path))
    run.load_checkpoint(trainer)
    trainer.optimizer.state_dict()["state"][0]["exp_avg"].fill_(float("nan"))
    with pytest.raises(run.RunError, match=r"optimizer\.0\.exp_avg holds weights that are not fin"):
        run.save_checkpoint(trainer)
    assert checkpoint.read_bytes() == before


@pytest.mark.filterwarnings("ignore")  # of the libraries
def test_a_model_of_stable_baselines_that_diverged_is_neither_saved_nor_loaded(
    tmp_path, monkeypatch, capsys
):
    pytest.importorskip("sb3_contrib")
    from train import sb3

    words = ["--game", TOY, "--run", str(tmp_path), "--envs", "1", "--games", "1", "--steps", "512"]
    assert sb3.main(words) == 0
    path = tmp_path / "model.zip"
    before = path.read_bytes()

    def explode(model, *_, **__):
        with torch.no_grad():
            next(model.policy.parameters()).fill_(float("nan"))

    with monkeypatch.context() as patch:
        patch.setattr(sb3.MaskablePPO, "learn", explode)
        assert sb3.main([*words, "--load", str(path)]) == 1
    assert "training diverged" in capsys.readouterr().err
    assert path.read_bytes() == before
    model = sb3.load_model(str(path))
    explode(model)
    model.save(path)
    with pytest.raises(ValueError, match="holds weights that are not finite"):
        sb3.Sb3Agent(str(path))


@pytest.mark.filterwarnings("ignore")  # of the libraries
@pytest.mark.parametrize("part", ["data", "policy.pth", "policy.optimizer.pth"])
def test_a_model_of_stable_baselines_runs_no_code(tmp_path, part):
    pytest.importorskip("sb3_contrib")
    from train import sb3

    envs = sb3.make_envs(1, "random", 2, seed=0, game=TOY)
    model = sb3.make_model(envs, 0, None, policy_kwargs={"net_arch": [8, 4]})
    model.num_timesteps = 77
    good, bad, trace = tmp_path / "good.zip", tmp_path / "bad.zip", tmp_path / "was_run"
    model.save(good)
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(bad, "w") as new:
        for member in old.namelist():
            content = old.read(member)
            if member == part == "data":
                evil = base64.b64encode(pickle.dumps(Evil(trace))).decode()
                content = json.dumps(json.loads(content) | {"gamma": {":serialized:": evil}})
            elif member == part:
                content = pickled(Evil(trace))
            new.writestr(member, content)
    same = sb3.load_model(str(good), env=envs)
    assert same.num_timesteps == 77
    for name, weights in model.policy.state_dict().items():
        assert torch.equal(weights, same.policy.state_dict()[name])
    if part == "data":
        assert sb3.load_model(str(bad)).gamma == sb3.SETTINGS["gamma"]
    else:
        with pytest.raises(ValueError, match="is no model that train"):
            sb3.load_model(str(bad))
    assert not trace.exists()


def pickled(thing):
    file = io.BytesIO()
    torch.save(thing, file)
    return file.getvalue()


# --- a full disk ----------------------------------------------------------------------------------
def full_disk(*_, **__):
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(("module", "name", "what"), [
    (run, "append_row", "curve.csv"),
    (run, "SummaryWriter", "TensorBoard's curves"),
    (np, "savez", "a checkpoint"),
])  # fmt: skip
def test_what_cannot_be_written_is_told_once_and_the_run_goes_on(
    tmp_path, module, name, what, monkeypatch, capsys
):
    trained(tmp_path)
    monkeypatch.setattr(module, name, full_disk)
    capsys.readouterr()
    status = resumed(tmp_path, "--updates", 4)
    shown = capsys.readouterr()
    assert all(f"update    {n}" in shown.out for n in (2, 3, 4))
    assert shown.err.count("; the run goes on") == 1 and f"{what}: " in shown.err
    monkeypatch.undo()
    assert status == (1 if name == "savez" else 0)
    assert update_of(tmp_path) == (1 if name == "savez" else 4)


def test_a_full_disk_under_tensorboard_is_no_traceback(tmp_path, monkeypatch, capfd):
    """Its own thread meets the error."""
    writer = pytest.importorskip("tensorboard.summary.writer.record_writer")
    trained(tmp_path)
    write, written = writer.RecordWriter.write, []

    def fills_up(self, data):
        written.append(data)
        return write(self, data) if len(written) < 12 else full_disk()

    monkeypatch.setattr(writer.RecordWriter, "write", fills_up)
    capfd.readouterr()
    assert resumed(tmp_path, "--updates", 5) == 0
    shown = capfd.readouterr()
    assert shown.err.splitlines() == [
        "cannot write TensorBoard's curves: [Errno 28] No space left on device; the run goes on"
    ]
    assert update_of(tmp_path) == 5
    rows = (tmp_path / "curve.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == ["1", "2", "3", "4", "5"]


def test_there_may_be_room_again(tmp_path, monkeypatch, capsys):
    trained(tmp_path)
    savez, calls = np.savez, []

    def full_at_first(*arguments, **arrays):
        calls.append(1)
        return full_disk() if len(calls) == 1 else savez(*arguments, **arrays)

    monkeypatch.setattr(np, "savez", full_at_first)
    assert resumed(tmp_path, "--updates", 3) == 0
    assert "cannot write a checkpoint" in capsys.readouterr().err
    assert update_of(tmp_path) == 3


def test_a_policy_is_saved_even_if_the_checkpoint_is_not(tmp_path, monkeypatch):
    trained(tmp_path)
    before = (tmp_path / "policy.npz").stat().st_mtime_ns
    monkeypatch.setattr(np, "savez", full_disk)
    assert resumed(tmp_path, "--updates", 2) == 1
    assert (tmp_path / "policy.npz").stat().st_mtime_ns > before


def test_a_line_of_the_curve_that_was_cut_is_dropped(tmp_path):
    trained(tmp_path, updates=2)
    with (tmp_path / "curve.csv").open("ab") as file:
        file.write(b"2,0.0")
    assert resumed(tmp_path, "--updates", 3) == 0
    rows = (tmp_path / "curve.csv").read_text().splitlines()
    assert [row.split(",")[0] for row in rows] == ["update", "1", "2", "3"]


def test_a_picture_that_cannot_be_drawn_costs_no_report(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(whole_job, "evaluate_all", lambda trainer: [])
    monkeypatch.setattr(whole_job, "draw_curve", full_disk)
    assert whole_job.main(words_of(tmp_path, updates=1)) == 1
    assert "cannot write in" in capsys.readouterr().err
    assert "1 updates" in (tmp_path / "report.md").read_text()


# --- killed runs ----------------------------------------------------------------------------------
COMMAND = "import sys, tests.support.sealed_bids, train.ppo as p; sys.exit(p.main(sys.argv[1:]))"


def start(folder, **options):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *words_of(folder, save_every=1000)],
        env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def test_sigterm_saves_as_ctrl_c_does(tmp_path):
    process = start(tmp_path / "ppo")
    for line in process.stdout:
        if line.startswith("update    2"):
            break
    process.send_signal(signal.SIGTERM)
    shown, said = process.communicate(timeout=120)
    assert process.returncode == 143 and "Traceback" not in said
    update = update_of(tmp_path / "ppo")
    assert update >= 2
    assert shown.splitlines()[-1].startswith(f"Stopped after update {update}; go on: --resume")


def test_sigterm_in_the_main_process_saves_the_update_in_play(tmp_path, monkeypatch, capfd):
    one_update = ppo.Trainer.one_update

    def terminated(trainer):
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)  # the saving is not disturbed
        return one_update(trainer)

    trained(tmp_path)
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(ppo.Trainer, "one_update", terminated)
    assert resumed(tmp_path, "--updates", 9, "--save-every", 100) == 143
    assert signal.getsignal(signal.SIGTERM) is before
    assert update_of(tmp_path) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
def test_files_that_cannot_grow_end_with_a_line(tmp_path):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *words_of(tmp_path, updates=2)],
        env=environment, capture_output=True, text=True, timeout=120, preexec_fn=limit, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and "update    2" in done.stdout
    assert "Traceback" not in done.stderr and "error: cannot save in" in done.stderr
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".") and
                path.name != ".lock"]  # fmt: skip


def test_what_killed_runs_left_half_written_is_removed(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left, kept = tmp_path / f".{dead.pid}.checkpoint.npz", tmp_path / f".{dead.pid}.notes"
    for path in (left, kept):
        path.write_text("half")
    trained(tmp_path)
    assert kept.exists() and not left.exists()
