// SPDX-License-Identifier: GPL-2.0-or-later
//
// Whose calls an strace log holds: which of its processes work on the address space that is replayed.
//
// That is the address space of the first process. Threads share it; so does a child of vfork or of clone with CLONE_VM,
// until it begins another program. A pid without its clone in the log (`-e trace=memory` leaves clones out) is a
// *stranger*: it is taken for a thread, with a warning, unless the log proves it a process. Three things do: a SIGCHLD
// with its pid, an execve of its own, and a brk(NULL) that returns another address than the heap's end. Then none of
// its calls are ours.

import { splitArgs } from './strace-args';
import { ZERO } from '../../base/index64';
import { readFd, readText, readValue } from './strace-values';
import type { Segment, TracedFile } from './strace-calls';

/** A number of a process; null: the log gives none, so it is the first one. */
export type Pid = number | null;

/** The pids of the log, from a first reading. */
export interface ProcessSigns {
  /** Began while the log was written, as threads or as processes. */
  readonly children: ReadonlySet<number>;
  /** Processes for certain, unless a clone says otherwise. */
  readonly apart: ReadonlySet<number>;
}

/** Owns what is known of the processes. */
export class Processes {
  private readonly others = new Set<number>();
  private readonly births = new Set<number>();
  private readonly signs: ProcessSigns;
  private first: Pid = null;
  /** Strangers that began another program: processes from their first call on. */
  readonly unmasked = new Set<number>();

  constructor(signs: ProcessSigns) {
    this.signs = signs;
  }

  /** Whether the calls of this process are about the address space that is replayed. */
  ours(pid: Pid): boolean {
    if (pid !== null && this.first === null && !this.signs.children.has(pid)) this.first = pid;
    return pid === null || !(this.others.has(pid) || (this.isStranger(pid) && this.signs.apart.has(pid)));
  }

  isFirst(pid: Pid): boolean {
    return pid === null || pid === this.first;
  }

  /** Whether the log lacks the call that made it. */
  isStranger(pid: Pid): pid is number {
    return pid !== null && pid !== this.first && !this.births.has(pid);
  }

  /** From here on it has an address space of its own. */
  leaves(pid: number): void {
    this.others.add(pid);
    if (this.isStranger(pid)) this.unmasked.add(pid);
  }

  /** A call that makes a process: whether the child shares the address space. */
  born(name: string, args: string, child: number): void {
    const shares = name === 'vfork' || (name !== 'fork' && /\bCLONE_VM\b/.test(args));
    this.births.add(child);
    if (!shares) this.others.add(child);
    // A pid may be used again, for a thread.
    else this.others.delete(child);
  }
}

/** Calls that make a process. */
export const BIRTHS: ReadonlySet<string> = new Set(['clone', 'clone3', 'fork', 'vfork']);
/** Calls that show which file a descriptor is. */
export const NAMING: ReadonlySet<string> = new Set([
  'open',
  'openat',
  'openat2',
  'creat',
  'memfd_create',
  'close',
  'dup',
  'dup2',
  'dup3',
  'shmget',
]);

/** Owns the names of descriptors, as far as the log shows them. */
export class Descriptors {
  private readonly names = new Map<number, TracedFile>();
  private readonly segments = new Map<number, Segment>();
  private counter = 0;

  /** A call of NAMING that went through. */
  take(name: string, args: string, result: string): void {
    const parts = splitArgs(args);
    if (name === 'shmget') {
      this.takeSegment(parts, result);
      return;
    }
    const made = readFd(/\S+/.exec(result)?.[0] ?? '');
    if (name === 'close') {
      const closed = readFd(parts[0] ?? '');
      if (closed !== null) this.names.delete(closed.fd);
      return;
    }
    if (made === null || made.fd < 0) return;
    if (name.startsWith('dup')) {
      const source = this.names.get(readFd(parts[0] ?? '')?.fd ?? -1);
      this.rename(made.fd, source ?? null);
      return;
    }
    const text = readText(parts[name === 'openat' || name === 'openat2' ? 1 : 0] ?? '');
    const path = made.path ?? (text === null ? null : name === 'memfd_create' ? `/memfd:${text} (deleted)` : text);
    this.rename(made.fd, path === null ? null : { path, which: path });
  }

  // null: another file than before, and the log does not say which.
  private rename(fd: number, file: TracedFile | null): void {
    if (file === null) this.names.delete(fd);
    else this.names.set(fd, file);
  }

  /**
   * The file of a descriptor that has no path beside it. Where the log does not say, a mapping that the kernel found
   * room for begins another file: a loader maps a library so, and puts its parts over it.
   */
  name(fd: number, begins: boolean): TracedFile {
    const known = this.names.get(fd);
    if (known !== undefined && !(begins && known.path === `fd ${fd}`)) return known;
    const made = { path: `fd ${fd}`, which: `fd ${fd} #${++this.counter}` };
    this.names.set(fd, made);
    return made;
  }

  // The kernel names the file of a segment by its key.
  private takeSegment([keyText = '', bytesText = '']: readonly string[], result: string): void {
    const [key, bytes, id] = [
      keyText === 'IPC_PRIVATE' ? ZERO : readValue(keyText),
      readValue(bytesText),
      readValue(result),
    ];
    // An existing segment may be requested with a smaller size, or 0.
    const known = id === null ? undefined : this.segments.get(Number(id));
    if (key === null || bytes === null || id === null || (known !== undefined && known.bytes >= bytes) || bytes === 0n)
      return;
    const path = `/SYSV${key.toString(16).padStart(8, '0')} (deleted)`;
    this.segments.set(Number(id), { file: { path, which: `${path} #${id}` }, bytes });
  }

  segment(id: number): Segment | null {
    return this.segments.get(id) ?? null;
  }

  fresh(path: string): TracedFile {
    return { path, which: `${path} #${++this.counter}` };
  }
}
