# SPDX-License-Identifier: GPL-2.0-or-later
#
# `break.py SOURCE COPY` copies a source of the core with one line wrong. The line must be there exactly once.
#
#     src/gaps.c      a node whose longest gap gets shorter does not look for the longest again
#     mm/modify.c     a call that changes the flags of one VMA without a store, and then is refused a store for the next
#                     one, leaves the first as it is by then

import os
import sys

LINES = {
    "gaps.c": ("} else if (climbs && *gap < before && ", "} else if (climbs && *gap > before && "),
    "modify.c": ("error = step->whole ? mpl_change_start(change) : cut_out(", "error = step->whole ? 0 : cut_out("),
}

source, copy = sys.argv[1:]
right, wrong = LINES[os.path.basename(source)]
text = open(source, encoding="utf-8").read()
if text.count(right) != 1:
    sys.exit(f"{source} does not hold `{right}` once; choose another line to break")
with open(copy, "w", encoding="utf-8") as file:
    file.write(text.replace(right, wrong))
