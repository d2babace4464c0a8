/**
 * What a report is asked for with, by the queue and by people alike: one schema, one path. A job of the queue is
 * such a request with the run it belongs to.
 */

import * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { inEnglish } from '../../base/english.ts';
import { parseJson } from '../../base/parse-json.ts';
import { shiftNames } from '../../config/configuration.ts';
import { address, maxRecipients } from '../../config/fields.ts';
import { nearest } from '../../config/nearest.ts';
import { type DispatchId, dispatchIdSchema } from '../store/dispatch-id.ts';
import { isScheduled, type RunId, runIdSchema } from '../store/run-id.ts';
import { windowText } from '../store/stored-object.ts';
import { parseIsoWeek } from './iso-week.ts';
import { JobRequestError, type RequestProblem } from './job-request-error.ts';

const requestModes = ['send', 'test', 'preview', 'dry-run'] as const;

const key = z
  .string('is no text. Give the key of the configuration.')
  .check(z.minLength(1, 'is empty. Give the key of the configuration.'));

export const requestSchema = z.strictObject({
  /** Keys as configured; without a report, all reports of the project. */
  project: key,
  report: z.optional(key),
  /** The ISO week the window begins in, `2026-W48`; without it, what the report's own rule gives today. */
  week: z.optional(
    z
      .string('is no text. Write the week as 2026-W48.')
      .check(
        z.refine(
          (text) => parseIsoWeek(text) !== undefined,
          'is no week that exists. Write year and ISO week, such as 2026-W48.',
        ),
      ),
  ),
  /** Length of the window, instead of the configured one. */
  weeks: z.optional(
    z
      .int('is no whole number. Give a number of weeks from 1 to 6.')
      .check(
        z.gte(1, 'is less than 1. Give a number of weeks from 1 to 6.'),
        z.lte(6, 'is more than 6. Give a number of weeks from 1 to 6.'),
      ),
  ),
  /** Only these shifts, instead of the configured ones. */
  shifts: z.optional(
    z
      .array(
        z.enum(shiftNames, `is no shift. Use ${shiftNames.join(', ')}.`),
        `is no list. Give one of shifts, such as ["night"].`,
      )
      .check(z.minLength(1, 'is empty. Name at least one shift, or leave the list out.')),
  ),
  /** Whom it goes to, instead of everybody configured. */
  to: z.optional(
    z
      .array(address, 'is no list. Give one of addresses, such as ["site.office@example.com"].')
      .check(
        z.minLength(1, 'is empty. Give at least one address, or leave the list out.'),
        z.maxLength(maxRecipients, `has too many addresses. Give at most ${maxRecipients}.`),
      ),
  ),
  mode: z._default(z.enum(requestModes, `is no mode. Use ${requestModes.join(', ')}.`), 'send'),
  /**
   * A scheduled run's id, or the caller's own name for a run of its own: the same one never makes or sends anything
   * twice.
   */
  runId: z.optional(
    z
      .string('is no text. Give 1 to 100 characters.')
      .check(
        z.minLength(1, 'is empty. Give 1 to 100 characters, or leave it out.'),
        z.maxLength(100, 'is too long. Give 1 to 100 characters.'),
      ),
  ),
  /** With a window: goes on with that very run, as its manifest has it. */
  dispatchId: z.optional(dispatchIdSchema),
  window: z.optional(windowText),
  /** How often the queue has been asked to bring the job later, without a fault of its own. */
  postponed: z.optional(z.int().check(z.gte(0), z.lte(1000))),
});
export type ReportRequest = z.infer<typeof requestSchema>;

/** A request as the queue carries it. */
export type QueuedJob = {
  readonly project: string;
  readonly report: string;
  readonly dispatchId: DispatchId;
  readonly runId: RunId;
  readonly window: z.infer<typeof windowText>;
  readonly postponed?: number;
};

