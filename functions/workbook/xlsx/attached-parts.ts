/** The parts of the file that hang on its sheets: which there are, and how each sheet leads to its own. */
import type { PackageWriter } from './package-writer.ts';
import { type PartCounts, type Relation, relationsXml } from './package-xml.ts';
import { drawingXml, noteBlocks, noteBoxesXml, notesXml, tableXml } from './pictures-and-tables.ts';
import type { Picture, SheetPlan } from './sheet-plan.ts';
import type { SheetRelations } from './sheet-xml.ts';

/** By the pictures' bytes: a logo on every sheet is in the file once. */
export type Media = ReadonlyMap<Uint8Array, { readonly name: string; readonly format: Picture['format'] }>;

export function mediaOf(sheets: readonly SheetPlan[]): Media {
  const media = new Map<Uint8Array, { name: string; format: Picture['format'] }>();
  for (const { bytes, format } of sheets.flatMap(({ pictures = [] }) => pictures))
    if (!media.has(bytes)) media.set(bytes, { name: `image${media.size + 1}.${format}`, format });
  return media;
}

/** Known before the first sheet is written, so that the content types can stand first in the file. */
export function partCounts(sheets: readonly SheetPlan[], media: Media): PartCounts {
  return {
    sheets: sheets.length,
    drawings: sheets.filter(({ pictures }) => pictures?.length).length,
    notes: sheets.filter(({ notes }) => notes?.length).length,
    tables: sheets.filter(({ table }) => table).length,
    pictureFormats: new Set([...media.values()].map(({ format }) => format)),
  };
}

/**
 * Gives a function that writes the parts which hang on a sheet, to be called for each sheet in order: parts are
 * numbered through the workbook.
 */
export function attacher(
  file: PackageWriter,
  media: Media,
): (sheet: SheetPlan, position: number) => SheetRelations {
  let drawings = 0;
  let noted = 0;
  let tables = 0;
  let noteBlock = 1;

  function addDrawing(pictures: readonly Picture[]): string {
    drawings += 1;
    const targets = pictures.map(({ bytes }) => `../media/${media.get(bytes)?.name}`);
    const distinct = [...new Set(targets)];
    const ids = targets.map((target) => `rId${distinct.indexOf(target) + 1}`);
    const name = `drawing${drawings}.xml`;
    file.addPart(`xl/drawings/${name}`, drawingXml(pictures, ids));
    file.addPart(
      `xl/drawings/_rels/${name}.rels`,
      relationsXml(distinct.map((target) => ({ type: 'image', target }))),
    );
    return `../drawings/${name}`;
  }

  return ({ pictures = [], notes = [], table }, position) => {
    const relations: Relation[] = [];
    const relate = (type: Relation['type'], target: string): string => {
      relations.push({ type, target });
      return `rId${relations.length}`;
    };
    let ids: SheetRelations = { drawing: undefined, notes: undefined, table: undefined };
    if (pictures.length > 0) ids = { ...ids, drawing: relate('drawing', addDrawing(pictures)) };
    if (notes.length > 0) {
      noted += 1;
      file.addPart(`xl/comments${noted}.xml`, notesXml(notes));
      file.addPart(`xl/drawings/vmlDrawing${noted}.vml`, noteBoxesXml(notes, noteBlock));
      noteBlock += noteBlocks(notes);
      ids = { ...ids, notes: relate('vmlDrawing', `../drawings/vmlDrawing${noted}.vml`) };
      relate('comments', `../comments${noted}.xml`);
    }
    if (table) {
      tables += 1;
      file.addPart(`xl/tables/table${tables}.xml`, tableXml(table, tables));
      ids = { ...ids, table: relate('table', `../tables/table${tables}.xml`) };
    }
    if (relations.length > 0)
      file.addPart(`xl/worksheets/_rels/sheet${position + 1}.xml.rels`, relationsXml(relations));
    return ids;
  };
}
