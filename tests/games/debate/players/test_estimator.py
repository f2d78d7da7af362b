"""The estimator of the debate: what it measures, and the n-gram model that does so at once."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import pytest

from woozle.core.request import Request
from woozle.games.debate import data
from woozle.games.debate.events import ESTIMATOR, Estimate, Texts
from woozle.games.debate.players import ngrams
from woozle.games.debate.players.passages import Passage, passages
from woozle.games.debate.players.services import ESTIMATOR_ROLE, estimate_by_ngrams
from woozle.games.debate.players.wording import Prompts
from woozle.games.debate.spread.entropies import mean_entropy
from woozle.players.models.spec import parse
from woozle.players.services.registry import seat_services, service_roles, services_from_header
from woozle.players.services.service import ServiceError

from tests.games.debate.play import debate

QUESTION, OPTIONS = "How many bears?", ("none", "one", "two")
SAID = ("One set of paws.\nAnswer: B", "The tracks doubled.\nAnswer: C", "I counted one.\nAnswer: B")


def texts(**more) -> Texts:
    usual = {"responses": SAID, "heard": ((1, 2), (), (0,)), "earlier": ("first", "second", "third")}
    return Texts(**{"number": 1, "question": QUESTION, "kind": "choice", "options": OPTIONS, **usual, **more})


def prompt(*heard: str) -> str:
    return Prompts(QUESTION, "choice", OPTIONS).first(heard)


def after(heard: str, text: str) -> float:
    return mean_entropy(ngrams.entropies(prompt(heard) if heard else prompt(), text))


def asked(*told: Texts, of: int = 1) -> tuple[Request, list[Texts]]:
    return Request(7, ESTIMATOR, Estimate, {"of": (of,)}), list(told)


def nobody(game, seat, spec, seed, make=None):
    return (game, seat, spec, seed)


# What is measured


def test_each_response_is_measured_under_the_prompt_that_it_came_of():
    assert passages(texts()) == [
        Passage(prompt("second", "third"), SAID[0]),
        Passage(prompt(), SAID[1]),
        Passage(prompt("first"), SAID[2]),
    ]


def test_one_response_is_measured_after_each_set_of_the_others_in_the_order_of_the_set():
    found = passages(texts(agent=0, candidates=((1,), (2, 1))))
    assert found == [Passage(prompt(SAID[1]), SAID[0]), Passage(prompt(SAID[2], SAID[1]), SAID[0])]


def test_of_several_texts_those_are_measured_that_the_request_names():
    request, told = asked(texts(number=4, agent=0, candidates=((1,),)), texts(number=5, agent=2, candidates=((1,), (0,))), of=4)
    answer = estimate_by_ngrams(request, told)
    assert request.refusal(answer) == ""
    assert (answer.of, len(answer.entropies)) == (4, 1)
    assert answer.estimator == "ngram 1, of the texts at hand" and answer.residual == 0


def test_an_empty_response_is_measured_as_nothing():
    request, told = asked(texts(responses=("", *SAID[1:])))
    assert estimate_by_ngrams(request, told).entropies[0] == 0


# The n-gram model


@pytest.fixture(scope="module")
def rationales():
    """For each problem that comes with Woozle: what says one thing, and what says another."""

    def texts(said):
        return [f"{each.text}\nAnswer: {each.answer}" for each in said]

    return [(texts(problem.right), texts(problem.misleading)) for problem in data.problems()]


def test_who_reads_other_words_for_the_same_answer_is_mostly_surer_than_who_reads_of_another(rationales):
    pairs = [
        after(second, first) < after(other, first)
        for says, contradicts in (pair for each in rationales for pair in (each, each[::-1]))
        for first, second in (says[:2], says[1::-1])
        for other in contradicts
    ]
    assert sum(pairs) / len(pairs) > 0.85


def test_each_entropy_is_that_of_a_whole_distribution():
    heard, text = prompt(SAID[0], SAID[1]), "One set of paws, and the tracks doubled.\nAnswer: B"
    read = [ngrams._words(each) for each in (*heard.split("```"), text)]
    counts: dict[tuple, Counter] = {}
    for words, length in product(read, range(4)):
        for at in range(max(1, length), len(words)):
            counts.setdefault(words[at - length : at], Counter())[words[at]] += 1
    known = list(counts[()])
    vocabulary = [*known, *(f"other {number}" for number in range(2000 - len(known)))]

    def chances(context: tuple) -> dict[str, float]:
        if not context:
            return {word: 0.9 * counts[()][word] / counts[()].total() + 0.1 / 2000 for word in vocabulary}
        lower, seen = chances(context[1:]), counts.get(context, Counter())
        return {word: (seen[word] + len(seen) * lower[word]) / (seen.total() + len(seen)) for word in vocabulary} if seen else lower

    words = ngrams._words(text)
    wanted = []
    for at in range(1, len(words)):
        found = chances(words[max(0, at - 3) : at])
        assert sum(found.values()) == pytest.approx(1)
        wanted.append(-sum(chance * math.log(chance) for chance in found.values()))
    assert ngrams.entropies(heard, text) == pytest.approx(wanted, abs=1e-9)


@pytest.mark.parametrize(
    ("said", "heard", "nats"),
    [
        (0, (), 1.3380841836141095),
        (0, (1,), 1.4767319996206083),
        (0, (1, 2), 1.4287947024842733),
        (1, (0, 2), 1.3886068280723252),
        (2, (0,), 1.3712974853752338),
    ],
)
def test_figures_are_those_of_the_first_version(said, heard, nats):
    found = mean_entropy(ngrams.entropies(prompt(*(SAID[at] for at in heard)), SAID[said]))
    assert (ngrams.VERSION, found) == (1, pytest.approx(nats, rel=1e-12))


@pytest.mark.parametrize("text", ["", " \n", "```", "\u8fd9\u662f\u718a", "word " * 4000, "\x1b[2J\u202e"])
def test_no_text_is_too_odd_to_be_measured(text):
    for heard in ("", text):
        assert all(math.isfinite(each) and each >= 0 for each in ngrams.entropies(prompt(heard), text))


# At the table


def test_an_estimator_is_named_and_seated_again():
    game = debate(3, topology="digra").game
    (role,) = service_roles(game, game.config)
    assert role is ESTIMATOR_ROLE
    usual = seat_services(game, {}, b"key", nobody)[ESTIMATOR]
    assert usual.describe() == {"kind": "estimator", "name": "ngram", "version": ngrams.VERSION}
    assert usual.answers_at_once
    again = services_from_header(game, {ESTIMATOR: usual.describe()}, nobody)[ESTIMATOR]
    assert again.describe() == usual.describe()
    for text in ("local:~/models/tiny", "openai@vllm:Qwen/Qwen3-8B"):
        named, seat, spec, _ = seat_services(game, {ESTIMATOR: text}, b"key", nobody)[ESTIMATOR]
        assert (named, seat, spec, str(role.parse(text))) == ("debate", ESTIMATOR, parse(text), text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("oracle", r"There is no estimator 'oracle'; for this, choose from ngram, local:MODEL, openai:MODEL\."),
        ("local", r"Say what local is to measure responses with: local:MODEL\."),
        ("ngram:4", r"ngram is named alone, without ':4'\."),
    ],
)
def test_a_mistake_is_said_in_one_sentence(text, why):
    with pytest.raises(ServiceError, match=f"^{why}"):
        ESTIMATOR_ROLE.parse(text)


def test_an_estimator_that_was_changed_since_is_not_seated():
    game = debate(3).game
    with pytest.raises(ServiceError, match="is version 0 of ngram, and here it is another"):
        services_from_header(game, {ESTIMATOR: {"kind": "estimator", "name": "ngram", "version": 0}}, nobody)
