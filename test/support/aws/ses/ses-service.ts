/** SendRawEmail and GetSendQuota of the first SES API: accepts messages, stores them, and reports each one. */
import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { AwsRequest } from '../aws-request.ts';
import type { AwsService, PreparedCall } from '../service.ts';
import { element } from '../xml.ts';
import {
  addressesIn,
  checkAddress,
  checkMessage,
  checkRecipients,
  checkTags,
  headerOf,
} from './check-message.ts';
import { createSendingAccount, type SendingLimits } from './sending-limits.ts';
import { type AcceptedMessage, type EmailSentEvent, emailSentEvent } from './sent-event.ts';

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/';

export type SentMessage = AcceptedMessage & { readonly event: EmailSentEvent };

export type SesSettings = {
  /** Verified addresses and domains; by default all are. */
  readonly identities?: readonly string[] | undefined;
  /** The configuration sets that exist; by default all do. */
  readonly configurationSets?: readonly string[] | undefined;
  readonly keepRaw: boolean;
  readonly region: string;
  readonly now: () => number;
  readonly limits: () => SendingLimits;
  readonly onMessage: (message: SentMessage) => void;
};

export function createSes(settings: SesSettings): AwsService {
  const account = createSendingAccount(settings);

  function getSendQuota() {
    const { maxSendRate, max24HourSend, sentLast24Hours } = account.quota();
    const body =
      element('Max24HourSend', String(max24HourSend)) +
      element('MaxSendRate', String(maxSendRate)) +
      element('SentLast24Hours', String(sentLast24Hours));
    return answered('GetSendQuota', body);
  }

  function sendRawEmail(form: Form) {
    const raw = Buffer.from(form.one('RawMessage.Data') ?? '', 'base64');
    const headers = checkMessage(raw);
    const from = addressesIn(headerOf(headers, 'from'));
    const source = form.one('Source') ?? from[0] ?? '';
    for (const address of [source, ...from]) checkAddress(bare(address));
    const named = form.members('Destinations');
    const recipients =
      named.length > 0 ? named : ['to', 'cc', 'bcc'].flatMap((name) => addressesIn(headerOf(headers, name)));
    checkRecipients(recipients.map(bare));
    const tags = form
      .structures('Tags')
      .map((tag) => ({ name: tag['Name'] ?? '', value: tag['Value'] ?? '' }));
    checkTags(tags);
    const configurationSet = form.one('ConfigurationSetName');
    checkIdentities([source, ...from].map(bare));
    if (configurationSet !== undefined && settings.configurationSets?.includes(configurationSet) === false) {
      const message = `Configuration set <${configurationSet}> does not exist.`;
      throw new AwsError(400, 'ConfigurationSetDoesNotExist', message);
    }
    account.take(recipients.length);
    const accepted = {
      messageId: `0102${randomUUID().replaceAll('-', '').slice(4)}-${randomUUID()}-000000`,
      at: new Date(settings.now()).toISOString(),
      source: bare(source),
      recipients: recipients.map(bare),
      tags,
      configurationSet,
      size: raw.length,
      subject: headerOf(headers, 'subject'),
      raw: settings.keepRaw ? raw : undefined,
    };
    settings.onMessage({
      ...accepted,
      event: emailSentEvent(accepted, { headers }),
    });
    return answered('SendRawEmail', element('MessageId', accepted.messageId));
  }

  function checkIdentities(addresses: readonly string[]): void {
    const { identities, region } = settings;
    if (!identities) return;
    const failed = addresses.filter(
      (address) => !identities.some((known) => address === known || address.endsWith(`@${known}`)),
    );
    if (failed.length === 0) return;
    throw new AwsError(
      400,
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region ${region.toUpperCase()}: ${[...new Set(failed)].join(', ')}`,
    );
  }

  function prepare(request: AwsRequest): PreparedCall {
    const form = readForm(request);
    const action = form.one('Action');
    if (request.method === 'POST' && action === 'GetSendQuota') {
      return { call: { service: 'ses', operation: action, key: '' }, perform: getSendQuota };
    }
    if (request.method !== 'POST' || action !== 'SendRawEmail') {
      throw new AwsError(400, 'InvalidAction', `This server does not implement the action ${action}.`);
    }
    const tags = form.structures('Tags');
    const tag = (name: string) => tags.find((found) => found['Name'] === name)?.['Value'] ?? '';
    return {
      call: { service: 'ses', operation: action, key: `${tag('run')}/${tag('message')}` },
      perform: () => sendRawEmail(form),
    };
  }

  return {
    prepare,
    refuse: (error, requestId) => ({
      status: error.status,
      headers: { 'content-type': 'text/xml' },
      body: `<ErrorResponse xmlns="${namespace}"><Error>${element('Type', error.status < 500 ? 'Sender' : 'Receiver')}${element('Code', error.code)}${element('Message', error.message)}</Error>${element('RequestId', requestId)}</ErrorResponse>`,
    }),
    throttled: new AwsError(400, 'Throttling', 'Maximum sending rate exceeded.'),
  };
}

function answered(action: string, result: string) {
  return {
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: `<${action}Response xmlns="${namespace}"><${action}Result>${result}</${action}Result><ResponseMetadata>${element('RequestId', randomUUID())}</ResponseMetadata></${action}Response>`,
  };
}

/** The address in `Name <address>`, which is allowed wherever an address is. */
function bare(address: string): string {
  return /<([^>]*)>\s*$/.exec(address)?.[1] ?? address;
}

type Form = {
  readonly one: (name: string) => string | undefined;
  readonly members: (name: string) => string[];
  readonly structures: (name: string) => Record<string, string>[];
};

/** The query protocol: lists are `Name.member.1`, `Name.member.2`, and so on. */
function readForm(request: AwsRequest): Form {
  const form = new URLSearchParams(request.body.toString());
  const structures = (name: string) => {
    const found = new Map<number, Record<string, string>>();
    for (const [path, value] of form) {
      const match = /^(\w+)\.member\.(\d+)(?:\.(\w+))?$/.exec(path);
      if (match?.[1] !== name) continue;
      const index = Number(match[2]);
      found.set(index, { ...found.get(index), [match[3] ?? '']: value });
    }
    return [...found].sort(([one], [other]) => one - other).map(([, structure]) => structure);
  };
  return {
    one: (name) => form.get(name) ?? undefined,
    members: (name) => structures(name).map((structure) => structure[''] ?? ''),
    structures,
  };
}
