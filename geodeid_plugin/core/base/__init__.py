# SPDX-License-Identifier: GPL-2.0-or-later
"""What every computation is handed, raises or is judged by."""
