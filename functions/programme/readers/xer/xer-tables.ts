import { getOrInsert } from '#base/get-or-insert.ts';
import {
  type LocalDateTime,
  type ProblemList,
  ProgrammeError,
  type ProgrammeReadOptions,
} from '#programme/programme.ts';
import { parseLocalDateTime } from '#programme/readers/local-date-time.ts';
import { encodingOf, forEachLine, looksMisread, textDeduplicator } from '#programme/readers/text-lines.ts';
import type { FieldNames } from '#programme/readers/xml-records.ts';

/** Maximum number of rows: no programme within the size limit has more. */
const maxRows = 5_000_000;
/** Maximum number of lines that continue a row; the longest notes have hundreds. */
const maxContinuedLines = 100_000;

/**
 * The fields that are read, by table. After its id, a curve has the percentages of units in 20 parts of its duration.
 */
const fields = {
  PROJECT: 'proj_id proj_short_name last_recalc_date export_flag clndr_id orig_proj_id',
  SCHEDOPTIONS: 'proj_id sched_calendar_on_relationship_lag',
  CALENDAR: 'clndr_id clndr_name base_clndr_id day_hr_cnt clndr_data',
  PROJWBS: 'wbs_id proj_id parent_wbs_id wbs_short_name wbs_name proj_node_flag seq_num',
  TASK: 'task_id proj_id wbs_id clndr_id task_type status_code task_code task_name target_drtn_hr_cnt remain_drtn_hr_cnt act_start_date restart_date target_start_date early_start_date act_end_date reend_date target_end_date early_end_date suspend_date resume_date',
  TASKPRED: 'task_id pred_task_id pred_type lag_hr_cnt',
  TASKRSRC:
    'task_id rsrc_id role_id rsrc_type target_qty remain_qty act_reg_qty act_ot_qty target_qty_per_hr remain_qty_per_hr curv_id',
  RSRCCURVDATA:
    'curv_id pct_usage_1 pct_usage_2 pct_usage_3 pct_usage_4 pct_usage_5 pct_usage_6 pct_usage_7 pct_usage_8 pct_usage_9 pct_usage_10 pct_usage_11 pct_usage_12 pct_usage_13 pct_usage_14 pct_usage_15 pct_usage_16 pct_usage_17 pct_usage_18 pct_usage_19 pct_usage_20',
  RSRC: 'rsrc_id rsrc_name rsrc_short_name rsrc_type unit_id clndr_id',
  ROLES: 'role_id role_name role_short_name',
  UMEASURE: 'unit_id unit_abbrev',
  CURRTYPE: 'curr_short_name',
  RSRCRATE: 'rsrc_id cost_per_qty',
  ACTVTYPE: 'actv_code_type_id actv_code_type actv_code_type_scope',
  ACTVCODE: 'actv_code_id parent_actv_code_id actv_code_type_id actv_code_name short_name',
  TASKACTV: 'task_id actv_code_type_id actv_code_id',
  UDFTYPE: 'udf_type_id table_name udf_type_name udf_type_label',
  UDFVALUE: 'udf_type_id fk_id udf_date udf_number udf_text udf_code_id',
  UDFCODE: 'udf_code_id udf_code_name short_name',
  MEMOTYPE: 'memo_type_id memo_type',
  TASKMEMO: 'task_id memo_type_id task_memo',
} as const;

type TableName = keyof typeof fields;
export type XerFieldName<Table extends TableName> = FieldNames<(typeof fields)[Table]>;
type Value = string | undefined;

/** A row with a property for each field; empty values are undefined. */
export type XerRow<Table extends TableName> = {
  readonly line: number;
  /** The values in the order of the fields. */
  readonly values: readonly Value[];
} & { readonly [Name in XerFieldName<Table>]: Value };

/**
 * The rows of a table, stored by column: a large file has hundreds of thousands of rows, and an object for each would
 * double the memory.
 */
class TableRows {
  readonly lines: number[] = [];
  readonly names: readonly string[];
  /** A column for each field; shorter than `lines` if the last rows have no value. */
  readonly columns: readonly Value[][];
  /**
   * The column for each value of a row in the file, in order, including the mark at its start; undefined if it is not
   * read.
   */
  places: readonly (Value[] | undefined)[] = [];
  constructor(table: TableName) {
    this.names = fields[table].split(' ');
    this.columns = this.names.map(() => []);
  }
}

/**
 * Makes a class of rows with a property for each field. It holds only names: the engine keeps classes for a while, and
 * would keep columns with them.
 */
function rowClass(names: readonly string[]) {
  class RowOfFields {
    readonly table: TableRows;
    readonly index: number;

    constructor(table: TableRows, index: number) {
      this.table = table;
      this.index = index;
    }

    get line() {
      return this.table.lines[this.index] ?? 0;
    }

    get values() {
      return this.table.columns.map((column) => column[this.index]);
    }
  }
  for (const [place, name] of names.entries()) {
    const get = function (this: RowOfFields) {
      return this.table.columns[place]?.[this.index];
    };
    Object.defineProperty(RowOfFields.prototype, name, { get });
  }
  return RowOfFields;
}

export type XerTables = ReturnType<typeof readXerTables>;

export const exportAsXerRemedy = 'In Primavera P6 choose File > Export > Primavera PM (XER), type Project.';

/**
 * Reads the tables in one pass: tables `%T`, field names `%F`, rows `%R`, the end `%E`. Any other line continues the
 * value above it, which had a line break inside.
 * @throws ProgrammeError for bytes that are not text, a file that is not XER or has no `%E`, rows before field names,
 *   too many rows or lines, and a table TASK without the fields for the id, code or calendar of an activity
 */
