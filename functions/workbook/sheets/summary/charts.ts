import { windowDates } from '../../../lookahead/dates/window.ts';
import { shiftTitles } from '../../../lookahead/tasks/select.ts';
import { chartColors } from '../../theme/colors.ts';
import { fixedRange } from '../../xlsx/cell-references.ts';
import type { Area, Chart } from '../../xlsx/sheet-plan.ts';
import type { ShiftPlaces } from '../shift/shift-sheet.ts';
import type { SummaryContext } from './sections.ts';

/** Of all rows, whatever a filter shows. No chart if nobody is planned. */
export function peopleChart({ lookahead, places }: SummaryContext, area: Area): readonly Chart[] {
  const { days, window } = lookahead;
  const shown = places.shifts.flatMap((place) => {
    const people = lookahead.shifts.find(({ shift }) => shift === place.shift)?.peoplePerDay ?? [];
    return people.some((count) => count > 0) ? [{ place, people }] : [];
  });
  const [first] = shown;
  if (first === undefined) return [];
  const rowOf = ({ sheet, firstDay }: ShiftPlaces, row: number) =>
    fixedRange(sheet, { top: row, left: firstDay, bottom: row, right: firstDay + days.length - 1 });
  return [
    {
      area,
      kind: 'columns',
      alternative: `People on each day of ${windowDates(window)}, stacked by shift`,
      categories: {
        reference: rowOf(first.place, first.place.headerRow),
        values: days.map(({ day }) => day),
      },
      series: shown.map(({ place, people }) => ({
        name: shiftTitles[place.shift],
        color: chartColors[place.shift],
        reference: rowOf(place, place.peopleRow),
        values: people,
      })),
      // As in the table above: a programme's hours may give half a person, and a day without people is left blank.
      numberFormat: shown.every(({ people }) => people.every(Number.isInteger))
        ? '#,##0;-#,##0;'
        : '#,##0.0;-#,##0.0;',
    },
  ];
}
