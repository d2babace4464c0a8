import { shortListText } from '#base/text/one-line.ts';
import { type BarCell, type CellEdges, type NonBarCell, peopleInCell } from '#lookahead/planned/day-cells.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import type { NamedReference } from '#lookahead/tasks/read-task.ts';
import { isUnfinished } from '#lookahead/tasks/status.ts';
import { quantityText, signedNumberText } from '#lookahead/text/quantity-text.ts';

export const gridMarks = {
  key: '◆',
  before: '◀',
  after: '▶',
  /** A day of the bar without work, for programs that draw no hatching. */
  off: '///',
  /** Shown in the bar of a task that has neither a status nor people. */
  work: '•',
} as const;

/** The legend below the grid. `statusLabel` explains the letters, `movedLegend` the cells of kind 'was'. */
export const gridLegend: readonly string[] = [
  `${gridMarks.key} key or milestone`,
  // Does not say that work began before: only the task's dates begin before, and work may not have begun.
  `${gridMarks.before} from before`,
  `${gridMarks.after} goes on after`,
  'figure: people',
  'hatched: no work that day',
];
/** The legend of a plan with days only: without key tasks and people. */
export const daysOnlyLegend = [
  '• work that day',
  '◆ milestone',
  ...gridLegend.filter((text) => !/key|people/.test(text)),
];
/** Explains the marks of `shortReadyText`. */
export const readyLegend: readonly string[] = ['✓ ready', '? ready, data missing', '✗ not ready'];
export const movedLegend = 'dotted: moved from here';
/** Explains the marks of `promiseText`. */
export const promiseLegend = 'Promise: ✓ made, ✓ 4 with 4 people, ✗ declined, ? not answered';

/**
 * The text around the number of people in a cell of a bar: `◀ S ` before it (`lead`), ` ▶` after it (`tail`).
 * `withoutPeople` is the whole text of a cell without people.
 */
export type TextAroundPeople = {
  readonly lead: string;
  readonly tail: string;
  readonly withoutPeople: string;
};

const hairSpace = '\u200a';

/**
 * The wide and the tight text of a bar's cell: `◀ S 6`, and `◀S 6` with a hair space, because `S4` without a space
 * looks like 54.
 */
export function textsAroundPeople({
  letter,
  before,
  after,
}: BarCell): readonly [wide: TextAroundPeople, tight: TextAroundPeople] {
  const around = (gap: string, beforeFigure = gap): TextAroundPeople => {
    const start = before ? `${gridMarks.before}${gap}` : '';
    const tail = after ? `${gap}${gridMarks.after}` : '';
    const lead = letter === '' ? start : `${start}${letter}${beforeFigure}`;
    return { lead, tail, withoutPeople: `${start}${letter || gridMarks.work}${tail}` };
  };
  return [around(' '), around('', hairSpace)];
}

export function barCellText(cell: BarCell, { lead, tail, withoutPeople }: TextAroundPeople): string {
  const people = peopleInCell(cell);
  return people === 0 ? withoutPeople : `${lead}${quantityText(people)}${tail}`;
}

export function nonBarCellText(cell: NonBarCell, room: 'wide' | 'narrow' = 'wide'): string {
  switch (cell.kind) {
    case 'off':
      return room === 'narrow' && (cell.before || cell.after)
        ? withEdges('', cell, '')
        : withEdges(gridMarks.off, cell, ' ');
    case 'milestone':
      return gridMarks.key;
    case 'empty':
    case 'was':
      return withEdges('', cell, '');
  }
}

function withEdges(text: string, { before, after }: CellEdges, gap: string): string {
  return `${before ? `${gridMarks.before}${gap}` : ''}${text}${after ? `${gap}${gridMarks.after}` : ''}`;
}

export function isKeyOrMilestone({ key, milestone }: PlannedTask): boolean {
  return key || milestone;
}

export function nameWithKeyTaskMark(name: string, isMarked: boolean): string {
  return isMarked ? `${gridMarks.key} ${name}` : name;
}

export function taskNameWithMarks(task: PlannedTask): string {
  const name = nameWithKeyTaskMark(task.name, isKeyOrMilestone(task));
  return task.markWords === '' ? name : `${name} – ${task.markWords}`;
}

/** `no` with a constraint, `gap` if only data is missing, else `yes`; undefined for complete and cancelled tasks. */
export function readinessLevel({ status, constraints, gaps }: PlannedTask): 'yes' | 'gap' | 'no' | undefined {
  if (!isUnfinished(status)) return undefined;
  if (constraints.length > 0) return 'no';
  return gaps.length > 0 ? 'gap' : 'yes';
}

/**
 * `✓`, or the first constraint or gap: `✗ overdue and 1 more`, `? no labour`; empty for complete and cancelled tasks.
 */
export function shortReadyText(task: PlannedTask): string {
  switch (readinessLevel(task)) {
    case 'yes':
      return '✓';
    case 'gap':
      return `? ${firstAndCount(task.gaps)}`;
    case 'no':
      return `✗ ${firstAndCount(task.constraints)}`;
    case undefined:
      return '';
  }
}

/** `✓`, or each constraint and each gap on a line of its own: `✗ Delayed: crane down`, `? no labour`. */
export function fullReadyText(task: PlannedTask): string {
  const word = readinessLevel(task);
  if (word === undefined || word === 'yes') return shortReadyText(task);
  const constraints = task.constraints.map(({ cause }) => `✗ ${cause}`);
  return [
    ...constraints,
    ...task.gaps.map(({ word: gap, detail }) => `? ${detail === '' ? gap : `${gap}: ${detail}`}`),
  ].join('\n');
}

function firstAndCount(found: readonly { readonly word: string }[]): string {
  return shortListText(
    found.map(({ word }) => word),
    1,
  );
}

/**
 * `yes` if promised, `no` if declined, else `gap`: the values of `readinessLevel`. Undefined if nobody was asked for
 * the task.
 */
export function promiseLevel({ promise }: PlannedTask): 'yes' | 'gap' | 'no' | undefined {
  if (promise === undefined) return undefined;
  return promise.state === 'promised' ? 'yes' : promise.state === 'declined' ? 'no' : 'gap';
}

/**
 * `✓`, `✓ 4` if not as many people as planned will come, `✗ Labour`, `?` not answered, `? moved`; empty if nobody was
 * asked for the task.
 */
export function promiseText({ promise }: Pick<PlannedTask, 'promise'>): string {
  const { people, reason } = promise?.current?.answer ?? {};
  switch (promise?.state) {
    case 'promised':
      return people === undefined ? '✓' : `✓ ${quantityText(people)}`;
    case 'declined':
      return `✗ ${reason ?? ''}`.trim();
    case 'moved':
      return '? moved';
    case 'open':
      return '?';
    case undefined:
      return '';
  }
}

export function firstPersonToAsk({ constraints, gaps }: PlannedTask): NamedReference | undefined {
  return [...constraints, ...gaps].find(({ ask }) => ask !== undefined)?.ask;
}

export function notesText({ alsoHere, notes }: PlannedTask): string {
  return [alsoHere === '' ? '' : `Also here: ${alsoHere}`, notes].filter((text) => text !== '').join('\n');
}

export function sinceLastPullText({ since }: PlannedTask): string {
  switch (since?.kind) {
    case 'new':
      return 'NEW';
    case 'moved':
      return since.days ? `${signedNumberText(since.days)} d` : 'moved';
    case 'not read before':
    case undefined:
      return '';
  }
}
