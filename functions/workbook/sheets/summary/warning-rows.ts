import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { fontSizes, indentedRoomAcross, lineCount, rowHeight } from '../../layout/text-width.ts';
import { summary } from '../../theme/summary-styles.ts';
import type { Row } from '../../xlsx/sheet-plan.ts';
import { heading, type Section, tableRow } from './sections.ts';
import type { Span, SummaryGrid } from './summary-grid.ts';

type Context = { readonly lookahead: Lookahead; readonly grid: SummaryGrid };

export function staleRow({ lookahead, grid }: Context, firstRow: number): Section {
  const { stale } = lookahead;
  return stale === undefined ? { rows: [] } : sentences([stale], grid, firstRow);
}

function sentences(texts: readonly string[], { widths, whole }: SummaryGrid, firstRow: number): Section {
  const page = indentedRoomAcross(widths);
  return {
    rows: texts.map((text) => sentenceRow(text, whole, page)),
    merges: texts.map((_text, index) => {
      const row = firstRow + index;
      return { top: row, left: 1, bottom: row, right: whole.to };
    }),
  };
}

/** Near the top, because warnings qualify every figure. Each sentence wraps across the page. */
export function warningRows({ lookahead, grid }: Context, firstRow: number): Section {
  const { warnings } = lookahead;
  if (warnings.length === 0) return { rows: [] };
  const said = sentences(warnings, grid, firstRow + 1);
  return { ...said, rows: [heading('Please note', grid.whole), ...said.rows] };
}

function sentenceRow(sentence: string, span: Span, page: number): Row {
  const shown = sentence.length > 600 ? `${sentence.slice(0, 600)}…` : sentence;
  const sign = `▲ ${shown}`;
  const lines = lineCount(sign, { size: fontSizes.note, bold: true }, page);
  return tableRow(span, [{ value: sign, style: summary.warning }], {
    filler: summary.warning,
    height: rowHeight(lines, fontSizes.note, 4),
  });
}
