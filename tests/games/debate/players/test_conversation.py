"""The messages to models in a debate: the question, what they said, what others said, and nothing else; and their replies."""

from __future__ import annotations

import re
from itertools import pairwise, product

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.game import Refused
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.replies import read_reply
from woozle.core.request import Completion, Forfeit, ParseFailure, PastResponse, Request, Response
from woozle.games.debate.events import (
    ESTIMATOR,
    Answered,
    Believe,
    Believed,
    Briefing,
    Concluded,
    Explain,
    Heard,
    Listen,
    Solve,
    Texts,
)
from woozle.games.debate.players.passages import passages
from woozle.games.debate.players.wording import PaperPrompts, Prompts
from woozle.games.debate.rules import Debate
from woozle.players.backends.model_client import Message
from woozle.players.models.messages import messages, schema
from woozle.players.models.notebook import Notebook
from woozle.players.models.player import ModelPlayer
from woozle.players.models.spec import parse
from woozle.players.registry import prompt
from woozle.players.seats import nobody
from woozle.players.services.registry import seat_services
from woozle.saves.verify import verify
from woozle.saves.writer import Writer
from woozle.testing import find_events, play_rules

from tests.games.debate.play import BEARS, saying
from tests.games.debate.play import debate as debated
from tests.players.backends.talking import talking_to
from tests.players.models.scripted import Scripted, reply

SEATS = ("Ada", "Ben", "Cleo")
BRIEFING = Briefing(SEATS, "choice", BEARS.question, BEARS.options, 3, "full", 0.5, 0.2, False, True)
PROMPTS = Prompts(BEARS.question, "choice", BEARS.options)
ASKED = PROMPTS.first()
SOLVE = Request(7, "Ada", Solve, {"answer": ("A", "B", "C", "D", "")})


def turns(request, observation, **options):
    """Return the turns of the conversation: whose each is, and its parts."""
    return [(sent.role, *sent.parts) for sent in messages(request, observation, prompt("debate"), **options)]


def sent_in(referee, say=None):
    """Return the Requests that each seat would get as a model in a whole debate, and the turns of each."""
    kept = {seat: [] for seat in referee.game.seats}
    answer = say or saying({"Ada": "ABA", "Ben": "CCC", "Cleo": "BBC"})

    def spying(request, referee):
        if request.to != ESTIMATOR:
            kept[request.to].append((request, turns(request, referee.view(request.to))))
        return answer(request, referee)

    play_rules(referee, spying)
    return kept


def test_a_round_is_one_turn_of_the_user_and_one_of_the_model():
    first, second, third = (sent for _, sent in sent_in(debated(3, names=False))["Ada"])
    assert first == [("user", ASKED)]
    said = [f"{seat} reasons.\nAnswer: {letter}" for seat, letter in (("Ada", "A"), ("Ben", "C"), ("Cleo", "B"))]
    assert second == [*first, ("assistant", said[0]), ("user", PROMPTS.further(said[1:]))]
    assert [role for role, _ in third] == ["user", "assistant"] * 2 + ["user"]


@pytest.mark.parametrize(
    ("topology", "names"),
    [*product(["full", "sparse", "random", "dig", "digra"], [True, False]), ("free", True)],
)
def test_what_was_sent_is_how_all_that_is_sent_later_begins(topology, names):
    for sent in sent_in(debated(3, topology=topology, names=names)).values():
        rounds = [each for request, each in sent if request.answer is Solve]
        assert [len(each) for each in rounds] == [1, 3, 5]
        for earlier, later in pairwise(rounds):
            assert later[: len(earlier)] == earlier


@pytest.mark.parametrize("names", [True, False])
def test_a_model_reads_the_words_under_which_the_estimator_measures(names):
    """F(q, R_J) of the estimator is the question and the last turn of the model, but for the names that it may be told."""
    referee = debated(3, topology="digra", names=names)
    sent = sent_in(referee)
    measured = {event.agent: passages(event) for event in find_events(referee, Texts, ESTIMATOR) if event.number in (2, 3, 4)}
    for at, chats in enumerate(sent.values()):
        second = chats[1][1]
        read = f"{second[0][1]}\n\n{second[-1][1]}"
        without = re.sub(r"\nThe responses? (is|are), in this order.*\n?|\nThe response is .*", "", read)
        assert without in [passage.prompt for passage in measured[at]]
        assert (read == without) is not names


def test_whose_responses_they_are_is_told_where_the_debate_tells_names():
    named, nameless = (sent_in(debated(3, names=names))["Ada"][1][1] for names in (True, False))
    assert named[-1][1].endswith("The responses are, in this order, those of Ben and Cleo.")
    said = [text.replace("Ben reasons", "").replace("Cleo reasons", "") for _, text in nameless]
    assert not any(seat in text for seat in ("Ben", "Cleo") for text in said)


