/**
 * How tasks depend on each other. Open points of the contract: `predecessor` is the only relation it shows,
 * `start-start` the only type, and it gives no unit for lag. We read lag as signed working days; a missing type is
 * finish-start, as in any planning tool; other words keep their text.
 */

import type { StartAndFinish } from '#base/day.ts';
import { getOrInsert } from '#base/get-or-insert.ts';
import { firstNonBlank, oneLine } from '#base/text/one-line.ts';
import { quantityText } from '#lookahead/text/quantity-text.ts';
import {
  parseRelationDirection,
  parseRelationType,
  type RelationType,
} from '#planning/contract/known-words.ts';
import type { Task } from '#planning/contract/resources.ts';
import type { InterpretedPull, InterpretedTask } from './read-task.ts';

export type TaskRelation = {
  readonly id: string;
  /**
   * What people call the other task: its reference as in the ID column if it was pulled, else its name, else its id.
   */
  readonly label: string;
  readonly name: string | undefined;
  readonly direction: 'predecessor' | 'successor' | 'other';
  /** `FS`, `SS`, `FF`, `SF`; an unknown type keeps its text. */
  readonly type: string;
  /** Working days, signed. */
  readonly lag: number;
  readonly text: string;
};

type RelatedTask = NonNullable<Task['relatedTasks']>[number];

const codes: Readonly<Record<RelationType, string>> = {
  'finish-start': 'FS',
  'start-start': 'SS',
  'finish-finish': 'FF',
  'start-finish': 'SF',
};

export function relationTypeOf(word: string | undefined): string {
  const text = oneLine(word);
  const type = text === '' ? 'finish-start' : parseRelationType(text);
  return type === undefined ? text : codes[type];
}

/** `FS+2`, `SS`, `FS-1`. The sign is a hyphen, not a minus sign, because planners type and search for it. */
export function relationCode(type: string, lag: number): string {
  if (lag === 0) return type;
  return `${type}${lag > 0 ? '+' : '-'}${quantityText(Math.abs(lag))}`;
}

export function relationEnds(type: string): RelationEnds | undefined {
  return endsByType.get(type);
}

type End = keyof StartAndFinish;
export type RelationEnds = { readonly predecessorEnd: End; readonly taskEnd: End };

const endsByType: ReadonlyMap<string, RelationEnds> = new Map<string, RelationEnds>([
  ['FS', { predecessorEnd: 'finish', taskEnd: 'start' }],
  ['SS', { predecessorEnd: 'start', taskEnd: 'start' }],
  ['FF', { predecessorEnd: 'finish', taskEnd: 'finish' }],
  ['SF', { predecessorEnd: 'start', taskEnd: 'finish' }],
]);

/**
 * The successors that other tasks name, by the successor's id. `from` is the task that names it, and therefore its
 * predecessor.
 */
type NamedSuccessors = ReadonlyMap<string, readonly NamedSuccessor[]>;
type NamedSuccessor = { readonly from: InterpretedTask; readonly item: RelatedTask };

function namedSuccessorsIn(pull: InterpretedPull): NamedSuccessors {
  const named = new Map<string, NamedSuccessor[]>();
  for (const from of pull.tasks) {
    for (const item of from.source.relatedTasks ?? []) {
      if (
        item.id === undefined ||
        item.id === from.id ||
        parseRelationDirection(item.relation) !== 'successor'
      )
        continue;
      getOrInsert(named, item.id, () => []).push({ from, item });
    }
  }
  return named;
}

function relation(other: {
  readonly id: string;
  readonly pulled: InterpretedTask | undefined;
  readonly item: RelatedTask;
  readonly direction: TaskRelation['direction'];
}): TaskRelation {
  const { id, pulled, item, direction } = other;
  const name = firstNonBlank(pulled?.source.name, pulled === undefined ? item.name : undefined) || undefined;
  const label = pulled?.ref ?? (firstNonBlank(name, id) || '(no name)');
  const type = relationTypeOf(item.type);
  const lag = item.lag ?? 0;
  return { id, label, name, direction, type, lag, text: `${label} ${relationCode(type, lag)}` };
}

export type RelationReader = (task: InterpretedTask) => readonly TaskRelation[];

/**
 * Returns a function that reads a task's relations: its own, then the predecessors that name it as their successor.
 * Each combination of direction, type and other task occurs once; if both tasks name the relation, the task's own entry
 * counts, with its lag.
 */
export function relationReader(pull: InterpretedPull): RelationReader {
  const successors = namedSuccessorsIn(pull);
  const known = new Map<InterpretedTask, readonly TaskRelation[]>();
  return (task) => getOrInsert(known, task, () => relationsOf(task, pull, successors));
}

function relationsOf(
  read: InterpretedTask,
  pull: InterpretedPull,
  successors: NamedSuccessors,
): readonly TaskRelation[] {
  const own = read.source.relatedTasks ?? [];
  const fromOthers = successors.get(read.id) ?? [];
  if (own.length === 0 && fromOthers.length === 0) return [];
  const relations = new Map<string, TaskRelation>();
  const add = (one: TaskRelation) => {
    const key = `${one.direction} ${one.type} ${one.id}`;
    if (!relations.has(key)) relations.set(key, one);
  };
  for (const item of own) {
    const id = item.id ?? '';
    if (id === read.id) continue;
    add(
      relation({
        id,
        pulled: pull.byId.get(id),
        item,
        direction: parseRelationDirection(item.relation) ?? 'other',
      }),
    );
  }
  for (const { from, item } of fromOthers) {
    add(relation({ id: from.id, pulled: from, item, direction: 'predecessor' }));
  }
  return [...relations.values()];
}

export function relatedTaskName({ label, name }: TaskRelation): string {
  return name === undefined || name === label ? label : `${label} ${name}`;
}

export function predecessorsIn(relations: readonly TaskRelation[]): readonly TaskRelation[] {
  return relations.filter((each) => each.direction === 'predecessor');
}
