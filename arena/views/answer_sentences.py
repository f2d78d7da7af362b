"""Sentences on forfeits, voids, repairs, settings that had no effect, and players and services that failed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from woozle.arena.views.words import count
from woozle.core.answer_counts import AnswerCounts
from woozle.core.event import Event, Forfeited
from woozle.core.failures import is_crash, readable_reason
from woozle.core.names import join_names
from woozle.core.outcome import Result
from woozle.core.request import Seat

_SETTINGS = {"detail": "a detail of pictures", "effort": "an effort", "seed": "a seed", "temperature": "a temperature"}


def answer_sentences(answers: Mapping[Seat, AnswerCounts], results: Mapping[Seat, Result]) -> Iterator[str]:
    """Yield sentences on the seats of a match that did not answer all they were asked, and on settings that had no effect."""
    for seat, result in results.items():
        counts = answers.get(seat, AnswerCounts())
        lost = ", ".join(_losses(counts))
        if counts.never_answered:
            end = {"won": "that it won", "lost": "that it lost", "drawn": "that it drew"}.get(result.kind, "its result")
            how = "gave no answer that could be read" if counts.unread else "never answered"
            yield f"{seat} {how} ({count(counts.questions, 'question')}: {lost}); {end} says nothing about its play."
        elif lost:
            yield f"{seat} answered {counts.answered.part:g} of {count(counts.questions, 'question')} ({lost})."
        if counts.cut_short:
            were = count(counts.cut_short, "answer was", "answers were")
            yield f"{seat}: {were} cut off at a limit of tokens and taken to there."
        if counts.not_taken:
            yield f"{seat}: {not_taken(counts)}."


def reason_for_silence(counts: AnswerCounts) -> str:
    """Return why a player is not ranked: `never answered: 4 of 4 forfeited`."""
    kinds = ((counts.forfeits, "forfeited"), (counts.voids, "void"), (counts.unread, "could not be read"))
    return f"never answered: {', '.join(f'{number} of {counts.questions} {kind}' for number, kind in kinds if number)}"


def not_taken(counts: AnswerCounts) -> str:
    """Return which settings a server did not take: `its server did not take a temperature`; empty if it took all."""
    told = (("did not take", counts.dropped), ("did not always take", counts.partly_taken))
    return "; ".join(f"its server {did} {setting_names(names)}" for did, names in told if names)


def setting_names(names: Iterable[str]) -> str:
    """Return settings of sampling as an enumeration: `a temperature and top_p`."""
    return join_names(_SETTINGS.get(name, name) for name in names)


def percent(share: float) -> str:
    """Return a share in per cent, without digits that say nothing: `25 %`, `0.4 %`."""
    return f"{100 * share:.2g} %" if share < 0.1 else f"{100 * share:.0f} %"


def _losses(counts: AnswerCounts) -> Iterator[str]:
    if counts.forfeits:
        yield f"{counts.forfeits:,} forfeited"
    if counts.voids:
        yield f"{counts.voids:,} void"
    if counts.unread:
        yield f"{counts.unread:,} could not be read"
    if counts.repairs:
        yield f"{count(counts.repairs, 'answer')} asked for again"


def failures(events: Iterable[Event], seats: Collection[Seat] = ()) -> Iterator[str]:
    """Yield a sentence for each player and each service that failed, from the record of a match: what failed, and what to do.

    seats: of the match; if not given, those that an Event names. Any other player is a service.
    """
    told = list(events)
    seats = seats or next((event.seats for event in told if hasattr(event, "seats")), ())
    failed: set[str] = set()
    for event in told:
        if isinstance(event, Forfeited) and event.kind == "error" and event.seat not in failed:
            failed.add(event.seat)
            why = readable_reason(event.why).rstrip(".")
            is_ours = is_crash(event.why)
            if seats and event.seat not in seats:
                then = (
                    f"choose another {event.seat}, and please report that"
                    if is_ours
                    else f"mend it, or choose another {event.seat}"
                )
                yield f"The {event.seat} failed ({why}), so what it was asked for is missing from this match; {then}."
            else:
                then = "; please report that" if is_ours else ""
                yield f"The player of {event.seat} failed ({why}), so its result is void and not counted{then}."
