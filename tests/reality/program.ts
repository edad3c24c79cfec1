// SPDX-License-Identifier: GPL-2.0-or-later
//
// Random programs in C that change their own memory. A program is a list of operations, so that a shorter one can be
// tried when the long one shows a difference. It calls the kernel without a C library: nothing but its operations, and
// the dumps of /proc/self before and after, changes its address space.

import { splitMix64 } from '../../web/base/random';

/** One operation. `c`: statements of C. A call's result is `r[number]`, which later operations may use. */
export interface Op {
  readonly number: number;
  readonly c: string;
}

const PAGE = 4096;
/** Two arenas at fixed places: pages next to each other, and blocks of 2 MiB that need page tables of their own. */
const SMALL = 0x1000_0000_0000n;
const LARGE = 0x2000_0000_0000n;
const SMALL_PAGES = 24;
const LARGE_BLOCKS = 6;
const NONE = { anon: 0x20, file: 0, fixed: 0x10, noreplace: 0x10_0000 };
/** DONTFORK, DOFORK, WIPEONFORK, KEEPONFORK: what a fork does with a VMA. */
const FORK_ADVICE = [10, 11, 18, 19];
/** MERGEABLE, UNMERGEABLE, HUGEPAGE, NOHUGEPAGE, DONTDUMP, DODUMP: kept in a VMA's flags. */
const FLAG_ADVICE = [12, 13, 14, 15, 16, 17];
/** WILLNEED, DONTNEED, FREE, COLD: of pages alone. */
const PAGE_ADVICE = [3, 4, 4, 8, 20];
const POPULATE = { read: 22, write: 23 };

/** The operations of a seed. */
export function operationsOf(seed: bigint): Op[] {
  const random = splitMix64(seed * 0x1_0001n + 7n);
  const maker = new Maker((count) => Number(random.next() % BigInt(count)));
  const count = 12 + maker.below(30);
  const ops: Op[] = [];
  for (let number = 0; number < count; number++) ops.push({ number, c: maker.operation(number) });
  return ops;
}

/** Owns what the next operation may refer to: earlier mmaps whose place the kernel chose. */
class Maker {
  readonly below: (count: number) => number;
  private readonly placed: { readonly number: number; readonly pages: number }[] = [];
  private readonly segments: number[] = [];
  private forks = 0;

  constructor(below: (count: number) => number) {
    this.below = below;
  }

