import { expect, it } from 'vitest';
import { isAddress } from '../../functions/mail/address.ts';

it.each([
  ['planner@example.com', true],
  ['a.b+c@sub.example.co.uk', true],
  [`${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`, true],
  [`${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.examples.com`, false],
  ['a@b', false],
  ['a b@example.com', false],
  ['a@example.com\n', false],
  ['', false],
])('%j is an address: %s', (text, is) => {
  expect(isAddress(text)).toBe(is);
});
