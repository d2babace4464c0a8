import { type Column, type ColumnConcept, type Guess, recognise } from '../../recognise/recognise.ts';
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

export type BestColumns = {
  readonly of: (concept: ColumnConcept) => Column | undefined;
  /** Whether it was chosen by its values, not by its heading. */
  readonly isByValues: (concept: ColumnConcept) => boolean;
  /** Columns whose headings fit and whose values do not, and why. */
  readonly unfit: ReadonlyMap<Column, string>;
};

/** The surest column for each concept; a column serves one concept. */
export function bestColumns(columns: readonly Column[]): BestColumns {
  const guesses = columns
    .flatMap((column) => recognise(column).map((guess) => ({ ...guess, column })))
    .sort((one, other) => other.sureness - one.sureness);
  const dated = columns.filter(areDates);
  const areOnlyDates = dated.length === 2 && dated.every(({ heading }) => heading.concepts.length === 0);
  const best = new Map<ColumnConcept, Guess & { readonly column: Column }>();
  const used = new Set<Column>();
  for (const guess of guesses) {
    const { concept, column, sureness, because } = guess;
    if (sureness === 0 || best.has(concept) || used.has(column)) continue;
    if (because === 'its values' && dated.includes(column) && !areOnlyDates) continue;
    best.set(concept, guess);
    used.add(column);
  }
  const rows = new Set(
    [best.get('id'), best.get('title')].flatMap(
      (found) => found?.column.values.map(({ value }) => value) ?? [],
    ),
  );
  const parent = guesses.find(
    ({ concept, column }) =>
      concept === 'parent' && areMostly(column, (value) => rows.has(value) || rows.has(namedId(value))),
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
  const unfit = guesses.filter(({ sureness, column }) => sureness === 0 && !used.has(column));
  return {
    of: (concept) => best.get(concept)?.column,
    isByValues: (concept) => best.get(concept)?.because === 'its values',
    unfit: new Map(unfit.map(({ column, because }) => [column, because])),
  };
}
