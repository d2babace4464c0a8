import { readShift } from '../lookahead/tasks/shift.ts';
import { type Shift, shifts } from '../planning/contract/tasks-query.ts';
import type { ProbeContext } from './context.ts';
import { outcomeOf } from './exchange.ts';
import { count, part, tallyOf, tallyText, textOf, wordOf } from './json-shapes.ts';
import type { Reading } from './pages.ts';
import { differs, judge, notSeen, type Question } from './question.ts';
import { idsOf, type TaskFacts } from './task-facts.ts';

const theme = 'Shifts';

/** What is asked for shift by shift: the focus window, or in a large project the plot, to read it to the end. */
async function shiftScope(context: ProbeContext) {
  const { kind, query, tasks } = await context.plot();
  if (kind === 'one value') return { query, tasks };
  return { query: await context.focusDates(), tasks: await context.focusTasks() };
}

async function shiftReadings(context: ProbeContext): Promise<ReadonlyMap<Shift, Reading>> {
  const { query } = await shiftScope(context);
  const readings = new Map<Shift, Reading>();
  for (const shift of shifts) readings.set(shift, await context.readTasks({ ...query, shift }, 2));
  return readings;
}

const shiftWord = ({ raw }: TaskFacts) =>
  part(raw, 'shift') === undefined || part(raw, 'shift') === null ? '(none)' : wordOf(part(raw, 'shift'));
const ownShift = ({ raw }: TaskFacts) => readShift(textOf(part(raw, 'shift')));
const allShifts = 'tasks?shift=<each of four>';

const eachShift: readonly Question[] = shifts.map(
  (shift): Question => ({
    id: `shifts.${shift}`,
    theme,
    question: `Which tasks does shift=${shift} bring?`,
    rule: shift === '24hr' ? 'those whose shift is 24hr, or All' : `those whose shift is ${shift}`,
    async ask(context) {
      const { query, tasks: inScope } = await shiftScope(context);
      const reading = await context.readTasks({ ...query, shift }, 2);
      const { asked, failure, complete } = reading;
      if (failure && reading.pages.length === 0) return differs(asked, outcomeOf(failure));
      const answered = idsOf(reading.items);
      // The shift may come only with fields, so that what the reading of all shifts says of a task is added.
      const tasks = [...context.facts(reading), ...inScope.filter(({ id }) => answered.has(id))];
      const known = new Map(tasks.map((task) => [task.id, task]));
      const words = tallyText(tallyOf([...known.values()].map(shiftWord)));
      const strangers = [...known.values()].filter((task) => ownShift(task) !== shift).length;
      const left = complete
        ? inScope.filter((task) => ownShift(task) === shift && !answered.has(task.id)).length
        : 0;
      const missing = left > 0 ? `; ${left} such not brought` : '';
      const seen = `${count(answered.size, 'task')}${words ? `: ${words}` : ''}${missing}`;
      return judge(asked, seen, { for: answered.size, against: strangers + left });
    },
  }),
);

export const shiftQuestions: readonly Question[] = [
  ...eachShift,
  {
    id: 'shifts.none',
    theme,
    question: 'Which tasks does no shift query bring?',
    rule: 'those without one of the four shifts',
    async ask(context) {
      const readings = [...(await shiftReadings(context)).values()];
      const { tasks } = await shiftScope(context);
      if (readings.some(({ complete }) => !complete))
        return notSeen(allShifts, 'not all were read to the end');
      const brought = new Set(readings.flatMap(({ items }) => [...idsOf(items)]));
      const left = tasks.filter(({ id }) => !brought.has(id));
      if (left.length === 0) return notSeen(allShifts, 'every task was brought by one');
      const withShift = left.filter((task) => ownShift(task) !== undefined).length;
      const seen = `${count(left.length, 'task')}: ${tallyText(tallyOf(left.map(shiftWord)))}`;
      return judge(allShifts, seen, { for: left.length, against: withShift });
    },
  },
  {
    id: 'shifts.several',
    theme,
    question: 'Do several shift queries bring the same task?',
    rule: 'each task by one at most',
    async ask(context) {
      const brought = [...(await shiftReadings(context)).values()].flatMap(({ items }) => [...idsOf(items)]);
      const twice = brought.length - new Set(brought).size;
      if (brought.length === 0) return notSeen(allShifts, 'no tasks');
      return judge(allShifts, `${twice} of ${count(brought.length, 'task')}`, {
        for: brought.length,
        against: twice,
      });
    },
  },
];
