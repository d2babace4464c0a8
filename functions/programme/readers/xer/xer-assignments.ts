import { getOrInsert } from '../../../base/get-or-insert.ts';
import type { Activity, Assignment, CostResource, Link, ProblemList } from '../../programme.ts';
import { curveParts, type Row, rowsBy, type XerTables, xerNumber } from './xer-tables.ts';

type XerCosts = {
  readonly costs: ReadonlyMap<string, CostResource>;
  readonly outliers: ReadonlySet<number>;
};

/**
 * Resources by activity, or the role if no resource is named yet.
 * @param money what `xerCosts` found: the type of costs is `cost`, whatever the file calls them
 */
export function xerAssignments(
  tables: XerTables,
  { costs, outliers }: XerCosts,
): (taskId: string, status: Activity['status']) => readonly Assignment[] {
  const curves = resourceCurves(tables);
  const resources = rowsBy(tables, 'RSRC', 'rsrc_id');
  const roles = rowsBy(tables, 'ROLES', 'role_id');
  const units = rowsBy(tables, 'UMEASURE', 'unit_id');
  const rows = Map.groupBy(tables.rows('TASKRSRC'), (row) => row.get('task_id'));
  return (taskId, status) =>
    (rows.get(taskId) ?? []).flatMap((row): Assignment[] => {
      const resource = resources.get(row.get('rsrc_id') ?? '');
      const role = roles.get(row.get('role_id') ?? '');
      const key =
        resource?.get('rsrc_short_name') ??
        row.get('rsrc_id') ??
        role?.get('role_short_name') ??
        row.get('role_id');
      if (key === undefined) return [];
      const hasNumber = !outliers.has(row.line);
      const remaining = xerNumber(row.get('remain_qty'));
      return [
        {
          resourceKey: key,
          name: resource?.get('rsrc_name') ?? role?.get('role_name') ?? key,
          resourceType: costs.has(row.get('rsrc_id') ?? '')
            ? 'cost'
            : (resource?.get('rsrc_type') ?? row.get('rsrc_type') ?? 'RT_Labor'),
          quantity: hasNumber ? unitsAtCompletion(row) : undefined,
          remaining: hasNumber || remaining === 0 ? remaining : undefined,
          atOnce: hasNumber ? unitsPerHour(row, status) : undefined,
          peak: curves.get(row.get('curv_id'))?.(shareDone(row, status)),
          unit: units.get(resource?.get('unit_id') ?? '')?.get('unit_abbrev'),
        },
      ];
    });
}

function unitsPerHour(row: Row<'TASKRSRC'>, status: Activity['status']): number | undefined {
  const remaining = xerNumber(row.get('remain_qty_per_hr')) ?? 0;
  const planned = xerNumber(row.get('target_qty_per_hr')) ?? 0;
  const rate = status === 'complete' ? planned : remaining > 0 || status === 'started' ? remaining : planned;
  return rate > 0 ? rate : undefined;
}

function shareDone(row: Row<'TASKRSRC'>, status: Activity['status']): number {
  const whole = xerNumber(row.get('target_qty')) ?? 0;
  const left = xerNumber(row.get('remain_qty')) ?? whole;
  return status === 'started' && whole > 0 ? 1 - left / whole : 0;
}

/** Maximum rate over mean rate of the rest of a curve. @param done share of the units before it */
type ResourceCurve = (done: number) => number;

/** By `curv_id`. A curve has the percentage of units for each of 20 equal parts of the duration. */
function resourceCurves(tables: XerTables): ReadonlyMap<string | undefined, ResourceCurve> {
  return new Map(
    tables.rows('RSRCCURVDATA').map((row) => {
      const parts = curveParts.map((part) => Math.max(0, xerNumber(row.get(part)) ?? 0));
      const all = total(parts);
      return [
        row.get('curv_id'),
        (done) => {
          const rest = parts.filter((_, index) => total(parts.slice(0, index + 1)) > done * all + tolerance);
          return rest.length === 0 ? 1 : (Math.max(...rest) * rest.length) / total(rest);
        },
      ];
    }),
  );
}

