import type { Programme } from '../../programme.ts';
import type { Inspection, NamedValues } from './inspect-programme.ts';

export function isTable({ format }: Programme): boolean {
  return format === 'excel' || format === 'csv';
}

/** A code, a user field or a column, as a mapping names it. */
export type Source = readonly ['code' | 'udf' | 'column', NamedValues];

/**
 * Of the codes and fields whose name matches, the one that most activities have; of equals, a code before a field and the
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
