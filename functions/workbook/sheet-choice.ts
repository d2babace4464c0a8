export const optionalSheets = ['wall', 'last-week', 'resources', 'materials'] as const;

export type SheetChoice = {
  readonly off: readonly (typeof optionalSheets)[number][];
};