const tolerance = 1e-6;

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/**
 * TT_Rsrc activities are scheduled by the calendar of their resources: of several, that of the resource with the most
 * hours. Resources without a calendar, and materials, do not count.
 */
export function xerResourceCalendars(tables: XerTables): (taskId: string) => string | undefined {
  const resources = rowsBy(tables, 'RSRC', 'rsrc_id');
  const found = new Map<string, { readonly calendar: string; readonly hours: number }>();
  for (const row of tables.rows('TASKRSRC')) {
    const task = row.get('task_id');
    const resource = resources.get(row.get('rsrc_id') ?? '');
    const calendar = resource?.get('clndr_id');
    if (task === undefined || calendar === undefined || resource?.get('rsrc_type') === 'RT_Mat') continue;
    const hours = unitsAtCompletion(row) ?? 0;
    const most = found.get(task);
    if (most === undefined || hours > most.hours) found.set(task, { calendar, hours });
  }
  return (taskId) => found.get(taskId)?.calendar;
}

function unitsAtCompletion(row: Row<'TASKRSRC'>): number | undefined {
  const used = (xerNumber(row.get('act_reg_qty')) ?? 0) + (xerNumber(row.get('act_ot_qty')) ?? 0);
  const current = used + (xerNumber(row.get('remain_qty')) ?? 0);
  return current > 0 ? current : xerNumber(row.get('target_qty'));
}

const linkTypes: ReadonlyMap<string, Link['type']> = new Map([
  ['FS', 'finish-start'],
  ['SS', 'start-start'],
  ['FF', 'finish-finish'],
  ['SF', 'start-finish'],
]);

/** Predecessors by activity. Links to activities outside the project are left out. */
export function xerLinks(
  tables: XerTables,
  known: ReadonlySet<string>,
  report: ProblemList,
): (taskId: string) => readonly Link[] {
  const found = new Map<string, Link[]>();
  let external = 0;
  for (const row of tables.rows('TASKPRED')) {
    const task = row.get('task_id');
    const predecessor = row.get('pred_task_id');
    if (task === undefined || predecessor === undefined) continue;
    if (!known.has(task) && !known.has(predecessor)) continue;
    if (!known.has(task) || !known.has(predecessor)) {
      external += 1;
      continue;
    }
    const written = row.get('pred_type');
    // A digit may follow the type, and files of other programs lack the mark before it.
    const type = linkTypes.get(/^(?:PR_)?([FS]{2})\d?$/.exec(written ?? '')?.[1] ?? '');
    if (type === undefined) {
      report.changed(
        row.line,
        `The link type ${JSON.stringify(written ?? '')} is not known; it is read as finish to start.`,
      );
    }
    getOrInsert(found, task, () => []).push({
      predecessorKey: predecessor,
      type: type ?? 'finish-start',
      lagHours: xerNumber(row.get('lag_hr_cnt')) ?? 0,
    });
  }
  if (external > 0) {
    report.changed(
      undefined,
      `${external} ${external === 1 ? 'link leads' : 'links lead'} to activities outside this project and ${external === 1 ? 'is' : 'are'} left out.`,
    );
  }
  return (taskId) => found.get(taskId) ?? [];
}

const equipment = 'RT_Equip';
/** Maximum units of one machine, or people of one resource, of an activity. */
const maxAtOnce: Readonly<Record<string, number>> = { [equipment]: 100, RT_Labor: 1_000 };

/**
 * Resources that are costs. Primavera has no type for costs, so planners enter a sum of money as equipment, of which an
 * activity then seems to need thousands of pieces a day. A resource is a cost if its unit is a currency, if it is
 * equipment at a price of 1 a unit, or if a quarter of its assignments have more than 100 pieces (1,000 people) at a
 * time, and the median more than a tenth of that. If fewer have, each of those is a slip. People at a price of 1 are not
 * a cost: planners weigh progress by hours that way.
 * @param known keys of the activities whose slips are reported
 * @returns costs by `rsrc_id`, and the lines of the slips
 */
