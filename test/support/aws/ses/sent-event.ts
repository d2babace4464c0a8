/** The event "Email Sent", which SES puts on the default event bus when it has accepted a message. */
import { randomUUID } from 'node:crypto';
import { addressesIn, type Header, headerOf } from './check-message.ts';
import type { SentMessage } from './ses-service.ts';

const account = '123456789012';

export type EmailSentEvent = ReturnType<typeof emailSentEvent>;

export function emailSentEvent(
  message: Omit<SentMessage, 'event'>,
  at: { readonly region: string; readonly headers: readonly Header[] },
) {
  const { headers, region } = at;
  const set = message.configurationSet;
  const time = message.at.replace(/\.\d+Z$/, 'Z');
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Email Sent',
    source: 'aws.ses',
    account,
    time,
    region,
    resources: set === undefined ? [] : [`arn:aws:ses:${region}:${account}:configuration-set/${set}`],
    detail: {
      eventType: 'Send',
      mail: {
        timestamp: message.at,
        source: message.source,
        sendingAccountId: account,
        messageId: message.messageId,
        destination: message.recipients,
        headersTruncated: false,
        headers,
        commonHeaders: {
          from: [headerOf(headers, 'from') ?? ''],
          to: addressesIn(headerOf(headers, 'to')),
          messageId: message.messageId,
          date: headerOf(headers, 'date'),
          subject: headerOf(headers, 'subject'),
        },
        tags: {
          'ses:operation': ['SendRawEmail'],
          ...(set === undefined ? {} : { 'ses:configuration-set': [set] }),
          'ses:source-ip': ['127.0.0.1'],
          'ses:from-domain': [message.source.slice(message.source.lastIndexOf('@') + 1)],
          'ses:caller-identity': ['lookahead'],
          ...Object.fromEntries(message.tags.map(({ name, value }) => [name, [value]])),
        },
      },
      send: {},
    },
  };
}
