"""Reasons for votes, in words: what voters knew, saw, said and had heard, and never what they may have thought."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten

from woozle.arena.views.audits import UNCERTAIN, ClaimRow
from woozle.arena.views.words import capitalise, ordinal
from woozle.core.line import Line, Tag, tag_texts
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.words import are, was, who, whom
from woozle.games.ship.claims.schema import STANCES
from woozle.games.ship.claims.timeline import Glimpse, Timeline
from woozle.games.ship.claims.vote_reasons import Said, VoterReasons, VotesFor, whole_name
from woozle.games.ship.map import room_title
from woozle.games.ship.views.verdicts import claim_row

_SHOWN = 2  # sentences of a voter about the other
_LONGEST = 200  # characters of a sentence
_IN_FULL = 2  # voters on a card whose grounds are told
_HOW_TO_READ = (
    "All vote at once, so no vote is a reason for another. A grammar reads what was said, and may misread it. "
    "What voters thought is in no record."
)


def reasons_lines(timeline: Timeline, votes: Iterable[VotesFor], me: Seat | None) -> Iterator[Line]:
    """Yield all that is known of these votes, meeting by meeting: a line for each voter, with its words below."""
    yield Line(_HOW_TO_READ, "quiet")
    for each in votes:
        target = whom(each.target, me)
        yield Line(f"Meeting {each.meeting}, tick {each.tick}: {len(each.voters)} of {each.cast} votes for {target}", "heading")
        out = f"{who(each.ejected, me)} {was(each.ejected, me)}" if each.ejected else "Nobody was"
        yield Line(f"{out} ejected.", "notice")
        for voter in each.voters:
            number = timeline.seats.index(voter.voter) + 1
            yield Line(voter_sentence(each, voter, me), who=number, tags=said_tags(timeline, voter.said))
        if each.untrue:
            yield Line(
                f"{who(each.target, me)} had said:",
                who=timeline.seats.index(each.target) + 1,
                tags=said_tags(timeline, each.untrue),
            )


def plain_texts(lines: Iterable[Line]) -> Iterator[str]:
    """Yield lines, and what stands below each, for those who read line by line."""
    for line in lines:
        yield line.text
        yield from tag_texts(line.tags)


def voter_sentence(votes: VotesFor, voter: VoterReasons, me: Seat | None) -> str:
    """Return a sentence on what a voter knew or had seen of the other, and what it and others had said."""
    return f"{voter.voter}{_known(votes, voter, me)}; {_told(votes, voter, me)}."


def voter_tags(votes: VotesFor) -> tuple[Tag, ...]:
    """Return the voters, each with what it knew or had seen and what it and others had said, for spectators."""
    sentences = ((each.voter, voter_sentence(votes, each, None)) for each in votes.voters)
    return tuple(Tag(voter, sentence.removeprefix(voter).lstrip(", "), "plain") for voter, sentence in sentences)


def said_tags(timeline: Timeline, said: Sequence[Said]) -> tuple[Tag, ...]:
    """Return the first sentences that were said, each with the verdict on it."""
    return tuple(_tag(timeline, each) for each in said[:_SHOWN])


def card_sentence(votes: VotesFor, me: Seat | None) -> str:
    """Return the reasons of all voters in short: those who knew or had seen something first, those who gave none last."""
    target = whom(votes.target, me)
    where = f"in the {ordinal(votes.meeting)} meeting"
    votes_for = f"The votes {'that ejected' if votes.ejected == votes.target else 'for'} {target}"
    return f"{votes_for} {where}: {'; '.join(_groups(votes, me))}."


def _groups(votes: VotesFor, me: Seat | None) -> Iterator[str]:
    target, voters = whom(votes.target, me), votes.voters
    ducks = [each for each in voters if each.voter in votes.ducks]
    saw = [each for each in voters if each.ground and each not in ducks]
    rest = [each for each in voters if each not in (*ducks, *saw)]
    if ducks:
        role = "ducks" if len(ducks) > 1 else "the duck" if len(votes.ducks) == 1 else "a duck"
        yield f"{join_names(each.voter for each in ducks)}, {role}, {_knew(votes, me)}"
    yield from (f"{each.voter}{_known(votes, each, me)}" for each in saw[:_IN_FULL])
    ways = {
        f"had also seen something against {target}": saw[_IN_FULL:],
        f"accused {target} without grounds": [each for each in rest if each.has_accused],
        f"named {target} without accusing {target}": [each for each in rest if each.said and not each.has_accused],
        "gave no reason": [each for each in rest if not (each.said or each.has_accused or each.is_withheld)],
        "spoke, but that was taken out of the record": [
            each for each in rest if each.is_withheld and not (each.said or each.has_accused)
        ],
    }
    yield from (f"{join_names(each.voter for each in group)} {did}" for did, group in ways.items() if group)


def _known(votes: VotesFor, voter: VoterReasons, me: Seat | None) -> str:
    target = whom(votes.target, me)
    if voter.voter in votes.ducks:
        return f", {'the' if len(votes.ducks) == 1 else 'a'} duck, {_knew(votes, me)}"
    if voter.ground:
        found = voter.ground.words
        if me == votes.target:
            found = re.sub(whole_name(me), target, found)
        return f" {found}"
    if voter.last_seen is None:
        return f" had not seen {target} {'since the last meeting' if votes.meeting > 1 else 'at all'}"
    if not voter.last_seen.is_certain:
        return f" may have seen {target} {_place(voter.last_seen)}"
    return f" had seen nothing that speaks against {target} (last seen {_place(voter.last_seen)})"


def _knew(votes: VotesFor, me: Seat | None) -> str:
    what = "duck too" if votes.target in votes.ducks else "goose"
    return f"knew that {whom(votes.target, me)} {are(votes.target, me)} a {what}"


def _place(seen: Glimpse) -> str:
    where = room_title(seen.room)
    where = f"between {where} and {room_title(seen.way)}" if seen.kind == "passed" else f"in {where}"
    return f"{where}, tick {seen.last}"


def _told(votes: VotesFor, voter: VoterReasons, me: Seat | None) -> str:
    target, others = whom(votes.target, me), join_names(voter.accusers)
    if voter.has_accused:
        return f"accused {target} after {others}" if others else f"was the first to accuse {target}"
    if voter.is_withheld and not voter.said:
        return "what it said was taken out of the record"
    did = f"named {target} without accusing {target}" if voter.said else f"said nothing about {target}"
    return f"{did}, after {others} had accused {target}" if others else did


def _tag(timeline: Timeline, said: Said) -> Tag:
    rows = [(each, claim_row(timeline, each)) for each in said.claims]
    quoted = f"“{shorten(said.sentence, _LONGEST, placeholder=' …')}”" if said.sentence else ""
    if not rows:
        return Tag("said", quoted, "quiet")
    each, row = min(rows, key=lambda pair: (pair[0].claim.type in STANCES, _order(pair[1])))
    is_stance = each.claim.type in STANCES
    more = f"({row.standing})" if is_stance and row.standing else row.reason if row.verdict != UNCERTAIN and not is_stance else ""
    return Tag(row.mark, " ".join(filter(None, (quoted or capitalise(row.claim), more, row.contradiction))), row.verdict.tone)


def _order(row: ClaimRow) -> int:
    return {False: 0, True: 1, None: 2}[row.verdict.is_true]
