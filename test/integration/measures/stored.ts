/** Reads the issues of one report from its archive: the input of the oracle, and the figures that the issues stored. */
import type { ObjectStore } from '#archive/object-store.ts';
import { formatDay } from '#base/day.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { Issue, IssueMeasures } from '#runs/store/issue.ts';
import { type RunObjectKeyValues, runPrefix } from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import type { Snapshot } from '#runs/store/snapshot.ts';
import { type Figures, type NamedCounts, type Shares, type Trend, textOf } from './figures.ts';
import { expectedMeasures, type OracleCut, type OracleIssue } from './oracle.ts';
import { dayIn, type OracleRules } from './oracle-tasks.ts';

/** An issue of a report, and the plans of its workbooks, if they are known. */
export type MadeIssue = {
  readonly run: RunObjectKeyValues;
  readonly rendered: readonly Lookahead[];
};

type StoredIssue = {
  readonly issue: Issue;
  readonly of: OracleIssue;
  readonly rendered: readonly Lookahead[];
};

/** The stored issue; undefined if the run made none. */
async function readStored(
  store: ObjectStore,
  { run, rendered }: MadeIssue,
): Promise<StoredIssue | undefined> {
  const at = { run: runPrefix(run) };
  const issue = await objects.issue.read(store, at);
  if (issue === undefined) return undefined;
  const snapshot = await objects.snapshot.readExisting(store, at);
  const record = await objects.planRecord.readExisting(store, at);
  const constraints = record.tasks.map(
    (task) => [task.id, new Map(task.constraints.map(({ kind, ask }) => [kind, nameOf(ask)]))] as const,
  );
  const of = {
    reportDay: snapshot.reportDay,
    window: snapshot.window,
    number: issue.number,
    instant: Date.parse(snapshot.readAt.instant),
    lastReported: lastReported(snapshot),
    range: snapshot.range,
    tasks: snapshot.tasks,
    constraints: new Map(constraints),
    cuts: new Set(issue.workbooks.flatMap(({ audience }) => ('id' in audience ? [audience.id] : []))),
  };
  return { issue, of, rendered };
}

/** The name with the address, because two persons may have the same name. */
function nameOf(ask: { readonly name: string; readonly address?: string } | undefined): string | undefined {
  return ask?.address === undefined ? ask?.name : `${ask.name}, ${ask.address}`;
}

/**
 * A data date with a time covers its own day if the time is 16:00 or later. One without a time covers it if the day is
 * before the report day. Without a data date, the data covers the days before the import or, if nothing was imported,
 * before the tasks were read.
 */
function lastReported({ programme, readAt, reportDay }: Snapshot): number {
  const { dataDate, imported } = programme ?? {};
  if (dataDate === undefined) return (imported?.day ?? readAt.day) - 1;
  const day = dayIn(dataDate.slice(0, 10));
  const hour = dataDate.includes('T') ? Number(dataDate.slice(11, 13)) : undefined;
  const isOver = hour === undefined ? day < reportDay : hour >= 16;
  return isOver ? day : day - 1;
}

function figuresOf({ week, ppc, planned, foresight, lateConstraints: late, finals }: IssueMeasures): Figures {
  const named = (
    counts: readonly { readonly named: string; readonly count: number; readonly of: number }[],
  ) =>
    counts
      .map(({ named: name, count, of }): NamedCounts[number] => [name, count, of])
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    monday: week.first,
    ppc: ppc && sharesOf(ppc),
    finals: finals.map((final) => ({ monday: final.week.first, ...sharesOf(final) })),
    planned,
    foresight: foresight.map(
      ({ weeksBefore, by, anticipated, madeReady, readyOnTime, begun, cancelled }) => ({
        weeksBefore,
        by: { number: by.number, reportDay: by.reportDay, monday: by.window.first },
        anticipated,
        madeReady,
        readyOnTime,
        begun,
        cancelled,
      }),
    ),
    late: late && { count: late.count, of: late.of, byKind: named(late.byKind), byAsk: named(late.byAsk) },
  };
}

