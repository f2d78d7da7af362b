"""What the ship's bots say and whether they act on it: alibis ignored, speeches without a fact, questions left open, idle turns.

    python -m benchmarks.ship_speeches [--matches 300] [--seed 500000] [--level normal] [--seats 6] [--jobs 1] [--show KIND]
    python -m benchmarks.ship_speeches --docs [--matches 300] [--jobs 1]

Who was where, saw whom and voted how is known from the record. What a speech claims is read by the grammar of claims, and what it
asks and answers by the few patterns below, which share nothing with the bots' own reading. `--show` prints the speeches and votes
that one figure counts. `--docs` writes the table of docs/ship.md, of all levels and of seeds that no bot was tuned on.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from benchmarks.page import markdown, write
from benchmarks.ship_bots import Table, crew
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Response, Seat
from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.schema import HELD_AGAINST, SIGHTS, STANCES, Checked, Statement
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, Ballot, Killed, MeetingCalled, Role, Said, Sight, SpeakingOrder, Spoke, Tick
from woozle.games.ship.maps import load
from woozle.games.ship.rules import Ship
from woozle.players.bot import LEVELS

FIGURES = {
    "alibi": "votes of geese against a goose that they had in sight at the kill, of those against geese",
    "alibi said": "speeches of geese that accuse a goose that they had in sight at the kill, of those that accuse one",
    "known": "votes and accusations of geese against a player that their own eyes told them was too far away, of all",
    "vouch": "accused geese whom another had in sight at the kill and says nothing of it",
    "empty second": "second speeches without a fact, of those not silent",
    "repeat second": "second speeches that only repeat facts, of those not silent",
    "silent second": "second speeches that are silent",
    "contradiction": "speeches that contradict themselves, per 1,000",
    "twice": "speeches that list two players in one room at one tick as two sightings, per 1,000",
    "untrue": "facts told by geese that their own record contradicts or does not support",
    "disagree": "votes for another player than accused, or none, without a word why",
    "announced": "votes other than announced",
    "question": "questions without the kind of answer that they ask for",
    "room": "questions in a room that are not answered at the next turn",
    "chatter": "remarks in a room that answer an answer",
    "idle": "turns of geese spent waiting in a room with a task of their own",
}
_FIRST = 5_000_000  # seed of the table in the docs
_PER_1000 = ("contradiction", "twice")


@dataclass
class Row:
    """Counts over matches: how often a figure of `FIGURES` could have come true, how often it did, and examples of that."""

    of: Counter[str] = field(default_factory=Counter)
    hits: Counter[str] = field(default_factory=Counter)
    examples: list[tuple[str, str]] = field(default_factory=list)

    def count(self, kind: str, is_hit: bool, example: str = "") -> None:
        self.of[kind] += 1
        if is_hit:
            self.hits[kind] += 1
            self.examples.append((kind, example))

    def add(self, other: Row) -> None:
        self.of += other.of
        self.hits += other.hits
        self.examples += other.examples


@dataclass
class _Meeting:
    """A meeting of a finished match.

    kills: since the last one, as tick, killer, victim and room. sights: the room and company of each seat, by seat and tick.
    distances: ticks from room to room. begins: the tick of the meeting before.
    """

    number: int
    called: MeetingCalled
    kills: list[tuple[int, Killed]]
    sights: Mapping[tuple[Seat, int], Sequence[Sight]]
    distances: Mapping[str, Mapping[str, int]]
    begins: int
    order: tuple[Seat, ...] = ()
    speeches: list[Spoke] = field(default_factory=list)
    votes: Mapping[Seat, Seat | None] = field(default_factory=dict)

    def saw_elsewhere(self, seat: Seat, other: Seat) -> bool:
        """Return whether a seat had another in sight, in another room, in the tick of the last kill."""
        if not self.kills:
            return False
        tick, kill = self.kills[-1]
        return any(other in sight.present and sight.room != kill.room for sight in self.sights.get((seat, tick), ()))

    def knows_innocent(self, seat: Seat, other: Seat) -> bool:
        """Return whether a seat can tell by its own eyes that another was too far away for a kill, whose body was reported.

        The victim died after the seat saw it last, or the room without its body, and before the tick of the report unless the
        caller saw the kill. In each of these ticks the way to where the other was in sight was too long.
        """
        called, own = self.called, [sight for (looker, _), sights in self.sights.items() if looker == seat for sight in sights]
        places = [(sight.tick, sight.room) for sight in own if other in sight.present]
        for killed_at, kill in self.kills:
            is_reported = any(kill.victim in sight.bodies for sight in self.sights.get((called.caller, called.tick), ()))
            if not is_reported or called.cause != "report":
                continue
            bare = (each.tick for each in own if each.room == kill.room and kill.victim not in each.bodies)
            first = max([self.begins, *bare, *(each.tick for each in own if kill.victim in each.present)])
            last = max(min([called.tick, *(each.tick for each in own if kill.victim in each.bodies)]) - 1, killed_at)
            far = self.distances[kill.room]
            if all(any(abs(tick - at) < far[room] for at, room in places) for tick in range(first, last + 1)):
                return True
        return False


def play(table: Table, seed: int) -> Row:
    """Play one match, and return its counts."""
    row = Row()
    referee = Referee(Ship(table.seats, preset(table.preset, map=load(table.map), ducks=table.ducks)), key_from_seed(seed))
    bots = crew(referee, table, seed)
    geese = {event.seat for event, _ in referee.record if isinstance(event, Role) and event.team == "goose"}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        answer = bots[request.to].answer(request, referee.view(request.to))
        if request.answer is Act and request.to in geese:
            is_idle = answer.action == "wait" and "task" in request.choices["action"]
            row.count("idle", is_idle, f"seed {seed}: {request.to} waits beside its task")
        referee.fold(Response(request.id, answer, 0.0))
    checked: dict[tuple[int, Seat, int], list[Checked]] = {}
    for each in audit(referee.record).checked:
        said: Statement = each.statement
        checked.setdefault((said.meeting, said.speaker, said.round), []).append(each)
    for meeting in _meetings(referee):
        _Reading(row, f"seed {seed}", meeting, geese, checked).count()
    _count_remarks(row, seed, referee)
    return row


def _meetings(referee: Referee) -> Iterator[_Meeting]:
    tick, kills, sights = 0, list[tuple[int, Killed]](), dict[tuple[Seat, int], list[Sight]]()
    meeting: _Meeting | None = None
    distances = referee.game.config.map.distances
    for event, _ in referee.record:
        match event:
            case Tick():
                tick = event.number
            case Sight():
                sights.setdefault((event.seat, event.tick), []).append(event)
            case Killed():
                kills.append((tick, event))
            case MeetingCalled():
                number, begins = (meeting.number + 1, meeting.called.tick) if meeting else (0, 0)
                meeting = _Meeting(number, event, kills, sights, distances, begins)
                kills = []
            case SpeakingOrder() if meeting:
                meeting.order, sights = event.seats, {}  # those before it, as the meeting begins, were of its round
            case Spoke() if meeting:
                meeting.speeches.append(event)
            case Ballot() if meeting:
                meeting.votes = event.votes or {}
                yield meeting


class _Reading:
    """Counts what one meeting adds to the figures."""

    def __init__(
        self, row: Row, name: str, meeting: _Meeting, geese: set[Seat], checked: Mapping[tuple[int, Seat, int], Sequence[Checked]]
    ) -> None:
        self._row, self._meeting, self._geese = row, meeting, geese
        self._name = f"{name}, meeting at tick {meeting.called.tick}"
        self._checked = checked

    def count(self) -> None:
        for at, speech in enumerate(self._meeting.speeches):
            self._count_speech(speech)
            self._count_questions(at, speech)
        for seat, target in self._meeting.votes.items():
            self._count_vote(seat, target)
        for accused in {each.claim.target for speech in self._meeting.speeches for each in self._accusations(speech)}:
            self._count_voucher(accused)

    def _claims(self, speech: Spoke) -> Sequence[Checked]:
        return self._checked.get((self._meeting.number, speech.seat, speech.round), ())

    def _accusations(self, speech: Spoke) -> list[Checked]:
        return [
            each
            for each in self._claims(speech)
            if each.claim.source == "own" and each.claim.type in ("accusation", "kill") and not each.claim.is_negated
        ]

    def _shown(self, speech: Spoke) -> str:
        return f"{self._name}, round {speech.round}, {speech.seat}: {speech.text}"

    def _facts(self, speech: Spoke) -> set[object]:
        """Return the facts of a speech: what it says was so, or that somebody else said so."""
        return {
            (claim.type, claim.subject, claim.target, claim.room, claim.route)
            for claim in (each.claim for each in self._claims(speech))
            if claim.type not in STANCES and claim.source in ("own", "hearsay", "quoted", "denied")
        }

    def _count_speech(self, speech: Spoke) -> None:
        row, claims = self._row, [each for each in self._claims(speech) if each.claim.source == "own"]
        if speech.round > 1:
            row.count("silent second", not speech.text)
            if speech.text:
                facts = self._facts(speech)
                before = (each for each in self._meeting.speeches if each.seat == speech.seat and each.round < speech.round)
                told = {fact for each in before for fact in self._facts(each)}
                row.count("empty second", not facts, self._shown(speech))
                row.count("repeat second", bool(facts) and facts <= told, self._shown(speech))
        if not speech.text:
            return
        sights = (each.claim for each in claims if each.claim.type in SIGHTS and not each.claim.is_negated)
        saw = any(claim.subject in ("", speech.seat) for claim in sights)
        saw_nobody = any(each.claim.type == "count" and each.claim.number == 0 and not each.claim.when for each in claims)
        against_itself = any(each.rival for each in claims) or (saw and saw_nobody)
        row.count("contradiction", against_itself, self._shown(speech))
        sightings = " ".join(each for each in re.findall(r"[^.!?]+", speech.text) if re.search(r"\b(saw|met|noticed)\b", each))
        places = Counter(re.findall(r"\bin (?:the )?((?:\w+ )?\w+) around (tick \d+)", sightings))
        row.count("twice", any(times > 1 for times in places.values()), self._shown(speech))
        if speech.seat in self._geese:
            for accused in {each.claim.target for each in self._accusations(speech)} & {*self._meeting.order}:
                self._count_alibi("alibi said", speech.seat, accused, self._shown(speech))
            for each in claims:
                if each.is_counted:
                    words = speech.text[slice(*each.claim.span)] if each.claim.span else each.claim.type
                    example = f"{self._shown(speech)} [{words}: {each.verdict.standing}; {each.verdict.reason}]"
                    row.count("untrue", each.verdict.standing in HELD_AGAINST, example)

    def _count_questions(self, at: int, speech: Spoke) -> None:
        for asked, kind in questions(speech.text, speech.seat, self._meeting.order):
            later = next((each for each in self._meeting.speeches[at + 1 :] if each.seat == asked), None)
            if later:
                answered = is_answered(kind, later.text, speech.seat, _SEATS)
                self._row.count("question", not answered, f"{self._shown(speech)}\n    ({kind}) {asked}: {later.text}")

    def _count_alibi(self, kind: str, seat: Seat, target: Seat, example: str) -> None:
        self._row.count("known", self._meeting.knows_innocent(seat, target), example)
        if target in self._geese:
            self._row.count(kind, self._meeting.saw_elsewhere(seat, target), example)

    def _count_vote(self, seat: Seat, target: Seat | None) -> None:
        row, meeting = self._row, self._meeting
        if target and seat in self._geese:
            self._count_alibi("alibi", seat, target, f"{self._name}: {seat} votes {target}")
        own = [speech for speech in meeting.speeches if speech.seat == seat]
        text = " ".join(speech.text for speech in own)
        accused = {each.claim.target for speech in own for each in self._accusations(speech)} & {*meeting.order}
        if accused:
            silent = target not in accused and not _REASON.search(text.lower())
            row.count("disagree", silent, f"{self._name}: {seat} votes {target}: {text}")
        sentences = (each for each in re.split(r"(?<=[.!?])\s+", text) if not re.search(r"\bI voted\b|\bunless\b|\blean\b", each))
        if announced := [found for found in map(_VOTES.search, sentences) if found]:
            last = announced[-1]
            named = (last and (last[1] or last[2])) or None
            row.count("announced", named != target, f"{self._name}: {seat} votes {target}: {text}")

    def _count_voucher(self, accused: Seat) -> None:
        meeting = self._meeting
        charges = ({each.claim.target for each in self._accusations(speech)} for speech in meeting.speeches)
        first = next(at for at, charged in enumerate(charges) if accused in charged)
        for seat in self._geese & {*meeting.order} - {accused}:
            later = [speech for speech in meeting.speeches[first:] if speech.seat == seat]
            if accused in self._geese and later and meeting.saw_elsewhere(seat, accused):
                told = [each.claim for speech in meeting.speeches if speech.seat == seat for each in self._claims(speech)]
                is_told = any(
                    claim.source == "own" and accused in (claim.target, claim.subject) and claim.type not in ("accusation", "kill")
                    for claim in told
                )
                self._row.count("vouch", not is_told, f"{self._name}: {seat} for {accused}: {later[-1].text}")


_REASON = re.compile(
    r"\b(because|since|proof|prove|enough|sure|certain|guess|guesses|evidence|instead|unless|rather than|changed my mind|"
    r"convinc\w+|feeling|thin|more than that|only a|can't tell|speaks for|but)\b"
)
_VOTES = re.compile(
    r"\b[Vv](?:ote|oting|ote goes|otes go)(?: (?:to|for))? ([A-Z][a-z]+)\b|^([A-Z][a-z]+) gets my vote|"
    r"\b(?:I'll|I'm|[Ll]et's|I'd rather|so I'll) skip(?:ping)?\b"
)
_KINDS = (
    ("why", re.compile(r"\b(why|how come|what makes|explain|on what grounds)\b")),
    ("who", re.compile(r"\b(who|whom)\b")),
    ("where", re.compile(r"\bwhere\b|\broute\b")),
    ("when", re.compile(r"\b(when|what tick|which tick)\b")),
    ("yes or no", re.compile(r"^\W*(?:\w+, )?(did|do|were|was|are|is|have|has|can|could|will|would)\b")),
)
_NOBODY = re.compile(r"\b(nobody|no one|anyone|anybody|alone|none)\b", re.IGNORECASE)
_YES = re.compile(r"\b(yes|no|yeah|nope|alone|not|i did|i was|i do|i have|\w+n't)\b", re.IGNORECASE)
_BECAUSE = re.compile(
    r"\b(because|since|saw|seen|found|odd|body|bodies|turns? up|no longer|doubts|says|said|told|feeling|hunch|proof|prove|reason|"
    r"vouch|believe|only|nobody|didn't|was|were)\b",
    re.IGNORECASE,
)
_NO_IDEA = re.compile(r"\b(don't know|don't remember|can't say|not sure|no idea)\b", re.IGNORECASE)
_SEATS = Ship.seat_names
_ROOMS = frozenset(room.replace("_", " ") for name in ("ship", "shuttle", "station") for room in load(name).room_names)


def questions(text: str, speaker: Seat, seats: Sequence[Seat]) -> Iterator[tuple[Seat, str]]:
    """Yield the questions of a text that are put to one seat: whom, and the kind of answer that is asked for."""
    asked = ""
    for sentence in re.findall(r"[^.!?]+[.!?]*", text):
        named = [seat for seat in seats if re.search(rf"\b{seat}\b", sentence)]
        spoken_to = [seat for seat in named if re.search(rf"^\W*(?:\w+ ){{0,3}}{seat}\b\s*[,:]|,\s*{seat}\W*$", sentence)]
        if spoken_to:
            asked = spoken_to[0]
        elif not re.search(r"\byou\b|^\W*(?:so )?why\b|\b(?:there|that)\W*$", sentence.lower()):
            asked = ""
        if "?" in sentence and asked and asked != speaker:
            low = sentence.lower()
            kind = next((name for name, words in _KINDS if words.search(low)), "")
            if kind and not re.search(r"\bwhat about you\b", low):
                yield asked, kind


def is_answered(kind: str, text: str, asker: Seat, seats: Sequence[Seat]) -> bool:
    """Return whether the sentences that speak to the asker, or the first two, hold the kind of answer that was asked for."""
    sentences = re.findall(r"[^.!?]+[.!?]*", text)
    parts = [each for at, each in enumerate(sentences) if at < 2 or re.search(rf"\b{asker}\b", each)]
    words = " ".join(each for each in parts if not each.rstrip().endswith("?"))
    if not words:
        return False
    if _NO_IDEA.search(words):
        return True
    match kind:
        case "who":
            return bool(_NOBODY.search(words)) or any(seat in words for seat in seats if seat != asker)
        case "where":
            return any(room in words.lower() for room in _ROOMS)
        case "when":
            return bool(re.search(r"\btick \d", words))
        case "why":
            return bool(_BECAUSE.search(words))
        case _:
            return bool(_YES.search(words))


def _count_remarks(row: Row, seed: int, referee: Referee) -> None:
    """Count questions in rooms, and whether one who heard them, and is still there at its next turn, answers."""
    record, seats = referee.record, referee.game.seats
    answers: set[int] = set()
    for at, (event, heard) in enumerate(record):
        if not isinstance(event, Said):
            continue
        hearers = [seat for seat in heard if seat != event.seat]
        asked = [seat for seat in hearers if seat in event.text] or hearers
        replies: list[int] = []
        had_turn = False
        for seat in asked:
            sights = [i for i in range(at + 1, len(record)) if isinstance(record[i][0], Sight) and record[i][0].seat == seat]
            meets = next((i for i in range(at, len(record)) if isinstance(record[i][0], MeetingCalled)), len(record))
            if not sights or sights[0] > meets or event.seat not in record[sights[0]][0].present:
                continue
            had_turn = True
            end = sights[1] if len(sights) > 1 else len(record)
            replies += [i for i in range(sights[0], end) if isinstance(record[i][0], Said) and record[i][0].seat == seat][:1]
        row.count("chatter", at in answers and bool(replies), f"seed {seed}: {event.seat}: {event.text}")
        if "?" in event.text and had_turn and at not in answers:
            row.count("room", not replies, f"seed {seed}: {event.seat} to {', '.join(asked)} of {len(seats)}: {event.text}")
        if "?" in event.text:
            answers.update(replies)


def measured(table: Table, matches: int, first: int, jobs: int = 1) -> Row:
    """Play many matches, and return the counts of all."""
    total, one, seeds = Row(), partial(play, table), range(first, first + matches)
    if jobs == 1:
        for seed in seeds:
            total.add(one(seed))
        return total
    with ProcessPoolExecutor(jobs) as pool:
        for row in pool.map(one, seeds, chunksize=10):
            total.add(row)
    return total


def share(row: Row, kind: str) -> str:
    hits, of = row.hits[kind], row.of[kind]
    return f"{hits / max(1, of) * 1000:.1f}" if kind in _PER_1000 else f"{hits / max(1, of):.1%}"


def table(matches: int, jobs: int = 1) -> str:
    """Return the figures of all levels."""
    rows = [measured(Table(geese=level, duck=level), matches, _FIRST, jobs) for level in LEVELS]
    cells = [[words, *(f"{share(row, kind)} of {row.of[kind]:,}" for row in rows)] for kind, words in FIGURES.items()]
    return markdown(["", *LEVELS], cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=300)
    parser.add_argument("--seed", type=int, default=500_000, help="the first seed")
    parser.add_argument("--level", default="normal")
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--show", default="", metavar="KIND", help=f"one of {', '.join(FIGURES)}")
    args = parser.parse_args()
    if args.docs:
        print(text := table(args.matches, args.jobs))
        write("ship.md", "speeches", text)
        return
    row = measured(Table(args.preset, args.level, args.level, args.seats), args.matches, args.seed, args.jobs)
    print(f"{args.matches} matches from seed {args.seed}, level {args.level}, {args.seats} seats, {args.preset}")
    for kind, words in FIGURES.items():
        print(f"{kind:14} {share(row, kind):>7}  {row.hits[kind]:>6} of {row.of[kind]:<7}{words}")
    for kind, example in row.examples:
        if kind == args.show:
            print(f"- {example}")


if __name__ == "__main__":
    main()
