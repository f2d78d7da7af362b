"""Every cell of the tables of a study made anew from its plan, journals and transcripts, which are read here as plain JSON."""

from __future__ import annotations

import csv
import hmac
import json
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

from woozle.arena.studies import balance

from tests.arena.studies.recount_matches import Match, Row, decisions_of, is_right, match_row, scores_of, seats_of
from tests.games.parts import parts

TABLES = ("decisions", "matches", "seats", "scores", "participants", "beliefs", "attrition", "flow")
TEXTS = {"text", "reason", "answer_text"}
BONUS_DUE = {"completion", "partner_left", "no_group", "timed_out"}
UNSAID = "prefer not to say"
AWAY = {"arrived", "expired", "taken_over"}
SOUGHT = parts("facts", "SOUGHT")
DEVICE = (
    "screen_columns",
    "screen_rows",
    "screen_width",
    "screen_height",
    "pixel_ratio",
    "has_touch",
    "has_mouse",
    "colours",
    "images",
    "refresh_ms",
    "tells_focus",
    "kitty_keys",
    "is_browser",
    "python",
    "textual",
)


class Study:
    """A study on disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan = tomllib.loads((folder / "study.toml").read_text("utf-8"))
        self.journals = {path.stem: _lines(path) for path in sorted((folder / "data" / "participants").glob("*.jsonl"))}
        self.keeps_text = self.plan.get("data", {}).get("text", True)
        self.orders = balance.rows(self.plan.get("design", "within"), len(self.plan["conditions"]), self.plan.get("seed", 1))

    def expected(self, *, with_text: bool) -> dict[str, list[Row]]:
        """All rows of all tables."""
        found: dict[str, list[Row]] = {name: [] for name in TABLES}
        codes = [code for code, entries in self.journals.items() if status(entries) != "withdrawn"]
        for code in sorted(codes, key=lambda each: self.journals[each][0]["data"]["arrival"]):
            found["participants"].append(self._participant(code, with_text=with_text))
            for match in self.matches(code):
                if match.name in {row["match"] for row in found["matches"]}:
                    continue
                decisions = list(decisions_of(match))
                found["matches"].append({**match.leading_of(), **match_row(match, decisions)})
                of_seats = {"decisions": decisions, "seats": seats_of(match, decisions), "scores": scores_of(match)}
                for name, rows in of_seats.items():
                    found[name] += [{**match.leading_of(row["seat"]), **row} for row in rows if row["seat"] not in match.gone]
                for seat, member in sorted(match.codes.items(), key=lambda each: self.journals[each[1]][0]["data"]["arrival"]):
                    found["beliefs"] += self._beliefs(member, match.leading_of(seat), match, decisions)
        found["attrition"] = [self._attrition()]
        found["flow"] = self._flow()
        if not with_text:
            for rows in found.values():
                for row in rows:
                    for name in TEXTS:
                        row.pop(name, None)
        return found

    # Seats and their players

    def matches(self, code: str) -> Iterator[Match]:
        entries = self.journals[code]
        took = {each["data"]["step"]: each["data"]["match"] for each in entries if each["what"] == "taken_over"}
        group = self.group(code)
        members = [other for other in self.journals if group and self.group(other).get("group") == group["group"]] or [code]
        order = [self.plan["conditions"][each] for each in self.row(code)]
        kind_of = "solo" if group.get("solo") else "matches"
        planned = [(condition["name"], match) for condition in order for match in condition[kind_of]]
        noted = [each["data"] for other in members for each in self.journals[other] if each["what"] == "began"]
        owners = {code, group.get("group")}
        unique = {each["match"]: each for each in noted if each["match"].split("-")[0] in owners}
        began = sorted(unique.values(), key=lambda one: int(one["match"].split("-")[-1]))
        began.sort(key=lambda one: int(one["step"].split("-")[1]))
        earlier: list[str] = []
        for each in sorted(began, key=lambda one: one["step"].startswith("match-")):  # practice comes first
            step, name = each["step"], each["match"]
            kind, number = step.split("-")
            is_last = name == [other["match"] for other in began if other["step"] == step][-1]
            is_taken = is_last and step in took
            folder = self.folder / "data" / "matches" / (took[step] if is_taken else name)
            file = next((folder / file for file in ("transcript.jsonl", "transcript.jsonl.part") if (folder / file).exists()), None)
            if file is None:
                continue
            header, *lines = _lines(file)
            end = lines.pop() if lines and "outcome" in lines[-1]["body"] else None
            condition, plan = planned[int(number) - 1] if kind == "match" else (None, self.plan["practice"][int(number) - 1])
            is_as_planned(header["body"], plan)
            leading = {
                "study": self.plan["name"],
                "group": name.split("-")[0],
                "condition": condition,
                "order": int(number) if kind == "match" else None,
                "step": step,
                "is_practice": kind == "practice",
                "is_void": not is_taken and not (is_last and end is not None),
                "taken_over": is_taken,
            }
            lines = [line for line in lines if "resumed" not in line["body"]]
            leading["taken_over"] = is_taken or any("stand_in" in line["body"]["response"] for line in lines)
            match = Match.of_lines(folder.name, header, lines, end, leading)
            if is_taken:
                first, *_ = _lines(next((self.folder / "data" / "matches" / name).glob("transcript.jsonl*")))
                match.people = frozenset(each["seat"] for each in first["body"]["seats"] if each["player"]["kind"] == "human")
                match.until, match.left = header["body"]["fork"]["at"], name
            planned_seats = [each for text in plan["seats"] for each in _each_seat(text)]
            places = [seat for seat, who in zip(match.order_of_places(), planned_seats, strict=True) if who == "human"]
            own = {places[0]: code}
            if name.split("-")[0] != code:
                own = {places[self.group(each)["place"] - 1]: each for each in members}
            match.codes = {seat: each for seat, each in own.items() if seat in match.people}  # who had left before has none
            match.gone = match.people - match.codes.keys()
            agreed = {seat for seat, each in match.codes.items() if self.journals[each][0]["data"].get("release", False)}
            match.released = frozenset(agreed if self.keeps_text else ())
            match.earlier = list(earlier)
            yield match
            earlier += match.held_back() if name.split("-")[0] != code else []

    def group(self, code: str) -> Row:
        """The group of a participant; empty without one, and after a withdrawal."""
        return next((each["data"] for each in self.journals[code] if each["what"] == "grouped"), {})

    def row(self, code: str) -> tuple[int, ...]:
        """The conditions of a participant, in order."""
        row = self.journals[code][0]["data"].get("row", self.group(code).get("row"))
        return () if row is None else self.orders[row]

    # People

    def _participant(self, code: str, *, with_text: bool) -> Row:
        entries = self.journals[code]
        first = entries[0]["data"]
        tried = [each["data"]["wrong"] for each in entries if each["what"] == "tried"]
        done = {each["data"]["step"]: each["data"] for each in entries if each["what"] == "done"}
        answers = {**done.get("form", {}).get("answers", {}), **done.get("questionnaire", {}).get("answers", {})}
        device = next((each["data"]["device"] for each in entries if each["what"] == "arrived" and "device" in each["data"]), {})
        order = [self.plan["conditions"][each]["name"] for each in self.row(code)]
        group, lost = self.group(code), [each["data"] for each in entries if each["what"] == "dropped"]
        waited = [
            (_time(after) - _time(before)).total_seconds() / 60 for before, after in pairwise(entries) if before["what"] == "waits"
        ]
        minutes = sum(
            (_time(after) - _time(before)).total_seconds() / 60
            for before, after in pairwise(entries)
            if before["what"] != "dropped" and (after["what"] not in AWAY or after["data"].get("visit") == 1)
        )
        row = {
            "study": self.plan["name"],
            "participant": code,
            "group": group.get("group"),
            "arrival": first["arrival"],
            "row": first.get("row", group.get("row")),
            "conditions": ">".join(order) or None,
            "status": status(entries),
            "exit": exit_of(entries),
            "pay": next((each["data"]["pay"] for each in entries if "pay" in each["data"]), None),
            "bonus": self._bonus(code, exit_of(entries)),
            "recruiter_digest": self._digest(code),
            "plan": first["plan"],
            "information": first["information"],
            "consent": first["consent"],
            "is_released": first["release"],
            "started": entries[0]["at"],
            "finished": next((each["at"] for each in entries if each["what"] == "finished"), None),
            "waited": round(sum(waited), 4) if waited else None,
            "played_alone": group.get("solo", False) if group else None,
            "dropped": len(lost),
            "returned": sum(each["what"] == "returned" for each in entries),
            "dropped_how": lost[0]["how"] if lost else None,
            "minutes": round(minutes, 4),
            "visits": sum(each["what"] == "arrived" for each in entries),
            "check_passed": not tried[-1] if tried else None,
            "check_tries": len(tried),
            "attention_missed": self._missed(answers),
            "not_said": " ".join(id for id, answer in answers.items() if answer == UNSAID) or None,
            "stopped": " ".join(step for step, data in done.items() if "stopped" in data) or None,
            "ran_out": " ".join(step for step, data in done.items() if "ran_out" in data) or None,
        }
        for question in (*self.plan.get("form", ()), *self.plan.get("questionnaire", ())):
            answer = answers.get(question["id"])
            kind = question.get("kind", "choice")
            if kind in ("scale", "number"):
                answer = None if answer == UNSAID else answer
            if kind == "text":
                if not with_text:
                    continue
                answer = answer if first["release"] or answer == UNSAID else None
            row[f"q_{question['id']}"] = answer
        facts = [name.removeprefix("screen_") for name in DEVICE]
        return row | {name: device.get(fact) for name, fact in zip(DEVICE, facts, strict=True)}

    def _outcomes(self) -> list[tuple[str, str, bool]]:
        """Everybody's conditions, end, and whether they started: from journals, and from the numbers of those who withdrew."""
        path = self.folder / "data" / "withdrawn.json"
        gone = json.loads(path.read_text("utf-8")) if path.exists() else {"codes": [], "counts": []}
        found = []
        for code, entries in self.journals.items():
            if code not in gone["codes"]:
                order = [self.plan["conditions"][each]["name"] for each in self.row(code)]
                started = any(each["what"] == "began" and each["data"]["step"].startswith("match-") for each in entries)
                found.append((">".join(order), status(entries), started))
        return found + [tuple(key) for *key, number in gone["counts"] for _ in range(number)]

    def _flow(self) -> list[Row]:
        names = ("conditions", "outcome", "started")
        counts = [*sorted(Counter(self._turned_away()).items()), *sorted(Counter(self._outcomes()).items())]
        rows = [{"study": self.plan["name"], **dict(zip(names, key, strict=True)), "people": number} for key, number in counts]
        return [{**row, "conditions": row["conditions"] or None} for row in rows]

    def _turned_away(self) -> Iterator[tuple[str | None, str, bool]]:
        """Exits before consent, each person once, without those who agreed later."""
        path = self.folder / "data" / "before_consent.jsonl"
        last = {each["digest"]: each["exit"] for each in _lines(path)} if path.exists() else {}
        agreed = {entries[0]["data"].get("recruiter") for entries in self.journals.values()}
        yield from ((None, when.replace("_", " "), False) for digest, when in last.items() if digest not in agreed)

    def _attrition(self) -> Row:
        became = Counter(end for _, end, _ in self._outcomes())
        links = self.folder / "data" / "links.json"
        made = json.loads(links.read_text("utf-8"))["links"] if links.exists() else []
        invited = sum(not each["is_again"] and not each.get("is_open") for each in made)
        ends = ("finished", "screened out", "no group", "partner left", "timed out", "dropped out")
        return {
            "study": self.plan["name"],
            "invited": invited or self.plan.get("invited", 0) or None,
            "consented": len(self.journals),
            "started": sum(started for _, _, started in self._outcomes()),
            "withdrawn": sum(status(entries) == "withdrawn" for entries in self.journals.values()),
            **{name.replace(" ", "_"): became[name] for name in ends},
            "withdrawn_early": became["withdrawn"],
            "under_way": became["under way"],
        }

    def _missed(self, answers: Row) -> int | None:
        asked = [each for each in (*self.plan.get("form", ()), *self.plan.get("questionnaire", ())) if "expect" in each]
        given = [answers[each["id"]] == each["expect"] for each in asked if each["id"] in answers]
        return given.count(False) if given else None

    def _digest(self, code: str) -> str | None:
        path = self.folder / "data" / "recruiter.csv"
        ids = [line.split(",")[0] for line in path.read_text("utf-8").splitlines() if code in line] if path.exists() else []
        key = self.folder / "data" / "recruiter.key"
        return hmac.new(key.read_bytes(), ids[0].encode(), "sha256").hexdigest()[:32] if ids else None

    def _bonus(self, code: str, left: str | None) -> float | None:
        """The formula of the plan, over the results of the matches of somebody that count."""
        if "bonus" not in self.plan or left not in BONUS_DUE:
            return None
        sums: Counter[str] = Counter(matches=0, won=0)
        for match in self.matches(code):
            seat = next(seat for seat, each in match.codes.items() if each == code)
            replaced = {line["body"]["request"]["to"] for line in match.lines if "stand_in" in line["body"]["response"]}
            if match.leading["is_practice"] or match.leading["is_void"] or match.left or seat in replaced:
                continue
            result = match.results[seat]
            sums.update({"matches": 1, "won": result["kind"] == "won", **result["numbers"]})
        bonus = self.plan["bonus"]
        found = eval(bonus["formula"], {"__builtins__": {}, "min": min, "max": max}, sums)  # a plan of our own
        bounded = Decimal(repr(float(min(max(found, bonus.get("lowest", 0)), bonus["most"]))))
        return float(bounded.quantize(Decimal("0.01"), ROUND_HALF_UP))

    # Beliefs

    def _beliefs(self, code: str, leading: Row, match: Match, decisions: list[Row]) -> Iterator[Row]:
        planned = {each["id"]: each for each in self.plan.get("beliefs", ())}
        for each in self.journals[code]:
            data = each["data"]
            if each["what"] != "believed" or data["match"] not in {match.name, match.left}:
                continue
            belief = planned[data["belief"]]
            kind = belief.get("kind", "confidence")
            about = [
                row for row in decisions if (row["request"], row["player"], row["taken"]) == (data["request"], "human", "answer")
            ][-1:]
            suspect = data.get("suspect")
            roles = match.roles
            sought = SOUGHT.get(match.game) if SOUGHT.get(match.game) in roles.values() else None
            right = (roles[suspect] == sought if suspect and sought else None) if kind == "suspect" else None
            if kind == "confidence" and about:
                right = is_right(match, decisions, about[0], sought)
            yield {
                **leading,
                "match": match.name,
                "game": match.game,
                "request": data["request"],
                "belief": data["belief"],
                "kind": kind,
                "suspect": suspect,
                "suspect_role": roles.get(suspect) if suspect else None,
                "answer": about[0]["choice"] if about else None,
                "is_right": right,
                "sure": data["sure"],
                "ran_out": "ran_out" in data,
                "seconds": data["seconds"],
            }


