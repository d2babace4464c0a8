import { describe, expect, it } from 'vitest';
import { pageOfPlan } from '#pages/page-of-plan.ts';
import { aFullLookahead } from '../support/builders/a-mail-lookahead.ts';
import { anEarlierIssue, weekFrom } from '../support/builders/a-plan-input.ts';
import { aSiteTask, type SiteTaskProperties } from '../support/builders/a-site-task.ts';
import { aPage, aProjectIn } from '../support/pages/a-page.ts';

const monday = '2026-11-23';

function onlyTask(task: SiteTaskProperties) {
  const [only] = aPage({ tasks: [{ start: monday, ...task }] }).tasks;
  if (only === undefined) throw new Error('The plan has no task.');
  return only;
}

describe('the tasks of a page', () => {
  it('are sorted by shift, then by place in natural order, without a place last', () => {
    const at = (id: string, shift: 'day' | 'night', location?: string): SiteTaskProperties => ({
      id,
      shift,
      start: monday,
      ...(location === undefined ? {} : { location }),
    });
    const { tasks } = aPage({
      tasks: [
        at('A1', 'night', 'Level 1'),
        at('A2', 'day'),
        at('A3', 'day', 'Level 10'),
        at('A4', 'day', 'Level 2'),
        at('A5', 'day', 'Core'),
        at('A6', 'day', 'Level 2'),
      ],
    });
    expect(tasks.map(({ ref, shift, place }) => [ref, shift, place])).toEqual([
      ['A5', 'Day shift', 'Core'],
      ['A4', 'Day shift', 'Level 2'],
      ['A6', 'Day shift', 'Level 2'],
      ['A3', 'Day shift', 'Level 10'],
      ['A2', 'Day shift', ''],
      ['A1', 'Night shift', 'Level 1'],
    ]);
  });

  it('have a cell for each day of the window, and days on which people work', () => {
    const page = aPage({ tasks: [{ start: '2026-11-26', finish: '2026-11-30', labour: { fitters: 4 } }] });
    const cells = page.tasks[0]?.cells.map((index) => page.cells[index]);
    expect(cells?.map((cell) => [cell?.text, cell?.people, cell?.isWork])).toEqual([
      ['', 0, false],
      ['', 0, false],
      ['', 0, false],
      ['P 4', 4, true],
      ['P 4', 4, true],
      ['///', 0, false],
      ['/// ▶', 0, false],
    ]);
  });

  it('belong to the shifts of the page, which have the hours of the project', () => {
    const night = { from: '21:00', to: '05:00' };
    const project = { ...aProjectIn('Europe/London'), shifts: { afternoon: night, night } };
    const tasks = (['none', 'night', 'day'] as const).map((shift) => ({ id: shift, shift, start: monday }));
    const page = aPage({ tasks, project });
    expect(page.shifts).toEqual([
      { name: 'Day shift', slot: 'day' },
      { name: 'Night shift', slot: 'night', hours: night },
      { name: 'No shift', slot: 'none' },
    ]);
    expect(page.tasks.map(({ shift }) => shift)).toEqual(page.shifts.map(({ name }) => name));
  });

  it('are empty if the plan has none', () => {
    const page = aPage();
    expect(page).toMatchObject({ format: 2, tasks: [], cells: [], dates: expect.stringContaining('2026') });
    expect(page.days.map(({ weekday, dayOfMonth, kind }) => `${weekday} ${dayOfMonth} ${kind}`)).toEqual([
      'Mon 23 workday',
      'Tue 24 workday',
      'Wed 25 workday',
      'Thu 26 workday',
      'Fri 27 workday',
      'Sat 28 dayOff',
      'Sun 29 dayOff',
    ]);
  });
});

describe('the list of what is missing for a task', () => {
  it('has constraints first, then gaps, each with the person to ask and a mail link', () => {
    const page = aPage({
      tasks: [
        { id: 'A1', name: 'Trim piles', start: monday, status: 'blocked', owner: 'Ana Silva', labour: {} },
      ],
    });
    const [task] = page.tasks;
    expect(task?.ready).toBe('no');
    expect(task?.missing.map(({ isGap }) => isGap)).toEqual([
      false,
      ...(task?.missing.slice(1) ?? []).map(() => true),
    ]);
    expect(task?.missing.length).toBeGreaterThan(1);
    expect(task?.missing[0]).toMatchObject({
      word: 'blocked',
      ask: {
        name: 'Ana Silva',
        link: `mailto:ana.silva@example.com?subject=${encodeURIComponent('Riverside Tower W48: A1')}`,
      },
    });
  });

  it('names the person without a link if the address is invalid', () => {
    const owner = { id: 'u1', displayName: 'Ana Silva', email: 'ana at site' };
    const { missing } = onlyTask({ status: 'blocked', source: { owner } });
    expect(missing[0]?.ask).toEqual({ name: 'Ana Silva' });
  });

  it('is empty for a complete task', () => {
    expect(onlyTask({ status: 'complete' })).toMatchObject({ missing: [] });
    expect(onlyTask({ status: 'complete' }).ready).toBeUndefined();
  });
});

