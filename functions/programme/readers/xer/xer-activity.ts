/** Reads a row of TASK as an activity. */
import type { Activity, LocalDateTime, Pause, ReportProblem } from '../../programme.ts';
import { usableDuration } from '../local-date-time.ts';
import { type Row, type xerDate, xerNumber } from './xer-tables.ts';

const startFields = ['act_start_date', 'restart_date', 'target_start_date', 'early_start_date'] as const;
const finishFields = ['act_end_date', 'reend_date', 'target_end_date', 'early_end_date'] as const;
const milestones = { start: 'TT_Mile', finish: 'TT_FinMile' };
const statuses: ReadonlyMap<string, NonNullable<Activity['status']>> = new Map([
  ['TK_NotStart', 'planned'],
  ['TK_Active', 'started'],
  ['TK_Complete', 'complete'],
]);

/**
 * All but what other tables say of it, and but its calendar.
 * @param dateOf as `xerDate`
 */
export function ownProperties(
  row: Row<'TASK'>,
  { dateOf, problem }: { readonly dateOf: typeof xerDate; readonly problem: ReportProblem },
) {
  const code = row.get('task_code');
  const changed = (text: string) =>
    problem(row.line, 'changed', `Activity ${code ?? row.get('task_id')}: ${text}`);
  const first = (names: readonly Parameters<typeof row.get>[0][]): LocalDateTime | undefined => {
    for (const name of names) {
      const date = dateOf(row.get(name));
      if (date === 'unreadable') changed(`${name} ${JSON.stringify(row.get(name))} is not a usable date.`);
      else if (date !== undefined) return date;
    }
    return undefined;
  };
  /** Primavera spreads no work over a suspension. */
  const pauses = (): readonly Pause[] => {
    const from = first(['suspend_date']);
    if (from === undefined) return [];
    const resumed = first(['resume_date']);
    const to = resumed ?? first(['restart_date']);
    if (to === undefined || to < from) {
      changed(`its suspension from ${from.replace('T', ' ')} has no end after it, and is left out.`);
      return [];
    }
    if (resumed === undefined) {
      changed(
        `it is suspended from ${from.replace('T', ' ')} and has no resume_date; its restart_date, ${to.replace('T', ' ')}, ends the suspension.`,
      );
    }
    return [{ from, to: to.includes('T') ? to : `${to}T00:00` }];
  };
  const type = row.get('task_type');
  const start = first(startFields);
  const finish = first(finishFields);
  const written = row.get('status_code');
  const status = statuses.get(written ?? '');
  if (written !== undefined && status === undefined) changed(`the status ${written} is not known.`);
  return {
    line: row.line,
    code,
    name: row.get('task_name'),
    type,
    milestone: type === milestones.start || type === milestones.finish,
    status,
    // Primavera repeats the one date of a milestone, or the data date, on the side that the milestone does not have.
    start: type === milestones.finish && finish !== undefined ? undefined : start,
    finish: type === milestones.start && start !== undefined ? undefined : finish,
    ...durationOf(row, status),
    pauses: pauses(),
    folderKey: row.get('wbs_id'),
  };
}

/** The remaining duration of an activity that has not started, else its original duration. */
function durationOf(
  row: Row<'TASK'>,
  status: Activity['status'],
): Pick<Activity, 'durationHours' | 'durationKind'> {
  const original = usableDuration(xerNumber(row.get('target_drtn_hr_cnt')));
  const remaining = usableDuration(xerNumber(row.get('remain_drtn_hr_cnt')));
  const isRemaining = status === 'planned' ? remaining !== undefined : original === undefined;
  const durationHours = isRemaining ? remaining : original;
  if (durationHours === undefined) return { durationHours };
  return { durationHours, durationKind: isRemaining ? 'remaining' : 'original' };
}
