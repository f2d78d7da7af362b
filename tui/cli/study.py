"""`woozle study`: human studies, from a first plan to data tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from woozle.arena.views import words
from woozle.core.errors import InputError
from woozle.tui.cli.arguments import ACCEPT, FIRST_GAME, JSON, read_game
from woozle.tui.cli.commands import print_result
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.usage import command_group

if TYPE_CHECKING:
    from woozle.arena.studies.folder import StudyFolder

PORT = 8320
NEEDS_TLS = (
    "Beyond this machine a reverse proxy with TLS must stand before this server: without one, links and everything that is typed "
    "can be read on the way."
)

FOLDER = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the study.")]
BASE = Annotated[str, typer.Option(metavar="URL", help="URL of the server in browsers, such as https://study.example.org.")]
CODE = Annotated[str, typer.Argument(metavar="CODE", help="The code of the participant.")]


app = command_group("Run a human study, from consent form to data tables.")


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of the study; empty or new.")],
    game: Annotated[str, typer.Option(help="Game of the example to start from.", callback=read_game)] = FIRST_GAME,
) -> None:
    """Create a study from an example with all its texts, to be edited."""
    from woozle.tui.cli.study_actions import make_study

    make_study(folder, game)


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
def serve(
    folder: FOLDER,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen at; 0 for any free one.")] = PORT,
    count: Annotated[int, typer.Option(min=0, max=10_000, help="Number of new links to make and print first.")] = 0,
    host: Annotated[str, typer.Option(help="Address to listen at; others than 127.0.0.1 need --behind-tls-proxy.")] = "127.0.0.1",
    behind_proxy: Annotated[
        bool, typer.Option("--behind-tls-proxy", help="A reverse proxy with TLS is in front of this server, at the URL of --base.")
    ] = False,
    base: BASE = "",
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Address of a proxy on another machine, trusted to say who asks; repeatable."),
    ] = None,
    visits: Annotated[int, typer.Option(min=1, max=1000, help="Most participants at once; each takes about 55 MB.")] = 64,
) -> None:
    """Serve a study to browsers, with a link for each participant; stop with ctrl+c."""
    import asyncio

    from woozle.arena.http_server import LOOPBACK, parse_base_url
    from woozle.arena.studies.planned_match import refuse_coarse
    from woozle.arena.web.server import link_url
    from woozle.arena.web.server import serve_study as served
    from woozle.tui.cli.study_actions import load_ready_study, report_expired

    if host not in LOOPBACK and not (behind_proxy and base.startswith("https:")):
        raise InputError(f"{NEEDS_TLS} If there is one, add --behind-tls-proxy and --base https://..., its URL.")
    base = parse_base_url(base) if base else ""
    proxies = proxy or []
    if host not in LOOPBACK and not proxies:
        raise InputError(
            "Give the address of the reverse proxy with --proxy, so that wrong links of one client do not count for all."
        )
    if proxies and not base.startswith("https:"):
        raise InputError("--proxy is for a server behind TLS; add --base https://..., the URL of the proxy.")
    if base.startswith("https:") or host not in LOOPBACK:
        notice(NEEDS_TLS)
    study = load_ready_study(folder)
    refuse_coarse(study)
    report_expired(study)

    def announce(base: str) -> None:
        notice(f"The study is at {base}{'' if base.startswith('https:') else ', for browsers on this machine'}; stop with ctrl+c.")
        if count:
            notice(f"{words.count(count, 'link')}, shown only once; each is for one participant:")
        for token in _make_links(study, count):
            print(link_url(base, token), flush=True)

    serving = served(
        study, host, port, base=base, keys=_keys(study), opened=announce, tell=notice, proxies=proxies, most_visits=visits
    )
    asyncio.run(serving)
    notice("Stopped. Open visits can continue in the same browsers once the study is served again.")


@app.command()
def links(
    folder: FOLDER,
    count: Annotated[int, typer.Option(min=0, max=10_000, help="Number of new links.")] = 0,
    code: Annotated[
        str, typer.Option(help="Make a new link for this participant, who lost the browser; the old one stops working.")
    ] = "",
    base: BASE = f"http://127.0.0.1:{PORT}",
    as_json: JSON = False,
) -> None:
    """Make links for participants, one a line; without --count or --code, show how many there are."""
    from woozle.arena.http_server import parse_base_url
    from woozle.arena.studies import links
    from woozle.arena.studies.folder import StudyFolder
    from woozle.arena.studies.participants import normalise_code
    from woozle.arena.web.server import link_url

    study, base = StudyFolder(folder), parse_base_url(base)
    if code and count:
        raise InputError("Use either --count or --code, not both.")
    if not code and not count:
        known = links.read_links(study)
        numbers = {
            "made": len(known),
            "opened": sum(link.is_entered for link in known),
            "joined": sum(links.has_joined(study, link) for link in known),
            "finished": sum(link.is_finished for link in known),
        }
        print_result(as_json, lambda: numbers, lambda: [", ".join(f"{number} {what}" for what, number in numbers.items())])
        return
    tokens = [links.replace_link(study, normalise_code(code))] if code else _make_links(study, count)
    urls = [link_url(base, token) for token in tokens]
    print_result(as_json, lambda: {"links": urls}, lambda: urls)
    if sys.stdout.isatty() and not as_json:
        made = words.count(len(urls), "link")
        notice(f"{made}, shown only once, since the study keeps only their digests. Each opens in one browser.")


@app.command()
def status(folder: FOLDER, as_json: JSON = False) -> None:
    """Show attrition, the orders, and who is under way."""
    from woozle.tui.cli.study_actions import print_status

    print_status(folder, as_json=as_json)


@app.command()
def export(
    folder: FOLDER,
    to: Annotated[list[str] | None, typer.Option(help="csv (default) or parquet; repeatable.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the tables; default: a new one in data/exports.")] = None,
    with_text: Annotated[bool, typer.Option("--with-text", help="Include text of participants who agreed to publication.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
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
def withdraw(
    folder: FOLDER,
    code: CODE,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask to type the code again.")] = False,
) -> None:
    """Withdraw a participant for good: all they typed and said of themselves."""
    from woozle.tui.cli.study_actions import withdraw_by_code

    withdraw_by_code(folder, code, is_sure=yes)


def _make_links(study: StudyFolder, count: int) -> list[str]:
    from woozle.arena.studies import links

    return links.make_links(study, count) if count else []


def _keys(study: StudyFolder) -> list[str] | None:
    """Return the environment variables with API keys of a study's models; None if it has no model."""
    from woozle.arena.play import models
    from woozle.arena.studies.planned_match import planned_models

    config = models.config()
    ends = [config.endpoint(spec) for _, specs in planned_models(study) for spec in specs]
    return [end.key_env for end in ends if end and end.key_env] if ends else None
