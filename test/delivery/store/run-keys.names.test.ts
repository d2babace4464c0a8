import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { noticePrefix } from '#delivery/store/dispatch-keys.ts';
import { requestedRunId, scheduledDispatchId } from '#delivery/store/run-id.ts';
import { noticeName, prefixOfName, type RunAddress, runName, runPrefix } from '#delivery/store/run-keys.ts';
import { runId, weekAfter } from '../../support/builders/a-delivery.ts';

const run: RunAddress = {
  project: 'riverside',
  report: 'weekly',
  window: weekAfter('2026-11-20'),
  runId: runId('2026-11-20T14:00:00Z'),
};
const dispatchId = scheduledDispatchId(
  { cron: '0 14 * * FRI', timeZone: 'Europe/London' },
  Temporal.Instant.from('2026-11-20T14:00:00Z'),
);

describe('the name of a run, as a message’s tag has it', () => {
  test.each([
    run,
    { ...run, testRun: 'test' },
    { ...run, testRun: 'preview', runId: requestedRunId('Über/42__x') },
    { ...run, project: 'test', report: 'notice', runId: requestedRunId('notice__x') },
  ] as const)('leads back to its prefix: %#', (address) => {
    expect(prefixOfName(runName(address))).toBe(runPrefix(address));
  });

  test.each(['dead-letter_riverside_weekly', 'failed_a-_b--2_1f3a5b7c'])(
    'leads back to the prefix of the notice %s',
    (notice) => {
      expect(prefixOfName(noticeName(dispatchId, notice))).toBe(noticePrefix(dispatchId, notice));
    },
  );

  test.each([
    '',
    'riverside',
    'a__b__c__d',
    'notice__x__y',
    `${noticeName(dispatchId, 'a')}__b`,
    `${runName(run)}/..`,
    `../${runName(run)}`,
  ])('is not found where no run can have it: %j', (name) => {
    expect(prefixOfName(name)).toBeUndefined();
  });
});
