"""What an instance image adds to its project's dependency image: at most 120 MB is the aim.

Run after `swerefactor farm build`: python tests/benchmarks/bench_layers.py
"""

from __future__ import annotations

from swerefactor.farm import disk, engine

MOST = 120 * 10**6


def main() -> None:
    """Prints each instance image's own size, largest first."""
    images = [image for image in disk.stored(engine.connect()) if image.kind == "instance"]
    for image in sorted(images, key=lambda image: -image.own_bytes):
        share = image.own_bytes / MOST
        print(
            f"{image.own_bytes / 1e6:7.1f} MB  {share:5.0%} of the aim  {image.repository} {image.commit[:10]}"
        )
    print(f"{len(images)} instance images, {sum(i.own_bytes > MOST for i in images)} over the aim")


if __name__ == "__main__":
    main()
