// SPDX-License-Identifier: GPL-2.0-or-later
//
// The type of the module that the build makes of tests/golden (tests/setup/page-plugins.ts).

declare module 'virtual:golden' {
  /** Addresses of the recorded vectors by the names of their files. */
  export const files: Readonly<Record<string, string>>;
}
