/**
 * A release meets objects of another one: those of an older release, which it reads, and, after a roll-back, those of a
 * later one, which it leaves alone.
 */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { dispatchEvent } from '../../../functions/cloud/dispatch-event.ts';
import { saveSesEvent } from '../../../functions/delivery/log/save-ses-event.ts';
import { requestedRunId } from '../../../functions/delivery/store/run-id.ts';
import { aWorld } from '../../support/a-world.ts';
import {
  aClock,
  aJob,
  anAttempt,
  aSendEvent,
  deliverJob,
  jsonOf,
  runId,
  weekAfter,
} from '../../support/builders/a-delivery.ts';
import { firing } from '../../support/builders/a-scheduled-site.ts';
import { bumpVersion, leftByLaterRelease, refusalOf } from '../../support/later-release.ts';
import { createMemoryStore, type MemoryStore } from '../../support/memory-store.ts';
import { createRecordingMailer, type RecordingMailer } from '../../support/recording-mailer.ts';
import objectsOfVersion1 from './version-1-objects.json' with { type: 'json' };

type Site = { readonly store: MemoryStore; readonly mailer: RecordingMailer };

/** Writes objects; what it returns or throws says whatever is to be said of them. */
type Act = (site: Site) => Promise<unknown>;

const encoder = new TextEncoder();
const job = aJob({ audiences: [] });
const window = 'issues/riverside/weekly/2026-11-23_2026-11-29/';
const run = `${window}2026-11-20T14-00-00Z/`;
const mail = `${run}mail/everyone/`;

const deliver: Act = (site) => deliverJob(job, anAttempt(site));
/** After the lease of any intent, by a process of its own. */
const deliverLater: Act = (site) =>
  deliverJob(job, anAttempt({ ...site, now: aClock('2026-11-20T15:00:00Z').now, owner: 'attempt-2' }));
const deliverNothing: Act = (site) =>
  deliverJob(
    { ...job, sendWhen: 'any-task', rules: { ...job.rules, shifts: ['afternoon'] } },
    anAttempt(site),
  );
const dispatch: Act = (site) => dispatchEvent(firing, aWorld(site));

async function loseTheAnswer(site: Site): Promise<void> {
  site.mailer.answers.push('lost');
  await deliver(site);
  const [message] = site.mailer.taken;
  if (message) await saveSesEvent(site.store, aSendEvent(message));
}

async function sendToNobody(site: Site): Promise<void> {
  site.mailer.answers.push({ kind: 'failed', reason: 'no such address' });
  await deliver(site);
}

/** Each kind of object: where it is, what writes it, and what reads it. */
const kinds: readonly (readonly [string, string | RegExp, Act, Act])[] = [
  ['a snapshot', `${run}snapshot.json.gz`, deliver, deliverLater],
  ['an issue number', `${window}numbers/1.json`, deliver, deliverLater],
  ['an issue', `${run}issue.json`, deliver, deliverLater],
  ['the record of a skipped report', `${run}skipped.json`, deliverNothing, deliverLater],
  ['an intent', `${mail}intent-1.json`, deliver, deliverLater],
  ['the record of a sent message', `${mail}sent.json`, deliver, deliverLater],
  ['the record of a failed message', `${mail}failed.json`, sendToNobody, deliverLater],
  ['the evidence of a send', `${mail}event-send.json`, loseTheAnswer, deliverLater],
  ['a manifest', /^dispatches\/.*\/manifest-1\.json$/, dispatch, dispatch],
];

/** The objects of the first release: a report that was sent, one whose message failed, and one that was skipped. */
async function storedByFirstRelease(): Promise<MemoryStore> {
  const store = createMemoryStore();
  for (const [key, object] of Object.entries(objectsOfVersion1)) {
    const bytes = encoder.encode(JSON.stringify(object));
    await store.putOnce(key, key.endsWith('.gz') ? gzipSync(bytes) : bytes, 'application/json');
  }
  return store;
}

