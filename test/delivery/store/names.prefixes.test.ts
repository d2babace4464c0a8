import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { runAddress } from '#delivery/report/report-job.ts';
import {
  contactNotice,
  type DispatchId,
  messagePrefix,
  noticeNames,
  noticePrefix,
  prefixOfName,
  type RunAddress,
  requestedRunId,
  runName,
  runPrefix,
  scheduledDispatchId,
} from '#delivery/store/names.ts';
import { aJob, runId, weekAfter } from '../../support/builders/a-delivery.ts';

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
const noticeName = (of: DispatchId, notice: string) => `notice__${of}__${notice}`;

describe('the prefix of a run', () => {
  test('has its report, window and id, and each of its messages has its own', () => {
    const address = runAddress(aJob());
    const prefix = runPrefix(address);
    expect(prefix).toBe('issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/');
    expect(messagePrefix(prefix, 'everyone')).toBe(`${prefix}mail/everyone/`);
    expect(runName(address)).toBe('riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z');
  });
});

describe('the name of a run, as a message’s tag has it', () => {
  test.each([
    run,
    { ...run, testRun: 'test' },
    { ...run, testRun: 'preview', runId: requestedRunId('Über/42__x') },
    { ...run, project: 'test', report: 'notice', runId: requestedRunId('notice__x') },
  ] as const)('leads back to its prefix: %#', (address) => {
    expect(prefixOfName(runName(address))).toBe(runPrefix(address));
  });

  test.each(['dead-letter_1f3a5b7c', 'not-delivered_1f3a5b7c'])(
    'leads back to the prefix of the notice %s',
    (notice) => {
      const name = noticeNames.key({ dispatchId, notice });
      expect(name).toBe(noticeName(dispatchId, notice));
      expect(prefixOfName(name)).toBe(noticePrefix({ dispatchId, notice }));
    },
  );

  test.each([
    '',
    'riverside',
    'a__b__c__d',
    'notice__x__y',
    `${noticeName(dispatchId, 'late_1f3a5b7c')}__b`,
    `${runName(run)}/..`,
    `../${runName(run)}`,
  ])('is not found where no run can have it: %j', (name) => {
    expect(prefixOfName(name)).toBeUndefined();
  });
});

describe('the name of a notice', () => {
  test('tells contacts, kinds and numbers apart, and shows no address', () => {
    const names = [
      contactNotice('late', 'planner@example.com'),
      contactNotice('late', 'other@example.com'),
      contactNotice('action', 'planner@example.com'),
      contactNotice('not-delivered', 'planner@example.com'),
      contactNotice('not-delivered', 'planner@example.com', '2'),
    ];
    expect(new Set(names).size).toBe(5);
    for (const name of names) expect(name).toMatch(/^[a-z-]+_[0-9a-f]{8}$/);
  });
});
