import { readShift } from '../../lookahead/tasks/read-task.ts';
import { maxUrlLength } from '../../planning/client/urls.ts';
import { type IdFilter, idFilters, type Shift, shifts } from '../../planning/contract/tasks-query.ts';
import type { ProbeContext } from '../reading/context.ts';
import type { ProbeQuery } from '../reading/conversation.ts';
import { count, outcomeOf, tallyText, textOf, wordOf } from '../reading/describe-answer.ts';
import { pageIn } from '../reading/pages.ts';
import { idsOf, references, type TaskFacts } from '../reading/task-facts.ts';
import {
  checksOf,
  compareMeanings,
  differs,
  type Finding,
  holds,
  holdsIf,
  judge,
  judgeReading,
  type Meanings,
  notSeen,
  type Row,
} from './judges.ts';

type Predicate = (task: TaskFacts) => boolean;

/** An id that no project has. */
const nobodysId = 'lookahead-probe-no-such-id';

/** Asks for the focus window with filters on top, and compares the answer with the window's own tasks. */
async function judgeFilters(
  context: ProbeContext,
  filters: ProbeQuery,
  [ours, ...others]: Meanings<TaskFacts>,
): Promise<Finding> {
  const inWindow = await context.focusTasks();
  const reading = await context.readFully({ ...(await context.focusDates()), ...filters }, 2);
  return judgeReading(reading, ({ complete }) => {
    const answered = context.facts(reading);
    const ids = new Set(answered.map(({ id }) => id));
    const left = complete ? inWindow.filter(({ id }) => !ids.has(id)) : [];
    const meanings: Meanings<TaskFacts> = [ours, ['ignored', () => true], ...others];
    const { wrong, fitting } = compareMeanings({ answered, left }, meanings);
    const expected = inWindow.filter(ours[1]).length;
    const seen = `${count(answered.length, 'task')} of ${inWindow.length} in the window`;
    if (wrong > 0) {
      const meaning = fitting.join(' or ') || `${wrong} do not agree`;
      return differs(`${seen}, expected ${expected}: ${meaning}`);
    }
    return answered.length > 0 && expected < inWindow.length
      ? holds(seen)
      : notSeen(`${seen}, with or without the filter`);
  });
}

/** Ids of the window's tasks under a filter, the one in most tasks first, leaving out what all tasks share. */
function tellingIds(tasks: readonly TaskFacts[], filter: IdFilter): readonly string[] {
  const ids = tasks.flatMap((task) => [...new Set(task.ids[filter])]);
  return [...Map.groupBy(ids, (id) => id)]
    .filter(([, same]) => same.length < tasks.length)
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([id]) => id);
}

const has =
  (filter: IdFilter, id: string): Predicate =>
  ({ ids }) =>
    ids[filter].includes(id);

/** How a service may combine two filters: both must apply, one is enough, or it looks at one alone. */
function combinations(first: Predicate, second: Predicate) {
  return {
    both: (task: TaskFacts) => first(task) && second(task),
    any: (task: TaskFacts) => first(task) || second(task),
    alone: [
      ['only the first counts', first],
      ['only the last counts', second],
    ],
  } as const;
}

const eachFilter = idFilters.map((filter): Row => {
  const { property } = references[filter];
  return {
    id: `filters.${filter}`,
    source: 'contract',
    rows: [filter],
    question: `What does ${filter} select?`,
    rule: `tasks whose ${property} it is`,
    asked: `tasks?${filter}=<id>`,
    async ask(context) {
      const [id] = tellingIds(await context.focusTasks(), filter);
      if (id === undefined) return notSeen(`the window's tasks do not differ in ${property}`);
      return judgeFilters(context, { [filter]: [id] }, [['with this id', has(filter, id)]]);
    },
  };
});

