/**
 * Computes when a report is due. The rules are those of EventBridge Scheduler, so that a laptop and the cloud agree: a
 * local time that the clocks skip does not fire, and one that occurs twice fires once, the first time. If the skipped
 * time is the only one of its day, a report would be lost, so the configuration rejects such schedules. A schedule with
 * other times on that day is valid, but `validate` and `start` say what it skips.
 */
import { Cron } from 'croner';
import { Temporal } from 'temporal-polyfill';
import { getOrInsert } from '#base/get-or-insert.ts';
import { eventBridgeExpressions, readCron } from './cron.ts';

export type CronWithTimeZone = { readonly cron: string; readonly timeZone?: string | undefined };

export function nextScheduledTime(
  when: CronWithTimeZone,
  timeZone: string,
  after: Temporal.Instant,
): Temporal.Instant | undefined {
  const zone = when.timeZone ?? timeZone;
  const times = localTimes(when);
  // The search begins three hours earlier, which is more than any clock change, so that it finds both occurrences of a
  // repeated hour.
  let wall = times.next(localTimeAsUtc(after, zone).subtract({ hours: 3 }));
  while (wall !== undefined) {
    const instant = instantOfLocalTime(wall, zone);
    if (instant !== undefined && Temporal.Instant.compare(instant, after) > 0) return instant;
    wall = times.next(wall);
  }
  return undefined;
}

export function lastScheduledTime(
  when: CronWithTimeZone,
  timeZone: string,
  atOrBefore: Temporal.Instant,
): Temporal.Instant | undefined {
  const zone = when.timeZone ?? timeZone;
  const times = localTimes(when);
  let wall = times.previous(localTimeAsUtc(atOrBefore, zone).add({ hours: 3 }));
  while (wall !== undefined) {
    const instant = instantOfLocalTime(wall, zone);
    if (instant !== undefined && Temporal.Instant.compare(instant, atOrBefore) <= 0) return instant;
    wall = times.previous(wall);
  }
  return undefined;
}

/** A schedule for EventBridge Scheduler: one or more expressions such as `cron(0 14 ? * FRI *)`, and the time zone. */
export function eventBridgeSchedule(
  when: CronWithTimeZone,
  timeZone: string,
): { readonly expressions: readonly string[]; readonly timeZone: string } {
  return {
    expressions: eventBridgeExpressions(parsedSchedule(when).fields),
    timeZone: when.timeZone ?? timeZone,
  };
}

export function hasScheduledTime(when: CronWithTimeZone): boolean {
  return localTimes(when).next(Temporal.Instant.from('2026-01-01T00:00Z')) !== undefined;
}

type SkippedTime = {
  readonly time: string;
  readonly from: string;
  readonly to: string;
  readonly isOnlyTimeOfDay: boolean;
};

/**
 * Finds a time that the schedule skips at a clock change, preferably one that is the only time of its day. It searches
 * 2026 to 2040: the years are fixed, so that a valid file stays valid.
 */
export function findSkippedTime(when: CronWithTimeZone, timeZone: string): SkippedTime | undefined {
  const zone = when.timeZone ?? timeZone;
  const inZone = getOrInsert(skippedTimes, zone, () => new Map<string, readonly SkippedTime[]>());
  const skipped = getOrInsert(inZone, when.cron, () => allSkippedTimes(when, zone));
  return skipped.find(({ isOnlyTimeOfDay }) => isOnlyTimeOfDay) ?? skipped[0];
}

/**
 * Cache by time zone and cron expression: thousands of reports share a few schedules, and each search goes through 15
 * years of clock changes.
 */
const skippedTimes = new Map<string, Map<string, readonly SkippedTime[]>>();

function allSkippedTimes(when: CronWithTimeZone, zone: string): readonly SkippedTime[] {
  const times = localTimes(when);
  const skipped: SkippedTime[] = [];
  for (const gap of getOrInsert(gapsOfZones, zone, () => clockGaps(zone))) {
    const [from, to] = [asUtc(gap.from), asUtc(gap.to)];
    const wall = times.next(from.subtract({ seconds: 1 }));
    if (wall === undefined || Temporal.Instant.compare(wall, to) >= 0) continue;
    const isOfDay = (other: Temporal.Instant | undefined) =>
      other !== undefined && dateOfLocalTime(other).equals(dateOfLocalTime(wall));
    skipped.push({
      time: localTimeText(wall.toZonedDateTimeISO('UTC').toPlainDateTime()),
      from: gap.from.toPlainTime().toString().slice(0, 5),
      to: gap.to.toPlainTime().toString().slice(0, 5),
      isOnlyTimeOfDay: !isOfDay(times.previous(from)) && !isOfDay(times.next(to.subtract({ seconds: 1 }))),
    });
  }
  return skipped;
}

