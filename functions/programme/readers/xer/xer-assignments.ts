import { getOrInsert } from '#base/get-or-insert.ts';
import { parseRelationType } from '#planning/contract/known-words.ts';
import type { Activity, ActivityLink, Assignment, CostResource, ProblemList } from '#programme/programme.ts';
import { createConceptWordPredicate, plainWordsText } from '#programme/recognise/heading.ts';
import { parseXerNumber, type XerRow, type XerTables } from './xer-tables.ts';

/**
 * Reads the resources of each activity (the role if no resource is assigned yet), and the calendar of the resource that
 * schedules it.
 * @param known keys of the activities whose problems are reported
 */
export function readXerAssignments(
  tables: XerTables,
  known: ReadonlyMap<string, unknown>,
  report: ProblemList,
) {
  const { costs, outliers } = xerCosts(tables, known, report);
  const curves = resourceCurves(tables);
  const resources = tables.by('RSRC', 'rsrc_id');
  const roles = tables.by('ROLES', 'role_id');
  const units = tables.by('UMEASURE', 'unit_id');
  const rows = Map.groupBy(tables.rows('TASKRSRC'), (row) => row.task_id);
  return {
    costs: [...new Map([...costs.values()].map((cost) => [cost.name, cost])).values()],
    assignments: (taskId: string, status: Activity['status']) =>
      (rows.get(taskId) ?? []).flatMap((row): Assignment[] => {
        const { rsrc_id: id, role_id: roleId } = row;
        const resource = resources.get(id);
        const role = roles.get(roleId);
        const key = resource?.rsrc_short_name ?? id ?? role?.role_short_name ?? roleId;
        if (key === undefined) return [];
        const hasNumber = !outliers.has(row.line);
        const remaining = parseXerNumber(row.remain_qty);
        const type = resource?.rsrc_type ?? row.rsrc_type ?? 'RT_Labor';
        return [
          {
            resourceKey: key,
            name: resource?.rsrc_name ?? role?.role_name ?? key,
            resourceType: costs.has(id) ? 'cost' : type,
            quantity: hasNumber ? unitsAtCompletion(row) : undefined,
            remaining: hasNumber || remaining === 0 ? remaining : undefined,
            countAtOnce: hasNumber ? unitsPerHour(row, status) : undefined,
            peakToMean: curves.get(row.curv_id)?.(shareDone(row, status)),
            unit: units.get(resource?.unit_id)?.unit_abbrev,
          },
        ];
      }),
    /**
     * TT_Rsrc activities are scheduled by the calendar of their resource; if there are several, by the calendar of the
     * one with the most hours. Resources without a calendar, and materials, do not count.
     */
    calendar: (taskId: string) => {
      const found = (rows.get(taskId) ?? []).flatMap((row) => {
        const { clndr_id: own, rsrc_type: type } = resources.get(row.rsrc_id) ?? {};
        return own === undefined || type === 'RT_Mat' ? [] : { own, hours: unitsAtCompletion(row) ?? 0 };
      });
      return found.sort((one, other) => other.hours - one.hours)[0]?.own;
    },
  };
}

function unitsPerHour(row: XerRow<'TASKRSRC'>, status: Activity['status']): number | undefined {
  const remaining = parseXerNumber(row.remain_qty_per_hr) ?? 0;
  const planned = parseXerNumber(row.target_qty_per_hr) ?? 0;
  const isPlanned = status === 'complete' || (status !== 'started' && remaining <= 0);
  return Math.max(0, isPlanned ? planned : remaining) || undefined;
}

function shareDone(row: XerRow<'TASKRSRC'>, status: Activity['status']): number {
  const whole = parseXerNumber(row.target_qty) ?? 0;
  const left = parseXerNumber(row.remain_qty) ?? whole;
  return status === 'started' && whole > 0 ? 1 - left / whole : 0;
}

/**
 * For each `curv_id`, a function from the share of units done to the ratio of the maximum to the mean rate in the rest
 * of the curve. A curve gives the percentage of units for each of 20 equal parts of the duration.
 */
function resourceCurves(tables: XerTables) {
  const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
  return new Map(
    tables.rows('RSRCCURVDATA').map(({ curv_id: key, values: [, ...percentages] }) => {
      const parts = percentages.map((text) => Math.max(0, parseXerNumber(text) ?? 0));
      const all = total(parts);
      const peakAfter = (done: number) => {
        const rest = parts.filter((_, index) => total(parts.slice(0, index + 1)) > done * all + tolerance);
        return rest.length === 0 ? 1 : (Math.max(...rest) * rest.length) / total(rest);
      };
      return [key, peakAfter];
    }),
  );
}

const tolerance = 1e-6;

function unitsAtCompletion(row: XerRow<'TASKRSRC'>): number | undefined {
  const [used = 0, overtime = 0, left = 0] = [row.act_reg_qty, row.act_ot_qty, row.remain_qty].map(
    parseXerNumber,
  );
  const current = used + overtime + left;
  return current > 0 ? current : parseXerNumber(row.target_qty);
}

/**
 * Returns a function that returns the predecessors of an activity.
 * @param known keys of the activities; links to others are left out
 */
