/**
 * Whether a planning service counts as up, down, or down and being asked, according to the records of a five-minute
 * slot and of the slot before.
 */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { isPlanningServiceDown, serviceStateFromRecords } from '#queue/outage.ts';
import { outageRecord } from '#runs/store/objects.ts';
import { createMemoryStore } from '../support/memory-store.ts';

const at = Temporal.Instant.from('2026-11-20T14:07:30Z');
const before = '2026-11-20T14-00-00Z';
const own = '2026-11-20T14-05-00Z';

/** `a` and `b` are projects that found the service down. */
const recordsOf = (slot: string, names: readonly ('a' | 'b' | 'probe' | 'answered')[]) =>
  names.map((name) => ({
    slot,
    record: name === 'probe' || name === 'answered' ? name : `failed-${name}`,
  }));

describe('a planning service', () => {
  it.each([
    ['nothing is known of it', [], []],
    ['one project alone found it down', [], ['a']],
    ['one project alone found it down in either slot', ['a'], ['a']],
    ['different projects found it down in different slots', ['a'], ['b']],
    ['it answered a job of this slot', [], ['a', 'b', 'probe', 'answered']],
    ['it answered a job that had asked in the slot before', ['a', 'b', 'probe'], ['answered']],
    ['it answered in the slot before', ['a', 'b', 'probe', 'answered'], []],
    [
      'it answered in the slot before, and one project found it down since',
      ['a', 'b', 'probe', 'answered'],
      ['a'],
    ],
  ] as const)('is up if %s', (_, earlier, now) => {
    expect(serviceStateFromRecords([...recordsOf(before, earlier), ...recordsOf(own, now)], at)).toBe('up');
  });

  it.each([
    ['two projects found it down', [], ['a', 'b']],
    ['two projects found it down in the slot before', ['a', 'b'], []],
    ['a job asked it in the slot before, without an answer', ['a', 'b', 'probe'], []],
    ['a job that asked in the slot before found it down in this one', ['probe'], ['a']],
    ['it answered before, and two projects found it down since', ['answered'], ['a', 'b']],
  ] as const)('is down, and may be asked by one job, if %s', (_, earlier, now) => {
    expect(serviceStateFromRecords([...recordsOf(before, earlier), ...recordsOf(own, now)], at)).toBe('down');
  });

  it.each([
    ['two projects found it down', [], ['a', 'b', 'probe']],
    ['it was down before', ['a', 'b', 'probe'], ['probe']],
    ['that job found it down', ['a', 'b', 'probe'], ['probe', 'a']],
  ] as const)('is down, and a job of this slot is asking it, if %s', (_, earlier, now) => {
    expect(serviceStateFromRecords([...recordsOf(before, earlier), ...recordsOf(own, now)], at)).toBe(
      'probed',
    );
  });

  it('is not judged by records of another service or of older slots', async () => {
    const down = ['a', 'b', 'probe'] as const;
    const store = createMemoryStore();
    const records = [...recordsOf(own, down), ...recordsOf('2026-11-20T13-55-00Z', down)];
    for (const one of records) await outageRecord.create(store, { service: '00000000', ...one }, { at });
    expect(await isPlanningServiceDown('00000000', { store, at })).toBe(true);
    expect(await isPlanningServiceDown('1f3a5b7c', { store, at })).toBe(false);
    expect(serviceStateFromRecords(recordsOf('2026-11-20T13-55-00Z', down), at)).toBe('up');
  });

  it('has slots that begin at multiples of five minutes', () => {
    const records = recordsOf(own, ['a', 'b', 'probe']);
    expect(serviceStateFromRecords(records, Temporal.Instant.from('2026-11-20T14:05:00Z'))).toBe('probed');
    expect(serviceStateFromRecords(records, Temporal.Instant.from('2026-11-20T14:09:59.999Z'))).toBe(
      'probed',
    );
    expect(serviceStateFromRecords(records, Temporal.Instant.from('2026-11-20T14:10:00Z'))).toBe('down');
    expect(serviceStateFromRecords(records, Temporal.Instant.from('2026-11-20T14:15:00Z'))).toBe('up');
  });
});
