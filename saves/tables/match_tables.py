"""The tables of matches: decisions, matches, seats and scores, and the rows of a match in each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, get_args, get_type_hints

import orjson

from woozle.core.answer_counts import NO_ANSWERS, AnswerCounts
from woozle.core.measures import ANSWERED, AS_FOUND, Kind, Measure, Topic
from woozle.core.request import AnswerProbabilities, Display
from woozle.core.text import visible_line
from woozle.saves.decoder import DecodeError
from woozle.saves.match import Decision, FinishedMatch, Occupant, PlayerKind
from woozle.saves.summary import describe_config
from woozle.saves.tables.table import Row, Table, TableError, flag, free_text, text, whole
from woozle.saves.transcript import Header, display_path

_PLAYERS = {
    "human": "",
    "model": "a language model",
    "bot": "a program of Woozle or of a game",
    "service": "a judge, editor, retriever or similar, whatever plays it",
    "other": "any other kind",
}


def match_columns(match: Callable[[Any], FinishedMatch]) -> tuple[Measure, ...]:
    """Return the columns that name a row's match."""
    return (
        text("match", "name of the match, unique and the same in all tables", lambda row: match(row).name),
        text("game", "game", lambda row: match(row).header.game, levels=AS_FOUND),
        whole(
            "rules_version", "version of the rules; figures of different versions may not be comparable",
            lambda row: match(row).header.rules,
        ),
    )  # fmt: skip


def seat_columns(who: Callable[[Any], Occupant]) -> tuple[Measure, ...]:
    """Return the columns that describe a row's seat."""
    return (
        text("seat", "name of the seat or service", lambda row: who(row).seat),
        text("player", "kind of player", lambda row: who(row).player, levels=_PLAYERS),
        text(
            "player_name", "model with its options, without those in `not_taken`, or name of the bot or service",
            lambda row: who(row).name, levels=AS_FOUND, missing="for humans",
        ),
        text(
            "role", "role of the seat in this match, whether its player knew it or not",
            lambda row: who(row).role or None, levels=AS_FOUND, missing="in games without roles, and before roles were dealt",
        ),
    )  # fmt: skip


def topic_columns(match: Callable[[Any], FinishedMatch]) -> tuple[Measure, ...]:
    """Return the columns that say what a row's match was about, and what its group answered."""
    missing = "in games that are about nothing but their deal, and in unfinished matches"
    return (
        text("case", "what the match was about, by its name in the data set: a question, a picture, passages",
             _of_topic(match, lambda topic: topic.case), missing=missing),
        text("data_set", "data set that the case is of", _of_topic(match, lambda topic: topic.data or None),
             levels=AS_FOUND, missing=f"of cases of no data set with a name, {missing}"),
        text("question", "the question, in words", _of_topic(match, lambda topic: visible_line(topic.question) or None),
             missing=f"if there was none, {missing}"),
        text("answer", "the answer of the group, where it is chosen from some or a number",
             _of_topic(match, lambda topic: None if topic.is_free else topic.answer),
             missing=f"without one, if it is in free words (`answer_text`), {missing}"),
        free_text("answer_text", "the answer of the group in free words",
             _of_topic(match, lambda topic: topic.answer if topic.is_free else None),
             missing=f"without one, after a withdrawal, {missing}"),
        flag("answer_right", "whether that answer is right", _of_topic(match, lambda topic: topic.is_right),
             missing=f"without one, {missing}"),
    )  # fmt: skip


def _of_topic(match: Callable[[Any], FinishedMatch], value: Callable[[Topic], Any]) -> Callable[[Any], Any]:
    return lambda row: value(topic) if (topic := match(row).topic) else None


def json_text(value: Any) -> str:
    """Return a value as compact JSON."""
    return orjson.dumps(value).decode()


TAKEN = {
    "answer": "",
    "illegal": "an answer that the rules do not allow",
    "unparsable": "could not be parsed as an answer",
    "cut_off": "broke off before its end",
    "refused": "a model refused to answer",
    "empty": "no text",
    "nothing": "no Response was made; `forfeit` says why",
}
FORFEITS = {
    "gave_up": "",
    "timeout": "time ran out",
    "illegal": "three illegal answers",
    "refused": "a model refused to answer",
    "failed": "an agent raised an exception, answered with something else, or ended",
    "error": "an internal error, not the player's fault; the seat's result is void",
}


