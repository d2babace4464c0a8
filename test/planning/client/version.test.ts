import { describe, expect, test } from 'vitest';
import { anAnswer, aPlanningClient } from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

const answerOf = (version: string | undefined, ...ids: readonly string[]) => ({
  ...anAnswer(ids.map((id) => ({ id }))),
  ...(version !== undefined && { headers: { 'planning-version': version } }),
});

describe('the version of a listing', () => {
  test('is the one that the service names', async () => {
    await using server = await startScriptedServer(answerOf('17', 'a'));
    expect(await aPlanningClient(server.url).tasks({})).toMatchObject({ version: '17' });
  });

  test.each(['', '1.0', 'two words', 'x'.repeat(65), '1&limit=1'])(
    'is unknown where the service names none that it could be asked for: "%s"',
    async (version) => {
      await using server = await startScriptedServer(answerOf(version, 'a'), answerOf(undefined, 'a'));
      const client = aPlanningClient(server.url);
      expect((await client.tasks({})).version).toBeUndefined();
      expect((await client.tasks({})).version).toBeUndefined();
    },
  );

  test('is asked for by its parameter', async () => {
    await using server = await startScriptedServer(answerOf('17', 'a'));
    await aPlanningClient(server.url).tasks({ shift: 'day', fields: [] }, undefined, '17');
    expect(server.requests[0]?.url).toBe('/gb/v1/projects/P1/tasks?shift=day&version=17');
  });

  test('is that of the first address, where a query takes several', async () => {
    await using server = await startScriptedServer(answerOf('17', 'a'));
    server.otherwise(() => answerOf('18', 'b'));
    const folderIds = Array.from({ length: 400 }, (_, at) => `folder-${at}-${'x'.repeat(20)}`);
    const { version } = await aPlanningClient(server.url).tasks({ folderIds });
    const asked = server.requests.map(({ query }) => query.get('version'));
    expect(version).toBe('17');
    expect(asked.length).toBeGreaterThan(1);
    expect(asked).toEqual([null, ...asked.slice(1).map(() => '17')]);
  });
});
