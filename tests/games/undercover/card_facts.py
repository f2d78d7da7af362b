"""What undercover's end card says, looked up in the events of the record; the grammar reads each text for itself."""

from __future__ import annotations

import re

from woozle.games.undercover import events as undercover
from woozle.games.undercover.claims.answers import is_right
from woozle.games.undercover.claims.grammar import answers, claims, is_true

BOTS = "bot*5"
NUMBERS = ("first", "second", "third", "fourth", "fifth")


def events(end, *types):
    return [event for event, _ in end.record if isinstance(event, types)]


def hidden(end):
    return events(end, undercover.Revealed)[0].undercover


def seats_in(words, me):
    return [] if words == "Nobody" else [me if each in ("you", "You") else each for each in re.split(r", | and ", words)]


def votings(end):
    """Each vote as it was counted: the targets, whoever was out, and what seats had said until then."""
    found, targets, said = [], {}, {}
    for event, _ in end.record:
        match event:
            case undercover.Reasoned(seat, _, answer, text) | undercover.Summarised(seat, _, answer, text):
                said[seat] = [*said.get(seat, ()), (answer, text)]
            case undercover.RoundBegan("revote"):
                targets = {}
            case undercover.Voted(seat, _, target):
                targets[seat] = target
            case undercover.Counted(eliminated=out):
                found.append((targets, out, dict(said)))
                targets = {}
    return found


def voting(end, number):
    return votings(end)[NUMBERS.index(number)]


def untrue(end, seat, said):
    """How many claims of a seat are not so in the picture of the regulars, and how many it made."""
    pair, made = events(end, undercover.Pair)[0], set()
    for answer, text in said.get(seat, ()):
        made |= {*answers(pair.question.text, answer, pair.scene.setting), *claims(text, pair.scene.setting)}
    return sum(not is_true(claim, pair.scene) for claim in made), len(made)


def lasts(end):
    found = {}
    for event in events(end, undercover.Reasoned, undercover.Summarised):
        found[event.seat] = event.answer
    return found


def cast(end, seat):
    return [vote.target for vote in events(end, undercover.Voted) if vote.seat == seat]


def share(words, whole):
    return 0 if words.startswith("none") else int(words.split()[0]) if words[0].isdigit() else whole


def you(end, me, answer, verdict, others, votes=None, theirs=None, of=None, got=None, every=None, out=None, side=None):
    question, said = events(end, undercover.Pair)[0].question, lasts(end)
    right = [seat != me and is_right(each, question) for seat, each in said.items()]
    number = {"both": len(said) - 1, "all": len(said) - 1, "none": 0}.get(others.split()[0])
    checks = [
        said[me] == answer.strip('"'),
        is_right(said[me], question) == (verdict == "right"),
        sum(right) == (int(others.split()[0]) if number is None else number),
    ]
    gone = [each for _, each, _ in votings(end)]
    checks.append(gone[NUMBERS.index(out)] == me if out else me not in gone)
    rest = [seat for seat in end.outcome.results if seat not in (me, hidden(end))]
    if votes:
        mine = cast(end, me)
        checks.append(share(votes, len(mine)) == mine.count(hidden(end)))
        all_of_them = [target for seat in rest for target in cast(end, seat)]
        checks.append((int(theirs), int(of)) == (all_of_them.count(hidden(end)), len(all_of_them)))
    if every:
        named = [target for seat in end.outcome.results if seat != me for target in cast(end, seat) if target]
        checks.append((0 if got == "none" else int(got), int(every)) == (named.count(me), len(named)))
    if side:
        checks.append(end.outcome.results[me].kind == "lost" and cast(end, me)[-1] != hidden(end))
    return all(checks)


def turned(end, me, voters, out, number, untrue_number=None, near=None, **rest):
    targets, gone, said = voting(end, number)
    seat = me if out == "you" else out
    by = [voter for voter, target in targets.items() if target == seat]
    votes = [[voter for voter, target in each.items() if target == hidden(end)] for each, _, _ in votings(end)]
    here = votes[NUMBERS.index(number)]
    is_near = {*seats_in(near, me)} == {*here} and len(here) == max(map(len, votes)) if near else gone == hidden(end)
    is_counted = untrue_number is None or untrue(end, seat, said)[0] == int(untrue_number)
    return gone == seat and sorted(by) == sorted(seats_in(voters, me)) and is_near and is_counted


