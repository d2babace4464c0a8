import * as z from 'zod/mini';
import { LookaheadError } from '../../base/lookahead-error.ts';
import { saveSesEvent } from '../log/save-ses-event.ts';
import { type SesEvent, sesEventSchema } from '../log/ses-event.ts';
import { type NotifyServices, notifyParts } from '../notify-services.ts';
import { instant, parseEvent } from '../parse-event.ts';
import { failureFields, withoutAddresses } from '../step-log.ts';
import type { RecipientsChecked } from './failed-recipients.ts';
import type { Unreadable } from './isolated.ts';
import { type CheckedDispatch, type ReconcileParts, reconcileDue } from './reconcile.ts';

export type ReconcileServices = NotifyServices & Pick<ReconcileParts, 'queue' | 'queueIsNew' | 'programmes'>;

/** What the stack's own schedule sends. */
const checkSchema = z.object({
  reconcile: z.literal('check'),
  scheduledTime: instant,
});
const sesEvent = z.object({ source: z.literal('aws.ses') });

export type Reconciled =
  | { readonly kind: 'checked'; readonly dispatches: readonly (CheckedDispatch | Unreadable)[] }
  /** The keys of what an event of SES was stored as; none for a message that is not in the run store. */
  | { readonly kind: 'event'; readonly keys: readonly string[] };

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
      return await saveEvent(parseEvent(sesEventSchema, event, 'an event of SES about a message'), services);
    }
    parseEvent(checkSchema, event, 'a scheduled check, or an event of SES');
    return await check(services);
  } catch (error) {
    log.error('failed', failureFields(error));
    throw error;
  } finally {
    metrics.publish();
  }
}

async function saveEvent(
  event: SesEvent,
  { store, log, metrics }: Pick<ReconcileServices, 'store' | 'log' | 'metrics'>,
): Promise<Reconciled> {
  const { keys, nobodyToNotify } = await saveSesEvent(store, event);
  const { eventType, mail } = event.detail;
  const fields = { eventType, messageId: mail.messageId };
  if (nobodyToNotify === 'notice') {
    // The contact is who would be told, so the engineer is.
    metrics.count('ActionNeeded', 1);
    log.error('a notice did not reach its contact', { ...fields, key: keys[0] });
  } else if (nobodyToNotify === 'no issue') {
    log.error('a message without an issue did not reach a recipient', { ...fields, key: keys[0] });
  } else log.info(keys.length === 0 ? 'not of the run store' : 'event', fields);
  return { kind: 'event', keys };
}

async function check(services: ReconcileServices): Promise<Reconciled> {
  const { log, metrics, queue, queueIsNew, programmes } = services;
  // By the clock and not by the schedule's time: a check that starts late includes what is late by then.
  const { dispatches, queuedAgain, recipients } = await reconcileDue(services.now(), {
    ...notifyParts(services),
    queue,
    queueIsNew,
    programmes,
  });
  metrics.count('ManifestMissing', 0);
  const unreadable: string[] = [];
  for (const checked of dispatches) {
    if ('unreadable' in checked) {
      unreadable.push(checked.unreadable);
      log.error('unreadable', { of: checked.of, reason: withoutAddresses(checked.unreadable) });
    } else logCheck(checked, services);
  }
  for (const checked of recipients) {
    if ('unreadable' in checked) {
      unreadable.push(checked.unreadable);
      log.error('unreadable', { of: checked.of, reason: withoutAddresses(checked.unreadable) });
    } else logRecipients(checked, services);
  }
  const say = queuedAgain > 0 ? log.warn : log.info;
  say('checked', { dispatches: dispatches.length, queuedAgain });
  const [first] = unreadable;
  if (first !== undefined) {
    const what = unreadable.length === 1 ? 'dispatch or request' : 'dispatches or requests';
    throw new ReconcileError(`${unreadable.length} ${what} could not be checked`, {
      kind: 'curable',
      remedy: first,
    });
  }
  return { kind: 'checked', dispatches };
}

function logRecipients(
  { dispatchId, notified, refused, pending }: RecipientsChecked,
  { log, metrics }: Pick<ReconcileServices, 'log' | 'metrics'>,
): void {
  if (notified > 0) log.warn('the contact was notified: recipients', { dispatchId, recipients: notified });
  for (const reason of pending) {
    log.error('the contact could not be notified yet', { dispatchId, reason: withoutAddresses(reason) });
  }
  if (refused.length > 0) metrics.count('ActionNeeded', refused.length);
  for (const reason of refused) {
    log.error('a notice did not reach its contact', { dispatchId, reason: withoutAddresses(reason) });
  }
}

function logCheck(checked: CheckedDispatch, { log, metrics }: ReconcileServices): void {
  const { dispatchId, schedule, added, arrived, open } = checked;
  const fields = { dispatchId, cron: schedule?.cron, timeZone: schedule?.timeZone, open };
  if (checked.manifestMissing) {
    metrics.count('ManifestMissing', 1);
    log.error('the manifest was missing, and has been written', { ...fields, added });
  } else if (added > 0) {
    metrics.count('DueAdded', added);
    log.error('reports were missing in the manifest, and have been added', { ...fields, added });
  }
  if (arrived > 0) {
    metrics.count('ReportsDue', arrived);
    log.info('a version of the programme has arrived', { ...fields, due: arrived });
  }
  for (const { kind, reports } of checked.notices) {
    if (kind === 'not-delivered' || kind === 'not-sent') metrics.count('ReportsFailed', reports);
    if (kind === 'action') metrics.count('ActionNeeded', reports);
  }
  for (const { kind, reports, outcome, reason, file } of checked.results) {
    const because = { ...fields, notice: kind, reports, reason: withoutAddresses(reason) };
    switch (outcome) {
      case 'sent': {
        const say = kind === 'delivered' ? log.info : log.error;
        if (file === undefined) say(`the contact was notified: ${kind}`, { ...fields, reports });
        else say(`a notice was written to a file: ${kind}`, { ...fields, reports, file });
        break;
      }
      case 'pending':
        log.error('the contact could not be notified yet', because);
        break;
      case 'refused':
        metrics.count('ActionNeeded', 1);
        log.error('a notice did not reach its contact', because);
        break;
      case 'dropped':
      case 'perhaps sent':
        log.info('a notice was dropped', because);
    }
  }
  if (checked.settled) log.info('settled', fields);
}
