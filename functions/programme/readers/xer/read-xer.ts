import {
  type Activity,
  type MinuteRange,
  ProblemList,
  type Programme,
  type ProgrammeCalendar,
  ProgrammeError,
  type ProgrammeFolder,
  type ProgrammeReadOptions,
} from '#programme/programme.ts';
import {
  dateTimeOfMinute,
  endMinuteOf,
  parseHourRange,
  resolveWorkingTimes,
} from '#programme/readers/working-time.ts';
import { readXerActivityCodes, readXerUserFields, xerActivityReader, xerNoteReader } from './xer-activity.ts';
import { readXerAssignments, xerPredecessorReader } from './xer-assignments.ts';
import {
  exportAsXerRemedy,
  parseXerDate,
  parseXerNumber,
  readXerTables,
  type XerRow,
  type XerTables,
} from './xer-tables.ts';

const noValues: ReadonlyMap<string, never> = new Map<string, never>();

/** @throws ProgrammeError if the whole file cannot be used; single wrong records are in `problems` */
export function readXer(bytes: Uint8Array, options: ProgrammeReadOptions = {}): Programme {
  const report = new ProblemList();
  const tables = readXerTables(bytes, options, report);
  const { project, others } = chooseProject(tables, options);
  const { proj_id: projectId = '', proj_short_name: shortName, clndr_id: projectCalendar } = project;
  if (others.length > 0) {
    report.changed(undefined, `Projects that are not read: ${others.join(', ')}.`);
  }
  const rows = activityRows(tables, projectId, report);
  const codes = readXerActivityCodes(tables);
  const fields = readXerUserFields(tables);
  const notes = xerNoteReader(tables);
  const resources = readXerAssignments(tables, rows, report);
  const links = xerPredecessorReader(tables, rows, report);
  const named = tables.by('CALENDAR', 'clndr_id');
  const calendarOf = (key: string, row: XerRow<'TASK'>) => {
    const own = row.task_type === 'TT_Rsrc' ? resources.calendar(key) : undefined;
    return [own, row.clndr_id, projectCalendar].find((calendar) => named.has(calendar));
  };
  const used = new Set([...rows].map(([key, row]) => calendarOf(key, row)));
  const calendars = xerCalendars(tables, used, report);
  const usualHours = calendars.get(projectCalendar)?.hoursPerDay ?? 8;
  const hoursPerDay = (key: string | undefined) => calendars.get(key)?.hoursPerDay ?? usualHours;
  const written = project.last_recalc_date;
  const dataDate = written && parseXerDate(written);
  if (written && !dataDate) report.changed(project.line, 'The data date cannot be read.');
  const ownProperties = xerActivityReader(dataDate && dateTimeOfMinute(endMinuteOf(dataDate)), report);
  const activities = [...rows].map(([key, row]): Activity => {
    const calendarKey = calendarOf(key, row);
    const { durationHours, ...own } = ownProperties(row, calendars.get(calendarKey));
    // Primavera counts the duration in days of the activity's own calendar, even if another one schedules it.
    const factor = hoursPerDay(calendarKey) / hoursPerDay(row.clndr_id);
    return {
      key,
      ...own,
      durationHours: durationHours && durationHours * factor,
      calendarKey,
      notes: notes(key),
      codes: codes.byTask.get(key) ?? noValues,
      fields: fields.byTask.get(key) ?? noValues,
      assignments: resources.assignments(key, own.status),
      predecessors: links(key),
    };
  });
  const nodes = tables.rows('PROJWBS').filter(({ proj_id = projectId }) => proj_id === projectId);
  const ownNode = nodes.find(isOfProject);
  return {
    format: 'xer',
    likelyEncoding: tables.likelyEncoding,
    // The short name often changes with each update, such as `UPDATE-07`.
    name: ownNode?.wbs_name ?? shortName,
    project: others.length > 0 ? shortName : undefined,
    dataDate,
    activities,
    folders: wbsFolders(nodes, new Set(activities.map(({ folderKey }) => folderKey))),
    calendars: [...calendars.values()],
    hoursPerDay: usualHours,
    lagDayBasis: lagDayBasis(tables, projectId, usualHours),
    codes: codes.names,
    fields: fields.names,
    costs: resources.costs,
    problems: report.problems,
  };
}

/**
 * Hours that count as one day of lag, according to the project's option. Primavera's default is the predecessor's
 * calendar.
 */
