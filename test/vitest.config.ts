import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { deep } from './support/deep-checks.ts';

const deepTests = 'test/**/*.deep.test.ts';
const notHere = ['**/node_modules/**', deepTests];

/**
 * Vitest begins with large files. The files in `histories` folders are small, but take longest: they would begin last,
 * and other cores would wait for them.
 */
class HistoriesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => rank(left) - rank(right));
  }
}

function rank({ moduleId }: TestSpecification): number {
  return moduleId.includes('/histories/') ? 0 : 1;
}

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    globalSetup: [
      `${import.meta.dirname}/support/assert-node-version.ts`,
      `${import.meta.dirname}/support/private-temporary-folder.ts`,
    ],
    // A zone with daylight saving that is far from UTC, so that a date which leaks through the machine's
    // own time zone comes out wrong in a test and not at a customer's.
    env: { TZ: 'Australia/Sydney' },
    // Some tests start processes, which take seconds each on a machine that is busy with something else.
    // Deep ones go through thousands of cases: the longest without a limit of its own takes a minute on a quiet machine.
    testTimeout: deep ? 300_000 : 60_000,
    // At least two workers, even on two cores, where the default is one: much of the time a test waits for a process of
    // its own. Deep tests wait longer, for time limits and for mail servers: on two cores, even with four workers, the
    // cores are idle for a twentieth of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1) + (deep ? 2 : 0),
    // Tests share loaded modules, instead of loading them a hundred times. Only the entries of functions/ have
    // state; test/support/aws/another-entry.ts loads them anew.
    isolate: false,
    sequence: { sequencer: HistoriesFirst },
    projects: [
      { extends: true, test: { name: 'rooms', include: ['test/**/*.test.ts'], exclude: notHere } },
      // Tests that take minutes: the deployed stack under every fault, processes that are killed, browsers, large workbooks.
      // They have their own worker. In a shared one, later tests would collect their garbage: thousands of histories
      // took three times as long.
      ...(deep ? [{ extends: true as const, test: { name: 'deep', include: [deepTests] } }] : []),
    ],
    // Vitest's default, one second, is too short on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    coverage: { include: ['functions/**/*.ts', 'infra/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});
