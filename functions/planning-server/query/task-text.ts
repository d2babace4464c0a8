/**
 * A task's JSON in parts, so that an answer with any `fields` is put together without parsing: `base`, which has no
 * closing brace; a part for each property, which begins with a comma; and the relations of each kind, as the items of
 * a list without its brackets.
 */
import {
  baseProperties,
  fieldProperties,
  type TaskField,
  taskFields,
} from '../../planning/contract/tasks-query.ts';
import type { StoredItem } from '../stores/store.ts';

/** The properties that one field adds whole. */
const wholeProperties = [
  ...new Set(taskFields.map((field) => fieldProperties[field]).filter((each) => each !== 'relatedTasks')),
];
const relationKinds = ['predecessors', 'successors', 'otherRelations'] as const;

export type TextPart = 'base' | (typeof wholeProperties)[number];
export type RelationKind = (typeof relationKinds)[number];
export const textColumns: readonly (TextPart | RelationKind)[] = [
  'base',
  ...wholeProperties,
  ...relationKinds,
];
/** A part is absent where the task does not have the property. */
export type TaskText = Readonly<Partial<Record<TextPart | RelationKind, string>>>;

/** What an answer is put together from: without relations the property is left out. */
export type AnswerParts = {
  readonly parts: readonly TextPart[];
  readonly relations: readonly RelationKind[];
};

export function taskText(item: StoredItem): TaskText {
  const text: Partial<Record<TextPart | RelationKind, string>> = {
    base: JSON.stringify(
      Object.fromEntries(baseProperties.map((property) => [property, item[property]])),
    ).slice(0, -1),
  };
  for (const property of wholeProperties) {
    if (item[property] !== undefined) text[property] = `,"${property}":${JSON.stringify(item[property])}`;
  }
  const { relatedTasks } = item;
  if (Array.isArray(relatedTasks)) {
    const kinds = Map.groupBy(relatedTasks, kindOf);
    for (const kind of relationKinds) text[kind] = JSON.stringify(kinds.get(kind) ?? []).slice(1, -1);
  }
  return text;
}

function kindOf(related: { readonly relation?: unknown } | null): RelationKind {
  const relation = String(related?.relation).trim().toLowerCase();
  if (relation === 'predecessor') return 'predecessors';
  return relation === 'successor' ? 'successors' : 'otherRelations';
}

/** The parts of an answer with these fields, in the order of the contract; relations come last. */
export function answerParts(fields: readonly TaskField[] = []): AnswerParts {
  const asked = new Set(fields);
  const properties = new Set<string>(
    taskFields.filter((field) => asked.has(field)).map((field) => fieldProperties[field]),
  );
  const kinds = relationKinds.filter((kind) => kind !== 'otherRelations' && asked.has(kind));
  return {
    parts: ['base', ...wholeProperties.filter((property) => properties.has(property))],
    relations: kinds.length === 2 ? relationKinds : kinds,
  };
}

export function joinParts(text: TaskText, { parts, relations }: AnswerParts): string {
  const begin = parts.map((part) => text[part] ?? '').join('');
  if (relations.length === 0 || text.predecessors === undefined) return `${begin}}`;
  const items = relations.map((kind) => text[kind]).filter((list) => list !== '');
  return `${begin},"relatedTasks":[${items.join(',')}]}`;
}

/** The JSON of a task with every field. */
export function taskJson(item: StoredItem): string {
  return joinParts(taskText(item), answerParts(taskFields));
}
