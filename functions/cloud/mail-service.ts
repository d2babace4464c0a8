import { setTimeout as wait } from 'node:timers/promises';
import { GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses';
import type { ObjectStore } from '#archive/object-store.ts';
import { readAwsError } from '#base/aws-error.ts';
import { failureFields, type LogWithoutMetrics } from '#base/log.ts';
import type { Clock } from '#base/system.ts';
import { isAllowedAddress } from '#config/stage/stage-mail.ts';
import type { Mailer } from '#mail/transport/mailer.ts';
import { createSendPacer, type SendPacer, type SendQuota, sesStartRate } from '#mail/transport/pace.ts';
import { createSesClient, createSesMailer } from '#mail/transport/ses.ts';
import { resumeCommandText, stoppableMailer } from '#runs/messages/stoppable-mailer.ts';
import { requestTimeouts } from './aws-request-limits.ts';

/** Cache time of the sending quota in milliseconds, lengthened at random by up to 100 %. */
const quotaCacheMs = 300_000;
/** Milliseconds until a failed read of the quota is repeated, lengthened at random by up to 100 %. */
const quotaRetryMs = 15_000;

/**
 * The only mailer of the functions. It uses SES with the configuration set that publishes events, mails only addresses
 * of the allowed domains, and sends nothing while mail is stopped.
 */
export function openMailer(
  variables: {
    readonly CONFIGURATION_SET?: string | undefined;
    readonly ALLOWED_DOMAINS?: readonly string[] | undefined;
    readonly ARCHIVE_BUCKET: string;
    readonly AWS_REGION: string;
  },
  world: { readonly store: ObjectStore; readonly clock: Clock },
): Mailer {
  const configurationSet = variables.CONFIGURATION_SET;
  const ses = createSesMailer({ client: createSesClient(), configurationSet });
  const { ARCHIVE_BUCKET: bucket, AWS_REGION: region } = variables;
  const resume = resumeCommandText('--bucket', bucket, '--region', region);
  return stoppableMailer(restrictedMailer(ses, variables.ALLOWED_DOMAINS), { ...world, resume });
}

/** @param workers number of workers that share the rate and the quota of SES */
export function openSendPacer(workers: number, log: LogWithoutMetrics): SendPacer {
  const client = new SESClient({ requestHandler: requestTimeouts, maxAttempts: 1 });
  const clock = { now: Date.now, draw: Math.random };
  const onUnreadable = (error: unknown) => log.warn('the sending quota cannot be read', failureFields(error));
  return createSendPacer({
    ...clock,
    workers,
    wait,
    quota: createQuotaReader({ ...clock, client, onUnreadable }),
  });
}

export type QuotaReaderOptions = {
  readonly client: { readonly send: SESClient['send'] };
  readonly now: () => number;
  readonly draw: () => number;
  /** Called at most once, if the quota cannot be read for a reason other than throttling. */
  readonly onUnreadable: (error: unknown) => void;
};

/**
 * The quota that a worker assumes until it has read it (SES answers only once a second): the rate that AWS grants at
 * first.
 */
const assumedQuota: SendQuota = {
  perSecond: sesStartRate,
  perDay: Number.POSITIVE_INFINITY,
  left: Number.POSITIVE_INFINITY,
};

/**
 * Reads and caches the account's sending quota. Never throws: mail goes out even if the quota cannot be read.
 * @returns a reader of the quota. Before its first answer from SES, it gives `assumedQuota`; it gives undefined if this
 *   Lambda function may not read the quota, or if the account has none
 */
export function createQuotaReader(options: QuotaReaderOptions): () => Promise<SendQuota | undefined> {
  const { client, now, draw } = options;
  let known: SendQuota | undefined = assumedQuota;
  let askAt = Number.NEGATIVE_INFINITY;
  let isReported = false;

  return async () => {
    if (now() < askAt) return known;
    try {
      known = parseQuota(await client.send(new GetSendQuotaCommand({})));
      askAt = now() + quotaCacheMs * (1 + draw());
    } catch (error) {
      const { code } = readAwsError(error);
      if (/^AccessDenied/.test(code)) known = undefined;
      askAt = now() + quotaRetryMs * (1 + draw());
      if (!isReported && !/^Throttling/.test(code)) options.onUnreadable(error);
      isReported ||= !/^Throttling/.test(code);
    }
    return known;
  };
}

function parseQuota(answer: {
  readonly MaxSendRate?: number | undefined;
  readonly Max24HourSend?: number | undefined;
  readonly SentLast24Hours?: number | undefined;
}): SendQuota | undefined {
  const { MaxSendRate: perSecond = 0, Max24HourSend = -1, SentLast24Hours = 0 } = answer;
  if (perSecond <= 0) return undefined;
  const perDay = Max24HourSend < 0 ? Number.POSITIVE_INFINITY : Max24HourSend;
  return { perSecond, perDay, left: perDay - SentLast24Hours };
}

/**
 * A mailer that fails every message to an address outside of the domains, whether the configuration, a request or the
 * planning service named it.
 * @param domains as for `isAllowedAddress`; undefined: no restriction
 */
export function restrictedMailer(mailer: Mailer, domains: readonly string[] | undefined): Mailer {
  if (domains === undefined) return mailer;
  return {
    ...mailer,
    send: async (message, options) => {
      const outside = message.recipients.filter((address) => !isAllowedAddress(address, domains));
      if (outside.length === 0) return mailer.send(message, options);
      return {
        kind: 'failed',
        reason: `${outside.join(', ')}: allowedDomains in lookahead.yaml lets reports be mailed to ${domains.join(', ')} only. Correct the address, or add its domain there`,
      };
    },
  };
}
