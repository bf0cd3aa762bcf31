# SPDX-License-Identifier: GPL-2.0-or-later
"""Records of a release: who is in it, what earlier releases said, fields that stand beside."""
