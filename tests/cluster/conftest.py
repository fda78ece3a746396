"""Whatever happens, these tests end."""

import signal

import pytest

SECONDS = 300  # that a test may take


@pytest.fixture(autouse=True)
def _in_time():
    def late(*_):
        raise TimeoutError(f"a test takes more than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
