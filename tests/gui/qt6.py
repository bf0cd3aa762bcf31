# SPDX-License-Identifier: GPL-2.0-or-later
"""Driven under PyQt6 with the classes of QGIS replaced: menu, publish panel, curve, and every other import.

Started by ``test_qt6.py`` in a process of its own; the folder above ``geodeid_plugin`` is its argument. Qt is
real, so what Qt 6 took away (short enums, exec_, moved classes) fails here; QGIS is not, so what it took away
does not.
"""

import importlib
import json
import pkgutil
import sys
import tempfile
import traceback
import types
from pathlib import Path

from PyQt6 import QtCore, QtGui, QtNetwork, QtPrintSupport, QtWidgets, QtXml, sip
from PyQt6.QtCore import QMimeData, QObject, QPoint, QPointF, QRectF, QTimer, QUrl, pyqtSignal
from PyQt6.QtTest import QTest
from PyQt6.QtWidgets import QApplication, QComboBox, QDialog, QMainWindow, QWidget


class AnyAttribute(type):
    """A class of which every attribute can be had: a class again."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        made = AnyAttribute(name, (StandIn,), {})
        setattr(cls, name, made)
        return made

    def __or__(cls, other):
        return cls

    def __iter__(cls):
        return iter(())


class StandIn(metaclass=AnyAttribute):
    """Takes any arguments and answers every question with nothing."""

    def __init__(self, *_args, **_named):
        pass

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_args, **_named: None


class Module(types.ModuleType):
    """A module that has every class that is asked for."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        setattr(self, name, AnyAttribute(name, (StandIn,), {}))
        return vars(self)[name]


class Extent(QRectF):
    def scaled(self, _factor):
        return Extent(self)


class Changes(QObject):
    """Tells that a layer holds something else, or that a bar has one more."""

    told = pyqtSignal(object)


class Layer(StandIn):
    """A layer with two fields and three rows."""

    _changes = Changes()
    dataChanged = subsetStringChanged = layerModified = afterRollBack = _changes.told
    afterCommitChanges = crsChanged = updatedFields = willBeDeleted = _changes.told
    vectorJoins = list

    def __init__(self, name, fields=("tract", "population"), rows=()):
        self._name, self._fields, self._rows = name, fields, rows

    def id(self):
        return self._name

    def fields(self):
        names = self._fields
        found = [
            types.SimpleNamespace(
                name=lambda one=one: one, isNumeric=lambda one=one: one == "population", typeName=str
            )
            for one in names
        ]
        return type("Fields", (list,), {"lookupField": lambda _s, n: names.index(n) if n in names else -1})(
            found
        )

    def extent(self):
        return Extent(0, 0, 4, 3)

    def name(self):
        return self._name

    def featureCount(self):
        return 3

    def getFeatures(self, _request=None):
        return iter(self._rows)


class LayerBox(QComboBox):
    layerChanged = pyqtSignal(object)

    def __init__(self):
        super().__init__()
        self.layers = [Layer("Released", ("record",)), Layer("Study")]
        self.addItems([layer.id() for layer in self.layers])
        self.currentIndexChanged.connect(lambda index: self.layerChanged.emit(self.layers[index]))

    def setFilters(self, _filters):
        pass

    def layer(self, index):
        return self.layers[index]

    def currentLayer(self):
        return self.layers[self.currentIndex()]

    def setLayer(self, layer):
        self.setCurrentIndex(-1 if layer is None else self.layers.index(layer))

    def setAllowEmptyLayer(self, _allowed):
        pass


class FieldBox(QComboBox):
    fieldChanged = pyqtSignal(str)

    def setAllowEmptyFieldName(self, _allowed):
        pass

    def setFilters(self, _filters):
        pass

    shown = None

    def layer(self):
        return self.shown

    def setLayer(self, layer):
        self.shown = layer
        self.clear()
        self.addItems([field.name() for field in layer.fields()])

    def setField(self, name):
        self.setCurrentText(name)
        self.fieldChanged.emit(name)

    def currentField(self):
        return self.currentText()


