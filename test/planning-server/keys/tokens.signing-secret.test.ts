import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readOrCreateSigningSecret } from '#planning-server/keys/tokens.ts';
import { createMemoryStore } from '../../support/memory-store.ts';

it('the signing secret is the same for every server of an archive', async () => {
  const store = createMemoryStore();
  const [one, other] = await Promise.all([
    readOrCreateSigningSecret(store, randomBytes),
    readOrCreateSigningSecret(store, randomBytes),
  ]);
  expect(one).toHaveLength(43);
  expect(other).toBe(one);
});

it('the signing secret is refused if its object has other content', async () => {
  const store = createMemoryStore();
  await store.putOnce('keys/signing-secret', Buffer.from('short'), 'text/plain');
  await expect(readOrCreateSigningSecret(store, randomBytes)).rejects.toThrow(
    /not what Lookahead wrote\. Remove it/,
  );
});
