"""Measures of the ship: how matches ended, how seats played and voted, and the worth of their claims.

The claims of speeches are read by the grammar of `claims/`, and checked against what happened and was seen (QUACK, tiers 1 to 3,
corrected). `woozle audit` lists them one by one, also as models or people read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from woozle.core.conduct import Belief, Conduct, ConductReader, Suspicion
from woozle.core.event import RecordEntry
from woozle.core.measures import Match, Measure, Methods, Played, Report, Value, result_number, same_rules
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Share
from woozle.games.ship.claims.behaviour import Behaviour, behaviour
from woozle.games.ship.claims.compatible.release import FIGURES, Values
from woozle.games.ship.claims.precision import is_reliable, precision_words
from woozle.games.ship.claims.schema import Checked
from woozle.games.ship.claims.timeline import build_timeline
from woozle.games.ship.events import Ballot, Foreseen, Role, Tick

if TYPE_CHECKING:
    from woozle.games.ship.claims.audit import Audit


@dataclass(frozen=True)
class ShipFacts:
    """The facts in the record of a match. tasks: Number for each goose."""

    record: Sequence[RecordEntry]
    tasks: Mapping[Seat, int]
    is_imported: bool

    @cached_property
    def behaviours(self) -> Mapping[Seat, Behaviour]:
        """The behaviour of seats, for which no speech is read."""
        audit: Audit | None = self.__dict__.get("audit")  # which has them too
        return audit.behaviours if audit else behaviour(build_timeline(self.record, is_imported=self.is_imported))

    @cached_property
    def audit(self) -> Audit:
        """The match's claims and behaviour, which take some milliseconds; the grammar is loaded only when it is needed."""
        from woozle.games.ship.claims.audit import audit

        return audit(self.record, is_imported=self.is_imported)

    @cached_property
    def released(self) -> Values:
        """The figures of QUACK's release, computed as it does, from the claims that the grammar read."""
        from woozle.games.ship.claims.audit import release_figures

        return release_figures(self.record, self.audit)


def facts(played: Played) -> ShipFacts:
    """Read the facts from a record."""
    dealt = takewhile(lambda told: not isinstance(told[0], Tick), played.record)
    tasks = {event.seat: len(event.tasks) for event, _ in dealt if isinstance(event, Role) and event.team == "goose"}
    return ShipFacts(played.record, tasks, played.is_imported)


def _figure(name: str) -> Callable[[Match[ShipFacts]], Value]:
    """Return a figure of tier 1 by its public name."""
    return lambda match: match.facts.audit.tier1[name]


def _released(name: str) -> Callable[[Match[ShipFacts]], Value]:
    """Return a figure of the release by its name there."""
    return lambda match: match.facts.released[name]


def _has_ended_by(reason: str) -> Callable[[Match[ShipFacts]], Value]:
    return lambda match: match.reason == reason


def _behaviour(name: str) -> Callable[[Match[ShipFacts], Seat], Value]:
    """Return a share of behaviour, or the sum of what was counted each time and how often."""

    def value(match: Match[ShipFacts], seat: Seat) -> Value:
        found = getattr(match.facts.behaviours[seat], name)
        return found if isinstance(found, Share) else Share.of(found)

    return value


def _ejections_right(match: Match[ShipFacts]) -> Value:
    tier1 = match.facts.audit.tier1
    return Share(tier1["correct_ejections"], tier1["total_ejections"])


def _tasks(match: Match[ShipFacts], seat: Seat) -> Value:
    tasks = match.facts.tasks.get(seat)
    return None if tasks is None else Share(match.seats[seat].result.numbers.get("tasks", 0), tasks)


def _kills(match: Match[ShipFacts], seat: Seat) -> Value:
    return None if seat in match.facts.tasks else match.seats[seat].result.numbers.get("kills")


def _reports(match: Match[ShipFacts], seat: Seat) -> Value:
    return sum(meeting.caller == seat and meeting.cause == "report" for meeting in match.facts.audit.timeline.meetings)


def _share(name: str, meaning: str, title: str, value: Callable[..., Value], **more: Any) -> Measure:
    """Return a share of decisions or claims, also of all seats together."""
    return Measure(name, meaning, value, of="decision", interval="wilson", title=title, **{"seats": "pooled", **more})


def _claims(name: str, meaning: str, title: str, **more: Any) -> Measure:
    """Return a share of the claims of a seat, by its name in the Tally."""
    return _share(name, meaning, title, lambda match, seat: getattr(match.facts.audit.tallies[seat], name), **more)


def _standing(name: str, meaning: str, title: str) -> Measure:
    """Return a share of claims by the speaker's honesty, whose meaning says how often that verdict is right."""
    return _claims(name, f"{meaning} ({precision_words(name)}, as the grammar reads prose)", title)


