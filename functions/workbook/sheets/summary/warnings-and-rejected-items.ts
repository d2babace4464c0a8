/** Summary's warnings, and its table of items that do not fit the service's own description. */

import { fontSizes } from '../../layout/font-sizes.ts';
import { indentedRoom, lineCount, rowHeight } from '../../layout/text-lines.ts';
import { headerHeight, heads } from '../../theme/sheet-styles.ts';
import { summary } from '../../theme/summary-styles.ts';
import type { Cell, Row } from '../../xlsx/sheet-plan.ts';
import { fullRow, heading, lineIn, type Section, type SummaryContext, summaryColumns } from './sections.ts';

type Context = Pick<SummaryContext, 'lookahead' | 'widths'>;

const maxRejected = 100;

/** Near the top, because warnings qualify every figure. Each sentence wraps across the page. */
export function warningRows({ lookahead, widths }: Context, firstRow: number): Section {
  const { warnings } = lookahead;
  if (warnings.length === 0) return { rows: [] };
  const page = indentedRoom(widths.reduce((sum, width) => sum + width, 0));
  return {
    rows: [heading('Please note'), ...warnings.map((warning) => sentenceRow(warning, page))],
    merges: warnings.map((_warning, index) => {
      const row = firstRow + 1 + index;
      return { top: row, left: 1, bottom: row, right: summaryColumns };
    }),
  };
}

/** The rejected items, each with what is wrong about it. */
export function rejectedItemsTable({ lookahead, widths }: Context): Section {
  const { rejected } = lookahead;
  if (rejected.length === 0) return { rows: [] };
  const one = rejected.length === 1;
  const more = rejected.length - maxRejected;
  const cell = (text: string, column: number, span: number): Cell => ({
    value: lineIn(text, { widths, column, span, font: { size: fontSizes.note } }),
    style: summary.run,
  });
  return {
    rows: [
      heading(
        `Set aside: ${rejected.length} ${one ? 'item does' : 'items do'} not fit the service's own description and ${one ? 'is' : 'are'} not in this plan`,
      ),
      fullRow(
        ['Item', 'Kind', '', 'Property', '', '', 'What is wrong'].map((value) => ({
          value: value === '' ? undefined : value,
          style: heads.onlyRun,
        })),
        heads.onlyRun,
        headerHeight,
      ),
      ...rejected
        .slice(0, maxRejected)
        .map((item) =>
          fullRow(
            [
              cell(item.item, 1, 1),
              cell(item.collection, 2, 2),
              undefined,
              cell(item.property, 4, 3),
              undefined,
              undefined,
              cell(item.reason, 7, summaryColumns - 6),
            ],
            summary.run,
          ),
        ),
      ...(more > 0 ? [fullRow([{ value: `and ${more} more`, style: summary.detail }], summary.run)] : []),
    ],
  };
}

function sentenceRow(sentence: string, page: number): Row {
  const shown = sentence.length > 600 ? `${sentence.slice(0, 600)}…` : sentence;
  const sign = `▲ ${shown}`;
  const lines = lineCount(sign, { size: fontSizes.note, bold: true }, page);
  return fullRow(
    [{ value: sign, style: summary.warning }],
    summary.warning,
    rowHeight(lines, fontSizes.note, 4),
  );
}
