# SPDX-License-Identifier: GPL-2.0-or-later
"""What can be computed from published tables of counts."""
