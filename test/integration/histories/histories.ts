/**
 * Random histories of two weeks in virtual time. Every due report is delivered, or its contact is notified why not,
 * however long no process ran, the disk was full, the mail server was down or the clock was wrong. A stop takes effect
 * within a minute, and ends without loss.
 */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { ObjectStore } from '#archive/object-store.ts';
import { lastScheduledTime } from '#config/schedule/schedule.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { DispatchTimeError, dispatchDue } from '#queue/dispatch.ts';
import { schedulesOf } from '#queue/due-reports.ts';
import type { QueuedJob } from '#queue/job-queue.ts';
import { createOutageBrake } from '#queue/outage.ts';
import { attemptJob } from '#queue/process-job.ts';
import { deliverMessage } from '#runs/messages/deliver-message.ts';
import { saveMailStopOrResume, stoppableMailer } from '#runs/messages/stoppable-mailer.ts';
import { type CronSchedule, contactMailNameTemplate, runName, runPrefix } from '#runs/store/names.ts';
import { contactMail } from '#runs/store/objects.ts';
import { factUrgencyKey } from '#watch/contacts/facts.ts';
import { reconcileDue } from '#watch/reconcile.ts';
import { aRunResult } from '../../support/a-worker.ts';
import { configurationOf } from '../../support/a-world.ts';
import { aConfigurationText, riverside, weekly } from '../../support/builders/a-configuration.ts';
import { deep, historySeed, isEveryCheck } from '../../support/deep-checks.ts';
import { createArchiveObjects } from '../../support/simulation/archive.ts';
import { randomOf } from '../../support/simulation/random.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.parse('2026-11-02T00:05:00Z');
/** Troubles begin and end in the first ten days. */
const calm = start + 10 * day;
/**
 * All reports are settled by then: the last are due within half a day after `calm`, with at most 72 hours to deliver.
 */
const end = calm + 4 * day;

const configuration = configurationOf(
  aConfigurationText({
    projects: [riverside],
    reports: [
      { ...weekly, key: 'soon', when: "{ cron: '0 7 * * TUE,FRI' }", deliverWithin: '3' },
      { ...weekly, key: 'long', when: "{ cron: '0 7 * * TUE,FRI' }", deliverWithin: '72' },
    ],
  }),
);
/** Every time that a schedule fires, with its reports. */
const dueTimes = schedulesOf(configuration).flatMap(({ schedule, reports }) => {
  const times: { readonly at: number; readonly schedule: CronSchedule; readonly reports: typeof reports }[] =
    [];
  let time = lastScheduledTime(schedule, schedule.timeZone, instantOf(calm + 12 * hour));
  while (time && time.epochMilliseconds > start) {
    times.push({ at: time.epochMilliseconds, schedule, reports });
    time = lastScheduledTime(schedule, schedule.timeZone, time.subtract({ seconds: 1 }));
  }
  return times;
});

const trouble = fc.record({
  /**
   * `off`: no process runs. `full`: the archive accepts nothing. `stopped`: `lookahead stop`. `down`: the mail server
   * is down. `paused`: the schedules are off. `ahead`: a process starts with a clock that is up to 24 hours ahead, for
   * at most nine minutes.
   */
  kind: fc.constantFrom('off', 'full', 'stopped', 'down', 'paused', 'ahead'),
  /** Minutes after the start, and the duration in minutes. */
  from: fc.integer({ min: 60, max: 9 * 24 * 60 }),
  minutes: fc.oneof(
    fc.integer({ min: 2, max: 300 }),
    fc.integer({ min: 300, max: 3_000 }),
    fc.integer({ min: 3_000, max: 15_000 }),
  ),
});
type Trouble = typeof trouble extends fc.Arbitrary<infer Value> ? Value : never;

/** @param kinds the kinds of trouble that may occur */
function history(kinds: readonly Trouble['kind'][]) {
  const own = trouble.filter(({ kind }) => kinds.includes(kind));
  return fc.record({
    troubles: fc.array(own, { minLength: 1, maxLength: 4 }),
    seed: fc.string({ minLength: 4, maxLength: 4 }),
  });
}
type History = { readonly troubles: readonly Trouble[]; readonly seed: string };

