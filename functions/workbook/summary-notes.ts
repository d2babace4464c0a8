/** What Summary says in sentences: warnings, and items of the service's answers that were wrong. */
import { indentedRoom, lineCount, rowHeight } from './row-height.ts';
import type { Row } from './sheet-plan.ts';
import { sizes } from './style-parts.ts';
import { fullRow, headHeight, heading, type Section, type SummaryContext } from './summary-parts.ts';
import { cells, heads } from './theme.ts';
import { summary } from './theme-summary.ts';

type Context = Pick<SummaryContext, 'frame' | 'widths'>;

const mostSetAside = 100;

/** Near the top, for it qualifies every figure. */
export function warningRows({ frame, widths }: Context): Section {
  const { warnings } = frame.lookahead;
  if (warnings.length === 0) return { rows: [] };
  const page = widths.reduce((sum, width) => sum + indentedRoom(width), 0);
  return { rows: [heading('Please note'), ...warnings.map((warning) => sentenceRow(warning, page))] };
}

/** The items that were set aside, each with what is wrong about it. */
export function attentionTable({ frame }: Context): Section {
  const { setAside } = frame.lookahead;
  if (setAside.length === 0) return { rows: [] };
  const one = setAside.length === 1;
  const more = setAside.length - mostSetAside;
  return {
    rows: [
      heading(
        `Set aside: ${setAside.length} ${one ? 'item does' : 'items do'} not fit the service's own description and ${one ? 'is' : 'are'} not in this plan`,
      ),
      fullRow(
        ['Item', 'Kind', '', 'Property', '', '', 'What is wrong'].map((value) => ({
          value: value === '' ? undefined : value,
          style: heads.onlyRun,
        })),
        heads.onlyRun,
        headHeight,
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
      ...(more > 0 ? [fullRow([{ value: `and ${more} more`, style: summary.detail }], summary.run)] : []),
    ],
  };
}

function sentenceRow(sentence: string, page: number): Row {
  const shown = sentence.length > 600 ? `${sentence.slice(0, 600)}…` : sentence;
  const lines = lineCount(shown, { size: sizes.note, bold: true }, page);
  return fullRow(
    [{ value: `▲ ${shown}`, style: summary.warning }],
    summary.warning,
    rowHeight(lines, sizes.note, 4),
  );
}
