/** The keys of each kind of object, as its row defines them. */

import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { retentionByPrefix } from '#archive/objects.ts';
import { findDispatchIds, scheduledDispatchKeyPrefix } from '#queue/due-reports.ts';
import { runObjectKeyValuesOf } from '#runs/look-up-report.ts';
import { attemptSummaryOf, readAttemptSummaries } from '#runs/store/attempt-records.ts';
import {
  contactAddressDigest,
  contactMailPrefixesAndName,
  issueRunPrefixTemplate,
  messagePrefix,
  requestedRunId,
  runPrefix,
  windowPrefix,
} from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { aResolvedReport, runId } from '../../support/builders/a-delivery.ts';
import { dispatchId } from '../../support/builders/a-queued-job.ts';
import { createMemoryStore } from '../../support/memory-store.ts';
import { sampleKeys } from '../../support/sample-keys.ts';

const address = runObjectKeyValuesOf(aResolvedReport());
const run = runPrefix(address);
const mail = messagePrefix(run, 'everyone');
const weekly = { dispatchId, project: 'riverside', report: 'weekly-2' };
const folder = `attempts/${dispatchId}/riverside_weekly-2/`;
const instant = (text: string) => Temporal.Instant.from(text);
const at = instant('2026-11-20T14:00:00Z');

/** A key, and the parameters that were read back from it. */
function throughKey<Values>(
  { key, of }: { readonly key: (values: Values) => string; readonly of: (key: string) => Values | undefined },
  values: Values,
) {
  return [key(values), of(key(values))];
}

describe('the keys of a dispatch', () => {
  const first = { tests: '', dispatchId, n: 1 };

  it('begin with its date', () => {
    for (const key of [objects.dispatchManifest.key(first), objects.dispatchSettled.key({ dispatchId })]) {
      expect(key).toMatch(new RegExp(`^${scheduledDispatchKeyPrefix('2026-11-20T')}`));
      expect(key).not.toMatch(new RegExp(`^${scheduledDispatchKeyPrefix('2026-11-2T')}`));
    }
  });

  it('are as documented', () => {
    const unnamed = { tests: '', dispatchId: address.runId };
    expect(objects.dispatchManifest.key({ ...unnamed, n: 1 })).toBe(
      'dispatches/2026-11-20T14-00-00Z/manifest-1.json',
    );
    expect(objects.dispatchManifest.key({ ...unnamed, tests: 'test-runs/test/', n: 12 })).toBe(
      'test-runs/test/dispatches/2026-11-20T14-00-00Z/manifest-12.json',
    );
  });

  it('yield its id only from the key of its first manifest', () => {
    expect(findDispatchIds([objects.dispatchManifest.key(first)])).toEqual([dispatchId]);
    const others = [
      objects.dispatchManifest.key({ ...first, n: 2 }),
      objects.dispatchManifest.key({ ...first, n: 11 }),
      objects.dispatchSettled.key({ dispatchId }),
      'dispatches/2026-11-20T14-00-00Z-1f3a5b7c/manifest.json',
      'dispatches/no-dispatch/manifest-1.json',
    ];
    expect(findDispatchIds(others)).toEqual([]);
    // A LIST request for dispatches does not find those of tests.
    expect(objects.dispatchManifest.key({ ...first, tests: 'test-runs/test/' })).not.toMatch(/^dispatches/);
  });
});

