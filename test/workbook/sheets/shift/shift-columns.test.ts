import { describe, expect, it } from 'vitest';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { GroupBy } from '#lookahead/planned/planned-task.ts';
import type { TaskRelation } from '#lookahead/tasks/relations.ts';
import { lineCount } from '#workbook/layout/text-width.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { shiftTaskColumns } from '#workbook/sheets/shift/shift-columns.ts';
import { predecessorsText } from '#workbook/sheets/shift/shift-texts.ts';
import { aBusySite } from '../../../support/builders/a-busy-site.ts';
import { aLookahead } from '../../../support/builders/a-lookahead.ts';
import { day } from '../../../support/builders/a-plan-input.ts';
import { aSiteTask } from '../../../support/builders/a-site-task.ts';
import { aReadyTask } from '../../../support/builders/a-task.ts';
import { shownRows } from '../../../support/workbook/sheet-reading.ts';

const columnsOf = (lookahead: Lookahead) =>
  shiftTaskColumns(
    { lookahead, taskRows: { sheet: 'Tasks', rowOf: new Map() } },
    { density: 'wall', isShared: false },
  );

const columnsBy = (groupBy: GroupBy) => columnsOf({ ...aBusySite({ tasks: 40, weeks: 1 }), groupBy });

describe('the columns beside the days', () => {
  it('leave out the column that tasks are grouped by', () => {
    const titles = columnsBy('location').before.map(({ title }) => title);
    expect(titles).toContain('Folder');
    expect(titles).not.toContain('Location');
    expect(columnsBy('package').before).toHaveLength(titles.length + 1);
  });

  it('leave out the column that the title of a cut names', () => {
    const audience = { kind: 'subcontractor', id: 's1', name: 'Pile Co' } as const;
    const cut = { ...aBusySite({ tasks: 40, weeks: 1 }), audience };
    const titles = columnsOf(cut).before.map(({ title }) => title);
    expect(titles).toContain('Owner');
    expect(titles).not.toContain('Subcontractor');
  });

  it('are left out if no task of the page has a value', () => {
    const tasks = [aSiteTask({ start: '2026-11-24', location: 'Core' })];
    const { sheets } = planWorkbook(aLookahead({ tasks }), { paper: 'A3' });
    const day = sheets.find(({ name }) => name === 'Day');
    const header = day && shownRows(day).find((row) => row.includes('Task'));
    expect(header?.filter((title) => /^[A-Z]/.test(String(title)))).toEqual([
      'ID',
      'Task',
      'Location',
      'Start',
      'Finish',
      'Status',
      'Ready',
      'Signed',
      'Shift',
    ]);
  });

  it('are dropped in a fixed order if the days need room', () => {
    const { before, after } = columnsBy('package');
    const columns = [...before, ...after];
    const rankOf = ({ width }: (typeof columns)[number]) => width.dropRank;
    const dropped = columns.filter((column) => rankOf(column) !== undefined);
    expect(dropped.toSorted((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0)).map(({ title }) => title)).toEqual(
      [
        'Signed',
        'Folder',
        'Start',
        'Finish',
        'Owner',
        'Notes',
        'After',
        'ID',
        'Status',
        'Resources',
        'Promise',
        'Change,\nworking\ndays',
        'Ready',
        'Location',
        'Subcontractor',
      ],
    );
    expect(columns.filter((column) => rankOf(column) === undefined).map(({ title }) => title)).toEqual([
      'Task',
    ]);
  });

  it('show texts, dates and predecessors, or are empty', () => {
    const [task] = aLookahead({
      tasks: [
        aReadyTask({
          id: 'A1',
          name: 'Pour',
          keyTask: true,
          start: '2026-11-19',
          finish: '2026-11-17',
          relatedTasks: [{ id: 'A0', relation: 'predecessor', type: 'start-start', lag: 2 }],
          owner: null,
          subcontractor: null,
          location: null,
          labour: [],
        }),
      ],
    }).tasks;
    if (task === undefined) throw new Error('The task is not in the lookahead.');
    const { before, after } = columnsBy('folder');
    const values = [...before, ...after].map(({ value }) => value?.(task, 60) || undefined);
    expect(values).toEqual([
      'A1',
      '◆ Pour – overdue, dates reversed',
      undefined,
      undefined,
      undefined,
      { day: day('2026-11-17') },
      { day: day('2026-11-19') },
      'planned',
      '✗ overdue',
      undefined,
      undefined,
      undefined,
      'A0 SS+2',
      undefined,
      undefined,
    ]);
  });
});

describe('the column After', () => {
  const relation = (label: string, lag = 0): TaskRelation => ({
    id: 'other',
    label,
    name: label,
    direction: 'predecessor',
    type: 'FS',
    lag,
    text: `${label} FS`,
  });
  const comesAfter = (...relations: TaskRelation[]) => predecessorsText({ relations }, 60);

  it('names predecessors by their reference', () => {
    expect(comesAfter(relation('A1010', 1), relation('A1020'))).toBe('A1010 FS+1, A1020 FS');
  });

  it('shortens a long name to two lines, without shortening the kind of relation', () => {
    const text = comesAfter(relation('Prepare deck and lay vapour control layer, podium roof plant deck'));
    expect(text).toMatch(/^Prepare deck.*… FS$/);
    expect(lineCount(text, { size: 10 }, 60)).toBe(2);
    expect(comesAfter(relation('👷'.repeat(300))).isWellFormed()).toBe(true);
  });
});
