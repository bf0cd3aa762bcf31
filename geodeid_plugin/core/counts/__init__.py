# SPDX-License-Identifier: GPL-2.0-or-later
"""Counts that are published: what an outsider can compute of those that are hidden, and what to hide.

:mod:`.intervals`, :mod:`.network` and :mod:`.differencing` are the auditor: they know nothing of how a
table was protected. :mod:`.protection` protects, and imports nothing of it; :mod:`.release` hands the
table from one to the other; :mod:`.gridding` makes cells.
"""
