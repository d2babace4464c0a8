import type { Lookahead } from '../../../lookahead/lookahead.ts';
import { fontSizes, indentedRoomAcross, lineCount, rowHeight } from '../../layout/text-width.ts';
import { summary } from '../../theme/summary-styles.ts';
import type { Row } from '../../xlsx/sheet-plan.ts';
import { namesTable } from './names-table.ts';
import { heading, moreText, type Section, tableRow, textField } from './sections.ts';
import type { Span, SummaryGrid } from './summary-grid.ts';

const maxRejectedItems = 100;

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

export function rejectedItemsTable({ lookahead, grid }: Context): Section {
  const { rejected } = lookahead;
  if (rejected.length === 0) return { rows: [] };
  const one = rejected.length === 1;
  return namesTable<Lookahead['rejected'][number]>(
    { grid, span: grid.left },
    {
      title: `Set aside: ${rejected.length} ${one ? 'item does' : 'items do'} not fit the service's own description and ${one ? 'is' : 'are'} not in this plan`,
      columns: [
        { title: 'Item', columns: 3, of: ({ item }) => textField(item) },
        { title: 'Kind', columns: 2, of: ({ collection }) => textField(collection) },
        { title: 'Property', columns: 4, of: ({ property }) => textField(property) },
        { title: 'What is wrong', columns: 4, of: ({ reason }) => textField(reason) },
      ],
      items: rejected.slice(0, maxRejectedItems),
      more: moreText(rejected.length - maxRejectedItems),
    },
  );
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
