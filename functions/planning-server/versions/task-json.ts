/** A task's JSON in columns, so that a response with any `fields` is put together without parsing. */

import { knownRelation, knownShift } from '#planning/contract/known-words.ts';
import {
  baseProperties,
  fieldProperties,
  type TaskField,
  taskFields,
} from '#planning/contract/tasks-query.ts';
import type { StoredItem } from './version.ts';

const wholeFields = taskFields.filter((field) => fieldProperties[field] !== 'relatedTasks');
const wholeProperties = wholeFields.map((field) => fieldProperties[field]);

/**
 * `base` has no closing brace; each other column has a comma before its property, as `,"folder":{…}`, or is empty if
 * the task does not have it. `relations` is what both fields of relations add together, including relations of other
 * kinds.
 */
export const jsonColumns = ['base', ...wholeFields, 'predecessors', 'successors', 'relations'] as const;

export function columnsOf(fields: readonly TaskField[] = []): readonly string[] {
  const asked = new Set<string>(['base', ...fields]);
  if (asked.has('predecessors') && asked.delete('successors')) {
    asked.delete('predecessors');
    asked.add('relations');
  }
  return jsonColumns.filter((column) => asked.has(column));
}

export function taskJson(item: StoredItem): readonly string[] {
  const known: StoredItem = { ...item, shift: knownShift(String(item['shift'])) ?? item['shift'] };
  const text = (property: string) => propertyJson(property, known[property]);
  const base = baseProperties.map(text);
  const whole = wholeProperties.map(text);
  return [`{${base.join('').slice(1)}`, ...whole, ...relationColumns(item['relatedTasks'])];
}

/** With every field, byte for byte as a stored version has it. */
export function wholeTaskJson(item: StoredItem): string {
  const withoutKinds = taskJson(item).toSpliced(jsonColumns.indexOf('predecessors'), 2);
  return `${withoutKinds.join('')}}`;
}

function propertyJson(property: string, value: unknown): string {
  return value === undefined ? '' : `,"${property}":${JSON.stringify(value)}`;
}

function relationColumns(related: unknown): readonly string[] {
  if (!Array.isArray(related)) return ['', '', ''];
  const { predecessor = [], successor = [], other = [] } = Object.groupBy(related, relationOf);
  const lists = [predecessor, successor, [...predecessor, ...successor, ...other]];
  return lists.map((list) => propertyJson('relatedTasks', list));
}

function relationOf(related: { readonly relation?: unknown } | null) {
  return knownRelation(String(related?.relation)) ?? 'other';
}
