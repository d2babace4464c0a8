import { getOrInsert } from '../../../base/get-or-insert.ts';
import {
  type Activity,
  type ActivityDuration,
  type CodeValue,
  type LocalDateTime,
  levelSeparator,
  type Pause,
  type ProblemList,
  type ProgrammeCalendar,
  type SourceProblem,
} from '../../programme.ts';
import { usableDuration } from '../local-date-time.ts';
import { withParents } from '../with-parents.ts';
import { minuteOf, writtenFinish } from '../working-time.ts';
import { plainNote, type Row, rowsBy, type XerTables, type xerDate, xerNumber } from './xer-tables.ts';

const startFields = ['act_start_date', 'restart_date', 'target_start_date', 'early_start_date'] as const;
const finishFields = ['act_end_date', 'reend_date', 'target_end_date', 'early_end_date'] as const;
const milestones = { start: 'TT_Mile', finish: 'TT_FinMile' };
const statuses: ReadonlyMap<string, NonNullable<Activity['status']>> = new Map([
  ['TK_NotStart', 'planned'],
  ['TK_Active', 'started'],
  ['TK_Complete', 'complete'],
]);

/**
 * Properties of an activity from its row of TASK, except its calendar.
 * @param dateOf as `xerDate`
 * @param calendar by which the activity is scheduled
 * @param dataDate time up to which progress is known
 */
export function ownProperties(
  row: Row<'TASK'>,
  {
    dateOf,
    calendar,
    dataDate,
    report,
  }: {
    readonly dateOf: typeof xerDate;
    readonly calendar: ProgrammeCalendar | undefined;
    readonly dataDate: LocalDateTime | undefined;
    readonly report: ProblemList;
  },
) {
  const code = row.get('task_code');
  const id = code ?? row.get('task_id') ?? '';
  const changed = (text: string, like?: SourceProblem['like']) =>
    report.changed(row.line, `Activity ${id}: ${text}`, like);
  const first = (names: readonly Parameters<typeof row.get>[0][]): LocalDateTime | undefined => {
    for (const name of names) {
      const date = dateOf(row.get(name));
      if (date === 'unreadable') changed(`${name} ${JSON.stringify(row.get(name))} is not a usable date.`);
      else if (date !== undefined) return date;
    }
    return undefined;
  };
  /** Primavera spreads no work over a suspension. */
  const suspension = (): readonly Pause[] => {
    const from = first(['suspend_date']);
    if (from === undefined) return [];
    const resumed = first(['resume_date']);
    const to = resumed ?? first(['restart_date']);
    if (to === undefined || to < from) {
      changed(`its suspension from ${from.replace('T', ' ')} has no end after it, and is left out.`);
      return [];
    }
    if (resumed === undefined) {
      changed(
        `it is suspended from ${from.replace('T', ' ')} and has no resume_date; its restart_date, ${to.replace('T', ' ')}, ends the suspension.`,
      );
    }
    return [{ from, to }];
  };
  const type = row.get('task_type');
  const start = first(startFields);
  const givenFinish = first(finishFields);
  const finish = givenFinish && writtenFinish(givenFinish, calendar);
  const written = row.get('status_code');
  const status = statuses.get(written ?? '');
  if (written !== undefined && status === undefined) changed(`the status ${written} is not known.`);
  if (status !== undefined && status !== 'complete' && dateOf(row.get('act_end_date')) !== undefined) {
    const group = `Activities with an actual finish and the status ${written} count as ${status}`;
    const text = `it has an actual finish and the status ${written}, and counts as ${status}.`;
    changed(text, { group, example: id });
  }
  // With retained logic, the rest may begin long after the data date. Primavera plans no work between them.
  const remainingStart = status === 'started' ? (first(['restart_date']) ?? dataDate) : undefined;
  const wait =
    dataDate !== undefined && remainingStart !== undefined && minuteOf(dataDate) < minuteOf(remainingStart)
      ? [{ from: dataDate, to: remainingStart }]
      : [];
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
    ...remainingOrOriginalDuration(row, status, changed),
    pauses: [...(status === 'planned' ? [] : suspension()), ...wait],
    remainingStart,
    folderKey: row.get('wbs_id'),
  };
}

/** The remaining duration of an activity that has not started, else its original one. */
function remainingOrOriginalDuration(
  row: Row<'TASK'>,
  status: Activity['status'],
  changed: (text: string) => void,
): ActivityDuration {
  const [original, remaining] = (['target_drtn_hr_cnt', 'remain_drtn_hr_cnt'] as const).map((name) => {
    const hours = usableDuration(xerNumber(row.get(name)));
    if (hours === undefined && row.get(name) !== undefined)
      changed(`the duration ${name} ${JSON.stringify(row.get(name))} cannot be used.`);
    return hours;
  });
  const isRemaining = status === 'planned' ? remaining !== undefined : original === undefined;
  const durationHours = isRemaining ? remaining : original;
  if (durationHours === undefined) return { durationHours };
  return { durationHours, durationKind: isRemaining ? 'remaining' : 'original' };
}

