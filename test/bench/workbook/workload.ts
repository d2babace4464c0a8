/**
 * The workload of every writer of the bench: the Tasks sheet and one shift sheet with a grid of seven days. The values
 * depend on a task's number only, so that a program in any language makes the same ones.
 */
import vocabulary from './vocabulary.json' with { type: 'json' };

export type StyleName =
  | 'title'
  | 'heading'
  | 'text'
  | 'wrapped'
  | 'date'
  | 'whole'
  | 'decimal'
  | 'flag'
  | 'empty'
  | 'weekend'
  | `bar${0 | 1 | 2 | 3 | 4}`;

/** A cell whose style and date have the writer's own types, so that the writer converts nothing. */
export type BenchCell<Style, Day> = {
  readonly value: string | number | boolean | { readonly day: Day } | undefined;
  readonly style: Style;
};

export type Drawing<Style, Day> = {
  readonly styles: Readonly<Record<StyleName, Style>>;
  /** @param number days since 1970-01-01 */
  readonly dayOf: (number: number) => Day;
};

const monday = 20_780;
export const sheetNames = ['Tasks', 'Day'] as const;
export const { taskColumns, shiftColumns, barColors } = vocabulary;

const bars = ['bar0', 'bar1', 'bar2', 'bar3', 'bar4'] as const;

function pick(words: readonly string[], number: number): string {
  return words[number % words.length] ?? '';
}

function taskId(number: number): string {
  return `T-${String(number).padStart(6, '0')}`;
}

function taskName(number: number): string {
  const level = number % 37;
  return `${pick(vocabulary.verbs, number)} ${pick(vocabulary.things, number)}, level ${level}, zone ${number % 101}`;
}

function firstDay(number: number): number {
  return monday + (number % 6);
}

function lastDay(number: number): number {
  return Math.min(firstDay(number) + (number % 4), monday + 6);
}

function people(number: number): number {
  return 1 + (number % 12);
}

function statusOf(number: number): number {
  return Math.floor(number / 3) % 5;
}

/** The cells of task `number`, from 0, on the Tasks sheet. */
function taskCells<Style, Day>(
  number: number,
  { styles, dayOf }: Drawing<Style, Day>,
): BenchCell<Style, Day>[] {
  const v = vocabulary;
  const { wrapped, flag, date, decimal } = styles;
  const text = (value: string) => ({ value, style: styles.text });
  const whole = (value: number) => ({ value, style: styles.whole });
  return [
    text(taskId(number)),
    { value: taskName(number), style: wrapped },
    text(`1.${number % 9}.${number % 17}.${number}`),
    text(pick(v.folders, number)),
    text(pick(v.locations, number)),
    text(pick(v.subcontractors, number)),
    text(pick(v.people, number)),
    text(`${pick(v.people, number + 1)}, ${pick(v.people, number + 2)}`),
    text(pick(v.packages, number)),
    text('five-day'),
    text('day'),
    text(pick(v.statuses, statusOf(number))),
    { value: number % 20 === 0, style: flag },
    { value: { day: dayOf(firstDay(number)) }, style: date },
    { value: { day: dayOf(lastDay(number)) }, style: date },
    whole(1 + (number % 4)),
    { value: (number % 101) / 100, style: decimal },
    text(`${pick(v.subcontractors, number)} crew`),
    whole(people(number)),
    text(pick(v.plant, number)),
    whole(number % 3),
    text(pick(v.materials, number)),
    text(pick(v.units, number)),
    { value: (number % 1000) / 8, style: decimal },
    { value: (number % 800) / 8, style: decimal },
    text(number === 0 ? '' : `${taskId(number - 1)} FS+${number % 3}`),
    text(`${taskId(number + 1)} FS`),
    whole((number % 5) - 2),
    { value: { day: dayOf(monday - (number % 30)) }, style: date },
    { value: pick(v.notes, number), style: wrapped },
  ];
}

/** The cells of task `number`, from 0, on the shift sheet. */
function shiftCells<Style, Day>(
  number: number,
  { styles, dayOf }: Drawing<Style, Day>,
): BenchCell<Style, Day>[] {
  const v = vocabulary;
  const { wrapped, date, weekend, empty } = styles;
  const status = statusOf(number);
  const first = firstDay(number);
  const last = lastDay(number);
  const text = (value: string) => ({ value, style: styles.text });
  const cells: BenchCell<Style, Day>[] = [
    text(taskId(number)),
    { value: taskName(number), style: wrapped },
    text(pick(v.folders, number)),
    text(pick(v.locations, number)),
    text(pick(v.subcontractors, number)),
    text(pick(v.people, number)),
    { value: { day: dayOf(first) }, style: date },
    { value: { day: dayOf(last) }, style: date },
    text(pick(v.statuses, status)),
    text(number % 7 === 0 ? 'no' : 'yes'),
  ];
  const bar = {
    value: `${pick(v.letters, status)} ${people(number)}`,
    style: styles[bars[status] ?? 'bar0'],
  };
  for (let day = monday; day < monday + 7; day += 1) {
    if (day >= first && day <= last) cells.push(bar);
    else cells.push({ value: undefined, style: day >= monday + 5 ? weekend : empty });
  }
  cells.push(
    text(`${people(number)} × ${pick(v.subcontractors, number)}; ${pick(v.plant, number)}`),
    text(number === 0 ? '' : `${taskId(number - 1)} FS+${number % 3}`),
    { value: pick(v.notes, number), style: wrapped },
    { value: undefined, style: empty },
  );
  return cells;
}

/** The rows of a sheet, in order, headings first. */
export function* sheetRows<Style, Day>(
  sheet: (typeof sheetNames)[number],
  tasks: number,
  drawing: Drawing<Style, Day>,
): Generator<readonly BenchCell<Style, Day>[]> {
  const columns = sheet === 'Tasks' ? taskColumns : shiftColumns;
  const title = sheet === 'Tasks' ? 'Tasks' : 'Day shift, 23 to 29 November 2026';
  const cellsOf = sheet === 'Tasks' ? taskCells : shiftCells;
  yield [{ value: title, style: drawing.styles.title }];
  yield columns.map((value) => ({ value, style: drawing.styles.heading }));
  for (let number = 0; number < tasks; number += 1) yield cellsOf(number, drawing);
}
