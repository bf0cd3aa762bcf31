# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven inside a real QGIS with real clicks and keys: the publish panel and the models' menu.

Started by ``qgis --code``; the folder of the results comes in GEODEID_SHOTS, the plugin from QGIS_PLUGINPATH.
"""

import faulthandler
import gc
from pathlib import Path

from qgis.core import QgsApplication, QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QMimeData, QPoint, QPointF, QRect, Qt, QTimer, QUrl
from qgis.PyQt.QtGui import QDragEnterEvent, QDropEvent
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QScrollBar,
    QWidget,
)
from qgis.utils import iface, loadPlugin, startPlugin
from stepping import SHOTS, coarse, small_sample, start, until

faulthandler.enable()  # where QGIS dies, every thread says where it was
found = {}


def steps():
    """Do one thing after another; each ``yield`` lets QGIS work for so many milliseconds."""
    iface.mainWindow().setGeometry(QRect(0, 0, 1366, 768))
    loadPlugin("geodeid_plugin")
    startPlugin("geodeid_plugin")
    yield from keep_or_leave()
    yield 2500
    yield from menu()
    yield from open_panel()
    panel = iface.mainWindow().findChild(QDockWidget, "GeoDeIDPublish")
    yield from preview(panel)
    yield from slide(panel)
    yield from link(panel.preview)
    yield from presets(panel.form)
    names(panel)
    yield from options(panel)
    yield from publish(panel)
    yield from others(panel)
    yield from kinds(panel)
    yield from dropped(panel)
    yield from design()


def open_panel():
    """From the menu, while a release lies among the layers."""
    released = QgsVectorLayer("Point?crs=EPSG:4326&field=record:integer", "A masked layer", "memory")
    QgsProject.instance().addMapLayer(released)
    action("Publish…").trigger()
    yield 500
    form = iface.mainWindow().findChild(QDockWidget, "GeoDeIDPublish").form
    found["chosen"] = [box.currentText() for box in (form.patients, form.areas, form.outline)]
    found["unasked"] = [form.audience.currentText(), form.people.text()]
    found["fields"] = [form.area_id.currentField(), form.population.currentField()]
    QgsProject.instance().removeMapLayer(released)


def preview(panel):
    """What the panel shows before anything is published."""
    yield from until(lambda: panel.preview.masked is not None)
    found["unseen"] = panel.preview.curve.points
    panel.preview.setCurrentIndex(1)
    yield from until(lambda: panel.preview.curve.points)
    panel.preview.setCurrentIndex(0)
    found["masked"] = panel.preview.masked.featureCount()
    found["curve"] = panel.preview.curve.points
    found["status"], found["card"] = panel.status.text(), panel.card.text()
    found["first"] = panel.preview.curve.current
    scroll = panel.form_page
    found["height"] = [scroll.widget().minimumSizeHint().height(), scroll.height()]
    iface.mainWindow().grab().save(str(SHOTS / "preview.png"))


def keep_or_leave():
    """Ask for the sample while the open project has changes: first stay, then discard them."""
    QgsProject.instance().setTitle("my work")
    QgsProject.instance().setDirty(True)
    answer(QMessageBox.StandardButton.Cancel)
    action("Open the sample").trigger()
    yield 500
    found["stayed"] = QgsProject.instance().title()
    answer(QMessageBox.StandardButton.Discard)
    action("Open the sample").trigger()
    yield 1000
    found["sample"] = QgsProject.instance().fileName()
    found["sources"] = sorted({layer.source() for layer in QgsProject.instance().mapLayers().values()})


def answer(button):
    """Click a button of the next question."""

    def click():
        box = QApplication.activeModalWidget()
        if box is None:
            QTimer.singleShot(200, click)
        else:
            found.setdefault("asked", []).append(box.text())
            QTest.mouseClick(box.button(button), Qt.MouseButton.LeftButton)

    QTimer.singleShot(500, click)


def menu():
    """Open a dialog of the plugin's: it starts with the likely fields; click Run: it answers."""
    said = []
    QgsApplication.messageLog().messageReceived.connect(lambda text, _tag, _level: said.append(text))
    from geodeid_plugin.gui.dialogs import open_dialog

    open_dialog("geodeid:publishmaskeddotmap")
    yield 1500
    # Neither this driver nor the main window's wrapper may keep the dialog: a dialog that nobody keeps
    # loses its Python half, and its Run does nothing.
    gc.collect()
    title = "Publish a masked dot map"  # QGIS 3.40 sets the group before it
    shown = [w for w in QApplication.topLevelWidgets() if w.windowTitle().endswith(title)]
    values = shown[0].createProcessingParameters()
    found["preset"] = [values.get("AREA_ID"), values.get("POPULATION")]
    boxes = {box.currentText(): box for box in shown[0].findChildren(QComboBox)}
    boxes["population"].setCurrentText("fid")
    run = next(button for button in shown[0].findChildren(QPushButton) if button.text() == "Run")
    QTest.mouseClick(run, Qt.MouseButton.LeftButton)
    found["said"] = said
    yield from until(lambda: any("numbers the rows" in text for text in said), 20)
    shown[0].close()


