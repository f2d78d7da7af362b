"""The check of a study of groups."""

from __future__ import annotations

import pytest

from woozle.arena.studies.plan_check import check_study

from tests.arena.studies.study_plans import plan, write_files

MATCH = """
[[conditions]]
name = "words"
[[conditions.matches]]
game = "debate"
seats = [{seats}]
options = {{ rounds = 1 }}
{more}
"""
PEOPLE = '"human*2", "bot"'
QUEST = """[[conditions]]
name = "quest"
[[conditions.matches]]
game = "quest"
seats = ["human*2"]
officials = { judge = "grader:openai:gpt-5-mini" }
"""
SOLO = '[[conditions.solo]]\ngame = "debate"\nseats = ["human", "{model}"]\noptions = {{ rounds = 1 }}\n'


def issues(tmp_path, *, grouping="", head="", seats=PEOPLE, more="", consent="I agree.", debrief="Thank you.", weight="error"):
    text = plan("who_is_it", f"group = 2\n{head}").partition("[[beliefs]]")[0]
    text += f"[grouping]\n{grouping}\n" + MATCH.format(seats=seats, more=more)
    write_files(tmp_path, text, consent=consent, debrief=debrief)
    return [f"{each.where}: {each.sentence}" for each in check_study(tmp_path).findings if each.weight == weight]


def test_a_group_can_be_checked(tmp_path):
    assert issues(tmp_path) == []


@pytest.mark.parametrize("grouping", ["blind = true", "shows_replacement = false"])
@pytest.mark.parametrize(
    ("consent", "is_enough"),
    [
        ("Some of the other players may be programs.", True),
        ("Manche der anderen können Maschinen sein.", True),
        ("I agree that my partner could be a computer program, and not a person.", True),
        ("The others are programs.", False),
        ("My data are kept on a computer. Some players may mislead me.", False),
        ("Some players may be no programs.", False),
    ],
)
def test_who_is_not_told_who_is_a_program_agrees_to_it_before(tmp_path, grouping, consent, is_enough):
    found = issues(tmp_path, grouping=grouping, consent=consent)
    assert [each.startswith("consent: Nobody is told who is a program") for each in found] == [True] * (not is_enough)


@pytest.mark.parametrize(
    ("debrief", "denies"),
    [
        ("Some players were programs. Below you read who was who.", False),
        ("You were not told before who was a program, because that changes how people talk.", False),
        ("No player knew who was a program.", False),
        ("All other players were people.", True),
        ("There were no programs in your group.", True),
        ("We cannot tell you who was a program.", True),
        ("None of the other participants was a machine.", True),
    ],
)
def test_the_debriefing_does_not_deny_what_the_page_tells(tmp_path, debrief, denies):
    found = issues(tmp_path, grouping="blind = true", consent="Some players may be programs.", debrief=debrief)
    assert [each.startswith("debrief: It says “") for each in found] == [True] * denies


def test_a_replacement_that_is_shown_or_a_match_that_ends_needs_no_such_consent(tmp_path):
    for grouping in ("", 'lost = "leave"\nshows_replacement = false', 'lost = "forfeit"\nshows_replacement = false'):
        assert issues(tmp_path, grouping=grouping) == []


@pytest.mark.parametrize(
    ("grouping", "seats", "more"),
    [
        ("", '"human*2", "openai:gpt-5-mini"', ""),
        ('then = "solo"', PEOPLE, SOLO.format(model="openai:gpt-5-mini")),
        ("", '"human*2", "bot"', QUEST),
    ],
    ids=["seat", "solo", "judge"],
)
def test_a_provider_is_named_wherever_its_model_meets_people(tmp_path, grouping, seats, more):
    found = issues(tmp_path, grouping=grouping, seats=seats, more=more)
    assert sum("api.openai.com" in each for each in found) == 3


def test_the_wait_is_shorter_than_the_study(tmp_path):
    [found] = issues(tmp_path, grouping="wait_minutes = 30", head="limit_minutes = 25")
    assert "People wait up to 30 minutes for a group, and after 25 minutes (limit_minutes) their study is over." in found


def test_exits_that_a_group_needs_and_what_does_not_apply_to_it_are_named(tmp_path):
    head = '[leaving]\nthen = "bot"\n[[exits]]\nwhen = "completion"\ncode = "C1G9PC0D"\n'
    found = issues(tmp_path, head=head, grouping='lost = "leave"', weight="warning")
    assert [each for each in found if each.startswith("exits")] == [
        "exits: Those who leave by no_group get no code and no pay; add an exit for them.",
        "exits: Those who leave by partner_left get no code and no pay; add an exit for them.",
    ]
    assert any(each.startswith("leaving.then: This option is for matches played alone") for each in found)


def test_a_match_in_which_somebody_can_hold_up_the_group_for_ever_is_named(tmp_path):
    said = "No time limit"
    [found] = [each for each in issues(tmp_path, weight="warning") if said in each]
    assert found.startswith("words, match 1: No time limit (seconds_to_answer and seconds_to_choose): ")
    plan = tmp_path / "study.toml"
    plan.write_text(plan.read_text().replace("rounds = 1", "rounds = 1, seconds_to_answer = 90, seconds_to_choose = 60"))
    assert not [each for each in check_study(tmp_path).findings if said in each.sentence]


@pytest.mark.parametrize(
    ("more", "seats", "says"),
    [
        ('role = "goose"', PEOPLE, "a role can be planned only for one participant"),
        ("", '"human", "bot"', "must have `human` 2 times"),
        ("", '"human*2", "bot*60"', "62 seats are more than any table has"),
    ],
)
def test_a_match_that_a_group_cannot_play_is_an_error(tmp_path, more, seats, says):
    found = issues(tmp_path, more=more, seats=seats)
    assert found and all(says in each for each in found), found


def test_the_check_is_asked_before_the_condition_of_a_group_is_known(tmp_path):
    other = MATCH.format(seats=PEOPLE, more="").replace('"words"', '"other"').replace("rounds = 1", "rounds = 2")
    said = "check: The check comes before a group's condition is drawn, though matches differ in rounds"
    assert any(each.startswith(said) for each in issues(tmp_path, more=other, weight="warning"))
    assert not any(each.startswith("check: It comes before") for each in issues(tmp_path, weight="warning"))
