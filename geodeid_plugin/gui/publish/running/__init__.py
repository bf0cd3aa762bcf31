# SPDX-License-Identifier: GPL-2.0-or-later
"""What happens behind the panel: tasks, the steps of a model, the folder that they fill."""
