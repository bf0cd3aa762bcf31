# SPDX-License-Identifier: GPL-2.0-or-later
"""Whatever a run writes: where it goes, whether it may, and how it gets there whole or not at all."""
