import { readShift } from '../../lookahead/tasks/shift-of-task.ts';
import { type Shift, shifts } from '../../planning/contract/tasks-query.ts';
import type { ProbeContext } from '../reading/context.ts';
import { count, tallyText, textOf, wordOf } from '../reading/json-shapes.ts';
import { idsOf, type TaskFacts } from '../reading/task-facts.ts';
import { checksOf, compareMeanings, judge, judgeReading, notSeen, type Row } from './judges.ts';

/** What is asked for shift by shift: the focus window, or in a large project the bounded query, to read it to the end. */
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
const ownShift = ({ raw }: TaskFacts) => readShift(textOf(raw.shift));

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
