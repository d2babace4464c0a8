import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { appendNumberedObject } from '#archive/numbered.ts';
import { defineObjectKind, jsonEncoding, numberParameter } from '#archive/objects.ts';
import { createMemoryStore } from '../support/memory-store.ts';

class Missing extends Error {}

const stops = defineObjectKind({ number: numberParameter(6) }, 'stops/{place}/{number}.json', {
  schema: z.object({ by: z.string() }),
  form: jsonEncoding(0, (key, problem) => new Missing(`${key}: ${problem}`)),
  by: ['command'],
  persons: 'none',
});
const given = { place: 'site' };
const read = (store: ReturnType<typeof createMemoryStore>, number: number) =>
  stops.read(store, { ...given, number });

describe('append', () => {
  it('creates the next number among the keys with the same other parameters', async () => {
    const store = createMemoryStore();
    const by = async (latest: number) => ({ by: `after ${latest}` });
    expect(await appendNumberedObject(stops, store, given, by)).toBe(1);
    expect(await appendNumberedObject(stops, store, given, by)).toBe(2);
    expect(await appendNumberedObject(stops, store, { place: 'other' }, by)).toBe(1);
    expect([await read(store, 1), await read(store, 2)]).toEqual([{ by: 'after 0' }, { by: 'after 1' }]);
  });

  it('does not list the store if it is given the latest number', async () => {
    const store = createMemoryStore();
    const list = vi.spyOn(store, 'list');
    expect(await appendNumberedObject(stops, store, given, async () => ({ by: 'x' }), 4)).toBe(5);
    expect(list).not.toHaveBeenCalled();
  });

  it('asks again what to store if another process took the number first', async () => {
    const store = createMemoryStore();
    const asked: number[] = [];
    const last = await appendNumberedObject(stops, store, given, async (latest) => {
      asked.push(latest);
      if (latest === 0) await stops.create(store, { ...given, number: 1 }, { by: 'another' });
      return { by: `after ${latest}` };
    });
    expect([last, asked]).toEqual([2, [0, 1]]);
    expect([await read(store, 1), await read(store, 2)]).toEqual([{ by: 'another' }, { by: 'after 1' }]);
  });

  it('creates nothing if there is nothing to add, even after another process took the number', async () => {
    const store = createMemoryStore();
    expect(await appendNumberedObject(stops, store, given, async () => undefined)).toBe(0);
    expect(store.writes).toEqual([]);
    const last = await appendNumberedObject(stops, store, given, async (latest) => {
      if (latest > 0) return undefined;
      await stops.create(store, { ...given, number: 1 }, { by: 'another' });
      return { by: 'own' };
    });
    expect(last).toBe(1);
    expect(await read(store, 1)).toEqual({ by: 'another' });
  });

  it('fails if an object exists and is not listed', async () => {
    const store = createMemoryStore();
    await stops.create(store, { ...given, number: 1 }, { by: 'another' });
    const blind = { ...store, list: async () => [] };
    await expect(appendNumberedObject(stops, blind, given, async () => ({ by: 'x' }))).rejects.toThrow(
      'stops/site/000001.json: it is missing',
    );
  });
});
