"""What is left of a match when it is over: how it ended, and what it takes to play another like it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from woozle.arena.play.people import Person, people
from woozle.arena.play.start import Start
from woozle.arena.views.costs import Account, in_words
from woozle.arena.views.registry import presenter
from woozle.arena.views.tries import done
from woozle.arena.views.views import Results
from woozle.core.outcome import Outcome
from woozle.core.referee import Referee
from woozle.core.request import Seat
from woozle.players.models.spec import described
from woozle.players.services.registry import chosen_in
from woozle.saves.refold import fold, referee_of
from woozle.saves.transcript import Line, read


def finished(path: Path) -> tuple[Start, Results]:
    """How a match that is over ended, and what it takes to play it again. Raises ValueError or OSError, with a sentence."""
    transcript = read(path)
    header = transcript.header
    if transcript.end is None:
        raise ValueError(f"The match in {path.name} is not over.")
    referee = referee_of(header, transcript.key)
    for line in transcript.lines:
        fold(referee, line)
    players, seats = header.players, header.people
    persons = dict(zip(seats, people(len(seats)), strict=True))
    start = replace(again(referee, players), is_blind=header.is_blind)
    shown = results_for(header.game, referee, transcript.end.outcome, players, persons)
    return start, replace(shown, costs=costs(transcript.lines, tuple(players)), head=transcript.link.hex())


def results_for(
    game: str, referee: Referee, outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], persons: Mapping[Seat, Person]
) -> Results:
    """How a match ended: as the person sees it who played, or by name if several did. players: how each describes itself."""
    me = next(iter(persons)) if len(persons) == 1 else None
    named = {seat: {**who, "nickname": persons[seat].name} if seat in persons else who for seat, who in players.items()}
    shown: Results = presenter(game).results(referee.record, outcome, named, me)
    return shown


def costs(lines: Iterable[Line], seats: Sequence[Seat]) -> tuple[str, ...]:
    """What models have used up in a match, in all and each; nothing for a match without them."""
    account = Account()
    account.grow(done(line.n, line.body, seats) for line in lines if "usage" in line.body["response"])
    bill = account.bill()
    if not bill.seats:
        return ()
    return (f"Used up: {in_words(bill.total)}", *(f"{seat}: {in_words(usage)}" for seat, usage in bill.seats))


def again(referee: Referee, players: Mapping[Seat, Mapping[str, Any]]) -> Start:
    """The same game with the same options and the same kind of players, and a new key."""
    game = referee.game
    officials = {seat: who for seat, who in players.items() if seat not in game.seats}
    return Start(
        game.name, tuple(seat_words(players[seat]) for seat in game.seats), game.config, officials=chosen_in(game, officials)
    )


def seat_words(player: Mapping[str, Any]) -> str:
    """Who sits there, in the words of the command line. player: as it describes itself."""
    match player.get("kind"):
        case "human":
            return "human"
        case "model":
            return str(described(player))
    return f"bot:{player.get('name', '')}"
