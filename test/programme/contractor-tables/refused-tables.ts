/**
 * Tables that an import refuses, such as ambiguous, damaged or empty ones. There are two exceptions: the import reads
 * ambiguous dates if the mapping names their format, and it may either read or refuse a text that is named .xlsx.
 */
import { type ContractorTable, csv, excel } from './contractor-table.ts';

const ambiguous = csv(`
  Activity ID | Activity Name | Start | Finish
  A10 | Excavate | 07/12/2026 | 08/12/2026
  A20 | Pour slab | 09/12/2026 | 11/12/2026
`);
const workbook = excel(`
    ID | Activity | Start | Finish
    A10 | Excavate | @2026-11-23 | @2026-11-27
`);

export const refusedTables: readonly ContractorTable[] = [
  {
    title: 'dates whose day and month could be exchanged',
    content: ambiguous,
    right: [{ refusal: /format: dd\/MM\/yyyy or format: MM\/dd\/yyyy/ }],
  },
  {
    title: 'the same dates with the format in the mapping',
    content: ambiguous,
    corrections: { dates: { format: 'dd/MM/yyyy' } },
    right: 'A10 | Excavate | 2026-12-07..2026-12-08 | 2d\nA20 | Pour slab | 2026-12-09..2026-12-11 | 3d',
  },
  {
    title: 'a workbook whose end is missing',
    content: async () => (await workbook()).subarray(0, 3_000),
    right: [{ refusal: /incomplete|truncated|cut off|end of the file|download|copied/i }],
  },
  {
    title: 'a text with tabs and the ending .xlsx',
    file: 'programme.xlsx',
    content: csv('ID | Activity | Start | Finish\nA10 | Excavate | 23/11/2026 | 27/11/2026', {
      separator: '\t',
    }),
    right: [{ tasks: 'A10 | Excavate | 2026-11-23..2026-11-27 | 5d' }, { refusal: /text|\.csv/i }],
  },
  {
    title: 'a matrix of weeks instead of columns for start and finish',
    content: excel(`
        Activity | CW 48 | CW 49 | CW 50
        Excavate | x
        Pour slab | | x | x
    `),
    right: [{ refusal: /dates: \{ start/ }],
  },
  {
    title: 'a workbook without a single cell',
    content: excel(''),
    right: [{ refusal: /empty|no rows|no headings|no table/i }],
  },
];
