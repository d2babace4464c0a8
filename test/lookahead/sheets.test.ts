import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDay } from '../../functions/lookahead/dates/day.ts';
import type { GridCell } from '../../functions/lookahead/grid/cells.ts';
import type { GroupBy } from '../../functions/lookahead/grid/rows.ts';
import { planLookahead, planLookaheads } from '../../functions/lookahead/plan-lookahead.ts';
import { predecessorsIn } from '../../functions/lookahead/tasks/relations.ts';
import { anEarlierIssue, aPlanInput, weekFrom } from '../support/builders/a-plan-input.ts';
import { aReadyTask, aTask, pulled, type TaskProperties } from '../support/builders/a-task.ts';

const letters = { empty: '.', off: '-', milestone: '◆' };
const cellText = (cells: readonly GridCell[]) =>
  cells.map((cell) => (cell.kind === 'bar' ? cell.people : letters[cell.kind])).join(' ');

describe('a row of the grid', () => {
  it.each<[string, TaskProperties, string, string]>([
    ['shows the people of each day', {}, '. 8 8 8 . . .', ''],
    [
      'hatches days its calendar does not work',
      { start: '2026-11-27', finish: '2026-12-01' },
      '. . . . 8 - -',
      '▶',
    ],
    [
      'works every day without a calendar',
      { start: '2026-11-20', finish: '2026-12-01', calendar: null },
      '8 8 8 8 8 8 8',
      '◀▶',
    ],
    [
      'is off throughout when its whole bar is on days off',
      { start: '2026-11-28', finish: '2026-11-29' },
      '. . . . . - -',
      '',
    ],
    [
      'shows a milestone, with nobody at work',
      { start: '2026-11-28', finish: '2026-11-28', duration: 0 },
      '. . . . . ◆ .',
      '',
    ],
    ['shows a cancelled task without people', { status: 'cancelled' }, '. 0 0 0 . . .', ''],
    ['shows a complete task as planned', { status: 'complete' }, '. 8 8 8 . . .', ''],
    ['counts labour without a quantity as 0', { labour: [{ name: 'Operatives' }] }, '. 0 0 0 . . .', ''],
    [
      'sums its labour',
      {
        labour: [
          { name: 'A', quantity: 1.1 },
          { name: 'B', quantity: 2.2 },
        ],
      },
      '. 3.3 3.3 3.3 . . .',
      '',
    ],
  ])('%s', (_, properties, cells, marks) => {
    const plan = planLookahead(aPlanInput({ tasks: [aReadyTask(properties)] }));
    const row = plan.shifts[0]?.groups[0]?.rows[0];
    expect(row && cellText(row.cells)).toBe(cells);
    expect(row?.cells.map(({ before, after }) => `${before ? '◀' : ''}${after ? '▶' : ''}`).join('')).toBe(
      marks,
    );
    expect([row?.cells[0]?.before, row?.cells.at(-1)?.after]).toEqual([
      marks.includes('◀'),
      marks.includes('▶'),
    ]);
  });

  it('has a column for each date, with weekends and the data date', () => {
    const { days } = planLookahead(aPlanInput({ window: weekFrom('2026-11-16') }));
    expect(
      days.map(
        (each) =>
          `${each.weekday} ${each.dayOfMonth} ${each.month}${each.kind === 'weekday' ? '' : ` ${each.kind}`}`,
      ),
    ).toEqual([
      'Mon 16 Nov',
      'Tue 17 Nov',
      'Wed 18 Nov',
      'Thu 19 Nov',
      'Fri 20 Nov today',
      'Sat 21 Nov weekend',
      'Sun 22 Nov weekend',
    ]);
  });

  it.each([
    ['2026-12-28', 'Europe/London', ['2026-12-28', '2027-01-03']],
    ['2028-02-28', 'Europe/London', ['2028-02-28', '2028-03-05']],
    ['2026-03-23', 'Europe/London', ['2026-03-23', '2026-03-29']],
    ['2026-10-19', 'Europe/London', ['2026-10-19', '2026-10-25']],
    ['2026-09-28', 'Australia/Sydney', ['2026-09-28', '2026-10-04']],
    ['2026-03-30', 'Australia/Sydney', ['2026-03-30', '2026-04-05']],
  ])('of the week of %s in %s has seven local dates', (monday, timeZone, ends) => {
    const base = aPlanInput();
    const plan = planLookahead({ ...base, window: weekFrom(monday), project: { ...base.project, timeZone } });
    expect(plan.days).toHaveLength(7);
    expect([plan.days[0], plan.days[6]].map((each) => each && formatDay(each.day))).toEqual(ends);
  });
});

