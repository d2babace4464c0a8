import { getOrInsert } from '#base/get-or-insert.ts';
import { groupedNumberText } from '#lookahead/text/quantity-text.ts';
import { parseCalendarType } from '#planning/contract/known-words.ts';
import {
  type DescribedMisfit,
  describeMisfit,
  exampleTextUnlessPersonal,
  joinMisfits,
  type Misfit,
} from '#planning/contract/misfit.ts';
import type { Task } from '#planning/contract/resources.ts';
import type { InterpretedPull } from './read-task.ts';

/**
 * The number of tasks (`read`) whose id and dates could be read, of all tasks in a pull. A missing date counts as read.
 */
export type TasksReadCounts = { readonly read: number; readonly of: number };

/** Lists where a pull differs from the contract. Unreadable dates are found here, because only the plan reads dates. */
export function listApiContractDeviations({
  pull,
  tasks,
  byId,
  readDate,
}: InterpretedPull): readonly DescribedMisfit[] {
  const unreadable = tasks.flatMap(({ id, source }) =>
    datePropertiesOf(source).flatMap(([property, text]): readonly Misfit[] => {
      if (readDate(text).kind !== 'unreadable') return [];
      return [{ property, ...unreadableDate, items: [id], example: exampleTextUnlessPersonal(text) }];
    }),
  );
  const refOf = (item: string) => {
    const [, id = item, copy = ''] = /^(.*)( \(\d+\))$/s.exec(item) ?? [];
    return `${byId.get(id)?.ref ?? id}${copy}`;
  };
  const unknown = tasks.flatMap(({ id, source: { calendar } }): readonly Misfit[] =>
    calendar?.type?.trim() && parseCalendarType(calendar.type) === undefined
      ? [{ ...unknownCalendar, items: [id] }]
      : [],
  );
  return joinMisfits([...pull.misfits, ...unreadable, ...unknown]).map((misfit) =>
    describeMisfit(misfit, refOf),
  );
}

const unreadableDate = { reason: 'not a date of the form 2026-11-30', outcome: 'unreadable' } as const;

const unknownCalendar = {
  property: 'calendar.type',
  reason: 'not five-day, six-day or seven-day',
  outcome: 'unknown',
} as const;

type DateOfTask = readonly [property: string, text: string | undefined];

function datePropertiesOf({ start, finish, progress = [], materials = [] }: Task): readonly DateOfTask[] {
  return [
    ['start', start],
    ['finish', finish],
    ...progress.map(({ date }) => ['progress[].date', date] as const),
    ...(['dailyPlanned', 'dailyActual'] as const).flatMap((property) =>
      materials
        .flatMap((material) => material[property] ?? [])
        .map(({ date }) => [`materials[].${property}[].date`, date] as const),
    ),
  ];
}

export function countTasksRead({ pull, tasks }: InterpretedPull): TasksReadCounts {
  const leftOut = new Set(
    pull.misfits.flatMap(({ outcome, items }) =>
      outcome === 'rejected' || outcome === 'repeated' ? items : [],
    ),
  );
  const undated = tasks.filter(({ marks }) => marks.includes('date unreadable')).length;
  return { read: tasks.length - undated, of: tasks.length + leftOut.size };
}

const minUnread = 5;

/**
 * Whether a report of these tasks would mislead: more than half of them, and at least five, could not be read, or none
 * could.
 */
export function hasTooManyUnreadableTasks({ read, of }: TasksReadCounts): boolean {
  const unread = of - read;
  return (unread * 2 > of && unread >= minUnread) || (read === 0 && of > 0);
}

/** `93 of 120 tasks could be read`; undefined if all could. */
export function tasksReadText({ read, of }: TasksReadCounts): string | undefined {
  if (read === of) return undefined;
  return `${groupedNumberText(read)} of ${groupedNumberText(of)} tasks could be read`;
}

/** Whether the property decides if a task is ready, or on which days it is worked. */
function affectsPlan(property: string): boolean {
  return /^(?:status|calendar|labour|materials|progress|relatedTasks)\b/.test(property);
}

/** Warnings about the data as a whole, for every reader. */
export function listDataWarnings(
  { pull, tasks }: InterpretedPull,
  tasksRead: TasksReadCounts,
): readonly string[] {
  const unread = tasksReadText(tasksRead);
  const propertiesOf = (wanted: Misfit['outcome'], min: number) => [
    ...new Set(
      pull.misfits
        .filter(({ outcome, items }) => outcome === wanted && items.length >= min)
        .map(({ property }) => property),
    ),
  ];
  const refused = propertiesOf('refused', 0);
  const leftOut = propertiesOf('left out', tasks.length / 2).filter(affectsPlan);
  const warnings = [
    unread && `Only ${unread}. The others have an invalid id or date, or an id that occurs twice.`,
    tasks.length > 0 && tasks.every(({ dates }) => dates === undefined) && 'No task has a date.',
    refused.length > 0 &&
      `Not in this report, because the planning service refuses these fields: ${refused.join(', ')}.`,
    leftOut.length > 0 && `For most tasks these fields could not be read: ${leftOut.join(', ')}.`,
  ];
  return warnings.filter((warning) => typeof warning === 'string');
}

/** For each task, the properties that were left out in part, if they affect its plan. */
export function unreadablePropertiesByTask(
  misfits: readonly Misfit[],
): ReadonlyMap<string, readonly string[]> {
  const unread = new Map<string, string[]>();
  for (const { property, outcome, items } of misfits) {
    if (outcome !== 'left out' || !affectsPlan(property)) continue;
    for (const item of items) getOrInsert(unread, item, () => []).push(property);
  }
  return unread;
}
