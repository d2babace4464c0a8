/** The tables and fields of an XER file that are read. Everything else is skipped as it passes. */
import type { SourceProblem } from '../../programme.ts';
import { ProgrammeError } from '../../programme-error.ts';
import { encodingOf, looksMisread, type TextEncoding } from '../text-lines.ts';
import { exportAgain, readRecords } from './xer-records.ts';

const fields = {
  PROJECT: ['proj_id', 'proj_short_name', 'last_recalc_date', 'export_flag', 'clndr_id'],
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
  ],
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

/** Without these no activity of a programme can be used; Primavera writes them always. */
const required: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  TASK: ['task_id', 'task_code', 'clndr_id'],
};

type Fields = typeof fields;
type TableName = keyof Fields;

/** One row; a value is undefined where the row or the file has none. */
export type Row<Table extends TableName> = {
  readonly line: number;
  get(field: Fields[Table][number]): string | undefined;
};

export type XerTables = {
  readonly encoding: TextEncoding;
  /** Names of all tables of the file, also of those that are not read. */
  readonly present: ReadonlySet<string>;
  rows<Table extends TableName>(table: Table): readonly Row<Table>[];
  readonly problems: readonly SourceProblem[];
};

type Value = string | undefined;

/** The rows of one table by column: a large file has hundreds of thousands, and an object for each would double it. */
class TableRows {
  readonly lines: number[] = [];
  readonly columns: ReadonlyMap<string, Value[]>;
  readonly #list: readonly Value[][];

  constructor(table: TableName) {
    this.columns = new Map(fields[table].map((name) => [name, []]));
    this.#list = [...this.columns.values()];
  }

  add(line: number, values: readonly Value[]): void {
    this.lines.push(line);
    for (let place = 0; place < this.#list.length; place++) this.#list[place]?.push(values[place]);
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

/**
 * Reads the tables in one pass.
 * @param encoding the label in the mapping; undefined to find it out
 * @throws ProgrammeError as `readRecords` and `encodingOf`
 */
export function readTables(bytes: Uint8Array, encoding: string | undefined): XerTables {
  const found = encodingOf(bytes, encoding);
  const tables = new Map<string, TableRows>();
  const problems: SourceProblem[] = [];
  let misread: number | undefined;
  let unusable: MissingField | undefined;
  const present = readRecords(bytes, found.label, {
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
    row(table, line, values) {
      if (unusable?.table === table) throw missingField(unusable);
      tables.get(table)?.add(line, values);
      if (misread === undefined && found.by === 'default' && values.some(isMisread)) misread = line;
    },
    tooManyValues: (table, line) =>
      problems.push({
        line,
        kind: 'changed',
        text: `This row of ${table} has more values than the table has fields; a tab inside a value may have moved them.`,
      }),
  });
  if (misread !== undefined) {
    problems.unshift({
      line: misread,
      kind: 'changed',
      text: 'There are characters here that look misread as Windows-1252. If names look wrong, set encoding in the mapping, such as encoding: windows-1251.',
    });
  }
  return {
    encoding: found,
    present,
    rows(table) {
      const rows = tables.get(table);
      return rows ? rows.lines.map((_, index) => new RowOfTable(rows, index)) : [];
    },
    problems,
  };
}

type MissingField = { readonly table: string; readonly field: string; readonly line: number };

function missingField({ table, field, line }: MissingField): ProgrammeError {
  return new ProgrammeError(`the table ${table} has no field ${field}`, { line, remedy: exportAgain });
}

function isKnown(table: string): table is TableName {
  return Object.hasOwn(fields, table);
}

function isMisread(value: string | undefined): boolean {
  return value !== undefined && value.length < 2000 && looksMisread(value);
}
