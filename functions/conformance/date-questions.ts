import { addDays, isWeekend } from '../lookahead/dates/day.ts';
import { countWorkingDays, isWorkingDay, readCalendarType } from '../lookahead/dates/working-days.ts';
import { readShift } from '../lookahead/tasks/shift.ts';
import type { ProbeContext } from './context.ts';
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
} from './json-shapes.ts';
import { differs, type Finding, holds, judge, notSeen, type Question } from './question.ts';
import { type DatedTask, datedTasks, type TaskFacts } from './task-facts.ts';

const theme = 'Dates and durations';
const asked = 'every task read';

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

function formFinding(texts: readonly string[]): Finding {
  if (texts.length === 0) return notSeen(asked, 'no dates');
  const forms = tallyOf(texts.map(formOf));
  const dates = forms.get('date') ?? 0;
  return judge(asked, tallyText(forms), { for: dates, against: texts.length - dates });
}

const textsAt = (tasks: readonly TaskFacts[], property: string) =>
  tasks.flatMap(({ raw }) => textOf(raw[property]) ?? []);

/** Dates of progress and of daily quantities. */
function innerDates(tasks: readonly TaskFacts[]): string[] {
  return tasks.flatMap(({ raw }) => {
    const daily = recordsOf(part(raw, 'materials')).flatMap((material) => [
      ...recordsOf(part(material, 'dailyPlanned')),
      ...recordsOf(part(material, 'dailyActual')),
    ]);
    return [...recordsOf(part(raw, 'progress')), ...daily].flatMap(
      (entry) => textOf(part(entry, 'date')) ?? [],
    );
  });
}

function calendarWord({ raw }: TaskFacts): string | undefined {
  const { calendar } = raw;
  return isRecord(calendar) ? textOf(part(calendar, 'type')) : undefined;
}

type MeasuredTask = DatedTask & { readonly duration: number; readonly calendarType: string };

/** Dated tasks with a duration above 0 and a calendar of a known kind. */
async function measuredTasks(context: ProbeContext): Promise<readonly MeasuredTask[]> {
  return datedTasks(await context.sample()).flatMap((task) => {
    const duration = numberOf(part(task.raw, 'duration'));
    const calendarType = calendarWord(task);
    return duration !== undefined && duration > 0 && calendarType !== undefined
      ? [{ ...task, duration, calendarType }]
      : [];
  });
}

/** What a duration could count, from start to finish. */
const durationReadings: Readonly<Record<string, (task: MeasuredTask) => number>> = {
  'working days': workingDays,
  'working days without the last': (task) => workingDays({ ...task, finish: addDays(task.finish, -1) }),
  'calendar days': ({ start, finish }) => finish - start + 1,
  'hours, 8 a working day': (task) => workingDays(task) * 8,
  'minutes, 480 a working day': (task) => workingDays(task) * 480,
};

function workingDays({ start, finish, calendarType }: MeasuredTask): number {
  return countWorkingDays(readCalendarType(calendarType), start, finish);
}

/** Holidays and hand-set durations are part of any real plan. */
const fewEnough = 0.2;

