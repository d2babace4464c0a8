import { overlaps } from '../../lookahead/dates/window.ts';
import { compareMeanings, type Meaning } from '../compare-meanings.ts';
import { count } from '../describe-values.ts';
import { type Check, holdsIf, notSeen } from '../finding.ts';
import { type DatedTask, datedTasks, type ProbedProject, tasksLeft, type Week } from '../probed-project.ts';

async function weekAndRest({ tasks, week }: ProbedProject) {
  const answer = await week();
  const left = tasksLeft(answer, (await tasks()).tasks);
  return { range: answer.range, answered: datedTasks(answer.tasks), left: datedTasks(left) };
}

const otherSelections = ({ first, last }: Week['range']): readonly Meaning<DatedTask>[] => [
  ['contained in it', ({ dates }) => dates.start >= first && dates.finish <= last],
  ['starting within', ({ dates }) => dates.start >= first && dates.start <= last],
  ['finishing within', ({ dates }) => dates.finish >= first && dates.finish <= last],
  ['every task', () => true],
];

export const windowChecks: readonly Check[] = [
  {
    id: 'windows.selection',
    question: 'Which tasks do start and finish select?',
    rule: 'those that overlap the range',
    async find(project) {
      const { range, ...compared } = await weekAndRest(project);
      return compareMeanings(
        compared,
        ['overlapping the range', ({ dates }) => overlaps(range, dates.start, dates.finish)],
        otherSelections(range),
      );
    },
  },
  {
    id: 'windows.inclusive',
    question: 'Do the first and the last day of a range count?',
    rule: 'both, for tasks that end on the first and begin on the last',
    async find(project) {
      const { range, answered, left } = await weekAndRest(project);
      const touches = {
        first: ({ dates }: DatedTask) => dates.finish === range.first && dates.start < range.first,
        last: ({ dates }: DatedTask) => dates.start === range.last && dates.finish > range.last,
      };
      const lost = {
        first: left.filter(touches.first).length,
        last: left.filter(touches.last).length,
      };
      const came = answered.filter((task) => touches.first(task) || touches.last(task)).length;
      if (came + lost.first + lost.last === 0) return notSeen('no task only touches the range');
      const seen = `${came} of ${count(came + lost.first + lost.last, 'task')} at its ends came`;
      if (lost.first + lost.last === 0) return holdsIf(true, seen);
      return holdsIf(false, `${seen}; not ${lost.first} on its first day, ${lost.last} on its last`);
    },
  },
  {
    id: 'windows.undated',
    question: 'Does a range bring tasks without dates?',
    rule: 'they are in every range',
    async find(project) {
      const undated = (await project.anyTasks()).tasks.filter(({ dates }) => !dates);
      if (undated.length === 0) return notSeen('no task without dates is known');
      const week = await project.week();
      const ids = new Set(week.tasks.map(({ id }) => id));
      const came = undated.filter(({ id }) => ids.has(id)).length;
      const seen = `${came} of ${undated.length} known ones came`;
      return came < undated.length && !week.complete ? notSeen(seen) : holdsIf(came === undated.length, seen);
    },
  },
];
