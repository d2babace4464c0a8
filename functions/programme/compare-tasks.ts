/** Compares the tasks of two versions of a project. */
import { parseJson } from '../base/parse-json.ts';
import type { Task } from '../planning/contract/resources.ts';
import { fastTaskSchema } from '../planning-server/stores/prepare-items.ts';
import type { StoredItem } from '../planning-server/stores/store.ts';
import { wholeTaskJson } from '../planning-server/stores/task-json.ts';
import type { StoredTask } from '../planning-server/versions/read-tasks.ts';

/** A task that both versions have, with its changes in words: `finish 2026-11-27 → 2026-12-01`. */
export type ChangedTask = { readonly id: string; readonly name: string; readonly what: readonly string[] };

/** The changes since the previous version, in the order of that version; of added tasks only the ids. */
export type TaskChanges = {
  readonly added: readonly string[];
  readonly removed: readonly Pick<ChangedTask, 'id' | 'name'>[];
  /** Start or finish differ. */
  readonly moved: readonly ChangedTask[];
  /** Anything else of their own differs; a task may be in both lists. */
  readonly changed: readonly ChangedTask[];
};

/**
 * Compares tasks by id. Only one task at a time of either version is in memory as JSON.
 * @param before each task of the version before
 * @param after the tasks of the new one by id
 */
export function compareTasks(
  before: Iterable<StoredTask>,
  after: ReadonlyMap<string, StoredItem>,
): TaskChanges {
  const removed: TaskChanges['removed'][number][] = [];
  const moved: ChangedTask[] = [];
  const changed: ChangedTask[] = [];
  const kept = new Set<string>();
  for (const { id, json: old } of before) {
    const item = after.get(id);
    kept.add(id);
    if (item === undefined) {
      removed.push({ id, name: taskOf(old).name ?? id });
      continue;
    }
    const json = wholeTaskJson(item);
    if (old !== json) {
      const [from, to] = [taskOf(old), taskOf(json)];
      const dates = changedDates(from, to);
      const length = changedLength(from, to);
      const isMoved = dates.length > 0;
      const other = [...(isMoved ? [] : length), ...otherChanges(from, to)];
      const task = { id, name: to.name ?? id };
      if (isMoved) moved.push({ ...task, what: [...dates, ...length] });
      if (other.length > 0) changed.push({ ...task, what: other });
    }
  }
  return { added: [...after.keys()].filter((id) => !kept.has(id)), removed, moved, changed };
}

/** A task as its version has it. */
function taskOf(json: string): Task {
  return fastTaskSchema().parse(parseJson(json));
}

function changedDates(from: Task, to: Task): readonly string[] {
  return [...fromTo('start', from.start, to.start), ...fromTo('finish', from.finish, to.finish)];
}

/** Properties that change with the dates, and count by themselves only without them. */
function changedLength(from: Task, to: Task): readonly string[] {
  return [
    ...fromTo('duration', from.duration, to.duration),
    ...differs('days off', from.nonWorkingDays, to.nonWorkingDays),
    ...differs('days without work', from.daysWithoutWork, to.daysWithoutWork),
    ...differs('days worked besides', from.extraWorkingDays, to.extraWorkingDays),
  ];
}

function otherChanges(from: Task, to: Task): readonly string[] {
  return [
    ...fromTo('name', from.name, to.name),
    ...fromTo('status', from.status, to.status),
    ...fromTo('shift', from.shift, to.shift),
    ...fromTo('subcontractor', from.subcontractor?.name, to.subcontractor?.name),
    ...fromTo('location', from.location?.name, to.location?.name),
    ...fromTo('owner', from.owner?.displayName, to.owner?.displayName),
    ...fromTo('package', from.package?.name, to.package?.name),
    ...fromTo('folder', from.folder?.path, to.folder?.path),
    ...fromTo('calendar', from.calendar?.name, to.calendar?.name),
    ...differs('people', from.labour, to.labour),
    ...differs('plant', from.plant, to.plant),
    ...differs('materials', from.materials, to.materials),
    ...differs('links', linksOf(from), linksOf(to)),
    ...differs('notes', from.notes, to.notes),
  ];
}

/** The links without the names of the other tasks: a new name is a change of that task only. */
function linksOf({ relatedTasks }: Task) {
  return relatedTasks?.map(({ id, lag, relation, type }) => ({ id, lag, relation, type }));
}

function fromTo(
  word: string,
  from: string | number | undefined,
  to: string | number | undefined,
): readonly string[] {
  return from === to ? [] : [`${word} ${from ?? 'none'} → ${to ?? 'none'}`];
}

function differs(word: string, from: unknown, to: unknown): readonly string[] {
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [word];
}
