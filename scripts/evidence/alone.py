# SPDX-License-Identifier: GPL-2.0-or-later
"""Records taken alone: one of the provider's area and its m nearest is guessed.

El Emam & Arbuckle (2013, chapter 9): the guess is right with probability at most 1 / (m + 1). A released
unit removes candidates, and the guess can be better than that. Whoever joins all records of a patient by
likelihood is right more often (``core.exposure.geoproxy``).
"""

from __future__ import annotations

import numpy as np

from geodeid_plugin.core.exposure.geoproxy.attack import Entries


def guesses_alone(entries: Entries, home: np.ndarray, lists: np.ndarray, unit: np.ndarray, m: tuple) -> tuple:
    """Shares of records whose true area is among the candidates, and that are guessed right.

    Parameters
    ----------
    entries : Entries
        Records, counted.
    home : ndarray of int64, shape (p,)
        True area of each patient.
    lists : ndarray of int64, shape (n, k)
        Each area followed by its nearest; -1 for none.
    unit : ndarray of int64, shape (n,)
        Released unit of each area.
    m : tuple of int
        Numbers of neighbours, each below k.

    Returns
    -------
    tuple of ndarray, each shape (len(m),)
    """
    true, chosen = home[entries.patient], list(m)
    listed, weight = lists[entries.area], entries.count / entries.count.sum()
    among = np.cumsum(listed == true[:, None], axis=1)[:, chosen] > 0
    candidates = np.cumsum((unit[listed] == unit[true][:, None]) & (listed >= 0), axis=1)[:, chosen]
    return weight @ among, weight @ (among / np.maximum(candidates, 1))
