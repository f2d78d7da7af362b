"""Sentences for participants follow the plan: the pages' own change with its options, and a study's texts are compared with it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from importlib import resources
from itertools import count
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

from woozle.arena.studies import visit_pages
from woozle.arena.studies.contradictions import contradictions
from woozle.arena.studies.plan import StudyPlan, read_plan, read_text
from woozle.arena.studies.plan_check import check_study
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.visit_flow import Page, VisitFlow
from woozle.arena.views.study import Reading
from woozle.arena.web.assets import page
from woozle.arena.web.study_forms import SentForm, page_context
from woozle.core.frozen_model import FrozenModel

from tests.arena.studies.study_plans import plan, write_study

EXAMPLES = resources.files("woozle.arena.studies") / "examples"
GAMES = ("any_game", "debate", "quest", "self_play", "ship", "undercover", "urn")
SENTENCES = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text("utf-8"))


def example(game: str, folder: Path, old: str = "", new: str = "") -> StudyPlan:
    """Write an example into a folder, with an option that is another one, and its own rules; return its plan."""
    for each in (EXAMPLES / game).iterdir():
        text = each.read_text("utf-8").replace("@game@", "debate").replace("@others@", "2").replace("@title@", "Debate")
        if each.name == "study.toml":
            if game == "any_game":  # its own is a comment
                check = '[[check]]\nid = "a"\nask = "b"\noptions = ["c", "d"]\nright = "c"\n\n'
                text = text.replace("[[conditions]]", check + "[[conditions]]", 1)
            text = re.sub(old, new, text) if old else text
            text = text.replace("[consent]", '[texts]\ninstructions = "rules.txt"\n[consent]', 1)
        (folder / each.name).write_text(text, "utf-8")
    (folder / "rules.txt").write_text("Play well.\n", "utf-8")
    return read_plan(folder)


def texts_of(folder: Path, plan: StudyPlan) -> Mapping[str, str]:
    names = {name: getattr(plan.texts, name) for name in ("information", "consent", "debrief", "instructions")}
    return {name: read_text(folder, file).text for name, file in names.items() if file} | {"boxes": "\n".join(plan.consent.boxes)}


@pytest.mark.parametrize("game", GAMES)
def test_the_texts_of_an_example_are_true_and_a_wrong_sentence_in_any_of_them_is_found(game, tmp_path):
    plan = example(game, tmp_path)
    texts = texts_of(tmp_path, plan)
    assert list(contradictions(tmp_path, plan, texts)) == []
    planted = {
        f"{sentence} in {where}": f"It is so. {sentence} That is all." for sentence in SENTENCES["untrue"] for where in texts
    }
    missed = planted.keys() - {where for where, _ in contradictions(tmp_path, plan, planted)}
    assert missed == set()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("old", "new", "sentence"), SENTENCES["untrue_if"])
def test_a_sentence_that_was_true_before_an_option_was_changed_is_found(game, old, new, sentence, tmp_path):
    plan = example(game, tmp_path, old, new)
    assert [where for where, _ in contradictions(tmp_path, plan, {"debrief": sentence})] == ["debrief"]


@pytest.fixture(scope="module")
def planned(tmp_path_factory) -> Mapping[str, tuple[Path, StudyPlan]]:
    """The plans of sentences.toml, in folders."""
    plans = {}
    for name, changed in SENTENCES["plans"].items():
        folder = tmp_path_factory.mktemp(name)
        for each in (EXAMPLES / changed["example"]).iterdir():
            text = each.read_text("utf-8")
            for old, new in (*SENTENCES["placeholders"], *changed.get("replace", ())):
                text = text.replace(old, new)
            if each.name == "study.toml":
                text = text.replace("[consent]", f"{changed.get('head', '')}[consent]", 1) + changed.get("tail", "")
            (folder / each.name).write_text(text, "utf-8")
        plans[name] = folder, read_plan(folder)
    return plans


@pytest.mark.parametrize(("kind", "least", "most"), [("wrong", 152, 161), ("right", 0, 0), ("harmless", 0, 0)])
def test_most_wrong_sentences_of_a_stranger_are_found_and_no_others(kind, least, most, planned):
    found = 0
    for name, (folder, study) in planned.items():
        texts = {f"{place}: {sentence}": sentence for where, place, _, sentence in SENTENCES[kind] if where == name}
        found += len({where for where, _ in contradictions(folder, study, texts)})
    assert least <= found <= most


def test_the_texts_into_which_a_stranger_planted_are_true(planned):
    assert [each for folder, plan in planned.values() for each in contradictions(folder, plan, texts_of(folder, plan))] == []


def test_the_check_of_a_study_reads_all_its_texts(tmp_path):
    example("urn", tmp_path, "I take part voluntarily", "I am paid £9. I take part voluntarily")
    for name in ("information", "consent", "debrief", "rules"):
        path = tmp_path / f"{name}.txt"
        path.write_text(f"{path.read_text('utf-8')}\nYou play nine matches.", "utf-8")
    plan = tmp_path / "study.toml"
    text = (
        plan.read_text("utf-8")
        .replace("How old are you?", "You play nine matches.")
        .replace("How hard did", "You play nine matches. How hard did")
    )
    plan.write_text(text.replace("The crook knows,", "You play nine matches. The crook knows,"), "utf-8")
    found = [each.where for each in check_study(tmp_path).findings if "It says" in each.sentence]
    assert found == [
        "consent.boxes",
        "form, age_band",
        "check, who_knows",
        "questionnaire, effort",
        "information",
        "consent",
        "debrief",
        "instructions, rules.txt",
    ]


# Options and pages


OPTIONS = tomllib.loads(plan("options"))
CHANGES: Mapping[str, tuple[str, str, str]] = OPTIONS["changes"]
SILENT: Mapping[str, str] = OPTIONS["silent"]


def options_of(model: type[BaseModel], start: str = "") -> Iterator[str]:
    """Yield the options of a plan: `leaving.then`. A match has the same ones everywhere, and so has a question."""
    for name, field in model.model_fields.items():
        inner = [each for each in nested_types(field.annotation) if issubclass(each, FrozenModel)]
        if not inner:
            yield start + name
        for each in inner:
            short = {"solo": "matches", "practice": "matches"}.get(name, name)
            yield from options_of(each, "matches." if short == "matches" else f"{short}.")


def nested_types(annotation: object) -> Iterator[type]:
    if isinstance(annotation, type):
        yield annotation
    for each in get_args(annotation):
        yield from nested_types(each)


def pages_of(folder: Path, text: str) -> dict[str, str]:
    """Walk a study to each kind of page, and return their HTML by name."""
    study = write_study(folder, text, rules="The rules.", other="Other words.")
    seen, now, numbers = {}, [datetime(2026, 1, 1, tzinfo=UTC)], count()

    def come(**more: str) -> VisitFlow:
        ids = RecruiterIds(f"id{next(numbers)}") if study.plan.recruiter and not more else None
        return VisitFlow(StudyVisit(study, recruiter=ids, now=lambda: now[0], **more))

    def join(flow: VisitFlow) -> VisitFlow:
        flow.visit.agree(release=False)
        return flow

    def see(name: str, flow: VisitFlow, shown: Page | None = None) -> None:
        shown = shown or flow.page()
        stop = visit_pages.leave_notice(flow.visit, "").replace(flow.visit.code or "-", "CODE")
        context = page_context(shown, SentForm(), {}) | {"at": "", "problem": "", "time": None, "signs": False, "stop": []}
        html = page("study.html", **context).text or ""
        seen[name] = html.replace(flow.visit.code or "-", "CODE")
        seen["stop"] = stop

    flow = come()
    see("information", flow)
    flow.choose("read")
    see("consent", flow)
    visit = join(flow).visit
    while visit.step and visit.stage == "steps":
        step = visit.step
        see(step.kind, flow)
        match step.kind:
            case "code":
                flow.note_code("ticked")
            case "form" | "questionnaire":
                asked = getattr(study.plan, step.kind)
                flow.take_answers({each.id: each.expect or None for each in asked})
            case "check" if visit.tries_left:
                flow.take_answers({"who": "last"})
                see("failed" if not visit.tries_left else "wrong again" if "wrong" in seen else "wrong", flow)
                flow.choose("again")
                if not visit.tries_left:
                    visit.complete_step(passed=True, tries=1)  # as if the last one had been right
            case "lobby":
                break
            case _:
                visit.complete_step()
    if visit.stage == "goodbye":
        see("goodbye", flow)
        see("full", flow, visit_pages.full(visit))
    others = [("Bo", "Bo"), ("Eve", "Eve")]
    see("belief", flow, visit_pages.belief(study.plan.beliefs[0], others, visit_pages.progress(visit)))
    flow = come()
    flow.visit.decline()
    see("declined", flow)
    flow = join(come())
    flow.visit.leave_by("timed_out")
    see("timed_out", flow)
    flow.choose("bye")
    see("timed_out", flow, Reading(flow.page().progress, (*visit_pages.debrief(flow.visit).lines, *flow.page().lines)))
    flow = join(come())
    code = flow.visit.code
    flow.visit.close()
    now[0] += timedelta(days=365)
    see("over", come(code=code))
    return seen


def test_every_option_of_a_plan_is_said_on_pages_or_has_a_reason_why_it_is_not():
    named = {("questionnaire" if each.startswith("questionnaire") else each) for each in options_of(StudyPlan)} | {
        "practice",
        "bonus",
    }
    assert CHANGES.keys() | SILENT.keys() == named and not CHANGES.keys() & SILENT.keys()


@pytest.fixture(scope="module")
def before(tmp_path_factory) -> Mapping[bool, Mapping[str, str]]:
    """The pages of the plan as it is, alone and in groups."""
    return {is_group: pages_of(tmp_path_factory.mktemp("plan") / "study", plan_text(is_group)) for is_group in (False, True)}


def test_the_time_for_a_page_is_said_once(before):
    assert before[False]["information"].count("5 minutes") == 1


def plan_text(is_group: bool) -> str:
    text = plan("all_options", plan("group") if is_group else "")
    return text.replace('"bot*2"]\n', '"human*2"]\n').replace("most = 10", "") if is_group else text


@pytest.mark.parametrize(
    ("sentence", "is_true"),
    [
        ("The other players are programs.", False),
        ("I know that other players are machines, and that they may mislead me.", False),
        ("No person misled you.", False),
        ("You need a terminal.", False),
        ("You play in groups of three.", True),
        ("You meet two other participants.", True),
        ("Some of the other players are programs.", True),
        ("The other players may be programs.", True),
        ("The other players are participants like you.", True),
    ],
)
def test_what_a_text_says_of_partners_is_compared_with_groups(sentence, is_true, tmp_path):
    study = write_study(tmp_path, plan_text(True))
    assert bool([*contradictions(tmp_path, study.plan, {"debrief": sentence})]) != is_true


@pytest.mark.parametrize("option", CHANGES)
def test_an_option_changes_the_pages_that_say_it(option, before, tmp_path):
    old, new, pages = CHANGES[option]
    is_group = option.startswith("group")
    text, number = re.subn(old, new, plan_text(is_group), count=1)
    assert number
    if option == "group":
        text = text.replace("human*2", "human")
    after = pages_of(tmp_path / "study", text)
    changed = {name for name in after.keys() | before[is_group] if after.get(name) != before[is_group].get(name)}
    assert changed >= set(pages.split()), (sorted(changed), pages)
