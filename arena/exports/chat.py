"""Chats: a line for each decision, with what its player was asked and said, for fine-tuning and for reading.

A line is a decision and not a whole match, since that is what a model at a table reads: with every question it is sent anew who it
is, all that it has observed, and what it is asked. A chat of all its turns would be what no model ever reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from pathlib import Path

from woozle.arena.exports.decisions import Choice, Moment, Prompting, Rewording, moments
from woozle.arena.views.words import count
from woozle.core.outcome import Result
from woozle.core.request import Answer
from woozle.players.chats import chat_line, turn, turns_of
from woozle.saves.match import FinishedMatch
from woozle.saves.staged_files import StagedFiles
from woozle.saves.transcript import Json, find_refs

CHAT = "chat.jsonl"


class ChatExport(StagedFiles):
    """A file of chats. count: lines so far; left_out: decisions without a line, since they are in words of people."""

    def __init__(self, folder: Path, choice: Choice, *, with_text: bool, is_forced: bool) -> None:
        super().__init__(folder, is_forced=is_forced)
        self.count = self.left_out = 0
        self._choice = choice
        self._with_text = with_text
        self.write(CHAT, ())

    def add(self, match: FinishedMatch) -> None:
        """Add the chats of a match. Raises TableError, SaveError."""
        lines, left_out = [], 0
        rewording = Rewording(match)
        for moment in moments(match, with_text=self._with_text):
            if not isinstance(moment.response.answer, Answer) or moment.decision.reading != "answer":
                continue
            if not self._choice.holds(match, moment.decision.who):
                continue
            if has_hidden_text(moment, with_text=self._with_text):
                left_out += 1
                continue
            lines.append(_line(match, moment, rewording))
        self.write(CHAT, lines)
        self.count += len(lines)
        self.left_out += left_out

    def describe(self, path: Path) -> Iterator[str]:
        yield f": {count(self.count, 'chat')}"
        if self.left_out:
            yield f" ({self.left_out:,} left out, in words of people{'' if self._with_text else '; see --with-text'})"


def has_hidden_text(moment: Moment, *, with_text: bool) -> bool:
    """Return whether an answer is in words of people that are not exported, or were withdrawn."""
    return moment.decision.is_withdrawn or (not with_text and any(find_refs(moment.decision.line.body["response"].get("answer"))))


def _line(match: FinishedMatch, moment: Moment, rewording: Rewording) -> str:
    prompting = rewording.prompt_of(moment)
    reply, reasoning = rewording.reply_to(moment)
    turns = [*turns_of(prompting.sent), turn("assistant", reply, reasoning)]
    return f"{chat_line(turns, metadata=_metadata(match, moment, prompting))}\n"


def _metadata(match: FinishedMatch, moment: Moment, prompting: Prompting) -> Json:
    who, result = moment.decision.who, match.results.get(moment.decision.who.seat)
    return {
        "game": match.header.game,
        "match": match.name,
        "n": moment.decision.n,
        "seat": who.seat,
        "role": who.role or None,
        "player": who.player,
        "player_name": who.name,
        "asks": moment.decision.question.asks,
        "tries": moment.decision.try_number,
        "result": result.kind if result else None,
        "won": result.kind == "won" if result and result.kind != "void" else None,
        "score": finite_numbers(result).get("score"),
        "as_sent": prompting.is_as_sent,
        "pictures_missing": prompting.lacks,
    }


def finite_numbers(result: Result | None) -> dict[str, float]:
    """Return the numbers of a result that JSON can hold; none of an unfinished match."""
    return {name: number for name, number in (result.numbers if result else {}).items() if isfinite(number)}
