"""Chats: a line for each decision, what its player was asked and what it said, for fine-tuning and for reading.

A line is a decision and not a whole match, since that is what a model at a table reads: with every question it is sent anew who it
is, all that it has observed, and what it is asked. A chat of all its turns would be what no model ever reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path

from woozle.arena.exports.asking import Asked, Asking
from woozle.arena.exports.choice import Choice
from woozle.arena.exports.moments import Moment, moments
from woozle.arena.views.words import count
from woozle.core.outcome import Result
from woozle.core.request import Answer
from woozle.players.chats import chat_line, turn, turns_of
from woozle.saves.new_files import NewFiles
from woozle.saves.tables.played import Played
from woozle.saves.transcript import Json, refs_in

CHAT = "chat.jsonl"


class ChatExport(NewFiles):
    """One file of chats. count: lines until now; left_out: decisions that are in none, as they are in words of people."""

    def __init__(self, folder: Path, choice: Choice, *, with_text: bool, is_forced: bool) -> None:
        super().__init__(folder, is_forced=is_forced)
        self.count = self.left_out = 0
        self._choice = choice
        self._with_text = with_text
        self.write(CHAT, ())

    def add(self, match: Played) -> None:
        """The chats of a match. Raises TableError, SaveError."""
        lines, left_out = [], 0
        asking = Asking(match)
        for moment in moments(match, with_text=self._with_text):
            if not isinstance(moment.response.answer, Answer) or moment.decision.taken != "answer":
                continue
            if not self._choice.holds(match, moment.decision.who):
                continue
            if is_untold(moment, with_text=self._with_text):
                left_out += 1
                continue
            lines.append(_line(match, moment, asking))
        self.write(CHAT, lines)
        self.count += len(lines)
        self.left_out += left_out

    def told(self, path: Path) -> Iterator[str]:
        """What to say of the file."""
        yield f": {count(self.count, 'chat')}"
        if self.left_out:
            yield f" ({self.left_out:,} left out, in words of people{'' if self._with_text else '; see --with-text'})"


def is_untold(moment: Moment, *, with_text: bool) -> bool:
    """Whether an answer is in words of people that do not come along, or were withdrawn."""
    return moment.decision.is_withdrawn or (not with_text and any(refs_in(moment.decision.response.get("answer"))))


def _line(match: Played, moment: Moment, asking: Asking) -> str:
    asked = asking.asked(moment)
    said, reasoning = asking.said(moment)
    turns = [*turns_of(asked.sent), turn("assistant", said, reasoning)]
    return f"{chat_line(turns, metadata=_about(match, moment, asked))}\n"


def _about(match: Played, moment: Moment, asked: Asked) -> Json:
    who, result = moment.decision.who, match.results.get(moment.decision.who.seat)
    return {
        "game": match.header.game,
        "match": match.name,
        "n": moment.decision.line.body["n"],
        "seat": who.seat,
        "role": who.role or None,
        "player": who.player,
        "player_name": who.name,
        "asks": moment.decision.request["asks"],
        "tries": moment.decision.try_number,
        "result": result.kind if result else None,
        "won": result.kind == "won" if result and result.kind != "void" else None,
        "score": numbers_of(result).get("score"),
        "as_sent": asked.is_as_sent,
        "pictures_missing": asked.lacks,
    }


def numbers_of(result: Result | None) -> dict[str, float]:
    """The numbers of a result that JSON can hold; none of an unfinished match."""
    return {name: number for name, number in (result.numbers if result else {}).items() if isfinite(number)}
