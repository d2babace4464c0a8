import { getOrInsert } from '../../base/get-or-insert.ts';
import type { Activity, Assignment, Link, LocalDateTime } from '../programme.ts';
import { rounded } from '../readers/local-date-time.ts';
import type { ChosenActivity } from './import-report.ts';
import type { ResourceKind } from './mapping.ts';
import { idOf, type ResourceItem } from './named-items.ts';

/**
 * Assignments of one resource are added up. People and plant are those present at a time as the file says, else the
 * hours (of a started activity, the remaining ones) divided by the working hours of the task. Materials are totals.
 * @param hoursFrom returns the working hours from a time to the finish of the task; 0 if there are none
 * @param kinds by the name of a resource, else by its type; costs are left out unless they are named
 * @param unknownType is called with each type that the mapping does not name
 */
export function taskResources(
  { assignments, start, remainingStart }: Activity,
  {
    kinds,
    hoursFrom,
  }: {
    readonly kinds: Readonly<Record<string, ResourceKind>>;
    readonly hoursFrom: (time: LocalDateTime | undefined) => number;
  },
  unknownType: (type: string) => void,
): Readonly<Record<'labour' | 'plant' | 'materials', readonly ResourceItem[] | undefined>> {
  const found = new Map<ResourceKind, Map<string, Assignment>>();
  const needsHours = assignments.some(({ atOnce: named }) => named === undefined);
  const hoursOfAll = needsHours ? hoursFrom(start) : 0;
  const hoursOfRest = needsHours && remainingStart !== undefined ? hoursFrom(remainingStart) : undefined;
  const atOnce = ({ quantity, remaining, atOnce: named, peak = 1 }: Assignment): number | undefined => {
    if (named !== undefined) return named * peak;
    const isRest = hoursOfRest !== undefined && remaining !== undefined;
    const [hours, working] = isRest ? [remaining, hoursOfRest] : [quantity, hoursOfAll];
    return hours === undefined || working === 0 ? undefined : (hours / working) * peak;
  };
  for (const assignment of assignments) {
    const { resourceKey, resourceType } = assignment;
    const kind = resourceKindOf(assignment, kinds);
    if (kind === undefined) unknownType(resourceType);
    if (kind === undefined || kind === 'skip') continue;
    const isDone = remainingStart !== undefined && assignment.remaining === 0;
    if (isDone && kind !== 'materials') continue;
    const items = getOrInsert(found, kind, () => new Map());
    const quantity = kind === 'materials' ? assignment.quantity : atOnce(assignment);
    const known = items.get(resourceKey);
    const sum = known?.quantity === undefined ? quantity : known.quantity + (quantity ?? 0);
    items.set(resourceKey, { ...(known ?? assignment), quantity: sum });
  }
  const each = (kind: ResourceKind, shown: (quantity: number) => number) => {
    const items = found.get(kind);
    return (
      items &&
      Array.from(
        items.values(),
        ({ resourceKey, name, quantity, unit }): ResourceItem => ({
          id: idOf(resourceKey),
          name: name ?? resourceKey,
          ...(quantity !== undefined && { quantity: shown(quantity) }),
          ...(kind === 'materials' && unit !== undefined && { unit }),
        }),
      )
    );
  };
  return {
    labour: each('labour', tenths),
    plant: each('plant', tenths),
    materials: each('materials', rounded),
  };
}

export function resourceKindOf(
  { name = '', resourceType }: { readonly name?: string | undefined; readonly resourceType: string },
  kinds: Readonly<Record<string, ResourceKind>>,
): ResourceKind | undefined {
  const named = [name, resourceType].find((key) => Object.hasOwn(kinds, key));
  if (named !== undefined) return kinds[named];
  return resourceType === 'cost' ? 'skip' : undefined;
}

/** One decimal, as a sheet can show; anybody present is at least 0.1. */
function tenths(people: number): number {
  return people > 0 ? Math.max(0.1, Math.round(people * 10) / 10) : 0;
}

export type RelatedTask = {
  readonly id: string;
  readonly name: string | undefined;
  readonly lag: number;
  readonly relation: 'predecessor' | 'successor';
  readonly type: Link['type'];
};

/**
 * Both sides of every link between two tasks, by activity key.
 * @param hoursPerDay hours of a day for the lag between two activities
 * @param leftOut is called for each predecessor that is not a task
 */
export function relatedTasks(
  tasks: readonly ChosenActivity[],
  hoursPerDay: (predecessor: Activity, successor: Activity) => number,
  leftOut: (task: ChosenActivity) => void,
): ReadonlyMap<string, readonly RelatedTask[]> {
  const byKey = new Map(tasks.map((task) => [task.activity.key, task]));
  const found = new Map<string, RelatedTask[]>();
  const relatedTo = (key: string) => getOrInsert(found, key, (): RelatedTask[] => []);
  for (const task of tasks) {
    const { id, name, activity } = task;
    for (const { predecessorKey, type, lagHours } of activity.predecessors) {
      const predecessor = byKey.get(predecessorKey);
      if (predecessor === undefined) {
        leftOut(task);
        continue;
      }
      const lag = rounded(lagHours / hoursPerDay(predecessor.activity, activity));
      const { id: itsId, name: itsName } = predecessor;
      relatedTo(activity.key).push({ id: itsId, name: itsName, lag, relation: 'predecessor', type });
      relatedTo(predecessorKey).push({ id, name, lag, relation: 'successor', type });
    }
  }
  return found;
}
