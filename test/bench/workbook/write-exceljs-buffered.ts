/**
 * `node write-exceljs-buffered.ts <tasks> <file>`: writes the workload with exceljs's own workbook, held whole in
 * memory.
 */
import ExcelJS from 'exceljs';
import { excelStyle } from '#workbook/xlsx/cell-styles.ts';
import { benchStyles } from './plan.ts';
import { sheetNames, sheetRows, shiftColumns, taskColumns } from './workload.ts';

const [, , tasks = '', file = ''] = process.argv;
const styles = new Map(Object.values(benchStyles).map((style) => [style, excelStyle(style)]));
const drawing = { styles: benchStyles, dayOf: (number: number) => new Date(number * 86_400_000) };
const book = new ExcelJS.Workbook();
for (const name of sheetNames) {
  const columns = name === 'Tasks' ? taskColumns : shiftColumns;
  const sheet = book.addWorksheet(name, {
    views: [{ state: 'frozen', xSplit: 2, ySplit: 2 }],
    // The types of exceljs do not have the paper A3, which all other writers use.
    pageSetup: { orientation: 'landscape', fitToPage: true, fitToHeight: 0, printTitlesRow: '1:2' },
    headerFooter: { oddFooter: '&LBench&RPage &P of &N' },
  });
  sheet.columns = columns.map(() => ({ width: 14 }));
  sheet.autoFilter = { from: { row: 2, column: 1 }, to: { row: Number(tasks) + 2, column: columns.length } };
  let number = 0;
  for (const cells of sheetRows(name, Number(tasks), drawing)) {
    number += 1;
    const row = sheet.getRow(number);
    cells.forEach(({ value, style }, index) => {
      const cell = row.getCell(index + 1);
      if (typeof value === 'object') cell.value = value.day;
      else if (value !== undefined && value !== '') cell.value = value;
      cell.style = styles.get(style) ?? {};
    });
  }
}
await book.xlsx.writeFile(file);
