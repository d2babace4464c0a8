/** The data date of a table, which has none of its own: that of a column, or of a row above the headings. */
import type { LocalDateTime, Programme } from '../../programme.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { dateAfter } from './titled-data-date.ts';
import { noDate, writtenDate } from './written-date.ts';

/** The file's own data date, else the one that the mapping names; undefined for none. Texts that are not dates are in the report. */
export function dataDateOf(
  { dataDate, activities, table }: Programme,
  { dataDate: rule, dates }: Mapping,
  report: ReportBuilder,
): LocalDateTime | undefined {
  if (dataDate !== undefined || rule === undefined) return dataDate;
  const format = typeof dates === 'string' ? undefined : dates.format;
  if ('above' in rule) {
    const date = dateAfter(rule.above, table?.above ?? [], format);
    if (date === undefined) {
      const text = `No row above the headings has ${JSON.stringify(rule.above)} before a date that can be read: there is no data date.`;
      report.problem(undefined, 'changed', text);
    }
    return date;
  }
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