class Canvas(QWidget):
    extentsChanged = pyqtSignal()

    def __init__(self, *args):
        super().__init__(*args)
        self._extent, self.shown = Extent(), []

    def setCanvasColor(self, colour):
        self.colour = QtGui.QColor(colour)

    def setLayers(self, layers):
        self.shown = layers

    def magnificationFactor(self):
        return getattr(self, "factor", 1.0)

    def setMagnificationFactor(self, factor):
        self.factor = factor

    def extent(self):
        return self._extent

    def setExtent(self, extent, magnified=False):
        self._extent = extent
        self.extentsChanged.emit()

    def __getattr__(self, name):
        if name in ("setDestinationCrs", "refresh"):
            return lambda *_args: None
        raise AttributeError(name)


class Definition:
    """A parameter: a choice among keys, or a field of the layer that another one names."""

    Flag = types.SimpleNamespace(FlagOptional=1)

    def __init__(self, name, options=(), default="", parent="", numeric=None):
        self._name, self._options, self._default, self._parent = name, options, default, parent
        self._type = numeric

    def name(self):
        return self._name

    def options(self):
        return self._options

    def defaultValue(self):
        return self._default

    def parentLayerParameterName(self):
        return self._parent

    def dataType(self):
        return self._type

    def flags(self):
        return 0

    def toolTip(self):
        return "Why it is asked."

    description = name


class Wrapper(QObject):
    """What holds a parameter's label and box in a dialog."""

    widgetValueHasChanged = pyqtSignal(object)

    def __init__(self, definition, _kind=None, value=None):
        super().__init__()
        self._definition, self._value, self._label = definition, value, QtWidgets.QLabel(definition.name())
        self._box = None

    def show(self):
        """Make the box, as QGIS does."""
        self._box = self.createWidget()

    def createWidget(self):
        return QWidget()

    def parameterDefinition(self):
        return self._definition

    def parameterValue(self):
        return self._value

    def wrappedLabel(self):
        return self._label

    def wrappedWidget(self):
        return self._box


class Context(StandIn):
    def takeResultLayer(self, name):
        return Layer(name, rows=[{"risk": r, "placed_move_m": 40 / r} for r in (0.05, 0.1, 0.2, 0.5)])


class Task(QObject):
    """Fails where the risk is the dialog's least, else succeeds, as soon as the events are served."""

    executed = pyqtSignal(bool, dict)

    def __init__(self, _algorithm, parameters, _context, feedback, *_flags):
        super().__init__()
        self.parameters, self.feedback, self.cancelled = parameters, feedback, False

    def cancel(self):
        self.cancelled = True

    def description(self):
        return "Preview"

    def start(self):
        good = self.parameters.get("RISK", 1) > 0.005
        if not good:
            self.feedback.reportError("No strategy keeps this bound.")
        counted = {"PEOPLE": 12345.0, "AREAS": 3, "RECORDS": 3, "OUTSIDE": 0}
        moved = {"PLACED_MOVE_M": 321.0, "MEAN_MOVE_M": 300.0, "ACHIEVED_RISK": 0.2}
        made = {"OUTPUT": "out", "CURVE": "curve"}
        self.executed.emit(good, {**made, **moved, **counted, "DOUBTS": ["Look at it."]})


class Model(StandIn):
    """A model that was read, and has no steps."""

    def fromFile(self, path):
        self.path = path
        return True

    def setSourceFilePath(self, path):
        self.path = path

    def sourceFilePath(self):
        return self.path

    def name(self):
        return "Publish"

    def helpContent(self):
        return {}

    childAlgorithms = helpContent

    def parameterDefinitions(self):
        return []


_PROFILE = tempfile.TemporaryDirectory()


