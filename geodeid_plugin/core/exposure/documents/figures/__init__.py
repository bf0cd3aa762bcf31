# SPDX-License-Identifier: GPL-2.0-or-later
"""What a picture shows: a map with dots, or something else; and what several maps give away together."""
