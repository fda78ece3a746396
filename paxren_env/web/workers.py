"""Processes that think: agents and analyses run there, never where browsers are answered.

A worker that crashes or takes too long is replaced; whoever waited for it is told.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from paxren_env.core.processes import end_with_parent

CONTEXT = multiprocessing.get_context("spawn")
NICENESS = 5  # whoever clicks goes first
Task = Callable[..., Any]


class WorkerFailed(RuntimeError):  # noqa: N818 (the name says it)
    """A task had no result; the message says why."""


class WorkerLost(WorkerFailed):
    """The process has crashed or takes too long: it is of no further use."""


class Worker:
    """A process that runs one task at a time."""

    def __init__(self) -> None:
        self._pipe, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def run(self, task: Task, arguments: tuple[Any, ...], seconds: float) -> Any:
        """The result of the task; a WorkerFailed if there is none."""
        try:
            self._pipe.send((task, arguments))
            if not self._pipe.poll(seconds):
                raise WorkerLost(f"no answer after {seconds:.0f} seconds")
            is_fine, result = self._pipe.recv()
        except (EOFError, OSError):
            raise WorkerLost("its process has crashed") from None
        if not is_fine:
            raise WorkerFailed(result)
        return result

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _work(pipe: Any) -> None:
    """Run what comes through the pipe, until it is closed."""
    end_with_parent(by_kernel=False)
    with suppress(OSError):
        os.nice(NICENESS)
    while True:
        try:
            task, arguments = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            answer = True, task(*arguments)
        except Exception as error:  # an agent may raise anything
            answer = False, f"{type(error).__name__}: {error}"
        pipe.send(answer)


class Workers:
    """Some workers, started when they are first needed."""

    def __init__(self, number: int) -> None:
        self.number = max(1, number)
        self._free: asyncio.Queue[Worker | None] = asyncio.Queue()
        for _ in range(self.number):
            self._free.put_nowait(None)
        self._all: set[Worker] = set()

    async def run(self, task: Task, *arguments: Any, seconds: float = 120.0) -> Any:
        """The result of a task, as soon as a worker is free; a WorkerFailed if there is none."""
        worker = await self._free.get()
        waiting = asyncio.get_running_loop().run_in_executor(
            None, self._run_on, worker, task, arguments, seconds
        )
        try:
            worker, result, error = await asyncio.shield(waiting)
        except asyncio.CancelledError:  # whoever asked has gone: the worker finishes all the same
            waiting.add_done_callback(lambda done: self._free.put_nowait(done.result()[0]))
            raise
        self._free.put_nowait(worker)
        if error is not None:
            raise error
        return result

    def _run_on(
        self, worker: Worker | None, task: Task, arguments: tuple[Any, ...], seconds: float
    ) -> tuple[Worker | None, Any, WorkerFailed | None]:
        """The worker that is free then, the result, or why there is none."""
        if worker is None or not worker.is_alive:
            worker = self._start(worker)
        try:
            return worker, worker.run(task, arguments, seconds), None
        except WorkerLost as error:
            self._all.discard(worker)
            worker.stop()
            return None, None, error
        except WorkerFailed as error:
            return worker, None, error

    def _start(self, dead: Worker | None) -> Worker:
        if dead is not None:
            self._all.discard(dead)
        worker = Worker()
        self._all.add(worker)
        return worker

    def stop(self) -> None:
        for worker in list(self._all):  # threads that wait for them may take some out
            worker.stop()
        self._all.clear()