CLAIMS = (
    _claims("unread", "share of speeches whose claims could not be read", "speeches not read", better="low"),
    _claims("uncertain", "share of claims that were not fully understood, and are in no other share",
            "claims not fully understood"),
    _claims("unverifiable", "share of claims that were understood and cannot be verified", "claims that cannot be verified"),
    _claims("true", "share of verifiable claims that are true; nearly true is not", "true claims", better="high"),
    _claims("misplaced", "share of verifiable claims of who was where that are not so", "false claims of who was where",
            better="low"),
    _claims("inconsistent", "share of claims whose own speech says the contrary too", "claims that contradict their own speech",
            better="low"),
    _standing("contradicted", "share of verifiable claims that the speaker's own turns and sights contradict",
              "contradicted (as the grammar reads it)"),
    _standing("mistaken", "share of verifiable claims that are false in good faith", "mistakes in good faith"),
    _standing("unsupported", "share of verifiable claims for which the speaker had seen nothing", "claims without grounds"),
    _claims("accused", "share of accusations that hit a duck", "accusations that hit a duck", better="high"),
    _claims("false_charges", "share of murder charges that the speaker knew to be false",
            "murder charges known to be false", better="low"),
    _claims("grounded", "share of accusations for which the accuser had seen anything", "accusations with grounds", better="high"),
    _claims("defended", "share of defenses that are of a goose", "defenses of a goose", better="high"),
    _claims("caught", "share of meetings in which a duck was contradicted, and in which a goose voted for that duck",
            "contradicted and voted for by a goose"),
)  # fmt: skip
"""Measures of claims. Accusations and defenses count only in their own shares."""

BEHAVIOUR = (
    _share("vote_precision", "share of votes for anybody that are for a duck", "votes that hit a duck", _behaviour("votes"),
           better="high", head="votes hit"),
    _share("skips", "share of votes that skip", "votes that skip", _behaviour("skips")),
    _share("efficiency", "share of the turns of geese with tasks left that were spent on one, or on the shortest way to one",
           "turns spent on tasks", _behaviour("efficiency"), better="high"),
    _share("kills_taken", "share of decisions at which a duck could kill and did", "chances to kill that were taken",
           _behaviour("kills")),
    _share("own_reports", "share of kills whose body the killer reported", "kills reported by the killer",
           _behaviour("own_reports")),
    Measure("latency", "ticks from first seeing a body to reporting it", _behaviour("latency"), "ticks", of="decision",
            better="low", form=".3g", title="ticks to report a body", seats="pooled"),
    Measure("rooms", "different rooms visited alive", _behaviour("rooms"), "rooms", of="decision", form=".3g",
            title="rooms visited", seats="pooled"),
    Measure("away", "way from a kill to where the killer was three ticks later", _behaviour("away"), "ticks", of="decision",
            form=".3g", title="ticks away from a kill", seats="pooled"),
)  # fmt: skip

RELEASED = tuple(
    Measure(
        each.name,
        f"{each.meaning}, as QUACK's release computes it (a share of nothing is 0)",
        _released(each.name),
        each.unit,
        interval="wilson" if each.name.endswith("_win_rate") else "bootstrap",
        listed="never",
    )
    for each in FIGURES
)
"""The figures of QUACK's release under its names, to be set beside the published ones."""

_IN_AUDITS = {"vote_precision": "votes", "kills_taken": "kills"}  # measures with another name there
AUDITED = {_IN_AUDITS.get(measure.name, measure.name): measure for measure in (*CLAIMS, *BEHAVIOUR)}
"""Measures of claims and behaviour by their names in audits."""

MEASURES = (
    Measure("goose_wins", "share of matches that the geese won", lambda match: match.facts.audit.tier1["winner"] == "goose",
            interval="wilson", title="won by the geese"),
    Measure("ended_by_ejections", "share of matches in which all ducks were ejected", _has_ended_by("All ducks have been ejected."),
            interval="wilson", title="all ducks ejected", under="goose_wins"),
    Measure("ended_by_tasks", "share of matches in which the geese did all their tasks",
            _has_ended_by("All tasks of the geese are done."), interval="wilson", title="all tasks done", under="goose_wins"),
    Measure("ended_by_time", "share of matches in which time ran out", _has_ended_by("Time ran out and the geese survived."),
            interval="wilson", title="time ran out", under="goose_wins"),
    Measure("ended_by_numbers", "share of matches in which the ducks were no longer outnumbered",
            _has_ended_by("The ducks are no longer outnumbered."), interval="wilson", title="won by the ducks' numbers"),
    Measure("ticks", "length of a match", _figure("game_duration_ticks"), "ticks", title="ticks, a match",
            form="g"),
    Measure("first_kill", "tick of the first kill, where there was one", _figure("first_kill_tick"),
            "ticks", title="tick of the first kill", form="g"),
    Measure("killed", "geese killed, a match", _figure("total_kills"), "seats", title="kills, a match",
            form="g"),
    Measure("reported", "meetings called over a body, a match", _figure("body_report_meetings"), "meetings",
            title="reports of bodies, a match", form="g"),
    Measure("button_meetings", "meetings called by the button, a match", _figure("emergency_meetings"),
            "meetings", title="button meetings, a match", form="g"),
    Measure("ejections_right", "share of ejected seats that were ducks",
            _ejections_right, better="high", interval="wilson",
            title="ejections that hit a duck"),
    Measure("survived", "whether the seat lived to the end", of="seat", better="high", interval="wilson",
            form="g"),
    _share("tasks_done", "share of a goose's tasks that were done", "tasks done", _tasks, better="high", head="tasks"),
    Measure("kills", "geese that a duck killed, a match", _kills, "seats", of="seat", better="high", form="g", head="kills"),
    Measure("reports", "bodies that the seat reported, a match", _reports, "bodies", of="seat", title="bodies reported", form="g"),
    *BEHAVIOUR,
    *CLAIMS,
    *RELEASED,
    result_number("score", "1 if its side won", better="high"),
    result_number("tasks", "tasks done; a duck's are fake", "tasks"),
    result_number("votes", "votes for anybody", "votes"),
    result_number("votes_on_ducks", "those among them that are for a duck", "votes"),
    result_number("brier", "mean squared error of what a dead seat expected of votes (Brier score; always 50 % sure: 0.25)",
                  better="low"),
)  # fmt: skip


