/** The data date of a table, which has none of its own: the latest date of the column that the mapping names. */
import type { LocalDateTime, Programme } from '../../programme.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { noDate, writtenDate } from './written-date.ts';

/** The file's own data date, else that of the column; undefined for none. Cells that are not dates are in the report. */
export function dataDateOf(
  { dataDate, activities }: Programme,
  { dataDate: rule, dates }: Mapping,
  report: ReportBuilder,
): LocalDateTime | undefined {
  if (dataDate !== undefined || rule === undefined) return dataDate;
  const format = typeof dates === 'string' ? undefined : dates.format;
  const found = new Set<LocalDateTime>();
  for (const { line, fields } of activities) {
    const text = fields.get(rule.column);
    if (text === undefined || text === noDate) continue;
    const date = writtenDate(text, format);
    if (date === undefined) {
      const example = JSON.stringify(text);
      const problem = 'is not a date that can be read';
      report.add({
        line,
        kind: 'changed',
        text: `The data date ${example} ${problem}.`,
        like: { group: `The data date (column ${rule.column}) ${problem}`, example },
      });
    } else found.add(date);
  }
  const latest = [...found].sort().at(-1);
  if (found.size > 1) {
    report.problem(
      undefined,
      'changed',
      `The column ${rule.column} has ${found.size} dates; the latest, ${latest}, is the data date.`,
    );
  }
  return latest;
}
