import type { Inspection, NamedValues, ValueCount } from './inspect-programme.ts';
import { type Source, sourceNamed } from './named-source.ts';
import { yamlList, yamlText } from './yaml-text.ts';

const subcontractor = /sub-?con|contractor|vendor|trade partner|company|firma|subcontr/i;
const area = /area|zone|building|block|sector|location|tower|station|bereich/i;
const level = /level|floor|storey|story|geschoss|ebene/i;
const owner = /responsib|owner|foreman|supervisor|superintendent|engineer|manager/i;
const workPackage = /package|discipline|division|\bdiv\b|work type|type of work/i;

/** Who works, where no name says who is contracted: in many programmes each trade is one subcontractor. */
const trade = /\btrades?\b|gewerk/i;

/** What a company is called that a person is not. */
const company =
  /\bs\/c\b|sub-?con|contract(or|ing)|\b(ltd|limited|llc|inc|plc|gmbh|pty|corp|co|company|group|bros|jv)\b/i;
/** The share of the activities whose values must be companies. */
const mostly = 0.5;

/** Whether who is responsible are companies, by the names of most of what they do. */
function namesCompanies({ values }: NamedValues): boolean {
  const sum = (some: readonly ValueCount[]) => some.reduce((total, { count }) => total + count, 0);
  const companies = values.filter(({ value, description }) => company.test(description ?? value));
  return sum(companies) >= sum(values) * mostly;
}

/** Who, where and in which package: what the names of codes, fields and columns suggest, and their values. */
export function valueLines(inspection: Inspection): readonly string[] {
  const line = (property: string, [source, found]: Source | readonly [] = [], comment = '') =>
    source && found ? [`${property}: { ${source}: ${yamlText(found.name)} }${comment}`] : [];
  const contracted = sourceNamed(inspection, subcontractor) ?? sourceNamed(inspection, owner, namesCompanies);
  return [
    ...(contracted
      ? line('subcontractor', contracted)
      : line(
          'subcontractor',
          sourceNamed(inspection, trade),
          ' # the trade: no name says who is contracted',
        )),
    ...locationLine(inspection),
    ...line('package', sourceNamed(inspection, workPackage)),
    ...line(
      'owner',
      sourceNamed(inspection, owner, (found) => !namesCompanies(found)),
    ),
  ];
}

function locationLine(inspection: Inspection): readonly string[] {
  const names = [area, level].flatMap((pattern) => {
    const found = inspection.codes.find(({ name, activities }) => activities > 0 && pattern.test(name));
    return found ? [found.name] : [];
  });
  const codes = [...new Set(names)];
  if (codes.length > 1) return [`location: { code: ${yamlList(codes)}, join: " – " }`];
  const [source, found] = sourceNamed(inspection, area) ?? sourceNamed(inspection, level) ?? [];
  return source && found ? [`location: { ${source}: ${yamlText(found.name)} }`] : [];
}
