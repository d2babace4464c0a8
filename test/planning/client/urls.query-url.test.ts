import { describe, expect, it } from 'vitest';
import { aPageAnswer, aPlanningClient } from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

/** `count` ids of `length` characters. */
function someIds(count: number, length: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index}-`.padEnd(length, 'x'));
}

async function sentFor(query: Parameters<ReturnType<typeof aPlanningClient>['tasks']>[0]) {
  await using server = await startScriptedServer(aPageAnswer([]));
  await aPlanningClient(server.url).tasks(query);
  expect(server.requests).toHaveLength(1);
  const [request] = server.requests;
  expect(`${server.url}${request?.url}`.length).toBeLessThanOrEqual(7_700);
  return request?.query ?? new Map<string, string>();
}

describe('a list of ids', () => {
  it('is sent whole if it fits', async () => {
    const ownerIds = someIds(70, 100);
    const sent = await sentFor({ ownerIds, shift: 'day' });
    expect(sent.get('ownerIds')?.split(',')).toEqual(ownerIds);
  });

  it('is left out if the address would be too long, the longest list first', async () => {
    const [ownerIds, folderIds] = [someIds(60, 100), someIds(40, 100)];
    const sent = await sentFor({ ownerIds, folderIds, packageIds: ['p'], shift: 'day' });
    expect([...sent.keys()].filter((name) => name !== 'fields')).toEqual([
      'shift',
      'folderIds',
      'packageIds',
    ]);
    expect(sent.get('folderIds')?.split(',')).toEqual(folderIds);
  });

  it('is left out if it has more than 500 ids, however short', async () => {
    expect((await sentFor({ ownerIds: someIds(501, 4), packageIds: ['p'] })).has('ownerIds')).toBe(false);
    expect((await sentFor({ ownerIds: someIds(500, 4), packageIds: ['p'] })).has('ownerIds')).toBe(true);
  });
});
