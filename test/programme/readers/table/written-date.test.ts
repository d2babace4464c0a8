import { expect, it } from 'vitest';
import { parseWrittenDate } from '#programme/readers/table/written-date.ts';

it.each([
  ['2026-11-23', undefined, '2026-11-23'],
  ['2026-11-23 08:00 A', undefined, '2026-11-23T08:00'],
  ['23-Nov-26 A', 'd-MMM-yy', '2026-11-23'],
  ['23-Nov-26*', 'd-MMM-yy', '2026-11-23'],
  ['23-Nov-26 17:00 A*', 'd-MMM-yy', '2026-11-23T17:00'],
  ['Mon 23/11/26', 'dd/MM/yy', '2026-11-23'],
  ['Mon 11/23/26 5:00 PM', 'MM/dd/yy', '2026-11-23T17:00'],
  ['11/23/2026 12:30 AM', 'MM/dd/yyyy', '2026-11-23T00:30'],
  ['Mo 23.11.26', 'dd.MM.yy', '2026-11-23'],
  ['mié 25/11/26', 'dd/MM/yy', '2026-11-25'],
  ['mar. 24/11/2026 08:00', 'dd/MM/yyyy', '2026-11-24T08:00'],
  ['23. Nov. 2026', 'd.MMM.yyyy', '2026-11-23'],
  ['23. November 2026', 'd. MMM yyyy', '2026-11-23'],
  ['24 févr. 2026', 'd MMM yyyy', '2026-02-24'],
  ['3 października 2026', 'd MMM yyyy', '2026-10-03'],
  ['15 juin 2026', 'd MMM yyyy', '2026-06-15'],
  ['15 juil. 2026', 'd MMM yyyy', '2026-07-15'],
  ['Mar 24, 2026', 'MMM d, yyyy', '2026-03-24'],
  ['23.11.2026 16:00 Uhr', 'dd.MM.yyyy', '2026-11-23T16:00'],
  ['3.12.26', 'dd.MM.yyyy', '2026-12-03'],
  ['03.12.2026', 'd.M.yy', '2026-12-03'],
  ['3/12/2026', 'dd.MM.yy', '2026-12-03'],
  ['KW 49/2026', undefined, '2026-11-30'],
  ['Woche 49.26', undefined, '2026-11-30'],
  ['November 23, 2026 8:00 AM', 'MMM d, yyyy', '2026-11-23T08:00'],
])('%s in the format %s is %s', (text, format, date) => {
  expect(parseWrittenDate(text, { format })).toBe(date);
});

it.each([
  ['28.12.', 'start', '2026-11-20', '2026-12-28'],
  ['8.1.', 'start', '2026-11-20', '2027-01-08'],
  ['Mo 30.11.', 'start', '2026-11-20', '2026-11-30'],
  ['25.05.', 'start', '2026-11-20', '2026-05-25'],
  ['KW 49', 'start', '2026-11-20', '2026-11-30'],
  ['KW 49', 'finish', '2026-11-20', '2026-12-04'],
  ['wk 1', 'start', '2026-11-20', '2027-01-04'],
  ['week 53', 'finish', '2026-11-20', '2027-01-01'],
] as const)('%s as a %s near %s is %s', (text, side, near, date) => {
  expect(parseWrittenDate(text, { format: 'dd.MM.', near, lastWeekday: 4 }, side)).toBe(date);
});

it.each([
  ['28.12.', 'dd.MM.'],
  ['KW 49', 'dd.MM.yyyy'],
  ['KW 54/2026', 'dd.MM.yyyy'],
  ['23/11/2026', undefined],
  ['31/11/2026', 'dd/MM/yyyy'],
  ['Monday', 'dd/MM/yyyy'],
  ['ca. 23/11/2026', 'dd/MM/yyyy'],
  ['A', 'dd/MM/yyyy'],
  ['', undefined],
])('%s in the format %s is not a date', (text, format) => {
  expect(parseWrittenDate(text, { format })).toBeUndefined();
});
