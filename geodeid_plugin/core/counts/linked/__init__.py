# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables whose cells two families of nested sums share: closed forms between few groups, flows otherwise."""