export function xerCosts(tables: XerTables, known: ReadonlySet<string>, report: ProblemList): XerCosts {
  const currencies = new Set(tables.rows('CURRTYPE').map((row) => row.get('curr_short_name')?.toLowerCase()));
  const isCurrency = (unit: string) => /\p{Sc}/u.test(unit) || currencies.has(unit.toLowerCase());
  const units = rowsBy(tables, 'UMEASURE', 'unit_id');
  const prices = Map.groupBy(tables.rows('RSRCRATE'), (row) => row.get('rsrc_id'));
  const assigned = assignedAtOnce(tables);
  const costs = new Map<string, CostResource>();
  const outliers = new Set<number>();
  for (const row of tables.rows('RSRC')) {
    const id = row.get('rsrc_id') ?? '';
    const all = assigned.get(id);
    if (all === undefined) continue;
    const type = row.get('rsrc_type') ?? '';
    const unit = units.get(row.get('unit_id') ?? '')?.get('unit_abbrev');
    const max = maxAtOnce[type] ?? Number.POSITIVE_INFINITY;
    const sorted = all.filter(({ atOnce }) => atOnce > 0).sort((left, right) => left.atOnce - right.atOnce);
    const over = sorted.filter(({ atOnce }) => atOnce > max);
    const median = sorted[sorted.length >> 1]?.atOnce ?? 0;
    const isPricedAtOne =
      type === equipment &&
      (prices.get(id)?.every((price) => xerNumber(price.get('cost_per_qty')) === 1) ?? false);
    const why =
      unit !== undefined && isCurrency(unit)
        ? `its unit is ${unit}`
        : over.length > 0 && over.length * 4 >= sorted.length && median * 10 > max
          ? `an activity has ${tenths(sorted.at(-1)?.atOnce ?? 0)} of it at a time`
          : isPricedAtOne
            ? 'its price is 1 a unit'
            : undefined;
    const name = row.get('rsrc_name') ?? row.get('rsrc_short_name') ?? id;
    if (why !== undefined) costs.set(id, { name, type, why });
    for (const { line, task, atOnce } of why === undefined ? over : []) {
      outliers.add(line);
      if (!known.has(task.get('task_id') ?? '')) continue;
      const example = `${task.get('task_code') ?? ''}: ${tenths(atOnce)} of ${name}`;
      report.changed(
        line,
        `Activity ${example} at a time, other activities mostly ${tenths(median)}; ${name} stays there without a number. Correct the units in Primavera.`,
        { group: 'Resources without a number, of which an activity has far more than the others', example },
      );
    }
  }
  return { costs, outliers };
}

function tenths(count: number): number {
  return Math.round(count * 10) / 10;
}

type Assigned = { readonly line: number; readonly task: Row<'TASK'>; readonly atOnce: number };

function assignedAtOnce(tables: XerTables): ReadonlyMap<string, readonly Assigned[]> {
  const tasks = rowsBy(tables, 'TASK', 'task_id');
  const found = new Map<string, Assigned[]>();
  for (const row of tables.rows('TASKRSRC')) {
    const id = row.get('rsrc_id');
    const task = tasks.get(row.get('task_id'));
    if (id === undefined || task === undefined) continue;
    const planned = rate(row.get('target_qty'), task.get('target_drtn_hr_cnt'));
    const remaining = rate(row.get('remain_qty'), task.get('remain_drtn_hr_cnt'));
    getOrInsert(found, id, () => []).push({ line: row.line, task, atOnce: Math.max(planned, remaining) });
  }
  return found;
}

function rate(quantity: string | undefined, hours: string | undefined): number {
  const duration = xerNumber(hours) ?? 0;
  return duration > 0 ? (xerNumber(quantity) ?? 0) / duration : 0;
}
