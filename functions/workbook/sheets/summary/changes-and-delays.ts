/** Summary's narrow tables beside wider ones: what changed, and why work was late. */

import { kindNames } from '../../../lookahead/compare/changed-tasks.ts';
import type { IssueReference } from '../../../lookahead/compare/earlier-issue.ts';
import { changeKinds } from '../../../lookahead/compare/task-differences.ts';
import { earlierRevision, earlierRevisionShort } from '../../../lookahead/report-words.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { colors } from '../../theme/colors.ts';
import { byNumber, headerHeight, heads } from '../../theme/sheet-styles.ts';
import { summary } from '../../theme/summary-styles.ts';
import { fixedCell, quotedText } from '../../xlsx/cell-references.ts';
import type { Cell, CellValue, Row } from '../../xlsx/sheet-plan.ts';
import { totalsColumns } from '../delays-sheet.ts';
import { listRange } from '../list-sheet.ts';
import {
  heading,
  lineIn,
  runCells,
  type Section,
  type Span,
  type SummaryContext,
  summaryColumns,
  tableRow,
} from './sections.ts';

const maxReasons = 7;
const noteFont = { size: fontSizes.note };
/** Columns that a table needs: two for a name, one for a count. */
const minColumns = 3;

/** The columns right of the status table, with one free between; undefined if too few are left. */
export function columnsBesideStatus(statusColumns: number): Span | undefined {
  const from = statusColumns + 2;
  return from + minColumns - 1 > summaryColumns ? undefined : { from, to: summaryColumns };
}

function head(span: Span, cells: readonly Cell[]): Row {
  return tableRow(span, cells, { rest: heads.onlyLeft, height: headerHeight });
}

/** A name over all columns but the last `figures`. */
function nameCells(
  context: SummaryContext,
  name: string,
  at: { readonly span: Span; readonly figures: number },
) {
  const { from, to } = at.span;
  const place = { widths: context.widths, column: from, span: to - from + 1 - at.figures };
  return runCells(name, { ...place, style: summary.run, font: noteFont });
}

/** Names the revision's week and date if they fit: text past the last column of the page is not printed. */
function titleWithin(context: SummaryContext, { from, to }: Span, previous: IssueReference): string {
  const { widths, lookahead } = context;
  const place = { widths, column: from, span: to - from + 1, font: { size: fontSizes.subtitle, bold: true } };
  const fits = (title: string) => lineIn(title, place) === title;
  const week = earlierRevisionShort(previous, lookahead.window);
  const forms = [
    `Changed since ${earlierRevision(previous, lookahead.window)}`,
    `Changed since ${week}`,
    `Since ${week}`,
  ];
  return forms.find(fits) ?? `Since revision ${previous.number}`;
}

/** Counts per kind of change, each read from the Changes sheet; undefined without a previous issue. */
export function changesTable(context: SummaryContext, span: Span): Section | undefined {
  const { lookahead, places } = context;
  const { changes, issue } = lookahead;
  if (!changes || !issue.previous) return undefined;
  const range = listRange(places.changes, 'Change');
  const kinds = changeKinds.filter((kind) => changes.counts[kind] > 0);
  const rows = kinds.map((kind) => {
    const result = changes.counts[kind];
    const value =
      range === undefined
        ? result
        : { formula: `COUNTIF(${range},${quotedText(`*${kindNames[kind]}*`)})`, result };
    const cells = [
      ...nameCells(context, kindNames[kind], { span, figures: 1 }),
      { value, style: summary.number },
    ];
    return tableRow(span, cells, { rest: summary.run });
  });
  const link = { text: 'See Changes', sheet: places.changes.sheet, cell: 'A1' };
  const titles: Cell[] = new Array(span.to - span.from).fill({ style: heads.onlyLeft });
  if (changes.list.length > 0) titles[0] = { value: link, style: summary.headLink };
  const none = tableRow(span, [{ value: 'nothing changed', style: summary.detail }], { rest: summary.run });
  return {
    rows: [
      heading(titleWithin(context, span, issue.previous), span.from),
      head(span, [...titles, { value: 'Changes', style: heads.onlyCenter }]),
      ...(rows.length === 0 ? [none] : rows),
    ],
  };
}

/** The most frequent reasons for delay, read from the Delays sheet, with bars; undefined if no delay is recorded. */
export function delaysTable(context: SummaryContext, firstRow: number, span: Span): Section | undefined {
  const { lookahead, places } = context;
  const { perReason } = lookahead.delays;
  if (perReason.length === 0) return undefined;
  const reasons = [...perReason].sort((a, b) => b.count - a.count).slice(0, maxReasons);
  const { sheet, rowOf } = places.delays;
  const totalOf = (reason: string, column: number, result: number): CellValue => {
    const row = rowOf.get(reason);
    return row === undefined ? result : { formula: fixedCell(sheet, column, row), result };
  };
  const withDays = span.from === 1;
  const figures = withDays ? 2 : 1;
  const top = firstRow + 2;
  const rows = reasons.map((line) => {
    const days = byNumber(line.days, { whole: summary.number, decimal: summary.decimal });
    const cells = [
      ...nameCells(context, line.reason, { span, figures }),
      { value: totalOf(line.reason, totalsColumns.count, line.count), style: summary.number },
      ...(withDays ? [{ value: totalOf(line.reason, totalsColumns.days, line.days), style: days }] : []),
    ];
    return tableRow(span, cells, { rest: summary.run });
  });
  const link = { text: 'See Delays', sheet: places.delays.sheet, cell: 'A1' };
  const titles: Cell[] = new Array(span.to - span.from + 1 - figures).fill({ style: heads.onlyLeft });
  titles[0] = { value: link, style: summary.headLink };
  const countColumn = span.to - figures + 1;
  return {
    rows: [
      heading('Delays by reason', span.from),
      head(span, [
        ...titles,
        { value: 'Delays', style: heads.onlyCenter },
        ...(withDays ? [{ value: 'Days lost', style: heads.onlyCenter }] : []),
      ]),
      ...rows,
    ],
    dataBars: [
      {
        area: { top, left: countColumn, bottom: top + rows.length - 1, right: countColumn },
        color: colors.bar,
      },
    ],
  };
}
