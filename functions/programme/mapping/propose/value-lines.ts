import { plainWords } from '../../readers/table/heading-words.ts';
import { percentOf } from '../import-report.ts';
import { yamlList, yamlText } from '../mapping.ts';
import { muchMore, type Source, sourceLine, sourceNamed } from './find-source.ts';
import { type Inspection, isTable, mostly, type NamedValues } from './inspect-programme.ts';
import { hasWords, namesCompanies, whyUnfit } from './unfit-values.ts';

// Patterns match words as `plainWords` writes them.
const subcontractor =
  /sub-?con|contractor|contratista|vendor|trade partner|company|firma|subcontr|^subs?\b\.?(?: name)?$|entreprise|sous-?traitant|unternehmer|\bnu\b|wykonawca|empresa|impresa|aannemer/;
const area =
  /\b(?:sub|work)?(?:area|zone|location|sector)|building|\bbldg\b|\bblk\b|block(?!ed|er|ing)|tower|station|\b(?:plot|room|house|flat)s?\b|\bgrid ?line|apartment|bereich|bauteil|gebaude|batiment|strefa|obszar|lokalizacja|\bzona|ubicacion/;
const level =
  /level(?! of effort)|floor|\bstor(?:e?y|ies)|geschoss|ebene|niveau(?! hier)|\betage|kondygnacja|pietro|verdieping/;
const owner =
  /responsib|responsab|\bresp\b|owner|assigned to|assignee|\bperson\b|foreman|supervisor|superintendent|engineer|manager|verantwortlich|zustandig|bauleiter|polier|odpowiedzialn|kierownik|jefe de obra|conducteur/;
const shift = /shift|schicht/;
const workPackage = /package|discipline|division|\bdiv\b|work type|type of work/;

/** Codes of trades stand in for subcontractors: in many programmes each trade is one subcontractor. */
const trade = /\btrades?\b|gewerk/;

const group =
  /^(?:[a-z]+[ -]?)?(?:wbs|psp|phase|fase|stage|etap)(?:[ -]?(?:code|path|name|title|element|desc(?:ription)?|level ?\d+|no\.?|nr\.?|\d+))*$/;
const breakdown = new RegExp(`wbs|outline|${group.source}`);
const person = /manager|engineer|supervisor|foreman|superintendent|leiter/;

/** Maximum number of columns combined to make ids unique. */
const maxGroups = 3;

/**
 * Columns of places and parts of the programme that make a column's values unique, that column last. Not who does the
 * work: that may change, and an id must not.
 */
export function columnsApart({ fields, programme }: Inspection, id: string): readonly string[] | undefined {
  const rows = programme.activities.filter((row) => row.fields.has(id));
  const different = (columns: readonly string[]) =>
    new Set(rows.map((row) => JSON.stringify(columns.map((column) => row.fields.get(column))))).size;
  const groups = fields
    .map(({ name }) => name)
    .filter((name) => name !== id && [area, level, group].some((pattern) => pattern.test(plainWords(name))));
  let columns: readonly string[] = [id];
  while (columns.length <= maxGroups && different(columns) < rows.length) {
    const longer = groups.map((name) => [name, ...columns]);
    const [best] = longer.toSorted((one, other) => different(other) - different(one));
    if (best === undefined || different(best) === different(columns)) break;
    columns = best;
  }
  return columns.length > 1 ? [...groups.filter((name) => columns.includes(name)), id] : undefined;
}

type Find = (
  kind: 'party' | 'place',
  pattern: RegExp,
  fits?: (found: NamedValues) => boolean,
) => Source | undefined;

export function valueLines(inspection: Inspection, before: readonly string[] = []): readonly string[] {
  const unfit = new Map<string, string>();
  const find: Find = (kind, pattern, fits = () => true) =>
    sourceNamed(inspection, pattern, (found) => {
      const { name } = found;
      const words = plainWords(name);
      if (found.meaning?.kind === 'title' || before.includes(`id: { column: ${yamlText(name)} }`))
        return false;
      if (pattern === group ? found.values.length === found.activities : breakdown.test(words)) return false;
      if (pattern !== owner && person.test(words) && !namesCompanies(found)) return false;
      const why = whyUnfit(found, kind);
      if (why !== undefined) unfit.set(name, why);
      return why === undefined && fits(found);
    });
  const found = [...subcontractorLine(find), ...locationLine(find)];
  // Names say more than the codes beside them.
  const folder = isTable(inspection.programme)
    ? (find('place', group, hasWords) ?? find('place', group))
    : undefined;
  const people = find(
    'party',
    owner,
    (each) => !namesCompanies(each) && !found.some((line) => line.includes(yamlText(each.name))),
  );
  const lines = [
    ...found,
    ...sourceLine('folder', folder),
    ...packageLine(inspection, find, found),
    ...sourceLine('owner', people),
  ];
  const left = [...unfit].filter(
    ([name]) => ![...before, ...lines].some((text) => text.includes(yamlText(name))),
  );
  return [...lines, ...left.map(([name, why]) => `# ${yamlText(name)} is left out: its values are ${why}.`)];
}

function subcontractorLine(find: Find): readonly string[] {
  const named = find('party', subcontractor, hasWords) ?? find('party', subcontractor);
  const contracted = firstUnlessRare([named, find('party', owner, namesCompanies)]);
  const byTrade = find('party', trade);
  const found = firstUnlessRare([contracted, byTrade]);
  if (found === undefined || found !== byTrade) return sourceLine('subcontractor', found);
  const why =
    contracted === undefined ? 'no name says who is contracted' : 'few activities say who is contracted';
  return sourceLine('subcontractor', found, { comment: `the trade: ${why}` });
}

function packageLine(inspection: Inspection, find: Find, others: readonly string[]): readonly string[] {
  const named = find('place', workPackage);
  if (named) return sourceLine('package', named);
  const all = inspection.programme.activities.length;
  const codes = inspection.codes.filter(
    (code) =>
      code.activities >= all * mostly &&
      code.values.length > 1 &&
      whyUnfit(code, 'place') === undefined &&
      ![shift, owner, trade, breakdown].some((pattern) => pattern.test(plainWords(code.name))) &&
      !others.some((other) => other.includes(yamlText(code.name))),
  );
  const [widest] = codes.toSorted((one, other) => other.activities - one.activities);
  if (widest === undefined) return [];
  const percent = percentOf(widest.activities, all);
  return sourceLine('package', ['code', widest], {
    comment: `the code that most activities have: ${percent}%`,
  });
}

function locationLine(find: Find): readonly string[] {
  const [where, floor] = [area, level].map((pattern) => find('place', pattern));
  if (where && floor && where[0] === floor[0] && where[0] !== 'udf' && where[1] !== floor[1]) {
    return [`location: { ${where[0]}: ${yamlList([where[1].name, floor[1].name])}, join: " – " }`];
  }
  return sourceLine('location', firstUnlessRare([where, floor]));
}

/** The first source; a later one if more than twice as many activities have it. */
function firstUnlessRare(sources: readonly (Source | undefined)[]): Source | undefined {
  return sources.reduce((best, source) => {
    if (best === undefined || source === undefined) return best ?? source;
    return source[1].activities > best[1].activities * muchMore ? source : best;
  }, undefined);
}
