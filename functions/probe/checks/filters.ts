import type { ReadTask } from '../../lookahead/tasks/read-task.ts';
import { passes } from '../../lookahead/tasks/select.ts';
import { maxUrlLength } from '../../planning/client/limits.ts';
import { filteredIds } from '../../planning/contract/filtered-ids.ts';
import { type IdFilter, type IdFilters, idFilters } from '../../planning/contract/tasks-query.ts';
import { compareMeanings, type Meaning } from '../compare-meanings.ts';
import { count } from '../describe-values.ts';
import { type Check, type Finding, holdsIf, notSeen } from '../finding.ts';
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
  { week, readTasks, tasksUrl }: ProbedProject,
  filters: IdFilters,
  others: readonly (readonly [string, readonly IdFilters[]])[] = [],
): Promise<Finding> {
  const known = await week();
  const answer = await readTasks(tasksUrl({ ...known.query, ...filters }));
  const compared = { answered: answer.tasks, left: tasksLeft(answer, known.tasks) };
  const passing = (alternatives: readonly IdFilters[]): Meaning<ReadTask>[1] => {
    const tests = alternatives.map((each) => passes(each, known.folders));
    return ({ source }) => tests.some((test) => test(source));
  };
  return compareMeanings(
    compared,
    ['those that pass', passing([filters])],
    [
      ['ignored', () => true],
      ...others.map(([name, alternatives]): Meaning<ReadTask> => [name, passing(alternatives)]),
    ],
  );
}

const eachFilter = idFilters.map(
  (filter): Check => ({
    id: `filters.${filter}`,
    question: `Which tasks does ${filter}=<id> select?`,
    rule: filter === 'folderIds' ? 'those in the folder or below it' : 'those that name the id',
    async find(project) {
      const [id] = selectiveIds((await project.week()).tasks, filter);
      if (id === undefined) return notSeen("the week's tasks do not differ in it");
      return compareFiltered(project, { [filter]: [id] });
    },
  }),
);

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

const nobodysId = 'lookahead-probe-no-such-id';

export const filterChecks: readonly Check[] = [
  ...eachFilter,
  {
    id: 'filters.alternatives',
    question: 'Is one id of a list enough?',
    rule: 'it is',
    async find(project) {
      const { tasks } = await project.week();
      for (const filter of idFilters) {
        const [one, other, third] = selectiveIds(tasks, filter);
        if (one === undefined || other === undefined || third === undefined) continue;
        return compareFiltered(project, { [filter]: [one, other] }, [
          ['only the first id counts', [{ [filter]: [one] }]],
          ['only the last id counts', [{ [filter]: [other] }]],
        ]);
      }
      return notSeen("the week's tasks have no three ids of one kind");
    },
  },
  {
    id: 'filters.together',
    question: 'Must a task pass several filters?',
    rule: 'each of them',
    async find(project) {
      const pair = selectivePair((await project.week()).tasks);
      if (!pair) return notSeen("no two filters divide the week's tasks");
      const [one, other] = pair;
      return compareFiltered(project, { ...one, ...other }, [
        ['one is enough', [one, other]],
        ['only the first counts', [one]],
        ['only the last counts', [other]],
      ]);
    },
  },
  {
    id: 'filters.unknown-id',
    question: 'What does an id that nobody has select?',
    rule: 'no task, without an error',
    async find({ week, readTasks, tasksUrl }) {
      const { query, tasks } = await week();
      const answer = await readTasks(tasksUrl({ ...query, locationIds: [nobodysId] }));
      if (answer.tasks.length > 0) return holdsIf(false, `${count(answer.tasks.length, 'task')}: ignored`);
      return tasks.length > 0 ? holdsIf(true, 'no tasks') : notSeen('no tasks, nor without it');
    },
  },
  {
    id: 'filters.length',
    question: 'Is an address of nearly 8,000 characters answered?',
    rule: 'it is; longer ones are split',
    async find({ week, readTasks, tasksUrl }) {
      const { query, tasks } = await week();
      const [id] = tasks.flatMap(({ source }) => idFilters.flatMap((filter) => filteredIds(source, filter)));
      const filter = idFilters.find((each) =>
        tasks.some(({ source }) => filteredIds(source, each)[0] === id),
      );
      if (id === undefined || filter === undefined) return notSeen('the tasks have no ids to ask with');
      const one = encodeURIComponent(id);
      const start = `${tasksUrl(query)}&${filter}=${one}`;
      const url = start + `,${one}`.repeat(Math.floor((maxUrlLength - start.length) / (one.length + 1)));
      await readTasks(url);
      return holdsIf(true, `${url.length.toLocaleString('en')} characters`);
    },
  },
];
