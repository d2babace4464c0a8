export const optionalSheets = ['wall', 'last-week', 'labour', 'plant', 'materials'] as const;

export type SheetChoice = {
  readonly off: readonly (typeof optionalSheets)[number][];
};
