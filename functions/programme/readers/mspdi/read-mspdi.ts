import { getOrInsert } from '../../../base/get-or-insert.ts';
import {
  type Activity,
  ProblemList,
  type Programme,
  type ProgrammeContent,
  ProgrammeError,
} from '../../programme.ts';
import { readXmlRecords, type XmlRecord } from '../xml-records.ts';
import {
  assignmentsOf,
  linksOf,
  nobody,
  reportSummaries,
  typeOf,
  type WrittenAssignment,
  workInHours,
  writtenAssignment,
} from './assignments.ts';
import { mspdiCalendars } from './mspdi-calendars.ts';
import { isProjectSummary, outlineOf, withInserted } from './outline.ts';
import { isWork } from './pauses.ts';
import { mspdiShape } from './shape.ts';
import { customFields, durationOf, statusOf } from './task-fields.ts';
import { timesOf } from './task-times.ts';

/** @throws ProgrammeError if the whole file cannot be used; single wrong records are in `problems` */
export function readMspdi(bytes: Uint8Array): Programme {
  const report = new ProblemList();
  const programme = programmeContent(readLists(bytes, report), report);
  if (programme.activities.length === 0) {
    throw new ProgrammeError('the programme has no tasks', {
      remedy: 'Check which programme was saved, and save it as XML again.',
    });
  }
  return { ...programme, problems: report.problems };
}

function programmeContent(
  { project, list, assignments: written }: ProjectLists,
  report: ProblemList,
): ProgrammeContent {
  const hoursPerDay = hoursOfDay(project);
  const calendars = mspdiCalendars(list('Calendar'), hoursPerDay, report);
  const custom = customFields(list('OutlineCode'), list('ExtendedAttribute'));
  const outline = outlineOf(list('Task'), report);
  const usualCalendar = calendars.get(project.text('CalendarUID') ?? '');
  const tasks = new Map(
    [...outline.tasks].map(([uid, { record, folderKey }]) => {
      const calendar = calendars.get(record.text('CalendarUID') ?? '') ?? usualCalendar;
      const dayHours = calendar?.hoursPerDay ?? hoursPerDay;
      return [uid, { record, folderKey, calendar, dayHours, ...durationOf(record, calendar, dayHours) }];
    }),
  );
  const resources = new Map(
    list('Resource')
      .map((record) => [record.text('UID') ?? '-', record] as const)
      .filter(([uid]) => !uid.startsWith('-')),
  );
  const unknown = written.filter(({ resource }) => resource !== nobody && !resources.has(resource)).length;
  const reportCount = (problem: string, count: number) => {
    if (count > 0) report.changed(undefined, `${problem}: ${count}.`);
  };
  reportCount("Assignments to resources that are not in the file, which count as nobody's", unknown);
  reportSummaries(outline.summaries, written, resources, report);
  const work = Map.groupBy(written, ({ task }) => task);
  // Without a status date, MS Project counts from its current date, but that is the day on which the file was last
  // opened, and says nothing about progress.
  const dataDate = project.date('StatusDate');
  const status = project.text('StatusDate');
  if (status !== undefined && status !== 'NA' && dataDate === undefined) {
    report.changed(undefined, `The status date ${JSON.stringify(status)} is not a date that can be read.`);
  }
  const counts = { computed: 0, unclear: 0 };
  const context = { dataDate, counts, report };
  const activities = [...tasks].map(([uid, task]): Activity => {
    const { record, folderKey, calendar, dayHours } = task;
    const milestone = record.flag('Milestone');
    const status = statusOf(record, report);
    const assignments = (work.get(uid) ?? []).map((each) => {
      const resource = resources.get(each.resource);
      const ownCalendar = calendars.get(resource?.text('CalendarUID') ?? '');
      return { ...workInHours(each, dayHours), record: resource, calendar: ownCalendar };
    });
    return {
      line: record.line,
      key: uid,
      code: uid,
      name: record.text('Name'),
      type: milestone ? 'milestone' : 'task',
      milestone,
      status,
      // A material is used at some time, whoever works.
      ...timesOf(
        task,
        status,
        assignments.filter((each) => typeOf(each.record) !== 'material'),
        context,
      ),
      durationHours: task.shownHours,
      calendarKey: calendar?.key,
      folderKey,
      notes: record.text('Notes'),
      ...custom.of(record),
      assignments: assignmentsOf(assignments, calendar),
      predecessors: linksOf(record, tasks, outline.summaries, report),
    };
  });
  const inDays = [...tasks.values()].find((task) => task.isInDays);
  if (inDays ?? written.some((each) => each.isInDays && each.hours)) {
    const text =
      'Durations and work in days, such as P5D, are read as days of work of the calendar of each task.';
    report.changed(inDays?.record.line, text);
  }
  reportCount('Tasks without a finish, which is computed from start, duration and calendar', counts.computed);
  reportCount(
    'Tasks whose hours by day do not add up to the work; days without work are found there only before Resume',
    counts.unclear,
  );
  const summary = list('Task').find(isProjectSummary);
  const used = new Set(activities.map(({ calendarKey }) => calendarKey));
  const own: ProgrammeContent = {
    format: 'mspdi',
    name:
      project.text('Title') ?? summary?.text('Name') ?? project.text('Name')?.replace(/\.(xml|mpp)$/i, ''),
    dataDate,
    activities,
    folders: outline.folders,
    calendars: [...calendars.values()].filter(({ key }) => used.has(key)),
    hoursPerDay,
    lagDays: 'predecessor',
    codes: custom.codes,
    fields: custom.fields,
  };
  return outline.inserted.reduce(
    (all, { uid, project: within }) => withInserted(all, uid, programmeContent(listsWithin(within), report)),
    own,
  );
}

function hoursOfDay(project: XmlRecord): number {
  const minutes = project.number('MinutesPerDay') ?? 0;
  return minutes > 0 && minutes <= 1440 ? minutes / 60 : 8;
}

type ProjectLists = {
  readonly project: XmlRecord;
  readonly list: (name: string) => readonly XmlRecord[];
  readonly assignments: readonly WrittenAssignment[];
};

function readLists(bytes: Uint8Array, report: ProblemList): ProjectLists {
  const lists = new Map<string, XmlRecord[]>();
  const assignments: WrittenAssignment[] = [];
  let forbidden: { readonly line: number; count: number } | undefined;
  const project = readXmlRecords(bytes, mspdiShape, {
    record: (record) => {
      if (record.name === 'Assignment') assignments.push(writtenAssignment(record));
      else getOrInsert(lists, record.name, () => []).push(record);
    },
    isKept: (part) => part.name !== 'TimephasedData' || isWork(part),
    forbiddenCharacter: (line) => {
      forbidden ??= { line, count: 0 };
      forbidden.count += 1;
    },
  });
  if (forbidden !== undefined) {
    const { line, count } = forbidden;
    report.changed(
      line,
      `Here and later there are ${count} characters that XML does not allow; they are left out.`,
    );
  }
  return { project, list: (name) => lists.get(name) ?? [], assignments };
}

function listsWithin(project: XmlRecord): ProjectLists {
  return {
    project,
    list: (name) => project.list(name),
    assignments: project.list('Assignment').map(writtenAssignment),
  };
}
