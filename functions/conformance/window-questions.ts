import { type Day, dayFromNumber, formatDay } from '../lookahead/dates/day.ts';
import type { ProbeContext } from './context.ts';
import { outcomeOf } from './exchange.ts';
import { edgeDay, focusWindow } from './focus-window.ts';
import { count } from './json-shapes.ts';
import type { Reading } from './pages.ts';
import { differs, type Finding, holds, judge, notSeen, type Question } from './question.ts';
import { type DatedTask, datedTasks, idsOf } from './task-facts.ts';
import type { ProbeQuery } from './wire-query.ts';

const theme = 'Windows';

type Candidate = { readonly name: string; readonly selects: (task: DatedTask) => boolean };
type Selection = readonly [Candidate, ...Candidate[]];

/** What a range of days could select, our reading first. */
function rangeReadings(first: Day, last: Day): Selection {
  return [
    { name: 'overlapping', selects: ({ start, finish }) => start <= last && finish >= first },
    { name: 'contained', selects: ({ start, finish }) => start >= first && finish <= last },
    { name: 'starting within', selects: ({ start }) => start >= first && start <= last },
    { name: 'finishing within', selects: ({ finish }) => finish >= first && finish <= last },
    { name: 'every task', selects: () => true },
  ];
}

/** Holds the answer against each reading: which of them say the same of every task that is known. */
async function selectionFinding(
  context: ProbeContext,
  reading: Reading,
  readings: Selection,
): Promise<Finding> {
  const { asked } = reading;
  if (reading.failure && reading.pages.length === 0) return differs(asked, outcomeOf(reading.failure));
  const answered = idsOf(reading.items);
  const told = datedTasks(context.facts(reading));
  // A task that is known but was not answered tells something only where the answer was read to its end.
  const { tasks } = await context.plot();
  const left = reading.complete ? datedTasks(tasks).filter(({ id }) => !answered.has(id)) : [];
  const wrongBy = readings.map(({ name, selects }) => ({
    name,
    wrong: told.filter((task) => !selects(task)).length + left.filter(selects).length,
  }));
  const [ours, ...others] = wrongBy;
  const compared = `${count(told.length, 'task')} in, ${left.length} known ones out`;
  if (told.length + left.length === 0) return notSeen(asked, 'no dated tasks');
  const fitting = others.filter(({ wrong }) => wrong === 0).map(({ name }) => name);
  if (ours && ours.wrong > 0) {
    return differs(asked, `${compared}; ${fitting.join(' or ') || `${ours.name} but for ${ours.wrong}`}`);
  }
  return fitting.length > 0
    ? notSeen(asked, `${compared}; ${ours?.name}, or ${fitting.join(' or ')}`)
    : holds(asked, `${compared}; ${ours?.name}`);
}

/**
 * A day in the first or last fifth of what is known, so that asking for what lies beyond it is asking for little:
 * the one that most tasks run through, since those tell whether their start or their finish counts.
 */
async function outerDay(context: ProbeContext, end: 'early' | 'late'): Promise<Day | undefined> {
  const tasks = datedTasks((await context.plot()).tasks);
  const days = tasks
    .map((task) => (end === 'late' ? task.finish : task.start))
    .sort((one, other) => one - other);
  const fifth = Math.ceil(days.length / 5);
  const outer = new Set(end === 'late' ? days.slice(-fifth) : days.slice(0, fifth));
  let best: { readonly day: Day; readonly through: number } | undefined;
  for (const day of outer) {
    const through = tasks.filter(({ start, finish }) =>
      end === 'late' ? start < day && day <= finish : start <= day && day < finish,
    ).length;
    if (!best || through > best.through) best = { day, through };
  }
  return best?.day;
}

/** Asks for days of the plot. */
async function readDays(context: ProbeContext, days: ProbeQuery): Promise<Reading> {
  return context.readTasks({ ...(await context.plot()).query, ...days }, 2);
}

const century = { start: '2000-01-01', finish: '2099-12-31' } as const;

