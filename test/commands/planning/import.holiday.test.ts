import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { Temporal } from 'temporal-polyfill';
import { expect, it, onTestFinished } from 'vitest';
import { createDirectoryStore } from '#archive/directory.ts';
import { addDays, formatDay, localDayOf, mondayOf } from '#base/day.ts';
import { loadConfiguration } from '#config/load-configuration.ts';
import { createPlanningServer } from '#planning-server/http/create-planning-server.ts';
import { listen } from '#planning-server/http/listen.ts';
import { callCli } from '../../support/call-cli.ts';
import { aKey } from '../../support/planning/a-key.ts';
import { aKeyRing } from '../../support/planning/a-key-ring.ts';
import { aVersionStore } from '../../support/planning/a-version-store.ts';
import { anXerTask, clndrData, fiveDayWeek, xerBytes } from '../../support/programmes/an-xer.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const key = aKey('7f3a9c7f3a9c');

/** Serves the versions of a folder over HTTP, like `serve`. @returns the address */
async function served(data: string): Promise<string> {
  const { store } = await aVersionStore(createDirectoryStore(data));
  const keys = aKeyRing([{ name: 'site', text: key, projects: '*' }]);
  const server = await listen(
    createPlanningServer({ store, keys, signingSecret: 'x'.repeat(32), now: () => 0 }),
    {
      port: 0,
      host: '127.0.0.1',
    },
  );
  onTestFinished(server.close);
  return server.url;
}

it('a holiday of a Primavera calendar is hatched in the workbook', async () => {
  const folder = await temporaryDirectory();
  const path = (name: string) => join(folder, name);
  const [file, map, data] = [path('plan.xer'), path('map.yaml'), path('data')];
  const [config, out] = [path('lookahead.yaml'), path('out')];
  const calendar = { clndr_id: '5', clndr_name: 'Site', clndr_data: clndrData(fiveDayWeek, ['2026-11-25']) };
  await writeFile(file, xerBytes({ CALENDAR: [calendar] }));
  await writeFile(map, 'id: task_code\nshift: [{ default: day }]\n');
  const imported = ['import', file, '--map', map, '--project', 'gb/riverside', '--to', data];
  await callCli([...imported, '--init', '--config', config]);
  const url = await served(data);
  await writeFile(config, (await readFile(config, 'utf8')).replace('http://127.0.0.1:8787', url));

  const words = ['run', 'weekly', '--config', config, '--out', out, '--date', '2026-11-20'];
  expect((await callCli(words, { env: { PLANNING_API_KEY: key } })).code).toBe(0);
  const cells = await cellsOfTask('A1010', out);
  const days = cells.slice(cells.findIndex(({ text }) => text === '///') - 2).slice(0, 7);
  // Monday to Sunday; the task ends on Friday.
  expect(days.map(({ hatched }) => hatched)).toEqual([false, false, true, false, false, false, false]);
});

it('a future holiday is proposed as one of the project', async () => {
  const folder = await temporaryDirectory();
  const path = (name: string) => join(folder, name);
  const [file, map, data, config] = [
    path('plan.xer'),
    path('map.yaml'),
    path('data'),
    path('lookahead.yaml'),
  ];
  const monday = mondayOf(localDayOf(Temporal.Now.instant(), 'Europe/London'));
  const inTwoWeeks = (days: number) => formatDay(addDays(monday, 14 + days));
  const off = [inTwoWeeks(1), inTwoWeeks(2), inTwoWeeks(4)];
  const calendar = { clndr_id: '5', clndr_name: 'Site', clndr_data: clndrData(fiveDayWeek, off) };
  const [from, to] = [`${inTwoWeeks(0)} 08:00`, `${inTwoWeeks(14)} 17:00`];
  const dates = { restart_date: from, reend_date: to, early_start_date: from, early_end_date: to };
  await writeFile(file, xerBytes({ CALENDAR: [calendar], TASK: [anXerTask(dates)] }));
  await writeFile(map, 'id: task_code\nshift: [{ default: day }]\n');
  const imported = ['import', file, '--map', map, '--project', 'gb/riverside', '--to', data];
  await callCli([...imported, '--init', '--config', config]);
  expect(await readFile(config, 'utf8')).toContain(
    `\n    holidays: [${off[0]}..${off[1]}, ${off[2]}] # most tasks are off then: check them\n`,
  );
  const { projects } = await loadConfiguration(config);
  expect(projects[0]?.holidays?.map(formatDay)).toEqual(off);
});

/** The cells of the task's row in the sheet that draws bars. */
async function cellsOfTask(id: string, out: string) {
  const files = await readdir(out, { recursive: true });
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(join(out, files.find((name) => name.endsWith('.xlsx')) ?? ''));
  const rows = workbook.worksheets
    .flatMap((sheet) => sheet.getRows(1, sheet.rowCount) ?? [])
    .map((row) =>
      Array.from({ length: row.cellCount }, (_, index) => {
        const { text, fill } = row.getCell(index + 1);
        return { text, hatched: fill?.type === 'pattern' && fill.pattern === 'lightUp' };
      }),
    );
  const has = (row: (typeof rows)[number], text: string) => row.some((cell) => cell.text === text);
  return rows.find((row) => has(row, id) && has(row, '///')) ?? [];
}
