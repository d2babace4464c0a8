import { expect, it } from 'vitest';
import { brokenDeliveries, brokenPromises, cloudTable } from './report.ts';

const figures = [
  { name: 'reportBundleKB', value: 1_600, unit: 'kB', atMost: 1_500 },
  { name: 'reportImportMs', value: 180, unit: 'ms', atMost: 120 },
  { name: 'cold10000TasksMs', value: 2_000, unit: 'ms', atMost: undefined },
] as const;
const load = {
  seconds: 90,
  planning: { asked: 1_000, passed: 950, limited: 0, failed: 50 },
  delivered: { once: 198, againMarked: 1, otherwise: 1 },
  kills: 4,
  left: 2,
  memoryMB: { early: 200, end: 210 },
};

it('a size over its limit is always reported, a time over its limit only if times are counted', () => {
  const sizes = 'reportBundleKB is 1600 kB, more than 1500';
  expect(brokenPromises(figures, 'printed only')).toEqual([sizes]);
  expect(brokenPromises(figures, 'counted')).toEqual([sizes, 'reportImportMs is 180 ms, more than 120']);
});

it('reports not delivered as promised, and jobs left in the queues, are listed as broken promises', () => {
  expect(brokenDeliveries(load)).toEqual([
    '1 reports not delivered as promised',
    '2 jobs left in the queues',
  ]);
  const { delivered } = load;
  expect(brokenDeliveries({ ...load, delivered: { ...delivered, otherwise: 0 }, left: 0 })).toEqual([]);
});

it('a size or a time over its limit is marked in the table', () => {
  const marked = cloudTable(figures)
    .split('\n')
    .filter((line) => line.endsWith('MISSED'));
  expect(marked.map((line) => line.split(' ')[0])).toEqual(['reportBundleKB', 'reportImportMs']);
});
