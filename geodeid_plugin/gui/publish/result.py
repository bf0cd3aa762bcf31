# SPDX-License-Identifier: GPL-2.0-or-later
"""What the panel shows after a run: the answer in colour, and what can be done with what was made."""

from __future__ import annotations

from html import escape
from pathlib import Path
from urllib.parse import unquote

from qgis.core import QgsProject
from qgis.PyQt.QtCore import Qt, QTimer, QUrl, pyqtSignal
from qgis.PyQt.QtGui import QDesktopServices
from qgis.PyQt.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from ...core.base.errors import GeoDeIDError, named
from ...core.base.verdict import Level
from ...i18n import tr
from ...processing_provider.io.styling import is_internal
from ...report.firstpage import words
from ...report.numbers import agreeing, count
from ..dialogs import in_background
from ..widgets import plain, show_linked
from .figures import Figures
from .jobs import Outcome
from .running.folder import pack
from .swipe import Swipe

_COLOURS = {
    Level.PASSED: "#16633a",
    Level.WITH_CARE: "#8a5a00",
    Level.GIVES_AWAY: "#b3261e",
    Level.NOT_JUDGED: "#55616d",
}
"""Grounds of the answer, as in the report; white letters stand on each."""
_WRITING_MS = 60_000
"""Longest wait for a disk when the window is closed while a zip is being written."""


