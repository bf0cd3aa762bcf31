# SPDX-License-Identifier: GPL-2.0-or-later
"""Where people are treated tells where they live."""
