/**
 * Primavera has no type for costs, so that planners enter a sum of money as a resource, of which an activity then seems to
 * need thousands of pieces a day. Rule: a resource is a cost where its unit is a currency, or where an activity has
 * more than 100 pieces or 1,000 people of it at a time.
 */
import type { CostResource } from '../../programme.ts';
import { quantityOf } from './xer-assignments.ts';
import type { XerTables } from './xer-tables.ts';
import { xerNumber } from './xer-values.ts';

/** More than any activity has of one machine, or of the people of one resource. */
const maxAtOnce: Readonly<Record<string, number>> = { RT_Equip: 100, RT_Labor: 1_000 };

/** The resources that are costs, by `rsrc_id`. */
export function xerCosts(tables: XerTables): ReadonlyMap<string, CostResource> {
  const currencies = new Set(
    tables
      .rows('CURRTYPE')
      .flatMap((row) => [row.get('curr_short_name'), row.get('curr_symbol')])
      .map((text) => text?.toLowerCase()),
  );
  const units = new Map(tables.rows('UMEASURE').map((row) => [row.get('unit_id'), row.get('unit_abbrev')]));
  const most = mostAtOnce(tables);
  const costs = new Map<string, CostResource>();
  for (const row of tables.rows('RSRC')) {
    const id = row.get('rsrc_id') ?? '';
    const type = row.get('rsrc_type') ?? '';
    const unit = units.get(row.get('unit_id') ?? '');
    const isMoney = unit !== undefined && (/\p{Sc}/u.test(unit) || currencies.has(unit.toLowerCase()));
    const atOnce = Math.round((most.get(id) ?? 0) * 10) / 10;
    const isTooMany = atOnce > (maxAtOnce[type] ?? Number.POSITIVE_INFINITY);
    if (!isMoney && !isTooMany) continue;
    const name = row.get('rsrc_name') ?? row.get('rsrc_short_name') ?? id;
    const why = isMoney ? `its unit is ${unit}` : `an activity has ${atOnce} of it at a time`;
    costs.set(id, { line: row.line, name, type, why });
  }
  return costs;
}

/** Units of each resource for an hour of the activity that has most of it. */
function mostAtOnce(tables: XerTables): ReadonlyMap<string, number> {
  const hours = new Map(
    tables.rows('TASK').map((row) => {
      const durations = [row.get('target_drtn_hr_cnt'), row.get('remain_drtn_hr_cnt')];
      return [row.get('task_id'), Math.max(0, ...durations.map((text) => xerNumber(text) ?? 0))];
    }),
  );
  const most = new Map<string, number>();
  for (const row of tables.rows('TASKRSRC')) {
    const id = row.get('rsrc_id');
    const duration = hours.get(row.get('task_id')) ?? 0;
    if (id === undefined || duration === 0) continue;
    most.set(id, Math.max(most.get(id) ?? 0, (quantityOf(row) ?? 0) / duration));
  }
  return most;
}
