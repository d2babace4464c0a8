/**
 * The table of gaps: what the plan leaves out about a task. Gaps do not make a task unready; the planner fills them.
 */

import type { Day } from '#base/day.ts';
import { firstNonBlank } from '#base/text/one-line.ts';
import { datesText, dayText } from '#lookahead/dates/day-text.ts';
import { countWorkingDays, isWorkingDay } from '#lookahead/dates/working-days.ts';
import { needName } from '#lookahead/tasks/needs.ts';
import { hasReadDates } from '#lookahead/tasks/overdue.ts';
import {
  type Named,
  namedKey,
  namedOf,
  ownerFirst,
  type ReadPull,
  type ReadTask,
} from '#lookahead/tasks/read-task.ts';
import { relatedName, relationCode } from '#lookahead/tasks/relations.ts';
import type { Link } from './predecessors.ts';

/** The words of a gap beside `?`, and its details: empty if the word says it all. */
type Missing = { readonly word: string; readonly detail: string };

type GapRule = {
  readonly heading: string;
  readonly find: (of: Linked, now: GapData) => Missing | undefined;
  readonly ask: (task: ReadTask) => Named | undefined;
};

/** The first is shown beside `?`. Each can be switched off by name in the configuration. */
const gapTable = {
  'cancelled-predecessor': {
    heading: 'Predecessor cancelled: replan',
    find: cancelledPredecessor,
    ask: ownerFirst,
  },
  'no-labour': { heading: 'No labour', find: noLabour, ask: subcontractorFirst },
  dates: { heading: 'Dates missing, reversed or unreadable', find: unclearDates, ask: ownerFirst },
  'unread-data': { heading: 'Data that could not be read', find: unreadData, ask: ownerFirst },
  'non-working-day': { heading: 'Start or finish on a day off', find: dayOff, ask: ownerFirst },
  'no-subcontractor': {
    heading: 'No subcontractor',
    find: ({ task }) => (task.subcontractor ? undefined : onlyWord('no subcontractor')),
    ask: ownerFirst,
  },
  'no-location': {
    heading: 'No location',
    find: ({ task }) => (namedOf(task.source.location) ? undefined : onlyWord('no location')),
    ask: ownerFirst,
  },
  'no-owner': {
    heading: 'No owner',
    find: ({ task }) => (task.owner ? undefined : onlyWord('no owner')),
    ask: subcontractorFirst,
  },
  'no-name': {
    heading: 'No name',
    find: ({ task }) => (firstNonBlank(task.source.name) === '' ? onlyWord('no name') : undefined),
    ask: ownerFirst,
  },
  'material-without-daily-figures': {
    heading: 'Material without daily figures',
    find: materialWithoutDays,
    ask: subcontractorFirst,
  },
} as const satisfies Readonly<Record<string, GapRule>>;

export type GapKind = keyof typeof gapTable;
export const gapKinds = Object.keys(gapTable).filter((kind): kind is GapKind => kind in gapTable);
const rules: Readonly<Record<GapKind, GapRule>> = gapTable;

export type Gap = Missing & { readonly kind: GapKind; readonly ask: Named | undefined };

type Linked = { readonly task: ReadTask; readonly links: readonly Link[] };
type Material = NonNullable<ReadTask['source']['materials']>[number];
type GapData = {
  readonly reportDay: Day;
  readonly shareWithLabour: LabourShares;
  readonly unread: ReadonlyMap<string, readonly string[]>;
};

export function gapHeading(kind: GapKind): string {
  return rules[kind].heading;
}

export function gapFinder(off: readonly GapKind[], now: GapData): (of: Linked) => readonly Gap[] {
  const wanted = gapKinds.filter((kind) => !off.includes(kind)).map((kind) => ({ kind, ...rules[kind] }));
  return (of) => {
    const found: Gap[] = [];
    for (const { kind, find, ask } of wanted) {
      const missing = find(of, now);
      if (missing) found.push({ kind, ...missing, ask: ask(of.task) });
    }
    return found;
  };
}