def test_who_has_said_nothing_is_asked_and_told_in_one_turn():
    """No server takes an empty message, and two of one side after another are not taken by all."""

    def silent(request, referee):
        return Forfeit("gave_up") if request.to == "Ada" else saying()(request, referee)

    last = sent_in(debated(3, names=False), silent)["Ada"][-1][1]
    assert [role for role, _ in last] == ["user"]
    assert last[0][1].startswith(f"{ASKED}\n\nThese are responses of other agents.")


def test_given_first_answers_are_what_a_model_said():
    sent = sent_in(debated(3, wrong=1, rounds=2))
    for chats in sent.values():
        assert len(chats) == 1 and [role for role, _ in chats[0][1]] == ["user", "assistant", "user"]
        assert re.search(r"Answer: [BC]$", chats[0][1][1][1])


# Aside


def test_whom_a_model_listens_to_is_asked_aside():
    sent = sent_in(debated(3, topology="free"))["Ada"]
    assert [request.answer for request, _ in sent] == [Solve, Listen, Solve, Listen, Solve]
    asked = sent[1][1][-1][1]
    assert "who do you listen to?" in asked and '"Ben, Cleo"' in asked and 'Answer in this form: {"thoughts": "...", "to"' in asked
    assert not any("who do you listen to" in text for _, text in sent[-1][1])


def test_appeals_are_kept_and_what_is_believed_after_them_is_not():
    """The belief is checked on a copy of the history (figure 3)."""
    sent = sent_in(debated(1, rounds=1, probe=True), saying(believes="None of these"))["Ada"]
    asked = [each for request, each in sent if request.answer is Believe]
    assert len(asked) == 4 and all(each[:2] == asked[0][:2] and len(each) == 3 for each in asked)
    ends = [each[-1][1].partition("\n\nWhat do you now believe")[0] for each in asked]
    control, *logical = BEARS.appeals.control, *BEARS.appeals.logical
    assert ends[0] == control
    assert ends[-1] == "\n\n".join([control, *(f"{text} Therefore: {control}" for text in logical)])
    assert all(later.startswith(earlier) for earlier, later in pairwise(ends))
    assert not any("None of these" in text.partition("What do you now believe")[0] for each in asked for _, text in each)


def test_appeals_after_a_round_are_not_read_in_further_rounds():
    plain, probed = (sent_in(debated(3, names=False, probe=probe))["Ada"] for probe in (False, "rounds"))
    assert [sent for request, sent in probed if request.answer is Solve] == [sent for _, sent in plain]
    asked = [sent for request, sent in probed if request.answer is Believe]
    assert len(asked) == 3 * 4
    assert all(str(sent).count("Two bears went round.") == 1 + at % 4 for at, sent in enumerate(asked))


def test_the_words_of_the_paper_are_those_of_its_tables():
    """Table 10, f(q, R_J), and table 5, where a response is asked for that explains the right answer."""
    end = (
        "The last line of your response should be of the following format: 'Answer: $LETTER' (without quotes) where LETTER is"
        " one of ABCD. Think step by step before answering."
    )
    question = "How many bears went round the spinney?\nA) none\nB) one\nC) two\nD) three"
    referee = debated(3, names=False, prompts="paper", topology="digra")
    first, second, _ = (sent for _, sent in sent_in(referee)["Ada"])
    assert first == [("user", f"{question}\n\n{end}")]
    heard = find_events(referee, Heard, "Ada")[0].texts
    solutions = "".join(f"One agent solution: ```{text}```\n\n" for text in heard)
    assert second[-1][1] == (
        f"These are the solutions to the problem from other agents:\n\n{solutions}Using the reasoning from other agents as"
        f" additional advice, can you give an answer? {end}"
    )
    measured = next(event for event in find_events(referee, Texts, ESTIMATOR) if event.agent == 0)
    assert f"{first[0][1]}\n\n{second[-1][1]}" in [passage.prompt for passage in passages(measured, PaperPrompts)]
    guided = PaperPrompts(BEARS.question, "choice", BEARS.options).explain("B", ("One.\nAnswer: B",))
    assert guided == (
        "Your task is to provide a detailed reasoning process for why the Answer: B) one is the correct to the following"
        f" multiple-choice questions.\n{question}\nHere are the examples:\nOne.\nAnswer: B\nPlease assume that you do not know the"
        " premise and provide the reason for it to be the correct answer. It means you need to get Answer: B) through your"
        " reasoning.\nThe last line of your response should be of the following format: 'Answer: B)',\nThink step by step before"
        " answering."
    )


