# SPDX-License-Identifier: GPL-2.0-or-later
"""The publish panel: who gets it, what, a check before anything runs, and one folder at the end.

It computes nothing: it runs the shipped models and the provider's algorithms in the background.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

from qgis.core import QgsApplication, QgsFeatureRequest, QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QDate, Qt
from qgis.PyQt.QtWidgets import (
    QDockWidget,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...core.base.errors import GeoDeIDError, InputError
from ...host.installation import resource
from ...i18n import tr
from ..bring.card import BringCard
from ..dialogs import open_dialog
from ..widgets import Box, plain
from .card import Card, Finding, State, care_of, findings, missing
from .form import Form, rows_of
from .jobs import RELEASE, Outcome, jobs
from .preview import Preview
from .result import Result
from .running.chain import Background
from .running.folder import free_name, place_of
from .running.inputcheck import InputCheck
from .running.publication import Publication, earlier_runs, read, said_absent
from .running.series import Part, Series, Together

_PICTURES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".svg")
"""Endings of files that the panel checks itself; a PDF may be a whole paper."""
_LEAST_WIDTH = 330
"""Pixels in which the panel can be read; large letters may need more."""


class PublishPanel(QDockWidget):
    """Dockable panel; ``close_down`` stops what runs in the background."""

    def __init__(self, parent=None, canvas=None):
        super().__init__(tr("GeoDeID: publish"), parent)
        self.setObjectName("GeoDeIDPublish")
        self._jobs = jobs()
        self._background = Background()
        self._chain = self._started = None
        self._rested = self._outdated = False
        self.finished = None
        self._found = None
        self._build(canvas)
        self._connect()
        self.setAcceptDrops(True)
        self._show_job(0)

    def dragEnterEvent(self, event):
        """Take one file or folder that lies on this computer."""
        if self._chain is None and (_dropped(event) is not None or self.bring.takes(_paths(event))):
            event.acceptProposedAction()

    def dropEvent(self, event):
        """Take data into the form, or ask what a picture or a document gives away."""
        path = _dropped(event)
        if self.bring.takes(_paths(event)):
            event.acceptProposedAction()
            self._forget_result()
            self.bring.take(_paths(event))
        elif path is not None:
            event.acceptProposedAction()
            self.check(path)

    def check(self, path: Path) -> None:
        """Get ready to check a file: a picture here, anything else in the dialog for documents."""
        if path.suffix.lower() in _PICTURES:
            self._forget_result()
            self.kind.setCurrentIndex([job.model for job in self._jobs].index("checkmapimage"))
            self.form.image.setText(str(path))
            self._say(tr("Choose what the picture was drawn from, then check it."))
            return
        outline = self.form.outline.currentLayer()
        given = {
            "FOLDER" if path.is_dir() else "FILE": str(path),
            "OUTLINE": [outline.id()] if outline else [],
            **self.form.limits(),
        }
        if self.form.complete():
            basis = {name: _by_id(value) for name, value in self.form.basis().items()}
            given.update(TRUTH=basis.pop("PATIENTS"), **basis)
        self.dialog = open_dialog("geodeid:checkdocument", given)

    def _choose_document(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self, tr("Check a picture or document"))
        if path:
            self.check(Path(path))

    def close_down(self) -> None:
        """Stop the background runs and let go of their layers."""
        self._background.stop()
        self.bring.close_down()
        self.preview.close_down()
        self.result.close_down()
        if self._chain is not None:
            self._chain.abandon()

    @property
    def job(self):
        """What was chosen to be published."""
        return self._jobs[self.kind.currentIndex()]

    def place(self) -> Path:
        """The folder that will be made."""
        return place_of(self.parent_folder.text(), self.name.text())

    def _build(self, canvas) -> None:
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(6, 2, 6, 4)
        column.setSpacing(3)
        self.kind = Box()
        self.kind.addItems([job.title for job in self._jobs])
        self.form = Form(body)
        self.bring = BringCard(self.form, body)
        self.card = Card(body)
        self.status = plain(QLabel(), tr("What the preview found"))
        self.preview = Preview(self.status.setText, body)
        self.preview.setMinimumHeight(140)
        column.addLayout(self._top())
        column.addWidget(self.bring)
        for widget in (self.form.who, self.card):
            column.addWidget(widget)
        column.addWidget(self.preview, 50)
        for widget in (self.status, self.form):
            column.addWidget(widget)
        column.addStretch(1)
        whole = QWidget(self)
        rows = QVBoxLayout(whole)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(2)
        self.result = Result(canvas, whole)
        self.pages = QStackedWidget()
        self.form_page = self._scrolled(body)
        for page in (self.form_page, self.result):
            self.pages.addWidget(page)
        rows.addWidget(self.pages, 1)
        rows.addWidget(self._foot())
        self.setWidget(whole)
        self._order_tabs()

    def _order_tabs(self) -> None:
        """Let the Tab key come to the folder and the buttons after all choices, as the eye does."""
        form, shown = self.form, self.preview
        order = (
            self.kind, self.resume, self.bring.button, self.document, self.bring.said,
            form.audience, form.people, form.slider, shown.tabBar(), shown.before, shown.after,
            *form.in_order(),
            self.parent_folder, self.browse, self.name, self.run, self.stop, self.more,
        )  # fmt: skip
        for one, following in zip(order, order[1:]):
            QWidget.setTabOrder(one, following)

    def _scrolled(self, body: QWidget) -> QScrollArea:
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        bar = scroll.verticalScrollBar().sizeHint().width()
        scroll.setMinimumWidth(max(_LEAST_WIDTH, body.minimumSizeHint().width() + bar))
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return scroll

    def _foot(self) -> QWidget:
        """What becomes of it, where it goes, and the buttons: at the bottom, where nothing moves them."""
        foot = QWidget(self)
        column = QVBoxLayout(foot)
        column.setContentsMargins(6, 2, 6, 4)
        column.setSpacing(4)
        self.why_off = plain(QLabel(), tr("Why it is off"))
        self.said = plain(QLabel(), tr("Result"))
        for label in (self.why_off, self.said):
            label.setVisible(False)
            column.addWidget(label)
        self.progress = QProgressBar()
        self.progress.setAccessibleName(tr("Progress"))
        self.progress.setVisible(False)
        column.addWidget(self.progress)
        column.addLayout(self._destination())
        column.addLayout(self._buttons())
        return foot

    def _top(self) -> QVBoxLayout:
        rows = QVBoxLayout()
        rows.setSpacing(2)
        self.kind.setAccessibleName(tr("What to publish or to check"))
        self.resume = QToolButton()
        self.resume.setIcon(QgsApplication.getThemeIcon("/mIconHistory.svg"))
        self.resume.setToolTip(tr("Earlier runs: fill in the answers of one of them"))
        self.resume.setAccessibleName(tr("Fill in the answers of an earlier run"))
        self.resume.setMenu(QMenu(self.resume))
        self.resume.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.resume.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        line = QHBoxLayout()
        line.addWidget(self.kind, 1)
        line.addWidget(self.resume)
        rows.addLayout(line)
        self.document = QPushButton(tr("Chec&k a file…"))
        self.document.setToolTip(
            tr("Ask what a picture or a document gives away. Files and folders may be dropped here.")
        )
        files = QHBoxLayout()
        files.addWidget(self.bring.button)
        files.addWidget(self.document, 1)
        rows.addLayout(files)
        return rows

    def _destination(self) -> QFormLayout:
        form = rows_of()
        form.setContentsMargins(0, 0, 0, 0)
        self.parent_folder = QLineEdit(str(Path.home()))
        self.parent_folder.setAccessibleName(tr("Folder in which the new folder is made"))
        self.browse = QToolButton()
        self.browse.setText("…")
        self.browse.setAccessibleName(tr("Choose the folder"))
        self.name = QLineEdit()
        self.name.setAccessibleName(tr("Name of the new folder"))
        row = QHBoxLayout()
        for widget, stretch in ((self.parent_folder, 1), (self.browse, 0)):
            row.addWidget(widget, stretch)
        for words, buddy, field in (
            (tr("F&older"), self.parent_folder, row),
            (tr("&Name"), self.name, self.name),
        ):
            label = QLabel(words)
            label.setBuddy(buddy)
            form.addRow(label, field)
        return form

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.run = QPushButton()
        self.run.setAccessibleName(tr("Run it in the background"))
        self.stop = QPushButton(tr("&Cancel"))
        self.stop.setEnabled(False)
        self.stop.setVisible(False)
        self.more = QPushButton(tr("All &options…"))
        self.more.setAccessibleName(tr("Open the dialog with every option, filled in with these choices"))
        for button in (self.run, self.stop, self.more):
            row.addWidget(button)
        return row

    def _say(self, text: str) -> None:
        """Say what becomes of it; without words the line takes no room."""
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def _connect(self) -> None:
        for one in (self.kind.currentIndexChanged, self.form.changed, self.form.layers_changed):
            one.connect(self._forget_result)
        self.kind.currentIndexChanged.connect(self._show_job)
        self.form.changed.connect(self._choices_changed)
        self.form.layers_changed.connect(self._layers_changed)
        self.run.clicked.connect(self._publish)
        self.stop.clicked.connect(self._cancel)
        self.more.clicked.connect(self._open_dialog)
        self.browse.clicked.connect(self._choose_folder)
        self.resume.menu().aboutToShow.connect(self._list_runs)
        self.document.clicked.connect(self._choose_document)
        self.result.back.connect(self._forget_result)
        self.bring.reading.connect(self._forget_result)
        self.bring.reading.connect(self._allow)

    def _forget_result(self, *_changed) -> None:
        """Never leave an old verdict beside other data or another risk, nor let one come."""
        if self._chain is not None:
            self._outdated = True
            self._chain.cancel()
            return
        self.finished = None
        self._say("")
        self.result.clear()
        self.pages.setCurrentWidget(self.form_page)
        self._wake()

    def _wake(self) -> None:
        """Ask again for the preview that rested; not beside a result, where it is not seen: where OpenBLAS is
        at work, QGIS may hang as it opens a report in another program."""
        if self._rested:
            self._rested = False
            self._choices_changed()
        else:
            self.preview.draw_curve()  # whose tab may have been opened meanwhile

    def _judge_layers(self) -> None:
        """Say what was found in the layers, and why nothing may run where that is so."""
        lacking = missing(self.form)
        if lacking is not None:
            self.card.tell([lacking])
        elif self._found is not None:
            risk = self.form.limit()
            self.card.tell(findings(self._found, self.form.population.currentField(), self.job, risk))
        self._allow()

    def _allow(self) -> None:
        """Switch the button on, or say why it is off."""
        if self._chain is not None:
            return
        reason = tr("your files are being read.") if self.bring.busy else self.card.stop
        self.run.setEnabled(not reason)
        button = self.job.button.replace("&", "")
        self.why_off.setText(tr("{button} is off: {reason}").format(button=button, reason=reason))
        self.why_off.setVisible(bool(reason))

    def _show_job(self, _index: int) -> None:
        job = self.job
        self.form.show_job(job)
        self.run.setText(job.button)
        self._propose_name()
        self._layers_changed()

    def _propose_name(self) -> None:
        """Name the new folder after what it holds and the day, by a number from the second on."""
        name = f"{self.job.title} {QDate.currentDate().toString(Qt.DateFormat.ISODate)}"
        self.name.setText(free_name(self.parent_folder.text(), name))
        self.name.setCursorPosition(0)

    def _layers_changed(self) -> None:
        """Check the layers anew, and draw them."""
        basis = self.form.basis()
        self.bring.look()
        self.preview.show_layers(basis["PATIENTS"], basis["AREAS"], self.job.preview)
        self._found = None
        self.card.wait()
        self._judge_layers()
        for widget in (self.preview, self.status):
            widget.setVisible(bool(self.job.preview) and self.form.complete())
        if self.card.stop:
            self._background.stop()
            return
        asked = {**basis, **self.form.series()}
        self._background.start("check", InputCheck(), asked, self._checked, self._refused)
        self._choices_changed()

    def _choices_changed(self) -> None:
        if self._found is not None:
            self._judge_layers()
        if not self.job.preview or self.card.stop or self._chain is not None:
            return
        self.preview.show_for(self.job.preview, self.form.parameters())

    def _refused(self, said: str) -> None:
        """The check itself says what is wrong with the layers."""
        self.card.tell([Finding(State.STOP, said)])
        self.preview.halt()
        self.bring.offer()
        self._judge_layers()

    def _checked(self, found: dict, _context) -> None:
        self._found = found
        if found["OUTSIDE"]:
            self.bring.offer()
            self.preview.halt()
        self._judge_layers()

    def _publish(self) -> None:
        model = QgsApplication.processingRegistry().algorithmById(f"geodeid:{self.job.model}")
        if model is None:
            return
        self.form.settle()
        if self.card.stop:
            return
        self._forget_result()
        if "image" in self.job.asks and not Path(self.form.image.text()).is_file():
            self._say(tr("Choose the picture to check."))
            return
        series = self.form.series()
        if series and self._found is None:
            self._say(tr("The layers are being checked. Try again in a moment."))
            return
        self._outdated = False
        try:
            self._chain = (
                self._series(model) if series else self._one(model, self.form.parameters(), self.place())
            )
        except GeoDeIDError as error:
            self._say(error.translated(tr))
            return
        self._started = time.monotonic()
        self._rested = self.preview.rest()
        self._busy(True)
        self._chain.progressed.connect(self._progressed)
        self._chain.done.connect(self._done)
        self._chain.failed.connect(self._failed)
        self._chain.start()

    def _one(self, model, parameters: dict, final: Path) -> Publication:
        return Publication(self.job, model, final, parameters, self)

    def _series(self, model) -> Series:
        """One publication for each part that the check of the layers found."""
        chosen, series, found = self.form.parameters(), self.form.series(), self._found
        patients, areas = chosen["PATIENTS"], chosen["AREAS"]
        in_time, parts = "BY_TIME" in series, []
        for value, rows in found["PARTS"].items():
            own = {**chosen, "PATIENTS": _only(patients, rows)}
            if "TITLE" in chosen:  # else nobody could tell the maps apart
                own["TITLE"] = f"{chosen['TITLE']}: {value}"
            if in_time and "RISK" in chosen:  # the dots of all parts add up: each gets its patients' share
                own.pop("AUDIENCE", None)
                own["RISK"] = self.form.limit() * len(rows) / found["RECORDS"]
            if not in_time:
                own["AREAS"] = _only(areas, found["AREAS_OF"][value])
            parts.append(Part(value, len(rows), own))
        limit = self.form.limit() if in_time and "RISK" in chosen else None
        together = Together(limit, care_of(found), patients.id())
        make = partial(self._one, model)
        return Series(self.job, make, self.place(), parts, together, self)

    def _busy(self, busy: bool) -> None:
        self.preview.resting = busy
        for widget in (
            self.run,
            self.kind,
            self.resume,
            self.document,
            self.bring,
            self.form,
            self.name,
            self.parent_folder,
            self.browse,
        ):
            widget.setEnabled(not busy)
        self.stop.setEnabled(busy)
        self.stop.setVisible(busy)
        self.more.setVisible(not busy)
        self.progress.setVisible(busy)
        self.progress.setValue(0)
        if busy:
            self._say("")
            self.stop.setFocus()
            return
        self._allow()

    def _progressed(self, share: float, step: str) -> None:
        self.progress.setValue(round(100 * share))
        self._say(
            tr("{step}. {seconds} s so far.").format(
                step=step, seconds=round(time.monotonic() - self._started)
            )
        )

    def _cancel(self) -> None:
        if self._chain is not None:
            self._say(tr("Stopping…"))
            self._chain.cancel()

    def _failed(self, said: str) -> None:
        self._chain = None
        self._busy(False)
        self._wake()
        if self._outdated:
            self.form.settle()
            said = tr("Stopped: the layers changed while this ran, so nothing was kept. Start it again.")
        self._say(said)
        self.run.setFocus()

    def _done(self, outcome: Outcome) -> None:
        self._chain = None
        self._busy(False)
        self._say("")
        self.finished = outcome.leaves
        self._show_result(outcome)

    def _show_result(self, outcome: Outcome) -> None:
        self.result.tell(outcome)
        if self.job.loads and not outcome.rows:
            released = self.job.releases
            place = self.job.loads.replace(RELEASE, outcome.leaves.name, 1) if released else self.job.loads
            self._load(outcome.folder / place)
        self.pages.setCurrentWidget(self.result)
        self._propose_name()
        self.result.report.setFocus()

    def _load(self, path: Path) -> None:
        if not path.exists():
            return
        layer = QgsVectorLayer(str(path), path.stem, "ogr")
        layer.loadNamedStyle(str(resource("styles", f"{self.job.style}.qml")))
        QgsProject.instance().addMapLayer(layer)

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, tr("Choose the folder"), self.parent_folder.text())
        if chosen:
            self.parent_folder.setText(chosen)

    def _list_runs(self) -> None:
        """Offer the runs that lie in the folder, and to look for one elsewhere."""
        menu = self.resume.menu()
        menu.clear()
        for file, run in earlier_runs(Path(self.parent_folder.text())).items():
            entry = menu.addAction(run.line.replace("&", "&&"))
            entry.triggered.connect(lambda _checked=False, file=file: self.fill_from(file))
        menu.addSeparator()
        menu.addAction(tr("From a &file…")).triggered.connect(self._choose_metrics)

    def _choose_metrics(self) -> None:
        chosen, _filter = QFileDialog.getOpenFileName(
            self, tr("Metrics of an earlier run"), self.parent_folder.text(), tr("JSON files (*.json)")
        )
        if chosen:
            self.fill_from(Path(chosen))

    def fill_from(self, path: Path) -> None:
        """Fill in the answers of an earlier run from its choices or metrics."""
        try:
            earlier = read(path)
        except InputError as error:
            self._say(error.translated(tr))
            return
        models = [job.model for job in self._jobs]
        if earlier.model in models:
            self.kind.setCurrentIndex(models.index(earlier.model))
        self.form.fill(earlier.given)
        said = tr("Filled in from {file}. Check it, then publish.").format(file=earlier.name)
        self._say("\n".join(filter(None, (said, said_absent(earlier.given)))))

    def _open_dialog(self) -> None:
        self.dialog = open_dialog(f"geodeid:{self.job.model}", self._by_id())

    def _by_id(self) -> dict:
        """The choices with layers by their ids, as dialogs take them."""
        return {name: _by_id(value) for name, value in self.form.parameters().items() if value}


def _only(layer, rows: list) -> QgsVectorLayer:
    """A copy of the features of these ids."""
    copy = layer.materialize(QgsFeatureRequest().setFilterFids(rows))
    if copy.featureCount() != len(rows):
        raise InputError("series.rows.changed", "The layers have changed since they were checked. Try again.")
    return copy


def _by_id(value):
    """A layer by its id; anything else as it is."""
    return value.id() if hasattr(value, "id") else value


def _paths(event) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def _dropped(event) -> Path | None:
    """The one file or folder that is dropped."""
    places = _paths(event)
    return places[0] if len(places) == 1 and places[0].exists() else None
