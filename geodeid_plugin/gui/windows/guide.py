# SPDX-License-Identifier: GPL-2.0-or-later
"""The guide in a window of QGIS: it ships with the plugin and needs no network."""

from __future__ import annotations

from pathlib import Path

from qgis.PyQt.QtCore import QObject, QUrl
from qgis.PyQt.QtGui import QDesktopServices, QTextDocument
from qgis.PyQt.QtWidgets import QDialog, QHBoxLayout, QPushButton, QTextBrowser, QVBoxLayout

from ...host.installation import HELP_SCHEME, guide
from ...i18n import tr
from .dialogs import show

_SIZE = 860, 640
"""Width and height of the window, pixels: it leaves room beside it on a small screen."""
_PRINTED_PT = 9.0
"""Size of printed letters, about that of the reports: the page to sign stays on one sheet."""


class GuidePages(QTextBrowser):
    """Pages in Markdown, with their pictures; addresses of the web open in the browser."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.setOpenLinks(False)
        self.anchorClicked.connect(self.follow)
        self.setAccessibleName(tr("Guide"))
        self.document().setDefaultStyleSheet("td, th { padding: 3px 8px; }")

    def follow(self, address: QUrl) -> None:
        """Go where a link leads."""
        target = self.source().resolved(address)
        if target.isLocalFile():
            self.open_page(target)
        else:
            QDesktopServices.openUrl(target)

    def open_page(self, address: QUrl) -> None:
        """Show a page of the guide, at the heading that the address names."""
        plain = QUrl(address)
        plain.setFragment("")
        if plain != self.source():
            self.setSource(plain, QTextDocument.ResourceType.MarkdownResource)
        self._go_to(address.fragment())

    def _go_to(self, heading: str) -> None:
        block = self.document().begin()
        while heading and block.isValid():
            words = "".join(letter for letter in block.text().lower() if letter.isalnum() or letter in " -")
            if block.blockFormat().headingLevel() and words.replace(" ", "-") == heading:
                cursor = self.textCursor()
                cursor.setPosition(block.position())
                self.moveCursor(cursor.MoveOperation.End)  # so that the heading comes to the top
                self.setTextCursor(cursor)
                return
            block = block.next()


class GuideWindow(QDialog):
    """A window with the pages, a way back and a way home."""

    def __init__(self, parent=None):
        super().__init__(parent)
        self.setWindowTitle(tr("GeoDeID guide"))
        self.resize(*_SIZE)
        self.pages = GuidePages(self)
        column, row = QVBoxLayout(self), QHBoxLayout()
        for text, slot in (
            (tr("&Contents"), self.open_contents),
            (tr("&Back"), self.pages.backward),
            (tr("&Print…"), self.ask_and_print),
            (tr("&Close"), self.close),
        ):
            button = QPushButton(text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, slot=slot: slot())
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(self.pages)

    def open_contents(self) -> None:
        """Show the first page."""
        self.pages.open_page(QUrl.fromLocalFile(str(guide("README.md"))))

    def ask_and_print(self) -> None:
        """Ask for the printer, and print the page that is shown."""
        from qgis.PyQt.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        if QPrintDialog(printer, self).exec():
            self.print_on(printer)

    def print_on(self, printer) -> None:
        """Print the page that is shown, in letters for paper."""
        document = self.pages.document().clone()
        font = document.defaultFont()
        font.setPointSizeF(_PRINTED_PT)
        document.setDefaultFont(font)
        document.print(printer)


def show_guide(page: str = "README.md", parent=None) -> GuideWindow:
    """Open the guide at a page, which may name a heading after #."""
    name, _mark, heading = page.partition("#")
    address = QUrl.fromLocalFile(str(guide(*Path(name).parts)))
    address.setFragment(heading)
    window = GuideWindow(parent)
    window.pages.open_page(address)
    return show(window)


class HelpHandler(QObject):
    """Opens what *Help* of a dialog names; undone by :meth:`remove`."""

    def __init__(self, parent):
        super().__init__(parent)
        QDesktopServices.setUrlHandler(HELP_SCHEME, self.open)

    def open(self, address: QUrl) -> None:
        """Open a page of the guide."""
        show_guide(address.path() + (f"#{address.fragment()}" if address.fragment() else ""), self.parent())

    def remove(self) -> None:
        """Open such addresses no more."""
        QDesktopServices.unsetUrlHandler(HELP_SCHEME)
