/** The rows between the header and the people of a shift's page: groups, their tasks, and where pages break. */
import type { ShiftPlan } from '../../../lookahead/grid/shift-plan.ts';
import type { PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import { fitToLines } from '../../layout/cut-text.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { type PageBlock, pageStarts } from '../../layout/page-breaks.ts';
import { indentedRoom, rowHeight } from '../../layout/text-lines.ts';
import { maxLines, type ShiftLayout } from './fit-shift-columns.ts';

export const groupHeight = 15.75;
/** Points above and below a row's text together. */
const padding = 0.75;

/** Tasks under a name. */
export type Group = {
  readonly name: string;
  /** People on each of the window's days, shown beside the name; empty for tasks without dates. */
  readonly people: readonly number[];
  readonly tasks: readonly TaskRow[];
};

/** A row of the page, in order. A group that continues on a page is named again at its top. */
export type ShiftRow =
  | { readonly kind: 'group'; readonly newPage: boolean; readonly group: Group }
  | { readonly kind: 'continued'; readonly newPage: true; readonly group: Group }
  | {
      readonly kind: 'task';
      readonly newPage: false;
      readonly task: PlannedTask;
      /** The text of each column, cut to what fits; empty in columns without text. */
      readonly texts: readonly string[];
      /** Points. */
      readonly height: number;
    };
type TaskRow = Extract<ShiftRow, { readonly kind: 'task' }>;

/**
 * The rows of all groups, with a group's name again where a page breaks inside it.
 * @param page `room` points for rows; `below` the heights of the rows below the tasks
 */
export function shiftRows(
  groups: readonly Group[],
  page: { readonly room: number; readonly below: readonly number[] },
): ShiftRow[] {
  const starts = pageStarts(pageBlocks(groups, page.below), {
    room: page.room,
    continuedHeight: groupHeight,
  });
  const isStart = new Set(starts.map(({ block, row }) => `${block} ${row}`));
  return groups.flatMap((group, index): ShiftRow[] => [
    { kind: 'group', group, newPage: isStart.has(`${index} 0`) },
    ...group.tasks.flatMap((task, row): ShiftRow[] =>
      isStart.has(`${index} ${row + 1}`) ? [{ kind: 'continued', group, newPage: true }, task] : [task],
    ),
  ]);
}

/** A group's name stays with its first task, and the rows below the tasks with the last two tasks. */
function pageBlocks(groups: readonly Group[], below: readonly number[]): PageBlock[] {
  return groups.map(({ tasks }, index): PageBlock => {
    const isLast = index === groups.length - 1;
    const rest = isLast ? below : [];
    return {
      heights: [groupHeight, ...tasks.map(({ height }) => height), ...rest],
      firstTogether: 2,
      lastTogether: isLast ? 2 + rest.length : 1,
      below: rest.length,
      split: 'avoid',
    };
  });
}

/** The groups in reading order, then the tasks without dates, which have neither bar nor people. */
export function shiftGroups({ groups, undated }: ShiftPlan, layout: ShiftLayout): Group[] {
  const fit = rowFitter(layout);
  const dated = groups.map(
    ({ name, tasks, peoplePerDay }): Group => ({
      name,
      people: peoplePerDay,
      tasks: tasks.map(fit),
    }),
  );
  return undated.length === 0 ? dated : [...dated, { name: 'No dates', people: [], tasks: undated.map(fit) }];
}

/** Cuts texts to what fits their columns, and gives the row the height that its tallest text needs. */
function rowFitter({ columns, widths, density }: ShiftLayout): (task: PlannedTask) => TaskRow {
  const rooms = widths.map(indentedRoom);
  // On the wall the letters in the bars are larger than the task names.
  const oneLine =
    density === 'wall' ? rowHeight(1, fontSizes.wallBar, 0) : rowHeight(1, fontSizes.compactTask, padding);
  return (task) => {
    let height = oneLine;
    const texts = columns.map(({ text }, index) => {
      if (!text) return '';
      const { font, cutMark } = text;
      const room = rooms[index] ?? 1;
      const fit = { font, room, lines: text.maxLines ?? maxLines, mark: cutMark };
      const fitted = fitToLines(text.of(task, room), fit);
      if (fitted.lines > 1) height = Math.max(height, rowHeight(fitted.lines, font.size, padding));
      return fitted.text;
    });
    return { kind: 'task', newPage: false, task, texts, height };
  };
}
