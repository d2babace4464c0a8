import { describe, expect, it } from 'vitest';
import { calendarFileText } from '#pages/calendar.ts';
import type { StoredPage } from '#pages/stored-page.ts';
import { day, weekFrom } from '../support/builders/a-plan-input.ts';
import type { SiteTaskProperties } from '../support/builders/a-site-task.ts';
import { importedEvents, readWithIcalJs } from '../support/calendar/read-calendar.ts';
import { twoFiles } from '../support/calendar/two-files.ts';
import { aPageOfWeek, aProjectIn, withTask } from '../support/pages/a-page.ts';

const monday = '2026-11-23';
const nextMonday = '2026-11-30';

function events(page: StoredPage, earlier: readonly StoredPage[] = []) {
  return readWithIcalJs(calendarFileText(page, earlier));
}

const timesOf = (page: StoredPage) => events(page).map(({ start, end }) => [start, end]);

/** The lines of a file after unfolding. */
function unfolded(file: string): readonly string[] {
  return file.replaceAll('\r\n ', '').split('\r\n');
}

describe('a calendar file', () => {
  it('has an event for each stretch of days of work, with shift and revision', () => {
    const page = aPageOfWeek(monday, [
      { id: 'A1', name: 'Trim piles', start: '2026-11-24', finish: '2026-12-02', location: 'Grid 1' },
      { id: 'A2', name: 'Cancelled', start: '2026-11-24', status: 'cancelled' },
      { id: 'A3', name: 'Some day' },
    ]);
    expect(events(page)).toEqual([
      {
        uid: expect.stringMatching(/^[0-9a-f]{32}@lookahead$/),
        sequence: expect.any(Number),
        status: 'CONFIRMED',
        summary: 'Trim piles (day shift)',
        description: expect.stringMatching(
          /^Pile Co · A1\n.*\nAs of Weekly lookahead .* revision 1, .*\. A later revision may differ\.$/s,
        ),
        location: 'Grid 1',
        start: '2026-11-24',
        end: '2026-11-28',
      },
    ]);
  });

  it('has one event for each part of a task that is split by a weekend', () => {
    const window = weekFrom(monday, 2);
    const page = aPageOfWeek(monday, [{ start: '2026-11-26', finish: '2026-12-01' }], { window });
    expect(timesOf(page)).toEqual([
      ['2026-11-26', '2026-11-28'],
      ['2026-11-30', '2026-12-02'],
    ]);
    expect(new Set(events(page).map(({ uid }) => uid)).size).toBe(2);
  });

  it('has times if the service gives them, and a night ends in the morning', () => {
    const source = { start: '2026-11-24T08:00:00', finish: '2026-11-24T16:30:00' };
    const night = { start: '2026-11-25T20:00:00', finish: '2026-11-27T06:00:00' };
    const page = aPageOfWeek(monday, [
      { id: 'A1', source },
      { id: 'A2', shift: 'night', source: night },
    ]);
    expect(timesOf(page)).toEqual([
      ['2026-11-24T08:00:00Z', '2026-11-24T16:30:00Z'],
      ['2026-11-25T20:00:00Z', '2026-11-27T06:00:00Z'],
    ]);
  });

  it('keeps the local times of the site across a clock change', () => {
    const source = { start: '2026-10-02T07:00:00', finish: '2026-10-05T15:00:00' };
    const page = aPageOfWeek('2026-09-28', [{ fiveDay: false, source }], {
      project: aProjectIn('Australia/Sydney'),
      window: weekFrom('2026-09-28', 2),
      reportDay: day('2026-09-25'),
    });
    expect(timesOf(page)).toEqual([['2026-10-01T21:00:00Z', '2026-10-05T04:00:00Z']]);
  });

  it('crosses week 53 into the new year', () => {
    const page = aPageOfWeek('2026-12-28', [{ start: '2026-12-30', finish: '2026-12-31' }]);
    const over = aPageOfWeek('2026-12-28', [{ start: '2026-12-31', finish: '2027-01-01' }]);
    expect([...timesOf(page), ...timesOf(over)]).toEqual([
      ['2026-12-30', '2027-01-01'],
      ['2026-12-31', '2027-01-02'],
    ]);
  });

  it('without tasks is a valid calendar without events', () => {
    const file = calendarFileText(aPageOfWeek(monday, []), []);
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:.*\r\n.*END:VCALENDAR\r\n$/s);
    expect(readWithIcalJs(file)).toEqual([]);
  });

  it('is the same for the same page', () => {
    const page = aPageOfWeek(monday, [{ start: monday }]);
    expect(calendarFileText(structuredClone(page), [])).toBe(calendarFileText(page, []));
  });
});

