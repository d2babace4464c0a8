import { getOrInsert } from '../../../base/get-or-insert.ts';
import { type LocalDateTime, type ProblemList, ProgrammeError, type ReadOptions } from '../../programme.ts';
import { localDateTime } from '../local-date-time.ts';
import { encodingOf, looksMisread, type TextEncoding } from '../text-lines.ts';
import { exportAgain, readRecords } from './xer-records.ts';

/** Percentages of a resource curve. `pct_usage_0` is the moment of the start. */
export const curveParts = Array.from({ length: 20 }, (_, part) => `pct_usage_${part + 1}` as const);

const fields = {
  PROJECT: ['proj_id', 'proj_short_name', 'last_recalc_date', 'export_flag', 'clndr_id', 'orig_proj_id'],
  SCHEDOPTIONS: ['proj_id', 'sched_calendar_on_relationship_lag'],
  CALENDAR: ['clndr_id', 'clndr_name', 'base_clndr_id', 'day_hr_cnt', 'clndr_data'],
  PROJWBS: ['wbs_id', 'proj_id', 'parent_wbs_id', 'wbs_short_name', 'wbs_name', 'proj_node_flag', 'seq_num'],
  TASK: [
    'task_id',
    'proj_id',
    'wbs_id',
    'clndr_id',
    'task_type',
    'status_code',
    'task_code',
    'task_name',
    'target_drtn_hr_cnt',
    'remain_drtn_hr_cnt',
    'act_start_date',
    'restart_date',
    'target_start_date',
    'early_start_date',
    'act_end_date',
    'reend_date',
    'target_end_date',
    'early_end_date',
    'suspend_date',
    'resume_date',
  ],
  TASKPRED: ['task_id', 'pred_task_id', 'pred_type', 'lag_hr_cnt'],
  TASKRSRC: [
    'task_id',
    'rsrc_id',
    'role_id',
    'rsrc_type',
    'target_qty',
    'remain_qty',
    'act_reg_qty',
    'act_ot_qty',
    'target_qty_per_hr',
    'remain_qty_per_hr',
    'curv_id',
  ],
  RSRCCURVDATA: ['curv_id', ...curveParts],
  RSRC: ['rsrc_id', 'rsrc_name', 'rsrc_short_name', 'rsrc_type', 'unit_id', 'clndr_id'],
  ROLES: ['role_id', 'role_name', 'role_short_name'],
  UMEASURE: ['unit_id', 'unit_abbrev'],
  CURRTYPE: ['curr_short_name'],
  RSRCRATE: ['rsrc_id', 'cost_per_qty'],
  ACTVTYPE: ['actv_code_type_id', 'actv_code_type', 'actv_code_type_scope'],
  ACTVCODE: ['actv_code_id', 'parent_actv_code_id', 'actv_code_type_id', 'actv_code_name', 'short_name'],
  TASKACTV: ['task_id', 'actv_code_type_id', 'actv_code_id'],
  UDFTYPE: ['udf_type_id', 'table_name', 'udf_type_name', 'udf_type_label'],
  UDFVALUE: ['udf_type_id', 'fk_id', 'udf_date', 'udf_number', 'udf_text', 'udf_code_id'],
  UDFCODE: ['udf_code_id', 'udf_code_name', 'short_name'],
  MEMOTYPE: ['memo_type_id', 'memo_type'],
  TASKMEMO: ['task_id', 'memo_type_id', 'task_memo'],
} as const;

const required: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  TASK: ['task_id', 'task_code', 'clndr_id'],
};

type Fields = typeof fields;
type TableName = keyof Fields;

export type Row<Table extends TableName> = {
  readonly line: number;
  get(field: Fields[Table][number]): string | undefined;
};

export type XerTables = {
  readonly encoding: TextEncoding;
  readonly present: ReadonlySet<string>;
  rows<Table extends TableName>(table: Table): readonly Row<Table>[];
};

type Value = string | undefined;

/** Stored by column: a large file has hundreds of thousands of rows, and an object for each would double it. */
class TableRows {
  readonly lines: number[] = [];
  readonly columns: ReadonlyMap<string, Value[]>;
  readonly #list: readonly Value[][];

  constructor(table: TableName) {
    this.columns = new Map(fields[table].map((name) => [name, []]));
    this.#list = [...this.columns.values()];
  }

  add(line: number, values: readonly Value[]): void {
    for (let place = 0; place < this.#list.length; place++) {
      const column = this.#list[place];
      const value = values[place];
      if (column === undefined || (value === undefined && column.length === 0)) continue;
      while (column.length < this.lines.length) column.push(undefined);
      column.push(value);
    }
    this.lines.push(line);
  }
}

