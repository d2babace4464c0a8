/**
 * Asks for answers with an issue: when they close, what each audience is asked, and what is stored for that.
 *
 * `makeIssue` calls these functions in this order, for an issue whose tasks were read on Fri 20 Nov at 14:00:
 *
 *     const closes = answerClosingTime('MON 07:00', { window, timeZone, read });
 *     // { instant, label: 'Mon 23 Nov, 07:00' }
 *     const questions = createPageQuestions(cut, { ...answers, closes, nameDays: 90 });    // stored in its page
 *     await storeAnswerRequest(store, { run, closes, asked: [{ message: 'subcontractor-s1', questions, … }], … });
 */
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import type { ContentOf } from '#archive/objects.ts';
import {
  clockTimeOf,
  type Day,
  formatDay,
  localDayOf,
  plainDateFromDay,
  type StartAndFinish,
} from '#base/day.ts';
import { closingDayOffsets } from '#config/closing-days.ts';
import { plainTaskName, plainText } from '#display/plain-text.ts';
import { datesText, dayText } from '#lookahead/dates/day-text.ts';
import { localInstantOf } from '#lookahead/dates/report-dates.ts';
import { overlaps, type Window, weeksText, weekWindow } from '#lookahead/dates/window.ts';
import { addWorkingDays, calendarOfType } from '#lookahead/dates/working-days.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { TaskReadingSettings } from '#lookahead/tasks/read-task.ts';
import { isUnfinished } from '#lookahead/tasks/status.ts';
import { pageKey, parsePageKey } from '#pages/page-link.ts';
import { isoDates } from '#pages/page-of-plan.ts';
import type { PageQuestions } from '#pages/stored-page.ts';
import { contactAddressDigest, type RunObjectKeyValues, runPrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { composeAnswerRequestToAudience, storeAnswerRequestPerAudience } from './latest-answers.ts';

/**
 * Minimum number of hours from the pull until the answers close.
 * @tunable
 */
const hoursToAnswer = 24;

/** `instant` in ISO 8601, and `label` in the project's time zone: `Mon 23 Nov, 07:00`. */
export type ClosingTime = PageQuestions['closes'];

/**
 * When the answers to an issue close: at the configured time, or a day after its tasks were read if that is later. If
 * that is a holiday, they close at the same time on the next working day. They close at the end of the first week at
 * the latest, because the week is measured then.
 * @param until as configured: `MON 07:00`
 * @param of.read ISO 8601 instant
 */
export function answerClosingTime(
  until: string,
  of: TaskReadingSettings & { readonly window: Window; readonly read: string },
): ClosingTime {
  const { window, timeZone, read, holidays = [] } = of;
  const configured = configuredInstant(until, window.first, timeZone);
  const earliest = Temporal.Instant.from(read).add({ hours: hoursToAnswer });
  const latest = plainDateFromDay(window.first).add({ days: 7 }).toZonedDateTime(timeZone).toInstant();
  const [, later = configured] = [configured, earliest].sort(Temporal.Instant.compare);
  const [at = latest] = [afterHolidays(later, { timeZone, holidays }), latest].sort(Temporal.Instant.compare);
  const local = localInstantOf(at.toString(), timeZone);
  return {
    instant: at.toString(),
    label: `${dayText(local.day, window.first)}, ${clockTimeOf(at, timeZone)}`,
  };
}

/** @param time as configured: `MON 07:00` */
function configuredInstant(time: string, monday: Day, timeZone: string): Temporal.Instant {
  const [day, plainTime = ''] = time.split(' ');
  const days = Object.entries(closingDayOffsets).find(([name]) => name === day)?.[1] ?? 0;
  return plainDateFromDay(monday).add({ days }).toZonedDateTime({ timeZone, plainTime }).toInstant();
}

function afterHolidays(
  at: Temporal.Instant,
  { timeZone, holidays }: { readonly timeZone: string; readonly holidays: readonly Day[] },
): Temporal.Instant {
  const day = localDayOf(at, timeZone);
  if (!holidays.includes(day)) return at;
  const next = addWorkingDays(calendarOfType('five-day', new Set(holidays)), day, 1);
  return at
    .toZonedDateTimeISO(timeZone)
    .add({ days: next - day })
    .toInstant();
}

/**
 * The questions for an audience: does it promise its unfinished tasks of the first week, and were its tasks of the week
 * before done?
 * @returns undefined for everyone, who is not asked
 */
export function createPageQuestions(
  lookahead: Lookahead,
  settings: Pick<PageQuestions, 'closes' | 'nameDays'> & { readonly reasons: readonly string[] },
): PageQuestions | undefined {
  const { audience, window, tasks, toConfirm, reportDay, ppc } = lookahead;
  if (audience.kind === 'everyone') return undefined;
  const week = weekWindow(window.first);
  const asked = tasks.flatMap(({ id, status, dates, people }) =>
    dates !== undefined && isUnfinished(status) && overlaps(week, dates) ? [{ id, dates, people }] : [],
  );
  const tasksToConfirm = toConfirm.map(({ task, dates, now }) => ({
    id: task.id,
    ...isoDates(dates),
    ref: plainText(task.ref),
    name: plainTaskName(task.name),
    place: plainText(task.selectedBy.location?.name ?? ''),
    planned: datesText(dates, reportDay),
    ...movedOrLostText(dates, now, reportDay),
  }));
  const lastWeek = { week: formatDay(ppc.week.first), weekName: weeksText(ppc.week), tasks: tasksToConfirm };
  return {
    ...settings,
    reasons: [...settings.reasons],
    cut: { ...audience, name: plainText(audience.name) },
    week: formatDay(week.first),
    weekName: weeksText(week),
    tasks: asked
      .sort((a, b) => a.dates.start - b.dates.start || a.dates.finish - b.dates.finish)
      .map(({ id, dates, people }) => ({ id, ...isoDates(dates), people })),
    ...(tasksToConfirm.length === 0 ? {} : { toClose: lastWeek }),
  };
}

/**
 * Why a task of last week is not asked about: it is no longer in the plan, has no dates in it, or moved to later dates.
 * Otherwise an empty object.
 */
function movedOrLostText(
  planned: StartAndFinish,
  task: Lookahead['toConfirm'][number]['now'],
  reportDay: Day,
): { readonly since?: string } {
  if (task === undefined) return { since: 'no longer in the plan' };
  const now = task.dates;
  if (now === undefined) return { since: 'without dates in the plan' };
  const isLater = now.start > planned.start || now.finish > planned.finish;
  return isLater ? { since: `moved to ${datesText(now, reportDay)}` } : {};
}

export type MessageWithQuestions = {
  readonly message: string;
  readonly questions: PageQuestions;
  /** The link to its answer page. */
  readonly link: string;
  /** Each address gets its own reminder. */
  readonly to: readonly string[];
  readonly replyTo: readonly string[];
};

/**
 * Stores what an issue asks, when its answers close, and the reminders. The caller stores the issue afterwards; if an
 * attempt is killed in between, the next one stores the same again.
 */
export async function storeAnswerRequest(
  store: ObjectStore,
  issue: Omit<ContentOf<typeof objects.answersClosing>, 'window'> & {
    readonly run: RunObjectKeyValues;
    /** When the tasks of the issue were read, ISO 8601. */
    readonly readAt: string;
    readonly closes: ClosingTime;
    /** The configured time of reminders to readers who have not answered: `SUN 18:00`. */
    readonly remind: string | undefined;
    /** An audience that an earlier revision asked is no longer asked unless its message is one of these. */
    readonly asked: readonly MessageWithQuestions[];
  },
): Promise<void> {
  const { run, readAt, closes, remind, asked, ...ofClosing } = issue;
  const prefix = runPrefix(run);
  const asks = new Map(
    asked.map(({ message, questions }) => [message, composeAnswerRequestToAudience(questions, readAt)]),
  );
  await storeAnswerRequestPerAudience(store, parsePageKey(pageKey(prefix, 'everyone')), asks, readAt);
  if (asked.length === 0) return;
  const { window } = run;
  const { projectName, timeZone } = ofClosing;
  const closing = { ...run, at: Temporal.Instant.from(closes.instant) };
  await objects.answersClosing.create(store, closing, { window, ...ofClosing });
  if (remind === undefined) return;
  const at = configuredInstant(remind, window.first, timeZone);
  const { epochMilliseconds } = at;
  const isAhead = Date.parse(readAt) < epochMilliseconds && epochMilliseconds < closing.at.epochMilliseconds;
  if (!isAhead) return;
  for (const { message, link, to: addresses, replyTo } of asked) {
    for (const to of addresses) {
      const reminder = { ...run, at, message, contact: contactAddressDigest(to) };
      await objects.reminder.create(store, reminder, {
        to,
        replyTo: [...replyTo],
        projectName,
        run: prefix,
        link,
      });
    }
  }
}
