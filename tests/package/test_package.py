# SPDX-License-Identifier: GPL-2.0-or-later
"""The built plugin is what the public repository accepts, and the checks can fail."""

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "build" / "geodeid_plugin"


def lint(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / "lint" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def bad_package(tmp_path):
    package = tmp_path / "geodeid_plugin"
    package.mkdir()
    (package / "__init__.py").write_text("x = 1\n")
    (package / "left_over.pyc").write_bytes(b"")
    (package / "metadata.txt").write_text("[general]\nname=X\nicon=none.svg\n")
    return package


@pytest.mark.slow
def test_the_built_plugin_passes_every_check():
    pytest.importorskip("detect_secrets", reason="development packages are not installed")
    result = subprocess.run([ROOT / "scripts" / "check_package"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_a_package_without_licence_with_forbidden_files_and_poor_metadata_is_refused(bad_package):
    found = lint("package_files").problems(bad_package)
    for part in ("missing LICENSE", "left_over.pyc", "lacks description", "no licence line", "icon", "zips"):
        assert any(part in sentence for sentence in found), part


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [
        "from PyQt5.QtCore import Qt",
        "dialog.exec_()",
        "kind = QVariant.String",
        "side = Qt.AlignLeft",
        "kind = QgsProcessing.TypeVectorPoint",
        "layout.renderContext().setFlag(layout.renderContext().FlagAntialiasing, True)",
        "parameter.setFlags(parameter.flags() | parameter.FlagAdvanced)",
        "self._parameter.FlagHidden",
        "number = QgsProcessingParameterNumber\nkind = number.Double",
        "kinds, number = QgsProcessing, 3\nkind = kinds.TypeVectorPoint",
        "from qgis.core import QgsProcessing as Kinds\nkind = Kinds.TypeVectorPoint",
    ],
)
def test_code_that_qt_6_breaks_is_found(code):
    qt6 = lint("qt6")
    pytest.importorskip("PyQt6", reason="PyQt6 is not installed", exc_type=ImportError)
    pytest.importorskip("qgis.core")
    enums = {**qt6.qt_enums(), **qt6.qgis_enums()}
    assert list(qt6.in_module(ast.parse(code), "module.py", enums))


@pytest.mark.parametrize(
    "code",
    [
        "side = Qt.AlignmentFlag.AlignLeft",
        "dialog.exec()",
        "number = QgsProcessingParameterNumber\nkind = number.Type.Double",
        "kinds, number = QgsProcessing.SourceType, 3\nkind = kinds.TypeVectorPoint",
        "from . import charts\nline = charts.Line(3)",
        "raster = driver.Create(path)",
    ],
)
def test_code_that_qt_6_accepts_is_left_alone(code):
    pytest.importorskip("PyQt6", reason="PyQt6 is not installed", exc_type=ImportError)
    pytest.importorskip("qgis.core")
    qt6 = lint("qt6")
    enums = {**qt6.qt_enums(), **qt6.qgis_enums()}
    assert not list(qt6.in_module(ast.parse(code), "module.py", enums))


@pytest.mark.slow
def test_the_core_imports_neither_qgis_nor_anything_but_its_packages():
    allowed = {"numpy", "scipy", "shapely", "highspy", "numba"}
    for path in (ROOT / "geodeid_plugin" / "core").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                modules = [node.module]
            else:
                continue
            for module in modules:
                top = module.split(".")[0]
                assert top in allowed or top in sys.stdlib_module_names, f"{path.name} imports {module}"


@pytest.mark.slow
def test_the_plugin_loads_with_numpy_alone(tmp_path):
    code = (
        "import sys\n"
        "for name in ('scipy', 'shapely', 'pyproj', 'jinja2', 'PIL'): sys.modules[name] = None\n"
        f"sys.path.insert(0, {str(BUILT.parent)!r})\n"
        "from qgis.core import QgsApplication\n"
        "app = QgsApplication([], False); app.initQgis()\n"
        "from geodeid_plugin.processing_provider.provider import GeoDeIDProvider\n"
        "provider = GeoDeIDProvider()\n"
        "QgsApplication.processingRegistry().addProvider(provider)\n"
        "able = {a.id(): a.canExecute() for a in provider.algorithms()}\n"
        "assert len(able) > 4, able\n"
        "print(able['geodeid:lpmask'])\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**_environment(tmp_path)}
    )
    assert result.returncode == 0, result.stderr
    assert "(False" in result.stdout
    for system in ("Windows", "macOS", "Debian", "Flatpak"):
        assert system in result.stdout


def _environment(tmp_path):
    return {**os.environ, "QGIS_CUSTOM_CONFIG_PATH": str(tmp_path)}


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """What a forge offers for download: the files of the last commit, without their history."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("this copy has no history to make an archive of")
    folder = tmp_path_factory.mktemp("archive")
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-xf", "-"], cwd=folder, input=packed, check=True)
    return folder


def test_the_plugin_is_built_from_an_archive_on_a_machine_without_git_or_a_locale(archive, tmp_path):
    for tool in ("awk", "bash", "cp", "dirname", "mkdir", "rm", "sed", "tar", "zip"):
        (tmp_path / tool).symlink_to(shutil.which(tool))
    script = archive / "scripts" / "build_plugin"
    leftover = archive / "geodeid_plugin" / "core" / "__pycache__" / "left.cpython-311.pyc"
    leftover.parent.mkdir()
    leftover.write_bytes(b"")
    built = subprocess.run(
        [shutil.which("bash"), script], env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    with zipfile.ZipFile(archive / built.stdout.strip()) as plugin:
        shipped = {name for name in plugin.namelist() if not name.endswith("/")}
    wanted = {"geodeid_plugin/" + name for name in ("metadata.txt", "LICENSE", "CHANGELOG.md")}
    for folder in ("geodeid_plugin", "resources", "docs"):
        place = "" if folder == "geodeid_plugin" else "geodeid_plugin/"
        for path in (archive / folder).rglob("*.*"):
            data = folder == "docs" and path.suffix == ".json"
            if path.is_file() and path.suffix not in (".pyc", ".ts") and not data:
                wanted.add(place + str(path.relative_to(archive)))
    assert shipped == wanted
