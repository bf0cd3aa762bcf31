# SPDX-License-Identifier: GPL-2.0-or-later
"""The release ledger: a file that remembers who has which dot, and what everything out has shown."""
