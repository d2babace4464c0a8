import { describe, expect, it } from 'vitest';
import { addDays, formatDay } from '#base/day.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { day } from '../../support/builders/a-plan-input.ts';
import { aReadyTask, pulled } from '../../support/builders/a-task.ts';

/** For each task that shares its place: `id: who is there, in what place, on which day | whom to ask`. */
function sharingIn(input: Parameters<typeof aLookahead>[0]): readonly string[] {
  const rules = { ...input?.rules, sharedPlace: 'constraint' as const };
  return aLookahead({ ...input, rules }).tasks.flatMap(({ id, constraints }) =>
    constraints
      .filter(({ kind }) => kind === 'shared-place')
      .map(({ cause, ask }) => `${id}: ${cause} | ${ask?.name ?? 'nobody'}`),
  );
}

describe('two subcontractors in one place', () => {
  const other = (properties: object = {}) =>
    aReadyTask({
      id: 'other',
      subcontractor: { id: 's2', name: 'Steelfix' },
      start: '2026-11-26',
      ...properties,
    });
  const clashes = (...tasks: Parameters<typeof pulled>[0][]) => sharingIn({ tasks });

  it('are a constraint for each, on the first day on which both work', () => {
    expect(clashes(aReadyTask(), other())).toEqual([
      'task-1: Steelfix also in Level 1 on Thu 26 Nov, Day (other) | Ana Silva',
      'other: Deepcrete also in Level 1 on Thu 26 Nov, Day (task-1) | Ana Silva',
    ]);
  });

  it('are named beside the mark ✗ and, with the same names, in the note on who else is there', () => {
    const tasks = [aReadyTask(), other()];
    const [strict] = aLookahead({ tasks, rules: { sharedPlace: 'constraint' } }).tasks;
    expect([strict?.constraints[0]?.word, strict?.alsoHere]).toEqual(['shared with Steelfix', 'Steelfix']);
  });

  it('are only mentioned in a note, unless the report is configured to make them a constraint', () => {
    const plan = aLookahead({ tasks: [aReadyTask(), other()] });
    expect(plan.tasks.map(({ id, alsoHere }) => `${id}: ${alsoHere}`)).toEqual([
      'task-1: Steelfix',
      'other: Deepcrete',
    ]);
    expect(plan.readiness).toMatchObject({ of: 2, ready: 2 });
  });

  it('hold back tasks that wait for theirs, if they are a constraint', () => {
    const next = aReadyTask({
      id: 'next',
      start: '2026-11-27',
      finish: '2026-11-27',
      relatedTasks: [{ id: 'task-1', relation: 'predecessor' }],
    });
    const rules = { sharedPlace: 'constraint' as const };
    const plan = aLookahead({ tasks: [aReadyTask(), other(), next], rules });
    expect(plan.tasks.find(({ id }) => id === 'next')?.constraints.map(({ cause }) => cause)).toEqual([
      'Waits for task-1 Pour slab, planned Tue 24 Nov – Thu 26 Nov: shared with Steelfix',
    ]);
  });

  it('are found on the first of several days, even if later days come first in the data', () => {
    expect(clashes(aReadyTask(), other({ start: '2026-11-24' }))[0]).toContain('on Tue 24 Nov, Day');
    const later = other({ id: 'later', start: '2026-11-26' });
    expect(clashes(aReadyTask(), later, other({ start: '2026-11-25' }))[0]).toContain('on Wed 25 Nov, Day');
  });

  it('are recognised by their names if they have no ids, and so is the place', () => {
    const inNorth = { location: { name: 'North' } };
    const [one, two] = ['Deepcrete', 'Steelfix'].map((name) => ({ subcontractor: { name }, ...inNorth }));
    expect(clashes(aReadyTask(one), other(two))).toHaveLength(2);
    expect(clashes(aReadyTask(one), other(one))).toEqual([]);
    expect(clashes(aReadyTask(one), other({ ...two, location: { name: 'South' } }))).toEqual([]);
  });

  it('name the company to ask if the task has no owner', () => {
    expect(clashes(aReadyTask({ owner: null }), other())[0]).toContain('Day (other) | Deepcrete');
  });

  it('are not a constraint without a place', () => {
    expect(clashes(aReadyTask({ location: null }), other({ location: null }))).toEqual([]);
  });

  it('are one constraint per task, which names the first other subcontractor and counts the rest', () => {
    const many = ['o1', 'o2', 'o3', 'o10'].map((id) => other({ id }));
    expect(clashes(aReadyTask(), ...many)[0]).toContain('Steelfix also in Level 1 on Thu 26 Nov, Day (o1)');
    expect(clashes(aReadyTask(), ...many)).toHaveLength(5);
    expect(clashes(aReadyTask(), ...many.toReversed().slice(0, 3))[0]).toContain('(o2)');
    const others = ['Pile Co', 'Roofers', 'Glazing'].map((name, index) =>
      other({ id: `o${index}`, subcontractor: { name }, start: `2026-11-2${6 - index}` }),
    );
    expect(clashes(aReadyTask(), ...others)).toContain(
      'task-1: Glazing and 2 more also in Level 1 on Tue 24 Nov, Day (o2) | Ana Silva',
    );
  });

  it.each([
    ['on different days', { start: '2026-11-27', finish: '2026-11-27' }],
    ['in different locations', { location: { id: 'l2', name: 'Level 2' } }],
    ['if they are the same company', { subcontractor: { id: 's1', name: 'Deepcrete' } }],
    ['when one is complete', { status: 'complete' }],
    ['when one is a milestone', { start: '2026-11-26', finish: '2026-11-26', duration: 0 }],
  ])('are not a constraint %s', (_, properties) => {
    expect(clashes(aReadyTask(), other(properties))).toEqual([]);
  });

  it('are found in a report that a filter limits to one of them, for its own task only', () => {
    const filters = { subcontractorIds: ['s1'] };
    expect(sharingIn({ tasks: [aReadyTask(), pulled(other())], rules: { filters } })).toEqual([
      'task-1: Steelfix also in Level 1 on Thu 26 Nov, Day (other) | Ana Silva',
    ]);
    const [west, east] = ['l3', 'l4'].map((id) => ({ id, name: id }));
    const bbox = [0, 0, 10, 10];
    const areas = [
      aReadyTask({ location: west, workArea: { bbox } }),
      pulled(other({ location: east, workArea: { bbox } })),
    ];
    expect(sharingIn({ tasks: areas, rules: { filters } })).toEqual([
      'task-1: Steelfix also in an overlapping work area on Thu 26 Nov, Day (other) | Ana Silva',
    ]);
  });

  it.each([
    ['complete', 0],
    ['cancelled', 0],
    ['planned', 1],
  ])(
    'are a constraint even if a filter leaves one task out, unless that is complete or cancelled: %s, %d',
    (status, count) => {
      const rules = { filters: { subcontractorIds: ['s1'] } };
      expect(sharingIn({ tasks: [aReadyTask(), other({ status })], rules })).toHaveLength(count);
    },
  );

  it('are named in the order of their references even if a filter leaves them out', () => {
    const rules = { filters: { subcontractorIds: ['s1'] } };
    const tasks = [...['o10', 'o2'].map((id) => other({ id })), aReadyTask()];
    expect(sharingIn({ tasks, rules })[0]).toContain('(o2)');
  });

  it('are not a constraint in different shifts', () => {
    expect(sharingIn({ tasks: [pulled(aReadyTask(), 'day'), pulled(other(), 'night')] })).toEqual([]);
  });

  it('are not a constraint on a day that one of them does not work', () => {
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
  ])('are found by their work areas only if these overlap: work areas that %s', (_, one, two, count) => {
    const tasks = [
      aReadyTask({ workArea: { bbox: one } }),
      other({ location: { id: 'l2', name: 'Level 2' }, workArea: { bbox: two } }),
      aReadyTask({ id: 'far', workArea: { bbox: [900, 900, 901, 901] } }),
    ];
    const found = clashes(...tasks);
    expect(found).toHaveLength(count);
    if (count > 0)
      expect(found.join()).toContain('Steelfix also in an overlapping work area on Thu 26 Nov, Day (other)');
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
    const expected = new Map<string, Map<string, number>>();
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
        const who = b.subcontractor?.name ?? '';
        if (a.subcontractor?.name === who || !crosses || from > to) continue;
        const first = expected.get(a.id) ?? new Map<string, number>();
        expected.set(a.id, first.set(who, Math.min(from, first.get(who) ?? from)));
      }
    }
    const textOf = (number = 0) => dayText(day(formatDay(number)), day('2026-11-20'));
    const found = new Map(
      sharingIn({ tasks: areas }).map((said) => {
        const [, id = '', who = '', more = '0', on] =
          /^(\S+): (\S+)(?: and (\d+) more)? also in an overlapping work area on (.+), Day/.exec(said) ?? [];
        return [id, { who, more: Number(more), on }];
      }),
    );
    expect(found.size).toBeGreaterThan(20);
    expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [id, first] of expected) {
      const soonest = textOf(Math.min(...first.values()));
      expect(found.get(id), id).toMatchObject({ more: first.size - 1, on: soonest });
      expect(textOf(first.get(found.get(id)?.who ?? '')), id).toBe(soonest);
    }
  });
});
