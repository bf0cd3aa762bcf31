# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is which dot: the adversary who knows the mask and holds a list of homes.

===============  ===================================================================================
module           what it does
===============  ===================================================================================
``attack``       a masked map against each list of homes; start here
``chosen``       places that a model draws among, and what its polygons accept
``mask_models``  the model of a mask, written and read back, or fitted to the moves
``likelihood``   a model, dots and homes: which home can have which dot, and how likely
``posterior``    the probability of each pair, exact or sampled, and whether to believe it
===============  ===================================================================================
"""
