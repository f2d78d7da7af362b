"""The folder of a study: its data, and how participants join, return, and withdraw.

    study.toml, information.txt, ...   the plan and its texts
    data/                              mode 0700, data of participants
        participants/CODE.jsonl        their journals
        matches/CODE-match-1-.../      transcripts of their matches
        recruiter.csv                  a recruiter's ids beside our codes; no export reads it
        recruiter.key                  the key of their digests, which the tables have
        withdrawn.json                 counts of participants who withdrew, by outcome before it
        bonuses.jsonl, bonuses/        bonuses by our codes; the lists to pay them by, with the recruiter's ids
        before_consent.jsonl           exits of people who were not enrolled, by digest, without times
        log.jsonl                      withdrawals and exports, with their times
        recruiting.json                whether recruiting is paused, and how many visits there may be at once
        server.json                    the port of the server that runs, and a token for programs on this machine

No file holds a name, an address, or the name of a machine.
"""

from __future__ import annotations

import csv
import hmac
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import orjson

from woozle.arena.studies import balance
from woozle.arena.studies.exits import ExitKind
from woozle.arena.studies.journal import Journal, JournalEntry, new_entry, read_journal
from woozle.arena.studies.participants import (
    MatchName,
    Outcome,
    Participant,
    Step,
    fold_journal,
    holds_place,
    is_code,
    new_code,
    outcome_of,
)
from woozle.arena.studies.plan import StudyError, StudyPlan, StudyText, digest_plan, read_plan, read_text, refuse_outdated
from woozle.arena.studies.recruiter import RecruiterIds, check_ids, refusal
from woozle.core.regular_files import LARGE, SMALL, read_file, read_text_file
from woozle.core.text import visible_line
from woozle.saves import disk
from woozle.saves.disk import explain_save_errors
from woozle.saves.group_sync import GroupSync
from woozle.saves.transcript import display_path

DATA, PARTICIPANTS, MATCHES, RECRUITER, LOG, LOCK = "data", "participants", "matches", "recruiter.csv", "log.jsonl", "lock"
WITHDRAWN, RECRUITER_KEY, BEFORE_CONSENT = "withdrawn.json", "recruiter.key", "before_consent.jsonl"
BONUS_NOTES, BONUS_LISTS = "bonuses.jsonl", "bonuses"
_PRIVATE = 0o700


class QuotaFullError(StudyError):
    """All conditions have as many participants as the plan wants."""


class ReturningError(StudyError):
    """A participant with the same id is enrolled already. The message names the contact."""