describe('the keys of attempts', () => {
  it('are as documented', () => {
    expect(objects.attemptRecordKeyTemplate.under({ dispatchId, name: 'riverside_weekly-2' })).toBe(folder);
    expect(folder.startsWith(objects.attemptRecordKeyTemplate.under({ dispatchId }))).toBe(true);
    expect(objects.failedAttempt.key({ ...weekly, n: 12 })).toBe(`${folder}failed-12.json`);
    expect(objects.deadLetter.key({ ...weekly, n: 2 })).toBe(`${folder}dead-letter-2.json`);
    expect(objects.failedMessages.key(weekly)).toBe(`${folder}failed-messages.json`);
    expect(objects.dataProblem.key(weekly)).toBe(`${folder}data-problem.json`);
    expect(objects.reportDone.key(weekly)).toBe(`${folder}done.json`);
  });

  it('are read back', () => {
    const { failedAttempt, deadLetter, failedMessages, dataProblem, reportDone } = objects;
    for (const n of [12, 5_000]) {
      expect(failedAttempt.of(failedAttempt.key({ ...weekly, n }))).toEqual({ ...weekly, n });
    }
    expect(deadLetter.of(deadLetter.key({ ...weekly, n: 2 }))).toEqual({ ...weekly, n: 2 });
    for (const kind of [failedMessages, dataProblem, reportDone]) {
      expect(kind.of(kind.key(weekly))).toEqual(weekly);
      const others = [failedMessages, dataProblem, reportDone].filter((other) => other !== kind);
      expect(others.map((other) => other.of(kind.key(weekly)))).toEqual([undefined, undefined]);
    }
    expect(failedAttempt.of(deadLetter.key({ ...weekly, n: 2 }))).toBeUndefined();
  });

  it.each(['failed-0.json', 'failed-01.json', 'failed.json', 'done-1.json', 'done.json.gz', 'x/done.json'])(
    'are not read from %s',
    async (name) => {
      const store = createMemoryStore();
      store.objects.set(`${folder}${name}`, new Uint8Array());
      expect(attemptSummaryOf(await readAttemptSummaries(store, dispatchId), weekly)).toEqual({
        done: false,
        failedMessages: false,
        dataProblem: false,
        failed: 0,
        deadLetters: 0,
      });
    },
  );
});

describe('the keys of an outage', () => {
  const slot = '2026-11-20T14-05-00Z';

  it('begin with service and slot, and sort by time', () => {
    const of = { service: '1f3a5b7c', slot };
    const { key, under } = objects.outageRecord;
    const prefix = `${under({ service: '1f3a5b7c' })}${slot}/`;
    expect(prefix).toBe(`outages/1f3a5b7c/${slot}/`);
    expect(key({ ...of, record: 'failed-riverside' })).toBe(`${prefix}failed-riverside.json`);
    expect(key({ ...of, record: 'probe' })).toBe(`${prefix}probe.json`);
    const later = key({ ...of, slot: '2026-11-20T14-10-00Z', record: 'answered' });
    expect(later > key({ ...of, record: 'probe' })).toBe(true);
  });
});

describe('the keys of a request', () => {
  const request = { date: '2026-11-20', dispatchId: requestedRunId('Über/42'), at };

  it('begin with its date, and are read back', () => {
    const { savedRequest: kind, requestByHand, requestSettled } = objects;
    const key = kind.key(request);
    expect(key).toBe(`requests/2026-11-20/${request.dispatchId}/2026-11-20T14-00-00Z/request.json`);
    expect(key.startsWith(kind.under({ date: '2026-11-20' }))).toBe(true);
    expect(kind.of(key)).toEqual(request);
    expect(kind.in([requestByHand, requestSettled].map((one) => one.key(request)))).toEqual([]);
    expect(requestByHand.of(requestByHand.key(request))).toEqual(request);
  });
});

describe('the keys of a mail to a contact', () => {
  const of = { date: '2026-11-20', contact: contactAddressDigest('planner@example.com'), n: 12 };

  it('begin with its date and its contact, and are read back', () => {
    const { contactMail } = objects;
    const { prefix } = contactMailPrefixesAndName(of);
    const key = `contacts/2026-11-20/${of.contact}/12/notice.json`;
    expect(throughKey(contactMail, of)).toEqual([key, of]);
    expect(key).toBe(`${prefix}notice.json`);
    expect(contactMail.of(`${prefix}mail/contact/notice.json`)).toBeUndefined();
    expect(contactMail.of(key.replace('/12/', '/012/'))).toBeUndefined();
  });

  it('include those of its message', () => {
    const { mail } = contactMailPrefixesAndName(of);
    expect(throughKey(objects.messageSent, { mail })).toEqual([
      `contacts/2026-11-20/${of.contact}/12/mail/contact/sent.json`,
      { mail },
    ]);
  });

  it('can be listed from a given day on', () => {
    const days = ['2026-11-19', '2026-11-20', '2026-11-21'].map((date) =>
      objects.contactMail.key({ ...of, date }),
    );
    expect(days.filter((key) => key > `${objects.contactMail.under({})}2026-11-20`)).toEqual(days.slice(1));
  });
});

