/** Which sheets a report's workbook has, and which of them are printed. */

/** The sheets that can be switched off. Summary counts from the others. */
export const optionalSheets = ['wall', 'last-week', 'labour', 'plant', 'materials'] as const;

/** The lists for the screen, which are printed only where asked for. */
export const screenSheets = ['changes', 'tasks'] as const;

export type SheetChoice = {
  readonly off: readonly (typeof optionalSheets)[number][];
  readonly print: readonly (typeof screenSheets)[number][];
};
