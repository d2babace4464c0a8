import { describe, expect, it } from 'vitest';
import type { PlannedTask } from '../../../../functions/lookahead/tasks/planned-task.ts';
import { rowColumns, type Says } from '../../../../functions/workbook/sheets/shift/shift-columns.ts';
import { aLookahead } from '../../../support/builders/a-lookahead.ts';
import { day } from '../../../support/builders/a-plan-input.ts';
import { aReadyTask } from '../../../support/builders/a-task.ts';

function saidOf(says: Says, task: PlannedTask): unknown {
  switch (says.kind) {
    case 'words':
    case 'day':
      return says.of(task);
    case 'relations':
      return says.of(task).map(({ text }) => text);
    case 'by hand':
      return '____';
  }
}

describe('the columns beside the days', () => {
  it('leave out the one that tasks are grouped by', () => {
    const titles = rowColumns('location').before.map(({ title }) => title);
    expect(titles).toContain('Folder');
    expect(titles).not.toContain('Location');
    expect(rowColumns('package').before).toHaveLength(titles.length + 1);
  });

  it('go one after the other when the days need their room; the rest stays', () => {
    const { before, after } = rowColumns('package');
    const columns = [...before, ...after];
    const going = columns.filter(({ dropRank }) => dropRank !== undefined);
    expect(going.toSorted((a, b) => (a.dropRank ?? 0) - (b.dropRank ?? 0)).map(({ title }) => title)).toEqual(
      ['After', 'Notes', 'Folder', 'Owner', 'Signed', 'Resources', 'Location', 'Subcontractor'],
    );
    expect(columns.filter(({ dropRank }) => dropRank === undefined).map(({ title }) => title)).toEqual([
      'ID',
      'Task',
      'Start',
      'Finish',
      'Status',
      'Ready',
    ]);
  });

  it('say words, days, relations, or nothing', () => {
    const [task] = aLookahead({
      tasks: [
        aReadyTask({
          id: 'A1',
          name: 'Pour',
          keyTask: true,
          start: '2026-11-20',
          finish: '2026-11-18',
          relatedTasks: [{ id: 'A0', relation: 'predecessor', type: 'start-start', lag: 2 }],
          owner: null,
          subcontractor: null,
          location: null,
          labour: [],
        }),
      ],
    }).tasks;
    if (task === undefined) throw new Error('The task is not in the lookahead.');
    const { before, after } = rowColumns('folder');
    const said = [...before, ...after].map(({ says }) => saidOf(says, task));
    expect(said).toEqual([
      'A1',
      '◆ Pour – overdue, dates reversed',
      '',
      '',
      '',
      day('2026-11-18'),
      day('2026-11-20'),
      'planned',
      '5 ✗',
      '',
      ['A0 SS+2'],
      '',
      '____',
    ]);
  });
});
