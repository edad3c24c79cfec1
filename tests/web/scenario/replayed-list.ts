// SPDX-License-Identifier: GPL-2.0-or-later
//
// A replay of an strace log against the plain list of VMAs alone: no core. What the lists are compared with is what
// Linux showed in /proc/PID/maps.

import { reasonsText } from '../../../web/model/reason';
import { readFileSync } from 'node:fs';
import { index, type Index } from '../../../web/base/index64';
import type { ErrorName } from '../../../web/model/status';
import { readMaps } from '../../../web/scenario/import/maps';
import { rawLines } from '../../../web/scenario/import/raw-text';
import { readTrace, type TraceLog } from '../../../web/scenario/import/strace';
import { Replay, type ReplayMapping, type ReplaySpace } from '../../../web/scenario/effects/trace';
import type { MapsLine } from '../../../web/scenario/import/maps';
import { VmaList, type ListedMapping } from '../../../web/scenario/oracle/vma-list';

const FOLDER = new URL('../../traces/', import.meta.url);

export function fixture(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

/** A log, read as the parser reads a `trace` block; its faults are errors of the test. */
export function logOf(text: string): TraceLog {
  const { log, faults } = readTrace(rawLines(`"""\n${text}"""`, 0, 1), { from: 0, to: 3 });
  if (faults.length > 0) throw new Error(faults.map((one) => one.message).join('\n'));
  return log;
}

/** The list of VMAs behind a replay. */
export class ListedSpace implements ReplaySpace<ErrorName | null> {
  readonly list = new VmaList();
  private readonly files = new Map<string, number>();

  constructor(maps: string) {
    const { lines, faults } = readMaps(rawLines(`"""\n${maps}"""`, 0, 1), { from: 0, to: 3 });
    if (faults.length > 0) throw new Error(faults[0]?.message);
    for (const { vma, flags, chain, stored } of lines) {
      const file = vma.path === '' || /^\[/.test(vma.path) ? 0 : this.numberOf(vma.path);
      if (stored) this.list.load(vma.first, vma.last, { flags, file, offset: vma.offset, path: vma.path }, chain);
    }
  }

  private numberOf(which: string): number {
    const known = this.files.get(which);
    if (known !== undefined) return known;
    this.files.set(which, this.files.size + 1);
    return this.files.size;
  }

  private listed({ flags, offset, file }: ReplayMapping): ListedMapping {
    if (file === null) return { flags, offset, file: 0, path: '' };
    return 'which' in file
      ? { flags, offset, file: this.numberOf(file.which), path: file.path }
      : { flags, offset, ...file };
  }

  heap = () => ({ start: this.list.brkStart, end: this.list.brk });
  within = (first: Index, last: Index) => this.list.within(first, last);
  map = (first: Index, last: Index, mapping: ReplayMapping) => this.list.map(first, last, this.listed(mapping));
  load = ({ vma, flags, chain }: MapsLine) => {
    const file = vma.path === '' || /^\[/.test(vma.path) ? 0 : this.numberOf(vma.path);
    return this.list.load(vma.first, vma.last, { flags, file, offset: vma.offset, path: vma.path }, chain);
  };
  unmap = (first: Index, last: Index) => this.list.unmap(first, last);
  protect = (first: Index, last: Index, prot: number) => this.list.protect(first, last, prot);
  advise: ReplaySpace<ErrorName | null>['advise'] = (first, last, advice) => this.list.advise(first, last, advice);
  lockAll: ReplaySpace<ErrorName | null>['lockAll'] = (how) => this.list.lockAll(how);
  exec = () => this.list.exec();
  brkAt = (start: Index) => this.list.brkAt(start);
  brk = (end: Index) => this.list.setBrk(end);
  remap = (first: Index, bytes: Index, newBytes: Index, to: Index, keep: boolean) =>
    this.list.remap(first, bytes, newBytes, to, keep && 'keep').error;
  errorOf = (done: ErrorName | null) => done;
  refusalOf = () => '';
}

/** Plays a log over a map; what each call said. */
export function replay(
  log: TraceLog,
  maps: string,
): { readonly space: ListedSpace; readonly hints: readonly string[] } {
  const space = new ListedSpace(maps);
  const player = new Replay(space);
  return { space, hints: log.calls.map((call) => reasonsText(player.play(call).hint)) };
}

/** VMAs as lines of a map, without numbers of files. */
export function linesOf(list: VmaList): string[] {
  return list.all().map(({ first, last, perms, offset, path }) => line(first, index(last + 1n), perms, offset, path));
}

function line(first: Index, end: Index, perms: string, offset: Index, path: string): string {
  return `${first.toString(16)}-${end.toString(16)} ${perms} ${offset.toString(16).padStart(8, '0')} ${path}`.trimEnd();
}

/** A map's own lines in the same spelling. */
export function linesOfMap(text: string): string[] {
  const { lines } = readMaps(rawLines(`"""\n${text}"""`, 0, 1), { from: 0, to: 3 });
  return lines
    .filter(({ stored }) => stored)
    .map(({ vma }) => line(vma.first, index(vma.last + 1n), vma.perms, vma.offset, vma.path));
}
