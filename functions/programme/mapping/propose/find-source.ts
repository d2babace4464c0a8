/** Finds the codes, fields and columns of a property by their names, and writes its line of the mapping. */
import { oneLine } from '../../../base/text/one-line.ts';
import { type HeadingKind, type HeadingVersion, plainWords } from '../../readers/table/heading-row.ts';
import { yamlText } from '../mapping.ts';
import { type Inspection, isTable, type NamedValues } from './inspect-programme.ts';

/** A code, a user field or a column, as a mapping names it. */
export type Source = readonly ['code' | 'udf' | 'column', NamedValues];

/** How many times as many activities another source must have to be better than one whose name fits better. */
export const muchMore = 2;

/** Words besides `name`; those of codes count twice, because a name says more than the code beside it. */
const wordCount = (name: string) =>
  plainWords(name)
    .split(/\s+/)
    .reduce((sum, word) => sum + (word === 'name' ? 0 : ofCode.test(word) ? 2 : 1), 0);
const ofCode = /^(?:codes?|ids?|nos?|nr|num(?:ber)?|ref)\.?$/;

/**
 * The code or field whose name matches: of those that not many fewer activities have than the widest, the one with the
 * fewest other words; among equals the widest, then a code before a field and the first of the file.
 * @param pattern of words as `plainWords` @param fits of its values too
 */
export function sourceNamed(
  { codes, fields, programme }: Inspection,
  pattern: RegExp,
  fits: (found: NamedValues) => boolean = () => true,
): Source | undefined {
  const matches = (found: NamedValues) =>
    found.activities > 0 && pattern.test(plainWords(found.name)) && fits(found);
  const sources: readonly Source[] = [
    ...codes.filter(matches).map((code) => ['code', code] as const),
    ...fields.filter(matches).map((field) => [isTable(programme) ? 'column' : 'udf', field] as const),
  ];
  const widest = Math.max(...sources.map(([, { activities }]) => activities));
  return sources
    .filter(([, { activities }]) => activities * muchMore >= widest)
    .toSorted(
      ([, one], [, other]) =>
        wordCount(one.name) - wordCount(other.name) || other.activities - one.activities,
    )[0];
}

/** Which of several columns of a kind is proposed: the first of these that the table has. */
const preferred = [undefined, 'current', 'planned', 'remaining', 'actual', 'baseline', 'whole'] as const;

/** The column whose heading is of the kind: of the first of the versions that there is, the one with the fewest words. */
export function columnOf(
  { fields }: Inspection,
  kind: HeadingKind,
  {
    versions = preferred,
    fits = isOfRows,
  }: {
    readonly versions?: readonly (HeadingVersion | undefined)[];
    readonly fits?: (found: NamedValues) => boolean;
  } = {},
): Source | undefined {
  const found = fields
    .filter((field) => field.meaning?.kind === kind && fits(field))
    .toSorted((one, other) => wordCount(one.name) - wordCount(other.name));
  const [best] = versions.flatMap(
    (version) => found.find(({ meaning }) => meaning?.version === version) ?? [],
  );
  return best && ['column', best];
}

/** Whether activities have a value in the column, and no column of the project has the same one in all rows. */
export function isOfRows({ activities, values, meaning }: NamedValues): boolean {
  return activities > 0 && !(meaning?.version === 'whole' && activities > 1 && values.length === 1);
}

/** The line of a property; none where there is no source. @param more of the rule, such as `, unit: hours` */
export function sourceLine(
  property: string,
  source: Source | undefined,
  { more = '', comment = '' }: { readonly more?: string; readonly comment?: string } = {},
): readonly string[] {
  if (source === undefined) return [];
  const line = `${property}: { ${source[0]}: ${yamlText(source[1].name)}${more} }`;
  return [comment === '' ? line : `${line} # ${oneLine(comment)}`];
}
