/**
 * A workbook as plain data: plans of sheets, which `workbook-writer.ts` writes as a file. Rows and columns are counted
 * from 1. Font sizes and row heights are in points, column widths in characters, pictures in pixels, margins in inches.
 * Styles are compared by reference: create each one once, in `theme/`.
 */
import type { Day } from '#base/day.ts';
import type { Paper } from '#workbook/papers.ts';

/** Red, green and blue in hexadecimal: `1F2D3D`. */
export type Rgb = string;

export type BorderEdge = {
  readonly style: 'hair' | 'dotted' | 'thin' | 'medium';
  readonly color: Rgb;
};

export type Style = {
  readonly font?: {
    readonly name?: string;
    readonly size: number;
    readonly bold?: boolean;
    readonly italic?: boolean;
    readonly underline?: boolean;
    readonly strike?: boolean;
    readonly color?: Rgb;
  };
  /** A solid colour, or a pattern of `color` over `background`. */
  readonly fill?:
    | { readonly color: Rgb }
    | {
        readonly pattern: 'lightUp' | 'lightDown' | 'gray125';
        readonly color: Rgb;
        readonly background: Rgb;
      };
  readonly border?: {
    readonly top?: BorderEdge;
    readonly right?: BorderEdge;
    readonly bottom?: BorderEdge;
    readonly left?: BorderEdge;
  };
  readonly alignment?: {
    readonly horizontal?: 'left' | 'center' | 'right';
    readonly vertical?: 'top' | 'middle' | 'bottom';
    readonly wrap?: boolean;
    readonly shrink?: boolean;
    readonly indent?: number;
  };
  readonly numberFormat?: string;
};

export type CellValue =
  /** Always a string cell: never read as a formula. */
  | string
  | number
  | boolean
  /** A date cell, without time of day or time zone. */
  | { readonly day: Day }
  /** A formula without the leading `=`, with its current value. */
  | CellFormula
  /** A link to a cell of this workbook. `parts` are parts of its text that have different fonts. */
  | CellLink;

export type CellFormula = { readonly formula: string; readonly result: number | string };

export type CellLink = {
  readonly text: string;
  readonly sheet: string;
  readonly cell: string | TableRowLinkTarget;
  readonly parts?: readonly TextPart[];
};

/**
 * Target of a link: column A of the row that holds a text, wherever sorting has moved it. The link is written as a
 * formula, which Excel for the web and Google Sheets show but do not follow.
 */
export type TableRowLinkTarget = {
  /** Column that is searched for the text: `Tasks[Task id]`. */
  readonly column: string;
  readonly searchedText: string;
  readonly headerRow: number;
};

export type TextPart = { readonly text: string; readonly font: NonNullable<Style['font']> };

/** A cell with a style but without a value is written too. */
export type Cell = { readonly value?: CellValue | undefined; readonly style: Style };

/** Width in pixels of a digit of the default font, Calibri 11, in Excel. A column has 5 pixels more. */
export const pixelsPerCharacter = 7;
export const columnPadding = 5;
/** Points per pixel, at 96 pixels per inch. */
export const pointsPerPixel = 0.75;

export function columnWidthInPixels(width: number): number {
  return width * pixelsPerCharacter + columnPadding;
}

export const defaultRowHeight = 15;

/** Maximum number of page breaks on a sheet in Excel; further breaks are left out. */
export const maxPageBreaks = 1_026;

export type SheetRow = {
  /** Left to right from column A; undefined leaves the cell out. */
  readonly cells: readonly (Cell | undefined)[];
  readonly height?: number | undefined;
  readonly outline?: number | undefined;
  readonly hidden?: boolean | undefined;
  readonly folded?: boolean | undefined;
};

/** `{ top: 1, left: 1, bottom: 2, right: 4 }` is A1:D2. */
export type CellArea = {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
};

export type SheetColumn = {
  /**
   * Width in digits of the default font, as Excel shows it. `columnWidthInPixels` gives it in pixels, at 96 per inch.
   */
  readonly width: number;
  readonly hidden?: boolean;
  /** Level of a group, from 1. A group whose columns are hidden is folded, with its + over the column after it. */
  readonly outline?: number;
};

