import { papers } from '#workbook/papers.ts';
import { absoluteReference } from './cell-references.ts';
import { maxPageBreaks, type SheetPlan } from './sheet-plan.ts';
import { escapeElement, shortenText, xmlLegalText } from './xml-text.ts';

const maxFooterLength = 255;
const maxBoldLine = 120;

function footerText(text: string): string {
  return xmlLegalText(text).replace(/\s+/g, ' ').replaceAll('&', '&&');
}

const defaultFooterSize = 8;

/**
 * Begins a section of the footer with its font size. A blank separates the size from a text that begins with a digit,
 * which would be read as part of the size.
 */
function withFooterSize(text: string, size: number): string {
  return `&${size}${/^\d/.test(text) ? ' ' : ''}${text}`;
}

/**
 * Writes the footer, which holds 255 characters in all. If they are too few, the longer of the left and centre texts is
 * shortened; the bold line is shortened only above 120 characters, because it says which part of the work is shown.
 */
function footerXml({
  left,
  leftBelow,
  center,
  size = defaultFooterSize,
}: SheetPlan['print']['footer']): string {
  // If the left part has two lines, the others get a second, empty line. Their text is then beside the first line, and
  // the second line has the whole width.
  const end = leftBelow === undefined ? '' : '\n\u00a0';
  const page = `&R${withFooterSize('Page &P of &N', size)}${end}`;
  const codes = `${page}&L${withFooterSize('', size)} &C${withFooterSize('', size)} ${end}`;
  const boldRoom = leftBelow === undefined ? 0 : maxBoldLine;
  const below = leftBelow === undefined ? '' : `\n&B${shortenFooter(footerText(leftBelow), boldRoom)}`;
  const room = maxFooterLength - codes.length - below.length;
  const leftText = footerText(left);
  const centerText = footerText(center);
  const leftRoom = Math.max(room - centerText.length, Math.floor(room / 2));
  const leftPart = shortenFooter(leftText, leftRoom);
  const centerPart = shortenFooter(centerText, room - leftPart.length);
  const lines = `${leftPart}${below}`;
  const parts =
    (lines && `&L${withFooterSize(lines, size)}`) +
    (centerPart && `&C${withFooterSize(centerPart, size)}${end}`) +
    page;
  return `<headerFooter><oddFooter>${escapeElement(parts)}</oddFooter></headerFooter>`;
}

/** Shortens a text in which `&&` is one ampersand: a cut between the two would make the rest a code of the footer. */
function shortenFooter(text: string, room: number): string {
  const shortened = shortenText(text, room, '…');
  if (shortened === text) return text;
  const ampersands = /&*$/.exec(shortened.slice(0, -1))?.[0].length ?? 0;
  return ampersands % 2 === 0 ? shortened : `${shortened.slice(0, -2)}…`;
}

export function printXml({ margins, paper, orientation, footer, centered }: SheetPlan['print']): string {
  const { left, right, top, bottom, header } = margins;
  return (
    (centered === true ? '<printOptions horizontalCentered="1"/>' : '') +
    `<pageMargins left="${left}" right="${right}" top="${top}" bottom="${bottom}"` +
    ` header="${header}" footer="${margins.footer}"/>` +
    `<pageSetup paperSize="${papers[paper].number}" fitToHeight="0" orientation="${orientation}"/>` +
    footerXml(footer)
  );
}

export function breaksXml(breaks: readonly number[]): string {
  const rows = [...new Set(breaks)].sort((a, b) => a - b).slice(0, maxPageBreaks);
  if (rows.length === 0) return '';
  const items = rows.map((row) => `<brk id="${row}" max="16383" man="1"/>`).join('');
  return `<rowBreaks count="${rows.length}" manualBreakCount="${rows.length}">${items}</rowBreaks>`;
}

export function sheetDefinedNames(plan: SheetPlan, reference: string): { name: string; value: string }[] {
  const names: { name: string; value: string }[] = [];
  if (plan.autoFilter !== undefined)
    names.push({
      name: '_xlnm._FilterDatabase',
      value: `${reference}!${absoluteReference(plan.autoFilter)}`,
    });
  const { area, titleRows } = plan.print;
  if (area !== undefined)
    names.push({ name: '_xlnm.Print_Area', value: `${reference}!${absoluteReference(area)}` });
  if (titleRows !== undefined)
    names.push({
      name: '_xlnm.Print_Titles',
      value: `${reference}!$${titleRows.first}:$${titleRows.last}`,
    });
  return names;
}
