/** What changed since the previous issue of this report. */
import type { Change } from '../../lookahead/compare/changes.ts';
import { type ChangeKind, changeKinds } from '../../lookahead/compare/task-differences.ts';
import { earlierRevision } from '../../lookahead/report-words.ts';
import { shiftTitles } from '../../lookahead/tasks/shift-of-task.ts';
import { fontSizes } from '../layout/font-sizes.ts';
import type { SheetContext } from '../theme/sheet-context.ts';
import { cells, repeats } from '../theme/sheet-styles.ts';
import { dateCell, dateStyles } from '../theme/task-cells.ts';
import type { Cell } from '../xlsx/sheet-plan.ts';
import { type ListSheet, listSheet, repeatsOf, textColumn } from './list-sheet.ts';

const bold = { size: fontSizes.text, bold: true };

export function changesSheet(context: SheetContext): ListSheet {
  const { changes, window } = context.lookahead;
  const items = changes === undefined ? [] : inOrder(changes.list);
  const repeat = repeatsOf(items, (c) => c.kind);
  return listSheet<Change>(context, {
    name: 'Changes',
    figures: figures(context),
    items,
    freezeAfter: 3,
    columns: [
      textColumn('Change', (c) => c.kind, {
        min: 9,
        ideal: 11,
        style: (c) => repeats.strong[repeat(c)],
        font: bold,
      }),
      textColumn('ID', (c) => c.taskRef, { min: 8, ideal: 10, style: cells.id }),
      textColumn('Task', (c) => c.taskName, { min: 26, ideal: 44, grow: 2 }),
      textColumn('Shift', (c) => shiftTitles[c.shift], { min: 8, ideal: 10 }),
      textColumn('Subcontractor', (c) => c.subcontractor, { min: 13, ideal: 18, grow: 1 }),
      textColumn('Owner', (c) => c.owner, { min: 10, ideal: 14, grow: 1 }),
      textColumn('From', (c) => c.from, { min: 15, ideal: 26, grow: 1 }),
      textColumn('To', (c) => c.to, { min: 15, ideal: 26, grow: 1 }),
      {
        title: 'Start was',
        min: 10.5,
        ideal: 12,
        cell: (c) => dateCell(c.fromDates?.start, window, dateStyles.long),
      },
      {
        title: 'Finish was',
        min: 10.5,
        ideal: 12,
        cell: (c) => dateCell(c.fromDates?.finish, window, dateStyles.long),
      },
      {
        title: 'Start is',
        min: 10.5,
        ideal: 12,
        cell: (c) => dateCell(c.toDates?.start, window, dateStyles.long),
      },
      {
        title: 'Finish is',
        min: 10.5,
        ideal: 12,
        cell: (c) => dateCell(c.toDates?.finish, window, dateStyles.long),
      },
      { title: 'Days', min: 6, ideal: 7, align: 'center', cell: (c) => daysCell(c.days) },
      {
        title: 'Since first planned',
        min: 11,
        ideal: 14,
        text: (c) => c.slip?.text ?? '',
        font: bold,
        cell: slipCell,
      },
    ],
  });
}

function inOrder(list: readonly Change[]): readonly Change[] {
  return changeKinds.flatMap((kind) => list.filter((change) => change.kind === kind));
}

function figures(context: SheetContext): string {
  const { changes, issue, window } = context.lookahead;
  if (!issue.previous || !changes) return 'No earlier revision';
  const since = `Since ${earlierRevision(issue.previous, window)}`;
  const counts = changeKinds
    .filter((kind: ChangeKind) => changes.counts[kind] > 0)
    .map((kind) => `${changes.counts[kind]} ${kind}`);
  return [since, ...counts].join(' · ');
}

function daysCell(days: number | undefined): Cell {
  if (days === undefined) return { style: cells.signedWhole };
  if (days === 0) return { value: days, style: cells.signedWhole };
  return { value: days, style: days > 0 ? cells.late : cells.early };
}

/** Sign and word say which way; the colour repeats it. */
function slipCell({ slip }: Change, shown: string): Cell {
  if (slip === undefined) return { style: cells.text };
  if (slip.days === 0) return { value: shown, style: cells.text };
  return { value: shown, style: slip.days > 0 ? cells.behind : cells.ahead };
}