export const dateQuestions: readonly Question[] = [
  {
    id: 'dates.form',
    theme,
    question: 'How are start and finish written?',
    rule: 'YYYY-MM-DD, a local date',
    async ask(context) {
      const tasks = await context.known();
      return formFinding([...textsAt(tasks, 'start'), ...textsAt(tasks, 'finish')]);
    },
  },
  {
    id: 'dates.inner-form',
    theme,
    question: 'How are the dates of progress and daily quantities written?',
    rule: 'YYYY-MM-DD, a local date',
    async ask(context) {
      return formFinding(innerDates(await context.sample()));
    },
  },
  {
    id: 'dates.readable',
    theme,
    question: 'Can every date be read?',
    rule: 'dates, and ISO date-times',
    async ask(context) {
      const tasks = await context.known();
      const texts = [...textsAt(tasks, 'start'), ...textsAt(tasks, 'finish'), ...innerDates(tasks)];
      const unread = texts.filter((text) => context.readDate(text).kind === 'unreadable').length;
      const seen = `${unread} of ${count(texts.length, 'date')} cannot be read`;
      return judge(asked, seen, { for: texts.length, against: unread });
    },
  },
  {
    id: 'dates.midnight',
    theme,
    question: 'Does a finish at 00:00 include that day?',
    rule: 'it does, unless the duration says not',
    async ask(context) {
      const fits = tallyOf(
        (await measuredTasks(context)).flatMap((task) => {
          const finish = context.readDate(textOf(part(task.raw, 'finish')));
          if (finish.kind !== 'date' || !finish.midnight || task.start === task.finish) return [];
          const withIt = workingDays(task) === task.duration;
          const withoutIt = workingDays({ ...task, finish: addDays(task.finish, -1) }) === task.duration;
          if (withIt === withoutIt) return ['not told'];
          return [withIt ? 'included' : 'not included'];
        }),
      );
      if (fits.size === 0) return notSeen(asked, 'no finish at 00:00 of a task of several days');
      const [included, without] = [fits.get('included') ?? 0, fits.get('not included') ?? 0];
      if (included + without === 0) return notSeen(asked, tallyText(fits));
      return included >= without ? holds(asked, tallyText(fits)) : differs(asked, tallyText(fits));
    },
  },
  {
    id: 'dates.night',
    theme,
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
      const timed = shapes.filter((shape) => shape !== 'dates without a time').length;
      // With times the rule is applied by them; without, the date says all there is.
      return timed > 0 ? holds(asked, seen) : notSeen(asked, seen || 'no night work with dates');
    },
  },
  {
    id: 'dates.missing',
    theme,
    question: 'Do tasks come without start or finish?',
    rule: 'they may: one day, or no bar',
    async ask(context) {
      const kinds = (await context.known()).map(({ start, finish }) => {
        if (start === undefined && finish === undefined) return 'neither';
        if (start === undefined) return 'finish only';
        return finish === undefined ? 'start only' : 'both';
      });
      const lacking = kinds.filter((kind) => kind !== 'both').length;
      const seen = tallyText(tallyOf(kinds)) || 'no tasks';
      return lacking > 0 ? holds(asked, seen) : notSeen(asked, seen);
    },
  },
  {
    id: 'dates.order',
    theme,
    question: 'Does a start come after its finish?',
    rule: 'rarely: they are swapped and marked',
    async ask(context) {
      const both = (await context.known()).filter(
        ({ start, finish }) => start !== undefined && finish !== undefined,
      );
      const reversed = both.filter(({ start, finish }) => (start ?? 0) > (finish ?? 0)).length;
      const seen = `${reversed} of ${count(both.length, 'task')}`;
      if (both.length === 0) return notSeen(asked, 'no tasks with both');
      return reversed > both.length * 0.05 ? differs(asked, seen) : holds(asked, seen);
    },
  },
  {
    id: 'duration.unit',
    theme,
    question: 'What does duration count?',
    rule: 'working days, finish included',
    async ask(context) {
      const tasks = await measuredTasks(context);
      if (tasks.length === 0) return notSeen(asked, 'no duration beside both dates and a calendar');
      const fits = Object.entries(durationReadings).map(([name, reading]) => ({
        name,
        fit: tasks.filter((task) => reading(task) === task.duration).length,
      }));
      const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one));
      const ours = fits[0]?.fit ?? 0;
      const types = tallyText(
        tallyOf(
          tasks
            .filter((task) => workingDays(task) === task.duration)
            .map((task) => wordOf(task.calendarType)),
        ),
      );
      const seen = `working days fit ${ours} of ${tasks.length}${types ? ` (${types})` : ''}`;
      if (best.fit > ours) return differs(asked, `${seen}; ${best.name} fit ${best.fit}`);
      return ours >= tasks.length * (1 - fewEnough)
        ? holds(asked, seen)
        : differs(asked, `${seen}; nothing fits better`);
    },
  },
  {
    id: 'duration.zero',
    theme,
    question: 'What has duration 0?',
    rule: 'a milestone: start = finish',
    async ask(context) {
      const none = datedTasks(await context.sample()).filter(
        ({ raw }) => numberOf(part(raw, 'duration')) === 0,
      );
      if (none.length === 0) return notSeen(asked, 'no dated task has duration 0');
      const milestones = none.filter(({ start, finish }) => start === finish).length;
      const seen = `${count(none.length, 'task')}, ${milestones} with start = finish`;
      return milestones >= none.length * (1 - fewEnough) ? holds(asked, seen) : differs(asked, seen);
    },
  },
  {
    id: 'calendar.days-off',
    theme,
    question: 'Do tasks begin or end on days their calendar does not work?',
    rule: 'five-day: Sat and Sun off; six-day: Sun off',
    async ask(context) {
      const tasks = datedTasks(await context.sample()).flatMap((task) => {
        const word = calendarWord(task);
        const worksOn = readCalendarType(word);
        return word !== undefined && worksOn.slice(1).includes(false) ? [{ ...task, word, worksOn }] : [];
      });
      if (tasks.length === 0) return notSeen(asked, 'no task with a five- or six-day calendar');
      const off = tasks.filter(
        ({ start, finish, worksOn }) => !isWorkingDay(worksOn, start) || !isWorkingDay(worksOn, finish),
      );
      const weekend = tasks.filter(({ start, finish }) => isWeekend(start) || isWeekend(finish)).length;
      const words = tallyText(tallyOf(tasks.map(({ word }) => wordOf(word))));
      const seen = `${off.length} of ${tasks.length} on a day off, ${weekend} at a weekend (${words})`;
      return off.length > tasks.length * fewEnough ? differs(asked, seen) : holds(asked, seen);
    },
  },
];
