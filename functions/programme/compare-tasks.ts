import { parseJson } from '../base/parse-json.ts';
import type { Task } from '../planning/contract/resources.ts';
import { fastTaskSchema } from '../planning-server/stores/prepare-items.ts';
import type { StoredItem } from '../planning-server/stores/store.ts';
import { wholeTaskJson } from '../planning-server/stores/task-json.ts';
import type { StoredTask } from '../planning-server/versions/read-tasks.ts';

export type ChangedTask = { readonly id: string; readonly name: string; readonly what: readonly string[] };

/** Changes since the previous version, in the order of that version. */
export type TaskChanges = {
  readonly added: readonly string[];
  readonly removed: readonly { readonly id: string; readonly name: string }[];
  readonly moved: readonly ChangedTask[];
  readonly changed: readonly ChangedTask[];
};

/** Holds only one task of each version in memory as JSON at a time. */
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
      removed.push({ id, name: parseTask(old).name ?? id });
      continue;
    }
    const json = wholeTaskJson(item);
    if (old !== json) {
      const [from, to] = [parseTask(old), parseTask(json)];
      const dates = [...fromTo('start', from.start, to.start), ...fromTo('finish', from.finish, to.finish)];
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

function parseTask(json: string): Task {
  return fastTaskSchema().parse(parseJson(json));
}

/** These change with the dates; they are a change of their own only if the dates stay. */
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
    ...differs('links', linksWithoutNames(from), linksWithoutNames(to)),
    ...differs('notes', from.notes, to.notes),
  ];
}

/** The links without the names of the other tasks: a new name is a change of that task only. */
function linksWithoutNames({ relatedTasks }: Task) {
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
