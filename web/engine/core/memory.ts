// SPDX-License-Identifier: GPL-2.0-or-later
//
// Address spaces and forks over the core's exports: the second half of a Machine. Decides nothing; a refusal of the
// core is a value in the outcome.

import { index, MAX, type Index } from '../../base/index64';
import type { TreeHandle } from '../../model/machine';
import type {
  Balance,
  BalanceRow,
  ConservationRule,
  ForkHow,
  ForkRecord,
  LockAll,
  MmFacts,
  PageTable,
  Site,
  VmaRecord,
} from '../../model/memory';
import { SITES } from '../../model/memory';
import type { Outcome } from '../../model/outcome';
import { errorName } from '../../model/status';
import { ruleText, uncheckedRuleText } from '../../words/balance';
import { readAccounts } from './accounts';
import { ADVICES, FORK_BY, FORK_UNDO, LIMIT_NAMES, LOCK_ALL } from '../../model/generated/enums';
import { FORK, LIMITS, SPACE, TABLE, VMA } from '../generated/tables';
import { always, never, outcomeReader, type Tell } from './outcome';
import type { LastFork, SpaceCalls } from './space-calls';
import type { Core } from './wasm';

type ForkCalls = Pick<SpaceCalls, 'fork' | 'exitMm' | 'lastFork' | 'onHalfway'>;

export function memoryOver(core: Core): SpaceCalls {
  const tell = outcomeReader(core).outcome;
  return { ...spacesOver(core, tell), ...forksOver(core, tell) };
}

function spacesOver(core: Core, tell: Tell): Omit<SpaceCalls, keyof ForkCalls> {
  const { calls } = core;
  const done = (): Outcome => tell({ found: always, counted: 'calls' });
  const nowhere = (): Outcome => tell({ found: never, counted: 'calls' });
  return {
    createMm: () => {
      const mm = calls.mpl_space_new();
      return { mm: mm > 0 ? (mm as TreeHandle) : null, outcome: nowhere() };
    },
    mmLoad: (mm, first, last, { flags, file, offset }, chain) => {
      calls.mpl_space_load(mm, first, last, flags, file, offset, chain);
      return done();
    },
    mmMap: (mm, first, last, { flags, file, offset }) => {
      calls.mpl_space_map(mm, first, last, flags, file, offset);
      return done();
    },
    mmMapAny: (mm, bytes, { flags, file, offset }) => {
      calls.mpl_space_map_any(mm, bytes, flags, file, offset);
      return done();
    },
    mmUnmap: (mm, first, last) => {
      calls.mpl_space_unmap(mm, first, last);
      return done();
    },
    mmProtect: (mm, first, last, prot) => {
      calls.mpl_space_protect(mm, first, last, prot);
      return done();
    },
    mmBrkAt: (mm, start) => {
      calls.mpl_space_brk_at(mm, start);
      return nowhere();
    },
    mmBrk: (mm, end) => {
      calls.mpl_space_brk(mm, end);
      return nowhere();
    },
    mmRemap: (mm, first, bytes, newBytes, to, mayMove) => {
      calls.mpl_space_remap(mm, first, bytes, newBytes, to, mayMove === 'keep' ? 2 : mayMove ? 1 : 0);
      return done();
    },
    mmTouch: (mm, first, last, write) => {
      calls.mpl_space_touch(mm, first, last, write ? 1 : 0);
      return done();
    },
    mmAdvise: (mm, first, last, advice) => {
      calls.mpl_space_advise(mm, first, last, ADVICES.indexOf(advice));
      return done();
    },
    mmLockAll: (mm, how) => {
      calls.mpl_space_lock_all(mm, lockBits(how));
      return nowhere();
    },
    mmLimit: (mm, limit, value) => {
      calls.mpl_space_limit(mm, LIMIT_NAMES.indexOf(limit), value ?? MAX);
      return nowhere();
    },
    mmExec: (mm) => {
      calls.mpl_space_exec(mm);
      return nowhere();
    },
    mmSetBase: (mm, base) => {
      if (calls.mpl_space_set_base(mm, base) !== 0) throw new Error(`no address space has handle ${mm}`);
    },
    mmFacts: (mm) => readFacts(core, mm),
    mmVmas: (mm) => readVmas(core, mm),
    mmTables: (mm) => readTables(core, mm),
    heldBy: (tree) => ({ facts: readFacts(core, tree), tables: readTables(core, tree), records: readVmas(core, tree) }),
  };
}

function forksOver(core: Core, tell: Tell): ForkCalls {
  const { calls } = core;
  let halfway: ((child: TreeHandle | null) => void) | null = null;
  return {
    fork: (parent, how) => {
      const handle = calls.mpl_space_fork(
        parent,
        FORK_BY.indexOf(how.by),
        FORK_UNDO.indexOf(how.undo),
        how.wrongCeiling ? 1 : 0,
      );
      halfway?.(handle > 0 ? (handle as TreeHandle) : null);
      const done = calls.mpl_space_fork_end() === 0;
      const { record, balance } = lastFork(core, how);
      return {
        child: done ? (handle as TreeHandle) : null,
        outcome: tell({ found: never, counted: 'fork' }),
        record,
        balance,
      };
    },
    exitMm: (mm) => {
      calls.mpl_space_exit(mm);
      return { outcome: tell({ found: never, counted: 'calls' }), balance: lastFork(core, null).balance };
    },
    lastFork: () => lastFork(core, null),
    onHalfway: (listener) => {
      halfway = listener;
    },
  };
}

