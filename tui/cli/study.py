"""`woozle study`: human studies, from a first plan to data tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from woozle.arena.views import words
from woozle.core.errors import InputError
from woozle.tui.cli import arguments
from woozle.tui.cli.arguments import ACCEPT, FIRST_GAME, JSON, read_game
from woozle.tui.cli.commands import print_result
from woozle.tui.cli.online import WayOptions
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.usage import command_group

FOLDER = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the study.")]
BASE = Annotated[str, typer.Option(metavar="URL", help="URL of the server in browsers, such as https://study.example.org.")]
CODE = Annotated[str, typer.Argument(metavar="CODE", help="The code of the participant.")]


app = command_group("Run a human study, from consent form to data tables.")


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the study; empty or new.")],
    game: Annotated[str, typer.Option(help="Game of the example to start from.", callback=read_game)] = FIRST_GAME,
    group: Annotated[int, typer.Option(min=1, max=12, help="Participants at one table, who meet in browsers.")] = 1,
) -> None:
    """Create a study from an example with all its texts, to be edited."""
    from woozle.tui.cli.study_actions import make_study

    make_study(folder, game, group)


@app.command()
def check(folder: FOLDER, as_json: JSON = False) -> None:
    """Check a study before inviting anybody. Exit status 1 if it cannot be run."""
    from woozle.tui.cli.study_actions import print_check

    if not print_check(folder, as_json=as_json):
        raise typer.Exit(1)


@app.command()
def preview(folder: FOLDER) -> None:
    """Go through a study as a participant; nothing is saved."""
    from woozle.tui.cli.study_actions import preview_study

    sys.exit(preview_study(folder))


@app.command()
def run(
    folder: FOLDER,
    code: Annotated[str, typer.Option(help="Code of a returning participant.")] = "",
    recruiter: Annotated[str, typer.Option(help="The recruiter's id of the participant; kept apart, and in no table.")] = "",
) -> None:
    """Run a participant's visit at this terminal, or resume it."""
    from woozle.tui.cli.study_actions import run_visit

    sys.exit(run_visit(folder, code, recruiter))


@app.command()
@arguments.with_options_of(WayOptions)
def serve(
    folder: FOLDER,
    count: Annotated[int, typer.Option(min=0, max=10_000, help="Number of new links to make and print first.")] = 0,
    most: Annotated[int, typer.Option(min=1, max=10_000, help="Most matches at once.")] = 500,
    is_open: Annotated[bool, typer.Option("--open", help="Let everybody in by one URL, for a recruiter or a class room.")] = False,
    most_visits: Annotated[
        int | None, typer.Option(min=1, max=99_999, help="Most visits at once; others wait in line. The monitor changes it.")
    ] = None,
    *,
    reach: WayOptions,
) -> None:
    """Serve a study to browsers, with a link for each participant or one URL for all; stop with ctrl+c."""
    import asyncio

    from woozle.arena.studies.recruiting import change_recruiting
    from woozle.tui.cli.study_actions import load_ready_study, report_expired, serve_study

    way = reach.check()
    study = load_ready_study(folder)
    report_expired(study)
    if most_visits:
        change_recruiting(study, most_visits=most_visits)
    asyncio.run(serve_study(study, way, count, most, is_open=is_open))


@app.command()
def links(
    folder: FOLDER,
    count: Annotated[int, typer.Option(min=0, max=10_000, help="Number of new links.")] = 0,
    code: Annotated[
        str, typer.Option(help="Make a new link for this participant, who lost the browser; the old one stops working.")
    ] = "",
    base: BASE = "http://127.0.0.1:8322",
    as_json: JSON = False,
) -> None:
    """Make links for participants, one a line; without --count or --code, show how many there are."""
    from woozle.arena.http_server import parse_base_url
    from woozle.arena.studies import links
    from woozle.arena.studies.folder import StudyFolder
    from woozle.arena.studies.participants import normalise_code
    from woozle.arena.web.study_server import link_url

    study, base = StudyFolder(folder), parse_base_url(base)
    if code and count:
        raise InputError("Use either --count or --code, not both.")
    if not code and not count:
        known = [link for link in links.read_links(study) if not link.is_open]
        joined = [who for link in known if link.code and (who := study.participant(link.code))]
        numbers = {
            "made": len(known),
            "opened": sum(bool(link.session) for link in known),
            "joined": len(joined),
            "finished": sum(who.status == "finished" for who in joined),
        }
        print_result(as_json, lambda: numbers, lambda: [", ".join(f"{number} {what}" for what, number in numbers.items())])
        return
    tokens = [links.replace_link(study, normalise_code(code))] if code else links.make_links(study, count)
    urls = [link_url(base, token) for token in tokens]
    print_result(as_json, lambda: {"links": urls}, lambda: urls)
    if sys.stdout.isatty() and not as_json:
        made = words.count(len(urls), "link")
        notice(f"{made}, shown only once, since the study keeps only their digests. Each opens in one browser.")


