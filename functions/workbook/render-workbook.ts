import type { Lookahead } from '../lookahead/lookahead.ts';
import { planWorkbook, type WorkbookOptions } from './plan-workbook.ts';
import { writeWorkbook } from './xlsx/workbook-writer.ts';

/** The workbook of a lookahead as the bytes of an .xlsx file. The same lookahead gives the same bytes. */
export function renderWorkbook(lookahead: Lookahead, options: WorkbookOptions): Promise<Uint8Array> {
  return writeWorkbook(planWorkbook(lookahead, options));
}
