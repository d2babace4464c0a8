/** The make-ready list: what is missing, who to ask, and room for the meeting to write down what it agreed. */
import { constraintCategories, type Finding } from '../lookahead/readiness.ts';
import { counted } from './counted.ts';
import type { Frame } from './frame.ts';
import { type ListSheet, listSheet, textColumn } from './list-sheet.ts';
import { dateCell, dateStyles } from './shift-cells.ts';
import { shiftTitle } from './shift-words.ts';
import { sizes } from './style-parts.ts';
import { cells } from './theme.ts';

export function readinessSheet(frame: Frame): ListSheet {
  const { readiness, window } = frame.lookahead;
  const { findings, ready, of } = readiness;
  const bold = { size: sizes.text, bold: true };
  return listSheet<Finding>(frame, {
    name: 'Readiness',
    figures: `${counted(findings.length, 'thing')} to make ready · ${ready} of ${counted(of, 'task')} ready`,
    items: findings,
    whenEmpty: of === 0 ? 'No task to make ready.' : 'Every task is ready: nothing is missing in the data.',
    freezeAfter: 3,
    columns: [
      {
        title: 'Needed by',
        least: 11,
        ideal: 13,
        cell: (f) => dateCell(f.neededBy, window, dateStyles.long),
      },
      textColumn('ID', (f) => f.task.ref, { least: 8, ideal: 10, style: cells.id }),
      textColumn('Task', (f) => f.task.name, {
        least: 26,
        ideal: 40,
        grow: 2,
        style: cells.strong,
        font: bold,
      }),
      textColumn('Shift', (f) => shiftTitle(f.task.shift), { least: 8, ideal: 10 }),
      textColumn('What is missing', (f) => f.missing, { least: 34, ideal: 52, grow: 3 }),
      textColumn('Ask', (f) => f.ask, { least: 13, ideal: 20, grow: 1 }),
      {
        title: 'Category',
        least: 12,
        ideal: 15,
        cell: () => ({ style: cells.fillIn }),
        choices: { of: constraintCategories, prompt: 'What kind of constraint it is' },
      },
      { title: 'Action', least: 24, ideal: 44, grow: 3, cell: () => ({ style: cells.fillIn }) },
      { title: 'Date agreed', least: 12, ideal: 14, cell: () => ({ style: cells.fillInDate }) },
    ],
  });
}
