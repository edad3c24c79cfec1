# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes random operations of every kind that ../golden/FORMAT.md knows, with what the model of the specification
(../model) expects of each, as a vector on standard output. For tests/replay/main.ts, which replays it.

usage: python3 generate.py SEED OPERATIONS range|alloc [rcu] [states] [universe=HEX] [base=HEX] [fails=SHARE] [sums=EVERY]

universe: indexes are base ... base + universe - 1, mostly. fails: how often requests are told to be refused.
states: operations on states that are kept, among a few on the tree; no request is refused then.
sums: the sum of the tree is given at every n-th operation; the dump at every 500th and at the last.
"""
import json
import os
import random
import sys

sys.setrecursionlimit(10000)
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../model'))
from maple_model import M, Mas, Tree  # noqa: E402
from reads import RS  # noqa: E402
from replay import ITER, fnv  # noqa: E402
from states import State, Undefined  # noqa: E402

WRITES = ('store', 'insert', 'erase', 'prealloc_store', 'alloc', 'ralloc', 'cyclic')
READS = ('load', 'walk', 'next', 'next_range', 'find', 'prev', 'prev_range', 'find_rev', 'empty_area', 'empty_area_rev', 'cursor', 'fail')
FORWARD = ('next', 'next_range', 'find')
LIMITED = ('next', 'prev', 'next_range', 'prev_range', 'find', 'find_rev', 'find_range', 'find_range_rev')
WEIGHTS = dict(store=36, insert=8, erase=18, prealloc_store=10, alloc=3, ralloc=3, cyclic=3, load=2, walk=2, next=2, next_range=2,
               find=2, prev=2, prev_range=2, find_rev=2, empty_area=2, empty_area_rev=2, cursor=3, dup=1, dup_keep=.5, destroy=.1, rcu=.2)

# With states that are kept: the rest is made as often as these.
TREE_WEIGHTS = dict(store=6, insert=1, erase=3, alloc=.5, cyclic=.5, destroy=.15)
STATE_WEIGHTS = dict(s_new=1, s_set=6, s_range=12, s_reset=1, s_pause=.5, s_walk=3, s_next=3, s_next_range=3, s_find=3, s_find_range=3, s_prev=3,
                     s_prev_range=3, s_find_rev=3, s_find_range_rev=3, s_area=6, s_area_rev=6, s_prealloc=10, s_store_prealloc=14, s_store=8,
                     s_erase=3, s_cyclic=2, s_destroy=.3)
STATE_WRITES = ('s_prealloc', 's_store', 's_erase', 's_cyclic')
CHANGES = ('s_store_prealloc', 's_store', 's_erase', 's_cyclic')


class States:
    """Three states of the scenario's tree. Each method fills in an operation; Undefined: Linux would not survive it."""

    def __init__(self, scenario):
        self.scenario, self.state, self.stale, self.outlived, self.null = scenario, {}, set(), set(), {}

    def make(self, o):
        """Makes one operation, or none: then the states are as before, and it is None."""
        rng, op = self.scenario.rng, o['op']
        i = o['id'] = rng.randrange(3)
        if i not in self.state or (i in self.stale and op not in ('s_set', 's_reset')):
            op = o['op'] = 's_new' if i not in self.state else 's_set'
        elif i in self.outlived:
            op = o['op'] = 's_destroy'
        state = self.state.get(i)
        if state and not self.suits(op, state):
            return None
        before = dict(state.__dict__) if state else None
        try:
            getattr(self, op)(o, state)
        except Undefined:
            state.__dict__.update(before)
            return None
        if op in ('s_set', 's_reset') and i in self.stale and state.prep:
            self.outlived.add(i)  # What it holds was counted for another tree.
        if op in ('s_set', 's_reset', 's_new'):
            self.stale.discard(i)
        if op == 's_destroy':
            self.outlived.discard(i)
        if op in CHANGES:
            self.stale |= set(self.state) - {i}
        o['st'] = self.state[i].fields()
        return o

    @staticmethod
    def suits(op, state):
        if state.prep:
            return op not in ('s_new', 's_store', 's_erase', 's_cyclic')
        return op != 's_store_prealloc'

    def held(self):
        return sum(state.pool.total() for state in self.state.values())

    def s_new(self, o, _):
        a, z = self.scenario.range()
        o.update(a=hex(a), z=hex(z))
        self.state[o['id']] = State(self.scenario.tree, a, z)

    def s_set(self, o, state):
        a, z = self.scenario.range()
        o.update(a=hex(a), z=hex(z))
        state.set(a, z)

    def s_range(self, o, state):
        rng, (a, z) = self.scenario.rng, self.scenario.range()
        if rng.random() < .7 and 0 <= state.last - state.index < M:
            a = state.index + rng.randrange(min(state.last - state.index, 40) + 1)
            z = rng.choice((state.last, a + rng.randrange(state.last - a + 1)))
        elif rng.random() < .7 and state.node is not None:
            a = min(M, state.min + rng.randrange(min(state.max - state.min, 400) + 1))
            z = min(M, a + rng.randrange(12))
        o.update(a=hex(a), z=hex(z))
        state.range(a, z)

    def s_reset(self, _, state):
        state.reset()

    def s_pause(self, _, state):
        state.pause()

    def s_walk(self, o, state):
        o['ret'] = state.walk()

    def move(self, o, state):
        forward = o['op'].startswith(('s_next', 's_find')) and 'rev' not in o['op']
        limit = self.scenario.limit(forward, state.index)
        name, empty = ITER[o['op'][2:]]
        o['max' if forward else 'min'] = hex(limit)
        o['ret'] = getattr(state, name)(limit, bool(empty))

    s_next = s_next_range = s_find = s_find_range = s_prev = s_prev_range = s_find_rev = s_find_range_rev = move

    def s_area(self, o, state):
        size, lo = self.scenario.rng.choice((1, 1, 2, 4, 8, 64)), self.scenario.index()
        hi = min(M, lo + self.scenario.rng.randrange(1, self.scenario.universe + 1))
        if self.scenario.rng.random() < .3:
            lo = 0
        o.update(min=hex(lo), max=hex(hi), size=hex(size))
        o['ret'] = state.area(lo, hi, size, o['op'] == 's_area_rev')

    s_area_rev = s_area

    def s_prealloc(self, o, state):
        o['v'] = self.scenario.entry(.25)
        o['ret'] = state.prepare(o['v'])
        self.null[o['id']] = o['v'] is None

    def s_store_prealloc(self, o, state):
        o['v'] = self.scenario.entry(1 if self.null[o['id']] else 0)
        state.commit(o['v'])

    def s_store(self, o, state):
        o['v'] = self.scenario.entry(.2)
        o['ret'] = state.store(o['v'])

    def s_erase(self, o, state):
        o['ret'] = state.erase()

    def s_cyclic(self, o, state):
        lo = self.scenario.index()
        hi, following = min(M, lo + self.scenario.rng.randrange(self.scenario.universe)), self.scenario.index()
        o.update(v=self.scenario.entry(0, 0), min=hex(lo), max=hex(hi), next=hex(following))
        o['ret'], at, after = state.cyclic(o['v'], lo, hi, following)
        if at is not None:
            o.update(at=hex(at), next_after=hex(after))

    def s_destroy(self, _, state):
        state.done()


