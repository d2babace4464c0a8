/** MS Project's XML, which many planning tools write, as a programme. */
import type { Activity, LocalDateTime, Programme, SourceProblem } from '../../programme.ts';
import { ProgrammeError } from '../../programme-error.ts';
import { localDateTime } from '../local-date-time.ts';
import { readXmlRecords, type XmlRecord } from '../xml-records.ts';
import { mspdiAssignments, type WrittenAssignment, writtenAssignment } from './assignments.ts';
import { finishAfter, type HourCalendar, mspdiCalendars } from './calendars.ts';
import { customFields } from './custom-fields.ts';
import { durationKind, hoursOf, rounded } from './durations.ts';
import { linksOf, workingShare } from './links.ts';
import { outlineOf, shownTask } from './outline.ts';
import type { ReportProblem } from './report-problem.ts';
import { mspdiShape } from './shape.ts';

/**
 * Reads an MS Project XML file.
 * @throws ProgrammeError where the file as a whole cannot be used; single wrong records are in `problems`
 */
export function readMspdi(bytes: Uint8Array): Programme {
  const problems: SourceProblem[] = [];
  const report: ReportProblem = (line, kind, text) => problems.push({ line, kind, text });
  const { project, lists, assignments: written } = readLists(bytes, report);
  const list = (name: string) => lists.get(name) ?? [];
  const hoursPerDay = hoursOfDay(project);
  const calendars = mspdiCalendars(list('Calendar'), hoursPerDay, report);
  const custom = customFields(list('OutlineCode'), list('ExtendedAttribute'));
  const outline = outlineOf(list('Task'), report);
  if (outline.tasks.size === 0) {
    throw new ProgrammeError('the programme has no tasks', {
      remedy: 'Check which programme was saved, and save it as XML again.',
    });
  }
  const calendarOf = (task: XmlRecord) =>
    calendars.get(task.text('CalendarUID') ?? '') ?? calendars.get(project.text('CalendarUID') ?? '');
  const durations = new Map(
    [...outline.tasks].map(([uid, { record }]) => [uid, durationOf(record, calendarOf(record))]),
  );
  const assignments = mspdiAssignments(
    { resources: list('Resource'), assignments: written },
    outline,
    report,
  );
  const computed = { count: 0 };
  const activities = [...outline.tasks].map(([uid, { record, folderKey }]): Activity => {
    const calendar = calendarOf(record);
    const durationHours = durations.get(uid);
    const milestone = record.flag('Milestone');
    return {
      line: record.line,
      key: uid,
      code: uid,
      name: record.text('Name'),
      type: milestone ? 'milestone' : 'task',
      milestone,
      status: statusOf(record),
      ...datesOf(record, { durationHours, calendar, computed }, report),
      durationHours,
      calendarKey: calendar?.key,
      folderKey,
      notes: record.text('Notes'),
      ...withOwnFields(record, custom.of(record)),
      assignments: assignments.get(uid) ?? [],
      predecessors: linksOf(
        {
          record,
          calendarOf: (predecessor) => calendarOf(outline.tasks.get(predecessor)?.record ?? record),
          hoursOf: (predecessor) => durations.get(predecessor),
        },
        outline,
        report,
      ),
    };
  });
  if (computed.count > 0) {
    const tasks = computed.count === 1 ? '1 task has' : `${computed.count} tasks have`;
    report(undefined, 'changed', `${tasks} no finish; it is computed from start, duration and calendar.`);
  }
  const summary = list('Task').find((task) => task.text('UID') === '0');
  const used = new Set(activities.map(({ calendarKey }) => calendarKey));
  return {
    format: 'mspdi',
    name:
      project.text('Title') ?? summary?.text('Name') ?? project.text('Name')?.replace(/\.(xml|mpp)$/i, ''),
    dataDate: dataDateOf(project, report),
    activities,
    folders: outline.folders,
    calendars: [...calendars.values()].filter(({ key }) => used.has(key)).map(withoutHours),
    hoursPerDay,
    lagDays: 'predecessor',
    codes: custom.codes,
    fields: [...ownFields, ...custom.fields],
    problems,
  };
}

/** The option "Hours per day" of the project. */
function hoursOfDay(project: XmlRecord): number {
  const minutes = project.number('MinutesPerDay') ?? 0;
  return minutes > 0 && minutes <= 1440 ? minutes / 60 : 8;
}

