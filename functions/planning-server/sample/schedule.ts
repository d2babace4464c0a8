/** The trains' steps as dated tasks, linked within each train and from train to train. */
import type { PlannedTrain } from './plan-trains.ts';
import { type Random, randomStream } from './random.ts';
import type { RelationType } from './sample-project.ts';
import { spansOf } from './spans.ts';
import type { Activity, CalendarType } from './work/work-train.ts';
import { addWorkingDays, workingDaysBetween } from './working-days.ts';

export type Link = {
  readonly from: number;
  readonly to: number;
  readonly type: RelationType;
  readonly lag: number;
};

export type ScheduledTask = {
  /** Position among all tasks. */
  readonly at: number;
  readonly train: PlannedTrain;
  readonly activity: Activity;
  readonly name: string;
  /** Day numbers; finish inclusive. */
  readonly start: number;
  readonly finish: number;
  readonly duration: number;
};

export function schedule(
  trains: readonly PlannedTrain[],
  seed: number,
): { readonly tasks: readonly ScheduledTask[]; readonly links: readonly Link[] } {
  const tasks: ScheduledTask[] = [];
  const links: Link[] = [];
  for (const train of trains) {
    const first = tasks.length;
    const { calendar } = train.work;
    spansOf(train.work, train.days).forEach((span, step) => {
      const activity = train.work.activities[step];
      if (!activity || step >= train.steps) return;
      const duration = train.days[step] ?? 1;
      const start = addWorkingDays(train.begins, span.start, calendar);
      const finish = addWorkingDays(start, Math.max(1, duration) - 1, calendar);
      tasks.push({
        at: first + step,
        train,
        activity,
        name: nameOf(activity, train),
        start,
        finish,
        duration,
      });
      if (span.after) {
        const { step: before, type, lag } = span.after;
        links.push({ from: first + before, to: first + step, type, lag });
      }
    });
  }
  links.push(...linksBetweenTrains(tasks, randomStream(seed, 'links')));
  return { tasks, links };
}

function nameOf(activity: Activity, { place }: PlannedTrain): string {
  const piles = `P${place.firstPile}–P${place.firstPile + 15}`;
  const what = activity.name
    .replace('{piles}', piles)
    .replace('{grid}', place.grid)
    .replace('{rooms}', place.rooms);
  return `${what}, ${place.phrase}`;
}

/** The works, by code, that a work waits for. */
const precursors: Readonly<Record<string, readonly string[]>> = {
  CAP: ['PIL'],
  RFT: ['CAP', 'DEW'],
  RCW: ['RFT', 'CAP'],
  SLB: ['COL', 'SLB'],
  COL: ['SLB', 'COL'],
  COR: ['COR', 'TCR'],
  STR: ['SLB', 'COR'],
  STL: ['COR', 'SLB'],
  CWL: ['SLB', 'CWL'],
  BRK: ['SCF', 'BRK'],
  WIN: ['BRK', 'WIN'],
  ROF: ['STL', 'ROF'],
  MEC: ['SLB', 'MEC'],
  ELE: ['MEC', 'ELE'],
  PHS: ['SLB', 'PHS'],
  SPR: ['MEC', 'SPR'],
  LFT: ['STR', 'COR'],
  PLT: ['ROF', 'STL'],
  PAR: ['MEC', 'PHS', 'WIN', 'PAR'],
  CLG: ['PAR', 'ELE', 'SPR'],
  FLR: ['PAR', 'TIL'],
  JOI: ['DEC', 'FLR', 'JOI'],
  TIL: ['PAR', 'PHS', 'TIL'],
  KIT: ['TIL', 'FLR'],
  DEC: ['PAR', 'CLG', 'DEC'],
  SNG: ['DEC', 'KIT', 'JOI'],
  COM: ['ELE', 'MEC'],
  PAV: ['DRN', 'UTL'],
  SFT: ['PAV'],
  UTL: ['RDX', 'DRN'],
  SCF: ['SCF'],
};

type Finishing = ReadonlyMap<string, readonly ScheduledTask[]>;

/** A train's first step waits for something before it, and now and then a later step does too. */
function linksBetweenTrains(tasks: readonly ScheduledTask[], random: Random): Link[] {
  const finishing: Finishing = Map.groupBy(tasks, ({ train, finish }) =>
    finishKey(train, train.work.code, finish),
  );
  return tasks.flatMap((task) => {
    const opensTrain = task.activity === task.train.work.activities[0];
    if (task.duration === 0 || !random.chance(opensTrain ? 0.7 : 0.1)) return [];
    // One in fifteen waits for work that is planned to end after it begins: what a readiness check is for.
    const away = random.chance(1 / 15) ? [0, 1, 2, 3] : [-1, -2, -3, -4, -5, -6, -7, -8, -9, -10, -11, -12];
    const before = nearestPrecursor(task, away, finishing);
    return before
      ? [{ from: before.at, to: task.at, type: 'finish-start' as const, lag: lagFor(before, task, random) }]
      : [];
  });
}

/** The one nearest in the building; it has to begin before the task does, so that no circle can close. */
function nearestPrecursor(task: ScheduledTask, away: readonly number[], finishing: Finishing) {
  const { train, start } = task;
  let nearest: ScheduledTask | undefined;
  for (const code of precursors[train.work.code] ?? []) {
    for (const days of away) {
      for (const other of finishing.get(finishKey(train, code, start + days)) ?? []) {
        if (other.train === train || other.start >= start || other.duration === 0) continue;
        if (!nearest || storeysApart(other, task) < storeysApart(nearest, task)) nearest = other;
      }
    }
  }
  return nearest && storeysApart(nearest, task) <= 0.35 ? nearest : undefined;
}

function finishKey(train: PlannedTrain, code: string, finish: number): string {
  return `${train.blockAt}/${code}/${finish}`;
}

function storeysApart(one: ScheduledTask, other: ScheduledTask): number {
  return Math.abs(one.train.place.height - other.train.place.height);
}

/** Part of the working days that lie between, so that the lag holds. */
function lagFor(before: ScheduledTask, task: ScheduledTask, random: Random): number {
  const calendar: CalendarType = task.train.work.calendar;
  const between = workingDaysBetween(before.finish + 1, task.start - 1, calendar).length;
  return between > 0 && random.chance(0.3) ? random.int(1, Math.min(2, between)) : 0;
}
