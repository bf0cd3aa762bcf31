# SPDX-License-Identifier: GPL-2.0-or-later
"""What the re-identification check needs beside the picture, and what it says."""
