/** Each function may read, list and create the keys that it uses, and may not create those of others. */

import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { latestAnswersObject, namesAndNotesObject, submissionObject } from '#answers/objects.ts';
import { workbookContentType } from '#archive/object-store.ts';
import { objectTags } from '#archive/s3.ts';
import { pageKey } from '#pages/page-link.ts';
import { scheduledDispatchKeyPrefix } from '#queue/due-reports.ts';
import {
  contactAddressDigest,
  contactMailPrefixesAndName,
  dispatchIdSchema,
  messagePrefix,
  type RunObjectKeyValues,
  reportNameInKeys,
  reportPrefix,
  runIdSchema,
  runPrefix,
  windowPrefix,
} from '#runs/store/names.ts';
import * as objects from '#runs/store/objects.ts';
import { windowAfter } from '../support/builders/a-delivery.ts';
import { aDeployment, templateOf } from '../support/infra/a-deployment.ts';
import { allows, rightsOf } from '../support/infra/policies.ts';

const template = templateOf(await aDeployment());

const runId = runIdSchema.parse('2026-11-20T14-00-00Z');
const dispatchId = dispatchIdSchema.parse('2026-11-20T14-00-00Z-1f3a5b7c');
const instant = Temporal.Instant.from('2026-11-20T14:00:00Z');
const run: RunObjectKeyValues = {
  project: 'riverside',
  report: 'weekly',
  window: windowAfter('2026-11-20'),
  runId,
};
const issue = runPrefix(run);
const testRun = runPrefix({ ...run, testRun: 'test' });
const message = messagePrefix(issue, 'everyone');
const testRunMessage = messagePrefix(testRun, 'everyone');
const ofContact = { date: '2026-11-20', contact: contactAddressDigest('planner@example.com'), n: 1 };
const contactMail = objects.contactMail.key(ofContact);
const { mail: contactMessage } = contactMailPrefixesAndName(ofContact);
const ofInbox = { date: '2026-11-20', name: '1f3a5b7c', contact: ofContact.contact };
const inboxResult = objects.inboxResult.key(ofInbox);
const toldOf = (key: string) => key.replace(/[^/]+$/, 'told.json');
const inboxResultTold = toldOf(inboxResult);
const dataProblemTold = objects.dataProblemNotified.key({
  project: 'riverside',
  name: '1f3a5b7c',
  digest: '1f3a5b7c',
});
const ofRun = { dispatchId, project: 'riverside', report: 'weekly' };
const attempts = objects.attemptRecordKeyTemplate.under({ dispatchId });
const ofReport = objects.attemptRecordKeyTemplate.under({ dispatchId, name: reportNameInKeys(ofRun) });
const failed = objects.failedAttempt.key({ ...ofRun, n: 3 });
const done = objects.reportDone.key(ofRun);
const refusedFields = objects.refusedFieldsRecord.key({ service: '1f3a5b7c', date: '2026-11-20' });
const outage = { service: '1f3a5b7c', slot: '2026-11-20T14-00-00Z' };
const asking = { date: '2026-11-20', dispatchId, at: instant };
const asked = objects.savedRequest.key(asking);
const askedSettled = objects.requestSettled.key(asking);
const watched = objects.scheduleFirstSeen.key({ schedule: '1f3a5b7c', at: instant });
const manifest = (n: number, tests = '') => objects.dispatchManifest.key({ tests, dispatchId, n });
const settled = objects.dispatchSettled.key({ dispatchId });
const issueNumber = objects.issueNumber.key({ numbered: windowPrefix(run), n: 1 });
const stop = objects.mailStopOrResume.key({ number: 1 });
const workbook = 'Riverside Tower – Weekly lookahead 2026-W48 rev 1 – Stonebridge.xlsx';
const week = { first: '2026-11-23', last: '2026-11-29' };
const ofAudience = { project: run.project, report: run.report, ...week, message: 'subcontractor-s1' };
const answersOfAudience = submissionObject.under(ofAudience);
const answer = submissionObject.key({ ...ofAudience, digest: '0'.repeat(64) });
const names = namesAndNotesObject.key({ ...ofAudience, digest: '0'.repeat(64) });
const { message: _, ...ofWindow } = ofAudience;
const standing = latestAnswersObject.key({ ...ofAudience, number: 1 });
const standingOfWeek = latestAnswersObject.under({
  project: run.project,
  report: run.report,
  first: week.first,
});
const closing = { ...run, at: instant };
const reminder = objects.reminder.key({
  ...closing,
  message: ofAudience.message,
  contact: contactAddressDigest('pile@example.com'),
});
const opened = [issue, testRun].flatMap((prefix) => [
  objects.workbook.key({ run: prefix, workbook }),
  pageKey(prefix, 'everyone'),
]);

