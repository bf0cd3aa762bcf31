# SPDX-License-Identifier: GPL-2.0-or-later
"""The files that people have, read as they meant them: what was found is said, and can be taken back."""
