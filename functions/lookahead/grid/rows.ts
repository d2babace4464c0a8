/** The rows of the grid: one for each task, in the order and the groups of the sheets. */
import type { Window } from '../dates/window.ts';
import type { Folders } from '../tasks/folders.ts';
import type { PlannedTask, TaskDraft } from '../tasks/planned-task.ts';
import { shiftSlots } from '../tasks/shift-of-task.ts';
import { comparePaths, compareText, naturalKey } from '../text/natural-order.ts';
import { cellMaker, type GridCell } from './cells.ts';

export const groupings = ['folder', 'subcontractor', 'location', 'owner', 'package'] as const;
export type GroupBy = (typeof groupings)[number];

export type GridRow = {
  readonly task: PlannedTask;
  /** One for each of the window's days. */
  readonly cells: readonly GridCell[];
};

/** A row with what orders and groups it. */
export type OrderedRow = {
  readonly row: GridRow;
  readonly refKey: string;
  /** What the row shares with its group: `Substructure › Piling`, or `No folder` where the task has none. */
  readonly groupName: string;
  /** The group's place among all groups of the lookahead. */
  readonly groupRank: number;
};

const noGroup: Readonly<Record<GroupBy, string>> = {
  folder: 'No folder',
  subcontractor: 'No subcontractor',
  location: 'No location',
  owner: 'No owner',
  package: 'No package',
};

/** The names of a task's group from the top down: of folders, the folders above it too. Empty where it has none. */
function groupPathOf(task: TaskDraft, groupBy: GroupBy, folders: Folders): readonly string[] {
  if (groupBy === 'folder') return task.source.folder === undefined ? [] : folders.pathOf(task.source.folder);
  const name = task[groupBy]?.name;
  return name === undefined ? [] : [name];
}

function nameOf(path: readonly string[]): string {
  return path.join(' › ');
}

/** Ranks groups by path in natural order, tasks without a group last. */
function rankGroups(paths: readonly (readonly string[])[]): (path: readonly string[]) => number {
  const distinct = new Map<string, readonly string[]>();
  for (const path of paths) if (path.length > 0) distinct.set(nameOf(path), path);
  const inOrder = [...distinct].sort(([, a], [, b]) => comparePaths(a, b));
  const ranks = new Map(inOrder.map(([name], index) => [name, index]));
  return (path) => ranks.get(nameOf(path)) ?? ranks.size;
}

/** Shift, group, start, finish, key tasks first, reference; tasks without dates at the end of their shift. */
function compareRows(a: OrderedRow, b: OrderedRow): number {
  const one = a.row.task;
  const other = b.row.task;
  const shift = shiftSlots.indexOf(one.shift) - shiftSlots.indexOf(other.shift);
  if (shift !== 0) return shift;
  if (one.dates === undefined || other.dates === undefined) {
    const undatedLast = Number(one.dates === undefined) - Number(other.dates === undefined);
    if (undatedLast !== 0) return undatedLast;
  }
  return (
    a.groupRank - b.groupRank ||
    (one.dates?.start ?? 0) - (other.dates?.start ?? 0) ||
    (one.dates?.finish ?? 0) - (other.dates?.finish ?? 0) ||
    Number(other.key) - Number(one.key) ||
    compareText(a.refKey, b.refKey) ||
    compareText(one.id, other.id)
  );
}

/** The rows of a lookahead's tasks in the order of the sheets. */
export function orderRows(
  drafts: readonly TaskDraft[],
  context: {
    readonly window: Window;
    readonly groupBy: GroupBy;
    readonly folders: Folders;
    /** The words for what each task misses, by task id. */
    readonly missing: ReadonlyMap<string, readonly string[]>;
  },
): readonly OrderedRow[] {
  const { window, groupBy, folders, missing } = context;
  const cellsOf = cellMaker(window);
  const paths = drafts.map((draft) => groupPathOf(draft, groupBy, folders));
  const rankOf = rankGroups(paths);
  return drafts
    .map((draft, index): OrderedRow => {
      const path = paths[index] ?? [];
      return {
        row: { task: { ...draft, missing: missing.get(draft.id) ?? [] }, cells: cellsOf(draft) },
        refKey: naturalKey(draft.ref),
        groupName: path.length === 0 ? noGroup[groupBy] : nameOf(path),
        groupRank: rankOf(path),
      };
    })
    .sort(compareRows);
}
