# SPDX-License-Identifier: GPL-2.0-or-later
"""The numbers for self-check of the specification (spec/04 sections 1.3, 2.2, 3.4 and 5), cell by cell.

usage: python3 figures.py read SPECIFICATION     prints figures.txt: every cell of the tables and of the sentences beside them
       python3 figures.py check PROGRAM [SIZE]   runs PROGRAM (figures.c) up to SIZE entries and compares every cell

A cell is a line `LAYOUT BUILD FLAGS ENTRIES | NAME | VALUE`. LAYOUT G0, G1, C or C1 (C from 10 on); BUILD normal or bulk;
FLAGS gaps, plain or rcu (gaps and RCU). One row of a table, all that a line says before the first bar, is one test.
"""
import os
import re
import subprocess
import sys

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'figures.txt')
SIZES = [21, 121, 221, 421, 821, 1621, 3221, 6421, 12821]
COLUMNS = {
    'height': 'height', 'N': 'nodes', 'nodes per level, root first': 'levels', 'nodes per level': 'levels',
    'used slots × nodes, per level': 'fill', 'stores with need 0': 'needless', 'needs (nodes×stores)': 'needs',
    'objects allocated': 'objects', 'dup: bulks, objects': 'dup', 'expected-entries total T': 'total',
    'bulks (last size)': 'bulks', 'below minimum, per level': 'thin', 'unused, freed by mas_destroy': 'unused',
}


# ---- Reading the specification ----

def section(text, number):
    """What stands under the heading of this number."""
    return re.search(r'^#+ %s[. ].*?$(.*?)(?=^#+ |\Z)' % re.escape(number), text, re.M | re.S).group(1)


def rows(text):
    """The rows of all tables, the heading of each first, with the rule under it left out."""
    for line in text.splitlines():
        if line.startswith('|') and not re.match(r'^\|[-| ]+$', line):
            yield [cell.strip() for cell in line.strip('|').split('|')]


def plain(value):
    return value.replace('×', 'x').replace('–', '-').replace(',', '').strip()


def spread(value):
    """`9×2 10` as `9 9 10`."""
    return ' '.join(' '.join([size] * int(times or 1)) for size, times in re.findall(r'(\d+)(?:×(\d+))?', value))


class Cells:
    def __init__(self):
        self.value = {}

    def add(self, layout, build, flags, entries, name, value):
        key = ('%s %s %s %d' % (layout, build, flags, int(entries)), name)
        assert self.value.setdefault(key, value) == value, 'two values of %s %s' % key

    def row(self, layout, build, flags, entries):
        return {name: value for (row, name), value in self.value.items()
                if row == '%s %s %s %d' % (layout, build, flags, entries)}


def read_builds(text, cells):
    for number, layout, build in (('5.1', 'G1', 'normal'), ('5.2', 'G1', 'bulk'), ('5.3', 'C', 'normal'), ('5.4', 'C', 'bulk')):
        heading, *lines = rows(section(text, number))
        assert [int(line[0]) for line in lines] == SIZES
        for line in lines:
            for column, value in zip(heading[1:], line[1:]):
                cells.add(layout, build, 'gaps', line[0], COLUMNS[column], plain(value))


def read_rcu(text, cells):
    """The trees are those without RCU; what needs nothing there needs one node, except the first store, which did."""
    beside = ' '.join(section(text, '5.1').split())
    for layout, pattern in (('G1', r'\(RCU callbacks\): ([\d, ]+) for'), ('C', r'\(layout C: ([\d, ]+)\)')):
        for entries, value in zip(SIZES, re.search(pattern, beside).group(1).split(', ')):
            cells.add(layout, 'normal', 'rcu', entries, 'deferred', value)
            same = cells.row(layout, 'normal', 'gaps', entries)
            for name in ('height', 'nodes', 'levels', 'fill', 'dup'):
                cells.add(layout, 'normal', 'rcu', entries, name, same[name])
            if layout == 'G1':
                first, *others = same['needs'].split(' ')
                assert first == '1x1'
                needs = ' '.join(['1x%d' % (int(same['needless']) + 1)] + others)
                cells.add(layout, 'normal', 'rcu', entries, 'needs', needs)
                cells.add(layout, 'normal', 'rcu', entries, 'needless', '0')
    said = re.search(r'n=21: needs (.*?); n=121: (.*?)\.', beside).groups()
    assert [plain(text) for text in said] == [cells.row('G1', 'normal', 'rcu', n)['needs'] for n in (21, 121)]


