/** How every sheet is printed: its paper, orientation and footer. The margins are in layout/paper-and-margins.ts. */

import type { Lookahead } from '../../lookahead/lookahead.ts';
import { onlyText, revisionLabel } from '../../lookahead/report-words.ts';
import { margins } from '../layout/paper-and-margins.ts';
import type { Area, PrintSetup } from '../xlsx/sheet-plan.ts';
import type { SheetContext } from './sheet-context.ts';

/** What the title of a sheet says that is not printed. */
export const notPrinted = 'not printed; to print it, clear its print area under Page Layout';

/**
 * Of a sheet for the screen: its print area is an empty cell right of its columns, so that a print of the whole workbook
 * leaves it out.
 */
export function screenOnly(context: SheetContext, columns: number): PrintSetup {
  const cell = { top: 1, left: columns + 2, bottom: 1, right: columns + 2 };
  return printSetup(context, { titleRows: undefined, area: cell });
}

export function printSetup(
  context: SheetContext,
  sheet: {
    readonly titleRows: { readonly first: number; readonly last: number } | undefined;
    readonly breaksAfter?: readonly number[] | undefined;
    readonly area?: Area | undefined;
    readonly centered?: boolean | undefined;
  },
): PrintSetup {
  const { lookahead, paper } = context;
  return {
    paper,
    orientation: 'landscape',
    fitToWidth: true,
    margins,
    titleRows: sheet.titleRows,
    area: sheet.area,
    centered: sheet.centered,
    footer: {
      left: footerLabel(lookahead),
      leftBelow: onlyText(lookahead),
      center: `Data of ${lookahead.dataDate.label}`,
      right: 'page',
    },
    breaksAfter: sheet.breaksAfter,
  };
}

/** Characters of each name, so that what the report is limited to stays whole within the 255 of a footer. */
const maxName = 30;

function footerLabel({ project, report, window, issue }: Lookahead): string {
  const named = { report: { ...report, name: report.name.slice(0, maxName) }, window, issue };
  return `${project.name.slice(0, maxName)} · ${revisionLabel(named)}`;
}
