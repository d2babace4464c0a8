/** The make-ready list: what is missing, whom to ask, and columns for what the meeting agrees. */
import type { Finding } from '../../lookahead/readiness/findings.ts';
import { shiftTitles } from '../../lookahead/tasks/shift-of-task.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { fontSizes } from '../layout/font-sizes.ts';
import type { SheetContext } from '../theme/sheet-context.ts';
import { cells, repeats } from '../theme/sheet-styles.ts';
import { dateCell } from '../theme/task-cells.ts';
import { type ListSheet, listSheet, repeatsOf, textColumn } from './list-sheet.ts';

/** The categories that the constraint log offers. */
const constraintCategories = [
  'information',
  'materials',
  'labour',
  'plant',
  'access',
  'permit',
  'predecessor',
];

export function readinessSheet(context: SheetContext): ListSheet {
  const { readiness, window } = context.lookahead;
  const { findings, ready, of } = readiness;
  // A task with several findings shows its name once, but every row has it for filters.
  const repeat = repeatsOf(findings, (f) => `${f.task.id} ${f.neededBy ?? ''}`);
  const bold = { size: fontSizes.text, bold: true };
  return listSheet<Finding>(context, {
    name: 'Readiness',
    figures: `${countText(findings.length, 'thing')} to make ready · ${ready} of ${countText(of, 'task')} ready`,
    items: findings,
    id: (f) => f.task.id,
    freezeAfter: 3,
    columns: [
      {
        title: 'Needed by',
        min: 11,
        ideal: 13,
        cell: (f) =>
          dateCell(f.neededBy, window, { near: repeats.date[repeat(f)], far: repeats.farDate[repeat(f)] }),
      },
      textColumn('ID', (f) => f.task.ref, { min: 8, ideal: 10, style: (f) => repeats.id[repeat(f)] }),
      textColumn('Task', (f) => f.task.name, {
        min: 28,
        ideal: 48,
        grow: 2,
        style: (f) => repeats.strong[repeat(f)],
        font: bold,
      }),
      textColumn('Shift', (f) => shiftTitles[f.task.shift], {
        min: 8,
        ideal: 10,
        style: (f) => repeats.text[repeat(f)],
      }),
      textColumn('What is missing', (f) => f.missing, { min: 34, ideal: 58, grow: 3 }),
      textColumn('Ask', (f) => f.ask, { min: 14, ideal: 23, grow: 1 }),
      {
        title: 'Category',
        min: 12,
        ideal: 15,
        cell: () => ({ style: cells.fillIn }),
        choices: { of: constraintCategories, prompt: 'What kind of constraint it is' },
      },
      { title: 'Action', min: 24, ideal: 40, grow: 3, cell: () => ({ style: cells.fillIn }) },
      { title: 'Date agreed', min: 12, ideal: 14, cell: () => ({ style: cells.fillInDate }) },
    ],
  });
}