function lagDayBasis(tables: XerTables, projectId: string, hoursOfProject: number): Programme['lagDayBasis'] {
  const options = tables.rows('SCHEDOPTIONS').find(({ proj_id }) => proj_id === projectId);
  switch (options?.sched_calendar_on_relationship_lag) {
    case 'rcal_Successor':
      return 'successor';
    case 'rcal_24Hour':
      return 24;
    case 'rcal_ProjDefault':
      return hoursOfProject;
    default:
      return 'predecessor';
  }
}

function activityRows(tables: XerTables, projectId: string, report: ProblemList) {
  const found = new Map<string, XerRow<'TASK'>>();
  for (const row of tables.rows('TASK')) {
    const { line, task_id: key, proj_id = projectId } = row;
    if (key === undefined) report.rejected(line, 'This activity has no task_id.');
    else if (proj_id !== projectId) continue;
    else if (!found.has(key)) found.set(key, row);
    else report.rejected(line, `The task_id ${key} is already used in line ${found.get(key)?.line}.`);
  }
  if (found.size > 0) return found;
  throw new ProgrammeError('the project has no activities', {
    remedy: `Check which project was exported. ${exportAsXerRemedy}`,
  });
}

function isOfProject(node: XerRow<'PROJWBS'>): boolean {
  return node.proj_node_flag === 'Y';
}

/**
 * The project's own WBS node is a folder only if activities lie directly on it: otherwise the name of every folder
 * would begin with it.
 * @param used keys of the nodes that activities lie on
 */
function wbsFolders(
  nodes: readonly XerRow<'PROJWBS'>[],
  used: ReadonlySet<string | undefined>,
): readonly ProgrammeFolder[] {
  const place = (node: XerRow<'PROJWBS'>) => parseXerNumber(node.seq_num) ?? 0;
  const shown = nodes
    .filter((node) => node.wbs_id !== undefined && (!isOfProject(node) || used.has(node.wbs_id)))
    .sort((left, right) => place(left) - place(right));
  const keys = new Set(shown.map(({ wbs_id }) => wbs_id));
  return shown.map(({ wbs_id: key = '', parent_wbs_id: parent, wbs_short_name: code, wbs_name: name }) => {
    return { key, parentKey: keys.has(parent) ? parent : undefined, code, name };
  });
}

/**
 * Chooses the project: the one that the mapping names, else the only one, else the only exported one that is not a
 * baseline. Projects that were not exported are in the file only because of links. `largest` chooses the one with the
 * most activities if several fit.
 * @throws ProgrammeError if no project or several fit
 */
function chooseProject(tables: XerTables, { project: asked, largest = false }: ProgrammeReadOptions) {
  const projects = tables.rows('PROJECT').filter(({ proj_id }) => proj_id !== undefined);
  if (projects.length === 0) {
    throw new ProgrammeError('the file has no table PROJECT', { remedy: exportAsXerRemedy });
  }
  const nameOf = ({ proj_short_name, proj_id }: XerRow<'PROJECT'>) =>
    JSON.stringify(proj_short_name ?? proj_id);
  const oneOf = (project: XerRow<'PROJECT'>, choice: readonly XerRow<'PROJECT'>[]) => {
    return { project, others: choice.filter((other) => other !== project).map(nameOf) };
  };
  if (asked !== undefined) {
    const found = projects.find((row) => [row.proj_short_name, row.proj_id].includes(asked));
    if (found) return oneOf(found, projects);
    throw new ProgrammeError(`the file has no project ${JSON.stringify(asked)}`, {
      remedy: `Write project: ${projects.map(nameOf).join(' or ')} in the mapping.`,
    });
  }
  const exported = projects.filter(({ export_flag }) => export_flag === 'Y');
  const wanted = exported.length > 0 ? exported : projects;
  const current = wanted.filter(({ orig_proj_id }) => orig_proj_id === undefined);
  const candidates = current.length > 0 ? current : wanted;
  const [first] = largest ? mostActivitiesFirst(candidates, tables) : candidates;
  if (first !== undefined && (largest || candidates.length === 1)) return oneOf(first, wanted);
  const names = candidates.map(nameOf);
  throw new ProgrammeError(`the file has ${names.length} projects: ${names.join(', ')}`, {
    remedy: `Write one in the mapping, such as project: ${names[0]}.`,
  });
}