CLOCKS = {
    "page": "of the browser, from when the question was painted",
    "terminal": "of the terminal that played the match, from when the question was written to it",
    "joined terminal": "of a terminal on another machine, likewise",
    "guest": "of a page or a terminal on another machine; transcripts before format 8 do not say which",
    "host": "of the machine that played the match, alone: from asking to the answer, with the network; for models, from the call",
}


def _usage(name: str, meaning: str, unit: str = "") -> Measure:
    """Return the column of a cost of a Response; 0 if it is not recorded."""
    return whole(name, meaning, lambda row: getattr(row.usage, name), unit=unit)


def _dollars(row: Decision) -> float | None:
    return None if not row.usage.dollars and row.usage.unpriced else row.usage.dollars


def _timing(name: str, meaning: str, unit: str = "seconds", missing: str = "") -> Measure:
    """Return the column of a timing, which only humans have."""
    more = f"; {missing}" if missing else ""
    missing = f"for all but humans, and in transcripts from before it was measured{more}"
    kind: Kind = "number" if unit == "seconds" else "whole number"
    return Measure(name, meaning, lambda row: row.timing.get(name), unit, kind=kind, missing=missing)


def _choice(row: Decision) -> str | None:
    return json_text(row.given.choice) if row.given and row.given.choice else None


def _is_coarse(row: Decision) -> bool | None:
    display = row.parts.display
    return display.mode in ("halfblock", "sextant", "octant") and not display.opened if display else None


DECISIONS = Table(
    "decisions",
    "decisions: one Response of a human, model, bot or service",
    (
        *match_columns(lambda row: row.match),
        whole("n", "number of the Response in the match, from 1",
              lambda row: row.n),
        whole("request", "number of the question that this answers, from 1", lambda row: row.question.id),
        whole("try_number", "number of the attempt at this question, from 1; an illegal answer leads to another",
              lambda row: row.try_number),
        *seat_columns(lambda row: row.who),
        text("stand_in", "bot that answered for a player who was gone, who is then not the `player` of this row",
             lambda row: row.parts.stand_in or None, levels=AS_FOUND, missing="if the player of the seat answered"),
        text("asks", "type of the answer asked for", lambda row: row.question.asks, levels=AS_FOUND),
        whole("legal_choices",
              "number of ways to fill in the limited fields of the answer: the product of their legal values",
              lambda row: row.legal_choices, missing="if no field is limited"),
        text("choice",
             "the answer without its free text, as JSON: fields with few legal values, numbers, yes or no; null is a value too",
             _choice, missing="if nothing remains, or there was no answer"),
        free_text("text", "free text, with a line feed between fields; control characters appear as visible signs",
             lambda row: row.text, missing="if there is no free text; empty if it was withdrawn"),
        whole("characters", "length of the free text, all fields together",
              lambda row: row.characters, unit="characters", missing="without text field or answer, and after a withdrawal"),
        flag("is_withdrawn", "whether free text of this decision was withdrawn", lambda row: row.is_withdrawn),
        text("taken", "how the Response was read", lambda row: row.reading, levels=TAKEN),
        text("forfeit", "why this Response ended the question unanswered", lambda row: row.forfeit, levels=FORFEITS,
             missing="if it did not"),
        Measure("seconds",
               "thinking time: for humans from the first appearance of the question, without pauses and absence; at an open table "
               "never less than the host waited, but for the network; for models without queueing",
               lambda row: row.parts.seconds, unit="seconds", missing="if it was not measured"),
        text("clock", "whose clock all times of this decision are of, but `host` and `ping`", lambda row: row.clock,
             levels=CLOCKS, missing="if no time was measured, or it was not recorded whose"),
        Measure("deadline", "time limit for thinking", lambda row: row.question.seconds, unit="seconds",
               missing="without a limit"),
        text("not_taken", "settings of sampling, the seed among them, that its server refused",
             lambda row: ", ".join(row.not_taken) or None, levels=AS_FOUND, missing="if there are none"),
        whole("attempts", "model calls whose replies are recorded with this Response",
              lambda row: len(row.parts.completions)),
        _usage("calls", "model calls"),
        _usage("tokens_in", "tokens read by models", "tokens"),
        _usage("tokens_cached", "of these, tokens that the server had cached", "tokens"),
        _usage("tokens_cache_write", "of these, tokens that the server kept to be read again", "tokens"),
        _usage("tokens_out", "tokens written by models", "tokens"),
        _usage("tokens_reasoning", "of these, reasoning, if the server reports it", "tokens"),
        Measure("dollars", "price of the calls whose price is known", _dollars, unit="US dollars",
               missing="if none of them is known, and in transcripts from before that was recorded, if it was 0"),
        _usage("unpriced", "calls without a known price, which `dollars` does not include", "calls"),
        Measure("leaning", "probability that the player gave to the choice it made",
               lambda row: row.probability, unit="probability, 0 to 1", missing="if it was not recorded"),
        text("leaning_by", "how that probability was obtained", lambda row: getattr(row.parts.probabilities, "by", None),
             levels=get_args(get_type_hints(AnswerProbabilities)["by"]), missing="if it was not recorded"),
        whole("pictures", "pictures shown with the question",
              lambda row: len(row.parts.pictures)),
        text("display", "how a human saw the pictures", lambda row: getattr(row.parts.display, "mode", None),
             levels=get_args(get_type_hints(Display)["mode"]), missing="if no human saw one"),
        flag("coarse_picture",
             "whether a human saw it only in characters, of two, six or eight pixels each, while models get the file",
             _is_coarse, missing="if no human saw one"),
        _timing("shown", "from the question, or its arrival over a network, to its first appearance on the screen, with a curtain"),
        _timing("first_key", "from its appearance to the first key or click", missing="if none was pressed, or none can be seen"),
        _timing("submit", "from its appearance to the answer, with everything in between"),
        _timing("away", "of that, time without focus of the terminal or the page", missing="if the terminal does not report it"),
        _timing("paused", "of that, time paused"),
        _timing("covered", "of that, time behind another screen, such as help; in a browser, time in which the page was hidden"),
        _timing("keys", "keys and clicks", "keys"),
        _timing("deletions", "characters deleted from the answer", "characters"),
        _timing("pasted", "characters pasted into the answer", "characters"),
        _timing("long_pastes", "pastes of more than 20 characters", "pastes"),
        _timing("anticipated", "keys, clicks and pastes before the question, or a part of it, accepted input, which is "
               "0.3 seconds after it appears; they were ignored and are in no other column", "inputs"),
        _timing("host", "from asking to receiving the answer, by the clock of the host, without pauses and without the minute "
                "for which it waits for a lost connection",
                missing="where both were on one machine"),
        _timing("ping", "latest round trip between host and player", missing="where both were on one machine"),
    ),
)  # fmt: skip


