"""What is fetched over HTTPS: which certificates are trusted, and content that is checked as it comes."""

from __future__ import annotations

import hashlib
import ssl
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx


def client() -> httpx.Client:
    """An HTTP client that follows redirects; it trusts this machine's certificates and the usual ones."""
    import certifi
    import httpx

    trust = ssl.create_default_context()
    trust.load_verify_locations(certifi.where())
    return httpx.Client(verify=trust, timeout=120, follow_redirects=True)


def save(http: httpx.Client, url: str, place: Path) -> str:
    """Write what a URL gives into a file, piece by piece; its SHA-256. Raises `httpx.HTTPError`."""
    digest = hashlib.sha256()
    with http.stream("GET", url) as answer, open(place, "wb") as stream:
        answer.raise_for_status()
        for piece in answer.iter_bytes():
            digest.update(piece)
            stream.write(piece)
    return digest.hexdigest()
