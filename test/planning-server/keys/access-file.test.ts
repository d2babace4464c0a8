import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadAccess } from '../../../functions/planning-server/keys/access-file.ts';
import { sha256Of } from '../../../functions/planning-server/keys/access-keys.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const sha256 = sha256Of('k');

async function fileWith(text: string): Promise<string> {
  const file = join(await temporaryDirectory(), 'keys.json');
  await writeFile(file, text);
  return file;
}

describe('the access file', () => {
  it('is read as keys and clients', async () => {
    const projects = [{ region: 'gb', projectId: 'tower' }];
    const keys = [
      { name: 'planner', sha256: sha256.toUpperCase(), projects: '*' },
      { name: 'tower', sha256, projects },
    ];
    const clients = [{ name: 'reports', clientId: 'reports', sha256, projects }];
    expect(await loadAccess(await fileWith(JSON.stringify({ keys, clients })))).toEqual({
      keys: [
        { name: 'planner', sha256, projects: '*' },
        { name: 'tower', sha256, projects },
      ],
      clients,
    });
  });

  it('need not list clients', async () => {
    const keys = [{ name: 'planner', sha256, projects: '*' }];
    expect(await loadAccess(await fileWith(JSON.stringify({ keys })))).toEqual({ keys, clients: [] });
  });

  it.each([
    ['{ keys: ', ': the file is not valid JSON. Correct it or write it again.'],
    ['[]', ': the file: Invalid input: expected object'],
    [
      JSON.stringify({ keys: [{ name: 'a', key: 'k', sha256, projects: '*' }] }),
      ': keys.0: Unrecognized key',
    ],
    [
      JSON.stringify({ keys: [{ name: 'a', sha256: 'plain', projects: '*' }] }),
      ': keys.0.sha256: expected the SHA-256',
    ],
    [JSON.stringify({ keys: [{ name: 'a', sha256, projects: 'tower' }] }), ': keys.0.projects'],
  ])('%s is refused with the place that is wrong', async (text, message) => {
    const file = await fileWith(text);
    await expect(loadAccess(file)).rejects.toThrow(`${file}${message}`);
    await expect(loadAccess(file)).rejects.toMatchObject({ name: 'AccessFileError', kind: 'curable' });
  });

  it('says so when it does not exist', async () => {
    const file = join(await temporaryDirectory(), 'keys.json');
    await expect(loadAccess(file)).rejects.toThrow(
      `${file}: cannot be read (ENOENT). Create it or name another.`,
    );
  });

  it('quotes none of its text in an error', async () => {
    const secret = 'somebody pasted a secret here';
    const failure = loadAccess(await fileWith(`{"keys": ${secret}`));
    await expect(failure).rejects.toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) }),
    );
    await expect(failure).rejects.not.toHaveProperty('cause');
  });
});
