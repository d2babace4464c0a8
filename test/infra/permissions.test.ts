/** Every key that a function reads, lists or creates is one that its role lets it, and the keys of others are not. */
import { describe, expect, it } from 'vitest';
import { tagsOf, workbookType } from '../../functions/archive/object-tags.ts';
import { occasionSchema } from '../../functions/delivery/dispatch/dispatch-id.ts';
import { occurrenceSchema } from '../../functions/delivery/dispatch/run-id.ts';
import {
  causesPrefix,
  givenUpKey,
  givenUpPrefix,
  intentKey,
  issueKey,
  manifestKey,
  messagePrefix,
  noticePrefix,
  numberKey,
  passKey,
  type RunAddress,
  requestKey,
  requestPassKey,
  requestsPrefix,
  runPrefix,
  scheduledPrefix,
  sendEventKey,
  sentKey,
  snapshotKey,
  watchedKey,
  workbookKey,
} from '../../functions/delivery/store/keys.ts';
import { windowOf } from '../../functions/delivery/store/stored-dates.ts';
import { aDeployment, templateOf } from '../support/infra/a-deployment.ts';
import { allows } from '../support/infra/policies.ts';

const template = templateOf(await aDeployment());

const occurrence = occurrenceSchema.parse('2026-11-20T14-00-00Z');
const occasion = occasionSchema.parse('2026-11-20T14-00-00Z-1f3a5b7c');
const run: RunAddress = {
  project: 'riverside',
  report: 'weekly',
  window: windowOf({ first: '2026-11-23', last: '2026-11-29', weeks: 1 }),
  occurrence,
};
const issue = runPrefix(run);
const trial = runPrefix({ ...run, trial: 'test' });
const message = messagePrefix(issue, 'everyone');
const trialMessage = messagePrefix(trial, 'everyone');
const notice = noticePrefix(occasion, 'dead-letter_riverside_weekly');
const noticeMessage = messagePrefix(notice, 'contact');
const ofRun = { occasion, project: 'riverside', report: 'weekly' };
const cause = `${causesPrefix(ofRun)}2026-11-20T14-03-00Z.json`;
const asking = { occasion, time: occurrence };
const workbook = 'Riverside Tower lookahead 2026-W48 issue 1 – Stonebridge.xlsx';

describe.each([
  [
    'Dispatch',
    {
      creates: [manifestKey(occasion)],
      reads: [manifestKey(occasion), issueKey(issue)],
      lists: [issue, givenUpPrefix(occasion)],
      never: [issueKey(issue), sentKey(message), givenUpKey(ofRun)],
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
        snapshotKey(trial),
        intentKey(trialMessage, 1),
        manifestKey(occasion),
        manifestKey(occasion, 'test'),
        requestKey(asking),
        cause,
        `${notice}notice.json`,
        sentKey(noticeMessage),
      ],
      reads: [snapshotKey(issue), workbookKey(trial, workbook), manifestKey(occasion), sendEventKey(message)],
      lists: [issue, trial, noticeMessage],
      never: [requestPassKey(asking, 1), passKey(occasion, 1), watchedKey('1f3a5b7c'), givenUpKey(ofRun)],
    },
  ],
  [
    'Reconcile',
    {
      creates: [
        passKey(occasion, 3),
        requestPassKey(asking, 3),
        watchedKey('1f3a5b7c'),
        `${notice}notice.json`,
        intentKey(noticeMessage, 1),
        sendEventKey(message),
        sendEventKey(trialMessage),
        sendEventKey(noticeMessage),
      ],
      reads: [
        manifestKey(occasion),
        requestKey(asking),
        issueKey(issue),
        cause,
        watchedKey('1f3a5b7c'),
        sendEventKey(noticeMessage),
      ],
      lists: [
        issue,
        givenUpPrefix(occasion),
        causesPrefix(ofRun),
        noticeMessage,
        requestsPrefix('2026-11-20'),
        scheduledPrefix('2026-11-20'),
      ],
      never: [
        issueKey(issue),
        workbookKey(issue, workbook),
        snapshotKey(trial),
        intentKey(message, 1),
        sentKey(message),
        manifestKey(occasion),
        givenUpKey(ofRun),
        cause,
        requestKey(asking),
      ],
    },
  ],
  [
    'DeadLetter',
    {
      creates: [
        givenUpKey(ofRun),
        `${notice}notice.json`,
        intentKey(noticeMessage, 1),
        sentKey(noticeMessage),
      ],
      reads: [issueKey(issue), cause, givenUpKey(ofRun), sendEventKey(noticeMessage)],
      lists: [issue, causesPrefix(ofRun), noticeMessage],
      never: [manifestKey(occasion), issueKey(issue), sentKey(message)],
    },
  ],
  [
    'Download',
    {
      creates: [],
      reads: [workbookKey(issue, workbook), workbookKey(trial, workbook)],
      // S3 asks it of the key itself, to tell a missing workbook from one that may not be read.
      lists: [workbookKey(issue, workbook), workbookKey(trial, workbook)],
      never: [manifestKey(occasion), issueKey(issue), workbookKey(issue, workbook)],
    },
  ],
])('%s', (role, { creates, reads, lists, never }) => {
  const may = (action: 's3:GetObject' | 's3:PutObject' | 's3:ListBucket') => (key: string) =>
    allows(template, role, { action, key });

  it('may do with the archive what it does', () => {
    expect(creates.filter((key) => !may('s3:PutObject')(key))).toEqual([]);
    expect([...reads, ...creates].filter((key) => !may('s3:GetObject')(key))).toEqual([]);
    expect(lists.filter((prefix) => !may('s3:ListBucket')(prefix))).toEqual([]);
  });

  it('may not create what others do', () => {
    expect(never.filter(may('s3:PutObject'))).toEqual([]);
  });
});

it.each(['Dispatch', 'Reconcile', 'DeadLetter', 'Download'])('%s reads no snapshot of tasks', (role) => {
  const read = (key: string) => allows(template, role, { action: 's3:GetObject', key });
  expect([snapshotKey(issue), snapshotKey(trial)].filter(read)).toEqual([]);
});

describe('the tag by which workbooks go before the rest', () => {
  const may = (role: string) => (key: string) =>
    allows(template, role, { action: 's3:PutObjectTagging', key });

  it('is set by report on workbooks, and on nothing of the register', () => {
    expect([workbookKey(issue, workbook), workbookKey(trial, workbook)].filter(may('Report'))).toHaveLength(
      2,
    );
    const register = [
      numberKey(run, 1),
      issueKey(issue),
      snapshotKey(issue),
      sentKey(message),
      manifestKey(occasion),
    ];
    expect(register.filter(may('Report'))).toEqual([]);
  });

  it.each(['Dispatch', 'Reconcile', 'DeadLetter', 'Download'])('is not for %s to set', (role) => {
    expect(may(role)(workbookKey(issue, workbook))).toBe(false);
  });

  it('is the one that the archive sets', () => {
    expect(tagsOf(workbookType)).toBe('kind=workbook');
  });
});

describe('a link', () => {
  it.each([snapshotKey(issue), issueKey(issue), sentKey(message), manifestKey(occasion)])(
    'never leads to %s',
    (key) => {
      expect(allows(template, 'Download', { action: 's3:GetObject', key })).toBe(false);
      expect(allows(template, 'Download', { action: 's3:ListBucket', key })).toBe(false);
    },
  );
});
