# SPDX-License-Identifier: GPL-2.0-or-later
"""Who is which dot: the adversary who knows the mask and holds a list of homes.

===============  ===================================================================================
module           what it does
===============  ===================================================================================
``attack``       a masked map against each list of homes: the probability of each pair, exact or sampled,
                 and whether to believe it; start here
``mask_models``  the model of a mask, written and read back, or fitted to the moves; what it refers to
``likelihood``   a model, dots and homes: which home can have which dot, and how likely
``edges``        the pairs of dots and homes, and the parts that they fall into
``loopupdate``   the sampler
``redrawn``      whether the records moved by the model that somebody states
``near_home``    how near dots lie to homes, beside redraws of their mask
===============  ===================================================================================
"""
