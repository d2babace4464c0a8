/** Reads calendar files with the icalendar library of Python. */
import { describe, expect, it } from 'vitest';
import { calendarFileText } from '#pages/calendar.ts';
import {
  hasPythonIcalendar,
  importedEvents,
  readWithIcalJs,
  readWithPythonIcalendar,
} from '../../support/calendar/read-calendar.ts';
import { twoFiles } from '../../support/calendar/two-files.ts';
import { withTask } from '../../support/pages/a-page.ts';

describe.skipIf(!hasPythonIcalendar)('icalendar', () => {
  it.each([1, 2] as const)(
    'reads two consecutive files, which give the new plan and keep the past days (%d weeks)',
    (weeks) => {
      const { files, held } = twoFiles(weeks);
      const [first, second] = files.map(readWithPythonIcalendar);
      expect(importedEvents(first ?? [], second ?? [])).toEqual(held);
      expect(importedEvents(second ?? [], first ?? [])).toEqual(held);
      expect([first, second]).toEqual(files.map(readWithIcalJs));
    },
  );

  it.each([
    'Steel; rods, 2\\3\nand <b>plates</b>',
    'x'.repeat(10_000),
    'ä€🏗️👷🏽‍♀️'.repeat(200),
    'x\nEND:VEVENT\nBEGIN:VALARM',
  ])('reads a name exactly as it was written', (name) => {
    const file = calendarFileText(withTask({ name, place: name }), []);
    expect(readWithPythonIcalendar(file)).toMatchObject([{ summary: `${name} (day shift)`, location: name }]);
  });
});