export function xerPredecessorReader(
  tables: XerTables,
  known: ReadonlyMap<string, unknown>,
  report: ProblemList,
) {
  const found = new Map<string, ActivityLink[]>();
  let external = 0;
  for (const { line, task_id, pred_task_id, pred_type = '', lag_hr_cnt } of tables.rows('TASKPRED')) {
    if (task_id === undefined || pred_task_id === undefined) continue;
    const ours = [task_id, pred_task_id].filter((id) => known.has(id)).length;
    if (ours === 1) external += 1;
    if (ours < 2) continue;
    // A digit may follow the type, and files of other programs lack the prefix PR_.
    const type = parseRelationType(/^(?:PR_)?([FS]{2})\d?$/.exec(pred_type)?.[1]);
    if (type === undefined)
      report.changed(line, 'Unknown link types are read as finish to start', JSON.stringify(pred_type));
    getOrInsert(found, task_id, () => []).push({
      predecessorKey: pred_task_id,
      type: type ?? 'finish-start',
      lagHours: parseXerNumber(lag_hr_cnt) ?? 0,
    });
  }
  if (external > 0) report.changed(undefined, `Links to other projects are left out: ${external}.`);
  return (taskId: string): readonly ActivityLink[] => found.get(taskId) ?? [];
}

const equipment = 'RT_Equip';
const hasCost = createConceptWordPredicate('cost');
/** Maximum plausible number of one resource at a time in an activity, by its type: machines, or people. */
const maxAtOnce: Readonly<Record<string, number>> = { [equipment]: 100, RT_Labor: 1_000 };

/**
 * Finds the resources that are costs. Primavera has no type for costs, so planners enter a sum of money as equipment,
 * and an activity then seems to need thousands of pieces a day. A resource is a cost if its unit is a currency, if it
 * is equipment at a price of 1 a unit or with a name such as "Expenses", or if a quarter of its assignments have more
 * than 100 pieces (1,000 people) at a time, and the median more than a tenth of that. If the resource is not a
 * cost, each assignment with more than 100 pieces (1,000 people) is a slip. People at a price of 1 are not a cost:
 * planners weigh progress by hours that way.
 * @returns costs by `rsrc_id`, and the lines of the slips
 */
function xerCosts(tables: XerTables, known: ReadonlyMap<string, unknown>, report: ProblemList) {
  const currencies = new Set(tables.rows('CURRTYPE').map((row) => row.curr_short_name?.toLowerCase()));
  const units = tables.by('UMEASURE', 'unit_id');
  const prices = Map.groupBy(tables.rows('RSRCRATE'), (row) => row.rsrc_id);
  const tasks = tables.by('TASK', 'task_id');
  const assigned = Map.groupBy(tables.rows('TASKRSRC'), (row) => row.rsrc_id);
  const costs = new Map<string | undefined, CostResource>();
  const outliers = new Set<number>();
  for (const row of tables.rows('RSRC')) {
    const { rsrc_id: id = '', rsrc_type: type = '' } = row;
    const all = (assigned.get(id) ?? []).flatMap(({ line, task_id, target_qty, remain_qty }) => {
      const task = tasks.get(task_id);
      if (task === undefined) return [];
      const planned = rate(target_qty, task.target_drtn_hr_cnt);
      return { line, task, atOnce: Math.max(planned, rate(remain_qty, task.remain_drtn_hr_cnt)) };
    });
    if (all.length === 0) continue;
    const unit = units.get(row.unit_id)?.unit_abbrev ?? '';
    const name = row.rsrc_name ?? row.rsrc_short_name ?? id;
    const max = maxAtOnce[type] ?? Number.POSITIVE_INFINITY;
    const sorted = all.filter(({ atOnce }) => atOnce > 0).sort((left, right) => left.atOnce - right.atOnce);
    const over = sorted.filter(({ atOnce }) => atOnce > max);
    const median = sorted[sorted.length >> 1]?.atOnce ?? 0;
    const reasons = [
      (/\p{Sc}/u.test(unit) || currencies.has(unit.toLowerCase())) && `its unit is ${unit}`,
      over.length > 0 &&
        over.length * 4 >= sorted.length &&
        median * 10 > max &&
        `an activity has ${tenths(sorted.at(-1)?.atOnce ?? 0)} of them at a time`,
      type === equipment &&
        prices.get(id)?.every((price) => parseXerNumber(price.cost_per_qty) === 1) &&
        'its price is 1 a unit',
      type === equipment && hasCost(plainWordsText(name)) && 'its name says so',
    ];
    const why = reasons.find((reason) => typeof reason === 'string');
    if (why !== undefined) {
      costs.set(id, { name, type, why });
      continue;
    }
    for (const { line, task, atOnce } of over) {
      outliers.add(line);
      if (!known.has(task.task_id ?? '')) continue;
      const text =
        'Numbers far above the usual ones of a resource are left out; correct its units in Primavera';
      report.changed(
        line,
        text,
        `${task.task_code ?? ''}: ${tenths(atOnce)} of ${name}, usually ${tenths(median)}`,
      );
    }
  }
  return { costs, outliers };
}

function rate(quantity: string | undefined, hours: string | undefined): number {
  const duration = parseXerNumber(hours) ?? 0;
  return duration > 0 ? (parseXerNumber(quantity) ?? 0) / duration : 0;
}

function tenths(count: number): number {
  return Math.round(count * 10) / 10;
}