/** How mlockall is called; 0: munlockall. */
function lockBits(how: LockAll | null): number {
  if (how === null) return 0;
  return (
    (how.current ? LOCK_ALL.CURRENT : 0) | (how.future ? LOCK_ALL.FUTURE : 0) | (how.onfault ? LOCK_ALL.ONFAULT : 0)
  );
}

// ---- Address spaces ----

function readFacts(core: Core, mm: TreeHandle): MmFacts {
  const at = core.calls.mpl_space_info(mm);
  if (at === 0) throw new Error(`no address space has handle ${mm}`);
  const view = core.view();
  const u64 = (field: number): Index => index(view.getBigUint64(at + field, true));
  const pages = (field: number): number => Number(u64(field));
  return {
    vmas: view.getUint32(at + SPACE.mapCount, true),
    totalVm: pages(SPACE.totalVm),
    dataVm: pages(SPACE.dataVm),
    execVm: pages(SPACE.execVm),
    stackVm: pages(SPACE.stackVm),
    lockedVm: pages(SPACE.lockedVm),
    rssAnon: pages(SPACE.rssAnon),
    rssFile: pages(SPACE.rssFile),
    tables: view.getUint32(at + SPACE.tables, true),
    brkStart: u64(SPACE.brkStart),
    brk: u64(SPACE.brk),
    mmapBase: u64(SPACE.mmapBase),
  };
}

function readVmas(core: Core, mm: TreeHandle): VmaRecord[] {
  const vmas: VmaRecord[] = [];
  for (let from = 0n; ;) {
    const count = core.calls.mpl_space_vmas(mm, from);
    const start = core.calls.mpl_space_vma_buffer();
    for (let k = 0; k < count; k++) vmas.push(readVma(core.view(), start + VMA.BYTES * k));
    const end = vmas.at(-1)?.last;
    if (count < LIMITS.vmas || end === undefined || end === MAX) return vmas;
    from = end + 1n;
  }
}

function readVma(view: DataView, at: number): VmaRecord {
  return {
    number: view.getUint32(at + VMA.number, true),
    first: index(view.getBigUint64(at + VMA.first, true)),
    last: index(view.getBigUint64(at + VMA.last, true)),
    offset: index(view.getBigUint64(at + VMA.offset, true)),
    flags: view.getUint32(at + VMA.flags, true),
    file: view.getUint32(at + VMA.file, true),
    anon: view.getUint32(at + VMA.anon, true),
    chain: view.getUint32(at + VMA.chain, true),
  };
}

/** The page tables of an address space; of none (0): those that the last undoing left behind. */
function readTables(core: Core, mm: TreeHandle | 0): PageTable[] {
  const count = core.calls.mpl_space_tables(mm);
  const start = core.calls.mpl_space_table_buffer();
  const view = core.view();
  return Array.from({ length: count }, (_, k): PageTable => {
    const at = start + TABLE.BYTES * k;
    return {
      base: index(view.getBigUint64(at + TABLE.base, true)),
      level: view.getUint32(at + TABLE.level, true) as PageTable['level'],
      used: view.getUint32(at + TABLE.used, true),
    };
  });
}

// ---- Forks ----

function lastFork(core: Core, how: ForkHow | null): LastFork {
  const at = core.calls.mpl_space_fork_record();
  const view = core.view();
  const u32 = (field: number): number => view.getUint32(at + field, true);
  const u64 = (field: number): Index => index(view.getBigUint64(at + field, true));
  const point = u32(FORK.point);
  const record: ForkRecord = {
    by: how?.by ?? FORK_BY[u32(FORK.by)]!,
    undo: how?.undo ?? FORK_UNDO[u32(FORK.undo)]!,
    wrongCeiling: how?.wrongCeiling ?? u32(FORK.wrongCeiling) !== 0,
    error: errorName(view.getInt32(at + FORK.error, true)),
    point: point === 0 ? null : `F${point}`,
    site: point === 0 ? null : SITES[u32(FORK.site)]!,
    at: u32(FORK.at),
    endVma: u32(FORK.endVma),
    treeEnd: u64(FORK.treeEnd),
    ceiling: u64(FORK.ceiling),
    mapCount: u32(FORK.mapCount),
    removed: u32(FORK.removed),
    tablesLeft: u32(FORK.tablesLeft),
    copiedNodes: u32(FORK.copiedNodes),
    pagesCopied: Number(u64(FORK.pagesCopied)),
    charged: Number(u64(FORK.charged)),
    uncharged: Number(u64(FORK.uncharged)),
    passes: Object.fromEntries(SITES.map((site, k) => [site, u32(FORK.passes + 4 * k)])) as Record<Site, number>,
  };
  const rows = readAccounts(core, core.calls.mpl_space_fork_accounts());
  return {
    record,
    balance: balanceOf(record, rows, u32(FORK.rules), u32(FORK.rulesChecked)),
    tablesLeft: readTables(core, 0),
  };
}

type Rule = ConservationRule['rule'];
const RULES: readonly Rule[] = [1, 2, 3, 4, 5, 6];

/**
 * The balance sheet of a fork or an exit: the rows as the core counts them, and the six parts of rule "failed fork".
 * Whether a rule holds is the core's own word. `holds` and `checked`: bit k − 1 stands for rule k.
 */
function balanceOf(record: ForkRecord, rows: readonly BalanceRow[], holds: number, checked: number): Balance {
  const bit = (bits: number, rule: Rule): boolean => ((bits >> (rule - 1)) & 1) !== 0;
  return {
    rows,
    rules: RULES.map((rule) => {
      const held = bit(checked, rule) ? bit(holds, rule) : null;
      return { rule, held, text: held === null ? uncheckedRuleText(rule) : ruleText(rule, record, rows, held) };
    }),
  };
}
