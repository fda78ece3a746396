"""Processes that end: workers with their parent, commands on SIGTERM as on Ctrl-C."""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

PR_SET_PDEATHSIG = 1
INTERRUPTED = 128 + signal.SIGINT  # exit status
TERMINATED = 128 + signal.SIGTERM


class Terminated(KeyboardInterrupt):
    """SIGTERM: whoever keeps things on Ctrl-C keeps them then, too."""


def exit_status(stopped: BaseException) -> int:
    """What a command that was stopped returns."""
    return TERMINATED if isinstance(stopped, Terminated) else INTERRUPTED


@contextmanager
def sigterm_interrupts() -> Iterator[None]:
    """In this block SIGTERM raises Terminated, a KeyboardInterrupt; a second one does nothing.

    Where signals cannot be handled (threads other than the main one) nothing changes.
    """
    if not is_main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def ignore_sigterm() -> None:
    """Until the block of `sigterm_interrupts` ends: what is being saved is to be saved whole."""
    if is_main_thread() and signal.getsignal(signal.SIGTERM) is _interrupt:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _interrupt(*_: Any) -> NoReturn:
    ignore_sigterm()
    raise Terminated


def end_with_parent(by_kernel: bool) -> None:
    """This worker of multiprocessing ends as soon as its parent is gone, even by SIGKILL.

    `by_kernel`: on Linux the kernel sees to it, even while a call does not return. It watches the
    thread that started the worker, so that must be the main one.
    """
    if by_kernel and sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGKILL))
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for_the_end_of, args=(parent,), daemon=True).start()


def is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _wait_for_the_end_of(parent: Any) -> NoReturn:
    """It holds a pipe open, so a new process with its number is not taken for it."""
    parent.join()
    os._exit(1)
