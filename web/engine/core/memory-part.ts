// SPDX-License-Identifier: GPL-2.0-or-later
//
// The calls on address spaces (later-memory.ts), made and written down.

export { memoryOver } from './memory';
export { recordingMemory, replayMemory } from './memory-log';
