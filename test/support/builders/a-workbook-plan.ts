import type {
  Cell,
  CellValue,
  PrintSetup,
  SheetPlan,
  SheetRow,
  Style,
  WorkbookPlan,
} from '#workbook/xlsx/sheet-plan.ts';

export const plainStyle: Style = {};

export const aPrintSetup: PrintSetup = {
  paper: 'A3',
  orientation: 'landscape',
  fitToWidth: true,
  margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.5, header: 0.2, footer: 0.2 },
  footer: { left: 'Issue 3', center: '', right: 'page' },
};

/** A row of values in one style; undefined leaves a cell out. */
export function aRow(values: readonly (CellValue | undefined)[], style: Style = plainStyle): SheetRow {
  return {
    cells: values.map((value): Cell | undefined => (value === undefined ? undefined : { value, style })),
  };
}

export function aSheet(overrides: Partial<SheetPlan> = {}): SheetPlan {
  return {
    name: 'Day',
    columns: [{ width: 20 }],
    rows: [aRow(['Pour slab'])],
    print: aPrintSetup,
    ...overrides,
  };
}

export function aWorkbook(...sheets: readonly Partial<SheetPlan>[]): WorkbookPlan {
  return {
    properties: {
      title: 'Riverside lookahead',
      subject: 'Week 48',
      company: 'Acme',
      created: '2026-11-20T03:04:06Z',
    },
    sheets: sheets.map(aSheet),
  };
}

/** A PNG of 8 by 8 grey pixels. */
export const pngBytes: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADklEQVR42mPogAIGyhgAyIQiAQufTdgAAAAASUVORK5CYII=',
  'base64',
);
