# SPDX-License-Identifier: GPL-2.0-or-later
"""The random masks that everybody uses, drawn without bias, on the sphere.

Every mask takes true positions in degrees and gives a :class:`.random_moves.Masked`. None of them returns
a point at its true place, loops without end, or prefers a direction.
"""
