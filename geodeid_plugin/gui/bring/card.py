# SPDX-License-Identifier: GPL-2.0-or-later
"""The card that takes files and says what was found in them, each finding with its *Undo* or *Fix*."""

from __future__ import annotations

from html import escape
from pathlib import Path

from qgis.core import (
    QgsApplication,
    QgsFillSymbol,
    QgsLineSymbol,
    QgsMarkerSymbol,
    QgsProject,
    QgsSingleSymbolRenderer,
    QgsVectorLayer,
    QgsWkbTypes,
)
from qgis.gui import QgsMapCanvas
from qgis.PyQt.QtCore import Qt, QTimer, pyqtSignal
from qgis.PyQt.QtWidgets import QApplication, QFileDialog, QFrame, QLabel, QPushButton, QVBoxLayout

from ...core.base.errors import THIN_SPACE, GeoDeIDError, translated
from ...core.intake.findings import State
from ...core.intake.places import OUTSIDE
from ...i18n import tr
from ...processing_provider.io.packed import count_of
from ...processing_provider.io.styling import called_internal
from ...report.numbers import agreeing
from ..dialogs import in_background
from ..widgets import show_linked
from .intake import EMPTY, LEFT_OUT, Brought, Intake, Line, takes

_COLOURS = {State.DONE: "", State.NOTED: "#b35900", State.WRONG: "#b3261e"}
_MARKS = {State.DONE: "✓", State.NOTED: "⚠", State.WRONG: "✕"}
_ORDER = (State.WRONG, State.NOTED, State.DONE)
_SEEN = ("swapped", "west", "crs", "by_areas", "crosswalk", "unknown_people", OUTSIDE)
"""Findings that are always in sight."""
_ANSWERS = {"unknown_people": "people", OUTSIDE: OUTSIDE}
"""Findings that the user answers, and the links that do."""
_MOST = 50_000
"""Features of layers that are looked through unasked: a second in which the window answers to nothing."""
_LONG = 60
"""Letters of a layer's name that are kept beside what it must not be used for."""


