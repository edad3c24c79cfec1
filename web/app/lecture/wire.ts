// SPDX-License-Identifier: GPL-2.0-or-later
//
// The wire between two windows of one lecture: a BroadcastChannel, and, since a browser may keep pages from a disk
// apart, the windows themselves where one has opened the other.

export interface Wire {
  send(data: object): void;
  close(): void;
}

/**
 * `hear` gets everything that is said, in order and once, unread. `known` are windows that are spoken to as well; who
 * speaks to this window directly becomes one of them if `hear` gives true.
 */
export function createWire(code: string, known: readonly Window[], hear: (data: unknown) => boolean): Wire {
  const peers = new Set<Window>(known);
  const isNew = createSieve();
  const from = crypto.getRandomValues(new Uint32Array(4)).join('-');
  let n = 0;
  let channel: BroadcastChannel | null = null;
  try {
    channel = new BroadcastChannel(`maplescope lecture ${code}`);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isNew(data)) hear(data);
    });
  } catch {
    // Pages from a disk may have none.
  }
  const onMessage = ({ origin, source, data }: MessageEvent<unknown>): void => {
    if (origin !== window.origin || !isNew(data)) return;
    if (hear(data) && source !== null && 'closed' in source) peers.add(source);
  };
  window.addEventListener('message', onMessage);
  return {
    send(message) {
      const data = { ...message, from, n: ++n };
      channel?.postMessage(data);
      // Pages from a disk have no origin to name.
      const to = window.origin === 'null' ? '*' : window.origin;
      for (const peer of peers) {
        if (peer.closed) peers.delete(peer);
        else peer.postMessage(data, to);
      }
    },
    close() {
      channel?.close();
      window.removeEventListener('message', onMessage);
    },
  };
}

/**
 * Lets each message through once: a window numbers what it says, and each of two ways keeps that order. What has no
 * sender or number is not let through.
 */
export function createSieve(): (data: unknown) => boolean {
  const heard = new Map<string, number>();
  return (data) => {
    if (typeof data !== 'object' || data === null) return false;
    const { from, n } = data as Readonly<Record<string, unknown>>;
    if (typeof from !== 'string' || typeof n !== 'number' || !(n > (heard.get(from) ?? 0))) return false;
    heard.set(from, n);
    return true;
  };
}