/** @throws JobRequestError naming every property that is wrong */
export function parseRequest(payload: unknown): ReportRequest {
  const parsed = requestSchema.safeParse(payload, inEnglish);
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.flatMap(problemsOf)),
    ...contradictions(new Map(isRecord(payload) ? Object.entries(payload) : [])),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new JobRequestError(problems);
}

/**
 * The job in a message of the queue.
 * @throws JobRequestError also where it is no JSON, or a request that no schedule made
 */
export function parseQueuedJob(body: string): QueuedJob {
  const { project, report, dispatchId, runId, window, postponed } = parseRequest(jsonOf(body));
  const run = runIdSchema.safeParse(runId);
  if (report !== undefined && dispatchId !== undefined && run.success && window !== undefined) {
    return {
      project,
      report,
      dispatchId,
      runId: run.data,
      window,
      ...(postponed === undefined ? {} : { postponed }),
    };
  }
  throw new JobRequestError([
    { property: '', message: 'is not a queued job: report, dispatchId, runId and window are required.' },
  ]);
}

function jsonOf(body: string): unknown {
  const json = parseJson(body);
  if (json === undefined) throw new JobRequestError([{ property: '', message: 'is not JSON.' }]);
  return json;
}

function problemsOf(issue: z.core.$ZodIssue): readonly RequestProblem[] {
  const property = toDotPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((unknown) => {
      const [meant] = nearest(unknown, Object.keys(requestSchema.shape));
      const remedy =
        meant === undefined
          ? `Known: ${Object.keys(requestSchema.shape).join(', ')}.`
          : `Did you mean ${meant}?`;
      return {
        property: property === '' ? unknown : `${property}.${unknown}`,
        message: `is unknown. ${remedy}`,
      };
    });
  }
  if (issue.path.length === 0) {
    return [{ property, message: 'is no object. Give at least { "project": "…" }.' }];
  }
  if (issue.code === 'invalid_type' && issue.input === undefined && property === 'project') {
    return [{ property, message: 'is missing. Give the key of a project.' }];
  }
  const { message } = issue;
  return [{ property, message: message.includes('. ') ? message : `cannot be used: ${message}.` }];
}

/** Properties that exclude or need each other. */
function contradictions(given: ReadonlyMap<string, unknown>): readonly RequestProblem[] {
  const problems: RequestProblem[] = [];
  const has = (name: string) => given.get(name) !== undefined;
  const mode = given.get('mode') ?? 'send';
  if (mode === 'test' && !has('to')) {
    problems.push({
      property: 'to',
      message: 'is missing. A test goes to the addresses you give, and to nobody else.',
    });
  }
  if (mode === 'preview' && has('to')) {
    problems.push({
      property: 'to',
      message: 'has no use here. A preview sends nothing; leave it out, or use mode test.',
    });
  }
  if (!has('runId')) {
    for (const name of ['dispatchId', 'window', 'postponed'].filter(has)) {
      problems.push({
        property: name,
        message: 'needs the runId that it belongs to. Give that too, or leave this out.',
      });
    }
  }
  if (!namesExistingRun(given)) return problems;
  if (!has('report')) {
    problems.push({ property: 'report', message: 'is missing. A run that exists belongs to one report.' });
  }
  for (const name of ['week', 'weeks', 'shifts', 'to'].filter(has)) {
    problems.push({
      property: name,
      message: 'cannot be changed in a run that exists. Leave it out, or leave out runId.',
    });
  }
  if (mode === 'test' || mode === 'preview') {
    problems.push({
      property: 'mode',
      message: `cannot be ${mode} in a run that exists. Use send or dry-run, or leave out runId.`,
    });
  }
  return problems;
}

/** Whether a request goes on with a run that a manifest or the request itself describes, instead of beginning one. */
function namesExistingRun(given: ReadonlyMap<string, unknown>): boolean {
  const runId = runIdSchema.safeParse(given.get('runId'));
  if (!runId.success) return false;
  return (
    isScheduled(runId.data) || given.get('dispatchId') !== undefined || given.get('window') !== undefined
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
