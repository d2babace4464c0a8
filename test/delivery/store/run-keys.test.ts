import { describe, expect, test } from 'vitest';
import { runAddress } from '#delivery/report/report-job.ts';
import { manifestKey } from '#delivery/store/dispatch-keys.ts';
import {
  issueOfKey,
  latestIntent,
  messagePrefix,
  numberKey,
  numberOfKey,
  reportPrefix,
  runName,
  runPrefix,
} from '#delivery/store/run-keys.ts';
import { aJob, runId } from '../../support/builders/a-delivery.ts';

const address = runAddress(aJob());

describe('the run store’s keys', () => {
  test('are those of the tree', () => {
    const prefix = runPrefix(address);
    expect(prefix).toBe('issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/');
    expect(numberKey(address, 12)).toBe('issues/riverside/weekly/2026-11-23_2026-11-29/numbers/12.json');
    expect(manifestKey(address.runId, 1)).toBe('dispatches/2026-11-20T14-00-00Z/manifest-1.json');
    expect(manifestKey(address.runId, 12, 'test')).toBe(
      'test-runs/test/dispatches/2026-11-20T14-00-00Z/manifest-12.json',
    );
    expect(runName(address)).toBe('riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z');
    expect(messagePrefix(prefix, 'everyone')).toBe(`${prefix}mail/everyone/`);
  });

  test('are read back', () => {
    const prefix = runPrefix(address);
    expect(issueOfKey(`${prefix}issue.json`)).toEqual({
      prefix,
      windowPart: '2026-11-23_2026-11-29',
      runId: runId('2026-11-20T14:00:00Z'),
    });
    expect(issueOfKey(`${prefix}mail/everyone/sent.json`)).toBeUndefined();
    expect(issueOfKey('issues/riverside/weekly/2026-11-23_2026-11-29/numbers/issue.json')).toBeUndefined();
    expect(numberOfKey(numberKey(address, 12))).toBe(12);
    expect(numberOfKey('issues/riverside/weekly/2026-11-23_2026-11-29/numbers/012.json')).toBeUndefined();
  });

  test('name the latest intent by number, not by text', () => {
    const at = messagePrefix(runPrefix(address), 'everyone');
    const keys = ['intent-1', 'intent-10', 'intent-9', 'refused-11', 'sent'].map(
      (name) => `${at}${name}.json`,
    );
    expect(latestIntent(at, keys)).toBe(10);
    expect(latestIntent(at, [])).toBe(0);
  });

  test.each(['', 'Riverside', '../x', 'a/b', 'x'.repeat(41)])('refuse the project %j', (project) => {
    expect(() => reportPrefix({ project, report: 'weekly' })).toThrow(/cannot be part of a run store key/);
  });
});
