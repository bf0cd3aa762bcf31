# SPDX-License-Identifier: GPL-2.0-or-later
"""Files that are words: pages, letters, notebooks; words inside pictures; and what no reader here opens."""