class Application(StandIn):
    """The registry that knows every algorithm, and the tasks that wait for the events."""

    taken = ()

    @staticmethod
    def processingRegistry():
        return types.SimpleNamespace(
            algorithmById=lambda key: key, createAlgorithmById=lambda key: key,
            addProvider=lambda provider: found.setdefault("providers", []).append(provider.id()),
            removeProvider=lambda provider: found["providers"].remove(provider.id()),
        )  # fmt: skip

    @staticmethod
    def getThemeIcon(_name):
        return QtGui.QIcon()

    @staticmethod
    def taskManager():
        return types.SimpleNamespace(addTask=lambda task: QTimer.singleShot(0, task.start))

    @classmethod
    def instance(cls):
        return cls()

    @staticmethod
    def translation():
        return ""

    @staticmethod
    def locale():
        return "en"

    @staticmethod
    def platform():
        return "desktop"

    @staticmethod
    def qgisSettingsDirPath():
        return _PROFILE.name


class Project(StandIn):
    class _Told(QObject):
        layersAdded, layersWillBeRemoved = pyqtSignal(list), pyqtSignal(list)

    _told = _Told()
    layersAdded, layersWillBeRemoved = _told.layersAdded, _told.layersWillBeRemoved

    @classmethod
    def instance(cls):
        return cls()

    def mapLayers(self):
        return {}

    def mapLayer(self, name):
        return Layer(name) if name else None

    def layerTreeRoot(self):
        return types.SimpleNamespace(findLayers=list, findLayer=lambda _name: None)

    def read(self, path):
        found.setdefault("projects", []).append(path)


class Interface(QObject):
    """What the desktop offers a plugin."""

    def __init__(self):
        super().__init__()
        self.window = QMainWindow()
        self.actions = []

    def mainWindow(self):
        return self.window

    def mapCanvas(self):
        return None

    def messageBar(self):
        return types.SimpleNamespace(widgetAdded=Layer._changes.told, items=list)

    def newProject(self, ask):
        return ask

    def addPluginToMenu(self, _menu, action):
        self.actions.append(action)

    def addToolBarIcon(self, action):
        self.toolbar = [action]

    def removeToolBarIcon(self, action):
        self.toolbar.remove(action)

    def removePluginMenu(self, _menu, action):
        self.actions.remove(action)

    def addDockWidget(self, area, panel):
        self.window.addDockWidget(area, panel)

    def removeDockWidget(self, panel):
        self.window.removeDockWidget(panel)


class Dialog(QDialog):
    def __init__(self, algorithm="", parameters=None):
        super().__init__()
        found.setdefault("dialogs", []).append([algorithm, sorted(parameters or {})])

    def setModel(self, model):
        found.setdefault("designed", []).append(model.sourceFilePath())


def cast(widget, kind):
    """A widget as what it is; sip knows no class that was made in Python."""
    return widget if isinstance(widget, kind) else sip.cast(widget, kind)


def replace_qgis():
    """Put PyQt6 behind ``qgis.PyQt`` as QGIS 4 does, and stand-ins in the place of QGIS."""
    core, gui, pyqt = Module("qgis.core"), Module("qgis.gui"), types.ModuleType("qgis.PyQt")
    core.QgsApplication, core.QgsProject = Application, Project
    core.QgsProcessingContext, core.QgsProcessingAlgRunnerTask = Context, Task
    core.QgsProcessingModelAlgorithm = Model
    core.Qgis = AnyAttribute("Qgis", (StandIn,), {"QGIS_VERSION_INT": 40000})
    gui.QgsMapLayerComboBox, gui.QgsFieldComboBox, gui.QgsMapCanvas = LayerBox, FieldBox, Canvas
    gui.QgsAbstractProcessingParameterWidgetWrapper = Wrapper
    core.QgsVectorLayer = Layer
    QtWidgets.QAction = QtGui.QAction  # as the shim of QGIS has it
    parts = {"QtCore": QtCore, "QtGui": QtGui, "QtWidgets": QtWidgets, "QtXml": QtXml,
             "sip": types.SimpleNamespace(isdeleted=sip.isdeleted, cast=cast),
             "QtPrintSupport": QtPrintSupport, "QtNetwork": QtNetwork}  # fmt: skip
    for name, module in parts.items():
        setattr(pyqt, name, module)
        sys.modules[f"qgis.PyQt.{name}"] = module
    pyqt.QtSvg = sys.modules["qgis.PyQt.QtSvg"] = Module("qgis.PyQt.QtSvg")
    processing = types.ModuleType("processing")
    processing.createAlgorithmDialog = Dialog
    qgis = types.ModuleType("qgis")
    qgis.core, qgis.gui, qgis.PyQt = core, gui, pyqt
    sys.modules.update({
        "qgis": qgis, "qgis.core": core, "qgis.gui": gui, "qgis.PyQt": pyqt,
        "qgis.utils": Module("qgis.utils"),
        "processing": processing,
    })  # fmt: skip


