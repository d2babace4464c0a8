import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Activity, CodeValue, Programme } from '../../programme.ts';
import { headingsOf } from '../../recognise/heading.ts';
import type { Column } from '../../recognise/recognise.ts';
import { areDates } from '../../recognise/values.ts';
import { bestColumns } from './best-columns.ts';

/** What a programme has, and which of its columns hold what; the most frequent first. */
export type Inspection = ReturnType<typeof inspectProgramme>;

export function inspectProgramme(programme: Programme) {
  const { activities } = programme;
  const columns = columnsOf(programme);
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
function columnsOf({ activities, codes, fields, table }: Programme): readonly Column[] {
  const read = (
    source: Column['source'],
    names: readonly string[],
    of: (activity: Activity, name: string) => readonly CodeValue[],
  ) =>
    headingsOf(names).map((heading, at) => {
      const name = names[at] ?? '';
      return { source, name, heading, ...countValues(activities, (activity) => of(activity, name)) };
    });
  const found = [
    ...read('code', codes, (activity, name) => activity.codes.get(name) ?? []),
    ...read(table ? 'column' : 'udf', fields, (activity, name) => valuesOf(activity.fields.get(name))),
  ];
  const dated = found.filter(({ values }) => table && areDates(values)).map((column) => column.activities);
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
