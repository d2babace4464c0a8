import { setTimeout as wait } from 'node:timers/promises';
import { GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses';
import type { ObjectStore } from '../archive/object-store.ts';
import { readAwsError } from '../base/aws-error.ts';
import type { Clock } from '../base/system.ts';
import { restrictedMailer } from '../delivery/messages/restricted-mailer.ts';
import { resumeCommand, stoppableMailer } from '../delivery/messages/stoppable-mailer.ts';
import { failureFields, type StepLog } from '../delivery/step-log.ts';
import type { Mailer } from '../mail/transport/mailer.ts';
import { createPace, type Pace, type SendQuota } from '../mail/transport/pace.ts';
import { createSesClient, createSesMailer } from '../mail/transport/ses.ts';
import { requestLimits } from './request-limits.ts';

/**
 * SES, with the configuration set whose events report what happened to a message, to the allowed domains only, and to
 * nobody while mail is stopped. The only mailer of the functions, so that none of them can leave one of these out.
 */
export function openMailer(
  variables: {
    readonly CONFIGURATION_SET?: string | undefined;
    readonly ALLOWED_DOMAINS?: readonly string[] | undefined;
    readonly ARCHIVE_BUCKET: string;
    readonly AWS_REGION: string;
  },
  world: { readonly store: ObjectStore; readonly clock: Pick<Clock, 'now'> },
): Mailer {
  const configurationSet = variables.CONFIGURATION_SET;
  const ses = createSesMailer({ client: createSesClient(), configurationSet });
  const { ARCHIVE_BUCKET: bucket, AWS_REGION: region } = variables;
  const resume = resumeCommand('--bucket', bucket, '--region', region);
  return stoppableMailer(restrictedMailer(ses, variables.ALLOWED_DOMAINS), { ...world, resume });
}

/** One of so many workers that share the rate and the quota of SES. */
export function openPace(workers: number, log: StepLog): Pace {
  const client = new SESClient({ requestHandler: requestLimits, maxAttempts: 1 });
  const clock = { now: Date.now, draw: Math.random };
  const onUnreadable = (error: unknown) => log.warn('the sending quota cannot be read', failureFields(error));
  return createPace({
    ...clock,
    workers,
    wait,
    quota: createQuotaReader({ ...clock, client, onUnreadable }),
  });
}

export type QuotaReaderOptions = {
  readonly client: Pick<SESClient, 'send'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A random number from 0 to 1. */
  readonly draw: () => number;
  /** Called once in the life of a process: the quota cannot be read, and not because SES is asked too often. */
  readonly onUnreadable: (error: unknown) => void;
};

/** Milliseconds for which a quota is used. */
const freshFor = 300_000;
/** Milliseconds before another try, and as much again at random. */
const tryAgainAfter = 15_000;
/** SES answers one question a second. Until a worker has its answer, it assumes what AWS gives at first. */
const assumed: SendQuota = {
  perSecond: 14,
  perDay: Number.POSITIVE_INFINITY,
  left: Number.POSITIVE_INFINITY,
};

/**
 * Reads what the account may send, and remembers it for some minutes. Never throws: a quota that cannot be read is no
 * reason to send nothing.
 * @returns a function that answers undefined where the function may not read the quota, or the account has none
 */
export function createQuotaReader(options: QuotaReaderOptions): () => Promise<SendQuota | undefined> {
  const { client, now, draw } = options;
  let known: SendQuota | undefined = assumed;
  let askAt = Number.NEGATIVE_INFINITY;
  let isReported = false;

  return async () => {
    if (now() < askAt) return known;
    try {
      known = quotaOf(await client.send(new GetSendQuotaCommand({})));
      askAt = now() + freshFor * (1 + draw());
    } catch (error) {
      const { code } = readAwsError(error);
      if (/^AccessDenied/.test(code)) known = undefined;
      askAt = now() + tryAgainAfter * (1 + draw());
      if (!isReported && !/^Throttling/.test(code)) options.onUnreadable(error);
      isReported ||= !/^Throttling/.test(code);
    }
    return known;
  };
}

function quotaOf(answer: {
  readonly MaxSendRate?: number | undefined;
  readonly Max24HourSend?: number | undefined;
  readonly SentLast24Hours?: number | undefined;
}): SendQuota | undefined {
  const { MaxSendRate: perSecond = 0, Max24HourSend = -1, SentLast24Hours = 0 } = answer;
  if (perSecond <= 0) return undefined;
  // -1 is no limit.
  const perDay = Max24HourSend < 0 ? Number.POSITIVE_INFINITY : Max24HourSend;
  return { perSecond, perDay, left: perDay - SentLast24Hours };
}
