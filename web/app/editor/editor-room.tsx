// SPDX-License-Identifier: GPL-2.0-or-later
//
// The editor and everything that it imports: one chunk, fetched in parallel with the page (editor-pane.tsx).

import { useLayoutEffect, useRef } from 'preact/hooks';
import { attachEditor } from '../store/actions/actions';
import { mountEditor } from './editor';

export { mountTextEditor } from './text-editor';

export function EditorRoom() {
  const host = useRef<HTMLDivElement>(null);
  // A layout effect mounts the editor in the frame that removes the waiting script, so that no key is lost between
  // them.
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
