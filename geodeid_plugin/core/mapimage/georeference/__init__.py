# SPDX-License-Identifier: GPL-2.0-or-later
"""Placing a picture on the ground: by an outline, or by control points."""
