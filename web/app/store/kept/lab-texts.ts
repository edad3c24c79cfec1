// SPDX-License-Identifier: GPL-2.0-or-later
//
// The texts that are typed into labs, each kept until its field is emptied.

import { fieldMemory, type FieldMemory } from './field-memory';

const fields = new Map<string, FieldMemory>();

export function labText(lab: string, parameter: string): FieldMemory {
  const key = `maplescope.lab.${lab}.${parameter}`;
  const field = fields.get(key) ?? fieldMemory(key);
  fields.set(key, field);
  return field;
}
