import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { keySegments } from '../../functions/archive/object-key.ts';
import { addressOf } from '../../functions/delivery/run/report-job.ts';
import {
  issueOfKey,
  latestIntent,
  manifestKey,
  messagePrefix,
  numberKey,
  numberOfKey,
  reportPrefix,
  runName,
  runPrefix,
} from '../../functions/delivery/store/keys.ts';
import {
  requestedRunId,
  runIdSchema,
  scheduledRunId,
  shortKeySafe,
} from '../../functions/delivery/store/run-id.ts';
import { aJob, runId } from '../support/builders/a-delivery.ts';

const address = addressOf(aJob());

describe('a run id', () => {
  test.each([
    ['2026-11-20T14:00:00Z', '2026-11-20T14-00-00Z'],
    ['2026-11-21T01:00:00+11:00', '2026-11-20T14-00-00Z'],
    ['2026-11-20T14:00:00.250Z', '2026-11-20T14-00-00_25Z'],
  ])('due at %s is named %s', (instant, name) => {
    expect(scheduledRunId(Temporal.Instant.from(instant))).toBe(name);
  });

  test.each([
    ['7f3a-b2', 'run-7f3a-b2'],
    ['Monday', 'run-_4donday'],
    ['../../etc', 'run-_2e_2e_2f_2e_2e_2fetc'],
    ['a_2f', 'run-a_5f2f'],
    ['lundi matin é', 'run-lundi_20matin_20_c3_a9'],
  ])('asked for as %j is named %s', (id, name) => {
    expect(requestedRunId(id)).toBe(name);
  });

  test.each(['', 'x'.repeat(121), 'é'.repeat(21), '\ud800'])('cannot be asked for as %j', (id) => {
    expect(() => requestedRunId(id)).toThrow(/cannot name a run: use 1 to 120/);
  });

  test('is named so that different ids differ on any file system, and every key can be stored', () => {
    const id = fc.string({ unit: 'binary', minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(id, id, (one, other) => {
        const [first, second] = [requestedRunId(one), requestedRunId(other)];
        expect(first === second).toBe(one === other);
        expect(first).toBe(first.toLowerCase());
        expect(runIdSchema.parse(first)).toBe(first);
        keySegments(runPrefix({ ...address, runId: first }).slice(0, -1));
      }),
    );
  });
});

describe('a message’s part of a key', () => {
  test('is the id itself where it is short, and ends in a digest where it is long', () => {
    expect(shortKeySafe('s1')).toBe('s1');
    expect(shortKeySafe('f47ac10b-58cc-4372-a567-0e02b2c3d479')).toBe('f47ac10b-58cc-4372-a567-0e02b2c3d479');
    const long = shortKeySafe(`${'é'.repeat(40)}1`);
    expect(long).toMatch(/^(_c3_a9)+__[0-9a-f]{24}$/);
    expect(long).not.toBe(shortKeySafe(`${'é'.repeat(40)}2`));
    expect(long.length).toBeLessThanOrEqual(80);
  });
});

describe('the run store’s keys', () => {
  test('are those of the tree', () => {
    const prefix = runPrefix(address);
    expect(prefix).toBe('issues/riverside/weekly/2026-11-23_2026-11-29/2026-11-20T14-00-00Z/');
    expect(numberKey(address, 12)).toBe('issues/riverside/weekly/2026-11-23_2026-11-29/numbers/12.json');
    expect(manifestKey(address.runId)).toBe('dispatches/2026-11-20T14-00-00Z/manifest.json');
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
    expect(() => reportPrefix({ project, report: 'weekly' })).toThrow(/cannot stand in a run store key/);
  });
});
