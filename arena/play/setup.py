"""A match made ready to play, for the app and the command line alike: rules, players and transcript brought together."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from woozle.arena.logs import keep_apart
from woozle.arena.play import people
from woozle.arena.play.pictures import find_pictures
from woozle.core import registry
from woozle.core.chance import KEY_BYTES, key_from_seed
from woozle.core.deal import Deal
from woozle.core.errors import InputError
from woozle.core.match import Match, Pacer, Player
from woozle.core.referee import Referee
from woozle.core.request import PastResponse, Response, Seat
from woozle.core.text import visible_line
from woozle.players import seats as seating
from woozle.players.agent import PRINTED
from woozle.players.models.spec import parse_description
from woozle.players.seats import ModelSeat, SeatSpec, agents_in, agents_of, in_roles, parse_seats, players_from_header, seat_players
from woozle.players.services.registry import ServiceChoices, seat_services, services_from_header
from woozle.saves import store
from woozle.saves.begun import remember_begun, was_begun_here
from woozle.saves.group_sync import GroupSync
from woozle.saves.paths import RUN_PLAN, data_folder, matches_folder
from woozle.saves.resume import ReopenedMatch, fork, reopen
from woozle.saves.transcript import Header, Presentation, display_path, read
from woozle.saves.writer import Writer

Seating = Callable[[Seat], Player]
"""Makes the player for a seat that a person takes."""


Wrap = Callable[[Seat, Player, bytes], Player]
"""Given a seat, its player and the match key, returns who plays in its place."""


def _as_it_is(seat: Seat, player: Player, key: bytes) -> Player:
    return player


class Ready(NamedTuple):
    """A match that can be played now. folder: where its transcript is written."""

    match: Match
    folder: Path
    writer: Writer


class Dealt(NamedTuple):
    """A key that an open table has dealt, and how. secret: of the host, in hex; empty for a key of a seed."""

    key: bytes
    deal: Deal
    secret: str


def nobody(seat: Seat) -> Player:
    """The seating of a match without people."""
    raise InputError(f"The seat of {seat} is a person's; play this match in the terminal.")


def new_match(
    game: str,
    seats: Sequence[str | SeatSpec],
    config: Any,
    seed: int | None = None,
    folder: Path | None = None,
    human: Seating = nobody,
    *,
    model: ModelSeat = seating.nobody,
    services: ServiceChoices = MappingProxyType({}),
    number: int = 1,
    is_blind: bool = False,
    pacer: Pacer | None = None,
    sync: bool = True,
    group: GroupSync | None = None,
    dealt: Dealt | None = None,
    wrap: Wrap = _as_it_is,
) -> Ready:
    """Return a new match, in a new folder of the store if none is given. number: which one of a run with this seed.

    services: by what they do, in the words of the command line; the usual ones by default.
    is_blind: all get their seats by lot, and no person learns who sits where.
    group: forces lines to the disk a moment later, with those of other matches; None to wait for each.
    dealt: the key of an open table, which has drawn who sits where; None for a secret one, or that of the seed. wrap: is given each
    player at the table and the key, and returns who plays in its place.
    Raises ValueError or SaveError with a sentence for people.
    """
    find_pictures()
    specs = [spec for seat in seats for spec in ([seat] if isinstance(seat, SeatSpec) else parse_seats(seat, game))]
    if is_blind and not dealt:
        check_blind(specs)
        people.by_lot(specs)
    key = dealt.key if dealt else secrets.token_bytes(KEY_BYTES) if seed is None else key_from_seed(seed, number)
    table = registry.game(game)(len(specs), config)
    folder = folder or store.new_match_folder(game)
    private = _private_folders(folder) if agents_of(specs) else ()
    players = seat_players(game, table.seats, in_roles(specs, table, key), key, human, model, private)
    players = {seat: wrap(seat, player, key) for seat, player in players.items()}
    presentation = None
    if is_blind:
        seated = [seat for seat, player in players.items() if player.is_human]
        people.by_lot(seated)
        presentation = Presentation(is_blind=True, people=seated)
    players |= seat_services(table, services, key, model)
    if agents_of(specs):
        keep_apart(PRINTED, data_folder() / "agents.log")
    referee = Referee(table, key)
    writer = Writer.create(
        folder,
        referee,
        describe_players(players),
        started=_start_time(players),
        presentation=presentation,
        deal=dealt.deal if dealt else None,
        secret=dealt.secret if dealt else "",
        sync=sync,
        group=group,
    )
    _remember_agents(writer)
    return Ready(Match(referee, players, writer, pacer), folder, writer)


def unrecorded_match(
    game: str,
    specs: Sequence[SeatSpec],
    config: Any,
    key: bytes,
    human: Seating = nobody,
    *,
    model: ModelSeat = seating.nobody,
    services: ServiceChoices = MappingProxyType({}),
    past: Iterable[Response] = (),
) -> Match:
    """Return a new match without a transcript; pictures were looked for before. Raises ValueError with a sentence.

    past: The Responses with which it begins.
    """
    table = registry.game(game)(len(specs), config)
    private = _private_folders() if agents_of(specs) else ()
    players = seat_players(game, table.seats, in_roles(specs, table, key), key, human, model, private)
    players |= seat_services(table, services, key, model)
    referee = Referee(table, key)
    folded = []
    for response in past:
        request = referee.open[response.request]
        folded.append(PastResponse(request, response, len(referee.view(request.to))))
        referee.fold(response)
    return Match(referee, players, past=folded)


def check_blind(specs: Sequence[SeatSpec]) -> None:
    """Raise ValueError, with a sentence, where everybody would know who sits where anyway."""
    if not 1 < sum(spec.kind == "human" for spec in specs) < len(specs):
        raise InputError("A blind match needs at least two people and one other player; otherwise they know who sits where.")


def reopened_match(
    path: Path,
    human: Seating = nobody,
    *,
    model: ModelSeat = seating.nobody,
    pacer: Pacer | None = None,
    sync: bool = True,
    group: GroupSync | None = None,
    wrap: Wrap = _as_it_is,
) -> Ready:
    """Return an unfinished match, where it was left. Raises InputError or SaveError with a sentence for people.

    group, wrap: as for `new_match`.
    """
    find_pictures(path)
    if _is_own(path):  # others were named by a person, who was asked
        refuse_foreign_agents(path)
    return _seat_players(reopen(path, when=datetime.now(UTC), sync=sync, group=group), human, pacer, model, wrap=wrap)


def forked_match(
    path: Path,
    at: int,
    specs: Sequence[SeatSpec] | None = None,
    human: Seating = nobody,
    folder: Path | None = None,
    *,
    model: ModelSeat = seating.nobody,
) -> Ready:
    """Return a new match that shares its first `at` answers with another.

    specs: who goes on; None for the same players.
    """
    find_pictures(path)
    header = read(path).header
    folder = folder or store.new_match_folder(header.game)
    if specs is None:
        opened = fork(path, at, folder)
        _remember_agents(opened.writer)
        return _seat_players(opened, human, None, model, path)
    seats, key = [place.seat for place in header.seats], secrets.token_bytes(KEY_BYTES)
    private = _private_folders(folder, path) if agents_of(specs) else ()
    players = seat_players(header.game, seats, specs, key, human, model, private)
    players |= _services(header, model)
    opened = fork(path, at, folder, describe_players(players), started=_start_time(players))
    _remember_agents(opened.writer)
    return Ready(Match(opened.referee, players, opened.writer, past=opened.past), opened.writer.folder, opened.writer)


def branched_match(path: Path, at: int, seat: Seat | None, model: ModelSeat = seating.nobody) -> Path:
    """Return the folder of a new match that shares its first `at` answers with another, ready to be resumed.

    At most one person plays in it; the others are seated as before, and other people's seats are taken by bots.
    Raises ValueError or SaveError with a sentence for people.
    """
    refuse_foreign_agents(path)
    ready = forked_match(path, at, seats_again(read(path).header, seat), absent, model=model)
    ready.writer.close()
    return ready.folder


def seats_again(header: Header, person: Seat | None) -> list[SeatSpec]:
    """Return the players for a resumed match: a person, if one is named, and the others as before, with bots for other people."""
    words = ["human" if place.seat == person else _same(place.player) for place in header.seats]
    return parse_seats(",".join(words), header.game)


def refuse_foreign_agents(path: Path) -> None:
    """Raise InputError if a match names code that would run here, and this user neither began it nor allowed that."""
    names = agents_in(read(path).header.players.values())
    if names and not was_begun_here(path):
        raise InputError(
            f"{display_path(path)} was not begun here, and names code that would run on this machine: "
            f"{' and '.join(map(visible_line, names))}; `woozle resume` and `woozle fork` ask before they run it."
        )


def refuse_open_table(path: Path) -> None:
    """Raise InputError for a match whose seats are taken over the network: a terminal cannot play on for all of them."""
    if any(player.get("remote") for player in read(path).header.players.values()):
        raise InputError(
            f"{display_path(path)} is played at an open table, whose server goes on with it when it starts again: `woozle serve`, "
            "`woozle host --again` or `woozle mcp --http`, with the same links; `woozle fork --seats` gives its seats to others."
        )


def _remember_agents(writer: Writer) -> None:
    """Remember a new match among this user's whose code may run when it is resumed."""
    if agents_in(writer.header.players.values()) and _is_own(writer.folder):
        remember_begun(writer.folder)


