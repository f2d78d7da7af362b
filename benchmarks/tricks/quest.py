"""Ways to write summaries without reading a passage: each makes a text of its words by a rule.

None ranks sentences by what they say, as the built-in bots do. docs/tricks.md has how often `hard` beats two others of that level.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random

from benchmarks.summary_tricks import HARD, TRICKS, WORDS, first
from benchmarks.tricks.ways import Way, Ways
from woozle.core.event import last
from woozle.core.game import Event
from woozle.core.request import Answer, Request
from woozle.games.quest.events import Decide, Given, Reconsidered, Reply, Standing
from woozle.games.quest.judgement.words import count_words
from woozle.games.quest.players.text import sentences
from woozle.players.bot import Bot

_POOR = 0.7  # the H below which those review that review at all

Rule = Callable[[str], str]
"""A function that makes a text of a passage."""

Change = Callable[[str, str], str]
"""A function that makes another text of a passage and the text before."""


class Writer(Bot):
    """A player that writes what a rule makes of each passage. again: makes another text in a review; None to review nothing."""

    name = "writer"

    def __init__(self, rule: Rule, again: Change | None, seed: str) -> None:
        super().__init__(seed)
        self._rule, self._again = rule, again

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        if request.answer is Decide:
            standing = last(observation, Standing)
            is_poor = standing is not None and standing.worst_h is not None and standing.worst_h < _POOR
            wants = self._again is not None and is_poor and "review" in request.choices["choice"]
            return Decide(choice="review" if wants else "continue")
        if request.answer is Reply:
            return Reply(text="I don't know.")
        task = next(event for event in reversed(observation) if isinstance(event, Given | Reconsidered))
        if isinstance(task, Reconsidered):
            text = self._again(task.source, task.text) if self._again else self._rule(task.source)
        else:
            text = self._rule(task.text)
        return request.answer.model_validate({"text": text[:4000].strip() or "Nothing."})


def _play_trick(kind: str) -> Rule:
    return lambda passage: TRICKS[kind](passage, passage, (), Random(passage))


def _fit(said: Sequence[str]) -> str:
    """Return sentences from the first, each that still has room."""
    taken: list[str] = []
    for sentence in said:
        if count_words(" ".join((*taken, sentence))) <= WORDS:
            taken.append(sentence)
    return " ".join(taken) or first(said[0])


def _shuffle_sentences(passage: str) -> str:
    random = Random(passage)
    words = [word for sentence in sentences(passage) for word in random.sample(sentence.split(), len(sentence.split()))]
    return first(" ".join(words))


def _write_heads(passage: str) -> str:
    """Return the beginning of each sentence, all equally long."""
    said = sentences(passage)
    each = max(1, WORDS // len(said))
    return " ".join(" ".join(sentence.split()[:each]).rstrip(".,;:") + "." for sentence in said)


def _fill_template(passage: str) -> str:
    names = dict.fromkeys(HARD.findall(passage))
    words = dict.fromkeys(re.findall(r"[a-z]{6,}", passage))
    return first(" ".join(f"The passage says that there is {word}." for word in (*names, *words)))


def _report(passage: str) -> str:
    """Return the beginning of each sentence as something that the passage says."""
    heads = (" ".join(sentence.split()[:8]).rstrip(".,;:") for sentence in sentences(passage))
    return first(" ".join(f"The passage says that {head[:1].lower()}{head[1:]}." for head in heads))


def _write_next(passage: str, text: str) -> str:
    """Return sentences from the first that the text lacks; those before it follow."""
    said = sentences(passage)
    start = next((at for at, sentence in enumerate(said) if sentence not in text), 0)
    return _fit([*said[start:], *said[:start]])


def _exchange_last(passage: str, text: str) -> str:
    """Return the text with its last sentence exchanged for the shortest of the passage that it lacks."""
    own = sentences(text)
    others = sorted((sentence for sentence in sentences(passage) if sentence not in text), key=len)
    return _fit([*own[:-1], *others])


def _reword(passage: str, text: str) -> str:
    """Return the text with some of its words exchanged for others of the passage."""
    random, words = Random(passage + text), text.split()
    for at in random.sample(range(len(words)), len(words) // 5):
        words[at] = random.choice(passage.split())
    return " ".join(words)


_TRICKS = ("glued", "content glued", "salad", "no small words", "fragments", "first words", "last words")

_RULES: Mapping[str, Rule] = {
    **{kind: _play_trick(kind) for kind in _TRICKS},
    "whole passage": str,
    "names and numbers": _play_trick("names and numbers"),
    "words of each sentence shuffled": _shuffle_sentences,
    "first sentences": lambda passage: _fit(sentences(passage)),
    "last sentences": lambda passage: _fit(sentences(passage)[::-1]),
    "every third sentence": lambda passage: _fit(sentences(passage)[::3]),
    "shortest sentences": lambda passage: _fit(sorted(sentences(passage), key=len)),
    "longest sentences": lambda passage: _fit(sorted(sentences(passage), key=len, reverse=True)),
    "one sentence again and again": lambda passage: first(f"{sentences(passage)[0]} " * WORDS),
    "longest word": _play_trick("one word"),
    "beginning of each sentence": _write_heads,
    "first clause of each sentence": _play_trick("first clauses"),
    "there is": _fill_template,
    "the passage says that": _report,
}

_REVIEWS: Mapping[str, tuple[str, Change]] = {
    "first sentences, then the next": ("first sentences", _write_next),
    "shortest sentences, then one exchanged": ("shortest sentences", _exchange_last),
    "first words, then some exchanged": ("first words", _reword),
}
"""Rules with what follows them in a review."""

_WAYS: Mapping[str, Way] = {
    **{name: partial(Writer, rule, None) for name, rule in _RULES.items()},
    **{name: partial(Writer, _RULES[rule], again) for name, (rule, again) in _REVIEWS.items()},
}
WAYS = Ways(_WAYS, {"hard": 0.10})
