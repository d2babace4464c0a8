/** Summary's lists: key tasks, what changed, why work was late, and what no sheet shows. */
import { changeKinds } from '../lookahead/changes.ts';
import type { PlannedTask } from '../lookahead/planned-task.ts';
import { quotedText } from './cell-reference.ts';
import { colors } from './colors.ts';
import { weekWords } from './date-words.ts';
import { cutToWidth, lineCount, rowHeight, textRoom } from './row-height.ts';
import type { Cell, Row } from './sheet-plan.ts';
import { readyCell } from './shift-cells.ts';
import { sizes } from './style-parts.ts';
import {
  fullRow,
  heading,
  lineHeight,
  type Section,
  type SummaryContext,
  summaryColumns,
} from './summary-parts.ts';
import { listRange } from './summary-tiles.ts';
import { byNumber, cells, heads } from './theme.ts';
import { grid, styleOf } from './theme-grid.ts';
import { summary } from './theme-summary.ts';

/** Key tasks listed before Summary refers to the shift sheets for the rest. */
const mostKeyTasks = 15;
const keyTitles = ['Key task', 'ID', 'Shift', 'Start', 'Finish', 'Status', 'Ready'];
/** Each of these runs over the empty cell to its right. */
const keyNames = ['Subcontractor', 'Owner', 'Location'];
const noteFont = { size: sizes.note };

export function keyTasksTable(context: SummaryContext): Section {
  const keys = context.frame.lookahead.tasks.filter((task) => task.key);
  if (keys.length === 0) return { rows: [] };
  const titles = keyTitles.map((value) => ({
    value,
    style: value === 'Ready' ? heads.onlyCenter : heads.onlyLeft,
  }));
  const names = keyNames.flatMap((value) => [{ value, style: heads.onlyLeft }, undefined]);
  const more = keys.length - mostKeyTasks;
  const moreCell = { value: `and ${more} more, marked ◆ on the shift sheets`, style: summary.detail };
  return {
    rows: [
      heading('Key tasks'),
      fullRow([...titles, ...names], heads.onlyLeft, 22),
      ...keys.slice(0, mostKeyTasks).map((task) => keyTaskRow(task, context)),
      ...(more > 0 ? [fullRow([moreCell], summary.run)] : []),
    ],
  };
}

function keyTaskRow(task: PlannedTask, { places, widths }: SummaryContext): Row {
  const place = places.shifts.find((candidate) => candidate.shift === task.shift);
  const row = place?.rowOf.get(task.id);
  const name = `◆ ${task.name.length > 300 ? `${task.name.slice(0, 300)}…` : task.name}`;
  const lines = lineCount(name, { size: sizes.note, bold: true }, textRoom(widths[0] ?? 1));
  const id: Cell =
    place && row !== undefined
      ? { value: { text: task.ref, sheet: place.sheet, cell: `A${row}` }, style: summary.link }
      : { value: task.ref, style: summary.run };
  const named = [task.subcontractor, task.owner, task.location].flatMap((of, index) => {
    const column = keyTitles.length + index * 2;
    const room = textRoom(widths[column] ?? 1) + textRoom(widths[column + 1] ?? 1);
    return [{ value: of && cutToWidth(of.name, noteFont, room), style: summary.run }, undefined];
  });
  return fullRow(
    [
      { value: name, style: summary.key },
      id,
      { value: place?.sheet, style: summary.run },
      { value: task.dates && { day: task.dates.start }, style: summary.date },
      { value: task.dates && { day: task.dates.finish }, style: summary.date },
      { value: task.status.text || undefined, style: styleOf(grid.statusWords, task.status.kind) },
      readyCell(task),
      ...named,
    ],
    summary.run,
    Math.max(lineHeight, rowHeight(lines, sizes.note, 5)),
  );
}

