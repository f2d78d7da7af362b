"""Questions read by their keywords, and edits that change their answers: an analyst for users without a model that can see."""

from __future__ import annotations

import re
from collections.abc import Mapping

from woozle.games.undercover.pairs.counterfactuals import Propose
from woozle.games.undercover.scenes.graph import EditType, Question

_TYPES: tuple[tuple[EditType, str], ...] = (
    ("quantity", r"how many|(the )?number of|count"),
    ("colour", r"what colou?r|which colou?r|colou?red|colou?r of"),
    ("text", r"what does .*\b(say|read)|written|what (word|letter|text|number)|(says|reads)\b|spell"),
    ("size", r"how (big|large|small|tall|long)|bigger|larger|smaller|taller|what size"),
    ("position", r"where|(to the )?(left|right) of|above|below|behind|in front of|next to|under(neath)?|on top of|between"),
    ("state", r"open|closed|empty|full|broken|lit|on or off|doing|standing|sitting|lying|running|sleeping|smiling"),
    ("attribute", r"pattern|striped?|dotted|plaid|material|made of|wearing|shape"),
)
"""The words by which a question asks about each type of edit; the first match counts."""

_THERE = re.compile(r"\b(is|are) there\b|\b(do|can) you see\b|\bdoes .* (have|contain|show)\b|\bhas\b", re.IGNORECASE)

_ONLY: Mapping[EditType, str] = {
    "quantity": "how many there are",
    "object_swap": "what stands there",
    "object_add": "what is added",
    "object_remove": "what is taken away",
    "colour": "its colour",
    "attribute": "what it is like",
    "text": "what is written there",
    "position": "where it is",
    "size": "its size",
    "state": "the state that it is in",
}
_COLOURS = ("red", "blue", "green", "yellow", "white", "black", "orange", "purple", "brown", "grey")
_OPPOSITE = {"yes": "no", "no": "yes"}


def edit_type(question: Question) -> EditType:
    """Return the type of edit that would make another answer right."""
    answer = question.answer.casefold()
    if _THERE.search(question.text) and answer in _OPPOSITE:
        return "object_remove" if answer == "yes" else "object_add"
    for type_, words in _TYPES:
        if re.search(rf"\b({words})\b", question.text, re.IGNORECASE):
            return type_
    if answer in _OPPOSITE:
        return "attribute"
    return "object_swap"


def proposal(question: Question, edit: EditType, number: int) -> Propose:
    """Return an edit that makes another answer right. number: of the try, from 1; each asks for another answer if there are any."""
    other = _other(question, number)
    about = f'"{question.text}"'[:200]
    is_now = f'the right answer to {about} is "{other}" instead of "{question.answer}"'
    if not other:
        is_now = f'"{question.answer}" is no longer the right answer to {about}'
    instruction = f"Edit the picture so that {is_now}; change only {_ONLY[edit]}, and leave everything else as it is."
    return Propose(target="", instruction=instruction[:400], before=question.answer[:120], after=other[:120], other_answer=other)


def _other(question: Question, number: int) -> str:
    """Return another answer than the right one; empty where none is known."""
    answer = question.answer.casefold()
    if question.other:
        return question.other
    if answer in _OPPOSITE:
        return _OPPOSITE[answer] if answer == question.answer else _OPPOSITE[answer].capitalize()
    others = [option for option in question.options if option.casefold() != answer]
    if not others and answer.isascii() and answer.isdigit() and len(answer) < 4:
        count = int(answer)
        others = [str(each) for each in (count + 1, count - 1, count + 2, count - 2) if each >= 0]
    if not others and answer in _COLOURS:
        others = [colour for colour in _COLOURS if colour != answer]
    return others[(number - 1) % len(others)] if others else ""
