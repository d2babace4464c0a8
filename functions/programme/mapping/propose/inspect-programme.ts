/** The contents of a programme: the codes, fields, calendars and resources, with how many activities have them. */
import type { Activity, Programme, ProgrammeCalendar } from '../../programme.ts';
import {
  type HeadingKind,
  type HeadingMeaning,
  type HeadingVersion,
  headingMeanings,
} from '../../readers/table/heading-row.ts';

export type ValueCount = {
  readonly value: string;
  readonly description: string | undefined;
  readonly count: number;
};

/** A code or field; `activities` is how many have a value. */
export type NamedValues = {
  readonly name: string;
  /** That of the heading, for a column. */
  readonly meaning: HeadingMeaning | undefined;
  readonly activities: number;
  /** The most frequent first. */
  readonly values: readonly ValueCount[];
};

export type Inspection = {
  readonly programme: Programme;
  /** Activities by type, the most frequent first. */
  readonly types: readonly (readonly [type: string, count: number])[];
  readonly codes: readonly NamedValues[];
  readonly fields: readonly NamedValues[];
  readonly calendars: readonly { readonly calendar: ProgrammeCalendar; readonly activities: number }[];
  /** The names of the resources and their number of assignments, by type. */
  readonly resources: readonly {
    readonly type: string;
    readonly assignments: number;
    readonly names: readonly string[];
  }[];
};

export function inspectProgramme(programme: Programme): Inspection {
  const { activities } = programme;
  const byCalendar = countBy(activities, ({ calendarKey }) => calendarKey);
  const assignments = activities.flatMap((activity) => activity.assignments);
  const meanings = headingMeanings(programme.fields);
  return {
    programme,
    types: byCount(countBy(activities, ({ type }) => type)),
    codes: programme.codes.map((name) =>
      valuesOf({ name, meaning: undefined }, activities, ({ codes }) => codes.get(name) ?? []),
    ),
    fields: programme.fields.map((name, at) =>
      valuesOf({ name, meaning: meanings[at] }, activities, ({ fields }) => {
        const value = fields.get(name);
        return value === undefined ? [] : [{ value, description: undefined }];
      }),
    ),
    calendars: programme.calendars.flatMap((calendar) => {
      const count = byCalendar.get(calendar.key);
      return count === undefined ? [] : [{ calendar, activities: count }];
    }),
    resources: byCount(countBy(assignments, ({ resourceType }) => resourceType)).map(([type, count]) => ({
      type,
      assignments: count,
      names: [
        ...new Set(
          assignments
            .filter(({ resourceType }) => resourceType === type)
            .map(({ name, resourceKey }) => name ?? resourceKey),
        ),
      ],
    })),
  };
}

function valuesOf(
  heading: Pick<NamedValues, 'name' | 'meaning'>,
  activities: readonly Activity[],
  of: (activity: Activity) => readonly { readonly value: string; readonly description: string | undefined }[],
): NamedValues {
  const counts = new Map<string, ValueCount>();
  let having = 0;
  for (const activity of activities) {
    const values = of(activity);
    if (values.length > 0) having += 1;
    for (const { value, description } of values) {
      counts.set(value, { value, description, count: (counts.get(value)?.count ?? 0) + 1 });
    }
  }
  return {
    ...heading,
    activities: having,
    values: [...counts.values()].sort((left, right) => right.count - left.count),
  };
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const found = key(item);
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

function byCount(counts: ReadonlyMap<string, number>): readonly (readonly [string, number])[] {
  return [...counts].sort((left, right) => right[1] - left[1]);
}

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
  'whole',
];

/** The name of the table's column whose heading is of the kind: the plain one with the fewest words, else that of a version. @param fits of its values too */
export function columnOf(
  fields: readonly NamedValues[],
  kind: HeadingKind,
  fits: (found: NamedValues) => boolean = () => true,
): string | undefined {
  const length = ({ name }: NamedValues) => name.split(/[\s_]+/).length;
  const found = fields
    .filter((field) => field.meaning?.kind === kind && isOfRows(field) && fits(field))
    .toSorted((one, other) => length(one) - length(other));
  return preferred
    .flatMap((version) => found.find(({ meaning }) => meaning?.version === version) ?? [])
    .map(({ name }) => name)[0];
}

/** Whether activities have a value in the column, and no column of the project has the same one in all rows. */
export function isOfRows({ activities, values, meaning }: NamedValues): boolean {
  return activities > 0 && !(meaning?.version === 'whole' && activities > 1 && values.length === 1);
}
