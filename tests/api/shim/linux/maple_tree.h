// SPDX-License-Identifier: GPL-2.0-or-later
// With this folder in front, code that includes <linux/maple_tree.h> gets ours.
#include <errno.h>
#include <limits.h>
#include <maple_tree.h>
