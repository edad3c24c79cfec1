// SPDX-License-Identifier: GPL-2.0-or-later
//
// Armed failures that never came: a `fail` whose pass never came shows nothing, so the run reports it at its line. A
// line that armed something several times, in a loop, is reported only if it failed nothing at all.

import { counted } from '../../base/text';
import type { Machine } from '../../model/machine';
import type { Site } from '../../model/memory';
import type { RunItem } from '../../model/item';

export type Unreached = Extract<RunItem, { kind: 'end' }>['unreached'][number];

/** The pass that one `fail` waits for. */
export interface Armed {
  readonly line: number;
  readonly site: Site;
  /** 0: anywhere. */
  readonly vma: number;
  /** Failures that are to come, at most. */
  readonly times: number;
  /** From which pass on; null for a chance. */
  readonly first: number | null;
  /** The statement that refuses one request more; null where no such one follows at once. */
  readonly more: string | null;
}

interface Waiting extends Armed {
  /** Passes of its site before it, and failures to come when it had been armed. */
  readonly passes: number;
  readonly left: number;
  readonly sure: number;
}

/**
 * Owns what is armed in a run, and what came to nothing. Nothing in it is brought back by a sweep: no `fail` stands in
 * one.
 */
export class Armings {
  private readonly machine: Machine;
  private readonly waiting = new Map<Site, Waiting>();
  private readonly met = new Set<number>();
  private readonly idle = new Map<number, string>();
  /** Of the last step: what failed all its failures in it. */
  private done: Armed | null = null;
  /** The failures still armed, and how many were left after the last step. */
  private readonly live = new Map<Site, { readonly line: number; left: number }>();
  /** Lines that made something fail in the last step. */
  private struck: readonly number[] = [];
  /** Requests of the run that nothing could have refused, as far as any was waited for. */
  private sure = 0;

  constructor(machine: Machine) {
    this.machine = machine;
  }

  /** Before the machine is armed: what waits at this site, or at all of them, is replaced by a line. */
  replace(site: Site | null, by: string): void {
    if (site === null) this.live.clear();
    else this.live.delete(site);
    for (const [at, one] of [...this.waiting]) {
      if (site !== null && at !== site) continue;
      this.settle(one, ` until ${by}`);
      this.waiting.delete(at);
    }
  }

  /** After the machine was armed. */
  arm(armed: Armed): void {
    const { machine } = this;
    this.live.set(armed.site, { line: armed.line, left: machine.armed(armed.site) });
    this.waiting.set(armed.site, {
      ...armed,
      passes: machine.passes(armed.site),
      left: machine.armed(armed.site),
      sure: this.sure,
    });
  }

  /** Before each step: notes what `look` needs afterwards. */
  passed(): number | null {
    return this.waiting.has('request') ? this.machine.passes('request') : null;
  }

  /**
   * After each step; `refused`: the allocator refused something in it; `requests`: how many it made, `passed`: what
   * `passed` said before it.
   */
  look(refused: boolean, requests: number, passed: number | null): void {
    this.done = null;
    this.struck = this.strikes(refused);
    if (this.waiting.size === 0) return;
    if (passed !== null) this.sure += sureRequests(requests, passed, this.machine.passes('request'));
    for (const [site, one] of this.waiting) {
      // Failures without end count nothing down.
      if (this.machine.armed(site) >= one.left && !(refused && one.left === ENDLESS)) continue;
      if (this.machine.armed(site) === 0) this.done = one;
      this.met.add(one.line);
      this.idle.delete(one.line);
      this.waiting.delete(site);
    }
  }

  /** The lines whose `fail` made something fail in the last step, ascending. */
  get injectedBy(): readonly number[] {
    return this.struck;
  }

  private strikes(refused: boolean): readonly number[] {
    const lines: number[] = [];
    for (const [site, one] of this.live) {
      const left = this.machine.armed(site);
      // Failures without end count nothing down.
      if (left < one.left || (refused && one.left === ENDLESS && site === 'request')) lines.push(one.line);
      one.left = left;
      if (left === 0) this.live.delete(site);
    }
    return lines.sort((a, b) => a - b);
  }

  /**
   * The `fail` that would also have refused the request that the last step made after its first ones (`rk`) had been
   * refused; null: not known.
   */
  oneMore(rk: string): { readonly line: number; readonly text: string } | null {
    const { done } = this;
    if (
      done === null ||
      done.more === null ||
      !/^[A-Z]+[a-z]/.test(rk) ||
      rk.replace(/[a-z].*$/, '').length !== done.times
    )
      return null;
    return { line: done.line, text: done.more };
  }

  /** The failures that were never reached by the end of the run, by line. */
  atEnd(): readonly Unreached[] {
    for (const one of this.waiting.values()) this.settle(one, '');
    this.waiting.clear();
    return [...this.idle].map(([line, message]) => ({ line, message })).sort((a, b) => a.line - b.line);
  }

  private settle(one: Waiting, until: string): void {
    if (this.met.has(one.line) || one.times === 0) return;
    const came = (this.machine.passes(one.site) - one.passes) >>> 0;
    this.idle.set(
      one.line,
      `armed at line ${one.line} and never reached: ` +
        `${cameText(one, came, until)}${one.site === 'request' ? sureText(this.sure - one.sure) : ''}`,
    );
  }
}

/** How many of the requests of a step were not to be refused: those that did not pass the site. */
export function sureRequests(requests: number, before: number, after: number): number {
  return Math.max(0, requests - (after - before));
}

/** Of requests that are not to be refused. */
export function sureWords(sure: number): string {
  return (
    `${counted(sure, 'request')} more, of later stores of ` +
    `one call, ${sure === 1 ? 'is' : 'are'} never refused here`
  );
}

function sureText(sure: number): string {
  return sure === 0 ? '' : `; ${sureWords(sure)}`;
}

/** The machine's count for failures that never end. */
const ENDLESS = 0xffff_ffff;

const PASSES: Readonly<Partial<Record<Site, readonly [one: string, many: string]>>> = {
  request: ['request to the node allocator', 'requests to the node allocator'],
  node: ['node', 'nodes'],
};

function cameText({ site, vma, first }: Armed, came: number, until: string): string {
  const after = until === '' ? 'after it' : `after it,${until}`;
  if (vma > 0)
    return (
      `no fork ${after}${until === '' ? '' : ','} passed \`${site}\` ` +
      `${(first ?? 1) > 1 ? `${first} times ` : ''}while it treated VMA ${vma}`
    );
  const [one, many] = PASSES[site] ?? [`pass of \`${site}\``, `passes of \`${site}\``];
  if (came === 0) return `the run ${site === 'node' ? 'asked for' : 'made'} no ${one} ${after}`;
  if (first === null && came === 1) return `the only ${one} ${after}${until === '' ? '' : ','} was not refused`;
  if (first === null)
    return `none of the ${came.toLocaleString('en-US')} ${many} ${after}${until === '' ? '' : ','} was refused`;
  return (
    `the run ${site === 'node' ? 'was given' : 'made'} only ` +
    `${came.toLocaleString('en-US')} ${came === 1 ? one : many} ${after}`
  );
}