type Mail = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly run: string;
  readonly to: string;
  readonly subject: string;
  /** True if the answer was lost, so that no process knows that the mail was accepted. */
  readonly isLost: boolean;
};

function instantOf(ms: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(ms);
}

/**
 * Runs a history.
 * @returns the spans of its troubles, the mails that the mail server accepted, and the objects of the archive
 */
async function live({ troubles, seed }: History) {
  const random = randomOf(seed);
  const spans = troubles.map(({ kind, from, minutes }) => {
    const since = start + from * minute;
    const until = since + (kind === 'ahead' ? Math.min(minutes, 9) : minutes) * minute;
    return { kind, since, until: Math.min(until, calm), ahead: minutes % 25 };
  });
  const isIn = (kind: Trouble['kind'], at: number) =>
    spans.some((span) => span.kind === kind && span.since <= at && at < span.until);
  let ms = start;
  let skew = 0;
  const now = () => instantOf(ms + skew);
  const pass = (milliseconds: number) => {
    ms += milliseconds;
  };
  const clock = { now, elapsed: () => ms, wait: async (milliseconds: number) => pass(milliseconds) };
  const objects = createArchiveObjects();
  const store: ObjectStore = {
    putOnce: async (key, body) => {
      if (isIn('full', ms)) throw new Error('The disk is full.');
      return objects.put(key, body) ? 'created' : 'exists';
    },
    get: async (key) => objects.get(key),
    list: async (prefix, { after } = {}) => objects.list(prefix, after),
    link: async (key) => key,
  };
  const taken: Mail[] = [];
  const server: Mailer = {
    repeatable: false,
    send: async ({ run, recipients, raw }) => {
      if (isIn('down', ms))
        return { kind: 'refused', cause: 'retryable', reason: 'It is down.', waitSeconds: 60 };
      const [, subject = ''] =
        /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(Buffer.from(raw).toString('latin1')) ?? [];
      const isLost = random.chance(0.02);
      taken.push({ at: ms, run, to: recipients.join(), subject: subject.replaceAll('\r\n', ''), isLost });
      if (isLost) throw new Error('The answer was lost.');
      return { kind: 'accepted', messageId: `m-${taken.length}` };
    },
  };
  let queued: { readonly at: number; readonly job: QueuedJob }[] = [];
  const queue = {
    send: async (jobs: readonly QueuedJob[], { delaySeconds = 0 } = {}) => {
      queued.push(...jobs.map((job) => ({ at: ms + delaySeconds * 1_000, job })));
    },
    depth: async () => ({ all: queued.length, delayed: queued.filter(({ at }) => at > ms).length }),
  };
  let ids = 0;
  const chance = { id: () => `id-${++ids}`, random: random.draw };
  const brake = createOutageBrake(store, clock, chance);
  const means = { configuration, store, queue, clock, chance, brake };

  async function deliver(job: QueuedJob, mailer: Mailer) {
    const at = {
      ...{ prefix: runPrefix(job), name: runName(job), due: job.due },
      ...{ workbooks: [], onAmbiguous: 'resend' as const },
    };
    const message = {
      ...{ id: 'everyone', audience: { kind: 'everyone' as const }, from: 'lookahead@example.com' },
      ...{ to: ['works.manager@example.com'], cc: [], replyTo: [], attachments: [] },
      ...{ subject: job.report, date: job.due.toString(), text: 'Here it is.', html: '' },
    };
    const outcome = await deliverMessage(message, at, { store, mailer, clock, owner: chance.id() });
    const { id, audience, to, cc, subject } = message;
    const isSent = outcome.kind === 'sent';
    return aRunResult({
      outcome: isSent ? 'delivered' : 'incomplete',
      messages: [{ id, audience, to, cc, subject, outcome }],
    });
  }

  /** The memory of the process that has been running since `begin`; undefined if none runs. */
  let process: { fired: Temporal.Instant; readonly mailer: Mailer } | undefined;

  async function fire(): Promise<void> {
    if (!process) return;
    for (const { at, schedule } of isIn('paused', ms) ? [] : dueTimes) {
      const time = instantOf(at);
      if (at > ms + skew || Temporal.Instant.compare(time, process.fired) <= 0) continue;
      await dispatchDue({ schedule, time }, means).catch((error: unknown) => {
        if (!(error instanceof DispatchTimeError) && !isIn('full', ms)) throw error;
      });
    }
    process.fired = now();
  }

  async function work(): Promise<void> {
    for (let rounds = 0; process && rounds < 3; rounds += 1) {
      const { mailer } = process;
      const visible = queued.filter(({ at }) => at <= ms);
      queued = queued.filter(({ at }) => at > ms);
      for (const { job } of visible) {
        await attemptJob(job, chance.id(), means, () => deliver(job, mailer)).catch((error: unknown) => {
          if (!isIn('full', ms)) throw error;
          queued.push({ at: ms + 15 * minute, job });
        });
      }
    }
  }

  async function check(queueIsNew = false): Promise<void> {
    if (!process) return;
    const { mailer } = process;
    const parts = { ...means, mailer, owner: chance.id(), sendAgain: () => 'run', queueIsNew };
    const schedulesAre = isIn('paused', ms) ? 'off' : 'on';
    await reconcileDue(now(), { ...parts, schedules: schedulesAre }).catch((error: unknown) => {
      if (!isIn('full', ms)) throw error;
    });
  }

  async function begin(): Promise<void> {
    queued = [];
    process = { fired: now(), mailer: stoppableMailer(server, { store, clock, resume: 'stop --resume' }) };
    await check(true);
  }

  // A process checks every ten minutes. Between the times below, nothing happens that a check could find.
  const moments = new Set<number>();
  const after = (at: number, ...minutes: readonly number[]) => {
    for (const each of minutes) if (at + each * minute <= end) moments.add(at + each * minute);
  };
  for (const { since, until } of spans) {
    after(since, 0);
    after(until, 0, 11, 71);
  }
  for (const { at, reports } of dueTimes) {
    after(at, 0, 11, 61);
    for (const { report } of reports) after(at, report.deliverWithin * 60 + 16);
  }
  for (let at = start; at <= end; at += 3 * day) after(at, 0);

  await begin();
  let stopped = false;
  for (const at of [...moments].sort((one, other) => one - other)) {
    ms = Math.max(ms, at);
    const stop = isIn('stopped', at);
    if (stop !== stopped && !isIn('full', at)) {
      await saveMailStopOrResume(store, {
        at: now(),
        became: stop ? 'stopped' : 'resumed',
        by: 'engineer@host',
      });
      stopped = stop;
    }
    const ahead = spans.find((span) => span.kind === 'ahead' && span.since <= at && at < span.until);
    const wentBack = skew > 0 && !ahead;
    const isOn = !isIn('off', at);
    if (ahead && skew === 0) process = undefined;
    skew = ahead ? ahead.ahead * hour : 0;
    if (!isOn) process = undefined;
    else if (!process) await begin();
    else if (wentBack) process.fired = now();
    await fire();
    await work();
    await check();
    await work();
  }
  return { spans, taken, objects };
}

