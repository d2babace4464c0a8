/** The workload as a plan for our writer. */
import { dayFromNumber } from '#base/day.ts';
import type {
  BorderEdge,
  PrintSetup,
  SheetPlan,
  SheetRow,
  Style,
  WorkbookPlan,
} from '#workbook/xlsx/sheet-plan.ts';
import { barColors, type StyleName, sheetNames, sheetRows } from './workload.ts';

const line: BorderEdge = { style: 'hair', color: '7F7F7F' };
const border = { top: line, right: line, bottom: line, left: line };
const font = { name: 'Calibri', size: 10 };

function barStyle(color: string): Style {
  return { font: { ...font, bold: true }, fill: { color }, border, alignment: { horizontal: 'center' } };
}

const [backlog = '', planned = '', promised = '', started = '', complete = ''] = barColors;

export const benchStyles: Record<StyleName, Style> = {
  title: { font: { name: 'Calibri', size: 16, bold: true } },
  heading: {
    font: { name: 'Calibri', size: 10, bold: true, color: 'FFFFFF' },
    fill: { color: '1F2D3D' },
    border,
    alignment: { horizontal: 'center', vertical: 'middle', wrap: true },
  },
  text: { font, border, alignment: { vertical: 'top' } },
  wrapped: { font, border, alignment: { vertical: 'top', wrap: true } },
  date: { font, border, alignment: { vertical: 'top' }, numberFormat: 'ddd d mmm' },
  whole: { font, border, alignment: { vertical: 'top' }, numberFormat: '0' },
  decimal: { font, border, alignment: { vertical: 'top' }, numberFormat: '0.##' },
  flag: { font, border, alignment: { horizontal: 'center' } },
  empty: { font, border },
  weekend: { font, border, fill: { color: 'F2F2F2' } },
  bar0: barStyle(backlog),
  bar1: barStyle(planned),
  bar2: barStyle(promised),
  bar3: barStyle(started),
  bar4: barStyle(complete),
};

const print: PrintSetup = {
  paper: 'A3',
  orientation: 'landscape',
  fitToWidth: true,
  margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.5, header: 0.2, footer: 0.2 },
  titleRows: { first: 1, last: 2 },
  footer: { left: 'Bench', center: '', right: 'page' },
};

const drawing = { styles: benchStyles, dayOf: dayFromNumber };

function* planRows(sheet: (typeof sheetNames)[number], tasks: number): Generator<SheetRow> {
  for (const cells of sheetRows(sheet, tasks, drawing)) yield { cells };
}

/** A plan with `tasks` tasks on two sheets. */
export function benchPlan(tasks: number): WorkbookPlan {
  return {
    properties: { title: 'Bench', subject: '', company: '', created: '2026-11-20T00:00:00Z' },
    sheets: sheetNames.map(
      (name): SheetPlan => ({
        name,
        columns: (name === 'Tasks' ? Array.from({ length: 30 }) : Array.from({ length: 21 })).map(() => ({
          width: 14,
        })),
        rows: planRows(name, tasks),
        freeze: { row: 3, column: 3 },
        autoFilter: { top: 2, left: 1, bottom: tasks + 2, right: name === 'Tasks' ? 30 : 21 },
        print,
      }),
    ),
  };
}
