"""Who somebody is: an unguessable token, signed, in a cookie or as a bearer token."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

COOKIE = "atlantis"
YEAR = 365 * 24 * 3600


def secret_key(folder: Path) -> bytes:
    """The key that signs tokens: made once, readable by the server's user only."""
    file = folder / "secret.key"
    try:
        return file.read_bytes()
    except FileNotFoundError:
        key = secrets.token_bytes(32)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            out.write(key)
        return key


class Guests:
    """Makes tokens and knows its own again."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def sign(self, name: str) -> str:
        """The signature of a guest's secret name."""
        return hmac.digest(self.key, name.encode(), "sha256").hex()

    def new_token(self) -> str:
        """A token for a new guest."""
        name = secrets.token_urlsafe(24)
        return f"{name}.{self.sign(name)}"

    def guest_with(self, token: str | None) -> str | None:
        """Who a token belongs to, in the form in which it is stored: not the token itself."""
        if not token or not token.isascii() or len(token) > 200:
            return None
        name, _, signature = token.partition(".")
        if not hmac.compare_digest(signature, self.sign(name)):
            return None
        return hashlib.sha256(name.encode()).hexdigest()
