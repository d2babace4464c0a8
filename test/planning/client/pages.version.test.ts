import { describe, expect, it } from 'vitest';
import { aPageAnswer, aPlanningClient } from '../../support/planning/a-planning-client.ts';
import { startScriptedServer } from '../../support/planning/scripted-server.ts';

const answerOf = (version: string | undefined, ...ids: readonly string[]) => ({
  ...aPageAnswer(ids.map((id) => ({ id }))),
  ...(version !== undefined && { headers: { 'planning-version': version } }),
});

const answerDated = (dataDate: string, importedAt: string) => ({
  ...aPageAnswer([{ id: 'a' }]),
  headers: {
    'planning-version': '17',
    'planning-data-date': dataDate,
    'planning-imported-at': importedAt,
  },
});

describe('the version of a listing', () => {
  it('is the one that the service names', async () => {
    await using server = await startScriptedServer(answerOf('17', 'a'));
    expect((await aPlanningClient(server.url).tasks({})).programme).toEqual({
      label: '17',
      dataDate: undefined,
      importedAt: undefined,
    });
  });

  it.each([
    ['2017-09-16', '2026-11-20T18:00:00Z'],
    ['2016-02-29T08:00', '2026-11-20T18:00:00.123Z'],
  ])(
    'has the data date and the time of import that the service names: %s, %s',
    async (dataDate, importedAt) => {
      await using server = await startScriptedServer(answerDated(dataDate, importedAt));
      const { programme } = await aPlanningClient(server.url).tasks({});
      expect(programme).toEqual({ label: '17', dataDate, importedAt });
    },
  );

  it.each([
    ['2017-02-29', '2026-02-29T18:00:00Z'],
    ['2017-09-16T24:00', '2026-11-20T18:00:00'],
    ['2017-09-16T08:00Z', '2026-11-20T18:00:00+01:00'],
    ['16 Sep 2017', 'yesterday'],
    ['0001-01-01', '0001-01-01T00:00:00Z'],
    ['', ''],
  ])(
    'has no data date and no time of import if the service sends nonsense: "%s", "%s"',
    async (dataDate, importedAt) => {
      await using server = await startScriptedServer(answerDated(dataDate, importedAt));
      const { items, programme } = await aPlanningClient(server.url).tasks({});
      expect(programme).toEqual({ label: '17', dataDate: undefined, importedAt: undefined });
      expect(items).toHaveLength(1);
    },
  );

  it.each(['', '1.0', 'two words', 'x'.repeat(65), '1&limit=1'])(
    'is unknown if the service names none that can be requested: "%s"',
    async (version) => {
      await using server = await startScriptedServer(answerOf(version, 'a'), answerOf(undefined, 'a'));
      const client = aPlanningClient(server.url);
      expect((await client.tasks({})).programme).toBeUndefined();
      expect((await client.tasks({})).programme).toBeUndefined();
    },
  );

  it('is requested by its parameter', async () => {
    await using server = await startScriptedServer(answerOf('17', 'a'));
    await aPlanningClient(server.url).tasks({ shift: 'day', fields: [] }, undefined, '17');
    expect(server.requests[0]?.url).toBe('/gb/v1/projects/P1/tasks?shift=day&version=17');
  });
});
