/** Summary's lists of tasks: the key tasks, and those that are not ready, the first needed first. */

import { gridMarks, readyText, taskText } from '../../../lookahead/grid/grid-text.ts';
import type { Finding } from '../../../lookahead/readiness/findings.ts';
import { keyTasksOf, type PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { grid, styleOf } from '../../theme/day-grid-styles.ts';
import { cells, headerHeight, headingHeight, heads, lineHeight } from '../../theme/sheet-styles.ts';
import { summary } from '../../theme/summary-styles.ts';
import type { Cell, Row } from '../../xlsx/sheet-plan.ts';
import {
  fullRow,
  heading,
  lineIn,
  runCells,
  type Section,
  type Span,
  type SummaryContext,
  tableRow,
} from './sections.ts';

/** How many tasks are listed before Summary refers to the other sheets for the rest. */
const maxKeyTasks = 15;
const minKeyTasks = 5;
const maxUnreadyTasks = 7;
const noteFont = { size: fontSizes.note };
const strongFont = { size: fontSizes.note, bold: true };
const statusFont = { size: fontSizes.text, bold: true };

/** Titles, each with the number of columns it takes. */
type Titles = readonly (readonly [title: string, columns: number])[];
const keyTitles: Titles = [
  ['Key task', 3],
  ['ID', 1],
  ['Shift', 1],
  ['Start', 1],
  ['Finish', 1],
  ['Status', 1],
  ['Ready', 2],
  ['Subcontractor', 2],
  ['Owner', 1],
  ['Location', 2],
];

function headCells(titles: Titles): Cell[] {
  return titles.flatMap(([value, columns]) => {
    const style = heads.onlyRun;
    return Array.from({ length: columns }, (_, index) => (index === 0 ? { value, style } : { style }));
  });
}

/** @param room points left on the first page: lists fewer tasks to fit, but not fewer than the minimum */
export function keyTasksTable(context: SummaryContext, room: number): Section {
  const keys = keyTasksOf(context.lookahead);
  if (keys.length === 0) return { rows: [] };
  const lines = Math.floor((room - headingHeight - headerHeight) / lineHeight);
  const all = Math.min(keys.length, maxKeyTasks);
  const whole = keys.length <= maxKeyTasks ? all : all + 1;
  const shown = lines >= whole || lines - 1 < minKeyTasks ? all : lines - 1;
  const more = keys.length - shown;
  const moreCell = {
    value: `and ${more} more, marked ${gridMarks.key} on the shift sheets`,
    style: summary.detail,
  };
  return {
    rows: [
      heading('Key tasks'),
      fullRow(headCells(keyTitles), heads.onlyLeft, headerHeight),
      ...keys.slice(0, shown).map((task) => keyTaskRow(task, context)),
      ...(more > 0 ? [fullRow([moreCell], summary.run)] : []),
    ],
    page: { firstTogether: 4, split: 'never' },
  };
}

/** Its reference, linked to its row on the shift's page. */
function linkCell(task: PlannedTask, { places, widths }: SummaryContext, column: number): Cell {
  const place = places.shifts.find((candidate) => candidate.shift === task.shift);
  const row = place?.rowOf.get(task.id);
  const text = lineIn(task.ref, { widths, column, font: noteFont });
  return place && row !== undefined
    ? { value: { text, sheet: place.sheet, cell: `A${row}` }, style: summary.link }
    : { value: text, style: summary.run };
}

function keyTaskRow(task: PlannedTask, context: SummaryContext): Row {
  const { places, widths } = context;
  const place = places.shifts.find((candidate) => candidate.shift === task.shift);
  const run = (text: string | undefined, column: number, span: number) =>
    runCells(text, { widths, column, span, style: summary.run, font: noteFont });
  return fullRow(
    [
      ...runCells(taskText(task), {
        widths,
        column: 1,
        span: 3,
        style: summary.keyRun,
        font: strongFont,
      }),
      linkCell(task, context, 4),
      { value: place?.sheet, style: summary.run },
      { value: task.dates && { day: task.dates.start }, style: summary.date },
      { value: task.dates && { day: task.dates.finish }, style: summary.date },
      {
        value: lineIn(task.status.text, { widths, column: 8, font: statusFont }) || undefined,
        style: styleOf(grid.statusWords, task.status.kind),
      },
      ...readyCells(task, widths),
      ...run(task.subcontractor?.name, 11, 2),
      ...run(task.owner?.name, 13, 1),
      ...run(task.location?.name, 14, 2),
    ],
    summary.run,
  );
}

function readyCells(task: PlannedTask, widths: readonly number[]): Cell[] {
  const style = task.missing.length === 0 ? cells.ready : summary.notReady;
  const [first, rest] = runCells(readyText(task), { widths, column: 9, span: 2, style, font: statusFont });
  return [first ?? { style }, rest ?? { style }];
}

/** Tasks that are not ready, in the order in which they are needed, with all that is missing. */
export function notReadyTable(context: SummaryContext, span: Span): Section {
  const { lookahead, places, widths } = context;
  const byTask = new Map<PlannedTask['id'], Finding[]>();
  for (const finding of lookahead.readiness.findings) {
    const known = byTask.get(finding.task.id);
    if (known) known.push(finding);
    else byTask.set(finding.task.id, [finding]);
  }
  if (byTask.size === 0) return { rows: [] };
  const whole = span.from === 1;
  const taskColumns = whole ? 2 : 3;
  const missingColumns = span.to - span.from + 1 - 4 - taskColumns;
  const titles: Titles = [
    ['Task', taskColumns],
    ['ID', 1],
    ['Needed by', 1],
    ['What is missing', missingColumns],
    ['Ask', 2],
  ];
  const header = headCells(titles);
  const missingColumn = span.from + taskColumns + 2;
  const rows = [...byTask.values()].slice(0, maxUnreadyTasks).flatMap((findings) => {
    const [first] = findings;
    if (first === undefined) return [];
    const run = (text: string, column: number, columns: number) =>
      runCells(text, { widths, column, span: columns, style: summary.run, font: noteFont });
    const missing = findings.map((finding) => finding.missing).join(' · ');
    const cells = [
      ...run(first.task.name, span.from, taskColumns),
      linkCell(first.task, context, span.from + taskColumns),
      { value: first.neededBy && { day: first.neededBy }, style: summary.date },
      ...run(missing, missingColumn, missingColumns),
      ...run(first.ask, span.to - 1, 2),
    ];
    return [tableRow(span, cells, { rest: summary.run })];
  });
  const more = byTask.size - maxUnreadyTasks;
  const link = {
    text: more > 0 ? `and ${more} more: see Readiness` : 'See Readiness',
    sheet: places.readiness.sheet,
    cell: 'A1',
  };
  return {
    rows: [
      heading('Not ready, the first needed first', span.from),
      tableRow(span, header, { rest: heads.onlyLeft, height: headerHeight }),
      ...rows,
      tableRow(span, [{ value: link, style: summary.link }], { rest: summary.run }),
    ],
  };
}
