/** How large a sheet is shown on a laptop, 1,366 pixels wide. */
import { pixelsPerCharacter } from './paper-and-margins.ts';

/** Pixels for columns: without the row numbers and the scroll bar. */
const room = 1_300;
const columnPadding = 5;
const smallest = 60;
const daysInView = 7;

/**
 * Percent at which the columns are in view without scrolling sideways, up to the seventh day where there are days.
 * Not under 60, where text of ten points cannot be read.
 */
export function screenZoom(widths: readonly number[], firstDay?: number): number {
  const columns = firstDay === undefined ? widths : widths.slice(0, firstDay - 1 + daysInView);
  const pixels = columns.reduce(
    (sum, width) => sum + Math.trunc(width * pixelsPerCharacter + columnPadding),
    0,
  );
  return Math.max(smallest, Math.min(100, Math.floor((100 * room) / pixels)));
}
