import { type IdFilter, idFilters } from '../planning/contract/tasks-query.ts';
import type { ProbeContext } from './context.ts';
import { outcomeOf } from './exchange.ts';
import { count, part, textOf } from './json-shapes.ts';
import { differs, type Finding, holds, notSeen, type Question } from './question.ts';
import { filterProperties, idOf, idsOf, type TaskFacts } from './task-facts.ts';
import type { ProbeQuery } from './wire-query.ts';

const theme = 'Filters';

type Predicate = (task: TaskFacts) => boolean;
/** What an answer could mean, by name. */
type Alternatives = Readonly<Record<string, Predicate>>;

/** An id that no project has. */
const nobodysId = 'lookahead-probe-no-such-id';

/**
 * Asks for the focus window with filters on top, and compares the answer with the window's own tasks: every task
 * answered must pass, and every one that passes must be answered.
 */
async function filterFinding(
  context: ProbeContext,
  filters: ProbeQuery,
  { passes, alternatives = {} }: { passes: Predicate; alternatives?: Alternatives },
): Promise<Finding> {
  const inWindow = await context.focusTasks();
  const reading = await context.readFully({ ...(await context.focusDates()), ...filters }, 2);
  const { asked, failure, complete } = reading;
  if (failure && reading.pages.length === 0) return differs(asked, outcomeOf(failure));
  const answered = context.facts(reading);
  const ids = new Set(answered.map(({ id }) => id));
  const wrongBy = (test: Predicate) =>
    answered.filter((task) => !test(task)).length +
    (complete ? inWindow.filter((task) => test(task) && !ids.has(task.id)).length : 0);
  const wrong = wrongBy(passes);
  const expected = inWindow.filter(passes).length;
  const seen = `${count(answered.length, 'task')} of ${inWindow.length} in the window`;
  if (wrong === 0) {
    const telling = answered.length > 0 && expected < inWindow.length;
    return telling ? holds(asked, seen) : notSeen(asked, `${seen}, with or without the filter`);
  }
  const fitting = Object.entries({ 'passed over': () => true, ...alternatives })
    .filter(([, test]) => wrongBy(test) === 0)
    .map(([name]) => name);
  return differs(asked, `${seen}, expected ${expected}: ${fitting.join(' or ') || `${wrong} do not agree`}`);
}

