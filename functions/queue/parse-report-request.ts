import type * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { LookaheadError } from '#base/lookahead-error.ts';
import { englishZodMessages } from '#base/text/english.ts';
import { looksLikeSecret, quotedTextUnlessSecret } from '#base/text/looks-like-key.ts';
import { allReportsKey } from '#config/fields.ts';
import { nearestCandidates } from '#config/nearest.ts';
import { isAllowedAddress } from '#config/stage/stage-mail.ts';
import { isScheduledRun, runIdSchema } from '#runs/store/names.ts';
import { type ReportRequest, reportRequestSchema } from '#runs/store/request-properties.ts';

/**
 * @param allowedDomains domains that `to` may name; any by default
 * @throws RequestError naming every property that is wrong
 */
export function parseReportRequest(payload: unknown, allowedDomains?: readonly string[]): ReportRequest {
  const parsed = reportRequestSchema.safeParse(payload, englishZodMessages);
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
  // The suggestion names the report if the request does, so that it never mails more reports than were asked for.
  const own =
    typeof report === 'string' && !looksLikeSecret(report) ? `"report":${JSON.stringify(report)},` : '';
  return `is required, so that no request mails anybody by accident: ${own}"mode":"preview" shows what would be sent, ${own}"mode":"send" sends it to its readers.`;
}

function problemsOf(issue: z.core.$ZodIssue, report: unknown): readonly RequestProblem[] {
  const property = toDotPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((unknown) => {
      const shown = looksLikeSecret(unknown) ? quotedTextUnlessSecret(unknown) : unknown;
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
  const known = Object.keys(reportRequestSchema.shape);
  const [meant] = nearestCandidates(unknown, known);
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
      `is required in mode send: the key of a report, or "${allReportsKey}" for all of the project.`,
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
  return isDescribed || (runId.success && isScheduledRun(runId.data));
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
      report === undefined || report === allReportsKey,
      'report',
      'must name one report, because an existing run belongs to one.',
    ),
    ...['week', 'weeks', 'shifts', 'to'].flatMap((name) =>
      problemIf(given.get(name) !== undefined, name, unchangeablePropertyMessage),
    ),
    ...problemIf(
      mode === 'test' || mode === 'preview',
      'mode',
      `cannot be ${mode} for an existing run. Use send or dry-run, or leave out runId.`,
    ),
  ];
}

/** The message about a property that the existing run already has. */
export const unchangeablePropertyMessage =
  'cannot be changed in an existing run. Leave it out, or leave out runId.';

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
