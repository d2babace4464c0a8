import { percentOf } from '../import-report.ts';
import type { Inspection, NamedValues, ValueCount } from './inspect-programme.ts';
import { type Source, sourceNamed } from './named-source.ts';
import { yamlList, yamlText } from './yaml-text.ts';

const subcontractor = /sub-?con|contractor|vendor|trade partner|company|firma|subcontr/i;
const area = /area|zone|building|block|sector|location|tower|station|bereich/i;
const level = /level|floor|storey|story|geschoss|ebene/i;
const owner = /responsib|owner|foreman|supervisor|superintendent|engineer|manager/i;
const shift = /shift|schicht/i;
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
  const found = [...subcontractorLine(inspection), ...locationLine(inspection)];
  return [
    ...found,
    ...packageLine(inspection, found),
    ...line(
      'owner',
      sourceNamed(inspection, owner, (found) => !namesCompanies(found)),
    ),
  ];
}

function line(property: string, source: Source | undefined, comment = ''): readonly string[] {
  return source === undefined ? [] : [`${property}: { ${source[0]}: ${yamlText(source[1].name)} }${comment}`];
}

function subcontractorLine(inspection: Inspection): readonly string[] {
  const contracted = firstUnlessRare([
    sourceNamed(inspection, subcontractor),
    sourceNamed(inspection, owner, namesCompanies),
  ]);
  const byTrade = sourceNamed(inspection, trade);
  const found = firstUnlessRare([contracted, byTrade]);
  if (found === undefined || found !== byTrade) return line('subcontractor', found);
  const why =
    contracted === undefined ? 'no name says who is contracted' : 'few activities say who is contracted';
  return line('subcontractor', found, ` # the trade: ${why}`);
}

/** By its name; else the code that most activities have, whatever it is called, where it tells them apart. */
function packageLine(inspection: Inspection, others: readonly string[]): readonly string[] {
  const named = sourceNamed(inspection, workPackage);
  if (named) return line('package', named);
  const all = inspection.programme.activities.length;
  const codes = inspection.codes.filter(
    ({ name, activities, values }) =>
      activities >= all * mostly &&
      values.length > 1 &&
      ![shift, owner, trade].some((pattern) => pattern.test(name)) &&
      !others.some((other) => other.includes(yamlText(name))),
  );
  const [widest] = codes.toSorted((one, other) => other.activities - one.activities);
  if (widest === undefined) return [];
  const percent = percentOf(widest.activities, all);
  return line('package', ['code', widest], ` # the code that most activities have: ${percent}%`);
}

function locationLine(inspection: Inspection): readonly string[] {
  const [where, floor] = [area, level].map((pattern) => sourceNamed(inspection, pattern));
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
