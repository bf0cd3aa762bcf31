# SPDX-License-Identifier: GPL-2.0-or-later
"""What menu and panel open: dialogs of algorithms, the guide, the sample project."""
