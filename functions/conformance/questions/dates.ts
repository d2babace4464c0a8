import { addDays, isWeekend } from '../../lookahead/dates/day.ts';
import { countWorkingDays, isWorkingDay, readCalendarType } from '../../lookahead/dates/working-days.ts';
import { readShift } from '../../lookahead/tasks/shift-of-task.ts';
import type { ProbeContext } from '../reading/context.ts';
import {
  count,
  isRecord,
  numberOf,
  part,
  recordsOf,
  tallyOf,
  tallyText,
  textOf,
  wordOf,
} from '../reading/json-shapes.ts';
import { type DatedTask, datedTasks, type TaskFacts } from '../reading/task-facts.ts';
import { differs, everyTask, holds, holdsIf, judgeEach, judgeWords, notSeen, questionsOf } from './judges.ts';

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

const judgeForms = (texts: readonly string[]) =>
  judgeWords(texts.map(formOf), { fits: (form) => form === 'date', none: 'no dates' });

const outerDates = (tasks: readonly TaskFacts[]) =>
  ['start', 'finish'].flatMap((property) => tasks.flatMap(({ raw }) => textOf(raw[property]) ?? []));

/** Dates of progress and of daily quantities. */
const innerDates = (tasks: readonly TaskFacts[]) =>
  tasks.flatMap(({ raw }) => {
    const daily = recordsOf(part(raw, 'materials')).flatMap((material) => [
      ...recordsOf(part(material, 'dailyPlanned')),
      ...recordsOf(part(material, 'dailyActual')),
    ]);
    const entries = [...recordsOf(part(raw, 'progress')), ...daily];
    return entries.flatMap((entry) => textOf(part(entry, 'date')) ?? []);
  });

function calendarWord({ raw }: TaskFacts): string | undefined {
  const { calendar } = raw;
  return isRecord(calendar) ? textOf(part(calendar, 'type')) : undefined;
}

type MeasuredTask = DatedTask & { readonly duration: number; readonly calendarType: string };

/** Dated tasks with a duration above 0 and a calendar of a known kind. */
async function measuredTasks(context: ProbeContext): Promise<readonly MeasuredTask[]> {
  return datedTasks(await context.sample()).flatMap((task) => {
    const duration = numberOf(part(task.raw, 'duration')) ?? 0;
    const calendarType = calendarWord(task);
    return duration > 0 && calendarType !== undefined ? [{ ...task, duration, calendarType }] : [];
  });
}

function workingDays({ start, finish, calendarType }: MeasuredTask): number {
  return countWorkingDays(readCalendarType(calendarType), start, finish);
}

const withoutLastDay = (task: MeasuredTask) => workingDays({ ...task, finish: addDays(task.finish, -1) });

/** What a duration could count, from start to finish; our reading first. */
const durationReadings: Readonly<Record<string, (task: MeasuredTask) => number>> = {
  'working days': workingDays,
  'working days without the last': withoutLastDay,
  'calendar days': ({ start, finish }) => finish - start + 1,
  'hours, 8 a working day': (task) => workingDays(task) * 8,
  'minutes, 480 a working day': (task) => workingDays(task) * 480,
};

/** Holidays and hand-set durations are part of any real plan. */
const tolerance = 0.2;

