# SPDX-License-Identifier: GPL-2.0-or-later
"""From colour to ink: colour classes, and how much ink covers a pixel."""
