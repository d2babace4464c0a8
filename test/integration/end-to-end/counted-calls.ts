/**
 * Calls to AWS by kind of event. The deep tests beside this file compare them with those of the deployed functions;
 * `npm run bench -- scale` computes costs from them.
 */
export const reportCalls = {
  reconcile: { ListObjectsV2: 19, GetObject: 1 },
  dispatch: { PutObject: 1 },
  firstReport: {
    PutObject: 10,
    ListObjectsV2: 11,
    GetObject: 3,
    SendRawEmail: 1,
    GetSendQuota: 1,
    GetSecretValue: 2,
  },
  sendEvent: { PutObject: 1 },
  recipientEvent: { PutObject: 1 },
  // For a report with events of its one recipient.
  status: { ListObjectsV2: 5, GetObject: 5 },
  // In the week that the page shows, one more list call looks for a report of the week after.
  page: { ListObjectsV2: 2, GetObject: 1, GetSecretValue: 1 },
  bounceEvent: { PutObject: 2, GetObject: 2 },
  // In addition to the calls of `reconcile`, for one open dispatch.
  check: { ListObjectsV2: 1, GetObject: 2 },
  repeatedRequest: { PutObject: 1, ListObjectsV2: 5, GetObject: 7 },
  report: {
    PutObject: 9,
    ListObjectsV2: 10,
    GetObject: 7,
    SendRawEmail: 1,
    GetSendQuota: 1,
    GetSecretValue: 2,
  },
  // Excludes the calls for secrets, the quota and the stop of mail, because the process has just made them (the last
  // one less than 30 s ago).
  reportWithCut: { PutObject: 15, ListObjectsV2: 9, GetObject: 10, SendRawEmail: 2 },
};

export const programmeCalls = {
  importedFile: { PutObject: 3, ListObjectsV2: 4, GetObject: 3 },
  // Includes the write that records when the key was last used.
  coldQuery: { PutObject: 1, ListObjectsV2: 1, GetObject: 6 },
  queryAfterAMinute: { ListObjectsV2: 1, GetObject: 3 },
};

/** Requests to the planning service for a report. */
export const queriesOfReport = 5;
