/** The columns of the Wall sheet between the task and the days. */
import type { DayColumn } from '../../../lookahead/grid/day-columns.ts';
import type { Lookahead } from '../../../lookahead/lookahead.ts';
import type { PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import type { Audience } from '../../../lookahead/tasks/select.ts';

/** A column between the task and the days. */
export type Detail = {
  readonly title: string;
  /** Part of the page's width. */
  readonly part: number;
  readonly of: (task: PlannedTask) => string;
};

/** Those that say something: not the subcontractor where there is one only, whom the title of a cut names. */
export function detailsOf({ tasks, audience }: Lookahead): readonly Detail[] {
  const details: readonly (Detail & { readonly kind: Audience['kind'] })[] = [
    {
      title: 'Subcontractor',
      part: 0.11,
      of: ({ subcontractor }) => subcontractor?.name ?? '',
      kind: 'subcontractor',
    },
    { title: 'Location', part: 0.08, of: ({ location }) => location?.name ?? '', kind: 'location' },
  ];
  return details.filter(({ of, kind }) => kind !== audience.kind && tasks.some((task) => of(task) !== ''));
}

/** What the rows of the sheet are drawn from. */
export type Layout = {
  readonly widths: readonly number[];
  readonly details: readonly Detail[];
  readonly days: readonly DayColumn[];
  /** Points for rows on a page. */
  readonly room: number;
  readonly firstRow: number;
};