it('the keys of an inbox result begin with the day on which it was stored, and are read back', () => {
  const of = { date: '2026-11-20', name: '1f3a5b7c', contact: contactAddressDigest('planner@example.com') };
  const folder = `inbox-results/2026-11-20/1f3a5b7c/${of.contact}/`;
  expect(throughKey(objects.inboxResult, of)).toEqual([`${folder}result.json`, of]);
  expect(throughKey(objects.noticeSettled, { notifiedFolder: folder })).toEqual([
    `${folder}told.json`,
    { notifiedFolder: folder },
  ]);
  expect(objects.inboxResult.in([`${folder}told.json`])).toEqual([]);
});

describe('the keys of a run', () => {
  it('are read back', () => {
    expect(objects.issue.key({ run })).toBe(`${run}issue.json`);
    expect(objects.issue.of(`${run}issue.json`)).toEqual({ run });
    expect(issueRunPrefixTemplate.of(run)).toEqual({
      project: 'riverside',
      report: 'weekly',
      window: '2026-11-23_2026-11-29',
      runId: runId('2026-11-20T14:00:00Z'),
    });
    expect(objects.issue.of(`${run}mail/everyone/sent.json`)).toBeUndefined();
    expect(issueRunPrefixTemplate.of(`${windowPrefix(address)}numbers/`)).toBeUndefined();
  });

  it.each(['snapshot.json.gz', 'plan-record.json.gz', 'issue.json', 'skipped.json'])('include %s', (name) => {
    const { snapshot, planRecord, issue, skippedRun } = objects;
    const kinds = [snapshot, planRecord, issue, skippedRun].filter((kind) => kind.of(`${run}${name}`));
    expect(kinds.map((kind) => kind.key({ run }))).toEqual([`${run}${name}`]);
  });

  it('include the number of an issue, which is counted per window', () => {
    const of = { numbered: windowPrefix(address), n: 12 };
    const key = 'issues/riverside/weekly/2026-11-23_2026-11-29/numbers/12.json';
    expect(throughKey(objects.issueNumber, of)).toEqual([key, of]);
    expect(objects.issueNumber.of(key.replace('12.json', '012.json'))).toBeUndefined();
  });

  it.each(['', 'Riverside', '../x', 'a/b', 'x'.repeat(41)])(
    'cannot be made for the project %j',
    (project) => {
      const other = runPrefix({ ...address, project });
      expect(() => objects.issue.key({ run: other })).toThrow(RangeError);
      expect(() => objects.issue.key({ run: other })).toThrow(/does not fit the template \{run\}issue\.json/);
    },
  );
});

describe('the keys of a message', () => {
  it('are as documented, and are read back', () => {
    const {
      sendIntent,
      sendRefused,
      reachedRecipients,
      messageSent,
      messageFailed,
      mailServiceSendEvent,
      recipientEvent,
    } = objects;
    expect(throughKey(sendIntent, { mail, intent: 3 })).toEqual([
      `${mail}intent-3.json`,
      { mail, intent: 3 },
    ]);
    expect(throughKey(sendRefused, { mail, intent: 3 })).toEqual([
      `${mail}refused-3.json`,
      { mail, intent: 3 },
    ]);
    const part = { mail, intent: 3, part: 2 };
    expect(throughKey(reachedRecipients, part)).toEqual([`${mail}part-3-2.json`, part]);
    expect(throughKey(messageSent, { mail })).toEqual([`${mail}sent.json`, { mail }]);
    expect(throughKey(messageFailed, { mail })).toEqual([`${mail}failed.json`, { mail }]);
    expect(throughKey(mailServiceSendEvent, { mail })).toEqual([`${mail}event-send.json`, { mail }]);
    const event = { mail, digest: '1f3a5b7c', event: 'soft-bounced' } as const;
    expect(throughKey(recipientEvent, event)).toEqual([`${mail}events/1f3a5b7c-soft-bounced.json`, event]);
  });

  it('give the number of an intent as a number, not as text', () => {
    const names = ['intent-1', 'intent-10', 'intent-9', 'refused-11', 'sent'];
    const found = objects.sendIntent.in(names.map((name) => `${mail}${name}.json`));
    expect(Math.max(...found.map(({ intent }) => intent))).toBe(10);
    expect(objects.sendIntent.in([])).toEqual([]);
  });
});