def status(entries: list[Row]) -> str:
    """Return the status of a participant."""
    what = {each["what"] for each in entries}
    is_late = any(each["what"] == "left" and each["data"]["how"] == "timed_out" for each in entries)
    if "exited" in what:
        return next(each["data"]["exit"] for each in entries if each["what"] == "exited").replace("_", " ")
    for name, became in (("withdrawn", "withdrawn"), ("expired", "dropped out"), ("finished", "finished")):
        if name in what:
            return became
    return "timed out" if is_late else "under way"


def exit_of(entries: list[Row]) -> str | None:
    """Return the exit by which a participant left."""
    became = {"finished": "completion", "timed out": "timed_out"}
    return next((each["data"]["exit"] for each in entries if each["what"] == "exited"), became.get(status(entries)))


def is_as_planned(header: Row, planned: Row) -> None:
    """Assert that a transcript is of the planned match, as far as plain options tell."""
    assert header["game"] == planned["game"]
    for name, option in planned.get("options", {}).items():
        if type(option) is int:
            assert header["config"][name] == option, (name, option)
    players = {each["seat"]: each["player"].get("name") for each in header["seats"]}
    names = [players[seat] for seat in (header.get("deal") or {}).get("seats") or players]  # at a blind table, places are drawn
    for place, words in enumerate(each for text in planned["seats"] for each in _each_seat(text)):
        if ":" in words:
            assert names[place] == words.split(":")[1]


