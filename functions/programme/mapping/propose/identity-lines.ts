/** Which columns of a table are ids and titles: lines of a mapping. */
import { headingMeaning } from '../../readers/table/heading-words.ts';
import type { NamedValues } from './inspect-programme.ts';
import { yamlText } from './yaml-text.ts';

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
  const having = fields.filter(({ activities }) => activities > 0);
  const titles = having.filter(({ name }) => headingMeaning(name)?.kind === 'title');
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
    ...having.filter(({ name }) => headingMeaning(name)?.kind === 'id'),
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
function isNumbered({ values, activities }: NamedValues): boolean {
  const numbered = values.filter(({ value }) => /^[A-Z]{0,2}\d+(?:[.-]\d+)*\.?$/i.test(value));
  return numbered.reduce((sum, { count }) => sum + count, 0) >= activities * 0.5;
}
