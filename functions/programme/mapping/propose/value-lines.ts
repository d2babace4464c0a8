/** Proposes the lines of a mapping by the names of codes, fields and columns, and by their values. */
import { plainText } from '../../readers/table/heading-row.ts';
import { wordsBeforeDate } from '../columns/table-dates.ts';
import { writtenPercent } from '../columns/written-number.ts';
import { knownStatus, type StatusWord, statusKey } from '../columns/written-status.ts';
import { percentOf } from '../import-report.ts';
import { yamlList, yamlText } from '../mapping.ts';
import {
  columnOf,
  type Inspection,
  isOfRows,
  isTable,
  type NamedValues,
  type Source,
  sourceNamed,
} from './inspect-programme.ts';
import { isMostly, mostly, namesCompanies, whyEmpty, whyUnfit } from './unfit-values.ts';

const subcontractor = /sub-?con|contractor|vendor|trade partner|company|firma|subcontr/i;
const area = /area|zone|building|block|sector|location|tower|station|bereich/i;
const level = /level(?! of effort)|floor|storey|story|geschoss|ebene/i;
const owner = /responsib|owner|foreman|supervisor|superintendent|engineer|manager/i;
const shift = /shift|schicht/i;
const workPackage = /package|discipline|division|\bdiv\b|work type|type of work/i;

/** Codes of trades stand in for subcontractors: in many programmes each trade is one subcontractor. */
const trade = /\btrades?\b|gewerk/i;

/** Columns of groups of tasks, which in Primavera and MS Project are the WBS. */
const group =
  /^(?:[a-z]+[ _-]?)?(?:wbs|psp|phase|fase|stage|etap)(?:[ _-]?(?:code|path|name|title|element|desc(?:ription)?|level ?\d+|no\.?|nr\.?|\d+))*$/i;
const breakdown = new RegExp(`wbs|outline|${group.source}`, 'i');
const person = /manager|engineer|supervisor|foreman|superintendent/i;

/** The best source whose name and values fit. */
type Find = (
  kind: 'party' | 'place',
  pattern: RegExp,
  fits?: (found: NamedValues) => boolean,
) => Source | undefined;

/**
 * Who, where and in which package and folder: what the names of codes, fields and columns suggest, and their values.
 * @param before the lines of other properties
 */
export function valueLines(inspection: Inspection, before: readonly string[] = []): readonly string[] {
  const unfit = new Map<string, string>();
  const find: Find = (kind, pattern, fits = () => true) =>
    sourceNamed(inspection, pattern, (found) => {
      const { name } = found;
      if (!fits(found) || before.includes(`id: { column: ${yamlText(name)} }`)) return false;
      // A folder for each task groups nothing.
      if (pattern === group ? found.values.length === found.activities : breakdown.test(name)) return false;
      if (pattern !== owner && person.test(name) && !namesCompanies(found)) return false;
      const why = whyUnfit(found, kind);
      if (why !== undefined) unfit.set(name, why);
      return why === undefined;
    });
  const found = [...subcontractorLine(find), ...locationLine(find)];
  const folder = isTable(inspection.programme) ? find('place', group) : undefined;
  const people = find('party', owner, (each) => !namesCompanies(each));
  const lines = [
    ...found,
    ...line('folder', folder),
    ...packageLine(inspection, find, found),
    ...line('owner', people),
  ];
  const left = [...unfit].filter(
    ([name]) => ![...before, ...lines].some((text) => text.includes(yamlText(name))),
  );
  return [...lines, ...left.map(([name, why]) => `# ${yamlText(name)} is left out: its values are ${why}.`)];
}

function line(property: string, source: Source | undefined, comment = ''): readonly string[] {
  return source === undefined ? [] : [`${property}: { ${source[0]}: ${yamlText(source[1].name)} }${comment}`];
}

function subcontractorLine(find: Find): readonly string[] {
  const contracted = firstUnlessRare([find('party', subcontractor), find('party', owner, namesCompanies)]);
  const byTrade = find('party', trade);
  const found = firstUnlessRare([contracted, byTrade]);
  if (found === undefined || found !== byTrade) return line('subcontractor', found);
  const why =
    contracted === undefined ? 'no name says who is contracted' : 'few activities say who is contracted';
  return line('subcontractor', found, ` # the trade: ${why}`);
}

/** The source whose name fits; else the code that most activities have, if it has more than one value. */
function packageLine(inspection: Inspection, find: Find, others: readonly string[]): readonly string[] {
  const named = find('place', workPackage);
  if (named) return line('package', named);
  const all = inspection.programme.activities.length;
  const codes = inspection.codes.filter(
    (code) =>
      code.activities >= all * mostly &&
      code.values.length > 1 &&
      whyUnfit(code, 'place') === undefined &&
      ![shift, owner, trade, breakdown].some((pattern) => pattern.test(code.name)) &&
      !others.some((other) => other.includes(yamlText(code.name))),
  );
  const [widest] = codes.toSorted((one, other) => other.activities - one.activities);
  if (widest === undefined) return [];
  const percent = percentOf(widest.activities, all);
  return line('package', ['code', widest], ` # the code that most activities have: ${percent}%`);
}

function locationLine(find: Find): readonly string[] {
  const [where, floor] = [area, level].map((pattern) => find('place', pattern));
  const areCodes = where?.[0] === 'code' && floor?.[0] === 'code';
  if (areCodes && where[1] !== floor[1]) {
    return [`location: { code: ${yamlList([where[1].name, floor[1].name])}, join: " – " }`];
  }
  return line('location', firstUnlessRare([where, floor]));
}

/** How many times as many activities another source must have to be better than one whose name fits better. */
const muchMore = 2;