def _each_seat(text: str) -> list[str]:
    who, _, times = text.partition("*")
    return [who] * int(times or 1)


def _lines(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]]


def _time(entry: Row) -> datetime:
    return datetime.fromisoformat(entry["at"])


# Comparing


@dataclass
class Compared:
    """The result of a comparison. differences: sentences, one for each wrong cell."""

    cells: Counter[str] = field(default_factory=Counter)
    rows: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a table as CSV."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def compared(study: Path, tables: Path, *, with_text: bool) -> Compared:
    """The tables in a folder, as CSV and as Parquet, against the study."""
    import pyarrow.parquet

    done = Compared()
    for name, rows in Study(study).expected(with_text=with_text).items():
        found = table(tables / f"{name}.csv")
        typed = pyarrow.parquet.read_table(tables / f"{name}.parquet").to_pylist()
        if len(found) != len(rows) or len(typed) != len(rows):
            done.differences.append(f"{name}: {len(found)} rows in CSV, {len(typed)} in Parquet, {len(rows)} expected")
            continue
        done.rows[name] = len(rows)
        for number, (expected, csv_row, row) in enumerate(zip(rows, found, typed, strict=True), 1):
            _compare(done, f"{name}, row {number}", name, expected, csv_row, row)
    return done


def _compare(done: Compared, where: str, name: str, expected: Row, csv_row: Row, row: Row) -> None:
    if expected.keys() != csv_row.keys() or expected.keys() != row.keys():
        done.differences.append(
            f"{where}: columns {sorted(expected.keys() ^ csv_row.keys())}, {sorted(csv_row.keys() ^ row.keys())}"
        )
        return
    for column, value in expected.items():
        done.cells[name] += 1
        if not _same(value, row[column]):
            done.differences.append(f"{where}: {column} is {row[column]!r} in Parquet, not {value!r}")
        elif csv_row[column] not in _written(row[column]):
            done.differences.append(f"{where}: {column} is {csv_row[column]!r} in CSV, not {row[column]!r}")


def _same(expected: Any, found: Any) -> bool:
    if isinstance(found, float) and isinstance(expected, int | float) and not isinstance(expected, bool):
        return abs(found - expected) <= 1e-9 * max(1.0, abs(found))
    return type(expected) is type(found) and expected == found


def _written(value: Any) -> tuple[str, ...]:
    """A value as CSV may have it; with an apostrophe where a spreadsheet would take it for a formula."""
    match value:
        case None:
            return ("",)
        case bool():
            return (str(value).lower(),)
        case float():
            return (repr(value),)
    return (str(value), f"'{value}") if str(value).lstrip("' \n\t")[:1] in tuple("=+-@＝＋－＠") else (str(value),)
