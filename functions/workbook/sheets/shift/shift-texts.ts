import { readinessText } from '#lookahead/compare/unready-tasks.ts';
import { dayText, weekdayText } from '#lookahead/dates/day-text.ts';
import type { BusiestDay } from '#lookahead/grid/shift-plan.ts';
import type { Lookahead } from '#lookahead/lookahead.ts';
import { uncountedPeopleText } from '#lookahead/resources/labour-and-plant.ts';
import { predecessorsIn, relationCode, type TaskRelation } from '#lookahead/tasks/relations.ts';
import { shiftName, shiftNameWithHours } from '#lookahead/tasks/select-tasks.ts';
import { countText, peopleText } from '#lookahead/text/quantity-text.ts';
import { shortenToWidth, textStartThatFits } from '#workbook/layout/shorten-text.ts';
import { lineCount, type TextFont, textFonts, textWidth } from '#workbook/layout/text-width.ts';
import { allRowsFiguresText } from '#workbook/sheets/counting-formulas.ts';
import type { ShiftSheetContent } from './shift-pages.ts';

/**
 * Title of a page: `Day shift, 07:00–15:30` if the project has the hours, otherwise `Day shift lookahead`; for several
 * shifts `Lookahead: Day, Night`.
 */
export function shiftSheetTitle(
  { shifts: [first, ...others] }: ShiftSheetContent,
  { shifts, project }: Pick<Lookahead, 'shifts' | 'project'>,
): string {
  const hours = project.shifts?.[first.shift];
  if (others.length > 0) return `Lookahead: ${[first, ...others].map(({ title }) => title).join(', ')}`;
  if (hours !== undefined) return shiftNameWithHours(first.shift, hours);
  if (first.shift !== 'none') return `${shiftName(first.shift)} lookahead`;
  return shifts.length === 1 ? 'Lookahead' : 'Lookahead of tasks without a shift';
}

export function shiftSheetFiguresText(
  { figures, peoplePerDay }: ShiftSheetContent,
  lookahead: Lookahead,
): string {
  const { tasks, keyTasks, overdue, busiest } = figures;
  const parts = [allRowsFiguresText(countText(tasks, 'task'))];
  if (keyTasks > 0) parts.push(`${keyTasks} key`);
  if (overdue > 0) parts.push(`${overdue} overdue`);
  if (tasks > 0 && lookahead.readiness.of > 0) parts.push(readinessText(figures));
  if (busiest) {
    const day =
      peoplePerDay.length > 7 ? dayText(busiest.day, lookahead.reportDay) : weekdayText(busiest.day);
    parts.push(busiestDayText(busiest, day));
  }
  return parts.join(' · ');
}

export function busiestDayText({ people }: BusiestDay, day: string): string {
  return `${peopleText(people)} on ${day}, the busiest day`;
}

export function peopleLabel(shift: ShiftSheetContent, font: TextFont, room: number): string {
  const people = `People ${onShift(shift)}`;
  const uncounted = uncountedPeopleText(shift.shifts);
  if (uncounted === '') return people;
  const forms = [`${people} · ${uncounted}`, `People · ${uncounted}`];
  return forms.find((form) => textWidth(form, font) <= room) ?? shortenToWidth(uncounted, font, room);
}

function onShift({ shifts: [{ shift, title }, ...others] }: ShiftSheetContent): string {
  if (others.length > 0) return 'on these shifts';
  return shift === 'none' ? 'without a shift' : `on the ${title.toLowerCase()} shift`;
}

const linesPerPredecessor = 2;
const maxNameLength = 400;

export function predecessorsText(
  { relations }: { readonly relations: readonly TaskRelation[] },
  room: number,
): string {
  return predecessorsIn(relations)
    .map((relation) => predecessorText(relation, room))
    .join(', ');
}

function predecessorText({ label, type, lag }: TaskRelation, room: number): string {
  const code = relationCode(type, lag);
  const fits = (text: string) => lineCount(text, textFonts.plain, room) <= linesPerPredecessor;
  const whole = `${label} ${code}`;
  if (label.length < maxNameLength && fits(whole)) return whole;
  const start = textStartThatFits(label.slice(0, maxNameLength), (name) => fits(`${name}… ${code}`), 8);
  return `${start.replace(/[\s,]+$/, '')}… ${code}`;
}
