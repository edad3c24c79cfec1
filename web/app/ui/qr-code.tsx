// SPDX-License-Identifier: GPL-2.0-or-later
//
// A QR code as a picture: black on white whatever the theme, with the quiet zone that readers need.

import { qrPath } from './qr';

interface QrCodeProps {
  /** Rows of modules, dark ones true. */
  readonly modules: readonly (readonly boolean[])[];
  readonly label: string;
}

export function QrCode({ modules, label }: QrCodeProps) {
  const side = modules.length + 8;
  return (
    <svg class="qr-code" viewBox={`-4 -4 ${side} ${side}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect x="-4" y="-4" width={side} height={side} fill="#ffffff" />
      <path d={qrPath(modules)} fill="#000000" />
    </svg>
  );
}
