import type { StartAndFinish } from '#base/day.ts';
import { overlaps } from '#lookahead/dates/window.ts';
import type { InterpretedTask } from '#lookahead/tasks/read-task.ts';
import { createFilterPredicate } from '#lookahead/tasks/select-tasks.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { findIdsComparedByFilter } from '#planning/contract/id-filters.ts';
import { type IdFilterName, type IdFilters, idFilterNames, shifts } from '#planning/contract/tasks-query.ts';
import { datedTasks } from '#probe/durations.ts';
import {
  findingOfCondition,
  findingOfValues,
  notSeenFinding,
  type ObservedValue,
  type ProbeFinding,
  wordUnlessPersonal,
} from '#probe/finding.ts';
import { missingKnownTasks, type ProbeCheck, type ProbedProjectReader } from '#probe/probed-project.ts';

/** A possible meaning of a parameter: a name, and the items that it then selects. */
type ParameterMeaning<Item> = readonly [name: string, selects: (item: Item) => boolean];

/**
 * @param answered the items of the answer
 * @param left known items that are missing in the answer; empty if it was not read to its end
 * @param ours the meaning that reports rely on
 */
function compareMeanings<Item>(
  { answered, left }: { readonly answered: readonly Item[]; readonly left: readonly Item[] },
  ours: ParameterMeaning<Item>,
  others: readonly ParameterMeaning<Item>[],
): ProbeFinding {
  if (answered.length + left.length === 0) return notSeenFinding();
  const against = ([, selects]: ParameterMeaning<Item>) =>
    answered.filter((item) => !selects(item)).length + left.filter(selects).length;
  const fitting = [ours, ...others].filter((meaning) => against(meaning) === 0);
  const names = fitting.map(([name]) => name).join(' or ') || `${against(ours)} not as expected`;
  const seen = `${countText(answered.length, 'task')} came, ${left.length} known ones are missing: ${names}`;
  return fitting.includes(ours) && fitting.length > 1
    ? notSeenFinding(seen)
    : findingOfCondition(fitting.includes(ours), seen);
}

async function checkRangeSelection({ tasks, week }: ProbedProjectReader): Promise<ProbeFinding> {
  const answer = await week();
  const { first, last } = answer.range;
  const datesOf = (read: readonly InterpretedTask[]) => datedTasks(read).map(({ dates }) => dates);
  const isIn = (dates: StartAndFinish) => overlaps(answer.range, dates);
  return compareMeanings(
    { answered: datesOf(answer.tasks), left: datesOf(missingKnownTasks(answer, (await tasks()).tasks)) },
    ['overlapping it', isIn],
    [
      ['overlapping it, not on its first day', (dates) => isIn(dates) && dates.finish > first],
      ['overlapping it, not on its last day', (dates) => isIn(dates) && dates.start < last],
      ['contained in it', ({ start, finish }) => start >= first && finish <= last],
      ['starting within', (dates) => isIn(dates) && dates.start >= first],
      ['finishing within', (dates) => isIn(dates) && dates.finish <= last],
      ['every task', () => true],
    ],
  );
}

/** Ids that only some of the week's tasks have, the most frequent first. */
function selectiveIds(tasks: readonly InterpretedTask[], filter: IdFilterName): readonly string[] {
  const ids = tasks.flatMap(({ source }) => findIdsComparedByFilter(source, filter));
  return [...Map.groupBy(ids, (id) => id)]
    .filter(([, same]) => same.length < tasks.length)
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([id]) => id);
}

/** Requests the week with additional filters, and compares the answer with the week's own tasks. */
async function compareFiltered(
  { week, readTasks }: ProbedProjectReader,
  filters: IdFilters,
  others: Readonly<Record<string, readonly IdFilters[]>> = {},
): Promise<ProbeFinding> {
  const known = await week();
  const answer = await readTasks({ ...known.query, ...filters });
  const meaning = (name: string, alternatives: readonly IdFilters[]): ParameterMeaning<InterpretedTask> => {
    const tests = alternatives.map((each) => createFilterPredicate(each, known.folders));
    return [name, ({ source }) => tests.some((test) => test(source))];
  };
  return compareMeanings(
    { answered: answer.tasks, left: missingKnownTasks(answer, known.tasks) },
    meaning('those that pass', [filters]),
    Object.entries({ ignored: [{}], ...others }).map(([name, alternatives]) => meaning(name, alternatives)),
  );
}

