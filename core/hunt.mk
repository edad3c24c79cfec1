# SPDX-License-Identifier: GPL-2.0-or-later
#
# Part of core/Makefile: the module of the page once more, with deliberate defects (src/defects.h). Only the sources that
# have one are compiled anew.

HUNT_UNITS := $(notdir $(basename $(shell grep -lE 'MPL_(WITH|UNLESS)_DEFECT' src/*.c mm/*.c)))
HUNT_CALLS := $(shell sed -nE 's/^MPL_CALL.[^,]*, (mpl_[a-z_]+),.*/\1/p' hunt/hunt.def)
hunt_objects = $(HUNT_UNITS:%=$(B)/hunt/%.o) $(B)/hunt/hunt.o $(patsubst %,$(B)/explore/%.o,$(filter-out $(HUNT_UNITS),$(CORE)))
