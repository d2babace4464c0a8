import type { Lookahead } from '#lookahead/lookahead.ts';
import type { Paper } from '#workbook/papers.ts';
import type { SheetChoice } from '#workbook/sheet-choice.ts';
import type { CellLink, SheetRow } from '#workbook/xlsx/sheet-plan.ts';
import type { Logo } from './logo.ts';

export type TaskRowLinks = { readonly sheet: string; readonly rowOf: ReadonlyMap<string, CellLink['cell']> };

export type WallQrCodePng = Uint8Array;

export type SheetContext = {
  readonly lookahead: Lookahead;
  readonly paper: Paper;
  readonly logo: Logo | undefined;
  readonly wallCode: WallQrCodePng | undefined;
  readonly sheets: SheetChoice;
  /** Has no rows if the workbook has no Tasks sheet. */
  readonly taskRows: TaskRowLinks;
  readonly hasSummary: boolean;
};

/** Returns rows that can be iterated more than once: a generator creates them again each time. */
export function reiterableRows(generate: () => Iterator<SheetRow>): Iterable<SheetRow> {
  return { [Symbol.iterator]: generate };
}
