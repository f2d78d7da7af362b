"""The question to a seat as a form that works without script, and what comes back from it."""

from __future__ import annotations

import re

from markupsafe import Markup

from woozle.arena.fragments.html_templates import render
from woozle.arena.views.panels import Choice, Question
from woozle.arena.views.words import count
from woozle.core.text import typed_text, visible
from woozle.core.value import value

SILENT, SURE = "silent", "sure"
"""The names of the buttons that send nothing, and that confirm; `choice` and `text` are the fields of what is answered."""

_FIRST = re.compile(r"^\{first\}\W*")
_DIGITS = 18  # of a number; more are beyond any span


@value
class Draft:
    """What was chosen and typed so far. choice: the text of a value, empty for nobody; None for nothing yet."""

    choice: str | None = None
    text: str = ""


def question(asked: Question, action: str, draft: Draft | None = None, problem: str = "") -> Markup:
    """Return the form. action: the address it is sent to; draft: of an answer that was refused; problem: why, as a sentence."""
    then = asked.then
    kept = draft or Draft(text=_usual_draft(asked))
    return render(
        "question.html",
        asked=asked,
        action=action,
        choice=kept.choice,
        text="" if (asked.then or asked).span and not kept.text.isdecimal() else kept.text,
        problem=problem,
        typed=asked if asked.is_text and then is None else then if then and then.is_text else None,
        then_prompts=_then_prompts(asked),
        values=[(each, _form_value(each)) for each in asked.choices],
        then_values=[(each, _form_value(each)) for each in (then.choices if then else ())],
        prompt=_second_prompt(asked),
        then=then,
    )


def confirmation(asked: Question, action: str, draft: Draft) -> Markup:
    """Return the form that asks whether a final choice is meant, for those without script."""
    chosen = find_choice(asked, draft)
    return render("confirmation.html", asked=asked, action=action, draft=draft, sure=chosen.sure if chosen else "")


def announcement(asked: Question) -> str:
    """Return what is said aloud as a question comes: `Your turn: 3 choices, 90 seconds.`"""
    told = [count(len(asked.choices), "choice") if asked.choices else "write a text"]
    if asked.seconds is not None:
        told.append(f"{asked.seconds:.0f} seconds")
    return f"Your turn: {', '.join(told)}."


def _usual_draft(asked: Question) -> str:
    """Return the text that a form begins with: that of a choice only once it is chosen."""
    last = asked.then or asked
    return (last.draft or "") if last.is_text else ""


def _second_prompt(asked: Question) -> str:
    """Return the prompt of the second part before a choice is made, which may have its own."""
    if not asked.then or (asked.choices and all(each.then is not None for each in asked.choices)):
        return "Your answer"
    return _FIRST.sub("", asked.then.prompt).replace("{first}", "…")


def _then_prompts(asked: Question) -> list[str]:
    """Return the prompts of the second part that choices have of their own."""
    prompts = [each.then.replace("{first}", each.text) for each in asked.choices if each.then]
    return prompts if asked.then else []


# What comes back


def find_choice(asked: Question, draft: Draft) -> Choice | None:
    """Return the choice that was made; None if none of them was."""
    return _find(asked, draft.choice)


def _find(asked: Question, sent: str | None) -> Choice | None:
    return None if sent is None else next((each for each in asked.choices if _form_value(each) == typed_text(sent)), None)


def _form_value(choice: Choice) -> str:
    """Return the value of a radio button, which stands in the page and so holds nothing hidden; empty for nobody."""
    return typed_text(visible(choice.value or ""))


def needs_confirmation(asked: Question, draft: Draft) -> bool:
    """Return whether an answer is final, and so must be confirmed."""
    chosen = find_choice(asked, draft)
    return chosen is not None and chosen.is_final


def problem_of(asked: Question, draft: Draft, *, is_silent: bool = False) -> str:
    """Return why a form cannot be taken, as a sentence for its sender; empty if it can be. is_silent: SILENT was pressed."""
    chosen = find_choice(asked, draft)
    if asked.choices and chosen is None:
        return "Choose one first."
    last = asked.after(chosen) if chosen else asked.then or asked
    if asked.is_text and asked.then and not (draft.choice or "").strip():
        return "The first part is empty."
    if last is None or not last.is_text:
        return "Choose the second part." if last and last.choices and last is not asked and not _find(last, draft.text) else ""
    text = typed_text(draft.text).strip()
    if not text:
        if last.is_optional or (last.may_be_empty and is_silent):
            return ""
        return "Nothing is written yet." + (" To say nothing, press “Say nothing”." if last.may_be_empty else "")
    if last.span and not _is_within(text, last.span):
        return f"Type a whole number from {last.span[0]} to {last.span[1]}."
    if len(text) > last.limit > 0:
        return f"{len(text):,} of {last.limit:,} characters: {len(text) - last.limit:,} too many."
    return ""


def answer_parts(asked: Question, draft: Draft, *, is_silent: bool = False) -> tuple[str | None, str]:
    """Return the choice and the text of an answer, as `core.answers.answer` takes them."""
    text = "" if is_silent else typed_text(draft.text).strip()
    if asked.choices:
        chosen = find_choice(asked, draft)
        if chosen is None:
            return draft.choice, text
        if (second := asked.after(chosen)) and (picked := _find(second, draft.text)):
            return chosen.value, picked.value or ""
        return chosen.value, text if asked.hears is not None or asked.after(chosen) else ""
    return (typed_text(draft.choice or "").strip(), text) if asked.then else (None, text)


def _is_within(text: str, span: tuple[int, int]) -> bool:
    return text.isascii() and text.removeprefix("-").isdigit() and span[0] <= int(text[:_DIGITS]) <= span[1]