describe("a shift's page", () => {
  const inWeek = { start: '2026-11-24', finish: '2026-11-25' };

  it('groups by folder in natural order, those without one last, and lists undated tasks at the end', () => {
    const folder = (name: string) => ({ id: name, name, path: `Tower/${name}` });
    const plan = planLookahead(
      aPlanInput({
        tasks: [
          aTask({ id: 'none', ...inWeek }),
          aTask({ id: 'ten', ...inWeek, folder: folder('Level 10') }),
          aTask({ id: 'two', ...inWeek, folder: folder('Level 2') }),
          aTask({ id: 'undated', folder: folder('Level 2') }),
        ],
      }),
    );
    const page = plan.shifts[0];
    expect(page?.groups.map((group) => group.name)).toEqual([
      'Tower › Level 2',
      'Tower › Level 10',
      'No folder',
    ]);
    expect(page?.undated.map((row) => row.task.id)).toEqual(['undated']);
    expect(plan.tasks.map((task) => task.id)).toEqual(['two', 'ten', 'none', 'undated']);
  });

  it.each<[GroupBy, string]>([
    ['subcontractor', 'Deepcrete,No subcontractor'],
    ['location', 'Level 1,No location'],
    ['owner', 'Ana Silva,No owner'],
    ['package', 'Frame,No package'],
    ['folder', 'F1,No folder'],
  ])('groups by %s', (groupBy, names) => {
    const tasks = [
      aReadyTask({ package: { id: 'p', code: 'Frame' }, folder: { code: 'F1' } }),
      aTask({ id: 'bare', ...inWeek }),
    ];
    const plan = planLookahead(aPlanInput({ tasks, rules: { groupBy } }));
    expect(plan.shifts[0]?.groups.map((group) => group.name).join()).toBe(names);
  });

  it('orders rows by start, finish, key tasks first, then reference as people count', () => {
    const tasks = [
      aTask({ id: 'A10', ...inWeek }),
      aTask({ id: 'A2', ...inWeek }),
      aTask({ id: 'Z', ...inWeek, keyTask: true }),
      aTask({ id: 'short', start: '2026-11-24', finish: '2026-11-24' }),
      aTask({ id: 'early', start: '2026-11-23', finish: '2026-11-29' }),
    ];
    expect(planLookahead(aPlanInput({ tasks })).tasks.map((task) => task.id)).toEqual([
      'early',
      'short',
      'Z',
      'A2',
      'A10',
    ]);
  });

  it('counts people and tasks per day, and names the busiest day', () => {
    const plan = planLookahead(
      aPlanInput({
        tasks: [
          aReadyTask({ keyTask: true }),
          aReadyTask({ id: 'b', start: '2026-11-26', finish: '2026-11-27' }),
        ],
      }),
    );
    const page = plan.shifts[0];
    expect(page?.peoplePerDay).toEqual([0, 8, 8, 16, 8, 0, 0]);
    expect(page?.tasksPerDay).toEqual([0, 1, 1, 2, 1, 0, 0]);
    expect(page?.groups[0]?.peoplePerDay).toEqual([0, 8, 8, 16, 8, 0, 0]);
    expect(page?.figures.busiest).toEqual({ day: plan.days[3]?.day, people: 16 });
    expect([page?.figures.tasks, page?.figures.keyTasks]).toEqual([2, 1]);
    expect(plan.shifts[1]?.figures.busiest).toBeUndefined();
  });
});

