import { isMiss, type LastWeekTask } from '#lookahead/compare/last-week.ts';
import { isShown, type PpcWeek, type WeekFigures } from '#lookahead/compare/ppc.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { gridMarks } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import {
  foresightText,
  foresightWords,
  missingText,
  ppcFigure,
  promiseShare,
  shareOfDue,
} from '#lookahead/ppc-words.ts';
import { measuredPart, notReportedText } from '#lookahead/report-words.ts';
import { textFonts } from '#workbook/layout/text-width.ts';
import { figureColumns } from '#workbook/sheets/last-week/foresight-block.ts';
import type { LastWeekPlaces } from '#workbook/sheets/last-week/last-week-sheet.ts';
import {
  doneOfDue,
  dueAndDone,
  ofDays,
  shareOfTasks,
  subcontractorsOf,
  totalsColumns,
} from '#workbook/sheets/last-week/totals-by-subcontractor.ts';
import { weekName } from '#workbook/sheets/last-week/trend.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import { fixedCell, quotedText } from '#workbook/xlsx/cell-references.ts';
import type { CellValue } from '#workbook/xlsx/sheet-plan.ts';
import { fitOf, type NamesColumn, namesTable, sentenceSection } from './names-table.ts';
import {
  fittedLine,
  heading,
  headRow,
  lineRow,
  moreLink,
  moreText,
  nameField,
  type Section,
  type SummaryContext,
  tableRow,
  textField,
  wordsField,
} from './sections.ts';

const title = 'How did we do';

export function ppcValue(
  { ppc, lastWeek }: Lookahead,
  places: LastWeekPlaces | undefined,
  by: 'task' | 'taskDay',
): CellValue | undefined {
  if (ppc.kind !== 'measured') return undefined;
  const result = by === 'task' ? weekByTask(ppc) : ppc.taskDay;
  if (result === undefined || places?.rows === undefined) return result;
  const ofTasks = typeof result === 'number' ? totalsColumns.byTask : totalsColumns.done;
  const column = by === 'task' ? ofTasks : totalsColumns.ofDays;
  const formula = fixedCell(places.sheet, column, places.totals.all);
  return { formula, result: by === 'task' ? result : ofDays(lastWeek) };
}

/** A share, or `2 of 3`; undefined if no task was due. */
function weekByTask(week: WeekFigures): number | string | undefined {
  return shareOfDue(week) ?? ppcFigure(week);
}

function nothingPlanned(week: string): string {
  return `Nothing was planned for ${week}.`;
}

export function ppcTable({ lookahead, grid, places }: SummaryContext): Section {
  const span = grid.right;
  const { ppc, ppcWeeks, reportDay } = lookahead;
  if (!ppcWeeks.some(isShown)) {
    const week = weeksText(ppc.week);
    const none =
      ppc.kind === 'not yet'
        ? `PPC not yet: no revision from before ${week} began to measure by.`
        : ppc.kind === 'not reported'
          ? `PPC: ${notReportedText(lookahead)}.`
          : nothingPlanned(`${week}${measuredPart(ppc, reportDay)}`);
    return sentenceSection(span, title, none);
  }
  const names = ppcWeeks.map(weekName);
  const sharesLine = (name: string, values: readonly (CellValue | undefined)[]) => {
    const cells = values.map((value) => ({ value, style: summary.share }));
    return tableRow(span, [{ value: name, style: summary.overflow }, ...cells], { filler: summary.overflow });
  };
  const shares = (by: 'task' | 'taskDay', name: string) => {
    const shareOf = (week: PpcWeek) =>
      week.week.first === ppc.week.first
        ? ppcValue(lookahead, places.lastWeek, by)
        : by === 'task'
          ? weekByTask(week)
          : week.taskDay;
    return sharesLine(name, ppcWeeks.map(shareOf));
  };
  const promised = ppcWeeks.map(({ promises }) => promiseShare(promises));
  const foreseen = foresightLine(lookahead, places.lastWeek);
  return {
    rows: [
      heading(title, span),
      headRow(span, [
        { title: 'PPC by week', columns: 1 },
        ...names.map((name) => ({ title: name, columns: 1, isFigure: true })),
      ]),
      shares('task', 'by task'),
      shares('taskDay', 'of days'),
      ...(promised.every((value) => value === undefined) ? [] : [sharesLine('of promises', promised)]),
      ...(foreseen === undefined ? [] : [lineRow(span, { value: foreseen, style: summary.overflow })]),
    ],
  };
}

/** Who has not answered, shortened to the page. */
export function missingAnswers({ lookahead, grid }: SummaryContext): Section {
  const text = missingText(lookahead);
  if (text === undefined) return { rows: [] };
  const place = { widths: grid.widths, place: grid.right, font: textFonts.plain };
  return sentenceSection(grid.right, undefined, fittedLine(text, place));
}

