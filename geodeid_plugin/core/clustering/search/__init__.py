# SPDX-License-Identifier: GPL-2.0-or-later
"""The search for the best clustering: spanning trees first, improvement after."""