def _details(match: Match[ShipFacts]) -> Mapping[str, Any]:
    timeline = match.facts.audit.timeline
    return {
        "winner": match.facts.audit.tier1["winner"],
        "kills": [{"tick": kill.tick, "killer": kill.killer, "victim": kill.victim, "room": kill.room} for kill in timeline.kills],
        "ejected": [seat for meeting in timeline.meetings for seat in meeting.ejected],
    }


def _conduct(_: Played, facts: ShipFacts, seat: Seat) -> Conduct:
    audit = facts.audit
    timeline, teams = audit.timeline, audit.timeline.teams
    is_goose = teams.get(seat) == "goose"
    own = [each for each in audit.checked if each.statement.speaker == seat]
    judged = _judged(own)
    accused: dict[tuple[int, Seat], bool] = {}  # the first accusation of each seat in each meeting
    for each in own if is_goose else ():
        if each.claim.type == "accusation" and timeline.judged_team(each):
            accused.setdefault((each.statement.meeting, each.claim.target), each.claim.is_hedged)
    suspicions = []
    for meeting in timeline.meetings if is_goose else ():
        others = [other for other in timeline.seats if other != seat and other not in meeting.dead]
        chance = sum(teams[other] == "duck" for other in others) / len(others) if others else 0.0
        named = [other for at, other in accused if at == meeting.index]
        suspicions += [Suspicion("accusation", teams[other], teams[other] == "duck", chance) for other in named]
        if vote := meeting.votes.get(seat):
            suspicions.append(Suspicion("vote", teams[vote], teams[vote] == "duck", chance))
    return Conduct(
        (
            *foreseen(facts.record, seat),
            *(
                Belief("accusations", "unsure" if is_hedged else "sure", teams[other] == "duck")
                for (_, other), is_hedged in accused.items()
            ),
        ),
        tuple(suspicions),
        sum(each.verdict.standing != "lie" for each in judged),
        tuple(timeline.is_caught(each.statement.meeting, seat) for each in judged if each.verdict.standing == "lie"),
    )


def foreseen(record: Sequence[RecordEntry], seat: Seat) -> Iterator[Belief]:
    """Yield what a dead seat expected of each vote."""
    held: Foreseen | None = None
    for event, _ in record:
        if isinstance(event, Foreseen) and event.seat == seat:
            held = event
        elif isinstance(event, Ballot) and held:
            yield Belief("ejections", held.sure / 100, held.ejected == event.ejected)
            held = None


def _judged(own: Sequence[Checked]) -> list[Checked]:
    """Return the claims that count as truths or lies: none while too few verdicts of a contradiction are right.

    An accusation or a defense counts where its speaker knew that it is false; an honest one is an opinion.
    """
    if not is_reliable("contradicted"):
        return []
    return [each for each in own if each.is_counted or each.is_known_false]


REPORT = Report(
    MEASURES,
    facts,
    likeness=same_rules,
    methods=Methods(dict.fromkeys(("goose_wins", "vote_precision"), "")),
    details=_details,
    conduct=ConductReader(
        _conduct,
        beliefs="An accusation that says so outright is sure, one with `I think` or the like is unsure; it is right if it hits a "
        "duck. The first of each seat in a meeting counts, and only those of a goose. As one of the dead, you are right if a vote "
        "comes out as you expected.",
        lies="Claims in meetings are not counted as truths or lies: too few of those that the grammar finds contradicted are.",
        suspicions="Whom you vote for and accuse in meetings as a goose.",
    ),
    is_kept=True,
)
