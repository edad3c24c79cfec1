// SPDX-License-Identifier: GPL-2.0-or-later
//
// The way from Share to what a class needs.

import { openDialog } from '../store/actions/actions';

const PARTS = [
  ['pack', 'Make a pack', 'Puts lessons, scenarios and notes in your order into one file or one link.'],
  ['handout', 'Print a handout', 'Prints the open lesson, the open pack or this scenario, with room to write.'],
  ['class', 'Collect a class', 'Takes the codes of learners, grades their answers again and shows a table.'],
  ['hand-in', 'Hand in', 'Makes a code of your answers for your teacher.'],
] as const;

export function ClassPanel() {
  return (
    <>
      {PARTS.map(([name, label, does]) => (
        <p key={name}>
          <button type="button" class="button" onClick={() => openDialog('teaching', name)}>
            {label}
          </button>{' '}
          {does}
        </p>
      ))}
    </>
  );
}
