# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds what Qt 6 or QGIS 4 would break: direct Qt imports, exec_, QVariant types, two-part enums.

Enums of QGIS are looked up in the QGIS at hand, those of Qt in PyQt6, where three parts are the only way. A
member may also be asked of an object, be it a variable or what a call returns
(`layout.renderContext().FlagX`), and of another name of its class (`_NUMBER.Double`).
"""

import ast
import enum
import importlib
import sys
from pathlib import Path

QT_MODULES = ("QtCore", "QtGui", "QtWidgets", "QtXml", "QtPrintSupport", "QtNetwork")
QGIS_MODULES = ("qgis.core", "qgis.gui")
VARIANT_TYPES_ALLOWED_IN = "compat.py"


def problems(package: Path) -> list:
    """List what would break, as ``file:line: sentence``."""
    enums = {**qt_enums(), **qgis_enums()}
    owners, found = _owners(enums), []
    for path in sorted(set(package.rglob("*.py")) - set((package / "vendor").rglob("*.py"))):
        tree = ast.parse(path.read_text("utf-8"))
        for line, sentence in in_module(tree, path.name, enums, owners):
            found.append(f"{path.relative_to(package)}:{line}: {sentence}")
    return found


def in_module(tree, name: str, enums: dict, owners=None):
    """Yield line and sentence of everything in one module that would break."""
    others = _other_names(tree, enums)
    if others or owners is None:
        enums = {**enums, **others}
        owners = _owners(enums)
    plain = _modules_and_enums(tree, owners) | _parts_and_calls(tree)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            modules = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            if any(m.split(".")[0] in ("PyQt4", "PyQt5", "PyQt6", "PySide2", "PySide6") for m in modules):
                yield node.lineno, "import Qt through qgis.PyQt"
        elif isinstance(node, ast.Attribute):
            yield from _in_attribute(node, name, enums)
            if id(node) not in plain and getattr(node.value, "id", None) not in plain:
                yield from _in_object(node, owners)


def _other_names(tree, enums: dict) -> dict:
    """Enums of the names that a module gives to classes: `import … as`, and `NAME = Class`."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found.update({a.asname: enums[a.name] for a in node.names if a.asname and a.name in enums})
        elif isinstance(node, ast.Assign):
            classes = ((name, getattr(value, "id", None)) for name, value in _assigned(node))
            found.update({name: enums[owner] for name, owner in classes if owner in enums})
    return found


def _parts_and_calls(tree) -> set:
    """Attributes that are no member themselves: the first parts of longer names, and what is called."""
    found = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return found | {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}


def _modules_and_enums(tree, owners: dict) -> set:
    """Names that stand for no object: what is imported, and what is set to an enum (`kind = Class.Enum`)."""
    enum_names = {name.split(".")[1] for names in owners.values() for name in names}
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.Assign):
            for name, value in _assigned(node):
                if getattr(value, "attr", "") in enum_names:
                    found.add(name)
    return found


def _assigned(node):
    """Names and values of an assignment, those of `a, b = x, y` pairwise."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            yield target.id, node.value
        elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from ((t.id, v) for t, v in zip(target.elts, node.value.elts) if isinstance(t, ast.Name))


def _owners(enums: dict) -> dict:
    """Every member with the three-part names under which it is known."""
    found = {}
    for owner, members in enums.items():
        for member, name in members.items():
            found.setdefault(member, []).append(f"{owner}.{name}")
    return found


def _in_object(node, owners: dict):
    """A member asked of an object: of a call, or of a variable, whose name begins with a small letter."""
    value = node.value
    last = getattr(value, "attr", getattr(value, "id", ""))
    is_object = isinstance(value, ast.Call) or (last.lstrip("_")[:1].islower())
    if is_object and node.attr[:1].isupper() and node.attr in owners:
        known = " or ".join(owners[node.attr][:3])
        yield node.lineno, f"{node.attr} of an object: write {known}.{node.attr}"


def _in_attribute(node, name: str, enums: dict):
    if node.attr in ("exec_", "print_"):
        yield node.lineno, f"{node.attr} is gone in Qt 6; use {node.attr[:-1]}"
    if not isinstance(node.value, ast.Name):
        return
    owner = node.value.id
    if owner == "QVariant" and node.attr[:1].isupper() and name != VARIANT_TYPES_ALLOWED_IN:
        yield node.lineno, "QVariant types belong in compat.py"
    elif node.attr in enums.get(owner, {}):
        yield node.lineno, f"write {owner}.{enums[owner][node.attr]}.{node.attr}: enums need three parts"


def qt_enums() -> dict:
    """Enum of every enum member, for every class of PyQt6."""
    found = {}
    for module_name in QT_MODULES:
        module = importlib.import_module(f"PyQt6.{module_name}")
        for class_name, cls in vars(module).items():
            for name, value in vars(cls).items() if isinstance(cls, type) else ():
                if isinstance(value, type) and issubclass(value, enum.Enum):
                    found.setdefault(class_name, {}).update(dict.fromkeys(value.__members__, name))
    return found


def qgis_enums() -> dict:
    """Enum of every enum member, for every class of QGIS, by the types of the class attributes."""
    found = {}
    for module_name in QGIS_MODULES:
        for class_name, cls in vars(importlib.import_module(module_name)).items():
            if not isinstance(cls, type):
                continue
            nested = {value: name for name, value in vars(cls).items() if isinstance(value, type)}
            members = {n: nested[type(v)] for n, v in vars(cls).items() if type(v) in nested}
            if members:
                found[class_name] = members
    return found


if __name__ == "__main__":
    wrong = problems(Path(sys.argv[1]))
    print("\n".join(wrong))
    sys.exit(bool(wrong))
