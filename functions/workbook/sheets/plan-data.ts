import { shortList } from '#base/text/one-line.ts';
import { contactText, type GapGroup, gapGroups } from '#lookahead/compare/unready-tasks.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { gapHeading } from '#lookahead/readiness/gap-rules.ts';
import { countText } from '#lookahead/text/quantity-text.ts';
import { fitToLines } from '#workbook/layout/shorten-text.ts';
import { fontSizes, indentedRoom, rowHeight, textFonts } from '#workbook/layout/text-width.ts';
import { maxListLines } from '#workbook/limits.ts';
import { cells, headerHeight, heads } from '#workbook/theme/sheet-styles.ts';
import { summary } from '#workbook/theme/summary-styles.ts';
import type { Cell, Row, Style } from '#workbook/xlsx/sheet-plan.ts';
import { headingHeight, type ListPlaces, rowPadding } from './list-sheet.ts';

/** References of a row; the others are counted. */
const maxListedMisfits = 40;

const columnTitles = { tasks: 'ID', gap: 'Task', which: 'Constraint', ask: 'Ask' } as const;
type Part = keyof typeof columnTitles;
const parts = ['tasks', 'gap', 'which', 'ask'] as const satisfies readonly Part[];

export function planDataRows(
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