export function readXerTables(bytes: Uint8Array, options: ProgrammeReadOptions, report: ProblemList) {
  const { label, likely, warning, isUnsure } = encodingOf(bytes, options);
  if (warning !== undefined) report.changed(undefined, warning);
  const tables = new Map<TableName, TableRows>();
  const kept = textDeduplicator();
  let mayBeMisread = isUnsure;
  let name = '';
  let table: TableRows | undefined;
  let pending: { text: string; readonly line: number } | undefined;
  let ended = false;
  let count = 0;
  const refusal = (problem: string, line: number) =>
    new ProgrammeError(problem, { line, remedy: exportAsXerRemedy });

  const finishRow = () => {
    if (pending === undefined || table === undefined) return;
    const { text, line } = pending;
    const { lines, places } = table;
    pending = undefined;
    let from = 0;
    for (const column of places) {
      const tab = text.indexOf('\t', from);
      const end = tab < 0 ? text.length : tab;
      const start = from;
      from = end + 1;
      if (column === undefined || start >= end) continue;
      // A third of all values equal those of the row above, so these are not sliced out of the row.
      const above = column.length === lines.length ? column.at(-1) : undefined;
      const isSame = above?.length === end - start && text.startsWith(above, start);
      const value = isSame ? above : cellValue(text.slice(start, end), kept);
      if (value === undefined) continue;
      while (column.length < lines.length) column.push(undefined);
      column.push(value);
      if (mayBeMisread && looksMisread(value)) {
        mayBeMisread = false;
        report.changed(
          line,
          'Characters look misread as Windows-1252. If names are wrong, write encoding: windows-1251 or another in the mapping.',
        );
      }
    }
    lines.push(line);
    if (/[^\t]/.test(text.slice(from))) {
      report.changed(
        line,
        `This row of ${name} has more values than fields; a tab in a value may have moved them.`,
      );
    }
  };

  const last = forEachLine(bytes, label, (text, line) => {
    if (line === 1 && !text.startsWith('ERMHDR')) throw refusal('the file does not begin with ERMHDR', line);
    if (ended) return;
    const mark = /^%[TFRE](?=\t|$)/.exec(text)?.[0];
    if (mark === undefined) {
      if (pending === undefined) return;
      pending.text += `\n${text}`;
      if (line - pending.line > maxContinuedLines)
        throw refusal(
          `the row is followed by more than ${maxContinuedLines.toLocaleString('en')} lines without a mark such as %R`,
          pending.line,
        );
      return;
    }
    finishRow();
    switch (mark) {
      case '%E':
        ended = true;
        break;
      case '%T':
        name = text.slice(3).split('\t', 1)[0]?.trim().toUpperCase() ?? '';
        table = isKnown(name) ? getOrInsert(tables, name, (known) => new TableRows(known)) : undefined;
        if (table) table.places = [];
        break;
      case '%F': {
        if (table === undefined) break;
        const { names, columns } = table;
        const missing = new Set(names);
        table.places = text.split('\t').map((cell) => {
          const field = cell.trim().toLowerCase();
          return missing.delete(field) ? columns[names.indexOf(field)] : undefined;
        });
        const needed = name === 'TASK' ? ['task_id', 'task_code', 'clndr_id'] : [];
        const lacks = needed.find((field) => missing.has(field));
        if (lacks !== undefined) throw refusal(`the table ${name} has no field ${lacks}`, line);
        break;
      }
      case '%R':
        count += 1;
        if (count > maxRows)
          throw refusal(
            `the file has more than ${maxRows.toLocaleString('en')} rows: export one project`,
            line,
          );
        if (table?.places.length === 0)
          throw refusal(`the table ${name} has no line %F with its fields`, line);
        if (table !== undefined) pending = { text, line };
    }
  });
  if (!ended) throw refusal('the file ends without the line %E: it was cut off', last);
  function rows<Table extends TableName>(name: Table): readonly XerRow<Table>[];
  function rows(name: TableName): readonly { readonly line: number }[] {
    const found = tables.get(name);
    if (found === undefined) return [];
    const RowOfFields = rowClass(found.names);
    return found.lines.map((_, index) => new RowOfFields(found, index));
  }
  return {
    likelyEncoding: likely,
    rows,
    /** The rows of a table by the field that identifies them. */
    by<Table extends TableName>(table: Table, field: XerFieldName<Table>) {
      const found = new Map<Value, XerRow<Table>>(rows(table).map((row) => [row[field], row]));
      found.delete(undefined);
      return found;
    },
  };
}

function isKnown(table: string): table is TableName {
  return Object.hasOwn(fields, table);
}

const noDate = '1899-12-30';

/** Reads a cell, in which quotation marks are doubled; undefined if it is empty or has the date that means none. */
function cellValue(cell: string, kept: (text: string) => string): string | undefined {
  const text = cell.trim();
  if (text === '' || text.startsWith(noDate)) return undefined;
  return kept(text.includes('""') ? text.replaceAll('""', '"') : text);
}

const xerDatePattern =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+([01]?\d|2[0-3])[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?)?$/;
/** Reads a date; undefined for a text that `parseLocalDateTime` does not read. */
export function parseXerDate(text: string): LocalDateTime | undefined {
  const [, year, month = '', day = '', hour, minute] = xerDatePattern.exec(text) ?? [];
  const time = hour === undefined ? '' : `T${hour.padStart(2, '0')}:${minute}`;
  return parseLocalDateTime(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}`);
}

export function parseXerNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const unchanged = Number(text);
  if (Number.isFinite(unchanged)) return unchanged;
  const comma = text.lastIndexOf(',');
  const plain = comma > text.lastIndexOf('.') ? text.replaceAll('.', '').replace(',', '.') : text;
  const number = Number(plain.replaceAll(/[,\s]/g, ''));
  return Number.isFinite(number) ? number : undefined;
}
