import {
  type Activity,
  ProblemList,
  type Programme,
  ProgrammeError,
  type ProgrammeFolder,
  type ReadOptions,
} from '../../programme.ts';
import { atMinute, endMinuteOf } from '../working-time.ts';
import { ownProperties, xerCodes, xerFields, xerNotes } from './xer-activity.ts';
import { xerAssignments, xerCosts, xerLinks, xerResourceCalendars } from './xer-assignments.ts';
import { xerCalendars } from './xer-calendars.ts';
import { type Row, readTables, type XerTables, xerDate, xerDateReader, xerNumber } from './xer-tables.ts';

/** @throws ProgrammeError if the whole file cannot be used; single wrong records are in `problems` */
export function readXer(bytes: Uint8Array, options: ReadOptions = {}): Programme {
  const report = new ProblemList();
  const tables = readTables(bytes, options, report);
  const { row: project, others } = chooseProject(tables, options);
  const projectId = project.get('proj_id') ?? '';
  if (others.length > 0) {
    const text = `Of the projects of the file one is read, and not ${others.join(', ')}.`;
    report.changed(undefined, text);
  }
  const rows = activityRows(tables, projectId, report);
  const codes = xerCodes(tables);
  const fields = xerFields(tables);
  const notes = xerNotes(tables);
  const known = new Set(rows.keys());
  const money = xerCosts(tables, known, report);
  const assignments = xerAssignments(tables, money);
  const links = xerLinks(tables, known, report);
  const resourceCalendar = xerResourceCalendars(tables);
  const named = new Set(tables.rows('CALENDAR').map((row) => row.get('clndr_id')));
  const calendarOf = (key: string, row: Row<'TASK'>) =>
    [
      row.get('task_type') === resourceDependent ? resourceCalendar(key) : undefined,
      row.get('clndr_id'),
      project.get('clndr_id'),
    ].find((calendar) => calendar !== undefined && named.has(calendar));
  const calendars = xerCalendars(
    tables.rows('CALENDAR'),
    new Set([...rows].map(([key, row]) => calendarOf(key, row))),
    report,
  );
  const byKey = new Map(calendars.map((calendar) => [calendar.key, calendar]));
  const usualHours = byKey.get(project.get('clndr_id') ?? '')?.hoursPerDay ?? 8;
  const hoursPerDay = (key = '') => byKey.get(key)?.hoursPerDay ?? usualHours;
  const dateOf = xerDateReader();
  const dataDate = xerDate(project.get('last_recalc_date'));
  if (dataDate === 'unreadable') {
    report.changed(project.line, 'The data date of the project cannot be read.');
  }
  const knownDataDate = dataDate === 'unreadable' ? undefined : dataDate;
  const endOfProgress = knownDataDate && atMinute(endMinuteOf(knownDataDate));
  const activities = [...rows].map(([key, row]): Activity => {
    const calendarKey = calendarOf(key, row);
    const calendar = byKey.get(calendarKey ?? '');
    const context = { dateOf, calendar, dataDate: endOfProgress, report };
    const { durationHours, ...own } = ownProperties(row, context);
    // Primavera counts the duration by the activity's own calendar, whatever calendar schedules it.
    const factor = hoursPerDay(calendarKey) / hoursPerDay(row.get('clndr_id'));
    return {
      key,
      ...own,
      durationHours: durationHours === undefined ? undefined : durationHours * factor,
      calendarKey,
      notes: notes(key),
      codes: codes.of(key),
      fields: fields.of(key),
      assignments: assignments(key, own.status),
      predecessors: links(key),
    };
  });
  return {
    format: 'xer',
    likelyEncoding: tables.encoding.likely,
    name: projectName(project, tables),
    project: others.length > 0 ? project.get('proj_short_name') : undefined,
    dataDate: knownDataDate,
    activities,
    folders: wbsFolders(tables, projectId, new Set(activities.map(({ folderKey }) => folderKey))),
    calendars,
    hoursPerDay: usualHours,
    lagDays: lagDays(tables, projectId, usualHours),
    codes: codes.names,
    fields: fields.names,
    costs: [...new Map([...money.costs.values()].map((cost) => [cost.name, cost])).values()],
    problems: report.problems,
  };
}

const resourceDependent = 'TT_Rsrc';

