"""JSON lines: what is wrong is named with its line, and what was written is never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from swerefactor import jsonlines
from swerefactor.errors import InputError
from swerefactor.values import Prediction


def line(name: str, **more: object) -> str:
    return json.dumps({"instance_id": name, "model_name_or_path": "m", "model_patch": "p", **more})


def test_a_prediction_of_another_tool_loads_with_its_extra_fields(tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text(line("a", full_output="…", test_result={}) + "\n\n" + line("b"))
    assert [p.instance_id for p in jsonlines.read(file, Prediction)] == ["a", "b"]


def test_a_json_list_loads_too(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_text(f"[{line('a')}, {line('b')}]")
    assert len(jsonlines.read(file, Prediction)) == 2


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("{oops", "not JSON"),
        ('{"instance_id": 3}', "instance_id"),
        ("[1]", "Prediction"),
        ("3", "Prediction"),
    ],
)
def test_a_malformed_line_is_named_by_its_number(tmp_path: Path, second: str, said: str) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text(line("a") + "\n" + second + "\n")
    with pytest.raises(InputError, match="line 2") as caught:
        jsonlines.read(file, Prediction)
    assert said in caught.value.message


def test_a_file_that_is_not_there_or_not_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\0")
    for name in ("gone", "binary"):
        with pytest.raises(InputError, match=name):
            jsonlines.read(tmp_path / name, Prediction)


def test_a_line_separator_inside_a_string_does_not_end_the_line(tmp_path: Path) -> None:
    file = tmp_path / "p.jsonl"
    file.write_text(
        json.dumps(
            {"instance_id": "a", "model_name_or_path": "m", "model_patch": "x\u2028y"}, ensure_ascii=False
        )
    )
    assert jsonlines.read(file, Prediction)[0].model_patch == "x\u2028y"


def test_bytes_that_are_not_utf8_survive_the_file(tmp_path: Path) -> None:
    patch = b"caf\xe9".decode("utf-8", "surrogateescape")
    jsonlines.append(
        tmp_path / "p",
        jsonlines.to_json(Prediction(instance_id="a", model_name_or_path="m", model_patch=patch)),
    )
    assert jsonlines.read(tmp_path / "p", Prediction)[0].model_patch == patch


def test_a_torn_last_line_is_dropped_and_the_next_line_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    jsonlines.append(file, "first")
    with file.open("a") as stream:
        stream.write('{"torn')
    assert list(jsonlines.read_whole_lines(file)) == ["first"]
    jsonlines.append(file, "second")
    assert list(jsonlines.read_whole_lines(file)) == ["first", "second"]