/** Ids of the window's tasks under a filter, the one in most tasks first, leaving out what all tasks share. */
function tellingIds(tasks: readonly TaskFacts[], filter: IdFilter): readonly string[] {
  const counts = new Map<string, number>();
  for (const { ids } of tasks) {
    for (const id of new Set(ids[filter])) counts.set(id, (counts.get(id) ?? 0) + 1);
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

const eachFilter: readonly Question[] = idFilters.map(
  (filter): Question => ({
    id: `filters.${filter}`,
    theme,
    question: `What does ${filter} select?`,
    rule: `tasks whose ${filterProperties[filter]} it is`,
    async ask(context) {
      const [id] = tellingIds(await context.focusTasks(), filter);
      const asked = `tasks?${filter}=<id>`;
      if (id === undefined)
        return notSeen(asked, `the window's tasks do not differ in ${filterProperties[filter]}`);
      return filterFinding(context, { [filter]: id }, { passes: has(filter, id) });
    },
  }),
);

export const filterQuestions: readonly Question[] = [
  ...eachFilter,
  {
    id: 'filters.alternatives',
    theme,
    question: 'Are the values of one filter alternatives?',
    rule: 'one of them is enough',
    async ask(context) {
      const tasks = await context.focusTasks();
      for (const filter of idFilters) {
        const [one, other, third] = tellingIds(tasks, filter);
        if (one === undefined || other === undefined || third === undefined) continue;
        const first = has(filter, one);
        const second = has(filter, other);
        return filterFinding(
          context,
          { [filter]: `${one},${other}` },
          {
            passes: (task) => first(task) || second(task),
            alternatives: {
              'all of them are needed': (task) => first(task) && second(task),
              'only the first counts': first,
              'only the last counts': second,
            },
          },
        );
      }
      return notSeen('tasks?…Ids=<2 ids>', 'no property with three values in the window');
    },
  },
  {
    id: 'filters.together',
    theme,
    question: 'Do several filters all apply?',
    rule: 'a task must pass each',
    async ask(context) {
      const found = telling(await context.focusTasks());
      if (!found) return notSeen('tasks?…Ids=<id>&…Ids=<id>', 'no two filters that can be told apart');
      const [[filter, id], [otherFilter, otherId]] = found;
      const first = has(filter, id);
      const second = has(otherFilter, otherId);
      return filterFinding(
        context,
        { [filter]: id, [otherFilter]: otherId },
        {
          passes: (task) => first(task) && second(task),
          alternatives: {
            'one of them is enough': (task) => first(task) || second(task),
            'only the first counts': first,
            'only the last counts': second,
          },
        },
      );
    },
  },
  {
    id: 'filters.folders-below',
    theme,
    question: 'Does folderIds take in the folders below?',
    rule: 'the folder itself only',
    async ask(context) {
      const asked = 'tasks?folderIds=<id>';
      const below = new Map<string, Set<string>>();
      for (const folder of (await context.list('folders')).items) {
        const [id, parentId] = [idOf(folder), textOf(part(folder, 'parentId'))];
        if (id === undefined || parentId === undefined) continue;
        below.set(parentId, (below.get(parentId) ?? new Set()).add(id));
      }
      const tasks = await context.focusTasks();
      for (const [parent, children] of below) {
        const underneath = ({ ids }: TaskFacts) => ids.folderIds.some((id) => children.has(id));
        if (!tasks.some(underneath)) continue;
        const itself = has('folderIds', parent);
        const finding = await filterFinding(
          context,
          { folderIds: parent },
          {
            passes: itself,
            alternatives: { 'the folders below too': (task) => itself(task) || underneath(task) },
          },
        );
        // No task of its own, and none answered: that the folders below do not count is what this shows.
        const nothing = finding.verdict === 'not seen' && !tasks.some(itself);
        return nothing ? holds(finding.asked, 'nothing from the folders below') : finding;
      }
      return notSeen(asked, 'no folder in use lies in another');
    },
  },
  {
    id: 'filters.unknown-id',
    theme,
    question: 'What does an id that nobody has select?',
    rule: 'nothing, without an error',
    async ask(context) {
      const query = { ...(await context.focusDates()), locationIds: nobodysId };
      const { asked, failure, items, pages } = await context.readTasks(query, 1);
      if (failure && pages.length === 0) return differs(asked, outcomeOf(failure));
      if (items.length > 0) return differs(asked, `${count(items.length, 'task')}: passed over`);
      const { items: inWindow } = await context.focus();
      return idsOf(inWindow).size > 0 ? holds(asked, 'no tasks') : notSeen(asked, 'no tasks, nor without it');
    },
  },
];

type Choice = readonly [IdFilter, string];

/** Two filters with tasks that pass both, tasks that pass the first alone, and tasks that pass the second alone. */
function telling(tasks: readonly TaskFacts[]): readonly [Choice, Choice] | undefined {
  for (const filter of idFilters) {
    for (const id of tellingIds(tasks, filter).slice(0, 5)) {
      for (const otherFilter of idFilters) {
        if (otherFilter <= filter) continue;
        for (const otherId of tellingIds(tasks, otherFilter).slice(0, 5)) {
          const first = has(filter, id);
          const second = has(otherFilter, otherId);
          const kinds = new Set(tasks.map((task) => `${first(task)} ${second(task)}`));
          if (['true true', 'true false', 'false true'].every((kind) => kinds.has(kind))) {
            return [
              [filter, id],
              [otherFilter, otherId],
            ];
          }
        }
      }
    }
  }
  return undefined;
}
