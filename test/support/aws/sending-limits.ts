/** The limits of an account, counted in recipients as SES does: a rate, a daily quota, and the request for both. */
import { AwsError } from './aws-service.ts';

/** Limits that are enforced. If a limit is undefined, the account reports a high one and enforces none. */
export type SendingLimits = {
  /** Recipients a second. A burst may have those of five seconds or of one full message, whichever are more. */
  readonly maxSendRate?: number | undefined;
  /** Recipients in any 24 hours. */
  readonly max24HourSend?: number | undefined;
};

const unlimited = { maxSendRate: 1_000, max24HourSend: 1_000_000 };
const burstSeconds = 5;
export const maxSesRecipients = 50;
const day = 24 * 60 * 60 * 1_000;

export type SendingAccount = {
  /** Counts a message. @throws AwsError as SES does for one that is over a limit */
  readonly take: (recipients: number) => void;
  /** @throws AwsError if it is called more than once a second and the test has set a limit */
  readonly quota: () => {
    readonly maxSendRate: number;
    readonly max24HourSend: number;
    readonly sentLast24Hours: number;
  };
};

export function createSendingAccount(options: {
  readonly limits: () => SendingLimits;
  readonly now: () => number;
}): SendingAccount {
  const { limits, now } = options;
  const sent: { readonly at: number; readonly recipients: number }[] = [];
  let lastDay = 0;
  let level = { at: Number.NEGATIVE_INFINITY, recipients: 0 };
  let askedAt = Number.NEGATIVE_INFINITY;

  function sentLast24Hours(): number {
    while (sent[0] !== undefined && sent[0].at <= now() - day) lastDay -= sent.shift()?.recipients ?? 0;
    return lastDay;
  }

  return {
    take: (recipients) => {
      const { maxSendRate, max24HourSend } = limits();
      if (max24HourSend !== undefined && sentLast24Hours() + recipients > max24HourSend) {
        throw new AwsError(400, 'Throttling', 'Daily message quota exceeded.');
      }
      if (maxSendRate !== undefined) {
        const seconds = Math.max(0, now() - level.at) / 1_000;
        const left = Math.max(0, level.recipients - seconds * maxSendRate);
        if (left + recipients > Math.max(maxSesRecipients, burstSeconds * maxSendRate)) {
          throw new AwsError(400, 'Throttling', 'Maximum sending rate exceeded.');
        }
        level = { at: now(), recipients: left + recipients };
      }
      sent.push({ at: now(), recipients });
      lastDay += recipients;
    },
    quota: () => {
      const { maxSendRate, max24HourSend } = limits();
      const isLimited = maxSendRate !== undefined || max24HourSend !== undefined;
      if (isLimited && now() - askedAt < 1_000) throw new AwsError(400, 'Throttling', 'Rate exceeded');
      askedAt = now();
      return {
        maxSendRate: maxSendRate ?? unlimited.maxSendRate,
        max24HourSend: max24HourSend ?? unlimited.max24HourSend,
        sentLast24Hours: sentLast24Hours(),
      };
    },
  };
}
