/** Writes a sample programme as a table: CSV, and an Excel workbook. */
import exceljs from 'exceljs';
import type { SampleProgramme, WrittenActivity } from './sample-programme.ts';

const headings = [
  'Activity ID',
  'Activity',
  'Start',
  'Finish',
  'Days',
  'Shift',
  'Subcontractor',
  'Area',
  'Status',
];

function cellsOf({ task }: WrittenActivity): readonly string[] {
  return [
    task.id,
    task.name ?? '',
    task.start ?? '',
    task.finish ?? '',
    String(task.duration ?? ''),
    task.shift,
    task.subcontractor?.name ?? '',
    task.location?.name ?? '',
    task.status ?? '',
  ];
}

export function csvText({ activities }: SampleProgramme, separator = ','): string {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => (/[",;\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator)}\r\n`;
  return [headings, ...activities.map(cellsOf)].map(line).join('');
}

/** With dates as Excel has them. */
export async function excelBytes({ activities }: SampleProgramme): Promise<Uint8Array> {
  const workbook = new exceljs.Workbook();
  const sheet = workbook.addWorksheet('Programme');
  sheet.addRow(headings);
  for (const activity of activities) {
    const [id, name, start = '', finish = '', days, ...others] = cellsOf(activity);
    sheet.addRow([id, name, new Date(start), new Date(finish), Number(days), ...others]);
  }
  sheet.getColumn(3).numFmt = 'dd/mm/yyyy';
  sheet.getColumn(4).numFmt = 'dd/mm/yyyy';
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
