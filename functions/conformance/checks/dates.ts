import { addDays, isWeekend } from '../../base/day.ts';
import {
  countWorkingDays,
  isWorkingDay,
  readCalendarType,
  type WorksOn,
  withOwnDays,
} from '../../lookahead/dates/working-days.ts';
import { readShift } from '../../lookahead/tasks/read-task.ts';
import type { ProbeContext } from '../reading/context.ts';
import {
  count,
  type JsonRecord,
  numberOf,
  tallyText,
  textOf,
  textsAt,
  wordOf,
} from '../reading/describe-answer.ts';
import { type DatedTask, datedTasks, type TaskFacts } from '../reading/task-facts.ts';
import { checksOf, differs, everyTask, holds, holdsIf, notSeen, survey } from './judges.ts';

const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const dateTimeForm = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

function formOf(text: string): string {
  if (dateForm.test(text)) return 'date';
  const match = dateTimeForm.exec(text);
  if (!match) return 'another form';
  const offset = match[1]?.toUpperCase();
  if (offset === undefined) return 'date-time, no offset';
  return offset === 'Z' ? 'date-time, Z' : 'date-time, offset';
}

const outerDates = async ({ known }: ProbeContext) => textsAt(rawOf(await known()), 'start', 'finish');
const innerDatePaths = ['progress.date', 'materials.dailyPlanned.date', 'materials.dailyActual.date'];

function rawOf(tasks: readonly TaskFacts[]): readonly JsonRecord[] {
  return tasks.map(({ raw }) => raw);
}

/** How dates are written. */
const forms = {
  rule: 'YYYY-MM-DD, a local date',
  fits: (form: string) => form === 'date',
  seen: tallyText,
  none: 'no dates',
};

type MeasuredTask = DatedTask & {
  readonly duration: number;
  readonly calendarType: string;
  readonly worksOn: WorksOn;
};

/** Dated tasks with a duration above 0 and a calendar of a known kind. */
async function measuredTasks({ sample }: ProbeContext): Promise<readonly MeasuredTask[]> {
  return datedTasks(await sample()).flatMap((task) => {
    const duration = numberOf(task.raw['duration']) ?? 0;
    const [calendarType] = textsAt([task.raw], 'calendar.type');
    if (duration <= 0 || calendarType === undefined) return [];
    const worksOn = withOwnDays(readCalendarType(calendarType), {
      nonWorkingDays: textsAt([task.raw], 'nonWorkingDays'),
      extraWorkingDays: textsAt([task.raw], 'extraWorkingDays'),
      daysWithoutWork: textsAt([task.raw], 'daysWithoutWork'),
    });
    return [{ ...task, duration, calendarType, worksOn }];
  });
}

function workingDays({ start, finish, worksOn }: MeasuredTask): number {
  return countWorkingDays(worksOn, start, finish);
}

/** A service that tells the hours of the first and the last day may count parts of these two. */
function isInWorkingDays(task: MeasuredTask): boolean {
  const days = workingDays(task);
  const { startTime, finishTime } = task.raw;
  const hasHours = startTime !== undefined || finishTime !== undefined;
  return hasHours ? task.duration > days - 2 && task.duration <= days : task.duration === days;
}

const withoutLastDay = (task: MeasuredTask) => workingDays({ ...task, finish: addDays(task.finish, -1) });

/** Possible units of a duration, counted from start to finish; our reading first. */
const durationReadings: Readonly<Record<string, (task: MeasuredTask) => number>> = {
  'working days': workingDays,
  'working days without the last': withoutLastDay,
  'calendar days': ({ start, finish }) => finish - start + 1,
  'hours, 8 a working day': (task) => workingDays(task) * 8,
  'minutes, 480 a working day': (task) => workingDays(task) * 480,
};

/** Holidays and hand-set durations are part of any real plan. */
const tolerance = 0.2;