def test_who_explains_the_right_answer_is_asked_apart_from_what_it_said():
    def explain(request, referee):
        return Explain(text="So it is.\nAnswer: B") if request.answer is Explain else saying({"Ada": "C"})(request, referee)

    (_, (request, sent)) = sent_in(debated(1, rounds=1, rationales=1), explain)["Ada"]
    assert request.answer is Explain and sent == [("user", PROMPTS.explain("B", ()))]
    assert "The right answer is B) one." in sent[0][1] and sent[0][1].endswith("End with a line `Answer: B`.")


def test_a_response_is_plain_text_and_what_is_asked_aside_has_a_form():
    listen = Request(1, "Ada", Listen, {"to": ("Ben",)})
    assert schema(SOLVE, True) is None
    assert schema(listen, False) == listen.schema()
    assert "form" not in turns(SOLVE, [BRIEFING])[-1][1]


def test_what_was_not_taken_is_shown_with_what_was_wrong_and_forgotten_later():
    notebook, words = Notebook(), prompt("debate")
    problem = "Your reply was empty. Reply in plain text."
    for said in ("", "I shall not say."):
        completion = Completion(said, "unparsable", problem)
        notebook.add(PastResponse(SOLVE, Response(SOLVE.id, ParseFailure(problem), completions=(completion,)), 2))
    observation = [BRIEFING, Refused("Ada", problem), Refused("Ada", problem)]
    sent = messages(SOLVE, observation, words, notebook=notebook)
    wrong = f"Your answer was not taken. {problem}"
    assert [(each.role, *each.parts) for each in sent] == [
        ("user", f"{ASKED}\n\n{wrong}"),
        ("assistant", "I shall not say."),
        ("user", wrong),
    ]
    notebook.add(PastResponse(SOLVE, Response(SOLVE.id, Solve(text="One. Answer: B", answer="B")), 4))
    assert messages(SOLVE, observation, words, notebook=notebook) == messages(SOLVE, [BRIEFING], words)


def test_a_debate_that_does_not_fit_is_sent_without_its_middle_and_then_with_the_ends_of_what_was_said():
    said = [f"{letter * 3000}\nAnswer: B" for letter in "abc"]
    observation = [BRIEFING]
    for number, own in enumerate(said, 1):
        observation += [Answered("Ada", number, own, "B", "said"), Heard("Ada", number + 1, (f"{own[0].upper() * 6000}!",), ())]
    whole = turns(SOLVE, observation)
    assert len(whole) == 7
    assert turns(SOLVE, observation, room=10_000) == whole
    shorter = turns(SOLVE, observation, room=4000)
    assert shorter == [whole[0], *whole[-2:]]
    shortest = turns(SOLVE, observation, room=600)
    assert [role for role, _ in shortest] == ["user", "assistant", "user"] and shortest[0] == whole[0]
    assert shortest[1][1].startswith("[...] c") and shortest[1][1].endswith("\nAnswer: B")
    assert "CCC!" in shortest[2][1] and "[...] CCC" in shortest[2][1]
    assert turns(SOLVE, observation, room=1) == turns(SOLVE, observation, room=0)


def test_no_model_is_sent_what_only_others_were_told():
    def secret(request, referee):
        if request.answer is Solve:
            return Solve(text=f"secret-{request.to}-{request.id}. Answer: B")
        return saying()(request, referee)

    referee = debated(4, topology="fixed", graph=((1,), (2,), (3,), (0,)), rounds=2)
    sent = sent_in(referee, secret)
    for seat, after in (("Ada", "Ben"), ("Ben", "Cleo"), ("Cleo", "Dan"), ("Dan", "Ada")):
        text = "\n".join(part for _, chat in sent[seat] for _, part in chat)
        assert {name.split("-")[1] for name in re.findall(r"secret-\w+", text)} == {seat, after}


# Whole matches of models


def seated(seat, backend, game="debate", **options):
    return ModelPlayer(seat, game, parse("openai:tiny"), backend, seed="5eed", **options)


def match_of(backends, folder=None, **options):
    """A debate of models, with the estimator that nobody has to name."""
    referee = Referee(Debate(len(backends), debated(len(backends), **options).game.config), key_from_seed(1))
    players = {seat: seated(seat, backend) for seat, backend in zip(referee.game.seats, backends, strict=True)}
    players |= seat_services(referee.game, {}, referee.key, nobody)
    described = {seat: player.describe() for seat, player in players.items()}
    return Match(referee, players, Writer.create(folder, referee, described, sync=False) if folder else None)