export type CellValidation = {
  readonly area: CellArea;
  /**
   * Choices of a drop-down: as many of them, from the first on, as 255 characters hold. Any text may be typed; without
   * choices, only the prompt is shown.
   */
  readonly choices: readonly string[];
  readonly prompt: string;
};

export type ColorScale = { readonly areas: readonly CellArea[]; readonly low: Rgb; readonly high: Rgb };

export type ExcelTable = {
  /** Unique in the workbook; letters, digits and underscores. */
  readonly name: string;
  /** Header row and data rows. The header cells' text must be `columns`. */
  readonly area: CellArea;
  readonly columns: readonly string[];
};

export type Picture = {
  readonly bytes: Uint8Array;
  readonly format: 'png' | 'jpeg';
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
  readonly alternative: string;
};

export type Chart = {
  readonly area: CellArea;
  /** `lines` show shares from 0 to 1, have a gap if a value is missing, and may refer to folded cells. */
  readonly kind: 'columns' | 'lines';
  readonly title?: string | undefined;
  readonly alternative: string;
  readonly categories: ChartCells<string> | ChartDays;
  readonly series: readonly (ChartCells<number | undefined> & {
    readonly name: string;
    readonly color: Rgb;
  })[];
  /** Format of the values. A single short series shows them over its columns instead of an axis. */
  readonly numberFormat: string;
  /** End of the axis, which then begins at 0; by default, the axis fits the values. */
  readonly max?: number | undefined;
};

/** Consecutive days. If they are more than a week, every seventh is labelled, from the first on. */
export type ChartDays = ChartCells<Day>;

export type ChartCells<Value> = {
  /** Reference as it is written in a formula: `'Day'!$C$5:$I$5`. */
  readonly reference: string;
  /** Values of the cells, shown until a program reads the cells; undefined for an empty cell. */
  readonly values: readonly Value[];
};

export type PrintSetup = {
  readonly paper: Paper;
  readonly orientation: 'landscape' | 'portrait';
  readonly fitToWidth: true;
  readonly margins: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
    readonly header: number;
    readonly footer: number;
  };
  readonly titleRows?: { readonly first: number; readonly last: number } | undefined;
  readonly area?: CellArea | undefined;
  /** Plain text, in which the writer escapes ampersands; `page` is written as `Page 2 of 5`. */
  readonly footer: {
    readonly left: string;
    readonly leftBelow?: string | undefined;
    readonly center: string;
    readonly right: 'page';
    /** Font size in whole points before scaling, because programs scale a footer with its page; 8 by default. */
    readonly size?: number | undefined;
  };
  readonly centered?: boolean | undefined;
  readonly breaksAfter?: readonly number[] | undefined;
};

export type SheetPlan = {
  /** Any text: the writer makes it valid, at most 31 characters and unique, and adapts links and formulas. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Iterated once, in order, so that a long sheet is never completely in memory. */
  readonly rows: Iterable<SheetRow>;
  /** The deepest outline level. Required if it first occurs after the first chunk of rows, 256 KiB of XML. */
  readonly outlineLevels?: number | undefined;
  readonly merges?: readonly CellArea[] | undefined;
  readonly freeze?: { readonly row: number; readonly column: number } | undefined;
  readonly autoFilter?: CellArea | undefined;
  readonly validations?: readonly CellValidation[] | undefined;
  readonly colorScales?: readonly ColorScale[] | undefined;
  readonly table?: ExcelTable | undefined;
  readonly pictures?: readonly Picture[] | undefined;
  readonly charts?: readonly Chart[] | undefined;
  readonly print: PrintSetup;
  readonly zoom?: number | undefined;
  readonly tabColor?: Rgb | undefined;
  readonly showGridLines?: boolean | undefined;
};

export type WorkbookPlan = {
  readonly properties: {
    readonly title: string;
    readonly subject: string;
    readonly company: string;
    /** Instant in ISO 8601 at which the tasks were read, not the current time: the same plan gives the same bytes. */
    readonly created: string;
  };
  readonly sheets: readonly SheetPlan[];
};