def _is_own(path: Path) -> bool:
    return store.is_own_match(path if path.is_dir() else path.parent)


def _same(player: Mapping[str, Any]) -> str:
    """Return the words for the same bot or model; for a person, a bot."""
    match player.get("kind"):
        case "bot":
            return f"bot:{player.get('name', '')}"
        case "model":
            return str(parse_description(player))
        case "agent" if "seat" in player:
            return str(player["seat"])
    return "bot"


def absent(seat: Seat) -> Player:
    """Return a person who joins the table later."""
    from woozle.players.human import Human

    return Human(lambda ask: None)


def _seat_players(
    opened: ReopenedMatch, human: Seating, pacer: Pacer | None, model: ModelSeat, *origin: Path, wrap: Wrap = _as_it_is
) -> Ready:
    header = opened.header
    seated = {place.seat: place.player for place in header.seats}
    private = _private_folders(opened.writer.folder, *origin) if agents_in(seated.values()) else ()
    try:
        players = players_from_header(header.game, seated, human, model, private)
        players = {seat: wrap(seat, player, opened.referee.key) for seat, player in players.items()}
        players |= _services(header, model)
    except ValueError:
        opened.writer.close()
        raise
    match = Match(opened.referee, players, opened.writer, pacer, past=opened.past)
    return Ready(match, opened.writer.folder, opened.writer)


