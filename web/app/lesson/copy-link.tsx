// SPDX-License-Identifier: GPL-2.0-or-later
//
// A button that copies a link of a lesson; where the clipboard is refused, it shows the link to be copied by hand.

import { useEffect, useState } from 'preact/hooks';
import type { EncodedLesson } from '../../share/lesson-link';
import { rememberCopied } from '../store/links/links';
import { publicBase } from '../store/links/public-home';
import { copyWords } from '../ui/saving';

interface CopyLinkProps {
  readonly title: string;
  /** Null: there is nothing to copy. */
  readonly make: () => EncodedLesson | null;
  /** What the link is of: when it changes, the button offers to copy again. */
  readonly of: unknown;
  readonly quiet?: boolean;
  readonly small?: boolean;
  /** The address bar shows the link. */
  readonly inBar?: boolean;
}

export function CopyLink({ title, make, of, quiet = false, small = quiet, inBar = false }: CopyLinkProps) {
  const [told, setTold] = useState<'copy' | 'copied' | { readonly address: string } | { readonly why: string }>('copy');
  useEffect(() => setTold('copy'), [of]);
  const copy = async (): Promise<void> => {
    const link = make();
    if (link === null) return;
    if (link.kind === 'too-long') {
      setTold({ why: link.message });
      return;
    }
    const address = `${publicBase()}#${link.fragment}`;
    setTold((await copyWords(address, null)) ? 'copied' : { address });
    if (inBar) rememberCopied(link.fragment);
  };
  if (typeof told === 'object' && 'address' in told)
    return <input class="lesson-link mono" aria-label={title} readOnly value={told.address} />;
  return (
    <>
      <button
        type="button"
        class={`button${small ? ' small' : ''}${quiet ? ' quiet' : ''}`}
        title={title}
        onClick={() => void copy()}
      >
        {told === 'copied' ? 'Copied' : 'Copy link'}
      </button>
      {typeof told === 'object' && (
        <span class="bad" role="alert">
          {told.why}
        </span>
      )}
    </>
  );
}