describe.each([
  [
    'Dispatch',
    {
      creates: [manifest(1)],
      reads: [],
      lists: [manifest(1)],
      never: [
        objects.issue.key({ run: issue }),
        objects.messageSent.key({ mail: message }),
        failed,
        done,
        settled,
      ],
    },
  ],
  [
    'Report',
    {
      creates: [
        issueNumber,
        objects.snapshot.key({ run: issue }),
        objects.planRecord.key({ run: issue }),
        objects.issue.key({ run: issue }),
        objects.workbook.key({ run: issue, workbook }),
        pageKey(issue, 'everyone'),
        standing,
        objects.sendIntent.key({ mail: message, intent: 1 }),
        objects.messageSent.key({ mail: message }),
        objects.snapshot.key({ run: testRun }),
        objects.sendIntent.key({ mail: testRunMessage, intent: 1 }),
        manifest(1),
        manifest(1, 'test-runs/test/'),
        asked,
        failed,
        objects.failedMessages.key(ofRun),
        done,
        objects.outageRecord.key({ ...outage, record: 'failed-riverside' }),
        objects.outageRecord.key({ ...outage, record: 'probe' }),
        objects.outageRecord.key({ ...outage, record: 'answered' }),
        refusedFields,
        objects.answersClosing.key(closing),
        reminder,
      ],
      reads: [
        answer,
        names,
        refusedFields,
        objects.snapshot.key({ run: issue }),
        objects.planRecord.key({ run: issue }),
        objects.workbook.key({ run: testRun, workbook }),
        manifest(2),
        objects.mailServiceSendEvent.key({ mail: message }),
        stop,
      ],
      lists: [
        issue,
        testRun,
        ofReport,
        objects.outageRecord.under({ service: '1f3a5b7c' }),
        refusedFields,
        objects.mailStopOrResume.under({}),
        submissionObject.under(ofWindow),
        standingOfWeek,
      ],
      never: [
        settled,
        askedSettled,
        watched,
        contactMail,
        objects.sendIntent.key({ mail: contactMessage, intent: 1 }),
        inboxResultTold,
        dataProblemTold,
        stop,
        answer,
        names,
        toldOf(objects.answersClosing.key(closing)),
        toldOf(reminder),
      ],
    },
  ],
  [
    'Reconcile',
    {
      creates: [
        manifest(2),
        settled,
        askedSettled,
        watched,
        objects.dailyCheck.key({ number: 1, at: instant }),
        contactMail,
        objects.sendIntent.key({ mail: contactMessage, intent: 1 }),
        objects.messageSent.key({ mail: contactMessage }),
        objects.messageFailed.key({ mail: contactMessage }),
        toldOf(objects.answersClosing.key(closing)),
        toldOf(reminder),
        inboxResultTold,
        dataProblemTold,
      ],
      reads: [
        asked,
        objects.issue.key({ run: issue }),
        failed,
        objects.failedMessages.key(ofRun),
        stop,
        objects.answersClosing.key(closing),
        reminder,
        inboxResult,
        objects.mailServiceSendEvent.key({ mail: contactMessage }),
        pageKey(issue, 'subcontractor-s1'),
        answer,
        names,
      ],
      lists: [
        windowPrefix(run),
        attempts,
        objects.contactMail.under({}),
        objects.inboxResult.under({}),
        objects.scheduleFirstSeen.under({}),
        objects.dailyCheck.under({}),
        contactMessage,
        objects.savedRequest.under({ date: '2026-11-20' }),
        scheduledDispatchKeyPrefix('2026-11-20T'),
        objects.answersClosing.under({}),
        objects.reminder.under({}),
        // Nobody is reminded of a message that was not sent, so reconcile looks whether it was.
        objects.messageSent.key({ mail: message }),
        submissionObject.under(ofWindow),
      ],
      never: [
        objects.issue.key({ run: issue }),
        objects.workbook.key({ run: issue, workbook }),
        objects.snapshot.key({ run: testRun }),
        objects.sendIntent.key({ mail: message, intent: 1 }),
        objects.messageSent.key({ mail: message }),
        objects.mailServiceSendEvent.key({ mail: message }),
        stop,
        inboxResult,
        objects.deadLetter.key({ ...ofRun, n: 1 }),
        failed,
        done,
        asked,
        objects.outageRecord.key({ ...outage, record: 'answered' }),
        objects.answersClosing.key(closing),
        reminder,
        answer,
        names,
      ],
    },
  ],
  [
    'Events',
    {
      creates: [
        objects.mailServiceSendEvent.key({ mail: message }),
        objects.mailServiceSendEvent.key({ mail: testRunMessage }),
        objects.mailServiceSendEvent.key({ mail: contactMessage }),
      ],
      reads: [objects.issue.key({ run: issue })],
      lists: [issue],
      never: [
        objects.sendIntent.key({ mail: message, intent: 1 }),
        objects.messageSent.key({ mail: message }),
        objects.issue.key({ run: issue }),
        objects.sendIntent.key({ mail: contactMessage, intent: 1 }),
        objects.messageSent.key({ mail: contactMessage }),
        contactMail,
        manifest(2),
        stop,
      ],
    },
  ],
  [
    'DeadLetter',
    {
      creates: [objects.deadLetter.key({ ...ofRun, n: 1 })],
      reads: [],
      lists: [ofReport],
      never: [
        manifest(1),
        objects.issue.key({ run: issue }),
        objects.messageSent.key({ mail: message }),
        failed,
        done,
        contactMail,
      ],
    },
  ],
  [
    'Download',
    {
      creates: [answer, standing],
      reads: [...opened, issueNumber],
      // For a missing object, S3 answers 404 only with this permission for its key, and otherwise 403.
      lists: [
        ...opened,
        objects.issueNumber.under({ numbered: windowPrefix(run) }),
        objects.issue.key({ run: issue }),
        answersOfAudience,
        standingOfWeek,
        latestAnswersObject.under(ofAudience),
      ],
      never: [manifest(1), objects.issue.key({ run: issue }), issueNumber, ...opened],
    },
  ],
])('%s', (role, { creates, reads, lists, never }) => {
  const may = (action: 's3:GetObject' | 's3:PutObject' | 's3:ListBucket') => (key: string) =>
    allows(template, role, { action, key });

  it('may access the keys that it uses', () => {
    expect(creates.filter((key) => !may('s3:PutObject')(key))).toEqual([]);
    expect([...reads, ...creates].filter((key) => !may('s3:GetObject')(key))).toEqual([]);
    expect(lists.filter((prefix) => !may('s3:ListBucket')(prefix))).toEqual([]);
  });

  it('may not create the objects of other functions', () => {
    expect(never.filter(may('s3:PutObject'))).toEqual([]);
  });
});

