# SPDX-License-Identifier: GPL-2.0-or-later
"""Models of class sizes beyond the file: how its classes go on, and what is behind a sample."""
