"""A scripted chat-completions server on loopback, speaking as OpenAI's does, well or badly."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType


@dataclass(frozen=True)
class Says:
    """A whole reply; 100 tokens in and 20 out unless told."""

    content: str | None
    finish: str = "stop"
    refusal: str | None = None
    input_tokens: int = 100
    output_tokens: int = 20


@dataclass(frozen=True)
class Calls:
    """A reply that calls tools: name and arguments of each, as an object or as any text."""

    calls: tuple[tuple[str, Mapping[str, object] | str], ...]
    content: str | None = None
    input_tokens: int = 100
    output_tokens: int = 20


@dataclass(frozen=True)
class Fails:
    """An error status with OpenAI's error body, and no pause asked for before a retry."""

    status: int
    message: str = "something is wrong"
    code: str | None = None


@dataclass(frozen=True)
class Sends:
    """A success with any body whatever."""

    body: bytes
    content_type: str = "application/json"


@dataclass(frozen=True)
class BreaksOff:
    """Half of a reply, then a closed connection."""


@dataclass(frozen=True)
class KeepsSilent:
    """No answer until the server is closed."""


Step = Says | Calls | Fails | Sends | BreaksOff | KeepsSilent


@dataclass
class OpenAIServer:
    """Answers each request with the next step of its script, and the last one for ever after.

    Use as a context manager. `url` ends in /v1; `requests` are the bodies received, in order, and
    `keys` the bearer tokens that came with them.
    """

    script: Sequence[Step]
    seconds: float = 0.0
    """How long each answer takes to begin."""
    requests: list[Mapping[str, object]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def __enter__(self) -> OpenAIServer:
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def _next(self, request: Mapping[str, object], key: str) -> Step:
        with self._lock:
            step = self.script[min(len(self.requests), len(self.script) - 1)]
            self.requests.append(request)
            self.keys.append(key)
        return step

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                key = self.headers.get("Authorization", "").removeprefix("Bearer ")
                if self.path != "/v1/chat/completions":
                    self.send(404, b'{"error": {"message": "no such path"}}')
                    return
                time.sleep(server.seconds)
                self.play(server._next(body, key), str(body.get("model")))

            def play(self, step: Step, model: str) -> None:
                match step:
                    case Says() | Calls():
                        self.send(200, json.dumps(_completion(step, model)).encode())
                    case Fails():
                        error = {"message": step.message, "type": "error", "code": step.code}
                        self.send(step.status, json.dumps({"error": error}).encode())
                    case Sends():
                        self.send(200, step.body, step.content_type)
                    case BreaksOff():
                        self.send(200, b'{"id": "chat', length=1000)
                        self.close_connection = True
                    case KeepsSilent():
                        server._closing.wait()
                        self.close_connection = True

            def send(
                self, status: int, body: bytes, kind: str = "application/json", length: int | None = None
            ) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body) if length is None else length))
                self.send_header("Retry-After-Ms", "1")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *arguments: object) -> None:
                """Keeps the tests' output clean."""

        return Handler


def _completion(step: Says | Calls, model: str) -> dict[str, object]:
    message: dict[str, object] = {"role": "assistant", "content": step.content}
    if isinstance(step, Calls):
        finish = "tool_calls"
        message["tool_calls"] = [
            {"id": f"call_{at}", "type": "function", "function": {"name": name, "arguments": _text(given)}}
            for at, (name, given) in enumerate(step.calls)
        ]
    else:
        finish = step.finish
        message["refusal"] = step.refusal
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {
            "prompt_tokens": step.input_tokens,
            "completion_tokens": step.output_tokens,
            "total_tokens": step.input_tokens + step.output_tokens,
        },
    }


def _text(arguments: Mapping[str, object] | str) -> str:
    return arguments if isinstance(arguments, str) else json.dumps(arguments)
