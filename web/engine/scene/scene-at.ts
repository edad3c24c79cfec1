// SPDX-License-Identifier: GPL-2.0-or-later
//
// A scene with the state at one of its events. Apart from scene.ts, since a page shows scenes before it shows events.

import type { HalfMissing, Scene, SceneHalf } from '../../model/run';
import type { WireHalf, WireScene } from '../decode/wire';
import { decodeHalf, type FunctionAt } from './half-scene';
import { decodeScene, halfSetting } from './scene';

const NO_FUNCTION: FunctionAt = () => null;

/**
 * Decodes a scene and, if there is one with it, the state at an event; `previous` is any scene shown before, or null.
 */
export function decodeSceneAt(wire: WireScene, previous: Scene | null, functionAt: FunctionAt = NO_FUNCTION): Scene {
  const scene = decodeScene(wire, previous);
  if (wire.half === undefined) return scene;
  return Object.assign(scene, { half: decodeHalf(wire.half, halfSetting(scene), null, functionAt) });
}

/** Decodes a half that came alone. `scene`: that of its step; `lately`: any other half of that step, or null. */
export function decodeLaterHalf(
  scene: Scene,
  half: WireHalf,
  lately: SceneHalf | null,
  functionAt: FunctionAt = NO_FUNCTION,
): SceneHalf | HalfMissing {
  return decodeHalf(half, halfSetting(scene), lately, functionAt);
}
