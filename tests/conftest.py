"""What every test can ask for."""

import signal

import pytest

from paxren_env.core.jit import INTERPRETED

# Whatever a shell starts in the background ignores Ctrl-C, and so do its children; tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _few_games_are_shared_by_threads_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a test would need thousands of games for its threads to have any."""
    monkeypatch.setattr("paxren_env.envs.vector.GAMES_PER_THREAD", 1)


@pytest.fixture(scope="session")
def interpreted() -> bool:
    """Whether the rules run as plain Python (NUMBA_DISABLE_JIT=1)."""
    return INTERPRETED