/** The project's option for scheduling lags; Primavera's default is the predecessor's calendar. */
function lagDays(tables: XerTables, projectId: string, hoursOfProject: number): Programme['lagDays'] {
  const options = tables.rows('SCHEDOPTIONS').find((row) => row.get('proj_id') === projectId);
  switch (options?.get('sched_calendar_on_relationship_lag')) {
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

/** The name of the project's own WBS node. The short name often changes with each update, such as `UPDATE-07`. */
function projectName(project: Row<'PROJECT'>, tables: XerTables): string | undefined {
  const node = tables
    .rows('PROJWBS')
    .find((row) => row.get('proj_node_flag') === 'Y' && row.get('proj_id') === project.get('proj_id'));
  return node?.get('wbs_name') ?? project.get('proj_short_name');
}

function activityRows(
  tables: XerTables,
  projectId: string,
  report: ProblemList,
): ReadonlyMap<string, Row<'TASK'>> {
  if (!tables.present.has('TASK')) {
    throw new ProgrammeError('the file has no table TASK', {
      remedy: 'Export the project with its activities: File > Export > Primavera PM (XER), type Project.',
    });
  }
  const found = new Map<string, Row<'TASK'>>();
  for (const row of tables.rows('TASK')) {
    const key = row.get('task_id');
    const reject = (text: string) => report.rejected(row.line, text);
    if (key === undefined) reject('This activity has no task_id.');
    else if ((row.get('proj_id') ?? projectId) !== projectId) continue;
    else if (found.has(key)) reject(`The task_id ${key} is already that of line ${found.get(key)?.line}.`);
    else found.set(key, row);
  }
  if (found.size === 0) {
    throw new ProgrammeError('the project has no activities', {
      remedy: 'Check which project was exported, and export it again.',
    });
  }
  return found;
}

/**
 * The project's own WBS node is a folder only if activities lie directly on it: every other folder's name would begin
 * with it.
 */
function wbsFolders(
  tables: XerTables,
  projectId: string,
  used: ReadonlySet<string | undefined>,
): readonly ProgrammeFolder[] {
  const rows = tables
    .rows('PROJWBS')
    .filter((row) => row.get('wbs_id') !== undefined && (row.get('proj_id') ?? projectId) === projectId)
    .sort((left, right) => (xerNumber(left.get('seq_num')) ?? 0) - (xerNumber(right.get('seq_num')) ?? 0));
  const shown = rows.filter((row) => row.get('proj_node_flag') !== 'Y' || used.has(row.get('wbs_id')));
  const keys = new Set(shown.map((row) => row.get('wbs_id')));
  return shown.map((row) => {
    const parent = row.get('parent_wbs_id');
    return {
      key: row.get('wbs_id') ?? '',
      parentKey: keys.has(parent) ? parent : undefined,
      code: row.get('wbs_short_name'),
      name: row.get('wbs_name'),
    };
  });
}

type ChosenProject = {
  readonly row: Row<'PROJECT'>;
  readonly others: readonly string[];
};

/**
 * The project that the mapping names, else the only one, else the only exported one that is not a baseline. The others
 * came along because of links between them.
 * @throws ProgrammeError if that is none or several
 */
function chooseProject(tables: XerTables, { project: asked, largest = false }: ReadOptions): ChosenProject {
  const projects = tables.rows('PROJECT').filter((row) => row.get('proj_id') !== undefined);
  if (projects.length === 0) {
    throw new ProgrammeError('the file has no table PROJECT', {
      remedy: 'Export the project itself: File > Export > Primavera PM (XER), type Project.',
    });
  }
  const projectName = (row: Row<'PROJECT'>) =>
    JSON.stringify(row.get('proj_short_name') ?? row.get('proj_id'));
  const names = projects.map(projectName);
  const oneOf = (row: Row<'PROJECT'>, choice: readonly Row<'PROJECT'>[]): ChosenProject => ({
    row,
    others: choice.filter((other) => other !== row).map(projectName),
  });
  if (asked !== undefined) {
    const named = projects.find((row) => [row.get('proj_short_name'), row.get('proj_id')].includes(asked));
    if (named) return oneOf(named, projects);
    throw new ProgrammeError(`the file has no project ${JSON.stringify(asked)}`, {
      remedy: `Write project: ${names.join(' or ')} in the mapping.`,
    });
  }
  const exported = projects.filter((row) => row.get('export_flag') === 'Y');
  const wanted = exported.length > 0 ? exported : projects;
  const current = wanted.filter((row) => row.get('orig_proj_id') === undefined);
  const candidates = current.length > 0 ? current : wanted;
  const [first] = largest ? mostActivitiesFirst(candidates, tables) : candidates;
  if (first !== undefined && (largest || candidates.length === 1)) return oneOf(first, wanted);
  throw new ProgrammeError(`the file has ${candidates.length} projects: ${names.join(', ')}`, {
    remedy: 'Write the one to import in the mapping, such as project: '.concat(names[0] ?? '', '.'),
  });
}

function mostActivitiesFirst(
  projects: readonly Row<'PROJECT'>[],
  tables: XerTables,
): readonly Row<'PROJECT'>[] {
  const counts = Map.groupBy(tables.rows('TASK'), (row) => row.get('proj_id'));
  const count = (row: Row<'PROJECT'>) => counts.get(row.get('proj_id'))?.length ?? 0;
  return projects.toSorted((left, right) => count(right) - count(left));
}
