import { weeksTitle } from '#lookahead/dates/window.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import {
  dataSourceText,
  reportScopeLine,
  revisionLabel,
  windowAndHolidaysText,
} from '#lookahead/report-words.ts';
import { columnWidthInPoints } from '#workbook/layout/paper-and-margins.ts';
import { shortenToWidth } from '#workbook/layout/shorten-text.ts';
import { fontSizes, textWidth } from '#workbook/layout/text-width.ts';
import {
  type Cell,
  type CellValue,
  type Picture,
  pointsPerPixel,
  type SheetRow,
  type Style,
} from '#workbook/xlsx/sheet-plan.ts';
import type { SheetContext } from './sheet-context.ts';
import { styleBesideLogo, titleFonts, titleStyles } from './styles.ts';

export type TitleBlock = {
  readonly rows: readonly SheetRow[];
  readonly height: number;
  readonly pictures: readonly Picture[];
};

export const summarySheetName = 'Summary';

const backToSummary = `← ${summarySheetName}`;
const figuresSeparator = '  ·  ';

const rowHeights = { project: 31.5, sheet: 18.75, only: 18.75, figures: 15.75, gap: 4.5 } as const;
/** Maximum size of a logo in pixels: as high as the three lines of the title. */
const logoBox = { width: 240, height: 88 } as const;
/** One step of indent is about nine pixels. */
const pixelsPerIndent = 9;

function dateWords(lookahead: Lookahead): string {
  const { window, issue, reportDay } = lookahead;
  const { previous } = issue;
  const isReplaced = previous?.window.first === window.first && previous.window.last === window.last;
  const replaces = isReplaced ? [`replaces revision ${previous.number}`] : [];
  return [windowAndHolidaysText(lookahead), ...replaces, dataSourceText(lookahead, reportDay)].join(' · ');
}

export function titleRowCount(lookahead: Lookahead): number {
  return reportScopeLine(lookahead) === undefined ? 4 : 5;
}

/**
 * Title of a sheet: four rows, a fifth if the report is limited to a part of the work, and one for each notice. Text
 * runs over the empty cells beside it, so no cell is merged.
 */
export function titleBlock(
  context: SheetContext,
  content: {
    readonly sheet: string;
    readonly figures: string;
    readonly widths: readonly number[];
    readonly isSummary?: boolean;
    /** Warnings for a workbook without Summary, one on each line. */
    readonly notices?: readonly string[] | undefined;
  },
): TitleBlock {
  const { lookahead } = context;
  const { widths } = content;
  const logo = logoPicture(context);
  const atLeft = (style: Style) =>
    logo === undefined ? style : styleBesideLogo(style, Math.ceil((logo.width + 8) / pixelsPerIndent));
  const page =
    widths.reduce((sum, width) => sum + columnWidthInPoints(width), 0) - (logo?.width ?? 0) * pointsPerPixel;
  const week = weeksTitle(lookahead.window);
  const projectRoom = page - textWidth(week, { size: fontSizes.title, bold: true }) - 30;
  const fitsLarge = textWidth(lookahead.project.name, { size: fontSizes.title, bold: true }) <= projectRoom;
  const project = fitsLarge
    ? { value: lookahead.project.name, style: atLeft(titleStyles.project) }
    : {
        value: shortenToWidth(lookahead.project.name, { size: fontSizes.subtitle, bold: true }, projectRoom),
        style: atLeft(titleStyles.longProject),
      };
  const subtitle = { size: fontSizes.subtitle, bold: true };
  const small = { size: 11 };
  const sheet = shortenToWidth(content.sheet, subtitle, page / 2);
  const revision = revisionLabel(lookahead);
  const revisionShown = shortenToWidth(revision, subtitle, page - textWidth(sheet, subtitle) - 30);
  const dates = dateWords(lookahead);
  const isUnlinked = content.isSummary === true || !context.hasSummary;
  const linkRoom = isUnlinked ? 0 : textWidth(backToSummary + figuresSeparator, small);
  const figures = shortenToWidth(content.figures, small, page - textWidth(dates, small) - 30 - linkRoom);
  const only = reportScopeLine(lookahead);
  const line = (cell: Cell, text: string, style: Style, height: number): SheetRow => ({
    cells: cellsAtPageEdges(cell, { value: text, style }, widths.length),
    height,
  });
  const alone = (text: string): SheetRow => ({
    cells: [{ value: shortenToWidth(text, subtitle, page), style: atLeft(titleStyles.only) }],
    height: rowHeights.only,
  });
  const rows: readonly SheetRow[] = [
    line(project, week, titleStyles.week, rowHeights.project),
    line(
      { value: sheet, style: atLeft(titleStyles.sheet) },
      revisionShown,
      titleStyles.revision,
      rowHeights.sheet,
    ),
    ...(only === undefined ? [] : [alone(only)]),
    line(
      { value: isUnlinked ? figures : figuresWithSummaryLink(figures), style: atLeft(titleStyles.figures) },
      dates,
      titleStyles.dates,
      rowHeights.figures,
    ),
    ...(content.notices ?? []).map((notice) => alone(`▲ ${notice}`)),
    { cells: [], height: rowHeights.gap },
  ];
  return {
    rows,
    height: rows.reduce((sum, { height = 0 }) => sum + height, 0),
    pictures: logo === undefined ? [] : [logo],
  };
}

function figuresWithSummaryLink(figures: string): CellValue {
  const parts = [
    { text: backToSummary, font: titleFonts.link },
    { text: figuresSeparator + figures, font: titleFonts.figures },
  ];
  return { text: parts.map(({ text }) => text).join(''), sheet: summarySheetName, cell: 'A1', parts };
}

function cellsAtPageEdges(first: Cell, last: Cell, columns: number): readonly (Cell | undefined)[] {
  const row: (Cell | undefined)[] = new Array(columns).fill(undefined);
  row[0] = first;
  row[columns - 1] = last;
  return row;
}

function logoPicture(context: SheetContext): Picture | undefined {
  const { logo, lookahead } = context;
  if (logo === undefined) return undefined;
  const factor = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
  return {
    bytes: logo.bytes,
    format: logo.format,
    column: 1,
    row: 1,
    width: Math.max(1, Math.round(logo.width * factor)),
    height: Math.max(1, Math.round(logo.height * factor)),
    alternative: `Logo of ${lookahead.project.name}`,
  };
}
