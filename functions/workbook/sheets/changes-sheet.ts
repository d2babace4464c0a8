import { type Change, type ChangedTask, changedTasks, kindNames } from '#lookahead/compare/changes.ts';
import { type ChangeKind, changeKinds } from '#lookahead/compare/task-differences.ts';
import { gridMarks } from '#lookahead/grid/grid-text.ts';
import { earlierRevision } from '#lookahead/report-words.ts';
import { shiftTitles } from '#lookahead/tasks/select.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { textFonts } from '#workbook/layout/text-width.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { cells } from '#workbook/theme/sheet-styles.ts';
import type { Cell } from '#workbook/xlsx/sheet-plan.ts';
import { textColumn } from './list-columns.ts';

import { type ListGroup, type ListSheet, listSheet } from './list-sheet.ts';

export function changesSheet(context: SheetContext): ListSheet {
  const items = changedTasks(context.lookahead);
  return listSheet<ChangedTask>(context, {
    name: 'Changes',
    figures: figures(context),
    items,
    id: ({ change }) => change.taskId,
    freezeAfter: 2,
    groups: foldedGroup(items),
    columns: [
      textColumn('ID', ({ change }) => change.taskRef, { min: 8, ideal: 10, style: cells.id }),
      textColumn('Task', ({ change }) => `${change.key ? `${gridMarks.key} ` : ''}${change.taskName}`, {
        min: 26,
        ideal: 44,
        grow: 2,
        style: ({ change }) => (change.key ? cells.strong : cells.text),
        font: textFonts.bold,
      }),
      textColumn('Was → is', ({ words }) => words, { min: 34, ideal: 60, grow: 3 }),
      {
        title: 'Working days',
        min: 7.5,
        ideal: 8,
        align: 'center',
        isOptional: true,
        cell: ({ change }) => daysCell(change.days),
      },
      {
        title: 'Since first planned',
        min: 11,
        ideal: 14,
        isOptional: true,
        text: ({ change }) => change.slip?.text ?? '',
        font: textFonts.bold,
        cell: ({ change }, shown) => slipCell(change, shown),
      },
      textColumn('Change', ({ kinds }) => kinds, {
        min: 9,
        ideal: 12,
        style: cells.strong,
        font: textFonts.bold,
      }),
      textColumn('Shift', ({ change }) => shiftTitles[change.shift], { min: 8, ideal: 10 }),
      textColumn('Location', ({ change }) => change.location ?? '', { isOptional: true, min: 13, ideal: 20 }),
      textColumn('Subcontractor', ({ change }) => change.subcontractor, {
        isOptional: true,
        min: 13,
        ideal: 18,
        grow: 1,
      }),
      textColumn('Owner', ({ change }) => change.owner, { isOptional: true, min: 10, ideal: 14, grow: 1 }),
    ],
  });
}

function foldedGroup(items: readonly ChangedTask[]): readonly ListGroup[] {
  const first = items.findIndex(({ minor }) => minor);
  if (first === -1) return [];
  const count = items.length - first;
  const name = `${countText(count, 'task')} finished or changed status only`;
  return [{ first, items: count, folded: true, name }];
}

function figures(context: SheetContext): string {
  const { changes, issue } = context.lookahead;
  if (!issue.previous || !changes) return 'No earlier revision';
  const since = `Since ${earlierRevision(issue.previous, context.lookahead)}`;
  const counts = changeKinds
    .filter((kind: ChangeKind) => changes.counts[kind] > 0)
    .map((kind) => `${changes.counts[kind]} ${kindNames[kind]}`);
  return [since, `${countText(changes.tasks, 'task')} changed`, ...counts].join(' · ');
}

function daysCell(days: number | undefined): Cell {
  // The dates moved across days off only.
  if (days === undefined || days === 0) return { style: cells.signedWhole };
  return { value: days, style: days > 0 ? cells.late : cells.early };
}

function slipCell({ slip }: Change, shown: string): Cell {
  if (slip === undefined) return { style: cells.text };
  if (slip.days === 0) return { value: shown, style: cells.text };
  return { value: shown, style: slip.days > 0 ? cells.behind : cells.ahead };
}
