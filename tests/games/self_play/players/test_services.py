"""Librarians and calculators by name, and at work in a match."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from woozle.core.match import Halt, Match
from woozle.core.referee import Referee
from woozle.core.request import Request, Response
from woozle.games.self_play.data import LONGEST, Paragraph, questions
from woozle.games.self_play.events import LIBRARIAN, Act, Evidence, Found, Query
from woozle.games.self_play.players.retriever import IndexCache, format_paragraph
from woozle.games.self_play.players.services import RETRIEVER_ROLE, check_corpora, index_cache
from woozle.games.self_play.rules import SelfPlay
from woozle.players.services.registry import chosen_services, seat_services, services_from_header
from woozle.players.services.service import ServiceError

from tests.games.self_play.play import paragraph_of
from tests.players.services.tiny import tiny_embedder


def nobody(game, seat, spec, seed):
    raise AssertionError


def seated(**chosen):
    return seat_services(SelfPlay(3), chosen, b"key", nobody)


async def asked(librarian, corpus, text, most=3):
    query = Query(1, "Ben", "SEARCH", corpus, text, most)
    return await librarian.respond(Request(1, LIBRARIAN, Found, {"of": (1,)}), [query])


@pytest.fixture
def place(tmp_path):
    tiny_embedder(tmp_path / "tiny")
    return str(tmp_path / "tiny")


class Searcher:
    """Searches, works out, then answers with what it was given."""

    is_human = keeps_time = False
    answers_at_once = True

    async def respond(self, request, observation):
        action = next((each for each in ("SEARCH", "CALCULATE") if each in request.choices["action"]), "ANSWER")
        seen = [event.texts for event in observation if isinstance(event, Evidence)]
        return Response(request.id, Act(action=action, argument="6 * 7" if action != "ANSWER" else repr(seen)), 0.0)


@pytest.mark.parametrize(("question", "answer"), [("cassery-1", "Berta Holm"), ("vell-2", "Corvin Ashgrove")])
async def test_who_searches_in_a_match_is_given_paragraphs_with_the_answer(question, answer):
    source = next(each.source for each in questions() if each.id == question)
    game = SelfPlay(1, SelfPlay.config_type(question=question, libraries=(source,)))
    referee = Referee(game, b"key")
    outcome = await Match(referee, {"Ada": Searcher(), **seat_services(game, {}, b"key", nobody)}, None).play()
    assert answer in outcome.reason
    assert outcome.results["Ada"].numbers["searches"] == 1


async def test_paragraphs_come_best_first_with_where_they_stand():
    (question,) = (each for each in questions() if each.id == "vell-2")
    response = await asked(seated()["librarian"], "medicine", question.question, 2)
    assert response.seconds == 0.0
    assert response.answer.sources[0] == "vell"
    assert response.answer.texts[0] == f"The vell: {paragraph_of(question).text}".removeprefix("The vell: ")
    assert len(response.answer.texts) == len(response.answer.sources) == 2


@pytest.mark.parametrize("corpus", ["no such corpus", "world:x"])
async def test_a_match_stands_still_where_the_corpus_is_not_to_be_had(corpus):
    with pytest.raises(Halt, match="There is no corpus"):
        await asked(seated()["librarian"], corpus, "hat")


def test_a_title_stands_before_a_paragraph_unless_it_begins_with_it():
    assert format_paragraph(Paragraph(id="1", title="Hat", text="It is worn.")) == "Hat: It is worn."
    assert format_paragraph(Paragraph(id="1", title="Hat", text="hats are worn.")) == "hats are worn."
    assert format_paragraph(Paragraph(id="1", text="It is worn.")) == "It is worn."


async def test_the_longest_paragraph_with_a_title_can_be_answered(tmp_path):
    (tmp_path / "a.jsonl").write_text(json.dumps({"text": "hat " * (LONGEST // 4), "title": "Caps"}), "utf-8")
    found = await asked(seated()["librarian"], str(tmp_path / "a.jsonl"), "hat")
    assert len(found.answer.texts[0]) <= LONGEST


async def test_each_corpus_is_indexed_once_however_many_ask_at_the_same_time():
    made = []

    class Index:
        def __init__(self, texts):
            made.append(len(texts))

        def best(self, query, most):
            return []

    shelf = IndexCache(Index)
    await asyncio.gather(*(asyncio.to_thread(shelf.search, "medicine", "hat", 1) for _ in range(8)))
    assert len(made) == 1
    for seed in range(9):
        shelf.search(f"world:{seed}:1:medicine", "hat", 1)
    assert not shelf.has("medicine")


# By name


def test_the_usual_librarian_needs_nothing_and_is_described_by_its_version():
    services = seated()
    assert services["librarian"].describe() == {"kind": "librarian", "name": "bm25", "version": 1}
    assert services["calculator"].describe() == {"kind": "calculator", "name": "exact", "version": 1}
    assert all(each.answers_at_once for each in services.values())


def test_the_usual_librarian_answers_at_once_without_an_event_loop_too():
    index_cache.cache_clear()
    asking = asked(seated()["librarian"], "world:7:3:medicine", "hat")
    with pytest.raises(StopIteration) as answered:
        asking.send(None)
    assert isinstance(answered.value.value.answer, Found)


@pytest.mark.parametrize("name", ["dense:{place}", "bm25+dense:medicine={place}"])
async def test_whoever_searches_by_meaning_is_seated_again_from_a_header(name, place):
    chosen = name.format(place=place)
    described = {seat: each.describe() for seat, each in seated(librarian=chosen).items()}
    assert chosen_services(SelfPlay(3), described)["librarian"] == chosen
    again = services_from_header(SelfPlay(3), described, nobody)["librarian"]
    assert not again.answers_at_once
    found = (await asked(again, "medicine", "the bear tells", 4)).answer
    assert len(found.texts) == 4


async def test_one_corpus_can_be_searched_by_meaning_and_the_others_by_words(place):
    librarian = seated(librarian=f"bm25+dense:medicine={place}")["librarian"]
    assert (await asked(librarian, "encyclopaedia", "zzz")).answer.texts == ()
    assert len((await asked(librarian, "medicine", "zzz")).answer.texts) == 3
    assert (await asked(librarian, "world:7:3:encyclopaedia", "zzz")).answer.texts == ()
    assert len((await asked(librarian, "world:7:3:medicine", "zzz")).answer.texts) == 3


def test_a_corpus_that_is_searched_by_meaning_has_to_be_one_of_those_that_there_are():
    corpora = ("world:7:3:encyclopaedia", "world:7:3:medicine", "notes:medicine")
    for name in ("medicine", "world:7:3:medicine", "notes:medicine"):
        check_corpora(f"bm25+dense:{name}=there", corpora)
    for librarian in ("", "bm25", "dense:there"):
        check_corpora(librarian, corpora)
    with pytest.raises(
        ServiceError, match=r"^No tool here searches medicine; name one of these before the folder: notes:medicine\.$"
    ):
        check_corpora("bm25+dense:medicine=there", corpora[2:])


def test_a_home_is_not_told(place, monkeypatch):
    monkeypatch.setenv("HOME", str(Path(place).parent))
    assert seated(librarian=f"dense:{place}")["librarian"].describe()["place"] == "~/tiny"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("google", r"There is no librarian 'google'; for this, choose from bm25, dense:FOLDER, bm25\+dense:CORPUS=FOLDER\."),
        ("dense", "Say what dense is to search corpora with: dense:FOLDER"),
        ("dense:/no/such", "There is no model /no/such on this machine"),
        ("bm25+dense:medicine", "needs a corpus and a folder, as in"),
        ("bm25:x", "bm25 is named alone"),
    ],
)
def test_who_cannot_be_librarian_is_told_why(text, why):
    with pytest.raises(ServiceError, match=why):
        seated(librarian=text)


async def test_weights_that_cannot_be_read_let_the_match_stand_still(place):
    librarian = seated(librarian=f"dense:{place}")["librarian"]
    (Path(place) / "model.safetensors").write_bytes(b"no weights")
    with pytest.raises(Halt, match="cannot be read"):
        await asked(librarian, "medicine", "hat")


def test_an_index_is_kept_for_all_matches_of_the_process():
    assert index_cache() is index_cache()
    assert RETRIEVER_ROLE.services[0].is_named_alone
