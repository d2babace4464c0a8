/**
 * A task's JSON in parts, so that an answer with any `fields` is put together without parsing: `base`, which has no
 * closing brace, then the part of each property, which begins with a comma.
 */
import {
  baseProperties,
  fieldProperties,
  type TaskField,
  taskFields,
} from '../../planning/contract/tasks-query.ts';
import type { StoredItem } from '../stores/store.ts';

/** Properties that one field adds whole. */
const wholeProperties = [
  ...new Set(
    taskFields.map((field) => fieldProperties[field]).filter((property) => property !== 'relatedTasks'),
  ),
];

/** `relatedTasks` holds relations of all kinds; the two after it those of one kind, under the same name. */
const textParts = ['base', ...wholeProperties, 'relatedTasks', 'predecessors', 'successors'] as const;
export type TextPart = (typeof textParts)[number];
/** A part is absent where the task does not have the property. */
export type TaskText = Readonly<Partial<Record<TextPart, string>>>;

export function taskText(item: StoredItem): TaskText {
  const { relatedTasks } = item;
  const text: Partial<Record<TextPart, string>> = { base: objectOf(item, baseProperties).slice(0, -1) };
  for (const property of wholeProperties) {
    if (item[property] !== undefined) text[property] = partOf(property, item[property]);
  }
  if (relatedTasks !== undefined) {
    text.relatedTasks = partOf('relatedTasks', relatedTasks);
    text.predecessors = partOf('relatedTasks', onlyRelation(relatedTasks, 'predecessor'));
    text.successors = partOf('relatedTasks', onlyRelation(relatedTasks, 'successor'));
  }
  return text;
}

/** The parts of an answer with these fields, in the order of the contract. */
export function partsOf(fields: readonly TaskField[] = []): readonly TextPart[] {
  const asked = new Set(fields);
  const relations = asked.has('predecessors') && asked.has('successors') ? 'relatedTasks' : undefined;
  const parts = taskFields.flatMap((field): TextPart[] => {
    if (!asked.has(field)) return [];
    if (field === 'predecessors' || field === 'successors') return [relations ?? field];
    return [fieldProperties[field]];
  });
  return ['base', ...new Set(parts)];
}

export function joinParts(text: TaskText, parts: readonly TextPart[]): string {
  return `${parts.map((part) => text[part] ?? '').join('')}}`;
}

function objectOf(item: StoredItem, properties: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(properties.map((property) => [property, item[property]])));
}

function partOf(property: string, value: unknown): string {
  return `,${JSON.stringify(property)}:${JSON.stringify(value)}`;
}

function onlyRelation(related: unknown, relation: string): unknown {
  if (!Array.isArray(related)) return related;
  return related.filter((each) => String(each?.relation).trim().toLowerCase() === relation);
}
