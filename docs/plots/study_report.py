"""What became of the participants of a study, their scores by condition, and each of their decisions, with pandas alone.

    woozle study export my_study --out tables
    python docs/plots/study_report.py tables report

It writes flow.csv, scores.csv and decisions.csv into a folder, and prints the first two. Scores are those of matches that count:
without practice, matches that were not played to the end, and those in which a bot took a seat over. Each group weighs the same.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pandas as pd


def read(tables: Path, name: str) -> pd.DataFrame:
    """Return a table of the study."""
    return pd.read_csv(tables / f"{name}.csv")


def flow(tables: Path) -> pd.DataFrame:
    """Return how many people there were by their conditions, with a column for each end and one for all."""
    rows = read(tables, "flow").fillna({"conditions": "none"})
    found = rows.pivot_table(index="conditions", columns="outcome", values="people", aggfunc="sum", fill_value=0)
    return found.assign(people=found.sum(axis=1)).astype(int)


def counting(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of matches that count."""
    return rows[~rows.is_practice & ~rows.is_void & ~rows.taken_over]


def scores(tables: Path) -> pd.DataFrame:
    """Return scores by condition and kind of player: number of groups, mean over groups, and its standard error."""
    rows = counting(read(tables, "seats")).query("player != 'service' and result != 'void'")
    of_groups = rows.groupby(["condition", "player", "group"])["score"].mean()
    return of_groups.groupby(["condition", "player"]).agg(groups="count", mean="mean", error="sem")


def decisions(tables: Path) -> pd.DataFrame:
    """Return each decision of a participant, in order: where, what was asked, the answer, and the seconds it took."""
    rows = read(tables, "decisions").query("player == 'human'")
    told = ["group", "participant", "condition", "step", "match", "n", "seat", "role", "asks", "taken", "choice", "seconds"]
    return rows.sort_values(["match", "n"])[told].reset_index(drop=True)


def main(tables: Path, report: Path) -> None:
    """Write and print the report of a study."""
    report.mkdir(parents=True, exist_ok=True)
    for make in (flow, scores, decisions):
        made = make(tables)
        made.to_csv(report / f"{make.__name__}.csv", index=make is not decisions)
        print(f"{make.__name__}\n{made.to_string() if make is not decisions else f'{len(made)} rows'}\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
