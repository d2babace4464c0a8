/** The first sheet: the window in figures, each a formula over the other sheets where it can be. */
import { shareWidth } from './columns.ts';
import { windowWords } from './date-words.ts';
import { type Frame, rowsFrom } from './frame.ts';
import { breaksBetweenBlocks, printSetup } from './print-setup.ts';
import { charactersAcross } from './printed-size.ts';
import type { Row, SheetPlan } from './sheet-plan.ts';
import { pageScales } from './shift-columns.ts';
import { dayTable, statusTable } from './summary-counts.ts';
import { attentionTable, changesTable, delaysTable, keyTasksTable } from './summary-lists.ts';
import { lineHeight, type Places, type Section, summaryColumns } from './summary-parts.ts';
import { changesTile, figureTiles, ppcTiles, tilesSection } from './summary-tiles.ts';
import { notes } from './theme.ts';
import { audienceWords, titleBlock } from './title-block.ts';

const gap: Row = { cells: [], height: 6 };

export function summarySheet(frame: Frame, places: Places): SheetPlan {
  const widths = summaryWidths(frame);
  const context = { frame, places, widths };
  const tiles = figureTiles(frame.lookahead, places);
  return drawn(frame, widths, [
    (row) => tilesSection(tiles, row),
    (row) => statusTable(context, row),
    (row) => dayTable(context, row),
    () => keyTasksTable(context),
    () => changesTable(context),
    (row) => delaysTable(context, row),
    () => attentionTable(context),
  ]);
}

/** The only sheet of a window without a task: a line that says so, and what is known besides. */
export function emptySummarySheet(frame: Frame): SheetPlan {
  const widths = summaryWidths(frame);
  const { lookahead } = frame;
  const sentence = `No task is planned for ${windowWords(lookahead.window)}.`;
  const tiles = [...ppcTiles(lookahead), changesTile(lookahead, undefined)];
  return drawn(frame, widths, [
    () => ({ rows: [{ cells: [{ value: sentence, style: notes.big }], height: 48 }, gap] }),
    (row) =>
      lookahead.ppc.kind === 'measured' || lookahead.changes ? tilesSection(tiles, row) : { rows: [] },
    () => attentionTable({ frame, widths }),
  ]);
}

function summaryWidths(frame: Frame): number[] {
  const scale = frame.paper === 'A3' ? pageScales.wall : pageScales.compact;
  const label = { least: 26, ideal: 34, grow: 1 };
  const others = new Array(summaryColumns - 1).fill({ least: 10, ideal: 13, grow: 1 });
  return shareWidth([label, ...others], charactersAcross(frame.paper, scale, summaryColumns));
}

function drawn(
  frame: Frame,
  widths: readonly number[],
  parts: readonly ((firstRow: number) => Section)[],
): SheetPlan {
  const { lookahead } = frame;
  const whom = audienceWords(lookahead.audience) === '' ? 'for everyone on the project' : '';
  const title = titleBlock(frame, {
    sheet: 'Lookahead summary',
    figures: [lookahead.report.name, whom, `times in ${lookahead.project.timeZone}`]
      .filter((part) => part !== '')
      .join(' · '),
    widths,
  });
  const first = title.rows.length + 1;
  const sections: Section[] = [];
  let row = first;
  for (const part of parts) {
    const section = part(row);
    sections.push(section);
    row += section.rows.length;
  }
  return {
    name: 'Summary',
    columns: widths.map((width) => ({ width })),
    rows: rowsFrom(function* () {
      yield* title.rows;
      for (const section of sections) yield* section.rows;
    }),
    merges: sections.flatMap((section) => section.merges ?? []),
    colorScales: sections.flatMap((section) => section.colorScales ?? []),
    dataBars: sections.flatMap((section) => section.dataBars ?? []),
    pictures: title.pictures,
    print: printSetup(frame, {
      titleRows: { first: 1, last: title.rows.length },
      breaksAfter: breaksBetweenBlocks(frame, {
        widths,
        repeated: title.height,
        firstRow: first,
        blocks: sections.map((section) => section.rows.map((line) => line.height ?? lineHeight)),
      }),
    }),
    showGridLines: false,
  };
}