@pytest.mark.parametrize("options", [{"topology": "digra"}, {"topology": "free", "probe": True}], ids=str)
async def test_models_debate_at_a_server_and_their_replies_read_again_are_what_counted(tmp_path, options):
    def says(request):
        asked = request["messages"][-1]["content"]
        if "who do you listen to" in asked:
            return '{"thoughts": "", "to": "Ben, Cleo"}' if '"Ben, Cleo"' in asked else '{"to": 1}'
        if "What do you now believe" in asked:
            return "C"
        return f"I have read {len(request['messages'])} messages.\n**Answer: {'BC'[len(request['messages']) > 1]}**"

    async with talking_to(says) as (server, backend):
        match = match_of([backend] * 3, tmp_path / "match", **options)
        outcome = await match.play()
    assert [result.kind for result in outcome.results.values()] == ["lost"] * 3
    assert [said.answer for said in find_events(match.referee, Answered)] == ["B"] * 3 + ["C"] * 6
    assert {said.answer for said in find_events(match.referee, Believed)} <= {"C"}
    for chat in server.chats:
        assert [each["role"] for each in chat["messages"]] == ["user", "assistant"] * (len(chat["messages"]) // 2) + ["user"]
        is_aside = "Answer in this form" in chat["messages"][-1]["content"]
        assert ("response_format" in chat) is is_aside
    report = verify(tmp_path / "match", 3)
    assert {level: check.result for level, check in report.levels.items()} == dict.fromkeys(range(4), "passed")


@pytest.mark.parametrize(
    ("said", "answer", "source"),
    [
        ("It is anybody's guess.", None, "said"),
        ("", None, "nothing"),
        (reply("One, since", finish="length"), None, "said"),
        (reply("<think>One, since", finish="length"), None, "nothing"),
        (reply("One, since", finish="cut"), None, "nothing"),
        (reply("", is_refusal=True), None, "nothing"),
        ("x" * 100_000 + "\nAnswer: B", "B", "said"),
        ("x" * 500_000, None, "nothing"),
        ("<think>It is C. Answer: C</think>One. Answer: B", "B", "said"),
    ],
    ids=[
        "no answer",
        "empty",
        "out of tokens",
        "out of thoughts",
        "cut off",
        "declined",
        "long",
        "too long",
        "thoughts",
    ],
)
async def test_whatever_a_model_says_the_debate_ends_and_what_cannot_be_read_is_wrong_and_no_vote(tmp_path, said, answer, source):
    odd = Scripted(say=lambda chat: said)
    others = [Scripted(say=lambda chat: "I counted.\nAnswer: B") for _ in range(2)]
    match = match_of([odd, *others], tmp_path / "match", rounds=2)
    outcome = await match.play()
    ada = [each for each in find_events(match.referee, Answered) if each.seat == "Ada"]
    assert [(each.answer, each.source) for each in ada] == [(answer, source)] * 2
    assert outcome.results["Ada"].kind == ("won" if answer else "lost") and outcome.results["Ben"].kind == "won"
    assert find_events(match.referee, Concluded)[0].votes == {"B": 3 if answer else 2}
    assert verify(tmp_path / "match", 3).is_verified
    assert not any("JSON" in part for chat in odd.chats for message in chat.messages for part in message.parts)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('{"thoughts": "Hm. Answer: A", "answer": "C"}', "C"),
        ("C", "C"),
        ("Well, I counted.\n**Answer: (c)**", "C"),
        ("Answer: A\nNo.\nAnswer: i do not know.", "I do not know"),
        ("Answer: E", None),
        ("It may be A or C.", None),
    ],
)
def test_what_is_believed_is_read_by_its_form_or_as_responses_end(text, answer):
    request = Request(1, "Ada", Believe, {"answer": ("A", "B", "C", "I do not know")})
    read = read_reply(text, request)
    assert (read.answer.answer if read.answer else None) == answer
    assert (read.reading == "answer") is (answer is not None)


async def test_a_reply_that_was_cut_off_is_asked_for_once_more_in_plain_text():
    replies = iter([reply("One, since", finish="cut"), "One.\nAnswer: B", "One.\nAnswer: B"])
    odd = Scripted(say=lambda chat: next(replies))
    match = match_of([odd, Scripted(say=lambda chat: "Answer: B")], rounds=2)
    await match.play()
    assert [each.answer for each in find_events(match.referee, Answered)] == ["B"] * 4
    again = odd.chats[1].messages
    assert len(again) == 1 and again[0].parts[0].startswith(ASKED) and "broke off" in again[0].parts[0]
    assert "One, since" not in again[0].parts[0]  # models go on where they were cut off, and are cut off again
    assert odd.chats[2].messages[0] == Message("user", (ASKED,))
