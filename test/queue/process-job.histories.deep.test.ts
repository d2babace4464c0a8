/** Whatever the planning, token and mail services answer, no report is dropped long before its deadline. */

import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import type { SendRefusal } from '#mail/transport/mailer.ts';
import { fetchedTokenProvider } from '#planning/client/fetched-token.ts';
import { createPlanningClient } from '#planning/client/planning-client.ts';
import { jobJson, parseJob, type QueuedJob } from '#queue/job-queue.ts';
import { createOutageBrake, type OutageBrake } from '#queue/outage.ts';
import { attemptJob, type JobOutcome } from '#queue/process-job.ts';
import type { DeliveryResult } from '#runs/delivery-result.ts';
import { NoTimeLeftError } from '#runs/time-left.ts';
import { aRunResult } from '../support/a-worker.ts';
import { aQueuedJob } from '../support/builders/a-queued-job.ts';
import { createMemoryStore } from '../support/memory-store.ts';

const minute = 60_000;
const hour = 60 * minute;
const due = Date.parse('2026-11-20T14:00:00Z');

type Answer =
  | { readonly kind: 'token' | 'tasks'; readonly status: number; readonly retryAfter: string | undefined }
  | { readonly kind: 'disconnected' | 'out of time' }
  | {
      readonly kind: 'messages';
      readonly outcomes: readonly (SendRefusal | { readonly minutes: number })[];
    };

const retryAfter = fc.oneof(
  fc.constantFrom(undefined, '0', '1', '-5', '86400', '31536000', '999999999999', '1e9', 'soon', '', '12.5'),
  fc.integer({ min: 0, max: 200_000 }).map(String),
  fc.integer({ min: -100 * 24, max: 400 * 24 }).map((hours) => new Date(due + hours * hour).toUTCString()),
  fc.constantFrom(
    'Fri, 31 Dec 9999 23:59:59 GMT',
    'Friday, 31-Dec-99 23:59:59 GMT',
    'Fri Nov 20 20:00:00 2026',
    'Mon, 99 Nov 2026 99:99:99 GMT',
  ),
);
const refusal = fc.record({
  kind: fc.constant('refused' as const),
  cause: fc.constantFrom('retryable' as const, 'curable' as const),
  reason: fc.constant('It was not accepted.'),
  waitSeconds: fc.option(fc.integer({ min: 30, max: 100_000 }), { nil: undefined }),
});
/** The answer to a send was lost. What happened to the message is known after `minutes`. */
const lost = fc.record({ minutes: fc.integer({ min: 1, max: 60 }) });
const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('token' as const, 'tasks' as const, 'tasks' as const),
    status: fc.constantFrom(429, 503, 500, 502, 408, 425, 401, 403, 404, 422),
    retryAfter,
  }),
  fc.record({ kind: fc.constantFrom('disconnected' as const, 'out of time' as const) }),
  fc.record({
    kind: fc.constant('messages' as const),
    outcomes: fc.array(fc.oneof(refusal, lost), { minLength: 1, maxLength: 3 }),
  }),
);
const history = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 8 }),
  // Minutes until the deadline. Most are few, because a longer time repeats the same steps.
  minutes: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 5, max: 240 }) },
    { weight: 1, arbitrary: fc.integer({ min: 240, max: 1_440 }) },
  ),
  /** When everything is up again, as a share of the time until ten minutes before the deadline; never if above 1. */
  recovered: fc.double({ min: 0, max: 1.5, noNaN: true }),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** Two projects of one service go through the history, each with its own job, until no job is left. */
