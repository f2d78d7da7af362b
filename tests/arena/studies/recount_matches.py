"""The rows of a match made anew from its transcript, which is read here as plain JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from math import prod
from typing import Any

from woozle.core import registry
from woozle.core.text import visible

from tests.games.parts import parts

Row = dict[str, Any]

FREE = parts("facts", "FREE")
"""The fields of each kind of answer that hold what is said freely, unless the question limits them, by game."""
TOPICS = parts("facts", "topic")
"""The subject of a match and its group's answer, as `Topic` has it, by game: of the match's events by name, and its options."""
FLAGS = parts("facts", "FLAGS")
"""In how many ways fields can be filled in that are limited by their type alone, by game and answer."""
TIMED = (
    *("shown", "first_key", "submit", "away", "paused", "covered", "keys", "deletions", "pasted", "long_pastes", "anticipated"),
    *("host", "ping"),
)
USED = dict.fromkeys(("calls", "tokens_in", "tokens_cached", "tokens_cache_write", "tokens_out", "tokens_reasoning", "unpriced"), 0)


def is_unpriced(used: dict[str, Any]) -> bool:
    """Return whether the cost is unknown."""
    return not used.get("dollars") and used.get("unpriced", used.get("calls", 0)) > 0


@dataclass
class Match:
    """A match of a study, as its files have it. until: after so many decisions a bot took the seat; 0 if none did.

    codes: of participants, by seat; gone: seats of people who withdrew; released: seats of people whose words are published.
    earlier: what the others of the group typed in earlier matches.
    """

    name: str
    header: Row
    lines: list[Row]
    end: Row | None
    leading: Row
    until: int = 0
    left: str = ""
    codes: Mapping[str, str] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    released: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    words: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of_lines(cls, name: str, header: Row, lines: list[Row], end: Row | None, leading: Row | None = None) -> Match:
        """Return a match with its people, and what they typed. All of it is published."""
        match = cls(name, header["body"], lines, end, leading or {})
        match.people = frozenset(seat for seat, player in match.seats.items() if player["kind"] == "human")
        for line in (header, *lines):
            for part in line["words"] if isinstance(line["words"], list) else [line["words"]]:
                match.words |= part if isinstance(part, dict) else {}
        match.released = match.people
        return match

    def order_of_places(self) -> list[str]:
        return (self.header.get("deal") or {}).get("seats") or list(self.seats)

    def leading_of(self, seat: str | None = None) -> Row:
        return {**self.leading, "participant": self.codes.get(seat)}

    @property
    def is_published(self) -> bool:
        """Return whether all agreed that their words are published, so that anybody's can be."""
        return self.released == self.people

    def is_published_line(self, number: int, seat: str, player: str) -> bool:
        """Return whether the words of a decision are published: of who agreed, if they repeat nothing of those who did not."""
        if self.is_published or player != "human" or seat not in self.released:
            return self.is_published
        own = [_plain(text) for text in self._typed(number)]
        held_back = self.people - self.released
        others = [(0, _plain(text)) for text in self.earlier]
        others += [(n, _plain(text)) for n in range(1, number) if self._asked(n) in held_back for text in self._typed(n)]
        for n, text in others:
            told = [line["body"] for line in self.lines[: number - 1 if n else 0]]
            before = _plain(json.dumps([self.header, told], ensure_ascii=False))
            said = [before, *(_plain(each) for m in range(1, n) if self._asked(m) in self.released for each in self._typed(m))]
            for run in (text[at : at + 24] for at in range(len(text) - 23)):
                if any(run in each for each in own) and not any(run in each for each in said):
                    return False
        return True

    def held_back(self) -> list[str]:
        """Typed texts of people whose words are not published."""
        numbers = (n for n in range(1, len(self.lines) + 1) if self._asked(n) in self.people - self.released)
        return [text for n in numbers for text in self._typed(n)]

    def _asked(self, number: int) -> str:
        return self.lines[number - 1]["body"]["request"]["to"]

    def _typed(self, number: int) -> list[str]:
        return [text for ref, text in self.words.items() if ref.startswith(f"{number}.") and "+" not in ref.partition("/")[0]]

    @property
    def game(self) -> str:
        return self.header["game"]

    @property
    def seats(self) -> dict[str, Row]:
        return {each["seat"]: each["player"] for each in self.header["seats"]}

    @property
    def officials(self) -> dict[str, Row]:
        return {each["seat"]: each["player"] for each in self.header["officials"]}

    @property
    def results(self) -> Mapping[str, Row]:
        return self.end["body"]["outcome"]["results"] if self.end else {}

    def events(self, name: str) -> Iterator[Row]:
        for body in (*self.header["opening"], *(each for line in self.lines for each in line["body"]["events"])):
            if body["event"] == name:
                yield body["data"]

    def player(self, seat: str, n: int | None = None) -> str:
        """Return the kind of player of a seat, at a decision or as a whole."""
        if n is not None and "stand_in" in self.lines[n - 1]["body"]["response"]:
            return "bot"
        if seat not in self.seats:
            return "service"
        if seat in self.people and (n is None or not self.until or n <= self.until):
            return "human"
        return {"human": "human", "model": "model", "bot": "bot"}[self.seats[seat]["kind"]]

    def name_of(self, seat: str, player: str, stand_in: str | None = None) -> str | None:
        described = {**self.seats, **self.officials}[seat]
        if player == "human":
            return None
        if described["kind"] == "human":
            return f"bot:{stand_in}"
        if player == "model":
            options = {**described["sampling"], **({"memory": described["memory"]} if "memory" in described else {})}
            said = "&".join(f"{name}={value}" for name, value in options.items())
            return f"{described['backend']}@{described['endpoint']}:{described['model']}" + (f"?{said}" if said else "")
        return f"{described['kind']}:{described['name']}" if described.get("name") else described["kind"]

    @property
    def roles(self) -> Mapping[str, str]:
        match self.game:
            case "ship":
                dealt = {each["seat"]: each["team"] for each in reversed(list(self.events("Role")))}
                return {seat: dealt[seat] for seat in self.seats}
            case "urn":
                crook = next((each["crook"] for each in self.events("Opened")), None)
                return {seat: "crook" if seat == crook else "fair" for seat in self.seats if crook}
            case "undercover":
                dealt = {each["seat"]: each["is_undercover"] for each in self.events("Role")}
                return {seat: ("regular", "undercover")[dealt[seat]] for seat in dealt} if any(dealt.values()) else {}
            case "debate":
                wrong = next((each["wrong"] for each in self.events("Key")), ())
                return {seat: "given_wrong" if seat in wrong else "given_right" for seat in self.seats} if wrong else {}
            case "self_play":
                first, *others = self.seats
                return {first: "asker" if others else "alone"} | dict.fromkeys(others, "helper")
        return {}


