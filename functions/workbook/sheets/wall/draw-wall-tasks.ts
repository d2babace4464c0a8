/** Draws a task of the Wall sheet: its name, the columns beside it, its bar. */
import type { GridCell } from '../../../lookahead/grid/cells.ts';
import type { DayKind } from '../../../lookahead/grid/day-columns.ts';
import { barTexts, cellText, isHighlighted, taskText } from '../../../lookahead/grid/grid-text.ts';
import type { PlannedTask } from '../../../lookahead/tasks/planned-task.ts';
import { fitToLines } from '../../layout/cut-text.ts';
import { indentedRoom, rowHeight } from '../../layout/text-lines.ts';
import type { TextFont } from '../../layout/text-width.ts';
import { barStyle, drawOnce, grid } from '../../theme/day-grid-styles.ts';
import { wall, wallEmpty, wallMilestone, wallOff, wallSizes } from '../../theme/wall-styles.ts';
import type { Cell, Row } from '../../xlsx/sheet-plan.ts';
import type { Layout } from './wall-columns.ts';

const maxLines = 2;
const padding = 2;

/** Gives a function that draws the row of a task. */
export function taskDrawer({ widths, details, days }: Layout): (task: PlannedTask) => Row {
  const font = {
    key: { size: wallSizes.task, bold: true },
    task: { size: wallSizes.task },
    detail: { size: wallSizes.detail },
  };
  const rooms = widths.map(indentedRoom);
  const drawDay = drawOnce(dayCell);
  return (task) => {
    const fitted = (text: string, column: number, own: TextFont) =>
      fitToLines(text, { font: own, room: rooms[column] ?? 1, lines: maxLines });
    const name = fitted(taskText(task), 0, isHighlighted(task) ? font.key : font.task);
    const texts = details.map(({ of }, index) => fitted(of(task), index + 1, font.detail));
    const height = Math.max(
      rowHeight(name.lines, wallSizes.task, padding),
      rowHeight(1, wallSizes.day, padding),
      ...texts.map(({ lines }) => rowHeight(lines, wallSizes.detail, padding)),
    );
    return {
      cells: [
        { value: name.text, style: isHighlighted(task) ? wall.keyTask : wall.task },
        ...texts.map(({ text }): Cell => ({ value: text || undefined, style: wall.detail })),
        ...days.map(({ kind }, index): Cell => {
          const cell = task.cells[index];
          return cell ? drawDay(cell, kind) : { style: wallEmpty[kind] };
        }),
      ],
      height,
    };
  };
}

function dayCell(cell: GridCell, kind: DayKind): Cell {
  switch (cell.kind) {
    case 'bar': {
      const { people, status } = cell;
      const [text] = barTexts(cell);
      const style = barStyle({ size: wallSizes.day, status, text, whole: Number.isInteger(people) });
      return { value: people, style };
    }
    case 'milestone':
      return { value: 0, style: wallMilestone[kind] };
    case 'off':
      return { value: cellText(cell), style: wallOff };
    case 'was':
      return { value: cellText(cell) || undefined, style: grid.was[kind] };
    case 'empty':
      return { value: cellText(cell) || undefined, style: wallEmpty[kind] };
  }
}
