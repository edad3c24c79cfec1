// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way to the inspector, which is fetched when it is first seen.

import { beside, everything } from '../store/page/state';
import { isWide } from '../store/page/window';
import { onDemand } from '../ui/on-demand';

const Frame = onDemand(
  'The inspector',
  async () => (await import('./inspector')).InspectorFrame,
  undefined,
  // Its column has its border from the beginning.
  () => <section class="inspector" aria-label="Inspector" aria-busy="true" />,
);

/** Where it is put away nothing of it is made, nor fetched. */
export function Inspector() {
  return isWide() && !everything.value && !beside.value ? null : <Frame />;
}
