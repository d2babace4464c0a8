import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { addDays, type Day, isoWeekOf, mondayOf, parseDay } from '#base/day.ts';
import { maxRecipients } from '#base/limits.ts';
import { LookaheadError } from '#base/lookahead-error.ts';
import { inEnglish } from '#base/text/english.ts';
import { looksLikeKey, quotedName } from '#base/text/looks-like-key.ts';
import { address, allReports } from '#config/fields.ts';
import { nearest } from '#config/nearest.ts';
import { isAllowedAddress } from '#config/stage/stage-mail.ts';
import { runModes } from '#delivery/report/report-job.ts';
import { dispatchIdSchema, isScheduled, runIdSchema } from '#delivery/store/run-id.ts';
import { windowText } from '#delivery/store/stored-object.ts';
import { shiftSlots } from '#lookahead/tasks/select.ts';

const projectKey = 'must be a string: the key of a project in lookahead.yaml';
const reportKey = 'must be a string: the key of a report in lookahead.yaml';
const weekText = 'must be a year from 1970 to 2999 and an ISO week that exists, such as "2026-W48"';
const weeksRange = 'must be a whole number from 1 to 6';
const runIdLength = 'must be a string of 1 to 100 characters';

export const requestSchema = z.strictObject({
  project: z.string(projectKey).check(z.minLength(1, projectKey)),
  /** `all` means all reports of the project; so does leaving it out, except in mode send. */
  report: z.optional(z.string(reportKey).check(z.minLength(1, reportKey))),
  /** ISO week of the window's first day, `2026-W48`; by default, the report's own rule and today's date decide. */
  week: z.optional(z.string(weekText).check(z.refine((text) => parseIsoWeek(text) !== undefined, weekText))),
  weeks: z.optional(z.int(weeksRange).check(z.gte(1, weeksRange), z.lte(6, weeksRange))),
  shifts: z.optional(
    z
      .array(
        z.enum(shiftSlots, `must be one of ${shiftSlots.join(', ')}`),
        'must be a list of shifts, such as ["night"]',
      )
      .check(z.minLength(1, 'must name at least one shift, or be left out')),
  ),
  to: z.optional(
    z
      .array(address, 'must be a list of addresses, such as ["site.office@example.com"]')
      .check(
        z.minLength(1, 'must have at least one address, or be left out'),
        z.maxLength(maxRecipients, `must have at most ${maxRecipients} addresses`),
      ),
  ),
  mode: z.enum(runModes, `must be one of ${runModes.join(', ')}`),
  /**
   * The caller's own name for a run, or the id of a stored run. Requests with the same one never make or send anything
   * twice. An id may be longer than a name, because it is the name in an encoded form.
   */
  runId: z.optional(
    z.string(runIdLength).check(
      z.minLength(1, runIdLength),
      z.refine((text) => text.length <= 100 || runIdSchema.safeParse(text).success, runIdLength),
    ),
  ),
  /** With `runId`: continues that stored run as this dispatch's manifest describes it. */
  dispatchId: z.optional(dispatchIdSchema),
  /** With `runId`: continues the run for this window, without a manifest. */
  window: z.optional(windowText),
});
export type ReportRequest = z.infer<typeof requestSchema>;

/**
 * @param allowedDomains domains that `to` may name; any by default
 * @throws RequestError naming every property that is wrong
 */
export function parseRequest(payload: unknown, allowedDomains?: readonly string[]): ReportRequest {
  const parsed = requestSchema.safeParse(payload, inEnglish);
  const given = new Map(isRecord(payload) ? Object.entries(payload) : []);
  const report = given.get('report');
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap((issue) => problemsOf(issue, report))),
    ...contradictions(given),
    ...outsideDomains(parsed.data?.to ?? [], allowedDomains),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new RequestError(problems);
}

function missingProperty(property: string, report: unknown): string | undefined {
  if (property === 'project') return 'is required: the key of a project in lookahead.yaml.';
  if (property !== 'mode') return undefined;
  // The suggested request never mails more reports than the request names.
  const own =
    typeof report === 'string' && !looksLikeKey(report) ? `"report":${JSON.stringify(report)},` : '';
  return `is required, so that no request mails anybody by accident: ${own}"mode":"preview" shows what would be sent, ${own}"mode":"send" sends it to its readers.`;
}

function problemsOf(issue: z.core.$ZodIssue, report: unknown): readonly RequestProblem[] {
  const property = toDotPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((unknown) => {
      const shown = looksLikeKey(unknown) ? quotedName(unknown) : unknown;
      return {
        property: property === '' ? shown : `${property}.${shown}`,
        message: `is unknown. ${nearestProperty(unknown)}`,
      };
    });
  }
  if (issue.path.length === 0) {
    return [{ property, message: 'must be a JSON object with at least a "project".' }];
  }
  const missing = issue.input === undefined ? missingProperty(property, report) : undefined;
  if (missing !== undefined) return [{ property, message: missing }];
  const { message } = issue;
  const sentence = /^(must|is|has) /.test(message) ? message : `cannot be used: ${message}`;
  return [{ property, message: sentence.endsWith('.') ? sentence : `${sentence}.` }];
}