describe('the needs of a task', () => {
  it('are its full notes, plant and materials, each left out if empty', () => {
    const notes = `Hold point:\r\n\u202eengineer inspects. ${'x'.repeat(400)}`;
    const task = onlyTask({ notes, plant: { 'concrete pump': 1 }, materials: { 'm³ C32/40': 106 } });
    expect(task).toMatchObject({
      notes: `Hold point:\nengineer inspects. ${'x'.repeat(400)}`,
      plant: '1 × concrete pump',
      materials: '106 m³ C32/40',
    });
    for (const name of ['notes', 'plant', 'materials']) expect(onlyTask({})).not.toHaveProperty(name);
  });
});

it('a task without a day of work in the window says why it is listed, with its people if it is carried over', () => {
  const labour = { fitters: 6 };
  const { tasks } = aPage({
    tasks: [
      { id: 'A1', start: monday, labour },
      { id: 'A2', start: '2026-11-16', finish: '2026-11-18', labour },
      { id: 'A3', start: '2026-11-19', finish: '2026-11-22', labour },
      { id: 'A4', labour },
      { id: 'A5', start: '2026-11-28', labour },
    ],
  });
  expect(new Map(tasks.map(({ ref, toFinish }) => [ref, toFinish]))).toEqual(
    new Map([
      ['A1', undefined],
      ['A2', { why: 'overdue', people: 6 }],
      ['A3', { why: 'due before', people: 6 }],
      ['A4', { why: 'no date' }],
      ['A5', { why: 'no day of work' }],
    ]),
  );
});

describe('a page', () => {
  it('has a mail link to the contact with a subject, and last week’s PPC', () => {
    const page = pageOfPlan(aFullLookahead(), {
      contact: 'planner@example.com',
      qr: false,
      previous: 'issues/riverside/weekly/2026-11-16_2026-11-22/run-1/pages/everyone.json.gz',
    });
    expect(page).toMatchObject({
      number: 2,
      revision: expect.stringContaining('revision 2'),
      lastWeek: expect.stringMatching(/^Plan kept in week 47: \d+%, \d of \d tasks that were due\.$/),
      contact: {
        name: 'planner@example.com',
        link: 'mailto:planner@example.com?subject=Riverside%20Tower%20W48%3A%20week%2048',
      },
      audience: 'everyone',
      detail: 'full',
      qr: false,
      previous: 'issues/riverside/weekly/2026-11-16_2026-11-22/run-1/pages/everyone.json.gz',
    });
  });

  it('leaves out last week and the page before if there are none', () => {
    const page = aPage({ tasks: [{ start: monday }] });
    expect('lastWeek' in page).toBe(false);
    expect('previous' in page).toBe(false);
    expect('stale' in page).toBe(false);
    expect('only' in page).toBe(false);
  });

  it('names the revision since which tasks have changed, if any has', () => {
    const was = [{ id: 'A1', start: monday, finish: '2026-11-25' }];
    const previous = anEarlierIssue(was.map(aSiteTask));
    const later = aPage({ tasks: [{ id: 'A1', start: monday, finish: '2026-11-27' }], previous });
    expect(later.tasks[0]?.since).toBe('2 working days later');
    expect(later.changesSince).toBe('changes since revision 1 of week 47, Fri 13 Nov');
    expect('changesSince' in aPage({ tasks: was, previous })).toBe(false);
  });

  it('of six weeks shows the status letter of a task that began earlier beside its people', () => {
    const task = { start: '2026-11-20', finish: '2026-11-24', labour: { fitters: 6 }, status: 'started' };
    const { cells } = aPage({ window: weekFrom(monday, 6), tasks: [task] });
    expect(cells[0]?.text).toBe('◀S\u200a6');
  });

  it('of two weeks has 14 days', () => {
    const page = aPage({ window: weekFrom(monday, 2), tasks: [{ start: monday, finish: '2026-12-04' }] });
    expect(page.days).toHaveLength(14);
    expect(page.tasks[0]?.cells).toHaveLength(14);
  });

  it('has names from the service as plain text on one line', () => {
    const name = `<b>Pour</b>\r\n\u202eslab\u0007 ${'x'.repeat(10_000)}`;
    const task = onlyTask({ name, subcontractor: 'A\nB' });
    expect([...task.name].length).toBeLessThanOrEqual(80);
    expect(task.name).toMatch(/^<b>Pour<\/b> slab/);
    expect(task.subcontractor).toBe('A B');
    // No regular expression, because biome reports control characters in one.
    expect([...JSON.stringify(task)].filter((character) => character < ' ')).toEqual([]);
  });
});
