// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page's icons: 16 × 16, drawn with the colour of the text around them.

import type { ComponentChildren } from 'preact';

function Icon({ children, filled = false }: { readonly children: ComponentChildren; readonly filled?: boolean }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      {children}
    </svg>
  );
}

/** The mark of Maplescope: a maple leaf of three ranges that meet in one stem. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path
        fill="currentColor"
        d={
          'M12 1.6l2.3 4.5 2.5-1.3-.8 5.3 3-2.3.9 2.2 2.7-.5-1.4 3.2 1.7 1.2-5.1 3.8.5 1.7-5.6-.9.1 ' +
          '4.9h-1.6l.1-4.9-5.6.9.5-1.7-5.1-3.8 1.7-1.2-1.4-3.2 2.7.5.9-2.2 3 2.3-.8-5.3 2.5 1.3z'
        }
      />
    </svg>
  );
}

export const ProjectorIcon = () => (
  <Icon>
    <path d="M2 3h12M3 3v7.5h10V3M8 10.5V13M5.5 14.5 8 12.5l2.5 2" />
  </Icon>
);

export const PlayIcon = () => (
  <Icon filled>
    <path d="M4.5 2.8v10.4c0 .5.5.8.9.5l8-5.2c.4-.2.4-.8 0-1l-8-5.2c-.4-.3-.9 0-.9.5z" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon filled>
    <path d="M4 2.5h2.6v11H4zM9.4 2.5H12v11H9.4z" />
  </Icon>
);
export const BackIcon = () => (
  <Icon>
    <path d="M10 3L5 8l5 5" />
  </Icon>
);
export const ForwardIcon = () => (
  <Icon>
    <path d="M6 3l5 5-5 5" />
  </Icon>
);
export const FirstIcon = () => (
  <Icon>
    <path d="M12 3L7 8l5 5M4 3v10" />
  </Icon>
);
export const LastIcon = () => (
  <Icon>
    <path d="M4 3l5 5-5 5M12 3v10" />
  </Icon>
);
/** A failure, or a change of the chosen node, and the way to it. */
export const FailureBeforeIcon = () => (
  <Icon>
    <path d="M5 4.5L1.5 8 5 11.5M8.5 5l6 6M14.5 5l-6 6" />
  </Icon>
);
export const FailureAfterIcon = () => (
  <Icon>
    <path d="M11 4.5L14.5 8 11 11.5M1.5 5l6 6M7.5 5l-6 6" />
  </Icon>
);
export const ChangeBeforeIcon = () => (
  <Icon>
    <path d="M5 4.5L1.5 8 5 11.5" />
    <path d="M11.5 4L15 8l-3.5 4L8 8z" fill="currentColor" stroke="none" />
  </Icon>
);
export const ChangeAfterIcon = () => (
  <Icon>
    <path d="M11 4.5L14.5 8 11 11.5" />
    <path d="M4.5 4L8 8l-3.5 4L1 8z" fill="currentColor" stroke="none" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M3.5 3.5l9 9M12.5 3.5l-9 9" />
  </Icon>
);
export const ChevronIcon = () => (
  <Icon>
    <path d="M4 6l4 4 4-4" />
  </Icon>
);
export const SystemIcon = () => (
  <Icon>
    <path d="M8 2.2a5.8 5.8 0 100 11.6z" fill="currentColor" />
    <circle cx="8" cy="8" r="5.8" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.9" />
    <path d="M8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15" />
    <path d="M3.1 3.1l1.1 1.1M11.8 11.8l1.1 1.1M3.1 12.9l1.1-1.1M11.8 4.2l1.1-1.1" />
  </Icon>
);
export const MoonIcon = () => (
  <Icon>
    <path d="M13.3 9.7A5.8 5.8 0 016.3 2.7a5.8 5.8 0 107 7z" />
  </Icon>
);