/** The source whose name fits best, the first; one after it where that has more than twice as many activities. */
function firstUnlessRare(sources: readonly (Source | undefined)[]): Source | undefined {
  return sources.reduce((best, source) => {
    if (best === undefined || source === undefined) return best ?? source;
    return source[1].activities > best[1].activities * muchMore ? source : best;
  }, undefined);
}

/** Whether the column tells rows apart: almost all that have dates have a value, and none has that of another. */
function tellsApart({ activities, values }: NamedValues, rows: number): boolean {
  return activities >= rows * 0.9 && values.length >= activities * 0.95;
}

/** The id, which has to be right, and the title. */
export function identityLines(
  fields: readonly NamedValues[],
  dates: { readonly start: string | undefined; readonly finish: string | undefined },
): readonly string[] {
  const rows = Math.max(
    0,
    ...fields.filter(({ name }) => name === dates.start).map((field) => field.activities),
  );
  const isWhole = ({ meaning }: NamedValues) => Number(meaning?.version === 'whole');
  const having = fields.filter(isOfRows).toSorted((one, other) => isWhole(one) - isWhole(other));
  const titles = having.filter((field) => field.meaning?.kind === 'title' && whyEmpty(field) === undefined);
  const named = titles.filter((field) => !isNumbered(field));
  // A name or description says more than a word such as Work.
  const title = (
    named.find(({ name }) => /name|nom|desc|libell|bezeichn|beschreib|nazwa|opis|title/i.test(name)) ??
    named[0]
  )?.name;
  const titleLine =
    title === undefined
      ? '# title: { column: … } # name the column of the titles: no heading says which it is'
      : `title: { column: ${yamlText(title)} }`;
  // A heading such as Item may stand above numbers.
  const ids = [
    ...having.filter(({ meaning }) => meaning?.kind === 'id'),
    ...titles.filter((field) => isNumbered(field) && tellsApart(field, rows)),
  ];
  const apart = ids.filter((field) => tellsApart(field, rows));
  const lasting = apart.find(({ name }) => /unique|uid|code|activity|task|kennung/i.test(name));
  const id = (lasting ?? apart[0] ?? ids[0])?.name;
  if (id !== undefined) return [`id: { column: ${yamlText(id)} }`, titleLine];
  const other = title ?? fields.find(({ name }) => name !== dates.start && name !== dates.finish)?.name;
  if (other === undefined) return [];
  return [`id: { column: ${yamlText(other)} } # no heading says that it is of ids`, titleLine];
}

/** Whether most of its values are numbers, such as 3, 1.2 or A1.10. */
function isNumbered(found: NamedValues): boolean {
  return isMostly(found, (value) => /^[A-Z]{0,2}\d+(?:[.-]\d+)*\.?$/i.test(value));
}

function isPercent(found: NamedValues): boolean {
  return isMostly(found, (value) => writtenPercent(value, 100) !== undefined);
}

/** Answers to "Done?" and the like. */
const answers: ReadonlyMap<string, StatusWord> = new Map([
  ...['y', 'yes', 'j', 'ja', 'o', 'oui', 's', 'si', 't', 'tak', 'x', '✓', '✔', 'true'].map(
    (word) => [word, 'complete'] as const,
  ),
  ...['n', 'no', 'nein', 'non', 'nee', 'nie', 'false'].map((word) => [word, 'planned'] as const),
]);

function isAnswer(found: NamedValues): boolean {
  return isMostly(found, (value) => answers.has(statusKey(value)));
}

/** Where there is no status, a column such as "Done (Y/N)" is one. */
export function progressLines(fields: readonly NamedValues[]): readonly string[] {
  const percent = columnOf(fields, 'percentComplete', isPercent);
  const status = columnOf(fields, 'status');
  const answer = status === undefined ? columnOf(fields, 'percentComplete', isAnswer) : undefined;
  return [
    ...(percent === undefined ? [] : [`percentComplete: { column: ${yamlText(percent)} }`]),
    ...statusLine(fields, status ?? answer, (value) =>
      answer === undefined ? knownStatus(value) : answers.get(statusKey(value)),
    ),
  ];
}

/** The line of the status; unknown words are listed for a person to complete. */
function statusLine(
  fields: readonly NamedValues[],
  column: string | undefined,
  wordOf: (value: string) => StatusWord | undefined,
): readonly string[] {
  const values = fields.find(({ name }) => name === column)?.values ?? [];
  if (column === undefined) return [];
  const words = new Map(values.map(({ value }) => [statusKey(value), value]));
  const known = [...words.values()].flatMap((value) => {
    const word = wordOf(value);
    return word === undefined ? [] : [`${yamlText(value)}: ${word}`];
  });
  const unknown = [...words.values()].filter(
    (value) => wordOf(value) === undefined && writtenPercent(value, 100) === undefined,
  );
  const listed = known.length === 0 ? '' : `, values: { ${known.join(', ')} }`;
  const comment =
    unknown.length === 0 ? '' : ` # add to values what these words mean: ${unknown.slice(0, 12).join(', ')}`;
  return [`status: { column: ${yamlText(column)}${listed} }${comment.replaceAll(/\s+/g, ' ')}`];
}

const headings = /^(data|status|progress|report) ?date$|^stichtag$/;

export function dataDateLine({ fields, programme: { table } }: Inspection): readonly string[] {
  const column = fields.find(({ name, activities }) => activities > 0 && headings.test(plainText(name)));
  if (column) return [`dataDate: { column: ${yamlText(column.name)} }`];
  const words = wordsBeforeDate(table?.above ?? []);
  return words === undefined ? [] : [`dataDate: { above: ${yamlText(words)} }`];
}
