import { describe, expect, it } from 'vitest';
import { localInstantOf, type ReportDates } from '#lookahead/dates/report-dates.ts';
import { dataSourceText, staleDataText } from '#lookahead/report-words.ts';
import { day } from '../support/builders/a-plan-input.ts';

const imported = localInstantOf('2017-09-16T23:30:00Z', 'Europe/London');

const dates = (programme?: Partial<ReportDates['programme'] & object>): ReportDates => ({
  reportDay: day('2026-11-20'),
  read: localInstantOf('2026-11-20T14:02:00Z', 'Europe/London'),
  programme: programme && { label: '3', dataDate: undefined, imported: undefined, ...programme },
});

describe('the data of a report', () => {
  it.each<[string, Parameters<typeof dates>[0], string]>([
    ['its programme', { dataDate: '2026-11-18' }, 'programme of 18 Nov, version 3'],
    [
      'a programme of another year',
      { dataDate: '2017-09-16T08:00', imported },
      'programme of 16 Sep 2017, version 3',
    ],
    ['its local day of import', { imported }, 'programme imported 17 Sep 2017, no data date, version 3'],
    ['the time at which it was read, if the version has no date', {}, 'tasks read Fri 20 Nov 2026 14:02 GMT'],
    [
      'the time at which it was read, if there is no version',
      undefined,
      'tasks read Fri 20 Nov 2026 14:02 GMT',
    ],
    [
      'a version name, which is shortened if it is long',
      { label: 'f'.repeat(64), imported },
      `no data date, version ${'f'.repeat(16)}…`,
    ],
  ])('is named by %s', (_, programme, words) => {
    const text = dataSourceText(dates(programme), day('2026-11-20'));
    expect(text.endsWith(words)).toBe(true);
    if (programme?.label === undefined) expect(text).toBe(words);
  });
});

describe('a programme is old', () => {
  it('if more days have passed since its data date than the project allows', () => {
    expect(staleDataText(dates({ dataDate: '2026-11-10' }), 10)).toBeUndefined();
    expect(staleDataText(dates({ dataDate: '2026-11-09', imported }), 10)).toBe(
      'Programme of 9 Nov, version 3: 11 days old. What has happened since is not shown.',
    );
    expect(staleDataText(dates({ dataDate: '2026-11-09' }), 11)).toBeUndefined();
  });

  it('if too many days have passed since its import and it has no data date', () => {
    expect(staleDataText(dates({ imported }), 10)).toMatch(
      /^Programme imported 17 Sep 2017, no data date, version 3: 3,351 days old\./,
    );
  });

  it('never, if the service gives no date for it', () => {
    expect(staleDataText(dates({}), 10)).toBeUndefined();
    expect(staleDataText(dates(), 10)).toBeUndefined();
  });
});
