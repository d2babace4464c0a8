import { expect, it } from 'vitest';
import { isReachedLocallyOnly } from '#config/machine-settings.ts';

it.each([
  ['http://localhost:8080', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080', true],
  ['http://0.0.0.0:8080', true],
  ['http://server:8080', false],
  ['http://10.0.0.5:8080', false],
  ['https://lookahead.example.com', false],
])('an address is recognised as reachable from readers’ phones, or not: %s', (url, isOwn) => {
  expect(isReachedLocallyOnly(url)).toBe(isOwn);
});
