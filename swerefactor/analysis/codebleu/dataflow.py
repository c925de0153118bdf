"""The data flow of Java: which variable comes from which, found in a walk over the tree.

The rules are those of the metric's authors. A declaration, an assignment, an increment and the
variable of an enhanced `for` give edges; any other use comes from the last definition met. A loop is
walked twice, so that what an iteration leaves behind reaches the next one.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from tree_sitter import Node

from swerefactor.analysis.codebleu.java import Fragment, is_leaf, leaves

Relation = Literal["comesFrom", "computedFrom"]
Edge = tuple[int, Relation, tuple[int, ...]]
"""A numbered variable, and the numbered ones it comes from."""
State = dict[str, tuple[int, ...]]
"""Where each variable was last defined: places in the text, several after a branch."""


class Token(NamedTuple):
    """A token and its place among all tokens."""

    place: int
    text: str


class Flow(NamedTuple):
    """A use or definition of a variable, with the variables and places its value comes from."""

    name: str
    place: int
    relation: Relation
    parents: tuple[str, ...] = ()
    sources: tuple[int, ...] = ()


class IncompleteTree(Exception):
    """A statement lacks a part that the walk needs."""


Tokens = Mapping[tuple[int, int], Token]
"""The tokens of a text by the bytes that they span."""
Missing = Literal["skip", "refuse"]
"""What to do with a statement that lacks a part: walk what there is, or give up the whole text."""


def edges(fragment: Fragment, tokens: Tokens, missing: Missing = "skip") -> Counter[Edge]:
    """The fragment's edges with variables numbered in order of appearance.

    Raises `IncompleteTree` when told to refuse statements that lack a part.
    """
    try:
        flows = _Walk(tokens, missing).over(fragment.nodes, {})
    except RecursionError:
        return Counter()
    return _numbered(_by_place(flows))


def _by_place(flows: Iterable[Flow]) -> list[Flow]:
    """One flow for each place that takes part in an edge, in the order of the text."""
    ordered = sorted(flows, key=lambda flow: flow.place)
    linked = {flow.place for flow in ordered if flow.sources}
    linked.update(source for flow in ordered for source in flow.sources)
    return _joined((flow for flow in ordered if flow.place in linked), by=lambda flow: flow.place)


def _numbered(flows: Iterable[Flow]) -> Counter[Edge]:
    numbers: dict[str, int] = {}

    def number(name: str) -> int:
        return numbers.setdefault(name, len(numbers))

    found: Counter[Edge] = Counter()
    for flow in flows:
        parents = tuple(map(number, flow.parents))
        found[number(flow.name), flow.relation, parents] += 1
    return found


class _Walk:
    """A walk over one text. Methods return the flows of nodes and bring the state up to date."""

    def __init__(self, tokens: Tokens, missing: Missing) -> None:
        self._tokens = tokens
        self._missing = missing
        self._rules: dict[str, Callable[[Node, State], list[Flow]]] = {
            "variable_declarator": self._declaration,
            "assignment_expression": self._assignment,
            "update_expression": self._update,
            "if_statement": self._branches,
            "for_statement": self._loop,
            "enhanced_for_statement": self._loop,
            "while_statement": self._loop,
        }
        self._passes: dict[str, Callable[[Node, State], list[Flow]]] = {
            "for_statement": self._for_passes,
            "enhanced_for_statement": self._each_passes,
            "while_statement": self._while_passes,
        }
        self._walked: dict[object, tuple[list[Flow], State]] = {}

    def over(self, nodes: Sequence[Node], state: State) -> list[Flow]:
        """The flows of nodes that run one after the other."""
        flows: list[Flow] = []
        # Only statements with a rule recurse: an expression may be thousands of operators deep.
        stack = [*nodes][::-1]
        while stack:
            node = stack.pop()
            if is_leaf(node):
                flows.extend(self._use(node, state))
            elif (rule := self._rules.get(node.type)) is not None:
                flows.extend(rule(node, state))
            else:
                stack.extend(reversed(node.children))
        return flows

    def _token(self, leaf: Node) -> Token | None:
        """The leaf's token unless it is a keyword, an operator or punctuation."""
        token = self._tokens.get((leaf.start_byte, leaf.end_byte))
        return None if token is None or token.text == leaf.type else token

    def _values(self, part: Node | None) -> list[Token]:
        found = map(self._token, () if part is None else leaves([part]))
        return [token for token in found if token is not None]

    def _part(self, node: Node, field: str) -> Node | None:
        part = node.child_by_field_name(field)
        if part is None and self._missing == "refuse":
            raise IncompleteTree(f"{node.type} without {field}")
        return part

    def _over(self, part: Node | None, state: State) -> list[Flow]:
        return [] if part is None else self.over([part], state)

    def _use(self, leaf: Node, state: State) -> list[Flow]:
        token = self._token(leaf)
        if token is None:
            return []
        if token.text in state:
            return [Flow(token.text, token.place, "comesFrom", (token.text,), state[token.text])]
        if leaf.type == "identifier":
            state[token.text] = (token.place,)
        return [Flow(token.text, token.place, "comesFrom")]

    def _declaration(self, node: Node, state: State) -> list[Flow]:
        name, value = self._part(node, "name"), node.child_by_field_name("value")
        if value is None:
            declared = self._values(name)
            state.update((token.text, (token.place,)) for token in declared)
            return [Flow(token.text, token.place, "comesFrom") for token in declared]
        return self._over(value, state) + self._define(name, value, "comesFrom", state)

    def _assignment(self, node: Node, state: State) -> list[Flow]:
        left, right = self._part(node, "left"), self._part(node, "right")
        return self._over(right, state) + self._define(left, right, "computedFrom", state)

    def _update(self, node: Node, state: State) -> list[Flow]:
        return self._define(node, node, "computedFrom", state)

    def _define(
        self, target: Node | None, origin: Node | None, relation: Relation, state: State
    ) -> list[Flow]:
        flows: list[Flow] = []
        values = self._values(origin)
        for defined in self._values(target):
            flows.extend(
                Flow(defined.text, defined.place, relation, (value.text,), (value.place,)) for value in values
            )
            state[defined.text] = (defined.place,)
        return flows

    def _branches(self, node: Node, state: State) -> list[Flow]:
        """The condition and the first branch continue each other; any other starts as the first did."""
        flows: list[Flow] = []
        before, current = dict(state), dict(state)
        ends = []
        branched = False
        for child in node.children:
            branched = branched or child.type in ("else", "if_statement")
            if branched:
                branch = dict(before)
                flows.extend(self.over([child], branch))
                ends.append(branch)
            else:
                flows.extend(self.over([child], current))
        ends.append(current)
        if not any(child.type == "else" for child in node.children):
            ends.append(before)
        state.clear()
        state.update(_union(ends))
        return flows

    def _loop(self, node: Node, state: State) -> list[Flow]:
        """Walks a loop once for each state it is met in: nested loops would double at each level."""
        key = (node.id, frozenset(state.items()))
        if key not in self._walked:
            after = dict(state)
            flows = _joined(self._passes[node.type](node, after), by=lambda flow: flow[:3])
            self._walked[key] = flows, after
        flows, after = self._walked[key]
        state.update(after)
        return flows

    def _for_passes(self, node: Node, state: State) -> list[Flow]:
        before = itertools.takewhile(lambda child: child.type != "local_variable_declaration", node.children)
        repeated = node.children[len(list(before)) + 1 :]
        return self.over(node.children, state) + self.over(repeated, state)

    def _each_passes(self, node: Node, state: State) -> list[Flow]:
        name, value, body = (self._part(node, field) for field in ("name", "value", "body"))
        flows = []
        for _ in range(2):
            flows += self._over(value, state)
            flows += self._define(name, value, "computedFrom", state)
            flows += self._over(body, state)
        return flows

    def _while_passes(self, node: Node, state: State) -> list[Flow]:
        return self.over(node.children, state) + self.over(node.children, state)


def _joined(flows: Iterable[Flow], by: Callable[[Flow], Hashable]) -> list[Flow]:
    """The flows with those of the same key made one, in the order in which the keys are met."""
    groups: dict[Hashable, list[Flow]] = {}
    for flow in flows:
        groups.setdefault(by(flow), []).append(flow)
    return [group[0] if len(group) == 1 else _join(group) for group in groups.values()]


def _join(flows: Sequence[Flow]) -> Flow:
    """All parents and all sources, each once, in the order in which they are met."""
    parents = dict.fromkeys(parent for flow in flows for parent in flow.parents)
    sources = dict.fromkeys(source for flow in flows for source in flow.sources)
    return flows[0]._replace(parents=tuple(parents), sources=tuple(sources))


def _union(states: Iterable[State]) -> State:
    union: dict[str, set[int]] = {}
    for state in states:
        for name, places in state.items():
            union.setdefault(name, set()).update(places)
    return {name: tuple(sorted(places)) for name, places in union.items()}