# Decisions


def _flat(value: Any, words: Mapping[str, str]) -> list[Any]:
    """All texts in a value, those that were typed from where they are kept; None for what was withdrawn."""
    if isinstance(value, dict) and set(value) == {"words"}:
        return [words.get(value["words"])]
    if isinstance(value, list):
        return [text for each in value for text in _flat(each, words)]
    return [value]


def decisions_of(match: Match) -> Iterator[Row]:
    tries: Counter[int] = Counter()
    for number, line in enumerate(match.lines, 1):
        asked, came, events = line["body"]["request"], line["body"]["response"], line["body"]["events"]
        tries[asked["id"]] += 1
        player = match.player(asked["to"], number)
        limited, said, is_free = _parted(match, asked, came)
        first = events[0] if events and events[0]["to"] == [asked["to"]] else {"event": "", "data": {}}
        flags = FLAGS.get(match.game, {})
        limits = [len(each) for each in asked["choices"].values()] + [flags[each] for each in flags if each == asked["asks"]]
        is_gone = None in said
        taken = "nothing" if "forfeit" in came else came["unread"]["reading"] if "unread" in came else "answer"
        if taken == "answer" and first["event"] in ("Refused", "Forfeited"):
            taken = "illegal"
        leaning = came.get("leaning") or {}
        row = {
            "match": match.name,
            "game": match.game,
            "rules_version": match.header["rules"],
            "n": number,
            "request": asked["id"],
            "try_number": tries[asked["id"]],
            "seat": asked["to"],
            "player": player,
            "player_name": match.name_of(asked["to"], player, came.get("stand_in")),
            "role": match.roles.get(asked["to"]),
            "stand_in": came.get("stand_in"),
            "asks": asked["asks"],
            "legal_choices": prod(limits) if limits else None,
            "choice": _compact(limited) if limited else None,
            "text": None if not is_free else "" if is_gone else visible("\n".join(each for each in said if each)),
            "characters": None if not is_free or is_gone else sum(map(len, said)),
            "is_withdrawn": is_gone,
            "taken": taken,
            "forfeit": first["data"].get("kind") if first["event"] == "Forfeited" else None,
            "seconds": came.get("seconds"),
            "clock": _clock(came, player),
            "deadline": asked.get("seconds"),
            "not_taken": None,  # no server of a study refuses anything
            "attempts": len(came.get("attempts", ())),
            **USED,
            "dollars": 0.0,
            **came.get("usage", {}),
            **({"dollars": None} if is_unpriced(came.get("usage", {})) else {}),
            "leaning": leaning["probabilities"].get(came["answer"][leaning["field"]]) if leaning and "answer" in came else None,
            "leaning_by": leaning.get("by"),
            "pictures": len(came.get("pictures", ())),
            "display": (came.get("display") or {}).get("mode"),
            "coarse_picture": came["display"]["mode"] == "halfblock" and not came["display"].get("opened")
            if came.get("display")
            else None,
            **dict.fromkeys(TIMED),
            **(came.get("timing") or {}),
        }
        if not match.is_published_line(number, asked["to"], player):
            row["text"] = None
        yield row


