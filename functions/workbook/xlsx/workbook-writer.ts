import { legalSheetNames, sheetReference } from './cell-references.ts';
import { createStyleAttributeFormatter } from './cell-styles.ts';
import {
  applicationPropertiesXml,
  contentTypesXml,
  workbookRelationsXml,
  workbookXml,
} from './package-writer.ts';
import { partCounts, pictureFilesOf, picturesAndTablesWriter } from './pictures-and-tables.ts';
import { sheetDefinedNames } from './print-xml.ts';
import { SharedStrings } from './shared-strings.ts';
import type { WorkbookPlan } from './sheet-plan.ts';
import { sheetChunks } from './sheet-xml.ts';

const quotedTextOrSheetName = /"(?:[^"]|"")*"|'(?:[^']|'')+'(?=!)/g;

function sheetReferences(plans: readonly string[], names: readonly string[]): Map<string, string> {
  const references = plans.map((plan, index): [string, string] => [
    plan,
    sheetReference(names[index] ?? plan),
  ]);
  return new Map(references.reverse());
}

function formulaRenamer(references: ReadonlyMap<string, string>): (formula: string) => string {
  const changed = new Map([...references].map(([plan, reference]) => [sheetReference(plan), reference]));
  return (formula) => formula.replace(quotedTextOrSheetName, (found) => changed.get(found) ?? found);
}

/**
 * Loads the package writer with exceljs, which is a lot of code. Call it early if there is time before the first
 * workbook; `writeWorkbook` calls it anyway.
 */
export function loadPackageWriter(): Promise<typeof import('./package-writer.ts')> {
  return import('./package-writer.ts');
}

/**
 * Writes a workbook plan as an .xlsx file. The same plan gives the same bytes, in any time zone and process: every
 * date, id and order in the file comes from the plan. Rows are iterated once, in order, while the file is written.
 *
 * @throws WorkbookPlanError for rows, a table or a formula that no sheet can hold; errors thrown by the iterated rows
 */
export async function writeWorkbook(plan: WorkbookPlan): Promise<Uint8Array> {
  const { sheets } = plan;
  const planNames = sheets.map(({ name }) => name);
  const names = legalSheetNames(planNames);
  const references = sheetReferences(planNames, names);
  const media = pictureFilesOf(sheets);
  const { PackageWriter } = await loadPackageWriter();
  const file = new PackageWriter(plan.properties);
  const styles = createStyleAttributeFormatter((style) => file.styles.addStyleModel(style));
  const formulaText = formulaRenamer(references);

  file.addPart('[Content_Types].xml', contentTypesXml(partCounts(sheets, media)));
  file.addPart('xl/_rels/workbook.xml.rels', workbookRelationsXml(sheets.length));
  file.addPart('docProps/app.xml', applicationPropertiesXml(plan.properties.company));
  file.addPart(
    'xl/workbook.xml',
    workbookXml(
      sheets.map((sheet, index) => ({
        name: names[index] ?? sheet.name,
        definedNames: sheetDefinedNames(sheet, sheetReference(names[index] ?? sheet.name)),
      })),
    ),
  );
  file.addFixedParts();
  for (const [bytes, { name }] of media) file.addPicture(`xl/media/${name}`, bytes);

  const strings = new SharedStrings(file.openPart('xl/sharedStrings.xml'));
  const attach = picturesAndTablesWriter(file, media, formulaText);
  for (const [position, sheet] of sheets.entries()) {
    const relations = attach(sheet, position);
    await file.addStreamedPart(
      `xl/worksheets/sheet${position + 1}.xml`,
      sheetChunks({
        plan: sheet,
        position,
        styles,
        strings,
        relations,
        referenceTo: (name) => references.get(name),
        formulaText,
      }),
    );
  }
  strings.end();
  return file.finish();
}
