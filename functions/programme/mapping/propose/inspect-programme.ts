import { getOrInsert } from '#base/get-or-insert.ts';
import { idInName } from '#programme/mapping/table-rows.ts';
import type { Activity, CodeValue, Programme } from '#programme/programme.ts';
import { recogniseHeadings } from '#programme/recognise/heading.ts';
import { type InspectedColumn, recogniseColumn } from '#programme/recognise/recognise.ts';
import { areMostlyDates, doMostValuesFit } from '#programme/recognise/values.ts';

/** The contents of a programme, most frequent values first, and the best column for each concept. */
export type ProgrammeInspection = ReturnType<typeof inspectProgramme>;

export function inspectProgramme(programme: Programme) {
  const { activities } = programme;
  const columns = inspectedColumns(programme);
  const byCalendar = Map.groupBy(activities, ({ calendarKey }) => calendarKey);
  const assignments = Map.groupBy(
    activities.flatMap((activity) => activity.assignments),
    ({ resourceType }) => resourceType,
  );
  return {
    programme,
    columns,
    ...bestColumns(columns),
    types: countValues(activities, ({ type }) => valuesOf(type)).values,
    calendars: programme.calendars.flatMap((calendar) => {
      const those = byCalendar.get(calendar.key);
      return those ? { calendar, activities: those.length } : [];
    }),
    resources: Array.from(assignments, ([type, same]) => ({
      type,
      assignments: same.length,
      names: [...new Set(same.map(({ name, resourceKey }) => name ?? resourceKey))],
    })).sort((left, right) => right.assignments - left.assignments),
  };
}

/** Activity codes, then user fields or columns. */
function inspectedColumns({ activities, codes, fields, table }: Programme): readonly InspectedColumn[] {
  const read = (
    source: InspectedColumn['source'],
    names: readonly string[],
    of: (activity: Activity, name: string) => readonly CodeValue[],
  ) =>
    recogniseHeadings(names).map((heading, at) => {
      const name = names[at] ?? '';
      return { source, name, heading, ...countValues(activities, (activity) => of(activity, name)) };
    });
  const found = [
    ...read('code', codes, (activity, name) => activity.codes.get(name) ?? []),
    ...read(table ? 'column' : 'udf', fields, (activity, name) => valuesOf(activity.fields.get(name))),
  ];
  const dated = found
    .filter(({ values }) => table && areMostlyDates(values))
    .map((column) => column.activities);
  const rows = dated.length === 0 ? activities.length : Math.max(...dated);
  return found.map((column) => ({ ...column, rows }));
}

function valuesOf(value: string | undefined): readonly CodeValue[] {
  return value === undefined ? [] : [{ value, description: undefined }];
}

function countValues(activities: readonly Activity[], of: (activity: Activity) => readonly CodeValue[]) {
  const counts = new Map<string, CodeValue & { description: string | undefined; count: number }>();
  let having = 0;
  for (const activity of activities) {
    const values = of(activity);
    if (values.length > 0) having += 1;
    for (const { value, description } of values) {
      const found = getOrInsert(counts, value, () => ({ value, description, count: 0 }));
      found.description = description;
      found.count += 1;
    }
  }
  return { activities: having, values: [...counts.values()].sort((left, right) => right.count - left.count) };
}

/**
 * Minimum sureness of a column for the start or finish. A column of baseline dates is less sure, so actual dates are
 * preferred to it.
 */
const minForDates = 0.5;

/** Finds the surest column for each concept. A column serves one concept; only that of parents may serve two. */
function bestColumns(columns: readonly InspectedColumn[]) {
  const dated = columns.filter(({ values }) => areMostlyDates(values));
  const unnamed = dated.filter(({ heading }) => Object.keys(heading.is).length === 0);
  // Columns of dates whose headings are unknown are start and finish only if they are the only two.
  const possible =
    dated.length === 2 && unnamed.length === 2
      ? columns
      : columns.filter((column) => !unnamed.includes(column));
  const guesses = possible.flatMap((column) =>
    Object.entries(recogniseColumn(column)).map(([concept, sureness]) => ({ concept, sureness, column })),
  );
  const sure = guesses
    .flatMap(({ sureness, ...guess }) => (typeof sureness === 'number' ? { ...guess, sureness } : []))
    .sort((one, other) => other.sureness - one.sureness);
  const best = new Map<string, (typeof sure)[number]>();
  const used = new Set<InspectedColumn>();
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
      doMostValuesFit(column.values, (value) => rows.has(value) || rows.has(idInName(value))),
  );
  if (parent === undefined) best.delete('parent');
  else best.set('parent', parent);
  // If no column is sure enough for the start or finish, the remaining or actual dates are used.
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
  const found: Readonly<Partial<Record<keyof ReturnType<typeof recogniseColumn>, InspectedColumn>>> =
    Object.fromEntries(Array.from(best, ([concept, { column }]) => [concept, column]));
  /** Columns whose headings fit a concept but whose values do not, each with the reason. */
  const unfit = new Map(
    guesses.flatMap(({ sureness, column }) =>
      typeof sureness === 'string' && !used.has(column) ? [[column, sureness]] : [],
    ),
  );
  return { best: found, unfit };
}