function sharesOf({ task, taskDay, finished, dueToFinish }: NonNullable<IssueMeasures['ppc']>): Shares {
  return { task, taskDay, finished, dueToFinish };
}

function trendOf({ ppcWeeks }: Lookahead, weeks: readonly Trend[]): Trend[] {
  return weeks.map(({ monday }) => {
    const found = ppcWeeks.find(({ week }) => week.first === monday);
    return {
      monday,
      task: found?.task,
      taskDay: found?.taskDay,
      anticipated: found?.anticipated,
      madeReady: found?.madeReady,
    };
  });
}

export type ComparedMeasures = {
  issues: number;
  cuts: number;
  figures: number;
  /** Number of cuts in which each measure was not 0. Tests check it, because a comparison of zeros proves nothing. */
  readonly seen: Record<
    'ppc' | 'final' | 'begun' | 'cancelled' | 'readyOnTime' | 'fourWeeks' | 'late',
    number
  >;
  readonly differences: string[];
};

export function nothingCompared(): ComparedMeasures {
  const seen = { ppc: 0, final: 0, begun: 0, cancelled: 0, readyOnTime: 0, fourWeeks: 0, late: 0 };
  return { issues: 0, cuts: 0, figures: 0, seen, differences: [] };
}

function count({ seen }: ComparedMeasures, { ppc, finals, foresight, late }: Figures): void {
  if (ppc?.task) seen.ppc++;
  if (finals.some(({ taskDay }) => taskDay)) seen.final++;
  if (foresight.some(({ begun }) => begun > 0)) seen.begun++;
  if (foresight.some(({ cancelled }) => cancelled > 0)) seen.cancelled++;
  if (foresight.some(({ readyOnTime }) => readyOnTime.count > 0)) seen.readyOnTime++;
  if (foresight.some(({ weeksBefore, madeReady }) => weeksBefore === 4 && madeReady.count > 0)) {
    seen.fourWeeks++;
  }
  if (late !== undefined && late.count > 0) seen.late++;
}

/**
 * Compares every figure that the issues of a report stored with that of the oracle.
 * @param made in the order in which they were made
 */
export async function compareReport(
  store: ObjectStore,
  {
    name,
    made,
    rules,
  }: { readonly name: string; readonly made: readonly MadeIssue[]; readonly rules: OracleRules },
  compared: ComparedMeasures,
): Promise<void> {
  const read = await Promise.all(made.map((one) => readStored(store, one)));
  const stored = read.filter((one) => one !== undefined);
  const oracle = expectedMeasures(
    stored.map(({ of }) => of),
    rules,
  );
  for (const { issue, of, rendered } of stored) {
    compared.issues++;
    for (const { audience, measures } of issue.workbooks) {
      compared.cuts++;
      const cut: OracleCut = 'id' in audience ? audience.id : undefined;
      const at = `${name}, reported ${formatDay(of.reportDay)} for ${formatDay(of.window.first)}, number ${of.number}, ${cut ?? 'everyone'}`;
      const said = figuresOf(measures);
      count(compared, said);
      compare(at, { said, expected: oracle.measure(of, cut) }, compared);
      const lookahead = rendered.find((one) => ('id' in one.audience ? one.audience.id : undefined) === cut);
      if (lookahead === undefined || lookahead.detail === 'days') continue;
      const expected = oracle.trend(of, cut);
      compare(`${at}, trend`, { said: trendOf(lookahead, expected), expected }, compared);
    }
  }
}

/** Compares each property, and each item of a list, separately. */
function compare(
  at: string,
  { said, expected }: { readonly said: object; readonly expected: object },
  compared: ComparedMeasures,
): void {
  for (const name of Object.keys({ ...said, ...expected })) {
    const [one, other]: unknown[] = [Reflect.get(said, name), Reflect.get(expected, name)];
    if (isObject(one) && isObject(other)) {
      compare(`${at}, ${name}`, { said: one, expected: other }, compared);
      continue;
    }
    compared.figures++;
    if (textOf(one) === textOf(other)) continue;
    compared.differences.push(`${at}, ${name}: stored ${textOf(one)}, by the definitions ${textOf(other)}`);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
