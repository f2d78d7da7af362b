"""What the ship's end card says, looked up in the events of the record."""

from __future__ import annotations

import re

from woozle.games.ship import events as ship

BOTS = "bot*6"


def events(end, *types):
    return [event for event, _ in end.record if isinstance(event, types)]


def name(words):
    """A room as events have it: `upper_engine` of `Upper engine`."""
    return words.strip().lower().replace(" ", "_")


def seats_in(words, me):
    """The seats of `you, Bob and Eve`."""
    return [me if each in ("you", "You") else each for each in re.split(r", | and ", words)]


def team(end, seat):
    return next(role.team for role in events(end, ship.Role) if role.seat == seat)


def meetings(end):
    """Each meeting: its call, what was said, the votes, and who was ejected."""
    found = []
    for event, _ in end.record:
        match event:
            case ship.MeetingCalled():
                found.append((event, [], {}, []))
            case ship.Spoke():
                found[-1][1].append((event.seat, event.text))
            case ship.Voted():
                found[-1][2][event.seat] = event.target
            case ship.Ballot(ejected=str()):
                found[-1][3].append(event.ejected)
    return found


NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth")


def meeting(end, number):
    return meetings(end)[NUMBERS.index(number)]


def kills(end):
    """Each kill with its tick, and those of the living who were told of it as it happened."""
    tick, found, gone = 0, [], set()
    for event, audience in end.record:
        tick = event.number if isinstance(event, ship.Tick) else tick
        if isinstance(event, ship.Killed):
            found.append((event, tick, {*audience} - gone))
            gone.add(event.victim)
        elif isinstance(event, ship.Ballot):
            gone.add(event.ejected)
    return found


def sights(end, me, tick, *seats):
    """The sights of a viewer at a tick that had all these seats in view."""
    return [
        each
        for each in events(end, ship.Sight)
        if (each.seat, each.tick) == (me, tick) and {*seats} <= {*each.present, *(seat for seat, _ in (*each.left, *each.came))}
    ]


def left(end, geese, ducks, until):
    gone = {event.victim for event in until if isinstance(event, ship.Killed)}
    gone |= {event.ejected for event in until if isinstance(event, ship.Ballot) and event.ejected}
    alive = [role.team for role in events(end, ship.Role) if role.seat not in gone]
    return (alive.count("goose"), alive.count("duck")) == (int(geese or 0), int(ducks or 0))


def before(end, last):
    found = [event for event, _ in end.record]
    return found[: found.index(last) + 1]


# How the viewer did


def done(end, seats):
    return sum(work.seat in seats and work.done == work.needed for work in events(end, ship.Worked))


def share(words, whole):
    """The number that `both of your votes` and the like mean."""
    if words.startswith("none"):
        return 0
    if found := re.match(r"(\d+) of", words):
        return int(found[1])
    return whole


