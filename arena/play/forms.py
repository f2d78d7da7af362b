"""The form of any game, made from its options or from the rows of its kit, and the Start that it returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from woozle.arena.play import option_files, packs
from woozle.arena.play.people import Lock, Person
from woozle.arena.play.start import Start
from woozle.arena.views.forms import MODEL, PLACE, Form, Select, TextField
from woozle.arena.views.models import is_model, short
from woozle.arena.views.registry import form_rows
from woozle.arena.views.words import capitalise, count
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.game import Game
from woozle.core.request import LIMIT_PREFIX, Seat
from woozle.core.schemas import legal_values
from woozle.core.welcome import load_welcome
from woozle.core.words import readable_name
from woozle.players.agent import PYTHON, installed_agents
from woozle.players.bot import Bot
from woozle.players.models.spec import parse
from woozle.players.registry import bot, bots, opponents, sights
from woozle.players.seats import level_options
from woozle.players.services.registry import service_roles
from woozle.players.services.service import ServiceRole

_MOST = 12  # values of an option that are offered
_AS_PRESET = ""
_SECONDS = {"": "no limit", "30": "30 seconds", "60": "1 minute", "120": "2 minutes", "300": "5 minutes"}
_BLIND = Select("blind", "Blind", ("yes", "no"), hint="Seats are drawn by lot, and no one knows which are people's.")
_TERMS = (
    Select(
        "way",
        "Joined from",
        {"here": "this machine", "lan": "this network"},
        index=1,
        hints={"lan": "Plain HTTP: everybody on this network can read and change what is played here."},
    ),
    Select(
        "when_gone",
        "Who is gone",
        {"wait": "is waited for", "pause": "pauses it", "bot": "has a bot", "forfeit": "forfeits"},
        hint="What happens after a minute without a player who was asked something.",
    ),
)
_NAME = TextField("your_name", "Your name", "Host", "What others call you at tables; it is kept in the settings.")
_PACK_HINT = "More to play, from packs; `woozle pack list` lists them."


def form(game: str, models: Sequence[str] = (), *, is_open_table: bool = False, name: str = "") -> Form:
    """Return what can be chosen before a match: one person, bots on the seats that are usually taken, and the options.

    models: those that are offered at once, as seats name them. is_open_table: others join over a network. name: which they see.
    Raises UnknownGameError for a game that is not installed.
    """
    kind, welcome = registry.game(game), load_welcome(game)
    selects, text_fields = _rows(kind)
    seats = _seat_selects(kind, models, is_open_table=is_open_table)
    options = (*(_describe(kind, select) for select in _with_packs(game, selects)), *_limits(kind))
    opponents = _opponents(kind, welcome.others)
    if is_open_table:
        named = replace(_NAME, empty=name or _NAME.empty)
        return Form(
            kind.name,
            welcome.title,
            tuple(kind.seat_names),
            seats,
            (*_TERMS, replace(_BLIND, index=1), *options),
            text_fields=(named, *text_fields),
            opponents=opponents,
        )
    return Form(kind.name, welcome.title, tuple(kind.seat_names), seats, options, (_BLIND,), text_fields, opponents)


def start(game: str, values: Mapping[str, str], *, is_open_table: bool = False) -> Start:
    """Return the match that was set. Raises ValueError, with one line for people, if it cannot be played."""
    kind = registry.game(game)
    selects, text_fields = _rows(kind)
    seats = _seats(values, kind, load_welcome(game).title)
    people = _people(values, seats)
    if is_open_table and (people or not {"human", "remote"} & {*seats}):
        raise InputError("One seat can be yours, and at least one is for you or for somebody who joins.")
    chosen = _chosen_options(kind, (*selects, *_limits(kind)), values, len(seats))
    chosen |= _typed_options(kind, selects, text_fields, values)
    chosen |= _of_packs(kind, selects, text_fields, values)
    preset = values.get("preset") or next(iter(kind.presets))
    config = registry.configure(
        kind, preset, {**level_options(",".join(seats), game, preset, is_open_table=is_open_table), **chosen}
    )
    kind(len(seats), config)
    services = _services(kind, config, _chosen_services(selects, text_fields, values), values)
    is_blind = (is_open_table or 1 < len(people) < len(seats)) and values.get("blind") == "yes"
    terms = {each.id: values[each.id].strip() for each in (*_TERMS, _NAME)} if is_open_table else {}
    return Start(game, seats, config, _seed(values), people, is_blind, services, sights(game, config), terms=terms)


def model_named(text: str) -> str:
    """Return the model that a text names, as it is written in a seat. Raises ValueError, with a sentence."""
    return str(parse(text))


def _rows(kind: type[Game[Any]]) -> tuple[tuple[Select, ...], tuple[TextField, ...]]:
    """Return the rows of a game beside the seats: what is chosen, and what is typed."""
    rows = form_rows(kind.name) or tuple(_options(kind))
    return tuple(row for row in rows if isinstance(row, Select)), tuple(row for row in rows if isinstance(row, TextField))


def _is_needed(row: Select | TextField, values: Mapping[str, str]) -> bool:
    return not row.needed_for or values.get(row.needed_for[0]) in row.needed_for[1]


def _chosen_options(kind: type[Game[Any]], selects: Sequence[Select], values: Mapping[str, str], seats: int) -> dict[str, Any]:
    """Return the options of the game that were chosen."""
    found: dict[str, Any] = {}
    for select in selects:
        if select.sets:
            found |= select.sets(values[select.id], seats)
        elif values.get(select.id) and select.id in kind.config_type.model_fields:
            found[select.id] = values[select.id]
    return found


def _options(kind: type[Game[Any]]) -> Iterator[Select]:
    """Yield the presets, and the options that have few values."""
    presets = tuple(kind.presets)
    if len(presets) > 1:
        yield Select("preset", "Rules", presets, hint="What is left as it is below is as these say.")
    schema = kind.config_type.model_json_schema()
    for name, part in schema.get("properties", {}).items():
        if name.startswith(LIMIT_PREFIX):
            continue
        if values := tuple(map(_words, _values(part, schema.get("$defs", {})))):
            hint = _sentence(part.get("description", ""))
            yield Select(
                name,
                capitalise(readable_name(name)),
                {_AS_PRESET: "as the rules say"} | dict(zip(values, values, strict=True)),
                hint=hint,
            )


def _with_packs(game: str, options: Sequence[Select]) -> Iterator[Select]:
    """Yield the options with what packs offer: as another value of the one option that a part sets, else in its own row."""
    more: dict[str, str] = {}
    found = {select.id: select for select in options}
    for pack, part in () if packs.has_own_option(game) else packs.offers(game):
        named, title = pack.name_of(part), pack.manifest.title
        title = f"{title}: {part.name.replace('_', ' ')}" if named != pack.manifest.name else title
        (option, given), *others = part.options.items()
        select = found.get(option)
        if select and not others and option_files.is_file(option, str(given), game):
            words = dict(zip(select.values, select.words, strict=True))
            found[select.id] = replace(select, options={**words, f"{packs.PREFIX}{named}": title})
        else:
            more[named] = title
    yield from found.values()
    if more:
        yield Select(packs.OPTION, "Pack", {"": "none", **more}, hint=_PACK_HINT)


def _of_packs(
    kind: type[Game[Any]], selects: Sequence[Select], text_fields: Sequence[TextField], values: Mapping[str, str]
) -> dict[str, Any]:
    """Return the options of the parts that were chosen, which go before what else is set."""
    chosen = (values.get(select.id, "") for select in selects)
    named = [each.removeprefix(packs.PREFIX) for each in chosen if each.startswith(packs.PREFIX)]
    if pack := "" if packs.has_own_option(kind.name) else values.get(packs.OPTION, ""):
        named.append(pack)
    found: dict[str, Any] = {}
    for name in named:
        found |= packs.read_part(kind.name, name, is_typed=True)
    for text_field in text_fields:
        if text_field.id in found and values.get(text_field.id, "").strip():
            raise InputError(f"Empty {text_field.label} below, or let Pack be none; a match has one of them.")
    return found


def _values(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> Sequence[Any]:
    """Return the values of an option that are offered: all, if they are few, or those that its type gives as examples."""
    if examples := part.get("examples"):
        return list(examples)
    if (legal := legal_values(part, definitions)) is not None:
        return [value for value in legal if value is not None][:_MOST]
    match part:
        case {"type": "integer", "minimum": int(low), "maximum": int(high)} if high - low < _MOST:
            return range(low, high + 1)
    return ()


def _words(value: Any) -> str:
    return {"True": "yes", "False": "no"}.get(str(value), str(value))


def _describe(kind: type[Game[Any]], select: Select) -> Select:
    """Return a select with a hint: its own, else the description of the option that it sets."""
    option = kind.config_type.model_fields.get(select.id)
    return select if select.hint or select.hints or not option else replace(select, hint=_sentence(option.description or ""))


def _sentence(text: str) -> str:
    return f"{capitalise(text)}." if text else ""


def _opponents(kind: type[Game[Any]], label: str) -> Select | None:
    """Return what turns all bots of the form at once; it begins with the level that they have."""
    levels = opponents(kind.name)
    options = {f"bot:{each.name}": level for level, each in levels.items()}
    usual = f"bot:{bot(kind.name).name}"
    if usual not in options:
        return None
    hints = {f"bot:{each.name}": each.character for each in levels.values()}
    return Select("opponents", label, options, list(options).index(usual), hints=hints)


def _seat_selects(kind: type[Game[Any]], models: Sequence[str], *, is_open_table: bool) -> tuple[Select, ...]:
    kinds = {"human": "you", **({"remote": "who joins"} if is_open_table else {})}
    kinds |= {f"bot:{name}": _bot_words(each, is_usual=not at) for at, (name, each) in enumerate(bots(kind.name).items())}
    hints = {f"bot:{name}": each.character for name, each in bots(kind.name).items()}
    kinds |= {seat: f"agent, {seat.removeprefix(PYTHON)}" for seat in installed_agents()}
    kinds |= {**{model: short(model) for model in models}, MODEL: "model…", "empty": "empty"}
    others = [1, *[2] * (kind.default_seats - 2)] if is_open_table else [1] * (kind.default_seats - 1)
    first = [0, *others, *[len(kinds) - 1] * (_most_seats(kind) - kind.default_seats)]
    return tuple(Select(f"seat-{at}", f"{at + 1:>2}", kinds, index, opener=MODEL, hints=hints) for at, index in enumerate(first))


def _most_seats(kind: type[Game[Any]]) -> int:
    return min(kind.max_seats, kind.most_seats_in_forms)


def _bot_words(kind: type[Bot], *, is_usual: bool) -> str:
    if kind.level:
        return f"{kind.level}: {kind.name}"
    return "bot" if is_usual else f"bot, {kind.name}"


def _limits(kind: type[Game[Any]]) -> Iterator[Select]:
    """Yield the time limits of a game: `Vote in`, or the title of the option."""
    for name, option in kind.config_type.model_fields.items():
        if name.startswith(LIMIT_PREFIX):
            label = option.title or f"{capitalise(readable_name(name.removeprefix(LIMIT_PREFIX)))} in"
            yield Select(name, label, _SECONDS, hint="After that the seat forfeits this one answer.")


def _seats(values: Mapping[str, str], kind: type[Game[Any]], title: str) -> tuple[str, ...]:
    kinds = [values[f"seat-{number}"] for number in range(_most_seats(kind))]
    if MODEL in kinds:
        raise InputError(f"Choose the model of seat {kinds.index(MODEL) + 1}, or seat another player there.")
    seats = tuple(each for each in kinds if each != "empty")
    if len(seats) < kind.min_seats:
        missing = count(kind.min_seats - len(seats), "more seat")
        raise InputError(f"{title} needs at least {kind.min_seats} seats; fill {missing}.")
    return seats


def _people(values: Mapping[str, str], seats: Sequence[str]) -> tuple[Person, ...]:
    """Return the people who share a terminal; a single one needs no name."""
    number = seats.count("human")
    if number < 2:
        return ()
    people = [
        Person(at, values.get(f"nickname-{at}", "").strip(), Lock(values.get(f"pin-{at}", ""))) for at in range(1, number + 1)
    ]
    if len({person.name.casefold() for person in people}) < len(people):
        raise InputError("Two people have the same name; the curtain could not tell them apart.")
    return tuple(people)


def _seed(values: Mapping[str, str]) -> int | None:
    text = values.get("seed", "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise InputError("A seed is a whole number; leave it empty for a secret one.")
    return int(text)


def _typed_options(
    kind: type[Game[Any]], selects: Sequence[Select], text_fields: Sequence[TextField], values: Mapping[str, str]
) -> dict[str, Any]:
    """Return what stands in the text fields that are options of the game."""
    found = {}
    for text_field in text_fields:
        if text_field.id not in kind.config_type.model_fields or not _is_needed(text_field, values):
            continue
        text = values.get(text_field.id, "").strip()
        if text:
            found[text_field.id] = option_files.value(text_field.id, text, kind.name, is_typed=True)
        elif text_field.needed_for:
            label = next(select.label for select in selects if select.id == text_field.needed_for[0])
            raise InputError(f"Type {text_field.label[:1].lower()}{text_field.label[1:]} below, or let {label} be something else.")
    return found


def _chosen_services(selects: Sequence[Select], text_fields: Sequence[TextField], values: Mapping[str, str]) -> dict[Seat, str]:
    """Return who was chosen for which service."""
    chosen = {select.service: values[select.id] for select in selects if select.service and _is_needed(select, values)}
    typed = (each.chooses for each in text_fields if each.chooses and values.get(each.id, "").strip())
    return chosen | dict(typed)


def _services(kind: type[Game[Any]], config: Any, chosen: Mapping[Seat, str], values: Mapping[str, str]) -> dict[Seat, str]:
    """Return the chosen services of the game by their seats, as the command line names them."""
    roles = service_roles(kind, config) if any(chosen.values()) else ()
    return {role.seat: _service(role, chosen[role.seat], values.get(PLACE, "").strip()) for role in roles if chosen.get(role.seat)}


def _service(role: ServiceRole, text: str, place: str) -> str:
    if text == MODEL:
        raise InputError(f"Choose the model that is to {role.task}, or another {role.seat}.")
    asked = next((each for each in role.services if each.argument == "MODEL" and not each.is_backend), None)
    if asked and is_model(text):
        text = f"{asked.name}:{text}"
    service = next((each for each in role.services if each.name == text), None)
    if service and service.argument and service.argument != "MODEL":
        if not place and not service.is_optional:
            raise InputError(f"Type the {service.argument.lower()} of {text} below, or choose another {role.seat}.")
        text = f"{text}:{place}" if place else text
    spec = role.parse(text)
    spec.check()
    return text
