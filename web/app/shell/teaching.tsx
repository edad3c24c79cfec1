// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way in to what teaching needs besides lessons: handing in, the table of a class, packs, handouts.

import type { ComponentType } from 'preact';
import { closeDialog } from '../store/actions/actions';
import { pasted } from '../store/page/state';
import { ComingDialog } from '../ui/coming-dialog';
import { onDemand } from '../ui/on-demand';

const HandIn = onDemand(
  'The page to hand in',
  async () => (await import('../class/hand-in')).HandIn,
  closeDialog,
  ComingDialog,
);
const ClassRoom = onDemand(
  'The page of a class',
  async () => (await import('../class/class-room')).ClassRoom,
  closeDialog,
  ComingDialog,
);

const PackEditor = onDemand(
  'The page to make packs',
  async () => (await import('../pack/pack-editor')).PackEditor,
  closeDialog,
  ComingDialog,
);

const Handout = onDemand(
  'The handout',
  async () => (await import('../handout/handout')).Handout,
  closeDialog,
  ComingDialog,
);

const PARTS: ReadonlyMap<unknown, ComponentType> = new Map([
  ['hand-in', HandIn],
  ['class', ClassRoom],
  ['pack', PackEditor],
  ['handout', Handout],
]);

export function Teaching() {
  const Part = PARTS.get(pasted.value);
  return Part === undefined ? null : <Part />;
}
