"""The end of a match: its results, and the start of another like it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from woozle.arena.play.people import Person, people
from woozle.arena.play.start import Start
from woozle.arena.views.answer_sentences import answer_sentences
from woozle.arena.views.costs import in_words
from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, end_card, shared_card
from woozle.arena.views.panels import Results
from woozle.arena.views.registry import results
from woozle.core.answer_counts import AnswerCounts, effective_name
from woozle.core.errors import InputError
from woozle.core.game import Game, RecordEntry
from woozle.core.outcome import Outcome
from woozle.core.referee import Referee
from woozle.core.request import Seat
from woozle.core.usage import NOTHING
from woozle.core.welcome import load_welcomes
from woozle.players.models.spec import parse_description
from woozle.players.services.registry import chosen_services
from woozle.saves.match import FinishedMatch, read_match


def read_ending(path: Path) -> tuple[Start, Results]:
    """Return how to play a finished match again, and its results. Raises ValueError or OSError, with a sentence."""
    match = read_match(path)
    if match.outcome is None:
        raise InputError(f"The match in {path.name} is not over.")
    header, seats = match.header, match.header.people
    game = match.rules(len(header.seats), match.config)
    if missing := next((seat for seat in game.seats if seat not in header.players), ""):
        raise InputError(f"The header of {path.name} does not say who plays {missing}; `woozle verify` says what was changed.")
    return replace(again(game, header.players), is_blind=header.is_blind), results_for(
        match, dict(zip(seats, people(len(seats)), strict=True))
    )


def results_for(match: FinishedMatch, persons: Mapping[Seat, Person], me: Seat | None = None) -> Results:
    """Return the results of a finished match: as one person sees them, or by name if several played here.

    me: the seat of the one who sees them; None for that of the only person.
    """
    assert match.outcome is not None
    players = match.header.players
    shown = results(match.header.game, _end_for(match.record, match.outcome, match.config, players, persons, me))
    return replace(
        shown,
        answers=tuple(answer_sentences(match.answers, match.results)),
        costs=cost_lines(match.answers, players),
        head=match.transcript.link.hex(),
    )


def card_for(referee: Referee, players: Mapping[Seat, Mapping[str, Any]], persons: Mapping[Seat, Person]) -> EndCard:
    """Return the card of a match that is over. players: how each describes itself; persons: as of `results_for`."""
    assert referee.outcome is not None
    end = _end_for(referee.record, referee.outcome, referee.game.config, players, persons)
    return _card(referee.game.name, end, persons)


def card_of_saved(match: FinishedMatch, persons: Mapping[Seat, Person], me: Seat | None = None) -> EndCard:
    """Return the card of a finished match. persons, me: as of `results_for`."""
    assert match.outcome is not None
    end = _end_for(match.record, match.outcome, match.config, match.header.players, persons, me)
    return end_card(match.header.game, end) if me else _card(match.header.game, end, persons)


def _card(game: str, end: End, persons: Mapping[Seat, Person]) -> EndCard:
    if len(persons) > 1:
        return shared_card(game, end, {seat: f"{person.name} ({seat})" for seat, person in persons.items()})
    return end_card(game, end)


def _end_for(
    record: Sequence[RecordEntry],
    outcome: Outcome,
    config: Any,
    players: Mapping[Seat, Mapping[str, Any]],
    persons: Mapping[Seat, Person],
    me: Seat | None = None,
) -> End:
    me = me or (next(iter(persons)) if len(persons) == 1 else None)
    named = {seat: {**who, "nickname": persons[seat].name} if seat in persons else who for seat, who in players.items()}
    return End(record, outcome, named, me, config)


def next_game(game: str) -> str:
    """Return the game that comes next in the lobby, after the last the first; empty if there is no other."""
    games = [*load_welcomes()]
    if game not in games or len(games) < 2:
        return ""
    return games[(games.index(game) + 1) % len(games)]


def cost_lines(answers: Mapping[Seat, AnswerCounts], players: Mapping[Seat, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return what models have used up in a match: in all, each seat, and each model that had several seats beside others.

    Empty for a match without models.
    """
    used = {seat: counts.usage for seat, counts in answers.items() if counts.usage != NOTHING}
    if not used:
        return ()
    names = {seat: effective_name(players.get(seat, {}), answers[seat]) for seat in used}
    seats = sorted(used, key=lambda seat: (-used[seat].dollars, -used[seat].tokens_in - used[seat].tokens_out))
    shared = [name for name, number in Counter(names.values()).items() if 1 < number < len(used)]
    return (
        f"Used up: {in_words(sum(used.values(), NOTHING))}",
        *(f"{seat}, {names[seat]}: {in_words(used[seat])}" for seat in seats),
        *(f"{name}, together: {in_words(sum((used[seat] for seat in used if names[seat] == name), NOTHING))}" for name in shared),
    )


def again(game: Game[Any], players: Mapping[Seat, Mapping[str, Any]]) -> Start:
    """Return the same game with the same options and the same kind of players, and a new key."""
    services = {seat: who for seat, who in players.items() if seat not in game.seats}
    return Start(
        game.name, tuple(seat_words(players[seat]) for seat in game.seats), game.config, services=chosen_services(game, services)
    )


def seat_words(player: Mapping[str, Any]) -> str:
    """Return the player of a seat in the words of the command line. player: as it describes itself."""
    if player.get("remote"):
        return "remote"
    match player.get("kind"):
        case "human":
            return "human"
        case "model":
            return str(parse_description(player))
    return f"bot:{player.get('name', '')}"
