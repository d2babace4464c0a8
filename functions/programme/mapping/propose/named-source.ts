import type { Programme } from '../../programme.ts';
import type { Inspection, NamedValues } from './inspect-programme.ts';

export function isTable({ format }: Programme): boolean {
  return format === 'excel' || format === 'csv';
}

/** A code, a user field or a column, as a mapping names it. */
export type Source = readonly ['code' | 'udf' | 'column', NamedValues];

/** The first code, else the first field, whose name matches and that some activity has. @param fits of its values too */
export function sourceNamed(
  { codes, fields, programme }: Inspection,
  pattern: RegExp,
  fits: (found: NamedValues) => boolean = () => true,
): Source | undefined {
  const matches = (found: NamedValues) => found.activities > 0 && pattern.test(found.name) && fits(found);
  const code = codes.find(matches);
  if (code) return ['code', code];
  const field = fields.find(matches);
  return field && [isTable(programme) ? 'column' : 'udf', field];
}