def import_everything():
    package = importlib.import_module("geodeid_plugin")
    for module in pkgutil.walk_packages(package.__path__, "geodeid_plugin."):
        importlib.import_module(module.name)
        found["imported"] = found.get("imported", 0) + 1


def colours(widget) -> int:
    """Different colours in what a widget draws."""
    image = widget.grab().toImage()
    return len({image.pixel(x, y) for x in range(image.width()) for y in range(image.height())})


def use_the_menu(interface):
    """Trigger every entry, as a click does."""
    for action in list(interface.actions):
        action.trigger()
    found["entries"] = len(interface.actions)


def use_the_panel(panel):
    """Move, choose, wait and open every option, as somebody at the desktop would."""
    form, shown = panel.form, panel.preview
    panel.resize(420, 760)
    form.areas.setCurrentIndex(1)
    found["chosen"] = [form.patients.currentText(), form.population.currentField()]
    form.people.setValue(200)
    QTest.qWait(700)
    found["refused"] = panel.status.text()
    form.audience.setCurrentIndex(form.audience.findData("ema_0070"))
    shown.setCurrentIndex(1)
    QTest.qWait(700)
    found["status"], found["risk"], found["card"] = panel.status.text(), form.limit(), panel.card.text()
    found["shown"] = [layer.id() for layer in shown.after.shown]
    found["curve"] = [len(shown.curve.points), colours(shown.curve)]
    QTest.keyClick(form.slider, QtCore.Qt.Key.Key_Left)
    found["slid"] = form.limit()
    QTest.mouseClick(panel.more, QtCore.Qt.MouseButton.LeftButton)
    found["name"] = shown.curve.accessibleDescription()
    for row in range(panel.kind.count()):
        panel.kind.setCurrentIndex(row)
        found.setdefault("buttons", []).append(panel.run.text())


class MadeChain(QObject):
    """A run of a model that says how far it is and ends green; the second is cancelled."""

    progressed, done, failed = pyqtSignal(float, str), pyqtSignal(dict), pyqtSignal(str)
    left, results = 1, {}

    def __init__(self, _model, parameters, parent):
        super().__init__(parent)
        self._parameters = parameters

    def start(self):
        self.progressed.emit(0.5, "Masking")
        if MadeChain.left:
            MadeChain.left -= 1
            QTimer.singleShot(0, lambda: self.done.emit({}))

    def cancel(self):
        self.failed.emit("Cancelled: nothing was kept.")

    def read(self, _step, output):
        return {"VERDICT": "passed", "VERDICT_TEXT": "Passed."}.get(output)


