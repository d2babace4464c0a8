import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import {
  dispatchIdSchema,
  scheduledDispatchId,
  scheduleId,
} from '../../functions/delivery/store/dispatch-id.ts';
import {
  noticeName,
  noticePrefix,
  prefixOfName,
  type RunAddress,
  runName,
  runPrefix,
} from '../../functions/delivery/store/keys.ts';
import { requestedRunId } from '../../functions/delivery/store/run-id.ts';
import { runId, weekAfter } from '../support/builders/a-delivery.ts';

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

describe('the name of a run, as a message bears it', () => {
  test.each([
    run,
    { ...run, testRun: 'test' },
    { ...run, testRun: 'preview', runId: requestedRunId('Über/42__x') },
    { ...run, project: 'test', report: 'notice', runId: requestedRunId('notice__x') },
  ] as const)('leads back to its prefix: %#', (address) => {
    expect(prefixOfName(runName(address))).toBe(runPrefix(address));
  });

  test.each(['dead-letter_riverside_weekly', 'failed_a-_b--2_1f3a5b7c'])(
    'leads back from the notice %s too',
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
  ])('that none can have leads nowhere: %j', (name) => {
    expect(prefixOfName(name)).toBeUndefined();
  });
});

describe('a dispatch id', () => {
  test('is named by its time and its schedule, however the schedule is written', () => {
    expect(dispatchId).toMatch(/^2026-11-20T14-00-00Z-[0-9a-f]{8}$/);
    expect(dispatchIdSchema.parse(dispatchId)).toBe(dispatchId);
    const id = scheduleId({ cron: '0 14 * * FRI' }, 'Europe/London');
    expect(scheduleId({ cron: '00 14 * * 5', timeZone: 'Europe/London' }, 'Australia/Sydney')).toBe(id);
    expect(scheduleId({ cron: '0 14 * * FRI' }, 'Australia/Sydney')).not.toBe(id);
  });
});
