import { type ChangedTask, changedTasks, changeKindNames } from '#lookahead/compare/changes.ts';
import { type ChangeKind, changeKinds } from '#lookahead/compare/task-differences.ts';
import { earlierRevisionText } from '#lookahead/report-words.ts';
import { shiftTitles } from '#lookahead/tasks/select-tasks.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { tableCellStyles } from '#workbook/theme/styles.ts';
import { type ListGroup, type ListSheet, listSheet } from './list-sheet.ts';
import { columnWidths, idColumn, taskNameColumn } from './task-columns.ts';

export function changesSheet(context: SheetContext): ListSheet {
  const items = changedTasks(context.lookahead);
  return listSheet<ChangedTask>(context, {
    name: 'Changes',
    figures: figures(context),
    items,
    id: ({ change }) => change.taskId,
    freezeAfter: 2,
    groups: [foldedGroup(items)],
    columns: [
      idColumn(context, ({ change }) => ({ id: change.taskId, ref: change.taskRef })),
      taskNameColumn(({ change }) => ({ name: change.taskName, key: change.key })),
      { title: 'Was → is', width: columnWidths.words, value: ({ words }) => words },
      {
        title: 'Working days',
        width: columnWidths.number,
        align: 'center',
        isOptional: true,
        // Empty if the dates moved only over days off.
        value: ({ change }) => change.days || undefined,
        style: ({ change: { days = 0 } }) =>
          days === 0 ? tableCellStyles.days : days > 0 ? tableCellStyles.late : tableCellStyles.early,
      },
      {
        title: 'Since first planned',
        width: columnWidths.word,
        isOptional: true,
        value: ({ change }) => change.slip?.text,
        style: ({ change: { slip: { days } = { days: 0 } } }) =>
          days === 0 ? tableCellStyles.text : days > 0 ? tableCellStyles.behind : tableCellStyles.ahead,
      },
      {
        title: 'Change',
        width: columnWidths.word,
        value: ({ kinds }) => kinds,
        style: tableCellStyles.strong,
      },
      { title: 'Shift', width: columnWidths.word, value: ({ change }) => shiftTitles[change.shift] },
      {
        title: 'Location',
        width: columnWidths.name,
        isOptional: true,
        value: ({ change }) => change.location,
      },
      {
        title: 'Subcontractor',
        width: columnWidths.name,
        isOptional: true,
        value: ({ change }) => change.subcontractor,
      },
      { title: 'Owner', width: columnWidths.name, isOptional: true, value: ({ change }) => change.owner },
    ],
  });
}

function foldedGroup(changed: readonly ChangedTask[]): ListGroup<ChangedTask> {
  const items = changed.filter(({ minor }) => minor);
  return { items, folded: true, name: `${countText(items.length, 'task')} finished or changed status only` };
}

function figures(context: SheetContext): string {
  const { changes, issue } = context.lookahead;
  if (!issue.previous || !changes) return 'No earlier revision';
  const since = `Since ${earlierRevisionText(issue.previous, context.lookahead)}`;
  const counts = changeKinds
    .filter((kind: ChangeKind) => changes.counts[kind] > 0)
    .map((kind) => `${changes.counts[kind]} ${changeKindNames[kind]}`);
  return [since, `${countText(changes.tasks, 'task')} changed`, ...counts].join(' · ');
}
