/** Look-ahead sheets: which columns are days, and which of these days have work. */
import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { findDayColumns, marksOfWorkedDays } from '#programme/readers/table/day-columns.ts';

const own = 'Task | Crew';

/** The days of the columns of a sheet with these rows, as `MM-DD`. The heading row is the one with `Task`. */
function daysIn(...rows: readonly string[]): string {
  const table = rows.map((row, at) => ({ line: at + 1, cells: row.split('|').map((cell) => cell.trim()) }));
  const at = table.findIndex(({ cells }) => cells[0] === 'Task');
  const days = findDayColumns(table, at, '2026-11-20')?.days.values() ?? [];
  return Array.from(days, (day) => formatDay(day).slice(5)).join(' ');
}

describe('columns are recognised as days', () => {
  const week = '11-23 11-24 11-25 11-26 11-27';

  it.each([
    ['by dates', week, `${own} | 2026-11-23 | 2026-11-24 | 2026-11-25 | 2026-11-26 | 2026-11-27`],
    ['by weekdays and dates', week, `${own} | Mo 23.11. | Di 24.11. | Mi 25.11. | Do 26.11. | Fr 27.11.`],
    [
      'by letters and dates in two lines',
      week,
      `${own} | M\n11/23 | T\n11/24 | W\n11/25 | T\n11/26 | F\n11/27`,
    ],
    ['by days with months', week, `${own} | 23-Nov | 24-Nov | 25-Nov | 26-Nov | 27-Nov`],
    [
      'by days with months and years',
      week,
      `${own} | 23-Nov-26 | 24-Nov-26 | 25-Nov-26 | 26-Nov-26 | Fri 27-Nov-26`,
    ],
    [
      'below a row with the month, above one with the weekdays',
      week,
      '| | November 2026',
      `${own} | 23 | 24 | 25 | 26 | 27`,
      '| | M | T | W | T | F',
    ],
    ['below their month', week, '| | November 2026', `${own} | 23 | 24 | 25 | 26 | 27`],
    ['in the row below the headings', week, `${own} | November 2026`, '| | 23 | 24 | 25 | 26 | 27'],
    ['in the row above the headings', week, 'Week | | 23.11. | 24.11. | 25.11. | 26.11. | 27.11.', own],
    ['below letters of weekdays', week, '| | M | T | W | T | F', `${own} | 23 | 24 | 25 | 26 | 27`],
    [
      'across the end of a month, without weekends',
      '11-26 11-27 11-30 12-01 12-02',
      'Look-ahead from 26 Nov 2026',
      '| | Thu | Fri | Mon | Tue | Wed',
      `${own} | 26 | 27 | 30 | 1 | 2`,
    ],
    [
      'near the date of the sheet, not the date of the import',
      '03-01 03-02 03-03 03-04 03-05',
      'Issued 26/02/2027',
      '| | M | T | W | T | F',
      `${own} | 1 | 2 | 3 | 4 | 5`,
    ],
  ])('%s', (_, days, ...rows) => {
    expect(daysIn(...rows)).toBe(days);
  });

  it.each([
    ['weeks by number', '| | November 2026', `${own} | 48 | 49 | 50 | 51 | 52`],
    ['weeks by word', `${own} | KW 48 | KW 49 | KW 50 | KW 51 | KW 52`],
    ['numbers without a month or weekdays', `${own} | 1 | 2 | 3 | 4 | 5`],
    ['fewer than five', `${own} | 2026-11-23 | 2026-11-24 | 2026-11-25 | 2026-11-26`],
    ['months', `${own} | Nov 26 | Dec 26 | Jan 27 | Feb 27 | Mar 27`],
    ['days in no order', `${own} | 27.11. | 23.11. | 26.11. | 24.11. | 25.11.`],
  ])('but not %s', (_, ...rows) => {
    expect(daysIn(...rows)).toBe('');
  });
});

/** The days with work in each row, counted from 1. Cells are texts, or fills after `#`. */
function worked(...rows: readonly string[]): readonly string[] {
  const marks = rows.map((row) =>
    row.split('|').map((each, at) => {
      const [text = '', fill = ''] = each.trim().split('#');
      return { day: at + 1, text, fill };
    }),
  );
  return marksOfWorkedDays(marks).map((days) => days.map(({ day }) => day).join(' '));
}

describe('days with work', () => {
  it.each([
    ['have a mark', ['x|X| | | ', ' | |1|✓| '], ['1 2', '3 4']],
    ['have a number of people', ['4|4|6| | ', ' | |0|2|-'], ['1 2 3', '4']],
    [
      'have a mark, even if all rows have it on that day',
      ['x|x| | | ', ' |x|x| | ', ' |x| |x| '],
      ['1 2', '2 3', '2 4'],
    ],
    ['are marked in all rows if there is no other mark', ['x|x|x| | ', 'x|x|x| | '], ['1 2 3', '1 2 3']],
    ['have a fill if no cell has a text', ['#red|#red| | | ', ' | |#blue|#blue| '], ['1 2', '3 4']],
    ['have a mark, whatever the fills, if cells have marks', ['x#red|#red| | | ', ' | |x| | '], ['1', '3']],
    [
      'do not include shaded weekends',
      ['#red|#red| |#grey|#grey', ' | |#blue|#grey|#grey', ' |#red| |#grey|#grey'],
      ['1 2', '3', '2'],
    ],
    [
      'do not include shaded weekends, even if all rows work on all other days',
      ['#red|#red|#red|#grey|#grey', '#red|#red|#red|#grey|#grey'],
      ['1 2 3', '1 2 3'],
    ],
    [
      'do not include a day that all rows mark, such as a holiday',
      ['x|x| |H| ', ' |x|x|H| ', ' | |x|H|x'],
      ['1 2', '2 3', '3 5'],
    ],
    ['do not include days with a word for days off, or a remark', ['x|off|RDO|frei|no access'], ['1']],
  ])('%s', (_, rows, right) => {
    expect(worked(...rows)).toEqual(right);
  });
});