export const filterChecks = checksOf({ theme: 'Filters', asked: 'tasks?…Ids=<id>', source: 'ours' }, [
  ...eachFilter,
  {
    id: 'filters.alternatives',
    question: 'Are the values of one filter alternatives?',
    rule: 'one of them is enough',
    asked: 'tasks?…Ids=<2 ids>',
    async ask(context) {
      const tasks = await context.focusTasks();
      for (const filter of idFilters) {
        const [one, other, third] = tellingIds(tasks, filter);
        if (one === undefined || other === undefined || third === undefined) continue;
        const { both, any, alone } = combinations(has(filter, one), has(filter, other));
        return judgeFilters(context, { [filter]: [one, other] }, [
          ['one of them is enough', any],
          ['all of them are needed', both],
          ...alone,
        ]);
      }
      return notSeen('no property with three values in the window');
    },
  },
  {
    id: 'filters.together',
    question: 'Do several filters all apply?',
    rule: 'a task must pass each',
    asked: 'tasks?…Ids=<id>&…Ids=<id>',
    async ask(context) {
      const found = tellingPair(await context.focusTasks());
      if (!found) return notSeen('no two filters that can be distinguished');
      const [one, other] = found;
      const { both, any, alone } = combinations(has(...one), has(...other));
      return judgeFilters(context, Object.fromEntries(found.map(([filter, id]) => [filter, [id]])), [
        ['each must pass', both],
        ['one of them is enough', any],
        ...alone,
      ]);
    },
  },
  {
    id: 'filters.unknown-id',
    question: 'What does an id that nobody has select?',
    rule: 'nothing, without an error',
    async ask(context) {
      const query = { ...(await context.focusDates()), locationIds: [nobodysId] };
      return judgeReading(await context.readTasks(query, 1), async ({ items }) => {
        if (items.length > 0) return differs(`${count(items.length, 'task')}: ignored`);
        const { size } = idsOf((await context.focus()).items);
        return size > 0 ? holds('no tasks') : notSeen('no tasks, nor without it');
      });
    },
  },
  {
    id: 'limits.url',
    question: 'Is an address of nearly 8,000 characters answered?',
    rule: 'it is; longer ones are split',
    asked: 'tasks?…Ids=<many>',
    async ask(context) {
      const tasks = await context.focusTasks();
      const filter = idFilters.find((each) => tasks.some(({ ids }) => ids[each].length > 0));
      if (!filter) return notSeen('no ids in the window to ask with');
      const { urlOf, get } = context.conversation;
      const dates = await context.sized(await context.focusDates());
      const room = maxUrlLength - urlOf('tasks', { ...dates, [filter]: '' }).length;
      const list = repeated([...new Set(tasks.flatMap(({ ids }) => ids[filter]))], room);
      const query = { ...dates, [filter]: list };
      const made = await get('tasks', query);
      const length = urlOf('tasks', query).length.toLocaleString('en');
      const seen = `${length} characters, ${count(list.length, 'id')}: ${outcomeOf(made)}`;
      return { asked: made.asked, ...holdsIf(pageIn(made) !== undefined, seen) };
    },
  },
]);

/** Known ids, repeated up to the length: unknown ones would bring an answer about unknown ids. */
function repeated(ids: readonly string[], room: number): readonly string[] {
  const list: string[] = [];
  for (let left = room; ; ) {
    const id = ids[list.length % ids.length] ?? '';
    left -= encodeURIComponent(id).length + 1;
    if (left < 0) return list;
    list.push(id);
  }
}

type Choice = readonly [IdFilter, string];

/** Two filters with tasks that pass both, tasks that pass the first alone, and tasks that pass the second alone. */
function tellingPair(tasks: readonly TaskFacts[]): readonly [Choice, Choice] | undefined {
  const choices = idFilters.flatMap((filter) =>
    tellingIds(tasks, filter)
      .slice(0, 5)
      .map((id): Choice => [filter, id]),
  );
  for (const one of choices) {
    for (const other of choices) {
      if (other[0] <= one[0]) continue;
      const [first, second] = [has(...one), has(...other)];
      const kinds = new Set(tasks.map((task) => `${first(task)} ${second(task)}`));
      if (['true true', 'true false', 'false true'].every((kind) => kinds.has(kind))) return [one, other];
    }
  }
  return undefined;
}