def you(end, me, tasks=None, others=None, given=None, votes=None, hit=None, theirs=None, cast=None, skipped=None, victims=None,
        got=None, of=None, fate=None, foretold=None, foreseen=None):  # fmt: skip
    geese = [role.seat for role in events(end, ship.Role) if role.team == "goose"]
    work = {role.seat: len(role.tasks) for role in events(end, ship.Role)}
    rest = [seat for seat in geese if seat != me]
    mine = [vote.target for vote in events(end, ship.Voted) if vote.seat == me]
    named = [target for target in mine if target]
    right = []
    if tasks:
        right.append(share(tasks, work[me]) == done(end, [me]))
        right.append((int(others), int(given)) == (done(end, rest), sum(work[seat] for seat in rest)))
    if votes:
        hits = sum(team(end, target) == "duck" for target in named)
        right.append(hits == (share(votes, len(named)) if hit == "a" else 0))
    if cast:
        named = [vote.target for vote in events(end, ship.Voted) if vote.seat in rest and vote.target]
        right.append((int(theirs), int(cast)) == (sum(team(end, target) == "duck" for target in named), len(named)))
    if skipped:
        right.append(len(mine) == int(skipped) and not named)
    if victims:
        right.append(
            victims == "nobody" or seats_in(victims, me) == [kill.victim for kill, _, _ in kills(end) if kill.killer == me]
        )
    if of:
        cast = [vote.target for vote in events(end, ship.Voted) if vote.seat in geese and vote.target]
        right.append((0 if got == "none" else int(got), int(of)) == (cast.count(me), len(cast)))
    if foreseen:
        held, right_ones = {}, []
        for event in events(end, ship.Foreseen, ship.Ballot):
            if isinstance(event, ship.Ballot):
                right_ones += [event.ejected == held.pop(me)] if me in held else []
            else:
                held[event.seat] = event.ejected
        right.append((0 if foretold == "none" else int(foretold), int(foreseen)) == (sum(right_ones), len(right_ones)))
    killed = next(((kill, tick) for kill, tick, _ in kills(end) if kill.victim == me), None)
    ejected = next((call for call, _, _, out in meetings(end) if me in out), None)
    if found := re.fullmatch(r"were killed by (\w+) in ([\w ]+) at tick (\d+)", fate):
        right.append(killed and (killed[0].killer, killed[0].room, killed[1]) == (found[1], name(found[2]), int(found[3])))
    elif found := re.fullmatch(r"were ejected at tick (\d+)", fate):
        right.append(ejected and ejected.tick == int(found[1]))
    else:
        right.append(fate == "lived to the end" and not killed and not ejected)
    return all(right)


# The turning point


def voted(end, me, number, tick, out, count, of, voters, spared=None, duck=None, geese=None, ducks=None):
    call, _, votes, ejected = meeting(end, number)
    ballot = events(end, ship.Ballot)[NUMBERS.index(number)]
    out = [] if out == "nobody" else [me if out == "you" else out]
    by = [seat for seat, target in votes.items() if target in out]
    return (
        call.tick == int(tick)
        and ejected == out
        and (not out or (len(by) == int(count) and len(votes) == int(of) and sorted(by) == sorted(seats_in(voters, me))))
        and (
            not spared
            or {*seats_in(spared, me)} == {seat for seat, vote in votes.items() if vote == (me if duck == "you" else duck)}
        )
        and left(end, geese, ducks, before(end, ballot))
    )


def killed(end, me, killer, victim, room, tick, geese=None, ducks=None):
    names = [me if each in ("you", "You") else each for each in (killer, victim)]
    found = next((each for each, at, _ in kills(end) if at == int(tick) and each.victim == names[1]), None)
    return found and (found.killer, found.room) == (names[0], name(room)) and left(end, geese, ducks, before(end, found))


def last_task(end, me, seat, task, room, more=None):
    last = [each for each in events(end, ship.Worked) if each.done == each.needed and team(end, each.seat) == "goose"][-1]
    is_short = lead(end) == int(more) if more else lead(end) <= 0
    return is_short and (last.seat, last.task, last.room) == (me if seat == "You" else seat, task, name(room))


def lead(end):
    gone = {kill.victim for kill, _, _ in kills(end)} | {seat for *_, out in meetings(end) for seat in out}
    alive = [role.team for role in events(end, ship.Role) if role.seat not in gone]
    return alive.count("goose") - alive.count("duck")


def ran_out(end, me, more, tick):
    return lead(end) == int(more) and max(each.number for each in events(end, ship.Tick)) == int(tick)


# What to try