function nearestProperty(unknown: string): string {
  const known = Object.keys(requestSchema.shape);
  const [meant] = nearest(unknown, known);
  return meant === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${meant}?`;
}

function outsideDomains(
  to: readonly string[],
  domains: readonly string[] | undefined,
): readonly RequestProblem[] {
  return to.flatMap((one, index) =>
    problemIf(
      !isAllowedAddress(one, domains),
      `to[${index}]`,
      `is not in a domain that reports may be mailed to. Use an address in ${domains?.join(', ')}, or add its domain to allowedDomains in lookahead.yaml.`,
    ),
  );
}

function problemIf(isWrong: boolean, property: string, message: string): readonly RequestProblem[] {
  return isWrong ? [{ property, message }] : [];
}

function contradictions(given: ReadonlyMap<string, unknown>): readonly RequestProblem[] {
  const has = (name: string) => given.get(name) !== undefined;
  const mode = given.get('mode');
  return [
    ...problemIf(
      mode === 'send' && !has('report') && !continuesRun(given),
      'report',
      `is required in mode send: the key of a report, or "${allReports}" for all of the project.`,
    ),
    ...problemIf(
      mode === 'test' && !has('to'),
      'to',
      'is required in mode test: a test goes to these addresses and to nobody else.',
    ),
    ...problemIf(
      mode === 'preview' && has('to'),
      'to',
      'must be left out in mode preview, which sends nothing. Leave it out, or use mode test.',
    ),
    ...(has('runId')
      ? existingRunProblems(given)
      : ['dispatchId', 'window'].flatMap((name) =>
          problemIf(has(name), name, 'requires the runId of the run that it describes.'),
        )),
  ];
}

function continuesRun(given: ReadonlyMap<string, unknown>): boolean {
  const runId = runIdSchema.safeParse(given.get('runId'));
  const isDescribed = ['dispatchId', 'window'].some((name) => given.get(name) !== undefined);
  return isDescribed || (runId.success && isScheduled(runId.data));
}

/** A stored run does not change, so a request that continues it may not ask for anything else. */
function existingRunProblems(given: ReadonlyMap<string, unknown>): readonly RequestProblem[] {
  if (!continuesRun(given)) return [];
  const report = given.get('report');
  const mode = given.get('mode');
  return [
    ...problemIf(
      !runIdSchema.safeParse(given.get('runId')).success,
      'runId',
      'must be the id of a stored run beside dispatchId or window, such as 2026-11-20T14-00-00Z or run-7f3a.',
    ),
    ...problemIf(
      report === undefined || report === allReports,
      'report',
      'must name one report, because an existing run belongs to one.',
    ),
    ...['week', 'weeks', 'shifts', 'to'].flatMap((name) =>
      problemIf(given.get(name) !== undefined, name, unchangeable),
    ),
    ...problemIf(
      mode === 'test' || mode === 'preview',
      'mode',
      `cannot be ${mode} for an existing run. Use send or dry-run, or leave out runId.`,
    ),
  ];
}

/** The message about a property that the existing run already has. */
export const unchangeable = 'cannot be changed in an existing run. Leave it out, or leave out runId.';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type RequestProblem = {
  /** `to[0]`; empty for the whole request. */
  readonly property: string;
  readonly message: string;
};

export class RequestError extends LookaheadError {
  override readonly name = 'RequestError';
  readonly problems: readonly RequestProblem[];

  constructor(problems: readonly RequestProblem[]) {
    super('The request cannot be carried out', {
      kind: 'input',
      remedy: 'Correct the properties that the message names.',
      message: problems.map(({ property, message }) => `${property || 'The request'} ${message}`).join(' '),
    });
    this.problems = problems;
  }
}

/** A pull covers months around the week, and dates have four-digit years. */
const firstYear = 1970;
const lastYear = 2999;

/** The Monday of `2026-W48`; undefined for text that is not an ISO week of 1970 to 2999, such as week 53 of most years. */
export function parseIsoWeek(text: string): Day | undefined {
  const [, year = '', week = ''] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  if (Number(year) < firstYear || Number(year) > lastYear) return undefined;
  // ISO 8601: 4 January is always in week 1.
  const inFirstWeek = parseDay(`${year}-01-04`);
  if (inFirstWeek === undefined) return undefined;
  const monday = addDays(mondayOf(inFirstWeek), (Number(week) - 1) * 7);
  const named = isoWeekOf(monday);
  return named.year === Number(year) && named.week === Number(week) ? monday : undefined;
}
