"""What a researcher does with a study: begin one, check it, see how it stands, get its tables, withdraw somebody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib import resources
from pathlib import Path

from woozle.arena.studies import balance
from woozle.arena.studies.attrition import Attrition
from woozle.arena.studies.checking import Checked, check
from woozle.arena.studies.codes import in_groups, typed_code
from woozle.arena.studies.export import counts, export, usual_folder
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import DROPPED, Participant, now_at
from woozle.arena.studies.plan import PLAN_FILE, StudyError
from woozle.arena.studies.withdrawal import withdraw
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.text import visible_line
from woozle.saves import disk
from woozle.saves.disk import save_error
from woozle.saves.findings import Cause
from woozle.saves.transcript import shown
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.study_visits import swept

_WORDS = {"timed_out": "timed out", "dropped_out": "dropped out", "under_way": "under way"}


# A new one


def make(folder: Path, game: str) -> None:
    """Copy the example of a game. Raises ValueError or OSError, with a sentence."""
    registry.game(game)
    examples = resources.files("woozle.arena.studies") / "examples"
    source = examples / game
    if not source.is_dir():
        known = ", ".join(sorted(each.name for each in examples.iterdir() if each.is_dir() and each.name[0] not in "._"))
        raise StudyError(f"There is no example of a study with {visible_line(game)}; choose from {known}.")
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise StudyError(f"{shown(folder)} is not an empty folder; name another one.")
        folder.mkdir(parents=True, exist_ok=True)
        for each in sorted(source.iterdir(), key=lambda file: (file.name == PLAN_FILE, file.name)):
            if each.is_file() and each.name != "__init__.py":
                disk.replace(folder / each.name, each.read_bytes())
    except OSError as error:
        raise save_error(error, folder, "make it again") from error
    print(f"A study with {game} is in {shown(folder)}. Its texts are examples: change them, then check it.")
    for command in ("check", "preview", "run"):
        print(f"  woozle study {command} {shown(folder)}")


# Looked through


def checked(folder: Path, *, as_json: bool) -> bool:
    """Print what a check finds; whether the study can be run."""
    found = check(folder)
    if as_json:
        print_json({
            "runnable": found.is_runnable,
            "block": found.block,
            "conditions": found.conditions,
            "findings": [asdict(each) for each in found.findings],
        })  # fmt: skip
    else:
        print(*_check_lines(found), sep="\n")
    return found.is_runnable


def _check_lines(found: Checked) -> Iterator[str]:
    for each in found.findings:
        where = f" ({each.where})" if each.where else ""
        yield visible_line(f"{each.weight}{where}: {each.sentence}")
    if not found.is_runnable:
        yield "It cannot be run like that."
        return
    warnings = sum(each.weight == "warning" for each in found.findings)
    yield f"It can be run, with {count(warnings, 'warning')} to think about." if warnings else "It can be run."
    if found.block > 1:
        yield (
            f"{count(found.block, 'participant')} make a whole block, in which all of {count(found.conditions, 'condition')} are "
            "balanced; plan for a multiple of it, and for some who drop out."
        )


# How it stands


def standing(folder: Path, *, as_json: bool) -> None:
    """Print how many came and where they are. Raises ValueError or OSError, with a sentence."""
    study = StudyFolder(folder)
    swept(study)
    people, became = study.participants(), counts(study)
    orders = balance.rows(study.plan.design, len(study.plan.conditions), study.plan.seed)
    names = [[study.plan.conditions[each].name for each in order] for order in orders]
    held, finished = (Counter(who.row for who in people if is_it(who)) for is_it in (_holds, _has_finished))
    open_ = [(who, now_at(study.plan, who)) for who in people if who.is_open]
    if as_json:
        print_json({
            "study": study.plan.name,
            "attrition": asdict(became),
            "orders": [
                {"row": row, "conditions": order, "held": held[row], "finished": finished[row]} for row, order in enumerate(names)
            ],
            "under_way": [{"code": who.code, "step": step.id if step else None, "since": who.last_at} for who, step in open_],
        })  # fmt: skip
        return
    print(*attrition_lines(became), sep="\n")
    print("Orders, with how many hold each and how many of those have finished:")
    for row, order in enumerate(names):
        print(f"  {row + 1}. {' > '.join(order)}: {held[row]}, {finished[row]}")
    if open_:
        print("Under way:")
    for who, step in open_:
        print(f"  {in_groups(who.code)} at {step.id if step else 'the end'}, last seen {who.last_at}")


def _holds(who: Participant) -> bool:
    return who.status not in DROPPED


def _has_finished(who: Participant) -> bool:
    return who.status == "finished"


def attrition_lines(became: Attrition) -> Iterator[str]:
    """What became of everybody, for people."""
    yield "Attrition:"
    for name, number in asdict(became).items():
        yield f"  {_WORDS.get(name, name):<12}{'nobody counted' if number is None else f'{number:>6,}'}"


# Tables


def exported(
    folder: Path, formats: Sequence[str], out: Path | None, accepted: frozenset[Cause], *, with_text: bool, is_forced: bool
) -> bool:
    """Write the tables and print what is in them, and attrition; whether no match is left out.

    accepted: causes for which a match need not be verified.

    Raises ValueError or OSError, with a sentence.
    """
    study = StudyFolder(folder)
    swept(study)
    where = out or usual_folder(study)
    done = export(study, where, formats, with_text=with_text, is_forced=is_forced, accepted=accepted, tell=notice)
    for path in done.files:
        rows = f": {count(done.rows[path.stem], 'row')}" if path.stem in done.rows else ""
        print(f"{shown(path)}{rows}")
    print(*attrition_lines(done.attrition), sep="\n")
    if done.others:
        notice(
            f"{count(done.others, 'participant')} came by another version of {PLAN_FILE}; what they did is read by the present one."
        )
    if with_text:
        notice("Free text may say who somebody is; read all of it before you publish any.")
    return not done.left_out


# Somebody withdraws


def withdrawn(folder: Path, code: str, *, is_sure: bool) -> None:
    """Withdraw a participant, once their code was typed again. Raises ValueError or OSError, with a sentence."""
    study, code = StudyFolder(folder), typed_code(code)
    study.journal_path(code)
    if not is_sure:
        print(f"This takes what {in_groups(code)} typed and said out of the study. It cannot be undone.")
        if typed_code(_typed("Type the code again: ")) != code:
            raise StudyError("That is another code, so nobody was withdrawn.")
    done = withdraw(study, code)
    print(f"{in_groups(code)} is withdrawn. {_undone(done.matches, done.lines)}")
    print("That somebody agreed to take part and withdrew is still counted; their code is kept for that alone.")
    if done.exports:
        print("Tables that were exported before may still hold what they did. Throw them away, and copies of them:")
        for each in done.exports:
            print(f"  {each}")


def _undone(matches: int, lines: int) -> str:
    if not matches:
        return "There was no match of theirs."
    return f"In {count(matches, 'match', 'matches')}, {count(lines, 'line')} lost what was typed; transcripts stay whole."


def _typed(question: str) -> str:
    try:
        return input(question)
    except EOFError:
        return ""