it.each(['Dispatch', 'Reconcile', 'DeadLetter', 'Download'])('%s reads no snapshot of tasks', (role) => {
  const read = (key: string) => allows(template, role, { action: 's3:GetObject', key });
  expect([objects.snapshot.key({ run: issue }), objects.snapshot.key({ run: testRun })].filter(read)).toEqual(
    [],
  );
});

describe('the tag that lets workbooks expire first', () => {
  const may = (role: string) => (key: string) =>
    allows(template, role, { action: 's3:PutObjectTagging', key });

  it('may be set by report on workbooks, and on nothing else', () => {
    expect(
      [
        objects.workbook.key({ run: issue, workbook }),
        objects.workbook.key({ run: testRun, workbook }),
      ].filter(may('Report')),
    ).toHaveLength(2);
    const others = [
      issueNumber,
      objects.issue.key({ run: issue }),
      objects.snapshot.key({ run: issue }),
      objects.messageSent.key({ mail: message }),
      manifest(1),
    ];
    expect(others.filter(may('Report'))).toEqual([]);
  });

  it.each(['Dispatch', 'Reconcile', 'DeadLetter', 'Download'])('may not be set by %s', (role) => {
    expect(may(role)(objects.workbook.key({ run: issue, workbook }))).toBe(false);
  });

  it('has the value that the code sets', () => {
    expect(objectTags(workbookContentType)).toBe('kind=workbook');
  });
});

