/**
 * The keys that belong to a dispatch or a request, not to one run: manifests, attempts, outages, notices. `run-keys.ts` lists
 * all keys; no other file builds or parses these.
 */
import { sha256Of, shortDigest } from '#base/digest.ts';
import { type DispatchId, dispatchIdSchema, type RunId } from './run-id.ts';

/** Makes no real issue: a test is sent only to its requester's addresses, a preview to nobody. */
export type TestRun = 'test' | 'preview';

function dispatchPrefix(dispatchId: DispatchId): string {
  return `dispatches/${dispatchId}/`;
}

/** @param number 1 for the first manifest */
export function manifestKey(dispatchId: DispatchId, number: number, testRun?: TestRun | undefined): string {
  return `${testRun === undefined ? '' : `test-runs/${testRun}/`}${dispatchPrefix(dispatchId)}manifest-${number}.json`;
}

export function settledKey(dispatchId: DispatchId): string {
  return `${dispatchPrefix(dispatchId)}settled.json`;
}

export function scheduledPrefix(date: string): string {
  return `dispatches/${date}T`;
}

/** The dispatches of all schedules that fired at the time of a scheduled run. */
export function dispatchesAtPrefix(runId: RunId): string {
  return `dispatches/${runId}-`;
}

/** The dispatches of all schedules: their ids begin with the time, those of requests do not. */
export const scheduledDispatches = 'dispatches/2';

export function dispatchIdOfManifest(key: string): DispatchId | undefined {
  const [, name] = /^dispatches\/([^/]+)\/manifest-1\.json$/.exec(key) ?? [];
  return dispatchIdSchema.safeParse(name).data;
}

export type ReportKeys = { readonly project: string; readonly report: string };

export type ReportOfDispatch = ReportKeys & { readonly dispatchId: DispatchId };

export function attemptsPrefix(dispatchId: DispatchId): string {
  return `attempts/${dispatchId}/`;
}

/** Unique in its dispatch. Neither key contains an underscore. */
export function reportName({ project, report }: ReportKeys): string {
  return `${project}_${report}`;
}

export function reportInDispatch(of: ReportOfDispatch): string {
  return `${of.dispatchId}/${reportName(of)}`;
}

export function reportAttemptsPrefix(of: ReportOfDispatch): string {
  return `${attemptsPrefix(of.dispatchId)}${reportName(of)}/`;
}

/** `failed-messages` and `data-problem` are written before `done`, if at all. */
export function attemptKey(
  of: ReportOfDispatch,
  record: `${'failed' | 'dead-letter'}-${number}` | 'failed-messages' | 'data-problem' | 'done',
): string {
  return `${reportAttemptsPrefix(of)}${record}.json`;
}

/** Reads a key below `attemptsPrefix`; undefined for other keys. `number` is 0 for a kind that occurs once. */
export function attemptOfKey(key: string):
  | (ReportKeys & {
      readonly kind: 'failed' | 'dead-letter' | 'failed-messages' | 'data-problem' | 'done';
      readonly number: number;
    })
  | undefined {
  const [, project = '', report = '', numbered, number, single] =
    /^attempts\/[^/]+\/([^/_]+)_([^/_]+)\/(?:(failed|dead-letter)-([1-9]\d{0,5})|(done|failed-messages|data-problem))\.json$/.exec(
      key,
    ) ?? [];
  if (single === 'done' || single === 'failed-messages' || single === 'data-problem') {
    return { project, report, kind: single, number: 0 };
  }
  if (numbered !== 'failed' && numbered !== 'dead-letter') return undefined;
  return { project, report, kind: numbered, number: Number(number) };
}

/** @param service as of `serviceId` */
export function outagesPrefix(service: string): string {
  return `outages/${service}/`;
}

export type OutageRecord = 'probe' | 'answered' | { readonly failed: string };

/** @param slot its start, as a run id */
export function outageKey(
  at: { readonly service: string; readonly slot: string },
  what: OutageRecord,
): string {
  const name = typeof what === 'string' ? what : `failed-${what.failed}`;
  return `${outagesPrefix(at.service)}${at.slot}/${name}.json`;
}

