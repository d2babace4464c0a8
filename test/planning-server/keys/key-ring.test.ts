import { describe, expect, it } from 'vitest';
import { sha256Of } from '#base/digest.ts';
import { mayRead } from '#planning-server/keys/key-ring.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aKey } from '../../support/planning/a-key.ts';
import { aKeyRing } from '../../support/planning/a-key-ring.ts';
import { planningService } from '../../support/planning/planning-service.ts';

const projects = [
  aPlanningProject({ users: [{ id: 'u' }] }),
  aPlanningProject({}, { projectId: 'secret' }),
  aPlanningProject({}, { region: 'au' }),
];
const keyForAll = aKey('aaaaaaaaaaaa');
const keyForTower = aKey('bbbbbbbbbbbb');
const keys = aKeyRing([
  { name: 'all', text: keyForAll, projects: '*' },
  { name: 'tower', text: keyForTower, projects: [{ region: 'gb', projectId: 'tower' }] },
]);
const { answer, get } = planningService(projects, { keys });
const users = (project: string, key: string) =>
  answer(`/gb/v1/projects/${project}/users`, { 'X-API-Key': key });

it.each([
  [[], false],
  [[{ region: 'gb', projectId: 'bridge' }], false],
  [[{ region: 'au', projectId: 'tower' }], false],
  [
    [
      { region: 'gb', projectId: 'bridge' },
      { region: 'gb', projectId: 'tower' },
    ],
    true,
  ],
] as const)('a key for %j may read gb/tower: %s', (scope, may) => {
  expect(mayRead(scope, { region: 'gb', projectId: 'tower' })).toBe(may);
});

describe('keys', () => {
  it.each([
    ['no key', {}],
    ['an empty key', { 'X-API-Key': '' }],
    ['a wrong key', { 'X-API-Key': keyForAll.slice(0, -1) }],
    ['a key with another secret', { 'X-API-Key': `${keyForAll.slice(0, -1)}x` }],
    ['a key with another id', { 'X-API-Key': keyForAll.replace('_aaaaaaaaaaaa', '_cccccccccccc') }],
    ['the SHA-256 of a key', { 'X-API-Key': sha256Of(keyForAll) }],
    ['the key in another header', { Authorization: `Bearer ${keyForAll}` }],
  ])('%s is answered with 401, whatever else is wrong', async (_what, headers) => {
    expect(await answer('/us/v1/projects/nowhere/users?x=1', headers)).toMatchObject({
      status: 401,
      body: { message: 'The header X-API-Key is missing, or its key or token is not valid.' },
    });
  });

  it('a 401 names the required scheme', async () => {
    const response = await get('/gb/v1/projects/tower/users', {});
    expect(response.headers.get('WWW-Authenticate')).toBe('ApiKey realm="planning"');
  });

  it('a key reads its projects', async () => {
    expect((await users('tower', keyForTower)).status).toBe(200);
    expect((await users('secret', keyForAll)).status).toBe(200);
  });

  it('a project the key may not read is answered exactly like one that does not exist', async () => {
    const forbidden = await users('secret', keyForTower);
    expect(forbidden.status).toBe(404);
    expect(forbidden).toEqual(await users('nowhere', keyForTower));
    expect(forbidden).toEqual(await users('nowhere', keyForAll));
  });

  it('a key for a project in one region does not read the project of the same id in the other', async () => {
    expect((await answer('/au/v1/projects/tower/users', { 'X-API-Key': keyForTower })).status).toBe(404);
    expect((await answer('/au/v1/projects/tower/users', { 'X-API-Key': keyForAll })).status).toBe(200);
  });
});
