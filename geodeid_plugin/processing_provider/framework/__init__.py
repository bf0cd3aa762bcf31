# SPDX-License-Identifier: GPL-2.0-or-later
"""What every algorithm is built on: parameters, one run, outputs."""
