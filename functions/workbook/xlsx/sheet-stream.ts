/** One sheet as chunks of bytes, made on demand. */

import { lastColumn, lastRow } from './cell-references.ts';
import type { CellStyles } from './cell-styles.ts';
import { WorkbookPlanError } from './check-plan.ts';
import type { ValidationXml } from './formats-and-lists-xml.ts';
import { rowXmlWriter } from './row-xml.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { Row, SheetPlan } from './sheet-plan.ts';
import { type SheetLink, type SheetRelations, sheetEndXml, sheetStartXml } from './sheet-xml.ts';
import { ByteChunk } from './xml-text.ts';

/** Excel's limit for a sheet; a file with more is repaired. */
const maxLinks = 65_530;

export type SheetParts = {
  readonly plan: SheetPlan;
  /** From 0. */
  readonly position: number;
  readonly styles: CellStyles;
  readonly strings: SharedStrings;
  readonly validations: readonly ValidationXml[];
  readonly relations: SheetRelations;
  /** The sheet as links write it; undefined when the workbook has none of that name. */
  readonly referenceTo: (sheet: string) => string | undefined;
  readonly formulaText: (formula: string) => string;
};

function checkHeadings({ table, name }: SheetPlan, row: Row): void {
  table?.columns.forEach((column, index) => {
    const value = row.cells[table.area.left - 1 + index]?.value;
    // Excel repairs a table whose header cells differ from its columns.
    if (value !== column)
      throw new WorkbookPlanError(
        name,
        `the table ${table.name} has no heading "${column}" in its first row`,
      );
  });
}

/**
 * @throws WorkbookPlanError when the rows outgrow a sheet, or a table's headings are not in its first row.
 */
export function* sheetChunks(parts: SheetParts): Generator<Uint8Array> {
  const { plan, position } = parts;
  const links: SheetLink[] = [];
  const refuse = (fault: string): never => {
    throw new WorkbookPlanError(plan.name, fault);
  };
  const rowXml = rowXmlWriter({
    styles: parts.styles,
    strings: parts.strings,
    formulaText: parts.formulaText,
    refuse,
    onLink(reference, { text, sheet, cell }) {
      const target = parts.referenceTo(sheet);
      if (target !== undefined && links.length < maxLinks)
        links.push({ reference, text, location: `${target}!${cell}` });
    },
  });

  const chunk = new ByteChunk();
  let started = false;
  let number = 0;
  let columns = 1;
  let outlineLevels = plan.outlineLevels ?? 0;
  for (const row of plan.rows) {
    number += 1;
    if (number > lastRow) refuse(`it has more than ${lastRow} rows`);
    if (row.cells.length > lastColumn) refuse(`row ${number} has more than ${lastColumn} cells`);
    if (number === plan.table?.area.top) checkHeadings(plan, row);
    columns = Math.max(columns, row.cells.length);
    const xml = rowXml(row, number);
    if (!chunk.hasRoomFor(xml)) {
      // The deepest outline level is written before the rows; if a sheet has groups, they show in the first chunk.
      if (!started) yield Buffer.from(sheetStartXml(plan, position, outlineLevels));
      started = true;
      yield chunk.take();
    }
    chunk.add(xml);
    outlineLevels = Math.max(outlineLevels, row.outline ?? 0);
  }
  if (!started) yield Buffer.from(sheetStartXml(plan, position, outlineLevels));
  chunk.add(
    sheetEndXml(plan, {
      position,
      links,
      validations: parts.validations,
      relations: parts.relations,
      used: { top: 1, left: 1, bottom: Math.max(number, 1), right: columns },
    }),
  );
  yield chunk.take();
}
