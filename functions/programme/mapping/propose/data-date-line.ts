/** Where a table may have its data date: a column with such a heading, else a row above the headings. */
import { plainText } from '../../readers/table/heading-words.ts';
import { wordsBeforeDate } from '../columns/titled-data-date.ts';
import type { Inspection } from './inspect-programme.ts';
import { yamlText } from './yaml-text.ts';

const headings = /^(data|status|progress|report) ?date$|^stichtag$/;

export function dataDateLine({ fields, programme: { table } }: Inspection): readonly string[] {
  const column = fields.find(({ name, activities }) => activities > 0 && headings.test(plainText(name)));
  if (column) return [`dataDate: { column: ${yamlText(column.name)} }`];
  const words = wordsBeforeDate(table?.above ?? []);
  return words === undefined ? [] : [`dataDate: { above: ${yamlText(words)} }`];
}
