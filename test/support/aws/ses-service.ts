/**
 * SendRawEmail and GetSendQuota of the first SES API: accepts messages as SES does, stores them, and reports each one.
 */

import { randomUUID } from 'node:crypto';
import { AwsError, type AwsRequest, type AwsService, element, type PreparedCall } from './aws-service.ts';
import { createSendingAccount, maxSesRecipients, type SendingLimits } from './sending-limits.ts';

/** Bytes of a raw message. */
const maxMessageBytes = 10 * 1024 * 1024;
const tagText = /^[A-Za-z0-9_-]{1,256}$/;
/** Fields that a message may contain only once. */
const singleFields = ['from', 'to', 'cc', 'bcc', 'subject', 'date', 'message-id', 'reply-to', 'mime-version'];

type Tag = { readonly name: string; readonly value: string };
type Header = { readonly name: string; readonly value: string };

/** @throws AwsError for a message that SES would reject */
function checkMessage(raw: Buffer): readonly Header[] {
  if (raw.length === 0) throw invalid('Missing required parameter RawMessage.Data.');
  if (raw.length > maxMessageBytes) {
    throw invalid(`Message length is more than ${maxMessageBytes} bytes long: '${raw.length}'.`);
  }
  const headers = readHeaders(raw);
  for (const name of singleFields) {
    const found = headers.filter((header) => header.name.toLowerCase() === name);
    if (found.length > 1) throw invalid(`Duplicate header '${found[0]?.name}'.`);
  }
  if (!headers.some(({ name }) => name.toLowerCase() === 'from')) {
    throw invalid("Missing required header 'From'.");
  }
  return headers;
}

function headerOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}

/** The addresses in a field such as `To`: the text in angle brackets, or the whole part if there are none. */
function addressesIn(field: string | undefined): string[] {
  if (field === undefined) return [];
  return field
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .split(',')
    .map((part) => (/<([^>]*)>/.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== '');
}

function checkRecipients(recipients: readonly string[]): void {
  if (recipients.length === 0) throw invalid("Missing required header 'To'.");
  if (recipients.length > maxSesRecipients) throw invalid(`Recipient count exceeds ${maxSesRecipients}.`);
  for (const address of recipients) checkAddress(address);
}

function checkAddress(address: string): void {
  const at = address.lastIndexOf('@');
  if (at < 0 || at === address.length - 1) throw invalid("Missing final '@domain'");
  if (at === 0) throw invalid('Missing local name');
  if (/[^\u0021-\u007e]|[<>(),;:]/.test(address.slice(0, at))) {
    throw invalid('Local address contains control or whitespace');
  }
  if (!/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(address.slice(at + 1))) {
    throw invalid('Domain contains illegal character');
  }
}

function checkTags(tags: readonly Tag[]): void {
  const seen = new Set<string>();
  for (const { name, value } of tags) {
    for (const [what, text] of [['name', name] as const, ['value', value] as const]) {
      if (tagText.test(text)) continue;
      throw invalid(
        `Invalid tag ${what} <${text.slice(0, 80)}>: only alphanumeric ASCII characters, '_', and '-' are allowed, at most 256.`,
      );
    }
    if (seen.has(name)) throw invalid(`Duplicate tag name <${name}>.`);
    seen.add(name);
  }
}

function readHeaders(raw: Buffer): Header[] {
  const end = raw.indexOf('\r\n\r\n');
  const bare = raw.indexOf('\n\n');
  const stop = end >= 0 && (bare < 0 || end < bare) ? end : bare;
  const text = raw.toString('latin1', 0, stop < 0 ? raw.length : stop);
  return text
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => {
      const match = /^([\x21-\x39\x3b-\x7e]+):[ \t]*(.*)$/.exec(line);
      if (!match) throw invalid('Message contains an invalid header line.');
      return { name: match[1] ?? '', value: match[2] ?? '' };
    });
}

function invalid(message: string): AwsError {
  return new AwsError(400, 'InvalidParameterValue', message);
}

const account = '123456789012';

type AcceptedMessage = {
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

type EmailSentEvent = ReturnType<typeof emailSentEvent>;

function emailSentEvent(message: AcceptedMessage, at: { readonly headers: readonly Header[] }) {
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

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/';

export type SentMessage = AcceptedMessage & { readonly event: EmailSentEvent };

type SesSettings = {
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

/** The address in `Name <address>`, a form that is allowed for every address. */
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