def seen(end, me, words):
    """What a goose had seen of a duck, in the words of the grounds of a vote."""
    if found := re.fullmatch(r"saw (\w+) kill (\w+) in ([\w ]+) at tick (\d+)", words):
        return any(
            (kill.killer, kill.victim, kill.room, tick) == (found[1], found[2], name(found[3]), int(found[4])) and me in audience
            for kill, tick, audience in kills(end)
        )
    if found := re.fullmatch(r"saw (\w+) with the body of (\w+) in ([\w ]+) at tick (\d+)", words):
        looks = sights(end, me, int(found[4]), found[1])
        return any(found[2] in look.bodies and look.room == name(found[3]) for look in looks)
    if found := re.fullmatch(r"last saw (\w+) alive with (\w+), in ([\w ]+) at tick (\d+)", words):
        return any(look.room == name(found[3]) for look in sights(end, me, int(found[4]), found[1], found[2]))
    found = re.fullmatch(r"saw (\w+) in ([\w ]+) at tick (\d+), where a body was found", words)
    looks = [look for look in events(end, ship.Sight) if look.seat == me and look.room == name(found[2]) and look.bodies]
    return bool(looks) and bool(sights(end, me, int(found[3]), found[1]))


def unsaid(end, me, words, number, duck=None, target=None, never=None):
    _, said, votes, _ = meeting(end, number)
    own = " ".join(text for seat, text in said if seat == me)
    culprit = re.search(r"with (\w+), in", words) or re.match(r"saw (\w+)", words)
    is_named = re.search(rf"\b{culprit[1]}\b", own) is not None
    is_vote = target is None or votes[me] == (None if target == "nobody" else target)
    return seen(end, me, words) and team(end, culprit[1]) == "duck" and is_vote and is_named == (never is None)


def ejecting(end, me, duck, number, voters, vote):
    _, _, votes, out = meeting(end, number)
    votes_with = {**votes, me: duck}
    counts = [[*votes_with.values()].count(target) for target in {*votes_with.values()} - {duck}]
    return (
        team(end, duck) == "duck"
        and duck not in out
        and votes[me] == (None if vote == "nobody" else vote)
        and seats_in(voters, me) == [seat for seat, target in votes.items() if target == duck]
        and [*votes_with.values()].count(duck) > max(counts, default=0)
    )


def alone(end, me, killer, room, tick, who, came=None):
    def coming(seat):
        """The place in the record of the event by which a seat came to the room, before the viewer died there."""
        found = 0
        for at, (event, _) in enumerate(end.record):
            match event:
                case ship.Killed(victim=victim) if victim == me:
                    return found
                case ship.Moved(mover, _, to, 1) if (mover, to) == (seat, name(room)):
                    found = at
                case ship.Arrived(mover, to) | ship.Placed(mover, to) if (mover, to) == (seat, name(room)):
                    found = at
        return found

    mine, theirs = coming(me), coming(killer)
    return (theirs > mine) == (who != "You") and any(
        (kill.killer, kill.victim, kill.room, at) == (killer, me, name(room), int(tick)) and audience == {killer, me}
        for kill, at, audience in kills(end)
    )


def alibi(end, me, vote, room, tick, victim, number):
    kill = next(kill for kill, at, _ in kills(end) if at == int(tick) and kill.victim == victim)
    looks = [look for look in events(end, ship.Sight) if look.seat == me and vote in look.present and look.tick <= int(tick)]
    return bool(looks) and kill.room != name(room) and meeting(end, number)[2][me] == vote and team(end, vote) == "goose"


def unused(end, me, other, room, tick, victim):
    _, said, _, _ = next(each for each in meetings(end) if me in each[3])
    own = " ".join(text for seat, text in said if seat == me)
    kill = next(kill for kill, at, _ in kills(end) if at == int(tick) and kill.victim == victim)
    return (
        kill.room != name(room)
        and other not in own
        and any(me in look.present for look in events(end, ship.Sight) if look.seat == other)
    )


def helped(end, me, vote, number):
    _, _, votes, out = meeting(end, number)
    return votes[me] == vote and vote in out and team(end, vote) == "goose"


def voted_out_by(end, me, voters):
    _, _, votes, _ = next(each for each in meetings(end) if me in each[3])
    return all(votes[seat] == me and team(end, seat) == "goose" for seat in seats_in(voters, me))


def idle(end, me, part, whole, tasks):
    open_tasks = len(next(role.tasks for role in events(end, ship.Role) if role.seat == me)) - done(end, [me])
    worked = sum(work.seat == me for work in events(end, ship.Worked))
    return open_tasks == int(tasks) and worked <= int(part) + 1 and 2 * int(part) < int(whole)