class Scenario:
    def __init__(self, seed, mode, rcu, universe, base):
        self.rng, self.tree = random.Random(seed), Tree(mode == 'alloc', rcu)
        self.universe, self.base = universe, base
        self.value, self.counter = 0, 0
        self.states = States(self)
        self.widths = (1, 1, 4, 16, universe // 64 + 1, universe // 8 + 1)

    def index(self):
        if self.rng.random() < .01:
            return self.rng.choice((0, 1, M - 1, M))
        return min(M, self.base + self.rng.randrange(self.universe))

    def range(self):
        a = self.index()
        z = min(a + self.rng.randrange(self.rng.choice(self.widths)), M)
        return a, M if self.rng.random() < .01 else z

    def entry(self, null, zero=.02):
        self.value += 1
        if self.rng.random() < null:
            return None
        return 'z' if self.rng.random() < zero else self.value

    # ---- One method for each operation: its arguments and what is observed of it, beside the accounts ----

    def store(self, o):
        (a, z), v = self.range(), self.entry(.2)
        o.update(a=hex(a), z=hex(z), v=v, ret=self.tree.store(a, z, v))

    def insert(self, o):
        (a, z), v = self.range(), self.entry(0)
        o.update(a=hex(a), z=hex(z), v=v, ret=self.tree.insert(a, z, v))

    def prealloc_store(self, o):
        (a, z), v, walk = self.range(), self.entry(.2), self.rng.random() < .3
        o.update(a=hex(a), z=hex(z), v=v)
        if walk:
            o['walk'] = True
        o['ret'] = self.tree.prealloc_store(a, z, v, walk)

    def erase(self, o):
        a = self.index()
        ret, err = self.tree.erase(a)
        o.update(a=hex(a), ret=ret)
        if err is not None:
            o['err'] = err

    def alloc(self, o):
        size, lo = self.rng.choice((1, 2, 8, 64)), self.index()
        hi = min(M, lo + self.rng.randrange(size, self.universe + size))
        v = self.entry(0, 0)
        o.update(size=hex(size), min=hex(lo), max=hex(hi), v=v)
        o['ret'], at = self.tree.alloc(size, lo, hi, v, o['op'] == 'ralloc')
        if at is not None:
            o['at'] = hex(at)

    ralloc = alloc

    def cyclic(self, o):
        lo = self.rng.choice((self.base, self.index()))
        hi = min(M, lo + self.rng.randrange(self.universe))
        if self.rng.random() < .05:
            self.counter = self.index()
        v = self.entry(0, 0)
        o.update(v=v, min=hex(lo), max=hex(hi), next=hex(self.counter))
        o['ret'], at, after = self.tree.cyclic(v, lo, hi, self.counter)
        if at is not None:
            o.update(at=hex(at), next_after=hex(after))
            self.counter = after

    def bulk(self, o):
        entries, at = [], self.base
        for _ in range(self.rng.choice((1, 5, 40, 400))):
            first = at + self.rng.randrange(3)
            last = first + self.rng.randrange(self.rng.choice((1, 8)))
            if last >= M:
                break
            self.value += 1
            entries.append((first, last, self.value))
            at = last + 1
        o.update(expected=len(entries), entries=[[hex(a), hex(z), v] for a, z, v in entries])
        o['ret'], o['wrs'] = self.tree.bulk(len(entries), entries)
        self.tree.dec = None

    def dup(self, o):
        o['ret'], o['copied'] = self.tree.dup(o['op'] == 'dup_keep')

    dup_keep = dup

    def destroy(self, _):
        self.tree.destroy()

    def rcu(self, o):
        o['on'] = self.rng.randrange(2)
        self.tree.rcu = o['on'] == 1

    def fail(self, o):
        o.update(k=self.rng.randrange(1, 5), n=self.rng.choice((1, 1, 2, 3)))
        self.tree.a.arm(o['k'], o['n'])

    def load(self, o):
        a = self.index()
        value = self.tree.load(a)
        o.update(a=hex(a), ret=None if value == 'z' else value)

    def walk(self, o):
        state = RS(self.tree, self.index())
        o['a'] = hex(state.index)
        o['ret'] = state.walk()
        o.update(at=[hex(state.index), hex(state.last)], status=state.status)

    def iterate(self, o):
        state, (name, empty) = RS(self.tree, self.index()), ITER[o['op']]
        limit = self.limit(o['op'] in FORWARD, state.index)
        o.update(a=hex(state.index), n=self.rng.choice((1, 2, 3, 6, 40)), list=[])
        o['max' if o['op'] in FORWARD else 'min'] = hex(limit)
        for _ in range(o['n']):
            value = getattr(state, name)(limit, bool(empty))
            if value is None and not (o['op'].endswith('_range') and state.status == 'active'):
                break
            o['list'].append([hex(state.index), hex(state.last), value])
        o.update(status=state.status, at=[hex(state.index), hex(state.last)])

    next = next_range = find = prev = prev_range = find_rev = iterate

    def limit(self, forward, at):
        far = M if forward else 0
        near = min(M, at + self.rng.randrange(self.universe)) if forward else max(0, at - self.rng.randrange(self.universe))
        return self.rng.choice((far, near, near, self.index()))

    def empty_area(self, o):
        size, lo = self.rng.choice((1, 2, 8, 64, 512)), self.index()
        hi = min(M, lo + self.rng.randrange(1, self.universe + 1))
        o.update(min=hex(lo), max=hex(hi), size=hex(size))
        state = Mas(self.tree, 0, 0)
        o['ret'] = self.tree.area(state, lo, hi, size, o['op'].endswith('rev'))
        if o['ret'] == 0:
            o['at'] = [hex(state.index), hex(state.last)]

    empty_area_rev = empty_area

    def cursor(self, o):
        state = RS(self.tree, self.index())
        o.update(a=hex(state.index), steps=[])
        for _ in range(self.rng.randrange(1, 9)):
            move = self.rng.choice(LIMITED + LIMITED + ('walk', 'pause', 'reset', 'set'))
            limit, value = 0, None
            if move in LIMITED:
                limit = self.limit('prev' not in move and 'rev' not in move, state.index)
                name, empty = ITER[move]
                value = getattr(state, name)(limit, bool(empty))
            elif move == 'walk':
                value = state.walk()
            else:
                state.status, state.C = 'pause' if move == 'pause' else 'start', None
                if move == 'set':
                    limit = state.index = state.last = self.index()
            o['steps'].append([move, hex(limit), hex(state.index), hex(state.last), value, state.status])

    # ---- All of it ----

    def operation(self, kind):
        o, account = {'op': kind}, self.tree.a
        account.begin()
        self.tree.dec = None
        if kind.startswith('s_'):
            if self.states.make(o) is None:
                return None
            kind = o['op']
        else:
            getattr(self, kind)(o)
            self.states.stale |= set() if kind in READS else set(self.states.state)
        if kind in WRITES + STATE_WRITES:
            o.update(self.tree.dec or dict(wr=None, vh=None, sh=None, pre=None, pre_whole=None))
        if kind not in READS and (not kind.startswith('s_') or kind in CHANGES + ('s_prealloc', 's_destroy')):
            o['req'] = account.req_
            if account.rk:
                o['rk'] = ''.join(account.rk)
            o['freed'] = account.freed
            if account.deferred:
                o['deferred'] = account.deferred
            o.update(live=account.live, h=self.tree.h)
            if kind.startswith('s_') and self.states.held():
                o['held'] = self.states.held()
        return o


def main():
    seed, count, mode = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    options = dict(x.split('=') for x in sys.argv[4:] if '=' in x)
    rcu, sums = 'rcu' in sys.argv[4:], int(options.get('sums', '1'))
    scenario = Scenario(seed, mode, rcu, int(options.get('universe', '4000'), 16), int(options.get('base', '0'), 16))
    weights = dict(WEIGHTS, fail=100 * float(options.get('fails', '0.02')))
    if 'states' in sys.argv[4:]:
        weights = dict(TREE_WEIGHTS, **STATE_WEIGHTS)
    kinds, shares = tuple(weights), tuple(weights.values())
    write = sys.stdout.write
    write(json.dumps(dict(format=1, name='generated-%d' % seed, about='Random operations, expectations from the model.',
                          reference='model of the specification', mode=mode, rcu=rcu, ops=count, dump_every=500, sum_every=sums)) + '\n')
    n = 0
    while n < count:
        kind = scenario.rng.choices(kinds, shares)[0]
        if scenario.tree.root is None and not scenario.tree.rcu and scenario.rng.random() < .5:
            kind = 'bulk'
        o = scenario.operation(kind)
        if o is None:
            continue
        n += 1
        dump = n % 500 == 0 or n == count
        if dump or n % sums == 0:
            lines = scenario.tree.dump()
            o['sum'] = fnv(lines)
            if dump:
                o['dump'] = lines
        write(json.dumps(o, separators=(',', ':')) + '\n')


main()
