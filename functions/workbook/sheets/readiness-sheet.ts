import { shortList } from '#base/text/one-line.ts';
import {
  contactText,
  type GapGroup,
  gapGroups,
  notReadyText,
  unreadyTasks,
} from '#lookahead/compare/unready-tasks.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { gridMarks } from '#lookahead/grid/grid-text.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { gapHeading } from '#lookahead/readiness/gap-rules.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { fitToLines } from '#workbook/layout/shorten-text.ts';
import { fontSizes, indentedRoom, rowHeight, textFonts } from '#workbook/layout/text-width.ts';
import { maxListLines } from '#workbook/limits.ts';
import type { SheetContext } from '#workbook/theme/sheet-context.ts';
import { cells, headerHeight, heads } from '#workbook/theme/sheet-styles.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import { askCell, askText, dateCell, dateStyles } from '#workbook/theme/task-cells.ts';
import type { Cell, Row, Style } from '#workbook/xlsx/sheet-plan.ts';
import { textColumn } from './list-columns.ts';
import { headingHeight, type ListPlaces, type ListSheet, listSheet, rowPadding } from './list-sheet.ts';

type UnreadyRow = {
  readonly task: PlannedTask;
  /** Whole weeks since the issue that first said so; 0 in this one. */
  readonly weeksOpen: number;
  readonly since: string;
};

const daysPerWeek = 7;
const emptyAgain = 'empty again in the next revision';

function unreadyRows(lookahead: Lookahead): readonly UnreadyRow[] {
  const { readiness, reportDay } = lookahead;
  return unreadyTasks(lookahead).map((task): UnreadyRow => {
    const since = readiness.openSince.get(task.id) ?? reportDay;
    return {
      task,
      weeksOpen: Math.floor((reportDay - since) / daysPerWeek),
      since: since === reportDay ? 'this revision' : dayText(since, reportDay),
    };
  });
}

export function readinessSheet(context: SheetContext): ListSheet {
  const { readiness, reasons, reportDay } = context.lookahead;
  const { of, ready, withGap } = readiness;
  return listSheet<UnreadyRow>(context, {
    name: 'Readiness',
    figures: `${notReadyText(readiness)} · ${ready} of ${countText(of, 'task')} ready, ${withGap} with a gap in the data · Action, Promised by and Done ${emptyAgain}`,
    items: unreadyRows(context.lookahead),
    id: ({ task }) => task.id,
    freezeAfter: 2,
    columns: [
      textColumn('ID', ({ task }) => task.ref, { min: 8, ideal: 10, style: cells.id }),
      textColumn('Task', ({ task }) => `${task.key ? `${gridMarks.key} ` : ''}${task.name}`, {
        min: 24,
        ideal: 40,
        grow: 2,
        style: ({ task }) => (task.key ? cells.strong : cells.text),
        font: textFonts.bold,
      }),
      textColumn('Constraint', ({ task }) => task.constraints.map(({ cause }) => cause).join('\n'), {
        min: 30,
        ideal: 52,
        grow: 3,
      }),
      {
        ...textColumn<UnreadyRow>('Category', ({ task }) => readiness.categories.get(task.id) ?? '', {
          min: 13,
          ideal: 17,
          style: cells.fillIn,
        }),
        choices: { of: reasons, prompt: 'What kind of constraint it is' },
      },
      textColumn('Subcontractor', ({ task }) => task.subcontractor?.name ?? '', {
        isOptional: true,
        min: 13,
        ideal: 18,
        grow: 1,
      }),
      {
        ...textColumn<UnreadyRow>('Ask', ({ task }) => askText(task.constraints), {
          isOptional: true,
          min: 12,
          ideal: 22,
          grow: 1,
        }),
        cell: ({ task }, shown) => askCell(task.constraints, shown),
      },
      {
        title: 'Needed by',
        min: 10.5,
        ideal: 12,
        cell: ({ task }) => dateCell(task.dates?.start, reportDay, dateStyles.long),
      },
      {
        title: 'Weeks open',
        min: 6.5,
        ideal: 7,
        align: 'center',
        cell: ({ weeksOpen }) => ({ value: weeksOpen, style: cells.whole }),
      },
      textColumn('Open since', ({ since }) => since, { min: 10, ideal: 13, dropRank: 1 }),
      {
        title: 'Action',
        min: 16,
        ideal: 26,
        grow: 3,
        cell: () => ({ style: cells.fillIn }),
        choices: { of: [], prompt: `What will be done; ${emptyAgain}` },
      },
      {
        title: 'Promised by',
        min: 11,
        ideal: 13,
        cell: () => ({ style: cells.fillInDate }),
        choices: { of: [], prompt: `By which day; ${emptyAgain}` },
      },
      {
        title: 'Done',
        min: 6,
        ideal: 7,
        cell: () => ({ style: cells.fillIn }),
        choices: { of: ['yes', 'no'], prompt: `Whether the constraint is gone; ${emptyAgain}` },
      },
    ],
    below: (widths, { columns }) => planDataRows(context.lookahead, { widths, columns }),
  });
}