/** Counts per kind of change, each read from the Changes sheet and linked to it. */
export function changesTable({ frame, places }: SummaryContext): Section {
  const { changes, issue } = frame.lookahead;
  if (!changes || !issue.previous) return { rows: [] };
  const range = listRange(places.changes, 'Change');
  const counts = changeKinds.map((kind): Cell => {
    const result = changes.counts[kind];
    const value = range === undefined ? result : { formula: `COUNTIF(${range},${quotedText(kind)})`, result };
    return { value, style: summary.number };
  });
  const label = { text: 'See Changes', sheet: places.changes.sheet, cell: 'A1' };
  return {
    rows: [
      heading(
        `Changed since issue ${issue.previous.number} of ${weekWords(issue.previous.window).toLowerCase()}`,
      ),
      fullRow(
        [{ style: heads.onlyLeft }, ...changeKinds.map((value) => ({ value, style: heads.onlyCenter }))],
        heads.onlyCenter,
        22,
      ),
      fullRow([{ value: label, style: summary.link }, ...counts], summary.run),
    ],
  };
}

const mostReasons = 6;

/** The commonest reasons for delay, with bars. */
export function delaysTable({ frame, places, widths }: SummaryContext, firstRow: number): Section {
  const { delays } = frame.lookahead;
  if (delays.perReason.length === 0) return { rows: [] };
  const reasons = [...delays.perReason].sort((a, b) => b.count - a.count).slice(0, mostReasons);
  const room = textRoom(widths[0] ?? 1);
  const top = firstRow + 2;
  return {
    rows: [
      heading('Delays by reason'),
      fullRow(
        [
          { value: 'Reason', style: heads.onlyLeft },
          { value: 'Delays', style: heads.onlyCenter },
          { value: 'Days lost', style: heads.onlyCenter },
          { value: { text: 'See Delays', sheet: places.delays.sheet, cell: 'A1' }, style: summary.headLink },
        ],
        heads.onlyLeft,
        22,
      ),
      ...reasons.map((line) => {
        const name = line.reason.length > 200 ? `${line.reason.slice(0, 200)}…` : line.reason;
        return fullRow(
          [
            { value: name, style: summary.row },
            { value: line.count, style: summary.number },
            {
              value: line.days,
              style: byNumber(line.days, { whole: summary.number, decimal: summary.decimal }),
            },
          ],
          summary.run,
          Math.max(lineHeight, rowHeight(lineCount(name, noteFont, room), sizes.note, 5)),
        );
      }),
    ],
    dataBars: [{ area: { top, left: 2, bottom: top + reasons.length - 1, right: 2 }, color: colors.bar }],
  };
}

/** What no sheet shows: warnings, and items of the service's answers that were wrong. */
export function attentionTable({ frame, widths }: Pick<SummaryContext, 'frame' | 'widths'>): Section {
  const { warnings, setAside } = frame.lookahead;
  const page = widths.reduce((sum, width) => sum + textRoom(width), 0);
  const rows: Row[] = [];
  if (warnings.length > 0) {
    rows.push(heading('Please note'));
    for (const warning of warnings) rows.push(sentenceRow(warning, page));
  }
  if (setAside.length > 0) {
    const one = setAside.length === 1;
    rows.push(
      heading(
        `Set aside: ${setAside.length} ${one ? 'item does' : 'items do'} not fit the service's own description and ${one ? 'is' : 'are'} not in this plan`,
      ),
      fullRow(
        ['Item', 'Kind', '', 'Property', '', '', 'What is wrong'].map((value) => ({
          value: value === '' ? undefined : value,
          style: heads.onlyLeft,
        })),
        heads.onlyLeft,
        22,
      ),
      ...setAside
        .slice(0, mostSetAside)
        .map((item) =>
          fullRow(
            [
              { value: item.item, style: cells.text },
              { value: item.collection, style: summary.run },
              undefined,
              { value: item.property, style: summary.run },
              undefined,
              undefined,
              { value: item.reason, style: summary.run },
            ],
            summary.run,
          ),
        ),
    );
    const more = setAside.length - mostSetAside;
    if (more > 0) rows.push(fullRow([{ value: `and ${more} more`, style: summary.detail }], summary.run));
  }
  return { rows };
}

const mostSetAside = 100;

function sentenceRow(sentence: string, page: number): Row {
  const shown = sentence.length > 600 ? `${sentence.slice(0, 600)}…` : sentence;
  const lines = lineCount(shown, { size: sizes.note, bold: true }, page);
  return {
    cells: Array.from(
      { length: summaryColumns },
      (_, index): Cell =>
        index === 0 ? { value: `▲ ${shown}`, style: summary.warning } : { style: summary.warning },
    ),
    height: rowHeight(lines, sizes.note, 7),
  };
}
