import { getOrInsert } from '#base/get-or-insert.ts';
import type { Activity, ActivityLink, Assignment, LocalDateTime } from '#programme/programme.ts';
import { roundedToHundredths } from '#programme/readers/local-date-time.ts';
import type { ActivityToImport, MappingReportBuilder } from './import-report.ts';
import type { ResourceKind } from './mapping.ts';
import { idFromValue } from './named-items.ts';

/**
 * Adds up the assignments of each resource. For people and plant, the quantity is the number present at a time: as
 * given in the file, else the hours divided by the working hours of the task (in a started activity, the remaining
 * hours by the working hours that are left); `peakToMean` turns it into the peak. For materials, it is the total.
 * People and plant with no remaining hours in a started activity are left out.
 * @param kinds by the name of a resource, else by its type; costs are left out unless they are named
 * @param hoursFrom returns the working hours from a time to the finish of the task; 0 if there are none
 * @param unknownType is called with each type that the mapping does not name
 */
export function taskResources(
  { assignments, start, remainingStart }: Pick<Activity, 'assignments' | 'start' | 'remainingStart'>,
  kinds: ResourceKinds,
  hoursFrom: (time: LocalDateTime | undefined) => number,
  unknownType: (type: string) => void,
) {
  const found = new Map<ResourceKind, Map<string, Assignment>>();
  const atOnce = ({
    quantity,
    remaining,
    countAtOnce: named,
    peakToMean = 1,
  }: Assignment): number | undefined => {
    if (named !== undefined) return named * peakToMean;
    const isRest = remainingStart !== undefined && remaining !== undefined;
    const hours = isRest ? remaining : quantity;
    const working = hours === undefined ? 0 : hoursFrom(isRest ? remainingStart : start);
    return hours === undefined || working === 0 ? undefined : (hours / working) * peakToMean;
  };
  for (const assignment of assignments) {
    const { resourceKey, resourceType } = assignment;
    const kind = resourceKindOf(assignment, kinds);
    if (kind === undefined) unknownType(resourceType);
    if (kind === undefined || kind === 'skip') continue;
    const isMaterial = kind === 'materials';
    if (remainingStart !== undefined && assignment.remaining === 0 && !isMaterial) continue;
    const items = getOrInsert(found, kind, () => new Map());
    const quantity = isMaterial ? assignment.quantity : atOnce(assignment);
    const known = items.get(resourceKey);
    const sum = known?.quantity === undefined ? quantity : known.quantity + (quantity ?? 0);
    items.set(resourceKey, { ...(known ?? assignment), quantity: sum });
  }
  const itemsOf = (kind: ResourceKind, shown: (quantity: number) => number) => {
    const items = found.get(kind)?.values();
    return (
      items &&
      Array.from(items, ({ resourceKey, name = resourceKey, quantity, unit }) => ({
        id: idFromValue(resourceKey),
        name,
        quantity: quantity && shown(quantity),
        unit: kind === 'materials' ? unit : undefined,
      }))
    );
  };
  return {
    labour: itemsOf('labour', tenths),
    plant: itemsOf('plant', tenths),
    materials: itemsOf('materials', roundedToHundredths),
  };
}

type ResourceKinds = Readonly<Record<string, ResourceKind>>;

/** Kinds of the resource types that a mapping need not name: those of the columns of tables, and costs. */
const defaultResourceKinds: ReadonlyMap<string, ResourceKind> = new Map([
  ['labour', 'labour'],
  ['plant', 'plant'],
  ['materials', 'materials'],
  ['cost', 'skip'],
]);

export function resourceKindOf(
  { name = '', resourceType }: Pick<Assignment, 'resourceType'> & { readonly name?: string | undefined },
  kinds: ResourceKinds,
): ResourceKind | undefined {
  const named = [name, resourceType].find((key) => Object.hasOwn(kinds, key));
  return named === undefined ? defaultResourceKinds.get(resourceType) : kinds[named];
}

/** Rounds to one decimal, as a sheet shows it. If anybody is present, the result is at least 0.1. */
function tenths(people: number): number {
  return people > 0 ? Math.max(0.1, Math.round(people * 10) / 10) : 0;
}

export type RelatedTask = {
  readonly id: string;
  readonly name: string | undefined;
  readonly lag: number;
  readonly relation: 'predecessor' | 'successor';
  readonly type: ActivityLink['type'];
};

/**
 * Both sides of each link between two tasks, by activity key.
 * @param hoursPerDay returns how many working hours count as one day of lag between two activities
 */
export function relatedTasks(
  tasks: readonly ActivityToImport[],
  linksOf: (task: ActivityToImport) => readonly ActivityLink[],
  hoursPerDay: (predecessor: Activity, successor: Activity) => number,
  report: MappingReportBuilder,
): ReadonlyMap<string, readonly RelatedTask[]> {
  const byKey = new Map(tasks.map((task) => [task.activity.key, task]));
  const found = new Map<string, RelatedTask[]>();
  const relatedTo = (key: string) => getOrInsert(found, key, (): RelatedTask[] => []);
  for (const task of tasks) {
    const { id, name, activity } = task;
    for (const { predecessorKey, type, lagHours } of linksOf(task)) {
      const predecessor = byKey.get(predecessorKey);
      if (predecessor === undefined) {
        const problem = 'a predecessor does not become a task, and is left out';
        report.changedActivity(task, problem, `Links of activities: ${problem}`);
        continue;
      }
      const lag = roundedToHundredths(lagHours / hoursPerDay(predecessor.activity, activity));
      const { id: itsId, name: itsName } = predecessor;
      relatedTo(activity.key).push({ id: itsId, name: itsName, lag, relation: 'predecessor', type });
      relatedTo(predecessorKey).push({ id, name, lag, relation: 'successor', type });
    }
  }
  return found;
}