def _clock(came: Row, player: str) -> str | None:
    if came.get("seconds") is None:
        return None
    if player != "human" or "clock" not in came:
        return "terminal" if player == "human" else "host"
    return {"terminal": "joined terminal"}.get(came["clock"], came["clock"])


def _parted(match: Match, asked: Row, came: Row) -> tuple[Row, list[Any], bool]:
    """Return the choices of an answer, its free texts, and whether it has any."""
    if "answer" not in came:
        return {}, [], False
    answer, choices = came["answer"], asked["choices"]
    free = [name for name in FREE[match.game].get(asked["asks"], ()) if name not in choices]
    free += [name for name, legal in choices.items() if answer[name] not in legal]
    limited = {name: value for name, value in answer.items() if name not in free}
    said = [text for name in answer if name in free for text in _flat(answer[name], match.words)]
    if asked["asks"] == "Vote" and "factors" in limited:
        named = [{**each, "seat": _flat(each["seat"], match.words)[0]} for each in limited["factors"]]
        said += [each["seat"] for each in named if each["seat"] not in match.seats]
        limited["factors"] = [{k: v for k, v in each.items() if k != "seat" or v in match.seats} for each in named]
    if "sentences" in limited:  # of a judge's score: what was said, and why it is doubted
        said += [text for each in limited["sentences"] for name in ("text", "reason") for text in _flat(each[name], match.words)]
        limited["sentences"] = [{"score": each["score"]} for each in limited["sentences"]]
    return limited, said, bool(said)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# Matches, seats, scores


def _topic(match: Match) -> Row:
    told = TOPICS[match.game](match.events, match.header["config"]) if match.game in TOPICS and match.end else {}
    answer, is_free = told.get("answer"), told.get("is_free", True)
    answer = _flat(answer, match.words)[0]
    return {
        "case": told.get("case"),
        "data_set": told.get("data") or None,
        "question": visible(told["question"]) if told.get("question") else None,
        "answer": None if is_free or not answer else visible(answer),
        "answer_text": visible(answer) if is_free and answer and match.is_published else None,
        "answer_right": told.get("is_right") if answer else None,
    }


def _seconds(rows: list[Row]) -> float:
    return round(sum(row["seconds"] or 0.0 for row in rows), 3)


