# SPDX-License-Identifier: GPL-2.0-or-later
#
# Part of core/Makefile: what is proved by going through all of something. Short forms of all of it are part of `test`.

.PHONY: proofs made-up figures forks state-fuzz
proofs: $(B)/made-up $(B)/figures $(B)/forks $(B)/mm-soak-asan
	@status=0; \
	echo made-up; $(B)/made-up || status=1; \
	echo figures; $(PYTHON) $(T)/figures.py check $(B)/figures || status=1; \
	echo forks; $(B)/forks || status=1; \
	echo mm-soak; if $(B)/mm-soak-asan $(or $(SEED),616) 0 400; then echo '1 passed, 0 failed'; \
	else status=1; echo '0 passed, 1 failed'; fi; \
	exit $$status

# ---- Releases that are made up: a release is a row ----

$(B)/made-up: $(SRC:src/%.c=$(B)/madeup/%.o) $(patsubst %,$(B)/madeup/%.o,made_up harness oracle sound)
	@$(CLANG) $(SANITIZE) $^ -o $@

made-up: $(B)/made-up
	$<

# ---- The numbers for self-check of the specification ----

$(B)/figures: $(B)/asan/figures.o $(SRC:src/%.c=$(B)/asan/%.o)
	@$(CLANG) $(SANITIZE) $^ -o $@

figures: $(B)/figures
	@echo figures; $(PYTHON) $(T)/figures.py check $<

# ---- Random calls on states, many of them ----

$(B)/state-fuzz: $(B)/native/test_state_fuzz.o $(B)/native/harness.o $(B)/native/oracle.o $(call objects,native)
	@$(CLANG) $^ -o $@

state-fuzz: $(B)/state-fuzz
	OPS=$(or $(OPS),100000) $<

# ---- Forks simulated, with every failure ----

# The tree and the address spaces, without what is exported.
model = $(SRC:src/%.c=$(B)/$(1)/%.o) $(MM:mm/%.c=$(B)/$(1)/%.o)

$(B)/forks: $(B)/native/forks.o $(B)/native/fork_cases.o $(B)/native/fork_stage.o $(B)/native/sound.o $(call model,native)
	@$(CLANG) $^ -o $@

forks: $(B)/forks
	$< long
