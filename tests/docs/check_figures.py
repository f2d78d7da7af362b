"""Check figures of the pages again, with the commands that make them.

    python -m tests.docs.check_figures                    # list the sections with their commands, the oldest check first
    python -m tests.docs.check_figures claims.md urn.md   # run the commands of these pages, or of sections such as urn.md#points

Each command runs once, for ten minutes at most. Of each section the figures are listed that none of its outputs holds: a reader
decides whether they come from somewhere else. `LOGS` in a command is the folder that the environment variable WOOZLE_LOGS names.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator

from tests.docs.pages import ROOT
from tests.docs.test_figures import BY_NAME, FIGURE, SOURCES

LIMIT = 600  # seconds of a command

_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?|(?<![\w.])\.\d+")


def main(wanted: Iterable[str]) -> int:
    """Return the exit status: 1 if figures are missing in an output, or a command failed."""
    chosen = [name for name in SOURCES if any(name == each or name.startswith(f"{each}#") for each in wanted)]
    if not chosen:
        for name in sorted(SOURCES, key=lambda name: SOURCES[name].get("checked", "")):
            print(f"{SOURCES[name].get('checked', '-'):<11} {name}: {'; '.join(SOURCES[name].get('commands', '-'))}")
        return 0
    outputs: dict[str, str] = {}
    status = 0
    for name in chosen:
        commands = SOURCES[name].get("commands", ())
        outputs |= {command: _run(command) for command in commands if command not in outputs}
        missing = list(missing_figures(BY_NAME[name], "\n".join(outputs[command] for command in commands)))
        told = "; ".join(commands) or "no command"
        print(f"{name} ({told}): {', '.join(missing) if missing else 'all in the output'}", flush=True)
        status = status or bool(missing) or not all(outputs[command] for command in commands)
    return int(status)


def _run(command: str) -> str:
    words = [os.environ.get("WOOZLE_LOGS", word) if word == "LOGS" else word for word in shlex.split(command)]
    words = [sys.executable if word == "python" else word for word in words]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired as error:
        print(f"{command}: still running after {LIMIT} seconds")
        return error.stdout.decode() if isinstance(error.stdout, bytes) else ""
    if done.returncode:
        print(f"{command}: exit status {done.returncode}: {done.stderr.strip()[-300:]}")
    return done.stdout


def missing_figures(text: str, output: str) -> Iterator[str]:
    """Yield the measurements of a text that an output does not hold, as it has them or as shares."""
    told = {float(found.replace(",", "")) for found in _NUMBER.findall(output)}
    for figure in dict.fromkeys(found.strip() for found in FIGURE.findall(text)):
        number = _NUMBER.search(figure)
        if number and not _holds(told, number[0].replace(",", "").rstrip(".")):
            yield figure


def _holds(told: set[float], figure: str) -> bool:
    half = 0.5001 * 10 ** -len(figure.partition(".")[2])  # what was rounded twice may be off by a little more than half a digit
    return any(abs(each * scale - float(figure)) <= half for each in told for scale in (1, 100, 0.01))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
