# SPDX-License-Identifier: GPL-2.0-or-later
"""From the bytes of a file to its parts: pictures, texts and data, however deep they are packed."""
