# SPDX-License-Identifier: GPL-2.0-or-later
"""The Processing provider."""

from __future__ import annotations

import shlex
from pathlib import Path

from qgis.core import (
    QgsApplication,
    QgsProcessing,
    QgsProcessingAlgorithm,
    QgsProcessingException,
    QgsProcessingModelAlgorithm,
    QgsProcessingModelChildParameterSource,
    QgsProcessingParameterDefinition,
    QgsProcessingProvider,
)
from qgis.PyQt.QtGui import QIcon

from ..core.base.errors import GeoDeIDError
from ..host import settings
from ..host.compat import STATIC_VALUE, is_null, on_screen
from ..host.installation import guide, resource, version
from ..i18n import tr
from . import areas, clustering, disclosure, geomasking, utility
from .framework import labels, retired
from .framework.base import help_text, refusal
from .framework.retired import RETIRED
from .framework.writing.inmemory import OutputsInMemory

LEFT_OUT_WITHOUT = {"street": "ROADS", "address": "ADDRESSES"}
"""Steps that a run leaves out where their layer was not given."""
PRINTED = ("TITLE", "LEGEND", "CAPTION")
"""Parameters of steps whose text stands on a map."""
NAMED = "INTERNAL"
"""Output of a step whose layer is named there, as “memory:Grid mask”: reports name masks by their layers."""
_MEMORY = "memory:"


class ShippedModel(QgsProcessingModelAlgorithm):
    """A model whose id is its file's name, so that it stays the same in every language."""

    def __init__(self, path: Path):
        super().__init__()
        self._path = path
        self.readable = self.fromFile(str(path))
        self.setSourceFilePath(str(path))
        self._explain()

    def _explain(self) -> None:
        """Give every parameter and output its help, in the language of QGIS."""
        for child in self.childAlgorithms().values():
            self._translate_words(child)  # makes the outputs anew, so it comes first
        told = self.helpContent()
        needed = [] if on_screen() else self._needed()  # QGIS makes every step anew whenever it is asked
        for definition in self.parameterDefinitions():
            definition.setDescription(tr(definition.description()))
            definition.setHelp(tr(str(told.get(definition.name(), ""))))
            if definition.name() == "TITLE":
                definition.setDefaultValue(tr(definition.defaultValue()))
            if definition.name() in needed:
                # qgis_process 3.22 insists on a value else, whatever the default.
                optional = QgsProcessingParameterDefinition.Flag.FlagOptional
                definition.setFlags(definition.flags() | optional)
        for output in [] if on_screen() else self.outputDefinitions():  # on screen it is a layer's name
            output.setDescription(tr(str(told.get(output.name()) or output.description())))

    def _needed(self) -> list:
        """Outputs that a run makes even where nobody names them: other steps read them."""
        return [
            f"{child.childId()}:{title}"
            for child in self.childAlgorithms().values()
            for title, output in child.modelOutputs().items()
            if output.isMandatory()
        ]

    def _completed(self, parameters: dict) -> dict:
        """The parameters, with the defaults of those that were not named, which QGIS hands to no step, and a
        temporary place for each output that is needed and has none."""
        defaults = {one.name(): one.defaultValue() for one in self.parameterDefinitions()}
        unnamed = {
            name: default
            for name, default in defaults.items()
            if is_null(parameters.get(name)) and not is_null(default)
        }
        places = {
            name: QgsProcessing.TEMPORARY_OUTPUT
            for name in self._needed()
            if is_null(parameters.get(name)) or parameters[name] == ""
        }
        return {**parameters, **unnamed, **places}

    def checkParameterValues(self, parameters, context):
        """Accept a run that names no output, and none that names what is gone."""
        sentence = retired.gone(self, self._retired(), parameters)
        fits = super().checkParameterValues(self._completed(parameters), context)
        return (False, sentence) if sentence else fits

    def _translate_words(self, child) -> None:
        """Have a step print its words, and name the layer that it hands on, in the language of QGIS."""
        for name in (*PRINTED, NAMED):
            sources = child.parameterSources().get(name, [])
            if [source.source() for source in sources] == [STATIC_VALUE]:
                mark, words = _MEMORY if name == NAMED else "", str(sources[0].staticValue())
                words = mark + tr(words[len(mark) :])
                child.addParameterSources(
                    name, [QgsProcessingModelChildParameterSource.fromStaticValue(words)]
                )
                self.setChildAlgorithm(child)

    def asQgisProcessCommand(self, parameters, context):
        """What *Copy as qgis_process Command* gives; QGIS leaves names with blanks unquoted."""
        command, fits = super().asQgisProcessCommand(parameters, context)
        for name in parameters:
            command = command.replace(f" --{name}=", f" --{shlex.quote(name)}=")
        return command, fits

    def createInstance(self):
        return ShippedModel(self._path)

    def processAlgorithm(self, parameters, context, feedback):
        """Run the steps in memory, and let the outputs appear together once the last one is done."""
        held = None
        if gone := retired.gone(self, self._retired(), parameters):
            raise QgsProcessingException(gone)
        parameters = self._completed(parameters)
        self.leave_out(parameters)
        try:
            held = OutputsInMemory(self, parameters, context, feedback)
            results = super().processAlgorithm(held.parameters, context, feedback)
            return held.keep(results)
        except GeoDeIDError as error:
            raise refusal(error, self, feedback) from error
        finally:
            if held is not None:
                held.discard()

    def _retired(self) -> dict:
        """What the steps are asked no more, nor is the model: QGIS passes over names it does not know."""
        steps = [child.algorithmId().partition(":")[2] for child in self.childAlgorithms().values()]
        names = {
            name: one for step in (*steps, self.name()) for name, one in retired.retired_of(step).items()
        }
        return {name: one for name, one in names.items() if self.parameterDefinition(name) is None}

    def leave_out(self, parameters: dict) -> None:
        """Take out the steps whose layer was not given, and what the others would read from them."""
        for name in set(self.childAlgorithms()) & set(LEFT_OUT_WITHOUT):
            if not is_null(given := parameters.get(LEFT_OUT_WITHOUT[name])) and given != "":
                continue
            for child in self.childAlgorithms().values():
                for parameter, sources in child.parameterSources().items():
                    kept = [one for one in sources if one.outputChildId() != name]
                    if len(kept) < len(sources):
                        child.addParameterSources(parameter, kept)
                        self.setChildAlgorithm(child)
            self.removeChildAlgorithm(name)

    def name(self):
        return self._path.stem

    def displayName(self):
        return tr(super().name())

    def groupId(self):
        return labels.PUBLISH.id

    def group(self):
        return labels.PUBLISH.shown()

    def helpUrl(self):
        return guide("reference#the-models")

    def shortHelpString(self):
        return help_text(self._summary(), self)

    def shortDescription(self):
        return self._summary().split(". ")[0]

    def _summary(self) -> str:
        return tr(str(self.helpContent().get("ALG_DESC", "")))

    def tags(self):
        return tr(str(self.helpContent().get("ALG_TAGS", ""))).split(", ")

    def icon(self):
        return QIcon(self.svgIconPath())

    def svgIconPath(self):
        return str(resource("icons", "model.svg"))

    def read_again(self) -> None:
        """Read the file once more: outputs are known only where the steps are registered."""
        self.fromFile(str(self._path))
        self._explain()


