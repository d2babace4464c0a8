import {
  exampleOf,
  joinMisfits,
  type Misfit,
  type MisfitLine,
  misfitLine,
} from '../../planning/contract/misfit.ts';
import type { Task } from '../../planning/contract/resources.ts';
import { groupedText } from '../text/quantity-text.ts';
import type { ReadPull } from './read-task.ts';

/** Tasks of a pull of which id and dates could be read. A date that is missing counts as read. */
export type TasksRead = { readonly read: number; readonly of: number };

/** What of a pull does not fit the contract; dates are found out here, as only the plan reads them. */
export function misfitsOfPull({ pull, tasks, byId, readDate }: ReadPull): readonly MisfitLine[] {
  const unreadable = tasks.flatMap(({ id, source }) =>
    datesOf(source).flatMap(({ property, text }): readonly Misfit[] => {
      if (readDate(text).kind !== 'unreadable') return [];
      return [{ property, ...unreadableDate, items: [id], example: exampleOf(text) }];
    }),
  );
  const refOf = (item: string) => {
    const [, id = item, copy = ''] = /^(.*)( \(\d+\))$/s.exec(item) ?? [];
    return `${byId.get(id)?.ref ?? id}${copy}`;
  };
  return joinMisfits([...pull.misfits, ...unreadable]).map((misfit) => misfitLine(misfit, refOf));
}

const unreadableDate = { reason: 'not a date of the form 2026-11-30', outcome: 'unreadable' } as const;

type DateOfTask = { readonly property: string; readonly text: string | undefined };

function datesOf({ start, finish, progress = [], materials = [] }: Task): readonly DateOfTask[] {
  return [
    { property: 'start', text: start },
    { property: 'finish', text: finish },
    ...progress.map(({ date }) => ({ property: 'progress[].date', text: date })),
    ...(['dailyPlanned', 'dailyActual'] as const).flatMap((property) =>
      materials
        .flatMap((material) => material[property] ?? [])
        .map(({ date }) => ({ property: `materials[].${property}[].date`, text: date })),
    ),
  ];
}

export function countTasksRead({ pull, tasks }: ReadPull): TasksRead {
  const leftOut = new Set(
    pull.misfits.flatMap(({ outcome, items }) =>
      outcome === 'rejected' || outcome === 'repeated' ? items : [],
    ),
  );
  const undated = tasks.filter(({ marks }) => marks.includes('date unreadable')).length;
  return { read: tasks.length - undated, of: tasks.length + leftOut.size };
}

const minUnread = 5;

/** Whether a report of it would mislead: over half of the tasks could not be read, and at least five, or none is left. */
export function isUnusable({ read, of }: TasksRead): boolean {
  const unread = of - read;
  return (unread * 2 > of && unread >= minUnread) || (read === 0 && of > 0);
}

/** `93 of 120 tasks could be read`; undefined if all could. */
export function tasksReadText({ read, of }: TasksRead): string | undefined {
  if (read === of) return undefined;
  return `${groupedText(read)} of ${groupedText(of)} tasks could be read`;
}

/** Properties that decide whether a task is ready, or on which days it is worked. */
const planned = ['status', 'calendar', 'labour', 'materials', 'progress', 'relatedTasks'];

/** Of each task the properties of which something was left out, if its plan would be another with them. */
export function unreadProperties(misfits: readonly Misfit[]): ReadonlyMap<string, readonly string[]> {
  const unread = new Map<string, string[]>();
  for (const { property, outcome, items } of misfits) {
    const [name = ''] = property.split(/[.[]/);
    if (outcome !== 'left out' || !planned.includes(name)) continue;
    for (const item of items) unread.set(item, [...(unread.get(item) ?? []), property]);
  }
  return unread;
}
