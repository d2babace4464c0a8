/**
 * A workbook as plain data: plans of sheets, which `workbook-writer.ts` writes as a file. Coordinates are 1-based, as on
 * the page. Font sizes and row heights are in points, column widths in characters, pictures in pixels, margins in inches.
 * Styles are compared by reference: make each one once, in `theme/`.
 */
import type { Day } from '#base/day.ts';
import type { Paper } from '#workbook/papers.ts';

/** `1F2D3D`: red, green, blue. */
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
  /** A link to a cell of this workbook; `parts` are its text in parts if their fonts differ. */
  | CellLink;

export type CellFormula = { readonly formula: string; readonly result: number | string };

export type CellLink = {
  readonly text: string;
  readonly sheet: string;
  readonly cell: string | LinkedTableRow;
  readonly parts?: readonly TextPart[];
};

/**
 * Column A of the row that holds a text, wherever a sort has put it. Such a link is a formula, which Excel for the web and
 * Google Sheets show without following it.
 */
export type LinkedTableRow = {
  /** `Tasks[Task id]` */
  readonly column: string;
  readonly searchedText: string;
  /** The number of the table's heading. */
  readonly headerRow: number;
};

export type TextPart = { readonly text: string; readonly font: NonNullable<Style['font']> };

/** A cell with a style and no value is written too. */
export type Cell = { readonly value?: CellValue | undefined; readonly style: Style };

/** In Excel a digit of the default font, Calibri 11, takes 7 pixels, and a column has 5 more. */
export const pixelsPerCharacter = 7;
export const columnPadding = 5;
/** At 96 pixels to the inch. */
export const pointsPerPixel = 0.75;

export function columnPixels(width: number): number {
  return width * pixelsPerCharacter + columnPadding;
}

export const defaultRowHeight = 15;

/** Excel's limit for a sheet; more are left out. */
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
  /** Characters of the default font's digit, as Excel shows it: `columnPixels` at 96 to the inch. */
  readonly width: number;
  readonly hidden?: boolean;
  /** Level of a group, from 1. A group whose columns are hidden is folded, with its + over the column after it. */
  readonly outline?: number;
};

export type Validation = {
  readonly area: CellArea;
  /** Offered in a drop-down as far as 255 characters go, first ones first. Any text may be typed; without choices, only the prompt is shown. */
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
  /** Lines are of shares from 0 to 1, have a gap where one is missing, and may be of folded cells. */
  readonly kind: 'columns' | 'lines';
  readonly title?: string | undefined;
  readonly alternative: string;
  readonly categories: ChartCells<string> | ChartDays;
  readonly series: readonly (ChartCells<number | undefined> & {
    readonly name: string;
    readonly color: Rgb;
  })[];
  /** The format of the values. They stand over the columns instead of an axis if there is one short series. */
  readonly numberFormat: string;
  /** The end of the axis, which begins at 0; by default, the highest value's. */
  readonly max?: number | undefined;
};

/** Days in a row. More than a week's are labelled each Monday, if they begin with one. */
export type ChartDays = ChartCells<Day>;

export type ChartCells<Value> = {
  /** As a formula writes it: `'Day'!$C$5:$I$5`. */
  readonly reference: string;
  /** The values of the cells: shown until a program reads them. Undefined for an empty one. */
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
  /** Plain text; `page` stands for `page x of y`. Ampersands are escaped by the writer. */
  readonly footer: {
    readonly left: string;
    readonly leftBelow?: string | undefined;
    readonly center: string;
    readonly right: 'page';
    /** Whole points before scaling, because programs scale a footer with its page; 8 by default. */
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
  /** The deepest outline level; needed if it first occurs after the first hundred rows. */
  readonly outlineLevels?: number | undefined;
  readonly merges?: readonly CellArea[] | undefined;
  readonly freeze?: { readonly row: number; readonly column: number } | undefined;
  readonly autoFilter?: CellArea | undefined;
  readonly validations?: readonly Validation[] | undefined;
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
    /** ISO 8601 instant: when the tasks were read, so that the same plan gives the same bytes. */
    readonly created: string;
  };
  readonly sheets: readonly SheetPlan[];
};
