// SPDX-License-Identifier: GPL-2.0-or-later
//
// All keys on one sheet, in groups. The rows are those of keys.ts and what the editor has of its own.

import { openDialog } from '../store/actions/actions';
import { EDITOR_KEYS, KeyTable, SingleKeysSwitch, type KeyRow } from '../ui/key-table';
import { KEY_GROUPS, KEYS } from './key-words';
import { Modal } from '../ui/modal';
import '../ui/key-sheet.css';

export function KeysDialog() {
  return (
    <Modal title="Keys" wide>
      <div class="key-sheet">
        {KEY_GROUPS.map((group) => (
          <Group
            key={group}
            title={group}
            rows={KEYS.filter((key) => key.group === group).map(({ shown, does }) => [shown, does] as const)}
          />
        ))}
        <Group title="Editor" rows={EDITOR_KEYS} />
        <Group
          title="Anywhere"
          rows={[
            ['Ctrl-K', 'all commands, by name (⌘K on a Mac)'] as const,
            ['Esc', 'leaves a dialog, a menu, a selection'] as const,
          ]}
        />
      </div>
      <p class="row key-sheet-foot">
        <SingleKeysSwitch class="row" />
        <button type="button" class="button small" onClick={() => openDialog('help')}>
          Help
        </button>
      </p>
    </Modal>
  );
}

function Group({ title, rows }: { readonly title: string; readonly rows: readonly KeyRow[] }) {
  return (
    <section>
      <h3 class="section-head">{title}</h3>
      <KeyTable caption={`Keys: ${title}`} rows={rows} />
    </section>
  );
}
