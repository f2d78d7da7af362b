"""Ways to write summaries without reading a passage: each makes a text of its words by a rule.

None ranks sentences by what they say, as the built-in bots do. docs/tricks.md has how often `hard` beats two others of that level.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import ClassVar

from benchmarks.summary_tricks import HARD, TRICKS, WORDS, first
from benchmarks.tricks.ways import Ways
from woozle.core.event import last
from woozle.core.game import Event
from woozle.core.request import Answer, Request
from woozle.games.quest.events import Decide, Given, Reconsidered, Reply, Standing
from woozle.games.quest.judgement.words import count_words
from woozle.games.quest.players.text import sentences
from woozle.players.bot import Bot, variant

_POOR = 0.7  # the H below which those review that review at all

Rule = Callable[[str], str]


class Writer(Bot):
    """Writes what a rule makes of each passage, and never reviews.

    rule: makes a text of a passage. again: makes another in a review, of the passage and the text before; None to review nothing.
    """

    name = "writer"
    rule: ClassVar[Rule] = staticmethod(lambda passage: passage)
    again: ClassVar[Callable[[str, str], str] | None] = None

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        if request.answer is Decide:
            standing = last(observation, Standing)
            is_poor = standing is not None and standing.worst_h is not None and standing.worst_h < _POOR
            wants = self.again is not None and is_poor and "review" in request.choices["choice"]
            return Decide(choice="review" if wants else "continue")
        if request.answer is Reply:
            return Reply(text="I don't know.")
        task = next(event for event in reversed(observation) if isinstance(event, Given | Reconsidered))
        if isinstance(task, Reconsidered) and self.again is not None:
            text = type(self).again(task.source, task.text)
        else:
            text = type(self).rule(task.source if isinstance(task, Reconsidered) else task.text)
        return request.answer.model_validate({"text": text[:4000].strip() or "Nothing."})


def _of_script(kind: str) -> Rule:
    return lambda passage: TRICKS[kind](passage, passage, (), Random(passage))


def _fitting(said: Sequence[str]) -> str:
    """Return sentences from the first, each that still has room."""
    taken: list[str] = []
    for sentence in said:
        if count_words(" ".join((*taken, sentence))) <= WORDS:
            taken.append(sentence)
    return " ".join(taken) or first(said[0])


def _shuffled_sentences(passage: str) -> str:
    random = Random(passage)
    return first(" ".join(word for said in sentences(passage) for word in random.sample(said.split(), len(said.split()))))


def _heads(passage: str) -> str:
    """Return the beginning of each sentence, all equally long."""
    said = sentences(passage)
    each = max(1, WORDS // len(said))
    return " ".join(" ".join(sentence.split()[:each]).rstrip(".,;:") + "." for sentence in said)


def _templates(passage: str) -> str:
    names = dict.fromkeys(HARD.findall(passage))
    words = dict.fromkeys(re.findall(r"[a-z]{6,}", passage))
    return first(" ".join(f"The passage says that there is {word}." for word in (*names, *words)))


def _reported(passage: str) -> str:
    """Return the beginning of each sentence as something that the passage says."""
    heads = (" ".join(sentence.split()[:8]).rstrip(".,;:") for sentence in sentences(passage))
    return first(" ".join(f"The passage says that {head[:1].lower()}{head[1:]}." for head in heads))


def _next(passage: str, text: str) -> str:
    """Return sentences from the first that the text lacks; those before it follow."""
    said = sentences(passage)
    start = next((at for at, sentence in enumerate(said) if sentence not in text), 0)
    return _fitting([*said[start:], *said[:start]])


def _exchanged(passage: str, text: str) -> str:
    """Return the text with its last sentence exchanged for the shortest of the passage that it lacks."""
    own = sentences(text)
    others = sorted((sentence for sentence in sentences(passage) if sentence not in text), key=len)
    return _fitting([*own[:-1], *others])


def _reworded(passage: str, text: str) -> str:
    """Return the text with some of its words exchanged for others of the passage."""
    random, words = Random(passage + text), text.split()
    for at in random.sample(range(len(words)), len(words) // 5):
        words[at] = random.choice(passage.split())
    return " ".join(words)


def _kinds() -> Iterator[type[Writer]]:
    for kind in ("glued", "content glued", "salad", "no small words", "fragments", "first words", "last words"):
        yield _kind(kind, _of_script(kind))
    yield _kind("whole passage", lambda passage: passage)
    yield _kind("names and numbers", _of_script("names and numbers"))
    yield _kind("words of each sentence shuffled", _shuffled_sentences)
    yield _kind("first sentences", lambda passage: _fitting(sentences(passage)))
    yield _kind("last sentences", lambda passage: _fitting(sentences(passage)[::-1]))
    yield _kind("every third sentence", lambda passage: _fitting(sentences(passage)[::3]))
    yield _kind("shortest sentences", lambda passage: _fitting(sorted(sentences(passage), key=len)))
    yield _kind("longest sentences", lambda passage: _fitting(sorted(sentences(passage), key=len, reverse=True)))
    yield _kind("one sentence again and again", lambda passage: first(f"{sentences(passage)[0]} " * WORDS))
    yield _kind("longest word", _of_script("one word"))
    yield _kind("beginning of each sentence", _heads)
    yield _kind("first clause of each sentence", _of_script("first clauses"))
    yield _kind("there is", _templates)
    yield _kind("the passage says that", _reported)
    yield _kind("first sentences, then the next", lambda passage: _fitting(sentences(passage)), _next)
    yield _kind("shortest sentences, then one exchanged", lambda passage: _fitting(sorted(sentences(passage), key=len)), _exchanged)
    yield _kind("first words, then some exchanged", _of_script("first words"), _reworded)


def _kind(name: str, rule: Rule, again: Callable[[str, str], str] | None = None) -> type[Writer]:
    return variant(Writer, name, f"Writes {name}.", rule=staticmethod(rule), again=again and staticmethod(again))


WAYS = Ways(tuple(_kinds()), {"hard": 0.10})
