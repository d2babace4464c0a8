/** Links of a table, whose column of predecessors lists the ids that people know, such as `A1010FS+2d; A1020`. */
import type { Activity, Link } from '../../programme.ts';
import type { ReportBuilder } from '../import-report.ts';
import type { Mapping } from '../mapping.ts';
import { listedValues } from './listed-values.ts';
import { writtenDuration } from './written-duration.ts';

type Known = { readonly id: string; readonly activity: Activity };

/** In English, German, French, Spanish, Italian, Dutch and Polish, as MS Project writes them. */
const words: Readonly<Record<Link['type'], string>> = {
  'finish-start': 'FS EA FD FC FI EB ZR',
  'start-start': 'SS AA DD CC II BB RR',
  'finish-finish': 'FF EE ZZ',
  'start-finish': 'SF AE DF CF IF BE RZ',
};
const types: ReadonlyMap<string, Link['type']> = new Map(
  (['finish-start', 'start-start', 'finish-finish', 'start-finish'] as const).flatMap((type) =>
    words[type].split(' ').map((word): [string, Link['type']] => [word, type]),
  ),
);
/** `A1010FS+2d` of MS Project, and `A1010: FS 2` of Primavera. */
const withType = new RegExp(
  `^(.+?)\\s*:?\\s*(${[...types.keys()].join('|')})(?:\\s*([+-]?)\\s*(\\d.*))?$`,
  'i',
);

const rowNumbers =
  '; where numbers of rows or lines are meant, export the ids instead, or map the column of these numbers as the id';

/** The activities with the predecessors of their column; one that is no task of the file is left out and reported. */
export function withListedLinks<Task extends Known>(
  tasks: readonly Task[],
  {
    mapping: { predecessors: rule, workingDays, decimal },
    hoursPerDay,
  }: {
    readonly mapping: Pick<Mapping, 'predecessors' | 'workingDays' | 'decimal'>;
    readonly hoursPerDay: number;
  },
  report: ReportBuilder,
): readonly Task[] {
  if (rule === undefined) return tasks;
  const keys = new Map(tasks.map(({ id, activity }) => [id, activity.key]));
  const daysPerWeek = workingDays?.length ?? 5;
  const lag = { hoursPerDay, daysPerWeek, unit: 'days', decimal } as const;
  return tasks.map((task) => {
    const predecessors = listedValues(task.activity, rule).flatMap((value): Link[] => {
      const link = linkOf(value, keys, lag);
      if (link) return [link];
      const example = JSON.stringify(value);
      const way = /^\d+(?![.\d-])/.test(value) ? rowNumbers : '';
      report.add({
        line: task.activity.line,
        kind: 'changed',
        text: `Activity ${task.id}: the predecessor ${example} is not a task of the file, and is left out${way}.`,
        like: { group: `Predecessors that are not tasks of the file are left out${way}`, example },
      });
      return [];
    });
    return { ...task, activity: { ...task.activity, predecessors } };
  });
}

function linkOf(
  value: string,
  keys: ReadonlyMap<string, string>,
  lag: Parameters<typeof writtenDuration>[1],
): Link | undefined {
  // An id may end as a type does, such as GLASS.
  const whole = keys.get(value);
  if (whole !== undefined) return { predecessorKey: whole, type: 'finish-start', lagHours: 0 };
  const [, id = '', word = '', sign, written = '0'] = withType.exec(value) ?? [];
  const [predecessorKey, type] = [keys.get(id), types.get(word.toUpperCase())];
  const found = writtenDuration(written, lag);
  if (predecessorKey === undefined || type === undefined || found === undefined || found.elapsed)
    return undefined;
  return { predecessorKey, type, lagHours: found.days * lag.hoursPerDay * (sign === '-' ? -1 : 1) };
}