it('the key of a schedule contains its id and the time when it was first seen', () => {
  const since = { schedule: '1f3a5b7c', at: instant('2026-11-20T14:00:00.5Z') };
  const key = 'schedules/watched/1f3a5b7c/2026-11-20T14-00-00_5Z.json';
  expect(throughKey(objects.scheduleFirstSeen, since)).toEqual([key, since]);
  expect(objects.scheduleFirstSeen.of('schedules/pauses/2026-11-20T14-00-00Z-on.json')).toBeUndefined();
});

it('the key of a pause contains its number, its time and the new state', () => {
  const pause = { number: 3, at, became: 'off' } as const;
  const key = 'schedules/pauses/000003-2026-11-20T14-00-00Z-off.json';
  expect(throughKey(objects.schedulesSwitched, pause)).toEqual([key, pause]);
});

it('the key of a daily check contains its number and its time', () => {
  const looked = { number: 3, at };
  expect(throughKey(objects.dailyCheck, looked)).toEqual(['looked/000003-2026-11-20T14-00-00Z.json', looked]);
  expect(objects.dailyCheck.of('looked/today.json')).toBeUndefined();
});

it('the key of a reminder contains its time, report, run, message and reader', () => {
  const { project, report } = weekly;
  const contact = contactAddressDigest('pile@example.com');
  const of = { at, project, report, runId: address.runId, message: 'subcontractor-s1', contact };
  const run = 'riverside_weekly-2/2026-11-20T14-00-00Z';
  const folder = `reminders/2026-11-20T14-00-00Z/${run}/subcontractor-s1/${contact}/`;
  expect(throughKey(objects.reminder, of)).toEqual([`${folder}reminder.json`, of]);
  expect(throughKey(objects.noticeSettled, { notifiedFolder: folder })).toEqual([
    `${folder}told.json`,
    { notifiedFolder: folder },
  ]);
  expect(objects.reminder.in([`${folder}told.json`])).toEqual([]);
});

it('the key of a closing contains its time, report and run', () => {
  const { project, report } = weekly;
  const closing = { at, project, report, runId: address.runId };
  const key = 'closings/2026-11-20T14-00-00Z/riverside_weekly-2/2026-11-20T14-00-00Z/closing.json';
  expect(throughKey(objects.answersClosing, closing)).toEqual([key, closing]);
  expect(objects.answersClosing.in([key.replace('closing.json', 'told.json')])).toEqual([]);
});

describe('each kind', () => {
  const kinds = Object.entries(objects).flatMap(([name, kind]) =>
    typeof kind === 'object' && 'by' in kind ? [[name, kind] as const] : [],
  );

  it.each(kinds)('has its own keys: %s', (name, kind) => {
    for (const key of sampleKeys(kind)) {
      const found = kinds.filter(([, other]) => other.template === key || other.of(key) !== undefined);
      expect(found.map(([own]) => own)).toEqual([name]);
    }
  });

  it.each(kinds)('is kept for as long as it may have names and addresses: %s', (_, kind) => {
    for (const key of sampleKeys(kind)) {
      const days = Object.entries(retentionByPrefix).flatMap(([prefix, one]) =>
        key.startsWith(prefix) ? [one] : [],
      );
      expect(days).toHaveLength(1);
      if (kind.persons === 'expire') expect(days).not.toContain('always');
      if (kind.persons === 'stay') expect(days).toEqual(['always']);
    }
  });
});
