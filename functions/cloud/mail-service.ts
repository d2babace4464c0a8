import { setTimeout as pause } from 'node:timers/promises';
import { SESClient } from '@aws-sdk/client-ses';
import { restrictedMailer } from '../delivery/messages/restricted-mailer.ts';
import { failureFields, type StepLog } from '../delivery/step-log.ts';
import type { Mailer } from '../mail/transport/mailer.ts';
import { createPace, type Pace } from '../mail/transport/pace.ts';
import { createSesClient, createSesMailer } from '../mail/transport/ses.ts';
import { requestLimits } from './request-limits.ts';
import { createQuotaReader } from './send-quota.ts';

/** SES, with the configuration set whose events report what happened to a message, to the allowed domains only. */
export function openMailer(variables: {
  readonly CONFIGURATION_SET?: string | undefined;
  readonly ALLOWED_DOMAINS?: readonly string[] | undefined;
}): Mailer {
  const configurationSet = variables.CONFIGURATION_SET;
  return restrictedMailer(
    createSesMailer({ client: createSesClient(), configurationSet }),
    variables.ALLOWED_DOMAINS,
  );
}

/** One of so many workers that share the rate and the quota of SES. */
export function openPace(workers: number, log: StepLog): Pace {
  const client = new SESClient({ requestHandler: requestLimits, maxAttempts: 1 });
  const clock = { now: Date.now, draw: Math.random };
  const onUnreadable = (error: unknown) => log.warn('the sending quota cannot be read', failureFields(error));
  return createPace({
    ...clock,
    workers,
    pause,
    quota: createQuotaReader({ ...clock, client, onUnreadable }),
  });
}
