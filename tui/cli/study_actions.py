"""The work of `woozle study`: make, check, run and preview a study, show its status, export its tables, withdraw a participant."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.arena.play.start import Visit
from woozle.arena.runs.interrupts import handle_stop
from woozle.arena.studies.export import default_folder, export_study
from woozle.arena.studies.folder import DATA, StudyFolder
from woozle.arena.studies.group_example import for_groups
from woozle.arena.studies.monitor import StudyDesk, show_monitor
from woozle.arena.studies.participants import format_code, normalise_code
from woozle.arena.studies.payments import write_bonuses
from woozle.arena.studies.plan import PLAN_FILE, StudyError
from woozle.arena.studies.plan_check import PlanCheck, check_study
from woozle.arena.studies.planned_match import refuse_coarse, refuse_groups
from woozle.arena.studies.withdrawal import withdraw_participant
from woozle.arena.views.profile import in_text
from woozle.arena.views.study_monitor import ShownMonitor
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.faults import find_origin
from woozle.core.text import visible_line
from woozle.core.welcome import load_welcome
from woozle.saves import disk
from woozle.saves.disk import explain_save_errors
from woozle.saves.transcript import display_path
from woozle.saves.verdicts import Cause
from woozle.tui.cli.commands import print_json, print_result, refuse_unready, require_terminal, sights
from woozle.tui.cli.sentences import notice

if TYPE_CHECKING:
    from woozle.arena.web.ways_in import WayIn

_ANY_GAME = "any_game"


# New studies


def make_study(folder: Path, game: str, people: int = 1) -> None:
    """Copy the example of a game, or that of any game. people: of a group. Raises ValueError or OSError."""
    examples = resources.files("woozle.arena.studies") / "examples"
    source = examples / game if (examples / game).is_dir() else examples / _ANY_GAME
    blanks = {"game": game, "title": load_welcome(game).title, "others": str(registry.game(game).default_seats - 1)}
    with explain_save_errors(folder, "make it again"):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise StudyError(f"{display_path(folder)} is not an empty folder; choose another one.")
        files: dict[str, str] = {}
        for each in sorted(source.iterdir(), key=lambda file: (file.name == PLAN_FILE, file.name)):
            if each.is_file() and each.name != "__init__.py":
                text = re.sub("@(game|title|others)@", lambda blank: blanks[blank[1]], each.read_text("utf-8"))
                files[each.name] = for_groups(each.name, text, game, people) if people > 1 else text
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            disk.replace(folder / name, text.encode())
    print(f"Created a study of {game} in {display_path(folder)}. Its texts are examples: edit them, then check the study.")
    for command in ("check {}", *(["preview {}"] if people == 1 else []), "serve {} --open", "monitor {}"):
        print(f"  woozle study {command.format(display_path(folder))}")


# Checks


def print_check(folder: Path, *, as_json: bool) -> bool:
    """Print the issues of a study. Returns whether it can be run."""
    found = check_study(folder)
    print_result(as_json, lambda: {"runnable": found.is_runnable, **asdict(found)}, lambda: _check_lines(found))
    return found.is_runnable


def _check_lines(found: PlanCheck) -> Iterator[str]:
    for each in found.findings:
        where = f" ({each.where})" if each.where else ""
        yield visible_line(f"{each.weight}{where}: {each.sentence}")
    if not found.is_runnable:
        yield "The study cannot be run yet."
        return
    warnings = sum(each.weight == "warning" for each in found.findings)
    yield f"The study can be run, with {count(warnings, 'warning')} to consider." if warnings else "The study can be run."
    if found.block > 1:
        yield (
            f"A complete block has {count(found.block, 'participant')} and balances {count(found.conditions, 'condition')}; "
            "plan for a multiple of it, and for some dropouts."
        )


# Status


def print_status(folder: Path, *, as_json: bool) -> None:
    """Print the monitor once, after the visits that have expired were ended. Raises ValueError or OSError."""
    report_expired(StudyFolder(folder))
    view = StudyDesk(folder).view()
    print_result(as_json, lambda: asdict(view), lambda: map(visible_line, _status_lines(show_monitor(view))))


def _status_lines(shown: ShownMonitor) -> Iterator[str]:
    yield from (*shown.facts, *shown.warnings)
    for section in shown.sections:
        yield from ("", section.title, *in_text(section.figures)) if section.figures.rows else ()


def watch_study(folder: Path, *, as_json: bool) -> int:
    """Show the monitor, or print it once; return the exit status. Raises ValueError or OSError."""
    from woozle.tui.app import run_app
    from woozle.tui.screens.study_monitor import MonitorScreen

    desk = StudyDesk(folder)
    if as_json:
        print_json(asdict(desk.view()))
        return 0
    desk.look()
    require_terminal("woozle study monitor FOLDER --json")
    return run_app(MonitorScreen(desk))


# Tables


def export_tables(
    folder: Path, formats: Sequence[str], out: Path | None, accepted: frozenset[Cause], *, with_text: bool, is_forced: bool
) -> bool:
    """Write the tables, print their sizes and attrition. Returns whether all matches are included.

    Raises ValueError or OSError.

    Args:
        accepted: Causes for which a match need not be verified.
    """
    study = StudyFolder(folder)
    report_expired(study)
    where = out or default_folder(study)
    done = export_study(study, where, formats, with_text=with_text, is_forced=is_forced, accepted=accepted, tell=notice)
    for path in done.files:
        rows = f": {count(done.rows[path.stem], 'row')}" if path.stem in done.rows else ""
        print(f"{display_path(path)}{rows}")
    print("Attrition:")
    for name, number in asdict(done.attrition).items():
        print(f"  {name.replace('_', ' '):<16}{'unknown' if number is None else f'{number:>6,}'}")
    if done.others:
        notice(
            f"{count(done.others, 'participant')} joined with another version of {PLAN_FILE}; the tables follow the current one."
        )
    if with_text:
        notice("Free text may identify people; read all of it before you publish any.")
    return not done.left_out


# Bonuses


def list_bonuses(folder: Path, *, again: bool) -> None:
    """Write a list of bonuses, and print how many it has. Raises ValueError or OSError."""
    study = StudyFolder(folder)
    report_expired(study)
    done = write_bonuses(study, again=again)
    for sentence in done.notes:
        notice(sentence)
    if done.path is None:
        print("No bonus is due that is not in an earlier list.")
        return
    print(f"{display_path(done.path)}: {count(done.paid, 'bonus', 'bonuses')}, {done.total} {study.plan.currency} in all.")
    notice("Pay this list once; no later list has these bonuses again.")


# Withdrawal


def withdraw_by_code(folder: Path, code: str, *, is_sure: bool) -> None:
    """Withdraw a participant after their code was typed again. Raises ValueError or OSError."""
    study, code = StudyFolder(folder), normalise_code(code)
    study.journal_path(code)
    if not is_sure:
        print(f"This removes all that {format_code(code)} typed and said of themselves. It cannot be undone.")
        if normalise_code(_ask("Type the code again: ")) != code:
            raise StudyError("The codes differ, so no one was withdrawn.")
    done = withdraw_participant(study, code)
    print(f"{format_code(code)} is withdrawn. {_undone(done.matches, done.lines)}")
    print("Attrition still counts them; their code is kept for that alone.")
    if done.exports:
        print("Tables exported earlier may still hold their data. Delete these and all copies:")
        for each in done.exports:
            print(f"  {each}")


def _undone(matches: int, lines: int) -> str:
    if not matches:
        return "They had no matches."
    return f"In {count(matches, 'match', 'matches')}, {count(lines, 'line')} lost their text; the transcripts remain valid."


def _ask(question: str) -> str:
    try:
        return input(question)
    except EOFError:
        return ""


def run_visit(folder: Path, code: str = "", recruiter: str = "") -> int:
    """Run a visit, new or by code, and return the exit status. Raises ValueError or OSError.

    Expired visits end first. Models that cannot play are reported before anybody sits down.
    """
    from woozle.tui.app import run_app

    study = load_ready_study(folder)
    require_terminal("woozle study check FOLDER")
    refuse_coarse(study)
    refuse_groups(study)
    report_expired(study)
    return run_app(Visit(folder, code, recruiter))


def preview_study(folder: Path) -> int:
    """Show a study as participants see it, without keeping anything. Raises ValueError or OSError."""
    from woozle.tui.app import run_app

    refuse_groups(load_ready_study(folder))
    require_terminal("woozle study check FOLDER")
    with tempfile.TemporaryDirectory(prefix="woozle-preview-") as place:
        copied = Path(place) / "study"
        shutil.copytree(folder, copied, ignore=shutil.ignore_patterns(DATA))
        return run_app(Visit(copied, is_preview=True))


async def serve_study(study: StudyFolder, way: WayIn, number: int, most: int, *, is_open: bool) -> None:
    """Serve a study until SIGINT or SIGTERM. number: of new links, which are printed first; most: matches at once."""
    from woozle.arena.studies.links import make_links
    from woozle.arena.web.study_server import open_study

    stopped = asyncio.Event()
    handle_stop(stopped.set)
    async with open_study(study, way, most=most, is_open=is_open, tell=notice, report=_report) as served:
        notice(f"The monitor, for you alone, opens once by {served.monitor.link}")
        notice(f"The study is at {served.base}{', for browsers on this machine' * (way.reach == 'here')}; stop with ctrl+c.")
        if is_open:
            notice("One URL for all:" if study.plan.recruiter is None else "One URL for all, with what the recruiter fills in:")
            print(served.open_url, flush=True)
        if number:
            notice(f"{count(number, 'link')}, shown only once; each is for one participant:")
            for token in make_links(study, number):
                print(served.link(token), flush=True)
        await stopped.wait()
    notice("Stopped. Open visits can continue in the same browsers once the study is served again.")


def _report(error: BaseException) -> None:
    """Tell of a failure that ends nothing. No details are kept: they may be somebody's words."""
    origin = find_origin(error)
    whose = f"in {origin.package}, at {origin}" if origin else "in Woozle"
    notice(f"A page could not be shown ({type(error).__name__}), which is a bug {whose}.")


def load_ready_study(folder: Path) -> StudyFolder:
    """Return a study whose matches can be started here. Raises ValueError."""
    from woozle.arena.studies.planned_match import set_up

    study = StudyFolder(folder)
    for planned in study.plan.matches:
        setup = set_up(folder, planned)
        refuse_unready(setup.models, sights(planned.game, setup.config))
    return study


def report_expired(study: StudyFolder) -> None:
    """End expired visits, and report what could not be done."""
    from woozle.arena.studies.expiry import expire_visits

    found = expire_visits(study)
    for code in found.expired:
        notice(f"{format_code(code)} did not come back in time.")
    for sentence in found.left_open:
        notice(sentence)
