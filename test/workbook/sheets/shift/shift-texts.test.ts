import { describe, expect, it } from 'vitest';
import { sheetContentOfShift } from '#workbook/sheets/shift/shift-pages.ts';
import { peopleLabel, shiftSheetFiguresText, shiftSheetTitle } from '#workbook/sheets/shift/shift-texts.ts';
import { aLookahead } from '../../../support/builders/a-lookahead.ts';
import { weekFrom } from '../../../support/builders/a-plan-input.ts';
import { aReadyTask, pulledByNoShift } from '../../../support/builders/a-task.ts';

const font = { size: 11, bold: true };

describe('the texts of a shift sheet', () => {
  const piling = {
    folder: { id: 'f1', name: 'Piling' },
    location: { id: 'l2', name: 'Level 2' },
    finish: '2026-11-24',
  };
  const men = (quantity: number) => [{ name: 'Men', quantity }];
  const tasks = [
    aReadyTask({ ...piling, id: 'A', start: '2026-11-23', labour: men(3) }),
    aReadyTask({ ...piling, id: 'B', status: 'started', labour: men(2) }),
    aReadyTask({ id: 'C', start: null, finish: null, status: 'blocked', owner: null }),
  ];
  const lookahead = aLookahead({ tasks, window: weekFrom('2026-11-23', 2) });
  const [day] = lookahead.shifts.map(sheetContentOfShift);

  it('are the title, the figures and the label of people', () => {
    expect(day && shiftSheetTitle(day, lookahead)).toBe('Day shift lookahead');
    expect(day && shiftSheetFiguresText(day, lookahead)).toBe(
      'All rows: 3 tasks · 1 not ready · 5 people on Tue 24 Nov, the busiest day',
    );
    expect(day && peopleLabel(day, font, 999)).toBe('People on the day shift');
    const withoutShift = aLookahead({ tasks: [pulledByNoShift(aReadyTask({ shift: null }))] });
    const none = withoutShift.shifts.map(sheetContentOfShift).at(-1);
    expect(none && peopleLabel(none, font, 999)).toBe('People without a shift');
    expect(none && shiftSheetTitle(none, withoutShift)).toBe('Lookahead of tasks without a shift');
    const alone = { ...withoutShift, shifts: withoutShift.shifts.slice(-1) };
    expect(none && shiftSheetTitle(none, alone)).toBe('Lookahead');
  });

  it('have the hours of the shift in the title, if the project has them', () => {
    const project = { ...lookahead.project, shifts: { day: { from: '07:00', to: '15:30' } } };
    expect(day && shiftSheetTitle(day, { ...lookahead, project })).toBe('Day shift, 07:00–15:30');
  });

  it.each([
    [340, 'People on the day shift · 8 people on 1 task carried over are not counted'],
    [270, 'People · 8 people on 1 task carried over are not counted'],
    [230, '8 people on 1 task carried over are not counted'],
  ])('say whose people are not counted, as fully as a width of %i points allows', (room, label) => {
    const carried = aReadyTask({ start: '2026-11-17', finish: '2026-11-19' });
    const [only] = aLookahead({ tasks: [carried] }).shifts.map(sheetContentOfShift);
    expect(only && peopleLabel(only, font, room)).toBe(label);
  });
});
