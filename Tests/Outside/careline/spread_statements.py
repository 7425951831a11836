"""What Citus would say of statements: whether the rows that one names lie on one node, and which it refuses.

A statement is looked at as a whole, with its subqueries and common table expressions. Two mentions of spread tables lie together where the columns that
they are spread by are compared by equality, directly or by way of a third; and where a value is compared with it, Citus knows the node. Values are taken
for the same: that the parameters of one statement name one person or one conversation is what its service means by it, and no text shows."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from careline.parse_tree import Node

VALUE = "a value"
COMMANDS = {"1": "SELECT", "2": "UPDATE", "3": "INSERT", "4": "DELETE"}
RELATION, SUBQUERY, JOIN, VALUES, CTE = "0", "1", "2", "5", "6"
# PostgreSQL's operators of equality, by their numbers: of uuid, text, bigint, integer, bytea, varchar through text.
EQUAL = {"2972", "98", "410", "96", "1955", "254"}
WRAPPERS = {"RELABELTYPE", "COERCEVIAIO", "COERCETODOMAIN"}


@dataclass(frozen=True)
class Table:
    """A spread table, and the number of the column that it is spread by; None where it has none."""

    name: str
    column: str | None
    number: int | None


@dataclass
class Scope:
    """A query within the statement, and the one around it."""

    query: Node
    outer: "Scope | None" = None
    ctes: dict[str, "Scope"] = field(default_factory=dict)

    def entry(self, number: str) -> Node:
        return self.query["rtable"][int(number) - 1]

    def up(self, levels: str) -> "Scope":
        return self if levels == "0" or self.outer is None else self.outer.up(str(int(levels) - 1))

    def cte(self, name: str) -> "Scope | None":
        return self.ctes.get(name) or (self.outer.cte(name) if self.outer else None)


class Statement:
    def __init__(self, query: Node, tables: dict[int, Table]):
        self.tables = tables
        self.groups: dict = {}
        self.mentions: dict[tuple[int, int], Table] = {}
        self.many: set[tuple[int, int]] = set()
        self.scopes: list[Scope] = []
        self.refusals: set[str] = set()
        self._enter(Scope(query))
        # Once all is known that a common table expression gives.
        for scope in self.scopes:
            self._compare(scope)

    # MARK: What is said of it

    def faults(self) -> set[str]:
        """What Citus refuses."""
        found = set(self.refusals)
        names = sorted({table.name for table in self.mentions.values()})
        found |= {f"{table.name} has no column to spread it by" for table in self.mentions.values() if table.column is None}
        groups = {self._group(mention) for mention, table in self.mentions.items() if table.column}
        if len(groups) > 1:
            found.add(f"{', '.join(names)}: not together by the columns that they are spread by")
        for scope in self.scopes:
            for mark in scope.query.get("rowMarks") or []:
                mention = (id(scope), int(mark["rti"]))
                table = self.mentions.get(mention)
                if table and table.column and (self._group(mention) != self._group(VALUE) or self.many & self._members(mention)):
                    found.add(f"{table.name}: rows are locked without one {table.column}")
        return found

    def scattered(self) -> set[str]:
        """What it asks every node for."""
        return {f"{COMMANDS[self._command(mention)]} {table.name}" for mention, table in self.mentions.items()
                if table.column and self._group(mention) != self._group(VALUE)}

    def _command(self, mention: tuple[int, int]) -> str:
        scope = next(scope for scope in self.scopes if id(scope) == mention[0])
        return scope.query["commandType"] if scope.query.get("resultRelation") == str(mention[1]) else "1"

    def _members(self, mention) -> set:
        return {other for other in self.mentions if self._group(other) == self._group(mention)}

    # MARK: Which mentions lie together

    def _group(self, mention):
        while (other := self.groups.get(mention, mention)) != mention:
            mention = other
        return mention

    def _join(self, one, other) -> None:
        one, other = self._group(one), self._group(other)
        if one != other:
            # The value is its group's name.
            self.groups[other if one == VALUE else one] = one if one == VALUE else other

    # MARK: Walking through it

    def _enter(self, scope: Scope) -> None:
        self.scopes.append(scope)
        query = scope.query
        for cte in query.get("cteList") or []:
            inner = Scope(cte["ctequery"], scope)
            # Before it is entered: it may name itself.
            scope.ctes[cte["ctename"]] = inner
            self._enter(inner)
        # The row that was to be inserted, under the name of its table.
        excluded = int((query.get("onConflict") or {}).get("exclRelIndex") or 0)
        for number, entry in enumerate(query.get("rtable") or [], 1):
            if number != excluded and entry["rtekind"] == RELATION and int(entry["relid"]) in self.tables:
                self.mentions[id(scope), number] = self.tables[int(entry["relid"])]
            elif entry["rtekind"] == SUBQUERY:
                entry.scope = Scope(entry["subquery"], scope)
                self._enter(entry.scope)
        for part in ("jointree", "targetList", "returningList", "havingQual", "onConflict", "limitCount", "limitOffset", "setOperations"):
            for link in found(query.get(part), "SUBLINK"):
                self._enter(Scope(link["subselect"], scope))

    def _compare(self, scope: Scope) -> None:
        query = scope.query
        for condition in conditions(query.get("jointree")):
            self._equal(condition, scope)
        for link in [link for part in ("jointree", "targetList") for link in found(query.get(part), "SUBLINK")]:
            # `a IN (SELECT b …)` compares as `a = b` does.
            if link.get("testexpr") and link["subLinkType"] == "2":
                inner = next(other for other in self.scopes if other.query is link["subselect"])
                for condition in found(link["testexpr"], "OPEXPR"):
                    own = [place for argument in condition["args"] if (place := self._place(argument, scope))]
                    for place in own:
                        for target in inner.query["targetList"]:
                            if (theirs := self._place(target["expr"], inner)) and len(inner.query["targetList"]) == 1:
                                self._join(place, theirs)
        number = int(query.get("resultRelation") or 0)
        table = self.mentions.get((id(scope), number))
        if not table or not table.column:
            return
        given = next((target for target in query.get("targetList") or [] if target["resno"] == str(table.number)), None)
        if query["commandType"] == "3":
            place = given and self._place(given["expr"], scope)
            if place is None and (given is None or is_null(given["expr"])):
                self.refusals.add(f"{table.name}: a row is inserted without {table.column}")
            else:
                self._join((id(scope), number), place or VALUE)
        elif query["commandType"] == "2" and given and self._place(given["expr"], scope) != (id(scope), number):
            self.refusals.add(f"{table.name}: {table.column} is changed")

    def _equal(self, condition: Node, scope: Scope) -> None:
        arguments = condition["args"]
        places = [self._place(argument, scope) for argument in arguments]
        if condition.kind == "SCALARARRAYOPEXPR":
            if places[0] not in (None, VALUE):
                self._join(places[0], VALUE)
                self.many.add(places[0])
        elif all(places):
            self._join(*places)

    def _place(self, expression, scope: Scope):
        """The mention whose column an expression is; VALUE of what has no column in it; None of anything else."""
        while isinstance(expression, Node) and expression.kind in WRAPPERS:
            expression = expression["arg"]
        if not isinstance(expression, Node):
            return None
        if expression.kind == "PARAM" and expression["paramkind"] == "2":
            # What a subquery gives.
            return None
        if expression.kind != "VAR":
            return None if found(expression, "VAR") or found(expression, "SUBLINK") else VALUE
        scope = scope.up(expression["varlevelsup"])
        number, attribute = expression["varno"], int(expression["varattno"])
        mention = (id(scope), int(number))
        if table := self.mentions.get(mention):
            return mention if attribute == table.number else None
        entry = scope.entry(number)
        if entry["rtekind"] == JOIN and attribute > 0:
            return self._place(entry["joinaliasvars"][attribute - 1], scope)
        inner = entry.scope if entry["rtekind"] == SUBQUERY else scope.cte(entry["ctename"]) if entry["rtekind"] == CTE else None
        if inner:
            targets = inner.query.get("returningList") or inner.query["targetList"]
            target = next((target for target in targets if target["resno"] == str(attribute)), None)
            return target and self._place(target["expr"], inner)
        # Of rows that are given (VALUES, unnest of parameters).
        return VALUE if entry["rtekind"] in (VALUES, "3") else None


def found(part, kind: str) -> list[Node]:
    """Nodes of a kind within a part of the tree, but not within another query."""
    if isinstance(part, list):
        return [node for item in part for node in found(item, kind)]
    if not isinstance(part, Node) or part.kind == "QUERY":
        return []
    own = [part] if part.kind == kind else []
    return own + [node for item in part.values() for node in found(item, kind)]


def conditions(part) -> list[Node]:
    """The equalities that hold of every row: of WHERE and of ON, joined by AND."""
    if isinstance(part, list):
        return [node for item in part for node in conditions(item)]
    if not isinstance(part, Node):
        return []
    match part.kind:
        case "FROMEXPR":
            return conditions(part.get("fromlist")) + conditions(part.get("quals"))
        case "JOINEXPR":
            return conditions([part.get("larg"), part.get("rarg"), part.get("quals")])
        case "BOOLEXPR":
            return conditions(part["args"]) if part["boolop"] == "and" else []
        case "OPEXPR":
            return [part] if part["opno"] in EQUAL else []
        case "SCALARARRAYOPEXPR":
            return [part] if part["opno"] in EQUAL and part["useOr"] == "true" else []
    return []


def is_null(expression) -> bool:
    return isinstance(expression, Node) and expression.kind == "CONST" and expression.get("constisnull") == "true"


# What pg_stat_statements has beside them: transactions, settings, DDL.
READS_OR_WRITES = re.compile(r"^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b", re.IGNORECASE)


def faults(trees: Iterable[tuple[str, Node]], tables: dict[int, Table]) -> tuple[dict[str, str], dict[str, str]]:
    """What of them Citus refuses, and what it asks every node for, each with a statement that does."""
    refused: dict[str, str] = {}
    scattered: dict[str, str] = {}
    for text, tree in trees:
        statement = Statement(tree, tables)
        for fault in statement.faults():
            refused.setdefault(fault, text)
        for name in statement.scattered():
            scattered.setdefault(name, text)
    return refused, scattered
