"""A vector environment with threads goes on in a forked child, which has none of the threads."""

import os
import signal
import time

import pytest

from paxren_env.envs.vector import VectorEnv
from tests.support.games import SHORT, TOY

pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here"),
    # Python warns of what is done here on purpose.
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]
PATIENCE = 20.0  # seconds


def in_a_child(work):
    """What `work` returns, a text, when a forked child does it; it must not hang."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    until = time.monotonic() + PATIENCE
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > until:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("the child hangs")
        time.sleep(0.01)
    with os.fdopen(reading) as answer:
        return answer.read()


def games_played(env, steps):
    for _ in range(steps):
        env.step((env.masks != 0).argmax(axis=1))
    return env.states.tobytes().hex()


def made(threads=3):
    env = VectorEnv(6, 3, seed=2, game=TOY, threads=threads, **SHORT[TOY])
    env.reset()
    games_played(env, 3)
    return env


def test_child_plays_on_as_the_parent_does():
    env = made()
    theirs = in_a_child(lambda: games_played(env, 30))
    assert theirs == games_played(env, 30), "each goes its own way to the same games"
    env.close()


def test_child_of_a_child_plays_on_and_all_can_close():
    env = made()

    def play_and_fork():
        before = games_played(env, 5)
        grandchild = in_a_child(lambda: games_played(env, 5))
        env.close()
        return f"{before} {grandchild}"

    theirs = in_a_child(play_and_fork)
    assert theirs == f"{games_played(env, 5)} {games_played(env, 5)}"
    env.close()


def test_child_that_only_closes_leaves_the_parents_threads_alone():
    env = made()
    assert in_a_child(lambda: str(env.close())) == "None"
    assert games_played(env, 5) == games_played(made(threads=1), 5)
    env.close()
