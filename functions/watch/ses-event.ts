/**
 * An event that SES publishes to SNS about a message. The message's tags name its run. Events may arrive twice, in any
 * order, and days after they happened. Their format:
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */

import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { ObjectStore } from '#archive/object-store.ts';
import { oneLine } from '#base/text/one-line.ts';
import { readMessageTags } from '#mail/transport/mailer.ts';
import {
  isRecipientFailure,
  saveFailedRecipients,
  saveRecipientEvents,
} from '#runs/messages/recipient-events.ts';
import { messagePrefix, prefixOfRunName } from '#runs/store/names.ts';
import type { RecipientEvent } from '#runs/store/objects.ts';
import * as objects from '#runs/store/objects.ts';
import { nonEmptyTextSchema } from '#runs/store/stored-object.ts';

const instant = z.iso.datetime({ offset: true });
const mail = z.object({
  timestamp: instant,
  messageId: nonEmptyTextSchema,
  destination: z._default(z.array(nonEmptyTextSchema), []),
  tags: z.record(z.string(), z.array(z.string())),
});
const text = z.optional(z.nullable(z.string()));
/** Only a bounce that is a delivery status notification (RFC 3464) has `action`, `status` and `diagnosticCode`. */
const recipient = z.object({
  emailAddress: nonEmptyTextSchema,
  diagnosticCode: text,
  status: text,
  action: text,
});
const recipients = z.array(recipient).check(z.minLength(1));
const bounce = z.object({
  timestamp: instant,
  bounceType: z.enum(['Undetermined', 'Permanent', 'Transient']),
  bounceSubType: z.string(),
  bouncedRecipients: recipients,
});

export const sesEventSchema = z.discriminatedUnion('eventType', [
  z.object({ eventType: z.literal('Send'), mail }),
  z.object({
    eventType: z.literal('Delivery'),
    mail,
    delivery: z.object({ timestamp: instant, recipients: z.array(nonEmptyTextSchema).check(z.minLength(1)) }),
  }),
  z.object({ eventType: z.literal('Bounce'), mail, bounce }),
  z.object({
    eventType: z.literal('Complaint'),
    mail,
    complaint: z.object({
      timestamp: instant,
      complainedRecipients: recipients,
      complaintFeedbackType: text,
      complaintSubType: text,
    }),
  }),
  z.object({
    eventType: z.literal('DeliveryDelay'),
    mail,
    deliveryDelay: z.object({
      timestamp: instant,
      delayType: z.string(),
      expirationTime: z.optional(z.nullable(instant)),
      delayedRecipients: recipients,
    }),
  }),
  z.object({ eventType: z.literal('Reject'), mail, reject: z.object({ reason: z.string() }) }),
]);

export type SesEvent = z.infer<typeof sesEventSchema>;
type BounceEvent = z.infer<typeof bounce>;

function messageOfEvent(
  event: SesEvent,
): { readonly prefix: string; readonly message: string; readonly mail: string } | undefined {
  const { run, message } = readMessageTags(event.mail.tags) ?? { run: '', message: '' };
  const prefix = prefixOfRunName(run);
  if (prefix === undefined || !/^[a-z0-9_-]{1,200}$/.test(message)) return undefined;
  return { prefix, message, mail: messagePrefix(prefix, message) };
}

