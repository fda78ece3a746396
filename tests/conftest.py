"""What every test can ask for."""

import pytest

from paxren_env._jit import INTERPRETED


@pytest.fixture(scope="session")
def interpreted() -> bool:
    """Whether the rules run as plain Python (NUMBA_DISABLE_JIT=1)."""
    return INTERPRETED
