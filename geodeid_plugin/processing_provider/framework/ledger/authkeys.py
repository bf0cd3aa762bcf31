# SPDX-License-Identifier: GPL-2.0-or-later
"""The key of a ledger in QGIS's authentication manager, where the user wishes it.

The manager encrypts its settings under the master password. It does not authenticate them, and equal texts
give equal bytes: fit for a random key that the ledger recognises, not for rows. Whoever uses it needs no key
file on that computer; the file or the recovery sheet stays the only way to open the ledger elsewhere.
"""

from __future__ import annotations

from qgis.core import QgsApplication
from qgis.utils import iface

from ....core.base.errors import InputError
from ....core.geomask.releases.sealing import key_of_code
from ....i18n import tr


def keep(ledger_id: str, key: bytes) -> str:
    """Keep a key; gives why it was not kept, or nothing.

    Parameters
    ----------
    ledger_id : str
        Random name of the ledger.
    key : bytes
        Its key.
    """
    manager = QgsApplication.authManager()
    if manager.isDisabled():
        return tr("the authentication manager is switched off")
    if not _open(manager):
        return tr("its master password was not given")
    stored = manager.storeAuthSetting(_name(ledger_id), key.hex(), True)
    return "" if stored and kept(ledger_id) == key else tr("it did not take the key")


def kept(ledger_id: str) -> bytes | None:
    """The key of a ledger, where the manager keeps it and can be opened."""
    manager = QgsApplication.authManager()
    if manager.isDisabled() or not manager.existsAuthSetting(_name(ledger_id)) or not _open(manager):
        return None
    try:
        return key_of_code(str(manager.authSetting(_name(ledger_id), "", True) or ""))
    except InputError:  # altered, or under another master password: as good as not there
        return None


def forget(ledger_id: str) -> None:
    """Take the key of a ledger that was given up out of the manager."""
    QgsApplication.authManager().removeAuthSetting(_name(ledger_id))


def _open(manager) -> bool:
    """Whether the master password is known; the desktop asks for it, nothing else can."""
    return bool(manager.masterPasswordIsSet() or (iface is not None and manager.setMasterPassword(True)))


def _name(ledger_id: str) -> str:
    return f"geodeid/ledger/{ledger_id}"
