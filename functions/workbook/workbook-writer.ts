import type { WorkbookPlan } from './sheet-plan.ts';

/** Writes a workbook plan as an .xlsx file. The same plan gives the same bytes, on any machine and in any zone. */
export function writeWorkbook(_plan: WorkbookPlan): Promise<Uint8Array> {
  return Promise.reject(new Error('The workbook writer is not there yet.'));
}
