import type { Day } from '#base/day.ts';
import { detailsLine, plainTaskName, plainText, plainTextStart } from '#display/plain-text.ts';
import { daysLaterText, joinWithPersonToAsk } from '#display/task-words.ts';
import type { ChangedTask } from '#lookahead/compare/changes.ts';
import { dayText } from '#lookahead/dates/day-text.ts';
import { endsNextDay, needsNightRule, nightRuleText, shiftTimeText } from '#lookahead/dates/shift-hours.ts';
import { weeksText } from '#lookahead/dates/window.ts';
import { isKeyOrMilestone, nameWithKeyTaskMark, shortReadyText } from '#lookahead/grid/grid-text.ts';
import { tasksOfShift } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { type GridCell, isWorkCell } from '#lookahead/planned/day-cells.ts';
import type { PlannedTask } from '#lookahead/planned/planned-task.ts';
import { shiftName, shiftNameWithHours, shiftsOrNone } from '#lookahead/tasks/select-tasks.ts';
import { isUnfinished } from '#lookahead/tasks/status.ts';
import { capitalised } from '#lookahead/text/clean-text.ts';
import { countText, peopleText } from '#lookahead/text/quantity-text.ts';
import type { MailBlock, MailTaskEntry, MailTaskWithDays } from './mail-body.ts';
import { type BlocksWithTasks, type ChangedTasksById, changesSinceText } from './news-and-unready-blocks.ts';
import { dayInWindowText } from './people-blocks.ts';

/**
 * Tasks that a subcontractor's mail lists; it counts the others. Gmail clips a larger mail.
 * @limit mail
 */
const maxOwnDayLines = 40;

/** Maximum characters of a task's notes; shorter if many tasks have long notes. */
const notesLengths = [300, 150] as const;
const minNotesLength = 75;
/** Maximum characters of the line with a task's plant, and of the line with its materials. */
const maxNeeds = 160;
/** Bytes of all lines below tasks. 40 tasks with notes of 300 Latin letters fit, and the mail stays below 60 kB. */
const maxBytesBelow = 22_000;

/**
 * The tasks of an audience by day; `tasks` are those that the mail names.
 * @param rest where the full notes are: `on the page`
 */
export function ownDaysBlocks(
  lookahead: Lookahead,
  { changes, rest }: { readonly changes: ChangedTasksById; readonly rest: string },
): BlocksWithTasks {
  const all = tasksByFirstDay(lookahead);
  if (all.length === 0) return { blocks: [], tasks: [] };
  const shown = all.slice(0, maxOwnDayLines);
  const severalShifts = new Set(all.map(({ task }) => task.shift)).size > 1;
  const linesOf = (maxNotes: number) =>
    shown.map(({ task }) => linesBelow(task, { maxNotes, rest: `more ${rest}` }));
  const fits = (maxNotes: number) => byteLength(linesOf(maxNotes).flat()) <= maxBytesBelow;
  const below = linesOf(notesLengths.find(fits) ?? minNotesLength);
  const lines = shown.map(({ task, first, last, name }, index): MailTaskWithDays => {
    const ends = first === last ? [first] : [first, last];
    const dayName = (index: number) =>
      lookahead.days.slice(index, index + 1).map(({ day }) => dayInWindowText(day, lookahead));
    return {
      days: name ?? ends.flatMap(dayName).join(' – '),
      ...taskWords(task, {
        severalShifts,
        night: first === last ? nightHoursText(task, first, lookahead) : '',
        changed: changes.get(task.id),
        lookahead,
      }),
      below: below[index] ?? [],
    };
  });
  const more = all.length - shown.length;
  const title = lookahead.detail === 'days' ? 'Work' : 'Your days';
  const tasks = shown.map(({ task }) => task);
  const blocks: readonly MailBlock[] = [
    {
      kind: 'heading',
      text: `${title}: ${weeksText(lookahead.window)}${changesSinceText(tasks, changes, lookahead)}`,
    },
    ...hoursNote(lookahead, tasks),
    { kind: 'days', lines },
    ...(more > 0
      ? [{ kind: 'note', text: `and ${countText(more, 'more task')} in the workbook` } as const]
      : []),
  ];
  return { blocks, tasks };
}

/** `Day shift, 07:00–15:30 · Night shift, 21:00–05:00. A night belongs to the day on which it begins.` */
function hoursNote({ project }: Lookahead, tasks: readonly PlannedTask[]): readonly MailBlock[] {
  const own = new Set(tasks.map(({ shift }) => shift));
  const heads = shiftsOrNone.flatMap((slot) => {
    const hours = project.shifts?.[slot];
    return hours !== undefined && own.has(slot) ? [shiftNameWithHours(slot, hours)] : [];
  });
  if (heads.length === 0) return [];
  const nights = needsNightRule(own, project.shifts) ? `. ${capitalised(nightRuleText)}.` : '';
  return [{ kind: 'note', text: `${heads.join(' · ')}${nights}` }];
}

