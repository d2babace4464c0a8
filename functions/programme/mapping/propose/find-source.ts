import { oneLine } from '../../../base/text/one-line.ts';
import { type HeadingKind, type HeadingVersion, plainWords } from '../../readers/table/heading-words.ts';
import { yamlText } from '../mapping.ts';
import { type Inspection, isTable, type NamedValues } from './inspect-programme.ts';

export type Source = readonly ['code' | 'udf' | 'column', NamedValues];

/** A source that fits less well by name wins only if this many times as many activities have it. */
export const muchMore = 2;

const wordCount = (name: string) =>
  plainWords(name)
    .split(/\s+/)
    .reduce((sum, word) => sum + (word === 'name' ? 0 : ofCode.test(word) ? 2 : 1), 0);
const ofCode = /^(?:codes?|ids?|nos?|nr|num(?:ber)?|ref)\.?$/;

/**
 * The source with the pattern in its name. Rarely used ones do not count. Of the others: the name with the fewest other
 * words, then the most used, then a code before a field, then the first.
 * @param pattern of words as `plainWords` @param fits must be true of its values too
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

const preferred = [undefined, 'current', 'planned', 'remaining', 'actual', 'baseline', 'whole'] as const;

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

/** Whether activities have values in the column, other than a project column with one value in all rows. */
export function isOfRows({ activities, values, meaning }: NamedValues): boolean {
  return activities > 0 && !(meaning?.version === 'whole' && activities > 1 && values.length === 1);
}

/** Empty without a source. @param more of the rule, such as `, unit: hours` */
export function sourceLine(
  property: string,
  source: Source | undefined,
  { more = '', comment = '' }: { readonly more?: string; readonly comment?: string } = {},
): readonly string[] {
  if (source === undefined) return [];
  const line = `${property}: { ${source[0]}: ${yamlText(source[1].name)}${more} }`;
  return [comment === '' ? line : `${line} # ${oneLine(comment)}`];
}
