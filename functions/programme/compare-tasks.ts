import { parseJson } from '../base/parse-json.ts';
import type { Task } from '../planning/contract/resources.ts';
import { fastTaskSchema } from '../planning-server/query/fast-task-schema.ts';

/** A task that both versions have, with what became of it in words: `finish 2026-11-27 → 2026-12-01`. */
export type ChangedTask = { readonly id: string; readonly name: string; readonly what: readonly string[] };

/** Tasks by what became of them since the version before; of those that one version lacks, the ids. */
export type TaskChanges = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Start or finish differ. */
  readonly moved: readonly ChangedTask[];
  /** Anything else of their own differs; a task may be in both lists. */
  readonly changed: readonly ChangedTask[];
};

/**
 * Compares tasks by id.
 * @param before the JSON of each task by its id
 * @param after the same, one after the other, so that they need not lie in memory together
 */
export function compareTasks(
  before: ReadonlyMap<string, string>,
  after: Iterable<readonly [id: string, json: string]>,
): TaskChanges {
  const added: string[] = [];
  const moved: ChangedTask[] = [];
  const changed: ChangedTask[] = [];
  const kept = new Set<string>();
  for (const [id, json] of after) {
    const old = before.get(id);
    kept.add(id);
    if (old === undefined) added.push(id);
    else if (old !== json) {
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
  return { added, removed: [...before.keys()].filter((id) => !kept.has(id)), moved, changed };
}

/** A task as its version has it. */
export function taskOf(json: string): Task {
  return fastTaskSchema().parse(parseJson(json));
}

function changedDates(from: Task, to: Task): readonly string[] {
  return [...fromTo('start', from.start, to.start), ...fromTo('finish', from.finish, to.finish)];
}

/** What comes with other dates, and counts by itself only without them. */
function changedLength(from: Task, to: Task): readonly string[] {
  return [
    ...fromTo('duration', from.duration, to.duration),
    ...differs('days off', from.nonWorkingDays, to.nonWorkingDays),
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

/** Without the names of the other tasks: a new name is a change of that task. */
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
