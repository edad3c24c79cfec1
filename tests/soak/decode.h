// SPDX-License-Identifier: GPL-2.0-or-later
//
// Acts from bytes: one for every ACT_BYTES, any bytes do. Indexes are taken near what the tree holds now, so that the
// same bytes mean something whatever came before.
//
//     header    byte 0  size of the universe (low three bits), far from 0 (bit 3)
//               byte 1  flags of the first tree
//     an act    byte 0  kind      byte 1      tree (bits 0, 1), other (2, 3, 4), alternative (5, 6)
//               byte 2  how the index is found     bytes 3 ... 6  where
//               byte 7  how the width is found     bytes 8, 9     how wide
//               byte 10 word                       byte 11        count

#ifndef MPL_DECODE_H
#define MPL_DECODE_H

#include "act.h"

#include <stddef.h>

#define ACT_BYTES 12u
#define HEADER_BYTES 2u

// The first act: makes tree 0. What follows is decoded in its universe.
struct act decode_header(const uint8_t *bytes);
struct act decode_act(const uint8_t *bytes);
// A byte 0 that stands for this kind.
uint8_t decode_byte_of(enum act_kind kind);

#endif
