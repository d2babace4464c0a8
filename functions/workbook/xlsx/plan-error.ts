/** A plan that no workbook can hold: a fault of the code that drew the sheet, never of the data in it. */
export class WorkbookPlanError extends Error {
  override readonly name = 'WorkbookPlanError';
  readonly sheet: string;

  constructor(sheet: string, fault: string) {
    super(`The sheet "${sheet}" cannot be written: ${fault}`);
    this.sheet = sheet;
  }
}