export function refusedFieldsKey(of: { readonly service: string; readonly date: string }): string {
  return `refused-fields/${of.service}/${of.date}.json`;
}

export const allRequests = 'requests/';

export function requestsPrefix(date: string): string {
  return `requests/${date}/`;
}

export type RequestTime = { readonly dispatchId: DispatchId; readonly time: string };

export function requestKey(
  { dispatchId, time }: RequestTime,
  what: 'request' | 'by-hand' | 'settled',
): string {
  return `${requestsPrefix(time.slice(0, 10))}${dispatchId}/${time}/${what}.json`;
}

/** Undefined for other keys, and for the record that a request is settled. */
export function requestOfKey(key: string): (RequestTime & { readonly isByHand: boolean }) | undefined {
  const [, name, time = '', what] =
    /^requests\/[^/]+\/([^/]+)\/([^/]+)\/(request|by-hand)\.json$/.exec(key) ?? [];
  const dispatchId = dispatchIdSchema.safeParse(name).data;
  return dispatchId && { dispatchId, time, isByHand: what === 'by-hand' };
}

export function noticesPrefix(dispatchId: DispatchId): string {
  return `${dispatchPrefix(dispatchId)}notices/`;
}

export function noticePrefix(dispatchId: DispatchId, notice: string): string {
  return `${noticesPrefix(dispatchId)}${notice}/`;
}

export function noticeOfKey(
  key: string,
): { readonly dispatchId: DispatchId; readonly name: string } | undefined {
  const [, dispatch, name = ''] = /^dispatches\/([^/]+)\/notices\/([^/]+)\/notice\.json$/.exec(key) ?? [];
  const dispatchId = dispatchIdSchema.safeParse(dispatch).data;
  return dispatchId && { dispatchId, name };
}

export function noticeKey(noticeAt: string): string {
  return `${noticeAt}notice.json`;
}

export function droppedKey(noticeAt: string): string {
  return `${noticeAt}dropped.json`;
}

export const noticeMessage = 'contact';

/** @param number distinguishes notices of one contact and kind; empty for the first */
export function contactNotice(kind: string, contact: string, number = ''): string {
  return `${kind}_${shortDigest(contact + number)}`;
}

/** Names a stored failure. `date` is the UTC date, `YYYY-MM-DD`, when it was first reported. */
export type FailedRecipientAt = {
  readonly date: string;
  readonly dispatchId: DispatchId;
  readonly name: string;
};

export const failedRecipientsPrefix = 'failed-recipients/';

/** Sorts before all keys of the date and of later ones. */
export function failedRecipientsFrom(date: string): string {
  return `${failedRecipientsPrefix}${date}`;
}

export function failedRecipientKey(
  { date, dispatchId, name }: FailedRecipientAt,
  what: 'failed' | 'told' = 'failed',
): string {
  return `${failedRecipientsFrom(date)}/${dispatchId}/${name}/${what}.json`;
}

export function failedRecipientOfKey(key: string): FailedRecipientAt | undefined {
  const [, date = '', dispatch, name = ''] =
    /^failed-recipients\/(\d{4}-\d\d-\d\d)\/([^/]+)\/([0-9a-f]{16})\/failed\.json$/.exec(key) ?? [];
  const dispatchId = dispatchIdSchema.safeParse(dispatch).data;
  return dispatchId && { date, dispatchId, name };
}

export type AtContact = { readonly contact: string; readonly address: string };

export function failingAddressPrefix(of: AtContact): string {
  const text = JSON.stringify([of.contact.toLowerCase(), of.address.toLowerCase()]);
  return `failing-addresses/${sha256Of(text).slice(0, 32)}/`;
}

export function failingAddressKey(of: AtContact, date: string): string {
  return `${failingAddressPrefix(of)}${date}.json`;
}

export function toldOfDataProblemKey(of: {
  readonly project: string;
  readonly name: string;
  readonly contact: string;
}): string {
  return `data-problems/${of.project}/${of.name}-${shortDigest(of.contact.toLowerCase())}.json`;
}