class BringCard(QFrame):
    """Takes files and tables, and puts layers made of them into the form of the panel.

    ``button`` asks for files, and stands where the panel wants it; the card shows itself where there is
    anything to say. The project gets layers in the group *Internal*; those of the user stay as they are.
    """

    reading = pyqtSignal()
    """Files begin to be read, or were read."""

    def __init__(self, form, parent=None):
        super().__init__(parent)
        self._task, self._again = None, False
        self._form = form
        self._intake = Intake()
        self._lines: list[Line] = []
        self._made: dict[str, str] = {}
        self._headline, self._unfolded = "", False
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.button = QPushButton(tr("&Bring your files…"))
        self.button.setToolTip(
            tr("Patients, areas, populations, borders, a crosswalk: all at once. Files may be dropped here.")
        )
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.RichText)
        self.said.setWordWrap(True)
        self.said.setAccessibleName(tr("What was found in your files"))
        flags = Qt.TextInteractionFlag
        self.said.setTextInteractionFlags(
            flags.LinksAccessibleByMouse | flags.LinksAccessibleByKeyboard | flags.TextSelectableByMouse
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.said)
        self.button.clicked.connect(self._choose)
        self.said.linkActivated.connect(self.follow)
        QgsProject.instance().layersAdded.connect(self.look)
        QgsProject.instance().layersWillBeRemoved.connect(self._let_go)
        self.look()

    @property
    def busy(self) -> bool:
        """Whether files are being read."""
        return self._task is not None

    @staticmethod
    def takes(paths: list[Path]) -> bool:
        """Whether these are files of data."""
        return takes(paths)

    def take(self, paths=(), layers=()) -> None:
        """Read files and layers, and fill the form with what was made of them."""
        self._intake.bring(paths, layers)
        self._read()

    def offer(self) -> None:
        """Say what would put the layers right that were chosen in the form, where something would."""
        layers = self._chosen()
        if self._intake.has_sources or not layers or sum(count_of(one) for one in layers) > _MOST:
            return
        trial = Intake()
        trial.bring(layers=layers)
        try:
            lines = trial.read().lines
        except GeoDeIDError:  # the check of the layers says so
            return
        self._show([_offer(one) for one in lines if one.finding.state is State.DONE or _asks(one)])

    def close_down(self) -> None:
        """Let go of the project, and of what is being read."""
        self._task = None
        QgsProject.instance().layersAdded.disconnect(self.look)
        QgsProject.instance().layersWillBeRemoved.disconnect(self._let_go)

    def follow(self, link: str) -> None:
        """Do what a link says: fold, use, fix, forget; people:, outside: or switch: with what it means."""
        kind, _, value = link.partition(":")
        if kind == "fold":
            self._unfolded = not self._unfolded
            self._say(self._lines, self._headline)
            return
        if kind == "forget":
            self._forget()
            return
        if kind in ("use", "fix", "people", OUTSIDE) and not self._intake.has_sources:
            self._intake.bring(layers=self._unused() if kind == "use" else self._chosen())
        if kind == "people":
            self._intake.missing_people = value
        elif kind == OUTSIDE:
            self._intake.outside = value
        elif kind == "switch":
            self._intake.switch(self._lines[int(value)])
        self._read()

    def _choose(self) -> None:
        chosen, _filter = QFileDialog.getOpenFileNames(self, tr("Bring your files"))
        if chosen:
            self.take([Path(one) for one in chosen])

    def _read(self) -> None:
        """Read files in the background, for they may be large; layers of the project in its own thread."""
        if self._task is not None:
            self._again = True
            return
        if self._intake.layers:
            try:
                self._take_in(None, self._intake.read())
            except GeoDeIDError as error:
                self._take_in(error)
            return
        names = ", ".join(path.name for path in self._intake.paths)
        self._show([escape(tr("Reading {names}…", names=names))])
        self._task = in_background(tr("Reading"), lambda _task: _apart(self._intake), self._was_read)
        self.reading.emit()

    def _was_read(self, error, brought: Brought | None = None) -> None:
        """Go on once QGIS has told the end of the task, during which it takes every error for its own."""
        QTimer.singleShot(0, lambda task=self._task: self._go_on(task, error, brought))

    def _go_on(self, task, error, brought: Brought | None) -> None:
        if task is None or task is not self._task:  # the panel was closed, or the files were forgotten
            return
        self._task, again, self._again = None, self._again, False
        if again:
            self._read()
            return
        self.reading.emit()
        self._take_in(error, brought)

    def _take_in(self, error, brought: Brought | None = None) -> None:
        """Show what was read, or why it could not be."""
        if isinstance(error, GeoDeIDError):
            self._say(list(self._intake.undone), "", error.translated(tr))
        elif brought is None:
            self._say([], "", tr("These files could not be read."))
            raise error
        else:
            self._lines = brought.lines
            self._put(brought)
            self._say(brought.lines, brought.headline)

    def _put(self, brought: Brought) -> None:
        """Put the layers into the project and choose them."""
        form, earlier = self._form, dict(self._made)
        areas, borders, patients = (
            self._added(role, layer)
            for role, layer in (
                ("areas", brought.areas), ("borders", brought.borders), ("patients", brought.patients),
            )
        )  # fmt: skip
        if areas is not None:
            form.areas.setLayer(areas)
            form.area_id.setField(brought.identifier)
            form.population.setField(brought.population)
            form.outline.setLayer(borders or areas)
        if patients is not None:
            form.patients.setLayer(patients)
        tree = QgsProject.instance().layerTreeRoot()
        for role, layer in earlier.items():
            node = tree.findLayer(layer)
            if node is not None and layer not in self._made.values():
                if role in self._made:  # what was hidden, as true places beside a release, stays so
                    tree.findLayer(self._made[role]).setItemVisibilityChecked(node.itemVisibilityChecked())
                QgsProject.instance().removeMapLayer(layer)

    def _added(self, role: str, layer: QgsVectorLayer | None) -> QgsVectorLayer | None:
        """A layer as it stands in the project."""
        self._made.pop(role, None)
        if layer is not None and QgsProject.instance().mapLayer(layer.id()) is None:
            if role == "patients":
                layer.setName(called_internal(layer.name()[:_LONG]))
            layer.setRenderer(QgsSingleSymbolRenderer(_symbol(role, layer)))
            QgsProject.instance().addMapLayer(layer, False)
            _group().insertLayer(0, layer)
            self._made[role] = layer.id()
        return layer

    def _forget(self) -> None:
        """Forget the files, and take the layers that were made of them out of the project."""
        self._task, self._again = None, False
        made = [one for one in self._made.values() if QgsProject.instance().mapLayer(one)]
        self._intake, self._lines, self._made = Intake(), [], {}
        self._show([])
        QgsProject.instance().removeMapLayers(made)
        for canvas in QApplication.allWidgets():  # QGIS leaves what it drew of them, true places too
            if isinstance(canvas, QgsMapCanvas):
                canvas.refresh()
        self.look()

    def _let_go(self, ids: list[str]) -> None:
        """Say nothing more of layers that leave the project, nor read them again; what was made stays."""
        read = {one.id() for one in self._intake.layers}
        made = set(self._made.values())
        if read.intersection(ids) or (made and made.issubset(ids)):
            self._intake, self._lines, self._made = Intake(), [], {}
            self._show([])

    def _say(self, lines: list[Line], headline: str, error: str = "") -> None:
        """Show the headline, what is wrong, what was left out, and what was done and can be undone."""
        self._lines, self._headline = lines, headline
        rows = [f"<b>{escape(headline)}</b>"] if headline else []
        if error:
            rows.append(f"<span style='color: {_COLOURS[State.WRONG]}'>✕ {escape(error)}</span>")
        done = [at for at, line in enumerate(lines) if _folds(line)]
        open_lines = sorted(
            set(range(len(lines))) - set(done), key=lambda at: _ORDER.index(lines[at].finding.state)
        )
        rows += [_row(lines[at], self._links(at, lines[at])) for at in open_lines]
        if done:
            words = tr("Hide them") if self._unfolded else tr("Show and undo")
            said = tr("{count} things were corrected.", count=len(done))
            rows.append(f"✓ {escape(said)} {_link('fold', words)}")
        rows += [_row(lines[at], self._links(at, lines[at])) for at in done if self._unfolded]
        self._show([*rows, _link("forget", tr("Forget these files"))])

    def _show(self, rows: list[str]) -> None:
        text = agreeing("".join(f"<p style='margin: 2px 0'>{row}</p>" for row in rows))
        show_linked(self.said, text.replace(THIN_SPACE, "\u00a0"))  # Qt breaks lines at the thin one
        self.setVisible(bool(rows))

    def _links(self, at: int, line: Line) -> str:
        if line.finding.key in _ANSWERS:
            undo = _link(f"{_ANSWERS[line.finding.key]}:", tr("Undo"))
            return undo if line.finding.state is State.DONE else _remedies(line) if _asks(line) else ""
        if line.undone:
            return _link(f"switch:{at}", tr("Redo"))
        return _link(f"switch:{at}", tr("Undo")) if line.finding.state is State.DONE else ""

    def look(self, *_added) -> None:
        """Offer what would help where the form lacks patients or people: tables of the project, or a fix."""
        if self._intake.has_sources:
            return
        self._show([])
        if self._form.complete():
            return
        tables = self._unused()
        if not tables and not self._chosen():
            words = tr("Drop your files here: patients, areas and their populations, all at once.")
            self._show([escape(words)])
            return
        if not tables:
            self.offer()
            return
        words = tr(
            "The project holds {names}. They can be made into patients and areas.",
            names=", ".join(layer.name() for layer in tables),
        )
        self._show([f"{escape(words)} {_link('use', tr('Use them'))}"])

    def _unused(self) -> list[QgsVectorLayer]:
        """Tables of the project with the layers of points and polygons beside them; none without a table."""
        layers = [
            one for one in QgsProject.instance().mapLayers().values() if isinstance(one, QgsVectorLayer)
        ]
        layers = [one for one in layers if one.isValid() and one.id() not in self._made.values()]
        return layers if any(not one.isSpatial() for one in layers) else []

    def _chosen(self) -> list[QgsVectorLayer]:
        return [one for one in (self._form.patients.currentLayer(), self._form.areas.currentLayer()) if one]