type ByActivity<Value> = {
  readonly names: readonly string[];
  of(taskId: string): ReadonlyMap<string, Value>;
};

const scopes: ReadonlyMap<string, string> = new Map([
  ['AS_Global', 'global'],
  ['AS_EPS', 'EPS'],
  ['AS_Project', 'project'],
]);

const none: ReadonlyMap<string, never> = new Map<string, never>();

export function xerCodes(tables: XerTables): ByActivity<readonly CodeValue[]> {
  const names = codeNames(tables.rows('ACTVTYPE'));
  const values = codeValues(rowsBy(tables, 'ACTVCODE', 'actv_code_id'));
  const found = new Map<string, Map<string, CodeValue[]>>();
  for (const row of tables.rows('TASKACTV')) {
    const name = names.get(row.get('actv_code_type_id') ?? '');
    const value = values(row.get('actv_code_id'));
    const task = row.get('task_id');
    if (name === undefined || value === undefined || task === undefined) continue;
    const codes = getOrInsert(found, task, () => new Map<string, CodeValue[]>());
    getOrInsert(codes, name, () => []).push(value);
  }
  return { names: [...names.values()], of: (taskId) => found.get(taskId) ?? none };
}

/** A global code and a project code may have the same name. */
function codeNames(rows: readonly Row<'ACTVTYPE'>[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const row of rows) {
    const key = row.get('actv_code_type_id');
    const name = row.get('actv_code_type');
    if (key === undefined || name === undefined) continue;
    const scope = scopes.get(row.get('actv_code_type_scope') ?? '') ?? key;
    const unique = [name, `${name} (${scope})`, `${name} (${key})`].find((each) => !taken.has(each)) ?? key;
    taken.add(unique);
    names.set(key, unique);
  }
  return names;
}

type CodeRows = ReadonlyMap<string | undefined, Row<'ACTVCODE'>>;

function codeValues(byId: CodeRows): (id: string | undefined) => CodeValue | undefined {
  const made = new Map<string, CodeValue>();
  return (id) => {
    const row = byId.get(id);
    if (id === undefined || row === undefined) return undefined;
    return getOrInsert(made, id, () => ({
      value: row.get('short_name') ?? row.get('actv_code_name') ?? id,
      description: describeCode(row, byId),
    }));
  };
}

function describeCode(value: Row<'ACTVCODE'>, byId: CodeRows): string | undefined {
  const parts = withParents(value, (row) => byId.get(row.get('parent_actv_code_id') ?? '')).flatMap(
    (row) => row.get('actv_code_name') ?? [],
  );
  return parts.length === 0 ? undefined : parts.join(levelSeparator);
}

/** Ids of activities may also be those of folders: the table says which is meant. */
export function xerFields(tables: XerTables): ByActivity<string> {
  const types = new Map(
    tables
      .rows('UDFTYPE')
      .filter((row) => row.get('table_name') === 'TASK')
      .map((row) => [row.get('udf_type_id'), row.get('udf_type_label') ?? row.get('udf_type_name')]),
  );
  const codes = rowsBy(tables, 'UDFCODE', 'udf_code_id');
  const found = new Map<string, Map<string, string>>();
  for (const row of tables.rows('UDFVALUE')) {
    const name = types.get(row.get('udf_type_id'));
    const task = row.get('fk_id');
    const code = codes.get(row.get('udf_code_id'));
    const value =
      row.get('udf_text') ??
      row.get('udf_number') ??
      row.get('udf_date') ??
      code?.get('udf_code_name') ??
      code?.get('short_name');
    if (name === undefined || task === undefined || value === undefined) continue;
    getOrInsert(found, task, () => new Map<string, string>()).set(name, value);
  }
  const names = [...new Set([...types.values()].filter((name) => name !== undefined))];
  return { names, of: (taskId) => found.get(taskId) ?? none };
}

export function xerNotes(tables: XerTables): (taskId: string) => string | undefined {
  const topics = rowsBy(tables, 'MEMOTYPE', 'memo_type_id');
  const rows = Map.groupBy(tables.rows('TASKMEMO'), (row) => row.get('task_id'));
  return (taskId) => {
    const notes = (rows.get(taskId) ?? []).flatMap((row) => {
      const text = plainNote(row.get('task_memo') ?? '');
      const topic = topics.get(row.get('memo_type_id'))?.get('memo_type');
      return text === '' ? [] : [topic === undefined ? text : `${topic}: ${text}`];
    });
    return notes.length === 0 ? undefined : notes.join('\n');
  };
}
