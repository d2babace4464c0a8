/**
 * A task's JSON in parts, so that an answer with any `fields` is put together without parsing: `base`, which has no
 * closing brace; a part for each property, which begins with a comma; and the relations of each kind, as the items of
 * a list without its brackets.
 */
import {
  type baseProperties,
  fieldProperties,
  type TaskField,
  taskFields,
} from '../../planning/contract/tasks-query.ts';
import type { StoredItem } from '../stores/store.ts';

/** The last of the properties that are always there: many tasks have the same values of them. */
const commonProperties = ['owner', 'calendar', 'nonWorkingDays'] as const;
type OwnProperty = Exclude<(typeof baseProperties)[number], (typeof commonProperties)[number]>;
/** The properties that one field adds whole. */
const wholeProperties = [
  ...new Set(taskFields.map((field) => fieldProperties[field]).filter((each) => each !== 'relatedTasks')),
];
const laterProperties = [...commonProperties, ...wholeProperties];
export const relationKinds = ['predecessors', 'successors', 'otherRelations'] as const;

type TextPart = 'base' | (typeof commonProperties)[number] | (typeof wholeProperties)[number];
type RelationKind = (typeof relationKinds)[number];
export type TaskPart = TextPart | RelationKind;
/** All parts, in the order in which an answer has them. */
export const taskParts: readonly TaskPart[] = [
  'base',
  ...commonProperties,
  ...wholeProperties,
  ...relationKinds,
];
/** A part is absent where the task does not have the property. */
export type TaskText = Readonly<Partial<Record<TaskPart, string>>>;

/** The parts of each task in an answer: without relations the property is left out. */
export type AnswerParts = {
  readonly parts: readonly TextPart[];
  readonly relations: readonly RelationKind[];
};

type LastText = { readonly property: (typeof laterProperties)[number]; value: unknown; text: string };

/**
 * Makes the texts of tasks, one after the other. Tasks that are neighbours mostly have the same folder, calendar and so
 * on: where it is the same object, its text is made once.
 */
export function taskTextMaker(): (item: StoredItem) => TaskText {
  const before = laterProperties.map((property): LastText => ({ property, value: undefined, text: '' }));
  return (item) => {
    const text: Partial<Record<TaskPart, string>> = { base: JSON.stringify(ownOf(item)).slice(0, -1) };
    for (const last of before) {
      const value = item[last.property];
      if (value === undefined) continue;
      if (value !== last.value) {
        last.value = value;
        last.text = `,"${last.property}":${JSON.stringify(value)}`;
      }
      text[last.property] = last.text;
    }
    const { relatedTasks } = item;
    if (Array.isArray(relatedTasks)) {
      const kinds = Map.groupBy(relatedTasks, kindOf);
      for (const kind of relationKinds) text[kind] = JSON.stringify(kinds.get(kind) ?? []).slice(1, -1);
    }
    return text;
  };
}

/** The properties of this task alone, in the order of the contract. One literal, because there are tens of thousands of tasks. */
function ownOf(item: StoredItem) {
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
  } satisfies Record<OwnProperty, unknown>;
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
    parts: ['base', ...commonProperties, ...wholeProperties.filter((property) => properties.has(property))],
    relations: kinds.length === 2 ? relationKinds : kinds,
  };
}

export function joinParts(text: TaskText, { parts, relations }: AnswerParts): string {
  const begin = parts.map((part) => text[part] ?? '').join('');
  if (relations.length === 0 || text.predecessors === undefined) return `${begin}}`;
  const items = relations.map((kind) => text[kind]).filter((list) => list !== '');
  return `${begin},"relatedTasks":[${items.join(',')}]}`;
}

const everyPart = answerParts(taskFields);

/** Makes the JSON of tasks with every field, one after the other. */
export function taskJsonMaker(): (item: StoredItem) => string {
  const textOf = taskTextMaker();
  return (item) => joinParts(textOf(item), everyPart);
}
