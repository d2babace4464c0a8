import type { Programme } from '../../programme.ts';
import { type HeadingKind, type HeadingVersion, headingMeaning } from '../../readers/table/heading-words.ts';
import type { Inspection, NamedValues } from './inspect-programme.ts';

export function isTable({ format }: Programme): boolean {
  return format === 'excel' || format === 'csv';
}

/** A code, a user field or a column, as a mapping names it. */
export type Source = readonly ['code' | 'udf' | 'column', NamedValues];

/**
 * The code or field that most activities have, among those whose name matches; among equals, a code before a field and the
 * first of the file. @param fits of its values too
 */
export function sourceNamed(
  { codes, fields, programme }: Inspection,
  pattern: RegExp,
  fits: (found: NamedValues) => boolean = () => true,
): Source | undefined {
  const matches = (found: NamedValues) => found.activities > 0 && pattern.test(found.name) && fits(found);
  const sources: readonly Source[] = [
    ...codes.filter(matches).map((code) => ['code', code] as const),
    ...fields.filter(matches).map((field) => [isTable(programme) ? 'column' : 'udf', field] as const),
  ];
  return sources.toSorted((one, other) => other[1].activities - one[1].activities)[0];
}

/** Which of several columns of a kind is proposed: the first of these that the table has. */
const preferred: readonly (HeadingVersion | undefined)[] = [
  undefined,
  'current',
  'planned',
  'actual',
  'baseline',
];

/** The name of the table's column whose heading is of the kind: the plain one, else that of a version. @param fits of its values too */
export function columnOf(
  fields: readonly NamedValues[],
  kind: HeadingKind,
  fits: (found: NamedValues) => boolean = () => true,
): string | undefined {
  const found = fields.filter(
    (field) => field.activities > 0 && headingMeaning(field.name)?.kind === kind && fits(field),
  );
  for (const version of preferred) {
    const first = found.find(({ name }) => headingMeaning(name)?.version === version);
    if (first !== undefined) return first.name;
  }
  return undefined;
}
