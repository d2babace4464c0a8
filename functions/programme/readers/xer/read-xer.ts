/** Primavera's export format XER, as a programme. */
import type { Activity, LocalDateTime, Programme, ProgrammeFolder, SourceProblem } from '../../programme.ts';
import { ProgrammeError } from '../../programme-error.ts';
import { xerAssignments, xerLinks } from './xer-assignments.ts';
import { xerCalendars } from './xer-calendars.ts';
import { xerCodes, xerFields, xerNotes } from './xer-codes.ts';
import { chooseProject, type ProjectChoice } from './xer-project.ts';
import { type Row, readTables, type XerTables } from './xer-tables.ts';
import { xerDate, xerNumber } from './xer-values.ts';

export type XerOptions = ProjectChoice & {
  /** The encoding, where the file does not begin with a byte order mark; Windows-1252 by default. */
  readonly encoding?: string | undefined;
};

/**
 * Reads one project of an XER file.
 * @throws ProgrammeError where the file as a whole cannot be used; single wrong records are in `problems`
 */
export function readXer(bytes: Uint8Array, options: XerOptions = {}): Programme {
  const tables = readTables(bytes, options.encoding);
  const { row: project, several } = chooseProject(tables, options);
  const projectId = project.get('proj_id') ?? '';
  const problems: SourceProblem[] = [...tables.problems];
  const problem = (found: SourceProblem) => problems.push(found);
  const rows = activityRows(tables, projectId, problem);
  const codes = xerCodes(tables);
  const fields = xerFields(tables);
  const notes = xerNotes(tables);
  const assignments = xerAssignments(tables);
  const links = xerLinks(tables, new Set(rows.keys()), problem);
  const activities = [...rows].map(
    ([key, row]): Activity => ({
      key,
      ...ownProperties(row, problem),
      notes: notes(key),
      codes: codes.of(key),
      fields: fields.of(key),
      assignments: assignments(key),
      predecessors: links(key),
    }),
  );
  const dataDate = xerDate(project.get('last_recalc_date'));
  if (dataDate === 'unreadable') {
    problem({ line: project.line, kind: 'changed', text: 'The data date of the project cannot be read.' });
  }
  return {
    format: 'xer',
    name: nameOf(project, tables),
    project: several ? project.get('proj_short_name') : undefined,
    dataDate: dataDate === 'unreadable' ? undefined : dataDate,
    activities,
    folders: foldersOf(tables, projectId, new Set(activities.map(({ folderKey }) => folderKey))),
    calendars: xerCalendars(
      tables.rows('CALENDAR'),
      new Set(activities.map(({ calendarKey }) => calendarKey)),
      problem,
    ),
    codes: codes.names,
    fields: fields.names,
    problems,
  };
}

/**
 * The name is that of the project's own node in the WBS. The short name is often another one in each update, such as
 * `UPDATE-07`.
 */
function nameOf(project: Row<'PROJECT'>, tables: XerTables): string | undefined {
  const node = tables
    .rows('PROJWBS')
    .find((row) => row.get('proj_node_flag') === 'Y' && row.get('proj_id') === project.get('proj_id'));
  return node?.get('wbs_name') ?? project.get('proj_short_name');
}

function activityRows(
  tables: XerTables,
  projectId: string,
  problem: (found: SourceProblem) => void,
): ReadonlyMap<string, Row<'TASK'>> {
  if (!tables.present.has('TASK')) {
    throw new ProgrammeError('the file has no table TASK', {
      remedy: 'Export the project with its activities: File > Export > Primavera PM (XER), type Project.',
    });
  }
  const found = new Map<string, Row<'TASK'>>();
  for (const row of tables.rows('TASK')) {
    const key = row.get('task_id');
    const reject = (text: string) => problem({ line: row.line, kind: 'rejected', text });
    if (key === undefined) reject('This activity has no task_id.');
    // Another project of the file.
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

const startFields = ['act_start_date', 'restart_date', 'target_start_date', 'early_start_date'] as const;
const finishFields = ['act_end_date', 'reend_date', 'target_end_date', 'early_end_date'] as const;
const milestones = { start: 'TT_Mile', finish: 'TT_FinMile' };
const statuses: ReadonlyMap<string, NonNullable<Activity['status']>> = new Map([
  ['TK_NotStart', 'planned'],
  ['TK_Active', 'started'],
  ['TK_Complete', 'complete'],
]);

function ownProperties(row: Row<'TASK'>, problem: (found: SourceProblem) => void) {
  const code = row.get('task_code');
  const changed = (text: string) =>
    problem({ line: row.line, kind: 'changed', text: `Activity ${code ?? row.get('task_id')}: ${text}` });
  const first = (names: readonly Parameters<typeof row.get>[0][]): LocalDateTime | undefined => {
    for (const name of names) {
      const date = xerDate(row.get(name));
      if (date === 'unreadable') changed(`${name} ${JSON.stringify(row.get(name))} is not a usable date.`);
      else if (date !== undefined) return date;
    }
    return undefined;
  };
  const type = row.get('task_type');
  const start = first(startFields);
  const finish = first(finishFields);
  const written = row.get('status_code');
  const status = statuses.get(written ?? '');
  if (written !== undefined && status === undefined) changed(`the status ${written} is not known.`);
  return {
    line: row.line,
    code,
    name: row.get('task_name'),
    type,
    milestone: type === milestones.start || type === milestones.finish,
    status,
    // Primavera repeats the one date of a milestone, or the data date, on the side that the milestone does not have.
    start: type === milestones.finish && finish !== undefined ? undefined : start,
    finish: type === milestones.start && start !== undefined ? undefined : finish,
    durationHours: durationOf(row, status),
    calendarKey: row.get('clndr_id'),
    folderKey: row.get('wbs_id'),
  };
}

/** What remains of an activity that has not started, else its original duration. */
function durationOf(row: Row<'TASK'>, status: Activity['status']): number | undefined {
  const original = xerNumber(row.get('target_drtn_hr_cnt'));
  const remaining = xerNumber(row.get('remain_drtn_hr_cnt'));
  return status === 'planned' ? (remaining ?? original) : (original ?? remaining);
}

/**
 * The WBS in the order of the project. The project's own node is a folder only if activities lie directly on it: every
 * other folder would begin with its name.
 */
function foldersOf(
  tables: XerTables,
  projectId: string,
  used: ReadonlySet<string | undefined>,
): readonly ProgrammeFolder[] {
  const rows = tables
    .rows('PROJWBS')
    .filter((row) => row.get('wbs_id') !== undefined && (row.get('proj_id') ?? projectId) === projectId)
    .sort((left, right) => (xerNumber(left.get('seq_num')) ?? 0) - (xerNumber(right.get('seq_num')) ?? 0));
  const top = new Set(
    rows
      .filter((row) => row.get('proj_node_flag') === 'Y' && !used.has(row.get('wbs_id')))
      .map((row) => row.get('wbs_id')),
  );
  const keys = new Set(rows.map((row) => row.get('wbs_id')));
  return rows
    .filter((row) => !top.has(row.get('wbs_id')))
    .map((row) => {
      const parent = row.get('parent_wbs_id');
      // Above the project's node are the portfolios that it lies in, which are not in the file.
      const inside = parent !== undefined && keys.has(parent) && !top.has(parent);
      return {
        key: row.get('wbs_id') ?? '',
        parentKey: inside ? parent : undefined,
        code: row.get('wbs_short_name'),
        name: row.get('wbs_name'),
      };
    });
}
