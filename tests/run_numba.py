"""The quick tests on the lowest and the highest Numba of the range (`make test-numba`).

Each in an environment of its own, compiled: arguments go to pytest.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENTS = ROOT / ".venv-numba"
# As pyproject.toml has it.
VERSIONS = {"lowest": "numba==0.63.0", "highest": "numba<0.70"}
QUICK = ["-m", "not slow", "-k", "sealed_bids or rules or house or contract or jit"]


def main() -> int:
    """The exit status of the first that fails, else 0."""
    for name, version in VERSIONS.items():
        print(f"{name} Numba ({version}): setting up ...", flush=True)
        python = set_up(ENVIRONMENTS / name, version)
        subprocess.run([python, "-c", "import numba; print(numba.__version__)"], check=True)
        environment = {**os.environ, "NUMBA_CACHE_DIR": str(ENVIRONMENTS / name / "cache")}
        command = [str(python), "-m", "pytest", "-q", *QUICK, *sys.argv[1:]]
        status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        if status:
            return status
    return 0


def set_up(folder: Path, version: str) -> Path:
    """An environment with this Numba and what the quick tests need; its Python."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", "--constraint", "constraints.txt"]
    subprocess.run([*install, version, "--editable", ".[arena,dev]"], cwd=ROOT, check=True)
    return python


if __name__ == "__main__":
    sys.exit(main())
