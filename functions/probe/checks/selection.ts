import { overlaps } from '../../lookahead/dates/window.ts';
import type { Shift } from '../../planning/contract/tasks-query.ts';
import { compareMeanings } from '../compare-meanings.ts';
import { wordOf } from '../describe-values.ts';
import { type Finding, type Sighting, weigh } from '../finding.ts';
import { type DatedTask, datedTasks, type ProbedProject, tasksLeft } from '../probed-project.ts';

export async function findRange({ tasks, week }: ProbedProject): Promise<Finding> {
  const answer = await week();
  const { first, last } = answer.range;
  const left = tasksLeft(answer, (await tasks()).tasks);
  const isIn = ({ dates }: DatedTask) => overlaps(answer.range, dates.start, dates.finish);
  return compareMeanings(
    { answered: datedTasks(answer.tasks), left: datedTasks(left) },
    ['overlapping it', isIn],
    [
      ['overlapping it, not on its first day', (task) => isIn(task) && task.dates.finish > first],
      ['overlapping it, not on its last day', (task) => isIn(task) && task.dates.start < last],
      ['contained in it', ({ dates }) => dates.start >= first && dates.finish <= last],
      ['starting within', (task) => isIn(task) && task.dates.start >= first],
      ['finishing within', (task) => isIn(task) && task.dates.finish <= last],
      ['every task', () => true],
    ],
  );
}

export async function findUndated({ anyTasks, week }: ProbedProject): Promise<Finding> {
  const undated = (await anyTasks()).tasks.filter(({ dates }) => !dates);
  const { complete, tasks } = await week();
  const ids = new Set(tasks.map(({ id }) => id));
  // Of an answer that was not read to its end, only what came tells.
  const came = undated.flatMap(({ id }): Sighting[] => {
    if (ids.has(id)) return [['came', true]];
    return complete ? [['did not come', false]] : [];
  });
  return weigh(came, 'no task without dates is known', 0);
}

/** A task with an unknown word is on the sheet of the shift that returned it. */
export function findShift(shift: Shift) {
  return async ({ week, readTasks, urlOf }: ProbedProject): Promise<Finding> => {
    const known = await week();
    const answer = await readTasks(await urlOf({ ...known.query, shift }));
    const came = answer.tasks.map(
      ({ source, ownShift }): Sighting => [
        wordOf(source.shift ?? '(none)'),
        ownShift === undefined || ownShift === shift,
      ],
    );
    const lost = tasksLeft(answer, known.tasks).filter(({ ownShift }) => ownShift === shift);
    return weigh(
      [...came, ...lost.map((): Sighting => ['of this shift, not returned', false])],
      'no tasks',
      0,
    );
  };
}
