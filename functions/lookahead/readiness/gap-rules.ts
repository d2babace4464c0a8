/**
 * The table of gaps: what the plan leaves out about a task. Gaps do not make a task unready; the planner fills them.
 */

import type { Day } from '#base/day.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import { datesText, dayText } from '#lookahead/dates/day-text.ts';
import { countWorkingDays, isWorkingDay } from '#lookahead/dates/working-days.ts';
import { hasReadableDates } from '#lookahead/tasks/overdue.ts';
import {
  type InterpretedPull,
  type InterpretedTask,
  type NamedReference,
  namedReferenceKey,
  namedReferenceOf,
  ownerOrSubcontractor,
} from '#lookahead/tasks/read-task.ts';
import { relatedTaskName, relationCode } from '#lookahead/tasks/relations.ts';
import { resourceNeedName } from '#lookahead/tasks/resource-items.ts';
import type { PredecessorLink } from './predecessors.ts';

/** The text of a gap beside the mark `?`, and its details: empty if the text says it all. */
type GapWords = { readonly word: string; readonly detail: string };

type GapRule = {
  readonly heading: string;
  readonly find: (of: Linked, now: GapData) => GapWords | undefined;
  readonly ask: (task: InterpretedTask) => NamedReference | undefined;
};

/**
 * The rules; the first gap found is shown beside the mark `?`. Each can be switched off by name in the configuration.
 */
const gapTable = {
  'cancelled-predecessor': {
    heading: 'Predecessor cancelled: replan',
    find: findCancelledPredecessor,
    ask: ownerOrSubcontractor,
  },
  'no-labour': { heading: 'No labour', find: findNoLabour, ask: subcontractorOrOwner },
  dates: {
    heading: 'Dates missing, reversed or unreadable',
    find: findUnclearDates,
    ask: ownerOrSubcontractor,
  },
  'unread-data': { heading: 'Data that could not be read', find: findUnreadData, ask: ownerOrSubcontractor },
  'non-working-day': { heading: 'Start or finish on a day off', find: findDayOff, ask: ownerOrSubcontractor },
  'no-subcontractor': {
    heading: 'No subcontractor',
    find: ({ task }) => (task.subcontractor ? undefined : onlyWord('no subcontractor')),
    ask: ownerOrSubcontractor,
  },
  'no-location': {
    heading: 'No location',
    find: ({ task }) => (namedReferenceOf(task.source.location) ? undefined : onlyWord('no location')),
    ask: ownerOrSubcontractor,
  },
  'no-owner': {
    heading: 'No owner',
    find: ({ task }) => (task.owner ? undefined : onlyWord('no owner')),
    ask: subcontractorOrOwner,
  },
  'no-name': {
    heading: 'No name',
    find: ({ task }) => (firstNonBlank(task.source.name) === '' ? onlyWord('no name') : undefined),
    ask: ownerOrSubcontractor,
  },
  'material-without-daily-figures': {
    heading: 'Material without daily figures',
    find: findMaterialWithoutDays,
    ask: subcontractorOrOwner,
  },
} as const satisfies Readonly<Record<string, GapRule>>;

export type GapKind = keyof typeof gapTable;
export const gapKinds = Object.keys(gapTable).filter((kind): kind is GapKind => kind in gapTable);
const rules: Readonly<Record<GapKind, GapRule>> = gapTable;

export type DataGap = GapWords & { readonly kind: GapKind; readonly ask: NamedReference | undefined };

type Linked = { readonly task: InterpretedTask; readonly links: readonly PredecessorLink[] };
type Material = NonNullable<InterpretedTask['source']['materials']>[number];
type GapData = {
  readonly reportDay: Day;
  readonly shareWithLabour: LabourShares;
  readonly unread: ReadonlyMap<string, readonly string[]>;
};

export function gapHeading(kind: GapKind): string {
  return rules[kind].heading;
}

export function createGapFinder(off: readonly GapKind[], now: GapData): (of: Linked) => readonly DataGap[] {
  const wanted = gapKinds.filter((kind) => !off.includes(kind)).map((kind) => ({ kind, ...rules[kind] }));
  return (of) => {
    const found: DataGap[] = [];
    for (const { kind, find, ask } of wanted) {
      const missing = find(of, now);
      if (missing) found.push({ kind, ...missing, ask: ask(of.task) });
    }
    return found;
  };
}

function onlyWord(word: string): GapWords {
  return { word, detail: '' };
}

function subcontractorOrOwner({ owner, subcontractor }: InterpretedTask): NamedReference | undefined {
  return subcontractor ?? owner;
}

type LabourShares = ReadonlyMap<string, { readonly tasks: number; readonly withLabour: number }>;

/**
 * Number of days before and after the report day. Tasks in these days show whether a subcontractor names labour; every
 * usual pull covers them.
 */
