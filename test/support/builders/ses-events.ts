/** Events of SES about a message, in the shapes that its documentation shows, as it publishes them to SNS. */

import { saveSesEventMessage } from '#cloud/ses-events.ts';
import { messageTags, type OutgoingMessage } from '#mail/transport/mailer.ts';

type Named = Pick<OutgoingMessage, 'run' | 'message'>;

const sentAt = '2026-11-20T14:00:07.123Z';
const reportedAt = '2026-11-20T14:01:30.456Z';

type EventType = 'Delivery' | 'Bounce' | 'Complaint' | 'DeliveryDelay' | 'Reject';

function sesEvent(
  eventType: EventType,
  of: Named & { readonly to?: readonly string[] },
  own: Readonly<Record<string, unknown>>,
) {
  const tags = [...(messageTags(of) ?? []), { Name: 'ses:configuration-set', Value: 'lookahead-test' }];
  return {
    eventType,
    mail: {
      timestamp: sentAt,
      source: 'lookahead@example.com',
      sourceArn: 'arn:aws:ses:eu-west-2:123456789012:identity/example.com',
      sendingAccountId: '123456789012',
      messageId: '0102019a2b3c4d5e-6f708192-a3b4-c5d6-e7f8-091a2b3c4d5e-000000',
      destination: [...(of.to ?? [])],
      headersTruncated: false,
      headers: [{ name: 'From', value: 'Lookahead <lookahead@example.com>' }],
      commonHeaders: { from: ['Lookahead <lookahead@example.com>'], subject: 'Weekly lookahead' },
      tags: Object.fromEntries(tags.map(({ Name, Value }) => [Name, [Value]])),
    },
    ...own,
  };
}

/** Saves an event as the function `events` does. @returns the keys */
export function receiveSesEvent(
  event: object,
  world: Parameters<typeof saveSesEventMessage>[1],
): Promise<readonly string[]> {
  return saveSesEventMessage(JSON.stringify(event), world);
}

export function aDelivery(of: Named, address: string, timestamp = reportedAt) {
  return sesEvent(
    'Delivery',
    { ...of, to: [address] },
    {
      delivery: {
        timestamp,
        processingTimeMillis: 1_234,
        recipients: [address],
        smtpResponse: '250 2.6.0 Message received',
        remoteMtaIp: '192.0.2.10',
        reportingMTA: 'a7-30.smtp-out.eu-west-2.amazonses.com',
      },
    },
  );
}

export function aBounce(
  of: Named,
  address: string,
  how: {
    readonly bounceType?: 'Permanent' | 'Transient' | 'Undetermined';
    readonly bounceSubType?: string;
    readonly diagnosticCode?: string;
    readonly status?: string;
    readonly action?: string;
    readonly timestamp?: string;
  } = {},
) {
  const { bounceType = 'Permanent', bounceSubType = 'General', timestamp = reportedAt } = how;
  const { diagnosticCode = 'smtp; 550 5.1.1 user unknown', status = '5.1.1', action = 'failed' } = how;
  return sesEvent(
    'Bounce',
    { ...of, to: [address] },
    {
      bounce: {
        feedbackId: '0102019a2b3c4d5e-1-000000',
        bounceType,
        bounceSubType,
        bouncedRecipients: [{ emailAddress: address, action, status, diagnosticCode }],
        timestamp,
        remoteMtaIp: '192.0.2.10',
        reportingMTA: 'dns; a7-30.smtp-out.eu-west-2.amazonses.com',
      },
    },
  );
}

/** An automatic reply, such as that a reader is out of office, without a delivery status notification. */
export function anAutomaticReply(of: Named, address: string) {
  const event = aBounce(of, address);
  const bouncedRecipients = [{ emailAddress: address }];
  return { ...event, bounce: { timestamp: reportedAt, ...automatic, bouncedRecipients } };
}

const automatic = { bounceType: 'Transient', bounceSubType: 'General' };

export function aComplaint(of: Named, address: string, timestamp = reportedAt) {
  return sesEvent(
    'Complaint',
    { ...of, to: [address] },
    {
      complaint: {
        feedbackId: '0102019a2b3c4d5e-2-000000',
        complaintSubType: null,
        complainedRecipients: [{ emailAddress: address }],
        timestamp,
        userAgent: 'Amazon SES Mailbox Simulator',
        complaintFeedbackType: 'abuse',
        arrivalDate: timestamp,
      },
    },
  );
}

export function aDelay(of: Named, address: string, timestamp = reportedAt) {
  return sesEvent(
    'DeliveryDelay',
    { ...of, to: [address] },
    {
      deliveryDelay: {
        timestamp,
        delayType: 'TransientCommunicationFailure',
        expirationTime: '2026-11-21T04:00:07.123Z',
        delayedRecipients: [
          { emailAddress: address, status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 Unable to connect' },
        ],
      },
    },
  );
}

export function aReject(of: Named, to: readonly string[]) {
  return sesEvent('Reject', { ...of, to }, { reject: { reason: 'Bad content' } });
}
