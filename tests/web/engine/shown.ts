// SPDX-License-Identifier: GPL-2.0-or-later
//
// For tests that go through time: what a step has shown, and whether it shows it again.

import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { WireScene } from '../../../web/engine/decode/wire';
import { decodeScene } from '../../../web/engine/scene/scene';
import type { Session } from '../../../web/engine/time/session';
import { fingerprint } from './runs';

/** A step's scene as the page gets it: a copy, which no later step can change. */
export function crossing(session: Session, step: number): WireScene {
  return structuredClone(session.scene(step));
}

/**
 * The step shows what it showed as `before` crossed. The page makes a scene of what crosses and of nothing else, so
 * what crosses the same is not decoded: time-travel.test.ts holds that it does not matter onto which scene it is
 * decoded.
 */
export function expectShown(session: Session, step: number, before: WireScene): void {
  const now = session.scene(step);
  if (!isDeepStrictEqual(now, before))
    expect(fingerprint(decodeScene(now, null)), `step ${step}`).toEqual(fingerprint(decodeScene(before, null)));
}