_LONG = 1000  # bytes of an option that stands in `config` as it is

_ENDED = {
    "won": "by at least one seat",
    "drawn": "between the best seats",
    "lost": "by all seats",
    "void": "for all seats, so it does not count",
    "unfinished": "",
}
RESULTS = {
    "won": "",
    "lost": "",
    "drawn": "",
    "forfeited": "",
    "void": "spoilt by an internal error: do not count its numbers",
}


class SeatRow(NamedTuple):
    """A seat or service in a match."""

    match: FinishedMatch
    who: Occupant


class ScoreRow(NamedTuple):
    """A number of a seat's result."""

    match: FinishedMatch
    who: Occupant
    measure: str
    value: float


def _config(header: Header) -> str:
    """Return the options as JSON, long ones (pools of questions, maps) by their digest."""
    return json_text({name: _shorten(value) for name, value in header.config.items()})


def _shorten(value: Any) -> Any:
    text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    if len(text) <= _LONG:
        return value
    name = {"name": value["name"]} if isinstance(value, dict) and isinstance(value.get("name"), str) else {}
    return {**name, "sha256": sha256(text).hexdigest(), "bytes": len(text)}


def _ending(match: FinishedMatch) -> str | None:
    if not match.outcome:
        return "unfinished"
    kinds = {result.kind for result in match.results.values()}
    if not kinds:
        return None
    return "void" if kinds == {"void"} else next((kind for kind in ("won", "drawn") if kind in kinds), "lost")


def _count(player: PlayerKind, name: str) -> Measure:
    return whole(name, f"number of {name} in the match", lambda row: row.count(player), unit=name)


def _total_seconds(decisions: Iterable[Decision]) -> float:
    """Return the total thinking time, rounded as that of each decision."""
    return round(sum(each.parts.seconds or 0.0 for each in decisions), 3)


