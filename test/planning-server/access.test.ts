import { describe, expect, it } from 'vitest';
import { parseAccess, sha256Of } from '../../functions/planning-server/keys/access.ts';
import { aPlanningProject } from '../support/builders/a-planning-project.ts';
import { planningService } from '../support/planning/planning-service.ts';

const projects = [aPlanningProject({ users: [{ id: 'u' }] }), aPlanningProject({}, { projectId: 'secret' })];
const keys = [
  { name: 'all', sha256: sha256Of('key-for-all'), projects: '*' },
  { name: 'tower', sha256: sha256Of('key-for-tower'), projects: [{ region: 'gb', projectId: 'tower' }] },
] as const;
const { answer } = planningService(projects, { keys });
const users = (project: string, key: string) =>
  answer(`/gb/v1/projects/${project}/users`, { 'X-API-Key': key });

describe('keys', () => {
  it.each([
    ['no key', {}],
    ['an empty key', { 'X-API-Key': '' }],
    ['a wrong key', { 'X-API-Key': 'key-for-al' }],
    ['the SHA-256 of a key', { 'X-API-Key': sha256Of('key-for-all') }],
    ['the key in another header', { Authorization: 'Bearer key-for-all' }],
  ])('%s is answered with 401, whatever else is wrong', async (_what, headers) => {
    expect(await answer('/us/v1/projects/nowhere/users?x=1', headers)).toEqual({
      status: 401,
      body: { message: 'The header X-API-Key is missing, or its key or token is not valid.' },
    });
  });

  it('a key reads the projects it is for', async () => {
    expect((await users('tower', 'key-for-tower')).status).toBe(200);
    expect((await users('secret', 'key-for-all')).status).toBe(200);
  });

  it('a project the key may not read is answered exactly as one that does not exist', async () => {
    const forbidden = await users('secret', 'key-for-tower');
    expect(forbidden.status).toBe(404);
    expect(forbidden).toEqual(await users('nowhere', 'key-for-tower'));
    expect(forbidden).toEqual(await users('nowhere', 'key-for-all'));
  });

  it('a key for a project in one region does not open its namesake in the other', async () => {
    expect((await answer('/au/v1/projects/tower/users', { 'X-API-Key': 'key-for-tower' })).status).toBe(404);
  });
});

describe('the access file', () => {
  const hash = sha256Of('k');

  it('is read as keys and clients', () => {
    const text = JSON.stringify({ keys: [{ name: 'planner', sha256: hash.toUpperCase(), projects: '*' }] });
    expect(parseAccess(text, 'keys.json')).toEqual({
      keys: [{ name: 'planner', sha256: hash, projects: '*' }],
      clients: [],
    });
  });

  it.each([
    ['{ keys: ', 'keys.json: the file is no JSON'],
    ['[]', 'keys.json: the file: Invalid input: expected object'],
    [
      JSON.stringify({ keys: [{ name: 'a', key: 'k', sha256: hash, projects: '*' }] }),
      'keys.json: keys.0: Unrecognized key',
    ],
    [
      JSON.stringify({ keys: [{ name: 'a', sha256: 'plain', projects: '*' }] }),
      'keys.json: keys.0.sha256: expected the SHA-256',
    ],
    [
      JSON.stringify({ keys: [{ name: 'a', sha256: hash, projects: 'tower' }] }),
      'keys.json: keys.0.projects',
    ],
  ])('%s is refused with the place that is wrong', (text, message) => {
    expect(() => parseAccess(text, 'keys.json')).toThrow(message);
    expect(() => parseAccess(text, 'keys.json')).toThrow(
      expect.objectContaining({ name: 'AccessFileError' }),
    );
  });
});
