import { describe, expect, it } from 'vitest';
import { schemasByCollection } from '#planning/contract/resources.ts';
import { writeVersion } from '#planning-server/versions/write-version.ts';
import { aPlanningProject } from '../../support/builders/a-planning-project.ts';
import { aVersionOrigin } from '../../support/builders/a-version-origin.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { aVersionStore } from '../../support/planning/a-version-store.ts';
import { masterKey, planningService } from '../../support/planning/planning-service.ts';

const project = aPlanningProject({ tasks: [{ id: 'a' }] });
const tasks = '/gb/v1/projects/tower/tasks';

async function serveAVersion(change: object = {}) {
  const archive = createMemoryStore();
  const manifest = await writeVersion(archive, project, aVersionOrigin());
  const bytes = Buffer.from(JSON.stringify({ ...manifest, ...change }));
  archive.objects.set('programmes/gb/tower/1.json', bytes);
  const { store } = await aVersionStore(archive);
  return planningService([], { store, allowedOrigins: ['https://bi.example.com'] });
}

function ageIn({ headers }: Response): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('planning-')));
}

describe('a stored version', () => {
  const age = {
    'planning-version': '1',
    'planning-data-date': '2026-11-20T17:00',
    'planning-imported-at': '2026-11-20T18:00:00Z',
  };

  it('names its data date and time of import, on every page of every collection', async () => {
    const { app, get } = await serveAVersion();
    for (const collection of Object.keys(schemasByCollection)) {
      expect(ageIn(await get(`/gb/v1/projects/tower/${collection}`))).toEqual(age);
    }
    const headers = { 'X-API-Key': masterKey };
    expect(ageIn(await app.request(tasks, { method: 'HEAD', headers }))).toEqual(age);
    const unchanged = await get(tasks, { ...headers, 'If-None-Match': '*' });
    expect([unchanged.status, ageIn(unchanged)]).toEqual([304, age]);
  });

  it('lets scripts of other origins read its data date and time of import', async () => {
    const { get } = await serveAVersion();
    const { headers } = await get(tasks, { 'X-API-Key': masterKey, Origin: 'https://bi.example.com' });
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(',');
    expect(exposed).toEqual(expect.arrayContaining(Object.keys(age)));
  });

  it.each([
    ['if its file names none', { dataDate: null }, ['planning-imported-at', 'planning-version']],
    ['if no header can hold it', { dataDate: 'last\nFriday', importedAt: 7 }, ['planning-version']],
    ['where its manifest has none', { dataDate: undefined, importedAt: undefined }, ['planning-version']],
  ])('names no data date %s', async (_what, change, said) => {
    const { get } = await serveAVersion(change);
    expect(Object.keys(ageIn(await get(tasks)))).toEqual(said);
  });
});