async function checkAlternativeIds(project: ProbedProjectReader): Promise<ProbeFinding> {
  const { tasks } = await project.week();
  for (const filter of idFilterNames) {
    const [one, other, third] = selectiveIds(tasks, filter);
    if (!one || !other || !third) continue;
    return compareFiltered(
      project,
      { [filter]: [one, other] },
      { 'only the first counts': [{ [filter]: [one] }], 'only the last counts': [{ [filter]: [other] }] },
    );
  }
  return notSeenFinding();
}

/** Combines two filters, chosen so that some tasks pass both, some only the first and some only the second. */
async function checkCombinedFilters(project: ProbedProjectReader): Promise<ProbeFinding> {
  const { tasks, folders } = await project.week();
  const choices = idFilterNames.flatMap((filter) =>
    selectiveIds(tasks, filter)
      .slice(0, 5)
      .map((id) => ({
        filter,
        wanted: { [filter]: [id] },
        has: createFilterPredicate({ [filter]: [id] }, folders),
      })),
  );
  for (const one of choices) {
    for (const other of choices.filter(({ filter }) => filter > one.filter)) {
      const kinds = new Set(tasks.map(({ source }) => `${one.has(source)} ${other.has(source)}`));
      if (kinds.difference(new Set(['false false'])).size < 3) continue;
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
  return notSeenFinding();
}

const unknownId = 'lookahead-probe-no-such-id';
/** Number of ids that make an address of over 7,000 characters. */
const longFilterIdCount = 230;

export const selectionChecks: readonly ProbeCheck[] = [
  [
    'windows.selection',
    'start and finish select the tasks that overlap the range, its first and its last day included',
    checkRangeSelection,
  ],
  [
    'windows.undated',
    'tasks without dates are in every range',
    async ({ readTasks, week }) => {
      const isUndated = ({ dates }: InterpretedTask) => !dates;
      const answer = await week();
      const left = missingKnownTasks(answer, (await readTasks({})).tasks).filter(isUndated);
      return compareMeanings({ answered: answer.tasks.filter(isUndated), left }, ['all', () => true], []);
    },
  ],
  ...shifts.map(
    (shift): ProbeCheck => [
      `shifts.${shift}`,
      `shift=${shift} selects the tasks with the shift ${shift}${shift === '24hr' ? ' or All' : ''}`,
      /**
       * A task without a known shift of its own fits any answer: it is put on the sheet of the shift whose query
       * returned it.
       */
      async ({ week, readTasks }) => {
        const known = await week();
        const answer = await readTasks({ ...known.query, shift });
        const came = answer.tasks.map(
          ({ source, ownShift = shift }): ObservedValue => [
            wordUnlessPersonal(source.shift ?? '(none)'),
            ownShift === shift,
          ],
        );
        const left = missingKnownTasks(answer, known.tasks).flatMap(({ ownShift }): ObservedValue[] =>
          ownShift === shift ? [['of this shift, are missing', false]] : [],
        );
        return findingOfValues([...came, ...left], 0);
      },
    ],
  ),
  ...idFilterNames.map(
    (filter): ProbeCheck => [
      `filters.${filter}`,
      `${filter}=<id> selects the tasks ${filter === 'folderIds' ? 'in the folder or below it' : 'that name the id'}`,
      /** Needs an id that only some tasks have: otherwise a filter that is ignored would give the same answer. */
      async (project) => {
        const ids = selectiveIds((await project.week()).tasks, filter);
        return compareFiltered(project, { [filter]: ids.slice(0, 1) });
      },
    ],
  ),
  ['filters.alternatives', 'of several ids in a filter, a task needs one', checkAlternativeIds],
  ['filters.together', 'a task must pass each of several filters', checkCombinedFilters],
  [
    'filters.unknown-id',
    'an id that nobody has selects no task, without an error',
    (project) => compareFiltered(project, { locationIds: [unknownId] }),
  ],
  [
    'filters.length',
    `an address with ${longFilterIdCount} ids, of over 7,000 characters, is answered`,
    (project) =>
      compareFiltered(project, {
        locationIds: Array.from({ length: longFilterIdCount }, (_, at) => `${unknownId}-${at}`),
      }),
  ],
];
