// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way to what the tree picture needs later (later.ts). Until it is here the picture is drawn without; it draws itself
// again when it comes, and asks for it at once where something of it is to be seen.

import type * as Later from './later';

let parts: typeof Later | null = null;
let asked: Promise<void> | null = null;
const waiting = new Set<(parts: typeof Later) => void>();

/** Fetches them; resolved when they are here and drawn with, rejected where the host is gone. */
export function fetchTreeParts(): Promise<void> {
  asked ??= fetchParts().finally(() => {
    asked = null;
  });
  return asked;
}

/** What is resolved when they are here, as long as they are on their way; else null. */
export function treePartsAsked(): Promise<void> | null {
  return asked;
}

async function fetchParts(): Promise<void> {
  if (parts !== null) return;
  const made = await import('./later');
  parts ??= made;
  for (const tell of waiting) tell(made);
  waiting.clear();
}

/** What has come; null before. */
export function treeParts(): typeof Later | null {
  return parts;
}

/** Calls back when they come, at once if they are here, until what it gives back is called. */
export function whenTreeParts(tell: (parts: typeof Later) => void): () => void {
  if (parts !== null) tell(parts);
  else waiting.add(tell);
  return () => {
    waiting.delete(tell);
  };
}
