/**
 * A task's JSON in columns, so that an answer with any `fields` is put together without parsing: `base`, which has no
 * closing brace, and a column for each field, which begins with a comma, as `,"folder":{…}`.
 */
import {
  type baseProperties,
  fieldProperties,
  type TaskField,
  taskFields,
} from '../../planning/contract/tasks-query.ts';
import type { StoredItem } from './store.ts';

type RelationField = 'predecessors' | 'successors';
type WholeField = Exclude<TaskField, RelationField>;
const isWhole = (field: TaskField): field is WholeField => fieldProperties[field] !== 'relatedTasks';
const wholeFields = taskFields.filter(isWhole);

/** `relations` is what both fields of relations add together: those, and relations of other kinds. */
type FieldColumn = TaskField | 'relations';
/** In the order in which an answer has them. */
export const fieldColumns: readonly FieldColumn[] = [
  ...wholeFields,
  'predecessors',
  'successors',
  'relations',
];

/** A column is null if the task does not have the property. */
export type TaskJson = Readonly<Record<FieldColumn, string | null>> & { readonly base: string };

/** The columns of an answer with these fields, in its order. */
export function columnsOf(fields: readonly TaskField[] = []): readonly FieldColumn[] {
  const asked = new Set<FieldColumn>(fields);
  if (asked.has('predecessors') && asked.has('successors')) {
    asked.delete('predecessors');
    asked.delete('successors');
    asked.add('relations');
  }
  return fieldColumns.filter((column) => asked.has(column));
}

const everyColumn = columnsOf(taskFields);

/** The JSON of a task with every field. */
export function wholeTaskJson(item: StoredItem): string {
  const json = taskJson(item);
  return `${json.base}${everyColumn.map((column) => json[column] ?? '').join('')}}`;
}

export function taskJson(item: StoredItem): TaskJson {
  const column = (field: WholeField): string | null => {
    const property = fieldProperties[field];
    const value = item[property];
    return value === undefined ? null : `,"${property}":${JSON.stringify(value)}`;
  };
  return {
    base: JSON.stringify(baseOf(item)).slice(0, -1),
    assignees: column('assignees'),
    wbs: column('wbs'),
    package: column('package'),
    parent: column('parent'),
    contractor: column('contractor'),
    labourResources: column('labourResources'),
    plantResources: column('plantResources'),
    materialResources: column('materialResources'),
    location: column('location'),
    workArea: column('workArea'),
    progress: column('progress'),
    externalId: column('externalId'),
    notes: column('notes'),
    ...relationsOf(item['relatedTasks']),
  };
}

function relationsOf(related: unknown): Pick<TaskJson, RelationField | 'relations'> {
  if (!Array.isArray(related)) return { predecessors: null, successors: null, relations: null };
  const { predecessor = [], successor = [], other = [] } = Object.groupBy(related, kindOf);
  const column = (list: readonly unknown[]) => `,"relatedTasks":${JSON.stringify(list)}`;
  return {
    predecessors: column(predecessor),
    successors: column(successor),
    relations: column([...predecessor, ...successor, ...other]),
  };
}

function kindOf(related: { readonly relation?: unknown } | null): 'predecessor' | 'successor' | 'other' {
  const relation = String(related?.relation).trim().toLowerCase();
  return relation === 'predecessor' || relation === 'successor' ? relation : 'other';
}

/** In the order of an answer. One literal, because there are tens of thousands of tasks. */
function baseOf(item: StoredItem) {
  return {
    id: item['id'],
    name: item['name'],
    start: item['start'],
    finish: item['finish'],
    duration: item['duration'],
    keyTask: item['keyTask'],
    shift: item['shift'],
    status: item['status'],
    extraWorkingDays: item['extraWorkingDays'],
    daysWithoutWork: item['daysWithoutWork'],
    startTime: item['startTime'],
    finishTime: item['finishTime'],
    owner: item['owner'],
    calendar: item['calendar'],
    nonWorkingDays: item['nonWorkingDays'],
  } satisfies Record<(typeof baseProperties)[number], unknown>;
}
