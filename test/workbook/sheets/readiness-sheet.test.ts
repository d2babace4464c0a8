import { describe, expect, it } from 'vitest';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { aBusySite } from '../../support/builders/a-busy-site.ts';
import { anEarlierIssue, day, weekFrom } from '../../support/builders/a-plan-input.ts';
import { aPromisedWeek } from '../../support/builders/a-promised-week.ts';
import { aSiteTask } from '../../support/builders/a-site-task.ts';
import type { TaskProperties } from '../../support/builders/a-task.ts';
import { theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Readiness', () => {
  const keyTask = aSiteTask({
    id: 'KEY',
    start: '2026-11-26',
    key: true,
    status: 'blocked',
    owner: 'D. Ray',
    location: 'Zone 1',
    labour: { Men: 4 },
  });
  const lookahead = theSketch({
    tasks: [
      aSiteTask({
        id: 'SOON',
        start: '2026-11-23',
        subcontractor: 'Keller Piling',
        owner: 'A. Quay',
        after: ['KEY SS', 'LATE FS'],
      }),
      aSiteTask({ id: 'LATE', start: '2026-11-24', owner: 'E. Voss', location: 'Zone 2' }),
      keyTask,
      aSiteTask({
        id: 'READY',
        start: '2026-11-24',
        owner: 'A. Quay',
        subcontractor: 'Keller Piling',
        location: 'Zone 7',
        labour: { Men: 4 },
      }),
    ],
    previous: anEarlierIssue([keyTask], {
      window: weekFrom('2026-11-09'),
      read: localInstantOf('2026-11-06T14:00:00Z', 'Europe/London'),
    }),
  });
  const readiness = sheet('Readiness', lookahead);

  it('is the constraint log of the meeting: one row per task in the order of consequence, with all its constraints in one cell', () => {
    expect(rowShowing(readiness, 1, 'ID').values).toEqual([
      'ID',
      'Task',
      'Constraint',
      'Category',
      'Subcontractor',
      'Ask',
      'Needed by',
      'Weeks open',
      'Open since',
      'Action',
      'Promised by',
      'Done',
      'Task id',
    ]);
    const { number, values } = rowShowing(readiness, 1, 'KEY');
    expect(values).toEqual([
      'KEY',
      '◆ Install guide wall,\ngrid 4–9',
      'Blocked, planned Thu 26 Nov',
      'Other',
      '',
      'D. Ray, d.ray@example.com',
      `[${day('2026-11-26')}]`,
      2,
      'Fri 6 Nov',
      '',
      '',
      '',
      'task-KEY',
    ]);
    expect(shownRows(readiness)[number]).toEqual([
      'SOON',
      'Install guide wall, grid 4–9',
      'KEY Install guide wall, grid 4–9 is blocked, planned Thu 26 Nov (SS)\nLATE Install guide wall, grid 4–9 ends Tue 24 Nov, this starts Mon 23 Nov (FS)',
      'Work before not finished',
      'Keller Piling',
      'D. Ray, d.ray@example.com\nE. Voss, e.voss@example.com',
      `[${day('2026-11-23')}]`,
      0,
      'this revision',
      '',
      '',
      '',
      'task-SOON',
    ]);
    expect(shownRows(readiness).map(([id]) => id)).not.toContain('READY');
  });

  it('takes the category of the first constraint that has a cause, otherwise Other', () => {
    const blocked = aSiteTask({
      id: 'STUCK',
      start: '2026-11-26',
      status: 'blocked',
      owner: 'D. Ray',
      subcontractor: 'Keller Piling',
      location: 'Zone 1',
      labour: { Men: 4 },
    });
    const { values } = rowShowing(sheet('Readiness', theSketch({ tasks: [blocked] })), 1, 'STUCK');
    expect(values.slice(2, 4)).toEqual(['Blocked, planned Thu 26 Nov', 'Other']);
  });

  it('takes the category of the recorded delay if a task is blocked or delayed, or of the reason said if it was declined', () => {
    const category = (site: Lookahead, id: string) => rowShowing(sheet('Readiness', site), 1, id).values[3];
    const progress = [{ type: 'delay', date: '2026-11-18', name: 'Labour shortage' }];
    const late = aSiteTask({ id: 'LATE', start: '2026-11-26', status: 'delayed', source: { progress } });
    expect(category(theSketch({ tasks: [late] }), 'LATE')).toBe('Labour');
    expect(category(theSketch({ tasks: [late], rules: { reasons: ['Manpower'] } }), 'LATE')).toBe('Manpower');
    expect(category(aPromisedWeek(), 'A1110')).toBe('Access or space');
  });

  it('has choices for the category and for Done, and prompts for the action and the date', () => {
    const { number } = rowShowing(readiness, 1, 'KEY');
    expect(readiness.validations).toMatchObject([
      {
        area: { top: number, left: 4, bottom: number + 1, right: 4 },
        choices: [
          'Information or design',
          'Materials',
          'Labour',
          'Plant',
          'Work before not finished',
          'Access or space',
          'Outside cause: permit or weather',
          'Planning',
          'Other',
        ],
      },
      { area: { left: 10 }, choices: [], prompt: 'What will be done; empty again in the next revision' },
      { area: { left: 11 }, choices: [], prompt: 'By which day; empty again in the next revision' },
      {
        area: { left: 12 },
        choices: ['yes', 'no'],
        prompt: 'Whether the constraint is gone; empty again in the next revision',
      },
    ]);
  });

  it('says below its title that cells filled in at the meeting are empty again in the next revision', () => {
    expect(shownRows(readiness).flat().join('\n')).toContain(
      'Action, Promised by and Done empty again in the next revision',
    );
  });

  it('opens a mail to the person to ask', () => {
    const asking = (owner: NonNullable<TaskProperties['owner']>) =>
      rowShowing(
        sheet(
          'Readiness',
          theSketch({
            tasks: [aSiteTask({ id: 'B', start: '2026-11-26', status: 'blocked', source: { owner } })],
          }),
        ),
        1,
        'B',
      ).row.cells[4]?.value;
    const ann = { id: 'u1', displayName: 'Ann "AQ" Quay', email: 'ann@example.com' };
    expect(asking(ann)).toEqual({
      formula: 'HYPERLINK("mailto:ann@example.com","Ann ""AQ"" Quay, ann@example.com")',
      result: 'Ann "AQ" Quay, ann@example.com',
    });
    expect(asking({ id: 'u1', displayName: 'Ann Quay' })).toBe('Ann Quay');
    expect(asking({ ...ann, email: 'ann@host,bob@example.com' })).toEqual(expect.any(String));
  });

  it('repeats its heads on further pages, but not over the table below a list of one page', () => {
    const headed = (tasks: number) => {
      const own = sheet('Readiness', aBusySite({ tasks, weeks: 1 }));
      const { number } = rowShowing(own, 1, 'ID');
      return {
        repeats: own.print.titleRows?.last === number,
        pages: 1 + (own.print.breaksAfter?.length ?? 0),
      };
    };
    expect(headed(24)).toEqual({ repeats: false, pages: 2 });
    expect(headed(300)).toEqual({ repeats: true, pages: expect.any(Number) });
  });
});
