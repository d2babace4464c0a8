import { expect, it } from 'vitest';
import { headerRows } from '#workbook/theme/header-rows.ts';
import { aLookahead } from '../../support/builders/a-lookahead.ts';
import { aPlanInput, day, weekFrom } from '../../support/builders/a-plan-input.ts';

it('the header names all weeks in the same form, the longest that fits over each', () => {
  const { days, reportDay } = aLookahead({ window: weekFrom('2026-11-23', 3) });
  const columns = days.map((day) => ({ title: '', day }));
  const namesAt = (width: number) => {
    const [weeks] = headerRows(
      columns,
      columns.map(() => width),
      reportDay,
    );
    return weeks?.cells.flatMap((cell) => (cell?.value === undefined ? [] : [cell.value]));
  };
  expect(namesAt(4)).toEqual([
    'Week 48 · 23 Nov – 29 Nov',
    'Week 49 · 30 Nov – 6 Dec',
    'Week 50 · 7 Dec – 13 Dec',
  ]);
  const narrow = [3.2, 3, 2.8, 2.6, 2.4, 2.2].map(namesAt);
  for (const names of narrow) expect(new Set(names?.map((name) => String(name).includes('–'))).size).toBe(1);
});

it('the header says holiday instead of the weekday if that fits', () => {
  const project = { ...aPlanInput().project, holidays: [day('2026-11-25')] };
  const { days, reportDay } = aLookahead({ project });
  const weekdaysAt = (width: number) => {
    const [weekdays] = headerRows(
      days.map((each) => ({ title: '', day: each })),
      days.map(() => width),
      reportDay,
    );
    return weekdays?.cells.slice(1, 4).map((cell) => cell?.value);
  };
  expect(weekdaysAt(9)).toEqual([{ day: day('2026-11-24') }, 'holiday', { day: day('2026-11-26') }]);
  expect(weekdaysAt(3)).not.toContain('holiday');
});
