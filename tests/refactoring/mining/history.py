"""A small history, made by git: one commit of each kind that mining meets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from swerefactor.repositories import git

ORDER = """package shop;

/** An order. */
public class Order {
    private final int[] prices;

    Order(int[] prices) {
        this.prices = prices;
    }

    String receipt() {
        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        String text = "total " + sum;
        return text.trim();
    }
}
"""
EXTRACTED = ORDER.replace(
    """        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        String text = "total " + sum;
        return text.trim();
    }
""",
    """        int sum = total();
        String text = "total " + sum;
        return text.trim();
    }

    private int total() {
        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum;
    }
""",
)
PATH = "src/main/java/shop/Order.java"


class History:
    """A repository to which commits are added, a day between them."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self._days = 0
        git("init", "--quiet", "--initial-branch=main", str(place))

    def commit(self, files: Mapping[str, str | bytes], *parents: str) -> str:
        """Write files and commit them; with parents besides HEAD it is a merge."""
        for path, content in files.items():
            file = self.place / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        self._days += 1
        date = f"2025-01-{self._days:02}T12:00:00Z"
        who = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_AUTHOR_DATE": date} | {
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b", "GIT_COMMITTER_DATE": date,
        }  # fmt: skip
        self.git("add", "--all")
        tree = self.git("write-tree")
        head = [self.head] if self._days > 1 else []
        named = [word for parent in (*head, *parents) for word in ("-p", parent)]
        made = git("-C", str(self.place), "commit-tree", tree, *named, "-m", "change", environment=who)
        self.git("update-ref", "refs/heads/main", made.decode().strip())
        return self.head

    @property
    def head(self) -> str:
        """The last commit."""
        return self.git("rev-parse", "HEAD")

    def git(self, *arguments: str) -> str:
        """What git says, in the working tree."""
        return git("-C", str(self.place), *arguments).decode().strip()
