import {
  type Activity,
  ProblemList,
  type Programme,
  type ProgrammeContent,
  ProgrammeError,
} from '#programme/programme.ts';
import { readXmlRecords } from '#programme/readers/xml-records.ts';
import {
  assignmentsOf,
  convertWorkToHours,
  predecessorLinksOf,
  reportSummaryTaskProblems,
  resourceTypeOf,
} from './assignments.ts';
import { readMspdiCodesAndFields } from './custom-fields.ts';
import { mspdiCalendars } from './mspdi-calendars.ts';
import { isProjectSummary, separateSummaryTasks } from './outline.ts';
import { documentShape, noResourceUid, type ProjectRecord } from './record-shapes.ts';
import { durationOfMspdiTask, statusOfMspdiTask, timesOfMspdiTask } from './task-times.ts';

/** @throws ProgrammeError if the whole file cannot be used; single wrong records are in `problems` */
export function readMspdi(bytes: Uint8Array): Programme {
  const report = new ProblemList();
  const forbidden: number[] = [];
  const document = readXmlRecords(bytes, documentShape, (line) => forbidden.push(line));
  if (forbidden.length > 0) {
    report.changed(forbidden[0], `From here on, ${forbidden.length} forbidden characters are left out.`);
  }
  const [programme] = document.Project.map((project) => programmeContent(project, report));
  if (!programme?.activities.length) {
    throw new ProgrammeError('the programme has no tasks', {
      remedy: 'Check which programme was saved.',
    });
  }
  return { ...programme, problems: report.problems };
}

/**
 * Reads a project, with the programmes that are inserted in it.
 * @param insertedAs key of the task that an inserted programme replaces: `12.3` is task 3 of the programme inserted as
 *   task 12
 */
function programmeContent(
  project: ProjectRecord,
  report: ProblemList,
  insertedAs?: string,
): ProgrammeContent {
  const keyOf = (uid: string) => (insertedAs === undefined ? uid : `${insertedAs}.${uid}`);
  const folderKeyOf = (uid: string | undefined) => (uid === undefined ? insertedAs : keyOf(uid));
  const { MinutesPerDay: minutes = 0, Assignment: written, StatusDate: dataDate } = project;
  const hoursPerDay = minutes > 0 && minutes <= 1440 ? minutes / 60 : 8;
  const calendars = mspdiCalendars(project.Calendar, hoursPerDay, report);
  const custom = readMspdiCodesAndFields(project);
  const outline = separateSummaryTasks(project.Task, report);
  const usualCalendar = calendars.get(project.CalendarUID);
  const tasks = new Map(
    [...outline.tasks].map(([uid, task]) => {
      const calendar = calendars.get(task.record.CalendarUID) ?? usualCalendar;
      const dayHours = calendar?.hoursPerDay ?? hoursPerDay;
      return [
        uid,
        {
          ...task,
          key: keyOf(uid),
          calendar,
          dayHours,
          ...durationOfMspdiTask(task.record, calendar, dayHours),
        },
      ];
    }),
  );
  const resources = new Map(
    project.Resource.filter(({ UID = '-' }) => !UID.startsWith('-')).map((record) => [record.UID, record]),
  );
  const reportCount = (problem: string, count: number) => {
    if (count > 0) report.changed(undefined, `${problem}: ${count}.`);
  };
  const unknown = written.filter(
    ({ resource }) => resource !== noResourceUid && !resources.has(resource),
  ).length;
  reportCount('Assignments to resources that are not in the file, read as unassigned', unknown);
  reportSummaryTaskProblems(outline.summaries, written, resources, report);
  const work = Map.groupBy(written, ({ task }) => task);
  // Without a status date, MS Project counts from its current date. That is the day on which the file was last opened,
  // and does not show progress.
  const unreadable = project.unreadable('StatusDate');
  if (unreadable) report.changed(undefined, `The status date ${unreadable} cannot be read.`);
  const counts = { computed: 0, unclear: 0 };
  const activities = [...tasks].map(([uid, task]): Activity => {
    const { record, calendar } = task;
    const status = statusOfMspdiTask(record, report);
    const assignments = (work.get(uid) ?? []).map((each) => {
      const resource = resources.get(each.resource);
      const ownCalendar = calendars.get(resource?.CalendarUID);
      return { ...convertWorkToHours(each, task.dayHours), record: resource, calendar: ownCalendar };
    });
    // Materials are left out, because they do not show when somebody works.
    const workers = assignments.filter((each) => resourceTypeOf(each.record) !== 'material');
    return {
      line: record.line,
      key: task.key,
      code: task.key,
      name: record.Name,
      type: record.Milestone ? 'milestone' : 'task',
      milestone: record.Milestone === true,
      status,
      ...timesOfMspdiTask(task, status, workers, { dataDate, counts, report }),
      durationHours: task.shownHours,
      calendarKey: calendar && keyOf(calendar.key),
      folderKey: folderKeyOf(task.folderKey),
      notes: record.Notes,
      ...custom.of(record),
      assignments: assignmentsOf(assignments, calendar, keyOf),
      predecessors: predecessorLinksOf(record, tasks, outline.summaries, report),
    };
  });
  const inDays = [...tasks.values()].find((task) => task.isInDays);
  if (inDays ?? written.some((each) => each.isInDays && each.hours)) {
    report.changed(inDays?.record.line, 'Durations in days, such as P5D, are read as working days.');
  }
  reportCount('Tasks without a finish, which is computed from start and duration', counts.computed);
  reportCount(
    'Tasks whose hours by day are incomplete, so that only a pause until Resume is found',
    counts.unclear,
  );
  const summary = project.Task.find(isProjectSummary);
  const used = new Set(activities.map(({ calendarKey }) => calendarKey));
  const inserted = outline.inserted.map((task) => programmeContent(task.project, report, keyOf(task.uid)));
  const folders = outline.folders.map((folder) => ({
    ...folder,
    key: keyOf(folder.key),
    parentKey: folderKeyOf(folder.parentKey),
  }));
  const ownCalendars = Array.from(calendars.values(), (calendar) => ({
    ...calendar,
    key: keyOf(calendar.key),
  }));
  return {
    format: 'mspdi',
    name: project.Title ?? summary?.Name ?? project.Name?.replace(/\.(xml|mpp)$/i, ''),
    dataDate,
    activities: [...activities, ...inserted.flatMap((each) => each.activities)],
    folders: [...folders, ...inserted.flatMap((each) => each.folders)],
    calendars: [
      ...ownCalendars.filter(({ key }) => used.has(key)),
      ...inserted.flatMap((each) => each.calendars),
    ],
    hoursPerDay,
    lagDayBasis: 'predecessor',
    codes: [...new Set([custom, ...inserted].flatMap(({ codes }) => codes))],
    fields: [...new Set([custom, ...inserted].flatMap(({ fields }) => fields))],
  };
}