describe('a task on its row', () => {
  it('has its resources and predecessors in a line, and its words on one', () => {
    const [task] = planLookahead(
      aPlanInput({
        tasks: [
          aReadyTask({
            externalId: 'A\r\n1',
            name: ' Pour\tslab\u0000 ',
            notes: 'first\r\nsecond',
            labour: [{ name: 'operatives', quantity: 8 }],
            plant: [{ name: 'rig', quantity: 1 }, { name: 'pump' }],
            materials: [{ name: 'concrete', unit: 'm³', quantity: 64 }],
            relatedTasks: [
              { id: 'x', name: 'Piling', relation: 'predecessor', type: 'finish-start', lag: 1 },
              { id: 'y', relation: 'Predecessor', type: 'start-start' },
              { id: 'z', relation: 'successor', type: 'hammock' },
              { id: 'w', relation: 'sibling' },
            ],
          }),
        ],
      }),
    ).tasks;
    expect(task).toMatchObject({ ref: 'A 1', name: 'Pour slab', notes: 'first\nsecond', people: 8 });
    expect(task?.resourcesLine).toBe('8 operatives · 1 rig · pump · 64 m³ concrete');
    expect(predecessorsIn(task?.relations ?? []).map(({ text }) => text)).toEqual(['Piling FS+1', 'y SS']);
    expect(task?.relations.map((each) => `${each.direction} ${each.text}`).slice(2)).toEqual([
      'successor z hammock',
      'other w FS',
    ]);
    expect(task?.source.externalId).toBe('A\r\n1');
  });

  it('is called (no name) without one', () => {
    expect(planLookahead(aPlanInput({ tasks: [aTask({ name: ' ' })] })).tasks[0]?.name).toBe('(no name)');
  });
});