const labourHabitDays = 28;

function countsForLabourShare({ dates, milestone }: InterpretedTask, reportDay: Day): boolean {
  const isNear =
    dates !== undefined &&
    dates.start <= reportDay + labourHabitDays &&
    dates.finish >= reportDay - labourHabitDays;
  return isNear && !milestone;
}

/**
 * How many tasks of each subcontractor have labour. The same days count in all reports, so that these agree on a task,
 * however many weeks each one reads.
 */
export function countLabourTasksBySubcontractor({ tasks }: InterpretedPull, reportDay: Day): LabourShares {
  const shares = new Map<string, { tasks: number; withLabour: number }>();
  for (const task of tasks) {
    if (task.subcontractor === undefined || !countsForLabourShare(task, reportDay)) continue;
    const who = namedReferenceKey(task.subcontractor);
    const share = shares.get(who) ?? { tasks: 0, withLabour: 0 };
    share.tasks += 1;
    if (hasLabour(task)) share.withLabour += 1;
    shares.set(who, share);
  }
  return shares;
}

/** An item without a quantity counts as labour too. */
function hasLabour({ source }: InterpretedTask): boolean {
  return (source.labour?.length ?? 0) > 0;
}

/**
 * Missing labour is a gap only if the subcontractor names labour for at least half of its other tasks near the report
 * day.
 */
function findNoLabour({ task }: Linked, { shareWithLabour, reportDay }: GapData): GapWords | undefined {
  if (task.milestone || hasLabour(task)) return undefined;
  const share = task.subcontractor && shareWithLabour.get(namedReferenceKey(task.subcontractor));
  const others = (share?.tasks ?? 0) - Number(countsForLabourShare(task, reportDay));
  return share && others > 0 && share.withLabour * 2 >= others ? onlyWord('no labour') : undefined;
}

function findUnclearDates({ task: { dates, marks } }: Linked): GapWords | undefined {
  if (marks.includes('dates reversed')) return onlyWord('dates reversed');
  if (marks.includes('date unreadable')) return onlyWord('date unreadable');
  return dates === undefined ? onlyWord('no dates') : undefined;
}

function findUnreadData({ task, links }: Linked, { unread }: GapData): GapWords | undefined {
  const details = [
    ...(unread.get(task.id) ?? []),
    ...links.flatMap(({ predecessor }) =>
      hasReadableDates(predecessor) ? [] : [`dates of ${predecessor.ref}`],
    ),
  ];
  return details.length === 0 ? undefined : { word: 'data not read', detail: details.join(', ') };
}

/** A start or finish on a day off is a gap only if it is still to come. Days off inside a bar are expected. */
function findDayOff({ task }: Linked, { reportDay }: GapData): GapWords | undefined {
  const { dates, worksOn, status } = task;
  if (dates === undefined) return undefined;
  const isOff = (day: Day) => day >= reportDay && !isWorkingDay(worksOn, day);
  const startsOff = status.kind !== 'started' && isOff(dates.start);
  const finishesOff = isOff(dates.finish);
  if (!startsOff && !finishesOff) return undefined;
  const word = 'day off';
  const hasOnlyDaysOff = startsOff && countWorkingDays(worksOn, dates.start, dates.finish) === 0;
  if (hasOnlyDaysOff && !task.milestone) return { word, detail: `all of ${datesText(dates, reportDay)}` };
  const ends = [
    ...(startsOff ? [`starts ${dayText(dates.start, reportDay)}`] : []),
    ...(finishesOff && dates.finish !== dates.start ? [`finishes ${dayText(dates.finish, reportDay)}`] : []),
  ];
  return { word, detail: ends.join(' and ') };
}

function findMaterialWithoutDays({ task: { source } }: Linked): GapWords | undefined {
  if (!source.materials?.some(isWithoutDays)) return undefined;
  const names = new Set(source.materials.filter(isWithoutDays).map(resourceNeedName));
  return { word: 'no material dates', detail: [...names].join(', ') };
}

function isWithoutDays({ quantity, dailyPlanned }: Material): boolean {
  return quantity !== 0 && !dailyPlanned?.some((daily) => daily.quantity !== undefined);
}

function findCancelledPredecessor({ links }: Linked): GapWords | undefined {
  const first = links.find(isCancelled);
  if (first === undefined) return undefined;
  const words = ({ relation }: PredecessorLink) =>
    `${relatedTaskName(relation)} (${relationCode(relation.type, relation.lag)})`;
  const detail = links.filter(isCancelled).map(words).join(', ');
  return { word: `replan, ${first.relation.label} cancelled`, detail };
}

function isCancelled({ predecessor }: PredecessorLink): boolean {
  return predecessor.status.kind === 'cancelled';
}
