"""Who somebody is: an unguessable token, signed, in a cookie or as a bearer token."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

from atlantis_games.core.errors import BadRequest
from atlantis_games.core.files import written_whole
from atlantis_games.server.metrics import log

KEY_BYTES = 32
COOKIE = "atlantis"
YEAR = 365 * 24 * 3600
MAX_TOKEN = 200  # characters
MAX_NAMES = 100_000
NAMELESS = "Guest"


def secret_key(folder: Path) -> bytes:
    """The key that signs tokens: made once, readable by the server's user only.

    Permissions for others are taken away. BadRequest if it is damaged: with another key nobody
    would be recognized, and a short one could be guessed.
    """
    file = folder / "secret.key"
    try:
        key = file.read_bytes()
        if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            log.warning("others could read %s; now they cannot", file)
            file.chmod(0o600)
    except FileNotFoundError:
        return new_secret_key(file)
    except OSError as error:
        raise BadRequest(f"Cannot read {file}: {error.strerror}.") from error
    if len(key) != KEY_BYTES:
        raise BadRequest(
            f"{file} is damaged: expected {KEY_BYTES} bytes, got {len(key)}. Restore it from a "
            "backup, or remove it; then nobody keeps their seats."
        )
    return key


def new_secret_key(file: Path) -> bytes:
    """Writes a new key, which is there whole or not at all."""
    key = secrets.token_bytes(KEY_BYTES)
    with written_whole(file) as part:
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            out.write(key)
            out.flush()
            os.fsync(descriptor)
    return key


class Guests:
    """Makes tokens, recognizes its own, and knows what guests call themselves."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.names: OrderedDict[str, str] = OrderedDict()  # the oldest are forgotten

    @property
    def fingerprint(self) -> str:
        """What tells this key from others without giving it away."""
        return hashlib.sha256(self.key).hexdigest()

    def sign(self, name: str) -> str:
        """The signature of a guest's secret name."""
        return hmac.digest(self.key, name.encode(), "sha256").hex()

    def new_token(self) -> str:
        """A token for a new guest."""
        name = secrets.token_urlsafe(24)
        return f"{name}.{self.sign(name)}"

    def guest_with(self, token: str | None) -> str | None:
        """The guest a token belongs to, in the form in which it is stored: not the token itself."""
        if not token or not token.isascii() or len(token) > MAX_TOKEN:
            return None
        name, _, signature = token.partition(".")
        if not hmac.compare_digest(signature, self.sign(name)):
            return None
        return hashlib.sha256(name.encode()).hexdigest()

    def guest_of(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> str | None:
        """The guest that a request comes from, by its bearer token or its cookie."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self.guest_with(token.strip())
        return self.guest_with(cookies.get(COOKIE))

    def set_name(self, guest: str, name: str) -> None:
        """Remembers what a guest wants to be called."""
        self.names[guest] = name
        if len(self.names) > MAX_NAMES:
            self.names.popitem(last=False)

    def name_of(self, guest: str) -> str:
        """What a guest wants to be called."""
        return self.names.get(guest, NAMELESS)
