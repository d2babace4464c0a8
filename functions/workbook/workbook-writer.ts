import { cellStyles } from './cell-styles.ts';
import { choiceLists } from './choice-lists.ts';
import { PackageWriter } from './package-writer.ts';
import {
  applicationPropertiesXml,
  contentTypesXml,
  type Relation,
  relationsXml,
  workbookRelationsXml,
  workbookXml,
} from './package-xml.ts';
import { checkPlan } from './plan-check.ts';
import { SharedStrings } from './shared-strings.ts';
import { drawingXml, noteBlocks, noteBoxesXml, notesXml, tableXml } from './sheet-attachments.ts';
import { legalSheetNames, sheetReference } from './sheet-names.ts';
import type { Picture, SheetPlan, WorkbookPlan } from './sheet-plan.ts';
import { sheetChunks } from './sheet-stream.ts';
import { type SheetRelations, sheetDefinedNames } from './sheet-xml.ts';

/** Pictures by their bytes: a logo on every sheet is in the file once. */
function mediaOf(sheets: readonly SheetPlan[]): Map<Uint8Array, { name: string; format: Picture['format'] }> {
  const media = new Map<Uint8Array, { name: string; format: Picture['format'] }>();
  for (const { bytes, format } of sheets.flatMap(({ pictures = [] }) => pictures))
    if (!media.has(bytes)) media.set(bytes, { name: `image${media.size + 1}.${format}`, format });
  return media;
}

/** Formulas name sheets as the plan does; where a name could not stay, they follow it. */
function formulaRenamer(plans: readonly string[], names: readonly string[]): (formula: string) => string {
  const changed = plans.flatMap((plan, index) => {
    const name = names[index] ?? plan;
    return name === plan ? [] : [{ from: `${sheetReference(plan)}!`, to: `${sheetReference(name)}!` }];
  });
  return (formula) => changed.reduce((text, { from, to }) => text.replaceAll(from, to), formula);
}

/**
 * Writes a workbook plan as an .xlsx file. The same plan gives the same bytes, in any time zone and process: every
 * date, id and order in the file comes from the plan. Rows are asked for once, in order, as the file grows.
 *
 * @throws WorkbookPlanError for a plan that no workbook can hold; whatever the plan's rows throw.
 */
export async function writeWorkbook(plan: WorkbookPlan): Promise<Uint8Array> {
  checkPlan(plan);
  const planNames = plan.sheets.map(({ name }) => name);
  const lists = choiceLists(plan.sheets, legalSheetNames(planNames));
  const sheets = lists.sheet ? [...plan.sheets, lists.sheet] : plan.sheets;
  const names = legalSheetNames(sheets.map(({ name }) => name));
  const references = new Map(planNames.map((name, index) => [name, sheetReference(names[index] ?? name)]));
  const media = mediaOf(sheets);
  const file = new PackageWriter(plan.properties);
  const styles = cellStyles((style) => file.styles.addStyleModel(style));
  const strings = new SharedStrings();
  const formulaText = formulaRenamer(planNames, names);

  const withPictures = sheets.filter(({ pictures }) => pictures?.length);
  const withNotes = sheets.filter(({ notes }) => notes?.length);
  const withTables = sheets.filter(({ table }) => table);
  file.addPart(
    '[Content_Types].xml',
    contentTypesXml({
      sheets: sheets.length,
      drawings: withPictures.length,
      notes: withNotes.length,
      tables: withTables.length,
      pictureFormats: new Set([...media.values()].map(({ format }) => format)),
    }),
  );
  file.addPart('xl/_rels/workbook.xml.rels', workbookRelationsXml(sheets.length));
  file.addPart('docProps/app.xml', applicationPropertiesXml(plan.properties.company));
  file.addPart(
    'xl/workbook.xml',
    workbookXml(
      sheets.map((sheet, index) => ({
        name: names[index] ?? sheet.name,
        state: sheet === lists.sheet ? 'hidden' : 'visible',
        definedNames: sheetDefinedNames(sheet, sheetReference(names[index] ?? sheet.name)),
      })),
    ),
  );
  await file.addOwnParts();
  for (const [bytes, { name }] of media) file.addPart(`xl/media/${name}`, bytes);

  let noteBlock = 1;
  for (const [position, sheet] of sheets.entries()) {
    const { pictures = [], notes = [], table } = sheet;
    const relations: Relation[] = [];
    const relate = (type: Relation['type'], target: string): string => {
      relations.push({ type, target });
      return `rId${relations.length}`;
    };
    let ids: SheetRelations = { drawing: undefined, notes: undefined, table: undefined };
    if (pictures.length > 0) {
      const number = withPictures.indexOf(sheet) + 1;
      const targets = [...new Set(pictures.map(({ bytes }) => media.get(bytes)?.name ?? ''))];
      file.addPart(
        `xl/drawings/drawing${number}.xml`,
        drawingXml(
          pictures,
          pictures.map(({ bytes }) => `rId${targets.indexOf(media.get(bytes)?.name ?? '') + 1}`),
        ),
      );
      file.addPart(
        `xl/drawings/_rels/drawing${number}.xml.rels`,
        relationsXml(targets.map((name) => ({ type: 'image', target: `../media/${name}` }))),
      );
      ids = { ...ids, drawing: relate('drawing', `../drawings/drawing${number}.xml`) };
    }
    if (notes.length > 0) {
      const number = withNotes.indexOf(sheet) + 1;
      file.addPart(`xl/comments${number}.xml`, notesXml(notes));
      file.addPart(`xl/drawings/vmlDrawing${number}.vml`, noteBoxesXml(notes, noteBlock));
      noteBlock += noteBlocks(notes);
      ids = { ...ids, notes: relate('vmlDrawing', `../drawings/vmlDrawing${number}.vml`) };
      relate('comments', `../comments${number}.xml`);
    }
    if (table) {
      const number = withTables.indexOf(sheet) + 1;
      file.addPart(`xl/tables/table${number}.xml`, tableXml(table, number));
      ids = { ...ids, table: relate('table', `../tables/table${number}.xml`) };
    }
    if (relations.length > 0)
      file.addPart(`xl/worksheets/_rels/sheet${position + 1}.xml.rels`, relationsXml(relations));
    await file.addStreamedPart(
      `xl/worksheets/sheet${position + 1}.xml`,
      sheetChunks({
        plan: sheet,
        position,
        styles,
        strings,
        validations: lists.rules[position] ?? [],
        relations: ids,
        referenceTo: (name) => references.get(name),
        formulaText,
      }),
    );
  }
  await file.addStreamedPart('xl/sharedStrings.xml', strings.chunks());
  return file.finish();
}
