# SPDX-License-Identifier: GPL-2.0-or-later
"""Sees that every quirk and defect of the registers has a test named after it, and runs each by that name.

usage: python3 quirks.py FOLDER     the folder of the test programs; the list is quirks.txt. One line is one test.
"""
import os
import re
import subprocess
import sys

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'quirks.txt')
REGISTERS = {'N-Q': 11, 'W-': 14, 'R-Q': 20, 'S-Q': 14, 'D': 1}
DECISIONS = {'reproduce', 'guard', 'bound', 'refuse'}


def rows():
    with open(LIST) as f:
        for line in f:
            fields = line.split()
            if fields and not line.startswith('#'):
                yield fields[:-3], *fields[-3:]


def trouble(folder, names, decision, program, test):
    """What is wrong with a line; None if nothing is."""
    if decision not in DECISIONS:
        return 'no such decision: ' + decision
    unnamed = [name for name in names if '_%s_' % name.replace('-', '_') not in test]
    if unnamed:
        return '%s does not name %s' % (test, ' '.join(unnamed))
    done = subprocess.run([os.path.join(folder, program), test], capture_output=True, text=True)
    passed, failed = re.search(r'^(\d+) passed, (\d+) failed$', done.stdout, re.M).groups()
    if int(failed) or not int(passed):
        return '%s of %s: %s passed, %s failed\n%s' % (test, program, passed, failed, done.stdout)
    return None


def main():
    listed, failed = [], 0
    lines = list(rows())
    for names, decision, program, test in lines:
        listed += names
        wrong = trouble(sys.argv[1], names, decision, program, test)
        if wrong:
            failed += 1
            print('%s: %s' % (' '.join(names), wrong))
    wanted = {'%s%d' % (register, i) for register, count in REGISTERS.items() for i in range(1, count + 1)}
    for name in sorted(wanted ^ set(listed)) + sorted({name for name in listed if listed.count(name) > 1}):
        failed += 1
        print('%s is %s' % (name, 'listed twice' if listed.count(name) > 1 else 'missing' if name in wanted else 'in no register'))
    print('%d entries of the registers in %d lines' % (len(wanted), len(lines)))
    print('%d passed, %d failed' % (len(lines) - min(failed, len(lines)), failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
