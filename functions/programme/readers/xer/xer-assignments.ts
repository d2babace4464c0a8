/** Who and what works on the activities of an XER file, and how its activities are linked. */
import type { Assignment, CostResource, Link, SourceProblem } from '../../programme.ts';
import type { Row, XerTables } from './xer-tables.ts';
import { xerNumber } from './xer-values.ts';

/**
 * Resources, or the role where no resource is named yet, by activity.
 * @param costs by `rsrc_id`: their type is `cost`, whatever the file calls them
 */
export function xerAssignments(
  tables: XerTables,
  costs: ReadonlyMap<string, CostResource>,
): (taskId: string) => readonly Assignment[] {
  const resources = new Map(tables.rows('RSRC').map((row) => [row.get('rsrc_id'), row]));
  const roles = new Map(tables.rows('ROLES').map((row) => [row.get('role_id'), row]));
  const units = new Map(tables.rows('UMEASURE').map((row) => [row.get('unit_id'), row.get('unit_abbrev')]));
  const rows = Map.groupBy(tables.rows('TASKRSRC'), (row) => row.get('task_id'));
  return (taskId) =>
    (rows.get(taskId) ?? []).flatMap((row): Assignment[] => {
      const resource = resources.get(row.get('rsrc_id') ?? '');
      const role = roles.get(row.get('role_id') ?? '');
      const key =
        resource?.get('rsrc_short_name') ??
        row.get('rsrc_id') ??
        role?.get('role_short_name') ??
        row.get('role_id');
      if (key === undefined) return [];
      return [
        {
          resourceKey: key,
          name: resource?.get('rsrc_name') ?? role?.get('role_name') ?? key,
          resourceType: costs.has(row.get('rsrc_id') ?? '')
            ? 'cost'
            : (resource?.get('rsrc_type') ?? row.get('rsrc_type') ?? 'RT_Labor'),
          quantity: quantityOf(row),
          unit: units.get(resource?.get('unit_id') ?? ''),
        },
      ];
    });
}

/**
 * The calendar by which an activity of the type TT_Rsrc is scheduled: that of its resources. Of several, it is that of the
 * resource with the most hours; one without a calendar, and materials, do not count.
 */
export function xerResourceCalendars(tables: XerTables): (taskId: string) => string | undefined {
  const resources = new Map(tables.rows('RSRC').map((row) => [row.get('rsrc_id'), row]));
  const hours = new Map<string, number>();
  const found = new Map<string, string>();
  for (const row of tables.rows('TASKRSRC')) {
    const task = row.get('task_id');
    const resource = resources.get(row.get('rsrc_id') ?? '');
    const calendar = resource?.get('clndr_id');
    if (task === undefined || calendar === undefined || resource?.get('rsrc_type') === 'RT_Mat') continue;
    const own = quantityOf(row) ?? 0;
    if (found.has(task) && own <= (hours.get(task) ?? 0)) continue;
    found.set(task, calendar);
    hours.set(task, own);
  }
  return (taskId) => found.get(taskId);
}

/** At completion: what was used and what remains; as planned where the file names neither. */
function quantityOf(row: Row<'TASKRSRC'>): number | undefined {
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

/** Predecessors by activity. A link to an activity outside the project is external, and left out. */
export function xerLinks(
  tables: XerTables,
  known: ReadonlySet<string>,
  problem: (found: SourceProblem) => void,
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
      problem({
        line: row.line,
        kind: 'changed',
        text: `The link type ${JSON.stringify(written ?? '')} is not known; it is read as finish to start.`,
      });
    }
    const link: Link = {
      predecessorKey: predecessor,
      type: type ?? 'finish-start',
      lagHours: xerNumber(row.get('lag_hr_cnt')) ?? 0,
    };
    const links = found.get(task);
    if (links) links.push(link);
    else found.set(task, [link]);
  }
  if (external > 0) {
    problem({
      line: undefined,
      kind: 'changed',
      text: `${external} ${external === 1 ? 'link leads' : 'links lead'} to activities outside this project and ${external === 1 ? 'is' : 'are'} left out.`,
    });
  }
  return (taskId) => found.get(taskId) ?? [];
}
