"""The local scheduler keeps the contract of all schedulers."""

from __future__ import annotations

import pytest

from swerefactor.runs.scheduler import LocalScheduler
from tests.conformance.scheduler import SchedulerContract


class TestLocalScheduler(SchedulerContract):
    @pytest.fixture
    def scheduler(self) -> LocalScheduler:
        return LocalScheduler(2)
