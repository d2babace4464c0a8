/** The changes since the last revision, gathered by task: one row of the Changes sheet each, and one item of the mail. */

import type { Day } from '../../base/day.ts';
import { movedDatesText, movedText } from '../dates/day-text.ts';
import type { Lookahead } from '../lookahead.ts';
import type { PlannedTask } from '../tasks/planned-task.ts';
import type { Change } from './changes.ts';
import type { ChangeKind } from './task-differences.ts';

export type ChangedTask = {
  /** The first of its changes: a task that moved is known by its move. */
  readonly change: Change;
  readonly key: boolean;
  /** It finished or changed status, and nothing else. */
  readonly minor: boolean;
  /** `moved, owner`. */
  readonly kinds: string;
  /** What was and what is: `Tue 24 Nov → Fri 27 Nov · owner A. Quay → D. Ray`. */
  readonly words: string;
  /** The same without weekdays in the dates of a move. */
  readonly shortWords: string;
};

/** How the sheet and the mail name each kind. None is part of another, so that a formula can count them. */
export const kindNames: Readonly<Record<ChangeKind, string>> = {
  added: 'new',
  removed: 'gone',
  moved: 'moved',
  finished: 'finished',
  status: 'status',
  resources: 'resources',
  owner: 'owner',
  name: 'renamed',
};

/** By consequence: key tasks, those in this window, those with most people; then finished and status-only changes. */
export function changedTasks({ changes, tasks, window, reportDay }: Lookahead): readonly ChangedTask[] {
  const planned = new Map(tasks.map((task) => [task.id, task]));
  const weigh = (own: readonly Change[], task: PlannedTask | undefined): readonly number[] => [
    isMinor(own) ? 1 : 0,
    task?.key ? 0 : 1,
    task?.dates && task.dates.start <= window.last && task.dates.finish >= window.first ? 0 : 1,
    -(task?.people ?? 0),
  ];
  return [...Map.groupBy(changes?.list ?? [], ({ taskId }) => taskId)]
    .flatMap(([id, own]) => {
      const [change] = own;
      if (change === undefined) return [];
      const task = planned.get(id);
      const kinds = own.map(({ kind }) => kindNames[kind]).join(', ');
      const wordsWith = (moved: typeof movedText) =>
        own.map((each) => wordsOf(each, moved, reportDay)).join(' · ');
      const row = {
        change,
        key: task?.key === true,
        minor: isMinor(own),
        kinds,
        words: wordsWith(movedText),
        shortWords: wordsWith(movedDatesText),
      };
      return [{ row, weight: weigh(own, task) }];
    })
    .sort((a, b) => compareWeights(a.weight, b.weight))
    .map(({ row }) => row);
}

function isMinor(changes: readonly Change[]): boolean {
  return changes.every(({ kind }) => kind === 'status' || kind === 'finished');
}

function compareWeights(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function wordsOf(
  { kind, from, to, fromDates, toDates }: Change,
  moved: typeof movedText,
  reportDay: Day,
): string {
  const arrow = `${from || 'none'} → ${to || 'none'}`;
  switch (kind) {
    case 'added':
      return to || 'without dates';
    case 'removed':
      return `was ${from || 'without dates'} → ${to}`;
    case 'moved':
      return moved(fromDates, toDates, reportDay);
    case 'finished':
    case 'status':
    case 'resources':
      return arrow;
    case 'owner':
      return `owner ${arrow}`;
    case 'name':
      return `was called ${from}`;
  }
}
