# SPDX-License-Identifier: GPL-2.0-or-later
"""Who works on the pieces of a large programme: processes of this machine, or a Dask cluster."""
