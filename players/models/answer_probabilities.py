"""Probabilities of each legal answer of a model, from what its backend tells of it.

With log-probabilities they are the model's own, before temperature and schema. Where its answer comes after thoughts they are those
given these thoughts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import exp, inf

from woozle.core.arithmetic import plain_sum
from woozle.core.replies import read_reply
from woozle.core.request import Answer, AnswerProbabilities, Request
from woozle.players.backends.model_client import Reply, TokenChance

TOP = 20
"""Alternatives of a token that are asked for, the most that servers tell."""

_UNCLEAR = 0.01  # largest probability of replies that could be one legal answer as well as another
_NO_WORD = re.compile(r"^[\W_]+")


def legal(request: Request) -> tuple[str, ...]:
    """Return the answers whose probabilities are wanted; none where there is no choice, or they are not wanted."""
    values = request.choices.get(request.answer.probability_field, ()) if request.answer.probability_field else ()
    return tuple(map(str, values)) if len(values) > 1 else ()


def beginnings(request: Request) -> tuple[str, ...]:
    """Return the texts that a reply may begin with; none for JSON, in which thoughts or other fields may come first."""
    return tuple(map(request.answer.first_words, legal(request))) if request.answer.is_plain_text else ()


def of_beginnings(request: Request, reply: Reply) -> AnswerProbabilities | None:
    """Return probabilities from those that a reply begins with each answer, which are exact."""
    values, chances = legal(request), reply.beginnings
    most = max(chances, default=-inf)
    if len(chances) != len(values) or not most > -inf:
        return None
    return _normalise(request, {value: exp(chance - most) for value, chance in zip(values, chances, strict=True)})


def of_tokens(request: Request, reply: Reply) -> AnswerProbabilities | None:
    """Return probabilities from the tokens of the answer and their likeliest alternatives; whatever is not among these counts as 0.

    None where they do not tell the legal answers apart, as where two of them may follow an alternative.
    """
    names = {value: _bare(request.answer.first_words(value)) for value in legal(request)}
    if not names or not all(names.values()) or len(set(names.values())) < len(names):
        return None
    said, unclear, logprob = "", 0.0, 0.0
    chances = dict.fromkeys(names, 0.0)
    for token in _from(reply, request.answer):
        for text, chance in token.top:
            meant = _matching_answers(said + text, names) if text != token.text else ()
            if len(meant) == 1:
                chances[meant[0]] += exp(logprob + chance)
            elif meant and _bare(said + text):  # what begins nothing yet may go on with each as the rest does
                unclear += exp(logprob + chance)
        said, logprob = said + token.text, logprob + token.logprob
        meant = _matching_answers(said, names)
        if len(meant) == 1:
            chances[meant[0]] += exp(logprob)
            return _normalise(request, chances) if unclear <= _UNCLEAR * (plain_sum(chances.values()) + unclear) else None
        if not meant:
            return None
    return None


def of_samples(request: Request, replies: Sequence[Reply]) -> AnswerProbabilities | None:
    """Return probabilities from how often each answer was said in several replies to the same, illegal ones left out."""
    read = [read_reply(reply.text, request, reply.finish, reply.is_refusal) for reply in replies]
    said = [str(getattr(each.answer, request.answer.probability_field)) for each in read if each.reading == "answer"]
    if not said:
        return None
    counts = Counter(said)
    return AnswerProbabilities(
        request.answer.probability_field,
        {value: counts[value] / len(said) for value in legal(request)},
        "samples",
        samples=len(said),
    )


def _normalise(request: Request, chances: Mapping[str, float]) -> AnswerProbabilities | None:
    """Normalise probabilities; None where all of them are as good as impossible."""
    total = plain_sum(chances.values())
    if not total > 0:
        return None
    return AnswerProbabilities(
        request.answer.probability_field, {value: chance / total for value, chance in chances.items()}, "log-probabilities"
    )


def _from(reply: Reply, answer: type[Answer]) -> Iterator[TokenChance]:
    """Yield the tokens of a reply from where the answer stands in it, the first without what is before that."""
    start, end = _place(reply.text, answer), 0
    for token in reply.logprobs:
        begun, end = end, end + len(token.text)
        if end <= start:
            continue
        before = token.text[: max(0, start - begun)]
        top = tuple((text[len(before) :], chance) for text, chance in token.top if text.startswith(before))
        yield TokenChance(token.text[len(before) :], token.logprob, top)


def _place(text: str, answer: type[Answer]) -> int:
    """Return where the answer stands in a reply: at its beginning, or as the last value of that field in its JSON."""
    if answer.is_plain_text:
        return 0
    fields = list(re.finditer(rf'"{re.escape(answer.probability_field)}"\s*:\s*"', text))
    return fields[-1].end() if fields else len(text)


def _matching_answers(said: str, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the legal answers that a text may be the beginning of, or begins with."""
    bare = _bare(said)
    return tuple(value for value, name in names.items() if name.startswith(bare) or bare.startswith(name))


def _bare(text: str) -> str:
    """Drop signs and blanks before a text, and make its letters small."""
    return _NO_WORD.sub("", text).casefold()