async function live({ answers, minutes, recovered, random }: History) {
  const deadline = due + minutes * minute;
  const up = recovered > 1 ? Number.POSITIVE_INFINITY : due + recovered * Math.max(0, minutes - 10) * minute;
  const store = createMemoryStore();
  let ms = due;
  const now = () => Temporal.Instant.fromEpochMilliseconds(ms);
  const pass = async (milliseconds: number) => {
    ms += milliseconds;
  };
  const waitingJobs: { readonly at: number; readonly job: QueuedJob }[] = [];
  const put = (jobs: readonly QueuedJob[], delaySeconds: number) => {
    expect(delaySeconds).toBeLessThanOrEqual(900);
    for (const job of jobs) waitingJobs.push({ at: ms + delaySeconds * 1_000, job: parseJob(jobJson(job)) });
  };
  let answered = 0;
  const clock = { now, elapsed: () => ms, wait: pass };
  const chance = { id: () => '', random: () => random };
  const brake = createOutageBrake(store, clock, chance);

  async function run(admit: OutageBrake['admit']): Promise<DeliveryResult> {
    await admit('1f3a5b7c');
    await pass(2_000);
    const next = ms >= up ? undefined : answers[answered++ % answers.length];
    if (next?.kind === 'out of time') {
      await pass(200_000);
      throw new NoTimeLeftError({ kind: 'send' }, { needed: 2, left: 1 });
    }
    const answerTo = (url: string): Response => {
      if (next?.kind === 'disconnected') throw new TypeError('fetch failed');
      const isToken = url.endsWith('/auth/token');
      if (
        next &&
        next.kind !== 'messages' &&
        next.kind === (isToken ? 'token' : 'tasks') &&
        'status' in next
      ) {
        const headers = next.retryAfter === undefined ? {} : { 'retry-after': next.retryAfter };
        return new Response('{"message":"no"}', { status: next.status, headers });
      }
      return Response.json(isToken ? { accessToken: 't', expiresIn: 1 } : { paging: {}, results: [] });
    };
    const http = {
      baseUrl: 'https://planning.example.com',
      region: 'gb' as const,
      fetch: async (url: string) => answerTo(url),
      now: () => ms,
      timer: () => () => undefined,
      wait: pass,
      random: () => random,
      overallTimeoutMs: 200_000,
    };
    const key = fetchedTokenProvider({ ...http, clientId: 'c', clientSecret: 's' });
    await createPlanningClient({ ...http, projectId: 'P1', key }).users();
    if (next?.kind !== 'messages') return aRunResult();
    const message = { audience: { kind: 'everyone' } as const, to: [], cc: [], subject: 'Weekly lookahead' };
    return aRunResult({
      outcome: 'incomplete',
      messages: next.outcomes.map((outcome, index) => ({
        ...message,
        id: `m${index}`,
        outcome:
          'minutes' in outcome
            ? { kind: 'waiting', until: now().add(outcome).toString(), reason: 'The answer was lost.' }
            : outcome,
      })),
    });
  }

  const received: { readonly project: string; readonly at: number; readonly outcome: JobOutcome }[] = [];
  const deliverBy = Temporal.Instant.fromEpochMilliseconds(deadline);
  put([aQueuedJob({ project: 'north', deliverBy }), aQueuedJob({ project: 'south', deliverBy })], 0);
  while (waitingJobs.length > 0) {
    waitingJobs.sort((left, right) => right.at - left.at);
    const next = waitingJobs.pop();
    if (next === undefined) break;
    ms = Math.max(ms, next.at);
    const at = ms;
    const queue = {
      send: async (jobs: readonly QueuedJob[], { delaySeconds } = { delaySeconds: 0 }) =>
        put(jobs, delaySeconds),
    };
    const world = { store, brake, queue, clock, chance };
    const outcome = await attemptJob(next.job, `m-${received.length}`, world, run);
    received.push({ project: next.job.project, at, outcome });
  }
  return { received, deadline, up };
}

const numRuns = 1_000;

it(`a report is tried until ten minutes before its deadline, and delivered once all is up: ${numRuns} random histories`, async () => {
  let delivered = 0;
  await fc.assert(
    fc.asyncProperty(history, async (one) => {
      const { received, deadline, up } = await live(one);
      for (const project of ['north', 'south']) {
        const own = received.filter((each) => each.project === project);
        const worked = own.filter(({ outcome }) => outcome.kind !== 'early' && outcome.kind !== 'too late');
        const last = worked.at(-1);
        if (last?.outcome.kind === 'finished') delivered += 1;
        else {
          expect(up).toBe(Number.POSITIVE_INFINITY);
          expect(last?.at).toBeGreaterThanOrEqual(deadline - 10 * minute);
        }
        expect(last?.at).toBeLessThan(deadline);
        // The longest wait is for the outcome of a message; attempts take some minutes themselves.
        for (const [index, { at }] of worked.entries()) {
          expect(at - (worked[index - 1]?.at ?? due)).toBeLessThanOrEqual((60 + 15) * minute);
        }
      }
    }),
    { numRuns, seed: 20_261_120, endOnFailure: true },
  );
  expect(delivered).toBeGreaterThan(numRuns);
}, 600_000);
