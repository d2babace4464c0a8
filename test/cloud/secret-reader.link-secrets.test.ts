import { describe, expect, it } from 'vitest';
import { readLinkSecrets } from '#cloud/secret-reader.ts';

const secret = 'x'.repeat(32);

describe('the secret that links are signed with', () => {
  it.each([
    [{ current: secret }, { current: secret, previous: undefined }],
    [
      { current: secret, previous: '' },
      { current: secret, previous: undefined },
    ],
    [
      { current: secret, previous: secret },
      { current: secret, previous: secret },
    ],
  ])('%j is read', async (content, secrets) => {
    expect(await readLinkSecrets(async () => JSON.stringify(content), 'links')).toEqual(secrets);
  });

  it.each(['hidden', '{"current": "hidden"}'])('%s is refused with the form to store', async (text) => {
    const failure = await readLinkSecrets(async () => text, 'links').catch(String);
    expect(failure).toMatch(/^SecretError: The secret links has the wrong form\. Store JSON of the form/);
    expect(failure).not.toContain('hidden');
  });
});
