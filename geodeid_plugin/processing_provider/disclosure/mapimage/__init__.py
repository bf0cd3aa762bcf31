# SPDX-License-Identifier: GPL-2.0-or-later
"""Map pictures: drawn, their dots found, placed and compared with the true points."""
