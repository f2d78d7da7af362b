"""The speed of checking claims in the compatible mode: in games of the public release if they are at hand, else of bots."""

from __future__ import annotations

import time
from typing import NamedTuple

from benchmarks.logs import CLAIMS, LOGS
from benchmarks.result import Result
from benchmarks.speed import best
from woozle.core.chance import key_from_seed
from woozle.core.game import RecordEntry
from woozle.core.referee import Referee
from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.tiers import tier1, tier2, tier3
from woozle.games.ship.claims.compatible.verdicts import check_claims
from woozle.games.ship.claims.published import Written, distinct, parse_claims
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.config import preset
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.quack.log import parse_log
from woozle.games.ship.quack.replay import play_again
from woozle.games.ship.rules import Ship


class Spoken(NamedTuple):
    """A match and its claims, by speech."""

    record: list[RecordEntry]
    claims: list[tuple[Statement, list[Claim]]]


def real() -> list[Spoken]:
    found = []
    for path in sorted(LOGS.glob("**/game.jsonl")):
        told = play_again(parse_log(path.read_bytes(), "game.jsonl")).referee.record
        kept = path.with_name(CLAIMS)
        written, match = Written(parse_claims(kept.read_bytes(), kept.name) if kept.exists() else {}), Reconstruction(told)
        spoken = [(speech, written.claims(speech, match.map.rooms)) for speech in match.statements]
        found.append(Spoken(told, [(speech, distinct(claims)) for speech, claims in spoken if claims is not None]))
    return found


def of_bots(matches: int = 90) -> list[Spoken]:
    found = []
    for seed in range(matches):
        referee = Referee(Ship(6, preset("quack")), key_from_seed(seed))
        bots = {seat: ShipBot(f"{seed} {seat}") for seat in referee.game.seats}
        while referee.outcome is None:
            for request in tuple(referee.open.values()):
                referee.answer(request.to, bots[request.to].answer(request, referee.view(request.to)))
        told = list(referee.record)
        found.append(Spoken(told, [(speech, list(made_up(speech.speaker))) for speech in Reconstruction(told).statements]))
    return found


def made_up(speaker: str) -> list[Claim]:
    """Return claims in the mixture of the public ones: of eight, three locations, two sightings and one each of the others."""
    return [
        Claim("location", speaker, room="medbay", when="at the start"),
        Claim("location", speaker, room="storage", when="this round"),
        Claim("location", speaker, route=("medbay", "electrical", "storage"), when="this round"),
        Claim("sighting", speaker, "Bob", "medbay", when="around tick 7"),
        Claim("sighting", speaker, "Eve", "storage", when="until tick 12"),
        Claim("activity", speaker, room="medbay", activity="task", when="this round"),
        Claim("accusation", speaker, "Diana", strength="weak"),
        Claim("defense", speaker, "Charlie"),
    ]


def compatible() -> list[Result]:
    games, whose = (real(), "real games") if LOGS.exists() else (of_bots(), "matches of bots")
    claims = sum(len(said) for game in games for _, said in game.claims)

    def games_a_second() -> float:
        started = time.process_time()
        for game in games:
            match = Reconstruction(game.record)
            tier1(match), tier2(match)
        return len(games) / (time.process_time() - started)

    def claims_a_second() -> float:
        matches = [Reconstruction(game.record) for game in games]  # new ones, without anything cached
        started = time.process_time()
        for match, game in zip(matches, games, strict=True):
            for speech, said in game.claims:
                check_claims(match, speech, said)
        return claims / (time.process_time() - started)

    judged = []
    for game in games:
        match = Reconstruction(game.record)
        judged.append((match, [each for speech, said in game.claims for each in check_claims(match, speech, said)]))

    def figures_a_second() -> float:
        started = time.process_time()
        for match, each in judged:
            tier3(match, each)
        return len(judged) / (time.process_time() - started)

    return [
        Result(
            f"compatible: tiers 1 and 2 from the record, {whose}",
            1e6 / best(games_a_second),
            "us/game",
            "<= 1,000",
        ),
        Result(
            f"compatible: verdict on a claim, {claims:,} of {whose}",
            1e6 / best(claims_a_second),
            "us/claim",
            "<= 20",
        ),
        Result(f"compatible: tier 3 of judged claims, {whose}", 1e6 / best(figures_a_second), "us/game", ""),
    ]


ALL = {"compatible": compatible}
