# SPDX-License-Identifier: GPL-2.0-or-later
#
# misses.py FOLDER: compares the misses that core/cachelines counts with those of Valgrind's cachegrind.
#
# FOLDER/misses-counted and FOLDER/misses-plain fill a tree and make operations on it (misses_probe.c). The first counts
# the misses among nodes or records. The second runs in cachegrind with a data cache of the same shape, once with the
# operations and once without: the difference of the two totals is what the operations missed.
#
# Cachegrind also sees the stack and all other data, which core/cachelines leaves out, and so never counts less. A lookup, or
# a change of a rival, has so little of them that it counts at most MORE above. A change of the maple tree also uses the
# free lists of nodes, and working memory for what it copies: there it may count up to MUCH_MORE above.
#
# Without Valgrind the comparison is left out, and counted as skipped.

import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

RANGES, COUNT = 6421, 4000
MORE, MUCH_MORE = 0.04, 1.0
USUAL, LONG_LINES = (64, 8, 32), (128, 8, 64)
CASES = [
    (USUAL, 'maple', 'load', MORE),
    (USUAL, 'maple', 'change', MUCH_MORE),
    (USUAL, 'redblack', 'load', MORE),
    (USUAL, 'redblack', 'change', MORE),
    (USUAL, 'stdmap', 'load', MORE),
    (USUAL, 'stdmap', 'change', MORE),
    (LONG_LINES, 'maple', 'load', MORE),
    (LONG_LINES, 'redblack', 'load', MORE),
]


def arguments(shape, tree, operation, count):
    return [str(word) for word in (*shape, tree, operation, RANGES, 0, count)]


def counted(folder, shape, tree, operation):
    command = [f'{folder}/misses-counted', *arguments(shape, tree, operation, COUNT)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def cachegrind(folder, shape, tree, operation, count):
    """Misses of the whole program in the first data cache."""
    line, ways, kib = shape
    caches = [f'--D1={1024 * kib},{ways},{line}', '--I1=32768,8,64', '--LL=8388608,16,64']
    command = ['valgrind', '--tool=cachegrind', '--cache-sim=yes', *caches, '--cachegrind-out-file=/dev/null']
    command += [f'{folder}/misses-plain', *arguments(shape, tree, operation, count)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return int(re.search(r'D1 +misses: +([0-9,]+)', told)[1].replace(',', ''))


def compare(folder, case, without):
    """A line about it, and whether the two agree."""
    shape, tree, operation, more = case
    ours = counted(folder, shape, tree, operation)
    theirs = cachegrind(folder, shape, tree, operation, COUNT) - without
    agree = ours <= theirs <= ours * (1 + more)
    mean, by_cachegrind = ours / COUNT, theirs / COUNT
    said = f'{tree} {operation}, lines of {shape[0]} bytes: {mean:.2f} misses, by cachegrind {by_cachegrind:.2f}'
    return f'{said} ({"as allowed" if agree else "TOO FAR APART"})', agree


def main():
    folder = sys.argv[1]
    if not shutil.which('valgrind'):
        print('Valgrind is missing: the comparison with cachegrind is skipped\n0 passed, 0 failed, 1 skipped')
        return 0
    with ThreadPoolExecutor(2) as pool:
        fills = list(dict.fromkeys((shape, tree) for shape, tree, _, _ in CASES))
        without = dict(zip(fills, pool.map(lambda fill: cachegrind(folder, *fill, 'load', 0), fills)))
        results = list(pool.map(lambda case: compare(folder, case, without[case[:2]]), CASES))
    for told, _ in results:
        print(told)
    passed = sum(agree for _, agree in results)
    print(f'{passed} passed, {len(results) - passed} failed')
    return 0 if passed == len(results) else 1


sys.exit(main())
