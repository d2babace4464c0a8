/**
 * The keys of what belongs to a dispatch or a request and not to one run: manifests, attempts, outages, notices. `keys.ts`
 * lists all keys of the run store; no other file builds or parses these.
 */
import { sha256Of, shortDigest } from '../../base/digest.ts';
import { type DispatchId, dispatchIdSchema, type RunId } from './run-id.ts';

/** A run that makes no real issue: a test is sent to its caller's addresses only, a preview to nobody. */
export type TestRun = 'test' | 'preview';

/** The prefix of all objects of one dispatch that do not belong to one report's run. */
function dispatchPrefix(dispatchId: DispatchId): string {
  return `dispatches/${dispatchId}/`;
}

/** @param number 1 for what was due at first */
export function manifestKey(dispatchId: DispatchId, number: number, testRun?: TestRun | undefined): string {
  return `${testRun === undefined ? '' : `test-runs/${testRun}/`}${dispatchPrefix(dispatchId)}manifest-${number}.json`;
}

export function settledKey(dispatchId: DispatchId): string {
  return `${dispatchPrefix(dispatchId)}settled.json`;
}

/** The prefix of all dispatches by schedules on one day, `YYYY-MM-DD` in UTC. */
export function scheduledPrefix(date: string): string {
  return `dispatches/${date}T`;
}

/** The prefix of the dispatches of all schedules that fired at the time of a scheduled run. */
export function dispatchesAtPrefix(runId: RunId): string {
  return `dispatches/${runId}-`;
}

/** The prefix of all dispatches by schedules. Their ids begin with the time, and those of requests do not. */
export const scheduledDispatches = 'dispatches/2';

/** The dispatch of a manifest's key; undefined for other keys. */
export function dispatchIdOfManifest(key: string): DispatchId | undefined {
  const [, name] = /^dispatches\/([^/]+)\/manifest-1\.json$/.exec(key) ?? [];
  return dispatchIdSchema.safeParse(name).data;
}

/** One report of a dispatch. */
export type ReportOfDispatch = {
  readonly dispatchId: DispatchId;
  readonly project: string;
  readonly report: string;
};

/** The prefix of what became of the attempts of all reports of a dispatch. */
export function attemptsPrefix(dispatchId: DispatchId): string {
  return `attempts/${dispatchId}/`;
}

/** Names a report in its dispatch. Neither key contains an underscore. */
export function reportName({ project, report }: Omit<ReportOfDispatch, 'dispatchId'>): string {
  return `${project}_${report}`;
}

/** Names a report among those of all dispatches. */
export function reportInDispatch(of: ReportOfDispatch): string {
  return `${of.dispatchId}/${reportName(of)}`;
}

/** The same of one report. */
export function reportAttemptsPrefix(of: ReportOfDispatch): string {
  return `${attemptsPrefix(of.dispatchId)}${reportName(of)}/`;
}

export function failedAttemptKey(of: ReportOfDispatch, attempt: number): string {
  return `${reportAttemptsPrefix(of)}failed-${attempt}.json`;
}

export function deadLetterKey(of: ReportOfDispatch, number: number): string {
  return `${reportAttemptsPrefix(of)}dead-letter-${number}.json`;
}

export function doneKey(of: ReportOfDispatch): string {
  return `${reportAttemptsPrefix(of)}done.json`;
}

/** Written before `doneKey`, if at all. */
export function failedMessagesKey(of: ReportOfDispatch): string {
  return `${reportAttemptsPrefix(of)}failed-messages.json`;
}

/** Written before `doneKey`, if at all. */
export function staleProgrammeKey(of: ReportOfDispatch): string {
  return `${reportAttemptsPrefix(of)}stale-programme.json`;
}

/** Reads a key below `attemptsPrefix`; undefined for any other key. `number` is 0 where there is one of a kind. */
export function attemptOfKey(key: string):
  | {
      readonly project: string;
      readonly report: string;
      readonly kind: 'failed' | 'dead-letter' | 'failed-messages' | 'stale-programme' | 'done';
      readonly number: number;
    }
  | undefined {
  const [, project = '', report = '', numbered, number, single] =
    /^attempts\/[^/]+\/([^/_]+)_([^/_]+)\/(?:(failed|dead-letter)-([1-9]\d{0,5})|(done|failed-messages|stale-programme))\.json$/.exec(
      key,
    ) ?? [];
  if (single === 'done' || single === 'failed-messages' || single === 'stale-programme') {
    return { project, report, kind: single, number: 0 };
  }
  if (numbered !== 'failed' && numbered !== 'dead-letter') return undefined;
  return { project, report, kind: numbered, number: Number(number) };
}

/** The prefix of what is known of one planning service. @param service a digest of its address */
export function outagesPrefix(service: string): string {
  return `outages/${service}/`;
}

/** @param slot its start, as a run id */
export function outageKey(
  at: { readonly service: string; readonly slot: string },
  what: 'probe' | 'answered' | { readonly failed: string },
): string {
  const name = typeof what === 'string' ? what : `failed-${what.failed}`;
  return `${outagesPrefix(at.service)}${at.slot}/${name}.json`;
}

/** The prefix of all requests. */
export const allRequests = 'requests/';

/** The prefix of all requests of one day, `YYYY-MM-DD` in UTC. */
export function requestsPrefix(date: string): string {
  return `requests/${date}/`;
}