class StudyFolder:
    """A study on disk. plan: its current plan. Nothing is created before a person agrees to take part."""

    def __init__(self, path: Path) -> None:
        """Raises StudyError."""
        self.path = path
        self.plan: StudyPlan = read_plan(path)
        self._version = digest_plan(path)
        self._group: GroupSync | None = None
        self._known: dict[Path, tuple[tuple[int, int, int], Participant | None]] = {}

    @contextmanager
    def forced_by(self, group: GroupSync | None) -> Iterator[None]:
        """Have journals opened in this context forced to the disk by a group, as Journal says."""
        self._group = group
        try:
            yield
        finally:
            self._group = None

    @property
    def data(self) -> Path:
        return self.path / DATA

    @property
    def matches(self) -> Path:
        return self.data / MATCHES

    def participants(self) -> list[Participant]:
        """Return all participants in order of arrival. Raises StudyError for a damaged journal."""
        everybody = (self._participant(path) for path in self.journals())
        return sorted((who for who in everybody if who), key=lambda who: who.arrival)

    def participant(self, code: str) -> Participant | None:
        """Return a participant, or None. Raises StudyError."""
        path = self.journal_path(code)
        return self._participant(path) if path.exists() else None

    def _participant(self, path: Path) -> Participant | None:
        """Return the participant of a journal, which is read again only if it has changed."""
        found = path.stat()
        state = found.st_ino, found.st_size, found.st_mtime_ns
        if self._known.get(path, (None, None))[0] != state:
            entries = read_journal(path)
            try:
                who = fold_journal(path.stem, entries) if entries else None
                for at in (who.moved_at, who.last_at) if who else ():
                    datetime.fromisoformat(at)
            except (KeyError, TypeError, ValueError) as error:
                where = display_path(path)
                raise StudyError(f"{where} has entries that belong to no visit; restore the file from a copy.") from error
            self._known[path] = state, who
        return self._known[path][1]

    def journals(self) -> list[Path]:
        """Return the journal files, sorted by code. An empty one has no owner: its first line was never written."""
        try:
            return sorted(path for path in (self.data / PARTICIPANTS).iterdir() if path.suffix == ".jsonl" and is_code(path.stem))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StudyError(f"{display_path(self.data)} cannot be read: {error.strerror}.") from error

    def journal_path(self, code: str) -> Path:
        """Return the journal of a participant. Raises StudyError for an invalid code."""
        if not is_code(code):
            raise StudyError(
                f"{visible_line(code)!r} is not a participant code; codes have eight letters and digits, as in ABCD-EFGH."
            )
        return self.data / PARTICIPANTS / f"{code}.jsonl"

    def match_folder(self, owner: str, step: Step) -> Path:
        """Return the path of a new match of a participant or group. Names sort by it and step."""
        number = 1
        while (folder := self.matches / str(MatchName(owner, step.kind, step.number, number))).exists():
            number += 1
        return folder

    def free_code(self) -> str:
        """Return a new code. Raises StudyError."""
        return new_code([path.stem for path in self.journals()])

    def enrol(
        self,
        code: str,
        *,
        release: bool,
        recruiter: RecruiterIds | None = None,
        now: datetime | None = None,
        read: tuple[StudyText, StudyText] | None = None,
        arrived: JournalEntry | None = None,
    ) -> Journal:
        """Enrol a person who has read the texts and ticked all boxes, and return their journal. Raises StudyError, SaveError.

        A process killed before the journal has its first line enrols no one.

        Args:
            code: A free code, from now on theirs.
            recruiter: Their ids, which must be new.
            read: Information and consent as they read them; None if they have not changed on disk.
            arrived: The first entry after their consent, in the same write.
        """
        refuse_outdated(self.plan)
        texts = self.plan.texts
        information, consent = read or (read_text(self.path, texts.information), read_text(self.path, texts.consent))
        with explain_save_errors(self.data, "take part again"), self.lock():
            known = self.participants()
            if recruiter and (why := self.refusal(check_ids(recruiter))):
                raise ReturningError(why)
            of_recruiter = {"recruiter": self.digest(recruiter, is_needed=True)} if recruiter else {}
            if self.is_full(known, now):
                raise QuotaFullError("This study has all the participants that it needs.")
            agreed = new_entry(
                "consented",
                now,
                plan=self._version,
                information=information.digest,
                consent=consent.digest,
                boxes=len(self.plan.consent.boxes),
                release=release,
                arrival=len(known) + 1,
                **({} if self.plan.group > 1 else {"row": self.draw_row(known, now)}),
                **of_recruiter,
            )
            journal = Journal(self.journal_path(code), is_new=True, group=self._group)
            try:
                if recruiter:
                    self._note_recruiter(recruiter, code)
                journal.keep(agreed, *([arrived] if arrived else []))
            except OSError:  # no one is half enrolled
                journal.close()
                journal.path.unlink(missing_ok=True)
                raise
        return journal

    def is_full(self, known: list[Participant], now: datetime | None) -> bool:
        """Return whether the quotas of all conditions are full; people who have no group yet count for any. known: as below."""
        if self.plan.group == 1:
            return self.draw_row(known, now) is None
        most = [each.most for each in self.plan.conditions]
        return all(most) and len(self._holders(known, now)) >= sum(each or 0 for each in most)

    def draw_row(self, known: list[Participant], now: datetime | None, people: int = 1, *, is_solo: bool = False) -> int | None:
        """Return a row for a participant, or for a group; None if no condition has room for them.

        Args:
            known: All participants.
            people: Size of the group.
            is_solo: For a participant who plays alone in a study with groups; these are balanced among themselves.
        """
        plan = self.plan
        holders = self._holders(known, now)
        held = {who.group or who.code: who.row for who in holders if who.row is not None and who.is_solo == is_solo}
        taken = Counter(who.row for who in holders)
        quotas = (order[0].most for order in plan.orders)
        room = [most and most - taken[at] - people + 1 for at, most in enumerate(quotas)]
        return balance.next_row([*held.values()], plan.seed, room)

    def _holders(self, known: list[Participant], now: datetime | None) -> list[Participant]:
        return [who for who in known if holds_place(self.plan, who, now or datetime.now(UTC))]

    def open(self, code: str) -> Journal:
        """Open the journal of a returning participant. Raises StudyError, SaveError."""
        journal = Journal(self.journal_path(code), group=self._group)
        if not journal.entries:
            journal.close()
            raise StudyError(f"No participant of this study has the code {code}.")
        return journal

    def log(self, what: str, **data: Any) -> None:
        """Log an operation on the data. Raises SaveError."""
        path = self.data / LOG
        line = orjson.dumps({"at": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", "what": what, **data}) + b"\n"
        with explain_save_errors(path, "try it again"), self.lock():
            append_line(path, line)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the study's lock; other processes wait. The data folders are made first. Raises OSError."""
        self.make()
        with disk.hold_file(self.data / LOCK):
            yield

    def make(self) -> None:
        """Make the data folders, readable by the owner alone. Raises OSError."""
        for folder in (self.data, self.data / PARTICIPANTS, self.matches):
            folder.mkdir(mode=_PRIVATE, exist_ok=True)
            folder.chmod(_PRIVATE)

    # Outcomes

    def outcomes(self, people: Sequence[Participant]) -> list[Outcome]:
        """Return the outcomes of all who agreed; a withdrawal changes none that is final. people: all. Raises StudyError."""
        gone = self._withdrawn()
        counted = [(conditions, status, started) for conditions, status, started, number in gone["counts"] for _ in range(number)]
        return [*(outcome_of(self.plan, who) for who in people if who.code not in gone["codes"]), *counted]

    def count_withdrawal(self, who: Participant) -> None:
        """Count a participant who withdraws, once, in the numbers that stay. Raises StudyError, SaveError."""
        conditions, status, started = outcome_of(self.plan, who)
        path = self.data / WITHDRAWN
        with explain_save_errors(path, "withdraw again"), self.lock():
            gone = self._withdrawn()
            if who.code in gone["codes"]:
                return
            counts = Counter({(*key,): number for *key, number in gone["counts"]})
            counts[conditions, "withdrawn" if who.is_open else status, started] += 1
            data = {"codes": [*gone["codes"], who.code], "counts": [[*key, number] for key, number in counts.items()]}
            disk.replace(path, orjson.dumps(data))

    def _withdrawn(self) -> dict[str, Any]:
        try:
            found: dict[str, Any] = orjson.loads(read_file(self.data / WITHDRAWN, LARGE))
        except FileNotFoundError:
            return {"codes": [], "counts": []}
        except orjson.JSONDecodeError as error:
            raise StudyError(f"{display_path(self.data / WITHDRAWN)} cannot be read; restore it from a copy.") from error
        return found

    # The recruiter's ids

    def refusal(self, ids: RecruiterIds) -> str:
        """Return the reason why a person cannot begin; empty if their id is new. Raises StudyError."""
        digest = self.digest(ids)
        who = next((who for who in self.participants() if digest and who.recruiter == digest), None)
        return refusal(who, self.plan.contact)

    def digest(self, ids: RecruiterIds, *, is_needed: bool = False) -> str:
        """Return the keyed digest of a participant's id (HMAC-SHA-256, cut); empty if the study has no key. Raises StudyError.

        The key is made if the digest is needed. Without it, an id cannot be guessed from its digest.
        """
        key = self._key(is_needed=is_needed)
        return hmac.digest(key, ids.participant.encode(), "sha256").hex()[:32] if key else ""

    def ids_by_code(self) -> dict[str, RecruiterIds]:
        """Return the recruiter's ids of all participants who came with any. Raises StudyError."""
        try:
            rows = list(csv.reader(StringIO(read_text_file(self.data / RECRUITER, LARGE))))
        except FileNotFoundError:
            return {}
        except (OSError, csv.Error) as error:
            raise StudyError(f"{display_path(self.data / RECRUITER)} cannot be read: {error}.") from error
        return {row[1]: RecruiterIds(row[0], *row[2:4]) for row in rows if len(row) > 1}

    def note_exit(self, when: ExitKind, ids: RecruiterIds) -> None:
        """Note the exit of a person who was not enrolled, by the digest of their id. Raises StudyError, SaveError."""
        path = self.data / BEFORE_CONSENT
        with explain_save_errors(path, "try it again"), self.lock():
            append_line(path, orjson.dumps({"digest": self.digest(ids, is_needed=True), "exit": when}) + b"\n")

    def exits_before_consent(self, people: Sequence[Participant]) -> dict[ExitKind, int]:
        """Return the number of ids that left by each exit without being enrolled. people: all participants. Raises OSError."""
        return dict(Counter(self.exits_by_digest(people).values()))

    def exits_by_digest(self, people: Sequence[Participant]) -> Mapping[str, ExitKind]:
        """Return the exits by which ids left without being enrolled, by their digests. people: all. Raises OSError."""
        last: dict[str, ExitKind] = {each["digest"]: each["exit"] for each in read_log(self.data / BEFORE_CONSENT) if each}
        taken = {who.recruiter for who in people}
        return {digest: when for digest, when in last.items() if digest not in taken}

    def _key(self, *, is_needed: bool = False) -> bytes:
        """Return the key of the digests; empty if there is none and it is not needed. Raises StudyError."""
        path = self.data / RECRUITER_KEY
        if path.exists():
            return read_file(path, SMALL)
        if (self.data / RECRUITER).exists() and any(who.recruiter for who in self.participants()):
            raise StudyError(f"{display_path(path)} is missing, so returning people cannot be recognised; restore it from a copy.")
        key = secrets.token_bytes(32) if is_needed else b""
        if key:
            disk.replace(path, key)
        return key

    def _note_recruiter(self, ids: RecruiterIds, code: str) -> None:
        row = StringIO()
        csv.writer(row, lineterminator="\n").writerow([ids.participant, code, ids.study, ids.session])
        append_line(self.data / RECRUITER, row.getvalue().encode())


def read_log(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a log, none if it does not exist; a line that a crash cut short is empty. Raises OSError."""
    found = []
    for line in read_file(path, LARGE).splitlines() if path.exists() else ():
        entry = None
        with suppress(orjson.JSONDecodeError):
            entry = orjson.loads(line)
        found.append(entry if isinstance(entry, dict) else {})
    return found


def append_line(path: Path, line: bytes) -> None:
    """Append a line, or leave the file as it was. A line that a crash cut short stays on its own line."""
    before = read_file(path, LARGE) if path.exists() else b""
    with closing(disk.AppendFile(path, is_new=not path.exists())) as file:
        file.append(line if before.endswith(b"\n") or not before else b"\n" + line)


def withdrawn_entries(entries: list[JournalEntry]) -> list[JournalEntry]:
    """Return the rest of a journal after a withdrawal: that the participant consented, and when they withdrew."""
    consented = next(each for each in entries if each.what == "consented")
    kept = {name: value for name, value in consented.data.items() if name in ("plan", "information", "consent", "row", "arrival")}
    return [JournalEntry(consented.journal, "consented", consented.at, kept), new_entry("withdrawn")]
