import { type Day, dayFromNumber, formatDay } from '../../base/day.ts';
import type { ProbeContext } from '../reading/context.ts';
import type { ProbeQuery } from '../reading/conversation.ts';
import { count } from '../reading/describe-answer.ts';
import { edgeDay, focusWindow } from '../reading/focus-window.ts';
import type { Reading } from '../reading/pages.ts';
import { type DatedTask, datedTasks, idsOf } from '../reading/task-facts.ts';
import {
  checksOf,
  compareMeanings,
  differs,
  type Finding,
  holds,
  judge,
  judgeReading,
  type Meanings,
  notSeen,
} from './judges.ts';

type Selections = Meanings<DatedTask>;
const everyTask = ['every task', () => true] as const;

const rangeSelections = (first: Day, last: Day): Selections => [
  ['overlapping', ({ start, finish }) => start <= last && finish >= first],
  ['contained', ({ start, finish }) => start >= first && finish <= last],
  ['starting within', ({ start }) => start >= first && start <= last],
  ['finishing within', ({ finish }) => finish >= first && finish <= last],
  everyTask,
];

const daySelections = (day: Day): Selections => [
  ['both ends included', ({ start, finish }) => start <= day && finish >= day],
  ['the last day left out', ({ start, finish }) => start < day && finish >= day],
  ['the first day left out', ({ start, finish }) => start <= day && finish > day],
  ['only what lies within', ({ start, finish }) => start === day && finish === day],
  ['only what starts then', ({ start }) => start === day],
  ['only what finishes then', ({ finish }) => finish === day],
  everyTask,
];

/** Which of the selections say the same as the answer of every dated task that is known. */
function judgeSelection(context: ProbeContext, reading: Reading, selections: Selections): Promise<Finding> {
  return judgeReading(reading, async ({ items, complete }) => {
    const ids = idsOf(items);
    const answered = datedTasks(context.facts(reading));
    const { tasks } = await context.bounded();
    const left = complete ? datedTasks(tasks).filter(({ id }) => !ids.has(id)) : [];
    if (answered.length + left.length === 0) return notSeen('no dated tasks');
    const { wrong, fitting } = compareMeanings({ answered, left }, selections);
    const [[ours]] = selections;
    const others = fitting.join(' or ');
    const compared = `${count(answered.length, 'task')} in, ${left.length} known ones out`;
    if (wrong > 0) return differs(`${compared}; ${others || `${ours} but for ${wrong}`}`);
    return others ? notSeen(`${compared}; ${ours}, or ${others}`) : holds(`${compared}; ${ours}`);
  });
}

/** Asks the bounded query for some days. */
async function readDays(context: ProbeContext, days: ProbeQuery): Promise<Reading> {
  return context.readTasks({ ...(await context.bounded()).query, ...days }, 2);
}

const century = { start: '2000-01-01', finish: '2099-12-31' } as const;

export const windowChecks = checksOf({ theme: 'Windows', asked: 'tasks', source: 'ours' }, [
  {
    id: 'window.selects',
    rows: ['start', 'finish'],
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
      if (day === undefined) return notSeen('no task of several days is known');
      const days = { start: formatDay(day), finish: formatDay(day) };
      return judgeSelection(context, await readDays(context, days), daySelections(day));
    },
  },
  {
    id: 'window.none',
    question: 'What comes without any filter?',
    rule: 'every task',
    async ask(context) {
      return judgeReading(await context.everything(), async ({ items, complete }) => {
        const answered = idsOf(items);
        const dated = datedTasks(await context.known()).filter(({ id }) => answered.has(id));
        const tasks = count(answered.size, 'task');
        const span = spanText(dated.flatMap(({ start, finish }) => [start, finish]));
        if (!complete) return judgeBoundedWithoutDates(context, `${tasks} read, not to the end${span}`);
        const missing = (await context.sample()).filter(({ id }) => !answered.has(id)).length;
        const others = missing > 0 ? `; ${missing} that ranges brought are missing` : '';
        return judge(tasks + span + others, { for: answered.size, against: missing });
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
      if (undated.length === 0) return { asked, ...notSeen('no task without any date is known') };
      const answered = idsOf(items);
      const inside = undated.filter(({ id }) => answered.has(id)).length;
      const seen = `${inside} of ${undated.length} known ones came`;
      if (inside === undated.length) return { asked, ...holds(seen) };
      const tells = complete || inside > 0;
      return { asked, ...(tells ? differs(seen) : notSeen(`${seen}, not read to the end`)) };
    },
  },
]);

/** For a project too large to read whole: whether a bounded query without dates lacks tasks that it has in a century. */
async function judgeBoundedWithoutDates(context: ProbeContext, soFar: string): Promise<Finding> {
  const bounded = await context.boundedByValue();
  if (!bounded) return { asked: 'tasks', ...notSeen(soFar) };
  const { asked, items } = await context.readTasks({ ...bounded.query, ...century }, 2);
  const without = new Set(bounded.tasks.map(({ id }) => id));
  const missing = idsOf(items).difference(without).size;
  const seen = `${soFar}; with one filter ${count(without.size, 'task')}, ${missing} missing that a century brings`;
  return { asked: `tasks, and ${asked}`, ...judge(seen, { for: items.length, against: missing }) };
}

function spanText(days: readonly Day[]): string {
  if (days.length === 0) return '';
  const sorted = days.toSorted((one, other) => one - other);
  return `, ${formatDay(dayFromNumber(sorted[0] ?? 0))} to ${formatDay(dayFromNumber(sorted.at(-1) ?? 0))}`;
}
