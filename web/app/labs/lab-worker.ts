// SPDX-License-Identifier: GPL-2.0-or-later
//
// The labs' worker: runs one lab at a time on modules of the core that it loads. Cancelling a run terminates the
// worker, so nothing of a cancelled run continues.

import { thrownText } from '../../base/thrown';
import { gunzipSync } from 'fflate';
import { files as golden } from 'virtual:golden';
import benchUrl from '../../../build/core/bench.wasm?url';
import exploreUrl from '../../../build/core/explore.wasm?url';
import cachelinesUrl from '../../../build/core/cachelines.wasm?url';
import { startCore, type Core } from '../../engine/core/wasm';
import { fetchCore } from '../../engine/service/fetch-core';
import { timer, type Bench, type ModuleName } from '../../measure/bench';
import type { Lab } from '../../measure/lab';
import { runLab } from '../../measure/run';
import { linksOf } from './lab-link';
import type { LabReply, LabRequest } from './lab-protocol';

/** The part of a worker's global scope that this one uses. */
interface Scope {
  onmessage: ((event: MessageEvent<LabRequest>) => void) | null;
  postMessage(reply: LabReply): void;
}

const scope = self as unknown as Scope;
const post = (reply: LabReply): void => scope.postMessage(reply);

const labs = Object.values(import.meta.glob<Lab>('../../labs/*.ts', { eager: true, import: 'lab' })).sort(
  (a, b) => a.number - b.number,
);

const URLS: Readonly<Record<ModuleName, string>> = {
  bench: benchUrl,
  explore: exploreUrl,
  cachelines: cachelinesUrl,
};
const started = new Map<ModuleName, Promise<Core>>();
const FAR_MS = 50;

async function start(name: ModuleName): Promise<Core> {
  const compiled = await fetchCore(URLS[name]);
  const loaded = compiled.kind === 'module' ? await startCore(compiled.module) : compiled;
  if (loaded.kind === 'failed') throw new Error(loaded.message);
  return loaded.core;
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`A file could not be fetched: ${response.status} ${response.statusText}. Check your connection.`);
  return new Uint8Array(await response.arrayBuffer());
}

// A host may have unpacked the file on its way already.
function unpacked(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

function benchHere(repeats: number): Bench {
  const timing = timer({ now: () => performance.now() }, repeats);
  let told = 0;
  return {
    core: async (name) => {
      const known = started.get(name) ?? start(name);
      started.set(name, known);
      return (await known).again();
    },
    golden: async (name) => new TextDecoder().decode(unpacked(await fetchBytes(golden[name] ?? ''))),
    goldenNames: () => Promise.resolve(Object.keys(golden)),
    processes: () => null,
    moduleBytes: (name) => fetchBytes(URLS[name]),
    far: (done, of, what) => {
      const now = performance.now();
      if (now - told >= FAR_MS) post({ kind: 'far', done, of, what });
      if (now - told >= FAR_MS) told = now;
      return Promise.resolve();
    },
    time: (laps, turn) => Promise.resolve(timing.time(laps, turn)),
    timing: timing.note,
    native: null,
  };
}

async function run({ name, values, repeats }: Extract<LabRequest, { kind: 'run' }>): Promise<LabReply> {
  const lab = labs.find((one) => one.name === name);
  if (lab === undefined) return { kind: 'failed', message: `There is no lab ${name}.` };
  const host = {
    name: browserName(navigator.userAgent),
    cores: navigator.hardwareConcurrency,
    today: () => new Date().toISOString().slice(0, 10),
  };
  try {
    const result = await runLab(lab, values, benchHere(repeats), host);
    return { kind: 'done', result, links: linksOf(result.report) };
  } catch (error) {
    return { kind: 'failed', message: thrownText(error) };
  }
}

scope.onmessage = ({ data }) => {
  if (data.kind === 'list') post({ kind: 'list', labs: labs.map(({ run: _, ...facts }) => facts) });
  else void run(data).then(post);
};

const NAMES: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Firefox', /Firefox\/([\d.]+)/],
  ['Edge', /Edg\/([\d.]+)/],
  ['Chrome', /Chrom(?:e|ium)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];

/** The browser's name and version as results carry it, from what it says of itself. */
function browserName(userAgent: string): string {
  for (const [name, sign] of NAMES) {
    const version = sign.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return userAgent;
}
