// SPDX-License-Identifier: GPL-2.0-or-later
//
// Starts and owns the labs' worker. Ending it cancels a run at any point; the next request starts another.

import { WORKER_TYPE } from '../../engine/service/spawn';
import type { Values } from '../../measure/lab';
import type { LabFacts, LabReply, LabRequest } from './lab-protocol';
import workerUrl from './lab-worker?worker&url';

/** Exists in browsers with trusted types; the others take the URL as a string. */
interface Policies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('maplescope-labs', {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError('not the labs’ worker');
    return url;
  },
});

export interface Far {
  readonly done: number;
  readonly of: number;
  readonly what: string;
}

type Outcome = Extract<LabReply, { readonly kind: 'done' | 'failed' }>;

const NOT_STARTED = 'The labs’ worker did not start, or it crashed. Check your connection, then run the lab again.';

/** One worker; it takes one request at a time. */
export class LabWorker {
  private worker: Worker | null = null;
  private hear: ((reply: LabReply) => void) | null = null;

  list(): Promise<readonly LabFacts[]> {
    return new Promise((resolve, reject) => {
      this.ask({ kind: 'list' }, (reply) => {
        if (reply.kind === 'list') resolve(reply.labs);
        else if (reply.kind === 'failed') reject(new Error(reply.message));
      });
    });
  }

  run(name: string, values: Values, repeats: number, far: (far: Far) => void): Promise<Outcome> {
    return new Promise((resolve) => {
      this.ask({ kind: 'run', name, values, repeats }, (reply) => {
        if (reply.kind === 'far') far(reply);
        else if (reply.kind !== 'list') resolve(reply);
      });
    });
  }

  /** Ends what runs; what was promised stays unanswered. */
  end(): void {
    this.worker?.terminate();
    this.worker = null;
    this.hear = null;
  }

  private ask(request: LabRequest, hear: (reply: LabReply) => void): void {
    this.hear = hear;
    this.worker ??= this.start();
    this.worker.postMessage(request);
  }

  private start(): Worker {
    const made = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, {
      type: WORKER_TYPE,
      name: 'maplescope labs',
    });
    made.onmessage = ({ data }: MessageEvent<LabReply>) => this.hear?.(data);
    made.onerror = () => {
      const { hear } = this;
      this.end();
      hear?.({ kind: 'failed', message: NOT_STARTED });
    };
    return made;
  }
}
