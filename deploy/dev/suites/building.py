"""What a suite builds, begun before its turn comes."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path

from catalogue import CHECKOUT, Suite
from running import LOGS, end_session, of_session


class Building:
    """Begins with its making, and has the processors while nobody else wants them (SCHED_IDLE): the suites that want the machine for themselves leave much of
    it, and are given way to at once. Once somebody waits for it it is a process like others."""

    def __init__(self, suite: Suite):
        self.is_idle = may_be_idle()
        with open(LOGS / f"build-{suite.name}.log", "w") as output:
            self.process = subprocess.Popen(
                suite.build, cwd=CHECKOUT, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                preexec_fn=lambda: os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0)) if self.is_idle else os.nice(19))
        if self.is_idle:
            weigh(self.process.pid, 19)

    def is_waited_for(self):
        """Each time that somebody looks: what it began meanwhile is idle as its parent was."""
        if self.is_idle and self.process.poll() is None:
            weigh(self.process.pid, 0)
            for process in of_session(self.process.pid):
                for thread in threads(process):
                    with suppress(ProcessLookupError):
                        if os.sched_getscheduler(thread) == os.SCHED_IDLE:
                            os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))

    def end(self):
        if self.process.poll() is None:
            end_session(self.process.pid, self.process.poll)


def may_be_idle() -> bool:
    """And be so no more: without that right (CAP_SYS_NICE), which root has not in every container, nobody may take it back."""
    with suppress(FileNotFoundError):
        return subprocess.run(["chrt", "--idle", "0", "chrt", "--other", "0", "true"], stderr=subprocess.DEVNULL).returncode == 0
    return False


def weigh(leader: int, nice: int):
    """Its session: where the kernel shares the processors out among sessions first (autogroup), an idle one's share is as large as others'."""
    with suppress(OSError):
        Path(f"/proc/{leader}/autogroup").write_text(str(nice))


def threads(process: int) -> list[int]:
    with suppress(FileNotFoundError, ProcessLookupError):
        return [int(entry.name) for entry in Path(f"/proc/{process}/task").iterdir()]
    return []
