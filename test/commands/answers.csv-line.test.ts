import { describe, expect, it } from 'vitest';
import { csvLine } from '#commands/answers.ts';

describe('a line of the table', () => {
  it.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+44 20', "'+44 20"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['a, "b"\nc', '"a, ""b""\nc"'],
    ['plain', 'plain'],
  ])('%j is written as %j', (text, written) => {
    expect(csvLine([text])).toBe(written);
  });

  it('keeps numbers, and is empty for undefined values', () => {
    expect(csvLine([-1, undefined, ''])).toBe('-1,,');
  });
});
