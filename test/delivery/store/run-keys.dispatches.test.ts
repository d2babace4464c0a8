/** Keys of dispatches, of attempts at their reports, of requests, notices and outages. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { lookedPrefix, timeKey, timeOfKey, watchedKey, watchedOfKey } from '#delivery/store/archive-keys.ts';
import {
  attemptKey,
  attemptOfKey,
  attemptsPrefix,
  contactNotice,
  dispatchIdOfManifest,
  manifestKey,
  noticeKey,
  noticeOfKey,
  noticePrefix,
  noticesPrefix,
  outageKey,
  outagesPrefix,
  reportAttemptsPrefix,
  requestKey,
  requestOfKey,
  requestsPrefix,
  scheduledPrefix,
  settledKey,
} from '#delivery/store/dispatch-keys.ts';
import { requestedRunId } from '#delivery/store/run-id.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';

const weekly = { dispatchId, project: 'riverside', report: 'weekly-2' };
const folder = `attempts/${dispatchId}/riverside_weekly-2/`;

describe('the keys of a dispatch', () => {
  test('are below its day', () => {
    for (const key of [manifestKey(dispatchId, 1), settledKey(dispatchId), noticesPrefix(dispatchId)]) {
      expect(key).toMatch(new RegExp(`^${scheduledPrefix('2026-11-20')}`));
      expect(key).not.toMatch(new RegExp(`^${scheduledPrefix('2026-11-2')}`));
    }
  });

  test('name it by its first manifest alone', () => {
    expect(dispatchIdOfManifest(manifestKey(dispatchId, 1))).toBe(dispatchId);
    const others = [
      manifestKey(dispatchId, 2),
      manifestKey(dispatchId, 11),
      manifestKey(dispatchId, 1, 'test'),
      settledKey(dispatchId),
      'dispatches/2026-11-20T14-00-00Z-1f3a5b7c/manifest.json',
      'dispatches/no-dispatch/manifest-1.json',
    ];
    for (const key of others) expect(dispatchIdOfManifest(key)).toBeUndefined();
  });
});

describe('the keys of attempts', () => {
  test('are those of the tree', () => {
    expect(reportAttemptsPrefix(weekly)).toBe(folder);
    expect(folder.startsWith(attemptsPrefix(dispatchId))).toBe(true);
    expect(attemptKey(weekly, 'failed-12')).toBe(`${folder}failed-12.json`);
    expect(attemptKey(weekly, 'dead-letter-2')).toBe(`${folder}dead-letter-2.json`);
    expect(attemptKey(weekly, 'failed-messages')).toBe(`${folder}failed-messages.json`);
    expect(attemptKey(weekly, 'done')).toBe(`${folder}done.json`);
  });

  test('are read back', () => {
    const of = { project: 'riverside', report: 'weekly-2' };
    expect(attemptOfKey(attemptKey(weekly, 'failed-12'))).toEqual({ ...of, kind: 'failed', number: 12 });
    expect(attemptOfKey(attemptKey(weekly, 'failed-5000'))).toEqual({ ...of, kind: 'failed', number: 5_000 });
    expect(attemptOfKey(attemptKey(weekly, 'dead-letter-2'))).toEqual({
      ...of,
      kind: 'dead-letter',
      number: 2,
    });
    expect(attemptOfKey(attemptKey(weekly, 'failed-messages'))).toEqual({
      ...of,
      kind: 'failed-messages',
      number: 0,
    });
    expect(attemptOfKey(attemptKey(weekly, 'done'))).toEqual({ ...of, kind: 'done', number: 0 });
  });

  test.each(['failed-0.json', 'failed-01.json', 'failed.json', 'done-1.json', 'done.json.gz', 'x/done.json'])(
    'are not read from %s',
    (name) => {
      expect(attemptOfKey(`${folder}${name}`)).toBeUndefined();
    },
  );
});

describe('the keys of an outage', () => {
  const slot = '2026-11-20T14-05-00Z';

  test('are below service and slot, and sort by time', () => {
    const at = { service: '1f3a5b7c', slot };
    const prefix = `${outagesPrefix('1f3a5b7c')}${slot}/`;
    expect(outageKey(at, { failed: 'riverside' })).toBe(`${prefix}failed-riverside.json`);
    expect(outageKey(at, 'probe')).toBe(`${prefix}probe.json`);
    expect(outageKey(at, 'answered')).toBe(`${prefix}answered.json`);
    expect(outageKey({ ...at, slot: '2026-11-20T14-10-00Z' }, 'answered') > outageKey(at, 'probe')).toBe(
      true,
    );
  });
});

describe('the keys of a request', () => {
  const request = { dispatchId: requestedRunId('Über/42'), time: '2026-11-20T14-00-00Z' };

  test('are below its day, and are read back', () => {
    expect(requestKey(request, 'request').startsWith(requestsPrefix('2026-11-20'))).toBe(true);
    expect(requestOfKey(requestKey(request, 'request'))).toEqual({ ...request, isByHand: false });
    expect(requestOfKey(requestKey(request, 'settled'))).toBeUndefined();
  });
});

describe('the keys of a notice', () => {
  test('are read back', () => {
    const name = contactNotice('late', 'planner@example.com');
    const key = noticeKey(noticePrefix(dispatchId, name));
    expect(key.startsWith(noticesPrefix(dispatchId))).toBe(true);
    expect(noticeOfKey(key)).toEqual({ dispatchId, name });
    expect(noticeOfKey(`${noticePrefix(dispatchId, name)}mail/contact/notice.json/x`)).toBeUndefined();
  });

  test('tell contacts, kinds and numbers apart, and show no address', () => {
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

test('the key of a schedule is its name and the time since which it is known', () => {
  const since = Temporal.Instant.from('2026-11-20T14:00:00.5Z');
  const key = watchedKey('1f3a5b7c', since);
  expect(key).toBe('schedules/watched/1f3a5b7c/2026-11-20T14-00-00_5Z.json');
  expect(watchedOfKey(key)).toEqual({ schedule: '1f3a5b7c', since });
  expect(watchedOfKey('schedules/pauses/2026-11-20T14-00-00Z-on.json')).toBeUndefined();
});

test('the key of the record of a check is its time', () => {
  const at = Temporal.Instant.from('2026-11-20T14:00:00Z');
  const looked = { number: 3, at };
  expect(timeKey(lookedPrefix, looked)).toBe('looked/000003-2026-11-20T14-00-00Z.json');
  expect(timeOfKey(timeKey(lookedPrefix, looked))).toEqual(looked);
  expect(timeOfKey('looked/today.json')).toBeUndefined();
});
