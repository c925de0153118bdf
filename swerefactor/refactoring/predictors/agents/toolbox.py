"""Tools that a model may call: what each takes, what it does, and answers of a bounded length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from swerefactor.values import Tool, ToolCall


class Arguments(BaseModel):
    """The arguments of a tool; the fields' descriptions are for the model."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Given = TypeVar("Given", bound=Arguments)


class ToolFault(Exception):
    """A call that can't be carried out, for the model to read."""


@dataclass(frozen=True)
class Action(Generic[Given]):
    """One tool: its name, what it is for, its arguments, and what it does."""

    name: str
    description: str
    takes: type[Given]
    do: Callable[[Given], str]

    @property
    def tool(self) -> Tool:
        """As a model is told of it."""
        schema = self.takes.model_json_schema()
        kept = {key: value for key, value in schema.items() if key in ("type", "properties", "required")}
        return Tool(name=self.name, description=self.description, parameters=kept)


@dataclass(frozen=True)
class Toolbox:
    """The tools of one agent."""

    actions: Mapping[str, Action[Any]]
    output: int
    """Characters that an answer may have."""

    @classmethod
    def of(cls, actions: Sequence[Action[Any]], names: Sequence[str], output: int) -> Toolbox:
        """Those that the workflow names."""
        known = {action.name: action for action in actions}
        return cls({name: known[name] for name in names}, output)

    @property
    def tools(self) -> tuple[Tool, ...]:
        """As a model is told of them."""
        return tuple(action.tool for action in self.actions.values())

    def call(self, call: ToolCall) -> str:
        """What comes of a call. What is wrong with it is an answer too, for the model to mend."""
        action = self.actions.get(call.name)
        if action is None:
            return f"There is no tool {call.name!r}. There are: {', '.join(self.actions)}."
        if call.fault:
            return f"{call.name} was not called: {call.fault}"
        try:
            return self._short(action.do(action.takes.model_validate(call.arguments)))
        except ValidationError as error:
            return f"{call.name} was not called: {_why(error)}"
        except ToolFault as fault:
            return self._short(str(fault))

    def _short(self, text: str) -> str:
        if len(text) <= self.output:
            return text or "(nothing)"
        kept = text[: self.output].rsplit("\n", 1)[0]
        return f"{kept}\n[… {len(text) - len(kept)} more characters left out]"


def _why(error: ValidationError) -> str:
    return "; ".join(
        f"{'.'.join(map(str, each['loc'])) or 'arguments'}: {each['msg'].lower()}"
        for each in error.errors()[:5]
    )