def shipped_models() -> list[ShippedModel]:
    """Every model below resources/models that this QGIS can read."""
    models = [ShippedModel(path) for path in sorted(resource("models").glob("*.model3"))]
    return [model for model in models if model.readable]


_GROUPS = (areas, clustering, geomasking, disclosure, utility)


class RetiredAlgorithm(QgsProcessingAlgorithm):
    """An algorithm of 0.2 that is gone: it shows nowhere, and tells whoever runs it what it became."""

    def __init__(self, name: str):
        super().__init__()
        self._name = name

    def createInstance(self):
        return RetiredAlgorithm(self._name)

    def name(self):
        return self._name

    def displayName(self):
        return self._name

    def flags(self):
        return super().flags() | QgsProcessingAlgorithm.Flag.FlagDeprecated

    def helpUrl(self):
        return guide("from-0.2")

    def shortDescription(self):
        sentence = tr("“{name}” was an algorithm of GeoDeID 0.2. {became}")
        return sentence.format(name=self._name, became=RETIRED[self._name].became.translated(tr))

    def initAlgorithm(self, configuration=None):
        """It asks nothing."""

    def processAlgorithm(self, parameters, context, feedback):
        raise QgsProcessingException(self.shortDescription())


class GeoDeIDProvider(QgsProcessingProvider):
    """Every algorithm of GeoDeID, under the id ``geodeid``."""

    complete = False
    """Whether QGIS has all of it; what is asked for from then on is to be used."""

    def id(self):
        return "geodeid"

    def name(self):
        return "GeoDeID"

    def versionInfo(self):
        return version()

    def icon(self):
        return QIcon(str(resource("icons", "geodeid.svg")))

    def load(self):
        """Load now, and read the models again once the registry knows the steps that they are made of."""
        QgsApplication.processingRegistry().providerAdded.connect(self._complete)
        settings.offer(self.name(), self.icon())
        return super().load()

    def unload(self):
        """Take the settings away again."""
        settings.withdraw()
        super().unload()

    def _complete(self, provider: str) -> None:
        if provider != self.id():
            return
        QgsApplication.processingRegistry().providerAdded.disconnect(self._complete)
        for algorithm in self.algorithms():
            if isinstance(algorithm, ShippedModel):
                algorithm.read_again()
        self.complete = True

    def loadAlgorithms(self):
        for group in _GROUPS:
            for algorithm in group.ALGORITHMS:
                self.addAlgorithm(algorithm())
        for key in RETIRED:
            if "." not in key:
                self.addAlgorithm(RetiredAlgorithm(key))
        for model in shipped_models():
            self.addAlgorithm(model)