describe('the texts of a calendar file', () => {
  const texts = [
    ['\\ ; , and a line\nend', 'Steel; rods, 2\\3\nand plates'],
    ['markup', '<b onclick="x">Pour</b> &amp; "cure"'],
    ['text that looks like a property', 'x\nEND:VEVENT\nBEGIN:VALARM'],
    ['10,000 characters', 'x'.repeat(10_000)],
    ['characters of 2, 3 and 4 bytes', 'ä€🏗️👷🏽‍♀️'.repeat(200)],
    ['blanks where a line is folded', '  a '.repeat(200)],
  ] as const;

  it.each(texts)('are read back unchanged (%s)', (_, name) => {
    const page = withTask({ name, place: name, subcontractor: name });
    const [event] = events(page);
    expect(event).toMatchObject({ summary: `${name} (day shift)`, location: name });
    expect(event?.description.startsWith(`${name} · `)).toBe(true);
  });

  it.each(texts)('are in lines of at most 75 octets that end with CRLF (%s)', (_, name) => {
    const file = calendarFileText(withTask({ name, place: name }), []);
    expect(file.endsWith('\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const lines = file.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    // A split character would become two unpaired surrogates.
    expect(lines.every((line) => line.isWellFormed())).toBe(true);
  });

  it('escape separators of values', () => {
    const file = calendarFileText(withTask({ name: 'a\\b;c,d\ne:f"g' }), []);
    expect(unfolded(file)).toContain('SUMMARY:a\\\\b\\;c\\,d\\ne:f"g (day shift)');
  });

  it('fill each line before they are folded', () => {
    const file = calendarFileText(withTask({ name: 'x'.repeat(300) }), []);
    const start = file.split('\r\n').findIndex((line) => line.startsWith('SUMMARY'));
    const sizes = file.split('\r\n').slice(start, start + 4);
    expect(sizes.map(({ length }) => length)).toEqual([75, 75, 75, 75]);
  });
});

describe('the file of the next report', () => {
  const uids = (page: StoredPage) => events(page).map(({ uid }) => uid);

  it('has the same event again, with a higher sequence', () => {
    const task = { start: '2026-11-26', finish: '2026-12-02', fiveDay: false };
    const [one] = events(aPageOfWeek(monday, [task]));
    const [other] = events(aPageOfWeek(nextMonday, [task]));
    expect(other?.uid).toBe(one?.uid);
    expect(other?.sequence).toBe((one?.sequence ?? 0) + 7 * 24 * 60);
    expect([one, other].map((event) => [event?.start, event?.end])).toEqual([
      ['2026-11-26', '2026-11-30'],
      ['2026-11-26', '2026-12-03'],
    ]);
  });

  it('has a sequence that fits into 31 bits until 2099', () => {
    const page = withTask({});
    const late = { ...page, read: { ...page.read, instant: '2099-12-31T23:59:00Z' } };
    expect(events(late)[0]?.sequence).toBeLessThan(2 ** 31);
    expect(events(page)[0]?.sequence).toBeGreaterThan(0);
  });

  it('has different events for another project, task or first day, but not for another name', () => {
    const page = withTask({});
    const of = (changes: Partial<StoredPage['project']>) => ({
      ...page,
      project: { ...page.project, ...changes },
    });
    const others = [
      of({ key: 'quay' }),
      withTask({ id: 'other' }),
      withTask({ runs: [{ first: '2026-11-25', last: '2026-11-25' }] }),
    ];
    expect(new Set([page, ...others].flatMap(uids)).size).toBe(4);
    expect(uids(of({ name: 'Renamed' }))).toEqual(uids(page));
    expect(uids(withTask({ name: 'Renamed', ref: 'B1' }))).toEqual(uids(page));
  });

  const task = { start: '2026-12-01', finish: '2026-12-02' };
  const window = weekFrom(monday, 2);
  const cancelled = (now: readonly SiteTaskProperties[], ...before: (readonly SiteTaskProperties[])[]) =>
    events(
      aPageOfWeek(nextMonday, now),
      before.map((tasks) => aPageOfWeek(monday, tasks, { window })),
    ).filter(({ status }) => status === 'CANCELLED');

  it('cancels a stretch in its dates that is removed or moved, or whose task is cancelled', () => {
    expect(cancelled([], [task])).toMatchObject([{ start: '2026-12-01', end: '2026-12-03' }]);
    expect(cancelled([{ ...task, start: '2026-12-02' }], [task])).toHaveLength(1);
    expect(cancelled([{ ...task, status: 'cancelled' }], [task])).toHaveLength(1);
    expect(cancelled([task], [task])).toEqual([]);
  });

  it('cancels a stretch once, with its own sequence, even if several earlier files had it', () => {
    const found = cancelled([{ id: 'A9', start: nextMonday }], [task], [task]);
    expect(found).toHaveLength(1);
    expect(found[0]?.sequence).toBe(events(aPageOfWeek(nextMonday, [{ start: nextMonday }]))[0]?.sequence);
  });

  it('leaves stretches before and after its dates', () => {
    const past = { start: '2026-11-25', finish: '2026-11-26' };
    expect(cancelled([], [past])).toEqual([]);
    const later = aPageOfWeek(monday, [{ start: '2026-12-08' }], { window: weekFrom(monday, 3) });
    expect(events(aPageOfWeek(nextMonday, []), [later])).toEqual([]);
  });

  it.each([1, 2] as const)(
    'gives the new plan to a calendar that imported the last file, and keeps its past days (%d weeks)',
    (weeks) => {
      const { files, held } = twoFiles(weeks);
      const [first, second] = files.map(readWithIcalJs);
      expect(importedEvents(first ?? [], second ?? [])).toEqual(held);
      expect(importedEvents(second ?? [], first ?? [])).toEqual(held);
      expect(importedEvents(first ?? [], second ?? [], second ?? [])).toEqual(held);
    },
  );
});