/** Whether the subject is marked as resent. It may be encoded (RFC 2047). */
function isResent(subject: string): boolean {
  return /\(resent\)|=28resent=29/.test(subject);
}

/** The faults of a history: where it broke the rule at the top of this file. */
function faultsOf({ spans, taken, objects }: Awaited<ReturnType<typeof live>>): readonly string[] {
  const faults: string[] = [];
  const isIn = (kind: Trouble['kind'], at: number) =>
    spans.some((span) => span.kind === kind && span.since <= at && at < span.until);
  const told = taken.flatMap((mail) => {
    const of = contactMailNameTemplate.of(mail.run);
    const bytes = of && objects.get(contactMail.key(of));
    if (!bytes) return [];
    const { facts }: { facts: string[] } = JSON.parse(Buffer.from(bytes).toString());
    return [{ ...mail, facts }];
  });
  for (const { at, reports } of dueTimes) {
    {
      // Around a pause, and while a clock was ahead, the test cannot know which reports were due.
      const isClear = !spans.some(
        ({ kind, since, until }) =>
          (kind === 'paused' && since - 20 * minute <= at && at < until + 20 * minute) ||
          (kind === 'ahead' && since - minute <= at && at < until + 26 * hour),
      );
      for (const { report } of reports) {
        const runId = instantOf(at).toString().replaceAll(':', '-');
        const name = `${report.key} of ${runId}`;
        const mails = taken.filter(
          ({ run, subject }) => run.endsWith(`__${runId}`) && subject.startsWith(report.key),
        );
        const over = told.filter(({ facts }) =>
          facts.some((id) => id.startsWith(`over:${runId}`) && id.endsWith(`_${report.key}`)),
        );
        const unmarked = mails.filter(({ subject }) => !isResent(subject));
        if (unmarked.length > 1) faults.push(`${name}: sent twice unmarked`);
        if (over.filter(({ subject }) => !isResent(subject)).length > 1)
          faults.push(`${name}: told ${over.length} times`);
        if (over.some((one) => mails.some((mail) => mail.at < one.at && !mail.isLost)))
          faults.push(`${name}: told after it was delivered`);
        if (isClear && at < calm + day && mails.length === 0 && over.length === 0)
          faults.push(`${name}: neither delivered nor told`);
        if (isIn('paused', at) && isIn('paused', at - 11 * minute) && isIn('paused', at + 11 * minute)) {
          if (mails.length > 0 && !spans.some(({ kind }) => kind === 'ahead'))
            faults.push(`${name}: sent of a pause`);
        }
      }
    }
  }
  for (const mail of taken) {
    if (isIn('stopped', mail.at) && isIn('stopped', mail.at - minute) && !isIn('full', mail.at))
      faults.push(`${mail.subject}: sent under a stop`);
  }
  for (const [name, own] of Map.groupBy(told, ({ to }) => to)) {
    own.forEach(({ at, subject, facts }, index) => {
      const before = own[index - 1];
      // To a process whose clock is ahead, the previous mail was sent hours ago.
      const isByWrongClock = isIn('ahead', at) || (before && isIn('ahead', before.at));
      const isUrgent = facts.some(
        (id) =>
          /^(act|over):/.test(id) && !before?.facts.some((one) => factUrgencyKey(one) === factUrgencyKey(id)),
      );
      if (before && at - before.at < hour && !isUrgent && !isByWrongClock && !isResent(subject))
        faults.push(`${name}: two in an hour`);
      for (const id of facts) {
        if (own.slice(0, index).some((one) => one.facts.includes(id)) && !isResent(subject))
          faults.push(`${name}: told ${id} twice`);
      }
    });
  }
  return faults;
}

/**
 * A history in which a mail that was made while the clock was ahead lists facts that another mail has reported in the
 * meantime.
 */
const known: History = {
  troubles: [
    { kind: 'down', from: 3551, minutes: 8243 },
    { kind: 'ahead', from: 11_329, minutes: 11_020 },
  ],
  seed: '|#m}',
};

const numRuns = isEveryCheck ? 10_000 : deep ? 2_500 : 40;

/**
 * Runs random histories. @param kinds of their troubles @throws an error with the faults of the first history that
 * breaks the rule at the top of this file
 */
export async function checkDeliveredOnce(kinds: readonly Trouble['kind'][]): Promise<void> {
  const property = fc.asyncProperty(history(kinds), async (one) => {
    const faults = faultsOf(await live(one));
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  await fc.assert(property, { endOnFailure: true, numRuns, seed: historySeed, examples: [[known]] });
}