def read_plain(text, cells):
    heading, *lines = rows(section(text, '5.6'))
    builds = [re.match(r'(\w+) (\w+) N', column).groups() for column in heading[1:]]
    for line in lines:
        for (layout, build), value in zip(builds, line[1:]):
            nodes, levels = re.match(r'(\d+) \((.*)\)', value).groups()
            cells.add(layout, build, 'plain', line[0], 'nodes', nodes)
            cells.add(layout, build, 'plain', line[0], 'levels', levels)
    totals = re.search(r'for the nine n: ([\d, ]+)\.', section(text, '5.6')).group(1).split(', ')
    for layout in ('G1', 'C'):
        for entries, value in zip(SIZES, totals):
            cells.add(layout, 'bulk', 'plain', entries, 'total', value)


def read_stores(text, cells):
    part = section(text, '5.7')
    for name, value in list(rows(part))[1:]:
        layout, entries = name.split(', ')
        cells.add(layout, 'normal', 'gaps', entries, 'asking', value)
    beside = ' '.join(part.split())
    assert '1 root store, 1 node store in G1 (4 in C)' in beside
    for pattern, layout, builds in ((r'G1, both modes: ([\d, ]+)\.', 'G1', ('normal', 'bulk')),
                                    (r'C normal: ([\d, ]+);', 'C', ('normal',)), (r'C bulk: ([\d, ]+)\.', 'C', ('bulk',))):
        for entries, splits in zip(SIZES, re.search(pattern, beside).group(1).split(', ')):
            for build in builds:
                nodes = 1 if layout == 'G1' else 4
                appends = entries - 1 - nodes - int(splits)
                kinds = 'root 1 node %d append %d split %s other 0' % (nodes, appends, splits)
                cells.add(layout, build, 'gaps', entries, 'kinds', kinds)
                if build == 'bulk':
                    cells.add(layout, build, 'gaps', entries, 'asking', '')
    for entries in SIZES:
        appends = int(re.search(r'append (\d+)', cells.row('G1', 'normal', 'gaps', entries)['kinds']).group(1))
        splits = re.search(r'split (\d+)', cells.row('G1', 'normal', 'gaps', entries)['kinds']).group(1)
        kinds = 'root 1 node %d append 0 split %s other 0' % (1 + appends, splits)
        cells.add('G1', 'normal', 'rcu', entries, 'kinds', kinds)


def read_requests(text, cells):
    for layout, entries, normal, bulk in list(rows(section(text, '5.8')))[1:]:
        for build, value in (('normal', normal), ('bulk', bulk)):
            cells.add(layout, build, 'gaps', entries, 'requests', spread(value))
            if build == 'normal':
                cells.add(layout, build, 'rcu', entries, 'requests', spread(value))


def read_first_layout(cells):
    """Section 5.5: as G1, only that the first leaf has 15 used slots instead of 16."""
    for entries in SIZES:
        for build in ('normal', 'bulk'):
            for name, value in cells.row('G1', build, 'gaps', entries).items():
                if name == 'fill':
                    levels = value.split('; ')
                    first = re.sub(r'\b16x(\d+)', lambda many: '15x1 16x%d' % (int(many.group(1)) - 1), levels[-1])
                    value = '; '.join(levels[:-1] + [first])
                if name in ('height', 'nodes', 'levels', 'fill', 'needless', 'needs', 'dup', 'requests'):
                    cells.add('G0', build, 'gaps', entries, name, value)


def post_order(sizes, height):
    """The bulk frees of a tree whose inner nodes have these numbers of children, in preorder (section 2.1)."""
    left, out = list(sizes), []

    def visit(levels):
        children = left.pop(0)
        if levels > 2:
            for _ in range(children):
                visit(levels - 1)
        out.append(str(children))

    if height > 1:
        visit(height)
    assert not left
    return out


