import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Rooms whose modules have no state: their tests share loaded modules, instead of loading them a hundred times. */
const stateless = [
  'architecture',
  'archive',
  'base',
  'config',
  'conformance',
  'delivery',
  'cloud',
  'infra',
  'lookahead',
  'machine',
  'mail',
  'planning',
  'planning-server',
  'support',
  'workbook',
].map((room) => `test/${room}/**/*.test.ts`);

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
    // Some start processes, which take seconds each on a machine that is busy with something else.
    testTimeout: 60_000,
    // Two also on two cores, where one is the default: much of the time a test waits for a process of its own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { extends: true, test: { name: 'rooms', include: stateless, isolate: false } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['test/**/*.test.ts'],
          exclude: [...stateless, '**/node_modules/**'],
        },
      },
    ],
    coverage: { include: ['functions/**/*.ts', 'infra/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});
