"""Checks of models before a match begins: mistyped names and missing keys are reported at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches

from woozle.core.model_checks import Finding, ModelCheck, State
from woozle.core.names import join_names
from woozle.core.request import NOT_TAKEN
from woozle.core.text import visible_line
from woozle.players.backends import registry as backends
from woozle.players.backends.model_client import BackendError, Capabilities, Chat, Message, ModelInfo, Reply
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import ConfigError, Endpoint, endpoint_name
from woozle.players.models.config_file import UNREADABLE
from woozle.players.models.spec import EFFORTS, ModelSpec
from woozle.players.registry import Sights

ENOUGH = 8192
"""Tokens of context that a long match may fill."""

_TOO_FAR = frozenset({"unreachable", "moved", "unauthorized", "timeout", "broken", "wrong_page"})  # with which no match could go on
_TEST = {"type": "object", "properties": {"ready": {"type": "boolean"}}, "required": ["ready"], "additionalProperties": False}
_ASKED = 'This is a test. Answer with the JSON object {"ready": true} and nothing else.'
_ASKED_OTHERWISE = "This is a test. Say hello in one word, without any JSON."  # so that JSON comes of the schema alone
_IN_WORDS = "the schema is in the prompt"  # how backends note that a server refused it


async def check_all(
    specs: Sequence[ModelSpec], hub: ClientPool, *, sights: Sights = "none", has_budget: bool = False, test_call: bool = False
) -> list[ModelCheck]:
    """Check models concurrently; each endpoint is asked once for its list.

    Args:
        sights: What they have to see.
        has_budget: Money is limited.
        test_call: Also ask each something.
    """
    checks = _Checks(hub, sights, has_budget or hub.config.budget.dollars is not None, test_call)
    return list(await asyncio.gather(*map(checks.of, specs)))


@dataclass
class _Checks:
    _hub: ClientPool
    _sights: Sights
    _has_budget: bool
    _test_call: bool
    _asked: dict[str, asyncio.Task[list[ModelInfo]]] = field(default_factory=dict)

    async def of(self, spec: ModelSpec) -> ModelCheck:
        findings = list(self._settings())
        try:
            endpoint = self._hub.config.endpoint(spec)
            self._hub.client(spec)
        except ConfigError as error:
            return ModelCheck(str(spec), (*findings, Finding("settings", "problem", str(error))))
        findings += self._effort(spec)
        if endpoint:
            findings.append(key := await asyncio.to_thread(self._key, endpoint_name(spec)))  # a keyring may ask the person first
            if key.state == "problem":
                return ModelCheck(str(spec), tuple(findings))
        findings += await self._check_server(spec, endpoint)
        findings.append(self._price(spec, await self._find_listed(spec)))
        if self._test_call and not any(finding.state == "problem" for finding in findings):
            findings = await self._test(spec, findings)
        return ModelCheck(str(spec), tuple(findings))

    def _settings(self) -> Iterator[Finding]:
        for key, sentence in self._hub.config.refused.items():
            matters = key in (UNREADABLE, "failures") or key.startswith(("defaults.", "budget."))
            yield Finding("settings", "problem" if matters else "warning", sentence)

    def _effort(self, spec: ModelSpec) -> Iterator[Finding]:
        effort = self._hub.config.with_defaults(spec).sampling.effort or EFFORTS[0]
        if effort not in EFFORTS and (meant := get_close_matches(effort, EFFORTS, 1, 0.7)):
            yield Finding("settings", "warning", f"effort={effort} is sent as it is; did you mean {meant[0]}?")

    def _key(self, name: str) -> Finding:
        if trouble := self._hub.keys.trouble(name):
            return Finding("key", "problem", trouble)
        place = self._hub.keys.place(name)
        return Finding("key", "ok", f"Its key is {place}." if place.startswith("set") else "It needs no key.")

    async def _check_server(self, spec: ModelSpec, endpoint: Endpoint | None) -> list[Finding]:
        """Check its server: whether it is there, has the model, and what that can do."""
        name, findings = endpoint_name(spec), []
        listed: list[ModelInfo] = []
        try:
            listed = await self._models(name)
            if endpoint:
                findings.append(Finding("server", "ok", f"{name} answers at {visible_line(endpoint.url)}."))
        except BackendError as error:
            state: State = "problem" if error.trouble in _TOO_FAR else "warning"
            findings.append(Finding("server", state, str(error)))
            if state == "problem":
                return findings
        try:
            can = await self._capabilities(spec, listed)
        except BackendError as error:
            sentence = _missing(spec, listed) if error.trouble == "no_model" and endpoint else str(error)
            return [*findings, Finding("model", "problem", sentence)]
        is_known = listed or backends.backend(spec.backend).lists_all_models
        there = f"{visible_line(spec.model)} is there." if is_known else f"{name} does not say which models it has."
        return [*findings, Finding("model", "ok" if is_known else "unknown", there), *self._abilities(spec, can)]

    async def _capabilities(self, spec: ModelSpec, listed: Sequence[ModelInfo]) -> Capabilities:
        for model in listed:
            if model.name == spec.model and model.capabilities != Capabilities():
                return model.capabilities
        name = endpoint_name(spec)

        async def ask() -> Capabilities:
            async with asyncio.timeout(self._hub.patience(name)):
                return await self._hub.server(name).capabilities(spec.model)

        try:
            return await self._hub.wait_until_ready(name, ask)
        except TimeoutError:
            return Capabilities()

    async def _models(self, name: str) -> list[ModelInfo]:
        if name not in self._asked:
            self._asked[name] = asyncio.ensure_future(self._hub.wait_until_ready(name, lambda: self._hub.list_models(name)))
        return await self._asked[name]

    def _abilities(self, spec: ModelSpec, can: Capabilities) -> Iterator[Finding]:
        model = visible_line(spec.model)
        if self._sights != "none" or spec.pictures:
            yield _pictures(spec, model, can.vision, self._sights)
        yield _schema(model, can.schema)
        if can.context is None:
            yield Finding("context", "unknown", f"The context window of {model} is unknown.")
        elif can.context < ENOUGH:
            yield Finding("context", "warning", f"{model} can read {can.context:,} tokens; a long match may need {ENOUGH:,}.")
        else:
            yield Finding("context", "ok", f"{model} can read {can.context:,} tokens.")

    async def _find_listed(self, spec: ModelSpec) -> ModelInfo:
        try:
            listed = await self._models(endpoint_name(spec))
        except BackendError:
            listed = []
        return next((each for each in listed if each.name == spec.model), ModelInfo(spec.model))

    def _price(self, spec: ModelSpec, listed: ModelInfo) -> Finding:
        price, model, name = self._hub.price(spec), visible_line(spec.model), endpoint_name(spec)
        if price is None:
            if self._hub.config.tells_cost(spec):
                return Finding("price", "ok", f"{name} says what each reply of {model} costs, and that is counted.")
            unknown = f"The price of {model} at {name} is unknown, so"
            how = f"`woozle config edit` states it{_price_hint(name, model, listed)}"
            if self._has_budget:
                return Finding("price", "problem", f"{unknown} a budget of dollars cannot be kept; {how}, or that {name} is free.")
            return Finding("price", "unknown", f"{unknown} money is not counted; {how}.")
        if price.is_free:
            return Finding("price", "ok", f"{model} costs nothing.")
        if price.is_old(date.today()):
            return Finding("price", "warning", f"{model} costs {price}; that is long ago, so look it up again.")
        return Finding("price", "ok", f"{model} costs {price}.")

    async def _test(self, spec: ModelSpec, findings: Sequence[Finding]) -> list[Finding]:
        """Ask something, and return all findings with what came of it: including whether it can be held to a form, if unknown."""
        model = visible_line(spec.model)
        try:
            reply = await self._ask(spec, _ASKED)
        except BackendError as error:
            return [*findings, Finding("reply", "problem", str(error))]
        known = [finding for finding in findings if (finding.what, finding.state) != ("schema", "unknown")]
        if len(known) < len(findings):
            known.append(_schema(model, await self._is_held(spec)))
        return [*known, *_reply(model, reply)]

    async def _is_held(self, spec: ModelSpec) -> bool | None:
        """Return whether a schema is kept to that the words of a request do not mention; None if no reply came."""
        try:
            reply = await self._ask(spec, _ASKED_OTHERWISE)
        except BackendError:
            return None
        return _is_ready(reply.text) and not any(note.startswith(_IN_WORDS) for note in reply.notes)

    async def _ask(self, spec: ModelSpec, asked: str) -> Reply:
        """Ask as the seat will be asked. Raises BackendError."""
        backend = self._hub.server(endpoint_name(spec))
        spec = self._hub.config.with_defaults(spec)
        endpoint = self._hub.config.endpoint(spec)
        chat = Chat(
            spec.model,
            (Message("user", (asked,)),),
            spec.sampling,
            _TEST,
            seed=None if spec.seeded is False else 1,
            seconds=endpoint.timeout if endpoint else None,
            extra=spec.extra,
            api=spec.api,
        )
        return await self._hub.wait_until_ready(endpoint_name(spec), lambda: backend.chat(chat))


def _schema(model: str, is_held: bool | None) -> Finding:
    match is_held:
        case True:
            return Finding("schema", "ok", f"{model} can be held to the form of an answer.")
        case False:
            return Finding("schema", "warning", f"{model} cannot be held to the form of an answer; it is asked for it in words.")
        case None:
            unknown = f"Whether {model} can be held to the form of an answer is unknown before it is tried."
            return Finding("schema", "unknown", unknown)


def _reply(model: str, reply: Reply) -> Iterator[Finding]:
    """Yield what a reply to the test shows."""
    written = reply.usage.tokens_out
    pace = f", at {written / reply.seconds:.3g} tokens a second" if written and reply.seconds else ""
    yield Finding("reply", "ok", f"{model} answered within {reply.seconds:.1f} seconds{pace}.")
    if not _is_ready(reply.text):
        yield Finding("reply", "warning", f"{model} did not keep to the form it was given; it may forfeit answers.")
    if names := [name for name, note in NOT_TAKEN.items() if note in reply.notes]:
        yield Finding("settings", "warning", f"The server of {model} does not take {join_names(names)}; it plays without.")


def _price_hint(name: str, model: str, listed: ModelInfo) -> str:
    """Return what to write into models.toml where a server lists a price; empty if it lists none."""
    if listed.dollars_in is None or listed.dollars_out is None:
        return ""
    price = f"{{ input = {listed.dollars_in:g}, output = {listed.dollars_out:g}, as_of = {date.today()} }}"
    return f' (it lists [prices.{name}] "{model}" = {price})'


def _pictures(spec: ModelSpec, model: str, vision: bool | None, sights: Sights) -> Finding:
    is_told = sights == "told"
    if spec.pictures is False:
        if is_told:
            return Finding("pictures", "ok", f"{model} gets descriptions instead of pictures, as you chose.")
        return Finding(
            "pictures", "problem", f"{model} has to see the pictures: there are no words for them; leave out pictures=off."
        )
    if vision:
        return Finding("pictures", "ok", f"{model} can see pictures.")
    if vision is None:
        then = ", and pictures=on shows them; else it gets descriptions." if is_told and not spec.pictures else "."
        return Finding("pictures", "unknown", f"Whether {model} can see pictures is unknown before it is tried{then}")
    if is_told and not spec.pictures:
        return Finding("pictures", "warning", f"{model} cannot see pictures; it gets descriptions instead.")
    then = "leave out pictures=on, or take another model" if spec.pictures else _DESCRIBE
    return Finding("pictures", "problem", f"{model} cannot see pictures; {then}.")


_DESCRIBE = "take another model, or put those of the pool in words, since there are none for some of them"


def _missing(spec: ModelSpec, listed: Sequence[ModelInfo]) -> str:
    name, model = endpoint_name(spec), visible_line(spec.model)
    if close := get_close_matches(spec.model, [each.name for each in listed], 1, 0.5):
        then = f"did you mean {visible_line(close[0])}?"
    else:
        then = backends.backend(spec.backend).fetching.format(model=model)
    return f"There is no model {model} at {name}; {then}"


def _is_ready(text: str) -> bool:
    try:
        said = json.loads(text)
    except ValueError:
        return False
    return isinstance(said, dict) and set(said) == {"ready"} and isinstance(said["ready"], bool)
