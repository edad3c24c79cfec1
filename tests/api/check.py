# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks the public interface: names, symbols, and the sample programs.

    python3 check.py BUILD        (BUILD: build/core, as `make -C core api` leaves it)

names.txt has every public name by the section of the specification it comes from. The header must have all of them and
no others (but for our own, which begin with mpl_ or MPL_); the sample programs must use all of them; the library must
define what the header declares, and define no other global symbol (but mpl_ ones). Each program, built by two compilers
with their sanitizers, must print what stands in expected/. The header must serve C++17 as well.
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
LIB = BUILD / 'lib'
PROGRAMS = sorted(HERE.glob('*.c'))
OURS = re.compile(r'(mpl|MPL)_')

passed = failed = 0


def check(what, troubles):
    """Counts one check; 'troubles' are the lines that say why it failed."""
    global passed, failed
    troubles = list(troubles)
    if not troubles:
        passed += 1
        return
    failed += 1
    print(f'FAILED {what}')
    for trouble in troubles:
        print(f'  {trouble}')


def bare(text):
    """C text without comments and string literals."""
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', ' ', text, flags=re.S)


def words(text):
    return set(re.findall(r'[A-Za-z_]\w*', text))


def listed_names():
    """Section of each name in names.txt."""
    names, section = {}, None
    for line in (HERE / 'names.txt').read_text().splitlines():
        if not line or line.startswith('#'):
            continue
        if line[0] != ' ':
            section = line
        else:
            names.update({name: section for name in line.split()})
    return names


def header_names(text):
    """What a header offers: (functions and variables with storage in the library, everything)."""
    functions = set(re.findall(r'^(?:extern )?(?!static|typedef|#|\t)[a-z_][\w *]*?\b(\w+)(?:\(|;)', text, flags=re.M))
    inlines = set(re.findall(r'^static inline [\w *]*?\b(\w+)\(', text, flags=re.M))
    macros = {name for name in re.findall(r'^\s*#define (\w+)', text, flags=re.M) if not re.match(r'MAPLE_TREE\w*_H$', name)}
    tags = set(re.findall(r'^(?:struct|enum) (\w+) \{', text, flags=re.M))
    types = set(re.findall(r'^(?:typedef [^;{(]*?|\} )(\w+);', text, flags=re.M))
    types |= set(re.findall(r'^typedef [^;{]*?(\w+)\([^;]*\);', text, flags=re.M))
    constants = {name for body in re.findall(r'^enum \w+ \{(.*?)\}', text, flags=re.M | re.S) for name in words(body)}
    functions = {name for name in functions if not re.match(r'(struct|enum)$', name)} - types
    forward = set(re.findall(r'^struct (\w+);', text, flags=re.M))
    return functions - forward, functions | inlines | macros | tags | types | constants


def symbols(library):
    """Global symbols that a library defines."""
    lines = subprocess.run(['nm', '-g', '--defined-only', library], capture_output=True, text=True, check=True).stdout
    return {line.split()[2] for line in lines.splitlines() if len(line.split()) == 3}


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60)


def check_names():
    header = '\n'.join(bare(path.read_text()) for path in sorted(LIB.glob('*.h')))
    stored, offered = header_names(header)
    names = listed_names()
    in_header = words(header)
    used = {path.name: words(bare(path.read_text())) for path in PROGRAMS}
    everywhere = set().union(*used.values())
    defined = symbols(LIB / 'libmaple.a')

    check('the list has the interface', [] if len(names) > 190 else [f'only {len(names)} names'])
    check('the header has every listed name', (f'{name} ({at})' for name, at in names.items() if name not in in_header))
    check('every name of the header is listed',
          sorted(name for name in offered if name not in names and not OURS.match(name)))
    check('the sample programs use every listed name',
          (f'{name} ({at})' for name, at in names.items() if name not in everywhere))
    check('there are seven sample programs', [] if len(PROGRAMS) == 7 else [f'{len(PROGRAMS)}'])
    check('the library defines what the header declares', sorted(stored - defined))
    check('the library defines no other global symbol',
          sorted(name for name in defined if name not in names and not OURS.match(name)))
    check('the shim has five lines',
          [] if len((HERE / 'shim/linux/maple_tree.h').read_text().splitlines()) == 5 else ['it has not'])


def check_programs():
    for path in PROGRAMS:
        expected = (HERE / 'expected' / f'{path.stem}.txt').read_text()
        for compiler in ('gcc', 'clang'):
            result = run(BUILD / 'api' / compiler / path.stem)
            troubles = []
            if result.returncode or result.stderr:
                troubles = [f'exit {result.returncode}', result.stderr[:2000]]
            elif result.stdout != expected:
                lines = zip(result.stdout.splitlines() + ['(end)'], expected.splitlines() + ['(end)'])
                troubles = next(([f'found    {a}', f'expected {b}'] for a, b in lines if a != b), ['more lines or fewer'])
            check(f'{path.name}, built by {compiler}, prints what is expected', troubles)


def check_cpp():
    for compiler in ('g++', 'clang++'):
        program = BUILD / 'api' / f'in_cpp-{compiler}'
        built = run(compiler, '-std=c++17', '-Wall', '-Wextra', '-Werror', '-I', HERE / 'shim', '-I', LIB,
                    HERE / 'in_cpp.cpp', LIB / 'libmaple.a', '-o', program)
        troubles = [built.stderr[:2000]] if built.returncode else []
        if not troubles and run(program).returncode:
            troubles = ['it ran and failed']
        check(f'C++17 code uses the header, compiled by {compiler}', troubles)


def check_limits():
    """The library itself, under limits of address space: a sanitizer would need more."""
    program = BUILD / 'api' / 'full_slab'
    built = run('gcc', '-std=c11', '-Wall', '-Wextra', '-Werror', '-O1', '-I', HERE / 'shim', '-I', LIB,
                HERE / 'limits/full_slab.c', LIB / 'libmaple.a', '-o', program)
    for kibibytes, mode in ((400_000, 'run'), (80_000, 'fill'), (400_000, 'steps')):
        troubles = [built.stderr[:2000]] if built.returncode else []
        if not troubles:
            result = run('sh', '-c', f'ulimit -v {kibibytes} && exec {program} {mode}')
            if result.returncode or result.stdout != 'ok\n':
                troubles = [f'exit {result.returncode}', result.stdout[:2000] + result.stderr[:2000]]
        check(f'a program with {kibibytes} KiB of address space: {mode}', troubles)


check_names()
check_programs()
check_cpp()
check_limits()
print(f'{passed} passed, {failed} failed')
sys.exit(1 if failed else 0)