class Result(QScrollArea):
    """One outcome at a time, scrolled where the panel is low; ``clear`` takes it away with the swipe."""

    back = pyqtSignal()
    """The user wants to change something."""

    def __init__(self, canvas=None, parent=None):
        super().__init__(parent)
        self._canvas = canvas
        self._outcome: Outcome
        self._hidden: list[str] = []
        self._task = None
        self.swipe: Swipe | None = None
        self._build()

    def tell(self, outcome: Outcome) -> None:
        """Show an outcome."""
        self.clear()
        self._outcome = outcome
        self.word.setText(words()[outcome.level])
        self.word.setStyleSheet(
            f"background: {_COLOURS[outcome.level]}; color: white; padding: 10px; font-weight: bold;"
            " font-size: 18pt;"
        )
        self.why.setText(outcome.text)
        self.figures.tell(outcome.figures)
        self._list(outcome)
        self.place.setText(outcome.sentence.format(folder=outcome.leaves))
        single = not outcome.rows  # of a series each part has a report, and is handed over, by itself
        self.report.setVisible(single)
        self.hand_over.setVisible(single and outcome.may_leave)
        self.over.setVisible(
            single and bool(outcome.job.loads) and outcome.job.releases and self._canvas is not None
        )
        self.hand_over.setEnabled(True)
        self.handed.clear()
        self.internal.setChecked(outcome.job.releases)  # whoever exports the map would export them with it

    def clear(self) -> None:
        """Forget the outcome."""
        self.over.setChecked(False)
        self._hidden = []  # what is hidden stays so
        self.internal.setChecked(False)
        if self._task is not None:
            self._task.cancel()

    def hideEvent(self, event):
        """Leave no true places over the map without the button that takes them away."""
        super().hideEvent(event)
        if not event.spontaneous():
            self.over.setChecked(False)

    def close_down(self) -> None:
        """Forget the outcome; nothing is being written any more when this returns."""
        self.clear()
        if self._task is not None:
            self._task.waitForFinished(_WRITING_MS)

    def _build(self) -> None:
        body = QWidget()
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column, grid = QVBoxLayout(body), QGridLayout()
        self.word, self.why, self.place, self.handed = (plain(QLabel()) for _ in range(4))
        self.figures, self.table = Figures(), plain(QLabel())
        self.table.setTextFormat(Qt.TextFormat.RichText)
        self.table.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.table.setAccessibleName(tr("Answers, one for each part"))
        self.table.linkActivated.connect(lambda at: self._show(self._outcome.folder / unquote(at)))
        self.word.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for label, name in (
            (self.word, tr("May it be published?")), (self.why, tr("Why")), (self.place, tr("Where it lies")),
            (self.handed, tr("What is handed over")),
        ):  # fmt: skip
            label.setAccessibleName(name)
        self.report = _button(tr("&Report"), tr("Open the report that is signed"))
        self.folder = _button(tr("Fo&lder"), tr("Open the folder with everything that was made"))
        self.over = _button(
            tr("&Swipe"), tr("Lay the true map over the map, up to a line that the mouse moves"), True
        )
        self.internal = _button(
            tr("Hide what is &internal"), tr("Take true places and links off the map; they stay layers"), True
        )
        self.hand_over = _button(tr("Hand o&ver"), tr("Make one zip of the release, with checksums"))
        self.change = _button(tr("C&hange something"), tr("Go back to the choices"))
        for row, pair in enumerate(((self.report, self.folder), (self.over, self.hand_over))):
            for at, button in enumerate(pair):
                grid.addWidget(button, row, at)
        for row, button in ((2, self.internal), (3, self.change)):
            grid.addWidget(button, row, 0, 1, 2)
        for part in (self.word, self.why, self.table, self.figures, self.place):
            column.addWidget(part)
        column.addLayout(grid)
        column.addWidget(self.handed)
        column.addStretch(1)
        self.report.clicked.connect(lambda: self._show(self._outcome.folder / self._outcome.job.opens))
        self.folder.clicked.connect(lambda: self._show(self._outcome.folder))
        self.over.toggled.connect(self._swipe)
        self.internal.toggled.connect(self._hide)
        self.hand_over.clicked.connect(self._pack)
        self.change.clicked.connect(self.back)

    def _list(self, outcome: Outcome) -> None:
        """One line for each part of a series, with a link to its report."""
        lines = []
        for row in outcome.rows:
            name, patients = escape(row.value), tr("{count} patients", count=count(row.patients))
            linked = f"<a href='{row.report}'>{name}</a>" if row.report else name
            why = f"<br>{escape(row.text)}" if row.level is not Level.PASSED else ""
            answer = f"<b>{escape(words()[row.level])}</b>"
            lines.append(f"<p style='margin: 2px 0'>{linked} · {agreeing(patients)} · {answer}{why}</p>")
        show_linked(self.table, "".join(lines))
        self.table.setVisible(bool(lines))

    def _show(self, path: Path) -> None:
        """Open what was made, or say that it was moved or deleted."""
        if path.exists():
            _open(path)
        else:
            self.handed.setText(tr("{file} is no longer there.").format(file=path))

    def _swipe(self, wanted: bool) -> None:
        if wanted and self._canvas is not None:
            self.swipe = Swipe(self._canvas, self._true_map)
        elif self.swipe is not None:
            self.swipe.close_down()
            self.swipe = None

    def _true_map(self) -> list:
        """What the map shows, with the true places in place of the release."""
        patients = QgsProject.instance().mapLayer(self._outcome.patients)
        kept = [one for one in self._canvas.layers() if not self._is_of_run(one)]
        return [*([patients] if patients is not None else []), *kept]

    def _is_of_run(self, layer) -> bool:
        source = layer.source().partition("|")[0]
        return self._outcome.folder in Path(source).parents

    def _hide(self, wanted: bool) -> None:
        tree = QgsProject.instance().layerTreeRoot()
        if wanted:
            nodes = [
                one for one in tree.findLayers() if one.itemVisibilityChecked() and self._is_internal(one)
            ]
            self._hidden = [one.layerId() for one in nodes]
        for node in filter(None, map(tree.findLayer, self._hidden)):
            node.setItemVisibilityChecked(not wanted)

    def _is_internal(self, node) -> bool:
        """The patients, what lies in a folder of that name, and what is called so."""
        layer = node.layer()
        if layer is None:
            return False
        return layer.id() == self._outcome.patients or is_internal(layer)

    def _pack(self) -> None:
        """Write the zip beside the folder of the release, while the window goes on."""
        outcome = self._outcome
        target = outcome.folder / f"{outcome.folder.name}.zip"
        self.hand_over.setEnabled(False)
        self._task = in_background(
            tr("Hand over"),
            lambda task: {"others": pack(outcome.leaves, outcome.sums, target, task.isCanceled)},
            lambda error, made=None: self._packed(target, error, made),
        )

    def _packed(self, target: Path, error, made) -> None:
        """Say what became of the zip, unless its outcome is not shown any more."""
        ended, self._task = self._task, None
        QTimer.singleShot(0, lambda: ended)  # not collected while QGIS still speaks of its end
        if ended.isCanceled():
            return
        self.hand_over.setEnabled(True)
        if made is None:
            foreseen = isinstance(error, GeoDeIDError)
            self.handed.setText(
                error.translated(tr)
                if foreseen
                else tr("Nothing could be written: {reason}.").format(reason=error)
            )
            return
        said = tr(
            "{file} holds the release and the checksums of its files. It may be handed over as a whole."
        ).format(file=target)
        if made["others"]:
            said += " " + tr("Left out, because this run did not make them: {files}.").format(
                files=named(made["others"])
            )
        self.handed.setText(said)
        _open(target.parent)


def _button(text: str, tip: str, checkable: bool = False) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(tip)
    button.setCheckable(checkable)
    return button


def _open(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
