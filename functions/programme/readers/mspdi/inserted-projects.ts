/** Programmes that were inserted into another one: their tasks lie in the file within the task that stands for them. */
import type { Activity, Programme, ProgrammeFolder } from '../../programme.ts';

type Tasks = Omit<Programme, 'problems'>;

/**
 * Adds the tasks of an inserted programme below the task that stands for it. Their numbers are those of their own
 * programme, so that they get the number of that task before them: `12.3` is task 3 of the programme inserted as 12.
 */
export function withInserted(outer: Tasks, uid: string, inserted: Tasks): Tasks {
  const within = (key: string) => `${uid}.${key}`;
  const folder = ({ key, parentKey, ...others }: ProgrammeFolder): ProgrammeFolder => ({
    ...others,
    key: within(key),
    parentKey: parentKey === undefined ? uid : within(parentKey),
  });
  const activity = (each: Activity): Activity => ({
    ...each,
    key: within(each.key),
    code: within(each.key),
    calendarKey: each.calendarKey === undefined ? undefined : within(each.calendarKey),
    folderKey: each.folderKey === undefined ? uid : within(each.folderKey),
    assignments: each.assignments.map((one) => ({ ...one, resourceKey: within(one.resourceKey) })),
    predecessors: each.predecessors.map((link) => ({ ...link, predecessorKey: within(link.predecessorKey) })),
  });
  return {
    ...outer,
    activities: [...outer.activities, ...inserted.activities.map(activity)],
    folders: [...outer.folders, ...inserted.folders.map(folder)],
    calendars: [
      ...outer.calendars,
      ...inserted.calendars.map((calendar) => ({ ...calendar, key: within(calendar.key) })),
    ],
    codes: [...new Set([...outer.codes, ...inserted.codes])],
    fields: [...new Set([...outer.fields, ...inserted.fields])],
  };
}