export const dateQuestions = questionsOf('Dates and durations', [
  {
    id: 'dates.form',
    question: 'How are start and finish written?',
    rule: 'YYYY-MM-DD, a local date',
    ask: async (context) => judgeForms(outerDates(await context.known())),
  },
  {
    id: 'dates.inner-form',
    question: 'How are the dates of progress and daily quantities written?',
    rule: 'YYYY-MM-DD, a local date',
    ask: async (context) => judgeForms(innerDates(await context.sample())),
  },
  {
    id: 'dates.readable',
    question: 'Can every date be read?',
    rule: 'dates, and ISO date-times',
    async ask(context) {
      const tasks = await context.known();
      const texts = [...outerDates(tasks), ...innerDates(tasks)];
      const seen = (unread: number) => `${unread} of ${count(texts.length, 'date')} cannot be read`;
      const fits = (text: string) => context.readDate(text).kind !== 'unreadable';
      return judgeEach(texts, { fits, seen, none: seen(0) });
    },
  },
  {
    id: 'dates.midnight',
    question: 'Does a finish at 00:00 include that day?',
    rule: 'it does, unless the duration says not',
    async ask(context) {
      const fits = tallyOf(
        (await measuredTasks(context)).flatMap((task) => {
          const finish = context.readDate(textOf(part(task.raw, 'finish')));
          if (finish.kind !== 'date' || !finish.midnight || task.start === task.finish) return [];
          const withIt = workingDays(task) === task.duration;
          if (withIt === (withoutLastDay(task) === task.duration)) return ['undecided'];
          return [withIt ? 'included' : 'not included'];
        }),
      );
      if (fits.size === 0) return notSeen(everyTask, 'no finish at 00:00 of a task of several days');
      const [included, without] = [fits.get('included') ?? 0, fits.get('not included') ?? 0];
      if (included + without === 0) return notSeen(everyTask, tallyText(fits));
      return holdsIf(included >= without, everyTask, tallyText(fits));
    },
  },
  {
    id: 'dates.night',
    question: 'Does night work end the morning after, by its dates?',
    rule: 'the bar is on the date it begins',
    async ask(context) {
      const shapes = datedTasks(await context.sample()).flatMap(({ raw }) => {
        if (readShift(textOf(part(raw, 'shift'))) !== 'night') return [];
        const start = context.readDate(textOf(part(raw, 'start')));
        const finish = context.readDate(textOf(part(raw, 'finish')));
        if (start.kind !== 'date' || finish.kind !== 'date') return [];
        if (start.time === undefined || finish.time === undefined) return ['dates without a time'];
        return [finish.time < start.time ? 'ends the morning after' : 'ends later in the day than it began'];
      });
      const seen = tallyText(tallyOf(shapes));
      const timed = shapes.some((shape) => shape !== 'dates without a time');
      // With times the rule is applied by them; without, the date says all there is.
      return timed ? holds(everyTask, seen) : notSeen(everyTask, seen || 'no night work with dates');
    },
  },
  {
    id: 'dates.missing',
    question: 'Do tasks come without start or finish?',
    rule: 'they may: one day, or no bar',
    async ask(context) {
      const kinds = (await context.known()).map(({ start, finish }) => {
        if (start === undefined && finish === undefined) return 'neither';
        if (start === undefined) return 'finish only';
        return finish === undefined ? 'start only' : 'both';
      });
      const seen = tallyText(tallyOf(kinds)) || 'no tasks';
      return kinds.some((kind) => kind !== 'both') ? holds(everyTask, seen) : notSeen(everyTask, seen);
    },
  },
  {
    id: 'dates.order',
    question: 'Does a start come after its finish?',
    rule: 'rarely: they are swapped and marked',
    async ask(context) {
      const both = (await context.known()).flatMap(({ start, finish }) =>
        start !== undefined && finish !== undefined ? [{ start, finish }] : [],
      );
      return judgeEach(both, {
        fits: ({ start, finish }) => start <= finish,
        seen: (reversed) => `${reversed} of ${count(both.length, 'task')}`,
        none: 'no tasks with both',
        tolerance: 0.05,
      });
    },
  },
  {
    id: 'duration.unit',
    question: 'What does duration count?',
    rule: 'working days, finish included',
    async ask(context) {
      const tasks = await measuredTasks(context);
      if (tasks.length === 0) return notSeen(everyTask, 'no duration beside both dates and a calendar');
      const fits = Object.entries(durationReadings).map(([name, reading]) => ({
        name,
        fit: tasks.filter((task) => reading(task) === task.duration).length,
      }));
      const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one));
      const ours = tasks.filter((task) => workingDays(task) === task.duration);
      const types = tallyText(tallyOf(ours.map((task) => wordOf(task.calendarType))));
      const seen = `working days fit ${ours.length} of ${tasks.length}${types ? ` (${types})` : ''}`;
      if (best.fit > ours.length) return differs(everyTask, `${seen}; ${best.name} fit ${best.fit}`);
      return ours.length >= tasks.length * (1 - tolerance)
        ? holds(everyTask, seen)
        : differs(everyTask, `${seen}; nothing fits better`);
    },
  },
  {
    id: 'duration.zero',
    question: 'What has duration 0?',
    rule: 'a milestone: start = finish',
    async ask(context) {
      const tasks = datedTasks(await context.sample());
      const zero = tasks.filter(({ raw }) => numberOf(part(raw, 'duration')) === 0);
      return judgeEach(zero, {
        fits: ({ start, finish }) => start === finish,
        seen: (others) => `${count(zero.length, 'task')}, ${zero.length - others} with start = finish`,
        none: 'no dated task has duration 0',
        tolerance,
      });
    },
  },
  {
    id: 'calendar.days-off',
    question: 'Do tasks begin or end on days their calendar does not work?',
    rule: 'five-day: Sat and Sun off; six-day: Sun off',
    async ask(context) {
      const tasks = datedTasks(await context.sample()).flatMap((task) => {
        const word = calendarWord(task);
        const worksOn = readCalendarType(word);
        return word !== undefined && worksOn.slice(1).includes(false) ? [{ ...task, word, worksOn }] : [];
      });
      const weekend = tasks.filter(({ start, finish }) => isWeekend(start) || isWeekend(finish)).length;
      const words = tallyText(tallyOf(tasks.map(({ word }) => wordOf(word))));
      return judgeEach(tasks, {
        fits: ({ start, finish, worksOn }) => isWorkingDay(worksOn, start) && isWorkingDay(worksOn, finish),
        seen: (off) => `${off} of ${tasks.length} on a day off, ${weekend} at a weekend (${words})`,
        none: 'no task with a five- or six-day calendar',
        tolerance,
      });
    },
  },
]);
