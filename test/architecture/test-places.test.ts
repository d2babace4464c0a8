/**
 * Checks the place of tests: a unit test has its source's path and name, and all other tests are in folders of their
 * own.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Folders of test/ with tests that belong to no single source. */
const apart = ['architecture', 'bench', 'docs', 'integration', 'support'];

function testFiles(): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
    .map((entry) => relative(join(root, 'test'), join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !apart.includes(path.split('/')[0] ?? ''));
}

/**
 * The source of a test. `workbook/xlsx/workbook-writer.text.test.ts` tests
 * `functions/workbook/xlsx/workbook-writer.ts`, and `workbook/render-workbook.open-xml.deep.test.ts`, which runs with
 * DEEP_CHECKS only, `functions/workbook/render-workbook.ts`.
 */
function sourceOf(test: string): string {
  const source = test.replace(/(\.[a-z-]+)?(\.deep)?\.test\.ts$/, '.ts');
  return source.startsWith('infra/') ? source : `functions/${source}`;
}

it('a unit test is at its source’s path and has its source’s name', () => {
  const tests = testFiles();
  expect(tests.length).toBeGreaterThan(50);
  expect(tests.filter((test) => !existsSync(join(root, sourceOf(test))))).toEqual([]);
});
