import { parseJson } from '#base/json.ts';
import type { Task } from '#planning/contract/resources.ts';
import { getCompiledTaskSchema, wholeTaskJson } from './database.ts';
import type { StoredTask } from './query.ts';
import type { StoredItem } from './version.ts';

type ChangedTask = { readonly id: string; readonly name: string; readonly what: readonly string[] };

/** Changes since the previous version. `added` is in the order of the new version, the rest in that of the previous. */
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
      const dates = changedValueTexts(comparedDates, from, to);
      const length = changedValueTexts(comparedDuration, from, to);
      const isMoved = dates.length > 0;
      const other = [...(isMoved ? [] : length), ...changedValueTexts(otherComparedValues, from, to)];
      const task = { id, name: to.name ?? id };
      if (isMoved) moved.push({ ...task, what: [...dates, ...length] });
      if (other.length > 0) changed.push({ ...task, what: other });
    }
  }
  return { added: [...after.keys()].filter((id) => !kept.has(id)), removed, moved, changed };
}

function parseTask(json: string) {
  return getCompiledTaskSchema().parse(parseJson(json));
}

const comparedDates = ({ start, finish }: Task) => ({ start, finish });

/** These change with the dates; they are a change of their own only if the dates stay. */
const comparedDuration = (task: Task) => ({
  duration: task.duration,
  'days off': [task.nonWorkingDays],
  'days without work': [task.daysWithoutWork],
  'days worked besides': [task.extraWorkingDays],
});

const otherComparedValues = ({ name, status, shift, ...task }: Task) => ({
  name,
  status,
  shift,
  subcontractor: task.subcontractor?.name,
  location: task.location?.name,
  owner: task.owner?.displayName,
  package: task.package?.name,
  folder: task.folder?.path,
  calendar: task.calendar?.name,
  people: [task.labour],
  plant: [task.plant],
  materials: [task.materials],
  // Without the names of the other tasks: a new name is a change of that task only.
  links: [task.relatedTasks?.map(({ id, lag, relation, type }) => ({ id, lag, relation, type }))],
  notes: [task.notes],
});

type Values = Readonly<Record<string, string | number | undefined | readonly unknown[]>>;

/** The values that differ, as `name A → B`; for a list only `name`. */
function changedValueTexts(valuesOf: (task: Task) => Values, from: Task, to: Task) {
  const before = valuesOf(from);
  return Object.entries(valuesOf(to)).flatMap(([word, now]) => {
    const old = before[word];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    return typeof now === 'object' ? word : `${word} ${old ?? 'none'} → ${now ?? 'none'}`;
  });
}