/** References of a row; the others are counted. */
const maxListedMisfits = 40;

const columnTitles = { tasks: 'ID', gap: 'Task', which: 'Constraint', ask: 'Ask' } as const;

type Part = keyof typeof columnTitles;

const parts = ['tasks', 'gap', 'which', 'ask'] as const satisfies readonly Part[];

function planDataRows(
  { tasks, misfits }: Lookahead,
  { widths, columns }: { readonly widths: readonly number[]; readonly columns: ListPlaces['columns'] },
): readonly Row[] {
  const groups = gapGroups(tasks);
  const outside = tasks.reduce((sum, task) => sum + task.predecessorsOutside, 0);
  if (groups.length === 0 && outside === 0 && misfits.length === 0) return [];
  const at = (part: Part) => (columns.get(columnTitles[part]) ?? 0) - 1;
  const last = Math.max(...parts.map(at));
  const row = (values: Readonly<Record<Part, Cell>>, rest: Style, height: number): Row => {
    const drawn = Array.from({ length: last + 1 }, (): Cell => ({ style: rest }));
    for (const part of parts) if (at(part) >= 0) drawn[at(part)] = values[part];
    return { cells: drawn, height };
  };
  const listRow = (
    line: Readonly<Record<Exclude<Part, 'tasks'>, string>> & { readonly tasks: number },
  ): Row => {
    const fitted = (part: Part, text: string) => {
      const room = indentedRoom(widths[at(part)] ?? 1);
      return fitToLines(text, { font: textFonts.plain, room, lines: maxListLines });
    };
    const gap = fitted('gap', line.gap);
    const which = fitted('which', line.which);
    const ask = fitted('ask', line.ask);
    return row(
      {
        tasks: { value: line.tasks || undefined, style: cells.whole },
        gap: { value: gap.text, style: cells.text },
        which: { value: which.text, style: cells.text },
        ask: { value: ask.text || undefined, style: cells.text },
      },
      cells.text,
      rowHeight(Math.max(gap.lines, which.lines, ask.lines), fontSizes.text, rowPadding),
    );
  };
  const groupRow = (group: GapGroup): Row =>
    listRow({
      tasks: group.tasks.length,
      gap: gapHeading(group.kind),
      which: group.tasks.map((task) => whichText(group, task)).join(', '),
      ask: group.ask === undefined ? '' : contactText(group.ask),
    });
  const misfitRow = ({ words, items }: Lookahead['misfits'][number]): Row =>
    listRow({ tasks: items.length, gap: words, which: shortList(items, maxListedMisfits), ask: '' });
  const head = (value: string): Cell => ({ value, style: heads.oneRowLeft });
  const header = row(
    { tasks: head('Tasks'), gap: head('Gap'), which: head('Which'), ask: head('Ask') },
    heads.oneRowLeft,
    headerHeight,
  );
  const gaps = groups.reduce((sum, group) => sum + group.tasks.length, 0);
  const title = `Plan data, for the planner: ${countText(gaps, 'gap')}${outsideText(outside)}${misfitsText(misfits)}`;
  return [
    { cells: [{ value: title, style: summary.section }], height: headingHeight },
    ...(groups.length + misfits.length === 0
      ? []
      : [header, ...groups.map(groupRow), ...misfits.map(misfitRow)]),
  ];
}

function whichText({ kind }: GapGroup, { task, word, detail }: GapGroup['tasks'][number]): string {
  const said = detail || word;
  return said === gapHeading(kind).toLowerCase() ? task.ref : `${task.ref} (${said})`;
}

function misfitsText({ length }: Lookahead['misfits']): string {
  if (length === 0) return '';
  return ` · ${countText(length, 'kind')} of data not as the planning service describes it`;
}

function outsideText(count: number): string {
  if (count === 0) return '';
  return ` · ${countText(count, 'predecessor')} outside the weeks that were read ${count === 1 ? 'is' : 'are'} not checked`;
}
