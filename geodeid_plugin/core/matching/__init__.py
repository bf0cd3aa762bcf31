# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is which dot: the posterior of an adversary who knows the mask and holds a list of homes.

=================  =================================================================================
module             what it does
=================  =================================================================================
``laws``           the law of a mask, written and read back, or fitted to the moves
``likelihood``     a law, dots and homes: which home can have which dot, and how likely
``edges``          those pairs; removal of the impossible ones, components
``permanent``      exact posterior of a small component
``propagation``    belief propagation, where most homes of the list are nobody's
``worm``           Markov chain over one-to-one matchings, where homes are tight
``engine``         all of it together, and the check of its own calibration: start with ``match``
``gravity``        the same posterior for places of treatment (geoproxy)
=================  =================================================================================
"""