  operation(number: number): string {
    if (number < 4) return this.mmap(number);
    const kinds: readonly (readonly [weight: number, make: () => string])[] = [
      [26, () => this.mmap(number)],
      [14, () => call(number, 11, ...this.range())],
      [16, () => call(number, 10, ...this.range(), this.prot())],
      [12, () => this.mremap(number)],
      [10, () => call(number, 28, ...this.range(), this.pick(FORK_ADVICE))],
      [8, () => call(number, 28, ...this.range(), this.pick(FLAG_ADVICE))],
      [6, () => call(number, 28, ...this.range(), this.pick(PAGE_ADVICE))],
      [14, () => this.touch(number)],
      [5, () => call(number, this.pick([149, 150]), ...this.range())],
      [4, () => call(number, 325, ...this.range(), this.pick([0, 1, 1]))],
      [5, () => call(number, 12, `heap + ${(this.below(20) - 4) * PAGE + this.pick([0, 0, 0, 1, 100])}`)],
      [3, () => this.fork(number)],
      [2, () => this.invalid(number)],
      [2, () => call(number, 462, ...this.range(), 0)],
      [3, () => call(number, 151, this.pick([1, 1, 2, 3, 4, 5, 6, 7]))],
      [2, () => call(number, 152)],
      [4, () => this.attach(number)],
      [3, () => this.detach(number)],
    ];
    let draw = this.below(kinds.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, make] of kinds) if ((draw -= weight) < 0) return make();
    return '';
  }

  private pick<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }

  private prot(): number {
    return this.pick([0, 1, 1, 3, 3, 3, 3, 5, 7]);
  }

  // An address in one of the arenas or in what an earlier mmap was given, and a number of bytes.
  private range(): [string, number] {
    const where = this.below(12);
    if (where < 8) {
      const page = this.below(SMALL_PAGES);
      return [`${SMALL + BigInt(page * PAGE)}`, this.bytes(1 + this.below(SMALL_PAGES - page))];
    }
    const one = this.placed.length === 0 ? null : this.pick(this.placed);
    if (where < 10 || one === null) {
      const block = this.below(LARGE_BLOCKS);
      return [`${LARGE + BigInt(block) * 0x20_0000n}`, this.pick([1, 3, 512, 512, 1024, 700]) * PAGE];
    }
    const skipped = this.below(one.pages);
    return [`r[${one.number}] + ${skipped * PAGE}`, this.bytes(1 + this.below(one.pages - skipped))];
  }

  private bytes(pages: number): number {
    return pages * PAGE - this.pick([0, 0, 0, 1, 4000]);
  }

  private mmap(number: number): string {
    const prot = this.prot();
    const kind = this.pick(['anon', 'anon', 'anon', 'anon', 'file', 'file shared', 'anon shared'] as const);
    const type = kind.endsWith('shared') ? 1 : 2;
    const file = kind.startsWith('file');
    const flags =
      type | (file ? NONE.file : NONE.anon) | (this.below(8) === 0 ? 0x4000 : 0) | (this.below(8) === 0 ? 0x2_0000 : 0);
    const source: [string, number] = file ? ['fd', this.below(8) * PAGE] : ['-1', 0];
    if (this.below(3) > 0) {
      const [at, bytes] = this.range();
      return call(
        number,
        9,
        at,
        bytes,
        prot,
        flags | this.pick([NONE.fixed, NONE.fixed, NONE.fixed, NONE.noreplace, 0]),
        ...source,
      );
    }
    const pages = this.pick([1, 2, 3, 5, 8, 16, 512]);
    this.placed.push({ number, pages });
    return call(number, 9, 0, pages * PAGE, prot, flags, ...source);
  }

  private mremap(number: number): string {
    const [at, bytes] = this.range();
    const size = Math.ceil(bytes / PAGE) * PAGE;
    const wanted = this.pick([size, size, size / 2, size + PAGE, size * 2, size + 5 * PAGE]);
    const form = this.below(6);
    if (form < 2) return call(number, 25, at, size, wanted, this.pick([0, 1, 1]));
    if (form === 2) return call(number, 25, at, size, size, 5);
    if (form === 3) return call(number, 25, at, size, wanted, 1);
    const [to] = this.range();
    return call(number, 25, at, size, wanted, form === 4 ? 3 : 7, to);
  }

  // One call a page, so that each is touched or is not.
  private touch(number: number): string {
    const [at, bytes] = this.range();
    const advice = this.pick([POPULATE.write, POPULATE.write, POPULATE.read]);
    return (
      `for (long k = 0; k < ${Math.min(4, Math.ceil(bytes / PAGE))}; k++) ` +
      call(number, 28, `${at} + k * ${PAGE}`, PAGE, advice)
    );
  }

  private fork(number: number): string {
    if (this.forks === 2) return call(number, 28, ...this.range(), 4);
    this.forks++;
    const [at, bytes] = this.range();
    const child = `dump("child", ${number}); sys(11, ${at}, ${bytes}, 0, 0, 0, 0); sys(231, 0, 0, 0, 0, 0, 0);`;
    return `{ long child = sys(57, 0, 0, 0, 0, 0, 0); if (child == 0) { ${child} } sys(61, child, 0, 0, 0, 0, 0); }`;
  }

  // A segment of System V shared memory goes with the last place where it is attached.
  private attach(number: number): string {
    const pages = this.pick([1, 2, 4, 8]);
    this.segments.push(number);
    const at = this.below(2) === 0 ? '0' : `${SMALL + BigInt(this.below(SMALL_PAGES) * PAGE)}`;
    const flags = this.pick([0, 0, 0x1000, 0x4000, 0x8000]);
    return (
      `{ long id = sys(29, 0, ${pages * PAGE - this.pick([0, 0, 100])}, 0700, 0, 0, 0); ` +
      `${call(number, 30, 'id', at, at === '0' ? flags & ~0x4000 : flags)} sys(31, id, 0, 0, 0, 0, 0); }`
    );
  }

  private detach(number: number): string {
    return this.segments.length === 0 ? this.attach(number) : call(number, 67, `r[${this.pick(this.segments)}]`);
  }

  private invalid(number: number): string {
    const [at, bytes] = this.range();
    return this.pick([
      call(number, 9, `${at} + 1`, bytes, 3, 0x32, '-1', 0),
      call(number, 9, at, 0, 3, 0x32, '-1', 0),
      call(number, 9, at, bytes, 3, 0x20, '-1', 0),
      call(number, 11, `${at} + 7`, bytes),
      call(number, 11, at, 0),
      call(number, 10, `${at} + 512`, bytes, 1),
      call(number, 25, at, 0, PAGE, 1),
      call(number, 25, at, bytes, 0, 1),
      call(number, 28, at, bytes, 99),
    ]);
  }
}

