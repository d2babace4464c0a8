import { type IdFilter, idFilters } from '../../planning/contract/tasks-query.ts';
import { references } from '../reading/collections.ts';
import type { ProbeContext } from '../reading/context.ts';
import { count, part, textOf } from '../reading/json-shapes.ts';
import type { ProbeQuery } from '../reading/probe-query.ts';
import { idOf, idsOf, type TaskFacts } from '../reading/task-facts.ts';
import { differs, type Finding, holds, judgeReading, notSeen, questionsOf, type Row } from './judges.ts';

type Predicate = (task: TaskFacts) => boolean;
/** What an answer could mean, by name. */
type Alternatives = Readonly<Record<string, Predicate>>;

/** An id that no project has. */
const nobodysId = 'lookahead-probe-no-such-id';

/**
 * Asks for the focus window with filters on top, and compares the answer with the window's own tasks: every task
 * answered must pass, and every one that passes must be answered.
 */
async function judgeFilters(
  context: ProbeContext,
  filters: ProbeQuery,
  { passes, alternatives = {} }: { passes: Predicate; alternatives?: Alternatives },
): Promise<Finding> {
  const inWindow = await context.focusTasks();
  const reading = await context.readFully({ ...(await context.focusDates()), ...filters }, 2);
  return judgeReading(reading, ({ asked, complete }) => {
    const answered = context.facts(reading);
    const ids = new Set(answered.map(({ id }) => id));
    const wrongBy = (test: Predicate) =>
      answered.filter((task) => !test(task)).length +
      (complete ? inWindow.filter((task) => test(task) && !ids.has(task.id)).length : 0);
    const wrong = wrongBy(passes);
    const expected = inWindow.filter(passes).length;
    const seen = `${count(answered.length, 'task')} of ${inWindow.length} in the window`;
    if (wrong === 0) {
      return answered.length > 0 && expected < inWindow.length
        ? holds(asked, seen)
        : notSeen(asked, `${seen}, with or without the filter`);
    }
    const fitting = Object.entries({ ignored: () => true, ...alternatives })
      .filter(([, test]) => wrongBy(test) === 0)
      .map(([name]) => name);
    const meaning = fitting.join(' or ') || `${wrong} do not agree`;
    return differs(asked, `${seen}, expected ${expected}: ${meaning}`);
  });
}

/** Ids of the window's tasks under a filter, the one in most tasks first, leaving out what all tasks share. */
function tellingIds(tasks: readonly TaskFacts[], filter: IdFilter): readonly string[] {
  const counts = new Map<string, number>();
  for (const id of tasks.flatMap(({ ids }) => [...new Set(ids[filter])])) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, tally]) => tally < tasks.length)
    .sort(([, one], [, other]) => other - one)
    .map(([id]) => id);
}

const has =
  (filter: IdFilter, id: string): Predicate =>
  ({ ids }) =>
    ids[filter].includes(id);
const and =
  (one: Predicate, other: Predicate): Predicate =>
  (task) =>
    one(task) && other(task);
const or =
  (one: Predicate, other: Predicate): Predicate =>
  (task) =>
    one(task) || other(task);
const either = (first: Predicate, second: Predicate): Alternatives => ({
  'only the first counts': first,
  'only the last counts': second,
});

const eachFilter = idFilters.map((filter): Row => {
  const { property } = references[filter];
  return {
    id: `filters.${filter}`,
    question: `What does ${filter} select?`,
    rule: `tasks whose ${property} it is`,
    async ask(context) {
      const [id] = tellingIds(await context.focusTasks(), filter);
      if (id !== undefined) return judgeFilters(context, { [filter]: id }, { passes: has(filter, id) });
      return notSeen(`tasks?${filter}=<id>`, `the window's tasks do not differ in ${property}`);
    },
  };
});

export const filterQuestions = questionsOf('Filters', [
  ...eachFilter,
  {
    id: 'filters.alternatives',
    question: 'Are the values of one filter alternatives?',
    rule: 'one of them is enough',
    async ask(context) {
      const tasks = await context.focusTasks();
      for (const filter of idFilters) {
        const [one, other, third] = tellingIds(tasks, filter);
        if (one === undefined || other === undefined || third === undefined) continue;
        const [first, second] = [has(filter, one), has(filter, other)];
        return judgeFilters(
          context,
          { [filter]: `${one},${other}` },
          {
            passes: or(first, second),
            alternatives: { 'all of them are needed': and(first, second), ...either(first, second) },
          },
        );
      }
      return notSeen('tasks?…Ids=<2 ids>', 'no property with three values in the window');
    },
  },
  {
    id: 'filters.together',
    question: 'Do several filters all apply?',
    rule: 'a task must pass each',
    async ask(context) {
      const found = tellingPair(await context.focusTasks());
      if (!found) return notSeen('tasks?…Ids=<id>&…Ids=<id>', 'no two filters that can be distinguished');
      const [[filter, id], [otherFilter, otherId]] = found;
      const [first, second] = [has(filter, id), has(otherFilter, otherId)];
      return judgeFilters(
        context,
        { [filter]: id, [otherFilter]: otherId },
        {
          passes: and(first, second),
          alternatives: { 'one of them is enough': or(first, second), ...either(first, second) },
        },
      );
    },
  },
  {
    id: 'filters.folders-below',
    question: 'Does folderIds take in the folders below?',
    rule: 'the folder itself only',
    async ask(context) {
      const tasks = await context.focusTasks();
      for (const [parent, children] of await childFolders(context)) {
        const underneath = ({ ids }: TaskFacts) => ids.folderIds.some((id) => children.has(id));
        if (!tasks.some(underneath)) continue;
        const itself = has('folderIds', parent);
        const alternatives = { 'the folders below too': or(itself, underneath) };
        const finding = await judgeFilters(context, { folderIds: parent }, { passes: itself, alternatives });
        // No task of its own, and none answered: that the folders below do not count is what this shows.
        const isNothing = finding.verdict === 'not seen' && !tasks.some(itself);
        return isNothing ? holds(finding.asked, 'nothing from the folders below') : finding;
      }
      return notSeen('tasks?folderIds=<id>', 'no folder in use lies in another');
    },
  },
  {
    id: 'filters.unknown-id',
    question: 'What does an id that nobody has select?',
    rule: 'nothing, without an error',
    async ask(context) {
      const query = { ...(await context.focusDates()), locationIds: nobodysId };
      return judgeReading(await context.readTasks(query, 1), async ({ asked, items }) => {
        if (items.length > 0) return differs(asked, `${count(items.length, 'task')}: ignored`);
        const { size } = idsOf((await context.focus()).items);
        return size > 0 ? holds(asked, 'no tasks') : notSeen(asked, 'no tasks, nor without it');
      });
    },
  },
]);

/** The ids of the folders right below each folder. */
async function childFolders(context: ProbeContext): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const below = new Map<string, Set<string>>();
  for (const folder of (await context.list('folders')).items) {
    const [id, parentId] = [idOf(folder), textOf(part(folder, 'parentId'))];
    if (id === undefined || parentId === undefined) continue;
    below.set(parentId, (below.get(parentId) ?? new Set()).add(id));
  }
  return below;
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
