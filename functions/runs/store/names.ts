/**
 * Decides what runs, dispatches, reports, messages and mails to contacts are called, in keys and elsewhere.
 *
 * Each time a report is due, one run makes and sends it. The run's id is the same for every attempt, because it comes
 * from the schedule or the caller, never from the clock. A dispatch is everything that one firing of a schedule, or one
 * request, makes due. Two schedules may fire in the same minute, so a scheduled dispatch's id has its time and its
 * schedule; the run id of its reports is only the time.
 */
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { createKeyTemplate, type KeyParameter, numberParameter, textParameter } from '#archive/objects.ts';
import { sha256Of, shortDigest } from '#base/digest.ts';
import { type CronWithTimeZone, eventBridgeSchedule } from '#config/schedule/schedule.ts';
import { type Window, windowKey } from '#lookahead/dates/window.ts';

/** An instant in a key, such as `2026-11-20T14-00-00Z`. */
const timeInKeyPattern = /\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:_\d+)?Z/;
const onlyTimeInKeyPattern = new RegExp(`^${timeInKeyPattern.source}$`);

export const runIdSchema = z
  .string()
  .check(
    z.regex(
      new RegExp(`^(${timeInKeyPattern.source}|run-([a-z0-9-]|_[0-9a-f]{2})+)$`),
      'expected a run id, such as 2026-11-20T14-00-00Z or run-7f3a',
    ),
    z.maxLength(130),
  )
  .brand<'RunId'>();
export type RunId = z.infer<typeof runIdSchema>;

/** Maximum length of the name that a caller gives a run, as encoded in keys. */
const maxNameLength = 120;

/** Uses the schedule's time, not the clock's: `2026-11-20T14-00-00Z`. */
export function scheduledRunId(due: Temporal.Instant): RunId {
  return runIdSchema.parse(due.toString().replaceAll(':', '-').replace('.', '_'));
}

export function timeOfRun(runId: string): Temporal.Instant | undefined {
  if (!onlyTimeInKeyPattern.test(runId)) return undefined;
  const [date, clock = ''] = runId.split('T');
  return Temporal.Instant.from(`${date}T${clock.replaceAll('-', ':').replace('_', '.')}`);
}

/**
 * Returns a run id unchanged and takes any other text as the name that the caller gives the run, so that the run id of
 * an answer can be used in the next request. The name `7f3a` and the run id `run-7f3a` are the same run.
 * @throws RangeError as `requestedRunId`
 */
export function runIdFromText(text: string): RunId {
  const known = runIdSchema.safeParse(text);
  return known.success ? known.data : requestedRunId(text);
}

export function isScheduledRun(runId: RunId): boolean {
  return !runId.startsWith('run-');
}

/**
 * `7f3a` becomes `run-7f3a`. Different names get different ids, even on file systems that ignore case, and none is the
 * id of a scheduled run.
 * @throws RangeError for a name that is empty, too long or not well-formed text
 */
export function requestedRunId(name: string): RunId {
  const encoded = name.isWellFormed() ? keySafe(name) : '';
  if (encoded !== '' && encoded.length <= maxNameLength) return runIdSchema.parse(`run-${encoded}`);
  throw new RangeError(
    `The run id ${JSON.stringify([...name].slice(0, 40).join(''))} cannot name a run: use 1 to ${maxNameLength} lower-case letters, digits and hyphens (any other character counts for three or more).`,
  );
}

/**
 * Keeps lower-case letters, digits and hyphens; every other byte of the UTF-8 text becomes `_` and two hexadecimal
 * digits. No two texts share a result, even on a file system that ignores case, and no two `_` are adjacent.
 */
