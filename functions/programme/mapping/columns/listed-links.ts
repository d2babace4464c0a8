/** Links of a table, whose column of predecessors lists the ids that people know, such as `A1010FS+2d; A1020`. */
import type { Activity, Link } from '../../programme.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { ListRule } from '../mapping.ts';
import { listedValues } from './listed-values.ts';

type Known = { readonly id: string; readonly activity: Activity };

const types: ReadonlyMap<string, Link['type']> = new Map([
  ['FS', 'finish-start'],
  ['SS', 'start-start'],
  ['FF', 'finish-finish'],
  ['SF', 'start-finish'],
]);
/** `A1010FS+2d` of MS Project, and `A1010: FS 2` of Primavera. */
const withType = /^(.+?)\s*:?\s*(FS|SS|FF|SF)(?:\s*([+-]?)\s*(\d+(?:[.,]\d+)?)\s*(?:d|days?)?)?$/i;

/** The activities with the predecessors of their column; one that is no task of the file is left out and reported. */
export function withListedLinks<Task extends Known>(
  tasks: readonly Task[],
  { rule, hoursPerDay }: { readonly rule: ListRule | undefined; readonly hoursPerDay: number },
  report: ReportBuilder,
): readonly Task[] {
  if (rule === undefined) return tasks;
  const keys = new Map(tasks.map(({ id, activity }) => [id, activity.key]));
  return tasks.map((task) => {
    const predecessors = listedValues(task.activity, rule).flatMap((value): Link[] => {
      const link = linkOf(value, keys, hoursPerDay);
      if (link) return [link];
      report.problem(
        task.activity.line,
        'changed',
        `Activity ${task.id}: the predecessor ${JSON.stringify(value)} is not a task of the file, and is left out.`,
      );
      return [];
    });
    return { ...task, activity: { ...task.activity, predecessors } };
  });
}

function linkOf(value: string, keys: ReadonlyMap<string, string>, hoursPerDay: number): Link | undefined {
  // An id may end as a type does, such as GLASS.
  const whole = keys.get(value);
  if (whole !== undefined) return { predecessorKey: whole, type: 'finish-start', lagHours: 0 };
  const [, id = '', word = '', sign, days = '0'] = withType.exec(value) ?? [];
  const [predecessorKey, type] = [keys.get(id), types.get(word.toUpperCase())];
  if (predecessorKey === undefined || type === undefined) return undefined;
  const lag = Number(days.replace(',', '.')) * (sign === '-' ? -1 : 1);
  return { predecessorKey, type, lagHours: lag * hoursPerDay };
}