describe('resources', () => {
  it('are summed by name and day, whatever the case, a block per shift, most first', () => {
    const labour = (name: string, quantity: number) => [{ name, quantity }];
    const { labour: blocks } = planLookahead(
      aPlanInput({
        tasks: [
          aReadyTask({ id: '1', labour: labour(' Carpenters', 2) }),
          aReadyTask({ id: '2', labour: labour('carpenters', 3), finish: '2026-11-24' }),
          aReadyTask({ id: '3', labour: labour('Fixers', 9) }),
          aReadyTask({ id: '4', labour: labour('Fixers', 100), status: 'cancelled' }),
          pulled(aReadyTask({ id: '5', labour: labour('Fixers', 1) }), 'night'),
        ],
      }),
    );
    expect(
      blocks.map((block) => [
        block.title,
        block.lines.map((line) => [line.name, line.perDay.join(' '), line.total]),
        block.total,
      ]),
    ).toEqual([
      [
        'Day',
        [
          ['Fixers', '0 9 9 9 0 0 0', 27],
          ['carpenters', '0 5 2 2 0 0 0', 9],
        ],
        36,
      ],
      ['Night', [['Fixers', '0 1 1 1 0 0 0', 3]], 3],
    ]);
    expect(blocks[0]?.totalPerDay).toEqual([0, 14, 11, 11, 0, 0, 0]);
  });

  it('of plant carry their category', () => {
    const { plant } = planLookahead(
      aPlanInput({
        tasks: [aReadyTask({ plant: [{ name: 'Tower crane', category: 'Cranes', quantity: 1 }] })],
      }),
    );
    expect(plant[0]?.lines[0]).toMatchObject({ name: 'Tower crane', category: 'Cranes', total: 3 });
  });

  it('of material are a call-off list, planned against actual', () => {
    const { materials } = planLookahead(
      aPlanInput({
        tasks: [
          aReadyTask({
            materials: [
              {
                name: 'Concrete',
                unit: 'm³',
                quantity: 64,
                dailyPlanned: [
                  { date: '2026-11-19', quantity: 10.1 },
                  { date: '2026-11-20', quantity: 0.2 },
                  { date: '2026-11-24T00:00:00Z', quantity: 20 },
                  { date: '2026-11-24', quantity: 5 },
                ],
                dailyActual: [{ date: '2026-11-19', quantity: 8 }],
              },
              { name: 'Bricks' },
            ],
          }),
          aReadyTask({ id: 'gone', status: 'cancelled', materials: [{ name: 'Sand' }] }),
        ],
      }),
    );
    expect(materials.map((line) => line.material)).toEqual(['Bricks', 'Concrete']);
    expect(materials[0]).toMatchObject({
      actualToDate: undefined,
      difference: undefined,
      firstNeeded: undefined,
      plannedInWindow: 0,
    });
    expect(materials[1]).toMatchObject({
      plannedInWindow: 25,
      plannedToDate: 10.3,
      actualToDate: 8,
      difference: -2.3,
      quantity: 64,
    });
    expect(materials[1]?.plannedPerDay).toEqual([
      undefined,
      25,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('delays', () => {
  it('are listed latest first, with totals per reason', () => {
    const { delays } = planLookahead(
      aPlanInput({
        tasks: [
          aReadyTask({
            progress: [
              { type: 'delay', name: 'Weather', date: '2026-11-18', amount: 1 },
              { type: 'Delay', name: 'weather', date: '2026-11-19', amount: 0.5 },
              { type: 'on schedule', name: 'Fine', date: '2026-11-17' },
              { type: 'de-lay', date: 'soon', amount: -3 },
            ],
          }),
          aReadyTask({
            id: 'done',
            status: 'complete',
            progress: [{ type: 'delay', name: 'Plant', date: '2026-11-20', amount: 2 }],
          }),
        ],
      }),
    );
    expect(
      delays.lines.map(
        (line) => `${line.day && formatDay(line.day)} ${line.reason} ${line.amount} ${line.open}`,
      ),
    ).toEqual([
      '2026-11-20 Plant 2 false',
      '2026-11-19 weather 0.5 true',
      '2026-11-18 Weather 1 true',
      'undefined (no reason given) -3 true',
    ]);
    expect(delays.perReason).toEqual([
      { reason: 'Plant', count: 1, days: 2 },
      { reason: 'weather', count: 2, days: 1.5 },
      { reason: '(no reason given)', count: 1, days: -3 },
    ]);
    expect(delays.open).toBe(3);
  });
});

describe('a plan', () => {
  const date = fc.integer({ min: 10, max: 30 }).map((number) => `2026-11-${number}`);
  const few = (prefix: string) =>
    fc
      .integer({ min: 1, max: 3 })
      .map((number) => ({ id: `${prefix}${number}`, name: `${prefix} ${number}` }));
  const task = fc.record({
    start: fc.option(date),
    finish: fc.option(date),
    duration: fc.integer({ min: 0, max: 5 }),
    keyTask: fc.boolean(),
    status: fc.constantFrom('planned', 'complete', 'in progress', 'cancelled'),
    calendar: fc.constantFrom({ type: 'five-day' }, { type: 'seven-day' }),
    subcontractor: fc.option(few('Sub')),
    location: few('Level'),
    folder: fc.option(few('Folder')),
    labour: fc.array(
      fc.record({
        name: fc.constantFrom('Fixer', 'fixer', 'FIXER', 'Mate'),
        quantity: fc.float({ min: 0, max: 9, noNaN: true }),
      }),
      { maxLength: 2 },
    ),
    relatedTasks: fc.array(
      fc.record({
        id: fc.integer({ min: 0, max: 11 }).map((n) => `t${n}`),
        relation: fc.constantFrom('predecessor', 'successor'),
        type: fc.constantFrom('finish-start', 'start-start'),
      }),
      { maxLength: 2 },
    ),
    progress: fc.array(
      fc.record({
        type: fc.constant('delay'),
        name: fc.constantFrom('Rain', 'rain'),
        amount: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 1 },
    ),
    workArea: fc.integer({ min: 0, max: 5 }).map((x) => ({ bbox: [x, x, x + 2, x + 2] })),
  });

  it('does not depend on the order in which tasks were pulled', () => {
    fc.assert(
      fc.property(
        fc.array(task, { maxLength: 12 }).chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(
              all.map((_, index) => index),
              { minLength: all.length },
            ),
          ),
        ),
        ([all, order]) => {
          const tasks = all.map((properties, index) => aTask({ id: `t${index}`, ...properties }));
          const shuffled = order.flatMap((index) => tasks[index] ?? []);
          const planOf = (given: typeof tasks) => {
            const earlier = anEarlierIssue([...given].reverse());
            return planLookahead(aPlanInput({ tasks: given, previous: earlier, lastWeekPlan: earlier }));
          };
          expect(planOf(shuffled)).toEqual(planOf(tasks));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("for several audiences is each one's own, in their order", () => {
    const input = aPlanInput({
      tasks: [aReadyTask(), aReadyTask({ id: 'b', subcontractor: { id: 's2', name: 'Steelfix' } })],
    });
    const audience = { kind: 'subcontractor', id: 's2', name: 'Steelfix' } as const;
    expect(planLookaheads(input, [audience, { kind: 'everyone' }])).toEqual([
      planLookahead({ ...input, audience }),
      planLookahead(input),
    ]);
  });

  it('of nothing is empty', () => {
    const plan = planLookahead(aPlanInput());
    expect(plan).toMatchObject({
      tasks: [],
      labour: [],
      plant: [],
      materials: [],
      warnings: [],
      changes: undefined,
    });
    expect(plan.ppc.kind).toBe('not yet');
  });
});
