"""Studies in a browser: `woozle study serve` and `woozle study links`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from woozle.arena.views import words
from woozle.tui.cli.arguments import JSON
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.sentences import notice

if TYPE_CHECKING:
    from woozle.arena.studies.folder import StudyFolder

PORT = 8320
NEEDS_TLS = (
    "Beyond this machine a reverse proxy with TLS must stand before this server: without one, links and everything that is typed "
    "can be read on the way."
)

FOLDER = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the study.")]
BASE = Annotated[str, typer.Option(metavar="URL", help="How browsers name the server, as https://study.example.org.")]


def serve(
    folder: FOLDER,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")] = PORT,
    count: Annotated[int, typer.Option(min=0, max=10_000, help="Make so many new links first, and print them.")] = 0,
    host: Annotated[str, typer.Option(help="The address to listen at; not 127.0.0.1 only with --behind-tls-proxy.")] = "127.0.0.1",
    behind_proxy: Annotated[
        bool, typer.Option("--behind-tls-proxy", help="A reverse proxy with TLS stands before this server, and --base names it.")
    ] = False,
    base: BASE = "",
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="The proxy before this server, where it is on another machine; it says who asks."),
    ] = None,
    visits: Annotated[int, typer.Option(min=1, max=1000, help="So many participants at once; each takes about 55 MB.")] = 64,
) -> None:
    """Offer a study in browsers on this machine, a link for each participant; stop with ctrl+c."""
    from woozle.arena.studies.starting import refuse_coarse
    from woozle.arena.web.running import serve as served
    from woozle.arena.web.server import LOOPBACK, based, link_of
    from woozle.tui.cli.study_visits import ready, swept

    if host not in LOOPBACK and not (behind_proxy and base.startswith("https:")):
        raise ValueError(f"{NEEDS_TLS} Where it does, add --behind-tls-proxy and --base https://..., its name.")
    base = based(base) if base else ""
    proxies = proxy or []
    if host not in LOOPBACK and not proxies:
        raise ValueError(
            "Say with --proxy ADDRESS where the reverse proxy is, so that the wrong links of one are not those of all."
        )
    if proxies and not base.startswith("https:"):
        raise ValueError("--proxy is for a server behind TLS; add --base https://..., the name of the proxy.")
    if base.startswith("https:") or host not in LOOPBACK:
        notice(NEEDS_TLS)
    study = ready(folder)
    refuse_coarse(study)
    swept(study)

    def opened(base: str) -> None:
        notice(f"The study is at {base}{'' if base.startswith('https:') else ', for browsers on this machine'}; stop with ctrl+c.")
        if count:
            notice(f"{_links(count)}, shown this once; each is for one participant:")
        for token in _made(study, count):
            print(link_of(base, token), flush=True)

    serving = served(
        study, host, port, base=base, keys=_keys(study), opened=opened, tell=notice, proxies=proxies, most_visits=visits
    )
    asyncio.run(serving)
    notice("Stopped. Visits that were open can be gone on with in the same browsers, once it is served again.")


def links(
    folder: FOLDER,
    count: Annotated[int, typer.Option(min=0, max=10_000, help="So many new ones.")] = 0,
    code: Annotated[
        str, typer.Option(help="One for a participant who lost the browser; the link before it is of no use then.")
    ] = "",
    base: BASE = f"http://127.0.0.1:{PORT}",
    as_json: JSON = False,
) -> None:
    """Make links for participants, one a line; without a number, say how many there are."""
    from woozle.arena.studies import links
    from woozle.arena.studies.codes import typed_code
    from woozle.arena.web.server import based, link_of

    study, base = _study(folder), based(base)
    if code and count:
        raise ValueError("A link is for somebody new or for a code; say --count or --code.")
    if not code and not count:
        known = links.links(study)
        numbers = {
            "made": len(known),
            "opened": sum(link.is_entered for link in known),
            "joined": sum(links.has_joined(study, link) for link in known),
            "finished": sum(link.is_finished for link in known),
        }
        if as_json:
            print_json(numbers)
        else:
            print(", ".join(f"{number} {what}" for what, number in numbers.items()))
        return
    tokens = [links.make_again(study, typed_code(code))] if code else _made(study, count)
    urls = [link_of(base, token) for token in tokens]
    if as_json:
        print_json({"links": urls})
        return
    for url in urls:
        print(url)
    if sys.stdout.isatty():
        notice(f"{_links(len(urls))}, shown this once: the study's folder has only their digests. Each opens in one browser.")


def _study(folder: Path) -> StudyFolder:
    from woozle.arena.studies.folder import StudyFolder

    return StudyFolder(folder)


def _made(study: StudyFolder, count: int) -> list[str]:
    from woozle.arena.studies import links

    return links.make(study, count) if count else []


def _keys(study: StudyFolder) -> list[str] | None:
    """The variables with keys of the models of a study, None if there is no model."""
    from woozle.arena.play import models
    from woozle.arena.studies.starting import models_in

    config = models.config()
    ends = [config.endpoint(spec) for _, specs in models_in(study) for spec in specs]
    return [end.key_env for end in ends if end and end.key_env] if ends else None


def _links(number: int) -> str:
    return words.count(number, "link")
