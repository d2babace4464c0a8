import { type Paper, papers } from '#workbook/papers.ts';
import {
  columnPadding,
  columnPixels,
  pixelsPerCharacter,
  pointsPerPixel,
} from '#workbook/xlsx/sheet-plan.ts';

const millimetresPerInch = 25.4;
const pointsPerInch = 72;

/** Inches; as narrow as office printers and the footer allow. */
export const margins = { left: 0.3, right: 0.3, top: 0.35, bottom: 0.55, header: 0.2, footer: 0.25 } as const;

export function printableWidth(paper: Paper): number {
  return (papers[paper].width / millimetresPerInch - margins.left - margins.right) * pointsPerInch;
}

export function printableHeight(paper: Paper): number {
  return (papers[paper].height / millimetresPerInch - margins.top - margins.bottom) * pointsPerInch;
}

/** LibreOffice uses the digit's true width, 0.507 of 11 points, so its columns are 6% wider. */
const digitWidthPoints = 11 * 0.507;

/**
 * Points of a column in Excel, in which columns are narrowest.
 * @param width characters
 */
export function columnPoints(width: number): number {
  return Math.trunc(columnPixels(width)) * pointsPerPixel;
}

function widestColumnPoints(width: number): number {
  return (width + columnPadding / pixelsPerCharacter) * digitWidthPoints;
}

/** A week on A3 hangs on the wall, with larger names and wider days. Every other page is compact. */
export type Density = 'wall' | 'compact';

/** @param dayColumns columns of the sheet that stand for a day of the window */
export function densityOf(paper: Paper, dayColumns = 0): Density {
  return paper === 'A3' && dayColumns <= 7 ? 'wall' : 'compact';
}

/** Lists, labour and plant are read on a laptop more than on a wall. */
export type ListDensity = 'laptop' | 'compact';

export function listDensityOf(paper: Paper, dayColumns = 0): ListDensity {
  return densityOf(paper, dayColumns) === 'wall' ? 'laptop' : 'compact';
}

/**
 * Minimum print scales: at 0.75 ten points print as 7.5 and twelve as nine, at 0.7 ten as seven. At 0.95, A3 has
 * 1,515 pixels, all of which a laptop shows at 85%.
 */
const minScales: Readonly<Record<Density | ListDensity, number>> = { wall: 0.75, laptop: 0.95, compact: 0.7 };

/** Total characters of n columns at which every program prints the page at its minimum scale or larger. */
export function charactersAcross(paper: Paper, density: Density | ListDensity, columns: number): number {
  const padding = (columns * columnPadding) / pixelsPerCharacter;
  return printableWidth(paper) / minScales[density] / digitWidthPoints - padding;
}

function scaleTo(points: number, paper: Paper): number {
  return Math.min(1, Math.floor((100 * printableWidth(paper)) / points) / 100);
}

/**
 * The scale at which columns fit one page wide: whole per cents, never above 1. `smallest` is that of the
 * program with the widest columns, for the size of text; `largest` that of Excel, for how much a page holds.
 */
export function printScales(
  widths: readonly number[],
  paper: Paper,
): { readonly smallest: number; readonly largest: number } {
  const sum = (points: (width: number) => number) =>
    widths.reduce((total, width) => total + points(width), 0);
  return { smallest: scaleTo(sum(widestColumnPoints), paper), largest: scaleTo(sum(columnPoints), paper) };
}

/** Pixels for columns: without the row numbers and the scroll bar. */
const screenRoom = 1_300;
const smallestZoom = 60;
const daysInView = 7;

/**
 * Percent at which the columns, or the first seven days, are in view without scrolling sideways. At least 60, because
 * text of ten points cannot be read below that.
 */
export function screenZoom(widths: readonly number[], firstDay?: number): number {
  const columns = firstDay === undefined ? widths : widths.slice(0, firstDay - 1 + daysInView);
  const pixels = columns.reduce((sum, width) => sum + Math.trunc(columnPixels(width)), 0);
  return Math.max(smallestZoom, Math.min(100, Math.floor((100 * screenRoom) / pixels)));
}