/** One time that a request was made. `time` has the form of a scheduled run's id. */
export type RequestTime = { readonly dispatchId: DispatchId; readonly time: string };

function requestPrefix({ dispatchId, time }: RequestTime): string {
  return `${requestsPrefix(time.slice(0, 10))}${dispatchId}/${time}/`;
}

export function requestKey(request: RequestTime): string {
  return `${requestPrefix(request)}request.json`;
}

/** That a person made the request at the command line, who saw the answer: nothing checks it. */
export function requestByHandKey(request: RequestTime): string {
  return `${requestPrefix(request)}by-hand.json`;
}

/** The dispatch of a request's key, whoever made it; undefined for other keys. */
export function dispatchIdOfRequest(key: string): DispatchId | undefined {
  const [, name] = /^requests\/[^/]+\/([^/]+)\/[^/]+\/(?:request|by-hand)\.json$/.exec(key) ?? [];
  return dispatchIdSchema.safeParse(name).data;
}

export function settledRequestKey(request: RequestTime): string {
  return `${requestPrefix(request)}settled.json`;
}

/** The request that a `request.json` belongs to; undefined for other keys. */
export function savedRequestOfKey(key: string): RequestTime | undefined {
  const [, name, time = ''] = /^requests\/[^/]+\/([^/]+)\/([^/]+)\/request\.json$/.exec(key) ?? [];
  const dispatchId = dispatchIdSchema.safeParse(name);
  return dispatchId.success ? { dispatchId: dispatchId.data, time } : undefined;
}

/** The prefix of all notices of a dispatch. */
export function noticesPrefix(dispatchId: DispatchId): string {
  return `${dispatchPrefix(dispatchId)}notices/`;
}

export function noticePrefix(dispatchId: DispatchId, notice: string): string {
  return `${noticesPrefix(dispatchId)}${notice}/`;
}

/** The notice of a `notice.json`, and the dispatch that it is stored with; undefined for other keys. */
export function noticeOfKey(
  key: string,
): { readonly dispatchId: DispatchId; readonly name: string } | undefined {
  const [, dispatch, name = ''] = /^dispatches\/([^/]+)\/notices\/([^/]+)\/notice\.json$/.exec(key) ?? [];
  const dispatchId = dispatchIdSchema.safeParse(dispatch);
  return dispatchId.success ? { dispatchId: dispatchId.data, name } : undefined;
}

export function noticeKey(noticeAt: string): string {
  return `${noticeAt}notice.json`;
}

/** That a notice was not sent, as it was no longer true. */
export function droppedKey(noticeAt: string): string {
  return `${noticeAt}dropped.json`;
}

/** The id of a notice's one message. */
export const noticeMessage = 'contact';

/** The name of a notice. @param number tells apart those of one contact and kind; empty for the first */
export function contactNotice(kind: string, contact: string, number = ''): string {
  return `${kind}_${shortDigest(contact + number)}`;
}

/** Where it is stored that a message failed at a recipient. `date`, `YYYY-MM-DD` in UTC, is when that was first heard. */
export type FailedRecipientAt = {
  readonly date: string;
  readonly dispatchId: DispatchId;
  /** 16 hex digits, unique in the dispatch. */
  readonly name: string;
};

export const failedRecipientsPrefix = 'failed-recipients/';

/** All keys of the date and of later ones come after it. */
export function failedRecipientsFrom(date: string): string {
  return `${failedRecipientsPrefix}${date}`;
}

export function failedRecipientKey(at: FailedRecipientAt): string {
  return `${failedRecipientPrefix(at)}failed.json`;
}

export function toldKey(at: FailedRecipientAt): string {
  return `${failedRecipientPrefix(at)}told.json`;
}

function failedRecipientPrefix({ date, dispatchId, name }: FailedRecipientAt): string {
  return `${failedRecipientsFrom(date)}/${dispatchId}/${name}/`;
}

/** Reads the key of a `failed.json`; undefined for other keys. */
export function failedRecipientOfKey(key: string): FailedRecipientAt | undefined {
  const [, date = '', dispatch, name = ''] =
    /^failed-recipients\/(\d{4}-\d\d-\d\d)\/([^/]+)\/([0-9a-f]{16})\/failed\.json$/.exec(key) ?? [];
  const dispatchId = dispatchIdSchema.safeParse(dispatch);
  return dispatchId.success ? { date, dispatchId: dispatchId.data, name } : undefined;
}

/** An address that failed, and whom that is told. */
export type AtContact = { readonly contact: string; readonly address: string };

/** The prefix of the dates on which an address failed and a contact was notified of it. */
export function failingAddressPrefix(of: AtContact): string {
  const text = JSON.stringify([of.contact.toLowerCase(), of.address.toLowerCase()]);
  return `failing-addresses/${sha256Of(text).slice(0, 32)}/`;
}

/** @param date `YYYY-MM-DD` in UTC */
export function failingAddressKey(of: AtContact, date: string): string {
  return `${failingAddressPrefix(of)}${date}.json`;
}

/** Which dispatch told a contact that a version of a project's programme is old. */
export function toldOfProgrammeKey(of: {
  readonly project: string;
  /** As of `StaleProgramme`. */
  readonly name: string;
  readonly contact: string;
}): string {
  return `stale-programmes/${of.project}/${of.name}-${shortDigest(of.contact.toLowerCase())}.json`;
}