function recipientEventsOf(about: SesEvent): readonly RecipientEvent[] {
  switch (about.eventType) {
    case 'Send':
      return [];
    case 'Delivery': {
      const { timestamp, recipients: to } = about.delivery;
      return to.map((address) => ({ event: 'delivered', address, at: utcInstant(timestamp), reason: '' }));
    }
    case 'Bounce': {
      const { timestamp, bounceType, bounceSubType, bouncedRecipients } = about.bounce;
      const isSuppressed = bounceSubType === 'OnAccountSuppressionList';
      return bouncedRecipients.map((one) => {
        const event = bounceKind(about.bounce, one);
        return {
          ...recipientEvent(event, one, timestamp, `${bounceType} bounce, ${bounceSubType}`),
          cause: event === 'undelivered' ? causeByBounceSubType[bounceSubType] : undefined,
          suppressed: isSuppressed || undefined,
        };
      });
    }
    case 'Complaint': {
      const { timestamp, complainedRecipients, complaintFeedbackType, complaintSubType } = about.complaint;
      const isSuppressed = complaintSubType === 'OnAccountSuppressionList';
      const reason = complaintFeedbackType
        ? `feedback type ${complaintFeedbackType}`
        : 'no feedback type given';
      return complainedRecipients.map((one) => ({
        ...recipientEvent('complained', one, timestamp, reason),
        suppressed: isSuppressed || undefined,
      }));
    }
    case 'DeliveryDelay': {
      const { timestamp, delayType, expirationTime, delayedRecipients } = about.deliveryDelay;
      return delayedRecipients.map((one) => ({
        ...recipientEvent('delayed', one, timestamp, delayType),
        until: expirationTime ? utcInstant(expirationTime) : undefined,
      }));
    }
    case 'Reject': {
      const { timestamp, destination } = about.mail;
      const reason = `SES refused to send the message: ${about.reject.reason}`;
      return destination.map((emailAddress) =>
        recipientEvent('rejected', { emailAddress }, timestamp, reason),
      );
    }
  }
}

const causeByBounceSubType: Readonly<Record<string, RecipientEvent['cause']>> = {
  MailboxFull: 'mailbox full',
  MessageTooLarge: 'too large',
  ContentRejected: 'content refused',
  AttachmentRejected: 'content refused',
};

function bounceKind(
  { bounceType, bounceSubType }: BounceEvent,
  { status, diagnosticCode, action }: z.infer<typeof recipient>,
): RecipientEvent['event'] {
  const isForNow = status?.startsWith('4') || /^(?:smtp; *)?4\d\d\b/.test(diagnosticCode ?? '');
  if (bounceType === 'Permanent' || (bounceType === 'Undetermined' && !isForNow)) return 'bounced';
  // An automatic reply, for example "out of office", is a General bounce without codes.
  const hasFailed =
    causeByBounceSubType[bounceSubType] || ((status || diagnosticCode) && !status?.startsWith('2'));
  return hasFailed && action !== 'delayed' ? 'undelivered' : 'soft-bounced';
}

const maxReasonLength = 300;

function recipientEvent(
  event: RecipientEvent['event'],
  { emailAddress, diagnosticCode }: Pick<z.infer<typeof recipient>, 'emailAddress' | 'diagnosticCode'>,
  at: string,
  otherwise: string,
): RecipientEvent {
  const reason = oneLine((diagnosticCode || otherwise).toWellFormed()).slice(0, maxReasonLength);
  return { event, address: emailAddress, at: utcInstant(at), reason };
}

function utcInstant(timestamp: string): string {
  return new Date(timestamp).toISOString();
}

/**
 * Saves the event once; events may come in any order.
 * @param heard when the event arrived here, which may be days after it happened
 * @returns `keys`: keys of the event, even if it was stored before; none if its tags name no run. `nobodyToNotify`: why
 *   no contact can be notified of a failure
 * @throws RunStoreError if the issue cannot be read: it names the contact to notify of a failure
 */
export async function saveSesEvent(store: ObjectStore, event: SesEvent, heard: Temporal.Instant) {
  const of = messageOfEvent(event);
  if (of === undefined) return { keys: [] };
  const { prefix, message, mail } = of;
  if (event.eventType === 'Send') {
    const { timestamp, messageId } = event.mail;
    const at = new Date(timestamp).toISOString();
    await objects.mailServiceSendEvent.create(store, { mail }, { at, messageId });
    return { keys: [objects.mailServiceSendEvent.key({ mail })] };
  }
  const events = recipientEventsOf(event).map((one) => ({ ...one, heard: heard.toString() }));
  const save = () => saveRecipientEvents(store, mail, events);
  // A test goes only to its requester, who sees the failure.
  if (!events.some((one) => isRecipientFailure(one.event)) || prefix.startsWith('test-runs/')) {
    return { keys: await save() };
  }
  if (prefix.startsWith('contacts/')) return { keys: await save(), nobodyToNotify: 'contact' };
  const issue = await objects.issue.read(store, { run: prefix });
  if (issue === undefined) return { keys: await save(), nobodyToNotify: 'no issue' };
  await saveFailedRecipients(store, { issue, message }, events);
  return { keys: await save() };
}
