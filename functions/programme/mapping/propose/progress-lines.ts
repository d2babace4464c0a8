/** Which columns of a table say what is done: lines of a mapping. */
import { writtenPercent } from '../columns/written-percent.ts';
import { knownStatus, type StatusWord, statusKey } from '../columns/written-status.ts';
import type { NamedValues } from './inspect-programme.ts';
import { columnOf } from './named-source.ts';
import { yamlText } from './yaml-text.ts';

function isPercent({ values, activities }: NamedValues): boolean {
  const read = values.filter(({ value }) => writtenPercent(value, 100) !== undefined);
  return read.reduce((sum, { count }) => sum + count, 0) >= activities / 2;
}

/** Answers to "Done?" and the like. */
const answers: ReadonlyMap<string, StatusWord> = new Map([
  ...['y', 'yes', 'j', 'ja', 'o', 'oui', 's', 'si', 't', 'tak', 'x', '✓', '✔', 'true'].map(
    (word) => [word, 'complete'] as const,
  ),
  ...['n', 'no', 'nein', 'non', 'nee', 'nie', 'false'].map((word) => [word, 'planned'] as const),
]);

function isAnswer({ values, activities }: NamedValues): boolean {
  const read = values.filter(({ value }) => answers.has(statusKey(value)));
  return read.reduce((sum, { count }) => sum + count, 0) >= activities / 2;
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

/** With the words that nobody knows, to be completed. */
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
