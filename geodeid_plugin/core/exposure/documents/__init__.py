# SPDX-License-Identifier: GPL-2.0-or-later
"""What a document holds that is about to be published: pictures of maps, and places as numbers."""
