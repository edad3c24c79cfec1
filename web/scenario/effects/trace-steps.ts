// SPDX-License-Identifier: GPL-2.0-or-later
//
// `trace` as steps of a run: each call of the log is one call of the machine and of the list of VMAs.

import type { Op } from '../../model/ops';
import { reasons } from '../../model/reason';
import type { Trouble } from '../../model/trouble';
import { index, ZERO, type Index } from '../../base/index64';
import { counted } from '../../base/text';
import type { Advice, LockAll, Mapping } from '../../model/memory';
import type { Outcome } from '../../model/outcome';
import type { ErrorName } from '../../model/status';
import { MM_MODE } from '../../model/tree-mode';
import { doneWith, type Context, type Done } from './operations';
import { failuresArmed, runCall, wasStruck } from './spaces';
import { OUR_LIMIT } from '../../words/space-reasons';
import { restText, type TraceCall } from '../import/strace';
import { callName } from '../import/memory-calls';
import type { CallEffect } from '../import/strace-calls';
import type { MapsLine } from '../import/maps';
import type { Statement } from '../syntax/syntax';
import { Replay, type ReplayMapping, type ReplaySpace } from './trace';
import { VmaList, type ListedMapping } from '../oracle/vma-list';
import { RunError } from '../world/run-error';
import type { Named, World } from '../world/world';

type Of<K extends Statement['kind']> = Extract<Statement, { kind: K }>;
type Space = Named & { readonly space: VmaList };

/** One step of a trace: the line of its call, and what does it. */
export interface TraceStep {
  readonly line: number;
  readonly run: () => Done;
}

/** The steps of a trace, in order. The first one makes the address space, if there is none of its name. */
export function* traceSteps(statement: Of<'trace'>, { world }: Context): Generator<TraceStep, void> {
  const { calls, rest } = statement.log;
  let replay: { readonly named: Space; readonly player: Replay<Played> } | null = null;
  for (const [k, call] of calls.entries()) {
    const last = k === calls.length - 1 ? restText(rest) : '';
    yield {
      line: call.line,
      run: () => {
        replay ??= begin(statement, world);
        return play(replay.named, replay.player, call, last);
      },
    };
  }
}

function begin(statement: Of<'trace'>, world: World): { readonly named: Space; readonly player: Replay<Played> } {
  const named = spaceOf(statement, world);
  world.current = named;
  return { named, player: new Replay(new MachineSpace(named, world)) };
}

function spaceOf({ name }: Of<'trace'>, world: World): Space {
  const known = world.names.get(name.text);
  if (known !== undefined && known.space !== null) return known as Space;
  world.mustBeFree(name);
  const armed = failuresArmed(world);
  const { mm, outcome } = world.machine.createMm();
  if (mm === null)
    throw new RunError(
      name,
      'there is no address space to replay into: ' +
        (wasStruck(world, armed, outcome) ? 'allocating it failed (F1)' : `there is no room for another, ${OUR_LIMIT}`),
    );
  return world.adopt(name.text, mm, MM_MODE, new VmaList()) as Space;
}

const DESCRIBED_AS: Readonly<Record<string, Op>> = {
  mmap: 'map',
  mmap2: 'map',
  munmap: 'unmap',
  mprotect: 'protect',
  pkey_mprotect: 'protect',
  brk: 'brk',
  madvise: 'advise',
  mlock: 'advise',
  mlock2: 'advise',
  munlock: 'advise',
  mseal: 'advise',
  mremap: 'remap',
  mlockall: 'lockall',
  munlockall: 'lockall',
};

function play(named: Space, player: Replay<Played>, call: TraceCall, last: string): Done {
  const { done, hint } = player.play(call);
  // The summary of the whole log names every unknown pid, so the last call does not name its own again.
  const hints = reasons(hint, last === '' ? (call.doubt ?? '') : '', last);
  const name = callName(/^\w+/.exec(call.text)?.[0] ?? '');
  const touched = rangeOf(call.effect);
  const told = [name, done?.outcome.error ?? (done === null ? 'no change' : counted(named.space.count, 'VMA'))];
  const describedAs = DESCRIBED_AS[name];
  const rest = { touched, hint: hints, gutter: told, ...(describedAs === undefined ? {} : { describedAs }) };
  if (done === null)
    return { tree: named.name, named, outcome: null, result: null, whole: false, troubles: [], ...rest };
  return doneWith(named, done.outcome, { ...rest, troubles: done.troubles });
}

