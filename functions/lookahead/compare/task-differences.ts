import type { Day } from '#base/day.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import { datesText, removedTaskText } from '#lookahead/dates/day-text.ts';
import { daysMoved, isInPullRange } from '#lookahead/planned/slip.ts';
import { type InterpretedTask, lastDaySearched, type PullWithoutTasks } from '#lookahead/tasks/read-task.ts';
import { type ResourceItem, resourceItemText, resourceNeedName } from '#lookahead/tasks/resource-items.ts';
import type { Status } from '#lookahead/tasks/status.ts';
import { roundQuantity } from '#lookahead/text/quantity-text.ts';
import { normalizeWord } from '#planning/contract/known-words.ts';
import type { Task } from '#planning/contract/resources.ts';

/** Kinds of change, most consequential first. A task that was added or removed has no other change. */
export const changeKinds = [
  'added',
  'removed',
  'moved',
  'predecessor',
  'finished',
  'status',
  'resources',
  'owner',
  'name',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export type DifferenceTexts = {
  readonly kind: ChangeKind;
  /** The old and the new value in words, for every kind except 'moved'; empty if there is none. */
  readonly from: string;
  readonly to: string;
};

export type TaskDifference = DifferenceTexts & {
  /** Working days by which the finish moved, or else the start; above 0 is later. Only for 'moved'. */
  readonly days?: number;
};

export type TaskVersions = {
  readonly now: InterpretedTask | undefined;
  readonly before: InterpretedTask | undefined;
};

function movedDifference(now: InterpretedTask, before: InterpretedTask): readonly TaskDifference[] {
  const found = daysMoved(now, before);
  if (found === undefined) return [];
  const difference: TaskDifference = { kind: 'moved', from: '', to: '' };
  return [found.days === undefined ? difference : { ...difference, days: found.days }];
}

function statusDifference(now: InterpretedTask, before: InterpretedTask): readonly TaskDifference[] {
  const unchanged =
    now.status.kind === before.status.kind &&
    (now.status.kind !== 'other' || normalizeWord(now.status.text) === normalizeWord(before.status.text));
  if (unchanged) return [];
  const kind = now.status.kind === 'complete' ? 'finished' : 'status';
  return [{ kind, from: statusText(before.status), to: statusText(now.status) }];
}

function statusText({ kind, name, text }: Status): string {
  return name === kind ? text : name;
}

type NeedText = { readonly quantity: number | undefined; readonly text: string };

function resourcesOf(task: Task): ReadonlyMap<string, NeedText> {
  const found = new Map<string, NeedText>();
  const kinds: readonly (readonly [string, readonly ResourceItem[] | undefined])[] = [
    ['labour', task.labour],
    ['plant', task.plant],
    ['materials', task.materials],
  ];
  for (const [kind, items] of kinds) {
    for (const item of items ?? []) {
      const key = `${kind} ${resourceNeedName(item).toLowerCase()} ${firstNonBlank(item.unit).toLowerCase()}`;
      const earlier = found.get(key)?.quantity;
      const both = earlier === undefined ? item.quantity : roundQuantity(earlier + (item.quantity ?? 0));
      found.set(key, { quantity: both, text: resourceItemText({ ...item, quantity: both }) });
    }
  }
  return found;
}

function sameItems(a: readonly ResourceItem[] | undefined, b: readonly ResourceItem[] | undefined): boolean {
  if (a?.length !== b?.length) return (a?.length ?? 0) === (b?.length ?? 0);
  return (a ?? []).every((item, index) => {
    const other = b?.[index];
    return item.name === other?.name && item.quantity === other?.quantity && item.unit === other?.unit;
  });
}

/** Whether two versions of a task list the same items in the same order, as most do: a quick test before comparing. */
function sameResources(a: Task, b: Task): boolean {
  return sameItems(a.labour, b.labour) && sameItems(a.plant, b.plant) && sameItems(a.materials, b.materials);
}

/**
 * Only the items that differ: from `8 × operatives, 1 × rig` to `10 × operatives`. Commas separate items, because ` · `
 * separates changes and a line may break there.
 */
function resourcesDifference(now: InterpretedTask, before: InterpretedTask): readonly TaskDifference[] {
  if (sameResources(now.source, before.source)) return [];
  const present = resourcesOf(now.source);
  const past = resourcesOf(before.source);
  const differing = [...new Set([...past.keys(), ...present.keys()])].filter(
    (key) => !past.has(key) || !present.has(key) || past.get(key)?.quantity !== present.get(key)?.quantity,
  );
  if (differing.length === 0) return [];
  const textOf = (side: typeof past) => differing.flatMap((key) => side.get(key)?.text ?? []).join(', ');
  return [{ kind: 'resources', from: textOf(past), to: textOf(present) }];
}

function ownerDifference(now: InterpretedTask, before: InterpretedTask): readonly TaskDifference[] {
  const present = now.owner;
  const past = before.owner;
  const bothById = present?.id !== undefined && past?.id !== undefined;
  const same = bothById ? present.id === past.id : present?.name === past?.name;
  return same ? [] : [{ kind: 'owner', from: past?.name ?? '', to: present?.name ?? '' }];
}

function nameDifference(now: InterpretedTask, before: InterpretedTask): readonly TaskDifference[] {
  return now.name === before.name ? [] : [{ kind: 'name', from: before.name, to: now.name }];
}

/**
 * The differences of one task. 'added' means that the earlier pull does not have the task although its range covers the
 * dates; outside the range the task may simply not have been read. 'removed' means the same for the current pull.
 */
export function differencesOf(
  { now, before }: TaskVersions,
  context: {
    readonly pulls: { readonly now: PullWithoutTasks; readonly before: PullWithoutTasks };
    readonly reportDay: Day;
  },
): readonly TaskDifference[] {
  const { pulls, reportDay } = context;
  if (now === undefined) {
    if (before === undefined || !isInPullRange(before.dates, pulls.now.range)) return [];
    return [
      {
        kind: 'removed',
        from: datesText(before.dates, reportDay),
        to: removedTaskText(lastDaySearched(pulls.now)),
      },
    ];
  }
  if (before === undefined) {
    return isInPullRange(now.dates, pulls.before.range)
      ? [{ kind: 'added', from: '', to: datesText(now.dates, reportDay) }]
      : [];
  }
  return [movedDifference, statusDifference, resourcesDifference, ownerDifference, nameDifference].flatMap(
    (compare) => compare(now, before),
  );
}