def _seconds(player: PlayerKind, name: str) -> Measure:
    meaning = f"total thinking time of the {name}"
    return Measure(f"seconds_{name}", meaning, lambda row: _total_seconds(row.by(player)), unit="seconds")


MATCHES = Table(
    "matches",
    "matches",
    (
        *match_columns(lambda row: row),
        text("setting", "options in words: the nearest preset and the differences from it",
             lambda row: describe_config(row.header)[0] or None, missing="if the game is not installed"),
        text("config_id", "equal for matches with equal options",
             lambda row: f"config-{describe_config(row.header)[1]}"),
        text("config", f"all options, as JSON; those of more than {_LONG:,} bytes by the SHA-256 of their sorted JSON",
             lambda row: _config(row.header)),
        text("deal", "equal for matches with the same chance: the beginning of the commitment to the match key",
             lambda row: row.deal, missing="for imported matches"),
        text("started", "start, ISO 8601, UTC", lambda row: row.header.started,
             missing="for matches of bots alone, where a seed always gives the same bytes"),
        text("woozle", "version of Woozle that wrote the transcript", lambda row: row.header.software.get("woozle")),
        text("source", "format of the imported log", lambda row: getattr(row.header.source, "format", None),
             levels=AS_FOUND, missing="for matches played with Woozle"),
        flag("verified", "whether verify passed levels 0 to 2; altered matches are left out",
             lambda row: not row.unchecked),
        text("unchecked", "why a level could not be checked", lambda row: ", ".join(row.unchecked) or None,
             levels=AS_FOUND, missing="for verified matches"),
        *topic_columns(lambda row: row),
        flag("is_fork", "whether it repeats the beginning of another match, so is not independent of it",
             lambda row: row.header.fork is not None),
        text("ended", "result of the match", _ending, levels=_ENDED, missing="in games without seats"),
        free_text("reason", "how it ended, in a sentence, which may quote speech",
             lambda row: None if row.transcript.redacted_count or not row.outcome else row.outcome.reason,
             missing="for unfinished matches, and after a withdrawal"),
        flag("is_complete", "whether it was played to the end", lambda row: row.transcript.is_finished),
        flag("is_redacted", "whether text was withdrawn from it", lambda row: row.transcript.redacted_count > 0),
        whole("seats", "number of seats", lambda row: len(row.seats), unit="seats"),
        _count("human", "humans"),
        _count("model", "models"),
        _count("bot", "bots"),
        _count("service", "services"),
        whole("lines", "number of decisions", lambda row: len(row.decisions), unit="decisions"),
        _seconds("human", "humans"),
        _seconds("model", "models"),
        _seconds("bot", "bots"),
        _seconds("service", "services"),
    ),
)  # fmt: skip


# Seats, and the numbers of their results


def _result(row: SeatRow | ScoreRow) -> str | None:
    result = row.match.results.get(row.who.seat)
    return result.kind if result else None


def _score(row: SeatRow) -> float | None:
    result = row.match.results.get(row.who.seat)
    return result.numbers.get("score") if result else None


def _stand_in_from(row: SeatRow) -> int | None:
    return row.match.stand_ins.get(row.who.seat)


def _answers(row: SeatRow) -> AnswerCounts:
    return row.match.own_answers.get(row.who.seat, NO_ANSWERS)


_RESULT = text("result", "result of the seat", _result, levels=RESULTS, missing="for services, and in unfinished matches")

