import { expect, it } from 'vitest';
import { countedShareText } from '#lookahead/ppc-words.ts';

it.each([
  [{ count: 3, of: 4 }, '75%, 3 of 4'],
  [{ count: 1_250, of: 12_500 }, '10%, 1,250 of 12,500'],
  [{ count: 0, of: 4 }, '0%, 0 of 4'],
  [{ count: 0, of: 0 }, '–'],
])(
  'a share is shown with its counts, or as a dash if there is nothing to count: %j is %s',
  (counted, text) => {
    expect(countedShareText(counted)).toBe(text);
  },
);
