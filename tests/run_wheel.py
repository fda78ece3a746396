"""Build the wheel, install it where nothing else of ours is, and use it (`make test-wheel`)."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What a stranger tries first: as plain Python, for compiling is tested elsewhere.
SCRIPT = """
import random
import gymnasium
import paxren_env
from paxren_env import game_names, make_game

for name in game_names():
    game = make_game(name, seed=1)
    rng = random.Random(1)
    for _ in range(50):
        game.step(rng.choice(game.legal_actions()))
    print(name, "plays from", paxren_env.__file__)
env = gymnasium.make("paxren_env:PaxRenaissance-v0", num_players=2)
_, info = env.reset(seed=1)
env.step(int(info["action_mask"].argmax()))
"""


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        programs = folder / "venv" / "bin"
        python, paxren = str(programs / "python"), str(programs / "paxren")
        pip = [python, "-m", "pip", "--quiet"]
        subprocess.run([*pip, "wheel", "--no-deps", "-w", name, str(ROOT)], check=True)
        wheel = next(folder.glob("*.whl"))
        subprocess.run([*pip, "install", str(wheel)], check=True)
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        for command in (
            [python, "-c", SCRIPT],
            [paxren, "--version"],
            [paxren, "rules"],
        ):
            subprocess.run(command, cwd=folder, env=environment, check=True)
        print(f"{wheel.name}: built, installed, played")
    return 0


if __name__ == "__main__":
    sys.exit(main())
