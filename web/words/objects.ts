// SPDX-License-Identifier: GPL-2.0-or-later
//
// Names of the objects that forks and calls allocate and free: said nowhere else. Pure.

import { counted } from '../base/text';
import type { ObjectKind } from '../model/memory';

const OBJECTS: Readonly<Record<ObjectKind, { readonly one: string; readonly many: string; readonly unit: string }>> = {
  nodes: { one: 'tree node', many: 'tree nodes', unit: 'nodes' },
  vmas: { one: 'VMA', many: 'VMAs', unit: 'objects' },
  anon_vmas: { one: 'anon_vma', many: 'anon_vmas', unit: 'objects' },
  chains: { one: 'anon_vma chain element', many: 'anon_vma chain elements', unit: 'objects' },
  policies: { one: 'memory policy', many: 'memory policies', unit: 'references' },
  uffds: { one: 'userfaultfd context', many: 'userfaultfd contexts', unit: 'references' },
  files: { one: 'file reference', many: 'file references', unit: 'references' },
  tables: { one: 'page table', many: 'page tables', unit: 'pages' },
  commit: { one: 'charged page', many: 'charged pages', unit: 'pages' },
  resident: { one: 'resident page', many: 'resident pages', unit: 'pages' },
  mms: { one: 'address space', many: 'address spaces', unit: 'objects' },
};

/** The object's name in the plural: `page tables`. */
export function objectName(object: ObjectKind): string {
  return OBJECTS[object].many;
}

/** The unit of its count, for the head of a table: `pages`. */
export function objectUnit(object: ObjectKind): string {
  return OBJECTS[object].unit;
}

/** `3 page tables`. */
export function countedObjects(count: number, object: ObjectKind): string {
  const { one, many } = OBJECTS[object];
  return counted(count, one, many);
}
