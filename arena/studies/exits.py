"""The ways out of a study, each with a code and a URL that lead back to the recruiter, and pay."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Annotated, Literal, TypeAlias
from urllib.parse import quote, urlsplit

from pydantic import Field, StringConstraints, model_validator

from woozle.arena.http_server import LOOPBACK
from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel

ExitKind: TypeAlias = Literal["completion", "screened_out", "no_consent", "quota_full", "no_group", "partner_left", "timed_out"]
"""Ways out of a study. `no_consent` and `quota_full` come before consent, so nobody who takes them is enrolled."""

BONUS_DUE: frozenset[ExitKind | None] = frozenset({"completion", "partner_left", "no_group", "timed_out"})
"""Exits after which a bonus is due."""

FIELDS = ("code", "participant", "study", "session")
"""Fields of a URL: the code of the exit, and the recruiter's ids of a participant."""


class Exit(FrozenModel):
    """An exit of the plan.

    code: identifies it to the recruiter, and is shown on its page alone. url: template of the link back, with FIELDS in braces.
    pay: in the recruiter's currency, noted with each participant.
    """

    when: ExitKind
    code: Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9_-]{4,64})?$")] = ""
    url: str = Field(default="", max_length=2000)
    pay: float | None = Field(default=None, ge=0, le=100_000, allow_inf_nan=False)

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Exit:
        where = f"the URL of the exit {self.when}"
        try:
            fields = [each for each in Formatter().parse(self.url) if each[1] is not None]
            parts = urlsplit(self.url)
            host, _ = parts.hostname or "", parts.port
        except ValueError as error:
            raise InputError(f"{where} cannot be read: {error}") from None
        for _, name, form, turned in fields:
            if name not in FIELDS or form or turned:
                raise InputError(f"{where} has {{{name}}}; the only fields are {', '.join(f'{{{each}}}' for each in FIELDS)}")
        if not self.url:
            return self
        if not all("!" <= sign <= "~" for sign in self.url):
            raise InputError(f"{where} has characters that URLs do not have; percent-encode them")
        if not host or set("@{}") & set(parts.netloc):
            raise InputError(f"{where} must name its server in full, without @ and braces")
        if parts.scheme != "https" and not self.is_local:
            raise InputError(f"{where} must begin with https:")
        if "code" in self.fields and not self.code:
            raise InputError(f"{where} has {{code}}, but the exit has no code")
        return self

    @property
    def fields(self) -> frozenset[str]:
        """Return the fields of the URL."""
        return frozenset(name for _, name, _, _ in Formatter().parse(self.url) if name)

    @property
    def is_local(self) -> bool:
        """Return whether the URL leads to this machine, without TLS."""
        parts = urlsplit(self.url)
        return parts.scheme == "http" and parts.hostname in LOOPBACK

    def link(self, ids: Mapping[str, str]) -> str:
        """Return the URL with its values percent-encoded; empty without a URL, or if it needs an id that is unknown.

        Args:
            ids: The recruiter's, by FIELDS.
        """
        known = {name: quote(each, safe="") for name, each in {**ids, "code": self.code}.items() if each}
        return self.url.format_map(known) if self.fields <= known.keys() else ""
