"""What every `Scheduler` must do, wherever its tasks run."""

from __future__ import annotations

import threading

import pytest

from swerefactor.protocols import Scheduler


class SchedulerContract:
    """Subclasses give the fixture `scheduler`, which runs at least two tasks at a time."""

    def test_each_item_comes_back_once_with_its_result(self, scheduler: Scheduler) -> None:
        assert sorted(scheduler.run(lambda n: n * n, range(50))) == [(n, n * n) for n in range(50)]

    def test_no_item_is_no_work(self, scheduler: Scheduler) -> None:
        assert list(scheduler.run(lambda n: n, [])) == []

    def test_tasks_run_at_the_same_time(self, scheduler: Scheduler) -> None:
        meeting = threading.Barrier(2, timeout=30)
        assert len(list(scheduler.run(lambda n: meeting.wait(), range(2)))) == 2

    def test_after_a_task_that_raises_no_more_are_started(self, scheduler: Scheduler) -> None:
        started: list[int] = []

        def work(n: int) -> int:
            started.append(n)
            if n == 0:
                raise ValueError("the first")
            threading.Event().wait(0.05)
            return n

        with pytest.raises(ValueError, match="the first"):
            list(scheduler.run(work, range(200)))
        assert len(started) < 200