SEATS = Table(
    "seats",
    "seats of matches; services have rows too, with `player` service",
    (
        *match_columns(lambda row: row.match),
        whole("number", "number of the seat, from 1", lambda row: row.who.number, missing="for services"),
        *seat_columns(lambda row: row.who),
        *topic_columns(lambda row: row.match),
        _RESULT,
        Measure("score", "score, on the scale of the game; the other numbers are in `scores`", _score,
               missing="as for `result`, and in games without scores"),
        whole("stand_in_from", "number of the first Response (`n`) that a bot gave in its player's place", _stand_in_from,
              missing="if the player answered each time"),
        whole("decisions", "number of its Responses", lambda row: len(row.match.of(row.who)), unit="decisions"),
        whole("forfeits", "number of those that were forfeited, with those in `voids`",
              lambda row: _answers(row).forfeits + _answers(row).voids, unit="decisions"),
        whole("voids", "number of those that were lost to a technical failure, such as a server that failed",
              lambda row: _answers(row).voids, unit="decisions"),
        whole("repairs", "number of those that could not be read or were illegal, and were asked for again",
              lambda row: _answers(row).repairs, unit="decisions"),
        whole("cut_short",
              "number of those whose reply was cut off at its limit of tokens, and was taken as it stood, as plain text is",
              lambda row: _answers(row).cut_short, unit="decisions"),
        whole("questions", "number of questions that it answered or forfeited",
              lambda row: _answers(row).questions, unit="questions"),
        replace(ANSWERED, value=lambda row: _answers(row).answered.rate, unit="share, 0 to 1", missing="if it was asked nothing"),
        text("not_taken", "settings of sampling, the seed among them, that its server refused with every reply",
             lambda row: ", ".join(_answers(row).dropped) or None, levels=AS_FOUND, missing="if there are none"),
        text("partly_taken", "settings that its server refused with some replies and not with others",
             lambda row: ", ".join(_answers(row).partly_taken) or None, levels=AS_FOUND, missing="if there are none"),
        Measure("seconds", "its total thinking time", lambda row: _total_seconds(row.match.of(row.who)), unit="seconds"),
    ),
)  # fmt: skip

SCORES = Table(
    "scores",
    "numbers of the results of seats, one a row",
    (
        *match_columns(lambda row: row.match),
        *seat_columns(lambda row: row.who),
        *topic_columns(lambda row: row.match),
        _RESULT,
        text("measure", "name of the measure; the codebook has a list", lambda row: row.measure, levels=AS_FOUND),
        Measure("value", "its value, on the scale of the game", lambda row: row.value,
               missing="if there was nothing to count"),
    ),
)  # fmt: skip


def score_rows(match: FinishedMatch) -> Iterator[ScoreRow]:
    """Yield the rows of the scores."""
    for who in match.seats:
        result = match.results.get(who.seat)
        for measure, value in result.numbers.items() if result else ():
            yield ScoreRow(match, who, measure, value)


TABLES = (DECISIONS, MATCHES, SEATS, SCORES)


def match_tables(*, with_text: bool = False, leading: Iterable[Measure] = ()) -> tuple[Table, ...]:
    """Return the tables of matches.

    Args:
        with_text: Include free text.
        leading: Columns to put before those of each table.
    """
    before = tuple(leading)
    return tuple(replace(table if with_text else table.without_text(), leading=before) for table in TABLES)


def match_rows(match: FinishedMatch, tables: Iterable[Table]) -> dict[str, list[Row]]:
    """Return all rows of a match by table. Raises TableError."""
    with table_errors(match.transcript.path):
        check_match(match)
        return unchecked_rows(match, tables)


def unchecked_rows(match: FinishedMatch, tables: Iterable[Table]) -> dict[str, list[Row]]:
    """Return all rows of a match by table; call it after `check_match` and within `table_errors`."""
    about = row_subjects(match)
    return {table.name: [table.row(each) for each in about[table.name]] for table in tables}


def check_match(match: FinishedMatch) -> None:
    """Raise TableError for a match that was altered; call it within `table_errors`."""
    for number, sentence in match.transcript.findings[:1]:
        raise TableError(f"line {number}: {sentence}")


@contextmanager
def table_errors(path: Path) -> Iterator[None]:
    """Turn errors of malformed transcripts into a TableError."""
    try:
        yield
    except (TableError, DecodeError) as error:
        raise TableError(f"{display_path(path)} is left out: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise TableError(f"{display_path(path)} is left out: something in it has a form that Woozle never writes.") from error


RowSubject: TypeAlias = Decision | FinishedMatch | SeatRow | ScoreRow


def occupant_of(row: RowSubject) -> Occupant | None:
    """Return the player or service that a row is about; None for a whole match."""
    return None if isinstance(row, FinishedMatch) else row.who


def row_subjects(match: FinishedMatch) -> Mapping[str, Iterator[RowSubject]]:
    """Return what the rows of a match are about, by table."""
    return {
        DECISIONS.name: iter(match.decisions),
        MATCHES.name: iter((match,)),
        SEATS.name: (SeatRow(match, who) for who in match.occupants.values()),
        SCORES.name: score_rows(match),
    }