def read_frees(text, cells):
    """What destroying a tree frees, and mas_destroy() after a bulk load (section 2.2)."""
    for layout in ('G1', 'G0', 'C'):
        for build in ('normal', 'bulk'):
            for entries in SIZES:
                row = cells.row(layout, build, 'gaps', entries)
                groups = post_order(map(int, row['requests'].split()), int(row['height']))
                cells.add(layout, build, 'gaps', entries, 'destroyed', ' '.join(groups + ['single']))
    for unused, frees in list(rows(section(text, '2.2')))[1:]:
        left, total = re.match(r'(\d+)(?: \(.*?(\d+)[^\d]*\))?$', unused).groups()
        repeat = lambda many: ', '.join([many.group(2)] * int(many.group(1)))
        told = re.sub(r'(\d+) × \((.*?\), single)\)', repeat, frees).replace('bulk(', '').replace(')', '').replace(',', '')
        for (name, cell), value in list(cells.value.items()):
            if cell == 'unused' and value == left and (not total or cells.value[name, 'total'] == total):
                cells.value[name, 'unused frees'] = told


def read_nulls(text, cells):
    part = section(text, '3.4')
    for name, free, others in list(rows(part))[1:]:
        layout, entries = name.replace('C′', 'C1').split(', ')
        needs = {0: int(free)}
        for nodes, many in re.findall(r'(\d+) nodes: ((?:k = )?\d+(?:, \d+\b(?! nodes))*(?: VMAs)?(?: \([^)]*\))?)', others):
            named = re.findall(r'\d+', many.split('k = ')[1]) if 'k = ' in many else []
            needs[int(nodes)] = int(many.split()[0]) if not many.startswith('k') else len(named)
            for k in named:
                cells.add(layout, 'normal', 'gaps', entries, 'removal of %s' % k, nodes)
        assert sum(needs.values()) == int(entries), others
        cells.add(layout, 'normal', 'gaps', entries, 'removals', ' '.join('%dx%d' % need for need in sorted(needs.items())))
    beside = ' '.join(part.split())
    one = re.search(r'(\d+) stores ask for nothing, (\d+) for 7 nodes \(height 3\), then (\d+) for 5 \(height 2\), the last for 1', beside)
    quiet, seven, five = one.groups()
    cells.add('G1', 'normal', 'gaps', 121, 'removing all, one state', '0x%s 1x1 5x%s 7x%s' % (quiet, five, seven))
    cells.add('G1', 'normal', 'gaps', 121, 'removing all, last', '1')
    each = re.search(r'ask for less: (.*?)\. ', beside).group(1)
    needs = sorted((int(need), stores) for stores, need in re.findall(r'(\d+) × (\d+)', each))
    cells.add('G1', 'normal', 'gaps', 121, 'removing all, fresh states', ' '.join('%dx%s' % need for need in needs))


def read(path):
    with open(path) as f:
        text = f.read()
    cells = Cells()
    read_builds(text, cells)
    read_rcu(text, cells)
    read_plain(text, cells)
    read_stores(text, cells)
    read_requests(text, cells)
    read_first_layout(cells)
    read_frees(text, cells)
    read_nulls(text, cells)
    print('# Made by figures.py from spec/04, sections 2.2, 3.4 and 5, and checked by it; see there.')
    for (row, name), value in cells.value.items():
        print(' | '.join((row, name, value)).rstrip())


# ---- Comparing ----

def parsed(lines):
    for line in lines:
        if line.strip() and not line.startswith('#'):
            row, name, value = (field.strip() for field in line.split('|'))
            yield row, name, value


def check(program, size):
    with open(LIST) as f:
        wanted = [cell for cell in parsed(f) if int(cell[0].split()[3]) <= size]
    done = subprocess.run([program, str(size)], capture_output=True, text=True)
    if done.returncode:
        print(done.stdout[-2000:], done.stderr[-4000:])
    found = {(row, name): value for row, name, value in parsed(done.stdout.splitlines())}
    failed = set()
    for row, name, value in wanted:
        if found.get((row, name)) != value:
            failed.add(row)
            print('%s, %s\n  found    %s\n  expected %s' % (row, name, found.get((row, name)), value))
    all_rows = {row for row, _, _ in wanted}
    left = [row for (row, name), value in found.items() if name == 'left behind' and value != '0']
    failed.update(left)
    for row in left:
        print('%s: nodes are left behind' % row)
    print('%d cells of %d rows compared' % (len(wanted), len(all_rows)))
    print('%d passed, %d failed' % (len(all_rows - failed), len(failed) + (done.returncode != 0)))
    return 1 if failed or done.returncode or not wanted else 0


if __name__ == '__main__':
    if sys.argv[1] == 'read':
        read(sys.argv[2])
    else:
        sys.exit(check(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else max(SIZES)))
