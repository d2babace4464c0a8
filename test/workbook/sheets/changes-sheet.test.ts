import { describe, expect, it } from 'vitest';
import type { Change } from '../../../functions/lookahead/compare/changes.ts';
import { planWorkbook } from '../../../functions/workbook/plan-workbook.ts';
import { aDay, aPlannedTask } from '../../support/builders/a-planned-task.ts';
import { sketchTasks, theSketch } from '../../support/the-sketch.ts';
import { rowShowing, sheetOf, shownRows } from '../../support/workbook/sheet-reading.ts';

const [guideWall = aPlannedTask()] = sketchTasks;
const sheet = (name: string, lookahead = theSketch()) =>
  sheetOf(planWorkbook(lookahead, { paper: 'A3' }), name);

describe('Changes', () => {
  const moved: Change = {
    kind: 'moved',
    taskId: guideWall.id,
    taskRef: 'A1010',
    taskName: 'Install guide wall',
    shift: 'day',
    subcontractor: 'Keller Piling',
    owner: 'A. Quay',
    from: '',
    to: '',
    fromDates: { start: aDay('2026-11-18'), finish: aDay('2026-11-20') },
    toDates: { start: aDay('2026-11-20'), finish: aDay('2026-11-24') },
    days: 4,
    slip: { days: 4, firstStart: undefined, firstFinish: aDay('2026-11-20'), text: '+4 behind' },
  };
  const counts = { added: 0, removed: 0, moved: 1, finished: 0, status: 0, resources: 0, owner: 0, name: 0 };

  it('says from when to when and by how many days, red and green with sign and word', () => {
    const { values, row } = rowShowing(
      sheet('Changes', theSketch({ changes: { list: [moved], counts } })),
      1,
      'moved',
    );
    const days = ['2026-11-18', '2026-11-20', '2026-11-20', '2026-11-24'].map((text) => `[${aDay(text)}]`);
    expect(values).toEqual([
      'moved',
      'A1010',
      'Install guide wall',
      'Day',
      'Keller Piling',
      'A. Quay',
      '',
      '',
      ...days,
      4,
      '+4 behind',
    ]);
    expect(row.cells[12]?.style.numberFormat).toBe('+0;-0;0');
    expect(row.cells[13]?.style.font?.color).toBe('FF9B1C13');
  });

  it('says so without a previous issue, and when nothing changed', () => {
    const first = theSketch({ issue: { number: 1, previous: undefined } });
    expect(shownRows(sheet('Changes', first)).flat()).toContain(
      'This report has no previous issue, so there is nothing to compare with yet.',
    );
    const same = theSketch({ changes: { list: [], counts: { ...counts, moved: 0 } } });
    expect(shownRows(sheet('Changes', same)).flat()).toContain('Nothing has changed since issue 1.');
  });
});