function rangeOf(effect: CallEffect): Done['touched'] {
  if ('first' in effect && 'last' in effect) return { first: effect.first, last: effect.last };
  if (effect.kind === 'remap') return { first: effect.now, last: index(effect.now + effect.newBytes - 1n) };
  return effect.kind === 'brk' ? { first: effect.end, last: effect.end } : null;
}

/** The result of a call, on both sides. */
interface Played {
  readonly outcome: Outcome;
  readonly troubles: readonly Trouble[];
  readonly refusal: string;
}

// The address space that is replayed into, in the core and in the list at once.
class MachineSpace implements ReplaySpace<Played> {
  private readonly named: Space;
  private readonly world: World;

  constructor(named: Space, world: World) {
    this.named = named;
    this.world = world;
  }

  heap(): { readonly start: Index; readonly end: Index } {
    const { brkStart, brk } = this.named.space;
    return { start: brkStart, end: brk };
  }

  within(first: Index, last: Index): ReturnType<VmaList['within']> {
    return this.named.space.within(first, last);
  }

  map(first: Index, last: Index, mapping: ReplayMapping): Played {
    const made = this.mapping(mapping);
    return this.both(
      (machine, mm) => machine.mmMap(mm, first, last, made),
      (list) => list.map(first, last, made),
    );
  }

  load({ vma: { first, last, offset, path }, flags, chain }: MapsLine): Played {
    const mapping = { flags, file: this.world.fileNumber(path), offset, path };
    return this.both(
      (machine, mm) => machine.mmLoad(mm, first, last, mapping, chain),
      (list) => list.load(first, last, mapping, chain),
    );
  }

  unmap(first: Index, last: Index): Played {
    return this.both(
      (machine, mm) => machine.mmUnmap(mm, first, last),
      (list) => list.unmap(first, last),
    );
  }

  protect(first: Index, last: Index, prot: number): Played {
    return this.both(
      (machine, mm) => machine.mmProtect(mm, first, last, prot),
      (list) => list.protect(first, last, prot),
    );
  }

  advise(first: Index, last: Index, advice: Advice): Played {
    return this.both(
      (machine, mm) => machine.mmAdvise(mm, first, last, advice),
      (list) => list.advise(first, last, advice),
    );
  }

  lockAll(how: LockAll | null): Played {
    return this.both(
      (machine, mm) => machine.mmLockAll(mm, how),
      (list) => list.lockAll(how),
    );
  }

  exec(): Played {
    return this.both(
      (machine, mm) => machine.mmExec(mm),
      (list) => list.exec(),
    );
  }

  brkAt(start: Index): Played {
    return this.both(
      (machine, mm) => machine.mmBrkAt(mm, start),
      (list) => list.brkAt(start),
    );
  }

  brk(end: Index): Played {
    return this.both(
      (machine, mm) => machine.mmBrk(mm, end),
      (list) => list.setBrk(end),
    );
  }

  remap(first: Index, bytes: Index, newBytes: Index, to: Index, keep: boolean): Played {
    const how = keep && 'keep';
    return this.both(
      (machine, mm) => machine.mmRemap(mm, first, bytes, newBytes, to, how),
      (list) => list.remap(first, bytes, newBytes, to, how).error,
    );
  }

  errorOf({ outcome }: Played): ErrorName | null {
    return outcome.error;
  }

  refusalOf({ refusal }: Played): string {
    return refusal;
  }

  private both(
    core: (machine: World['machine'], mm: Named['handle']) => Outcome,
    list: (space: VmaList) => ErrorName | null,
  ): Played {
    const armed = failuresArmed(this.world);
    const { outcome, troubles, wanted } = runCall(
      this.named,
      { core: () => core(this.world.machine, this.named.handle), list },
      this.world,
    );
    const struck = outcome.error !== null && wasStruck(this.world, armed, outcome);
    return {
      outcome,
      troubles,
      refusal: struck
        ? 'an armed `fail` refused it, so the steps after it differ from the log'
        : outcome.error === 'ENOMEM' && wanted === null
          ? OUR_LIMIT
          : '',
    };
  }

  private mapping({ flags, offset, file }: ReplayMapping): Mapping & ListedMapping {
    if (file === null) return { flags, file: 0, offset: ZERO, path: '' };
    return 'which' in file
      ? { flags, file: this.world.fileNumber(file.which), offset, path: file.path }
      : { flags, offset, ...file };
  }
}
