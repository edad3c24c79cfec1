// SPDX-License-Identifier: GPL-2.0-or-later
//
// The sentences of forks, of what undoes them and of exits. Every number in them is compared with something that is no
// event: memory photographed at the event, the VMAs and tables of the half-done child, the fork's own record.

import { wordedEvents } from '../../../web/engine/scene/event-texts';
import { expect, test } from 'vitest';
import { decodeSceneAt } from '../../../web/engine/scene/scene-at';
import type { Session } from '../../../web/engine/time/session';
import type { TreePicture } from '../../../web/model/picture';
import type { Scene, WordedEvent, SceneHalf } from '../../../web/model/run';
import { runText, sceneAt } from './runs';
import { regexOf } from '../regex-of';

const SPACE = [
  'mm p',
  'map 0x10000..0x1ffff rw',
  'map 0x30000..0x33fff r',
  'map 0x40000..0x4ffff rw',
  'map 0x60000..0x60fff rw',
  'map 0x70000..0x7ffff rw',
  'advise 0x40000..0x4ffff dontfork',
  'touch 0x10000..0x11fff write',
  'touch 0x60000..0x60fff write',
  '',
].join('\n');

const WAYS = ['', ' undo range', ' undo range ceiling wrong', ' by bulk', ' by stores'];
const FAILURES = [
  '',
  'fail vma 1\n',
  'fail vma 3\n',
  'fail page 4\n',
  'fail anon 2\n',
  'fail commit 2\n',
  'fail request 1 times 9\n',
  'fail hook\n',
  'fail mm\n',
  'fail signal 4\n',
];

interface At {
  readonly event: WordedEvent;
  readonly place: string;
  readonly plain: Scene;
  readonly half: SceneHalf;
  readonly later: readonly WordedEvent[];
}

const parts = (at: At, pattern: RegExp): string[] => {
  const match = pattern.exec(at.event.text);
  expect(match, at.place).not.toBeNull();
  return match!.slice(1);
};

// The entry that stands over exactly this range, as a number of a VMA; the zero entry is z.
function entryOver(picture: TreePicture | undefined, first: bigint, last: bigint): string | null {
  if (picture?.form === 'single') return null;
  for (const { kind, min, lasts, slots } of picture?.nodes ?? []) {
    if (kind !== 'leaf') continue;
    const k = lasts.findIndex((one, slot) => one === last && (slot === 0 ? min : lasts[slot - 1]! + 1n) === first);
    if (k >= 0) return slots[k] === 0x406n ? 'z' : String(slots[k]! >> 1n);
  }
  return null;
}

const treeOf = ({ half, plain }: At, name: string | null): TreePicture | undefined =>
  half.trees.find(({ picture }) => picture.name === name)?.picture ??
  plain.trees.find(({ picture }) => picture.name === name)?.picture;

// A VMA of the parent's: where it is, and how many pages it has.
function ofParent(at: At, [number, first, last, pages]: readonly string[]): void {
  expect(entryOver(treeOf(at, at.plain.fork!.parent), BigInt(first!), BigInt(last!)), at.place).toBe(number);
  if (pages !== undefined) expect((BigInt(last!) - BigInt(first!) + 1n) / 4096n, at.place).toBe(BigInt(pages));
}

// VMAs that the child has got when the fork has ended, well or badly.
const owned = ({ plain }: At): number => plain.fork!.record!.mapCount;
const isLast = ({ event, later }: At): boolean => !later.some(({ name }) => name === event.name);

