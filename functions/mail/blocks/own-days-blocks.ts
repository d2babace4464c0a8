/** The message of one subcontractor or person: their days, each with its tasks. */
import { weeksText } from '../../lookahead/dates/window.ts';
import { readyText, readyWord } from '../../lookahead/grid/grid-text.ts';
import { rowsOf } from '../../lookahead/grid/shift-plan.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import type { PlannedTask } from '../../lookahead/tasks/planned-task.ts';
import { shiftName } from '../../lookahead/tasks/shift-of-task.ts';
import { countText } from '../../lookahead/text/quantity-text.ts';
import { type Block, type DayLine, plainText } from './mail-body.ts';
import { dayOfWindow } from './workload-blocks.ts';

/** More lines are not read in a mail, and would take it near the size at which Gmail cuts it. */
const maxLines = 100;

/** Whether a report is for one subcontractor or person, who wants their own work only. */
export function isForOne({ audience }: Pick<Lookahead, 'audience'>): boolean {
  return audience.kind === 'subcontractor' || audience.kind === 'owner' || audience.kind === 'assignee';
}

/** `Mon 30: Strike shutters, north bay · 8 people · ✗ no labour`: all days, or how many there are where they do not fit. */
export function ownDaysBlocks(lookahead: Lookahead): readonly Block[] {
  const lines = linesOf(lookahead);
  if (lines.length === 0) return [];
  const heading: Block = { kind: 'heading', text: `Your days in ${weeksText(lookahead.window)}` };
  if (lines.length > maxLines) {
    const days = new Set(lines.map(({ day }) => day)).size;
    const text = `${countText(lookahead.tasks.length, 'task')} on ${countText(days, 'day')}: too many to list here. The shift sheets of the workbook show each day.`;
    return [heading, { kind: 'paragraph', text }];
  }
  return [heading, { kind: 'days', lines }];
}

function linesOf(lookahead: Lookahead): readonly DayLine[] {
  const shifts = lookahead.shifts.filter(({ figures }) => figures.tasks > 0);
  const rows = shifts.flatMap((shift) => rowsOf(shift));
  const dayName = (index: number) => {
    const day = lookahead.days[index]?.day;
    return day === undefined ? '' : dayOfWindow(day, lookahead.window);
  };
  const planned = lookahead.days.flatMap((_day, index) =>
    rows.flatMap(({ task, cells }) => {
      const kind = cells[index]?.kind;
      return kind === 'bar' || kind === 'milestone' ? [lineOf(task, dayName(index), shifts.length > 1)] : [];
    }),
  );
  const overdue = rows.filter(({ task }) => task.marks.includes('overdue'));
  return [...overdue.map(({ task }) => lineOf(task, 'Overdue', shifts.length > 1)), ...planned];
}

function lineOf(task: PlannedTask, day: string, severalShifts: boolean): DayLine {
  const name = plainText(task.name);
  const location = plainText(task.location?.name ?? '');
  const title = wordsOf(location).isSubsetOf(wordsOf(name)) ? name : `${name}, ${location}`;
  const people = task.people > 0 ? [countText(task.people, 'person', 'people')] : [];
  const ready = readyWord(task) !== 'no' ? [] : [plainText(readyText(task))];
  const shift = severalShifts ? [shiftName(task.shift).toLowerCase()] : [];
  return { day, title, details: [...shift, ...people, ...ready].join(' · ') };
}

/** A location such as `Level 14 – east` is not repeated after `Set column shutters, Level 14 east`. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
