/**
 * The calls to AWS that each kind of event costs. calls.deep.test.ts and own-programme.deep.test.ts in
 * test/integration/end-to-end count them on the deployed functions and compare; docs/cost.md is reckoned from them.
 */
export type AwsCalls = {
  readonly PutObject?: number;
  readonly ListObjectsV2?: number;
  readonly GetObject?: number;
  readonly SendRawEmail?: number;
  /** On a cold start only, and again after some minutes. */
  readonly GetSendQuota?: number;
  readonly GetSecretValue?: number;
};

export const awsCalls = {
  /** A scheduled report with one message, from the second one on. */
  report: {
    PutObject: 7,
    ListObjectsV2: 9,
    GetObject: 4,
    SendRawEmail: 1,
    GetSendQuota: 1,
    GetSecretValue: 2,
  },
  /** The first report of a project, which has none to compare with. */
  firstReport: {
    PutObject: 7,
    ListObjectsV2: 10,
    GetObject: 2,
    SendRawEmail: 1,
    GetSendQuota: 1,
    GetSecretValue: 2,
  },
  /** A report with one audience cut, on demand, by a process that asked less than 30 seconds ago whether mail is stopped. */
  reportWithCut: {
    PutObject: 12,
    ListObjectsV2: 8,
    GetObject: 7,
    SendRawEmail: 2,
    GetSendQuota: 1,
    GetSecretValue: 2,
  },
  /** The same request again. */
  repeatedRequest: { PutObject: 1, ListObjectsV2: 5, GetObject: 7 },
  /** SES’s event for a message. */
  sendEvent: { PutObject: 1 },
  /** SES’s event for a recipient: delivered, delayed. */
  recipientEvent: { PutObject: 1 },
  /** SES’s event for a recipient who did not get it, or complained. */
  bounceEvent: {
    PutObject: 2,
    GetObject: 2,
  },
  /** dispatch, each time a schedule fires. */
  dispatch: { PutObject: 1 },
  /** reconcile, with one schedule and nothing open. */
  reconcile: {
    ListObjectsV2: 15,
    GetObject: 1,
  },
  /** reconcile, besides, for each dispatch of one manifest that is open. */
  check: {
    ListObjectsV2: 1,
    GetObject: 2,
  },
  /** reconcile and dispatch, besides, for each project with a report that waits for an import. */
  waitingProject: {
    ListObjectsV2: 1,
    GetObject: 1,
  },
  /** A file in the inbox that becomes a version. */
  importedFile: {
    PutObject: 5,
    ListObjectsV2: 5,
    GetObject: 5,
    SendRawEmail: 1,
  },
  /** The first query of a project to read-api after a cold start; none for those that follow. */
  coldQuery: {
    // When the key was last used.
    PutObject: 1,
    ListObjectsV2: 1,
    GetObject: 6,
  },
  /** A query to read-api a minute after the last one. */
  laterQuery: {
    ListObjectsV2: 1,
    GetObject: 3,
  },
} as const satisfies Record<string, AwsCalls>;

/** The requests of a report to read-api, counted by own-programme.deep.test.ts. */
export const queriesOfReport = 5;