def _apart(intake: Intake) -> Brought:
    """Read in a thread, and give the layers to that of the window."""
    brought = intake.read()
    for layer in (brought.patients, brought.areas, brought.borders):
        if layer is not None:
            layer.moveToThread(QgsApplication.instance().thread())
    return brought


def _asks(line: Line) -> bool:
    """Whether the user can answer a finding; nothing helps where most places lie outside every area."""
    key, wrong = line.finding.key, line.finding.state is State.WRONG
    return key in _ANSWERS and not (key == OUTSIDE and wrong)


def _folds(line: Line) -> bool:
    """Whether a finding only changes how a file is read, and neither a place nor who is counted."""
    return line.finding.state is State.DONE and not line.undone and line.finding.key not in _SEEN


def _row(line: Line, links: str) -> str:
    text = escape(f"{line.source}: {translated(line.finding.sentence, tr)}")
    if line.undone:
        return f"<s>{text}</s> {links}"
    colour = _COLOURS[line.finding.state]
    style = f" style='color: {colour}'" if colour else ""
    return f"<span{style}>{_MARKS[line.finding.state]} {text}</span> {links}"


def _offer(line: Line) -> str:
    """What would put a layer right, for a layer of the user's that is left as it is."""
    if line.finding.state is not State.DONE:
        return _row(line, _remedies(line))
    sentence = translated(line.finding.sentence, tr)
    words = tr("{source} does not fit as it is. Corrected: {sentence}", source=line.source, sentence=sentence)
    return f"<span style='color: {_COLOURS[State.NOTED]}'>⚠ {escape(words)}</span> {_remedies(line)}"


