# SPDX-License-Identifier: GPL-2.0-or-later
"""Layouts against the model: random scenarios that no vector holds, written by tests/model/generate.py for the seed of
this run, replayed on the sanitized driver, every field and sum compared and the invariants checked at each operation.

usage: python3 layouts.py DRIVER [OPERATIONS]; the seed is the environment's SEED. One scenario is one test.
"""
import json
import os
import subprocess
import sys

from driver import differences, expected, op_line, run, start_line

GENERATOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../model/generate.py')
# Small universes keep trees low and dense, large ones grow them; refusals mix in.
CASES = [(mode, rcu, universe, fails) for mode in ('range', 'alloc') for rcu in (False, True)
         for universe, fails in (('28', 0.02), ('400', 0.05), ('4000', 0.02), ('100000', 0))]


def scenario(seed, operations, mode, rcu, universe, fails):
    options = ['universe=' + universe, 'fails=%s' % fails, 'only=supported'] + (['rcu'] if rcu else [])
    command = [sys.executable, GENERATOR, str(seed), str(operations), mode] + options
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [json.loads(line) for line in text.splitlines()]
    return ' '.join(command[1:]), lines[0], lines[1:]


def check(driver, seed, operations, case):
    name, header, ops = scenario(seed, operations, *case)
    answers = run(driver, [start_line(header)] + [op_line(o) for o in ops])[1:]
    for number, (o, answer) in enumerate(zip(ops, answers), 1):
        wrong = differences(expected(o), answer)
        if wrong:
            print('%s: operation %d differs\n  %s\n  %s' % (name, number, json.dumps(o), '\n  '.join(wrong)))
            return False
    return True


def main():
    driver, operations = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    seed = int(os.environ.get('SEED') or '616', 0)
    print('SEED=%d' % seed)
    results = [check(driver, seed + i, operations, case) for i, case in enumerate(CASES)]
    print('%d operations of %d scenarios' % (operations * len(CASES), len(CASES)))
    print('%d passed, %d failed' % (sum(results), len(results) - sum(results)))
    return 0 if all(results) else 1


if __name__ == '__main__':
    sys.exit(main())
