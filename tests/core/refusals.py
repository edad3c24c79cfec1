# SPDX-License-Identifier: GPL-2.0-or-later
"""Every request of every operation of the tutorial vectors is refused: once, twice in a row, and for good.

usage: python3 refusals.py DRIVER VECTOR...

What must happen is what tests/golden/FORMAT.md tells ("Failure injection"):

    prealloc_store, bulk, dup, dup_keep     the first refusal is final: -12, nothing held, the tree as before
    store, insert, erase, alloc, …          asked again at once. -12 only if the first request fails twice in a row; any
                                            other run of refusals that ends is overcome, with the vector's result; one
                                            that does not end is stopped by our bound: ERETRY, the tree as before

After an error the same operation must go through with the vector's result; after a success, the next one. Sums come
from the vectors. The invariants are checked at each step. One vector is one test.
"""
import json
import sys

from driver import ENOMEM, ERETRY, SUPPORTED, differences, expected, op_line, read_vector, run, start_line

FOR_GOOD = 1 << 30
FINAL_AT_ONCE = {'prealloc_store', 'bulk', 'dup', 'dup_keep'}
DISARM = {'op': 'fail', 'k': 0, 'n': 0}


def error_of(o, k, n):
    """The error that refusing requests k to k + n - 1 must bring; None if it is overcome."""
    if o['op'] in FINAL_AT_ONCE or (k == 1 and n > 1):
        return ENOMEM
    return ERETRY if n == FOR_GOOD else None


def result_of(o):
    """The vector's result, without what a refused request changes: the log, and what the accounts say of it."""
    want = expected(o)
    for name in ('req', 'freed', 'deferred', 'wr', 'vh', 'sh', 'pre', 'prew', 'wrs'):
        want.pop(name, None)
    return want


def refused(o, error, before):
    want = {'ret': str(error), 'sum': before['sum'], 'live': str(before['live'])}
    if o['op'] == 'erase':
        want['value'] = expected(o)['value']
    return want


def cases(ops):
    """(place of the operation, k, n), for operations at which the vector itself has nothing armed."""
    for i, o in enumerate(ops):
        if i and ops[i - 1]['op'] == 'fail' or not o.get('req') or o['rk'] != o['rk'].lower():
            continue
        for k in range(1, len(o['req']) + 1):
            for n in (1, 2, FOR_GOOD):
                yield i, k, n


def tried_again(o):
    """The result after an error. The cyclic allocator has forgotten by then that it ran over (rule "cyclic")."""
    want = result_of(o)
    if o['op'] == 'cyclic' and o['ret'] == 1:
        want.pop('ret')
    return want


def plan(ops, i, k, n, before):
    """Lines after the prefix, each with what its answer must say."""
    o, error = ops[i], error_of(ops[i], k, n)
    after = [o] if error else [follower for follower in ops[i + 1:i + 2] if follower['op'] != 'fail']
    return ([(op_line({'op': 'fail', 'k': k, 'n': n}), {}),
             (op_line(o), refused(o, error, before) if error else result_of(o)),
             (op_line(DISARM), {})] + [(op_line(each), tried_again(each) if error else result_of(each)) for each in after])


def states(ops):
    """Sum and live nodes before each operation."""
    sums, live = '5486f28aa0c38cac', 0
    for o in ops:
        yield {'sum': sums, 'live': live}
        sums, live = o['sum'], o.get('live', live)


def check(driver, path):
    header, ops = read_vector(path)
    before = list(states(ops))
    lines, checks = [], {}
    for i, k, n in cases(ops):
        lines += [start_line(header)] + [op_line(o, '-') for o in ops[:i]]
        for line, want in plan(ops, i, k, n, before[i]):
            checks[len(lines)] = (want, i, k, n)
            lines.append(line)
    if not lines:
        return 0, True
    answers = run(driver, lines)
    for at, (want, i, k, n) in checks.items():
        wrong = differences(want, answers[at])
        if wrong:
            print('%s: operation %d, requests %d to %d refused:\n  %s\n  %s\n  %s'
                  % (path, i + 1, k, k + n - 1, json.dumps(ops[i])[:400], lines[at][:200], '\n  '.join(wrong)))
            return len(checks), False
    return len(checks), True


def main():
    driver, paths = sys.argv[1], sys.argv[2:]
    supported = [path for path in paths if all(o['op'] in SUPPORTED for o in read_vector(path)[1])]
    results = [check(driver, path) for path in supported]
    print('%d steps after a refusal, in %d vectors' % (sum(count for count, _ in results), len(results)))
    passed = sum(ok for _, ok in results)
    print('%d passed, %d failed' % (passed, len(results) - passed))
    return 0 if passed == len(results) and passed else 1


if __name__ == '__main__':
    sys.exit(main())