def _private_folders(*matches: Path) -> tuple[Path, ...]:
    """Return the folders that tell more of a match than a seat observes: its own, and those that hold matches.

    Of the latter only those in which neither the user is now nor their home lies: a program may need what is beside it there.

    Args:
        matches: The match, and the one that it is forked from; none if it is not kept.
    """
    here = {Path.cwd(), Path.home()}
    own = [(each.parent if each.is_file() else each).resolve() for each in matches]
    stores = (data_folder(), matches_folder(), *(each.parent for each in own if (each.parent / RUN_PLAN).is_file()))
    apart = (each for each in map(Path.resolve, stores) if not any(place.is_relative_to(each) for place in here))
    return tuple(dict.fromkeys([*own, *apart]))


def _services(header: Header, model: ModelSeat) -> dict[Seat, Player]:
    """Return the services that judged a match until now."""
    kind = registry.game(header.game, header.rules)
    config = registry.validate_config(kind.config_type, header.config)
    services = {place.seat: place.player for place in header.officials}
    return services_from_header(kind(len(header.seats), config), services, model) if services else {}


def describe_players(players: Mapping[Seat, Player]) -> dict[Seat, dict[str, Any]]:
    """Return how players and services describe themselves, by seat."""
    return {seat: player.describe() for seat, player in players.items()}


def _start_time(players: Mapping[Seat, Player]) -> datetime | None:
    """Return when it began; None among bots, and judges as quick as they, so that the same seed gives the same bytes."""
    return None if all(player.answers_at_once for player in players.values()) else datetime.now(UTC)
