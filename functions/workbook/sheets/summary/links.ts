/** Links of Summary to the rows and sheets that say more. */
import { groupedText } from '../../../lookahead/text/quantity-text.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import type { SheetContext } from '../../theme/sheet-context.ts';
import { summary } from '../../theme/summary-styles.ts';
import type { Cell } from '../../xlsx/sheet-plan.ts';
import type { ListPlaces } from '../list-sheet.ts';
import type { Field } from './sections.ts';

/** A task's reference as a link to its row of Tasks; of a task that is not there, plain text. */
export function taskLink(
  { id, ref }: { readonly id: string; readonly ref: string },
  { taskRows: { sheet, rowOf } }: SheetContext,
): Field {
  const font = { size: fontSizes.text };
  const row = rowOf.get(id);
  return row === undefined
    ? { value: ref, style: summary.run, font, kept: ref }
    : { value: { text: ref, sheet, cell: `A${row}` }, style: summary.link, font, kept: ref };
}

/** How many are not shown, where no sheet has them; undefined where all are. */
export function moreText(more: number): Cell | undefined {
  return more > 0 ? { value: `and ${groupedText(more)} more`, style: summary.detail } : undefined;
}

/** A link to the top of a list, which has more than is shown here; plain text where the workbook does not have it. */
export function moreLink(list: ListPlaces, more: number): Cell | undefined {
  if (list.rows === undefined) return moreText(more);
  const text = more > 0 ? `and ${groupedText(more)} more: see ${list.sheet}` : `See ${list.sheet}`;
  return { value: { text, sheet: list.sheet, cell: 'A1' }, style: summary.link };
}
