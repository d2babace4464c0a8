import { describe, expect, it } from 'vitest';
import { oneLine } from '../../functions/base/one-line.ts';

describe('text from the service', () => {
  it.each([
    ['  Pour slab ', 'Pour slab'],
    ['Pour\r\nslab', 'Pour slab'],
    ['Pour\u0000\u0007 \tslab', 'Pour slab'],
    ['Pour\u2028slab', 'Pour slab'],
    ['شركة البناء', 'شركة البناء'],
    [undefined, ''],
  ])('%j is one line as %j', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});
