/** What each error code of SES means for a message: which pass by themselves, which a person can cure, which are final. */
import { quotaWaitSeconds } from '../../base/limits.ts';
import type { Refusal } from './mailer.ts';

/** What an answer of SES means, and what to do about it. */
type Rule = Pick<Refusal, 'waitSeconds' | 'affects'> & {
  readonly means: Refusal['cause'] | 'failed';
  readonly remedy: string;
};

/** @param of the text of the error, and the sender of the message; undefined for a code without a rule */
export function ruleOf(code: string, of: { readonly text: string; readonly from: string }): Rule | undefined {
  const { text, from } = of;
  const rule = rules[code];
  if (/daily \w+ quota/i.test(text) && rule?.means === 'retryable') return quotaUsedUp;
  if (code !== 'MessageRejected') return rule;
  if (/sending (?:paused|suspended) for this account/i.test(text)) return rules['AccountSendingPaused'];
  if (!/not verified/i.test(text)) return rule;
  // SES lists the identities that are not verified; without the sender, only this message's recipients are.
  const isOfSender = text.toLowerCase().includes(from.toLowerCase());
  return isOfSender ? { ...notVerified, affects: 'every message' } : notVerified;
}

const quotaUsedUp: Rule = {
  means: 'retryable',
  waitSeconds: quotaWaitSeconds,
  affects: 'every message',
  remedy: "the account's daily quota is used up; if this happens often, ask AWS for a higher one",
};
const notVerified: Rule = {
  means: 'curable',
  remedy:
    'verify the from-address or its domain in SES in this region; while the account is in the sandbox, verify every recipient too',
};
/** A code that is not known to be final, so a cure may let the message go. */
export const unknownCode: Rule = {
  means: 'curable',
  remedy: 'look the code up in the SES error list and fix the cause',
};

/** By the code of SES. */
const rules: Readonly<Record<string, Rule>> = {
  ...entries(
    [
      'Throttling',
      'TooManyRequests',
      'RequestLimitExceeded',
      'LimitExceeded',
      'SlowDown',
      'RequestThrottled',
    ],
    {
      means: 'retryable',
      remedy: "the account's sending rate is used up; if this happens often, ask AWS for a higher one",
    },
  ),
  ...entries(['ServiceUnavailable', 'RequestTimeout'], {
    means: 'retryable',
    remedy: 'SES is not available at the moment',
  }),
  ...entries(
    ['ExpiredToken', 'RequestExpired', 'RequestInTheFuture', 'RequestTimeTooSkewed', 'SignatureDoesNotMatch'],
    {
      means: 'curable',
      affects: 'every message',
      remedy: 'the AWS credentials have expired or the clock of this machine is off; renew them, or set it',
    },
  ),
  ...entries(['InvalidClientTokenId', 'UnrecognizedClient', 'MissingAuthenticationToken'], {
    means: 'curable',
    affects: 'every message',
    remedy: 'AWS does not know the credentials; renew them',
  }),
  MailFromDomainNotVerified: {
    means: 'curable',
    affects: 'every message',
    remedy: "restore the MX record of the identity's MAIL FROM domain, or let SES fall back to its own",
  },
  ConfigurationSetDoesNotExist: {
    means: 'curable',
    affects: 'every message',
    remedy: 'deploy the stack again, or correct the name of the configuration set',
  },
  AccountSendingPaused: {
    means: 'curable',
    affects: 'every message',
    remedy: 'sending is paused for the whole account; reply to the notice from SES, then resume sending',
  },
  ConfigurationSetSendingPaused: {
    means: 'curable',
    affects: 'every message',
    remedy: 'sending is paused for the configuration set; resume it in SES',
  },
  OptInRequired: {
    means: 'curable',
    affects: 'every message',
    remedy: 'SES is not enabled for this account in this region; enable it',
  },
  // In the sandbox, the identity of a recipient may be what is missing, so other messages may go.
  AccessDenied: {
    means: 'curable',
    remedy:
      'the role is not allowed to send from this address; give it ses:SendRawEmail for the from-address in the configuration',
  },
  MessageRejected: {
    means: 'failed',
    remedy:
      'correct what SES names in the message or the recipients, in the configuration or in the planning service',
  },
  InvalidParameterValue: {
    means: 'failed',
    remedy:
      'correct the address, or shorten the recipients or the message, in the configuration or in the planning service',
  },
};

function entries(codes: readonly string[], rule: Rule): Record<string, Rule> {
  return Object.fromEntries(codes.map((code) => [code, rule]));
}