function call(number: number, syscall: number, ...args: readonly (number | string)[]): string {
  const all = [...args, 0, 0, 0, 0, 0, 0].slice(0, 6);
  return `r[${number}] = sys(${syscall}, ${all.map((one) => `(long)(${one})`).join(', ')});`;
}

/**
 * The program. After each operation it appends what /proc shows to a file `dumps`, and a call that names the operation
 * to the log. What it holds itself lies in data that is written before the first dump; behind it, a page without access
 * keeps the heap apart.
 */
export function sourceOf(ops: readonly Op[]): string {
  const size = Math.max(0, ...ops.map(({ number }) => number)) + 1;
  return `${RUNTIME(MARK)}
static long r[${size}];

void run(void)
{
\tfor (unsigned long k = 0; k < sizeof buffer; k += 4096)
\t\tbuffer[k] = 1;
\tlong fd = sys(2, (long)"data", 2, 0, 0, 0, 0);
\tsys(10, (long)guard, sizeof guard, 0, 0, 0, 0);
\tlong heap = sys(12, 0, 0, 0, 0, 0, 0);
\tdump("begin", 0);
\tsys(12, 0, 0, 0, 0, 0, 0);
\tdump("op", ${BEFORE});
${ops.map(({ number, c }) => `\t${c}\n\tdump("op", ${number});`).join('\n')}
\tsys(231, 0, 0, 0, 0, 0, 0);
}
`;
}

/** Stands for the time before the first operation. */
export const BEFORE = 9999;
/** The log names an operation by a wait for the process of this number and the operation's, which there is not. */
export const MARK = 100_000_000;

const RUNTIME = (mark: number): string => `// Built with -nostdlib -static: no library changes the memory.
static char buffer[65536] __attribute__((aligned(4096)));
// Common, so that the linker puts it last.
char guard[4096] __attribute__((aligned(4096)));

static long sys(long number, long a, long b, long c, long d, long e, long f)
{
\tregister long r10 __asm__("r10") = d;
\tregister long r8 __asm__("r8") = e;
\tregister long r9 __asm__("r9") = f;
\tlong result;
\t__asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
\t\t: "rcx", "r11", "memory");
\treturn result;
}

static void copy(const char *from, long out)
{
\tlong in = sys(2, (long)from, 0, 0, 0, 0, 0), count;
\twhile ((count = sys(0, in, (long)buffer, sizeof buffer, 0, 0, 0)) > 0)
\t\tsys(1, out, (long)buffer, count, 0, 0, 0);
\tsys(3, in, 0, 0, 0, 0, 0);
}

static void put(long out, const char *text)
{
\tlong count = 0;
\twhile (text[count] != 0)
\t\tcount++;
\tsys(1, out, (long)text, count, 0, 0, 0);
}

static void dump(const char *what, long number)
{
\tchar digits[] = " 00000\\n";
\tlong out = sys(2, (long)"dumps", 0x441, 0644, 0, 0, 0);
\tsys(61, ${mark} + number, 0, 1, 0, 0, 0);
\tfor (long k = 5, rest = number; k > 0; k--, rest /= 10)
\t\tdigits[k] = '0' + rest % 10;
\tput(out, "=== ");
\tput(out, what);
\tput(out, digits);
\tcopy("/proc/self/smaps", out);
\tcopy("/proc/self/status", out);
\tsys(3, out, 0, 0, 0, 0, 0);
}

void run(void);
__asm__(".globl _start\\n_start: and $-16, %rsp\\n call run\\n");
`;
