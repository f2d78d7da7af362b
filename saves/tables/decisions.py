"""The table of decisions."""

from __future__ import annotations

from typing import get_args, get_type_hints

from woozle.core.request import Display, Leaning
from woozle.saves.tables.columns import json_text, of_match, of_seat
from woozle.saves.tables.played import Decision
from woozle.saves.tables.table import Column, Table

TAKEN = {
    "answer": "",
    "illegal": "an answer that the rules do not allow",
    "unparsable": "not to be read as an answer",
    "cut_off": "broken off before its end",
    "refused": "a model would not answer",
    "empty": "nothing was said",
    "nothing": "no Response was made; `forfeit` says why",
}
FORFEITS = {
    "gave_up": "",
    "timeout": "the time was used up",
    "illegal": "three illegal answers",
    "refused": "a model would not answer",
    "error": "a fault that is not the player's; the seat's result is void",
}


def _used(name: str, meaning: str, unit: str = "") -> Column:
    """A part of what a Response cost: 0 where nothing is written down."""
    is_whole = unit != "US dollars"
    nothing = 0 if is_whole else 0.0
    return Column(
        name, "whole number" if is_whole else "number", meaning, lambda row: row.part("usage").get(name, nothing), unit=unit
    )


def _timed(name: str, meaning: str, unit: str = "seconds", missing: str = "") -> Column:
    """Something of the timing of a person, which others do not have."""
    more = f"; {missing}" if missing else ""
    return Column(
        name, "number" if unit == "seconds" else "whole number", meaning, lambda row: row.part("timing").get(name), unit=unit,
        missing=f"for all but people, and in transcripts from before it was measured{more}",
    )  # fmt: skip


def _choice(row: Decision) -> str | None:
    return json_text(row.given.choice) if row.given and row.given.choice else None


def _is_coarse(row: Decision) -> bool | None:
    display = row.part("display")
    return display["mode"] == "halfblock" and not display.get("opened") if display else None


DECISIONS = Table(
    "decisions",
    "decisions: one Response of a person, a model, a bot or an official",
    (
        *of_match(lambda row: row.match),
        Column("n", "whole number", "which Response of the match, from 1; its line in the transcript is one more",
               lambda row: row.line.body["n"]),
        Column("request", "whole number", "which question of the match this answers, from 1", lambda row: row.request["id"]),
        Column("try_number", "whole number", "which Response to this question, from 1; after an illegal one it is asked again",
               lambda row: row.try_number),
        *of_seat(lambda row: row.who),
        Column("asks", "text", "kind of answer that was asked for", lambda row: row.request["asks"], is_listed=True),
        Column("legal_choices", "whole number",
               "in how many ways the limited fields of the answer could be filled in: the product of their legal values",
               lambda row: row.legal_choices, missing="where no field was limited"),
        Column("choice", "text",
               "the answer without its free text, as JSON: fields with few legal values, numbers, yes or no; null is a value too",
               _choice, missing="where nothing remains, or there was no answer"),
        Column("text", "text", "what was said freely, a line feed between fields; signs stand for what terminals act on",
               lambda row: row.text, missing="where there is no free text; empty where it was withdrawn", is_text=True),
        Column("characters", "whole number", "length of what was said freely, all fields together",
               lambda row: row.characters, unit="characters", missing="where it has no field, was withdrawn, or no answer came"),
        Column("is_withdrawn", "yes or no", "whether what was said here was withdrawn", lambda row: row.is_withdrawn),
        Column("taken", "text", "how the Response was taken", lambda row: row.taken, levels=TAKEN),
        Column("forfeit", "text", "why the question was given up with this Response", lambda row: row.forfeit, levels=FORFEITS,
               missing="where it was not"),
        Column("seconds", "number", "thinking time: of people without curtain, pause and time away; of models without queues",
               lambda row: row.response.get("seconds"), unit="seconds", missing="where nobody measured it"),
        Column("deadline", "number", "thinking time that there was", lambda row: row.request.get("seconds"), unit="seconds",
               missing="where there was no limit"),
        Column("attempts", "whole number", "calls of a model whose replies are kept with this Response",
               lambda row: len(row.response.get("attempts", ()))),
        _used("calls", "calls of models"),
        _used("tokens_in", "tokens that models read", "tokens"),
        _used("tokens_cached", "those among them that the server had kept from before", "tokens"),
        _used("tokens_out", "tokens that models wrote", "tokens"),
        _used("dollars", "price; 0 also where it is not known", "US dollars"),
        Column("leaning", "number", "how likely the player was to make the choice that it made, by its own probabilities",
               lambda row: row.leaning, unit="probability, 0 to 1", missing="where it was not recorded"),
        Column("leaning_by", "text", "how that is known", lambda row: row.part("leaning").get("by"),
               levels=get_args(get_type_hints(Leaning)["by"]), missing="where it was not recorded"),
        Column("pictures", "whole number", "pictures that were shown beside the words",
               lambda row: len(row.response.get("pictures", ()))),
        Column("display", "text", "how a person saw pictures", lambda row: row.part("display").get("mode"),
               levels=get_args(get_type_hints(Display)["mode"]), missing="where no person saw one"),
        Column("coarse_picture", "yes or no",
               "whether a person saw it only as half blocks, two pixels a character, where models are given the file",
               _is_coarse, missing="where no person saw one"),
        _timed("shown", "from the question to its first appearance on the screen, a curtain between included"),
        _timed("first_key", "from its appearance to the first key or click", missing="where none was pressed, or none can be seen"),
        _timed("submit", "from its appearance to the answer, with everything between"),
        _timed("away", "of that, without the focus of the terminal", missing="where the terminal did not tell of focus"),
        _timed("paused", "of that, in a pause"),
        _timed("covered", "of that, behind another screen, such as help"),
        _timed("keys", "keys pressed and clicks", "keys"),
        _timed("deletions", "characters that were taken out of the answer again", "characters"),
        _timed("pasted", "characters that were pasted into the answer", "characters"),
        _timed("long_pastes", "pastes of more than 20 characters", "pastes"),
        _timed("anticipated", "keys, clicks and pastes that came before the question, or a part of it, took any input, which is "
               "0.3 seconds after its appearance; they were ignored, and no other column has them", "inputs"),
    ),
)  # fmt: skip
