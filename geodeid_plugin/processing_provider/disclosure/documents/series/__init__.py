# SPDX-License-Identifier: GPL-2.0-or-later
"""Check whole documents: every figure attacked, every position that hides in them named."""