def witnessed(end, me, witnesses, victim, room, tick):
    return any(
        (kill.killer, kill.victim, kill.room, at) == (me, victim, name(room), int(tick)) and {*seats_in(witnesses, me)} <= audience
        for kill, at, audience in kills(end)
    )


def voter_saw(end, me, voter, words, advice):
    is_vote = any(votes.get(voter) == me for _, _, votes, _ in meetings(end))
    return is_vote and team(end, voter) == "goose" and seen(end, voter, re.sub(r"\byou\b", me, words))


def untrue(end, me, said, number):
    _, speeches, _, out = meeting(end, number)
    own = " ".join(" ".join(text.split()) for seat, text in speeches if seat == me)
    return me in out and said.rstrip("…").strip() in own


def accused_nobody(end, me, number):
    _, speeches, _, out = meeting(end, number)
    own = " ".join(text for seat, text in speeches if seat == me)
    return me in out and not re.search(r"(?i)\bI (?:accuse|suspect)\b|\bI saw \w+ kill", own)


def first_accused(end, me, voter, number):
    _, speeches, votes, out = meeting(end, number)
    own = " ".join(text for seat, text in speeches if seat == voter)
    return me in out and votes[voter] == me and team(end, voter) == "goose" and re.search(rf"\b{me}\b", own)


def straight(end, me, part, whole):
    worked = sum(work.seat == me for work in events(end, ship.Worked))
    return worked <= int(part) + 1 and 2 * int(part) >= int(whole)


def could(end, me, turns, number):
    looks = [look for look in events(end, ship.Sight) if look.seat == me and look.cooldown is not None and look.cooldown <= 0]
    possible = sum(any(team(end, seat) == "goose" for seat in look.present) for look in looks)
    return (possible, sum(kill.killer == me for kill, _, _ in kills(end))) == (int(turns), int(number))


def kept_unvoted(end, me, votes):
    cast = [vote.target for vote in events(end, ship.Voted) if team(end, vote.seat) == "goose" and vote.target]
    return me not in cast and len(cast) == int(votes)


def kept_votes(end, me, votes):
    named = [vote.target for vote in events(end, ship.Voted) if vote.seat == me and vote.target]
    return all(team(end, target) == "duck" for target in named) and share(votes, len(named)) == len(named)


def kept_tasks(end, me):
    return done(end, [me]) == len(next(role.tasks for role in events(end, ship.Role) if role.seat == me))


def no_meeting(end, me):
    return not meetings(end)


_LEFT = r"(?:(?P<geese>\d+) (?:goose|geese))?(?: and )?(?:(?P<ducks>\d+) ducks?)? (?:was|were) left\."
_FATE = (
    r"(?P<fate>lived to the end|were ejected at tick \d+|were killed by \w+ in [\w ]+ at tick \d+)"
    r"(?: and foretold (?P<foretold>\w+) of (?P<foreseen>\d+) votes? as one of the dead)?\."
)
_WHERE = r"in (?P<room>[\w ]+) at tick (?P<tick>\d+)"
_MEETING = r"the (?P<number>\w+) meeting"

