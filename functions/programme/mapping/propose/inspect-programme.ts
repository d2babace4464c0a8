/** The contents of a programme: the codes, fields, calendars and resources, with how many activities have them. */
import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Activity, CodeValue, Programme, ProgrammeCalendar } from '../../programme.ts';
import { dateText, type HeadingMeaning, headingMeanings } from '../../readers/table/heading-row.ts';

export type ValueCount = CodeValue & { readonly count: number };

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
    types: [...countBy(activities, ({ type }) => type)].sort((left, right) => right[1] - left[1]),
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
    resources: [...Map.groupBy(assignments, ({ resourceType }) => resourceType)]
      .map(([type, same]) => ({
        type,
        assignments: same.length,
        names: [...new Set(same.map(({ name, resourceKey }) => name ?? resourceKey))],
      }))
      .sort((left, right) => right.assignments - left.assignments),
  };
}

/** The share of the activities whose values must fit. */
export const mostly = 0.5;

/** Whether most activities have a value that fits; the description of a value counts before it. */
export function isMostly({ values }: Pick<NamedValues, 'values'>, fits: (text: string) => boolean): boolean {
  const count = (of: NamedValues['values']) => of.reduce((sum, value) => sum + value.count, 0);
  return (
    count(values.filter(({ value, description }) => fits(description ?? value))) >= count(values) * mostly
  );
}

type Counting = CodeValue & { description: string | undefined; count: number };

function valuesOf(
  { name, meaning }: Pick<NamedValues, 'name' | 'meaning'>,
  activities: readonly Activity[],
  of: (activity: Activity) => readonly CodeValue[],
): NamedValues {
  const counts = new Map<string, Counting>();
  let having = 0;
  for (const activity of activities) {
    const values = of(activity);
    if (values.length > 0) having += 1;
    for (const { value, description } of values) {
      const found = getOrInsert(counts, value, () => ({ value, description: undefined, count: 0 }));
      found.description = description;
      found.count += 1;
    }
  }
  const values = [...counts.values()].sort((left, right) => right.count - left.count);
  // `Complete` above dates is when, not how much.
  const isDate = meaning?.kind === 'percentComplete' && isMostly({ values }, (text) => dateText.test(text));
  return { name, meaning: isDate ? { ...meaning, kind: 'finish' } : meaning, activities: having, values };
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const found = key(item);
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

export function isTable({ format }: Programme): boolean {
  return format === 'excel' || format === 'csv';
}
