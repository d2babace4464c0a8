import { expect, it } from 'vitest';
import { disciplines, workTrains } from '#planning-server/sample/vocabulary/vocabulary.ts';

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
  const used = new Set(workTrains.map(({ discipline }) => discipline.name));
  expect(disciplines.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
});

it('gives every activity between one day and a month, or none for a milestone', () => {
  for (const { activities } of workTrains) {
    for (const { days } of activities) {
      const [min, max] = days;
      expect(min).toBeLessThanOrEqual(max);
      expect(max).toBeLessThanOrEqual(23);
      expect(min === 0).toBe(max === 0);
    }
  }
});
