"""Random codes: the only name a participant has, and the key by which they can withdraw."""

from __future__ import annotations

import re
import secrets

ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without the characters that are taken for others when copied by hand: I, L, O, U, 0 and 1."""
LENGTH = 8  # 30**8 is 6.6 * 10**11: among 1,000 participants a guess hits one in 6.6 * 10**8

_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")


def new_code() -> str:
    """A new one, from the system's own randomness."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_code(text: str) -> bool:
    """Whether it can be one; also keeps paths out of names of files."""
    return _CODE.fullmatch(text) is not None


def typed_code(text: str) -> str:
    """A code as somebody types it: any case, with spaces or dashes."""
    return re.sub(r"[\s-]", "", text).upper()


def in_groups(code: str) -> str:
    """A code as it is shown, to be copied by hand: `ABCD-EFGH`."""
    return f"{code[:4]}-{code[4:]}"
