// SPDX-License-Identifier: GPL-2.0-or-later
//
// Whether the strip over the page says what a link sent. It names the scenario, so that the header can say what the
// page is.

import { computed } from '@preact/signals';
import { ran, sent, steps, welcomed } from '../page/state';

export const isSentHere = computed(
  () => !welcomed.value && sent.value !== null && sent.value.text === ran.value?.text && steps.value > 0,
);
