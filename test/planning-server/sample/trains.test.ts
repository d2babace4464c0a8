import { expect, it } from 'vitest';
import { activitySequences, delayReasonsByDiscipline } from '#planning-server/sample/trains.ts';

it('gives each train of work a different code', () => {
  const codes = activitySequences.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
});

it('lets trains wait only for trains that exist', () => {
  const codes = new Set(activitySequences.map(({ code }) => code));
  const unknown = activitySequences.flatMap(({ waitsFor }) => waitsFor.filter((code) => !codes.has(code)));
  expect(unknown).toEqual([]);
});

it('has a train of work for every discipline', () => {
  const used = new Set<string>(activitySequences.map(({ discipline }) => discipline));
  expect(Object.keys(delayReasonsByDiscipline).filter((name) => !used.has(name))).toEqual([]);
});

it('gives every activity a whole number of days, at most 16', () => {
  for (const { activities } of activitySequences) {
    for (const { name, days } of activities) {
      expect(Number.isInteger(days), name).toBe(true);
      expect(days).toBeLessThanOrEqual(16);
    }
  }
});

it('reads a train from its lines: rules and people of a step override those of the train', () => {
  const dewatering = activitySequences.find(({ code }) => code === 'DEW');
  expect(dewatering).toMatchObject({
    name: 'Dewatering',
    discipline: 'Site logistics',
    where: 'ground',
    waitsFor: [],
  });
  expect(dewatering?.activities.slice(0, 2)).toEqual([
    {
      name: 'Install dewatering wells and header',
      days: 3,
      crew: [{ name: 'Temporary works operatives', perDay: 4 }],
      plant: [],
      materials: [],
      trade: 'Temporary works',
      calendar: 'six-day',
      shift: 'day',
      overlap: Number.POSITIVE_INFINITY,
      wait: 0,
      key: false,
      note: undefined,
    },
    {
      name: 'Run dewatering and monitor levels',
      days: 16,
      crew: [{ name: 'Pump attendants', perDay: 2 }],
      plant: ['Dewatering pump', 'Generator 100 kVA'],
      materials: [],
      trade: 'Temporary works',
      calendar: 'seven-day',
      shift: '24hr',
      overlap: Number.POSITIVE_INFINITY,
      wait: 0,
      key: false,
      note: undefined,
    },
  ]);
  const stairs = activitySequences.find(({ code }) => code === 'COL')?.activities.at(-1);
  expect(stairs).toMatchObject({
    materials: [{ name: 'Precast stair flights', perDay: 3, unit: 'no.' }],
    trade: 'Precast stairs',
    wait: 1,
  });
});
