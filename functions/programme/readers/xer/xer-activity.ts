import { getOrInsert } from '#base/get-or-insert.ts';
import {
  type Activity,
  type CodeValue,
  type LocalDateTime,
  levelSeparator,
  type MinuteRange,
  type ProblemList,
  type ProgrammeCalendar,
} from '#programme/programme.ts';
import { usableDuration } from '#programme/readers/local-date-time.ts';
import { ancestorsAndSelf } from '#programme/readers/with-parents.ts';
import { minuteOfDateTime, resolveMidnightFinish } from '#programme/readers/working-time.ts';
import {
  parseXerDate,
  parseXerNumber,
  type XerFieldName,
  type XerRow,
  type XerTables,
} from './xer-tables.ts';

const statuses: ReadonlyMap<string | undefined, NonNullable<Activity['status']>> = new Map([
  ['TK_NotStart', 'planned'],
  ['TK_Active', 'started'],
  ['TK_Complete', 'complete'],
]);

/**
 * Returns a function that makes the properties of an activity from its row of TASK and the calendar that schedules it.
 * @param knownUntil time up to which progress is known
 */
export function xerActivityReader(knownUntil: LocalDateTime | undefined, report: ProblemList) {
  /** Cache of dates: a file has few different ones, which occur often. */
  const dates = new Map<string, LocalDateTime | undefined>();
  return (row: XerRow<'TASK'>, calendar: ProgrammeCalendar | undefined) => {
    const { line, task_code: code, task_type: type, status_code: written } = row;
    const example = code ?? row.task_id ?? '';
    const changed = (text: string) => report.changed(line, `Activity ${example}: ${text}`);
    const first = (...names: readonly XerFieldName<'TASK'>[]) => {
      for (const name of names) {
        const text = row[name];
        if (text === undefined) continue;
        const date = getOrInsert(dates, text, parseXerDate);
        if (date !== undefined) return date;
        changed(`${name} ${JSON.stringify(text)} is not a usable date.`);
      }
      return undefined;
    };
    /** Primavera plans no work during a suspension. */
    const suspension = (): MinuteRange[] => {
      const from = first('suspend_date');
      if (from === undefined) return [];
      const resumed = first('resume_date');
      const to = resumed ?? first('restart_date');
      const what = `its suspension from ${from.replace('T', ' ')} has no`;
      if (to === undefined || to < from) {
        changed(`${what} end after it, and is left out.`);
        return [];
      }
      if (resumed === undefined) {
        changed(`${what} resume_date; its restart_date, ${to.replace('T', ' ')}, ends it.`);
      }
      return [{ from: minuteOfDateTime(from), to: minuteOfDateTime(to) }];
    };
    const start = first('act_start_date', 'restart_date', 'target_start_date', 'early_start_date');
    const givenFinish = first('act_end_date', 'reend_date', 'target_end_date', 'early_end_date');
    const finish = resolveMidnightFinish(givenFinish, calendar);
    const status = statuses.get(written);
    if (written !== undefined && status === undefined) changed(`the status ${written} is not known.`);
    if (status !== undefined && status !== 'complete' && row.act_end_date !== undefined) {
      report.changed(
        line,
        `Activities with an actual finish and the status ${written} count as ${status}`,
        example,
      );
    }
    // With retained logic, the remaining work may begin long after the data date. Primavera plans no work in between.
    const remainingStart = status === 'started' ? (first('restart_date') ?? knownUntil) : undefined;
    const pauses = status === 'planned' ? [] : suspension();
    const waiting = { from: minuteOfDateTime(knownUntil), to: minuteOfDateTime(remainingStart) };
    if (waiting.from < waiting.to) pauses.push(waiting);
    const [original, remaining] = (['target_drtn_hr_cnt', 'remain_drtn_hr_cnt'] as const).map((name) => {
      const hours = usableDuration(parseXerNumber(row[name]));
      if (hours === undefined && row[name] !== undefined)
        changed(`${name} ${JSON.stringify(row[name])} cannot be used.`);
      return hours;
    });
    const isRemaining = status === 'planned' ? remaining !== undefined : original === undefined;
    const durationHours = isRemaining ? remaining : original;
    const [isStart, isFinish] = [type === 'TT_Mile', type === 'TT_FinMile'];
    return {
      line,
      code,
      name: row.task_name,
      type,
      milestone: isStart || isFinish,
      status,
      // A milestone keeps only its own start or finish: for the other one, Primavera writes the same date or the data
      // date.
      start: isFinish && finish !== undefined ? undefined : start,
      finish: isStart && start !== undefined ? undefined : finish,
      durationHours,
      durationKind:
        durationHours === undefined
          ? undefined
          : isRemaining
            ? ('remaining' as const)
            : ('original' as const),
      pauses,
      remainingStart,
      folderKey: row.wbs_id,
    };
  };
}

