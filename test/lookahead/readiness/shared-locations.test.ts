import { describe, expect, it } from 'vitest';
import { addDays, formatDay } from '../../../functions/base/day.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { day } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, pulled } from '../../support/builders/a-task.ts';

const findingsOf = (input: Parameters<typeof aLookahead>[0]) =>
  aLookahead(input).readiness.findings.map(
    (each) =>
      `${each.task.id} ${each.check}: ${each.missing} | ${each.ask} | ${each.neededBy && formatDay(each.neededBy)}`,
  );

describe('two subcontractors in one place', () => {
  const other = (properties: object = {}) =>
    aReadyTask({
      id: 'other',
      subcontractor: { id: 's2', name: 'Steelfix' },
      start: '2026-11-26',
      ...properties,
    });
  const clashes = (...tasks: Parameters<typeof pulled>[0][]) => findingsOf({ tasks });

  it('are a finding for each, for the first day both work', () => {
    expect(clashes(aReadyTask(), other())).toEqual([
      'task-1 shared-location: Steelfix (other) also in Level 1 on Thu 26 Nov, Day | Ana Silva | 2026-11-26',
      'other shared-location: Deepcrete (task-1) also in Level 1 on Thu 26 Nov, Day | Ana Silva | 2026-11-26',
    ]);
  });

  it('are found on the first of several days, also where other days come first in the data', () => {
    expect(clashes(aReadyTask(), other({ start: '2026-11-24' }))[0]).toContain('on Tue 24 Nov, Day');
    const later = other({ id: 'later', start: '2026-11-26' });
    expect(clashes(aReadyTask(), later, other({ start: '2026-11-25' }))[0]).toContain('on Wed 25 Nov, Day');
  });

  it('may be known by their names alone, and so may the place', () => {
    const inNorth = { location: { name: 'North' } };
    const [one, two] = ['Deepcrete', 'Steelfix'].map((name) => ({ subcontractor: { name }, ...inNorth }));
    expect(clashes(aReadyTask(one), other(two))).toHaveLength(2);
    expect(clashes(aReadyTask(one), other(one))).toEqual([]);
    expect(clashes(aReadyTask(one), other({ ...two, location: { name: 'South' } }))).toEqual([]);
  });

  it('leave the company to ask where the task has no owner', () => {
    const tasks = [aReadyTask({ owner: null }), other()];
    const found = findingsOf({ tasks, rules: { checksOff: ['no-owner'] } });
    expect(found[0]).toContain('Level 1 on Thu 26 Nov, Day | Deepcrete |');
  });

  it('are no finding without a place', () => {
    const tasks = [aReadyTask({ location: null }), other({ location: null })];
    expect(findingsOf({ tasks, rules: { checksOff: ['no-location'] } })).toEqual([]);
  });

  it('are one finding per other subcontractor, naming three of its tasks', () => {
    const many = ['o1', 'o2', 'o3', 'o10'].map((id) => other({ id }));
    expect(clashes(aReadyTask(), ...many)[0]).toContain('Steelfix (o1, o2, o3 and more) also in Level 1');
    expect(clashes(aReadyTask(), ...many)).toHaveLength(5);
    expect(clashes(aReadyTask(), ...many.slice(1))[0]).toContain('Steelfix (o2, o3, o10) also in Level 1');
  });

  it.each([
    ['on different days', { start: '2026-11-27', finish: '2026-11-27' }],
    ['in different locations', { location: { id: 'l2', name: 'Level 2' } }],
    ['of the same company', { subcontractor: { id: 's1', name: 'Deepcrete' } }],
    ['when one is complete', { status: 'complete' }],
    ['when one is a milestone', { start: '2026-11-26', finish: '2026-11-26', duration: 0 }],
  ])('%s are no finding', (_, properties) => {
    expect(clashes(aReadyTask(), other(properties))).toEqual([]);
  });

  it('are a finding of a report that a filter limits to one of them, for its own task only', () => {
    const filters = { subcontractorIds: ['s1'] };
    expect(findingsOf({ tasks: [aReadyTask(), pulled(other())], rules: { filters } })).toEqual([
      'task-1 shared-location: Steelfix (other) also in Level 1 on Thu 26 Nov, Day | Ana Silva | 2026-11-26',
    ]);
    const [west, east] = ['l3', 'l4'].map((id) => ({ id, name: id }));
    const bbox = [0, 0, 10, 10];
    const areas = [
      aReadyTask({ location: west, workArea: { bbox } }),
      pulled(other({ location: east, workArea: { bbox } })),
    ];
    expect(findingsOf({ tasks: areas, rules: { filters } })).toEqual([
      'task-1 shared-location: Steelfix (other) also in an overlapping work area on Thu 26 Nov, Day | Ana Silva | 2026-11-26',
    ]);
  });

  it('in different shifts are no finding', () => {
    expect(findingsOf({ tasks: [pulled(aReadyTask(), 'day'), pulled(other(), 'night')] })).toEqual([]);
  });

  it('on a day that one of them does not work are no finding', () => {
    const weekend = { start: '2026-11-27', finish: '2026-11-30' };
    const sevenDays = other({ start: '2026-11-28', finish: '2026-11-29', calendar: { type: 'seven-day' } });
    expect(clashes(aReadyTask(weekend), sevenDays)).toEqual([]);
  });

  it.each([
    ['overlap', [0, 0, 10, 10], [5, 5, 15, 15], 2],
    ['are equal', [0, 0, 10, 10], [0, 0, 10, 10], 2],
    ['only touch', [0, 0, 10, 10], [10, 0, 20, 10], 0],
    ['lie apart', [0, 0, 10, 10], [50, 50, 60, 60], 0],
    ['lie one above the other', [0, 0, 0, 10, 10, 3], [0, 0, 3, 10, 10, 6], 0],
    ['cannot be read', [0, 0], [0, 0, 10, 10], 0],
  ])('whose work areas %s', (_, one, two, count) => {
    const tasks = [
      aReadyTask({ workArea: { bbox: one } }),
      other({ location: { id: 'l2', name: 'Level 2' }, workArea: { bbox: two } }),
      aReadyTask({ id: 'far', workArea: { bbox: [900, 900, 901, 901] } }),
    ];
    const found = clashes(...tasks);
    expect(found).toHaveLength(count);
    if (count > 0)
      expect(found.join()).toContain('Steelfix (other) also in an overlapping work area on Thu 26 Nov');
  });

  it('are found in overlapping work areas exactly as a comparison of all pairs finds them', () => {
    const areas = Array.from({ length: 120 }, (_, index) => {
      const [x, y, size] = [(index * 37) % 101, (index * 53) % 97, 1 + ((index * 7) % 13)];
      const start = formatDay(addDays(day('2026-11-23'), index % 5));
      return aReadyTask({
        id: `t${index}`,
        location: { id: `l${index}` },
        subcontractor: { id: `s${index % 4}`, name: `S${index % 4}` },
        start,
        finish: formatDay(addDays(day(start), index % 2)),
        calendar: null,
        workArea: { bbox: [x, y, x + size, y + size] },
      });
    });
    const expected = new Map<string, number>();
    for (const a of areas) {
      for (const b of areas) {
        const [ax, ay, ar, at] = a.workArea?.bbox ?? [];
        const [bx, by, br, bt] = b.workArea?.bbox ?? [];
        const crosses =
          Number(ax) < Number(br) &&
          Number(bx) < Number(ar) &&
          Number(ay) < Number(bt) &&
          Number(by) < Number(at);
        const from = Math.max(day(a.start ?? ''), day(b.start ?? ''));
        const to = Math.min(day(a.finish ?? ''), day(b.finish ?? ''));
        if (a.subcontractor?.id === b.subcontractor?.id || !crosses || from > to) continue;
        const pair = `${a.id} ${b.subcontractor?.name}`;
        expected.set(pair, Math.min(from, expected.get(pair) ?? from));
      }
    }
    const { findings } = aLookahead({ tasks: areas }).readiness;
    const found = findings.map((each): [string, number | undefined] => [
      `${each.task.id} ${each.missing.split(' ')[0]}`,
      each.neededBy,
    ]);
    expect(found.length).toBeGreaterThan(20);
    expect(new Map([...found].sort())).toEqual(new Map([...expected].sort()));
  });
});
