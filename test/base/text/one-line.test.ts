import { describe, expect, it } from 'vitest';
import { escapeUnprintable, firstNonBlank, oneLine } from '#base/text/one-line.ts';

describe('text from the service', () => {
  it.each([
    ['  Pour slab ', 'Pour slab'],
    ['Pour\r\nslab', 'Pour slab'],
    ['Pour\u0000\u0007 \tslab', 'Pour slab'],
    ['Pour\u2028slab', 'Pour slab'],
    ['شركة البناء', 'شركة البناء'],
    [undefined, ''],
  ])('%j is %j in one line', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });
});

describe('the first name that is not blank', () => {
  it.each([
    [['', ' ', 'a@example.com', 'u-1'], 'a@example.com'],
    [['\u200b\u2060', '\ufeff', 'u-1'], 'u-1'],
    [['\u2800', '\u3164', 'u-1'], 'u-1'],
    [[' Ana\nSilva '], 'Ana Silva'],
    [['🏗'], '🏗'],
    [[undefined, ''], ''],
  ])('of %j is %j', (texts, name) => {
    expect(firstNonBlank(...texts)).toBe(name);
  });
});

describe('a text for a terminal', () => {
  it.each([
    ['red \u001b[31m', 'red \\u001b[31m'],
    ['a\u202egnp.exe\u2066', 'a\\u202egnp.exe\\u2066'],
    ['\u009b2J\u007f\r\u0007', '\\u009b2J\\u007f\\u000d\\u0007'],
    ['Gründung › 🏗 شركة', 'Gründung › 🏗 شركة'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ])('%j is %j', (text, shown) => {
    expect(escapeUnprintable(text)).toBe(shown);
  });

  it('stays the same after it is read as JSON', () => {
    const value = { path: 'a\u001b[2J\u202e\u009b\u2028' };
    expect(JSON.parse(escapeUnprintable(JSON.stringify(value)))).toEqual(value);
  });
});
