# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws the top of an HTML report as a picture: page_picture.py REPORT.html PICTURE.png"""

import sys

from qgis.PyQt.QtCore import QSize, Qt, QUrl
from qgis.PyQt.QtGui import QImage, QPainter
from qgis.PyQt.QtWebKitWidgets import QWebPage
from qgis.PyQt.QtWidgets import QApplication

WIDTH, HEIGHT = 900, 1250


def main(source: str, target: str) -> None:
    application = QApplication([])
    page = QWebPage()
    for side in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
        page.mainFrame().setScrollBarPolicy(side, Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    page.setViewportSize(QSize(WIDTH, HEIGHT))
    page.loadFinished.connect(application.quit)
    page.mainFrame().load(QUrl.fromLocalFile(source))
    application.exec()
    image = QImage(QSize(WIDTH, HEIGHT), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    page.mainFrame().render(painter)
    painter.end()
    image.save(target)


main(*sys.argv[1:])
