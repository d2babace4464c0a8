import { describe, expect, it } from 'vitest';
import { formatDay, parseDay } from '#base/day.ts';
import { isSiteClosed } from '#planning-server/sample/calendar.ts';

function closed(region: 'gb' | 'au', year: number): string[] {
  const first = parseDay(`${year}-01-01`) ?? Number.NaN;
  return Array.from({ length: 365 + (year % 4 === 0 ? 1 : 0) }, (_, index) => first + index)
    .filter((day) => isSiteClosed(day, region))
    .map(formatDay);
}

const december = (year: number) =>
  ['25', '26', '27', '28', '29', '30', '31'].map((day) => `${year}-12-${day}`);

describe('the days on which sites are closed', () => {
  it.each([
    [2022, ['01-01', '01-03', '04-15', '04-18', '05-02', '05-30', '08-29']],
    [2023, ['01-01', '01-02', '04-07', '04-10', '05-01', '05-29', '08-28']],
    [2026, ['01-01', '04-03', '04-06', '05-04', '05-25', '08-31']],
    [2027, ['01-01', '01-02', '03-26', '03-29', '05-03', '05-31', '08-30']],
  ])('in England and Wales in %i are the bank holidays, and the days up to New Year', (year, days) => {
    expect(closed('gb', year)).toEqual([...days.map((day) => `${year}-${day}`), ...december(year)]);
  });

  it.each([
    [2026, '01-01 01-26 04-03 04-04 04-05 04-06 04-25 04-27 06-08 10-05'],
    [2027, '01-01 01-02 01-26 03-26 03-27 03-28 03-29 04-25 04-26 06-14 10-04'],
    [2028, '01-01 01-03 01-26 04-14 04-15 04-16 04-17 04-25 06-12 10-02'],
    [2030, '01-01 01-28 04-19 04-20 04-21 04-22 04-25 06-10 10-07'],
  ])('in New South Wales in %i are the public holidays, and the days up to New Year', (year, days) => {
    expect(closed('au', year)).toEqual([
      ...days.split(' ').map((day) => `${year}-${day}`),
      ...december(year),
    ]);
  });

  it.each(['1943-04-25', '1954-04-18', '1981-04-19', '2000-04-23', '2024-03-31', '2038-04-25', '2160-03-23'])(
    'include Easter Sunday on %s',
    (easter) => {
      const year = Number(easter.slice(0, 4));
      expect(closed('au', year)).toContain(easter);
    },
  );
});
