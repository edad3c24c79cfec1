// SPDX-License-Identifier: GPL-2.0-or-later
//
// The frame that other sites show: what its address says besides the scenario, the HTML that puts it into a page, and
// the messages between that page and the frame. Written behind a link as `&panes=script,picture&edit&theme=dark`. Pure.

export const EMBED_PANES = ['script', 'picture', 'timeline', 'inspector'] as const;
export type EmbedPane = (typeof EMBED_PANES)[number];
export const EMBED_THEMES = ['system', 'light', 'dark'] as const;
export type EmbedTheme = (typeof EMBED_THEMES)[number];

export interface EmbedOptions {
  /** In the order of EMBED_PANES; at least one. */
  readonly panes: readonly EmbedPane[];
  /** Whether visitors may change the script. */
  readonly editable: boolean;
  readonly theme: EmbedTheme;
}

export const EMBED_DEFAULT: EmbedOptions = {
  panes: ['script', 'picture', 'timeline'],
  editable: false,
  theme: 'system',
};

/** Name of the page that is made for frames. */
export const EMBED_PAGE = 'embed.html';

/** The options in a fragment, with or without `#`. Missing and wrong options are as in EMBED_DEFAULT. */
export function readEmbed(fragment: string): EmbedOptions {
  const said = new URLSearchParams(fragment.split('&').slice(1).join('&'));
  const named = (said.get('panes') ?? '').split(',');
  const panes = EMBED_PANES.filter((pane) => named.includes(pane));
  return {
    panes: panes.length > 0 ? panes : EMBED_DEFAULT.panes,
    editable: said.has('edit'),
    theme: EMBED_THEMES.find((theme) => theme === said.get('theme')) ?? 'system',
  };
}

/** The part of a link for these options: empty, or beginning with `&`. */
export function embedText({ panes, editable, theme }: EmbedOptions): string {
  const usual = panes.join() === EMBED_DEFAULT.panes.join();
  return [
    usual ? '' : `&panes=${EMBED_PANES.filter((pane) => panes.includes(pane)).join()}`,
    editable ? '&edit' : '',
    theme === 'system' ? '' : `&theme=${theme}`,
  ].join('');
}

/** A fragment without its embedding options: the link that opens the same place on the whole page. */
export function withoutEmbed(fragment: string): string {
  const [link = '', ...rest] = fragment.split('&');
  return [link, ...rest.filter((part) => !/^(?:panes|edit|theme)(?:=|$)/.test(part))].join('&');
}

/** The address of the frame; `base` is that of the page, with or without its file name. */
export function embedAddress(base: string, fragment: string, options: EmbedOptions): string {
  return `${new URL(EMBED_PAGE, base).href}#${fragment}${embedText(options)}`;
}

/** The height of a frame whose page does not listen to it, in CSS pixels. */
export const EMBED_HEIGHT = 560;
/** A frame that asks for more than this is not listened to. */
const HEIGHT_MAX = 5000;

/** The HTML of the frame; `title` names it for screen readers. */
export function frameHtml(address: string, title: string): string {
  return [
    `<iframe src="${escaped(address)}"`,
    `  title="${escaped(title)}" width="100%" height="${EMBED_HEIGHT}" style="border: 1px solid #ccc"`,
    `  loading="lazy" allow="clipboard-write"></iframe>`,
  ].join('\n');
}

/**
 * Gives each frame of a page the height that it asks for. A message counts only if it comes from the window and from
 * the origin of one of these frames.
 */
export const HOST_SCRIPT = `<script>
  addEventListener('message', ({ source, origin, data }) => {
    for (const frame of document.querySelectorAll('iframe[src*="/${EMBED_PAGE}#"]'))
      if (source === frame.contentWindow && origin === new URL(frame.src).origin)
        if (data?.maplescope === 'size' && data.height > 0 && data.height <= ${HEIGHT_MAX})
          frame.style.height = \`\${Math.ceil(data.height)}px\`;
  });
</script>`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}

// ---- Messages ----

/** A message from the frame to the page around it. */
export interface SizeMessage {
  readonly maplescope: 'size';
  /** The height at which nothing in the frame scrolls, in CSS pixels. */
  readonly height: number;
}

/** An order from the page around the frame. */
export type FrameOrder =
  | { readonly maplescope: 'theme'; readonly theme: EmbedTheme }
  /** `step` is a whole number from 0; the frame clamps it to the steps that there are. */
  | { readonly maplescope: 'seek'; readonly step: number };

/** A message from anywhere as an order; null for everything else. Never throws. */
export function orderOf(data: unknown): FrameOrder | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const { maplescope, theme, step } = data as Record<string, unknown>;
  if (maplescope === 'theme') {
    const known = EMBED_THEMES.find((one) => one === theme);
    return known === undefined ? null : { maplescope, theme: known };
  }
  if (maplescope === 'seek' && typeof step === 'number' && Number.isSafeInteger(step) && step >= 0)
    return { maplescope, step };
  return null;
}
