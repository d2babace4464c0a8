/**
 * The calls to AWS that each kind of event costs. calls.deep.test.ts and own-programme.deep.test.ts in
 * test/integration/end-to-end count them on the deployed functions and compare; docs/cost.md shows them.
 */
export type AwsCalls = {
  readonly event: string;
  readonly PutObject?: number;
  readonly ListObjectsV2?: number;
  readonly GetObject?: number;
  readonly SendRawEmail?: number;
  /** On a cold start only, and again after some minutes. */
  readonly GetSendQuota?: number;
  readonly GetSecretValue?: number;
};

export const awsCalls = {
  report: {
    event: 'A scheduled report with one message, from the second one on',
    PutObject: 7,
    ListObjectsV2: 8,
    GetObject: 4,
    SendRawEmail: 1,
    GetSendQuota: 1,
    GetSecretValue: 2,
  },
  firstReport: {
    event: 'The first report of a project, which has none to compare with',
    PutObject: 7,
    ListObjectsV2: 9,
    GetObject: 2,
    SendRawEmail: 1,
    GetSendQuota: 1,
    GetSecretValue: 2,
  },
  reportWithCut: {
    event: 'A report with one audience cut, on demand',
    PutObject: 12,
    ListObjectsV2: 8,
    GetObject: 7,
    SendRawEmail: 2,
    GetSendQuota: 1,
    GetSecretValue: 2,
  },
  repeatedRequest: { event: 'The same request again', PutObject: 1, ListObjectsV2: 5, GetObject: 7 },
  sendEvent: { event: 'SES’s event for a message', PutObject: 2 },
  recipientEvent: { event: 'SES’s event for a recipient: delivered, delayed', PutObject: 1 },
  bounceEvent: {
    event: 'SES’s event for a recipient who did not get it, or complained',
    PutObject: 2,
    GetObject: 1,
  },
  dispatch: { event: 'dispatch, each time a schedule fires', PutObject: 1 },
  reconcile: {
    event: 'reconcile, with one schedule and nothing open',
    ListObjectsV2: 11,
    GetObject: 1,
  },
  check: {
    event: 'reconcile, besides, for each dispatch of one manifest that is open',
    ListObjectsV2: 2,
    GetObject: 2,
  },
  waitingProject: {
    event: 'reconcile and dispatch, besides, for each project with a report that waits for an import',
    ListObjectsV2: 1,
    GetObject: 1,
  },
  importedFile: {
    event: 'A file in the inbox that becomes a version',
    PutObject: 5,
    ListObjectsV2: 5,
    GetObject: 5,
    SendRawEmail: 1,
  },
  coldQuery: {
    event: 'The first query of a project to read-api after a cold start; none for those that follow',
    // When the key was last used.
    PutObject: 1,
    ListObjectsV2: 1,
    GetObject: 6,
  },
  laterQuery: {
    event: 'A query to read-api a minute after the last one',
    ListObjectsV2: 1,
    GetObject: 3,
  },
} as const satisfies Record<string, AwsCalls>;

/** What a report asks of read-api, counted by own-programme.deep.test.ts. */
export const queriesOfReport = 5;
