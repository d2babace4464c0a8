import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Activity, CodeValue, Programme, ProgrammeCalendar } from '../../programme.ts';
import { dateText } from '../../readers/table/heading-row.ts';
import { type HeadingMeaning, headingMeanings } from '../../readers/table/heading-words.ts';

export type ValueCount = CodeValue & { readonly count: number };

export type NamedValues = {
  readonly name: string;
  readonly meaning: HeadingMeaning | undefined;
  readonly activities: number;
  readonly values: readonly ValueCount[];
};

export type Inspection = {
  readonly programme: Programme;
  readonly types: readonly (readonly [type: string, count: number])[];
  readonly codes: readonly NamedValues[];
  readonly fields: readonly NamedValues[];
  readonly calendars: readonly { readonly calendar: ProgrammeCalendar; readonly activities: number }[];
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
      countValues({ name, meaning: undefined }, activities, ({ codes }) => codes.get(name) ?? []),
    ),
    fields: programme.fields.map((name, at) =>
      countValues({ name, meaning: meanings[at] }, activities, ({ fields }) => {
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

export const mostly = 0.5;

export function isMostly(
  { values }: { readonly values: readonly ValueCount[] },
  fits: (text: string) => boolean,
): boolean {
  const count = (of: readonly ValueCount[]) => of.reduce((sum, value) => sum + value.count, 0);
  return (
    count(values.filter(({ value, description }) => fits(description ?? value))) >= count(values) * mostly
  );
}

type Named = { readonly name: string; readonly meaning: HeadingMeaning | undefined };
type Counting = CodeValue & { description: string | undefined; count: number };

function countValues(
  { name, meaning }: Named,
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
  // `Complete` above dates says when, not how much.
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
