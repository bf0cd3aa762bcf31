# SPDX-License-Identifier: GPL-2.0-or-later
"""How tests say which error is meant: by its code, whatever its sentence says today."""

from contextlib import contextmanager

import pytest

from geodeid_plugin.core.base.errors import GeoDeIDError


@contextmanager
def refuses(code, match=None):
    """Expect that what is inside is refused by the error of a code, also out of ``processing.run``.

    QGIS hands on the sentence of an error and nothing else of it. So the errors that are made inside are
    noted, and the one of this code must be what the caller is told.

    Parameters
    ----------
    code : str
        Such as ``scan.cases.none``.
    match : str, optional
        Pattern of what the sentence must name: the layer, the features, a number.

    Yields
    ------
    pytest.ExceptionInfo
    """
    made, begin = [], GeoDeIDError.__init__

    def noted(error, /, *given, **values):
        begin(error, *given, **values)
        made.append(error)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GeoDeIDError, "__init__", noted)
        with pytest.raises((GeoDeIDError, *_of_qgis()), match=match) as caught:
            yield caught
    said = [caught.value] if isinstance(caught.value, GeoDeIDError) else _told(made, str(caught.value))
    assert code in [error.code for error in said], [error.code for error in said] or str(caught.value)


def _of_qgis():
    """The error that leaves an algorithm, where there is a QGIS."""
    try:
        from qgis.core import QgsProcessingException
    except ImportError:
        return ()
    return (QgsProcessingException,)


def _told(made, said):
    """The errors whose sentence is what was said."""
    from geodeid_plugin.i18n import sayable, tr
    from geodeid_plugin.report.numbers import agreeing

    return [error for error in made if agreeing(sayable(error.translated(tr))) in said]
