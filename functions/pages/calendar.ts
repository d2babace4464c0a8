/** The days of a cut as a calendar file (RFC 5545). */
import { addDaysToIsoDate, formatDay } from '#base/day.ts';
import { sha256Of } from '#base/digest.ts';
import type { PageTask, StoredPage } from './stored-page.ts';

type WorkStretch = PageTask['runs'][number];
type CalendarEvent = { readonly uid: string; readonly task: PageTask; readonly stretch: WorkStretch };

/**
 * One event per stretch of consecutive days of work. A stretch has the same UID in every file, and SEQUENCE grows with
 * the time at which the tasks were read, so that a calendar program updates the events of last week's file.
 * @param earlier pages of earlier issues, the latest first. Their stretches that overlap the days of `page` and are not
 *   in it are cancelled
 */
export function calendarFileText(page: StoredPage, earlier: readonly StoredPage[]): string {
  const own = eventsOf(page);
  const known = new Set(own.map(({ uid }) => uid));
  const [first, last] = [formatDay(page.days.at(0)?.day ?? 0), formatDay(page.days.at(-1)?.day ?? 0)];
  const gone = earlier.flatMap(eventsOf).filter(({ uid, stretch }) => {
    if (known.has(uid) || stretch.last < first || stretch.first > last) return false;
    known.add(uid);
    return true;
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lookahead//Week page//EN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(page.project.name)}`,
    ...own.flatMap((event) => eventLines(event, page, 'CONFIRMED')),
    ...gone.flatMap((event) => eventLines(event, page, 'CANCELLED')),
    'END:VCALENDAR',
  ];
  return `${lines.map(foldedLine).join('\r\n')}\r\n`;
}

function eventsOf({ project, tasks }: StoredPage): readonly CalendarEvent[] {
  return tasks.flatMap((task) =>
    task.runs.map((stretch) => {
      const uid = `${sha256Of(JSON.stringify([project.key, task.id, stretch.first])).slice(0, 32)}@lookahead`;
      return { uid, task, stretch };
    }),
  );
}

function eventLines(
  { uid, task, stretch }: CalendarEvent,
  page: StoredPage,
  status: 'CONFIRMED' | 'CANCELLED',
): readonly string[] {
  const { missing, shift, subcontractor, place } = task;
  const about = [
    [subcontractor, task.ref].filter((part) => part !== '').join(' · '),
    ...missing.map(({ says, ask }) => `${says}${ask === undefined ? '' : `. Ask ${ask.name}`}`),
    `As of ${page.revision}, ${page.source}. A later revision may differ.`,
  ].filter((line) => line !== '');
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${sequenceOf(page)}`,
    `DTSTAMP:${compactInstant(page.read.instant)}`,
    ...eventTimes(stretch),
    `SUMMARY:${escaped(`${task.ready === 'no' ? '✗ ' : ''}${task.name} (${shift.toLowerCase()})`)}`,
    ...(place === '' ? [] : [`LOCATION:${escaped(place)}`]),
    `DESCRIPTION:${escaped(about.join('\n'))}`,
    `STATUS:${status}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function eventTimes({ first, last, from, to }: WorkStretch): readonly string[] {
  if (from !== undefined && to !== undefined)
    return [`DTSTART:${compactInstant(from)}`, `DTEND:${compactInstant(to)}`];
  return [
    `DTSTART;VALUE=DATE:${compactDate(first)}`,
    `DTEND;VALUE=DATE:${compactDate(addDaysToIsoDate(last, 1))}`,
  ];
}

/** Minutes since 2020, which fits into the 32 bits of an iCalendar integer. */
function sequenceOf({ read }: StoredPage): number {
  return Math.floor((Date.parse(read.instant) - Date.UTC(2020)) / 60_000);
}

function compactDate(day: string): string {
  return day.replaceAll('-', '');
}

function compactInstant(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n');
}

/** Folds at 75 octets (RFC 5545), never within a character. */
function foldedLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 75) {
      parts.push(part);
      // The space that begins the next line counts as an octet.
      [part, octets] = ['', 1];
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n ');
}
