import { type Column, type ColumnConcept, recognise } from '../../recognise/recognise.ts';
import { areDates, areMostly } from '../../recognise/values.ts';
import { namedId } from '../columns/table-rows.ts';

/** Of two columns that fit, the one that fits less well wins only if this many times as many activities have it. */
const muchMore = 2;

/** Surer dates than baselines: actual dates serve better than those. */
const minForDates = 0.5;

/** The first column, or a later one that much more activities have. */
export function firstUnlessRare(...columns: readonly (Column | undefined)[]): Column | undefined {
  return columns.reduce((best, column) => {
    if (best === undefined || column === undefined) return best ?? column;
    return column.activities > best.activities * muchMore ? column : best;
  }, undefined);
}

/** The surest column for each concept; a column serves one concept. */
export function bestColumns(columns: readonly Column[]) {
  const dated = columns.filter(({ values }) => areDates(values));
  const unnamed = dated.filter(({ heading }) => Object.keys(heading.is).length === 0);
  // Without a heading that says so, only two columns of dates are the start and finish.
  const possible =
    dated.length === 2 && unnamed.length === 2
      ? columns
      : columns.filter((column) => !unnamed.includes(column));
  const guesses = possible.flatMap((column) =>
    Object.entries(recognise(column)).map(([concept, sureness]) => ({ concept, sureness, column })),
  );
  const sure = guesses
    .flatMap(({ sureness, ...guess }) => (typeof sureness === 'number' ? { ...guess, sureness } : []))
    .sort((one, other) => other.sureness - one.sureness);
  const best = new Map<string, (typeof sure)[number]>();
  const used = new Set<Column>();
  for (const guess of sure) {
    const { concept, column } = guess;
    if (best.has(concept) || used.has(column)) continue;
    best.set(concept, guess);
    used.add(column);
  }
  const rows = new Set(
    [best.get('id'), best.get('title')].flatMap(
      (found) => found?.column.values.map(({ value }) => value) ?? [],
    ),
  );
  const parent = sure.find(
    ({ concept, column }) =>
      concept === 'parent' &&
      areMostly(column.values, (value) => rows.has(value) || rows.has(namedId(value))),
  );
  if (parent === undefined) best.delete('parent');
  else best.set('parent', parent);
  // Without others, the remaining or actual dates are the start and finish.
  for (const [instead, concept] of [
    ['remainingStart', 'start'],
    ['actualStart', 'start'],
    ['actualFinish', 'finish'],
  ] as const) {
    const found = best.get(instead);
    if (found === undefined || (best.get(concept)?.sureness ?? 0) >= minForDates) continue;
    best.set(concept, found);
    if (instead !== 'remainingStart') best.delete(instead);
  }
  const found: Readonly<Partial<Record<ColumnConcept, Column>>> = Object.fromEntries(
    Array.from(best, ([concept, { column }]) => [concept, column]),
  );
  /** Columns whose headings fit and whose values do not, and why. */
  const unfit = new Map(
    guesses.flatMap(({ sureness, column }) =>
      typeof sureness === 'string' && !used.has(column) ? [[column, sureness]] : [],
    ),
  );
  return { best: found, unfit };
}
