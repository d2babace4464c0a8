import { readShift } from '../../lookahead/tasks/shift-of-task.ts';
import { type Shift, shifts } from '../../planning/contract/tasks-query.ts';
import type { ProbeContext } from '../reading/context.ts';
import { count, part, tallyOf, tallyText, textOf, wordOf } from '../reading/json-shapes.ts';
import { idsOf, type TaskFacts } from '../reading/task-facts.ts';
import { judge, judgeReading, notSeen, questionsOf, type Row } from './judges.ts';

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

const shiftWord = ({ raw }: TaskFacts) => {
  const shift = part(raw, 'shift') ?? undefined;
  return shift === undefined ? '(none)' : wordOf(shift);
};
const ownShift = ({ raw }: TaskFacts) => readShift(textOf(part(raw, 'shift')));
const eachOfFour = 'tasks?shift=<each of four>';

const eachShift = shifts.map(
  (shift): Row => ({
    id: `shifts.${shift}`,
    question: `Which tasks does shift=${shift} bring?`,
    rule: shift === '24hr' ? 'those whose shift is 24hr, or All' : `those whose shift is ${shift}`,
    async ask(context) {
      const { tasks: inScope } = await shiftScope(context);
      return judgeReading(await readShiftTasks(context, shift), (reading) => {
        const answered = idsOf(reading.items);
        // The shift may come only with fields, so that what the reading of all shifts says of a task is added.
        const tasks = [...context.facts(reading), ...inScope.filter(({ id }) => answered.has(id))];
        const known = [...new Map(tasks.map((task) => [task.id, task])).values()];
        const strangers = known.filter((task) => ownShift(task) !== shift).length;
        const left = reading.complete
          ? inScope.filter((task) => ownShift(task) === shift && !answered.has(task.id)).length
          : 0;
        const words = tallyText(tallyOf(known.map(shiftWord)));
        const missing = left > 0 ? `; ${left} such not brought` : '';
        const seen = `${count(answered.size, 'task')}${words ? `: ${words}` : ''}${missing}`;
        return judge(reading.asked, seen, { for: answered.size, against: strangers + left });
      });
    },
  }),
);

export const shiftQuestions = questionsOf('Shifts', [
  ...eachShift,
  {
    id: 'shifts.none',
    question: 'Which tasks does no shift query bring?',
    rule: 'those without one of the four shifts',
    async ask(context) {
      const { ids, complete } = await allShifts(context);
      if (!complete) return notSeen(eachOfFour, 'not all were read to the end');
      const brought = new Set(ids);
      const left = (await shiftScope(context)).tasks.filter(({ id }) => !brought.has(id));
      if (left.length === 0) return notSeen(eachOfFour, 'every task was brought by one');
      const withShift = left.filter((task) => ownShift(task) !== undefined).length;
      const seen = `${count(left.length, 'task')}: ${tallyText(tallyOf(left.map(shiftWord)))}`;
      return judge(eachOfFour, seen, { for: left.length, against: withShift });
    },
  },
  {
    id: 'shifts.several',
    question: 'Do several shift queries bring the same task?',
    rule: 'each task by one at most',
    async ask(context) {
      const { ids } = await allShifts(context);
      if (ids.length === 0) return notSeen(eachOfFour, 'no tasks');
      const twice = ids.length - new Set(ids).size;
      const seen = `${twice} of ${count(ids.length, 'task')}`;
      return judge(eachOfFour, seen, { for: ids.length, against: twice });
    },
  },
]);
