import { expect, it } from 'vitest';
import { countedShareText } from '#lookahead/ppc-words.ts';

it.each([
  [{ count: 3, of: 4 }, '75%, 3 of 4'],
  [{ count: 1_250, of: 12_500 }, '10%, 1,250 of 12,500'],
  [{ count: 0, of: 4 }, '0%, 0 of 4'],
  [{ count: 0, of: 0 }, '–'],
])('a share has its counts, and of nothing a dash: %j is %s', (counted, text) => {
  expect(countedShareText(counted)).toBe(text);
});