const CHECKS: Readonly<Record<string, (at: At) => void>> = {
  fork_begins: (at) => {
    const [by, undo, wrong] = parts(
      at,
      regexOf(
        /^The fork begins, by /,
        /(dup|bulk|stores)(?:; a failure is undone by (marker|range)(, with the wrong ceiling)?)?\. No event reports /,
        /the allocation of policies, anon_vmas, chain elements and file references: the balance counts them\.$/,
      ),
    ) as [string, string | undefined, string | undefined];
    const record = at.plain.fork!.record!;
    expect([by, undo ?? record.undo, wrong !== undefined], at.place).toEqual([
      record.by,
      record.undo,
      record.wrongCeiling,
    ]);
  },
  fork_vma: (at) => ofParent(at, parts(at, /^VMA (\d+) of the parent is copied next: (\w+) to (\w+), (\d+) pages?\.$/)),
  vma_skipped: (at) =>
    ofParent(at, parts(at, /^VMA (\d+) of the parent is left out \(VM_DONTCOPY\): (\w+) to (\w+), (\d+) pages?\.$/)),
  vma_in: (at) => {
    const [number, first, last, pages, sum] = parts(
      at,
      /^VMA (\d+) of the child is in its tree: (\w+) to (\w+), (\d+) pages?; (\d+) VMAs? so far\.$/,
    );
    const over = entryOver(treeOf(at, at.plain.fork!.child), BigInt(first!), BigInt(last!));
    // A single VMA from 0 on would stand in the root pointer; these do not.
    expect(over, at.place).toBe(number);
    expect((BigInt(last!) - BigInt(first!) + 1n) / 4096n, at.place).toBe(BigInt(pages!));
    if (isLast(at)) expect(Number(sum), at.place).toBe(owned(at));
  },
  marker_set: (at) => {
    const [number, first, last, pages, own] = parts(
      at,
      regexOf(
        /^The zero entry replaces VMA (\d+) of the parent: (\w+) to (\w+), (\d+) pages?; (\d+|no) VMAs? of the /,
        /child (?:is|are) before it\.$/,
      ),
    );
    expect(entryOver(treeOf(at, at.plain.fork!.child), BigInt(first!), BigInt(last!)), at.place).toBe('z');
    ofParent(at, [number!, first!, last!, pages!]);
    expect([Number(number), own === 'no' ? 0 : Number(own)], at.place).toEqual([
      at.plain.fork!.record!.endVma,
      owned(at),
    ]);
  },
  fork_failed: (at) => {
    const [vma, error, point, own] = parts(
      at,
      regexOf(
        /^The fork fails(?: at VMA (\d+) of the parent)?: (\w+) while [\w ]+, (F\d+); (\d+|no) VMAs? of the child /,
        /(?:is|are) in its tree\.$/,
      ),
    ) as [string | undefined, string, string, string];
    const record = at.plain.fork!.record!;
    expect([point, error, Number(vma ?? 0), own === 'no' ? 0 : Number(own)], at.place).toEqual([
      record.point,
      record.error,
      record.at,
      record.mapCount,
    ]);
  },
  undo_begins: (at) => {
    const [own, up, vma, tables] = parts(
      at,
      regexOf(
        /^The undo begins: it frees (\d+) VMAs? of the child up to /,
        /(the top|\w+)(?:, where VMA (\d+) of the parent starts)?, and page tables up to (the top|\w+)\.$/,
      ),
    ) as [string, string, string | undefined, string];
    const record = at.plain.fork!.record!;
    const limit = (text: string): bigint => (text === 'the top' ? 0n : BigInt(text));
    expect([Number(own), limit(up), Number(vma ?? 0), limit(tables)], at.place).toEqual([
      record.mapCount,
      record.treeEnd,
      record.endVma,
      record.ceiling,
    ]);
    expect(Number(own), at.place).toBe(at.plain.fork!.partial?.vmas.length);
  },
  exit_begins: (at) => {
    // What an undo by range has removed is gone by then.
    const { partial, record } = at.plain.fork!;
    const undone = record?.undo === 'range' && record.by === 'dup' && (record.endVma === 0 || record.treeEnd !== 0n);
    expect(
      Number(
        parts(
          at,
          regexOf(
            /^The exit begins: map_count is (\d+)\. No event reports the freeing of policies, anon_vmas, chain /,
            /elements and file references: the balance counts them\.$/,
          ),
        )[0],
      ),
      at.place,
    ).toBe(undone ? 0 : partial!.vmas.length);
  },
  exit_ends: (at) => {
    const [removed, pages, left] = parts(
      at,
      new RegExp(
        '^The exit ends(?::|\\. The undo before it removed) (\\d+) VMAs?(?: removed,| and uncharged) ' +
          '(\\d+) pages?(?: uncharged,|;) (\\d+) page tables? left\\.$',
      ),
    );
    const { partial, record, balance } = at.plain.fork!;
    expect([Number(removed), Number(left)], at.place).toEqual([partial!.vmas.length, partial!.tablesLeft.length]);
    if (record !== null) expect([Number(removed), Number(pages)], at.place).toEqual([record.removed, record.uncharged]);
    else expect(Number(pages), at.place).toBe(balance.rows.find(({ object }) => object === 'commit')?.returned);
  },
};

test('a slot of the copy held the parent’s VMA and gets the child’s, though both have the same number', async () => {
  const texts = async (text: string): Promise<string[]> => {
    const session = await runText(`${SPACE}${text}\n`);
    return wordedEvents(sceneAt(session, session.steps()))
      .filter(({ name }) => name === 'slot_written')
      .map((event) => event.text);
  };
  const copied = await texts('fork p as c');
  expect(copied.length).toBeGreaterThan(2);
  for (const told of copied)
    expect(told).toMatch(/ is about to change from VMA \d+ of the parent to (?:VMA \d+ of the child|NULL)\.$/);
  expect(copied[0]).toMatch(/from VMA 1 of the parent to VMA 1 of the child\.$/);
  expect((await texts('fail vma 3\nfork p as c')).at(-1)).toMatch(/from VMA \d+ of the parent to the zero entry\.$/);
  for (const told of await texts('fork p as c by stores')) expect(told).not.toContain('of the parent');
  expect(await texts('protect 0x10000..0x1ffff r')).toEqual([]);
  for (const told of await texts('unmap 0x10000..0x1ffff')) expect(told).not.toMatch(/of the (?:parent|child)/);
}, 60_000);

function half(session: Session, step: number, event: number): SceneHalf {
  const found = decodeSceneAt(session.scene(step, event), null).half;
  if (found?.kind !== 'half') throw new Error(`step ${step} has no state at event ${event}`);
  return found;
}

test('the sentences of forks and of what undoes them say what memory says, and no kind is left out', async () => {
  const seen = new Map<string, number>();
  for (const way of WAYS) {
    for (const failure of FAILURES) {
      const session = await runText(`${SPACE}${failure}fork p as c${way}\n${failure === '' ? 'exit c\n' : ''}`, {
        keyframeInterval: 1,
      });
      for (let step = session.steps() - (failure === '' ? 1 : 0); step <= session.steps(); step++) {
        const plain = sceneAt(session, step);
        const events = wordedEvents(plain);
        events.forEach((event, k) => {
          const check = CHECKS[event.name];
          if (check === undefined) return;
          seen.set(event.name, (seen.get(event.name) ?? 0) + 1);
          check({
            event,
            place: `${failure.trim()}, fork${way}: event ${k}: ${event.text}`,
            plain,
            half: half(session, step, k),
            later: events.slice(k + 1),
          });
        });
      }
    }
  }
  expect(Object.keys(CHECKS).filter((name) => !seen.has(name))).toEqual([]);
}, 120_000);