function onlyWord(word: string): Missing {
  return { word, detail: '' };
}

function subcontractorFirst({ owner, subcontractor }: ReadTask): Named | undefined {
  return subcontractor ?? owner;
}

type LabourShares = ReadonlyMap<string, { readonly tasks: number; readonly withLabour: number }>;

/** Days around the report day whose tasks show whether a subcontractor names labour: every usual pull has them. */
const daysOfHabit = 28;

function showsHabit({ dates, milestone }: ReadTask, reportDay: Day): boolean {
  const isNear =
    dates !== undefined && dates.start <= reportDay + daysOfHabit && dates.finish >= reportDay - daysOfHabit;
  return isNear && !milestone;
}

/** Checks the same days in all reports, so that they agree on a task however many weeks each one reads. */
export function labourShares({ tasks }: ReadPull, reportDay: Day): LabourShares {
  const shares = new Map<string, { tasks: number; withLabour: number }>();
  for (const task of tasks) {
    if (task.subcontractor === undefined || !showsHabit(task, reportDay)) continue;
    const who = namedKey(task.subcontractor);
    const share = shares.get(who) ?? { tasks: 0, withLabour: 0 };
    share.tasks += 1;
    if (hasLabour(task)) share.withLabour += 1;
    shares.set(who, share);
  }
  return shares;
}

/** A labour item without a quantity is labour. */
function hasLabour({ source }: ReadTask): boolean {
  return (source.labour?.length ?? 0) > 0;
}

/** Only a gap if the subcontractor names labour for at least half of its other tasks near the report day. */
function noLabour({ task }: Linked, { shareWithLabour, reportDay }: GapData): Missing | undefined {
  if (task.milestone || hasLabour(task)) return undefined;
  const share = task.subcontractor && shareWithLabour.get(namedKey(task.subcontractor));
  const others = (share?.tasks ?? 0) - Number(showsHabit(task, reportDay));
  return share && others > 0 && share.withLabour * 2 >= others ? onlyWord('no labour') : undefined;
}

function unclearDates({ task: { dates, marks } }: Linked): Missing | undefined {
  if (marks.includes('dates reversed')) return onlyWord('dates reversed');
  if (marks.includes('date unreadable')) return onlyWord('date unreadable');
  return dates === undefined ? onlyWord('no dates') : undefined;
}

function unreadData({ task, links }: Linked, { unread }: GapData): Missing | undefined {
  const details = [
    ...(unread.get(task.id) ?? []),
    ...links.flatMap(({ predecessor }) => (hasReadDates(predecessor) ? [] : [`dates of ${predecessor.ref}`])),
  ];
  return details.length === 0 ? undefined : { word: 'data not read', detail: details.join(', ') };
}

/** Only of work that is still to start or finish on that day. Days off inside a bar are expected. */
function dayOff({ task }: Linked, { reportDay }: GapData): Missing | undefined {
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

function materialWithoutDays({ task: { source } }: Linked): Missing | undefined {
  if (!source.materials?.some(isWithoutDays)) return undefined;
  const names = new Set(source.materials.filter(isWithoutDays).map(needName));
  return { word: 'no material dates', detail: [...names].join(', ') };
}

function isWithoutDays({ quantity, dailyPlanned }: Material): boolean {
  return quantity !== 0 && !dailyPlanned?.some((daily) => daily.quantity !== undefined);
}

function cancelledPredecessor({ links }: Linked): Missing | undefined {
  const first = links.find(isCancelled);
  if (first === undefined) return undefined;
  const words = ({ relation }: Link) =>
    `${relatedName(relation)} (${relationCode(relation.type, relation.lag)})`;
  const detail = links.filter(isCancelled).map(words).join(', ');
  return { word: `replan, ${first.relation.label} cancelled`, detail };
}

function isCancelled({ predecessor }: Link): boolean {
  return predecessor.status.kind === 'cancelled';
}
