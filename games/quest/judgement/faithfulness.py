"""Faithfulness of a text to its source, claim by claim: the measure of the judge `claims`, which needs no model.

Each clause is aligned with the sentence of the source that shares most of its words. Then both are compared: negations,
opposites, numbers and what they count, roles, order in time, and how sure the text is of what it says. The measure sees words and
their places, and understands nothing. Its thresholds were set by hand on the half of benchmarks/summaries that docs/quest.md
calls seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from woozle.core.arithmetic import plain_sum
from woozle.games.quest.judgement.alignment import Claim, Fault, Source, align, count_dropped_words, is_torn, read_source
from woozle.games.quest.judgement.faults import FAULTS
from woozle.games.quest.judgement.form import form
from woozle.games.quest.judgement.order_faults import find_order
from woozle.games.quest.judgement.sentences import Sentence, read_sentences

# Scales, from what is worth nothing to what is worth all
_SUPPORT = (0.1, 0.3)  # share of a clause's words that the source has: an honest paraphrase has about half
# Mean of the sentences: an honest text often has one that is doubted in vain. Chosen with the honest texts of both halves in view.
_SENTENCES = (0.4, 0.9)
_DROPPED = (0.24, 0.12)  # share of words behind a gap of small words: a telegram has few, as its words are its own

_PRIOR = 1  # words as which the support of the whole sentence counts in each of its clauses
_WORST = 0.4  # share that the worst clause has in its sentence; the mean has the rest
_TORN = 0.3  # worth of a piece of a sentence without its beginning and end


class Verdict(NamedTuple):
    """The worth of one sentence, in [0, 1], and the reason why it is not worth more; empty if nothing is wrong with it."""

    text: str
    score: float
    reason: str


class Judgement(NamedTuple):
    """The score of a text, in [0, 1], and of each of its sentences. form: how much it is made of sentences at all."""

    score: float
    form: float
    sentences: Sequence[Verdict]


def faithfulness(source: str, text: str) -> Judgement:
    """Return the faithfulness of a text to its source, in [0, 1], with a verdict on each sentence.

    The mean over sentences, each by its content words, and on a scale from 0.4 to 0.9, times the form of the text. 0 for no text.
    """
    known = read_source(source)
    sentences = read_sentences(text)
    shape = form(text, sentences) * _share_kept(known, sentences)
    verdicts, sizes, seen = [], [], set()
    home = 0
    for sentence in sentences:
        said = tuple(token.word for token in sentence.tokens if token.kind != "mark")
        score, reason, home = (0.0, "repeats an earlier sentence", home) if said in seen else _judge_sentence(known, sentence, home)
        seen.add(said)
        verdicts.append(Verdict(sentence.text, score, reason))
        sizes.append(1 + sum(token.kind not in ("mark", "small") for token in sentence.tokens))
    mean = plain_sum(each.score * size for each, size in zip(verdicts, sizes, strict=True)) / sum(sizes) if sizes else 0.0
    return Judgement(_rescale(mean, _SENTENCES) * shape, shape, tuple(verdicts))


def _rescale(value: float, ends: tuple[float, float]) -> float:
    """Return the position of a value between the worthless and the perfect, in [0, 1]."""
    nothing, whole = ends
    return min(1.0, max(0.0, (value - nothing) / (whole - nothing)))


def _share_kept(source: Source, sentences: Sequence[Sentence]) -> float:
    """Return 1 for a text that keeps the small words of its source, and less the more of them it drops."""
    count = sum(token.kind != "mark" for sentence in sentences for token in sentence.tokens)
    dropped = count_dropped_words(source, sentences) / max(1, count)
    return _rescale(dropped, _DROPPED)


def _judge_sentence(source: Source, sentence: Sentence, home: int) -> tuple[float, str, int]:
    """Return the score of a sentence, the reason why it is not 1, and its home. home: that of the sentence before."""
    if not source.sentences:
        return 0.0, "the passage says nothing", home
    if sentence.is_question:
        return 0.0, "a question states nothing", home
    claims = align(source, sentence, home)
    if not claims:
        return 0.0, "says nothing", home
    whole = plain_sum(claim.support * len(claim.matches) for claim in claims) / sum(len(claim.matches) for claim in claims)
    judged = [_judge_claim(claim, whole) for claim in claims]
    sizes = [len(claim.matches) for claim in claims]
    mean = plain_sum(score * size for (score, _), size in zip(judged, sizes, strict=True)) / sum(sizes)
    worst, reason = min(judged)
    score = (1 - _WORST) * mean + _WORST * worst
    for fault in find_order(claims):
        score *= fault.keeps
        reason = reason or fault.reason
    if score > _TORN and is_torn(source, sentence):
        return _TORN, "a piece torn out of a sentence", claims[-1].home
    return score, reason, claims[-1].home


def _judge_claim(claim: Claim, whole: float) -> tuple[float, str]:
    """Return the score of a clause and the reason why it is not 1. whole: the support of its sentence, for the shortest clauses."""
    size = len(claim.matches)
    support = (claim.support * size + whole * _PRIOR) / (size + _PRIOR)
    score = _rescale(support, _SUPPORT)
    faults = [fault for find in FAULTS for fault in find(claim)]
    worst = min(faults, default=Fault(1.0, ""))
    if score < worst.keeps:
        unknown = ", ".join(claim.unknown[:4])
        worst = Fault(score, f"not in the passage: {unknown}" if unknown else "puts words together that the passage does not")
    for fault in faults:
        score *= fault.keeps
    return score, worst.reason if score < 0.95 else ""
