import { overlaps } from '../../lookahead/dates/window.ts';
import type { ReadTask } from '../../lookahead/tasks/read-task.ts';
import { passes } from '../../lookahead/tasks/select.ts';
import { maxUrlLength } from '../../planning/client/limits.ts';
import { filteredIds } from '../../planning/contract/filtered-ids.ts';
import { type IdFilter, type IdFilters, idFilters, type Shift } from '../../planning/contract/tasks-query.ts';
import { count, type Finding, holdsIf, notSeen, type Sighting, weigh, wordOf } from '../finding.ts';
import { type DatedTask, datedTasks, type ProbedProject, tasksLeft } from '../probed-project.ts';

/** What a parameter may mean: a name, and the tasks that it then selects. */
type Meaning<Task> = readonly [name: string, selects: (task: Task) => boolean];

/**
 * @param answered the tasks that came
 * @param left known tasks that did not come, of an answer that was read to its end
 * @param ours the meaning that reports rely on
 */
function compareMeanings<Task>(
  { answered, left }: { readonly answered: readonly Task[]; readonly left: readonly Task[] },
  ours: Meaning<Task>,
  others: readonly Meaning<Task>[],
): Finding {
  if (answered.length + left.length === 0) return notSeen('no tasks to tell by');
  const against = ([, selects]: Meaning<Task>) =>
    answered.filter((task) => !selects(task)).length + left.filter(selects).length;
  const fitting = [ours, ...others].filter((meaning) => against(meaning) === 0);
  const names = fitting.map(([name]) => name).join(' or ') || `${against(ours)} not as expected`;
  const seen = `${count(answered.length, 'task')} came, ${left.length} known ones did not: ${names}`;
  return fitting.includes(ours) && fitting.length > 1 ? notSeen(seen) : holdsIf(fitting.includes(ours), seen);
}

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
  const answer = await week();
  const left = tasksLeft(answer, undated).map((): Sighting => ['did not come', false]);
  const came = answer.tasks.flatMap(({ dates }): Sighting[] => (dates ? [] : [['came', true]]));
  return weigh([...came, ...left], 'no task without dates is known', 0);
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
    const left = tasksLeft(answer, known.tasks).flatMap(({ ownShift }): Sighting[] =>
      ownShift === shift ? [['of this shift, did not come', false]] : [],
    );
    return weigh([...came, ...left], 'no tasks', 0);
  };
}

/** Ids in the week's tasks, the most frequent first, without those that all tasks share. */
function selectiveIds(tasks: readonly ReadTask[], filter: IdFilter): readonly string[] {
  const ids = tasks.flatMap(({ source }) => filteredIds(source, filter));
  return [...Map.groupBy(ids, (id) => id)]
    .filter(([, same]) => same.length < tasks.length)
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([id]) => id);
}

/** Requests the week with additional filters, and compares the answer with the week's own tasks. */
async function compareFiltered(
  { week, readTasks, urlOf }: ProbedProject,
  filters: IdFilters,
  others: Readonly<Record<string, readonly IdFilters[]>> = {},
): Promise<Finding> {
  const known = await week();
  const answer = await readTasks(await urlOf({ ...known.query, ...filters }));
  const meaning = (name: string, alternatives: readonly IdFilters[]): Meaning<ReadTask> => {
    const tests = alternatives.map((each) => passes(each, known.folders));
    return [name, ({ source }) => tests.some((test) => test(source))];
  };
  return compareMeanings(
    { answered: answer.tasks, left: tasksLeft(answer, known.tasks) },
    meaning('those that pass', [filters]),
    Object.entries({ ignored: [{}], ...others }).map(([name, alternatives]) => meaning(name, alternatives)),
  );
}

export function findOneFilter(filter: IdFilter) {
  return async (project: ProbedProject): Promise<Finding> => {
    const [id] = selectiveIds((await project.week()).tasks, filter);
    if (id === undefined) return notSeen("the week's tasks do not differ in it");
    return compareFiltered(project, { [filter]: [id] });
  };
}

export async function findAlternatives(project: ProbedProject): Promise<Finding> {
  const { tasks } = await project.week();
  for (const filter of idFilters) {
    const [one, other, third] = selectiveIds(tasks, filter);
    if (one === undefined || other === undefined || third === undefined) continue;
    return compareFiltered(
      project,
      { [filter]: [one, other] },
      { 'only the first counts': [{ [filter]: [one] }], 'only the last counts': [{ [filter]: [other] }] },
    );
  }
  return notSeen("the week's tasks have no three ids of one kind");
}

/** With two filters that some tasks pass together, and other tasks pass one without the other. */
export async function findTogether(project: ProbedProject): Promise<Finding> {
  const { tasks, folders } = await project.week();
  const choices = idFilters.flatMap((filter) =>
    selectiveIds(tasks, filter)
      .slice(0, 5)
      .map((id) => ({ filter, wanted: { [filter]: [id] }, has: passes({ [filter]: [id] }, folders) })),
  );
  for (const one of choices) {
    for (const other of choices.filter(({ filter }) => filter > one.filter)) {
      const kinds = new Set(tasks.map(({ source }) => `${one.has(source)} ${other.has(source)}`));
      if (!['true true', 'true false', 'false true'].every((kind) => kinds.has(kind))) continue;
      return compareFiltered(
        project,
        { ...one.wanted, ...other.wanted },
        {
          'one is enough': [one.wanted, other.wanted],
          'only the first counts': [one.wanted],
          'only the last counts': [other.wanted],
        },
      );
    }
  }
  return notSeen("no two filters divide the week's tasks");
}

export function findUnknownId(project: ProbedProject): Promise<Finding> {
  return compareFiltered(project, { locationIds: ['lookahead-probe-no-such-id'] });
}

/** Repeats one id until the address is as long as a report makes it. */
export async function findLongAddress({ week, readTasks, urlOf }: ProbedProject): Promise<Finding> {
  const { query, tasks } = await week();
  for (const filter of idFilters) {
    const [id] = tasks.flatMap(({ source }) => filteredIds(source, filter));
    if (id === undefined) continue;
    const start = await urlOf({ ...query, [filter]: [id] });
    const another = `,${encodeURIComponent(id)}`;
    const url = start + another.repeat(Math.floor((maxUrlLength - start.length) / another.length));
    await readTasks(url);
    return holdsIf(true, count(url.length, 'character'));
  }
  return notSeen('the tasks have no ids to ask with');
}
