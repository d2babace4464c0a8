export const optionalSheets = ['wall', 'last-week', 'labour', 'plant', 'materials'] as const;

export const screenSheets = ['changes', 'tasks'] as const;

export type SheetChoice = {
  readonly off: readonly (typeof optionalSheets)[number][];
  readonly print: readonly (typeof screenSheets)[number][];
};
