#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Records what README.md describes: an strace log of one run of a program, with its map as the first memory call was about
to be made and as it was about to exit. Both moments are held by strace itself (--inject … delay_enter)."""

import os
import re
import subprocess
import sys
import time

HOLD = 1_500_000  # Microseconds that strace holds the program at each of the two moments.


def child_of(pid, name):
    """The traced program: the child of strace that runs it. (At its start strace has others, to try things.)"""
    while True:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            words = file.read().split()
        for word in words:
            try:
                with open(f"/proc/{word}/comm", encoding="ascii") as file:
                    if file.read().strip() == name[:15]:
                        return int(word)
            except FileNotFoundError:
                pass
        time.sleep(0.005)


def wait_in(pid, number):
    """Until the program stands at the entry of system call `number`."""
    while True:
        with open(f"/proc/{pid}/syscall", encoding="ascii") as file:
            if file.read().split()[0] == str(number):
                return
        time.sleep(0.005)


def read_map(pid, name):
    with open(f"/proc/{pid}/{name}", encoding="ascii") as file:
        return file.read()


def scrub(text):
    """Neither device nor inode; paths outside of the system's own folders become /home/user/…"""
    text = re.sub(r" [0-9a-f]{2,}:[0-9a-f]{2,} \d+ *", " ", text)
    text = re.sub(r" +$", "", text, flags=re.M)
    return re.sub(r"(?<![\w.])/(?!usr/|lib/|lib64/|etc/|dev/|proc/|SYSV|memfd)[\w.+-]+(?:/[\w.+-]+)*/([\w.+-]+)", r"/home/user/\1", text)


def record(name, options, program):
    log = f"{name}.strace"
    hold = [f"--inject=brk:delay_enter={HOLD}:when=1", f"--inject=exit_group:delay_enter={HOLD}"]
    strace = subprocess.Popen(["strace", *options, *hold, "-o", log, *program], env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}, stdout=subprocess.DEVNULL)
    pid = child_of(strace.pid, os.path.basename(program[0]))
    wait_in(pid, 12)
    begin = read_map(pid, "maps")
    wait_in(pid, 231)
    end, whole = read_map(pid, "maps"), read_map(pid, "smaps")
    strace.wait()
    with open(log, encoding="utf-8") as file:
        told = file.read()
    for suffix, text in ((".strace", told), (".begin", begin), (".end", end), (".smaps", whole)):
        if suffix != ".smaps" or name == "memory-calls":
            with open(f"{name}{suffix}", "w", encoding="utf-8") as file:
                file.write(scrub(text))


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    os.chdir(sys.argv[1])
    subprocess.run(["cc", "-O1", "-pthread", "-o", "memory-calls", os.path.join(here, "memory-calls.c")], check=True)
    record("true", ["-e", "trace=memory,exit_group"], ["/bin/true"])
    record("cat", ["-f", "-y", "-tt", "-e", "trace=%memory,exit_group"], ["/bin/cat", "/etc/hostname"])
    record("memory-calls", ["-f", "-r", "-e", "trace=memory,clone3,exit_group"], ["./memory-calls"])
    record("python", ["-f", "-t", "-T", "-e", "trace=%memory,openat,close,exit_group"], ["/usr/bin/python3", "-S", "-c", "import json, re; print(json.dumps({'a': re.findall('b', 'abc' * 100000)})[:9])"])
    record("sort", ["-f", "-X", "verbose", "-e", "trace=memory,exit_group"], ["/usr/bin/sort", "--parallel=2", "-S", "1M", "/usr/bin/perl"])
    record("sh", ["-f", "-e", "trace=memory,exit_group"], ["/bin/sh", "-c", "ls / >/dev/null; cat /etc/hostname | wc; true"])
