// SPDX-License-Identifier: GPL-2.0-or-later
//
// Importing this puts every part of the language at hand (later-….ts): for the command line and the tests, where
// nothing is fetched. Floor 2.

import * as bulk from './bulk';
import * as comparing from './comparing';
import * as damage from './damage';
import { BULK, COMPARING, DAMAGE, ITERATING, SEARCHING, STATES, SWEEPS, TRACES } from './later-running';
import { SPACES } from './later-spaces';
import * as iterating from './parts/iterating';
import * as spaces from './parts/spaces';
import * as sweeps from './parts/sweeps';
import './reading-at-hand';
import * as searching from './searching';
import * as states from './states';
import * as traces from './trace-steps';

BULK.give(bulk);
DAMAGE.give(damage);
COMPARING.give(comparing);
ITERATING.give(iterating);
SEARCHING.give(searching);
SPACES.give(spaces);
STATES.give(states);
SWEEPS.give(sweeps);
TRACES.give(traces);
