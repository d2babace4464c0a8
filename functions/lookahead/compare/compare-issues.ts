/**
 * What changed between two pulls, task by task id, window aside: over the tasks of this lookahead's selection
 * and of the previous issue's.
 */
import type { Task } from '../../planning/contract/resources.ts';
import type { FirstPlanned, ShiftSlot } from '../lookahead.ts';
import type { Selected } from '../select/selection.ts';
import { type NeedItem, needName, needText } from '../tasks/needs.ts';
import type { Dates } from '../tasks/planned-task.ts';
import type { ReadPull, ReadTask } from '../tasks/read-task.ts';
import { firstShown, wordKey } from '../text/clean-text.ts';
import { compareText } from '../text/natural-order.ts';
import { datesText, dayAndYearText, tidy } from '../text/wording.ts';
import { type Change, type ChangeKind, type Changes, changeKinds } from './changes.ts';
import { slipOf } from './slip.ts';

/** A change with what its place in the list and in an audience's cut is decided by. */
export type FoundChange = {
  readonly change: Change;
  readonly refKey: string;
  readonly now: Task | undefined;
  readonly before: Task | undefined;
};

type Sides = { readonly now: ReadTask | undefined; readonly before: ReadTask | undefined };
type Said = Pick<Change, 'kind' | 'from' | 'to'> & { readonly days?: number };
type Range = ReadPull['pull']['range'];

/** A task without dates is in sight of any pull. */
function inSight(dates: Dates | undefined, range: Range): boolean {
  return dates === undefined || (dates.start <= range.last && dates.finish >= range.first);
}

/** Later above 0: by the finish where it moved, else by the start. */
function movedBy(now: Dates, before: Dates): number {
  return now.finish - before.finish || now.start - before.start;
}

function moved(now: ReadTask, before: ReadTask): readonly Said[] {
  if (now.dates?.start === before.dates?.start && now.dates?.finish === before.dates?.finish) return [];
  const said: Said = { kind: 'moved', from: '', to: '' };
  if (now.dates === undefined || before.dates === undefined) return [said];
  return [{ ...said, days: movedBy(now.dates, before.dates) }];
}

function status(now: ReadTask, before: ReadTask): readonly Said[] {
  const unchanged =
    now.status.kind === before.status.kind &&
    (now.status.kind !== 'other' || wordKey(now.status.text) === wordKey(before.status.text));
  if (unchanged) return [];
  const kind = now.status.kind === 'complete' ? 'finished' : 'status';
  return [{ kind, from: before.status.text, to: now.status.text }];
}

/** Quantities by kind of resource, name and unit, with the text of each. */
function resourcesOf(
  task: Task,
): ReadonlyMap<string, { readonly quantity: number | undefined; readonly text: string }> {
  const found = new Map<string, { readonly quantity: number | undefined; readonly text: string }>();
  const kinds: readonly (readonly [string, readonly NeedItem[] | undefined])[] = [
    ['labour', task.labour],
    ['plant', task.plant],
    ['materials', task.materials],
  ];
  for (const [kind, items] of kinds) {
    for (const item of items ?? []) {
      const key = `${kind} ${needName(item).toLowerCase()} ${firstShown(item.unit).toLowerCase()}`;
      const earlier = found.get(key)?.quantity;
      const both = earlier === undefined ? item.quantity : tidy(earlier + (item.quantity ?? 0));
      found.set(key, { quantity: both, text: needText({ ...item, quantity: both }) });
    }
  }
  return found;
}

function sameItems(a: readonly NeedItem[] | undefined, b: readonly NeedItem[] | undefined): boolean {
  if (a?.length !== b?.length) return (a?.length ?? 0) === (b?.length ?? 0);
  return (a ?? []).every((item, index) => {
    const other = b?.[index];
    return item.name === other?.name && item.quantity === other?.quantity && item.unit === other?.unit;
  });
}

/** Whether two tasks carry the same items in the same order: most do, and need no closer look. */
function sameResources(a: Task, b: Task): boolean {
  return sameItems(a.labour, b.labour) && sameItems(a.plant, b.plant) && sameItems(a.materials, b.materials);
}

