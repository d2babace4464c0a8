import type { ReadTask } from '../../lookahead/tasks/read-task.ts';
import { passes } from '../../lookahead/tasks/select.ts';
import { maxUrlLength } from '../../planning/client/limits.ts';
import { filteredIds } from '../../planning/contract/filtered-ids.ts';
import { type IdFilter, type IdFilters, idFilters } from '../../planning/contract/tasks-query.ts';
import { compareMeanings, type Meaning } from '../compare-meanings.ts';
import { type Finding, holdsIf, notSeen } from '../finding.ts';
import { type ProbedProject, tasksLeft } from '../probed-project.ts';

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

type Pair = readonly [IdFilters, IdFilters];

/** Two filters that some tasks pass together, and other tasks pass one without the other. */
function selectivePair(tasks: readonly ReadTask[]): Pair | undefined {
  const choices = idFilters.flatMap((filter) =>
    selectiveIds(tasks, filter)
      .slice(0, 5)
      .map((id) => ({ filter, id, has: (task: ReadTask) => filteredIds(task.source, filter).includes(id) })),
  );
  for (const one of choices) {
    for (const other of choices.filter(({ filter }) => filter > one.filter)) {
      const kinds = new Set(tasks.map((task) => `${one.has(task)} ${other.has(task)}`));
      if (['true true', 'true false', 'false true'].every((kind) => kinds.has(kind))) {
        return [{ [one.filter]: [one.id] }, { [other.filter]: [other.id] }];
      }
    }
  }
  return undefined;
}

export async function findAlternatives(project: ProbedProject): Promise<Finding> {
  const { tasks } = await project.week();
  for (const filter of idFilters) {
    const [one, other, third] = selectiveIds(tasks, filter);
    if (one === undefined || other === undefined || third === undefined) continue;
    return compareFiltered(
      project,
      { [filter]: [one, other] },
      {
        'only the first id counts': [{ [filter]: [one] }],
        'only the last id counts': [{ [filter]: [other] }],
      },
    );
  }
  return notSeen("the week's tasks have no three ids of one kind");
}

export async function findTogether(project: ProbedProject): Promise<Finding> {
  const pair = selectivePair((await project.week()).tasks);
  if (!pair) return notSeen("no two filters divide the week's tasks");
  const [one, other] = pair;
  return compareFiltered(
    project,
    { ...one, ...other },
    { 'one is enough': pair, 'only the first counts': [one], 'only the last counts': [other] },
  );
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
    return holdsIf(true, `${url.length.toLocaleString('en')} characters`);
  }
  return notSeen('the tasks have no ids to ask with');
}
