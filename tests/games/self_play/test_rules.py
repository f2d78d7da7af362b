"""The rules of self-play: who acts when, what is heard of it, and what it comes to."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from woozle.core.event import PUBLIC
from woozle.core.replies import read_reply
from woozle.core.request import Forfeit, Request, Response
from woozle.games.self_play.config import Config
from woozle.games.self_play.data import Question
from woozle.games.self_play.events import LIBRARIAN, Act, Acted, Concluded, Equipped, Evidence, Found, Key, Posed, Query
from woozle.games.self_play.rules import SelfPlay
from woozle.testing import find_events, play_rules

from tests.games.self_play.play import TOWER, doing, society

TOGETHER = {"Ada": ["ASK", "ANSWER Paris"], "Ben": ["SEARCH", "ANSWER Paris"], "Cleo": ["HEDGE Rome"]}


def acts(referee) -> list[tuple[str, str, str]]:
    return [(acted.seat, acted.action, acted.argument) for acted in find_events(referee, Acted)]


def test_who_asks_is_told_what_all_reply_and_answers_for_the_group():
    referee = play_rules(society(), doing(TOGETHER))
    question = TOWER.question
    assert acts(referee) == [
        ("Ada", "ASK", question),
        ("Ben", "SEARCH", question),
        ("Ben", "ANSWER", "Paris"),
        ("Cleo", "HEDGE", "Rome"),
        ("Ada", "ANSWER", "Paris"),
    ]
    assert [(each.tag, each.texts, each.tool) for each in find_events(referee, Evidence, to="Ada")] == [
        ("FRIEND_ANSWER", ("Paris",), ""),
        ("FRIEND_HEDGE", ("Rome",), ""),
    ]
    (concluded,) = find_events(referee, Concluded)
    assert (concluded.answer, concluded.action, concluded.f1, concluded.searches) == ("Paris", "ANSWER", 1.0, 1)
    assert concluded.reward == pytest.approx(0.99)
    assert {seat: (result.numbers["searches"], result.numbers["score"]) for seat, result in referee.outcome.results.items()} == {
        "Ada": (0, pytest.approx(0.99)), "Ben": (1, pytest.approx(0.99)), "Cleo": (0, pytest.approx(0.99)),
    }  # fmt: skip


@pytest.mark.parametrize("action", ["ANSWER", "HEDGE"])
def test_a_reply_without_words_is_legal_and_is_passed_on_as_such(action):
    request = Request(1, "Ben", Act, {"action": ("SEARCH", "ANSWER", "HEDGE")})
    read = read_reply(f"#{action}", request)
    assert (read.reading, read.answer) == ("answer", Act(action=action, argument=""))
    referee = play_rules(society(), doing({"Ada": ["ASK", action], "Ben": [action], "Cleo": ["HEDGE Rome"]}))
    assert [event.forfeited for event in find_events(referee, Acted)] == [False] * 4
    assert [each.texts for each in find_events(referee, Evidence, to="Ada")] == [("",), ("Rome",)]
    (concluded,) = find_events(referee, Concluded)
    assert (concluded.answer, concluded.action, concluded.f1) == ("", action, 0.0)


def test_a_helper_sees_the_question_and_what_it_found_and_nothing_of_its_peers():
    referee = society()
    say = doing(TOGETHER)
    while referee.outcome is None:
        (request,) = referee.open.values()
        if request.to == "Cleo":
            break
        referee.fold(Response(request.id, say(request, referee), 0.0))
    assert [event.question for event in find_events(referee, Posed, to="Cleo")] == [TOWER.question]
    assert (
        not find_events(referee, Evidence, to="Cleo")
        and not find_events(referee, Acted, to="Cleo")
        and not find_events(referee, Key, to="Cleo")
    )
    assert [(each.seat, each.library) for each in find_events(referee, Equipped, to="Cleo")] == [("Cleo", "medicine")]
    assert [each.texts for each in find_events(referee, Evidence, to="Ben")] == [("encyclopaedia: it is in Paris.",)]


def test_the_public_that_watches_sees_everything_but_the_key_before_the_end():
    referee = society()
    (request,) = referee.open.values()
    assert not find_events(referee, Key, to=PUBLIC)
    assert len(find_events(referee, Equipped, to=PUBLIC)) == 3
    assert request.to == "Ada"


def test_only_with_names_one_is_told_which_tool_a_reply_comes_from():
    referee = play_rules(society(names=True), doing(TOGETHER))
    assert [each.tool for each in find_events(referee, Evidence, to="Ada")] == ["encyclopaedia", "medicine"]


def test_the_question_itself_is_searched_and_asked_unless_words_are_ones_own():
    steps = {"Ada": ["ASK Which town has it?", "ANSWER x"], "Ben": ["SEARCH towers of iron", "ANSWER x"]}
    asked = {queries: play_rules(society(queries=queries), doing(steps)) for queries in ("question", "own")}
    assert [query.text for query in find_events(asked["question"], Query, to=LIBRARIAN)] == [TOWER.question]
    assert [query.text for query in find_events(asked["own"], Query, to=LIBRARIAN)] == ["towers of iron"]
    assert find_events(asked["question"], Posed, to="Cleo")[0].question == TOWER.question
    assert find_events(asked["own"], Posed, to="Cleo")[0].question == "Which town has it?"


def test_what_can_be_done_is_offered_and_no_more():
    referee = society(calculators=(2,))
    offered = {}
    say = doing({"Ada": ["ASK"], "Ben": ["SEARCH"], "Cleo": ["CALCULATE 2 + 2"]})

    def noting(request, referee):
        if request.answer is Act:
            offered.setdefault(request.to, []).append(request.choices["action"])
        return say(request, referee)

    play_rules(referee, noting)
    assert offered == {
        "Ada": [("ASK", "ANSWER", "HEDGE"), ("ANSWER", "HEDGE")],
        "Ben": [("SEARCH", "ANSWER", "HEDGE"), ("ANSWER", "HEDGE")],
        "Cleo": [("SEARCH", "CALCULATE", "ANSWER", "HEDGE"), ("ANSWER", "HEDGE")],
    }
    assert [each.tag for each in find_events(referee, Evidence, to="Cleo")] == ["CALCULATION"]
    assert find_events(referee, Concluded)[0].searches == 1


def test_one_alone_has_a_tool_and_cannot_ask():
    referee = society(1)
    (request,) = referee.open.values()
    assert request.choices["action"] == ("SEARCH", "ANSWER", "HEDGE")
    play_rules(referee, doing({"Ada": ["SEARCH", "ANSWER the city of Paris"]}))
    assert find_events(referee, Concluded)[0].f1 == 1.0


def test_through_a_hub_each_reply_is_seen_before_the_next_is_asked():
    steps = {"Ada": ["ASK", "ANSWER Paris"], "Ben": ["ANSWER Paris"], "Cleo": ["HEDGE"]}
    referee = play_rules(society(orchestration="hub"), doing(steps))
    assert acts(referee) == [("Ada", "ASK", TOWER.question), ("Ben", "ANSWER", "Paris"), ("Ada", "ANSWER", "Paris")]
    both = play_rules(society(orchestration="hub"), doing({**steps, "Ada": ["ASK", "ASK", "ANSWER Rome"]}))
    assert [seat for seat, *_ in acts(both)] == ["Ada", "Ben", "Ada", "Cleo", "Ada"]


def test_who_gives_nothing_legal_hedges_without_words():
    referee = play_rules(society(), lambda request, referee: Forfeit("gave_up"))
    (acted,) = find_events(referee, Acted)
    assert (acted.action, acted.argument, acted.forfeited) == ("HEDGE", "", True)
    assert find_events(referee, Concluded)[0].reward == 0


def test_a_hedge_at_the_end_is_scored_as_an_answer_is():
    referee = play_rules(society(), doing({"Ada": ["HEDGE Paris"]}))
    assert find_events(referee, Concluded)[0].f1 == 1.0


def test_when_the_steps_are_used_up_nobody_has_answered():
    referee = play_rules(society(steps=2), doing(TOGETHER))
    (concluded,) = find_events(referee, Concluded)
    assert (concluded.answer, concluded.action, concluded.reward) == ("", "", pytest.approx(-0.01))
    assert {result.kind for result in referee.outcome.results.values()} == {"lost"}


def test_when_the_effort_is_spent_no_tool_is_offered():
    say, offered = doing({"Ada": ["ASK"], "Ben": ["SEARCH", "HEDGE"]}), []

    def noting(request, referee):
        if request.to == "Cleo":
            offered.append(request.choices["action"])
        return say(request, referee)

    play_rules(society(effort=1), noting)
    assert offered == [("ANSWER", "HEDGE")]


@pytest.mark.parametrize("answer", [Forfeit("error"), None])
def test_a_search_that_finds_nothing_gives_nothing_to_read(answer):
    found = (lambda query: answer) if answer else (lambda query: Found(of=query.number, texts=(), sources=()))
    referee = play_rules(society(), doing(TOGETHER, found))
    assert [each.texts for each in find_events(referee, Evidence, to="Ben")] == [()]
    assert referee.outcome


def test_no_more_is_read_than_was_asked_for():
    many = lambda query: Found(of=query.number, texts=tuple("abcdef"), sources=tuple("uvwxyz"))  # noqa: E731
    referee = play_rules(society(found=2), doing(TOGETHER, many))
    assert [(each.texts, each.sources) for each in find_events(referee, Evidence, to="Ben")] == [(("a", "b"), ("u", "v"))]


def test_everybody_is_told_at_the_end_what_was_right_and_who_could_do_what():
    referee = play_rules(society(), doing(TOGETHER))
    for seat in ("Ada", "Ben", "Cleo"):
        assert find_events(referee, Key, to=seat)[-1].answers == TOWER.answers
        assert {each.seat for each in find_events(referee, Equipped, to=seat)} == {"Ada", "Ben", "Cleo"}


@pytest.mark.parametrize(
    ("reply", "action", "argument"),
    [
        ("#ANSWER 1912", "ANSWER", "1912"),
        ("answer: the Rhine", "ANSWER", "the Rhine"),
        ("#HEDGE\nperhaps Rome\n", "HEDGE", "perhaps Rome"),
        ("**#SEARCH** who?", "SEARCH", "who?"),
        ("#ANSWER one\ntwo\n\nQuestion: three?\nAction: #HEDGE three", "ANSWER", "one\ntwo"),
        ("#ANSWER one\n#ANSWER one", "ANSWER", "one"),
        ("I should work this out.\n\n#CALCULATE 9 * 12", "CALCULATE", "9 * 12"),
        ("#ANSWER one\n\nSummary: it is one.", "ANSWER", "one"),
        ("#ANSWER Ask Me Anything", "ANSWER", "Ask Me Anything"),
        ("  #hedge", "HEDGE", ""),
    ],
)
def test_the_first_action_of_a_reply_is_read(reply, action, argument):
    act = Act.of_reply(reply, Request(1, "Ada", Act, {}))
    assert (act.action, act.argument) == (action, argument)


@pytest.mark.parametrize(
    "reply",
    [
        "#ASK, #ANSWER, #HEDGE, #Maud Fennimere",
        "#ASK\n#SEARCH\n#ANSWER answer\n#HEDGE answer",
        "ANSWER or HEDGE",
        "#ANSWER one\ntwo\n#HEDGE three",
        "#ANSWER answer: say what you know to be right, in a few words.",
        "#HEDGE answer",
        "",
        "Paris",
        '{"action": "ANSWER", "argument": "x"}',
        "I would ANSWER Paris",
        "#ANSWERS x",
    ],
)
def test_what_names_several_actions_repeats_the_prompt_or_begins_otherwise_is_no_action(reply):
    assert Act.of_reply(reply, Request(1, "Ada", Act, {})) is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"question": "nowhere"}, "no question 'nowhere'"),
        ({"society": "fixed"}, "needs a graph"),
        ({"pool": (TOWER, TOWER)}, "same id"),
        ({"pool": "towers.txt"}, "must be a .csv"),
    ],
)
def test_options_that_cannot_be_are_refused(options, said):
    with pytest.raises(ValidationError, match=said):
        Config(**{"pool": (TOWER,), **options})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"libraries": ("-", "medicine")}, "2 libraries are named for 3 seats"),
        ({"calculators": (3,)}, "from 0 to 2"),
        ({"society": "fixed", "graph": ((1,), ())}, "for each of 3 seats"),
    ],
)
def test_a_society_that_cannot_be_is_refused(options, said):
    with pytest.raises(ValueError, match=said):
        SelfPlay(3, Config(pool=(TOWER,), **options))


def test_the_question_is_drawn_unless_it_is_named():
    pool = tuple(Question(id=str(number), question=f"{number}?", answers=("x",)) for number in range(20))
    assert find_events(society(pool=pool, question="7"), Posed)[0].question == "7?"
    assert find_events(society(pool=pool), Posed)[0].question in {each.question for each in pool}