def _link(address: str, words: str) -> str:
    return f"<a href='{address}'>{escape(words)}</a>"


def _remedies(line: Line) -> str:
    """What can be done about a finding that is not done."""
    if line.finding.key == "unknown_people":
        empty, left_out = (
            _link(f"people:{EMPTY}", tr("Count as empty")),
            _link(f"people:{LEFT_OUT}", tr("Leave out")),
        )
        return f"{empty} · {left_out}"
    if line.finding.key == OUTSIDE:
        return _link(f"{OUTSIDE}:{LEFT_OUT}", tr("Leave out"))
    return _link("fix", tr("Fix"))


def _symbol(role: str, layer: QgsVectorLayer):
    """Plain symbols, through which the layers below are seen."""
    if role == "patients":
        return QgsMarkerSymbol.createSimple({"size": "1.8", "color": "#b3261e", "outline_color": "white"})
    if layer.geometryType() == QgsWkbTypes.GeometryType.LineGeometry:
        return QgsLineSymbol.createSimple({"color": "#404040", "width": "0.4"})
    fill = {"color": "#f3f1ea"} if role == "areas" else {"style": "no"}
    edge = {"outline_color": "#b5b0a4", "outline_width": "0.2"}
    if role == "borders":
        edge = {"outline_color": "#404040", "outline_width": "0.4"}
    return QgsFillSymbol.createSimple({**fill, **edge})


def _group():
    """The group of the layer tree for what must not be released."""
    root = QgsProject.instance().layerTreeRoot()
    name = tr("Internal")
    return root.findGroup(name) or root.insertGroup(0, name)
