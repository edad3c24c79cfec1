# SPDX-License-Identifier: GPL-2.0-or-later
"""The replay driver (replay.c) as Python sees it: an operation of a vector as a line for it, what its answer must say.

Used by layouts.py and refusals.py, which run it under the sanitizers; the comparer of the golden command is in
tests/replay.
"""
import gzip
import json
import subprocess

STORE_TYPES = ['invalid', 'new_root', 'store_root', 'exact_fit', 'spanning_store', 'split_store', 'rebalance', 'append',
               'node_store', 'slot_store']
STATUSES = ['active', 'start', 'root', 'none', 'pause', 'overflow', 'underflow', 'error']
SUPPORTED = {'store', 'insert', 'erase', 'load', 'walk', 'prealloc_store', 'bulk', 'dup', 'dup_keep', 'destroy', 'rcu',
             'fail', 'empty_area', 'empty_area_rev', 'alloc', 'ralloc', 'cyclic'}
WRITES = {'store', 'insert', 'erase', 'prealloc_store', 'alloc', 'ralloc', 'cyclic'}
ENOMEM, ERETRY = -12, -1000


def vector_file(path):
    return (gzip.open if path.endswith('.gz') else open)(path, 'rt')


def read_header(path):
    with vector_file(path) as f:
        return json.loads(f.readline())


def read_vector(path):
    """Header and operations of a vector file, plain or .gz."""
    with vector_file(path) as f:
        lines = [json.loads(line) for line in f]
    return lines[0], lines[1:]


def word(value):
    return 0 if value is None else 0x406 if value == 'z' else 2 * value + 1


def start_line(header):
    return '- tree %d %d' % (header['mode'] == 'alloc', header['rcu'])


def op_line(o, flags='sv'):
    """The operation as the driver reads it."""
    op = o['op']
    if op in ('store', 'insert'):
        rest = '%s %s %s %d' % (op, o['a'], o['z'], word(o['v']))
    elif op == 'prealloc_store':
        rest = 'prealloc %s %s %d %d' % (o['a'], o['z'], word(o['v']), bool(o.get('walk')))
    elif op in ('erase', 'load', 'walk'):
        rest = '%s %s' % (op, o['a'])
    elif op in ('empty_area', 'empty_area_rev'):
        rest = 'area %s %s %s %d' % (o['min'], o['max'], o['size'], op == 'empty_area_rev')
    elif op in ('alloc', 'ralloc'):
        rest = 'alloc %s %s %s %d %d' % (o['size'], o['min'], o['max'], word(o['v']), op == 'ralloc')
    elif op == 'cyclic':
        rest = 'cyclic %s %s %d %s' % (o['min'], o['max'], word(o['v']), o['next'])
    elif op == 'bulk':
        entries = ['%s %s %d' % (a, z, word(v)) for a, z, v in o['entries']]
        rest = ' '.join(['bulk %d %d' % (o['expected'], len(entries))] + entries)
    elif op == 'rcu':
        rest = 'rcu %d' % o['on']
    elif op == 'fail':
        rest = 'fail %d %d' % (o['k'], o['n'])
    else:
        rest = op
    return flags + ' ' + rest


def requests(o):
    return ','.join('%d%s' % pair for pair in zip(o['req'], o.get('rk', '')))


def expected(o):
    """The fields that the driver's answer must have, by the driver's names."""
    op, want = o['op'], {}
    if op in ('erase', 'load', 'walk'):
        want['value'] = hex(word(o['ret']))
        want['ret'] = str(o.get('err', 0))
    elif 'ret' in o:
        want['ret'] = str(o['ret'])
    if 'at' in o and op in ('alloc', 'ralloc', 'cyclic'):
        want['first'] = o['at']
        if op == 'cyclic':
            want['next'] = o['next_after']
    elif 'at' in o:
        want['at'] = ','.join(o['at'])
    if op == 'walk':
        want['status'] = str(STATUSES.index(o['status']))
    if op in WRITES:
        want['wr'] = '-1' if o['wr'] is None else str(STORE_TYPES.index(o['wr']))
        for ours, theirs in (('vh', 'vh'), ('sh', 'sh'), ('pre', 'pre'), ('prew', 'pre_whole')):
            want[ours] = '-1' if o[theirs] is None else str(o[theirs])
    if 'req' in o and op != 'rcu':
        want.update(req=requests(o), freed=str(o['freed']), deferred=str(o.get('deferred', 0)))
    if 'live' in o:
        want.update(live=str(o['live']), h=str(o['h']))
    if 'copied' in o:
        want.update(copied=str(o['copied']), copy='same')
    if op == 'bulk' and o['ret'] == 0:
        want['wrs'] = ','.join(str(o['wrs'].get(name, 0)) for name in STORE_TYPES)
    if 'sum' in o:
        want['sum'] = o['sum']
    return want


def run(driver, lines):
    """The answers of the driver to the lines, as dictionaries; 'findings' lists those that are not excused."""
    done = subprocess.run([driver], input='\n'.join(lines) + '\n', capture_output=True, text=True)
    answers = []
    for line in done.stdout.splitlines():
        parts = line.split(' ')
        answer = dict(part.split('=', 1) for part in parts if '=' in part)
        answer['first'] = answer.get('at', '').split(',')[0]
        answer['findings'] = ['I' + part for part in parts if part[0].isdigit() and part.endswith(':0')]
        answers.append(answer)
    if done.returncode or len(answers) != len(lines):
        raise RuntimeError('the driver ended with %d after %d of %d operations\n%s'
                           % (done.returncode, len(answers), len(lines), done.stderr[:4000]))
    return answers


def differences(want, answer):
    """What the answer says otherwise, as text; broken invariants included."""
    wrong = ['%s: expected %s, found %s' % (k, v, answer.get(k)) for k, v in want.items() if answer.get(k) != v]
    return wrong + ['broken invariant %s' % finding for finding in answer['findings']]
