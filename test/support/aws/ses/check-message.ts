/** The checks that SES makes before it accepts a message. */
import { AwsError } from '../aws-error.ts';

/** Bytes of a raw message. */
const maxMessageBytes = 10 * 1024 * 1024;
const maxRecipients = 50;
const tagText = /^[A-Za-z0-9_-]{1,256}$/;
/** Fields that a message may contain only once. */
const singleFields = ['from', 'to', 'cc', 'bcc', 'subject', 'date', 'message-id', 'reply-to', 'mime-version'];

export type Tag = { readonly name: string; readonly value: string };
export type Header = { readonly name: string; readonly value: string };

/** @throws AwsError for a message that SES would reject */
export function checkMessage(raw: Buffer): readonly Header[] {
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

export function headerOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value;
}

/** The addresses in a field such as `To`: the text in angle brackets, or the whole part if there are none. */
export function addressesIn(field: string | undefined): string[] {
  if (field === undefined) return [];
  return field
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '')
    .split(',')
    .map((part) => (/<([^>]*)>/.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== '');
}

export function checkRecipients(recipients: readonly string[]): void {
  if (recipients.length === 0) throw invalid("Missing required header 'To'.");
  if (recipients.length > maxRecipients) throw invalid(`Recipient count exceeds ${maxRecipients}.`);
  for (const address of recipients) checkAddress(address);
}

export function checkAddress(address: string): void {
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

export function checkTags(tags: readonly Tag[]): void {
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
