import type { Lookahead } from '#lookahead/lookahead.ts';
import { dataSourceTitle, reportScopeLine, revisionLabel } from '#lookahead/report-words.ts';
import { margins, printableWidth, printScales } from '#workbook/layout/paper-and-margins.ts';
import { shortenToWidth } from '#workbook/layout/shorten-text.ts';
import { textWidth } from '#workbook/layout/text-width.ts';
import type { Paper } from '#workbook/papers.ts';
import type { CellArea, PrintSetup } from '#workbook/xlsx/sheet-plan.ts';
import type { SheetContext } from './sheet-context.ts';

/** Font size of the footer in points on paper: two lines of it fit into the lower margin. */
const footerSize = 8;

export function printSetup(
  context: SheetContext,
  sheet: {
    readonly widths: readonly number[];
    readonly titleRows: { readonly first: number; readonly last: number } | undefined;
    readonly breaksAfter?: readonly number[] | undefined;
    readonly area?: CellArea | undefined;
    readonly centered?: boolean | undefined;
  },
): PrintSetup {
  const { lookahead, paper } = context;
  const center = dataSourceTitle(lookahead);
  const { smallest, largest } = printScales(sheet.widths, paper);
  const size = Math.round(footerSize / smallest);
  return {
    paper,
    orientation: 'landscape',
    fitToWidth: true,
    margins,
    titleRows: sheet.titleRows,
    area: sheet.area,
    centered: sheet.centered,
    footer: {
      left: shortenToWidth(
        footerLabel(lookahead),
        { size: size * largest },
        footerSideRoom(center, size * largest, paper),
      ),
      leftBelow: reportScopeLine(lookahead),
      center,
      right: 'page',
      size,
    },
    breaksAfter: sheet.breaksAfter,
  };
}

function footerSideRoom(center: string, size: number, paper: Paper): number {
  return (printableWidth(paper) - textWidth(center, { size })) / 2 - 10;
}

/** Maximum number of characters of a name: a footer has 255, and says what the report is limited to as well. */
const maxName = 30;

function footerLabel({ project, report, window, issue }: Lookahead): string {
  const named = { report: { ...report, name: report.name.slice(0, maxName) }, window, issue };
  return `${project.name.slice(0, maxName)} · ${revisionLabel(named)}`;
}