describe('fault 22: objects of version 1', () => {
  const reports = [
    ['weekly', { outcome: 'already delivered', issueNumber: 1 }],
    ['nights', { outcome: 'failed', messages: [{ outcome: { kind: 'failed', reason: 'no such address' } }] }],
    ['skips', { outcome: 'skipped', warnings: [] }],
  ] as const;
  test.each(reports)('are read: the report %s is left as it is', async (key, result) => {
    const store = await storedByFirstRelease();
    const again = aJob({ report: { key, name: key } });
    // Makes the workbooks again, which are not among the objects.
    await deliverJob(again, anAttempt({ store }));
    const before = new Map(store.objects);
    expect(await deliverJob(again, anAttempt({ store }))).toMatchObject(result);
    expect(store.objects).toEqual(before);
  });

  test('are continued: an intent without an outcome is settled by the evidence of its send', async () => {
    const store = await storedByFirstRelease();
    store.objects.delete(`${mail}sent.json`);
    const mailer = createRecordingMailer({ repeatable: false });
    await deliverLater({ store, mailer });
    expect(mailer.taken).toEqual([]);
    expect(jsonOf(store.objects.get(`${mail}sent.json`))).toMatchObject({ intent: 2, known: 'evidence' });
  });

  test('are compared with: the next issue refers to the first one and its tasks', async () => {
    const store = await storedByFirstRelease();
    const next = aJob({ runId: runId('2026-11-27T14:00:00Z'), window: weekAfter('2026-11-27') });
    const parts = anAttempt({ store, now: aClock('2026-11-27T14:00:00Z').now });
    const { outcome, warnings, keys } = await deliverJob(next, parts);
    expect({ outcome, warnings }).toEqual({
      outcome: 'delivered',
      warnings: [expect.stringContaining('the programme has tasks from'), expect.stringContaining('Idle Co')],
    });
    const issue = keys.find((key) => key.endsWith('/issue.json')) ?? '';
    expect(jsonOf(store.objects.get(issue))).toMatchObject({
      previous: { number: 1, window: { first: '2026-11-23' } },
    });
  });

  test('keep their number: another run of the window takes the next one', async () => {
    const store = await storedByFirstRelease();
    const { issueNumber } = await deliverJob(aJob({ runId: requestedRunId('again') }), anAttempt({ store }));
    expect(issueNumber).toBe(2);
  });
});

describe('fault 22: after a roll-back', () => {
  test.each(kinds)(
    '%s of the later release is refused, and nothing is written or sent',
    async (_, at, write, read) => {
      const store = createMemoryStore();
      await write({ store, mailer: createRecordingMailer({ repeatable: false }) });
      const key = leftByLaterRelease(store, at);
      const before = new Map(store.objects);
      const mailer = createRecordingMailer({ repeatable: false });
      const said = await read({ store, mailer }).then(
        (result) => JSON.stringify(result),
        (error: Error) => `${error.name} ${'kind' in error ? error.kind : ''} ${error.message}`,
      );
      expect(said).toContain(refusalOf(key));
      expect(said).toMatch(/^RunStoreError curable|"refused"/);
      expect(mailer.taken).toEqual([]);
      expect(store.objects).toEqual(before);
    },
  );

  test.each(['issue.json', 'snapshot.json.gz'])(
    'an earlier issue is not compared with where its %s is of the later release',
    async (name) => {
      const store = createMemoryStore();
      const parts = anAttempt({ store, now: aClock('2026-11-13T14:00:00Z').now });
      const lastWeek = { runId: runId('2026-11-13T14:00:00Z'), window: weekAfter('2026-11-13') };
      await deliverJob({ ...job, ...lastWeek }, parts);
      const key = `issues/riverside/weekly/2026-11-16_2026-11-22/2026-11-13T14-00-00Z/${name}`;
      bumpVersion(store.objects, key);
      const left = store.objects.get(key);
      const { outcome, warnings } = await deliverJob(job, anAttempt({ store }));
      expect(outcome).toBe('delivered');
      expect(warnings).toContainEqual(expect.stringContaining(refusalOf(key)));
      expect(jsonOf(store.objects.get(`${run}issue.json`))).toMatchObject({ previous: null });
      expect(store.objects.get(key)).toBe(left);
    },
  );
});
