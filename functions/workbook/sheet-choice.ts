export const optionalSheets = ['wall', 'last-week', 'resources', 'materials'] as const;

export const printedSheets = ['wall', 'shifts'] as const;

export type SheetChoice = {
  readonly off: readonly (typeof optionalSheets)[number][];
  readonly print: (typeof printedSheets)[number];
};