SENTENCES = {
    rf"You did (?P<tasks>[^(]+) \(the other geese (?P<others>\d+) of (?P<given>\d+)\)"
    rf"(?:, hit (?P<hit>a|no) duck with (?P<votes>[^(]+?)(?: \(theirs (?P<theirs>\d+) of (?P<cast>\d+)\))?"
    rf"|, voted for nobody in (?P<skipped>\d+) meetings?)?(?:,| and) {_FATE}": you,
    rf"You killed (?P<victims>[\w, ]+?)(?:, got (?P<got>\w+) of the geese's (?P<of>\d+) votes?)?(?:,| and) {_FATE}": you,
    rf"The (?P<number>\w+) meeting, at tick (?P<tick>\d+), ejected (?P<out>\w+)(?:, (?:a|the) (?:goose|duck))?"
    rf"(?:, by (?P<count>\d+) of (?P<of>\d+) votes?: (?P<voters>[\w, ]+))?"
    rf"(?:; (?P<spared>[\w, ]+) voted for (?P<duck>\w+), the duck)?; {_LEFT}": voted,
    rf"(?P<killer>\w+) killed (?P<victim>\w+) {_WHERE}; {_LEFT}": killed,
    r"(?P<seat>\w+) did the last task that the geese needed: (?P<task>.+), in (?P<room>[\w ]+)\."
    r"(?: The ducks needed (?P<more>\d+) more kills?\.)?": last_task,
    r"The ducks needed (?P<more>\d+) more kills? when time ran out at tick (?P<tick>\d+)\.": ran_out,
    r"Nobody reported a body or called a meeting before it was too late\.": no_meeting,
    rf"You (?P<words>.+), (?:but|(?P<never>never) named (?P<duck>\w+), and) voted for (?P<target>\w+) in {_MEETING}\.": unsaid,
    rf"You (?P<words>.+), and (?P<never>never) said so in {_MEETING}: the others could not know\.": unsaid,
    r"(?P<who>You) came to (?P<killer>\w+) in (?P<room>[\w ]+) at tick (?P<came>\d+), and \w+ killed you at tick (?P<tick>\d+), "
    r"when nobody else was there: .+": alone,
    r"(?P<killer>\w+) (?P<who>came) to you in (?P<room>[\w ]+?)(?: at tick (?P<came>\d+))? and killed you at tick (?P<tick>\d+), "
    r"when nobody else was there: .+": alone,
    rf"Your vote for (?P<duck>\w+) in {_MEETING}, beside (?P<voters>[\w, ]+), would have ejected the duck; "
    r"you voted for (?P<vote>\w+)\.": ejecting,
    rf"You saw (?P<vote>\w+) {_WHERE}, when (?P<victim>\w+) was killed elsewhere, and yet voted for (?P=vote) "
    rf"in {_MEETING}\.": alibi,
    rf"(?P<other>\w+) saw you {_WHERE}, when (?P<victim>\w+) was killed elsewhere, and you never named (?P=other) "
    r"in the meeting that ejected you\.": unused,
    rf"You had seen nothing against (?P<vote>\w+), a goose, whom you helped to eject in {_MEETING}: ask .+": helped,
    r"(?P<voters>[\w, ]+) voted you out and had seen nothing against you: tell .+": voted_out_by,
    r"Only (?P<part>\d+) of your (?P<whole>\d+) turns went to tasks or the shortest way to one, and (?P<tasks>\d+) of yours "
    r"(?:was|were) left: the geese also win by doing all of them\.": idle,
    rf"(?P<witnesses>[\w, ]+) saw you kill (?P<victim>\w+) {_WHERE}: wait until you are alone with one\.": witnessed,
    r"(?P<voter>\w+), who voted for you, (?P<words>.+): (?P<advice>[\w ]+)\.": voter_saw,
    rf"You said “(?P<said>.+)” in {_MEETING}, which ejected you, and that was not so\.": untrue,
    rf"You accused nobody in {_MEETING}, which ejected you: give the geese another name\.": accused_nobody,
    rf"(?P<voter>\w+) was the first to accuse you in {_MEETING}, which ejected you: .+": first_accused,
    r"Keep going straight to your tasks, as in (?P<part>\d+) of your (?P<whole>\d+) turns\.": straight,
    r"You could have killed in (?P<turns>\d+) turns? and did in (?P<number>\d+)(?:, and the geese had time .+)?\.": could,
    r"You never stood beside a goose when you could kill: follow one that goes alone\.": lambda end, me: could(end, me, 0, 0),
    r"Keep talking like this: none of the (?P<votes>\d+) votes? of the geese was for you\.": kept_unvoted,
    r"Keep voting like this: (?P<votes>.+) hit a duck\.": kept_votes,
    r"Keep doing your tasks: you left none to do\.": kept_tasks,
}  # fmt: skip