def mine_untrue(end, me, count, made, quotation=None, where="their", then=""):
    """The claims of a seat by the vote that threw it out, else by the last that it got a vote in, else the last."""
    found = [each for each in votings(end) if me in [target for voter, target in each[0].items() if voter != me]]
    vote = next((each for each in found if each[1] == me), found[-1] if found else votings(end)[-1])
    own = " ".join(" ".join(text.split()) for _, text in vote[2].get(me, ()))
    is_said = quotation is None or quotation.rstrip("…").strip() in own
    return untrue(end, me, vote[2]) == (int(count), int(made)) and is_said and (where == "your own") == (me != hidden(end))


def all_true(end, me, made):
    return mine_untrue(end, me, 0, made)


def theirs_untrue(end, me, number, count, seat, made, did, quotation=None):
    targets, _, said = voting(end, number)
    own = " ".join(" ".join(text.split()) for _, text in said.get(seat, ()))
    is_said = quotation is None or quotation.rstrip("…").strip() in own
    voted = None if did == "abstained" else did.removeprefix("voted for ")
    return seat == hidden(end) and targets[me] == voted != seat and untrue(end, seat, said) == (int(count), int(made)) and is_said


def said_little(end, me, made, least):
    return int(made) * 2 < int(least)


def kept(end, me, votes, seat):
    named = [targets[me] for targets, _, _ in votings(end) if me in targets]
    return seat == hidden(end) and {*named} == {seat} and share(votes, len(named)) == len(named)


def nothing_untrue(end, me):
    return next(untrue(end, me, said) for _, out, said in votings(end) if out == me)[0] == 0


_SEATS = r"[\w, ]+?"
_SUCH = r"(?:, such as “(?P<quotation>.+)”)?"
_LAST = r" Your last answer, (?P<answer>.+), is (?P<verdict>right|wrong); (?P<others>.+ others) had it right\."
_FATE = r"(?:were voted out in the (?P<out>\w+) vote|stayed to the end)\."
_SIDE = r"(?: (?P<side>Your side won without you: your last vote was for \w+)\.)?"

SENTENCES = {
    rf"You voted for the undercover with (?P<votes>[^(]+) \(the other regulars (?P<theirs>\d+) of (?P<of>\d+)\) "
    rf"and {_FATE}{_SIDE}{_LAST}": you,
    rf"You got (?P<got>\w+) of the (?P<every>\d+) votes? of the others and {_FATE}{_LAST}": you,
    rf"(?P<voters>{_SEATS}) voted (?P<out>\w+) out in the (?P<number>\w+) vote: .+?"
    rf"(?: Of (?:your|\w+'s) \d+ claims? (?:(?P<untrue_number>\d+) (?:is|are) not|all are) so in .+?\.)?"
    rf"(?: (?P<near>{_SEATS}) voted for \w+, the undercover\.)?": turned,
    r"Keep describing what all can see: all of your (?P<made>\d+) claims? are so in their picture\.": all_true,
    r"Keep describing what all can see: only (?P<count>\d+) of your (?P<made>\d+) claims? (?:is|are) not so in "
    r"their picture\.": mine_untrue,
    rf"(?P<count>\d+) of your (?P<made>\d+) claims? (?:is|are) not so in (?P<where>their|your own) "
    rf"picture{_SUCH}: (?P<then>.+)\.": mine_untrue,
    r"All you said is so in their picture too: .+": nothing_untrue,
    rf"You (?P<did>abstained|voted for \w+) in the (?P<number>\w+) vote, but (?P<count>\d+) of (?P<seat>\w+)'s "
    rf"(?P<made>\d+) claims? "
    rf"(?:is|are) not so in your picture{_SUCH}\.": theirs_untrue,
    r"You made (?P<made>\d+) claims?, each other at least (?P<least>\d+): those who say little are suspected\.": said_little,
    r"Keep voting like this: (?P<votes>.+) (?:was|were) for (?P<seat>\w+)\.": kept,
}
