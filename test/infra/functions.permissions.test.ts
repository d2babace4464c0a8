/** Each function may read, list and create the keys that it uses, and may not create those of others. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { workbookContentType } from '#archive/object-store.ts';
import { objectTags } from '#archive/s3.ts';
import {
  closingKey,
  closingsPrefix,
  lookedPrefix,
  stopKey,
  stopsPrefix,
  timeKey,
  watchedKey,
  watchedPrefix,
} from '#delivery/store/archive-keys.ts';
import {
  attemptKey,
  attemptsPrefix,
  manifestKey,
  noticePrefix,
  noticesPrefix,
  outageKey,
  outagesPrefix,
  refusedFieldsKey,
  reportAttemptsPrefix,
  requestKey,
  requestsPrefix,
  scheduledPrefix,
  settledKey,
} from '#delivery/store/dispatch-keys.ts';
import { dispatchIdSchema, runIdSchema } from '#delivery/store/run-id.ts';
import {
  intentKey,
  issueKey,
  messagePrefix,
  numberKey,
  numbersPrefix,
  planRecordKey,
  type RunAddress,
  reportPrefix,
  runPrefix,
  sendEventKey,
  sentKey,
  skippedKey,
  snapshotKey,
  windowPrefix,
  workbookKey,
} from '#delivery/store/run-keys.ts';
import { answersInWindow, answersPrefix, namesKey } from '#pages/answers/stored-answers.ts';
import { pageKey } from '#pages/page-link.ts';
import { weekAfter } from '../support/builders/a-delivery.ts';
import { aDeployment, templateOf } from '../support/infra/a-deployment.ts';
import { allows, rightsOf } from '../support/infra/policies.ts';

const template = templateOf(await aDeployment());

const runId = runIdSchema.parse('2026-11-20T14-00-00Z');
const dispatchId = dispatchIdSchema.parse('2026-11-20T14-00-00Z-1f3a5b7c');
const instant = Temporal.Instant.from('2026-11-20T14:00:00Z');
const run: RunAddress = {
  project: 'riverside',
  report: 'weekly',
  window: weekAfter('2026-11-20'),
  runId,
};
const issue = runPrefix(run);
const testRun = runPrefix({ ...run, testRun: 'test' });
const message = messagePrefix(issue, 'everyone');
const testRunMessage = messagePrefix(testRun, 'everyone');
const notice = noticePrefix(dispatchId, 'late_1f3a5b7c');
const noticeMessage = messagePrefix(notice, 'contact');
const ofRun = { dispatchId, project: 'riverside', report: 'weekly' };
const failed = attemptKey(ofRun, 'failed-3');
const refusedFields = refusedFieldsKey({ service: '1f3a5b7c', date: '2026-11-20' });
const outage = { service: '1f3a5b7c', slot: '2026-11-20T14-00-00Z' };
const asking = { dispatchId, time: runId };
const stop = stopKey(1);
const workbook = 'Riverside Tower – Weekly lookahead 2026-W48 rev 1 – Stonebridge.xlsx';
const page = { windowAt: windowPrefix(run), message: 'subcontractor-s1' };
const answersOfCut = answersPrefix(page);
const answer = `${answersOfCut}${'0'.repeat(64)}.json`;
const closing = { ...run, at: instant };
const opened = [issue, testRun].flatMap((prefix) => [
  workbookKey(prefix, workbook),
  pageKey(prefix, 'everyone'),
]);

describe.each([
  [
    'Dispatch',
    {
      creates: [manifestKey(dispatchId, 1)],
      reads: [],
      lists: [manifestKey(dispatchId, 1)],
      never: [issueKey(issue), sentKey(message), failed, attemptKey(ofRun, 'done'), settledKey(dispatchId)],
    },
  ],
  [
    'Report',
    {
      creates: [
        numberKey(run, 1),
        snapshotKey(issue),
        planRecordKey(issue),
        issueKey(issue),
        workbookKey(issue, workbook),
        pageKey(issue, 'everyone'),
        intentKey(message, 1),
        sentKey(message),
        snapshotKey(testRun),
        intentKey(testRunMessage, 1),
        manifestKey(dispatchId, 1),
        manifestKey(dispatchId, 1, 'test'),
        requestKey(asking, 'request'),
        failed,
        attemptKey(ofRun, 'failed-messages'),
        attemptKey(ofRun, 'done'),
        outageKey(outage, { failed: 'riverside' }),
        outageKey(outage, 'probe'),
        outageKey(outage, 'answered'),
        refusedFields,
        closingKey(closing),
      ],
      reads: [
        answer,
        namesKey(answer),
        refusedFields,
        snapshotKey(issue),
        planRecordKey(issue),
        workbookKey(testRun, workbook),
        manifestKey(dispatchId, 2),
        sendEventKey(message),
        stop,
      ],
      lists: [
        issue,
        testRun,
        reportAttemptsPrefix(ofRun),
        outagesPrefix('1f3a5b7c'),
        refusedFields,
        stopsPrefix,
        answersInWindow(windowPrefix(run)),
      ],
      never: [
        settledKey(dispatchId),
        requestKey(asking, 'settled'),
        watchedKey('1f3a5b7c', instant),
        `${notice}notice.json`,
        stop,
        answer,
        namesKey(answer),
        closingKey(closing, 'told'),
      ],
    },
  ],
  [
    'Reconcile',
    {
      creates: [
        manifestKey(dispatchId, 2),
        settledKey(dispatchId),
        requestKey(asking, 'settled'),
        watchedKey('1f3a5b7c', instant),
        timeKey(lookedPrefix, { number: 1, at: instant }),
        `${notice}notice.json`,
        intentKey(noticeMessage, 1),
        closingKey(closing, 'told'),
      ],
      reads: [
        requestKey(asking, 'request'),
        issueKey(issue),
        failed,
        attemptKey(ofRun, 'failed-messages'),
        stop,
        closingKey(closing),
        pageKey(issue, 'subcontractor-s1'),
        answer,
        namesKey(answer),
      ],
      lists: [
        windowPrefix(run),
        attemptsPrefix(dispatchId),
        noticesPrefix(dispatchId),
        watchedPrefix,
        lookedPrefix,
        noticeMessage,
        requestsPrefix('2026-11-20'),
        scheduledPrefix('2026-11-20'),
        closingsPrefix,
        answersInWindow(windowPrefix(run)),
      ],
      never: [
        issueKey(issue),
        workbookKey(issue, workbook),
        snapshotKey(testRun),
        intentKey(message, 1),
        sentKey(message),
        sendEventKey(message),
        stop,
        attemptKey(ofRun, 'dead-letter-1'),
        failed,
        attemptKey(ofRun, 'done'),
        requestKey(asking, 'request'),
        outageKey(outage, 'answered'),
        closingKey(closing),
        answer,
        namesKey(answer),
      ],
    },
  ],
  [
    'Events',
    {
      creates: [sendEventKey(message), sendEventKey(testRunMessage), sendEventKey(noticeMessage)],
      reads: [issueKey(issue)],
      lists: [issue],
      never: [intentKey(message, 1), sentKey(message), issueKey(issue), manifestKey(dispatchId, 2), stop],
    },
  ],
  [
    'DeadLetter',
    {
      creates: [attemptKey(ofRun, 'dead-letter-1')],
      reads: [],
      lists: [reportAttemptsPrefix(ofRun)],
      never: [
        manifestKey(dispatchId, 1),
        issueKey(issue),
        sentKey(message),
        failed,
        attemptKey(ofRun, 'done'),
        `${notice}notice.json`,
      ],
    },
  ],
  [
    'Download',
    {
      creates: [answer],
      reads: [...opened, numberKey(run, 1)],
      // S3 checks it for the key itself, to tell a missing object from a missing permission.
      lists: [...opened, numbersPrefix(run), issueKey(issue), answersOfCut],
      never: [manifestKey(dispatchId, 1), issueKey(issue), numberKey(run, 1), ...opened],
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

  it('may not create what others create', () => {
    expect(never.filter(may('s3:PutObject'))).toEqual([]);
  });
});

it.each(['Dispatch', 'Reconcile', 'DeadLetter', 'Download'])('%s reads no snapshot of tasks', (role) => {
  const read = (key: string) => allows(template, role, { action: 's3:GetObject', key });
  expect([snapshotKey(issue), snapshotKey(testRun)].filter(read)).toEqual([]);
});

describe('the tag that lets workbooks expire first', () => {
  const may = (role: string) => (key: string) =>
    allows(template, role, { action: 's3:PutObjectTagging', key });

  it('may be set by report on workbooks, and on nothing else', () => {
    expect([workbookKey(issue, workbook), workbookKey(testRun, workbook)].filter(may('Report'))).toHaveLength(
      2,
    );
    const others = [
      numberKey(run, 1),
      issueKey(issue),
      snapshotKey(issue),
      sentKey(message),
      manifestKey(dispatchId, 1),
    ];
    expect(others.filter(may('Report'))).toEqual([]);
  });

  it.each(['Dispatch', 'Reconcile', 'DeadLetter', 'Download'])('may not be set by %s', (role) => {
    expect(may(role)(workbookKey(issue, workbook))).toBe(false);
  });

  it('is the one that the code sets', () => {
    expect(objectTags(workbookContentType)).toBe('kind=workbook');
  });
});

describe('a link', () => {
  const may = (action: 's3:GetObject' | 's3:ListBucket', key: string) =>
    allows(template, 'Download', { action, key });
  const runOf = (report: string) => runPrefix({ ...run, report });

  it.each([
    snapshotKey(issue),
    sentKey(message),
    manifestKey(dispatchId, 1),
    requestKey(asking, 'request'),
    // A report may have the name of a folder.
    snapshotKey(runOf('pages')),
    skippedKey(runOf('numbers')),
  ])('never leads to %s', (key) => {
    expect(may('s3:GetObject', key)).toBe(false);
    expect(may('s3:ListBucket', key)).toBe(false);
  });

  it('shows whether an issue exists, and nothing of it', () => {
    const issues = [issueKey(issue), issueKey(runOf('numbers'))];
    expect(issues.filter((key) => may('s3:GetObject', key))).toEqual([]);
    expect(may('s3:ListBucket', issueKey(testRun))).toBe(false);
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
    numbersPrefix({ ...run, testRun: 'test' }),
  ])('never lists what is below "%s"', (prefix) => {
    expect(may('s3:ListBucket', prefix)).toBe(false);
  });

  it('of an answer page stores names and notes, and reads none', () => {
    const names = namesKey(answer);
    expect(allows(template, 'Download', { action: 's3:PutObject', key: names })).toBe(true);
    expect(may('s3:GetObject', names)).toBe(false);
    expect(may('s3:ListBucket', names)).toBe(false);
  });

  it.each([
    'answers/',
    answersInWindow(reportPrefix(run)),
    answersInWindow(windowPrefix(run)),
    'answer-names/',
  ])('never lists the answers of others below "%s"', (prefix) => {
    expect(may('s3:ListBucket', prefix)).toBe(false);
  });
});

it('the function that anyone may call may do this, and nothing else', () => {
  expect(rightsOf(template, 'Download')).toEqual([
    's3:GetObject answers/*.json issues/*.xlsx issues/*_*/*/pages/*.json.gz issues/*_*/numbers/*.json test-runs/*.xlsx test-runs/*_*/*/pages/*.json.gz',
    's3:ListBucket <ArchiveBucket> {"StringLike":{"s3:prefix":["issues/*.xlsx","issues/*_*/*/pages/*.json.gz","test-runs/*.xlsx","test-runs/*_*/*/pages/*.json.gz","issues/*_*/numbers/","issues/*_*/*/issue.json","answers/*_*/*/"]}}',
    's3:PutObject answer-names/*.json answers/*.json {"Null":{"s3:if-none-match":"false"}}',
    'secretsmanager:GetSecretValue <SecretsLinkSecret>',
  ]);
});
