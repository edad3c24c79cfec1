// SPDX-License-Identifier: GPL-2.0-or-later
//
// The editor in its room: one file with all that it is made of, fetched beside the page (editor-pane.tsx).

import { useLayoutEffect, useRef } from 'preact/hooks';
import { attachEditor } from '../store/actions';
import { mountEditor } from './editor';

export function EditorRoom() {
  const host = useRef<HTMLDivElement>(null);
  // In the very frame in which the waiting script goes, so that no key falls between them.
  useLayoutEffect(() => {
    if (host.current === null) return;
    const { view, dispose } = mountEditor(host.current);
    attachEditor(view);
    return () => {
      attachEditor(null);
      dispose();
    };
  }, []);
  return <div class="editor-mount" ref={host} />;
}
