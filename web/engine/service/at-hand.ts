// SPDX-License-Identifier: GPL-2.0-or-later
//
// Importing this puts every part of the engine and of the language at hand (later-parts.ts): for the command line and
// the tests, where nothing is fetched.

import '../../scenario/run/at-hand';
import { ANSWERS } from './answers';
import * as audit from '../answers/audit';
import * as calls from '../answers/calls';
import * as compareTrees from '../answers/compare-trees';
import * as find from '../answers/find';
import * as firstBad from '../answers/first-bad';
import * as forkColumns from '../answers/fork-columns';
import * as ledger from '../answers/ledger';
import * as mtDump from '../answers/mt-dump';
import * as nodeChanges from '../answers/node-changes';
import * as nodes from '../answers/nodes';
import * as overview from '../answers/overview';
import * as slab from '../answers/slab';
import * as storeTypeExample from '../answers/store-type-example';
import * as stores from '../answers/stores';
import * as writePaths from '../answers/write-paths';
import * as balance from '../core/balance';
import * as eventWords from '../scene/event-words';
import * as forks from '../time/fork-capture';
import * as forkScene from '../scene/fork-scene';
import * as halfScene from '../scene/half-scene';
import * as halfway from '../time/halfway';
import { BALANCE } from '../core/later-balance';
import { MEMORY } from '../core/later-memory';
import { FORKS, HALFWAY } from '../time/later-parts';
import * as memory from '../core/memory-part';
import { FORK_SCENE, HALF_SCENE, TRAIL } from '../scene/scene';
import { EVENT_WORDS } from '../scene/told-events';
import * as trail from '../decode/trail';
import { WHY_MEMORY, WHY_READ, WHY_STATES } from '../scene/why';
import * as whyMemory from '../scene/why-memory';
import * as whyRead from '../scene/why-read';
import * as whyStates from '../scene/why-states';

BALANCE.give(balance);
FORKS.give(forks);
HALFWAY.give(halfway);
MEMORY.give(memory);

ANSWERS.audit.give(audit);
ANSWERS.calls.give(calls);
ANSWERS.compareTrees.give(compareTrees);
ANSWERS.find.give(find);
ANSWERS.firstBad.give(firstBad);
ANSWERS.forkColumns.give(forkColumns);
ANSWERS.ledger.give(ledger);
ANSWERS.mtDump.give(mtDump);
ANSWERS.nodeChanges.give(nodeChanges);
ANSWERS.nodes.give(nodes);
ANSWERS.overview.give(overview);
ANSWERS.slab.give(slab);
ANSWERS.storeTypeExample.give(storeTypeExample);
ANSWERS.stores.give(stores);
ANSWERS.writePaths.give(writePaths);
EVENT_WORDS.give(eventWords);
FORK_SCENE.give(forkScene);
HALF_SCENE.give(halfScene);
TRAIL.give(trail);
WHY_MEMORY.give(whyMemory);
WHY_READ.give(whyRead);
WHY_STATES.give(whyStates);
