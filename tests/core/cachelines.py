# SPDX-License-Identifier: GPL-2.0-or-later
#
# cachelines.py FOLDER [--write]: proves that the lines of cache which core/cachelines counts are those that the code uses.
#
# FOLDER/cachelines-counted and FOLDER/cachelines-plain make the same operations (cachelines_probe.c). The first counts, by the
# compiler's calls at each load and store. The second has no such calls and runs under Valgrind's lackey, which prints
# every access to memory. For each operation the sets of lines must be equal. So must the misses: the trace goes through
# a second cache, written here, in each shape of SHAPES. misses.py compares them with cachegrind's own.
#
# The counts must also be those of cachelines.txt, with which the WebAssembly module is compared in turn
# (tests/web/engine/redblack.test.ts); --write writes that file.
#
# Without Valgrind the trace is left out, and counted as skipped.

import os
import shutil
import subprocess
import sys
import threading
from collections import OrderedDict

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, 'cachelines.txt')
HEAD = '''# Counted operations: kind, tree (0: red-black, 4294967295: std::map), first, last, word, lines used, lines written,
# misses. From `make -C core cachelines WRITE=1`, which compares them with Valgrind's first.
'''
LINE = 64
# Bytes of a line, ways, KiB: the usual cache first, then smaller ones, in which more is missed. Of one or two ways none:
# there the order of two loads decides, and the compiler may order them otherwise in the two programs.
SHAPES = [(64, 8, 32), (64, 4, 4), (128, 8, 8)]
# What is counted lies within so many bytes of the first node or record.
REACH = 64 << 17
REDBLACK, STDMAP = 0, (1 << 32) - 1


def counted(folder, shape=SHAPES[0]):
    """The rows of the counting program, each with the lines used in order: (number, whether it was written)."""
    command = [f'{folder}/cachelines-counted', *map(str, shape)]
    lines = subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout.splitlines()
    rows = [line.split(' :') for line in lines[1:]]
    return [(told, [(int(number.rstrip('w')), number[-1] == 'w') for number in numbers.split()]) for told, numbers in rows]


class Addresses(threading.Thread):
    """Reads the addresses that a program prints, lets it begin, and takes in the rest of its output."""

    def __init__(self, child):
        super().__init__(daemon=True)
        self.child = child
        self.known = threading.Event()
        self.nodes = self.records = self.map = self.mark = 0

    def run(self):
        told = self.child.stdout.readline().split()
        self.nodes, self.records, self.map, self.mark = (int(address, 16) for address in told[1::2])
        self.known.set()
        self.child.stdin.write('\n')
        self.child.stdin.flush()
        for _ in self.child.stdout:
            pass

    def base_of(self, tree):
        return self.records if tree == REDBLACK else self.map if tree == STDMAP else self.nodes


def traced(folder, trees):
    """What each operation uses, on these trees in turn: (first byte, bytes) in order, from a trace of the program that
    does not count."""
    read, write = os.pipe()
    command = ['valgrind', '--tool=lackey', '--trace-mem=yes', f'--log-fd={write}', f'{folder}/cachelines-plain']
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=(write,))
    os.close(write)
    addresses = Addresses(child)
    addresses.start()
    with os.fdopen(read, encoding='ascii', errors='replace') as trace:
        used = used_by(trace, addresses, trees)
    if child.wait() != 0:
        raise SystemExit('cachelines-plain failed under Valgrind')
    return used


def used_by(trace, addresses, trees):
    """Cuts the trace at the writes of the mark, which come in pairs, and keeps what lies among nodes or records."""
    used, inside, base = [], False, 0
    for line in trace:
        # Instructions begin with a letter; all before the addresses are known is the start of the program.
        if line[:1] != ' ' or not addresses.known.is_set():
            continue
        address, size = line[3:].split(',')
        address = int(address, 16)
        if address == addresses.mark:
            inside = not inside
            if inside:
                base = addresses.base_of(trees[len(used)])
                used.append([])
        elif inside and base <= address < base + REACH:
            used[-1].append((address - base, int(size)))
    return used


def lines_of(accesses, bytes_of_line):
    """Numbers of the lines used, in order."""
    return [line for first, size in accesses for line in range(first // bytes_of_line, (first + size - 1) // bytes_of_line + 1)]


def compare(rows, traces):
    """What differs, a line each."""
    if len(rows) != len(traces):
        return [f'{len(rows)} operations were counted and {len(traces)} traced']
    wrong = []
    for number, ((told, used), accesses) in enumerate(zip(rows, traces), 1):
        lines, trace = {line for line, _ in used}, set(lines_of(accesses, LINE))
        if lines != trace:
            wrong.append(f'operation {number}, {told}: counted {sorted(lines - trace)} too many, {sorted(trace - lines)} too few')
    return wrong


class Cache:
    """Sets of lines; the least recently used line of a full set goes."""

    def __init__(self, line, ways, kib):
        self.line, self.ways = line, ways
        self.sets = [OrderedDict() for _ in range(kib * 1024 // line // ways)]

    def misses(self, accesses):
        missed = 0
        for number in lines_of(accesses, self.line):
            held = self.sets[number % len(self.sets)]
            if number in held:
                held.move_to_end(number)
                continue
            missed += 1
            held[number] = True
            if len(held) > self.ways:
                held.popitem(last=False)
        return missed


def compare_misses(folder, traces, shape):
    """What differs of the misses, and how many there are."""
    wrong, missed, tree = [], 0, None
    for (told, _), accesses in zip(counted(folder, shape), traces):
        words = told.split()
        if words[1] != tree:
            tree, cache = words[1], Cache(*shape)
        misses = cache.misses(accesses)
        missed += misses
        if misses != int(words[7]):
            wrong.append(f'cache of {shape}, {told}: {misses} misses by the trace')
    return wrong, missed


def read_table():
    with open(TABLE, encoding='ascii') as file:
        return file.read()


def main():
    folder = sys.argv[1]
    rows = counted(folder)
    wrong = [told for told, used in rows if int(told.split()[5]) != len({line for line, _ in used})]
    skipped = 0
    if shutil.which('valgrind'):
        traces = traced(folder, [int(told.split()[1]) for told, _ in rows])
        wrong += compare(rows, traces)
        for shape in SHAPES:
            differ, missed = compare_misses(folder, traces, shape)
            wrong += differ
            print('lines of %d bytes, %d ways, %d KiB:' % shape, f'{missed} misses, {len(differ)} operations differ')
    else:
        skipped = 1
        print('Valgrind is missing: the trace is skipped')
    text = HEAD + ''.join(f'{told}\n' for told, _ in rows)
    if '--write' in sys.argv and not wrong:
        with open(TABLE, 'w', encoding='ascii') as file:
            file.write(text)
    if not os.path.exists(TABLE) or read_table() != text:
        wrong.append('the counts are not those of cachelines.txt')
    for line in wrong[:20]:
        print(line)
    print(f'{len(rows)} operations, {sum(int(told.split()[5]) for told, _ in rows)} lines')
    print(f'{0 if wrong else 1} passed, {1 if wrong else 0} failed' + (f', {skipped} skipped' if skipped else ''))
    return 1 if wrong else 0


sys.exit(main())
