// SPDX-License-Identifier: GPL-2.0-or-later
//
// Which engine this is: the kernel release that it imitates, and its sources. Printed by web/cli/engine-id.mjs; not to
// be edited.

export const ENGINE_ID = 'linux-6.16/5fdab791b942';