describe('the function that opens links', () => {
  const may = (action: 's3:GetObject' | 's3:ListBucket', key: string) =>
    allows(template, 'Download', { action, key });
  const runOf = (report: string) => runPrefix({ ...run, report });

  it.each([
    objects.snapshot.key({ run: issue }),
    objects.messageSent.key({ mail: message }),
    manifest(1),
    asked,
    // A report may have the name of a folder.
    objects.snapshot.key({ run: runOf('pages') }),
    objects.skippedRun.key({ run: runOf('numbers') }),
  ])('may not read %s', (key) => {
    expect(may('s3:GetObject', key)).toBe(false);
    expect(may('s3:ListBucket', key)).toBe(false);
  });

  it('reveals whether an issue exists, and nothing in it', () => {
    const issues = [objects.issue.key({ run: issue }), objects.issue.key({ run: runOf('numbers') })];
    expect(issues.filter((key) => may('s3:GetObject', key))).toEqual([]);
    expect(may('s3:ListBucket', objects.issue.key({ run: testRun }))).toBe(false);
  });

  it.each([
    '',
    'issues/',
    reportPrefix(run),
    reportPrefix({ ...run, report: 'numbers' }),
    windowPrefix(run),
    issue,
    `${issue}pages/`,
    testRun,
    objects.issueNumber.under({ numbered: testRun }),
  ])('never lists keys below "%s"', (prefix) => {
    expect(may('s3:ListBucket', prefix)).toBe(false);
  });

  it('may store names and notes of an answer page, and read none', () => {
    expect(allows(template, 'Download', { action: 's3:PutObject', key: names })).toBe(true);
    expect(may('s3:GetObject', names)).toBe(false);
    expect(may('s3:ListBucket', names)).toBe(false);
  });

  it.each([
    'answers/',
    submissionObject.under({ project: run.project, report: run.report }),
    submissionObject.under(ofWindow),
    'answer-names/',
  ])('never lists the answers of others below "%s"', (prefix) => {
    expect(may('s3:ListBucket', prefix)).toBe(false);
  });
});

it('the download function, which anyone may call, has exactly the listed permissions', () => {
  expect(rightsOf(template, 'Download')).toEqual([
    's3:GetObject answers/*.json issues/*.xlsx issues/*_*/*/pages/*.json.gz issues/*_*/numbers/*.json test-runs/*.xlsx test-runs/*_*/*/pages/*.json.gz',
    's3:ListBucket <ArchiveBucket> {"StringLike":{"s3:prefix":["issues/*.xlsx","issues/*_*/*/pages/*.json.gz","test-runs/*.xlsx","test-runs/*_*/*/pages/*.json.gz","issues/*_*/numbers/","issues/*_*/*/issue.json","answers/*_*/*/","answers/stand/*_*"]}}',
    's3:PutObject answer-names/*.json answers/*.json {"Null":{"s3:if-none-match":"false"}}',
    'secretsmanager:GetSecretValue <SecretsLinkSecret>',
  ]);
});