export const dateChecks = checksOf({ theme: 'Dates and durations', asked: everyTask, source: 'ours' }, [
  survey({
    id: 'dates.form',
    question: 'How are start and finish written?',
    ...forms,
    values: async (context) => (await outerDates(context)).map(formOf),
  }),
  survey({
    id: 'dates.inner-form',
    question: 'How are the dates of progress and daily quantities written?',
    ...forms,
    values: async ({ items }) => textsAt(await items(), ...innerDatePaths).map(formOf),
  }),
  survey({
    id: 'dates.readable',
    question: 'Can every date be read?',
    rule: 'dates, and ISO date-times',
    values: async (context) => [
      ...(await outerDates(context)),
      ...textsAt(rawOf(await context.known()), ...innerDatePaths),
    ],
    fits: (text, { readDate }) => readDate(text).kind !== 'unreadable',
    seen: (texts, unread) => `${unread} of ${count(texts.length, 'date')} cannot be read`,
    none: '0 of 0 dates cannot be read',
  }),
  {
    id: 'dates.midnight',
    question: 'Does a finish at 00:00 include that day?',
    rule: 'it does, unless the duration says not',
    async ask(context) {
      const fits = (await measuredTasks(context)).flatMap((task) => {
        const finish = context.readDate(textOf(task.raw['finish']));
        if (finish.kind !== 'date' || !finish.midnight || task.start === task.finish) return [];
        const withIt = workingDays(task) === task.duration;
        if (withIt === (withoutLastDay(task) === task.duration)) return ['undecided'];
        return [withIt ? 'included' : 'not included'];
      });
      if (fits.length === 0) return notSeen('no finish at 00:00 of a task of several days');
      const decided = fits.filter((fit) => fit !== 'undecided');
      const included = decided.filter((fit) => fit === 'included').length;
      return decided.length === 0
        ? notSeen(tallyText(fits))
        : holdsIf(included * 2 >= decided.length, tallyText(fits));
    },
  },
  {
    id: 'dates.night',
    question: 'Does night work end the morning after, by its dates?',
    rule: 'the bar is on the date it begins',
    async ask({ sample, readDate }) {
      const shapes = datedTasks(await sample()).flatMap(({ raw }) => {
        if (readShift(textOf(raw['shift'])) !== 'night') return [];
        const [start, finish] = [readDate(textOf(raw['start'])), readDate(textOf(raw['finish']))];
        if (start.kind !== 'date' || finish.kind !== 'date') return [];
        if (start.time === undefined || finish.time === undefined) return ['dates without a time'];
        return [finish.time < start.time ? 'ends the morning after' : 'ends later in the day than it began'];
      });
      const seen = tallyText(shapes);
      const timed = shapes.some((shape) => shape !== 'dates without a time');
      // With times the rule is applied by them; without, the date says all there is.
      return timed ? holds(seen) : notSeen(seen || 'no night work with dates');
    },
  },
  {
    id: 'dates.missing',
    question: 'Do tasks come without start or finish?',
    rule: 'they may: one day, or no bar',
    async ask({ known }) {
      const kinds = (await known()).map(({ start, finish }) => {
        if (start === undefined) return finish === undefined ? 'neither' : 'finish only';
        return finish === undefined ? 'start only' : 'both';
      });
      const seen = tallyText(kinds) || 'no tasks';
      return kinds.some((kind) => kind !== 'both') ? holds(seen) : notSeen(seen);
    },
  },
  survey({
    id: 'dates.order',
    question: 'Does a start come after its finish?',
    rule: 'rarely: they are swapped and marked',
    values: async ({ known }) =>
      (await known()).flatMap(({ start, finish }) =>
        start !== undefined && finish !== undefined ? [{ start, finish }] : [],
      ),
    fits: ({ start, finish }) => start <= finish,
    seen: (both, reversed) => `${reversed} of ${count(both.length, 'task')}`,
    none: 'no tasks with both',
    tolerance: 0.05,
  }),
  {
    id: 'duration.unit',
    question: 'What does duration count?',
    rule: 'working days, finish included',
    async ask(context) {
      const tasks = await measuredTasks(context);
      if (tasks.length === 0) return notSeen('no duration beside both dates and a calendar');
      const fits = Object.entries(durationReadings).map(([name, reading]) => ({
        name,
        fit: tasks.filter((task) => reading(task) === task.duration).length,
      }));
      const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one));
      const ours = tasks.filter(isInWorkingDays);
      const types = tallyText(ours.map((task) => wordOf(task.calendarType)));
      const seen = `working days fit ${ours.length} of ${tasks.length}${types ? ` (${types})` : ''}`;
      if (best.fit > ours.length) return differs(`${seen}; ${best.name} fit ${best.fit}`);
      return ours.length >= tasks.length * (1 - tolerance)
        ? holds(seen)
        : differs(`${seen}; nothing fits better`);
    },
  },
  survey({
    id: 'duration.zero',
    question: 'What has duration 0?',
    rule: 'a milestone: start = finish',
    values: async ({ sample }) => datedTasks(await sample()).filter(({ raw }) => raw['duration'] === 0),
    fits: ({ start, finish }) => start === finish,
    seen: (zero, others) => `${count(zero.length, 'task')}, ${zero.length - others} with start = finish`,
    none: 'no dated task has duration 0',
    tolerance,
  }),
  survey({
    id: 'calendar.days-off',
    question: 'Do tasks begin or end on days their calendar does not work?',
    rule: 'five-day: Sat and Sun off; six-day: Sun off',
    values: async ({ sample }) =>
      datedTasks(await sample()).flatMap((task) => {
        const [word] = textsAt([task.raw], 'calendar.type');
        const worksOn = readCalendarType(word);
        return word !== undefined && worksOn.weekdays.slice(1).includes(false)
          ? [{ ...task, word, worksOn }]
          : [];
      }),
    fits: ({ start, finish, worksOn }) => isWorkingDay(worksOn, start) && isWorkingDay(worksOn, finish),
    seen(tasks, off) {
      const weekend = tasks.filter(({ start, finish }) => isWeekend(start) || isWeekend(finish)).length;
      const words = tallyText(tasks.map(({ word }) => wordOf(word)));
      return `${off} of ${tasks.length} on a day off, ${weekend} at a weekend (${words})`;
    },
    none: 'no task with a five- or six-day calendar',
    tolerance,
  }),
]);
