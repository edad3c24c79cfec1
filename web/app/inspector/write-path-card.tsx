// SPDX-License-Identifier: GPL-2.0-or-later
//
// The card of the ways of a write, with what it does.

import { useEffect } from 'preact/hooks';
import '../../views/allocator/style.css';
import { WritePaths } from '../../views/allocator/write-paths';
import { stepTo } from '../store/run/player';
import { ran, scene } from '../store/page/state';
import { cancelSearch, search, showExample, startWritePaths, writePaths } from '../store/actions/write-paths';

export function WritePathCard() {
  useEffect(startWritePaths, []);
  const known = writePaths.value;
  if (known === null || ran.value === null) return null;
  return (
    <WritePaths
      paths={known.paths}
      now={scene.value?.record?.storeType ?? null}
      search={search.value}
      onSeek={stepTo}
      onShow={(type) => void showExample(type)}
      onCancel={cancelSearch}
    />
  );
}