/** The tasks that are read shift by shift: the focus window, or in a large project the bounded query, which can be read to its end. */
async function shiftScope(context: ProbeContext) {
  const { kind, query, tasks } = await context.bounded();
  if (kind === 'one value') return { query, tasks };
  return { query: await context.focusDates(), tasks: await context.focusTasks() };
}

async function readShiftTasks(context: ProbeContext, shift: Shift) {
  const { query } = await shiftScope(context);
  return context.readTasks({ ...query, shift }, 2);
}

/** The readings of all four shifts, and the ids that each brought. */
async function allShifts(context: ProbeContext) {
  const readings = [];
  for (const shift of shifts) readings.push(await readShiftTasks(context, shift));
  const ids = readings.flatMap(({ items }) => [...idsOf(items)]);
  return { ids, complete: readings.every(({ complete }) => complete) };
}

const shiftWord = ({ raw: { shift } }: TaskFacts) => ((shift ?? null) === null ? '(none)' : wordOf(shift));
const ownShift = ({ raw }: TaskFacts) => readShift(textOf(raw['shift']));

const eachShift = shifts.map(
  (shift): Row => ({
    id: `shifts.${shift}`,
    source: 'contract',
    rows: [`shift=${shift}`],
    question: `Which tasks does shift=${shift} bring?`,
    rule: shift === '24hr' ? 'those whose shift is 24hr, or All' : `those whose shift is ${shift}`,
    async ask(context) {
      const { tasks: inScope } = await shiftScope(context);
      return judgeReading(await readShiftTasks(context, shift), (reading) => {
        const ids = idsOf(reading.items);
        // The shift may come only with fields, so that what the reading of all shifts says of a task is added.
        const tasks = [...context.facts(reading), ...inScope.filter(({ id }) => ids.has(id))];
        const answered = [...new Map(tasks.map((task) => [task.id, task])).values()];
        const left = reading.complete ? inScope.filter(({ id }) => !ids.has(id)) : [];
        const isOurs = (task: TaskFacts) => ownShift(task) === shift;
        const { wrong } = compareMeanings({ answered, left }, [['of this shift', isOurs]]);
        const notBrought = left.filter(isOurs).length;
        const words = tallyText(answered.map(shiftWord));
        const missing = notBrought > 0 ? `; ${notBrought} such not brought` : '';
        const seen = `${count(ids.size, 'task')}${words ? `: ${words}` : ''}${missing}`;
        return judge(seen, { for: ids.size, against: wrong });
      });
    },
  }),
);

export const shiftChecks = checksOf(
  { theme: 'Shifts', asked: 'tasks?shift=<each of four>', source: 'ours' },
  [
    ...eachShift,
    {
      id: 'shifts.none',
      question: 'Which tasks does no shift query bring?',
      rule: 'those without one of the four shifts',
      async ask(context) {
        const { ids, complete } = await allShifts(context);
        if (!complete) return notSeen('not all were read to the end');
        const brought = new Set(ids);
        const left = (await shiftScope(context)).tasks.filter(({ id }) => !brought.has(id));
        if (left.length === 0) return notSeen('every task was brought by one');
        const withShift = left.filter((task) => ownShift(task) !== undefined).length;
        const seen = `${count(left.length, 'task')}: ${tallyText(left.map(shiftWord))}`;
        return judge(seen, { for: left.length, against: withShift });
      },
    },
    {
      id: 'shifts.several',
      question: 'Do several shift queries bring the same task?',
      rule: 'each task by one at most',
      async ask(context) {
        const { ids } = await allShifts(context);
        if (ids.length === 0) return notSeen('no tasks');
        const twice = ids.length - new Set(ids).size;
        return judge(`${twice} of ${count(ids.length, 'task')}`, { for: ids.length, against: twice });
      },
    },
  ],
);