def use_files(panel, folder):
    """Drop a picture and a document, and choose them, an earlier run and a folder in dialogs."""
    picture, paper, earlier = folder / "map.png", folder / "paper.docx", folder / "metrics.json"
    for path in (picture, paper):
        path.write_bytes(b"")
    earlier.write_text('{"model": "publishmaskeddotmap", "parameters": {"AREAS": "Released", "RISK": 0.25}}')
    left, none = QtCore.Qt.MouseButton.LeftButton, QtCore.Qt.KeyboardModifier.NoModifier
    copy = QtCore.Qt.DropAction.CopyAction
    for path in (paper, picture):
        held = QMimeData()
        held.setUrls([QUrl.fromLocalFile(str(path))])
        entering = QtGui.QDragEnterEvent(QPoint(9, 9), copy, held, left, none)
        panel.dragEnterEvent(entering)
        panel.dropEvent(QtGui.QDropEvent(QPointF(9, 9), copy, held, left, none))
        found.setdefault("dropped", []).append([entering.isAccepted(), panel.kind.currentIndex()])
    found["asked"] = found["dialogs"].pop()
    found["picture"] = [panel.form.image.text() == str(picture), "IMAGE" in panel.form.parameters()]
    panel.resume.menu().aboutToShow.emit()
    elsewhere = panel.resume.menu().actions()[-1].trigger
    for ask, chosen in (
        (panel.form.browse.click, paper),
        (panel.document.click, paper),
        (elsewhere, earlier),
    ):
        QtWidgets.QFileDialog.getOpenFileName = staticmethod(lambda *_args, chosen=chosen: (str(chosen), ""))
        ask()
    found["dialogs"].pop()
    found["filled"] = [panel.kind.currentIndex(), panel.form.limit(), panel.form.image.text()]
    QtWidgets.QFileDialog.getExistingDirectory = staticmethod(lambda *_args: str(folder))
    panel.browse.click()


def publish(panel, folder):
    """Publish into a folder that was chosen, and cancel a second run."""
    from geodeid_plugin.gui.publish.running import publication as module

    module.Chain = MadeChain
    opened = found["opened"] = []
    QtGui.QDesktopServices.openUrl = staticmethod(lambda address: opened.append(address.fileName()))
    panel.form.areas.setCurrentIndex(1)
    QTest.qWait(50)
    made = folder / panel.name.text()
    panel.run.click()
    found["under way"] = [panel.run.isEnabled(), panel.stop.isEnabled(), panel.progress.value()]
    QTest.qWait(50)
    said = [panel.result.word.text(), panel.result.why.text()]
    found["published"] = [*said, sorted(path.name for path in made.iterdir())]
    (made / "internal" / "report.html").write_text("")
    panel.result.report.click()
    panel.name.setText("second")
    panel.run.click()
    panel.stop.click()
    found["cancelled"] = [panel.said.text(), (folder / "second").exists()]


def use_the_boxes():
    """Choose a method, which hides the sizes of the others; take the likely field of a layer, and another."""
    from qgis.core import QgsProcessingParameterField

    from geodeid_plugin.gui.choices import WordedChoice
    from geodeid_plugin.gui.fieldguess import GuessingField

    size, other = Wrapper(Definition("MAX_DISTANCE")), Wrapper(Definition("SIZE"))
    method = WordedChoice(Definition("METHOD", ("donut", "grid"), "donut"), None)
    layer = Layer("Study")
    layer.isValid = lambda: True
    areas = Wrapper(Definition("STUDY"), value=layer)
    types_of_data = QgsProcessingParameterField.DataType
    field = GuessingField(
        Definition("POPULATION", parent="STUDY", numeric=types_of_data.Any), None, guess="population"
    )
    rows = [size, other, method, areas, field]
    for row in rows:
        row.show()
    for row in (method, field):
        row.postInitialize(rows)
    words, hidden = method.box.currentText(), [one.wrappedWidget().isHidden() for one in (size, other)]
    method.setWidgetValue(1, None)
    found["method"] = [words, hidden, method.widgetValue()]
    guessed = field.widgetValue()
    field.setWidgetValue("tract", None)
    found["field"] = [guessed, field.widgetValue()]


def main(folder):
    sys.path.insert(0, folder)
    replace_qgis()
    application = QApplication([])
    import_everything()
    from geodeid_plugin import classFactory

    interface = Interface()
    plugin = classFactory(interface)
    plugin.initGui()
    use_the_menu(interface)
    panel = interface.window.findChild(QtWidgets.QDockWidget, "GeoDeIDPublish")
    use_the_panel(panel)
    with tempfile.TemporaryDirectory() as files:
        use_files(panel, Path(files))
        publish(panel, Path(files))
    use_the_boxes()
    plugin.unload()
    application.processEvents()
    found["left"] = [len(interface.actions), found.pop("providers")]


found = {}
if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except Exception:
        found["error"] = traceback.format_exc()
    print(json.dumps(found))