class RowOfTable {
  readonly #rows: TableRows;
  readonly #index: number;

  constructor(rows: TableRows, index: number) {
    this.#rows = rows;
    this.#index = index;
  }

  get line(): number {
    return this.#rows.lines[this.#index] ?? 0;
  }

  get(field: string): Value {
    return this.#rows.columns.get(field)?.[this.#index];
  }
}

export function readTables(bytes: Uint8Array, options: ReadOptions, report: ProblemList): XerTables {
  const encoding = encodingOf(bytes, options);
  const tables = new Map<string, TableRows>();
  if (encoding.warning !== undefined) report.changed(undefined, encoding.warning);
  let mayBeMisread = encoding.isUnsure;
  let unusable: MissingField | undefined;
  const present = readRecords(bytes, encoding.label, {
    fieldsOf(table) {
      if (!isKnown(table)) return undefined;
      if (!tables.has(table)) tables.set(table, new TableRows(table));
      return fields[table];
    },
    missing(table, names, line) {
      const needed = isKnown(table) ? (required[table] ?? []) : [];
      const field = names.find((name) => needed.includes(name));
      unusable = field === undefined ? undefined : { table, field, line };
    },
    row(table, line, values, hasMore) {
      if (unusable?.table === table) throw missingField(unusable);
      tables.get(table)?.add(line, values);
      if (mayBeMisread && values.some(looksMisread)) {
        mayBeMisread = false;
        const text =
          'There are characters here that look misread as Windows-1252. If names look wrong, set encoding in the mapping, such as encoding: windows-1251.';
        report.changed(line, text);
      }
      if (hasMore) {
        const text = `This row of ${table} has more values than the table has fields; a tab inside a value may have moved them.`;
        report.changed(line, text);
      }
    },
  });
  return {
    encoding,
    present,
    rows(table) {
      const rows = tables.get(table);
      return rows ? rows.lines.map((_, index) => new RowOfTable(rows, index)) : [];
    },
  };
}

/** The rows of a table by a field that identifies them. */
export function rowsBy<Table extends TableName>(
  tables: XerTables,
  table: Table,
  field: Fields[Table][number],
): ReadonlyMap<string | undefined, Row<Table>> {
  return new Map(tables.rows(table).map((row) => [row.get(field), row]));
}

type MissingField = { readonly table: string; readonly field: string; readonly line: number };

function missingField({ table, field, line }: MissingField): ProgrammeError {
  return new ProgrammeError(`the table ${table} has no field ${field}`, { line, remedy: exportAgain });
}

function isKnown(table: string): table is TableName {
  return Object.hasOwn(fields, table);
}

const date = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+([01]?\d|2[0-3])[:.](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?)?$/;
const noDate = '1899-12-30';

type XerDate = LocalDateTime | 'unreadable' | undefined;

/** @returns undefined for none; 'unreadable' for any text that `localDateTime` does not read */
export function xerDate(text: string | undefined): XerDate {
  if (text === undefined || text.startsWith(noDate)) return undefined;
  const [, year, month = '', day = '', hour, minute] = date.exec(text) ?? [];
  const time = hour === undefined ? '' : `T${hour.padStart(2, '0')}:${minute}`;
  return localDateTime(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${time}`) ?? 'unreadable';
}

/** Cached: a file has few different dates, which occur often. */
export function xerDateReader(): typeof xerDate {
  const known = new Map<string, XerDate>();
  return (text) => (text === undefined ? undefined : getOrInsert(known, text, xerDate));
}

export function xerNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const asItIs = Number(text);
  if (Number.isFinite(asItIs)) return asItIs;
  const comma = text.lastIndexOf(',');
  const plain = comma > text.lastIndexOf('.') ? text.replaceAll('.', '').replace(',', '.') : text;
  const number = Number(plain.replaceAll(/[,\s]/g, ''));
  return Number.isFinite(number) ? number : undefined;
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
 * Text of a note that may be HTML: paragraphs become lines. Primavera also writes two DEL characters for a line break.
 */
export function plainNote(note: string): string {
  const text = /<[a-z!/]/i.test(note)
    ? note
        .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '')
        .replaceAll(/<br\b[^>]*>|<\/(?:p|div|li|tr|h\d)>/gi, '\n')
        .replaceAll(/<[a-z!/][^>]*>/gi, '')
        .replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, decodeEntity)
    : note;
  return text
    .replaceAll('\u007f\u007f', '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return entities.get(name.toLowerCase()) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