def slide(panel):
    """Click left of the slider's handle, and use the keyboard."""
    form, shown = panel.form, panel.preview
    before, old = form.limit(), shown.masked
    QTest.mouseClick(form.slider, Qt.MouseButton.LeftButton, pos=QPoint(4, form.slider.height() // 2))
    found["risks"] = [before, form.limit()]
    yield from until(lambda: shown.masked is not old)
    found["slid"] = shown.curve.current
    form.slider.setFocus()
    QTest.keyClick(form.slider, Qt.Key.Key_Left)
    found["risks"].append(form.limit())
    shown.setCurrentIndex(1)
    yield 300
    iface.mainWindow().grab().save(str(SHOTS / "preview_curve.png"))
    shown.setCurrentIndex(0)


def link(shown):
    """Zoom one map; the other follows."""
    shown.before.zoomByFactor(0.5)
    yield 300
    found["linked"] = shown.before.extent().toString(0) == shown.after.extent().toString(0)


def presets(form):
    """Choose an audience by the keyboard; a move of the risk takes it back."""
    form.audience.setFocus()
    QTest.keyClicks(form.audience, "EMA")
    yield 100
    found["audience"] = [form.audience.currentData(), form.people.text()]
    found["offered"] = [form.audience.itemText(row) for row in range(form.audience.count())]
    form.people.setFocus()
    form.people.selectAll()
    QTest.keyClicks(form.people, "4")
    QTest.keyClick(form.people, Qt.Key.Key_Return)
    yield 100
    found["own"] = [form.audience.currentData(), form.people.text(), form.parameters()["RISK"]]


def names(panel):
    """The order of the Tab key: where it comes, and whether a screen reader can name it."""
    seen = walked(panel)
    found["walked"] = [type(w).__name__ for w in seen]
    found["unnamed"] = [type(w).__name__ for w in seen if not spoken(w)]
    wanted = [panel.kind, panel.resume, panel.form.audience, panel.form.patients, panel.form.areas,
              panel.form.area_id, panel.form.population, panel.name, panel.run, panel.more]  # fmt: skip
    found["missed"] = [w.accessibleName() for w in wanted if w not in seen]


def walked(panel):
    """The controls of the panel in the order of the Tab key, the first one first."""
    seen, widget = [panel.kind], panel.kind.nextInFocusChain()
    while widget is not panel.kind and len(seen) < 500:
        mine = panel.widget().isAncestorOf(widget) and widget.isVisible() and widget.isEnabled()
        if mine and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
            seen.append(widget)
        widget = widget.nextInFocusChain()
    return seen


def kinds(panel):
    """Where the Tab key comes in each kind of the panel, in the order in which it comes there."""
    found["kinds"] = {}
    for row, job in enumerate(panel._jobs):
        panel.kind.setCurrentIndex(row)
        yield 300
        seen = walked(panel)
        controls = [
            w for w in panel.widget().findChildren(QWidget)
            if isinstance(w, (QAbstractButton, QComboBox, QLineEdit, QAbstractSpinBox, QAbstractSlider))
            and w.isVisible() and w.isEnabled() and w.focusPolicy() & Qt.FocusPolicy.TabFocus
            and w.focusProxy() is None and not isinstance(w, QScrollBar)
            and not isinstance(w.parent(), QAbstractSpinBox)
        ]  # fmt: skip
        shown = [w for w in seen if not isinstance(w.parent(), (QAbstractSpinBox, QComboBox))]
        found["kinds"][job.model] = {
            "unnamed": [type(w).__name__ for w in seen if not spoken(w)],
            "missed": [spoken(w) for w in controls if w not in seen],
            "twice": [one for one in map(spoken, shown) if [*map(spoken, shown)].count(one) > 1],
            "places": [[spoken(w), *place(panel, w)] for w in shown],
            "labels": [w.text() for w in panel.form.findChildren(QLabel) if w.isVisible() and not w.buddy()],
        }  # fmt: skip


def spoken(widget):
    """What a screen reader says of a control."""
    return widget.accessibleName() or getattr(widget, "text", str)()


def place(panel, widget):
    """Part of the panel, line and column: the foot stays in sight and comes last."""
    foot = panel.run.parentWidget()
    at = widget.mapTo(panel.widget(), widget.rect().center())
    return [int(foot.isAncestorOf(widget)), at.y(), at.x()]


def options(panel):
    """Every option: the model's own dialog opens, filled in."""
    QTest.mouseClick(panel.more, Qt.MouseButton.LeftButton)
    yield 1500
    dialog = panel.dialog
    found["dialog"] = dialog.algorithm().id()
    values = dialog.createProcessingParameters()
    found["filled"] = [values.get("AREA_ID"), values.get("POPULATION"), values.get("RISK")]
    dialog.grab().save(str(SHOTS / "preview_dialog.png"))
    dialog.close()
    yield 200


def publish(panel):
    """Publish two counties of the sample for the EMA, with one click; first cancel it once."""
    small_sample()
    coarse(panel.form)
    yield 1000
    yield from until(lambda: panel.card.text() != "Checking…", 60)
    panel.form.audience.setCurrentIndex(panel.form.audience.findData("ema_0070"))
    panel.parent_folder.setText(str(SHOTS))
    panel.name.setText("published")
    QTest.mouseClick(panel.run, Qt.MouseButton.LeftButton)
    yield 700
    QTest.mouseClick(panel.stop, Qt.MouseButton.LeftButton)
    yield from until(lambda: panel.run.isEnabled())
    found["cancelled"] = [panel.said.text(), sorted(p.name for p in SHOTS.glob("*published*"))]
    QTest.mouseClick(panel.run, Qt.MouseButton.LeftButton)
    yield 3000
    iface.mainWindow().grab().save(str(SHOTS / "publishing.png"))
    yield from until(lambda: panel.run.isEnabled())
    found["published"] = panel.result.place.text()
    numbers = panel.result.figures
    numbers.setFocus()
    QTest.keyClick(numbers, Qt.Key.Key_Tab)
    QTest.keyClick(numbers, Qt.Key.Key_Return)
    found["explained"] = [numbers.text(), numbers.meaning.text(), numbers.drawn.isVisible()]
    numbers.open("move")
    yield 500
    film = numbers.drawn.movie()
    found["film"] = [film.isValid(), film.currentFrameNumber() >= 0, film.loopCount()]
    QTest.keyClick(numbers.card, Qt.Key.Key_Escape)
    found["files"] = files("published")
    found["hidden"] = [p.name for p in SHOTS.glob(".*")]
    found["loaded"] = sorted(layer.name() for layer in QgsProject.instance().mapLayers().values())
    yield 500
    iface.mainWindow().grab().save(str(SHOTS / "published.png"))
    panel.name.setText("published")
    QTest.mouseClick(panel.run, Qt.MouseButton.LeftButton)
    yield 300
    found["again"] = panel.said.text()
    panel.form.audience.setCurrentIndex(panel.form.audience.count() - 1)
    panel.fill_from(SHOTS / "published" / "internal" / "mask_metrics.json")
    panel.form.population.setField("")
    panel.kind.setCurrentIndex(3)
    panel.fill_from(SHOTS / "published" / "internal" / "choices.json")
    found["again_chosen"] = [panel.kind.currentIndex(), panel.form.population.currentField()]
    found["resumed"] = [panel.form.audience.currentData(), panel.form.population.currentField()]


def files(name):
    """Everything in a folder."""
    folder = SHOTS / name
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def others(panel):
    """The other things that the panel does, on what was published just now."""
    for row, name in ((1, "counted"), (2, "checked"), (3, "compared")):
        panel.kind.setCurrentIndex(row)
        yield 300
        panel.form.patients.setCurrentText("Patients (synthetic points) – internal, do not release")
        panel.form.masked.setCurrentText("masked_points")
        panel.form.image.setText(str(SHOTS / "published" / "release" / "map.png"))
        panel.name.setText(name)
        QTest.mouseClick(panel.run, Qt.MouseButton.LeftButton)
        yield 1000
        yield from until(lambda: panel.run.isEnabled())
        found[name] = [panel.said.text() + panel.result.place.text(), files(name)]
        iface.mainWindow().grab().save(str(SHOTS / f"{name}.png"))


def dropped(panel):
    """Drop a picture, which the panel checks itself, and a document, for which a dialog opens."""
    panel.kind.setCurrentIndex(0)
    picture = SHOTS / "published" / "release" / "map.png"
    paper = SHOTS / "published" / "release" / "report.html"
    drop(panel, picture)
    found["dropped"] = [panel.job.model, panel.form.image.text() == str(picture)]
    drop(panel, paper)
    yield 1500
    values = panel.dialog.createProcessingParameters()
    found["document"] = [panel.dialog.algorithm().id(), Path(values["FILE"]).name, values.get("POPULATION")]
    found["document_limit"] = [values.get("AUDIENCE"), panel.form.audience.currentData()]
    panel.dialog.grab().save(str(SHOTS / "document_dialog.png"))
    panel.dialog.close()
    drop(panel, paper.parent)
    yield 1500
    values = panel.dialog.createProcessingParameters()
    found["folder"] = [values.get("FILE"), Path(values["FOLDER"]).name, panel.document.isEnabled()]
    panel.dialog.close()


def drop(panel, path):
    """Let go of a file above the panel, as a file manager does."""
    held = QMimeData()
    held.setUrls([QUrl.fromLocalFile(str(path))])
    spot, action_ = QPoint(20, 20), Qt.DropAction.CopyAction
    buttons = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(panel, QDragEnterEvent(spot, action_, held, *buttons))
    QApplication.sendEvent(panel, QDropEvent(QPointF(spot), action_, held, *buttons))


def design():
    """Open a shipped model in the Model Designer."""
    from processing.modeler import ModelerDialog

    model = QgsApplication.processingRegistry().algorithmById("geodeid:publishmaskeddotmap")
    designer = ModelerDialog.ModelerDialog()
    designer.loadModel(model.sourceFilePath())
    designer.show()
    yield 1500
    designer.resize(1600, 950)
    yield 500
    found["steps"] = len(designer.model().childAlgorithms())
    from qgis.PyQt.QtWidgets import QGraphicsView

    view = designer.findChild(QGraphicsView)
    view.fitInView(view.scene().itemsBoundingRect(), Qt.AspectRatioMode.KeepAspectRatio)
    yield 500
    designer.grab().save(str(SHOTS / "model.png"))


def action(text):
    """Entry of the plugin's menu."""
    entries = iface.pluginMenu().findChildren(type(iface.actionPan()))
    entries += iface.mainWindow().findChildren(type(iface.actionPan()))
    return next(entry for entry in entries if text in entry.text())


start(steps, found, "panel")
