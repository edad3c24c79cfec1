// SPDX-License-Identifier: GPL-2.0-or-later
//
// Importing this puts every part of the language at hand (later-….ts): for the command line and the tests, where
// nothing is fetched.

import * as bulk from '../statements/bulk';
import * as comparing from '../statements/comparing';
import * as damage from '../statements/damage';
import { BULK, COMPARING, DAMAGE, ITERATING, SEARCHING, STATES, SWEEPS, TRACES } from '../statements/later-running';
import { SPACES } from '../statements/later-spaces';
import * as iterating from '../statements/iterating';
import * as spaces from '../statements/spaces-part';
import * as sweeps from '../statements/sweeps';
import '../language/reading-at-hand';
import * as searching from '../statements/searching';
import * as states from '../statements/states';
import * as traces from '../statements/trace-steps';

BULK.give(bulk);
DAMAGE.give(damage);
COMPARING.give(comparing);
ITERATING.give(iterating);
SEARCHING.give(searching);
SPACES.give(spaces);
STATES.give(states);
SWEEPS.give(sweeps);
TRACES.give(traces);
