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
  'Owner',
  'Status',
  'People',
  'Plant',
  'Materials',
  'Predecessors',
];

const linkTypes: ReadonlyMap<string, string> = new Map([
  ['finish-start', 'FS'],
  ['start-start', 'SS'],
  ['finish-finish', 'FF'],
  ['start-finish', 'SF'],
]);

type Listed = { readonly name: string; readonly quantity?: number; readonly unit?: string };

function listed(items: readonly Listed[] | undefined, separator: string): string {
  return (items ?? [])
    .map(({ name, quantity, unit }) => [name, quantity, unit].filter((part) => part !== undefined).join(' '))
    .join(separator);
}

/** @param written ids of the tasks in the table */
function cellsOf({ task }: WrittenActivity, written: ReadonlySet<string>): readonly string[] {
  const predecessors = (task.relatedTasks ?? []).filter(
    ({ id, relation }) => relation === 'predecessor' && written.has(id),
  );
  return [
    task.id,
    task.name ?? '',
    task.start ?? '',
    task.finish ?? '',
    String(task.duration ?? ''),
    task.shift,
    task.subcontractor?.name ?? '',
    task.location?.name ?? '',
    task.owner?.displayName ?? '',
    task.status ?? '',
    listed(task.labour, '; '),
    listed(task.plant, '; '),
    listed(task.materials, ' | '),
    predecessors
      .map(({ id, type, lag }) => `${id}${linkTypes.get(type) ?? ''}${lag < 0 ? '-' : '+'}${Math.abs(lag)}d`)
      .join(', '),
  ];
}

function rowsOf(activities: readonly WrittenActivity[]): readonly (readonly string[])[] {
  const written = new Set(activities.map(({ task }) => task.id));
  return activities.map((activity) => cellsOf(activity, written));
}

export function csvText({ activities }: SampleProgramme, separator = ','): string {
  const line = (cells: readonly string[]) =>
    `${cells.map((cell) => (/[",;\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator)}\r\n`;
  return [headings, ...rowsOf(activities)].map(line).join('');
}

/** The workbook, with dates as Excel stores them. */
export async function excelBytes({ activities }: SampleProgramme): Promise<Uint8Array> {
  const workbook = new exceljs.Workbook();
  const sheet = workbook.addWorksheet('Programme');
  sheet.addRow(headings);
  for (const [id, name, start = '', finish = '', days, ...others] of rowsOf(activities)) {
    sheet.addRow([id, name, new Date(start), new Date(finish), Number(days), ...others]);
  }
  sheet.getColumn(3).numFmt = 'dd/mm/yyyy';
  sheet.getColumn(4).numFmt = 'dd/mm/yyyy';
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
