export const optionalSheets = ['wall', 'last-week', 'resources', 'materials'] as const;

export const printedSheets = ['wall', 'shifts', 'tasks'] as const;

type PrintedSheet = (typeof printedSheets)[number];

export type SheetChoice = {
  readonly off: readonly (typeof optionalSheets)[number][];
  readonly print: PrintedSheet | readonly PrintedSheet[];
};

export function isPrinted({ print }: SheetChoice, sheet: PrintedSheet): boolean {
  return [print].flat().includes(sheet);
}
