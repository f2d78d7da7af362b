"""Groups of three with random drop-outs: nobody is stuck, no answer is lost, and each failure is in the tables.

    python -m benchmarks.study_groups [--people 240 150 150] [--seed 1]

People come one after the other by the protocol of pages, wait for their groups, and play two matches. Every second of them fails
once, at a moment that is drawn: they close the page or say nothing while they wait, when they are asked whether they are still
there, before a match or in one, for a while or for ever. The three figures are people of studies in which a bot plays for who is
lost, in which the match ends, and in which questions of theirs are passed over. The clock jumps ahead while nothing happens.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.result import Result
from woozle.arena.studies.expiry import expire_visits
from woozle.arena.studies.export import export_study
from woozle.core.chance import Chance, key_from_seed
from woozle.saves.transcript import CLOSED

from tests.web.group_people import drawn_failure, lost_answers, own_lines, participant
from tests.web.test_study_groups import SECOND, play, run, urn_study

RULES = ("bot", "leave", "forfeit")
PEOPLE = (240, 150, 150)
_APART = 12.0  # seconds between two arrivals
_LIMIT = 4 * 3600.0  # seconds after the last, by which somebody is stuck


def groups(people: Sequence[int] = PEOPLE, seed: int = 1) -> list[Result]:
    """Measure groups under each rule for who is lost."""
    total: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="woozle-groups-") as folder:
        for rule, count in zip(RULES, people, strict=True):
            total += measured(Path(folder) / rule, rule, count, seed)
    return [
        Result("groups of three with random drop-outs: matches begun", total["matches"], "", ">= 300"),
        Result("  of these played to the end", total["ended"], "", ""),
        Result("  people", total["people"], "", ""),
        Result("  who left, or said nothing, at a random moment", total["fail"], "", ""),
        Result("  seats that were dealt with as lost", total["dropped"], "", ""),
        Result("  people who were stuck", total["stuck"], "", "0"),
        Result("  answers lost", total["lost"], "", "0"),
        Result("  people who were lost, which the tables do not say", total["untold"], "", "0"),
    ]


def measured(folder: Path, rule: str, count: int, seed: int) -> Counter[str]:
    """Return the numbers of one study."""
    study = urn_study(folder, grouping=f'lost = "{rule}"', after=SECOND)
    failures = [drawn_failure(Chance(key_from_seed(seed, rule, number))) for number in range(count)]
    members = run(play(study, *failures, seconds=_APART, limit=count * _APART + _LIMIT))
    everybody = [who for member in members if (who := participant(study, member.token))]
    stayed = [who for member in members if member.ends[0] and (who := participant(study, member.token))]
    expire_visits(study, datetime.now(UTC) + timedelta(hours=study.plan.leaving.keep_hours + 1))
    export_study(study, folder / "tables")
    with (folder / "tables" / "participants.csv").open() as file:
        told = {row["participant"]: int(row["dropped"]) for row in csv.DictReader(file)}
    replaced = {who.code for who in everybody if any("stand_in" in line.body["response"] for line in own_lines(study, who))}
    matches = [path for path in study.matches.iterdir() if "-match-" in path.name]
    return Counter(
        people=count,
        fail=sum(each is not None for each in failures),
        matches=len(matches),
        ended=sum((path / CLOSED).exists() for path in matches),
        dropped=sum(told.values()),
        stuck=sum(who.is_open for who in stayed) + sum(who.is_open for who in study.participants()),
        lost=lost_answers(study, members),
        untold=sum(not told[code] for code in replaced) + (len(told) != count),
    )


ALL = {"groups": groups}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, nargs=3, default=PEOPLE)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for each in groups(options.people, options.seed):
        print(f"{each.what:<70}{each.wanted:>8}{each.shown:>12}  {each.unit}")


if __name__ == "__main__":
    main()
