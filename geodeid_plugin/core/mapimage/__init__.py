# SPDX-License-Identifier: GPL-2.0-or-later
"""What a published map picture gives away: dots, georeference, hidden metadata, score."""
