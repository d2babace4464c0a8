/**
 * Primavera has no type for costs, so that planners enter a sum of money as equipment, of which an activity then seems to
 * need thousands of pieces a day. Rule: a resource is a cost where its unit is a currency, where it is equipment at
 * a price of 1 a unit, or where an activity has more than 100 pieces or 1,000 people of it at a time. People at a price of 1
 * are not: it is how planners weigh progress by hours.
 */
import type { CostResource } from '../../programme.ts';
import type { XerTables } from './xer-tables.ts';
import { xerNumber } from './xer-values.ts';

const equipment = 'RT_Equip';
/** More than any activity has of one machine, or of the people of one resource. */
const maxAtOnce: Readonly<Record<string, number>> = { [equipment]: 100, RT_Labor: 1_000 };

/** The assigned resources that are costs, by `rsrc_id`. */
export function xerCosts(tables: XerTables): ReadonlyMap<string, CostResource> {
  const currencies = new Set(tables.rows('CURRTYPE').map((row) => row.get('curr_short_name')?.toLowerCase()));
  const isCurrency = (unit: string) => /\p{Sc}/u.test(unit) || currencies.has(unit.toLowerCase());
  const units = new Map(tables.rows('UMEASURE').map((row) => [row.get('unit_id'), row.get('unit_abbrev')]));
  const prices = Map.groupBy(tables.rows('RSRCRATE'), (row) => row.get('rsrc_id'));
  const most = mostAtOnce(tables);
  const costs = new Map<string, CostResource>();
  for (const row of tables.rows('RSRC')) {
    const id = row.get('rsrc_id') ?? '';
    const atOnce = most.get(id);
    if (atOnce === undefined) continue;
    const type = row.get('rsrc_type') ?? '';
    const unit = units.get(row.get('unit_id') ?? '');
    const isPricedAtOne =
      type === equipment &&
      (prices.get(id)?.every((price) => xerNumber(price.get('cost_per_qty')) === 1) ?? false);
    const why =
      unit !== undefined && isCurrency(unit)
        ? `its unit is ${unit}`
        : atOnce > (maxAtOnce[type] ?? Number.POSITIVE_INFINITY)
          ? `an activity has ${Math.round(atOnce * 10) / 10} of it at a time`
          : isPricedAtOne
            ? 'its price is 1 a unit'
            : undefined;
    if (why === undefined) continue;
    costs.set(id, { name: row.get('rsrc_name') ?? row.get('rsrc_short_name') ?? id, type, why });
  }
  return costs;
}

/** Units of each assigned resource for an hour of the activity that has most of it; 0 where no activity has hours. */
function mostAtOnce(tables: XerTables): ReadonlyMap<string, number> {
  const tasks = new Map(tables.rows('TASK').map((row) => [row.get('task_id'), row]));
  const most = new Map<string, number>();
  for (const row of tables.rows('TASKRSRC')) {
    const id = row.get('rsrc_id');
    const task = tasks.get(row.get('task_id'));
    if (id === undefined || task === undefined) continue;
    const planned = rate(row.get('target_qty'), task.get('target_drtn_hr_cnt'));
    const remaining = rate(row.get('remain_qty'), task.get('remain_drtn_hr_cnt'));
    most.set(id, Math.max(most.get(id) ?? 0, planned, remaining));
  }
  return most;
}

function rate(quantity: string | undefined, hours: string | undefined): number {
  const duration = xerNumber(hours) ?? 0;
  return duration > 0 ? (xerNumber(quantity) ?? 0) / duration : 0;
}
