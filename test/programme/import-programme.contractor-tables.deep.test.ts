/**
 * Tables as contractors send them: each becomes the correct tasks, or a line of the import report or a refusal says
 * what to do. A wrong task without such a line fails the test.
 */
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import * as z from 'zod/mini';
import { LookaheadError } from '#base/lookahead-error.ts';
import { readStatus } from '#lookahead/tasks/status.ts';
import { type Task, taskSchema } from '#planning/contract/resources.ts';
import { importProgramme } from '#programme/import-programme.ts';
import { importReportLines } from '#programme/import-result.ts';
import { inspectProgramme } from '#programme/mapping/propose/inspect-programme.ts';
import { proposedMappingText } from '#programme/mapping/propose/propose-mapping.ts';
import { readProgrammeFile } from '#programme/readers/read-programme.ts';
import { createMemoryStore, type MemoryStore } from '../support/memory-store.ts';
import { aVersionStore } from '../support/planning/a-version-store.ts';
import type { ContractorTable, Outcome } from './contractor-tables/contractor-table.ts';
import { csvTables } from './contractor-tables/csv-tables.ts';
import { excelTables } from './contractor-tables/excel-tables.ts';
import { planningToolTables } from './contractor-tables/planning-tool-tables.ts';
import { refusedTables } from './contractor-tables/refused-tables.ts';
import { siteTables } from './contractor-tables/site-tables.ts';

const project = { region: 'gb', projectId: 'rosenpark' } as const;

type Imported = { readonly tasks: readonly string[]; readonly report: string; readonly refusal: string };

/** Imports the table with its mapping, or like a planner who corrects the proposal of `--inspect`. */
async function imported(table: ContractorTable): Promise<Imported> {
  const content = await table.content();
  const kind = Buffer.from(content.subarray(0, 2)).toString() === 'PK' ? 'xlsx' : 'csv';
  const name = table.file ?? `programme.${kind}`;
  const archive = createMemoryStore();
  try {
    const mapping = table.mapping ?? corrected(await proposed(name, content), table.corrections);
    const result = await importProgramme(
      {
        file: { name, read: async () => content },
        mapping: { name: 'map.yaml', text: mapping },
        project,
        force: false,
        dryRun: false,
      },
      { archive, now: '2026-11-22T10:00:00Z' },
    );
    return {
      tasks: await storedTasks(archive),
      report: importReportLines(result).join('\n'),
      refusal: '',
    };
  } catch (error) {
    if (!(error instanceof LookaheadError)) throw error;
    return { tasks: [], report: '', refusal: error.message };
  }
}

async function proposed(name: string, content: Uint8Array): Promise<string> {
  const programme = await readProgrammeFile(name, content, { largest: true, likelyEncoding: true });
  return proposedMappingText(inspectProgramme(programme), name, undefined);
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

async function storedTasks(archive: MemoryStore): Promise<readonly string[]> {
  const { store } = await aVersionStore(archive);
  const fields = ['contractor', 'labourResources', 'materialResources', 'predecessors'] as const;
  const version = await store.open(project);
  const page = version?.page({ collection: 'tasks', query: { fields }, from: 0, limit: 1_000 });
  const items = JSON.parse(Buffer.from(page?.body('[', ']') ?? []).toString());
  return z.array(taskSchema).parse(items).map(lineOf).sort();
}

/** Writes a task as an outcome does. The shift `none` and missing values are left out. */
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

/** The parts of the expected outcome that the import did not produce. */
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
