// SPDX-License-Identifier: GPL-2.0-or-later
//
// The reader's worker: passes messages to the reader (reading.ts) and posts its replies.

import { createReader, type ReadReply, type ReadRequest } from './reading';

/** The part of a worker's global scope that this one uses. */
interface Scope {
  onmessage: ((event: MessageEvent<ReadRequest>) => void) | null;
  postMessage(reply: ReadReply): void;
}

const scope = self as unknown as Scope;
const reader = createReader((reply) => scope.postMessage(reply));
scope.onmessage = (event) => void reader.take(event.data);
