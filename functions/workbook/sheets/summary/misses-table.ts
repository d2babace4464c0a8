/** How did we do: the tasks that did not do what was planned, by name. */

import { isMiss, type LastWeekTask } from '../../../lookahead/compare/last-week.ts';
import { weeksText } from '../../../lookahead/dates/window.ts';
import { gridMarks } from '../../../lookahead/grid/grid-text.ts';
import { measuredPart } from '../../../lookahead/report-words.ts';
import { fontSizes } from '../../layout/font-sizes.ts';
import { summary } from '../../theme/summary-styles.ts';
import { keptOf } from './fit-fields.ts';
import { moreLink } from './links.ts';
import { fitOf, type NamesColumn, namesTable, sentenceSection } from './names-table.ts';
import { nothingPlanned } from './ppc-table.ts';
import { nameField, type Section, type SummaryContext } from './sections.ts';

const font = { size: fontSizes.text };
/** The right side has 9 columns in one week, 13 in more. */
const fields = { week: [3, 3, 1, 2], weeks: [4, 4, 2, 3] } as const;

/** Per task: where more would be cut, subcontractors are left out, since Last week and the table below have them. */
const maxCut = 0.15;

/** Those that were due first, as the Last week sheet has them. */
export function missesTable({ lookahead, grid, places }: SummaryContext, maxTasks: number): Section {
  const { lastWeek, window, ppc, ppcWeeks, audience, reportDay } = lookahead;
  if (ppc.kind !== 'measured') return { rows: [] };
  const span = grid.right;
  const week = weeksText(ppc.week);
  const measured = `${week}${measuredPart(ppc, reportDay)}`;
  const misses = lastWeek.filter(isMiss);
  if (lastWeek.length === 0) {
    // Without any week the table above says so.
    return ppcWeeks.length === 0 ? { rows: [] } : sentenceSection(span, undefined, nothingPlanned(measured));
  }
  if (misses.length === 0) {
    return sentenceSection(span, undefined, `Everything planned for ${measured} happened.`);
  }
  const [task, company, days, reason] = window.weeks > 1 ? fields.weeks : fields.week;
  const items = misses.slice(0, maxTasks);
  const theirs: NamesColumn<LastWeekTask> = {
    title: 'Subcontractor',
    columns: company,
    of: ({ subcontractor }) => ({ value: subcontractor, style: summary.run, font }),
  };
  const isNamed =
    audience.kind !== 'subcontractor' && items.some(({ subcontractor }) => subcontractor !== '');
  const columnsWith = (named: boolean): readonly NamesColumn<LastWeekTask>[] => [
    {
      title: `Missed in ${week}`,
      columns: named ? task : task + company,
      of: ({ taskName, key }) =>
        nameField({ name: key ? `${gridMarks.key} ${taskName}` : taskName, isKey: key }),
    },
    ...(named ? [theirs] : []),
    {
      title: 'Days',
      columns: days,
      isFigure: true,
      of: (miss) => ({
        value: miss.days === 0 ? 'due' : `${miss.happened} of ${miss.days}`,
        style: summary.news,
      }),
    },
    {
      title: 'Reason',
      columns: reason,
      of: (miss) => ({ value: whyMissed(miss), style: summary.run, font, kept: keptOf(whyMissed(miss)) }),
    },
  ];
  const place = { grid, span };
  const drawn = (columns: readonly NamesColumn<LastWeekTask>[]) =>
    items.map((item) => columns.map((column) => column.of(item)));
  const withNames = columnsWith(isNamed);
  const hasRoom = fitOf(place, withNames, drawn(withNames)).cut <= maxCut * items.length;
  return namesTable<LastWeekTask>(place, {
    columns: hasRoom ? withNames : columnsWith(false),
    items,
    more: moreLink(places.lastWeek, misses.length - items.length),
  });
}

/** The recorded reason, or else how far it came: `not started`. */
function whyMissed({ reason, outcome }: LastWeekTask): string {
  return reason || outcome.replace(/,.*/, '');
}
