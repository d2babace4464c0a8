/** Below the Last week list: why tasks were missed, the most frequent reason first. */
import { compareNaturally } from '../../../lookahead/text/natural-order.ts';
import { cells } from '../../theme/sheet-styles.ts';
import { quotedText } from '../../xlsx/cell-references.ts';
import type { Row } from '../../xlsx/sheet-plan.ts';
import {
  countable,
  countOf,
  header,
  heading,
  line,
  lostBy,
  lostCell,
  rangesOf,
  sumOf,
  type TotalsSheet,
  totalsOf,
  whole,
} from './totals-rows.ts';

const noReason = '(no reason given)';

/** Tasks with a reason, and misses without one. */
export function totalsByReason(sheet: TotalsSheet): readonly Row[] {
  const range = rangesOf(sheet);
  const reasons = totalsOf(
    sheet.tasks.filter(({ reason, result }) => reason !== '' || result === 'missed' || result === 'short'),
    ({ reason }) => reason,
  ).toSorted((a, b) => b.tasks.length - a.tasks.length || compareNaturally(a.name, b.name));
  if (reasons.length === 0) return [];
  const isCountable = countable(sheet, reasons, 'Reason');
  const lines = reasons.map(({ name, tasks }): Row => {
    const isLive = isCountable(name);
    const own = { range: range('Reason'), name };
    const results = range('Result');
    const formula =
      name === ''
        ? `${countOf(own, results, 'missed')}+${countOf(own, results, 'short')}`
        : `COUNTIF(${own.range},${quotedText(name)})`;
    const lost = isLive && name !== '' ? sumOf(own, range('Days lost')) : undefined;
    return line(sheet.widths, [
      { value: name || noReason, style: cells.strong },
      whole(isLive ? { formula, result: tasks.length } : tasks.length),
      lostCell(lostBy(tasks), lost),
    ]);
  });
  return [heading('By reason'), header(sheet.widths, ['Reason', 'Tasks', 'Days lost'], 1), ...lines];
}
