/**
 * Tests, from tasks to cells that are read back, that the workbook is valid and shows what the service sends, whatever
 * that is.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroupBy } from '#lookahead/planned/planned-task.ts';
import { planWorkbook } from '#workbook/render-workbook.ts';
import { writeWorkbook } from '#workbook/xlsx/workbook-writer.ts';
import { anyCharacter } from '../support/any-character.ts';
import { aLookahead } from '../support/builders/a-lookahead.ts';
import { weekFrom } from '../support/builders/a-plan-input.ts';
import { aReadyTask, aTask, pulled, type TaskProperties } from '../support/builders/a-task.ts';
import { deep } from '../support/deep-checks.ts';
import { expectedValues } from '../support/workbook/expected-values.ts';
import {
  differences,
  openXmlFaults,
  readWithOpenpyxl,
  valuesOf,
} from '../support/workbook/read-with-others.ts';
import { validateWorkbook } from '../support/workbook/validate-workbook.ts';

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.constantFrom(
    '=HYPERLINK("http://example.com","x")',
    '+1+1',
    '@SUM(A1)',
    '<b>bold</b> & "quoted"',
    "O'Brien's ]]> --",
    'שלום עולם مرحبا',
    '👷🏽‍♀️ crane 🏗️',
    'ab\r\ncd\u0000\ud800',
    '../../etc/passwd',
    '_x0041_',
    'n'.repeat(200),
    'x'.repeat(40_000),
    ' ',
    '',
  ),
);
const maybeText = fc.option(text, { nil: undefined });
const named = fc.option(fc.record({ id: fc.constantFrom('a', 'b', 'c'), name: maybeText }), {
  nil: undefined,
});
const date = fc.constantFrom(
  undefined,
  null,
  '',
  'soon',
  '2026-11-20',
  '2026-11-24',
  '2026-11-27T00:00:00Z',
  '2026-11-29T23:30:00+11:00',
  '2026-12-04',
);
const number = fc.constantFrom(undefined, null, 0, 1, 2.5, -3, 1e21, 0.1 + 0.2);
const list = <Item>(item: fc.Arbitrary<Item>) => fc.array(item, { maxLength: 3 });

const task: fc.Arbitrary<TaskProperties> = fc.record({
  externalId: maybeText,
  name: maybeText,
  notes: maybeText,
  start: date,
  finish: date,
  duration: number,
  keyTask: fc.constantFrom(undefined, true, false),
  shift: fc.constantFrom(undefined, 'day', 'NIGHT', 'All', 'evening'),
  status: fc.oneof(fc.constantFrom('planned', 'In Progress', 'complete', 'delayed'), text),
  owner: fc.option(fc.record({ id: fc.constantFrom('u', 'v'), displayName: maybeText, email: maybeText }), {
    nil: undefined,
  }),
  folder: fc.option(fc.record({ id: fc.constantFrom('f', 'g'), name: maybeText, path: maybeText }), {
    nil: undefined,
  }),
  subcontractor: named,
  location: named,
  package: named,
  parent: named,
  calendar: fc.option(
    fc.record({ id: text, name: maybeText, type: fc.oneof(text, fc.constant('five-day')) }),
    {
      nil: undefined,
    },
  ),
  labour: list(fc.record({ name: maybeText, quantity: number })),
  plant: list(fc.record({ name: maybeText, category: maybeText, quantity: number })),
  materials: list(
    fc.record({
      name: maybeText,
      unit: maybeText,
      quantity: number,
      dailyPlanned: list(fc.record({ date, quantity: number })),
      dailyActual: list(fc.record({ date, quantity: number })),
    }),
  ),
  progress: list(
    fc.record({ name: maybeText, date, amount: number, type: fc.constantFrom('delay', 'other') }),
  ),
  relatedTasks: list(
    fc.record({
      id: fc.constantFrom('t0', 't1', 'elsewhere'),
      name: maybeText,
      lag: number,
      relation: fc.oneof(fc.constant('predecessor'), text),
      type: fc.oneof(fc.constant('finish-start'), text),
    }),
  ),
  workArea: fc.option(
    fc.record({ type: maybeText, bbox: list(fc.double({ noNaN: true, noDefaultInfinity: true })) }),
    { nil: undefined },
  ),
});

type Report = {
  readonly tasks: readonly TaskProperties[];
  readonly weeks?: number;
  readonly groupBy?: GroupBy;
  readonly paper?: 'A3' | 'A4';
};

function planOf({ tasks, weeks = 1, groupBy = 'folder', paper = 'A3' }: Report) {
  const lookahead = aLookahead({
    tasks: tasks.map((properties, index) => pulled(aTask({ ...properties, id: `t${index}` }))),
    window: weekFrom('2026-11-23', weeks),
    rules: { groupBy },
  });
  return planWorkbook(lookahead, { paper });
}

async function faultsOf(report: Report): Promise<string[]> {
  const plan = planOf(report);
  const workbook = await validateWorkbook(await writeWorkbook(plan));
  const visible = { ...workbook, sheets: workbook.sheets.filter(({ hidden }) => !hidden) };
  return differences(expectedValues(plan), valuesOf(visible));
}

const report: fc.Arbitrary<Report> = fc.record({
  tasks: fc.array(task, { minLength: 1, maxLength: 6 }),
  weeks: fc.integer({ min: 1, max: 6 }),
  groupBy: fc.constantFrom<GroupBy[]>('folder', 'subcontractor', 'location', 'owner', 'package'),
  paper: fc.constantFrom<('A3' | 'A4')[]>('A3', 'A4'),
});

describe('a workbook of hostile tasks', () => {
  it('is valid and reads back the same', async () => {
    await fc.assert(
      fc.asyncProperty(report, async (any) => {
        expect(await faultsOf(any)).toEqual([]);
      }),
      { numRuns: deep ? 25 : 2, seed: 11 },
    );
  });

  it.runIf(deep)('reads the same in openpyxl', async () => {
    for (const any of fc.sample(report, { numRuns: 3, seed: 12 })) {
      const bytes = await writeWorkbook(planOf(any));
      const theirs = readWithOpenpyxl(bytes);
      if (theirs) expect(differences(valuesOf(await validateWorkbook(bytes)), theirs)).toEqual([]);
    }
  });

  it.runIf(deep)("passes Microsoft's validator", async () => {
    for (const any of fc.sample(report, { numRuns: 2, seed: 13 }))
      expect(openXmlFaults(await writeWorkbook(planOf(any))) ?? []).toEqual([]);
  });

  it.each<[string, Report]>([
    ['no folder', { tasks: [aReadyTask(), aReadyTask()] }],
    [
      'many folders',
      {
        tasks: Array.from({ length: deep ? 600 : 40 }, (_, index) => ({
          ...aReadyTask(),
          folder: { id: `f${index}`, name: `Folder ${index}`, path: `Area ${index % 7}/Folder ${index}` },
        })),
      },
    ],
    [
      'one task in sixty relations',
      {
        tasks: [
          {
            ...aReadyTask(),
            relatedTasks: Array.from({ length: 60 }, (_, index) => ({
              id: `other-${index}`,
              name: `Other ${index}`,
              lag: index - 30,
              relation: index % 2 === 0 ? 'predecessor' : 'successor',
              type: 'finish-start',
            })),
          },
        ],
      },
    ],
    ['reversed dates', { tasks: [{ ...aReadyTask(), start: '2026-11-27', finish: '2026-11-24' }] }],
  ])('is valid and reads back the same with %s', async (_case, any) => {
    expect(await faultsOf(any)).toEqual([]);
  });
});
