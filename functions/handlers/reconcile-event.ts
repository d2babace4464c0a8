import * as z from 'zod/mini';
import { LookaheadError } from '../base/lookahead-error.ts';
import type { JobQueue } from '../delivery/dispatch/job-queue.ts';
import { type SendEvent, saveSendEvidence, sendEventSchema } from '../delivery/messages/send-evidence.ts';
import { checkDispatches } from '../delivery/reconcile/check-dispatches.ts';
import { checkRequests } from '../delivery/reconcile/check-requests.ts';
import type { CheckedDispatch } from '../delivery/reconcile/run-check.ts';
import { openArchive } from './aws/archive-store.ts';
import { bundledConfiguration } from './aws/bundled-configuration.ts';
import { reconcileVariables } from './aws/environment.ts';
import { openMailer } from './aws/mail-service.ts';
import { type Environment, readVariables } from './aws/read-variables.ts';
import { openQueue } from './aws/sqs-queue.ts';
import { failureFields, withoutAddresses } from './log/step-log.ts';
import { measured, type NotifyClock, type NotifyServices, notifyParts } from './notify-services.ts';
import { instant, parseEvent } from './parse-event.ts';

export type ReconcileServices = NotifyServices & { readonly queue: JobQueue };

/** What the stack's half-hourly schedule sends. */
const checkSchema = z.object({
  reconcile: z.literal('check'),
  scheduledTime: instant,
});
const sesEvent = z.object({ source: z.literal('aws.ses') });

export type Reconciled =
  | { readonly kind: 'checked'; readonly dispatches: readonly CheckedDispatch[] }
  | { readonly kind: 'evidence'; readonly key: string | null };

export async function reconcileServices(
  environment: Environment,
  clock: NotifyClock,
): Promise<ReconcileServices> {
  const variables = readVariables(reconcileVariables, environment);
  const { configuration } = await bundledConfiguration(variables);
  return {
    configuration,
    store: openArchive(variables.ARCHIVE_BUCKET),
    mailer: openMailer(variables.CONFIGURATION_SET),
    queue: openQueue(variables.QUEUE_URL),
    reportFunction: variables.REPORT_FUNCTION,
    ...measured(),
    ...clock,
  };
}

/** A check that covered everything but could not read all of it. */
class ReconcileError extends LookaheadError {
  override readonly name = 'ReconcileError';
}

/**
 * @throws EventError for any other event, ReconcileError, once the rest has been checked, for what cannot be read, and
 *   what the store and the queue throw
 */
export async function reconcile(event: unknown, services: ReconcileServices): Promise<Reconciled> {
  const { log, metrics } = services;
  try {
    if (sesEvent.safeParse(event).success) {
      return await saveEvidence(parseEvent(sendEventSchema, event, 'a SEND event of SES'), services);
    }
    parseEvent(checkSchema, event, 'a scheduled check, or a SEND event of SES');
    return await check(services);
  } catch (error) {
    log.error('failed', failureFields(error));
    throw error;
  } finally {
    metrics.publish();
  }
}

async function saveEvidence(
  event: SendEvent,
  { store, log }: Pick<ReconcileServices, 'store' | 'log'>,
): Promise<Reconciled> {
  const key = (await saveSendEvidence(store, event)) ?? null;
  const { messageId } = event.detail.mail;
  log.info(key === null ? 'not of the run store' : 'evidence', { messageId });
  return { kind: 'evidence', key };
}

async function check(services: ReconcileServices): Promise<Reconciled> {
  const { log, metrics, queue } = services;
  // By the clock and not by the schedule's time: a check that starts late includes what is late by then.
  const parts = { ...notifyParts(services), queue };
  const at = services.now();
  const dispatches = [...(await checkDispatches(at, parts)), ...(await checkRequests(at, parts))];
  for (const checked of dispatches) logCheck(checked, services);
  const missing = dispatches.filter(({ kind }) => kind === 'manifest missing').length;
  metrics.count('ManifestMissing', missing);
  log.info('checked', { dispatches: dispatches.length, missing });
  const unread = dispatches.flatMap((checked) => (checked.kind === 'unreadable' ? [checked.reason] : []));
  const [first] = unread;
  if (first !== undefined) {
    const what = unread.length === 1 ? 'dispatch or request' : 'dispatches or requests';
    throw new ReconcileError(`${unread.length} ${what} could not be checked`, {
      kind: 'curable',
      remedy: first,
    });
  }
  return { kind: 'checked', dispatches };
}

function logCheck(checked: CheckedDispatch, { log, metrics }: ReconcileServices): void {
  const { dispatchId, schedule } = checked;
  const fields = { dispatchId, cron: schedule?.cron, timeZone: schedule?.timeZone };
  switch (checked.kind) {
    case 'manifest missing':
      log.error('the manifest is missing', fields);
      break;
    case 'unreadable':
      log.error('unreadable', { ...fields, reason: withoutAddresses(checked.reason) });
      break;
    case 'queued':
      log.warn('queued again', { ...fields, check: checked.check, outstanding: checked.outstanding });
      break;
    case 'notified':
      metrics.count('ReportsFailed', checked.outstanding);
      log.error('the contact was notified', {
        ...fields,
        check: checked.check,
        outstanding: checked.outstanding,
      });
      break;
    case 'not notified': {
      const reason = withoutAddresses(checked.reason);
      log.error('the contact could not be notified yet', {
        ...fields,
        outstanding: checked.outstanding,
        reason,
      });
    }
  }
}
