# SPDX-License-Identifier: GPL-2.0-or-later
"""The interior point of the flow programme: its iterate, and the linear systems of its steps."""
