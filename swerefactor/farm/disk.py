"""What the farm's images take on the engine's disk, and which can be given back."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swerefactor import settings
from swerefactor.farm import engine

if TYPE_CHECKING:
    from docker import DockerClient

_ORDER = ("instance", "dependencies", "jdk", "base")
"""The kinds of image in the order in which they are given up: the cheapest to make again first."""


@dataclass(frozen=True)
class StoredImage:
    """An image of the farm on the engine."""

    name: str
    """Its tag; its id where making it was interrupted before it had one."""
    kind: str
    repository: str
    commit: str
    jdk: str
    own_bytes: int
    """Bytes of what it adds to the image of the farm that it is built on: what removing it frees."""
    used: float
    """When it was used last, in seconds since 1970."""
    layers: tuple[str, ...]

    @property
    def unnamed(self) -> bool:
        """Whether it is a remainder of something interrupted."""
        return self.name.startswith("sha256:")

    def builds_on(self, other: StoredImage) -> bool:
        """Whether the other's layers are the lowest of its own."""
        return len(self.layers) > len(other.layers) and self.layers[: len(other.layers)] == other.layers


def stored(client: DockerClient) -> tuple[StoredImage, ...]:
    """All images of the farm on the engine, by name. Images of others are never listed."""
    with engine.failures("listing images"):
        listed = client.api.images(filters={"label": engine.KIND})
        found = [known for each in listed if (known := engine.inspect(client, each["Id"]))]
    sizes = {tuple(each["RootFS"].get("Layers", ())): int(each["Size"]) for each in found}
    return tuple(sorted((_stored(each, sizes) for each in found), key=lambda image: image.name))


def _stored(found: dict[str, Any], sizes: dict[tuple[str, ...], int]) -> StoredImage:
    labels = found["Config"]["Labels"]
    layers = tuple(found["RootFS"].get("Layers", ()))
    below = max((sizes.get(layers[:depth], 0) for depth in range(len(layers))), default=0)
    name = (found["RepoTags"] or [found["Id"]])[0]
    return StoredImage(
        name=name,
        kind=labels[engine.KIND],
        repository=labels.get("swerefactor.repository", ""),
        commit=labels.get("swerefactor.commit", ""),
        jdk=labels.get("swerefactor.jdk", ""),
        own_bytes=int(found["Size"]) - below,
        used=_last_use(name, found["Created"]),
        layers=layers,
    )


def _last_use(name: str, created: str) -> float:
    try:
        return used_mark(name).stat().st_mtime
    except FileNotFoundError:
        # The engine gives nanoseconds, which datetime does not read.
        return datetime.fromisoformat(f"{created[:19]}+00:00").timestamp()


def plan_removal(
    images: Iterable[StoredImage], max_disk: int, keep: Sequence[str] = ()
) -> tuple[StoredImage, ...]:
    """What to remove, in order, so that the rest takes at most so many bytes.

    Remainders of interrupted work go first and in any case. Then instance images, those that
    were used longest ago first, then dependency images, JDKs and the base; never one that a
    kept image builds on. `keep` names images that must stay.
    """
    left = list(images)
    total = sum(image.own_bytes for image in left)
    removed: list[StoredImage] = []
    for image in sorted(left, key=_turn):
        if total <= max_disk and not image.unnamed:
            break
        if image.name in keep or any(other.builds_on(image) for other in left):
            continue
        left.remove(image)
        removed.append(image)
        total -= image.own_bytes
    return tuple(removed)


def _turn(image: StoredImage) -> tuple[bool, int, float, str]:
    kind = _ORDER.index(image.kind) if image.kind in _ORDER else -1
    return (not image.unnamed, kind, image.used, image.name)


def remove(client: DockerClient, images: Iterable[StoredImage]) -> tuple[StoredImage, ...]:
    """Remove images; those that were. One in use by a container stays."""
    removed = []
    for image in images:
        if engine.remove(image.name, functools.partial(client.api.remove_image, image.name)):
            used_mark(image.name).unlink(missing_ok=True)
            removed.append(image)
    return tuple(removed)


def mark_used(tag: str) -> None:
    """Note that an image was used now; the engine itself keeps no such time."""
    place = used_mark(tag)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.touch()


def used_mark(tag: str) -> Path:
    """The file whose time says when an image was used last."""
    return settings.cache_folder() / "images" / tag.replace("/", "_").replace(":", "_")
