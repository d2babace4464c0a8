import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { looksLikeSecret, quotedTextUnlessSecret } from '#base/text/looks-like-key.ts';
import { createKey } from '#planning-server/keys/manage-keys.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

/** Bytes that look random and are the same in every run. */
function bytesOf(seed: number, size: number): Buffer {
  return createHash('sha512').update(String(seed)).digest().subarray(0, size);
}

const seeds = Array.from({ length: 500 }, (_, seed) => seed);
const ofEverySeed = (draw: (seed: number) => string) => seeds.map(draw);
const share = (texts: readonly string[]) => texts.filter(looksLikeSecret).length / texts.length;

describe('a text that looks like a key', () => {
  it('can be any key that the planning server creates', async () => {
    const request = { name: 'a', projects: '*', lifetime: 1 } as const;
    const keys = seeds.map((seed) => {
      const randomBytes = (size: number) => bytesOf(seed, size);
      return createKey({ store: createMemoryStore(), now: () => 0, randomBytes, changedBy: 'ann' }, request);
    });
    expect(share((await Promise.all(keys)).map(({ text }) => text))).toBe(1);
  });

  it.each([
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
    '123e4567-e89b-12d3-a456-426614174000',
    'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    'k7f3m9x2q8v4b6n1z5c0w3r7',
    'lookahead/9f86d081884c7d659a2feaa0c55ad015',
  ])('has the shape of one: %s', (text) => {
    expect(looksLikeSecret(text)).toBe(true);
  });

  it.each([
    ['hexadecimal', 16, 'hex', 1],
    ['base64', 32, 'base64', 0.99],
    ['base64 for addresses', 32, 'base64url', 0.99],
    ['base64 of 24 bytes', 24, 'base64', 0.95],
  ] as const)('is random in %s', (_, size, encoding, atLeast) => {
    const found = share(ofEverySeed((seed) => bytesOf(seed, size).toString(encoding)));
    expect(found).toBeGreaterThanOrEqual(atLeast);
  });
});

it.each([
  'PLANNING_API_KEY',
  'PLANNING_API_KEY_2026',
  'LOOKAHEAD_RIVERSIDE_TOWER_PHASE_2_CLIENT_SECRET',
  'PLANNINGSERVICEAPIKEYFORPRODUCTION',
  'planningServiceApiKeyForRiversideTower',
  'key1',
  'lookahead/riverside',
  'lookahead/gb1/k8s/prod2/db3/riverside-2026',
  'prod/planning-service/riverside-tower/api.key',
  'arn:aws:secretsmanager:eu-west-2:123456789012:secret:lookahead/riverside-AbCdEf',
  'RiversidePlanningKey5F8E3A1B-aBcD3fGhIjKl',
  'clientSecret',
  'planner+keys@example.com',
])('%s looks like a name, not like a key', (text) => {
  expect([looksLikeSecret(text), quotedTextUnlessSecret(text)]).toEqual([
    false,
    text.length > 60 ? expect.stringMatching(/^".{59}…"$/) : JSON.stringify(text),
  ]);
});

it('a message repeats no text that looks like a key', () => {
  expect(quotedTextUnlessSecret('sk_live_4eC39HqLyjWDarjtT1zdp7dc')).toBe('a text that looks like a key');
});
