import { type Day, dayFromNumber, formatDay } from '../../lookahead/dates/day.ts';
import type { ProbeContext } from '../reading/context.ts';
import { edgeDay, focusWindow } from '../reading/focus-window.ts';
import { count } from '../reading/json-shapes.ts';
import type { Reading } from '../reading/pages.ts';
import type { ProbeQuery } from '../reading/probe-query.ts';
import { type DatedTask, datedTasks, idsOf } from '../reading/task-facts.ts';
import { differs, type Finding, holds, judge, judgeReading, notSeen, questionsOf } from './judges.ts';

type Predicate = (task: DatedTask) => boolean;
/** What an answer could have selected, by name; our reading first. */
type Selections = readonly [readonly [string, Predicate], ...(readonly [string, Predicate])[]];
const everyTask = ['every task', () => true] as const;

const rangeSelections = (first: Day, last: Day): Selections => [
  ['overlapping', ({ start, finish }) => start <= last && finish >= first],
  ['contained', ({ start, finish }) => start >= first && finish <= last],
  ['starting within', ({ start }) => start >= first && start <= last],
  ['finishing within', ({ finish }) => finish >= first && finish <= last],
  everyTask,
];
const edgeSelections = (day: Day): Selections => [
  ['both ends included', ({ start, finish }) => start <= day && finish >= day],
  ['the last day left out', ({ start, finish }) => start < day && finish >= day],
  ['the first day left out', ({ start, finish }) => start <= day && finish > day],
  ['only what lies within', ({ start, finish }) => start === day && finish === day],
  ['only what starts then', ({ start }) => start === day],
  ['only what finishes then', ({ finish }) => finish === day],
  everyTask,
];
const startSelections = (day: Day): Selections => [
  ['finishing on it or later', ({ finish }) => finish >= day],
  ['starting on it or later', ({ start }) => start >= day],
  ['starting on it', ({ start }) => start === day],
  everyTask,
];
const finishSelections = (day: Day): Selections => [
  ['starting on it or earlier', ({ start }) => start <= day],
  ['finishing on it or earlier', ({ finish }) => finish <= day],
  ['finishing on it', ({ finish }) => finish === day],
  everyTask,
];

/** Holds the answer against each selection: which of them say the same of every task that is known. */
async function judgeSelection(
  context: ProbeContext,
  reading: Reading,
  selections: Selections,
): Promise<Finding> {
  return judgeReading(reading, async ({ asked, complete }) => {
    const answered = idsOf(reading.items);
    const returned = datedTasks(context.facts(reading));
    // A task that is known but was not answered tells something only where the answer was read to its end.
    const { tasks } = await context.bounded();
    const left = complete ? datedTasks(tasks).filter(({ id }) => !answered.has(id)) : [];
    if (returned.length + left.length === 0) return notSeen(asked, 'no dated tasks');
    const wrongBy = (selects: Predicate) =>
      returned.filter((task) => !selects(task)).length + left.filter(selects).length;
    const [[ourName, ours], ...others] = selections;
    const fitting = others.filter(([, selects]) => wrongBy(selects) === 0).map(([name]) => name);
    const compared = `${count(returned.length, 'task')} in, ${left.length} known ones out`;
    const wrong = wrongBy(ours);
    if (wrong > 0)
      return differs(asked, `${compared}; ${fitting.join(' or ') || `${ourName} but for ${wrong}`}`);
    return fitting.length > 0
      ? notSeen(asked, `${compared}; ${ourName}, or ${fitting.join(' or ')}`)
      : holds(asked, `${compared}; ${ourName}`);
  });
}

/**
 * A day in the first or last fifth of what is known, so that asking for what lies beyond it is asking for little:
 * the one that most tasks run through, since those tell whether their start or their finish counts.
 */
