# SPDX-License-Identifier: GPL-2.0-or-later
"""The desktop's share: it opens algorithm dialogs and projects, and computes nothing."""
