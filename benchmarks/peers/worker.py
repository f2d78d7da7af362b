"""A process that measures one side, on demand: a line of JSON in, a line of JSON out. Only the standard library.

    {"do": "unrecorded", "matches": 20}    ->    {"seconds": 0.31, "answers": 1400, "characters": 3214000}

Seconds are of this process's processor, which other programs change less than the clock.
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

Task = Callable[[int], Any]
"""Do something for this many matches; return what was done (`talk.Done`)."""


def serve(tasks: Mapping[str, Task]) -> None:
    """Answer until standard input ends. What tasks print goes to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps({"ready": sorted(tasks)}), file=out, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        gc.collect()
        started = time.process_time()
        done = tasks[asked["do"]](asked["matches"])
        print(json.dumps({"seconds": time.process_time() - started, **done._asdict()}), file=out, flush=True)