function mostActivitiesFirst(projects: readonly XerRow<'PROJECT'>[], tables: XerTables) {
  const counts = Map.groupBy(tables.rows('TASK'), ({ proj_id }) => proj_id);
  const count = ({ proj_id }: XerRow<'PROJECT'>) => counts.get(proj_id)?.length ?? 0;
  return projects.toSorted((left, right) => count(right) - count(left));
}

/**
 * Reads the calendars, each with the holidays of its base calendars.
 * @param used keys of the calendars of activities; only problems of these are reported
 */
function xerCalendars(
  tables: XerTables,
  used: ReadonlySet<string | undefined>,
  report: ProblemList,
): ReadonlyMap<string | undefined, ProgrammeCalendar> {
  const rows = tables.by('CALENDAR', 'clndr_id');
  const data = new Map([...rows].map(([key, row]) => [key, { ...readClndrData(row.clndr_data), row }]));
  return new Map(
    [...data].map(([id, own]) => {
      const { line, clndr_id: key = '', clndr_name: name, day_hr_cnt } = own.row;
      const changed = (problem: string) => {
        if (used.has(id)) report.changed(line, `The calendar ${JSON.stringify(name ?? key)} ${problem}.`);
      };
      const named = usableHoursPerDay(parseXerNumber(day_hr_cnt));
      const times = resolveWorkingTimes(own, ({ row }) => data.get(row.base_clndr_id), named ?? 8, changed);
      const hours = own.week.flat();
      if (hours.length === 0) return [id, { key, name, ...times }];
      if (!own.complete) changed('has hours that cannot be read; the others are used');
      // The hours per day that the file names may be the mean of a week with a short Friday.
      const minutes = hours.reduce((sum, { from, to }) => sum + to - from, 0);
      const isMean = named && Math.abs(named - minutes / 60 / times.workingDays.length) < 0.05;
      const hoursPerDay = isMean ? named : times.hoursPerDay;
      if (named && Math.abs(named - hoursPerDay) > 0.25)
        changed(`counts ${named} hours as a day, but works ${hoursPerDay}, which is used`);
      return [id, { key, name, ...times, hoursPerDay }];
    }),
  );
}

function usableHoursPerDay(hours = 0): number | undefined {
  return hours > 0 && hours <= 24 ? hours : undefined;
}

/**
 * Reads `CALENDAR.clndr_data`: nested brackets, `(0||name(field|value|…)(children))`. Day 1 of `DaysOfWeek` is Sunday;
 * a day has children `s|08:00|f|16:00`, in either order. `Exceptions` have `d|<days since 1899-12-30>`; an exception
 * with hours is a working day. Other sections, such as `VIEW`, do not matter.
 * @returns complete: false if the brackets do not close or a time cannot be read; what could be read is used
 */
function readClndrData(written = '') {
  // Blanks and control characters mean nothing.
  const text = written.replaceAll(/[\s\p{Cc}]/gu, '');
  const week: MinuteRange[][] = Array.from({ length: 7 }, () => []);
  const days = new Map<number, readonly MinuteRange[]>();
  let complete = text.split('(').length === text.split(')').length;
  let section = '';
  let hours: MinuteRange[] | undefined;
  // Each part ends with a bracket that has no other one inside it.
  for (const part of text.split(')').slice(0, -1)) {
    const at = part.lastIndexOf('(');
    if (at < 0) continue;
    const name = part.slice(0, at).split(/[(|]/).at(-1) ?? '';
    const fields = part.slice(at + 1);
    const words = fields.split('|');
    const wordAfter = (field: string) => words[words.indexOf(field) + 1];
    if (/^[a-z]/i.test(name)) {
      section = name;
      hours = undefined;
    } else if (section === 'DaysOfWeek' && fields === '') {
      if (/^[1-7]$/.test(name)) hours = week[(Number(name) + 5) % 7];
    } else if (section === 'Exceptions' && words.includes('d')) {
      hours = [];
      const day = dayOfSerial(wordAfter('d'));
      if (day !== undefined) days.set(day, hours);
    } else if (hours !== undefined && fields !== '') {
      const range = parseHourRange(wordAfter('s'), wordAfter('f'));
      if (range === undefined) complete = false;
      else hours.push(range);
    }
  }
  return { week, days, complete };
}

/**
 * Day number, in days since 1970-01-01.
 * @param serial days since 1899-12-30, from 1900 to 2199
 */
function dayOfSerial(serial: string | undefined): number | undefined {
  const days = Number(serial);
  return Number.isInteger(days) && days >= 2 && days <= 109_574 ? days - 25_569 : undefined;
}