export const windowQuestions: readonly Question[] = [
  {
    id: 'window.selects',
    theme,
    question: 'Which tasks do start and finish together select?',
    rule: 'those that overlap the range',
    async ask(context) {
      const { kind, tasks } = await context.plot();
      const range =
        kind === 'one value' ? focusWindow(datedTasks(tasks), context.coming) : await context.window();
      const days = { start: formatDay(range.first), finish: formatDay(range.last) };
      const reading = kind === 'one value' ? await readDays(context, days) : await context.focus();
      return selectionFinding(context, reading, rangeReadings(range.first, range.last));
    },
  },
  {
    id: 'window.edges',
    theme,
    question: 'Does a task that only touches the range count?',
    rule: 'both ends are included',
    async ask(context) {
      const day = edgeDay(datedTasks((await context.plot()).tasks));
      if (day === undefined) return notSeen('tasks', 'no task of several days is known');
      const text = formatDay(day);
      const reading = await readDays(context, { start: text, finish: text });
      return selectionFinding(context, reading, [
        { name: 'both ends included', selects: ({ start, finish }) => start <= day && finish >= day },
        { name: 'the last day left out', selects: ({ start, finish }) => start < day && finish >= day },
        { name: 'the first day left out', selects: ({ start, finish }) => start <= day && finish > day },
        { name: 'only what lies within', selects: ({ start, finish }) => start === day && finish === day },
        { name: 'only what starts then', selects: ({ start }) => start === day },
        { name: 'only what finishes then', selects: ({ finish }) => finish === day },
        { name: 'every task', selects: () => true },
      ]);
    },
  },
  {
    id: 'window.start-alone',
    theme,
    question: 'What does start alone select?',
    rule: 'what finishes on it or later',
    async ask(context) {
      const day = await outerDay(context, 'late');
      if (day === undefined) return notSeen('tasks?start=', 'no dated tasks are known');
      return selectionFinding(context, await readDays(context, { start: formatDay(day) }), [
        { name: 'finishing on it or later', selects: ({ finish }) => finish >= day },
        { name: 'starting on it or later', selects: ({ start }) => start >= day },
        { name: 'starting on it', selects: ({ start }) => start === day },
        { name: 'every task', selects: () => true },
      ]);
    },
  },
  {
    id: 'window.finish-alone',
    theme,
    question: 'What does finish alone select?',
    rule: 'what starts on it or earlier',
    async ask(context) {
      const day = await outerDay(context, 'early');
      if (day === undefined) return notSeen('tasks?finish=', 'no dated tasks are known');
      return selectionFinding(context, await readDays(context, { finish: formatDay(day) }), [
        { name: 'starting on it or earlier', selects: ({ start }) => start <= day },
        { name: 'finishing on it or earlier', selects: ({ finish }) => finish <= day },
        { name: 'finishing on it', selects: ({ finish }) => finish === day },
        { name: 'every task', selects: () => true },
      ]);
    },
  },
  {
    id: 'window.none',
    theme,
    question: 'What comes without any filter?',
    rule: 'every task',
    async ask(context) {
      const { asked, items, complete, failure, pages } = await context.everything();
      if (failure && pages.length === 0) return differs(asked, outcomeOf(failure));
      const answered = idsOf(items);
      const missing = (await context.sample()).filter(({ id }) => !answered.has(id)).length;
      const dated = datedTasks(await context.known()).filter(({ id }) => answered.has(id));
      const days = dated.flatMap(({ start, finish }) => [start, finish]);
      const span = days.length > 0 ? `, ${spanText(days)}` : '';
      if (!complete)
        return noneInPlot(context, `${count(answered.size, 'task')} read, not to the end${span}`);
      const seen = `${count(answered.size, 'task')}${span}`;
      if (missing > 0) return differs(asked, `${seen}; ${missing} that ranges brought are missing`);
      return answered.size > 0 ? holds(asked, seen) : notSeen(asked, seen);
    },
  },
  {
    id: 'window.undated',
    theme,
    question: 'Do ranges bring tasks without any date?',
    rule: 'they are in every range',
    async ask(context) {
      const { kind, tasks } = await context.plot();
      const { asked, items, complete } =
        kind === 'one value' ? await readDays(context, century) : await context.focus();
      const undated = tasks.filter(({ start, finish }) => start === undefined && finish === undefined);
      if (undated.length === 0) return notSeen(asked, 'no task without any date is known');
      const answered = idsOf(items);
      const inside = undated.filter(({ id }) => answered.has(id)).length;
      const seen = `${inside} of ${undated.length} known ones came`;
      if (inside === undated.length) return holds(asked, seen);
      return complete || inside > 0 ? differs(asked, seen) : notSeen(asked, `${seen}, not read to the end`);
    },
  },
  {
    id: 'window.wide',
    theme,
    question: 'May a range be a century long?',
    rule: 'any range is answered',
    async ask(context) {
      const { asked, failure, items, pages } = await readDays(context, century);
      if (failure && pages.length === 0) return differs(asked, outcomeOf(failure));
      return items.length > 0 ? holds(asked, count(items.length, 'task')) : notSeen(asked, 'no tasks');
    },
  },
];

/** In a project too large to read whole: whether a plot without dates lacks what it has in a century. */
async function noneInPlot(context: ProbeContext, soFar: string): Promise<Finding> {
  const plot = await context.valuePlot();
  if (!plot) return notSeen('tasks', soFar);
  const { asked, items } = await context.readTasks({ ...plot.query, ...century }, 2);
  const without = new Set(plot.tasks.map(({ id }) => id));
  const missing = [...idsOf(items)].filter((id) => !without.has(id)).length;
  const seen = `${soFar}; with one filter ${count(without.size, 'task')}, ${missing} missing that a century brings`;
  return judge(`tasks, and ${asked}`, seen, { for: items.length, against: missing });
}

function spanText(days: readonly Day[]): string {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const day of days) {
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  return `${formatDay(dayFromNumber(first))} to ${formatDay(dayFromNumber(last))}`;
}