/** In words, of what differs alone: from `8 operatives · 1 rig` to `10 operatives`. */
function resources(now: ReadTask, before: ReadTask): readonly Said[] {
  if (sameResources(now.source, before.source)) return [];
  const present = resourcesOf(now.source);
  const past = resourcesOf(before.source);
  const differing = [...new Set([...past.keys(), ...present.keys()])].filter(
    (key) => !past.has(key) || !present.has(key) || past.get(key)?.quantity !== present.get(key)?.quantity,
  );
  if (differing.length === 0) return [];
  const textOf = (side: typeof past) => differing.flatMap((key) => side.get(key)?.text ?? []).join(' · ');
  return [{ kind: 'resources', from: textOf(past), to: textOf(present) }];
}

function owner(now: ReadTask, before: ReadTask): readonly Said[] {
  const present = now.owner;
  const past = before.owner;
  const bothById = present?.id !== undefined && past?.id !== undefined;
  const same = bothById ? present.id === past.id : present?.name === past?.name;
  return same ? [] : [{ kind: 'owner', from: past?.name ?? '', to: present?.name ?? '' }];
}

function name(now: ReadTask, before: ReadTask): readonly Said[] {
  return now.name === before.name ? [] : [{ kind: 'name', from: before.name, to: now.name }];
}

/**
 * Added is a task that the earlier pull did not have although its dates were in that pull's range, else it only
 * came into sight; removed is one that today's pull does not have, by the same measure.
 */
function sayings(
  { now, before }: Sides,
  ranges: { readonly now: Range; readonly before: Range },
): readonly Said[] {
  if (now === undefined) {
    if (before === undefined || !inSight(before.dates, ranges.now)) return [];
    const to = `not in the plan any more, or moved beyond ${dayAndYearText(ranges.now.last)}`;
    return [{ kind: 'removed', from: datesText(before.dates), to }];
  }
  if (before === undefined) {
    return inSight(now.dates, ranges.before) ? [{ kind: 'added', from: '', to: datesText(now.dates) }] : [];
  }
  return [moved, status, resources, owner, name].flatMap((compare) => compare(now, before));
}

const kindRanks: ReadonlyMap<ChangeKind, number> = new Map(changeKinds.map((kind, index) => [kind, index]));

function compareChanges(a: FoundChange, b: FoundChange): number {
  const startOf = ({ change }: FoundChange) => (change.toDates ?? change.fromDates)?.start ?? Infinity;
  return (
    (kindRanks.get(a.change.kind) ?? 0) - (kindRanks.get(b.change.kind) ?? 0) ||
    compareStarts(startOf(a), startOf(b)) ||
    compareText(a.refKey, b.refKey) ||
    compareText(a.change.taskId, b.change.taskId)
  );
}

/** Infinity less Infinity is no number. */
function compareStarts(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

/** All changes of the whole report, by kind, then start. */
export function compareIssues(
  now: { readonly pull: ReadPull; readonly selected: readonly Selected[] },
  before: { readonly pull: ReadPull; readonly selected: readonly Selected[] },
  firstPlanned: FirstPlanned,
): readonly FoundChange[] {
  const slots = new Map<string, ShiftSlot>();
  for (const { read, slot } of [...before.selected, ...now.selected]) slots.set(read.id, slot);
  const ranges = { now: now.pull.pull.range, before: before.pull.pull.range };
  const found: FoundChange[] = [];
  for (const [id, shift] of slots) {
    const sides: Sides = { now: now.pull.byId.get(id), before: before.pull.byId.get(id) };
    const shown = sides.now ?? sides.before;
    if (shown === undefined) continue;
    for (const { kind, from, to, days } of sayings(sides, ranges)) {
      const change: Change = {
        kind,
        taskId: shown.id,
        taskRef: shown.ref,
        taskName: shown.name,
        shift,
        subcontractor: shown.subcontractor?.name ?? '',
        owner: shown.owner?.name ?? '',
        from,
        to,
        fromDates: sides.before?.dates,
        toDates: sides.now?.dates,
        days,
        slip: sides.now === undefined ? undefined : slipOf(sides.now, firstPlanned),
      };
      found.push({ change, refKey: shown.refKey, now: sides.now?.source, before: sides.before?.source });
    }
  }
  return found.sort(compareChanges);
}

export function countChanges(list: readonly Change[]): Changes {
  const counts: Record<ChangeKind, number> = {
    added: 0,
    removed: 0,
    moved: 0,
    finished: 0,
    status: 0,
    resources: 0,
    owner: 0,
    name: 0,
  };
  for (const { kind } of list) counts[kind] += 1;
  return { list, counts };
}
