# SPDX-License-Identifier: GPL-2.0-or-later
"""Names that other people's models and scripts rely on: they may grow, and never go."""

import pytest
from qgis.core import QgsApplication, QgsProcessingParameterEnum, QgsProcessingParameterField

AREAS = "AREAS AREA_ID POPULATION"
CONTRACT = {
    "capneighbours": ("AREAS AREA_ID K METRIC BOUNDARY", "OUTPUT LINES"),
    "adjacentareas": ("AREAS AREA_ID TOLERANCE", "OUTPUT LINES"),
    "clusterareas": (
        f"{AREAS} CASES BOUNDARY RISK_METRIC THRESHOLD",
        "OUTPUT CLUSTERS REPORT CLUSTER_COUNT WORST_RISK MEAN_MOVE_M UNRESOLVED_COUNT",
    ),
    "cropcodes": (f"{AREAS} CODE LENGTH MINIMUM", "OUTPUT REPORT WORST_RISK MEAN_MOVE_M"),
    "releaseareas": (
        "RECORDS RECORD_AREA CLUSTERED FORM KEEP_FIELDS TOTALS RELEASE_RULE",
        "OUTPUT INTERNAL",
    ),
    "releasegrid": ("POINTS SHAPE SIZE SMALL_CELL", "OUTPUT"),
    "auditcounts": ("COUNTS COUNT_FIELD BOUNDARY TOTALS OTHER", "OUTPUT EXACT_COUNT VERDICT"),
    "lpstrategy": (
        f"{AREAS} RECORDS RISK MODEL K DESTINATIONS BOUNDARY OBJECTIVE RISKS",
        "OUTPUT CURVE REPORT EXPECTED_MOVE_M ACHIEVED_RISK WIELAND_RISK SMALLEST_RISK GAP",
    ),
    "lpmask": (
        f"PATIENTS {AREAS} RISK MODEL BOUNDARY STRATEGY STRATUM KEEP_FIELDS LEDGER LEDGER_KEY LEDGER_ID",
        "OUTPUT INTERNAL REPORT PLACED_MOVE_M ACHIEVED_RISK WIELAND_RISK MEAN_MOVE_M RECORDS",
    ),
    "randommask": ("PATIENTS METHOD WITHIN KEEP_FIELDS", "OUTPUT INTERNAL"),
    "auditstrategy": (f"STRATEGY {AREAS} RECORDS RISK", "OUTPUT PASSED WORST_RISK WIELAND_RISK REPORT"),
    "evaluatemask": ("ORIGINAL MASKED LINK ADDRESSES AREAS POPULATION", "OUTPUT REPORT"),
    "mappreview": ("LAYER BASEMAP SCALE DPI SIZE TITLE", "IMAGE"),
    "georeferencemap": ("IMAGE OUTLINE GCPS CRS", "OUTPUT RMSE_M REPORT"),
    "mapdots": ("IMAGE SENSITIVITY", "OUTPUT CLASSES COUNT"),
    "mapreidentification": (
        "IMAGE OUTLINE GCPS TRUTH ADDRESSES LIMIT",
        "OUTPUT REPORT RECOVERED PRECISION MEAN_DISTANCE_M VERDICT",
    ),
    "checkdocument": (
        "FILE OUTLINE TRUTH AREAS POPULATION ADDRESSES LIMIT AUDIENCE",
        "OUTPUT REPORT VERDICT METRICS",
    ),
    "uniqueness": ("RECORDS MODELS SIZES K", "OUTPUT REPORT"),
    "geoproxy": (
        "VISITS PATIENTS AREAS AREA_ID PREFIXES",
        "OUTPUT PATIENT_RANKS REPORT TOP_SHARE",
    ),
    "scanstatistic": (
        "CASES CONTROLS AREAS CASES_FIELD POPULATION CONTROLS_FIELD SIMULATIONS MAX_SHARE",
        "OUTPUT P_VALUE REPORT",
    ),
    "clusterpreservation": ("CASES CONTROLS STRATEGY SIMULATIONS", "OUTPUT REPORT"),
}
CHOICES = {
    ("capneighbours", "METRIC"): "hausdorff centre",
    ("clusterareas", "RISK_METRIC"): "population cases maximum average",
    ("releaseareas", "FORM"): "member cluster dissolved",
    ("releasegrid", "SHAPE"): "square hexagon quadtree h3",
    ("releaseareas", "RELEASE_RULE"): "suppress round cellkey",
    ("lpmask", "MODEL"): "revised wieland",
    ("lpstrategy", "OBJECTIVE"): "distance squared",
    (
        "randommask",
        "METHOD",
    ): "donut uniform gaussian populationdonut grid hexagon swap street address elimination geoind optimal",
}


def algorithm(name):
    return QgsApplication.processingRegistry().algorithmById(f"geodeid:{name}")


@pytest.mark.parametrize("name", CONTRACT)
def test_parameters_and_outputs_keep_their_names(qgis_app, name):
    inputs, outputs = (set(names.split()) for names in CONTRACT[name])
    parameters = {p.name() for p in algorithm(name).parameterDefinitions()}
    given = {o.name() for o in algorithm(name).outputDefinitions()} | parameters
    assert inputs <= parameters
    assert outputs <= given


@pytest.mark.parametrize(("name", "parameter"), CHOICES)
def test_options_keep_their_names_and_are_given_by_name(qgis_app, name, parameter):
    definition = algorithm(name).parameterDefinition(parameter)
    assert isinstance(definition, QgsProcessingParameterEnum)
    assert definition.usesStaticStrings()
    assert set(CHOICES[name, parameter].split()) <= set(definition.options())


def test_boundary_is_a_field_wherever_it_is_asked_for(qgis_app):
    for entry in QgsApplication.processingRegistry().providerById("geodeid").algorithms():
        definition = entry.parameterDefinition("BOUNDARY")
        assert definition is None or isinstance(definition, QgsProcessingParameterField), entry.name()
