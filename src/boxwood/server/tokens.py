"""Tokens: what lets its holder move for one seat of one game.

    <game>.<seat>.<expires>.<signature>

The signature is an HMAC of the rest under the server's secret, so that nothing of a token is stored.
"""

import hashlib
import hmac
import os
import secrets
import time
from base64 import urlsafe_b64encode
from pathlib import Path

from boxwood.core.errors import BoxwoodError

LIFETIME = 180 * 86400.0  # seconds
FEWEST_CHARACTERS = 32  # of a secret that is given


class BadToken(BoxwoodError):
    """Nobody may move with this token here."""


class Signer:
    """Makes and reads tokens with one secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, game: str, seat: int, *, now: float | None = None) -> str:
        expires = int((time.time() if now is None else now) + LIFETIME)
        text = f"{game}.{seat}.{expires}"
        return f"{text}.{self._signature(text)}"

    def seat(self, token: str, game: str, *, now: float | None = None) -> int:
        """The seat of this game that a token is for."""
        text, _, signature = token.rpartition(".")
        if not hmac.compare_digest(self._signature(text).encode(), signature.encode("utf-8", "replace")):
            raise BadToken("this token is not one of ours")
        name, seat, expires = text.split(".")
        if name != game:
            raise BadToken("this token is for another game")
        if (time.time() if now is None else now) > int(expires):
            raise BadToken("this token has expired")
        return int(seat)

    def _signature(self, text: str) -> str:
        digest = hmac.digest(self._secret, text.encode("utf-8", "replace"), hashlib.sha256)
        return urlsafe_b64encode(digest).rstrip(b"=").decode()


def kept_secret(file: Path) -> bytes:
    """The secret in a file that only its owner may read; made when it is not there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
            new.write(secrets.token_hex(32))
    except FileExistsError:
        file.chmod(0o600)
    return read_secret(file.read_text(encoding="ascii"), str(file))


def read_secret(text: str, where: str) -> bytes:
    """A secret that somebody gave us, if it is long enough to be one."""
    secret = text.strip()
    if len(secret) < FEWEST_CHARACTERS:
        raise BoxwoodError(f"{where}: a secret of {len(secret)} characters is too short: {FEWEST_CHARACTERS} or more")
    return secret.encode()