function readLists(bytes: Uint8Array, report: ReportProblem) {
  const lists = new Map<string, XmlRecord[]>();
  const assignments: WrittenAssignment[] = [];
  let forbidden: { readonly line: number; count: number } | undefined;
  const project = readXmlRecords(
    bytes,
    { root: 'Project', shape: mspdiShape },
    {
      record: (record) => {
        const { name } = record;
        if (name === 'Assignment') {
          assignments.push(writtenAssignment(record));
          return;
        }
        const list = lists.get(name);
        if (list) list.push(record);
        else lists.set(name, [record]);
      },
      forbiddenCharacter: (line) => {
        forbidden ??= { line, count: 0 };
        forbidden.count += 1;
      },
    },
  );
  if (forbidden !== undefined) {
    const { line, count } = forbidden;
    report(
      line,
      'changed',
      `Here and later there are ${count} characters that XML does not allow; they are left out.`,
    );
  }
  return { project, lists, assignments };
}

function statusOf(task: XmlRecord): Activity['status'] {
  const percent = task.number('PercentComplete') ?? 0;
  if (percent >= 100 || readable(task.text('ActualFinish'))) return 'complete';
  return percent > 0 || readable(task.text('ActualStart')) ? 'started' : 'planned';
}

function readable(date: string | undefined): boolean {
  return date !== undefined && localDateTime(date) !== undefined;
}

/** Working hours; those of a duration by day and night are as many as the calendar works in it. */
function durationOf(task: XmlRecord, calendar: HourCalendar | undefined): number | undefined {
  const hours = hoursOf(task.text('Duration')) ?? hoursOf(task.text('ManualDuration'));
  const kind = durationKind(task.number('DurationFormat'));
  return hours === undefined
    ? undefined
    : rounded(kind === 'elapsed' ? hours * workingShare(calendar) : hours);
}

type Timing = {
  readonly durationHours: number | undefined;
  readonly calendar: HourCalendar | undefined;
  /** Counts the finishes that the file does not have. */
  readonly computed: { count: number };
};

function datesOf(
  task: XmlRecord,
  { durationHours, calendar, computed }: Timing,
  report: ReportProblem,
): Pick<Activity, 'start' | 'finish'> {
  const first = (...names: readonly string[]): LocalDateTime | undefined => {
    for (const name of names) {
      const text = task.text(name);
      const date = text === undefined || text === 'NA' ? undefined : localDateTime(text);
      if (date !== undefined) return date;
      if (text !== undefined && text !== 'NA')
        report(
          task.line,
          'changed',
          `${shownTask(task)}: the ${name} ${JSON.stringify(text)} is not a usable date.`,
        );
    }
    return undefined;
  };
  const start = first('Start', 'ActualStart', 'ManualStart');
  const finish = first('Finish', 'ActualFinish', 'ManualFinish');
  if (finish !== undefined || start === undefined || durationHours === undefined || calendar === undefined)
    return { start, finish };
  const after = durationHours === 0 ? start : finishAfter(start, durationHours, calendar);
  if (after !== undefined) computed.count += 1;
  return { start, finish: after };
}

/** Columns of every task that people also keep their own ids and names in. */
const ownFields = ['WBS', 'Contact'] as const;

function withOwnFields(task: XmlRecord, { codes, fields }: Pick<Activity, 'codes' | 'fields'>) {
  const all = new Map(fields);
  for (const name of ownFields) {
    const value = task.text(name);
    if (value !== undefined && !all.has(name)) all.set(name, value);
  }
  return { codes, fields: all };
}

/** The status date; where none is set, MS Project counts from its current date. */
function dataDateOf(project: XmlRecord, report: ReportProblem): LocalDateTime | undefined {
  for (const name of ['StatusDate', 'CurrentDate', 'LastSaved']) {
    const text = project.text(name);
    const date = text === undefined ? undefined : localDateTime(text);
    if (date === undefined) continue;
    if (name !== 'StatusDate') {
      report(
        undefined,
        'changed',
        `The programme has no status date; its ${name}, ${date}, is the data date.`,
      );
    }
    return date;
  }
  return undefined;
}

function withoutHours({ week: _week, days: _days, ...calendar }: HourCalendar) {
  return calendar;
}
