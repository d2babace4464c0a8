/**
 * Tables as contractors send them: each becomes the right tasks, or a line of the import report or a refusal says what
 * to do. A task that differs from the right one without such a line fails.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import * as z from 'zod/mini';
import { openPlanningArchive } from '../../functions/commands/planning/data-place.ts';
import { readStatus } from '../../functions/lookahead/tasks/status.ts';
import { type Task, taskSchema } from '../../functions/planning/contract/resources.ts';
import { callCli } from '../support/call-cli.ts';
import { aVersionStore } from '../support/planning/a-version-store.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import type { ContractorTable, Outcome } from './contractor-tables/contractor-table.ts';
import { csvTables } from './contractor-tables/csv-tables.ts';
import { excelTables } from './contractor-tables/excel-tables.ts';
import { planningToolTables } from './contractor-tables/planning-tool-tables.ts';
import { refusedTables } from './contractor-tables/refused-tables.ts';
import { siteTables } from './contractor-tables/site-tables.ts';

const project = { region: 'gb', projectId: 'rosenpark' } as const;

type Imported = { readonly tasks: readonly string[]; readonly report: string; readonly refusal: string };

/** Imports the table by its mapping, or as a planner does who corrects the proposal of `--inspect`. */
async function imported(table: ContractorTable): Promise<Imported> {
  const folder = await temporaryDirectory();
  const content = await table.content();
  const kind = Buffer.from(content.subarray(0, 2)).toString() === 'PK' ? 'xlsx' : 'csv';
  const file = join(folder, table.file ?? `programme.${kind}`);
  const [map, data] = [join(folder, 'map.yaml'), join(folder, 'data')];
  await writeFile(file, content);
  let mapping = table.mapping;
  if (mapping === undefined) {
    const inspected = await callCli(['import', file, '--inspect']);
    if (inspected.code !== 0) return { tasks: [], report: '', refusal: inspected.stderr };
    mapping = corrected(inspected.stdout, table.corrections);
  }
  await writeFile(map, mapping);
  const words = ['import', file, '--map', map, '--project', 'gb/rosenpark', '--to', data];
  const { code, stdout, stderr } = await callCli(words);
  if (code !== 0) return { tasks: [], report: stdout, refusal: stderr };
  return { tasks: await storedTasks(data), report: stdout, refusal: '' };
}

const objectSchema = z.record(z.string(), z.unknown());

function corrected(proposal: string, corrections: ContractorTable['corrections']): string {
  const mapping = objectSchema.parse(parse(proposal));
  for (const [key, value] of Object.entries(corrections ?? {})) {
    const [before, after] = [objectSchema.safeParse(mapping[key]), objectSchema.safeParse(value)];
    mapping[key] = before.success && after.success ? { ...before.data, ...after.data } : value;
  }
  return stringify(mapping);
}

async function storedTasks(data: string): Promise<readonly string[]> {
  const { store } = await aVersionStore(await openPlanningArchive(data));
  const fields = ['contractor', 'labourResources', 'materialResources', 'predecessors'] as const;
  const version = await store.open(project);
  const page = version?.page({ collection: 'tasks', query: { fields }, from: 0, limit: 1_000 });
  const items = JSON.parse(Buffer.from(page?.body('[', ']') ?? []).toString());
  return z.array(taskSchema).parse(items).map(lineOf).sort();
}

/** The task in the words of an outcome. The shift `none` and what the task does not have are left out. */
function lineOf(task: Task): string {
  const { start, finish, duration, status, labour, materials, relatedTasks } = task;
  const dates = new Set([start, finish].filter((date) => date !== undefined));
  const listed = (items: readonly Listed[] | undefined) =>
    items?.map(({ name, quantity, unit }) =>
      [quantity, unit, name].filter((part) => part !== undefined).join(' '),
    );
  const links = relatedTasks
    ?.filter(({ relation }) => relation === 'predecessor')
    .map(({ id, type, lag }) => `${id}${linkWords.get(type ?? '') ?? type}${lag ? `+${lag}` : ''}`);
  return [
    task.id,
    task.name?.replace(/\s+/g, ' '),
    [...dates].join('..'),
    duration === undefined ? undefined : `${duration}d`,
    status === undefined || status === '' ? undefined : readStatus(status).kind,
    task.subcontractor?.name,
    task.shift === 'none' ? undefined : task.shift,
    listed(labour)?.join(', '),
    listed(materials)?.join(', '),
    links?.length ? `after ${links.join(', ')}` : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' | ');
}

type Listed = {
  readonly name: string | undefined;
  readonly quantity: number | undefined;
  readonly unit?: string | undefined;
};

const linkWords = new Map([
  ['finish-start', 'FS'],
  ['start-start', 'SS'],
]);

/** The parts of the outcome that the import lacks. */
function missingOf(outcome: Outcome, { tasks, report, refusal }: Imported): readonly unknown[] {
  const right = outcome.tasks
    ?.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .sort();
  const lines = (outcome.says ?? []).filter((line) => !report.split('\n').some((said) => line.test(said)));
  const isRefused = outcome.refusal === undefined ? refusal === '' : outcome.refusal.test(refusal);
  return [
    ...(right === undefined || right.join('\n') === tasks.join('\n') ? [] : [{ right, tasks }]),
    ...lines.map((line) => ({ says: line.source, report })),
    ...(isRefused ? [] : [{ refusal, expected: outcome.refusal?.source ?? 'none' }]),
  ];
}

describe.each([
  ['a workbook kept by hand', excelTables],
  ['a table that a planning tool writes', planningToolTables],
  ['a CSV', csvTables],
  ['a table that a site keeps', siteTables],
  ['what has to be refused', refusedTables],
])('%s', (_, tables) => {
  for (const table of tables) {
    it(table.title, async () => {
      const result = await imported(table);
      const outcomes = typeof table.right === 'string' ? [{ tasks: table.right }] : table.right;
      const missing = outcomes.map((outcome) => missingOf(outcome, result));
      expect(missing.some((parts) => parts.length === 0) ? [] : missing[0]).toEqual([]);
    });
  }
});
