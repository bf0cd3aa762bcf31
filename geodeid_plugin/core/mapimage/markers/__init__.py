# SPDX-License-Identifier: GPL-2.0-or-later
"""Finding the dots and bars of a picture."""
