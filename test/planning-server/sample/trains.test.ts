import { expect, it } from 'vitest';
import { disciplines, workTrains } from '#planning-server/sample/trains.ts';

it('gives each train of work a code of its own', () => {
  const codes = workTrains.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

it('lets trains wait only for trains that exist', () => {
  const codes = new Set(workTrains.map(({ code }) => code));
  const unknown = workTrains.flatMap(({ waitsFor }) => waitsFor.filter((code) => !codes.has(code)));
  expect(unknown).toEqual([]);
});

it('has a train of work for every discipline', () => {
  const used = new Set<string>(workTrains.map(({ discipline }) => discipline));
  expect(Object.keys(disciplines).filter((name) => !used.has(name))).toEqual([]);
});

it('gives every activity between one day and a month, or none for a milestone', () => {
  for (const { activities } of workTrains) {
    for (const { name, days } of activities) {
      expect(Number.isInteger(days), name).toBe(true);
      expect(days).toBeLessThanOrEqual(16);
    }
  }
});
