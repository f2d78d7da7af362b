"""Plans of studies are read strictly, and errors are reported in a sentence."""

from __future__ import annotations

import re
from itertools import permutations
from math import factorial

import pytest

from woozle.arena.studies import links
from woozle.arena.studies.export import export_study
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import next_step, plan_steps
from woozle.arena.studies.plan import OUTDATED, StudyError, digest_plan, read_plan, read_text
from woozle.arena.studies.plan_check import check_study
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.withdrawal import withdraw_participant

from tests.arena.studies.pilot import MATCHES, Pilot
from tests.arena.studies.study_plans import plan, write_study

GOOD = plan("who_is_it") + MATCHES
CONDITIONS = re.findall(r'\[\[conditions\]\]\nname = "(.+)"', MATCHES)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("study = 2", "study = 3", "this Woozle reads study = 1 and 2"),
        ("study = 2", "study = true", "this Woozle reads study = 1 and 2"),
        ("study = 2", "", "this Woozle reads study = 1 and 2"),
        ("study = 2", "study = 1", "age needs study = 2"),
        ("age = 18", "", "age is missing"),
        ("age = 18", "age = 18.5", "age"),
        ("storage = ", "# storage = ", "storage is missing"),
        ("minutes = 20", "minutes = 0", "minutes"),
        ('name = "who_is_it"', 'name = "Who?"', "name"),
        ("minutes = 20", "minutes = 20\nmood = 3", "mood"),
        ('["18 to 29", "30 or older"]', '["18 to 29"]', "question age needs at least two options"),
        ('["18 to 29", "30 or older"]', '["18 to 29", "18 to 29"]', "the same option twice"),
        ('right = "Yes"', 'right = "Maybe"', "the right answer of lie"),
        ('id = "played"', 'id = "age"', "the question age appears twice"),
        ('seats = ["human", "bot*2"]', 'seats = ["bot*3"]', "must have `human` exactly once"),
        ('seats = ["human", "bot*2"]', 'seats = ["human", "human"]', "must have `human` exactly once"),
        ("minutes = 20", "minutes = 20\ngroup = 3", "match 1 of .*: the seats of the match must have `human` 3 times"),
        ("[[form]]", "[grouping]\n[[form]]", "grouping. needs group = 2 or more"),
        ("minutes = 20", "minutes = 20\ngroup = 13", "group"),
        ("[[form]]", "[[form", "is not TOML"),
        ('kind = "scale"', 'kind = "scale"\nlow = 5\nhigh = 5', "low to be less"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, old, new, says):
    assert old in GOOD
    with pytest.raises(StudyError, match=says) as told:
        write_study(tmp_path / "study", GOOD.replace(old, new, 1))
    assert str(told.value).endswith(".")
    assert "\n" not in str(told.value)


def test_a_plan_of_version_1_lets_those_who_joined_go_on_and_nobody_else_in(study, tmp_path):
    code = Pilot(study).comes()
    old = re.sub(r"^(age|storage) = .*$", "", GOOD, flags=re.M).replace("study = 2", "study = 1")
    (study.path / "study.toml").write_text(old, "utf-8")
    study = StudyFolder(study.path)
    StudyVisit(study, code=code).close()
    assert export_study(study, tmp_path / "out").rows["participants"] == 1
    for joins in (
        lambda: StudyVisit(study),
        lambda: links.make_links(study, 1),
        lambda: study.enrol(study.free_code(), release=False),
    ):
        with pytest.raises(StudyError, match="before anybody else joins, write study = 2"):
            joins()
    assert OUTDATED in [each.sentence for each in check_study(study.path).findings if each.weight == "error"]
    withdraw_participant(study, code)


def test_a_condition_that_appears_twice_is_said(tmp_path):
    first, *_, last = CONDITIONS
    with pytest.raises(StudyError, match=f"the condition {first} appears twice"):
        write_study(tmp_path / "study", GOOD.replace(f'name = "{last}"', f'name = "{first}"'))


def test_a_folder_without_a_plan_says_how_to_make_one(tmp_path):
    with pytest.raises(StudyError, match="woozle study new"):
        read_plan(tmp_path)


@pytest.mark.parametrize("name", ["../secret.txt", "/etc/passwd", "a/../../secret.txt"])
def test_texts_outside_the_folder_are_not_read(tmp_path, name):
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    (tmp_path / "study").mkdir()
    with pytest.raises(StudyError, match="outside the folder"):
        read_text(tmp_path / "study", name)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "consent.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(StudyError, match="outside the folder"):
        read_text(tmp_path / "study", "consent.txt")


@pytest.mark.parametrize(
    ("data", "says"),
    [(b"", "is empty"), (b" \n", "is empty"), (b"\xff\xfe", "not UTF-8"), (b"a" * 200_001, "shorten it")],
)
def test_a_text_that_nobody_can_read_is_said(tmp_path, data, says):
    (tmp_path / "consent.txt").write_bytes(data)
    with pytest.raises(StudyError, match=says):
        read_text(tmp_path, "consent.txt")


def test_a_version_of_a_text_is_known_by_its_digest(study):
    before = read_text(study.path, "consent.txt").digest, digest_plan(study.path)
    (study.path / "consent.txt").write_text("Another consent.\n", "utf-8")
    assert read_text(study.path, "consent.txt").digest != before[0]
    assert digest_plan(study.path) == before[1]


def test_the_way_has_every_step_once_and_conditions_in_the_order_of_the_row(study):
    orders = set()
    for row in range(factorial(len(CONDITIONS))):
        way = plan_steps(study.plan, row)
        ids = [step.id for step in way]
        matches = [f"match-{number}" for number, _ in enumerate(CONDITIONS, 1)]
        assert ids == ["code", "form", "practice-1", "check", *matches, "questionnaire", "debrief"]
        assert next_step(way, ids[:3]) is way[3]
        assert next_step(way, ids) is None
        orders.add(tuple(step.condition for step in way if step.kind == "match"))
    assert orders == {*permutations(CONDITIONS)}
