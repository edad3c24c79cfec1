// SPDX-License-Identifier: GPL-2.0-or-later
//
// The engine's worker: joins the service to messages, and fetches the core's module, which lies beside it on the same
// host. Nothing but this joining happens here.

import exploreUrl from '../../../build/core/explore.wasm?url';
import type { DefectName } from '../../model/generated/defects';
import type { Reply, Request } from './protocol';
import { createService } from './service';
import { fetchCore } from './fetch-core';
import { startCore, type Loaded } from '../core/wasm';

let module: Promise<Awaited<ReturnType<typeof fetchCore>>> | null = null;

// At once, so that it comes together with the page.
void (module = fetchCore(exploreUrl));

async function start(defect?: DefectName): Promise<Loaded> {
  if (defect !== undefined) return (await import('./hunt-module')).startHunt(defect);
  module ??= fetchCore(exploreUrl);
  const compiled = await module;
  if (compiled.kind === 'module') return startCore(compiled.module);
  // The next request tries again.
  module = null;
  return compiled;
}

// A message to oneself comes after the messages that wait: faster than a timer, which browsers slow down.
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

/** The part of the worker's global scope that is used. */
interface Scope {
  postMessage(reply: Reply, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<Request>) => void) | null;
}
const scope = self as unknown as Scope;
const service = createService({
  startCore: start,
  startCachelines: async () => (await import('./cachelines-module')).startCachelines(),
  post: (reply: Reply, transfer) => scope.postMessage(reply, [...transfer]),
  breathe: () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    }),
  now: () => performance.now(),
});
scope.onmessage = (event) => service.take(event.data);