async function outerDay(context: ProbeContext, end: 'early' | 'late'): Promise<Day | undefined> {
  const tasks = datedTasks((await context.bounded()).tasks);
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

/** Asks the bounded query for some days. */
async function readDays(context: ProbeContext, days: ProbeQuery): Promise<Reading> {
  return context.readTasks({ ...(await context.bounded()).query, ...days }, 2);
}

const century = { start: '2000-01-01', finish: '2099-12-31' } as const;

export const windowQuestions = questionsOf('Windows', [
  {
    id: 'window.selects',
    question: 'Which tasks do start and finish together select?',
    rule: 'those that overlap the range',
    async ask(context) {
      const { kind, tasks } = await context.bounded();
      const isBounded = kind === 'one value';
      const range = isBounded ? focusWindow(datedTasks(tasks), context.coming) : await context.window();
      const days = { start: formatDay(range.first), finish: formatDay(range.last) };
      const reading = isBounded ? await readDays(context, days) : await context.focus();
      return judgeSelection(context, reading, rangeSelections(range.first, range.last));
    },
  },
  {
    id: 'window.edges',
    question: 'Does a task that only touches the range count?',
    rule: 'both ends are included',
    async ask(context) {
      const day = edgeDay(datedTasks((await context.bounded()).tasks));
      if (day === undefined) return notSeen('tasks', 'no task of several days is known');
      const text = formatDay(day);
      const reading = await readDays(context, { start: text, finish: text });
      return judgeSelection(context, reading, edgeSelections(day));
    },
  },
  {
    id: 'window.start-alone',
    question: 'What does start alone select?',
    rule: 'what finishes on it or later',
    async ask(context) {
      const day = await outerDay(context, 'late');
      if (day === undefined) return notSeen('tasks?start=', 'no dated tasks are known');
      const reading = await readDays(context, { start: formatDay(day) });
      return judgeSelection(context, reading, startSelections(day));
    },
  },
  {
    id: 'window.finish-alone',
    question: 'What does finish alone select?',
    rule: 'what starts on it or earlier',
    async ask(context) {
      const day = await outerDay(context, 'early');
      if (day === undefined) return notSeen('tasks?finish=', 'no dated tasks are known');
      const reading = await readDays(context, { finish: formatDay(day) });
      return judgeSelection(context, reading, finishSelections(day));
    },
  },
  {
    id: 'window.none',
    question: 'What comes without any filter?',
    rule: 'every task',
    async ask(context) {
      return judgeReading(await context.everything(), async ({ asked, items, complete }) => {
        const answered = idsOf(items);
        const dated = datedTasks(await context.known()).filter(({ id }) => answered.has(id));
        const days = dated.flatMap(({ start, finish }) => [start, finish]);
        const span = days.length > 0 ? `, ${spanText(days)}` : '';
        const tasks = count(answered.size, 'task');
        if (!complete) return judgeBoundedWithoutDates(context, `${tasks} read, not to the end${span}`);
        const missing = (await context.sample()).filter(({ id }) => !answered.has(id)).length;
        const seen = missing > 0 ? `; ${missing} that ranges brought are missing` : '';
        return judge(asked, `${tasks}${span}${seen}`, { for: answered.size, against: missing });
      });
    },
  },
  {
    id: 'window.undated',
    question: 'Do ranges bring tasks without any date?',
    rule: 'they are in every range',
    async ask(context) {
      const { kind, tasks } = await context.bounded();
      const reading = kind === 'one value' ? await readDays(context, century) : await context.focus();
      const { asked, items, complete } = reading;
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
    question: 'May a range be a century long?',
    rule: 'any range is answered',
    async ask(context) {
      return judgeReading(await readDays(context, century), ({ asked, items }) =>
        items.length > 0 ? holds(asked, count(items.length, 'task')) : notSeen(asked, 'no tasks'),
      );
    },
  },
]);

/** In a project too large to read whole: whether a bounded query without dates lacks what it has in a century. */
async function judgeBoundedWithoutDates(context: ProbeContext, soFar: string): Promise<Finding> {
  const bounded = await context.boundedByValue();
  if (!bounded) return notSeen('tasks', soFar);
  const { asked, items } = await context.readTasks({ ...bounded.query, ...century }, 2);
  const without = new Set(bounded.tasks.map(({ id }) => id));
  const missing = [...idsOf(items)].filter((id) => !without.has(id)).length;
  const seen = `${soFar}; with one filter ${count(without.size, 'task')}, ${missing} missing that a century brings`;
  return judge(`tasks, and ${asked}`, seen, { for: items.length, against: missing });
}

function spanText(days: readonly Day[]): string {
  const sorted = days.toSorted((one, other) => one - other);
  return `${formatDay(dayFromNumber(sorted[0] ?? 0))} to ${formatDay(dayFromNumber(sorted.at(-1) ?? 0))}`;
}
