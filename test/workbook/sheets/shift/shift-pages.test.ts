import { describe, expect, it } from 'vitest';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { shiftSheetContents } from '#workbook/sheets/shift/shift-pages.ts';
import { aLookahead } from '../../../support/builders/a-lookahead.ts';
import { aReadyTask, pulled, pulledByNoShift } from '../../../support/builders/a-task.ts';
import { sheetOf, shownRows } from '../../../support/workbook/sheet-reading.ts';

type Shift = 'day' | 'afternoon' | 'night' | '24hr';
const withoutShift = pulledByNoShift(aReadyTask({ id: 'none', shift: null }));
const tasksOn = (shift: Shift, count: number) =>
  Array.from({ length: count }, (_, index) =>
    pulled(aReadyTask({ id: `${shift}${index}`, shift, labour: [{ name: 'Men', quantity: 2 }] }), shift),
  );

function titles(counts: Partial<Record<Shift, number>>, ...others: readonly (typeof withoutShift)[]) {
  const { day = 0, afternoon = 0, night = 0, '24hr': allDay = 0 } = counts;
  const tasks = [
    ...tasksOn('day', day),
    ...tasksOn('afternoon', afternoon),
    ...tasksOn('night', night),
    ...tasksOn('24hr', allDay),
    ...others,
  ];
  const lookahead = aLookahead({ tasks });
  const shifts = lookahead.shifts.filter(({ figures }) => figures.tasks > 0);
  return shiftSheetContents({ ...lookahead, shifts }).map(({ title }) => title);
}

describe('the sheets of shifts', () => {
  it('are one for each shift with at least five tasks, and one that the others share', () => {
    expect(titles({ day: 5, night: 5 })).toEqual(['Day', 'Night']);
    expect(titles({ day: 5, afternoon: 4, night: 5 })).toEqual(['Day', 'Afternoon', 'Night']);
    expect(titles({ day: 4, night: 5, '24hr': 1 })).toEqual(['Night', 'Day, 24 hr']);
    expect(titles({ day: 5, night: 1 }, withoutShift)).toEqual(['Day', 'Night, No shift']);
    expect(titles({ afternoon: 1, night: 1, '24hr': 1 }, withoutShift)).toEqual(['Other shifts']);
  });

  it('of several shifts name each shift with its people, and Summary links to them', () => {
    const tasks = [...tasksOn('day', 5), ...tasksOn('night', 4), ...tasksOn('24hr', 1)];
    const plan = planWorkbook(aLookahead({ tasks }), { paper: 'A3' });
    const rows = shownRows(sheetOf(plan, 'Night, 24 hr'));
    const people = (text: string) =>
      rows.find((row) => row.includes(text))?.filter((value) => value !== text);
    expect(people('Night shift')).toContain(8);
    expect(people('24 hr shift')).toContain(2);
    expect(people('People on these shifts')).toContain(10);
    const links = [...sheetOf(plan, 'Summary').rows].flatMap(({ cells }) =>
      cells.flatMap((cell) =>
        typeof cell?.value === 'object' && 'sheet' in cell.value && cell.value.text === '24 hr'
          ? [cell.value.sheet]
          : [],
      ),
    );
    expect(links).toEqual(['Night, 24 hr']);
  });
});
