# SPDX-License-Identifier: GPL-2.0-or-later
"""Posterior of one-to-one matchings, given which dot can be whose and how likely.

===============  ===================================================================================
module           what it does
===============  ===================================================================================
``edges``        pairs of a dot and a home; removal of the impossible ones; components
``permanent``    exact, for small components
``propagation``  belief propagation, where most homes of the list are nobody's
``worm``         Markov chain over matchings, where homes are tight
``engine``       all of it together, and the check of its own calibration
===============  ===================================================================================
"""
