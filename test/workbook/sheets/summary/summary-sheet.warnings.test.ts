import { expect, it } from 'vitest';
import { palette } from '#display/colors.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { aLookahead } from '../../../support/builders/a-lookahead.ts';
import { aFullLookahead, mailTasks } from '../../../support/builders/a-mail-lookahead.ts';
import { anEarlierIssue, aPull } from '../../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../../support/builders/a-site-task.ts';
import { sheetOf, shownRows } from '../../../support/workbook/sheet-reading.ts';

const workbookOf = (tasks: typeof mailTasks, dataDate: string) =>
  planWorkbook(
    aFullLookahead({ pull: aPull(tasks, { programme: { label: '3', dataDate, importedAt: undefined } }) }),
    { paper: 'A3' },
  );
const old = '▲ Programme of 1 Nov, version 3: 19 days old. What has happened since is not shown.';

it.each([
  ['a week', mailTasks],
  ['an empty week', []],
])('a warning of an old programme is in red above all figures of %s', (_, tasks) => {
  const plan = workbookOf(tasks, '2026-11-01');
  const rows = [...sheetOf(plan, 'Summary').rows];
  const first = rows.findIndex(({ cells }) => cells[0]?.value === old);
  expect(first).toBeGreaterThan(0);
  expect(rows[first]?.cells[0]?.style).toMatchObject({ font: { color: palette.bad, bold: true } });
  expect(rows.findIndex(({ cells }) => /^(Tasks|PPC|No task)/.test(`${cells[0]?.value}`))).toBeGreaterThan(
    first,
  );
  expect(
    shownRows(sheetOf(workbookOf(tasks, '2026-11-18'), 'Summary'))
      .flat()
      .join(),
  ).not.toContain('▲ Programme');
});

it('Summary counts unreported days neither as planned nor as done', () => {
  const task = aSiteTask({ id: 'A1', start: '2026-11-16', finish: '2026-11-27', status: 'started' });
  const given = { tasks: [task], lastWeekPlan: anEarlierIssue([task]) };
  const said = (dataDate: string) => {
    const pull = aPull([task], { programme: { label: '3', dataDate, importedAt: undefined } });
    const plan = planWorkbook(aLookahead({ ...given, pull }), { paper: 'A3' });
    return shownRows(sheetOf(plan, 'Summary')).flat().join('\n');
  };
  expect(said('2026-11-20T18:00')).toContain('Everything planned for week 47 up to Fri 20 Nov happened.');
  expect(said('2026-11-18')).toContain('Everything planned for week 47 up to Wed 18 Nov happened.');
});

it('every page names the programme, and Last week names the days that are not reported', () => {
  const plan = workbookOf(mailTasks, '2026-11-18');
  for (const { print } of plan.sheets) expect(print?.footer?.center).toBe('Programme of 18 Nov, version 3');
  const lastWeek = shownRows(sheetOf(plan, 'Last week')).flat().join('\n');
  expect(lastWeek).toContain('· programme of 18 Nov, version 3');
  expect(lastWeek).toContain('Thu not reported: the programme dates from Wed 18 Nov · PPC');
});

it('Summary says that nothing was planned only for days that are reported', () => {
  const task = aSiteTask({ id: 'A1', start: '2026-11-19', finish: '2026-11-20' });
  const pull = aPull([task], { programme: { label: '3', dataDate: '2026-11-18', importedAt: undefined } });
  const plan = planWorkbook(aLookahead({ pull, lastWeekPlan: anEarlierIssue([task]) }), { paper: 'A3' });
  const shown = shownRows(sheetOf(plan, 'Summary')).flat();
  expect(shown).toContain('Nothing was planned for week 47 up to Wed 18 Nov.');
});
