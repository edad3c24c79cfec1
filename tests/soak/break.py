# SPDX-License-Identifier: GPL-2.0-or-later
#
# `break.py SOURCE COPY` copies core/src/gaps.c with one comparison turned round: a node whose longest gap gets shorter
# does not look for the longest again. The line must be there exactly once.

import sys

RIGHT = "} else if (told_on && *gap < before) {"
WRONG = "} else if (told_on && *gap > before) {"

source, copy = sys.argv[1:]
text = open(source, encoding="utf-8").read()
if text.count(RIGHT) != 1:
    sys.exit(f"{source} does not hold `{RIGHT}` once; choose another line to break")
with open(copy, "w", encoding="utf-8") as file:
    file.write(text.replace(RIGHT, WRONG))
