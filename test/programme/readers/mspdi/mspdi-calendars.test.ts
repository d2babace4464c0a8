import { describe, expect, it } from 'vitest';
import { formatDay } from '#base/day.ts';
import { exceptionDayLister } from '#programme/readers/mspdi/mspdi-calendars.ts';
import { documentShape } from '#programme/readers/mspdi/record-shapes.ts';
import { readXmlRecords } from '#programme/readers/xml-records.ts';
import { deep } from '../../../support/deep-checks.ts';

function exception(from: string, to: string, elements: Readonly<Record<string, string>>) {
  const texts = Object.entries(elements).map(([name, text]) => `<${name}>${text}</${name}>`);
  const period = `<TimePeriod><FromDate>${from}T00:00:00</FromDate><ToDate>${to}T23:59:00</ToDate></TimePeriod>`;
  const xml = `<Project><Calendars><Calendar><Exceptions><Exception>${period}${texts.join('')}</Exception></Exceptions></Calendar></Calendars></Project>`;
  const [project] = readXmlRecords(Buffer.from(xml), documentShape, never).Project;
  const [found] = project?.Calendar[0]?.Exception ?? [];
  if (found === undefined) throw new Error('The exception was not read.');
  return found;
}

const never = () => {
  throw new Error('The limit was reached.');
};

describe('an exception of a calendar falls', () => {
  it.each([
    ['on every day', '2000-01-01', '2000-01-03', { Type: '1' }, ['2000-01-01', '2000-01-02', '2000-01-03']],
    [
      'on every third day',
      '2000-02-01',
      '2000-02-08',
      { Type: '7', Period: '3' },
      ['2000-02-01', '2000-02-04', '2000-02-07'],
    ],
    [
      'on Tuesday of every second week',
      '2001-01-01',
      '2001-01-31',
      { Type: '6', Period: '2', DaysOfWeek: '4' },
      ['2001-01-02', '2001-01-16', '2001-01-30'],
    ],
    [
      'on the fourth of every fifth month',
      '2003-01-01',
      '2003-12-31',
      { Type: '4', Period: '5', MonthDay: '4' },
      ['2003-01-04', '2003-06-04', '2003-11-04'],
    ],
    [
      'on the last Friday of every sixth month',
      '2002-01-01',
      '2003-01-31',
      { Type: '5', Period: '6', MonthItem: '8', MonthPosition: '4' },
      ['2002-01-25', '2002-07-26', '2003-01-31'],
    ],
    [
      'on the last weekday of every month',
      '2026-10-01',
      '2026-11-30',
      { Type: '5', MonthItem: '1', MonthPosition: '4' },
      ['2026-10-30', '2026-11-30'],
    ],
    [
      'on 2 March of every year',
      '2005-01-01',
      '2006-12-31',
      { Type: '2', Month: '2', MonthDay: '2' },
      ['2005-03-02', '2006-03-02'],
    ],
    [
      'on the second Wednesday of April',
      '2004-01-01',
      '2005-12-31',
      { Type: '3', Month: '3', MonthItem: '6', MonthPosition: '1' },
      ['2004-04-14', '2005-04-13'],
    ],
    [
      'so often as it says',
      '2000-01-01',
      '2000-12-31',
      { Type: '1', EnteredByOccurrences: '1', Occurrences: '2' },
      ['2000-01-01', '2000-01-02'],
    ],
    ['never, from a later to an earlier day', '2000-02-01', '2000-01-01', { Type: '1' }, []],
  ])('%s', (_, from, to, elements, dates) => {
    expect(exceptionDayLister(never)(exception(from, to, elements)).map(formatDay)).toEqual(dates);
  });

  it.runIf(deep)('on no more days than the maximum per file', () => {
    let said = 0;
    const daysOf = exceptionDayLister(() => {
      said += 1;
    });
    const centuries = exception('1900-01-01', '2199-12-31', { Type: '2', Month: '11', MonthDay: '25' });
    const found = Array.from({ length: 100 }, () => daysOf(centuries).length);
    expect(found.filter((count) => count === 300)).toHaveLength(18);
    expect(found.at(-1)).toBe(0);
    expect(said).toBe(1);
  });
});
