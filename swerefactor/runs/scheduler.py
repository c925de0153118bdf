"""Many independent tasks on this machine, in threads: the work itself is done by other processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed

from swerefactor.protocols import Item, Result


class LocalScheduler:
    """Runs up to `workers` tasks at a time."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def run(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[tuple[Item, Result], None, None]:
        """Each item with its result, as they come.

        When a task raises, or the caller stops (Ctrl-C), no task is started any more; tasks under
        way end when whoever owns their processes ends these.
        """
        pool = ThreadPoolExecutor(self._workers, thread_name_prefix="task")
        try:
            futures: dict[Future[Result], Item] = {pool.submit(work, item): item for item in items}
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