/** `Mon 23 Nov, 21:00 to Tue 05:00` for a single night, which ends on the next day; empty for other shifts. */
function nightHoursText({ shift, cells, milestone }: PlannedTask, at: number, lookahead: Lookahead): string {
  const hours = lookahead.project.shifts?.[shift];
  const [cell, day] = [cells[at], lookahead.days[at]];
  if (milestone || !hours || !cell || !day || !isWorkCell(cell) || !endsNextDay(hours)) return '';
  return shiftTimeText(shift, hours, day.day);
}

function tasksByFirstDay({ shifts, reportDay }: Lookahead) {
  return shifts
    .flatMap((shift) => tasksOfShift(shift))
    .map((task) => ({ task, ...firstAndLastDay(task, reportDay) }))
    .sort((a, b) => a.first - b.first || a.last - b.last);
}

/**
 * Indexes of the first and last day of work or, without one, of the first and last day off. Tasks that are overdue or
 * were due before the window sort before its days, and tasks without a day in it sort after them; the heading of such
 * tasks is `name`.
 */
function firstAndLastDay(
  task: PlannedTask,
  reportDay: Day,
): {
  readonly first: number;
  readonly last: number;
  readonly name?: string;
} {
  if (task.marks.includes('overdue')) return { first: -2, last: -2, name: 'Overdue' };
  if (task.marks.includes('not reported') && task.dates) {
    return { first: -1, last: -1, name: `Due ${dayText(task.dates.finish, reportDay)}` };
  }
  if (task.marks.includes('due before')) {
    return {
      first: -1,
      last: -1,
      name: task.dates ? `By ${dayText(task.dates.finish, reportDay)}` : 'Before',
    };
  }
  const { cells } = task;
  const isIts = cells.some(isWorkCell) ? isWorkCell : ({ kind }: GridCell) => kind === 'off';
  const first = cells.findIndex(isIts);
  if (first === -1) return { first: cells.length, last: cells.length, name: 'No dates' };
  return { first, last: cells.findLastIndex(isIts) };
}

function taskWords(
  task: PlannedTask,
  {
    severalShifts,
    night,
    changed,
    lookahead,
  }: {
    readonly severalShifts: boolean;
    readonly night: string;
    readonly changed: ChangedTask | undefined;
    readonly lookahead: Lookahead;
  },
): Omit<MailTaskEntry, 'below'> {
  const name = plainTaskName(task.name);
  const location = plainTaskName(task.location?.name ?? '');
  const place = wordParts(location).isSubsetOf(wordParts(name)) ? name : `${name}, ${location}`;
  const title = nameWithKeyTaskMark(place, isKeyOrMilestone(task));
  const ref = plainText(task.ref);
  const people = task.people > 0 ? [peopleText(task.people)] : [];
  const isFull = lookahead.detail === 'full';
  // For complete and cancelled tasks, readiness does not matter.
  const state = isUnfinished(task.status) ? plainText(shortReadyText(task)) : task.status.kind;
  const ready = isFull ? [state] : [];
  const here = task.alsoHere === '' ? [] : [plainText(`also here: ${task.alsoHere}`)];
  const moved =
    changed?.change.kind === 'moved' && !isFull ? changed.words : daysLaterText(changed?.change.days);
  const change = changed ? [detailsLine([changed.kinds, moved])] : [];
  const shift = severalShifts && night === '' ? [shiftName(task.shift).toLowerCase()] : [];
  return {
    title,
    ref: name.includes(ref) ? '' : ref,
    details: joinWithPersonToAsk(
      [
        ...change,
        ...shift,
        night,
        ...daysWords(task, lookahead.reportDay),
        ...people,
        ...here,
        ...ready,
      ].filter((part) => part !== ''),
      task,
      lookahead,
    ),
  };
}

/** Notes, plant and materials, which a foreman needs before promising; none for finished or cancelled tasks. */
function linesBelow(
  { status, notes, plantLine, materialsLine }: PlannedTask,
  { maxNotes, rest }: { readonly maxNotes: number; readonly rest: string },
): readonly string[] {
  if (!isUnfinished(status)) return [];
  const notesLine = notes.replaceAll(/\s*\n\s*/g, ' · ');
  return [
    plainTextStart(notesLine, { max: maxNotes, rest }),
    ...(plantLine === '' ? [] : [plainTextStart(`Plant: ${plantLine}`, { max: maxNeeds, rest })]),
    ...(materialsLine === '' ? [] : [plainTextStart(`Materials: ${materialsLine}`, { max: maxNeeds, rest })]),
  ].filter((line) => line !== '');
}

function byteLength(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
}

function daysWords({ dates, cells }: PlannedTask, reportDay: Day): readonly string[] {
  const at = cells.flatMap((cell, index) => (isWorkCell(cell) ? [index] : []));
  const [first = 0] = at;
  const withDaysOff = at.length > 0 && (at.at(-1) ?? first) - first + 1 > at.length;
  return [
    ...(withDaysOff ? [countText(at.length, 'working day')] : []),
    // "from", not "began": the task may not have started.
    ...(cells[0]?.before && dates ? [`from ${dayText(dates.start, reportDay)}`] : []),
    ...(cells.at(-1)?.after && dates ? [`until ${dayText(dates.finish, reportDay)}`] : []),
  ];
}

/**
 * The words of a text in lower case, for finding repetitions: the location `Level 14 – east` is left out after
 * `Set column shutters, Level 14 east`.
 */
function wordParts(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
