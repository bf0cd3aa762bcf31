# SPDX-License-Identifier: GPL-2.0-or-later
"""One way from layers to a signed release: choose, check, publish into one folder."""
