import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    include: ['test/**/*.test.ts'],
    globalSetup: [`${import.meta.dirname}/assert-node-version.ts`],
    // A zone with daylight saving that is far from UTC, so that a date which leaks through the machine's
    // own time zone comes out wrong in a test and not at a customer's.
    env: { TZ: 'Australia/Sydney' },
    testTimeout: 20_000,
    coverage: { include: ['functions/**/*.ts', 'infra/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
});