function keySafe(text: string): string {
  return Array.from(Buffer.from(text, 'utf8'), (byte) => {
    const character = String.fromCharCode(byte);
    return /[a-z0-9-]/.test(character) ? character : `_${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

/** Like `keySafe`, for ids of the planning service, which nobody can shorten: long ones end in a digest. */
export function shortKeySafeText(text: string): string {
  const name = keySafe(text);
  if (name.length <= 80) return name;
  // Shortened between encoded bytes; two underscores never occur in an encoding.
  const start = name.slice(0, 48).replace(/_.?$/, '');
  return `${start}__${sha256Of(text).slice(0, 24)}`;
}

const scheduledDispatchIdSchema = z
  .string()
  .check(z.regex(new RegExp(`^${timeInKeyPattern.source}-[0-9a-f]{8}$`), 'expected a dispatch id'))
  .brand<'DispatchId'>();

/** A request's dispatch has the id of its run. */
export const dispatchIdSchema = z.union(
  [scheduledDispatchIdSchema, runIdSchema],
  'expected a dispatch id, such as 2026-11-20T14-00-00Z-1f3a5b7c',
);
export type DispatchId = z.infer<typeof dispatchIdSchema>;

export type CronSchedule = { readonly cron: string; readonly timeZone: string };

/**
 * Two spellings of one schedule (`FRI` and `5`) have the same id.
 * @throws RangeError for a cron expression that is not valid
 */
export function scheduleId(when: CronWithTimeZone, timeZone: string): string {
  const schedule = eventBridgeSchedule(when, timeZone);
  return shortDigest(`${schedule.expressions.join(' ')} ${schedule.timeZone}`);
}

/** `2026-11-20T14-00-00Z-1f3a5b7c`. @throws RangeError as `scheduleId` */
export function scheduledDispatchId(schedule: CronSchedule, due: Temporal.Instant): DispatchId {
  return dispatchIdFromScheduleId(due, scheduleId(schedule, schedule.timeZone));
}

export function dispatchIdFromScheduleId(due: Temporal.Instant, id: string): DispatchId {
  return scheduledDispatchIdSchema.parse(`${scheduledRunId(due)}-${id}`);
}

export function importDispatchId(
  { region, projectId }: { readonly region: string; readonly projectId: string },
  at: Temporal.Instant,
): DispatchId {
  return dispatchIdFromScheduleId(at, shortDigest(`import ${region}/${projectId}`));
}

/** `YYYY-MM-DD`, as in keys that begin with a date. */
export function utcDate(at: Temporal.Instant): string {
  return at.toString().slice(0, 10);
}

/** @param date `YYYY-MM-DD`, in UTC */
export function startOfUtcDate(date: string): Temporal.Instant {
  return Temporal.Instant.from(`${date}T00:00Z`);
}

export function timeOfDispatch(dispatchId: DispatchId): Temporal.Instant | undefined {
  return timeOfRun(/^(.+Z)-[0-9a-f]{8}$/.exec(dispatchId)?.[1] ?? '');
}

/** Kind of a run that makes no real issue: a test is sent only to its requester's addresses, a preview to nobody. */
export type TestRunKind = 'test' | 'preview';

export type ReportConfigurationKeys = { readonly project: string; readonly report: string };

export type ReportOfDispatch = ReportConfigurationKeys & { readonly dispatchId: DispatchId };

export type RunObjectKeyValues = ReportConfigurationKeys & {
  readonly window: Window;
  readonly runId: RunId;
  readonly testRun?: TestRunKind | undefined;
};

/**
 * The nth mail to a contact. `date` is the UTC date of its newest fact, or of two days before the mail was written if
 * all facts are older. `contact` comes from `contactAddressDigest`.
 */
export type ContactMailKeyValues = { readonly date: string; readonly contact: string; readonly n: number };

/** A name that is unique in its dispatch, because neither the project's key nor the report's has an underscore. */
export function reportNameInKeys({ project, report }: ReportConfigurationKeys): string {
  return `${project}_${report}`;
}

export function idOfReportInDispatch(of: ReportOfDispatch): string {
  return `${of.dispatchId}/${reportNameInKeys(of)}`;
}

/** The prefix of all issues of a report. */
export function reportPrefix({ project, report }: ReportConfigurationKeys): string {
  return `issues/${project}/${report}/`;
}

/**
 * Test runs have their own prefix, so that they are not numbered like issues, no later issue is compared with them, and
 * they do not count as delivered. Tests and previews have different prefixes, so that a test never sends the messages
 * of a preview with the same id.
 */
export function windowPrefix({ testRun, window, ...run }: Omit<RunObjectKeyValues, 'runId'>): string {
  const report = reportPrefix(run);
  const space = testRun === undefined ? report : report.replace('issues', `test-runs/${testRun}`);
  return `${space}${windowKey(window)}/`;
}

export function runPrefix(run: RunObjectKeyValues): string {
  return `${windowPrefix(run)}${run.runId}/`;
}

/** @param prefix of the run, or of the mail to a contact */
export function messagePrefix(prefix: string, message: string): string {
  return `${prefix}mail/${message}/`;
}

/** The id of the only message of a mail to a contact. */
export const contactMessageId = 'contact';

/** The prefix of a mail to a contact, the prefix of its message, and its name in message tags. */
export function contactMailPrefixesAndName(of: ContactMailKeyValues) {
  const prefix = `contacts/${of.date}/${of.contact}/${of.n}/`;
  return { prefix, mail: messagePrefix(prefix, contactMessageId), name: contactMailNameTemplate.key(of) };
}

/** The digest that replaces an address in keys. */
export function contactAddressDigest(address: string): string {
  return sha256Of(address.toLowerCase()).slice(0, 16);
}

/**
 * The run's name for file names and message tags, which cannot contain a slash:
 * `riverside__weekly__2026-11-23_2026-11-29__2026-11-20T14-00-00Z`. No part has two underscores in a row.
 */
export function runName({ testRun, window, ...run }: RunObjectKeyValues): string {
  const test = testRun === undefined ? '' : `${testRun}__`;
  return runNames.key({ ...run, test, window: windowKey(window) });
}

/** The prefix of the run, or of the mail to a contact, with this name; undefined if the name is not valid. */
export function prefixOfRunName(name: string): string | undefined {
  const of = contactMailNameTemplate.of(name);
  if (of) return contactMailPrefixesAndName(of).prefix;
  const run = runNames.of(name);
  if (run === undefined) return undefined;
  const space = run.test === '' ? 'issues' : `test-runs/${run.test.slice(0, -2)}`;
  return `${space}/${run.project}/${run.report}/${run.window}/${run.runId}/`;
}

function idParameter<Id extends string>(schema: z.ZodMiniType<Id>): KeyParameter<Id> {
  return { pattern: /[^/]+/, text: (id) => id, value: (text) => schema.safeParse(text).data };
}

const configuredKey = textParameter(/[a-z0-9][a-z0-9-]{0,39}/);
const countParameter = numberParameter(1);

export const runStoreKeyParameters = {
  dispatchId: idParameter(dispatchIdSchema),
  runId: idParameter(runIdSchema),
  project: configuredKey,
  report: configuredKey,
  window: textParameter(/\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d/),
  /** Empty, or the prefix of test runs. */
  tests: textParameter(/(?:test-runs\/(?:test|preview)\/)?/),
  run: textParameter(/(?:issues|test-runs\/\w+)(?:\/[a-z0-9-]{1,40}){2}(?:\/[^/]+){2}\//),
  /** The prefix of issue numbers: all issues for a window share one, each test run has its own. */
  numbered: textParameter(/(?:issues|test-runs)\/.+\//),
  /** In the name of a run: empty, `test__` or `preview__`. */
  test: textParameter(/(?:(?:test|preview)__)?/),
  contact: textParameter(/[0-9a-f]{16}/),
  /** The prefix of an object that somebody is notified of once. */
  notifiedFolder: textParameter(/(?:closings|failed-recipients|inbox-results|reminders)\/.+\//),
  /** The prefix of a message of a run, or of a mail to a contact. */
  mail: textParameter(/(?:issues|test-runs|contacts)\/.+\/mail\/[^/]+\//),
  number: numberParameter(6),
  n: countParameter,
  intent: countParameter,
  part: countParameter,
  at: { pattern: timeInKeyPattern, text: scheduledRunId, value: timeOfRun },
  date: textParameter(/\d{4}-\d\d-\d\d/),
  digest: textParameter(/[0-9a-f]{8}/),
  workbook: textParameter(/[^/]+\.xlsx/),
};

export const issueRunPrefixTemplate = createKeyTemplate(
  runStoreKeyParameters,
  'issues/{project}/{report}/{window}/{runId}/',
);
const runNames = createKeyTemplate(runStoreKeyParameters, '{test}{project}__{report}__{window}__{runId}');
export const contactMailNameTemplate = createKeyTemplate(
  runStoreKeyParameters,
  'contact__{date}__{contact}__{n}',
);
