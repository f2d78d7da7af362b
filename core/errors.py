"""The error for input that cannot be used."""

from __future__ import annotations


class InputError(ValueError):
    """Input that cannot be used. The message is a sentence for people: what is wrong, where, and what to do.

    Everything that Woozle refuses on purpose is an InputError or one of its subclasses. Any other ValueError is a bug, of Woozle or
    of another package, and is reported as one. Validators of pydantic may raise either.
    """
