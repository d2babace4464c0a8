import { describe, expect, it } from 'vitest';
import { cleanMultilineText } from '#lookahead/text/clean-text.ts';

describe('text from the service', () => {
  it('keeps the line breaks of notes and replaces other control characters by a space', () => {
    expect(cleanMultilineText(' first\r\nsecond\rthird\u2028fourth\u0001\u0002!\n')).toBe(
      'first\nsecond\nthird\nfourth !',
    );
  });
});
