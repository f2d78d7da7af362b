"""A study with forty simulated participants in real browsers, in groups of three, sent by a recruiter; then everything is checked.

    NODE_PATH=FOLDER/node_modules python -m benchmarks.study_pilot [--seed 1] [--at-once 8] [--keep FOLDER]

They use Chromium, its phone viewport, and Firefox, which needs `firefox-esr`, `node`, and `npm install puppeteer-core` in some
folder; without them, those people use Chromium. Some use the keyboard alone, some have no script, some reload, go back, use two
tabs, sleep, lose the network, are killed, decline, withdraw, give up in a match, run out of time, stay away or never finish. In
every free field they type sentences, names and mail addresses. Then every cell of every table is computed again from journals and
transcripts by other code, what browsers sent is compared with what is on record, and all files, and all that browsers received, are
searched for what they must not contain. The exit status is 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.web.browser import launch, missing
from tests.web.pilot.browsers import missing_firefox
from tests.web.pilot.people import Deed, Person, crowd
from tests.web.pilot.pilot import FULL, GROUPED, GROUPS, HIDDEN, LEAVING, TOGETHER, Found, piloted

FIREFOX, PHONE, KEYS, PLAIN = {"browser": "firefox"}, {"browser": "phone"}, {"hands": "keys"}, {"has_script": False}
KINDS: tuple[tuple[Deed, dict[str, object]], ...] = (
    *(("finishes", each) for each in ({}, FIREFOX, PLAIN, PLAIN | KEYS)),
    *(("comes twice", each) for each in (KEYS, PHONE)),
    *(("reloads", each) for each in (FIREFOX, PHONE)),
    *(("goes back", each) for each in (FIREFOX | KEYS, PHONE)),
    *(("uses two tabs", each) for each in (KEYS, FIREFOX)),
    *(("sleeps", each) for each in (PHONE, KEYS)),
    *(("loses the network", each) for each in ({}, FIREFOX, PHONE)),
    *(("is killed and comes back", each) for each in (KEYS, FIREFOX, PLAIN)),
    *(("withdraws", each) for each in ({}, FIREFOX | KEYS, PHONE)),
    ("fails the check", FIREFOX),
    *(("leaves for good", each) for each in (PHONE, KEYS)),
    *(("gives up in a match", each) for each in ({}, PHONE)),
    ("never finishes", {}),
    ("stays away", {}),
    *(("declines", each) for each in (FIREFOX, PHONE)),
    ("returns and is replaced", KEYS),
)  # fmt: skip
LATE: tuple[tuple[Deed, dict[str, object]], ...] = (
    *(("finishes", each) for each in (FIREFOX | KEYS, PHONE)),
    ("reloads", KEYS),
    ("leaves for good", {}),
    ("sleeps", PHONE),
    ("runs out of time", KEYS),
    ("comes too late", {}),
)
"""Those of the last study, which has room for the first six."""


def people(seed: int) -> list[Person]:
    """Return everybody, in the order of the studies to which they come."""
    kinds = [*Random(seed).sample(KINDS, len(KINDS)), *LATE]
    return crowd([Person(deed, releases=bool(at % 3), **how) for at, (deed, how) in enumerate(kinds)], seed)  # type: ignore[arg-type]


async def play(options: argparse.Namespace, folder: Path) -> Found:
    """Run the pilot, of three studies.

    In the first one programs take the places of who leaves, in the second one groups end, and in the third one, which is blind,
    nobody is told of the programs.
    """
    everybody = people(options.seed)
    why = missing_firefox()
    if why:
        print(f"Without Firefox: {why}.", file=sys.stderr)
        everybody = [replace(each, browser="chromium") if each.browser == "firefox" else each for each in everybody]
    began = time.perf_counter()

    def tell(sentence: str) -> None:
        print(f"{time.perf_counter() - began:7.0f} s  {sentence}", file=sys.stderr, flush=True)

    found = Found()
    for each in everybody:
        found.counts.update(["people", f"browser: {each.browser}", f"hands: {each.hands}", f"deed: {each.deed}"])
    first, last = 2 * len(KINDS) // 3, len(KINDS)
    async with launch() as chromium:
        studies = (
            ("bots", everybody[:first], GROUPS, GROUPED),
            ("leave", everybody[first:last], TOGETHER, LEAVING),
            ("hidden", everybody[last:], FULL, HIDDEN),
        )
        for name, some, conditions, more in studies:
            manner = {"conditions": conditions, "more": more, "at_once": options.at_once, "tell": tell}
            done = await piloted(folder / name / "pilot", some, chromium, **manner)
            found.counts += done.counts
            found.faults += [f"{name}: {each}" for each in done.faults]
    return found


def print_table(found: Found, seconds: float) -> None:
    """Print the counts, as the table of the docs, and the faults."""
    rows: dict[str, list[str]] = {}
    for name, number in [*found.counts.items(), ("faults", len(found.faults)), ("seconds", round(seconds))]:
        head, _, item = name.partition(": ")
        rows.setdefault(head, []).append(f"{item} {number:,}".strip())
    print("| what | figure |\n|---|---|", *(f"| {head} | {', '.join(figures)} |" for head, figures in rows.items()), sep="\n")
    print(*found.faults[:100], sep="\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study_pilot", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=8, help="people at the same time")
    parser.add_argument("--keep", type=Path, help="an empty folder for all that comes of it; else it is thrown away")
    options = parser.parse_args()
    if why := missing():
        print(f"Skipped: {why}.")
        return 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="pilot-") as folder:
        found = asyncio.run(play(options, (options.keep or Path(folder)).absolute()))
    print_table(found, time.perf_counter() - began)
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
