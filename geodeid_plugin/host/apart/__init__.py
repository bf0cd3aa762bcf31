# SPDX-License-Identifier: GPL-2.0-or-later
"""Functions that read what strangers wrote, run in a process of their own with limits."""