/** As `foresightText`, with the figures of Last week. */
function foresightLine(lookahead: Lookahead, places: LastWeekPlaces): CellValue | undefined {
  const result = foresightText(lookahead);
  const { sheet, foresightRow: row } = places;
  if (result === undefined || row === undefined) return result;
  const [start, between, end] = foresightWords(lookahead.ppc.week).map(quotedText);
  const [anticipated, madeReady] = (['anticipated', 'madeReady'] as const).map((of) =>
    fixedCell(sheet, figureColumns[of], row),
  );
  return { formula: [start, anticipated, between, madeReady, end].join('&'), result };
}

/** The right side has 9 columns in one week, 13 in more. */
const fields = { week: [3, 3, 1, 2], weeks: [4, 4, 2, 3] } as const;

/** The loss of text per task above which subcontractors are left out: Last week and the table below have them. */
const maxLoss = 0.15;

export function missesTable({ lookahead, grid, places }: SummaryContext, maxTasks: number): Section {
  const { lastWeek, window, ppc, ppcWeeks, reportDay } = lookahead;
  if (ppc.kind !== 'measured') return { rows: [] };
  const span = grid.right;
  const week = weeksText(ppc.week);
  const measured = `${week}${measuredPart(ppc, reportDay)}`;
  const misses = lastWeek.filter(isMiss);
  if (lastWeek.length === 0) {
    // Where no week was measured, the table above says that nothing was planned.
    return ppcWeeks.some(isShown) ? sentenceSection(span, undefined, nothingPlanned(measured)) : { rows: [] };
  }
  if (misses.length === 0) {
    return sentenceSection(span, undefined, `Everything planned for ${measured} happened.`);
  }
  const [task, company, days, reason] = window.weeks > 1 ? fields.weeks : fields.week;
  const items = misses.slice(0, maxTasks);
  const theirs: NamesColumn<LastWeekTask> = {
    title: 'Subcontractor',
    columns: company,
    of: ({ subcontractor }) => textField(subcontractor),
  };
  const isNamed = items.some(({ subcontractor }) => subcontractor !== '');
  const columnsWith = (named: boolean): readonly NamesColumn<LastWeekTask>[] => [
    {
      title: `Missed or short, ${week}`,
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
      of: (miss) => wordsField(whyMissed(miss), summary.overflow, textFonts.plain),
    },
  ];
  const place = { grid, span };
  const drawn = (columns: readonly NamesColumn<LastWeekTask>[]) =>
    items.map((item) => columns.map((column) => column.of(item)));
  const withNames = columnsWith(isNamed);
  const hasRoom = fitOf(place, withNames, drawn(withNames)).loss <= maxLoss * items.length;
  return namesTable<LastWeekTask>(place, {
    columns: hasRoom ? withNames : columnsWith(false),
    items,
    more: moreLink(places.lastWeek, misses.length - items.length),
  });
}

/** `Access or space · said: Labour`: the category stays if the line is shortened. */
function whyMissed({ reason, said, outcome }: LastWeekTask): string {
  if (said !== '') return `${reason} · said: ${said}`;
  return reason || outcome.replace(/,.*/, '');
}

/** Columns of the figures; the names have the rest. */
const subcontractorColumns = { week: [1, 1], weeks: [2, 2] } as const;

export function subcontractorsTable(context: SummaryContext, maxRows: number): Section {
  const { lookahead, grid, places } = context;
  const { lastWeek, window, ppc } = lookahead;
  const [due, share] = window.weeks > 1 ? subcontractorColumns.weeks : subcontractorColumns.week;
  const span = grid.right;
  const name = span.to - span.from + 1 - due - share;
  if (ppc.kind !== 'measured' || lastWeek.length === 0) return { rows: [] };
  const lines = subcontractorLines(lastWeek);
  const shown = lines.length > maxRows ? maxRows - 1 : lines.length;
  const { sheet, rows, totals } = places.lastWeek;
  const read = (line: Line, column: number, result: number | string): CellValue => {
    const row = rows && totals.of.get(line.name);
    return row === undefined ? result : { formula: fixedCell(sheet, column, row), result };
  };
  return namesTable<Line>(
    { grid, span },
    {
      columns: [
        {
          title: 'By subcontractor',
          columns: name,
          of: (line) => textField(line.name || '(no subcontractor)'),
        },
        {
          title: 'Done',
          columns: due,
          isFigure: true,
          of: (line) => ({ value: read(line, totalsColumns.done, doneOfDue(line)), style: summary.news }),
        },
        {
          title: 'PPC',
          columns: share,
          isFigure: true,
          of: (line) => ({
            value: read(line, totalsColumns.byTask, shareOfTasks(line)),
            style: summary.share,
          }),
        },
      ],
      items: lines.slice(0, shown),
      more: moreText(lines.length - shown, rows && sheet),
    },
  );
}

type Line = { readonly name: string; readonly due: number; readonly done: number };

/** Those that had tasks due, in the order of Last week. */
function subcontractorLines(lastWeek: readonly LastWeekTask[]): readonly Line[] {
  const tasksOf = Map.groupBy(lastWeek, ({ subcontractor }) => subcontractor);
  const { shown, folded } = subcontractorsOf(lastWeek);
  return [...shown, ...folded]
    .map((name) => ({ name, ...dueAndDone(tasksOf.get(name) ?? []) }))
    .filter(({ due }) => due > 0);
}
