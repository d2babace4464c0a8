/** The event "Send", which SES publishes when it has accepted a message. */
import { addressesIn, type Header, headerOf, type Tag } from './check-message.ts';

const account = '123456789012';

/** A message that SES has accepted. */
export type AcceptedMessage = {
  readonly messageId: string;
  /** ISO 8601 instant. */
  readonly at: string;
  readonly source: string;
  readonly recipients: readonly string[];
  readonly tags: readonly Tag[];
  readonly configurationSet: string | undefined;
  /** Bytes of the raw message. */
  readonly size: number;
  readonly subject: string | undefined;
  /** Undefined if the server does not keep raw messages. */
  readonly raw: Buffer | undefined;
};

export type EmailSentEvent = ReturnType<typeof emailSentEvent>;

export function emailSentEvent(message: AcceptedMessage, at: { readonly headers: readonly Header[] }) {
  const { headers } = at;
  const set = message.configurationSet;
  return {
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
  };
}
