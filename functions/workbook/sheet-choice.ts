export const optionalSheets = ['wall', 'last-week', 'resources', 'materials'] as const;

export const printChoices = ['wall', 'shifts', 'tasks'] as const;

type PrintChoice = (typeof printChoices)[number];

export type SheetChoice = {
  readonly off: readonly (typeof optionalSheets)[number][];
  readonly print: PrintChoice | readonly PrintChoice[];
};

export function isPrinted({ print }: SheetChoice, sheet: PrintChoice): boolean {
  return [print].flat().includes(sheet);
}

/**
 * `by day`: for readers of their own work, and for reports that show only the days. Each row has everything about its
 * task, so that a workbook with ten tasks prints on three pages.
 */
export type WorkbookKind = 'whole' | 'by day' | 'no tasks';

/**
 * The sheets in the order of their tabs, each with the kinds of workbook that have it if it has content. `printed days`
 * is the wall or the shift sheets, as `print` chooses; `other days` is the other of the two.
 */
const sheets = [
  { name: 'summary', in: ['whole', 'no tasks'] },
  { name: 'readiness', in: ['whole', 'no tasks'] },
  { name: 'printed days', in: ['whole', 'by day'] },
  { name: 'last-week', in: ['whole', 'by day', 'no tasks'] },
  { name: 'other days', in: ['whole'] },
  { name: 'resources', in: ['whole'] },
  { name: 'materials', in: ['whole'] },
  { name: 'changes', in: ['whole', 'by day', 'no tasks'] },
  { name: 'tasks', in: ['whole', 'by day'] },
] as const satisfies readonly { readonly name: string; readonly in: readonly WorkbookKind[] }[];

export type SheetName = (typeof sheets)[number]['name'];

export function sheetNamesOf(kind: WorkbookKind, { off }: SheetChoice): readonly SheetName[] {
  return sheets
    .filter((sheet) => sheet.in.some((each) => each === kind) && !off.some((name) => name === sheet.name))
    .map(({ name }) => name);
}
