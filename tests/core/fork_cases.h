// SPDX-License-Identifier: GPL-2.0-or-later
//
// Forks simulated, with every failure. See fork_cases.c.

#ifndef MPL_TEST_FORK_CASES_H
#define MPL_TEST_FORK_CASES_H

enum fork_cases_which {
	FORK_CASES_FEW,  // A second or so.
	FORK_CASES_SOME, // Seconds: up to 34 VMAs, and 121.
	FORK_CASES_ALL,  // Minutes.
};

#define FORK_CASES_TESTS 10u

// Simulates them, prints what is wrong, and returns how many of the tests failed.
unsigned fork_cases(enum fork_cases_which which);

#endif
