import { type Paper, papers } from '#workbook/papers.ts';
import {
  columnPadding,
  columnWidthInPixels,
  pixelsPerCharacter,
  pointsPerPixel,
} from '#workbook/xlsx/sheet-plan.ts';

const millimetresPerInch = 25.4;
const pointsPerInch = 72;

/** In inches, as narrow as office printers and the footer allow. */
export const margins = { left: 0.3, right: 0.3, top: 0.35, bottom: 0.55, header: 0.2, footer: 0.25 } as const;

export function printableWidth(paper: Paper): number {
  return (papers[paper].width / millimetresPerInch - margins.left - margins.right) * pointsPerInch;
}

export function printableHeight(paper: Paper): number {
  return (papers[paper].height / millimetresPerInch - margins.top - margins.bottom) * pointsPerInch;
}

/**
 * Width of a digit in points in LibreOffice, which takes the true width, 0.507 of the font size of 11 points: columns
 * are 6% wider than in Excel.
 */
const digitWidthPoints = 11 * 0.507;

/**
 * Width of a column in points in Excel, which has the narrowest columns.
 * @param width characters
 */
export function columnWidthInPoints(width: number): number {
  return Math.trunc(columnWidthInPixels(width)) * pointsPerPixel;
}

function widestColumnPoints(width: number): number {
  return (width + columnPadding / pixelsPerCharacter) * digitWidthPoints;
}

/** `wall`: a week on A3, which hangs on the wall and has larger names and wider days. Every other page is `compact`. */
export type PrintDensity = 'wall' | 'compact';

/** @param dayColumns number of columns that each show a day of the window */
export function densityOf(paper: Paper, dayColumns = 0): PrintDensity {
  return paper === 'A3' && dayColumns <= 7 ? 'wall' : 'compact';
}

/** `laptop`: lists and resources of a week on A3, which are read on a laptop more than on a wall. */
export type ListDensity = 'laptop' | 'compact';

export function listDensityOf(paper: Paper, dayColumns = 0): ListDensity {
  return densityOf(paper, dayColumns) === 'wall' ? 'laptop' : 'compact';
}

/**
 * Minimum print scales. At 0.75, text of 10 points prints as 7.5 and text of 12 as 9; at 0.7, text of 10 prints as 7.
 * At 0.95, A3 is 1,515 pixels wide, all of which a laptop shows at a zoom of 85%.
 */
const minScales: Readonly<Record<PrintDensity | ListDensity, number>> = {
  wall: 0.75,
  laptop: 0.95,
  compact: 0.7,
};

/** Maximum width of n columns together, in characters, at which no program prints the page below its minimum scale. */
export function maxCharactersAcross(
  paper: Paper,
  density: PrintDensity | ListDensity,
  columns: number,
): number {
  const padding = (columns * columnPadding) / pixelsPerCharacter;
  return printableWidth(paper) / minScales[density] / digitWidthPoints - padding;
}

function scaleTo(points: number, paper: Paper): number {
  return Math.min(1, Math.floor((100 * printableWidth(paper)) / points) / 100);
}

/**
 * The scales at which columns fit the width of one page, in whole per cents and never above 1. `smallest`, in the
 * program with the widest columns, decides how small text gets; `largest`, in Excel, decides how much a page holds.
 */
export function printScales(
  widths: readonly number[],
  paper: Paper,
): { readonly smallest: number; readonly largest: number } {
  const sum = (points: (width: number) => number) =>
    widths.reduce((total, width) => total + points(width), 0);
  return {
    smallest: scaleTo(sum(widestColumnPoints), paper),
    largest: scaleTo(sum(columnWidthInPoints), paper),
  };
}

/** Width of a laptop's screen in pixels, without the row numbers and the scroll bar. */
const screenRoom = 1_300;
const smallestZoom = 60;
const daysInView = 7;

/**
 * Zoom in per cent at which all columns, or those up to the seventh day, are in view without scrolling sideways. At
 * least 60, because text of 10 points cannot be read below that.
 */
export function screenZoom(widths: readonly number[], firstDay?: number): number {
  const columns = firstDay === undefined ? widths : widths.slice(0, firstDay - 1 + daysInView);
  const pixels = columns.reduce((sum, width) => sum + Math.trunc(columnWidthInPixels(width)), 0);
  return Math.max(smallestZoom, Math.min(100, Math.floor((100 * screenRoom) / pixels)));
}
