# SPDX-License-Identifier: GPL-2.0-or-later
#
# Part of core/Makefile: random runs against the oracle. Soak and fuzzer are one set of acts (tests/soak), compiled in
# different ways: soak for speed and with the core's own checks, fuzz and shrink with the sanitizers too.

S := ../tests/soak

FLAGS_soak := $(COMMON) -DMPL_EVENTS=0 -DMPL_CHECKS=1 -DMPL_FILL=0xa5 -DMPL_MEMORY=0 -O2 -g
$(eval $(call compile,soak))

define compile_soak
$(B)/$(1)/soak/%.o: $(S)/%.c
	@mkdir -p $$(@D)
	@echo "  $(1)	$$(<F)" && $(CLANG) $(FLAGS_$(1)) -I$(T) -I$(S) -c $$< -o $$@
endef
$(foreach way,soak native asan fuzz,$(eval $(call compile_soak,$(way))))

# These runs are on plain trees: address spaces are not compiled for them.
plain_objects = $(patsubst %,$(B)/$(1)/%.o,$(SRC:src/%.c=%) $(filter-out $(MM_SURFACE),$(SURFACE)))
PLAY := $(patsubst %,soak/%.o,act decode naive play play_walks world) oracle.o
SHRINK := $(PLAY) soak/shrink.o soak/simplify.o

$(B)/soak-run: $(PLAY:%=$(B)/soak/%) $(B)/soak/soak/soak.o $(call plain_objects,soak)
	@$(CLANG) $^ -o $@

$(B)/fuzz-run: $(PLAY:%=$(B)/fuzz/%) $(B)/fuzz/soak/fuzz.o $(call plain_objects,fuzz)
	@$(CLANG) $(SANITIZE),fuzzer $^ -o $@

$(B)/shrink: $(SHRINK:%=$(B)/soak/%) $(call plain_objects,soak)
	@$(CLANG) $^ -o $@

$(B)/shrink-asan: $(SHRINK:%=$(B)/asan/%) $(call objects,asan)
	@$(CLANG) $(SANITIZE) $^ -o $@

# ---- Address spaces against plain lists ----

MM_SOAK := $(patsubst %,soak/%.o,mm_act mm_naive mm_naive_advice mm_naive_count mm_play mm_soak) sound.o

$(B)/mm-soak: $(MM_SOAK:%=$(B)/native/%) $(call model,native)
	@$(CLANG) $^ -o $@

$(B)/mm-soak-asan: $(MM_SOAK:%=$(B)/asan/%) $(call model,asan)
	@$(CLANG) $(SANITIZE) $^ -o $@

# ---- A core that is wrong on purpose, to see what the soak makes of it ----
# One line of one source is changed, in a copy that nothing else is linked with.

$(B)/broken/gaps.c: src/gaps.c $(S)/break.py
	@mkdir -p $(@D)
	@$(PYTHON) $(S)/break.py $< $@

$(B)/broken/gaps.o: $(B)/broken/gaps.c
	@$(CLANG) $(FLAGS_soak) -Isrc -c $< -o $@

BROKEN := $(B)/broken/gaps.o $(filter-out %/soak/gaps.o,$(call plain_objects,soak))

$(B)/broken/soak-run: $(PLAY:%=$(B)/soak/%) $(B)/soak/soak/soak.o $(BROKEN)
	@$(CLANG) $^ -o $@

$(B)/broken/shrink: $(SHRINK:%=$(B)/soak/%) $(BROKEN)
	@$(CLANG) $^ -o $@

$(B)/broken/modify.c: mm/modify.c $(S)/break.py
	@mkdir -p $(@D)
	@$(PYTHON) $(S)/break.py $< $@

$(B)/broken/modify.o: $(B)/broken/modify.c
	@$(CLANG) $(FLAGS_native) -Imm -c $< -o $@

$(B)/broken/mm-soak: $(MM_SOAK:%=$(B)/native/%) $(B)/broken/modify.o $(filter-out %/native/modify.o,$(call model,native))
	@$(CLANG) $^ -o $@

.PHONY: soak-build shrink-build
soak-build: $(B)/soak-run $(B)/fuzz-run $(B)/shrink $(B)/shrink-asan $(B)/mm-soak-asan
# For tests/soak/shrink.test.ts.
shrink-build: $(B)/shrink $(B)/broken/soak-run $(B)/broken/shrink $(B)/mm-soak $(B)/broken/mm-soak
