"""Messages to a model for one Request: its role, what it has observed, the question, and the form of the answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from woozle.core.game import Event, Refused
from woozle.core.line import texts
from woozle.core.replies import THOUGHTS, example, without_form
from woozle.core.reply_marks import disarm_marks
from woozle.core.request import Answer, Picture, Request, Seat
from woozle.core.words import Narrator
from woozle.players import generic_prompt
from woozle.players.backends.fast_json import ascii_json
from woozle.players.backends.model_client import Message
from woozle.players.generic_prompt import Turn
from woozle.players.models.notebook import NO_NOTEBOOK, FailedTry, Note, Notebook
from woozle.players.models.prompt_files import PromptFile
from woozle.players.models.spec import Memory
from woozle.players.registry import Prompt

Turns: TypeAlias = Sequence[Turn]
"""The turns of a conversation, oldest first; the last is the question to the model."""

_BYTES_A_TOKEN = 3  # cautious: English has about four, and a Chinese character is three bytes
_PICTURE = 1500  # tokens, the cost of a large one
_FRAME = 100  # tokens around the messages
_STEP = 512  # tokens; the length of a question is rounded up to these, so that the room for the log rarely changes
_FIRST = 3000  # bytes; rules and roles come first, and are never left out if they fit
_NOTE = 80  # bytes of the line that says what is left out
_LONGEST_THOUGHTS = 1000  # characters
_DIGEST_EVERY = 40  # lines of the log

_IN_WORDS = "You cannot see your picture. This is what it shows:"

_VALUES = json.JSONEncoder(ensure_ascii=False, default=str)

_HOW_TO_ANSWER = (
    "You read what you have observed, oldest first, and then one question.",
    "Answer with one JSON object in the form that the question gives, and nothing before or after it.",
)
_NOTED = "You noted: "
_ABOUT_NOTES = (
    "Lines that begin with `You noted:` are your own thoughts, where you had them, from earlier answers. No one else reads them.",
)
_IN_SHORT = "In short, so far: "
_ABOUT_DIGESTS = ("Lines that begin with `In short, so far:` sum up what you had observed until then.",)
_ABOUT = {"notes": _ABOUT_NOTES, "full": _ABOUT_NOTES, "digest": _ABOUT_DIGESTS}


class Wording:
    """Events as one seat reads them. Each is worded once, since all of them are sent again with every Request.

    conversation, recall: Those of the prompt, if it has them.
    """

    def __init__(self, prompt: Prompt, me: Seat) -> None:
        self.conversation = prompt.conversation
        self.recall = prompt.recall
        self._digest_of = prompt.digest
        self._narrator = Narrator(prompt.words, me)
        self._me = me
        self._notes: list[Note] = []
        self._digested = 0
        self._lines: dict[int, tuple[Event, tuple[str, ...]]] = {}  # by id, which is the Event's own while it is kept here
        self._before: list[Event] = []
        self._told: list[str] = []

    def __call__(self, event: Event) -> tuple[str, ...]:
        if not (known := self._lines.get(id(event))):
            known = self._lines[id(event)] = event, tuple(map(_on_its_own, texts(self._narrator(event))))
        return known[1]

    def lines(self, observation: Sequence[Event], notebook: Notebook = NO_NOTEBOOK) -> list[str]:
        """Return the lines of the observation, with each note where it was made. Callers must not change the list.

        It begins with the lines of the last call, unless an earlier note has been dropped. Refusals are left out: a model is shown
        those that still matter together with its reply.
        """
        before, notes = self._before, notebook.notes
        count, noted = len(before), len(self._notes)
        is_later = count <= len(observation) and (not count or observation[count - 1] is before[-1])
        if not is_later or notes[:noted] != self._notes or (len(notes) > noted and notes[noted].after < count):
            self._before, self._told, self._notes, self._digested = [], [], [], 0
            before = self._before
        for event in observation[len(before) :]:
            self._add_notes(notes)
            before.append(event)
            if not _is_refusal(event, self._me):
                self._told += self(event)
            if notebook.memory == "digest" and len(self._told) - self._digested >= _DIGEST_EVERY:
                self._told.append(_on_its_own(_IN_SHORT + "\n".join(self._digest(before))))
                self._digested = len(self._told)
        self._add_notes(notes)
        return self._told

    def _digest(self, observation: Sequence[Event]) -> Iterator[str]:
        return self._digest_of(observation, self._me) if self._digest_of else generic_prompt.digest(observation, self)

    def _add_notes(self, notes: Sequence[Note]) -> None:
        """Add the notes made so far."""
        for note in notes[len(self._notes) :]:
            if note.after > len(self._before):
                return
            self._notes.append(note)
            self._told.append(_on_its_own(_NOTED + note.text))


def messages(
    request: Request,
    observation: Sequence[Event],
    prompt: Prompt,
    *,
    wording: Wording | None = None,
    has_thoughts: bool = True,
    pictures: Sequence[Picture] = (),
    described: str = "",
    room: int | None = None,
    notebook: Notebook = NO_NOTEBOOK,
    added: PromptFile | None = None,
    guide: PromptFile | None = None,
) -> tuple[Message, ...]:
    """Return a system message and a user message: the observation, pictures, the question.

    The part before the pictures only grows from request to request, so that a server need not read it again. A prompt with a
    `conversation` decides itself what is sent.

    wording: of this seat, kept from earlier requests. described: words in place of pictures that are not sent. room: tokens for all
    of it; None for no limit. If it is too small, lines after the first ones are left out, many at once, so that the rest stays the
    same for many requests. notebook: of the seat; after failed tries at this request, its last replies and what was wrong with each
    follow as their own turns. added, guide: texts of the user's, after the guide of the game or in place of it.
    """
    me = request.to
    wording = wording or Wording(prompt, me)
    system = system_text(prompt, me, observation, notebook.memory, added, guide)
    asked = () if wording.conversation else tuple(prompt.words.question(request, observation))
    thinks = has_thoughts and notebook.thinks(request)
    is_plain = request.answer.is_plain_text or request.answer in prompt.plain
    form = [] if is_plain else [*_form(request, asked, thinks, is_read_again=notebook.keeps_notes)]
    again = [*filter(None, [prompt.again(request)])] if request.answer in prompt.plain else form
    repairs = [turn for each in notebook.tries(request) for turn in _repair(request, each, prompt, again)]
    if room is not None:
        room -= sum(_tokens(text) for _, text in repairs)
    if wording.conversation:
        sent = _conversation(wording.conversation(request, _without_refusals(observation, me)), form, room, pictures)
        return _with_turns((Message("system", (system,)), *sent) if system else sent, repairs)
    question = "\n".join(["", *asked, *form])
    lines = ["What you have observed:"]
    if wording.recall:
        lines += [line for event in wording.recall(request, observation) if not _is_refusal(event, me) for line in wording(event)]
    else:
        lines += wording.lines(observation, notebook)
    shown: tuple[str | Picture, ...] = (f"{_IN_WORDS} {_on_its_own(described)}",) if described else tuple(pictures)
    if room is not None:
        taken = _tokens(system) + _tokens(described) + _FRAME + _PICTURE * len(pictures) + _rounded_up(_tokens(question))
        lines = _fit_lines(lines, (room - taken) * _BYTES_A_TOKEN)
    return _with_turns((Message("system", (system,)), Message("user", ("\n".join(lines), *shown, question))), repairs)


def system_text(
    prompt: Prompt,
    me: Seat,
    observation: Sequence[Event],
    memory: Memory = "none",
    added: PromptFile | None = None,
    guide: PromptFile | None = None,
) -> str:
    """Return the system message of a seat; empty for none, as in a prompt with a `conversation` alone to which nothing is added."""
    if prompt.conversation:
        own = prompt.system(me, observation) if prompt.system else ()
        return "\n".join([*own, *([added.text] if added else [])])
    guided = (f"You are {me}.", guide.text) if guide else prompt.words.guide(me, observation)
    return "\n".join([*guided, *([added.text] if added else []), *_HOW_TO_ANSWER, *_ABOUT.get(memory, ())])


def question_text(request: Request, observation: Sequence[Event], prompt: Prompt) -> str:
    """Return the question of a Request as a model reads it, without the form of the answer.

    For a prompt with a `conversation` it is the last turn; those before it are what the seat has read and said already.
    """
    if prompt.conversation is None:
        return "\n".join(prompt.words.question(request, observation))
    whole = next(iter(prompt.conversation(request, _without_refusals(observation, request.to))))
    return whole[-1][1]


def _without_refusals(observation: Sequence[Event], me: Seat) -> list[Event]:
    return [event for event in observation if not _is_refusal(event, me)]


def _is_refusal(event: Event, me: Seat) -> bool:
    return type(event) is Refused and event.seat == me


def _repair(request: Request, failed: FailedTry, prompt: Prompt, form: Sequence[str]) -> Iterator[Turn]:
    """Yield a failed reply, and what was wrong with it, with the form of the answer."""
    if failed.said:
        yield "assistant", failed.said
    problem = without_form(failed.problem, request) if form or request.answer in prompt.plain else failed.problem
    yield "user", "\n".join([*texts(Narrator(prompt.words, request.to)(Refused(request.to, problem))), *form])


def _with_turns(sent: tuple[Message, ...], turns: Iterable[Turn]) -> tuple[Message, ...]:
    """Add turns, or extend the last one: the two sides alternate strictly, since some models require it."""
    for role, text in turns:
        *before, last = sent
        if last.role == role:
            sent = (*before, Message(role, (*last.parts[:-1], f"{last.parts[-1]}\n\n{text}")))
        else:
            sent = (*sent, Message(role, (text,)))
    return sent


def _conversation(
    versions: Iterable[Turns], form: Sequence[str], room: int | None, pictures: Sequence[Picture]
) -> tuple[Message, ...]:
    """Return the first version that fits, or the last if none does, with the form of the answer if it has one."""
    sent: tuple[Message, ...] = ()
    for turns in versions:
        *before, (role, last) = turns
        asked = "\n".join([last, *form])
        sent = (*(Message(each, (text,)) for each, text in before), Message(role, (*pictures, asked)))
        if room is None or expected_tokens(sent) <= room:
            break
    return sent


def schema(request: Request, has_thoughts: bool, *, is_constant: bool = False) -> dict[str, Any] | None:
    """Return the JSON schema of the reply, with room for thoughts first where wanted; None for plain text.

    is_constant: whether it is the same for every question of a type, without the legal choices of the moment: the question names
    them, and any other answer is refused.
    """
    if request.answer.is_plain_text:
        return None
    if is_constant:
        return _constant_schema(request.answer, has_thoughts)
    return _with_thoughts(request.schema(), has_thoughts)


@lru_cache(maxsize=256)
def _constant_schema(answer: type[Answer], has_thoughts: bool) -> dict[str, Any]:
    """Return the schema of a type of answers, the same object each time. Callers must not change it."""
    return _with_thoughts(answer.model_json_schema(), has_thoughts)


def _with_thoughts(asked: dict[str, Any], has_thoughts: bool) -> dict[str, Any]:
    if not has_thoughts or THOUGHTS in asked["properties"]:
        return asked
    thoughts = {
        "type": "string",
        "maxLength": _LONGEST_THOUGHTS,
        "description": "Short notes for yourself; no one else reads them.",
    }
    required = [THOUGHTS, *asked.get("required", ())]
    return {**asked, "properties": {THOUGHTS: thoughts, **asked["properties"]}, "required": required}


def expected_tokens(sent: Sequence[Message]) -> int:
    """Return how many tokens messages take: an overestimate rather than an underestimate."""
    parts = [part for message in sent for part in message.parts]
    return _FRAME + sum(_tokens(part) if isinstance(part, str) else _PICTURE for part in parts)


def digest(sent: Sequence[Message]) -> str:
    """Return the SHA-256 of messages in hex; pictures enter by their own digests."""
    plain = [[m.role, [part if isinstance(part, str) else {"picture": part.digest} for part in m.parts]] for m in sent]
    return hashlib.sha256(ascii_json(plain)).hexdigest()


def _form(request: Request, asked: Sequence[str], has_thoughts: bool, *, is_read_again: bool = False) -> Iterator[str]:
    """Yield the form of the answer. asked: the lines of the question, whose lists are not repeated."""
    has_thoughts = has_thoughts and THOUGHTS not in request.answer.model_fields
    yield f"Answer in this form: {example(request, has_thoughts)}"
    for name, legal in request.choices.items():
        if not _is_listed(legal, asked):
            yield f"{name} is one of these, in the order of the list: {', '.join(map(_VALUES.encode, legal))}"
    if has_thoughts:
        again = ", and you will read them again" if is_read_again else ""
        yield f"{THOUGHTS}: a few short sentences at most, to think before you answer. No one else reads them{again}."


def _is_listed(legal: Sequence[Any], asked: Sequence[str]) -> bool:
    """Return whether the lines of a question list legal values as they are: with numbers, or after `One of`.

    None stands in such a list as `skip` or `none`, and is read by either, as by its number.
    """
    in_a_row = f"One of {', '.join(map(str, legal))}."
    if any(line.endswith(in_a_row) for line in asked):
        return True
    lines = iter(asked)
    return all(any(_lists(line, number, each) for line in lines) for number, each in enumerate(legal, 1))


def _lists(line: str, number: int, legal: Any) -> bool:
    item = f"{number}. " if legal is None else f"{number}. {legal}"
    return line.startswith(item) and (legal is None or line[len(item) :][:1] in ("", ":"))


def _on_its_own(line: str) -> str:
    """Indent the lines of a text after its first and disarm its marks, so that no seat's words look like a line or a turn."""
    return "\n    ".join(disarm_marks(line).splitlines())


def _tokens(text: str) -> int:
    return -(-_size(text) // _BYTES_A_TOKEN)


def _size(text: str) -> int:
    return (len(text) if text.isascii() else len(text.encode(errors="replace"))) + 1


def _rounded_up(tokens: int) -> int:
    return -(-tokens // _STEP) * _STEP


def _fit_lines(lines: list[str], room: int) -> list[str]:
    """Return lines that fit into `room` bytes. Whenever there is one too many, drop half of those after the first ones."""
    sizes = list(map(_size, lines))
    if sum(sizes) <= room:
        return lines
    head, size = 0, 0
    while size + sizes[head] <= min(_FIRST, room // 2):
        size += sizes[head]
        head += 1
    room -= size + _NOTE
    start, kept = head, 0
    for end in range(head, len(lines)):
        kept += sizes[end]
        if kept > room:
            while start < end and kept > room // 2:
                kept -= sizes[start]
                start += 1
    return [*lines[:head], _left_out(start - head), *lines[start:]]


def _left_out(count: int) -> str:
    return f"[{count} lines are left out here: your memory is full.]"
