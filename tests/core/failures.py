# SPDX-License-Identifier: GPL-2.0-or-later
"""Every request of every operation of every vector shorter than 2,000 operations is refused, once and twice in a row.

usage: python3 failures.py DRIVER VECTOR...

What must come of it is what refusals.py says. Here the driver goes back to a snapshot after each case, so that long
vectors are swept too; refusals.py does the tutorial vectors on the sanitized driver, and adds refusals for good. Reads
change nothing and are left out, as are operations at which the vector itself refuses something. One vector is one test.
"""
import json
import multiprocessing
import sys

from driver import WRITES, differences, op_line, read_header, read_vector, run, start_line
from refusals import FINAL_AT_ONCE, plan

OPERATIONS_MAX = 2000
CHANGES = WRITES | FINAL_AT_ONCE | {'destroy', 'rcu', 'fail'}
EMPTY_SUM = '5486f28aa0c38cac'


def unarmed(ops):
    """For each operation whether no refusal of the vector's own is to come in it."""
    left = 0
    for o in ops:
        if o['op'] == 'fail':
            left = o['k'] + o['n'] - 1 if o['n'] else 0
            yield False
            continue
        yield left <= 0
        left -= len(o.get('req', ()))


def sweep(ops):
    """(line, what its answer must say, None or the case) for the whole vector; and after it the number of cases."""
    before = {'sum': EMPTY_SUM, 'live': 0}
    for i, (o, free) in enumerate(zip(ops, unarmed(ops))):
        requests = len(o.get('req', ())) if free else 0
        if requests:
            yield '- keep', {}, None
        for k in range(1, requests + 1):
            for n in (1, 2):
                for line, want in plan(ops, i, k, n, before):
                    yield line, want, (i, k, n)
                yield '- back', {}, None
        yield op_line(o, '-'), {}, None
        before = {'sum': o['sum'], 'live': o.get('live', before['live'])}


def check(job):
    driver, path = job
    if read_header(path)['ops'] >= OPERATIONS_MAX:
        return path, 0, 0, None
    header, ops = read_vector(path)
    # An operation that is not recorded with a sum takes that of the one before.
    changing = [o for o in ops if o['op'] in CHANGES and 'sum' in o]
    if len(changing) != sum(o['op'] in CHANGES for o in ops):
        return path, 0, 0, 'some operations have no sum'
    steps = list(sweep(changing))
    answers = run(driver, [start_line(header)] + [line for line, _, _ in steps])[1:]
    for (line, want, case), answer in zip(steps, answers):
        wrong = differences(want, answer) if case else []
        if wrong:
            i, k, n = case
            return path, 0, 0, 'requests %d to %d of %s refused; at %s\n  %s' % (
                k, k + n - 1, json.dumps(changing[i])[:300], line[:100], '\n  '.join(wrong))
    cases = len({case for _, _, case in steps if case})
    return path, len(changing), cases, None


def main():
    driver, paths = sys.argv[1], sys.argv[2:]
    with multiprocessing.Pool(2) as pool:
        results = pool.map(check, [(driver, path) for path in paths], chunksize=1)
    swept = [result for result in results if result[1] or result[3]]
    for path, _, _, trouble in swept:
        if trouble:
            print('%s: %s' % (path, trouble))
    failed = sum(trouble is not None for _, _, _, trouble in swept)
    print('%d vectors, %d operations, %d refusals' % (len(swept), sum(r[1] for r in swept), sum(r[2] for r in swept)))
    print('%d passed, %d failed' % (len(swept) - failed, failed))
    return 0 if swept and not failed else 1


if __name__ == '__main__':
    sys.exit(main())