@app.command()
def status(folder: FOLDER, as_json: JSON = False) -> None:
    """Print what the monitor shows: attrition, steps, conditions, and who is under way."""
    from woozle.tui.cli.study_actions import print_status

    print_status(folder, as_json=as_json)


@app.command()
def monitor(folder: FOLDER, as_json: JSON = False) -> None:
    """Watch a study: who is where, drop-outs, load and warnings; pause recruiting, limit visits, compare the recruiter's export."""
    from woozle.tui.cli.study_actions import watch_study

    sys.exit(watch_study(folder, as_json=as_json))


@app.command()
def pause(folder: FOLDER) -> None:
    """Pause recruiting: nobody new can begin in a browser; those who have agreed go on."""
    _pause(folder, is_paused=True)


@app.command()
def resume(folder: FOLDER) -> None:
    """Resume recruiting after `woozle study pause`."""
    _pause(folder, is_paused=False)


@app.command()
def export(
    folder: FOLDER,
    to: Annotated[list[str] | None, typer.Option(help="csv (default) or parquet; repeatable.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the tables; default: a new one in data/exports.")] = None,
    with_text: Annotated[bool, typer.Option("--with-text", help="Include text of participants who agreed to publication.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
    accept: ACCEPT = None,
) -> None:
    """Write the tables of a study, with a codebook and attrition. Exit status 1 if a match is left out."""
    from woozle.tui.cli.match_selection import accepted_causes
    from woozle.tui.cli.study_actions import export_tables

    if not export_tables(folder, to or ["csv"], out, accepted_causes(accept), with_text=with_text, is_forced=force):
        raise typer.Exit(1)


@app.command()
def bonus(
    folder: FOLDER,
    again: Annotated[bool, typer.Option("--again", help="Write the last list again, if its file was lost.")] = False,
) -> None:
    """Write a list of the bonuses that no earlier list named, for the recruiter's bulk payment. Pay each list once."""
    from woozle.tui.cli.study_actions import list_bonuses

    list_bonuses(folder, again=again)


@app.command()
def reconcile(
    folder: FOLDER,
    export: Annotated[Path, typer.Argument(metavar="EXPORT.csv", help="Export of the recruiter, with Prolific's columns.")],
    as_json: JSON = False,
) -> None:
    """Compare the recruiter's export with the study, and free the places of those who returned. Exit status 1 if they differ."""
    from dataclasses import asdict

    from woozle.arena.studies.folder import StudyFolder
    from woozle.arena.studies.reconciliation import reconcile as reconciled

    found = reconciled(StudyFolder(folder), export)
    print_result(as_json, lambda: asdict(found), lambda: found.lines)
    if found.differences:
        raise typer.Exit(1)


@app.command()
def withdraw(
    folder: FOLDER,
    code: CODE,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask to type the code again.")] = False,
) -> None:
    """Withdraw a participant for good: remove all that they typed and said about themselves."""
    from woozle.tui.cli.study_actions import withdraw_by_code

    withdraw_by_code(folder, code, is_sure=yes)


def _pause(folder: Path, *, is_paused: bool) -> None:
    from woozle.arena.studies.folder import StudyFolder
    from woozle.arena.studies.recruiting import change_recruiting

    change_recruiting(StudyFolder(folder), is_paused=is_paused)
    print("Recruiting is paused; nobody new can begin in a browser." if is_paused else "Recruiting is open.")
