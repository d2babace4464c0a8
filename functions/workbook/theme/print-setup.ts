/** How every sheet is printed: its paper, orientation and footer. The margins are in layout/paper-and-margins.ts. */

import { weeksText } from '../../lookahead/dates/window.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import { margins } from '../layout/paper-and-margins.ts';
import type { Area, PrintSetup } from '../xlsx/sheet-plan.ts';
import type { SheetContext } from './sheet-context.ts';

export function printSetup(
  context: SheetContext,
  sheet: {
    readonly titleRows: { readonly first: number; readonly last: number };
    readonly breaksAfter?: readonly number[] | undefined;
    readonly area?: Area | undefined;
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
    footer: {
      left: `${lookahead.project.name.slice(0, 60)} · ${weeksText(lookahead.window)} · issue ${lookahead.issue.number}`,
      center: `Data of ${lookahead.dataDate.label} · ${previousWords(lookahead)}`,
      right: 'page',
    },
    breaksAfter: sheet.breaksAfter,
  };
}

function previousWords(lookahead: Lookahead): string {
  const { previous } = lookahead.issue;
  if (!previous) return 'no previous issue';
  return `previous: issue ${previous.number} of ${weeksText(previous.window)}, ${previous.dataDate.label}`;
}
