import { describe, expect, it } from 'vitest';
import { fixedKeyProvider } from '#planning/client/api-keys.ts';
import { createPlanningClient } from '#planning/client/planning-client.ts';
import { taskFields } from '#planning/contract/tasks-query.ts';
import {
  aPageAnswer,
  aPlanningClient,
  planningErrorOf,
  testKey,
} from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

describe('the seven operations', () => {
  it.each(['users', 'subcontractors', 'folders', 'packages', 'calendars', 'locations'] as const)(
    '%s are requested by the path of the contract, without a query, with the key in the header',
    async (collection) => {
      await using server = await startScriptedServer(aPageAnswer([{ id: 'a', name: 'A', code: '1' }]));
      const read = await aPlanningClient(server.url)[collection]();
      expect(read.items).toMatchObject([{ id: 'a' }]);
      expect(read).toMatchObject({ misfits: [], pages: 1 });
      expect(server.requests[0]).toMatchObject({
        method: 'GET',
        url: `/gb/v1/projects/P1/${collection}`,
        headers: { 'x-api-key': testKey, accept: 'application/json' },
      });
    },
  );

  it('tasks are requested with every filter of the contract', async () => {
    await using server = await startScriptedServer(aPageAnswer([{ id: 't' }]));
    await aPlanningClient(server.url).tasks({
      start: '2026-11-23',
      finish: '2026-11-29',
      shift: '24hr',
      ownerIds: ['o1', 'o2'],
      folderIds: ['f 1'],
      packageIds: ['p&1'],
      locationIds: ['l#1'],
      calendarIds: ['c+1'],
      subcontractorIds: ['s=1'],
      assignedToIds: ['ä1', 'ä1'],
      fields: ['wbs', 'notes'],
    });
    expect(server.requests[0]?.path).toBe('/gb/v1/projects/P1/tasks');
    expect(Object.fromEntries(server.requests[0]?.query ?? [])).toEqual({
      start: '2026-11-23',
      finish: '2026-11-29',
      shift: '24hr',
      ownerIds: 'o1,o2',
      folderIds: 'f 1',
      packageIds: 'p&1',
      locationIds: 'l#1',
      calendarIds: 'c+1',
      subcontractorIds: 's=1',
      assignedToIds: 'ä1',
      fields: 'wbs,notes',
    });
  });

  it('a comma inside an id is sent as %2C, one between ids as a comma', async () => {
    await using server = await startScriptedServer(aPageAnswer([]));
    await aPlanningClient(server.url).tasks({ subcontractorIds: ['Smith, Sons', 'Pile Co'], fields: [] });
    expect(server.requests[0]?.url).toBe(
      '/gb/v1/projects/P1/tasks?subcontractorIds=Smith%2C%20Sons,Pile%20Co',
    );
  });

  it('tasks are requested with all fifteen fields unless fields are given', async () => {
    await using server = await startScriptedServer(aPageAnswer([]), aPageAnswer([]));
    const client = aPlanningClient(server.url);
    await client.tasks({});
    await client.tasks({ fields: [], ownerIds: [] });
    expect(server.requests[0]?.query.get('fields')).toBe(taskFields.join(','));
    expect(taskFields).toHaveLength(15);
    expect(server.requests[1]?.url).toBe('/gb/v1/projects/P1/tasks');
  });
});

describe('a tasks query that is aborted', () => {
  it('ends while it waits to retry, and sends no further request', async () => {
    await using server = await startScriptedServer({ status: 503 }, aPageAnswer([]));
    const stop = new AbortController();
    const client = aPlanningClient(server.url, {
      wait: async () => stop.abort(),
    });
    expect(await planningErrorOf(client.tasks({}, stop.signal))).toMatchObject({
      name: 'PlanningTimeoutError',
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a tasks query that cannot be sent', () => {
  const fetch = async () => Response.error();
  const client = aPlanningClient('http://127.0.0.1:1', { fetch });
  it.each([
    ['an empty id', { folderIds: [''] }, 'folderIds[0] is empty'],
    ['a lone surrogate', { folderIds: ['\ud800'] }, 'folderIds[0] is not well-formed text'],
    ['a date in another form', { start: '23/11/2026' }, 'start must be a date of the form YYYY-MM-DD'],
  ])('fails for %s, and nothing is sent', async (_, query, words) => {
    expect(await planningErrorOf(client.tasks(query))).toMatchObject({
      name: 'PlanningInputError',
      kind: 'input',
      message: expect.stringContaining(words),
    });
  });
});

describe('options', () => {
  const options = {
    baseUrl: 'https://planning.example',
    region: 'gb',
    projectId: 'P1',
    key: fixedKeyProvider('k'),
  } as const;

  it.each(['', '/', '/prefix', '/prefix//'])('a base address may end in "%s"', async (suffix) => {
    await using server = await startScriptedServer(aPageAnswer([]));
    await aPlanningClient(server.url + suffix).users();
    expect(server.requests[0]?.path).toBe(`${suffix.replace(/\/+$/, '')}/gb/v1/projects/P1/users`);
  });

  it('a project id is encoded in the path', async () => {
    await using server = await startScriptedServer(aPageAnswer([]));
    await aPlanningClient(server.url, { projectId: 'a/../b?c' }).users();
    expect(server.requests[0]?.url).toBe('/gb/v1/projects/a%2F..%2Fb%3Fc/users');
  });

  it.each([
    ['planning.example', 'baseUrl is not an address'],
    ['ftp://planning.example', 'baseUrl begins with ftp:'],
    ['https://me:hunter2@planning.example', 'baseUrl carries a user name or password'],
    ['https://planning.example/?x=1', 'baseUrl carries a query'],
  ])('the base address %s is refused', (baseUrl, words) => {
    const create = () => createPlanningClient({ ...options, baseUrl });
    expect(create).toThrow(expect.objectContaining({ name: 'PlanningInputError' }));
    expect(create).toThrow(words);
    expect(create).not.toThrow('hunter2');
  });

  it.each(['', '.', '..'])('the project id "%s" is refused', (projectId) => {
    expect(() => createPlanningClient({ ...options, projectId })).toThrow(
      'projectId is empty or cannot be part of an address',
    );
  });
});