function dateOfLocalTime(wall: Temporal.Instant): Temporal.PlainDate {
  return wall.toZonedDateTimeISO('UTC').toPlainDate();
}

type ClockGap = { readonly from: Temporal.PlainDateTime; readonly to: Temporal.PlainDateTime };

const gapsOfZones = new Map<string, readonly ClockGap[]>();

function clockGaps(timeZone: string): readonly ClockGap[] {
  const end = Temporal.Instant.from('2041-01-01T00:00Z');
  const gaps: ClockGap[] = [];
  let at = Temporal.Instant.from('2026-01-01T00:00Z')
    .toZonedDateTimeISO(timeZone)
    .getTimeZoneTransition('next');
  while (at !== null && Temporal.Instant.compare(at.toInstant(), end) < 0) {
    const before = at.subtract({ nanoseconds: 1 });
    const from = at.toPlainDateTime().subtract({
      nanoseconds: at.offsetNanoseconds - before.offsetNanoseconds,
    });
    if (at.offsetNanoseconds > before.offsetNanoseconds) gaps.push({ from, to: at.toPlainDateTime() });
    at = at.getTimeZoneTransition('next');
  }
  return gaps;
}

/** The scheduled local times, as if they were in UTC, where no hour is missing or occurs twice. */
function localTimes(when: CronWithTimeZone): {
  next(after: Temporal.Instant): Temporal.Instant | undefined;
  previous(before: Temporal.Instant): Temporal.Instant | undefined;
} {
  const { cron } = parsedSchedule(when);
  const asInstant = (date: Date | null | undefined) =>
    date ? Temporal.Instant.fromEpochMilliseconds(date.getTime()) : undefined;
  return {
    next: (after) => asInstant(cron.nextRun(new Date(after.epochMilliseconds))),
    previous: (before) => asInstant(cron.previousRuns(1, new Date(before.epochMilliseconds))[0]),
  };
}

type ParsedSchedule = Extract<ReturnType<typeof readCron>, { kind: 'fields' }> & { readonly cron: Cron };

/** Cache of parsed schedules: parsing a cron expression is slow, and a process needs a few of them again and again. */
let parsedSchedules = new Map<string, ParsedSchedule>();
/**
 * Maximum number of cached schedules, of 80 kB each. If there were more, V8 would move them to its old generation,
 * where thousands would fill the memory until a full garbage collection.
 */
const maxParsedSchedules = 16;

function parsedSchedule(when: CronWithTimeZone): ParsedSchedule {
  // A new map, because a cleared one keeps a reference that would delay the collection of the next schedules.
  if (parsedSchedules.size === maxParsedSchedules && !parsedSchedules.has(when.cron))
    parsedSchedules = new Map();
  return getOrInsert(parsedSchedules, when.cron, () => {
    const read = readCron(when.cron);
    if (read.kind === 'wrong') throw new RangeError(`${JSON.stringify(when.cron)} ${read.problem}`);
    const cron = new Cron(read.pattern, { utcOffset: 0, mode: '5-part', paused: true });
    return { ...read, cron };
  });
}

function localTimeAsUtc(instant: Temporal.Instant, timeZone: string): Temporal.Instant {
  return asUtc(instant.toZonedDateTimeISO(timeZone).toPlainDateTime());
}

function asUtc(wall: Temporal.PlainDateTime): Temporal.Instant {
  return wall.toZonedDateTime('UTC').toInstant();
}

/** The first instant at which clocks in the zone show this local time; undefined if they skip it. */
function instantOfLocalTime(wall: Temporal.Instant, timeZone: string): Temporal.Instant | undefined {
  const local = wall.toZonedDateTimeISO('UTC').toPlainDateTime();
  const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  return zoned.toPlainDateTime().equals(local) ? zoned.toInstant() : undefined;
}

function localTimeText(wall: Temporal.PlainDateTime): string {
  return wall
    .toLocaleString('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
    .replaceAll(',', '');
}