def match_row(match: Match, decisions: list[Row]) -> Row:
    header, kinds = match.header, {"human": "humans", "model": "models", "bot": "bots", "service": "services"}
    players = Counter(match.player(seat) for seat in match.seats) + Counter({"service": len(match.officials)})
    ends = {each["kind"] for each in match.results.values()}
    ended = (
        "unfinished" if not match.end else "void" if ends == {"void"} else next((e for e in ("won", "drawn") if e in ends), "lost")
    )
    is_redacted = any(
        isinstance(part, str)
        for line in match.lines
        for part in (line["words"] if isinstance(line["words"], list) else [line["words"]])
    )
    config = json.dumps(header["config"], ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    reason = visible(match.end["body"]["outcome"]["reason"]) if match.end and not is_redacted and match.is_published else None
    return {
        "match": match.name,
        "game": match.game,
        "rules_version": header["rules"],
        "setting": visible(registry.describe_config(match.game, dict(sorted(header["config"].items())))),
        "config_id": f"config-{sha256(config.encode()).hexdigest()[:8]}",
        "config": _compact({name: _short(value) for name, value in header["config"].items()}),
        "deal": f"deal-{header['commitment'][:16]}",
        "started": header["started"],
        "woozle": header["software"]["woozle"],
        "source": None,
        "verified": True,
        "unchecked": None,
        **_topic(match),
        "is_fork": header["fork"] is not None,
        "ended": ended,
        "reason": reason,
        "is_complete": match.end is not None,
        "is_redacted": is_redacted,
        "seats": len(match.seats),
        **{name: players[kind] for kind, name in kinds.items()},
        "lines": len(match.lines),
        **{f"seconds_{name}": _seconds([row for row in decisions if row["player"] == kind]) for kind, name in kinds.items()},
    }


def _short(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    if len(text) <= 1000:
        return value
    name = {"name": value["name"]} if isinstance(value, dict) and isinstance(value.get("name"), str) else {}
    return {**name, "sha256": sha256(text).hexdigest(), "bytes": len(text)}


def _of_seat(match: Match, seat: str) -> Row:
    player = match.player(seat)
    return {
        "match": match.name,
        "game": match.game,
        "rules_version": match.header["rules"],
        "seat": seat,
        "player": player,
        "player_name": match.name_of(seat, player),
        "role": match.roles.get(seat),
        **_topic(match),
        "result": match.results.get(seat, {}).get("kind"),
    }


def seats_of(match: Match, decisions: list[Row]) -> Iterator[Row]:
    for number, seat in enumerate([*match.seats, *match.officials], 1):
        row = _of_seat(match, seat)
        own = [each for each in decisions if (each["seat"], each["player"]) == (seat, row["player"])]
        again = [each for each in own if each["taken"] not in ("answer", "nothing") and each["forfeit"] is None]
        asked = {each["request"] for each in own if each not in again}  # without a question that is still open
        yield {
            **row,
            "number": number if seat in match.seats else None,
            "score": match.results.get(seat, {"numbers": {}})["numbers"].get("score"),
            "stand_in_from": next((each["n"] for each in decisions if each["seat"] == seat and each not in own), None),
            "decisions": len(own),
            "forfeits": sum(each["forfeit"] is not None for each in own),
            "voids": sum(each["forfeit"] == "error" for each in own),
            "repairs": len(again),
            "cut_short": 0,
            "questions": len(asked),
            "answered": sum(each["forfeit"] is None for each in own if each not in again) / len(asked) if asked else None,
            "not_taken": None,
            "partly_taken": None,
            "seconds": _seconds(own),
        }


def scores_of(match: Match) -> Iterator[Row]:
    for seat, result in match.results.items():
        for measure, value in result["numbers"].items():
            yield {**_of_seat(match, seat), "measure": measure, "value": value}


def is_right(match: Match, decisions: list[Row], about: Row, sought: str | None) -> bool | None:
    """Return whether an answer was right, by what was told in the match."""
    choice = json.loads(about["choice"]) if about["choice"] else {}
    said = [each for each in choice.values() if isinstance(each, str) and each]
    seat, asks = about["seat"], about["asks"]
    before = {
        each["request"] for each in decisions if (each["seat"], each["asks"]) == (seat, asks) and each["request"] < about["request"]
    }
    match match.game, asks:
        case "undercover", "Reason":
            question = next(each["question"] for each in match.events("Pair"))
            return choice["answer"] == question["answer"] if "answer" in choice else None
        case "debate", "Solve":
            key = next(iter(match.events("Key")), None)
            if key is None or (about["is_withdrawn"] and not said):
                return None
            answers = [each["answer"] for each in match.events("Answered") if each["seat"] == seat and each["source"] != "given"]
            answer = _flat(answers[len(before)], match.words)[0] if len(answers) > len(before) else None
            return answer is not None and answer in (key["answer"], *key["aliases"])
        case "urn", "Guess":
            opened = next(iter(match.events("Opened")), None)
            return min(choice.values()) <= opened["red"] <= max(choice.values()) if match.end else None
        case "self_play", "Act":
            end = next(iter(match.events("Concluded")), None)
            is_last = about["request"] == max(each["request"] for each in decisions if each["seat"] == seat)
            is_reply = choice["action"] in ("ANSWER", "HEDGE")
            return end["f1"] > 0.5 if end and is_last and is_reply else None
    named = [each for each in said if each in match.seats]
    return match.roles[named[0]] == sought if len(named) == 1 and sought else None
