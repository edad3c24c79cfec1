// SPDX-License-Identifier: GPL-2.0-or-later
//
// Facts about the core. Printed by core/tables/describe.c (`make -C core tables`); not to be edited.

/** The deliberate defects of the module hunt; number k is the one at k - 1. */
export const DEFECTS = [
  { name: 'gap_not_raised', title: 'Gap not raised', what: 'A gap that grows in a leaf is not written into the parent.' },
  { name: 'slack_forgotten', title: 'Slack forgotten', what: 'A full leaf is pushed into its left sibling even if that has no room to spare; the slots that do not fit are lost.' },
  { name: 'wrong_ceiling', title: 'Wrong ceiling', what: 'Undoing a failed fork by range frees page tables only up to the first VMA that was not copied.' },
  { name: 'dead_mark_forgotten', title: 'Dead mark forgotten', what: 'A leaf that is replaced is not marked dead, so a reader on it does not notice.' },
  { name: 'parent_slot_stale', title: 'Parent slot stale', what: 'A node that moves to another slot of its parent keeps the old slot number in its parent word.' },
  { name: 'pivot_off_by_one', title: 'Pivot off by one', what: 'When a leaf is rewritten, the new entry reaches one index too far.' },
  { name: 'node_freed_early', title: 'Node freed early', what: 'In RCU mode a replaced node is freed at once, without waiting for readers (as in CVE-2023-3269, StackRot).' },
  { name: 'marker_missing', title: 'Marker missing', what: 'A fork that fails sets no marker, so the exit path goes on to VMAs of the parent.' },
] as const;

export type DefectName = (typeof DEFECTS)[number]['name'];
