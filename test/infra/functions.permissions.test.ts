/** Each function may read, list and create the keys that it uses, and may not create those of others. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { workbookContentType } from '../../functions/archive/object-store.ts';
import { objectTags } from '../../functions/archive/s3.ts';
import { dispatchIdSchema } from '../../functions/delivery/store/dispatch-id.ts';
import {
  causesPrefix,
  checkKey,
  deadLetterKey,
  deadLettersPrefix,
  intentKey,
  issueKey,
  manifestKey,
  messagePrefix,
  noticePrefix,
  numberKey,
  type RunAddress,
  requestCheckKey,
  requestKey,
  requestsPrefix,
  runPrefix,
  scheduledPrefix,
  sendEventKey,
  sendMinuteKey,
  sendMinutesPrefix,
  sentKey,
  snapshotKey,
  watchedKey,
  workbookKey,
} from '../../functions/delivery/store/keys.ts';
import { runIdSchema } from '../../functions/delivery/store/run-id.ts';
import { windowOf } from '../../functions/delivery/store/stored-object.ts';
import { aDeployment, templateOf } from '../support/infra/a-deployment.ts';
import { allows } from '../support/infra/policies.ts';

const template = templateOf(await aDeployment());

const runId = runIdSchema.parse('2026-11-20T14-00-00Z');
const dispatchId = dispatchIdSchema.parse('2026-11-20T14-00-00Z-1f3a5b7c');
const run: RunAddress = {
  project: 'riverside',
  report: 'weekly',
  window: windowOf({ first: '2026-11-23', last: '2026-11-29', weeks: 1 }),
  runId,
};
const issue = runPrefix(run);
const testRun = runPrefix({ ...run, testRun: 'test' });
const message = messagePrefix(issue, 'everyone');
const testRunMessage = messagePrefix(testRun, 'everyone');
const notice = noticePrefix(dispatchId, 'dead-letter_riverside_weekly');
const noticeMessage = messagePrefix(notice, 'contact');
const ofRun = { dispatchId, project: 'riverside', report: 'weekly' };
const cause = `${causesPrefix(ofRun)}2026-11-20T14-03-00Z.json`;
const asking = { dispatchId, time: runId };
const sendMinute = sendMinuteKey(Temporal.Instant.from('2026-11-20T14:03:00Z'));
const workbook = 'Riverside Tower lookahead 2026-W48 issue 1 – Stonebridge.xlsx';

describe.each([
  [
    'Dispatch',
    {
      creates: [manifestKey(dispatchId)],
      reads: [manifestKey(dispatchId), issueKey(issue)],
      lists: [issue, deadLettersPrefix(dispatchId)],
      never: [issueKey(issue), sentKey(message), deadLetterKey(ofRun)],
    },
  ],
  [
    'Report',
    {
      creates: [
        numberKey(run, 1),
        snapshotKey(issue),
        issueKey(issue),
        workbookKey(issue, workbook),
        intentKey(message, 1),
        sentKey(message),
        snapshotKey(testRun),
        intentKey(testRunMessage, 1),
        manifestKey(dispatchId),
        manifestKey(dispatchId, 'test'),
        requestKey(asking),
        cause,
        `${notice}notice.json`,
        sentKey(noticeMessage),
      ],
      reads: [
        snapshotKey(issue),
        workbookKey(testRun, workbook),
        manifestKey(dispatchId),
        sendEventKey(message),
      ],
      lists: [issue, testRun, noticeMessage, sendMinutesPrefix],
      never: [
        requestCheckKey(asking, 1),
        checkKey(dispatchId, 1),
        watchedKey('1f3a5b7c'),
        deadLetterKey(ofRun),
        sendMinute,
      ],
    },
  ],
  [
    'Reconcile',
    {
      creates: [
        checkKey(dispatchId, 3),
        requestCheckKey(asking, 3),
        watchedKey('1f3a5b7c'),
        `${notice}notice.json`,
        intentKey(noticeMessage, 1),
        sendEventKey(message),
        sendEventKey(testRunMessage),
        sendEventKey(noticeMessage),
        sendMinute,
      ],
      reads: [
        manifestKey(dispatchId),
        requestKey(asking),
        issueKey(issue),
        cause,
        watchedKey('1f3a5b7c'),
        sendEventKey(noticeMessage),
      ],
      lists: [
        issue,
        deadLettersPrefix(dispatchId),
        causesPrefix(ofRun),
        noticeMessage,
        requestsPrefix('2026-11-20'),
        scheduledPrefix('2026-11-20'),
        sendMinutesPrefix,
      ],
      never: [
        issueKey(issue),
        workbookKey(issue, workbook),
        snapshotKey(testRun),
        intentKey(message, 1),
        sentKey(message),
        manifestKey(dispatchId),
        deadLetterKey(ofRun),
        cause,
        requestKey(asking),
      ],
    },
  ],
  [
    'DeadLetter',
    {
      creates: [
        deadLetterKey(ofRun),
        `${notice}notice.json`,
        intentKey(noticeMessage, 1),
        sentKey(noticeMessage),
      ],
      reads: [issueKey(issue), cause, deadLetterKey(ofRun), sendEventKey(noticeMessage)],
      lists: [issue, causesPrefix(ofRun), noticeMessage, sendMinutesPrefix],
      never: [manifestKey(dispatchId), issueKey(issue), sentKey(message)],
    },
  ],
  [
    'Download',
    {
      creates: [],
      reads: [workbookKey(issue, workbook), workbookKey(testRun, workbook)],
      // S3 checks it for the key itself, to tell a missing workbook from a missing permission.
      lists: [workbookKey(issue, workbook), workbookKey(testRun, workbook)],
      never: [manifestKey(dispatchId), issueKey(issue), workbookKey(issue, workbook)],
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
      manifestKey(dispatchId),
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
  it.each([snapshotKey(issue), issueKey(issue), sentKey(message), manifestKey(dispatchId)])(
    'never leads to %s',
    (key) => {
      expect(allows(template, 'Download', { action: 's3:GetObject', key })).toBe(false);
      expect(allows(template, 'Download', { action: 's3:ListBucket', key })).toBe(false);
    },
  );
});
