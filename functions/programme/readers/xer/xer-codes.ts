/** Activity codes, user fields and notes of the activities of an XER file, by `task_id`. */
import type { CodeValue } from '../../programme.ts';
import { plainNote, type Row, type XerTables } from './xer-tables.ts';

/** Values by the name of a code or field, by the activity's key. */
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

/** Between the descriptions of a value and of those above it. */
export const levelSeparator = ' – ';

export function xerCodes(tables: XerTables): ByActivity<readonly CodeValue[]> {
  const names = codeNames(tables.rows('ACTVTYPE'));
  const values = codeValues(tables.rows('ACTVCODE'));
  const found = new Map<string, Map<string, CodeValue[]>>();
  for (const row of tables.rows('TASKACTV')) {
    const name = names.get(row.get('actv_code_type_id') ?? '');
    const value = values(row.get('actv_code_id'));
    const task = row.get('task_id');
    if (name === undefined || value === undefined || task === undefined) continue;
    const codes = entry(found, task, () => new Map<string, CodeValue[]>());
    const known = codes.get(name);
    if (known) known.push(value);
    else codes.set(name, [value]);
  }
  return { names: [...names.values()], of: (taskId) => found.get(taskId) ?? none };
}

/** Two codes may have the same name, one of all projects and one of this project. */
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

function codeValues(rows: readonly Row<'ACTVCODE'>[]): (id: string | undefined) => CodeValue | undefined {
  const byId = new Map(rows.map((row) => [row.get('actv_code_id'), row]));
  const made = new Map<string, CodeValue>();
  return (id) => {
    const row = byId.get(id);
    if (id === undefined || row === undefined) return undefined;
    return entry(made, id, () => ({
      value: row.get('short_name') ?? row.get('actv_code_name') ?? id,
      description: descriptionOf(row, byId),
    }));
  };
}

function descriptionOf(
  value: Row<'ACTVCODE'>,
  byId: ReadonlyMap<string | undefined, Row<'ACTVCODE'>>,
): string | undefined {
  const parts: string[] = [];
  const seen = new Set<Row<'ACTVCODE'>>();
  let row: Row<'ACTVCODE'> | undefined = value;
  while (row !== undefined && !seen.has(row)) {
    seen.add(row);
    const part = row.get('actv_code_name');
    if (part !== undefined) parts.unshift(part);
    const parent: string | undefined = row.get('parent_actv_code_id');
    row = parent === undefined ? undefined : byId.get(parent);
  }
  return parts.length === 0 ? undefined : parts.join(levelSeparator);
}

/** User fields of activities. Their ids may be those of folders too: the table says which is meant. */
export function xerFields(tables: XerTables): ByActivity<string> {
  const types = new Map(
    tables
      .rows('UDFTYPE')
      .filter((row) => row.get('table_name') === 'TASK')
      .map((row) => [row.get('udf_type_id'), row.get('udf_type_label') ?? row.get('udf_type_name')]),
  );
  const codes = new Map(
    tables
      .rows('UDFCODE')
      .map((row) => [row.get('udf_code_id'), row.get('udf_code_name') ?? row.get('short_name')]),
  );
  const found = new Map<string, Map<string, string>>();
  for (const row of tables.rows('UDFVALUE')) {
    const name = types.get(row.get('udf_type_id'));
    const task = row.get('fk_id');
    const value =
      row.get('udf_text') ??
      row.get('udf_number') ??
      row.get('udf_date') ??
      codes.get(row.get('udf_code_id'));
    if (name === undefined || task === undefined || value === undefined) continue;
    entry(found, task, () => new Map<string, string>()).set(name, value);
  }
  const names = [...new Set([...types.values()].filter((name) => name !== undefined))];
  return { names, of: (taskId) => found.get(taskId) ?? none };
}

/** The notes of each activity: every notebook topic with its title, as plain text. */
export function xerNotes(tables: XerTables): (taskId: string) => string | undefined {
  const topics = new Map(
    tables.rows('MEMOTYPE').map((row) => [row.get('memo_type_id'), row.get('memo_type')]),
  );
  const rows = Map.groupBy(tables.rows('TASKMEMO'), (row) => row.get('task_id'));
  return (taskId) => {
    const notes = (rows.get(taskId) ?? []).flatMap((row) => {
      const text = plainNote(row.get('task_memo') ?? '');
      const topic = topics.get(row.get('memo_type_id'));
      return text === '' ? [] : [topic === undefined ? text : `${topic}: ${text}`];
    });
    return notes.length === 0 ? undefined : notes.join('\n');
  };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
