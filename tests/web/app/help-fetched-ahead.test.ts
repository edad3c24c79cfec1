// SPDX-License-Identifier: GPL-2.0-or-later
//
// Parts of the page are fetched ahead while a person works: to fetch one must not stop the page, as taking the page of
// the language apart would.

import { Lexer } from 'marked';
import { expect, test, vi } from 'vitest';

test('the page of the language is taken apart when it is opened, not when it is fetched', async () => {
  const lex = vi.spyOn(Lexer.prototype, 'lex');
  await import('../../../web/app/help/help-language');
  expect(lex).not.toHaveBeenCalled();
});
