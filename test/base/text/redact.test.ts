import { describe, expect, it } from 'vitest';
import { redactedLine } from '#base/text/redact.ts';

describe('a secret', () => {
  it.each([
    ['unchanged', 'pass word/1'],
    ['in capitals', 'PASS WORD/1'],
    ['in the encoding of a form, with a blank as +', 'pass+word%2F1'],
    ['in the encoding of an address, with a blank as %20', 'pass%20word%2f1'],
    ['with one kind of blank beside the other', 'pass+word/1 and pass%20word/1'],
    ['escaped in JSON', '\\u0070ass\\u0020word\\/1'],
    ['in base64', Buffer.from('pass word/1').toString('base64')],
    ['in base64 behind a user', Buffer.from('user:pass word/1').toString('base64')],
  ])('is left out if it is written %s', (_, written) => {
    const text = redactedLine(`key=${written}&`, ['pass word/1']);
    expect(text).toContain('[redacted]');
    expect(text.replaceAll('[redacted]', '')).not.toMatch(/pass|word|cGFzcyB3/i);
  });

  it('is found with + in place of a space, while any other + is left alone', () => {
    expect(redactedLine('a+b', ['a b'])).toBe('[redacted]');
    expect(redactedLine('a+b', ['ab'])).toBe('a+b');
  });
});

it('a redacted text is one line of at most 200 characters', () => {
  expect(redactedLine('a\n b', [])).toBe('a b');
  expect(redactedLine('x'.repeat(200), [])).toBe('x'.repeat(200));
  expect(redactedLine('x'.repeat(201), [])).toBe(`${'x'.repeat(199)}…`);
});
