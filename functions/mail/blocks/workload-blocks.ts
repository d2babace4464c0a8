import type { Day } from '../../base/day.ts';
import { mailAddress } from '../../base/text/mail-address.ts';
import { datesText, dayParts, dayText } from '../../lookahead/dates/day-text.ts';
import { weeksOf } from '../../lookahead/grid/day-columns.ts';
import { gridMarks, readyText } from '../../lookahead/grid/grid-text.ts';
import { type ShiftPlan, weekFigures } from '../../lookahead/grid/shift-plan.ts';
import type { Lookahead } from '../../lookahead/lookahead.ts';
import { keyTasksOf, type PlannedTask } from '../../lookahead/planned/planned-task.ts';
import { uncountedPeople } from '../../lookahead/resources/uncounted-people-and-plant.ts';
import type { Named } from '../../lookahead/tasks/read-task.ts';
import { type Audience, shiftTitles } from '../../lookahead/tasks/select.ts';
import { countText, groupedText } from '../../lookahead/text/quantity-text.ts';
import { maxKeyTasks, maxWeeksByDay } from '../limits.ts';
import { type Block, type Detail, factsLine, firstItems, type Item, plainText } from './mail-body.ts';

export function peopleBlocks(lookahead: Lookahead): readonly Block[] {
  const used = lookahead.shifts.filter(({ figures }) => figures.tasks > 0);
  const manned = used.filter(({ figures }) => figures.busiest !== undefined);
  const uncounted = uncountedPeople(used);
  const note: readonly Block[] = uncounted === '' ? [] : [{ kind: 'note', text: `${uncounted}.` }];
  const byDay = lookahead.window.weeks <= maxWeeksByDay;
  const heading: Block = { kind: 'heading', text: byDay ? 'People per day' : 'People per week' };
  if (manned.length === 0) return note.length === 0 ? [] : [heading, ...note];
  const rows = byDay ? dayRows(lookahead, manned) : weekRows(lookahead, manned);
  return [
    heading,
    {
      kind: 'table',
      caption: byDay ? '' : 'On the busiest day of each week.',
      columns: [
        { title: byDay ? 'Date' : 'Week from', align: 'left' },
        ...manned.map(({ shift }) => ({ title: shiftTitles[shift], align: 'right' as const })),
      ],
      rows,
    },
    ...note,
  ];
}

function dayRows(lookahead: Lookahead, used: readonly ShiftPlan[]): readonly (readonly string[])[] {
  return lookahead.days.map(({ day }, index) => [
    dayOfWindow(day, lookahead),
    ...used.map((plan) => people(plan.peoplePerDay[index] ?? 0)),
  ]);
}

function weekRows(lookahead: Lookahead, used: readonly ShiftPlan[]): readonly (readonly string[])[] {
  return weeksOf(lookahead.days).map((week) => [
    week.days[0] ? dayText(week.days[0].day, lookahead.reportDay) : '',
    ...used.map((plan) => people(weekFigures(plan, week).maxPeople)),
  ]);
}

/** `Mon 30`, so that it fits a phone; with its month in a window in which that could be two days. */
export function dayOfWindow(day: Day, { window, reportDay }: Lookahead): string {
  const { weekday, dayOfMonth } = dayParts(day);
  return window.weeks <= maxWeeksByDay ? `${weekday} ${dayOfMonth}` : dayText(day, reportDay);
}

function people(count: number): string {
  return count === 0 ? '–' : groupedText(count);
}

export function keyTaskBlocks(lookahead: Lookahead): readonly Block[] {
  const tasks = keyTasksOf(lookahead);
  if (tasks.length === 0) return [];
  return [
    { kind: 'heading', text: 'Key tasks' },
    ...firstItems(tasks, {
      max: maxKeyTasks,
      item: (task) => keyTask(task, lookahead),
      noun: 'key task',
      where: `, marked ${gridMarks.key} on the shift sheets`,
    }),
  ];
}

function keyTask(task: PlannedTask, { audience, reportDay }: Lookahead): Item {
  const facts = [
    shiftTitles[task.shift],
    datesText(task.dates, reportDay),
    task.status.text,
    otherName(audience, task.subcontractor?.name),
    otherName(audience, task.owner?.name),
  ];
  return {
    tag: gridMarks.key,
    tone: 'calm',
    title: taskTitle(task),
    details: [factsLine(facts), factsLine([task.markWords, readyText(task), slipWords(task)])].filter(
      (detail) => detail !== '',
    ),
  };
}

function slipWords({ slip }: PlannedTask): string {
  if (slip === undefined || slip.days === 0) return '';
  return `${countText(Math.abs(slip.days), 'working day')} ${slip.days > 0 ? 'later' : 'earlier'} than first planned`;
}

/** `Pour raft, bay 2 (A1020)`. A reference that the name contains is not repeated. */
export function taskTitle({ name, ref }: { readonly name: string; readonly ref: string }): string {
  const title = plainText(name);
  const reference = plainText(ref);
  return reference === '' || title.includes(reference) ? title : `${title} (${reference})`;
}

export function markedTitle(task: { readonly name: string; readonly ref: string; readonly key: boolean }) {
  return task.key ? `${gridMarks.key} ${taskTitle(task)}` : taskTitle(task);
}

export function withAsk(words: readonly string[], asked: Named | undefined, audience: Audience): Detail {
  const text = words.join(' · ');
  const name = plainText(otherName(audience, asked?.name));
  if (name === '') return text;
  const address = mailAddress(asked?.address ?? '');
  return address ? { text, ask: { name, address } } : [...words, `ask ${name}`].join(' · ');
}

export function otherName(audience: Audience, name = ''): string {
  const isOwn = audience.kind !== 'everyone' && name === audience.name;
  return isOwn ? '' : name;
}
