/** The interfaces of the functions, implemented by the simulated services, for the invocation that is in progress. */
import type { ObjectStore } from '#archive/object-store.ts';
import type { Log } from '#base/log.ts';
import type { SecretReader } from '#cloud/secret-reader.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import type { SendQuota } from '#mail/transport/pace.ts';
import { type JobQueue, jobJson } from '#queue/job-queue.ts';
import type { ArchiveObjects } from './archive.ts';
import type { Counts } from './counts.ts';
import type { SimulatedInvocation } from './invocation.ts';
import type { MailService } from './mail-service.ts';
import type { SimulatedQueue } from './queue.ts';

/** Milliseconds that a call takes, as seen from a function. */
const latency = { put: 35, get: 20, list: 30, send: 150, queue: 15, quota: 60, secret: 30 };
/** Maximum number of keys in an answer of S3. */
const keysInPage = 1_000;
/** Maximum number of jobs in a request to SQS. */
const jobsInRequest = 10;

type Current = () => SimulatedInvocation;

export function storeOf(current: Current, objects: ArchiveObjects, counts: Counts): ObjectStore {
  return {
    putOnce: (key, body) =>
      current().effect(latency.put, () => {
        counts.add('S3 writes', 1);
        return objects.put(key, body) ? 'created' : 'exists';
      }),
    get: (key) =>
      current().effect(latency.get, () => {
        counts.add('S3 reads', 1);
        return objects.get(key);
      }),
    list: async (prefix, { after } = {}) => {
      const keys = await current().effect(latency.list, () => objects.list(prefix, after));
      const pages = Math.max(1, Math.ceil(keys.length / keysInPage));
      counts.add('S3 lists', pages);
      if (pages > 1) await current().process.wait((pages - 1) * latency.list);
      return keys;
    },
    link: async (key) => `https://archive.example.com/${encodeURI(key)}`,
  };
}

export function mailerOf(current: Current, mail: MailService, counts: Counts): Mailer {
  return {
    repeatable: false,
    send: (message) =>
      current().effect(latency.send, () => {
        counts.add('SES requests', 1);
        return mail.send(message);
      }),
  };
}

/** The sending quota, read again after five to ten minutes, as in the functions. */
export function quotaOf(
  current: Current,
  mail: MailService,
  { now, draw }: { readonly now: () => number; readonly draw: () => number },
): () => Promise<SendQuota> {
  let known: SendQuota | undefined;
  let askAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (known && now() < askAt) return known;
    known = await current().effect(latency.quota, mail.quota);
    askAt = now() + 300_000 * (1 + draw());
    return known;
  };
}

export function jobQueueOf(current: Current, queue: () => SimulatedQueue, counts: Counts): JobQueue {
  return {
    send: async (jobs, { delaySeconds } = { delaySeconds: 0 }) => {
      for (let start = 0; start < jobs.length; start += jobsInRequest) {
        await current().effect(latency.queue, () => {
          counts.add('SQS requests', 1);
          for (const job of jobs.slice(start, start + jobsInRequest))
            queue().send(jobJson(job), delaySeconds);
        });
      }
    },
    depth: () =>
      current().effect(latency.queue, () => {
        counts.add('SQS requests', 1);
        return queue().depth();
      }),
  };
}

/** Secrets, cached for five minutes, as in the functions. */
export function secretsOf(current: Current, read: (name: string) => string, now: () => number): SecretReader {
  const cached = new Map<string, { readonly value: string; readonly at: number }>();
  return async (name, how) => {
    const known = cached.get(name);
    if (known && how !== 'fresh' && now() - known.at < 300_000) return known.value;
    const value = await current().effect(latency.secret, () => read(name));
    cached.set(name, { value, at: now() });
    return value;
  };
}

export function logOf(onLine: (line: string) => void, counts: Counts): Log {
  const write = (level: string) => (message: string, fields: object) =>
    onLine(`${level} ${message} ${JSON.stringify(fields)}`);
  return {
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    count: (name, value) => counts.add(`metric ${name}`, value),
    recordDuration: () => undefined,
    publish: () => undefined,
  };
}
