"""Work spread over a Ray cluster: joining it, and workers that each load once what they work with.

Needs the extra ``cluster``; Ray is imported when a cluster is joined.
"""

import logging
import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from scorer.files import failing_as
from vision.errors import VisionError

if TYPE_CHECKING:
    import ray

HERE = "local"
"""The address of a cluster that is started on this machine and ends with the work."""

PATIENCE_S = 5.0
"""How long an address may take to answer."""

AHEAD = 2
"""Jobs handed to each worker at a time, so that it need not wait for the next."""

_HELD = 8
"""Results held back for each worker, at most, until those before them are there."""

_SETTING = {
    # Nothing is told to anyone of what is done here.
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    # Else workers give way to everything on the machine, this process too.
    "RAY_worker_niceness": "0",
    "RAY_gcs_rpc_server_connect_timeout_s": str(int(PATIENCE_S)),
}
"""What Ray is told by the environment, unless that says something else."""

Job = TypeVar("Job")
Result = TypeVar("Result")


class ClusterError(VisionError):
    """A cluster that cannot be joined, or whose machines cannot do the work."""


@dataclass(frozen=True)
class Lost:
    """What a job gives that failed, or whose worker did so again and again. why: the first line of what went wrong."""

    why: str


@contextmanager
def joined(address: str, *, workers: int | None = None) -> Iterator[None]:
    """Join the cluster at ``HOST:PORT``, or start one of this machine's processors for ``local``; leave it at the end.

    A process that is part of a cluster already stays in that one. workers: how many a cluster started here gets,
    by default one a processor.

    Raises:
        ClusterError: in one line and within seconds, if Ray is missing or no cluster answers there.
    """
    for name, value in _SETTING.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        say = "ray is missing, which reaches the cluster: pip install '.[cluster]' in the project's folder"
        raise ClusterError(say) from None
    if address != HERE:
        _knock(address)
    if ray.is_initialized():
        yield
        return
    with _told_to_end_as_before():
        try:
            options = {"include_dashboard": False, "num_cpus": workers} if address == HERE else {}
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **options)
        except BaseException as error:
            ray.shutdown()
            if not isinstance(error, Exception):
                raise
            # Ray raises plain exceptions too, where a busy machine is too slow for it to start.
            raise ClusterError(f"{address}: no Ray cluster can be joined there ({_first_line(error)})") from None
    try:
        yield
    finally:
        ray.shutdown()


@contextmanager
def _told_to_end_as_before() -> Iterator[None]:
    """Let SIGTERM do afterwards what it did, and heed then what came of it meanwhile, which Ray ends a program by."""
    end, told = signal.getsignal(signal.SIGTERM), False
    try:
        yield
    except SystemExit:
        told = True
        raise
    finally:
        if end is not None and threading.current_thread() is threading.main_thread():
            # Ray would end a program that is told to end with a dump of where it was, or by a code of its own.
            signal.signal(signal.SIGTERM, end)
            if told:
                signal.raise_signal(signal.SIGTERM)


def spread(
    make: Callable[[], Callable[[Job], Result]],
    jobs: Iterable[Job],
    already: Callable[[Job], Result | None] = lambda job: None,
) -> Iterator[Result | Lost]:
    """Yield the results of the jobs in their order, worked on by one worker for each processor of the cluster.

    make: called once on each worker; what it returns does the jobs there. already: the result of a job that needs no
    worker, else None. Jobs are taken as workers come free, so that they may be many and large.
    """
    import ray

    workers: list[ray.actor.ActorHandle] = []
    free: deque[ray.actor.ActorHandle] = deque()
    busy: dict[ray.ObjectRef, ray.actor.ActorHandle] = {}
    order: deque[ray.ObjectRef | _Known[Result]] = deque()
    for job in jobs:
        known = already(job)
        if known is not None:
            order.append(_Known(known))
        else:
            if not workers:
                # Not before they are needed: of an archive that was read before nothing is left to do.
                workers = _workers(make)
                free.extend(worker for _ in range(AHEAD) for worker in workers)
            while not free:
                (done, *_), _ = ray.wait(list(busy), num_returns=1)
                free.append(busy.pop(done))
            worker = free.popleft()
            reference = worker.do.remote(job)
            busy[reference] = worker
            order.append(reference)
        while order and (order[0] not in busy or len(order) > _HELD * max(len(workers), 1)):
            yield _result(order.popleft())
    while order:
        yield _result(order.popleft())


class _Known(Generic[Result]):
    """A result that no worker was asked for."""

    def __init__(self, result: Result) -> None:
        self.result = result


class _Worker(Generic[Job, Result]):
    """What lives on a worker: made once, then given one job after the other."""

    def __init__(self, make: Callable[[], Callable[[Job], Result]]) -> None:
        self._work = make()

    def do(self, job: Job) -> Result:
        return self._work(job)


def _workers(make: Callable[[], object]) -> "list[ray.actor.ActorHandle]":
    import ray

    count = max(1, int(ray.cluster_resources().get("CPU", 1)))
    kind = ray.remote(num_cpus=1, max_restarts=2, max_task_retries=2)(_Worker)
    return [kind.remote(make) for _ in range(count)]


def _result(answer: "ray.ObjectRef | _Known[Result]") -> Result | Lost:
    import ray

    if isinstance(answer, _Known):
        known: Result = answer.result
        return known
    try:
        done: Result = ray.get(answer)
        return done
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, VisionError):
            raise error.cause from None
        return Lost(_first_line(error.cause or error))
    except ray.exceptions.RayError as error:
        return Lost(_first_line(error))


def _knock(address: str) -> None:
    """Raise ClusterError unless what listens at the address speaks as a cluster's head does: Ray itself waits minutes.

    A head speaks gRPC, which is HTTP/2: greeted so, it answers with its settings.
    """
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ClusterError(f"{address!r} is no address of a Ray cluster: HOST:PORT, or {HERE} for this machine alone")
    nobody = failing_as(ClusterError, f"{address}: no Ray cluster answers there")
    with nobody, socket.create_connection((host, int(port)), PATIENCE_S) as line:
        line.settimeout(PATIENCE_S)
        line.sendall(_GREETING)
        answer = line.recv(9)
    if answer[3:4] != _SETTINGS:
        raise ClusterError(f"{address}: what answers there is no Ray cluster")


_SETTINGS = b"\x04"
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0" + _SETTINGS + b"\0\0\0\0\0"
"""HTTP/2's opening words and an empty frame of settings."""


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)[:160]
