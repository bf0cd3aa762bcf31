# SPDX-License-Identifier: GPL-2.0-or-later
"""Reading a picture: its dots, and where it lies on the ground."""
