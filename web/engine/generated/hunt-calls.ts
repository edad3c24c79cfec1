// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be edited.

/** The functions of core/hunt/hunt.def. */
export interface HuntCalls {
  readonly mpl_defect_set: (defect: number) => number;
}
