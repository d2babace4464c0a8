/** The title of every sheet: project and sheet at the left, week, dates and issue at the right. */

import { weeksText, weeksTitle, windowDates } from '../../lookahead/dates/window.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import type { Audience } from '../../lookahead/tasks/audience.ts';
import { cutToWidth } from '../layout/cut-text.ts';
import { fontSizes } from '../layout/font-sizes.ts';
import { columnPoints } from '../layout/paper-and-margins.ts';
import { textWidth } from '../layout/text-width.ts';
import type { Cell, Picture, Row, Style } from '../xlsx/sheet-plan.ts';
import type { SheetContext } from './sheet-context.ts';
import { titles, titlesBesideLogo } from './sheet-styles.ts';

export type TitleBlock = {
  readonly rows: readonly Row[];
  /** Points. */
  readonly height: number;
  readonly pictures: readonly Picture[];
};

const rowHeights = { project: 31.5, sheet: 18.75, figures: 15.75, gap: 4.5 } as const;
/** Pixels that a logo may take: as high as the three lines of the title. */
const logoBox = { width: 240, height: 88 } as const;
/** One step of indent is about nine pixels. */
const pixelsPerIndent = 9;

/** `for Keller Piling`; empty for everyone. */
export function audienceWords(audience: Audience): string {
  switch (audience.kind) {
    case 'everyone':
      return '';
    case 'subcontractor':
    case 'location':
    case 'folder':
      return `for ${audience.name}`;
    case 'owner':
      return `for ${audience.name}, owner`;
    case 'assignee':
      return `for ${audience.name}, assignee`;
  }
}

/** `Issue 2 · replaces issue 1 · data of Fri 20 Nov 2026 14:02 GMT`. */
function issueWords(lookahead: Lookahead): string {
  const { number, previous } = lookahead.issue;
  const parts = [`Issue ${number}`];
  if (previous) parts.push(replaces(lookahead, previous));
  parts.push(`data of ${lookahead.dataDate.label}`);
  return parts.join(' · ');
}

function replaces(lookahead: Lookahead, previous: NonNullable<Lookahead['issue']['previous']>): string {
  const sameWindow = previous.window.first === lookahead.window.first;
  return sameWindow
    ? `replaces issue ${previous.number}`
    : `follows issue ${previous.number} of ${weeksText(previous.window)}`;
}

/** Four rows. Text runs over into the empty cells beside it, so no cell is merged. */
export function titleBlock(
  context: SheetContext,
  content: { readonly sheet: string; readonly figures: string; readonly widths: readonly number[] },
): TitleBlock {
  const { lookahead } = context;
  const { widths } = content;
  const logo = logoPicture(context);
  const leftTitles =
    logo === undefined ? titles : titlesBesideLogo(Math.ceil((logo.width + 8) / pixelsPerIndent));
  const page = widths.reduce((sum, width) => sum + columnPoints(width), 0) - (logo?.width ?? 0) * 0.75;
  const week = weeksTitle(lookahead.window);
  const dates = windowDates(lookahead.window);
  const issue = issueWords(lookahead);
  const audience = audienceWords(lookahead.audience);
  const sheet = audience === '' ? content.sheet : `${content.sheet} · ${audience}`;
  const projectRoom = page - textWidth(week, { size: fontSizes.title, bold: true }) - 30;
  const fitsLarge = textWidth(lookahead.project.name, { size: fontSizes.title, bold: true }) <= projectRoom;
  const project = fitsLarge
    ? { value: lookahead.project.name, style: leftTitles.project }
    : {
        value: cutToWidth(lookahead.project.name, { size: fontSizes.subtitle, bold: true }, projectRoom),
        style: leftTitles.projectLong,
      };
  const subtitle = { size: fontSizes.subtitle, bold: true };
  const small = { size: 11 };
  const sheetText = cutToWidth(sheet, subtitle, page - textWidth(dates, subtitle) - 30);
  const figures = cutToWidth(content.figures, small, page - textWidth(issue, small) - 30);
  const line = (cell: Cell, text: string, style: Style, height: number): Row => ({
    cells: acrossThePage(cell, { value: text, style }, widths.length),
    height,
  });
  return {
    rows: [
      line(project, week, titles.week, rowHeights.project),
      line({ value: sheetText, style: leftTitles.sheet }, dates, titles.dates, rowHeights.sheet),
      line({ value: figures, style: leftTitles.figures }, issue, titles.issue, rowHeights.figures),
      { cells: [], height: rowHeights.gap },
    ],
    height: Object.values(rowHeights).reduce((sum, height) => sum + height, 0),
    pictures: logo === undefined ? [] : [logo],
  };
}

/** First cell and last cell of a row. */
function acrossThePage(first: Cell, last: Cell, columns: number): readonly (Cell | undefined)[] {
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