const scopes: ReadonlyMap<string | undefined, string> = new Map([
  ['AS_Global', 'global'],
  ['AS_EPS', 'EPS'],
  ['AS_Project', 'project'],
]);

export function readXerActivityCodes(tables: XerTables) {
  const names = codeNames(tables.rows('ACTVTYPE'));
  const byId = tables.by('ACTVCODE', 'actv_code_id');
  const values = new Map(
    [...byId].map(([id = '', row]): [string, CodeValue] => {
      const levels = ancestorsAndSelf(row, (each) => byId.get(each.parent_actv_code_id));
      const description =
        levels.flatMap((each) => each.actv_code_name ?? []).join(levelSeparator) || undefined;
      return [id, { value: row.short_name ?? row.actv_code_name ?? id, description }];
    }),
  );
  const found = new Map<string | undefined, Map<string, CodeValue[]>>();
  for (const row of tables.rows('TASKACTV')) {
    const name = names.get(row.actv_code_type_id);
    const value = values.get(row.actv_code_id ?? '');
    if (name === undefined || value === undefined) continue;
    const codes = getOrInsert(found, row.task_id, () => new Map<string, CodeValue[]>());
    getOrInsert(codes, name, () => []).push(value);
  }
  return { names: [...names.values()], byTask: found };
}

/** Unique names of the codes: a global code and a project code may have the same name. */
function codeNames(rows: readonly XerRow<'ACTVTYPE'>[]) {
  const names = new Map<string | undefined, string>();
  const taken = new Set<string>();
  for (const { actv_code_type_id: key, actv_code_type: name, actv_code_type_scope: scope } of rows) {
    if (key === undefined || name === undefined) continue;
    const candidates = [name, `${name} (${scopes.get(scope) ?? key})`, `${name} (${key})`];
    const unique = candidates.find((each) => !taken.has(each)) ?? key;
    taken.add(unique);
    names.set(key, unique);
  }
  return names;
}

/** The user fields of activities. Folders may have the same ids; the table name says which of them is meant. */
export function readXerUserFields(tables: XerTables) {
  const types = new Map(
    tables
      .rows('UDFTYPE')
      .filter((row) => row.table_name === 'TASK')
      .map((row) => [row.udf_type_id, row.udf_type_label ?? row.udf_type_name]),
  );
  const codes = tables.by('UDFCODE', 'udf_code_id');
  const found = new Map<string | undefined, Map<string, string>>();
  for (const row of tables.rows('UDFVALUE')) {
    const name = types.get(row.udf_type_id);
    const code = codes.get(row.udf_code_id);
    const value = row.udf_text ?? row.udf_number ?? row.udf_date ?? code?.udf_code_name ?? code?.short_name;
    if (name === undefined || value === undefined) continue;
    getOrInsert(found, row.fk_id, () => new Map<string, string>()).set(name, value);
  }
  const names = [...types.values()].filter((name) => name !== undefined);
  return { names: [...new Set(names)], byTask: found };
}

export function xerNoteReader(tables: XerTables): (taskId: string) => string | undefined {
  const topics = tables.by('MEMOTYPE', 'memo_type_id');
  const rows = Map.groupBy(tables.rows('TASKMEMO'), (row) => row.task_id);
  return (taskId) => {
    const notes = (rows.get(taskId) ?? []).flatMap((row) => {
      const text = plainNote(row.task_memo ?? '');
      const topic = topics.get(row.memo_type_id)?.memo_type;
      return text === '' ? [] : [topic === undefined ? text : `${topic}: ${text}`];
    });
    return notes.join('\n') || undefined;
  };
}

const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

/**
 * The text of a note, which may be HTML: paragraphs become lines. Primavera also writes two DEL characters for a line
 * break.
 */
function plainNote(note: string): string {
  const text = /<[a-z!/]/i.test(note)
    ? note
        .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
        .replaceAll(/<br\b[^>]*>|<\/(?:p|div|li|tr|h\d)>/gi, '\n')
        .replaceAll(/<[a-z!/][^>]*>/gi, '')
        .replaceAll(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]+);/gi, decodeEntity)
    : note;
  return text
    .replaceAll('\u007f\u007f', '\n')
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('\n');
}

/** @param name such as `nbsp`, `#160` or `#xA0` */
function decodeEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities.get(name.toLowerCase()) ?? whole;
  const code = Number(name.replace('#', '0'));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
