import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Activity, CodeValue, Programme, ProgrammeCalendar } from '../../programme.ts';
import { headingsOf } from '../../recognise/heading.ts';
import type { Column } from '../../recognise/recognise.ts';
import { areDates } from '../../recognise/values.ts';

export type Inspection = {
  readonly programme: Programme;
  readonly types: readonly (readonly [type: string, count: number])[];
  /** Activity codes, then user fields or columns. */
  readonly columns: readonly Column[];
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
  return {
    programme,
    types: [...countBy(activities, ({ type }) => type)].sort((left, right) => right[1] - left[1]),
    columns: columnsOf(programme),
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

function columnsOf(programme: Programme): readonly Column[] {
  const { activities, codes, fields, table } = programme;
  const [ofCodes, ofFields] = [headingsOf(codes), headingsOf(fields)];
  const found = [
    ...codes.map((name, at) => ({
      source: 'code' as const,
      name,
      heading: ofCodes[at],
      ...countValues(activities, (activity) => activity.codes.get(name) ?? []),
    })),
    ...fields.map((name, at) => ({
      source: table ? ('column' as const) : ('udf' as const),
      name,
      heading: ofFields[at],
      ...countValues(activities, (activity) => {
        const value = activity.fields.get(name);
        return value === undefined ? [] : [{ value, description: undefined }];
      }),
    })),
  ];
  const dated = found.flatMap((column) => (table && areDates(column.values) ? column.activities : []));
  const rows = dated.length === 0 ? activities.length : Math.max(...dated);
  return found.flatMap(({ heading, ...column }) =>
    heading === undefined ? [] : { ...column, heading, rows },
  );
}

type Counting = CodeValue & { description: string | undefined; count: number };

function countValues(activities: readonly Activity[], of: (activity: Activity) => readonly CodeValue[]) {
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
  return { activities: having, values: [...counts.values()].sort((left, right) => right.count - left.count) };
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const found = key(item);
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}
