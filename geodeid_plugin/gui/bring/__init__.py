# SPDX-License-Identifier: GPL-2.0-or-later
"""The files that people have, made into the layers that the panel asks for."""
