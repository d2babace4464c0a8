/** Refuses plans whose file Excel would have to repair. Only tests check plans; the writer trusts them. */
import { areaReference, maxSheetColumns, maxSheetRows } from '#workbook/xlsx/cell-references.ts';
import type { CellArea, SheetPlan, WorkbookPlan } from '#workbook/xlsx/sheet-plan.ts';
import { WorkbookPlanError } from '#workbook/xlsx/sheet-xml.ts';

const tableName = /^[A-Za-z_]\w{0,254}$/;
/** A table named like a cell (`AB12`, `R1C1`) cannot be distinguished from it in a formula. */
const cellLike = /^(?:[a-z]{1,3}\d+|r\d*c?\d*|c\d*)$/i;
const color = /^[0-9A-F]{6}$/i;

function isValidArea({ top, left, bottom, right }: CellArea): boolean {
  const numbers = [top, left, bottom, right];
  return numbers.every(Number.isInteger) && top >= 1 && left >= 1 && bottom >= top && right >= left;
}

function areasOverlap(a: CellArea, b: CellArea): boolean {
  return a.top <= b.bottom && b.top <= a.bottom && a.left <= b.right && b.left <= a.right;
}

function firstOverlap(areas: readonly CellArea[]): readonly [CellArea, CellArea] | undefined {
  let open: CellArea[] = [];
  for (const area of [...areas].sort((a, b) => a.top - b.top)) {
    open = open.filter(({ bottom }) => bottom >= area.top);
    const other = open.find((candidate) => areasOverlap(candidate, area));
    if (other) return [other, area];
    open.push(area);
  }
  return undefined;
}

function areasToCheck(plan: SheetPlan): CellArea[] {
  return [
    ...(plan.merges ?? []),
    ...(plan.validations ?? []).map(({ area }) => area),
    ...(plan.colorScales ?? []).flatMap(({ areas }) => areas),
    ...(plan.charts ?? []).map(({ area }) => area),
    ...(plan.autoFilter ? [plan.autoFilter] : []),
    ...(plan.table ? [plan.table.area] : []),
    ...(plan.print.area ? [plan.print.area] : []),
  ];
}

/** A size that is not a number would be written as an invalid attribute. */
function sizeFault({ columns, zoom = 100, pictures = [], print }: SheetPlan): string | undefined {
  const sizes: [string, number][] = [
    ...columns.map(({ width }, index): [string, number] => [`the width of column ${index + 1}`, width]),
    ...Object.entries(print.margins).map(([side, inches]): [string, number] => [
      `the margin ${side}`,
      inches,
    ]),
    ...pictures.flatMap(({ width, height }): [string, number][] => [
      ['the width of a picture', width],
      ['the height of a picture', height],
    ]),
    ['the zoom', zoom],
  ];
  const wrong = sizes.find(([, value]) => !(Number.isFinite(value) && value >= 0));
  return wrong && `${wrong[0]} is ${wrong[1]}`;
}

function positionFault({ freeze, pictures = [], print }: SheetPlan): string | undefined {
  const { titleRows, breaksAfter = [] } = print;
  const rows = [freeze, titleRows && { row: titleRows.first }, titleRows && { row: titleRows.last }];
  const places = [...rows, ...pictures, ...breaksAfter.map((row) => ({ row }))];
  const wrong = places.find((place) => {
    if (place === undefined) return false;
    const { row, column } = { column: 1, ...place };
    return !(
      Number.isInteger(row) &&
      row >= 1 &&
      row <= maxSheetRows &&
      Number.isInteger(column) &&
      column >= 1
    );
  });
  if (wrong) return `${JSON.stringify(wrong)} is not a position on a sheet`;
  return titleRows && titleRows.last < titleRows.first ? 'its title rows end before they begin' : undefined;
}

function sheetFault(plan: SheetPlan): string | undefined {
  const misplaced = sizeFault(plan) ?? positionFault(plan);
  if (misplaced !== undefined) return misplaced;

  const outside = areasToCheck(plan).find(
    (area) => !isValidArea(area) || area.bottom > maxSheetRows || area.right > maxSheetColumns,
  );
  if (outside) return `the area ${JSON.stringify(outside)} is not on a sheet`;

  const merges = plan.merges ?? [];
  const overlap = firstOverlap(merges);
  if (overlap) return `the merges ${areaReference(overlap[0])} and ${areaReference(overlap[1])} overlap`;

  const { table, autoFilter } = plan;
  if (table) {
    if (!tableName.test(table.name) || cellLike.test(table.name))
      return `"${table.name}" is not a valid name for a table`;
    if (table.columns.length !== table.area.right - table.area.left + 1)
      return `the table ${table.name} names ${table.columns.length} columns for ${areaReference(table.area)}`;
    const distinct = new Set(table.columns.map((column) => column.toLowerCase()));
    if (distinct.size !== table.columns.length || distinct.has(''))
      return `the columns of the table ${table.name} must have different names, whatever their case`;
    const merged = merges.find((area) => areasOverlap(area, table.area));
    if (merged) return `the merge ${areaReference(merged)} lies in the table ${table.name}`;
    if (autoFilter && areasOverlap(autoFilter, table.area))
      return `the table ${table.name} has a filter of its own`;
  }

  const colors = [plan.tabColor, ...(plan.colorScales ?? []).flatMap(({ low, high }) => [low, high])];
  colors.push(...(plan.charts ?? []).flatMap(({ series }) => series.map((each) => each.color)));
  const wrong = colors.find((value) => value !== undefined && !color.test(value));
  return wrong === undefined ? undefined : `"${wrong}" is not a colour of six hexadecimal digits`;
}

/**
 * @throws WorkbookPlanError for a plan that no file can hold: no sheet, an invalid date of creation, an area or a
 *   position outside the sheet, merged areas that overlap, a table that Excel refuses, or an invalid size or colour
 */
export function checkPlan(plan: WorkbookPlan): void {
  if (plan.sheets.length === 0) throw new WorkbookPlanError('', 'a workbook needs at least one sheet');
  const { created } = plan.properties;
  if (Number.isNaN(Date.parse(created)))
    throw new WorkbookPlanError(plan.sheets[0]?.name ?? '', `"${created}" is not a valid date of creation`);
  const tables = new Set<string>();
  for (const sheet of plan.sheets) {
    const fault = sheetFault(sheet);
    if (fault !== undefined) throw new WorkbookPlanError(sheet.name, fault);
    const table = sheet.table?.name.toLowerCase();
    if (table === undefined) continue;
    if (tables.has(table)) throw new WorkbookPlanError(sheet.name, `another table is named "${table}"`);
    tables.add(table);
  }
}
